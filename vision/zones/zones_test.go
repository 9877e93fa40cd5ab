package zones_test

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/scene"
	"jantaku/vision/scene/artwork"
	"jantaku/vision/zones"
)

// lyingAs are the tiles of a drawn table as a perfect eye sees them: faces, and backs of melds and
// beside indicators.
func lyingAs(truth scene.Truth) (tiles []zones.Lying) {
	for _, l := range truth.Table {
		if l.Tile.HasFace() || l.Role == scene.InMeld {
			tiles = append(tiles, zones.Lying{Sighting: l.Sighting, Pose: l.Pose})
		}
		if l.Role == scene.IsIndicator {
			beside := l
			beside.Tile, beside.Pose.At.X = models.Back, l.Pose.At.X+26.2
			tiles = append(tiles, zones.Lying{Sighting: beside.Sighting, Pose: beside.Pose})
		}
	}
	return tiles
}

func TestWhatTilesOfATableAreThereForIsTold(t *testing.T) {
	melds := 0
	for seed := range uint64(40) {
		s, err := scene.RandomTable(seed, artwork.StyleA, .3)
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Calibration()
		if err != nil {
			t.Fatal(err)
		}
		truth := scene.TruthOf(s)
		zones := zones.Of(lyingAs(truth), c)
		open := map[models.Place]bool{}
		for _, l := range truth.Table {
			open[l.Owner] = open[l.Owner] || l.Role == scene.InHand
		}
		for _, l := range truth.Table {
			var in []models.OnTable
			switch l.Role {
			case scene.InRiver:
				in = zones.River[l.Owner]
				if l.Order >= len(in) || in[l.Order].At != l.Pose.At {
					t.Errorf("table %d: discard %d of place %d, %v, is not in its order", seed, l.Order, l.Owner, l.Tile)
				} else if turned := (l.Pose.Quarter-l.Owner.Index())%2 != 0; in[l.Order].Turned != turned {
					t.Errorf("table %d: discard %d of place %d is turned: %v", seed, l.Order, l.Owner, in[l.Order].Turned)
				}
				continue
			case scene.InMeld:
				in = zones.Meld[l.Owner]
				melds++
			case scene.IsIndicator:
				in = zones.Dora
			case scene.IsFlower:
				in = zones.Flower[l.Owner]
			case scene.InHand:
				in = zones.Hand[l.Owner]
				if len(in) < 5 {
					continue // as few as a set, and may make one
				}
			default:
				continue
			}
			found := false
			for _, o := range in {
				found = found || o.At == l.Pose.At
			}
			if !found {
				t.Errorf("table %d: %v of place %d, %v at %v, is none", seed, l.Role, l.Owner, l.Tile, l.Pose)
			}
		}
	}
	if melds < 200 {
		t.Errorf("only %d tiles of melds", melds)
	}
}
