package raster

// #cgo LDFLAGS: -lm
// #include "planes.h"
import "C"

import (
	"fmt"
	"slices"
	"unsafe"
)

// What is compared: not grey values, which follow the lamp, but how much of the
// local light the print swallows in each colour channel, and where its edges run.
const (
	Planes      = C.PLANES // ink in blue, green, red; edges at 0°, 45°, 90°, 135°
	Full        = C.FULL   // ink that swallows all light
	MostOfCell  = C.MOST   // what no plane exceeds
	closeKernel = 17
	PoolCell    = C.POOL // strip pixels per cell of the planes, each way

	// A window is the printed part of a cell: the rim of the face, where the
	// neighbour and the gap begin, is left out.
	rim                      = 2 // strip pixels
	WindowW, WindowH         = CellW - 2*rim, CellH - 2*rim
	FineW, FineH             = WindowW / PoolCell, WindowH / PoolCell
	CoarseW, CoarseH         = WindowW / PoolCell / 2, WindowH / PoolCell / 2
	FineLength, CoarseLength = Planes * FineW * FineH, Planes * CoarseW * CoarseH

	edgeWeight = 1.6 // makes edges count about as much as ink
)

// Grid is a stack of feature planes over a strip, cell by cell.
type Grid struct {
	Width, Height int // in cells
	data          Vector
	inks          Areas  // of the cells, once they were asked for
	beyond        []bool // cells that lie outside of the picture, wholly or in part; nil where none does
}

// Ratio divides the local light out of a strip: 255 is bare tile, less is ink.
func (s *Strip) Ratio() ([]byte, error) {
	light, err := Closed(s.Pix, s.Width, s.Height, s.Res.kernel)
	if err != nil {
		return nil, err
	}
	s.Light = light
	out := make([]byte, len(s.Pix))
	C.ratio_of(bytesOf(s.Pix), bytesOf(light), C.int(len(out)), bytesOf(out))
	return out, nil
}

// Closed closes each channel with a square, an odd number of pixels wide: dark strokes thinner than that vanish, which leaves the light they were
// printed on. OpenCV does the same, in Mats: on a strip of one tile it takes four times as long, and tiles are drawn a thousand times a table.
func Closed(pix []byte, width, height, square int) ([]byte, error) {
	if width < 1 || height < 1 || len(pix) != Channels*width*height || square < 1 || square%2 == 0 {
		return nil, fmt.Errorf("%w: %d bytes for %d×%d, closed by %d", errMatrix, len(pix), width, height, square)
	}
	out := make([]byte, len(pix))
	if C.close_of(bytesOf(pix), C.int(width), C.int(height), C.int(square), bytesOf(out)) == 0 {
		return nil, fmt.Errorf("%w: %d×%d pixels closed by %d", errMemory, width, height, square)
	}
	return out, nil
}

func bytesOf(s []byte) *C.uchar { return (*C.uchar)(unsafe.Pointer(unsafe.SliceData(s))) }

// Grid computes the planes of a strip.
func (s *Strip) Grid() (*Grid, error) {
	r, err := s.Ratio()
	if err != nil {
		return nil, err
	}
	return s.features(r), nil
}

// features are those of the ratio picture of a strip, which knows what of it lies outside of the picture.
func (s *Strip) features(ratio []byte) *Grid {
	g := Features(ratio, s.Width, s.Height)
	if s.beyond == nil {
		return g
	}
	g.beyond = make([]bool, g.Width*g.Height)
	for i := range g.beyond {
		for y := range PoolCell {
			at := (i/g.Width*PoolCell+y)*s.Width + i%g.Width*PoolCell
			g.beyond[i] = g.beyond[i] || slices.Contains(s.beyond[at:at+PoolCell], true)
		}
	}
	return g
}

