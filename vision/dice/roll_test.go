package dice

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
	"time"

	scene "jantaku/laboratory/scene/dice"
)

// TestARollIsToldOnceWhenItLiesStill claims that of a film of dice each roll is told, and once: neither what lay there at first, nor
// what is as before after an arm, nor dice that cannot be told.
func TestARollIsToldOnceWhenItLiesStill(t *testing.T) {
	base := func(values [2]int, x float64) *scene.Drawing {
		return &scene.Drawing{Scale: 1.4, Edge: 12, Round: 1, Pip: .1, Spread: .26, Cloth: [3]float64{.03, .15, .1}, Blur: .5, Noise: 3, Light: .9, Side: 90,
			Dice: []scene.Die{{X: x, Y: -8, Turn: .3, Value: values[0], Around: [2]int{2, 3}}, {X: 14, Y: 10, Turn: 1.1, Value: values[1], Around: [2]int{1, 5}}}}
	}
	first, second := base([2]int{3, 5}, -14), base([2]int{6, 1}, -10)
	hidden := base([2]int{4, 2}, -12)
	hidden.Glare, hidden.Lamp = [][3]float64{{-12, -8, 14}}, 4
	w := Watch{Rest: UsualRest(), Tuning: Usual()}
	now, frame := time.Duration(0), 0
	show := func(d *scene.Drawing, frames int, arm bool) (told [][2]int) {
		var drawn [2]image.Image // of different noise
		for i := range drawn {
			d.Seed = uint64(i)
			drawn[i] = d.Draw()
		}
		for range frames {
			now, frame = now+250*time.Millisecond, frame+1
			p := Picture{drawn[frame%2], d.Scale, d.Edge}
			if arm {
				moved := image.NewRGBA(p.Image.Bounds())
				draw.Draw(moved, moved.Bounds(), p.Image, image.Point{}, draw.Src)
				p.Image = moved
				draw.Draw(moved, image.Rect(10*(frame%5), 0, 40+10*(frame%5), 90), image.NewUniform(color.RGBA{200, 150, 120, 255}), image.Point{}, draw.Src)
			}
			roll, rolled, err := w.See(now, p)
			if rolled {
				told = append(told, roll)
			}
			if err != nil {
				t.Error(err)
			}
		}
		return told
	}
	if told := show(first, 8, false); len(told) > 0 {
		t.Errorf("what lay there at first is told: %v", told)
	}
	if told := append(show(first, 3, true), show(first, 8, false)...); len(told) > 0 {
		t.Errorf("an arm is a roll: %v", told)
	}
	told := append(show(second, 3, true), show(second, 12, false)...)
	if len(told) != 1 || told[0][0]+told[0][1] != 7 {
		t.Errorf("a roll of 6 and 1 is told as %v", told)
	}
	if told := append(show(hidden, 2, true), show(hidden, 10, false)...); len(told) > 0 {
		t.Errorf("dice of which a lamp hides one are told: %v", told)
	}
	hidden.Lamp = 0 // somebody stands before the lamp
	if told := show(hidden, 20, false); len(told) != 1 || told[0][0]+told[0][1] != 6 {
		t.Errorf("dice that can be seen now are told as %v", told)
	}
}

// TestTwoOfFourDiceAreNoRoll claims that where four dice have lain two that are seen are no roll, until a few times in a row only two are.
func TestTwoOfFourDiceAreNoRoll(t *testing.T) {
	w := Watch{Rest: UsualRest(), Tuning: Usual()}
	w.Rest.Tries = 0 // the first look at four is the last
	now, told := time.Duration(0), 0
	show := func(x float64, values ...int) (err error) {
		d := &scene.Drawing{Scale: 1.4, Edge: 12, Round: 1, Pip: .1, Spread: .26, Cloth: [3]float64{.03, .15, .1}, Blur: .5, Noise: 1, Light: .9, Side: 90}
		for i, v := range values {
			d.Dice = append(d.Dice, scene.Die{X: x + 24*float64(i%2), Y: -10 + 22*float64(i/2), Turn: .3, Value: v, Around: [2]int{2, 3}})
		}
		p := Picture{d.Draw(), d.Scale, d.Edge}
		for range 24 {
			now += 250 * time.Millisecond
			_, rolled, again := w.See(now, p)
			if again != nil {
				err = again
			}
			if rolled {
				told++
			}
		}
		return err
	}
	if err := show(-12, 4, 6, 5, 3); err == nil || told != 0 {
		t.Errorf("four dice: %v, %d told", err, told)
	}
	w.Forget()
	show(-13, 2, 3) // as what lies there at first
	for i, x := range []float64{-9, -14} {
		if err := show(x, 3, 5); err == nil || told != 0 {
			t.Errorf("two of four, time %d: %v, %d told", i+1, err, told)
		}
	}
	if err := show(-10, 6, 5); err != nil || told != 1 {
		t.Errorf("two for the third time: %v, %d told", err, told)
	}
}
