package fit

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

func figure(t *testing.T, c *Counts, name string) Figure {
	t.Helper()
	all := c.Figures()
	i := slices.IndexFunc(all, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("nothing was counted for %s", name)
	}
	return all[i]
}

func TestEveryFigureIsCountedFromWhatHappened(t *testing.T) {
	c := New(prior.Standard())
	c.Record(0, &models.Record{Rules: "riichi", Events: []models.Move{
		{Do: models.Draw, Place: 1}, {Do: models.Discarded, Place: 1},
		{Do: models.CalledPung, Place: 3, From: 1}, {Do: models.Discarded, Place: 3},
		{Do: models.Draw, Place: 4}, {Do: models.Discarded, Place: 4, Riichi: true},
		{Do: models.Draw, Place: 1}, {Do: models.MadeConcealed, Place: 1}, {Do: models.Draw, Place: 1}, {Do: models.Discarded, Place: 1},
		{Do: models.Draw, Place: 4}, {Do: models.Discarded, Place: 4},
	}})
	for name, want := range map[string][2]float64{
		"Call": {1, 5}, "Pung": {1, 1}, "OwnKong": {1, 5},
		"Riichi[0]": {1, 2}, // who has called cannot
		"Riichi[1]": {0, 1}, // nor declare twice
	} {
		if f := figure(t, c, name); f.Seen[0] != want[0] || f.Of[0] != want[1] {
			t.Errorf("%s: %v of %v, want %v", name, f.Seen[0], f.Of[0], want)
		}
	}
}

func TestWhatTheEyeMissesAndDoublesIsCounted(t *testing.T) {
	c := New(prior.Standard())
	var lay []film.Event
	for i := range 5 {
		at := float64(10 * (i + 1))
		lay = append(lay, film.Event{Move: models.Move{Do: models.Discarded, Place: models.Place(i%4 + 1), T: &at},
			Lies: []film.Lying{{Tile: models.NewTile(models.Dots, i+1), Pose: pose(i)}}})
	}
	told := func(spot watch.Spot, i int, at models.Pose, seconds int) watch.Change {
		return watch.Change{Kind: watch.Added, Set: int(spot), Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: models.Place(i%4 + 1)},
			Evidence: models.Evidence{Pose: at}, Rest: time.Duration(seconds) * time.Second}
	}
	beside := pose(3)
	beside.At.X += 5
	nowhere := pose(9)
	c.Film(0, &trial.Filmed{Lay: lay, Changes: []watch.Change{
		told(1, 0, pose(0), 10), // the second is missed
		told(2, 3, pose(3), 40), // before the third
		told(3, 2, pose(2), 31),
		told(4, 3, beside, 41),
		told(5, 0, nowhere, 45),
		{Kind: watch.Gone, Spot: 1, Area: watch.Area{Use: calibration.RiverZone, Place: 1}},
		told(6, 4, pose(4), 50),
	}})
	for name, want := range map[string][2]float64{
		"Missed": {1, 5}, "Doubled": {1, 4}, "False": {1, 6}, "Late": {1, 4}, "FalseGone": {1, 4},
	} {
		if f := figure(t, c, name); f.Seen[0] != want[0] || f.Of[0] != want[1] {
			t.Errorf("%s: %v of %v, want %v", name, f.Seen[0], f.Of[0], want)
		}
	}
}

// pose is a place of its own for each number, upright for the place that discards it.
func pose(i int) models.Pose {
	return models.Pose{At: models.Point{X: 30 * float64(i)}, Quarter: (4 - i%4) % 4}
}

