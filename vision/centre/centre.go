// Package centre finds the central unit of a table in a picture of it without tiles: what is no cloth about the middle.
package centre

import (
	"image"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// Tuning holds how a central unit is told from cloth. The figures were chosen on eleven empty tables of another renderer, of which ten units are 160 mm wide,
// and on drawn ones, whose unit is round and 150 mm wide.
type Tuning struct {
	// Cell is how wide a square is whose colour is looked at, mm, and Samples at how many points each way.
	Cell    float64
	Samples int
	// From and To are where surely nothing but cloth and its printed lines lies, as shares of half a side.
	From, To float64
	// Widths are by how much cloth differs from an even colour, in turn; see [raster.FitSurface].
	Widths [6]float64
	// Light and Shade are the deviations of cloth from its even light, as a logarithm, and from its even shares of red and blue, at least; Off is
	// how many of all together what is none is away.
	Light, Shade, Off float64
	// Line is how wide a printed line is at most, mm.
	Line float64
	// Least and Most are how far a unit reaches from the centre, mm and as a share of half a side, Beside how far its middle lies from the
	// centre, mm, Square is the least ratio of its sides, and Filled the least share of the square around it that it takes up: a disk takes up .79.
	Least, Most, Beside, Square, Filled float64
	// End is the share of a unit's width at which it ends: a round one is as long as its last columns are not much shorter than that.
	End float64
	// Empty is the share of a table without tiles outside of the unit that is no cloth, at most: ninety of 136 tiles take up a tenth.
	Empty float64
}

// Usual are the values in use.
var Usual = Tuning{
	Cell: 3, Samples: 2, From: .45, To: .9, Widths: [6]float64{.4, .3, .2, .1, .1, .1}, Light: .06, Shade: .008, Off: 3.5, Line: 6,
	Least: 45, Most: .5, Beside: 25, Square: .8, Filled: .7, End: .25, Empty: .03,
}

// sheet is the table as it looks from straight above, cell by cell, rows from place 1 on.
type sheet struct {
	n      int     // cells each way
	cell   float64 // mm
	colour [][3]float64
	other  []bool // cells that are no cloth
}

// Find finds the unit of the table that a picture of its empty cloth shows; nil where none is seen, or where the table is not empty.
// The error is that of the calibration.
func Find(picture image.Image, c *calibration.Camera) (*calibration.Unit, error) {
	s, err := lay(picture, c)
	if err != nil || s == nil {
		return nil, err
	}
	if !s.parted() {
		return nil, nil
	}
	s.withoutLines()
	return s.unit(c.Side / 2), nil
}

// lay lays the table flat; nil where the picture has another size than those of the camera. What lies outside of the picture is black.
func lay(picture image.Image, c *calibration.Camera) (*sheet, error) {
	k := &Usual
	view, err := c.View(0)
	if err != nil {
		return nil, err
	}
	b := picture.Bounds()
	if b.Dx() != c.Width || b.Dy() != c.Height {
		return nil, nil
	}
	s := &sheet{n: 2 * int(k.To*c.Side/2/k.Cell), cell: k.Cell}
	s.colour = make([][3]float64, s.n*s.n)
	for i := range s.colour {
		middle := s.at(i)
		n := 0.0
		for j := range k.Samples * k.Samples {
			off := models.Point{X: (float64(j%k.Samples)+.5)/float64(k.Samples) - .5, Y: (float64(j/k.Samples)+.5)/float64(k.Samples) - .5}
			q := view.Picture(middle.Add(off.Times(k.Cell)))
			at := image.Pt(b.Min.X+int(q.X+.5), b.Min.Y+int(q.Y+.5))
			if !at.In(b) {
				continue
			}
			red, green, blue, _ := picture.At(at.X, at.Y).RGBA()
			for ch, v := range [3]uint32{red, green, blue} {
				s.colour[i][ch] += float64(v >> 8)
			}
			n++
		}
		for ch := range s.colour[i] {
			s.colour[i][ch] /= max(n, 1)
		}
	}
	return s, nil
}

// at is the middle of a cell on the table, mm.
func (s *sheet) at(i int) models.Point {
	reach := float64(s.n) / 2
	return models.Point{X: (float64(i%s.n) + .5 - reach) * s.cell, Y: (float64(i/s.n) + .5 - reach) * s.cell}
}

// parted tells the cells that are no cloth: what has not the light and the shade that the cloth around has there. It reports false where no cloth is seen.
func (s *sheet) parted() bool {
	k := &Usual
	off := make([]float64, len(s.colour))
	reach := float64(s.n) / 2 * s.cell
	for feature, least := range [...]float64{k.Light, k.Shade, k.Shade} {
		value := func(i int) float64 {
			c := &s.colour[i]
			sum := c[0] + c[1] + c[2] + 3 // dark cells have no shade
			return [...]float64{math.Log(sum), c[0] / sum, c[2] / sum}[feature]
		}
		var around []raster.Sample
		for i := range s.colour {
			at := s.at(i)
			if far := max(math.Abs(at.X), math.Abs(at.Y)); far > k.From/k.To*reach {
				around = append(around, raster.Sample{At: at.Times(1 / reach), Value: value(i)})
			}
		}
		widths := slices.Clone(k.Widths[:])
		for i := range widths {
			widths[i] *= least / k.Light
		}
		even, ok := raster.FitSurface(around, widths)
		if !ok {
			return false
		}
		var apart []float64
		for _, a := range around {
			apart = append(apart, math.Abs(a.Value-even.At(a.At)))
		}
		slices.Sort(apart)
		const deviation = 1.48 // of the median distance from the middle of a normal distribution
		noise := max(least, deviation*apart[len(apart)/2])
		for i := range off {
			d := (value(i) - even.At(s.at(i).Times(1/reach))) / noise
			off[i] += d * d
		}
	}
	s.other = make([]bool, len(off))
	for i := range off {
		s.other[i] = off[i] > k.Off*k.Off
	}
	return true
}

// withoutLines leaves out what is narrower than a printed line: of a square around a cell most is no cloth.
func (s *sheet) withoutLines() {
	r := int(math.Ceil(Usual.Line / s.cell))
	wide := make([]bool, len(s.other))
	for y := r; y < s.n-r; y++ {
		for x := r; x < s.n-r; x++ {
			n := 0
			for dy := -r; dy <= r; dy++ {
				for dx := -r; dx <= r; dx++ {
					if s.other[(y+dy)*s.n+x+dx] {
						n++
					}
				}
			}
			wide[y*s.n+x] = 2*n > (2*r+1)*(2*r+1)
		}
	}
	s.other = wide
}

// unit is what hangs together about the middle of a table whose half side is given, mm; nil where that is none, or where more lies on the table.
func (s *sheet) unit(half float64) *calibration.Unit {
	k := &Usual
	within, size := make([]bool, len(s.other)), 0
	var open []int
	for i := range s.other {
		if at := s.at(i); s.other[i] && max(math.Abs(at.X), math.Abs(at.Y)) < k.Least {
			open, within[i] = append(open, i), true
		}
	}
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		size++
		for _, j := range [...]int{i - 1, i + 1, i - s.n, i + s.n} {
			if j >= 0 && j < len(within) && s.other[j] && !within[j] {
				open, within[j] = append(open, j), true
			}
		}
	}
	all := 0
	for _, other := range s.other {
		if other {
			all++
		}
	}
	if size == 0 || float64(all-size) > k.Empty*float64(len(s.other)) {
		return nil
	}
	across, along := make([]int, s.n), make([]int, s.n) // cells of the unit by column and by row
	for i, in := range within {
		if in {
			across[i%s.n]++
			along[i/s.n]++
		}
	}
	left, right := s.ends(across)
	near, far := s.ends(along)
	// What stands up hides the cloth behind it: the unit reaches as far to either side as to the one where it does less.
	wide, deep := min(-left, right), min(-near, far)
	middle := models.Point{X: (left + right) / 2, Y: (near + far) / 2}
	switch {
	case min(wide, deep) < k.Least || max(right, far, -left, -near) > k.Most*half:
		return nil
	case middle.Length() > k.Beside || min(wide, deep) < k.Square*max(wide, deep):
		return nil
	case float64(size)*s.cell*s.cell < k.Filled*(right-left)*(far-near):
		return nil
	}
	return &calibration.Unit{Corners: []models.Point{{X: -wide, Y: -deep}, {X: wide, Y: -deep}, {X: wide, Y: deep}, {X: -wide, Y: deep}}}
}

// ends are where what has so many cells in each column begins and ends, mm.
func (s *sheet) ends(cells []int) (from, to float64) {
	least := int(Usual.End * float64(slices.Max(cells)))
	is := func(n int) bool { return n > least }
	first := slices.IndexFunc(cells, is)
	last := len(cells) - 1
	for last > first && !is(cells[last]) {
		last--
	}
	return (float64(first) - float64(s.n)/2) * s.cell, (float64(last+1) - float64(s.n)/2) * s.cell
}
