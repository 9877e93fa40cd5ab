package vision

import (
	"math"
	"slices"

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
	faces     []face         // every sample
	means     []face         // one average face per tile and way up
	coarse    bank           // the averages
	fineMeans bank           // the averages at full resolution
	looks     map[look]*bank // all samples, once they were asked for
	vectors   []float32      // windows that are being compared
}

// look is a tile one way up; all samples of it are one bank.
type look struct {
	tile    models.Tile
	flipped bool
}

// bank is a list of feature vectors, ready to be compared.
type bank struct {
	panels            // the vectors, and the average face as the last
	faces   int       // how many vectors there are beside the average face
	mean    []float32 // the average face
	meanSq  float32   // |mean|²
	rawSq   []float32 // |b|²
	reach   []float32 // |b − mean|
	dotMean []float32 // b·mean
	blank   []bool    // faces with hardly any print

	out, squares []float32 // used anew by every comparison
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
func newMatcher(faces, means []face) *matcher {
	m := &matcher{faces: faces, means: means, looks: map[look]*bank{}}
	fineMean, coarseMean := make([]float32, fineLength), make([]float32, coarseLength)
	var coarse, fineMeans [][]float32
	for _, f := range means {
		accumulate(fineMean, f.fine, 1/float32(len(means)))
		accumulate(coarseMean, f.coarse, 1/float32(len(means)))
		coarse = append(coarse, f.coarse)
		fineMeans = append(fineMeans, f.fine)
	}
	m.coarse, m.fineMeans = newBank(coarse, coarseMean), newBank(fineMeans, fineMean)
	return m
}

func newBank(vectors [][]float32, mean []float32) bank {
	b := bank{faces: len(vectors), mean: mean, meanSq: inner(mean, mean)}
	for _, v := range vectors {
		rawSq, dotMean := inner(v, v), inner(v, mean)
		b.rawSq = append(b.rawSq, rawSq)
		b.dotMean = append(b.dotMean, dotMean)
		b.reach = append(b.reach, distance(rawSq, dotMean, b.meanSq))
		b.blank = append(b.blank, rawSq < blankFace*b.meanSq)
	}
	b.panels = pack(append(slices.Clone(vectors), mean), len(mean))
	return b
}

// compare gives the similarity of n raw vectors, laid end to end, with every
// vector of the bank: n rows.
//
// A similarity is the average of two. One is the correlation about the average
// face, which tells faces apart. The other falls with the plain distance, and
// tells faces from what is none: bare tile, felt, rims.
func (b *bank) compare(a []float32, n int) []float32 {
	b.out, b.squares = b.products(a[:n*b.dims], b.out, b.squares)
	sims := make([]float32, n*b.faces)
	blank := blankness * b.meanSq
	for i := range n {
		raw := b.out[i*b.stride() : (i+1)*b.stride()]
		rawSq, dotMean := b.squares[i], raw[b.faces]
		near := 1 / distance(rawSq, dotMean, b.meanSq)
		for j := range b.faces {
			correlation := (raw[j] - dotMean - b.dotMean[j] + b.meanSq) * near / b.reach[j]
			sims[i*b.faces+j] = .5 * (correlation + (2*raw[j]+blank)/(rawSq+b.rawSq[j]+blank))
		}
	}
	return sims
}

// distance is |v − mean|, given |v|², v·mean and |mean|². A blank face is far from
// the average one and therefore has a direction of its own.
func distance(rawSq, dotMean, meanSq float32) float32 {
	return float32(math.Sqrt(max(float64(rawSq)-2*float64(dotMean)+float64(meanSq), 1e-12)))
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
func (m *matcher) matchCoarse(g *grid, places [][2]int) []float32 {
	return m.coarse.compare(m.windows(g, places, coarseW, coarseH), len(places))
}

// matchMeans is matchCoarse at full resolution.
func (m *matcher) matchMeans(g *grid, places [][2]int) []float32 {
	return m.fineMeans.compare(m.windows(g, places, fineW, fineH), len(places))
}

// windows lays the features of the windows at places end to end; the memory is
// used anew by every comparison.
func (m *matcher) windows(g *grid, places [][2]int, w, h int) []float32 {
	n := planes * w * h
	m.vectors = grown(m.vectors, n*len(places))
	for i, p := range places {
		g.window(m.vectors[i*n:(i+1)*n], p[0], p[1], w, h)
	}
	return m.vectors
}

// samples is the bank of a tile's samples, one way up.
func (m *matcher) samples(of look) *bank {
	if b := m.looks[of]; b != nil {
		return b
	}
	var vectors [][]float32
	for _, f := range m.faces {
		if f.tile == of.tile && f.flipped == of.flipped {
			vectors = append(vectors, f.fine)
		}
	}
	b := newBank(vectors, m.fineMeans.mean)
	m.looks[of] = &b
	return &b
}

// meanOf is the average face of a tile, one way up.
func (m *matcher) meanOf(of look) []float32 {
	for _, f := range m.means {
		if f.tile == of.tile && f.flipped == of.flipped {
			return f.fine
		}
	}
	return nil
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
