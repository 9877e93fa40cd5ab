package learn

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// rowOf is a row of a picture of its own that was looked for.
func rowOf(t *testing.T, l *learner, name, labels string) *labelledRow {
	row := &labelledRow{photo: &photo{name: name, sought: true, picture: &raster.Picture{}}, number: 1, labels: notated(t, labels)}
	for i, tile := range row.labels {
		s := &sighted{tile: tile, row: row, place: i + 1, t: float64(i)}
		row.tiles, l.byTile[tile] = append(row.tiles, s), append(l.byTile[tile], s)
	}
	l.rows = append(l.rows, row)
	return row
}

func TestAFaceThatOnePhotographAloneShowsIsUnconfirmed(t *testing.T) {
	l := learner{byTile: map[models.Tile][]*sighted{}}
	rowOf(t, &l, "a", "123m55z")
	rowOf(t, &l, "b", "1234m")
	boxed := rowOf(t, &l, "c", "9s")
	boxed.sought = false
	var report Report
	l.tellUnconfirmed(&report)
	got := report.Unconfirmed
	if len(got) != 2 || got[0].Photo != "a" || got[0].Tiles.String() != "55z" || got[0].Places[1] != 5 || got[1].Tiles.String() != "4m" {
		t.Errorf("unconfirmed %v", got)
	}
}

// TestARowIsRefusedForWhatCarriesMostOfTheDoubt has rows that are unlike the rest in one way each.
func TestARowIsRefusedForWhatCarriesMostOfTheDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		read rowRead
		want RefusalCode
	}{
		"other tiles stand there": {rowRead{wrong: []float64{.9, .8, .3, .9}, shown: 4}, UnlikeLabels},
		"nothing is known of it":  {rowRead{wrong: []float64{.3, .3, .3, .3}, shown: 1}, NoWitness},
		"it is of another set":    {rowRead{wrong: []float64{.1, .1, .1, .1}, shown: 4, another: .9}, UnlikeTheRest},
		"its label lacks a tile":  {rowRead{wrong: []float64{.1, .1, .1, .1}, shown: 4, lacks: 2}, OneTileMore},
	} {
		l := learner{byTile: map[models.Tile][]*sighted{}}
		c.read.row = rowOf(t, &l, "a", "1122m")
		if worst := mostDoubtful([]rowRead{c.read}); worst == nil || worst.refusal().Code != c.want {
			t.Errorf("%s: %+v", name, worst)
		}
	}
}
