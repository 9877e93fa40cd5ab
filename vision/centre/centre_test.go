package centre_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/centre"
)

// painted is a cloth in uneven light, seen askew, with what lies on it: a colour by the point, as a share of white.
func painted(t *testing.T, cloth [3]float64, on func(models.Point) ([3]float64, bool)) (image.Image, *calibration.Camera) {
	t.Helper()
	c, err := calibration.FromCorners(640, 480, [4]models.Point{{X: 40, Y: 460}, {X: 600, Y: 440}, {X: 520, Y: 40}, {X: 113, Y: 33}}, 660, calibration.Tile{Width: 21, Height: 28, Depth: 18}, nil)
	if err != nil {
		t.Fatal(err)
	}
	img, r := image.NewRGBA(image.Rect(0, 0, 640, 480)), rand.New(rand.NewPCG(1, 1))
	for i := range 640 * 480 {
		p := c.ToTable(models.Point{X: float64(i % 640), Y: float64(i / 640)})
		own, there := on(p)
		if !there {
			own = cloth
		}
		light := 230 * (1 + .3*p.X/330) * (1 - .2*p.Y/330) // twice as light at one end as at the other
		var px [3]uint8
		for ch, v := range own {
			px[ch] = uint8(min(max(light*v+4*r.NormFloat64(), 0), 255))
		}
		img.SetRGBA(i%640, i/640, color.RGBA{px[0], px[1], px[2], 255})
	}
	return img, c
}

func TestTheUnitIsWhatIsNoClothInTheMiddle(t *testing.T) {
	green, grey, metal := [3]float64{.1, .33, .22}, [3]float64{.66, .66, .68}, [3]float64{.35, .35, .37}
	square := func(half float64, own [3]float64) func(models.Point) ([3]float64, bool) {
		return func(p models.Point) ([3]float64, bool) { return own, max(math.Abs(p.X), math.Abs(p.Y)) < half }
	}
	// Printed lines around the rivers and before the hands, and the ways from the unit to them.
	lined := func(p models.Point) ([3]float64, bool) {
		far := max(math.Abs(p.X), math.Abs(p.Y))
		line := math.Abs(far-180) < 2 || math.Abs(far-250) < 2 || math.Abs(math.Abs(p.X)-math.Abs(p.Y)) < 2 && far < 180
		own := [3]float64{.02, .02, .02}
		if far < 80 {
			own = metal
		}
		return own, line || far < 80
	}
	for name, tt := range map[string]struct {
		cloth [3]float64
		on    func(models.Point) ([3]float64, bool)
		want  float64 // how far the unit reaches; 0 for none
	}{
		"grey on green":             {green, square(80, metal), 80},
		"small":                     {green, square(60, metal), 60},
		"large":                     {green, square(120, metal), 120},
		"dark on black":             {[3]float64{.055, .06, .075}, square(80, [3]float64{.16, .16, .18}), 80},
		"hardly lighter than cloth": {grey, square(80, [3]float64{.8, .79, .76}), 80},
		"round":                     {green, func(p models.Point) ([3]float64, bool) { return metal, p.Length() < 75 }, 73},
		"of a ring and a dark lid": {green, func(p models.Point) ([3]float64, bool) {
			if p.Length() < 45 {
				return [3]float64{.05, .05, .05}, true
			}
			return metal, max(math.Abs(p.X), math.Abs(p.Y)) < 80
		}, 80},
		"printed lines":  {green, lined, 80},
		"no unit":        {green, square(0, metal), 0},
		"not the middle": {green, func(p models.Point) ([3]float64, bool) { return square(60, metal)(p.Sub(models.Point{X: 70})) }, 0},
		"half the table": {green, square(200, metal), 0},
		"a strip":        {green, func(p models.Point) ([3]float64, bool) { return metal, math.Abs(p.X) < 130 && math.Abs(p.Y) < 50 }, 0},
		"rivers about it": {green, func(p models.Point) ([3]float64, bool) {
			if near, far := min(math.Abs(p.X), math.Abs(p.Y)), max(math.Abs(p.X), math.Abs(p.Y)); far > 80 && far < 164 && near < 63 {
				return [3]float64{.95, .95, .9}, true
			}
			return square(80, metal)(p)
		}, 0},
		"walls and a hand": {green, func(p models.Point) ([3]float64, bool) {
			if math.Abs(math.Abs(p.Y)-200) < 14 && math.Abs(p.X) < 180 {
				return [3]float64{.85, .6, .12}, true
			}
			return square(80, metal)(p)
		}, 0},
	} {
		img, c := painted(t, tt.cloth, tt.on)
		unit, err := centre.Find(img, c)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case tt.want == 0 && unit != nil:
			t.Errorf("%s: a unit at %.0f", name, unit.Corners)
		case tt.want > 0 && unit == nil:
			t.Errorf("%s: none is found", name)
		case tt.want > 0:
			c.Unit = unit
			if err := c.Validate(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, p := range unit.Corners {
				if math.Abs(math.Abs(p.X)-tt.want) > 5 || math.Abs(math.Abs(p.Y)-tt.want) > 5 {
					t.Errorf("%s: it reaches to %.0f, not %v", name, p, tt.want)
				}
			}
		}
	}
}

// TestTheUnitOfADrawnTableIsFound claims that it is found on an empty drawn table, and in no picture of another size.
func TestTheUnitOfADrawnTableIsFound(t *testing.T) {
	s := scene.WholeTable()
	c, err := s.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	var studio scene.Studio
	empty, _, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	const radius = 75.
	unit, err := centre.Find(empty, c)
	if err != nil || unit == nil {
		t.Fatal("none is found", err)
	}
	for _, p := range unit.Corners {
		if math.Abs(math.Abs(p.X)-radius) > 5 || math.Abs(math.Abs(p.Y)-radius) > 5 {
			t.Errorf("it reaches to %.0f, not %v", p, radius)
		}
	}
	if other, err := centre.Find(image.NewGray(image.Rect(0, 0, 640, 480)), c); err != nil || other != nil {
		t.Errorf("a picture of another size: %v, %v", other, err)
	}
}
