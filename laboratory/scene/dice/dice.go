// Package dice draws the middle of a table with dice, for tests of who reads them.
package dice

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"

	"jantaku/models"
)

// Drawing is a table's middle with dice, drawn by casting a ray through each part of a pixel.
type Drawing struct {
	Scale  float64 // pixels a millimetre on the tops
	Tilt   float64 // of the camera from the vertical, radians
	Edge   float64 // mm
	Round  float64 // of the corners, mm
	Pip    float64 // radius, edges
	Spread float64 // of the pips, edges
	Cloth  [3]float64
	Red    bool // 1 and 4
	Dome   float64
	Lamp   float64 // brightness of a mirror image
	Blur   float64 // pixels
	Noise  float64 // grey levels
	Light  float64
	Dice   []Die
	Glare  [][3]float64 // x, y, radius of reflections, mm
	Side   int          // pixels
	Seed   uint64
}

// Die is one die as it lies.
type Die struct {
	X, Y, Turn float64 // mm from the middle, radians
	Value      int
	Around     [2]int // values of the two sides that may be seen
	// Colour is the face's, with white pips; white with dark pips where it is zero.
	Colour [3]float64
}

// onTop are the pips of a value, in edges from the middle.
func onTop(value int, spread float64) [][2]float64 {
	s := spread
	switch value {
	case 1:
		return [][2]float64{{0, 0}}
	case 2:
		return [][2]float64{{-s, -s}, {s, s}}
	case 3:
		return [][2]float64{{-s, -s}, {0, 0}, {s, s}}
	case 4:
		return [][2]float64{{-s, -s}, {s, -s}, {-s, s}, {s, s}}
	case 5:
		return [][2]float64{{-s, -s}, {s, -s}, {-s, s}, {s, s}, {0, 0}}
	}
	return [][2]float64{{-s, -s}, {s, -s}, {-s, s}, {s, s}, {-s, 0}, {s, 0}}
}

// face gives the colour of a place on a face of a die, a and b in edges from its middle.
func (d *Drawing) face(one Die, value int, a, b, shade float64) [3]float64 {
	pip, plain := [3]float64{.04, .04, .05}, [3]float64{.8, .8, .77}
	if one.Colour != ([3]float64{}) {
		pip, plain = plain, one.Colour
	} else if d.Red && (value == 1 || value == 4) {
		pip = [3]float64{.55, .05, .05}
	}
	c := plain
	for _, p := range onTop(value, d.Spread) {
		r := d.Pip
		if value == 1 {
			r *= 1.6
		}
		if math.Hypot(a-p[0], b-p[1]) < r {
			c = pip
		}
	}
	return [3]float64{c[0] * shade, c[1] * shade, c[2] * shade}
}

// ray gives the light of a place in the plane of the tops, mm from the middle.
func (d *Drawing) ray(x, y float64) [3]float64 {
	c := d.Cloth
	// The camera looks along +y downwards: below the tops the ray goes on by tan(tilt) of the depth.
	slope := math.Tan(d.Tilt)
	nearest := math.Inf(1)
	for _, one := range d.Dice {
		sin, cos := math.Sincos(one.Turn)
		local := func(x, y float64) (a, b float64) {
			dx, dy := x-one.X, y-one.Y
			return (dx*cos + dy*sin) / d.Edge, (-dx*sin + dy*cos) / d.Edge
		}
		if a, b := local(x, y); inSquare(a, b, d.Round/d.Edge) && nearest > 0 {
			c, nearest = d.face(one, one.Value, a, b, 1), 0
			continue
		}
		for depth := .02; depth < 1; depth += .02 { // the sides
			a, b := local(x, y+slope*depth*d.Edge)
			if depth < nearest && math.Abs(a) < .5 && math.Abs(b) < .5 {
				nearest = depth
				value, along, shade := one.Around[0], a, .62
				if .5-math.Abs(a) < .5-math.Abs(b) {
					value, along, shade = one.Around[1], b, .45
				}
				c = d.face(one, value, along, depth-.5, shade)
				break
			}
		}
	}
	for _, g := range d.Glare {
		r := math.Hypot(x-g[0], (y-g[1])*1.3) / g[2]
		if r < 1 {
			k := d.Lamp * (1 - r*r*r)
			c = [3]float64{c[0] + k, c[1] + k, c[2] + k}
		}
	}
	if d.Dome > 0 { // a rim of light and a veil
		r := math.Hypot(x, y) / 55
		k := d.Dome * (.08 + .7*math.Exp(-(r-.95)*(r-.95)*400)*(.5+.5*math.Sin(3*math.Atan2(y, x))))
		c = [3]float64{c[0] + k, c[1] + k, c[2] + k}
	}
	return c
}

