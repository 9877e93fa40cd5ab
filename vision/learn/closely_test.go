package learn

import (
	"image"
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
		picture := noisy(t, random, func(tile models.Tile) *image.RGBA { return artwork.Face(artwork.Styles()[0], tile) }, notated(t, shows))
		row := &labelledRow{name: shows, number: 1, sought: true, labels: notated(t, labels), picture: picture}
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
	reads, err := l.readBack()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reads {
		switch r.row {
		case off:
			if near, usual := r.compared.own.near, r.compared.usual.near; near < .97*usual || r.like > .9*usual {
				t.Errorf("a row off its frame is %.2f like the others, %.2f where its frame has it; usual is %.2f", near, r.like, usual)
			}
		case other:
			last := r.row.tiles[len(r.row.tiles)-1]
			if like := l.nearest(last, l.centred()); like > .8 {
				t.Errorf("another tile is %.2f like its label", like)
			}
		}
	}
}
