package raster

// #cgo CFLAGS: -O3 -ffast-math
// #include "sample.h"
import "C"

import (
	"unsafe"

	"jantaku/models"
)

// part is the precision of places between pixels: 1/64.
const (
	partBits = C.PART_BITS
	part     = 1 << partBits
)

// Lines are lines of pixels that are sampled from the levels of a picture: those of one level are at once.
type Lines struct {
	into   []byte // blue, green, red
	stride int
	level  *Level
	all    []C.struct_line
	beyond []bool // pixels that lie outside of the picture; nil where none does
}

// Into prepares the sampling of n lines into pixels that lie stride bytes apart along each line. All are there after [Lines.Sample].
func Into(pix []byte, stride, n int) Lines {
	return Lines{into: pix, stride: stride, all: make([]C.struct_line, 0, n)}
}

// Add samples n pixels of a level bilinearly that lie step apart, beginning at from, the first of them to a byte. Outside the level it
// repeats the border.
func (s *Lines) Add(l *Level, to, n int, from, step models.Point) {
	if n < 1 {
		return
	}
	last := from.Add(step.Times(float64(n - 1)))
	if !l.holds(from) || !l.holds(last) {
		for i := range n {
			q, at := from.Add(step.Times(float64(i))), to+i*s.stride
			l.at(s.into[at:], q)
			if !l.shows(q) {
				if s.beyond == nil {
					s.beyond = make([]bool, len(s.into)/Channels)
				}
				s.beyond[at/Channels] = true
			}
		}
		return
	}
	if l != s.level {
		s.Sample()
		s.level = l
	}
	_, _ = s.into[to:][:Channels], s.into[to+(n-1)*s.stride:][:Channels] // C would write outside of it
	fixed := func(v float64) C.longlong { return C.longlong(v * (1 << C.FRACTION)) }
	s.all = append(s.all, C.struct_line{x: fixed(from.X), y: fixed(from.Y), dx: fixed(step.X), dy: fixed(step.Y), to: C.int(to), step: C.int(s.stride), n: C.int(n)})
}

// Sample samples the lines that were added and were not yet.
func (s *Lines) Sample() {
	if len(s.all) > 0 {
		C.sample_lines(bytesOf(s.level.Pix), C.int(Channels*s.level.Width), unsafe.SliceData(s.all), C.int(len(s.all)), bytesOf(s.into))
	}
	s.all = s.all[:0]
}
