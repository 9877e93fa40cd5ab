package raster

import (
	"math"

	"jantaku/models"
)

// Tiles of a row that is seen aslant lean, and in perspective those at one end otherwise than those at the other. Laid flat as they lean, a row shows
// no print about the sides of its tiles: there each column is even from top to bottom. So are skewed lines of text straightened. Faces
// would not tell: those of one photograph all lean alike.

// uprightTuning are the numbers of straightening a row. Of the rows of twenty photographs of two sets none leans by more than .46 at an end.
type uprightTuning struct {
	step  float64 // of how far tiles lean along their row for each unit across it,
	steps int     // how many of those are tried either way, and
	fine  int     // how often it is halved then, about the best
	near  float64 // tiles either way of a side in which no print is
}

var uprights = uprightTuning{step: .1, steps: 5, fine: 3, near: .12}

// Straightened is the frame of a row whose tiles stand at ts as they lean; lay gives it for a lean of the first of them and of the last, along the row
// for each unit across it.
func Straightened(p *Picture, res Resolution, ts []float64, lay func(first, last float64) Frame) Frame {
	best, first, last, least := lay(0, 0), 0., 0., math.Inf(1)
	try := func(a, b float64) {
		f := lay(a, b)
		if off := uneven(p, res, &f, ts); off < least {
			best, first, last, least = f, a, b, off
		}
	}
	around := func(steps int, step float64) {
		a, b := first, last
		for i := -steps; i <= steps; i++ {
			for j := -steps; j <= steps; j++ {
				try(a+float64(i)*step, b+float64(j)*step)
			}
		}
	}
	step := uprights.step
	around(uprights.steps, step)
	for range uprights.fine {
		step /= 2
		around(1, step)
	}
	return best
}

// Leaning is the direction down a tile that leans along its row, for each unit across it.
func Leaning(along models.Point, lean float64) models.Point {
	return across(along).Add(along.Unit().Times(lean))
}

// across is the direction across a row, down in the picture.
func across(along models.Point) models.Point {
	a := along.Unit()
	if a.X < 0 {
		return models.Point{X: a.Y, Y: -a.X}
	}
	return models.Point{X: -a.Y, Y: a.X}
}

// Leant is a frame whose tiles at two places lean so far along their row for each unit across it, and those between them evenly; each is as tall as before.
func (f *Frame) Leant(from, to, first, last float64) Frame {
	down := func(t, lean float64) models.Point {
		return Leaning(f.Along(t), lean).Times(f.DownAt(t).Dot(across(f.Along(t))))
	}
	g, a, b := *f, down(from, first), down(to, last)
	g.Down[1] = b.Sub(a).Times(1 / max(to-from, 1))
	g.Down[0] = a.Sub(g.Down[1].Times(from))
	return g
}

// uneven is how uneven a row is from top to bottom about the sides of its tiles, at ts, where a frame has them.
func uneven(p *Picture, res Resolution, f *Frame, ts []float64) (sum float64) {
	s := f.Draw(p, res, ts[0]-1, int((ts[len(ts)-1]-ts[0]+2)*float64(res.CellW)), 0)
	side := func(t float64) float64 {
		if !p.Shows(f.At(t)) {
			return 0
		}
		first, _ := s.Pixel(t-uprights.near, 0)
		last, _ := s.Pixel(t+uprights.near, 0)
		variance := 0.
		for i := Channels * first; i < Channels*(last+1); i++ {
			sum, squares := 0, 0
			for k := i; k < len(s.Pix); k += Channels * s.Width {
				v := int(s.Pix[k])
				sum, squares = sum+v, squares+v*v
			}
			mean := float64(sum) / float64(s.Height)
			variance += float64(squares)/float64(s.Height) - mean*mean
		}
		return math.Sqrt(max(variance, 0)) // no side tells more than all others because a dark cloth is beside it
	}
	for i, t := range ts {
		if i == 0 || t-ts[i-1] > 1+2*uprights.near {
			sum += side(t - .5)
		}
		sum += side(t + .5)
	}
	return sum
}