func TestFlowersAndBacksOfWhichNothingIsToldAreCounted(t *testing.T) {
	at := 10.
	lies := func(tiles ...models.Tile) (all []film.Lying) {
		for i, t := range tiles {
			all = append(all, film.Lying{Tile: t, Pose: pose(i)})
		}
		return all
	}
	flower := models.NewTile(models.Flowers, 1)
	kong := lies(models.NewTile(models.Dots, 1), models.Back, models.Back, models.NewTile(models.Dots, 1))
	lay := []film.Event{
		{Move: models.Move{Do: models.LaidFlower, Place: 1, T: &at}, Lies: lies(flower, flower, flower)[1:]}, // the first of two is told
		{Move: models.Move{Do: models.MadeConcealed, Place: 2, T: &at}, Lies: kong},
	}
	told := func(tile models.Tile, i int) watch.Change {
		c := watch.Change{Kind: watch.Added, Spot: watch.Spot(i + 1), Evidence: models.Evidence{Pose: pose(i)}}
		c.LogLike[tile] = 10
		return c
	}
	c := New(prior.Standard())
	c.Film(0, &trial.Filmed{Lay: lay, Changes: []watch.Change{told(models.NewTile(models.Dots, 1), 0), told(models.Back, 1), told(flower, 1)}})
	for name, want := range map[string][2]float64{"MissedFlower": {1, 2}, "BacksUnseen": {0, 1}} {
		if f := figure(t, c, name); f.Seen[0] != want[0] || f.Of[0] != want[1] {
			t.Errorf("%s: %v of %v, want %v", name, f.Seen[0], f.Of[0], want)
		}
	}
}

func TestSticksAreCountedByTheRiichiTheyFollow(t *testing.T) {
	at := []float64{10, 20, 30, 40}
	lay := []film.Event{
		{Move: models.Move{Do: models.Discarded, Place: 1, T: &at[0], Riichi: true}},
		{Move: models.Move{Do: models.Discarded, Place: 2, T: &at[1], Riichi: true}},
		{Move: models.Move{Do: models.Discarded, Place: 3, T: &at[2], Riichi: true}},
		{Move: models.Move{Do: models.Wins, T: &at[3], Wins: []models.Winning{{Place: 4, From: 3}}}},
	}
	stick := func(place models.Place, seconds int) watch.Change {
		return watch.Change{Kind: watch.StickLaid, Area: watch.Area{Use: watch.StickZone, Place: place}, Rest: time.Duration(seconds) * time.Second}
	}
	c := New(prior.Standard())
	c.Film(0, &trial.Filmed{Lay: lay, Changes: []watch.Change{stick(1, 12), stick(4, 25), {Kind: watch.Laid}, stick(3, 41)}})
	for name, want := range map[string][2]float64{
		"StickMissed": {1, 2}, // the third riichi was won on
		"StickFirst":  {0, 1},
		"StickFalse":  {1, 4 * 40},
	} {
		if f := figure(t, c, name); f.Seen[0] != want[0] || f.Of[0] != want[1] {
			t.Errorf("%s: %v of %v, want %v", name, f.Seen[0], f.Of[0], want)
		}
	}
	var out bytes.Buffer
	if c.Print(&out); !strings.Contains(out.String(), "from discard to stick 2.0 s") {
		t.Errorf("printed %q", out.String())
	}
}

// Hands of which so many are sorted must be told to be so.
func TestTheShareOfSortedHandsIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, share := range []float64{0, .5} {
		c := New(prior.Standard())
		for n := range 30 {
			var tiles models.Tiles
			for range 13 {
				tiles = append(tiles, models.KindAt(rng.IntN(models.Kinds)))
			}
			if rng.Float64() < share {
				slices.Sort(tiles)
			}
			c.Row(n, tiles)
		}
		f := figure(t, c, "Sorted")
		if math.Abs(f.Fitted-share) > .25 || share > 0 && f.Gain <= 0 {
			t.Errorf("%.1f sorted: fitted %.3f, gain %.2f", share, f.Fitted, f.Gain)
		}
		var out bytes.Buffer
		if c.Print(&out); !strings.Contains(out.String(), "Sorted") || !strings.Contains(out.String(), "assumed") {
			t.Errorf("printed %q", out.String())
		}
	}
}
