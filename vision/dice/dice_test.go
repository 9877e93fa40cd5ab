package dice

import (
	"encoding/json"
	"image"
	_ "image/jpeg"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	scene "jantaku/laboratory/scene/dice"
	"jantaku/models"
)

// tally counts what was said about dice.
type tally struct{ dice, right, wrong, asked, missed int }

// judge compares dice that were read with where they lie, in pixels. A false die is wrong where it is sure.
func (c *tally) judge(got []Die, values []int, at [][2]float64, near float64) (wrong bool) {
	c.dice += len(values)
	taken := make([]bool, len(values))
	for _, die := range got {
		best := -1
		for i := range values {
			if d := math.Hypot(die.At.X-at[i][0], die.At.Y-at[i][1]); d < near && !taken[i] && (best < 0 || d < math.Hypot(die.At.X-at[best][0], die.At.Y-at[best][1])) {
				best = i
			}
		}
		switch {
		case best >= 0 && !die.Sure:
			c.asked++
		case best >= 0 && die.Value == values[best]:
			c.right++
		case die.Sure:
			c.wrong++
			wrong = true
		}
		if best >= 0 {
			taken[best] = true
		}
	}
	for _, t := range taken {
		if !t {
			c.missed++
		}
	}
	return wrong
}

// TestDrawnDice counts by rolls what an oracle can read, who knows how the dice lie: of each a pip that a lamp hides may be one of
// another value.
func TestDrawnDice(t *testing.T) {
	for kind, name := range scene.Kinds()[:sharedtest.Count(2, 4)] {
		var c tally
		rolls, read := 0, 0
		for seed := range uint64(sharedtest.Count(1, 150)) {
			d := scene.Random(1000*uint64(kind)+seed+uint64(sharedtest.Count(0, 50_000)), kind)
			img := d.Draw()
			var values []int
			var at [][2]float64
			able := true
			for _, one := range d.Dice {
				values = append(values, one.Value)
				at = append(at, [2]float64{d.At(one).X, d.At(one).Y})
				able = able && d.Readable(img, one)
			}
			got := Read(Picture{img, d.Scale, d.Edge}, 2, Usual())
			if c.judge(got, values, at, d.Edge*d.Scale*.5) {
				t.Errorf("%s, seed %d: %+v of %v at %v, edge %.0f px", name, seed, got, values, at, d.Edge*d.Scale)
			}
			if able {
				rolls++
				if len(got) == 2 && got[0].Sure {
					read++
				}
			}
		}
		if kind < 2 && c.right*20 < c.dice*19 {
			t.Errorf("%s: %d of %d dice are read", name, c.right, c.dice)
		}
		t.Logf("%s: %d dice, %d right, %d asked, %d not seen, %d sure and wrong; of %d rolls that can be read %d are", name, c.dice, c.right, c.asked, c.missed, c.wrong, rolls, read)
	}
}

// TestDiceOfAnotherRenderer reads crops that nothing here was chosen by.
func TestDiceOfAnotherRenderer(t *testing.T) {
	folder := sharedtest.Path(t, "tables-outside/dice")
	raw, err := os.ReadFile(filepath.Join(folder, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth map[string]struct {
		Scale float64 `json:"pixels_per_mm"`
		Dice  []struct {
			Value int
			At    [2]float64
		}
	}
	if err := json.Unmarshal(raw, &truth); err != nil {
		t.Fatal(err)
	}
	var c tally
	for i, name := range slices.Sorted(maps.Keys(truth)) {
		if !sharedtest.Sampled(i, 15) {
			continue
		}
		one := truth[name]
		f, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		img, _, err := image.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		var values []int
		var at [][2]float64
		for _, die := range one.Dice {
			values, at = append(values, die.Value), append(at, die.At)
		}
		got := Read(Picture{img, one.Scale, 11}, 2, Usual())
		if c.judge(got, values, at, 11*one.Scale*.7) {
			t.Errorf("%s: %+v of %+v", name, got, one.Dice)
		}
	}
	t.Logf("%d dice, %d right, %d asked, %d not seen, %d sure and wrong", c.dice, c.right, c.asked, c.missed, c.wrong)
}

// TestDiceOnATableAreSeenFromAbove looks at drawn dice through a camera that stands 30 degrees aside.
func TestDiceOnATableAreSeenFromAbove(t *testing.T) {
	d := scene.Random(3, 0)
	top := d.Draw()
	half := float64(d.Side) / d.Scale / 2
	const size = 1600
	corners := [4]models.Point{{X: 60, Y: 1500}, {X: 1540, Y: 1500}, {X: 1400, Y: 160}, {X: 200, Y: 160}}
	c, err := calibration.FromCorners(size, size, corners, 640, calibration.Tile{Width: 26, Height: 36, Depth: 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	view, err := c.View(d.Edge)
	if err != nil {
		t.Fatal(err)
	}
	seen := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			p := view.Table(models.Point{X: float64(x), Y: float64(y)})
			at := models.Point{X: (p.X + half) * d.Scale, Y: (p.Y + half) * d.Scale}
			if at.X >= 0 && at.Y >= 0 && at.X < float64(d.Side-1) && at.Y < float64(d.Side-1) {
				seen.SetRGBA(x, y, sample(top, at))
			}
		}
	}
	in, err := OnTable(seen, c, calibration.Dice{Edge: d.Edge, Across: 100})
	if err != nil {
		t.Fatal(err)
	}
	got := Read(in, 2, Usual())
	if len(got) != 2 || !got[0].Sure || got[0].Value+got[1].Value != d.Dice[0].Value+d.Dice[1].Value {
		t.Errorf("%+v of %+v", got, d.Dice)
	}
	if _, err := OnTable(seen, c, calibration.Dice{Edge: d.Edge, Across: 900}); err == nil {
		t.Error("what the camera does not see is taken")
	}
}
