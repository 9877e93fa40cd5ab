package raster

// #cgo CFLAGS: -O3 -ffast-math
// #include "product.h"
import "C"

import (
	"slices"
	"unsafe"
)

// Vector is the planes of the cells of a window, cell by cell; full is one. Processors add up
// products of such integers twice as fast as those of floats, which take twice the memory, and
// that is most of what reading costs. OpenCV multiplies matrices of floats only, fifteen times as
// slowly where it was built without a fast BLAS, as Debian's is.
type Vector []int16

// Products gives the inner products of the vectors of dims elements that lie end to end in
// windows with those of faces that which lists, row by row, in memory that is given. None overflows: no vector is
// longer than fineLength, and no element larger than MostOfCell.
func Products(windows, faces Vector, which []int32, dims int, out []int32) []int32 {
	rows := len(windows) / dims
	out = Grown(out, rows*len(which))
	if len(out) > 0 {
		_ = faces[:dims*(1+int(slices.Max(which)))] // C would read beyond it
		C.products_of(shorts(windows), C.int(rows), shorts(faces), ints(which), C.int(len(which)), C.int(dims), ints(out))
	}
	return out
}

// Every lists the first n vectors, for [Products].
func Every(n int) []int32 {
	which := make([]int32, n)
	for i := range which {
		which[i] = int32(i)
	}
	return which
}

// Squares gives the inner products of the vectors of dims elements with themselves.
func Squares(windows Vector, dims int, out []int32) []int32 {
	out = Grown(out, len(windows)/dims)
	if len(out) > 0 {
		C.squares_of(shorts(windows), C.int(len(out)), C.int(dims), ints(out))
	}
	return out
}

// Grown gives a slice of n elements, the given one where it is large enough. What
// is in it is left from before.
func Grown[S ~[]E, E any](s S, n int) S {
	if cap(s) < n {
		return make(S, n)
	}
	return s[:n]
}

func ints(s []int32) *C.int    { return (*C.int)(unsafe.Pointer(unsafe.SliceData(s))) }
func shorts(s Vector) *C.short { return (*C.short)(unsafe.Pointer(unsafe.SliceData(s))) }
