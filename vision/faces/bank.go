package faces

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Face is one learned sample of a face, as the matcher compares it.
type Face struct {
	Tile    models.Tile
	Flipped bool // the sample turned by 180°
	Worse   bool // the sample as it may be seen, see [WorseTuning]
	Darker  bool // and that darker than it was taught
	Fine    raster.Vector
	Coarse  raster.Vector
}

// Matcher compares windows of a strip with every face in one matrix product.
type Matcher struct {
	Means     []Face         // one average face per tile and way up
	Coarse    Bank           // the averages
	FineMeans Bank           // the averages at full resolution
	looks     map[Look]*Bank // all samples
	worse     map[Look]*Bank // and as they may be seen, in the same memory
	vectors   raster.Vector  // windows that are being compared
	parts     raster.Vector  // and what those that the border cuts are compared with
}

// Look is a tile one way up; all samples of it are one bank.
type Look struct {
	Tile    models.Tile
	Flipped bool
}

// Bank is a list of feature vectors, ready to be compared.
type Bank struct {
	Faces   int           // how many vectors there are beside the average face
	dims    int           // of each
	packed  raster.Vector // the vectors, and the average face
	meanSq  int32         // |mean|²
	rawSq   []int32       // |b|²
	near    []float32     // 1 / |b − mean|
	dotMean []int32       // b·mean
	Blank   []bool        // faces with hardly any print
	every   []int32       // the numbers of all vectors, and that of the average face as the last

	out, squares []int32 // used anew by every comparison
}

// PrintTuning says how much print is next to none, as shares of the energy of the average face.
type PrintTuning struct {
	// Least keeps the likeness of faces with hardly any print from resting on noise.
	Least float32
	// A face with less than Blank has no print to speak of, one with less than Scant next to none: of nine sets white dragons in thin frames, and
	// blank ones taught under a lamp, have .20 to .36, and what has least beside, a 2s, .53.
	Blank, Scant float32
}

var printing = PrintTuning{Least: .15, Blank: .2, Scant: .45}

// NewMatcher prepares faces whose vectors are raw; means is the shorter list that
// the coarse search compares with.
func NewMatcher(faces, means []Face) *Matcher {
	m := &Matcher{Means: means, looks: map[Look]*Bank{}, worse: map[Look]*Bank{}}
	var coarse, fine []raster.Vector
	for _, f := range means {
		coarse, fine = append(coarse, f.Coarse), append(fine, f.Fine)
	}
	m.Coarse, m.FineMeans = NewBank(coarse, Average(coarse)), NewBank(fine, Average(fine))
	samples := map[Look][2][]raster.Vector{}
	for _, f := range faces {
		of := samples[Look{f.Tile, f.Flipped}]
		as := 0
		if f.Darker && m.IsScant(f.Tile) { // what is made of its noise looks like print
			continue
		}
		if f.Worse {
			as = 1
		}
		of[as] = append(of[as], f.Fine)
		samples[Look{f.Tile, f.Flipped}] = of
	}
	for look, of := range samples {
		all := NewBank(slices.Concat(of[0], of[1]), m.FineMeans.Mean())
		taught := all.first(len(of[0]))
		m.worse[look], m.looks[look] = &all, &taught
	}
	return m
}

// NewBank makes some vectors ready to be compared; mean is the average face.
func NewBank(vectors []raster.Vector, mean raster.Vector) Bank {
	return packedBank(slices.Concat(append(slices.Clone(vectors), mean)...), len(mean))
}

// packedBank makes vectors of dims elements ready to be compared that lie end to end, the last of which is the average face.
func packedBank(packed raster.Vector, dims int) Bank {
	b := Bank{Faces: len(packed)/dims - 1, dims: dims, packed: packed}
	b.every = raster.Every(b.Faces + 1)
	b.dotMean, b.rawSq = raster.Products(b.packed, b.Mean(), raster.Every(1), b.dims, nil), raster.Squares(b.packed, b.dims, nil)
	b.meanSq = b.rawSq[b.Faces]
	for i := range b.Faces {
		b.near = append(b.near, nearness(b.rawSq[i], b.dotMean[i], b.meanSq))
		b.Blank = append(b.Blank, float32(b.rawSq[i]) < printing.Blank*float32(b.meanSq))
	}
	return b
}

// first is a bank of the first vectors, in the same memory.
func (b *Bank) first(n int) Bank {
	f := *b
	f.Faces, f.every = n, append(raster.Every(n), int32(b.Faces))
	return f
}

// vector is one of the vectors, and Mean the average face.
func (b *Bank) vector(n int32) raster.Vector { return b.packed[int(n)*b.dims:][:b.dims] }
func (b *Bank) Mean() raster.Vector          { return b.vector(b.every[b.Faces]) }