// Features computes the planes of a ratio picture: ink and edges of every pixel,
// averaged over the cells.
func Features(ratio []byte, width, height int) *Grid {
	g := &Grid{Width: width / PoolCell, Height: height / PoolCell}
	g.data = make(Vector, Planes*g.Width*g.Height)
	if len(g.data) > 0 {
		work := make([]float32, width*(C.LINES_OF_INK+Planes))
		C.features_of(bytesOf(ratio[:3*width*height]), C.int(width), C.int(height), edgeWeight, (*C.float)(unsafe.Pointer(unsafe.SliceData(work))), shorts(g.data))
	}
	return g
}

// Beyond tells which of the w×h cells from (x, y) lie outside of the picture, and nothing where all are in it.
func (g *Grid) Beyond(x, y, w, h int) []bool {
	if g.beyond == nil {
		return nil
	}
	out := make([]bool, w*h)
	for i := range out {
		out[i] = g.beyond[min(max(y+i/w, 0), g.Height-1)*g.Width+min(max(x+i%w, 0), g.Width-1)]
	}
	if !slices.Contains(out, true) {
		return nil
	}
	return out
}

// Window copies the features of the w×h cells from (x, y) into dst, and repeats
// the border outside the grid.
func (g *Grid) Window(dst Vector, x, y, w, h int) {
	for j := 0; j < h; j++ {
		yy := min(max(y+j, 0), g.Height-1)
		if x >= 0 && x+w <= g.Width {
			copy(dst[j*w*Planes:(j+1)*w*Planes], g.data[Planes*(yy*g.Width+x):])
			continue
		}
		for i := 0; i < w; i++ {
			xx := min(max(x+i, 0), g.Width-1)
			copy(dst[(j*w+i)*Planes:(j*w+i+1)*Planes], g.data[Planes*(yy*g.Width+xx):])
		}
	}
}

// InkIn is the mean ink of a window of w×h cells, of what lies outside as none.
func (g *Grid) InkIn(x, y, w, h int) float64 {
	if g.inks.sums == nil {
		inks := make([]int, g.Width*g.Height)
		for i := range inks {
			v := g.data[Planes*i:]
			inks[i] = int(v[0]) + int(v[1]) + int(v[2])
		}
		g.inks = Summed(inks, g.Width, g.Height)
	}
	x0, y0 := min(x, g.Width), min(y, g.Height)
	inside := g.inks.In(x0, y0, min(w, g.Width-x0), min(h, g.Height-y0))
	return float64(inside) / float64(Channels*Full*w*h)
}

// Brightness is the upper quartile of the brightness of the pixels at least border
// from the rim: of the bare tile between the print.
func (s *Strip) Brightness(border int) float64 {
	var hist [256]int
	n := 0
	for y := border; y < s.Height-border; y++ {
		for x := border; x < s.Width-border; x++ {
			k := Channels * (y*s.Width + x)
			hist[min(s.Pix[k], s.Pix[k+1], s.Pix[k+2])]++
			n++
		}
	}
	left := n / 4
	for v := 255; v > 0; v-- {
		if left -= hist[v]; left < 0 {
			return float64(v)
		}
	}
	return 0
}

// White is the mean colour of the lightest quarter of the pixels at least border from the rim, by their darkest channel: that of the bare
// tile between the print. Blue, green, red.
func (s *Strip) White(border int) (colour [Channels]float64) {
	least, n := s.Brightness(border), 0.0
	for y := border; y < s.Height-border; y++ {
		for x := border; x < s.Width-border; x++ {
			px := s.Pix[Channels*(y*s.Width+x):][:Channels]
			if float64(min(px[0], px[1], px[2])) < least {
				continue
			}
			for c := range colour {
				colour[c] += float64(px[c])
			}
			n++
		}
	}
	for c := range colour {
		colour[c] /= max(n, 1)
	}
	return colour
}

// LightFrom is the share of the pixels at least border from the rim all of whose channels are at least as light as one level.
func (s *Strip) LightFrom(border int, level byte) float64 {
	white, n := 0, 0
	for y := border; y < s.Height-border; y++ {
		for x := border; x < s.Width-border; x++ {
			px := s.Pix[Channels*(y*s.Width+x):][:Channels]
			if n++; min(px[0], px[1], px[2]) >= level {
				white++
			}
		}
	}
	return float64(white) / float64(max(n, 1))
}
