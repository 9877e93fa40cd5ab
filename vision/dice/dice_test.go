package dice_test

import (
	"encoding/json"
	"errors"
	"image"
	_ "image/jpeg"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	scene "jantaku/laboratory/scene/dice"
	"jantaku/laboratory/trial/rolls"
	"jantaku/models"
	"jantaku/vision/dice"
)

// TestDrawnDice counts by rolls what an oracle can read, who knows how the dice lie: of each a pip that a lamp hides may be one of
// another value.
func TestDrawnDice(t *testing.T) {
	for kind, name := range scene.Kinds()[:sharedtest.Count(2, len(scene.Kinds()))] {
		var c rolls.Judged
		count, able, read := 0, 0, 0
		for seed := range uint64(sharedtest.Count(1, 150)) {
			d := scene.Random(1000*uint64(kind)+seed+uint64(sharedtest.Count(0, 50_000)), kind, 2)
			_, got, j := rolls.Read(d)
			if j.Wrong > 0 {
				t.Errorf("%s, seed %d: %+v of %+v, edge %.0f px", name, seed, got, d.Dice, d.Edge*d.Scale)
			}
			count += len(d.Dice)
			c.Add(j)
			if j.Readable {
				able++
				if j.Sure() {
					read++
				}
			}
		}
		if kind < 2 && c.Right*20 < count*19 {
			t.Errorf("%s: %d of %d dice are read", name, c.Right, count)
		}
		t.Logf("%s: %d dice, %d right, %d asked, %d not seen, %d sure and wrong; of %d rolls that can be read %d are", name, count, c.Right, c.Asked, c.Missed, c.Wrong, able, read)
	}
}

// TestDiceWithLightPipsAndOverexposedDice reads one roll of each, of those that are small and so read soon.
func TestDiceWithLightPipsAndOverexposedDice(t *testing.T) {
	for kind, seed := range map[int]uint64{4: 825, 5: 773} {
		d := scene.Random(seed, kind, 2)
		_, got, j := rolls.Read(d)
		if j.Right != len(d.Dice) || j.Wrong > 0 {
			t.Errorf("%s: %+v of %+v", scene.Kinds()[kind], got, d.Dice)
		}
	}
}

// TestWhatIsPlainToAPersonIsRead reads rolls in which nothing is hidden and that were asked about: a search had stopped short of a die, and
// the lights of a dome beside each other looked like another one.
func TestWhatIsPlainToAPersonIsRead(t *testing.T) {
	for _, one := range []struct {
		seed uint64
		kind int
	}{{910089, 0}, {930066, 0}, {910019, 1}} {
		d := scene.Random(one.seed, one.kind, 2)
		if _, got, j := rolls.Read(d); !j.Sure() {
			t.Errorf("%s, seed %d: %+v of %+v", scene.Kinds()[one.kind], one.seed, got, d.Dice)
		}
	}
}

// TestARollOfMoreDiceIsRefusedInWords watches four dice come to rest: two of them are no roll.
func TestARollOfMoreDiceIsRefusedInWords(t *testing.T) {
	const plain, seed = 0, 3
	w := dice.Watch{Rest: dice.UsualRest(), Tuning: dice.Usual()}
	w.Rest.Tries = 0
	d := scene.Random(seed, plain, 4)
	drawn := d.Draw()
	var said error
	for now := time.Duration(0); now < 8*time.Second; now += w.Rest.Still / 2 {
		_, rolled, err := w.See(now, dice.Picture{Image: drawn, Scale: d.Scale, Edge: d.Edge})
		if rolled {
			t.Errorf("two of %+v are told as a roll", d.Dice)
		}
		said = errors.Join(said, err)
	}
	if said == nil || !strings.Contains(said.Error(), "4 dice") {
		t.Errorf("said %v", said)
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
	var c rolls.Judged
	count := 0
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
		var lie []dice.Die
		for _, die := range one.Dice {
			lie = append(lie, dice.Die{Value: die.Value, At: models.Point{X: die.At[0], Y: die.At[1]}})
		}
		got := dice.Read(dice.Picture{Image: img, Scale: one.Scale, Edge: 11}, 2, dice.Usual())
		j := rolls.Judge(lie, got, 11*one.Scale*.7)
		if j.Wrong > 0 {
			t.Errorf("%s: %+v of %+v", name, got, one.Dice)
		}
		count += len(lie)
		c.Add(j)
	}
	t.Logf("%d dice, %d right, %d asked, %d not seen, %d sure and wrong", count, c.Right, c.Asked, c.Missed, c.Wrong)
}