func inSquare(a, b, round float64) bool {
	a, b = math.Abs(a), math.Abs(b)
	if a > .5 || b > .5 {
		return false
	}
	if a > .5-round && b > .5-round {
		return math.Hypot(a-.5+round, b-.5+round) < round
	}
	return true
}

// Draw makes the picture.
func (d *Drawing) Draw() image.Image {
	random := rand.New(rand.NewPCG(d.Seed, 9))
	n := d.Side
	linear := make([][3]float64, n*n)
	const parts = 3
	for j := range n {
		for i := range n {
			var sum [3]float64
			for k := range parts * parts {
				x := (float64(i) + (float64(k%parts)+.5)/parts - float64(n)/2) / d.Scale
				y := (float64(j) + (float64(k/parts)+.5)/parts - float64(n)/2) / d.Scale
				c := d.ray(x, y)
				for m := range sum {
					sum[m] += c[m] / parts / parts
				}
			}
			linear[j*n+i] = sum
		}
	}
	linear = blurred(linear, n, d.Blur)
	img := image.NewRGBA(image.Rect(0, 0, n, n))
	for i, c := range linear {
		var out [3]uint8
		grain := d.Noise * random.NormFloat64()
		for m, v := range c {
			v = min(1, max(0, v*d.Light))
			if v <= .0031308 {
				v *= 12.92
			} else {
				v = 1.055*math.Pow(v, 1/2.4) - .055
			}
			out[m] = uint8(min(255, max(0, 255*v+grain+.5*d.Noise*random.NormFloat64())))
		}
		img.Set(i%n, i/n, color.RGBA{out[0], out[1], out[2], 255})
	}
	return img
}

// blurred blurs by a Gaussian of a width in pixels.
func blurred(in [][3]float64, n int, width float64) [][3]float64 {
	if width < .1 {
		return in
	}
	r := int(3*width + 1)
	kernel := make([]float64, 2*r+1)
	sum := 0.0
	for i := range kernel {
		kernel[i] = math.Exp(-float64((i-r)*(i-r)) / 2 / width / width)
		sum += kernel[i]
	}
	for _, across := range []bool{true, false} {
		out := make([][3]float64, len(in))
		for j := range n {
			for i := range n {
				for k, w := range kernel {
					x, y := i, j
					if across {
						x = min(n-1, max(0, i+k-r))
					} else {
						y = min(n-1, max(0, j+k-r))
					}
					for m := range 3 {
						out[j*n+i][m] += in[y*n+x][m] * w / sum
					}
				}
			}
		}
		in = out
	}
	return in
}

// Kinds are what is hard about a table, by the kind of Random.
func Kinds() []string {
	return []string{"plain", "under a dome", "under lamps", "on a white plate", "light pips", "overexposed"}
}

// At is where the middle of a die's top lies, pixels.
func (d *Drawing) At(one Die) models.Point { return d.pixel(one, 0, 0) }

// pixel is where a place on a die's top lies, a and b in edges from its middle.
func (d *Drawing) pixel(one Die, a, b float64) models.Point {
	sin, cos := math.Sincos(one.Turn)
	return models.Point{X: (one.X+d.Edge*(a*cos-b*sin))*d.Scale + float64(d.Side)/2, Y: (one.Y+d.Edge*(a*sin+b*cos))*d.Scale + float64(d.Side)/2}
}

// full is the grey level from which on a place is saturated.
const full = 251