// Compare gives the similarity of n raw vectors, laid end to end, with every
// vector of the bank: n rows.
//
// A similarity is the average of two. One is the correlation about the average
// face, which tells faces apart. The other falls with the plain distance, and
// tells faces from what is none: bare tile, felt, rims.
func (b *Bank) Compare(a raster.Vector, n int) []float32 {
	a = a[:n*b.dims]
	b.out, b.squares = raster.Products(a, b.packed, b.every, b.dims, b.out), raster.Squares(a, b.dims, b.squares)
	sims := make([]float32, n*b.Faces)
	blank := printing.Least * float32(b.meanSq)
	for i := range n {
		raw, sims := b.out[i*(b.Faces+1):][:b.Faces+1], sims[i*b.Faces:][:b.Faces]
		square, fromMean := float32(b.squares[i])+blank, b.meanSq-raw[b.Faces]
		near := nearness(b.squares[i], raw[b.Faces], b.meanSq)
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

// within lists the vectors that are at most so much less similar than the best one, and the average face.
func (b *Bank) within(sims []float32, less float32) (which []int32) {
	least := slices.Max(sims) - less
	for j, sim := range sims {
		if sim >= least {
			which = append(which, int32(j))
		}
	}
	return append(which, b.every[b.Faces])
}

// Average is the average of some vectors.
func Average(vectors []raster.Vector) raster.Vector {
	sum := make([]float32, len(vectors[0]))
	for _, v := range vectors {
		Accumulate(sum, v, 1/float32(len(vectors)))
	}
	mean := make(raster.Vector, len(sum))
	for i, v := range sum {
		mean[i] = int16(math.Round(float64(v)))
	}
	return mean
}

// Accumulate adds k times a vector to a sum.
func Accumulate[E int16 | float32](into []float32, v []E, k float32) {
	for i := range into {
		into[i] += float32(v[i]) * k
	}
}

// Inner is the product of two vectors.
func Inner(a, b []float32) float32 {
	var s float32
	for i, x := range a {
		s += x * b[i]
	}
	return s
}

// Centred is a vector less the average face, scaled to length one. A blank face is far from
// the average one and therefore has a direction of its own.
func Centred[E int16 | float32](v []E, mean []float32) []float32 {
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

// MatchCoarse compares the windows whose left upper cells are at places with every
// mean face: one row of similarities per place. What lies outside of the picture is drawn as its border: it tells where a row lies by all its tiles.
func (m *Matcher) MatchCoarse(g *raster.Grid, places [][2]int) []float32 {
	return m.Coarse.Compare(m.Windows(g, places, raster.CoarseW, raster.CoarseH), len(places))
}

// Windows lays the features of the windows at places end to end; the memory is
// used anew by every comparison.
func (m *Matcher) Windows(g *raster.Grid, places [][2]int, w, h int) raster.Vector {
	n := raster.Planes * w * h
	m.vectors = raster.Grown(m.vectors, n*len(places))
	for i, p := range places {
		g.Window(m.vectors[i*n:(i+1)*n], p[0], p[1], w, h)
	}
	return m.vectors
}

// Samples is the bank of a tile's samples, one way up.
func (m *Matcher) Samples(of Look) *Bank { return m.looks[of] }

// Worse is the bank of a tile's samples, one way up, as they were taught and as they may be seen.
func (m *Matcher) Worse(of Look) *Bank { return m.worse[of] }

// MeanOf is the average face of a tile, one way up.
func (m *Matcher) MeanOf(of Look) raster.Vector {
	for _, f := range m.Means {
		if f.Tile == of.Tile && f.Flipped == of.Flipped {
			return f.Fine
		}
	}
	return nil
}

// IsBlank reports whether the face of a tile has hardly any print.
func (m *Matcher) IsBlank(t models.Tile) bool {
	for i, f := range m.Means {
		if f.Tile == t {
			return m.FineMeans.Blank[i]
		}
	}
	return false
}

// IsScant reports whether the face of a tile has so little print that what light leaves of another may be as much: none, or a thin frame.
func (m *Matcher) IsScant(t models.Tile) bool {
	for i, f := range m.Means {
		if f.Tile == t {
			return float32(m.FineMeans.rawSq[i]) < printing.Scant*float32(m.FineMeans.meanSq)
		}
	}
	return false
}

// Prints reports whether the average of a face has so much ink of a colour, 0 to 1, at a point from its middle, in tiles, or a
// cell beside.
func (m *Matcher) Prints(face int, at models.Point, least float64) bool {
	v := m.Means[face].Fine
	x := int(math.Floor((.5 + at.X*raster.CellW/raster.WindowW) * raster.FineW))
	y := int(math.Floor((.5 + at.Y*raster.CellH/raster.WindowH) * raster.FineH))
	for cy := max(y-1, 0); cy <= min(y+1, raster.FineH-1); cy++ {
		for cx := max(x-1, 0); cx <= min(x+1, raster.FineW-1); cx++ {
			ink := v[raster.Planes*(cy*raster.FineW+cx):][:raster.Channels]
			if float64(max(ink[0], ink[1], ink[2])) > least*raster.Full {
				return true
			}
		}
	}
	return false
}

// BlankTile is the tile whose face has hardly any print; no tile where all have some.
func (m *Matcher) BlankTile() models.Tile {
	for i, f := range m.Means {
		if m.FineMeans.Blank[i] {
			return f.Tile
		}
	}
	return models.NoTile
}
