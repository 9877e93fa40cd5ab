package vision

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestProductsAreInnerProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return v
	}
	for _, shape := range [][3]int{{1, 1, 1}, {3, 17, 5}, {4, 16, 616}, {7, 85, 33}, {5, 33, 2464}} {
		n, size, dims := shape[0], shape[1], shape[2]
		a, vectors := random(n*dims), make([][]float32, size)
		for j := range vectors {
			vectors[j] = random(dims)
		}
		p := pack(vectors, dims)
		for _, broad := range []bool{false, p.broad} {
			t.Run(fmt.Sprint(shape, broad), func(t *testing.T) {
				p.broad = broad
				out, squares := p.products(a, nil, nil)
				near := func(got, want float32) bool { return math.Abs(float64(got-want)) < 1e-5*float64(dims)+1e-4 }
				for i := range n {
					v := a[i*dims : (i+1)*dims]
					if want := inner(v, v); !near(squares[i], want) {
						t.Errorf("square %d is %v, want %v", i, squares[i], want)
					}
					for j := range vectors {
						if got, want := out[i*p.stride()+j], inner(v, vectors[j]); !near(got, want) {
							t.Fatalf("product %d, %d is %v, want %v", i, j, got, want)
						}
					}
				}
			})
		}
	}
}
