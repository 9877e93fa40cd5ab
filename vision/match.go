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
	fine    vector
	coarse  vector
}

// matcher compares windows of a strip with every face in one matrix product.
type matcher struct {
	faces     []face         // every sample
	means     []face         // one average face per tile and way up
	coarse    bank           // the averages
	fineMeans bank           // the averages at full resolution
	looks     map[look]*bank // all samples, once they were asked for
	vectors   vector         // windows that are being compared
}

// look is a tile one way up; all samples of it are one bank.
type look struct {
	tile    models.Tile
	flipped bool
}

// bank is a list of feature vectors, ready to be compared.
type bank struct {
	faces   int       // how many vectors there are beside the average face
	dims    int       // of each
	packed  vector    // the vectors, and the average face as the last
	meanSq  int32     // |mean|²
	rawSq   []int32   // |b|²
	near    []float32 // 1 / |b − mean|
	dotMean []int32   // b·mean
	blank   []bool    // faces with hardly any print

	out, squares []int32 // used anew by every comparison
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
	var coarse, fine []vector
	for _, f := range means {
		coarse, fine = append(coarse, f.coarse), append(fine, f.fine)
	}
	m.coarse, m.fineMeans = newBank(coarse, average(coarse)), newBank(fine, average(fine))
	return m
}

func newBank(vectors []vector, mean vector) bank {
	b := bank{faces: len(vectors), dims: len(mean), packed: slices.Concat(append(slices.Clone(vectors), mean)...)}
	b.dotMean, b.rawSq = products(b.packed, mean, b.dims, nil), squares(b.packed, b.dims, nil)
	b.meanSq = b.rawSq[b.faces]
	for i := range vectors {
		b.near = append(b.near, nearness(b.rawSq[i], b.dotMean[i], b.meanSq))
		b.blank = append(b.blank, float32(b.rawSq[i]) < blankFace*float32(b.meanSq))
	}
	return b
}

// mean is the average face.
func (b *bank) mean() vector { return b.packed[b.faces*b.dims:] }

// compare gives the similarity of n raw vectors, laid end to end, with every
// vector of the bank: n rows.
//
// A similarity is the average of two. One is the correlation about the average
// face, which tells faces apart. The other falls with the plain distance, and
// tells faces from what is none: bare tile, felt, rims.
func (b *bank) compare(a vector, n int) []float32 {
	a = a[:n*b.dims]
	b.out, b.squares = products(a, b.packed, b.dims, b.out), squares(a, b.dims, b.squares)
	sims := make([]float32, n*b.faces)
	blank := blankness * float32(b.meanSq)
	for i := range n {
		raw, sims := b.out[i*(b.faces+1):][:b.faces+1], sims[i*b.faces:][:b.faces]
		square, fromMean := float32(b.squares[i])+blank, b.meanSq-raw[b.faces]
		near := nearness(b.squares[i], raw[b.faces], b.meanSq)
		for j := range sims {
			correlation := float32(raw[j]-b.dotMean[j]+fromMean) * near * b.near[j]
			sims[j] = .5 * (correlation + (2*float32(raw[j])+blank)/(square+float32(b.rawSq[j])))
		}
	}
	return sims
}

// nearness is 1 / |v − mean|, given |v|², v·mean and |mean|². A blank face is far from
// the average one and therefore has a direction of its own.
func nearness(rawSq, dotMean, meanSq int32) float32 {
	return float32(1 / math.Sqrt(max(float64(rawSq)-2*float64(dotMean)+float64(meanSq), 1e-12)))
}

// average is the average of some vectors.
func average(vectors []vector) vector {
	sum := make([]float32, len(vectors[0]))
	for _, v := range vectors {
		accumulate(sum, v, 1/float32(len(vectors)))
	}
	mean := make(vector, len(sum))
	for i, v := range sum {
		mean[i] = int16(math.Round(float64(v)))
	}
	return mean
}

func accumulate[E int16 | float32](into []float32, v []E, k float32) {
	for i := range into {
		into[i] += float32(v[i]) * k
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

// centred is a vector less the average face, scaled to length one. A blank face is far from
// the average one and therefore has a direction of its own.
func centred[E int16 | float32](v []E, mean []float32) []float32 {
	out := make([]float32, len(v))
	var sum float64
	for i := range v {
		out[i] = float32(v[i]) - mean[i]
		sum += float64(out[i]) * float64(out[i])
	}
	k := float32(1 / max(math.Sqrt(sum), 1e-6))
	for i := range out {
		out[i] *= k
	}
	return out
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
func (m *matcher) windows(g *grid, places [][2]int, w, h int) vector {
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
	var vectors []vector
	for _, f := range m.faces {
		if f.tile == of.tile && f.flipped == of.flipped {
			vectors = append(vectors, f.fine)
		}
	}
	b := newBank(vectors, m.fineMeans.mean())
	m.looks[of] = &b
	return &b
}

// meanOf is the average face of a tile, one way up.
func (m *matcher) meanOf(of look) vector {
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

// blankTile is the tile whose face has hardly any print; no tile where all have some.
func (m *matcher) blankTile() models.Tile {
	for i, f := range m.means {
		if m.fineMeans.blank[i] {
			return f.tile
		}
	}
	return models.NoTile
}
