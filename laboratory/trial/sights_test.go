package trial_test

import (
	"slices"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision/watch"
)

// toldAt is a tile that the eye told of.
func toldAt(spot watch.Spot, tile models.Tile, x, y float64, quarter int, rest, told time.Duration) watch.Change {
	c := watch.Change{Kind: watch.Added, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 1}, Rest: rest, Told: told}
	c.Pose = models.Pose{At: models.Point{X: x, Y: y}, Quarter: quarter}
	c.LogLike[tile] = 20
	return c
}

func TestWhatWasWrongWithASightIsNamed(t *testing.T) {
	five, six := models.NewTile(models.Dots, 5), models.NewTile(models.Dots, 6)
	const s = time.Second
	at := 10.0
	truth := []film.Event{{Move: models.Move{Do: models.Discarded, Place: 1, T: &at}, Lies: []film.Lying{{Tile: five, Pose: models.Pose{At: models.Point{X: 40, Y: -120}}}}}}
	for name, c := range map[string]struct {
		told []watch.Change
		want []trial.Fault
	}{
		"rightly":           {[]watch.Change{toldAt(1, five, 41, -119, 2, 10*s, 10*s+s/2)}, nil},
		"not at all":        {nil, []trial.Fault{trial.NotSeen}},
		"long before":       {[]watch.Change{toldAt(1, five, 41, -119, 0, 2*s, 3*s)}, []trial.Fault{trial.NotSeen, trial.Phantom}},
		"another face":      {[]watch.Change{toldAt(1, six, 41, -119, 0, 10*s, 10*s+s/2)}, []trial.Fault{trial.ReadWrong}},
		"sideways":          {[]watch.Change{toldAt(1, five, 41, -119, 1, 10*s, 10*s+s/2)}, []trial.Fault{trial.WrongWay}},
		"beside its place":  {[]watch.Change{toldAt(1, five, 49, -119, 0, 10*s, 10*s+s/2)}, []trial.Fault{trial.Beside}},
		"late":              {[]watch.Change{toldAt(1, five, 41, -119, 0, 10*s, 13*s)}, []trial.Fault{trial.ToldLate}},
		"and one too many":  {[]watch.Change{toldAt(1, five, 41, -119, 0, 10*s, 10*s+s/2), toldAt(2, six, 90, -119, 0, 10*s, 11*s)}, []trial.Fault{trial.Phantom}},
		"read better later": {[]watch.Change{toldAt(1, six, 41, -119, 0, 10*s, 10*s+s/2), revised(toldAt(1, five, 41, -119, 0, 10*s, 12*s))}, nil},
	} {
		var got []trial.Fault
		sights, tiles := trial.Sights(truth, c.told)
		for i := range sights {
			got = append(got, sights[i].Fault)
		}
		if !slices.Equal(got, c.want) || tiles != 1 {
			t.Errorf("told %s: %v of %d tiles, want %v", name, got, tiles, c.want)
		}
	}
}

func revised(c watch.Change) watch.Change {
	c.Kind = watch.Revised
	return c
}
