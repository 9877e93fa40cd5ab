package vision

// #cgo CFLAGS: -O3 -ffast-math
// #include "product.h"
import "C"

import "unsafe"

// vector is the planes of the cells of a window, cell by cell; full is one. Processors add up
// products of such integers twice as fast as those of floats, which take twice the memory, and
// that is most of what reading costs. OpenCV multiplies matrices of floats only, fifteen times as
// slowly where it was built without a fast BLAS, as Debian's is.
type vector []int16

// products gives the inner products of the vectors of dims elements that lie end to end in
// windows with those in faces, row by row, in memory that is given. None overflows: no vector is
// longer than fineLength, and no element larger than mostOfCell.
func products(windows, faces vector, dims int, out []int32) []int32 {
	rows, count := len(windows)/dims, len(faces)/dims
	out = grown(out, rows*count)
	if len(out) > 0 {
		C.products_of(shorts(windows), C.int(rows), shorts(faces), C.int(count), C.int(dims), ints(out))
	}
	return out
}

// squares gives the inner products of the vectors of dims elements with themselves.
func squares(windows vector, dims int, out []int32) []int32 {
	out = grown(out, len(windows)/dims)
	if len(out) > 0 {
		C.squares_of(shorts(windows), C.int(len(out)), C.int(dims), ints(out))
	}
	return out
}

// grown gives a slice of n elements, the given one where it is large enough. What
// is in it is left from before.
func grown[S ~[]E, E any](s S, n int) S {
	if cap(s) < n {
		return make(S, n)
	}
	return s[:n]
}

func ints(s []int32) *C.int    { return (*C.int)(unsafe.Pointer(unsafe.SliceData(s))) }
func shorts(s vector) *C.short { return (*C.short)(unsafe.Pointer(unsafe.SliceData(s))) }
