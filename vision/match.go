package vision

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"jantaku/models"
)

// face is one learned sample of a face, as the matcher compares it.
type face struct {
	tile    models.Tile
	flipped bool // the sample turned by 180°
	fine    []float32
	coarse  []float32
}

// matcher compares windows of a strip with every face in one matrix product.
type matcher struct {
	faces        []face // every sample
	means        []face // one average face per tile and way up
	fine, coarse bank   // of all samples; of the averages
	fineMeans    bank   // the averages at full resolution
}

// bank is a list of feature vectors, ready to be compared.
type bank struct {
	size, dims int
	mat        gocv.Mat    // size × dims, centred
	rows       [][]float32 // the same vectors
	mean       []float32   // the average face
	meanSq     float32     // |mean|²
	rawSq      []float32   // |b|² before centring
	reach      []float32   // |b − mean|
	dotMean    []float32   // b·mean
	blank      []bool      // faces with hardly any print
}

// blankness keeps the likeness of faces with hardly any print from resting on
// noise; it is a share of the average face's energy. A face with less than
// blankFace of it has no print to speak of.
const (
	blankness = 0.15
	blankFace = 0.2
)

// newMatcher prepares faces whose vectors are raw; means is the shorter list that
// the coarse search compares with.
func newMatcher(faces, means []face) (*matcher, error) {
	m := &matcher{faces: faces, means: means}
	fineMean, coarseMean := make([]float32, fineLength), make([]float32, coarseLength)
	var fine, coarse, fineMeans [][]float32
	for _, f := range means {
		accumulate(fineMean, f.fine, 1/float32(len(means)))
		accumulate(coarseMean, f.coarse, 1/float32(len(means)))
		coarse = append(coarse, f.coarse)
		fineMeans = append(fineMeans, f.fine)
	}
	for _, f := range faces {
		fine = append(fine, f.fine)
	}
	var errs [3]error
	m.fine, errs[0] = newBank(fine, fineMean)
	m.coarse, errs[1] = newBank(coarse, coarseMean)
	m.fineMeans, errs[2] = newBank(fineMeans, fineMean)
	if err := errors.Join(errs[:]...); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

func newBank(vectors [][]float32, mean []float32) (bank, error) {
	b := bank{size: len(vectors), dims: len(mean), mean: mean, meanSq: inner(mean, mean)}
	var all []float32
	for _, v := range vectors {
		b.rawSq = append(b.rawSq, inner(v, v))
		b.dotMean = append(b.dotMean, inner(v, mean))
		b.blank = append(b.blank, inner(v, v) < blankFace*b.meanSq)
		c := append([]float32(nil), v...)
		b.reach = append(b.reach, centre(c, mean))
		b.rows = append(b.rows, c)
		all = append(all, c...)
	}
	var err error
	if b.mat, err = matFloat(all, len(vectors), len(mean)); err != nil {
		return bank{}, err
	}
	return b, nil
}

// compare gives the similarity of n raw vectors, laid end to end, with every
// vector of the bank: n rows. It changes a.
//
// A similarity is the average of two. One is the correlation about the average
// face, which tells faces apart. The other falls with the plain distance, and
// tells faces from what is none: bare tile, felt, rims.
func (b *bank) compare(a []float32, n int) ([]float32, error) {
	rawSq, dotMean, reach := make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range n {
		v := a[i*b.dims : (i+1)*b.dims]
		rawSq[i], dotMean[i] = inner(v, v), inner(v, b.mean)
		reach[i] = centre(v, b.mean)
	}
	sims, err := product(a, n, b.dims, b.mat)
	if err != nil {
		return nil, err
	}
	for i := range n {
		for j := range b.size {
			k := i*b.size + j
			sims[k] = b.similarity(j, sims[k], rawSq[i], dotMean[i], reach[i])
		}
	}
	return sims, nil
}

// similarity of a vector with vector j, from the correlation of the two about the
// mean and what centring took from the first.
func (b *bank) similarity(j int, correlation, rawSq, dotMean, reach float32) float32 {
	blank := blankness * b.meanSq
	raw := correlation*reach*b.reach[j] + dotMean + b.dotMean[j] - b.meanSq
	return .5 * (correlation + (2*raw+blank)/(rawSq+b.rawSq[j]+blank))
}

// bestOf is the best similarity of a raw vector, which it changes, with some of
// the vectors.
func (b *bank) bestOf(v []float32, which []int) float32 {
	rawSq, dotMean := inner(v, v), inner(v, b.mean)
	reach := centre(v, b.mean)
	best := float32(-1)
	for _, j := range which {
		best = max(best, b.similarity(j, inner(v, b.rows[j]), rawSq, dotMean, reach))
	}
	return best
}

// Close frees the matrices.
func (m *matcher) Close() {
	for _, b := range []*bank{&m.fine, &m.coarse, &m.fineMeans} {
		if b.size > 0 {
			b.mat.Close()
			b.size = 0
		}
	}
}

func accumulate(into, v []float32, k float32) {
	for i := range into {
		into[i] += v[i] * k
	}
}

// inner is the product of two vectors.
func inner(a, b []float32) float32 {
	var s float32
	for i, x := range a {
		s += x * b[i]
	}
	return s
}

// centre subtracts the average face and scales to length one; it gives the length
// there was. A blank face is far from the average one and therefore has a
// direction of its own.
func centre(v, mean []float32) float32 {
	var sum float64
	for i := range v {
		v[i] -= mean[i]
		sum += float64(v[i]) * float64(v[i])
	}
	long := max(math.Sqrt(sum), 1e-6)
	k := float32(1 / long)
	for i := range v {
		v[i] *= k
	}
	return float32(long)
}

// matchCoarse compares the windows whose left upper cells are at places with every
// mean face: one row of similarities per place.
func (m *matcher) matchCoarse(g *grid, places [][2]int) ([]float32, error) {
	return m.coarse.compare(g.windows(places, coarseW, coarseH), len(places))
}

// matchFine is matchCoarse at full resolution with every single sample.
func (m *matcher) matchFine(g *grid, places [][2]int) ([]float32, error) {
	return m.fine.compare(g.windows(places, fineW, fineH), len(places))
}

// matchMeans is matchFine with the average faces.
func (m *matcher) matchMeans(g *grid, places [][2]int) ([]float32, error) {
	return m.fineMeans.compare(g.windows(places, fineW, fineH), len(places))
}

// windows lays the features of the windows at places end to end.
func (g *grid) windows(places [][2]int, w, h int) []float32 {
	n := planes * w * h
	out := make([]float32, n*len(places))
	for i, p := range places {
		g.window(out[i*n:(i+1)*n], p[0], p[1], w, h)
	}
	return out
}

// isBlank reports whether the face of a tile has hardly any print.
func (m *matcher) isBlank(t models.Tile) bool {
	for i, f := range m.means {
		if f.tile == t {
			return m.fineMeans.blank[i]
		}
	}
	return false
}
