package vision

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestProductsAreInnerProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][3]int{{1, 1, 1}, {3, 17, 5}, {4, 16, coarseLength}, {7, 85, 33}, {5, 33, fineLength}} {
		t.Run(fmt.Sprint(shape), func(t *testing.T) {
			rows, count, dims := shape[0], shape[1], shape[2]
			windows, faces := randomVector(r, rows*dims), randomVector(r, count*dims)
			got, own := products(windows, faces, dims, nil), squares(windows, dims, nil)
			for i := range rows {
				v := windows[i*dims : (i+1)*dims]
				if want := innerOf(v, v); own[i] != want {
					t.Errorf("square %d is %v, want %v", i, own[i], want)
				}
				for j := range count {
					if want := innerOf(v, faces[j*dims:(j+1)*dims]); got[i*count+j] != want {
						t.Fatalf("product %d, %d is %v, want %v", i, j, got[i*count+j], want)
					}
				}
			}
		})
	}
}

func TestTheLargestProductDoesNotOverflow(t *testing.T) {
	v := make(vector, fineLength)
	for i := range v {
		v[i] = mostOfCell
	}
	if got, want := squares(v, fineLength, nil)[0], fineLength*mostOfCell*mostOfCell; int(got) != want {
		t.Errorf("%d, want %d", got, want)
	}
}

// randomVector is a vector of cells as large as they may be.
func randomVector(r *rand.Rand, n int) vector {
	v := make(vector, n)
	for i := range v {
		v[i] = int16(r.IntN(mostOfCell + 1))
	}
	return v
}

func innerOf(a, b vector) (sum int32) {
	for i := range a {
		sum += int32(a[i]) * int32(b[i])
	}
	return sum
}
