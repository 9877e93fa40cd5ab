package raster

import "math"

// The light on tiles: the tiles of a row are of one colour and lie in one light,
// and what lies beside them is not. That tells a blank face from felt and table.
const (
	LightDarker = 0.62 // of the next tile's brightness
	lightColour = 0.06 // by which a channel's share of the brightness may differ
)

// Shade is the mean light of a window: brightness, and each channel's share.
type Shade struct {
	Bright float64
	Share  [3]float64
}

// ShadeAt is the light under the window whose left column is x.
func (s *Strip) ShadeAt(x int) Shade { return s.ShadeIn(x, s.Margin, s.Res.WindowW, s.Res.WindowH) }

// ShadeIn is the light under w×h pixels from (x, y).
func (s *Strip) ShadeIn(x, y, w, h int) Shade {
	const parts = 6 // each way, between which the light is taken
	var sum [Channels]float64
	for j := 1; j < parts; j++ {
		for i := 1; i < parts; i++ {
			px, py := min(max(x+w*i/parts, 0), s.Width-1), min(max(y+h*j/parts, 0), s.Height-1)
			k := Channels * (py*s.Width + px)
			for c := range sum {
				sum[c] += float64(s.Light[k+c]) / ((parts - 1) * (parts - 1))
			}
		}
	}
	return ShadeOf(sum)
}

// ShadeOf is the shade of a colour: blue, green, red.
func ShadeOf(colour [3]float64) Shade {
	out := Shade{Bright: colour[0] + colour[1] + colour[2]}
	for c := range colour {
		out.Share[c] = colour[c] / max(out.Bright, 1)
	}
	return out
}

// Like reports whether two windows can be tiles of one row.
func (a Shade) Like(b Shade) bool {
	return a.Bright >= LightDarker*b.Bright && b.Bright >= LightDarker*a.Bright && a.SameColour(b, lightColour)
}

// SameColour reports whether no channel's share differs by more than most.
func (a Shade) SameColour(b Shade, most float64) bool {
	for c := range a.Share {
		if math.Abs(a.Share[c]-b.Share[c]) > most {
			return false
		}
	}
	return true
}

// Areas are sums over a picture, of what lies in any rectangle.
type Areas struct {
	width int
	sums  []int
}

// Summed sums up a picture of one number a pixel. OpenCV has the same as Integral, for which
// the picture would go into a Mat and the sums come out of one: more lines than the one pass that they are.
func Summed[V byte | int](values []V, width, height int) Areas {
	a := Areas{width + 1, make([]int, (width+1)*(height+1))}
	for y := range height {
		n := 0
		for x := range width {
			n += int(values[y*width+x])
			a.sums[(y+1)*a.width+x+1] = a.sums[y*a.width+x+1] + n
		}
	}
	return a
}

// In sums up the w×h pixels from (x, y).
func (a Areas) In(x, y, w, h int) int {
	at := func(x, y int) int { return a.sums[y*a.width+x] }
	return at(x+w, y+h) - at(x, y+h) - at(x+w, y) + at(x, y)
}

// Mean is the mean of a rectangle, parts of pixels counted as such. It must lie in the
// picture.
func (a Areas) Mean(x, y, w, h float64) float64 {
	at := func(x, y float64) float64 {
		k := int(y)*a.width + int(x)
		fx, fy := x-math.Floor(x), y-math.Floor(y)
		right, down := min(k+1, len(a.sums)-1), min(k+a.width, len(a.sums)-1)
		corner := min(down+1, len(a.sums)-1)
		return (float64(a.sums[k])*(1-fx)+float64(a.sums[right])*fx)*(1-fy) + (float64(a.sums[down])*(1-fx)+float64(a.sums[corner])*fx)*fy
	}
	return (at(x+w, y+h) - at(x, y+h) - at(x+w, y) + at(x, y)) / (w * h)
}

// BrightLevel is the brightness that one in fifty pixels exceeds.
func BrightLevel(pix []byte) float64 {
	var hist [256]int
	for i := 0; i < len(pix); i += 3 {
		hist[max(pix[i], pix[i+1], pix[i+2])]++
	}
	left := len(pix) / Channels / 50
	for v := 255; v > 0; v-- {
		if left -= hist[v]; left < 0 {
			return float64(v)
		}
	}
	return 0
}
