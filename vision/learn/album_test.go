package learn

import (
	"testing"

	"jantaku/models"
)

func TestWhatIsLearnedFromAnAlbumLeavesItAsItIs(t *testing.T) {
	photo := LabelledPhoto{Name: "a", Rows: [][]models.Tile{{models.KindAt(0), models.KindAt(1)}}}
	row := &labelledRow{name: "a", maybe: make([]hypothesis, 3)}
	row.tiles = []*sighted{{row: row, place: 1}, {row: row, place: 2, t: 1}}
	row.all = row.tiles
	album := &Album{pages: map[string]page{"a": {photo, []*labelledRow{row}, nil}}}
	rows, err := album.take(photo)
	if err != nil {
		t.Fatal(err)
	}
	taken := rows[0]
	taken.place(&hypothesis{ts: []float64{4, 5}, seen: []float64{1, 1}})
	taken.maybe[0].like = 7
	if taken.tiles[1] != taken.all[1] || taken.tiles[1].row != taken || taken.tiles[1].t != 5 {
		t.Errorf("tile %+v of row %p", taken.tiles[1], taken)
	}
	if row.found != nil || row.tiles[1].t != 1 || row.maybe[0].like != 0 {
		t.Errorf("the row of the album is %+v with a tile at %v", row, row.tiles[1].t)
	}
}

func TestAPhotographWithAnotherLabelIsTakenInAnew(t *testing.T) {
	photo := LabelledPhoto{Name: "a", Image: []byte{1}, Rows: [][]models.Tile{{models.KindAt(0)}}}
	album := &Album{pages: map[string]page{"a": {photo: photo}}}
	if _, err := album.take(photo); err != nil {
		t.Error(err)
	}
	photo.Rows = [][]models.Tile{{models.KindAt(1)}}
	if _, err := album.take(photo); err == nil {
		t.Error("torn bytes were taken in")
	}
}
