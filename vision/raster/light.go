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

// Light that a lamp adds takes ink from all print of a tile; the seams and flanks about it lie in the shadow, and keep theirs. Where little print is left they are
// the darkest by far, and look like a thin frame of more ink than any print can have there.

// ClearTuning says what about a tile is no print of its own.
type ClearTuning struct {
	// About is how wide the rim of a tile's window is in which that may be, as a share of the window's width, and Blurs how many strip pixels beside it are blurred by it.
	About float64
	Blurs int
	// Darker is how many times as dark as the print in the middle that in the rim may be, and Specks the share of the middle that may be darker than its print.
	Darker, Specks float64
}

// clearing are the values in use. Of 28 tiles of another renderer that were not read under a lamp and a veil, seen where they lie, the right face was the likeliest of 12,
// and with the rim cleared of 25; thin frames were .8 to .93 alike with .3 to 1.3 of their ink where the tiles around kept .1 to .3. Blurs is the reach of one pixel of
// a picture in which tiles are half as wide as a strip has them.
var clearing = ClearTuning{About: .2, Blurs: 2, Darker: 1.6, Specks: .02}

// GridUnder is [Strip.Grid] of the one tile of a strip, upon which the light leaves a share of all ink, 0 to 1: what is darker in its rim is drawn as bare tile.
// It reports whether anything is.
func (s *Strip) GridUnder(left float64) (g *Grid, cleared bool, err error) {
	ratio, err := s.Ratio()
	if err != nil {
		return nil, false, err
	}
	cleared = s.clear(ratio, left)
	return s.features(ratio), cleared, nil
}

// clear takes from a ratio picture what is too dark in the rim of its tile, and around it, for print of which light leaves a share. It reports whether
// there is any.
func (s *Strip) clear(ratio []byte, left float64) bool {
	const bare = 255
	in := s.Margin + int(clearing.About*float64(s.Res.WindowW))
	inRim := func(x, y int) bool { return min(x, y) < in || x >= s.Width-in || y >= s.Height-in }
	depth := func(x, y int) int {
		px := ratio[Channels*(y*s.Width+x):][:Channels]
		return bare - int(min(px[0], px[1], px[2]))
	}
	var middle [bare + 1]int // how many of its pixels have a depth
	var dark [][2]int
	for y := range s.Height {
		for x := range s.Width {
			if !inRim(x, y) {
				middle[depth(x, y)]++
			}
		}
	}
	specks, printed := int(clearing.Specks*float64((s.Width-2*in)*(s.Height-2*in))), bare
	for ; printed > 0 && specks >= middle[printed]; printed-- {
		specks -= middle[printed]
	}
	most := max(clearing.Darker*float64(printed), left*bare)
	for y := range s.Height {
		for x := range s.Width {
			if inRim(x, y) && float64(depth(x, y)) > most {
				dark = append(dark, [2]int{x, y})
			}
		}
	}
	for _, at := range dark {
		for y := max(at[1]-clearing.Blurs, 0); y <= min(at[1]+clearing.Blurs, s.Height-1); y++ {
			for x := max(at[0]-clearing.Blurs, 0); x <= min(at[0]+clearing.Blurs, s.Width-1); x++ {
				if inRim(x, y) {
					copy(ratio[Channels*(y*s.Width+x):], []byte{bare, bare, bare})
				}
			}
		}
	}
	return len(dark) > 0
}
