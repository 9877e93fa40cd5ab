package raster

// #include "product.h"
import "C"

import (
	"math"
	"unsafe"
)

// Lean is by how much a window lies off where it looks most like a face: that lies so many cells to the right of it
// and down, is turned by so many radians clockwise, and is by such a share wider and taller. There it is more like the face by
// Gain, of the correlation 1.
type Lean struct{ Right, Down, Turn, Wide, Tall, Gain float64 }

const _ = uint(C.MOST_WIDE - Planes*FineW) // a line is no longer than lean_of takes

// LeanOf says by how much a fine window lies off a face, by least squares of how the face changes as it is moved, turned
// and stretched. It holds for about a cell and a few degrees; false where the face is too even to tell.
func LeanOf(window, face Vector) (Lean, bool) {
	var across [Planes * FineW]float32
	for i := range across {
		across[i] = float32(i/Planes) - (FineW-1)/2.
	}
	var sums [C.LEAN_SUMS]float32
	floats := func(s []float32) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(s))) }
	C.lean_of(shorts(window[:FineLength]), shorts(face[:FineLength]), floats(across[:]), Planes*FineW, FineH, Planes, floats(sums[:]))
	var a [C.LEAN][C.LEAN + 1]float64
	k := 0
	for i := range a {
		for j := i; j < len(a); j++ {
			a[i][j], a[j][i] = float64(sums[k]), float64(sums[k])
			k++
		}
	}
	for i := range a {
		a[i][len(a)] = float64(sums[k+i])
	}
	x, ok := solved(a)
	if !ok || x[0] <= 0 {
		return Lean{}, false
	}
	explained, square := 0.0, float64(sums[len(sums)-1])
	for i := range x {
		explained += x[i] * a[i][len(a)]
	}
	gain := math.Sqrt(max(explained, 0)/square) - a[0][len(a)]/math.Sqrt(a[0][0]*square)
	as := -(1 + x[0]) / 2 / x[0] // the face changes by as much more than the window as it is brighter
	return Lean{Right: as * x[1], Down: as * x[2], Turn: as * x[3], Wide: as * x[4], Tall: as * x[5], Gain: gain}, true
}

// solved solves linear equations by elimination; false where they are hardly independent.
func solved(a [C.LEAN][C.LEAN + 1]float64) (x [C.LEAN]float64, ok bool) {
	const least = 1e-6 // of a diagonal element, that elimination leaves of it
	for i := range a {
		own := a[i][i]
		for j := range i {
			k := a[i][j] / a[j][j]
			for c := range a[i] {
				a[i][c] -= k * a[j][c]
			}
		}
		if !(math.Abs(a[i][i]) > least*math.Abs(own)) {
			return x, false
		}
	}
	for i := len(x) - 1; i >= 0; i-- {
		x[i] = a[i][len(x)]
		for j := i + 1; j < len(x); j++ {
			x[i] -= a[i][j] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x, true
}
