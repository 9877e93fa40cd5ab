package learn

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/raster"
)

// TestARowIsComparedTileByTile has a row whose frame shows its tiles too far down and too tall, as one does that
// does not follow them, and one that shows others.
func TestARowIsComparedTileByTile(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	l := learner{byTile: map[models.Tile][]*sighted{}}
	add := func(shows, labels string, off, taller float64) *labelledRow {
		picture := noisy(t, random, 100, func(tile models.Tile) *image.RGBA { return artwork.Face(artwork.Styles()[0], tile) }, notated(t, shows))
		row := &labelledRow{photo: &photo{name: shows, sought: true, picture: picture}, number: 1, labels: notated(t, labels)}
		row.frame = raster.Frame{Centre: [3]models.Point{{X: 35.5, Y: 47.5 + 96*off}, {X: 72}}, Down: [2]models.Point{{Y: 96 * taller}}}
		for i, tile := range row.labels {
			s := &sighted{tile: tile, row: row, place: i + 1, t: float64(i)}
			row.tiles = append(row.tiles, s)
			l.byTile[tile] = append(l.byTile[tile], s)
		}
		l.rows = append(l.rows, row)
		return row
	}
	const hand = "1479m258p369s4z"
	for range 3 {
		add(hand, hand, 0, 1)
	}
	off, other := add(hand, hand, .05, 1.12), add("1479m258p369s1z", hand, 0, 1)
	if err := l.average(); err != nil {
		t.Fatal(err)
	}
	if err := l.lookClosely(); err != nil {
		t.Fatal(err)
	}
	near := func(r *labelledRow) (mean float64) {
		for _, s := range r.tiles {
			mean += l.view(s).near / float64(len(r.tiles))
		}
		return mean
	}
	if usual := near(l.rows[0]); near(off) < .95*usual {
		t.Errorf("a row off its frame is %.2f like the others; usual is %.2f", near(off), usual)
	}
	l.takeCloser()
	s := off.tiles[3]
	if frame, at := s.stands(); math.Abs(frame.At(at).Y-47.5) > 3 || frame.DownAt(at).Y > 103 {
		t.Errorf("a tile that is 96 tall at 47.5 is learned at %.1f, %.1f tall", frame.At(at).Y, frame.DownAt(at).Y)
	}
	if v := l.view(other.tiles[len(other.tiles)-1]); v.near > .8 {
		t.Errorf("another tile is %.2f like its label", v.near)
	}
}
