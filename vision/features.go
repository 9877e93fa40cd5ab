package vision

// #cgo LDFLAGS: -lm
// #include "planes.h"
import "C"

import "unsafe"

// What is compared: not grey values, which follow the lamp, but how much of the
// local light the print swallows in each colour channel, and where its edges run.
const (
	planes      = C.PLANES // ink in blue, green, red; edges at 0°, 45°, 90°, 135°
	full        = C.FULL   // ink that swallows all light
	mostOfCell  = C.MOST   // what no plane exceeds
	closeKernel = 17
	poolCell    = C.POOL // strip pixels per cell of the planes, each way

	// A window is the printed part of a cell: the rim of the face, where the
	// neighbour and the gap begin, is left out.
	windowW, windowH         = cellW - 4, cellH - 4
	fineW, fineH             = windowW / poolCell, windowH / poolCell
	coarseW, coarseH         = windowW / poolCell / 2, windowH / poolCell / 2
	fineLength, coarseLength = planes * fineW * fineH, planes * coarseW * coarseH

	edgeWeight = 1.6 // makes edges count about as much as ink
)

// grid is a stack of feature planes over a strip, cell by cell.
type grid struct {
	width, height int // in cells
	data          vector
}

// ratio divides the local light out of a strip: 255 is bare tile, less is ink.
func (s *strip) ratio() ([]byte, error) {
	light, err := closeBGR(s.pix, s.width, s.height, s.res.kernel, s.res.kernel)
	if err != nil {
		return nil, err
	}
	s.light = light
	out := make([]byte, len(s.pix))
	C.ratio_of(bytesOf(s.pix), bytesOf(light), C.int(len(out)), bytesOf(out))
	return out, nil
}

func bytesOf(s []byte) *C.uchar { return (*C.uchar)(unsafe.Pointer(unsafe.SliceData(s))) }

// grid computes the planes of a strip.
func (s *strip) grid() (*grid, error) {
	r, err := s.ratio()
	if err != nil {
		return nil, err
	}
	return features(r, s.width, s.height), nil
}

// features computes the planes of a ratio picture: ink and edges of every pixel,
// averaged over the cells.
func features(ratio []byte, width, height int) *grid {
	g := &grid{width: width / poolCell, height: height / poolCell}
	g.data = make(vector, planes*g.width*g.height)
	if len(g.data) > 0 {
		work := make([]float32, width*(height+planes))
		C.features_of(bytesOf(ratio[:3*width*height]), C.int(width), C.int(height), edgeWeight, (*C.float)(unsafe.Pointer(unsafe.SliceData(work))), shorts(g.data))
	}
	return g
}

// window copies the features of the w×h cells from (x, y) into dst, and repeats
// the border outside the grid.
func (g *grid) window(dst vector, x, y, w, h int) {
	for j := 0; j < h; j++ {
		yy := min(max(y+j, 0), g.height-1)
		if x >= 0 && x+w <= g.width {
			copy(dst[j*w*planes:(j+1)*w*planes], g.data[planes*(yy*g.width+x):])
			continue
		}
		for i := 0; i < w; i++ {
			xx := min(max(x+i, 0), g.width-1)
			copy(dst[(j*w+i)*planes:(j*w+i+1)*planes], g.data[planes*(yy*g.width+xx):])
		}
	}
}

// inkInside is the mean ink of the cells at least border cells from the rim.
func (g *grid) inkInside(border int) float64 {
	sum, n := 0.0, 0
	for y := border; y < g.height-border; y++ {
		for x := border; x < g.width-border; x++ {
			v := g.data[planes*(y*g.width+x):]
			sum += inkOf(v)
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// inkIn is the mean ink of a window of w×h cells.
func (g *grid) inkIn(x, y, w, h int) float64 {
	sum := 0.0
	for j := y; j < min(y+h, g.height); j++ {
		for i := x; i < min(x+w, g.width); i++ {
			v := g.data[planes*(j*g.width+i):]
			sum += inkOf(v)
		}
	}
	return sum / float64(w*h)
}

// inkOf is the mean ink of a cell, 0 to 1.
func inkOf(cell vector) float64 { return float64(cell[0]+cell[1]+cell[2]) / (3 * full) }

// brightness is the upper quartile of the brightness of the pixels at least border
// from the rim: of the bare tile between the print.
func (s *strip) brightness(border int) float64 {
	var hist [256]int
	n := 0
	for y := border; y < s.height-border; y++ {
		for x := border; x < s.width-border; x++ {
			k := 3 * (y*s.width + x)
			hist[min(s.pix[k], s.pix[k+1], s.pix[k+2])]++
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
