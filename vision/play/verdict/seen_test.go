package verdict

import (
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/histories"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// told are the histories of tiles that came to rest one after the other, each without a doubt; those of one set together.
func told(g *prior.Game, changes ...watch.Change) *histories.Beam {
	seen := evidence.New(g, prior.Start{Dealer: 1, Round: models.East}, prior.Standard())
	beam := histories.New(seen)
	for i, c := range changes {
		c.Kind, c.Spot, c.Rest = watch.Added, watch.Spot(i+1), time.Duration(c.Set)*4*time.Second
		if from, _ := seen.Hear(&c); from >= 0 {
			beam.Follow(from)
		}
	}
	return beam
}

// lies is a tile that came to rest.
func lies(set int, use calibration.Use, place models.Place, face models.Tile, x float64) watch.Change {
	var e models.Evidence
	e.At, e.Quarter = models.Point{X: x, Y: 100 * float64(place)}, (4-place.Index())%4
	for i := range e.LogLike {
		e.LogLike[i] = -20
	}
	e.LogLike[face], e.LogLike[0] = 30, 0
	return watch.Change{Set: set, Area: watch.Area{Use: use, Place: place}, Evidence: e}
}

// A discard that was called lies in the meld, whether or not anybody saw it, and a face of a pung that nobody saw is
// known by the others.
func TestWhatIsKnownOfTilesThatNobodySawIsSeen(t *testing.T) {
	const river, meld = calibration.RiverZone, calibration.MeldZone
	four := models.NewTile(models.Bamboos, 4)
	for name, told := range map[string]*histories.Beam{
		"a pung": told(&prior.Game{Rules: "mcr", Players: 4, Wall: prior.Wall{Tiles: 144, Flowers: true},
			Calls: prior.Calls{Chows: true, Turned: true}, Ends: prior.Ends{Heads: 1}}, lies(1, river, 1, models.KindAt(0), 0), lies(2, meld, 3, four, 300), lies(2, meld, 3, four, 328),
			lies(2, meld, 3, four, 356), lies(3, river, 3, models.KindAt(2), 60), lies(4, river, 4, models.KindAt(3), 90)),
		"two faces of a pung": told(&prior.Game{Rules: "mcr", Players: 4, Wall: prior.Wall{Tiles: 144, Flowers: true},
			Calls: prior.Calls{Chows: true, Turned: true}, Ends: prior.Ends{Heads: 1}}, lies(1, river, 1, models.KindAt(0), 0), lies(2, meld, 3, four, 300), lies(2, meld, 3, four, 247), lies(3, river, 3, models.KindAt(2), 60), lies(4, river, 4, models.KindAt(3), 90)),
	} {
		histories, _ := told.Now() // the second place's discard was claimed
		table := newTable(told, histories[0])
		table.count()
		seen := 0
		for _, is := range table.seenBy(0) {
			if is == four {
				seen++
			}
		}
		if table.gaps != 0 || seen != 3 {
			t.Errorf("%s: %d discards lie somewhere, and %d of the pung are seen", name, table.gaps, seen)
		}
	}
}
