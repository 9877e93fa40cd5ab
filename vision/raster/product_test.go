package raster

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestProductsAreInnerProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][3]int{{1, 1, 1}, {3, 17, 5}, {4, 16, CoarseLength}, {7, 85, 33}, {5, 33, FineLength}} {
		t.Run(fmt.Sprint(shape), func(t *testing.T) {
			rows, count, dims := shape[0], shape[1], shape[2]
			windows, faces := randomVector(r, rows*dims), randomVector(r, count*dims)
			which := Every(count)
			r.Shuffle(count, func(i, j int) { which[i], which[j] = which[j], which[i] })
			got, own := Products(windows, faces, which, dims, nil), Squares(windows, dims, nil)
			for i := range rows {
				v := windows[i*dims : (i+1)*dims]
				if want := innerOf(v, v); own[i] != want {
					t.Errorf("square %d is %v, want %v", i, own[i], want)
				}
				for j, k := range which {
					if want := innerOf(v, faces[int(k)*dims:][:dims]); got[i*count+j] != want {
						t.Fatalf("product %d, %d is %v, want %v", i, j, got[i*count+j], want)
					}
				}
			}
		})
	}
}

func TestTheLargestProductDoesNotOverflow(t *testing.T) {
	v := make(Vector, FineLength)
	for i := range v {
		v[i] = MostOfCell
	}
	if got, want := Squares(v, FineLength, nil)[0], FineLength*MostOfCell*MostOfCell; int(got) != want {
		t.Errorf("%d, want %d", got, want)
	}
}

// randomVector is a vector of cells as large as they may be.
func randomVector(r *rand.Rand, n int) Vector {
	v := make(Vector, n)
	for i := range v {
		v[i] = int16(r.IntN(MostOfCell + 1))
	}
	return v
}

func innerOf(a, b Vector) (sum int32) {
	for i := range a {
		sum += int32(a[i]) * int32(b[i])
	}
	return sum
}
