package scene_test

import (
	"math"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// What a whole table shows must be told once, with its owner, and lie where it is told.
func TestAWholeTableTellsWhatLiesWhere(t *testing.T) {
	rivers, melds, indicators := 0, 0, 0
	for seed := range uint64(20) {
		s, err := scene.RandomTable(seed, artwork.StyleA, .5)
		if err != nil {
			t.Fatal(err)
		}
		laid := map[models.Tile]int{}
		orders := map[models.Place]int{}
		truth := scene.TruthOf(s)
		if len(truth.Rows) != 0 {
			t.Errorf("seed %d: a table has no hand to be read, but %d rows", seed, len(truth.Rows))
		}
		for _, l := range truth.Table {
			if l.Owner < 1 || l.Owner > models.Places {
				t.Fatalf("seed %d: %v %v is of place %d", seed, l.Role, l.Tile, l.Owner)
			}
			seen := scene.Project(s, l.Pose.At.X, l.Pose.At.Y, l.Pose.Height+s.Size.Depth)
			middle := models.Point{X: (l.Quad[0].X + l.Quad[2].X) / 2, Y: (l.Quad[0].Y + l.Quad[2].Y) / 2}
			if math.Hypot(seen.X-middle.X, seen.Y-middle.Y) > 1 {
				t.Errorf("seed %d: %v lies at %v and is told at %v", seed, l.Tile, seen, middle)
			}
			switch l.Role {
			case scene.InRiver:
				rivers++
				if orders[l.Owner]++; l.Order != orders[l.Owner]-1 {
					t.Errorf("seed %d: discard %d of place %d is told as number %d", seed, orders[l.Owner]-1, l.Owner, l.Order)
				}
			case scene.InMeld:
				melds++
			case scene.IsIndicator:
				indicators++
			}
			if l.Tile.HasFace() {
				laid[l.Tile]++
			}
		}
		for tile, n := range laid {
			if most := map[bool]int{true: 1, false: models.Copies}[tile.IsFlower() || tile.IsRed()]; n > most {
				t.Errorf("seed %d: %d times %v", seed, n, tile)
			}
		}
	}
	if rivers < 500 || melds < 100 || indicators != 20 {
		t.Errorf("%d river and %d meld tiles, %d indicators on 20 tables", rivers, melds, indicators)
	}
}