// Readable reports whether what is not saturated of a die's top tells its value from all others, to one who knows how it lies: of those
// places where another value has a pip or none most must be open.
func (d *Drawing) Readable(img image.Image, one Die) bool {
	var open, mine [9]bool
	for s := range open {
		n, all := 0, 0
		for j := -2; j <= 2; j++ {
			for i := -2; i <= 2; i++ {
				at := d.pixel(one, float64(s%3-1)*d.Spread+float64(i)*d.Pip/2.5, float64(s/3-1)*d.Spread+float64(j)*d.Pip/2.5)
				r, g, b, _ := img.At(int(at.X+.5), int(at.Y+.5)).RGBA()
				if all++; min(r, g, b)>>8 < full {
					n++
				}
			}
		}
		open[s] = 2*n > all
	}
	mine = spots(one.Value, false)
	for value := 1; value <= 6; value++ {
		for _, turned := range []bool{false, true} {
			other, same := spots(value, turned), true
			for s := range open {
				same = same && (!open[s] || other[s] == mine[s])
			}
			if same && value != one.Value {
				return false
			}
		}
	}
	return true
}

// spots are the places of a face, by rows, that have a pip; a face may lie turned by a quarter.
func spots(value int, turned bool) (dark [9]bool) {
	for _, p := range onTop(value, 1) {
		column, row := int(p[0])+1, int(p[1])+1
		if turned {
			column, row = 2-row, column
		}
		dark[3*row+column] = true
	}
	return dark
}

// Random makes a table with so many dice, 4 at most. kind is what is hard: 0 nothing, 1 a dome, 2 lamps, 3 a white plate, 4 light pips on one die or both, some under
// a dome, 5 white faces saturate the camera under a dome.
func Random(seed uint64, kind, count int) *Drawing {
	r := rand.New(rand.NewPCG(seed, 77))
	between := func(a, b float64) float64 { return a + (b-a)*r.Float64() }
	cloths := [][3]float64{{.02, .12, .05}, {.02, .05, .18}, {.05, .05, .06}, {.15, .03, .04}, {.1, .1, .1}, {.03, .2, .16}}
	d := &Drawing{Scale: between(1.5, 3), Tilt: between(0, .6), Edge: between(10.5, 16), Pip: between(.085, .115), Spread: between(.24, .28), Cloth: cloths[r.IntN(len(cloths))],
		Red: r.IntN(3) > 0, Blur: between(.3, .8), Noise: between(1, 5), Light: between(.6, 1.15), Seed: seed}
	d.Round = d.Edge * between(.05, .18)
	d.Side = int(120 * d.Scale)
	for len(d.Dice) < count {
		one := Die{X: between(-25, 25), Y: between(-25, 25), Turn: between(0, 2*math.Pi), Value: 1 + r.IntN(6), Around: [2]int{1 + r.IntN(6), 1 + r.IntN(6)}}
		close := func(o Die) bool { return math.Hypot(one.X-o.X, one.Y-o.Y) < 1.5*d.Edge }
		if !slices.ContainsFunc(d.Dice, close) {
			d.Dice = append(d.Dice, one)
		}
	}
	if kind == 4 {
		colours := [][3]float64{{.45, .02, .03}, {.02, .02, .02}, {.03, .06, .35}, {.02, .2, .05}, {.3, .12, .02}, {.15, .02, .2}}
		for i := range d.Dice {
			if colour := colours[r.IntN(len(colours))]; i == 0 || r.IntN(2) == 0 {
				d.Dice[i].Colour = colour
			}
		}
	}
	if kind == 5 {
		d.Light = between(1.25, 2)
	}
	if kind == 1 || kind == 5 || kind == 4 && r.IntN(2) == 0 {
		d.Dome = between(.1, .5)
		for range 3 {
			d.Glare = append(d.Glare, [3]float64{between(-50, 50), between(-50, 50), between(1.5, 6)})
		}
		d.Lamp = between(.3, 2)
	}
	if kind == 2 {
		for range 2 {
			d.Glare = append(d.Glare, [3]float64{between(-30, 30), between(-30, 30), between(6, 25)})
		}
		d.Lamp = between(.2, 3)
	}
	if kind == 3 {
		v := between(.4, .85)
		d.Cloth = [3]float64{v, v, v * between(.9, 1)}
		d.Light = between(.6, 1)
	}
	return d
}
