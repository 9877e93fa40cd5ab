package vision

// #cgo CFLAGS: -O3 -ffast-math
// #include "product.h"
import "C"

import "unsafe"

// panels are vectors of equal length, packed for fast inner products with others.
// OpenCV's Gemm adds up floats one by one in double precision where it was built
// without a fast BLAS, as Debian's is: this is some fifteen times as fast, and
// nearly all of what reading costs was there.
type panels struct {
	size, dims int
	packed     []float32
	broad      bool // use AVX2
}

// lanes is how many vectors lie side by side in a panel.
const lanes = C.LANES

// pack packs vectors of dims elements each.
func pack(vectors [][]float32, dims int) panels {
	p := panels{size: len(vectors), dims: dims, broad: C.has_broad() != 0}
	p.packed = make([]float32, p.stride()*dims)
	for i, v := range vectors {
		panel := p.packed[i/lanes*lanes*dims:]
		for k, x := range v[:dims] {
			panel[k*lanes+i%lanes] = x
		}
	}
	return p
}

// stride is how many products each vector has: size, rounded up to whole panels.
func (p *panels) stride() int { return (p.size + lanes - 1) / lanes * lanes }

// products gives the inner products of the vectors that lie end to end in a with
// all packed ones, stride of them for each, and with themselves. It uses the
// memory of the two slices given.
func (p *panels) products(a, out, squares []float32) (_, _ []float32) {
	n := len(a) / max(p.dims, 1)
	out, squares = grown(out, n*p.stride()), grown(squares, n)
	if n == 0 || p.size == 0 {
		return out, squares
	}
	if p.broad {
		C.products_broad(floats(a), C.int(n), C.int(p.dims), floats(p.packed), C.int(p.stride()/lanes), floats(out))
	} else {
		C.products_narrow(floats(a), C.int(n), C.int(p.dims), floats(p.packed), C.int(p.stride()/lanes), floats(out))
	}
	C.squares(floats(a), C.int(n), C.int(p.dims), floats(squares))
	return out, squares
}

// grown gives a slice of n elements, the given one where it is large enough. What
// is in it is left from before.
func grown(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}

func floats(s []float32) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(s))) }
