package band

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

const (
	bandAngles = 12 // directions that are tried, over 180°
	minBand    = 24 // map pixels; shorter bands are specks
)

// The sides of the copies of a picture that are searched: small tiles are found in the large
// one, large tiles in the small one. A picture with a longer side of manyPixels may show more of
// a table, with smaller tiles in it.
var findSides, findSidesOfMany = [...]int{640, 320}, [...]int{960, 480}

const manyPixels = 1440

// InkLevels are the least ink, of 255, that counts as print. Above denseInk the seams between
// tiles are none, which otherwise make one of rows that touch above and below.
var InkLevels, DenseInk = []byte{90, 140}, []byte{190}

// reaches are how far apart the prints of neighbours may be, in map pixels.
var reaches = []int{9, 17, 33}

// Find proposes bands of print of some levels, in every direction. Neighbouring faces of a
// row are joined along the row only, so that rows that touch stay apart.
func Find(p *raster.Picture, levels []byte) ([]Band, error) {
	sides := findSides
	if p.Levels[0].Side() >= manyPixels {
		sides = findSidesOfMany
	}
	var all []Band
	for _, side := range sides {
		m, err := findInk(p, side)
		if err != nil {
			return nil, err
		}
		found, err := bandsIn(m, levels)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b Band) int { return cmp.Compare(b.ink, a.ink) })
	return distinct(all), nil
}

func bandsIn(m *inkMap, levels []byte) ([]Band, error) {
	var all []Band
	for _, level := range levels {
		found, err := bandsOf(m, m.mask(level))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// mask is where there is so much ink.
func (m *inkMap) mask(level byte) []byte {
	mask := make([]byte, len(m.Ink))
	for i, v := range m.Ink {
		if v >= level {
			mask[i] = 255
		}
	}
	return mask
}

// bandsOf finds bands in every direction.
func bandsOf(m *inkMap, mask []byte) (all []Band, err error) {
	for _, reach := range reaches {
		for k := range bandAngles {
			found, err := bandsAlong(m, mask, math.Pi*float64(k)/bandAngles, reach)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// bandsAlong finds the elongated components after joining print along one direction.
func bandsAlong(m *inkMap, mask []byte, angle float64, reach int) ([]Band, error) {
	kernel, kw, kh := lineKernel(angle, reach)
	joined, err := raster.CloseGrey(mask, m.Width, m.Height, kernel, kw, kh)
	if err != nil {
		return nil, err
	}
	var out []Band
	for _, part := range Components(joined, m.Width, m.Height, minBand) {
		if b, ok := fitBand(m, mask, part, angle); ok {
			out = append(out, b)
		}
	}
	return out, nil
}

// lineKernel draws a line of the given length and direction.
func lineKernel(angle float64, long int) (pix []byte, w, h int) {
	c, s := math.Cos(angle), math.Sin(angle)
	half := float64(long-1) / 2
	rx, ry := int(math.Round(math.Abs(c)*half)), int(math.Round(math.Abs(s)*half))
	w, h = 2*rx+1, 2*ry+1
	pix = make([]byte, w*h)
	for k := -2 * half; k <= 2*half; k++ {
		x, y := int(math.Round(c*k/2))+rx, int(math.Round(s*k/2))+ry
		if x >= 0 && y >= 0 && x < w && y < h {
			pix[y*w+x] = 1
		}
	}
	return pix, w, h
}

// Components lists the pixels of each 4-connected part with at least least pixels. OpenCV labels them too, but
// what is asked for here is the pixels of each part, which its labels would have to be searched for, in Mats
// that belong to package raster alone.
func Components(mask []byte, width, height, least int) [][]int {
	seen := make([]bool, len(mask))
	var out [][]int
	for start := range mask {
		if mask[start] == 0 || seen[start] {
			continue
		}
		part := []int{start}
		seen[start] = true
		for i := 0; i < len(part); i++ {
			p := part[i]
			x, y := p%width, p/width
			for _, q := range [4][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
				if q[0] < 0 || q[1] < 0 || q[0] >= width || q[1] >= height {
					continue
				}
				if j := q[1]*width + q[0]; mask[j] != 0 && !seen[j] {
					seen[j] = true
					part = append(part, j)
				}
			}
		}
		if len(part) >= least {
			out = append(out, part)
		}
	}
	return out
}

// fitBand fits a straight band through the print of a component, and refuses what
// is not elongated or runs another way.
func fitBand(m *inkMap, mask []byte, part []int, angle float64) (Band, bool) {
	var sum models.Point
	var xx, yy, xy, n float64
	for _, i := range part {
		if mask[i] == 0 {
			continue
		}
		p := models.Point{X: float64(i % m.Width), Y: float64(i / m.Width)}
		sum = sum.Add(p)
		xx, yy, xy, n = xx+p.X*p.X, yy+p.Y*p.Y, xy+p.X*p.Y, n+1
	}
	if n < minBand {
		return Band{}, false
	}
	mid := sum.Times(1 / n)
	xx, yy, xy = xx/n-mid.X*mid.X, yy/n-mid.Y*mid.Y, xy/n-mid.X*mid.Y
	turn := .5 * math.Atan2(2*xy, xx-yy)
	root := math.Hypot(xx-yy, 2*xy)
	major, minor := math.Sqrt((xx+yy+root)/2), math.Sqrt(max((xx+yy-root)/2, .1))
	if off := math.Abs(math.Remainder(turn-angle, math.Pi)); off > 1.2*math.Pi/bandAngles || major < 2*minor {
		return Band{}, false
	}
	u := models.Point{X: math.Cos(turn), Y: math.Sin(turn)}
	if u.X < 0 {
		u = u.Times(-1)
	}
	return measureBand(m, mask, part, mid, u, n), true
}

// measureBand measures how far the print reaches along and across the line.
func measureBand(m *inkMap, mask []byte, part []int, mid, u models.Point, n float64) Band {
	w := models.Point{X: -u.Y, Y: u.X}
	var along, across []float64
	for _, i := range part {
		if mask[i] == 0 {
			continue
		}
		d := (models.Point{X: float64(i % m.Width), Y: float64(i / m.Width)}).Sub(mid)
		along = append(along, d.Dot(u))
		across = append(across, d.Dot(w))
	}
	slices.Sort(along)
	slices.Sort(across)
	at := func(v []float64, q float64) float64 { return v[int(q*float64(len(v)-1))] }
	lo, hi := at(across, .02), at(across, .98)
	mid = mid.Add(w.Times((lo + hi) / 2))
	return Band{
		From:      mid.Add(u.Times(at(along, 0))).Times(m.Scale),
		To:        mid.Add(u.Times(at(along, 1))).Times(m.Scale),
		Thickness: (hi - lo) * m.Scale,
		ink:       n * m.Scale * m.Scale,
	}
}

// distinct keeps the bands, most print first, that are not almost the same as one
// that was kept before.
func distinct(bands []Band) []Band {
	var out []Band
	for _, b := range bands {
		if !slices.ContainsFunc(out, func(k Band) bool { return alike(k, b) }) {
			out = append(out, b)
		}
	}
	return out
}

func alike(a, b Band) bool {
	near := .25 * min(a.Thickness, b.Thickness)
	u := a.To.Sub(a.From).Unit()
	for _, d := range []models.Point{b.From.Sub(a.From), b.To.Sub(a.To)} {
		if math.Abs(u.Cross(d)) > near || math.Abs(u.Dot(d)) > 2*near {
			return false
		}
	}
	return math.Abs(a.Thickness-b.Thickness) < near
}
