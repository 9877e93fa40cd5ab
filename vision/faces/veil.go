package faces

import (
	"math"
	"slices"

	"jantaku/vision/raster"
)

// A lamp that is mirrored in a tile, haze, or anything else that adds light to a picture takes from all the ink of a
// face the share that it adds to the light. How much that is of a tile is not known and not asked for: a face explains a window if
// it does with some share of its ink. A linear share of each colour that changes over the tile was tried and is no better.

// VeilTuning says how pale print may be.
type VeilTuning struct {
	// Least is the least share of its usual ink of a print that is told from none: of tiles of another renderer under a
	// mirrored lamp the palest that is told had .08, and noise of 8 bits is a tenth of that.
	Least float32
	// Usual is by how much less ink than a face a print may have of itself: how much it has tells faces apart, too. With 1 a drawn 3m of hardness
	// .9 was taken for a 5m in four of 1,800 tiles.
	Usual float32
	// Printed is the share of what a window shows, beside evenly laid ink, that a face with print explains where one is
	// there: windows about blank tiles have .12 at most, those of the palest print .28 and more.
	Printed float64
	// Fainter is by how much less alike than a print with Faint of its ink or more one with none left would be: some is lost in noise, and
	// what is lighter than a picture can tell. With a third of its ink the right face of twelve tiles had .82 to .88, with a tenth .66.
	Fainter, Faint float64
	// Tells is the share of its ink from which on a lead over another face tells as much as one of a print with all of it: paler print is deepened with
	// its noise. Of 229 drawn tiles under lamps that show less than .35 of it eleven were misread, and the logarithm of the odds grew by 5 and 6 for each lead
	// as large as what is left unexplained; of 4,400 with more it grows by 33 to 49 where print was seen. Seven of thirteen such misreadings had odds of more
	// than 99 to 1 by their likeness alone.
	Tells float64
	// Paler is by how much less likely, as a logarithm, a tile is there whose print has a share of its ink, for each power of e. Assumed: few tiles lie
	// in the glare of a lamp.
	Paler float64
	// Unlit is the same for each power of e by which a print is paler than the light upon it tells: what adds light takes ink. Of two brisk films five
	// phantoms of half the ink lay on what was a third as light as the tiles around.
	Unlit float64
}

// UsualVeil are the values in use.
var UsualVeil = VeilTuning{Least: .12, Usual: 1.2, Printed: .2, Fainter: .1, Faint: .6, Tells: .5, Paler: 10, Unlit: 45}

// Told is how much of what a lead over another face tells is left where a face shows a share of its ink.
func Told(ink float64) float64 {
	return min(max(ink, float64(UsualVeil.Least))/UsualVeil.Tells, 1)
}

// CompareVeiled is [Bank.Compare] of windows over which light may lie: for each face they are deepened to as much ink as it
// has. A face without print has none to be pale.
func (b *Bank) CompareVeiled(a raster.Vector, n int) []float32 { return b.compareVeiled(a, n, b.every) }

// compareVeiled is CompareVeiled with some of its vectors; the last one of which is the average face.
func (b *Bank) compareVeiled(a raster.Vector, n int, which []int32) []float32 {
	a = a[:n*b.dims]
	b.out, b.squares = raster.Products(a, b.packed, which, b.dims, b.out), raster.Squares(a, b.dims, b.squares)
	some := len(which) - 1
	sims := make([]float32, n*some)
	blank, mean := printing.Least*float32(b.meanSq), float32(b.meanSq)
	for i := range n {
		raw, sims := b.out[i*(some+1):][:some+1], sims[i*some:][:some]
		square, fromMean := float32(b.squares[i]), float32(raw[some])
		for at, j := range which[:some] {
			own, face := float32(raw[at]), float32(b.rawSq[j])
			k := float32(1)
			if deeper := face / max(own, 1) / UsualVeil.Usual; !b.Blank[j] && deeper > 1 {
				k = min(deeper, 1/UsualVeil.Least)
			}
			near := float32(1 / math.Sqrt(float64(max(k*k*square-2*k*fromMean+mean, 1e-12))))
			correlation := (k*own - float32(b.dotMean[j]) + mean - k*fromMean) * near * b.near[j]
			sims[at] = .5 * (correlation + (2*k*own+blank)/(k*k*square+blank+face))
		}
	}
	return sims
}

// MatchVeiled compares the windows of a grid at some places, upon which light may lie, with the average faces: see [Bank.CompareVeiled].
func (m *Matcher) MatchVeiled(g *raster.Grid, places [][2]int) []float32 {
	return m.compareIn(&m.FineMeans, g, places, raster.FineW, raster.FineH, (*Bank).CompareVeiled)
}

// Beside is by how much less a face is like what lies in the middle of a grid than the one that is most like it where it may still be the face of a
// tile that lies a cell beside: of 2,018 looks at drawn tiles 16 had a face that was within .05 of the best one only beside, and one face in twelve is left.
const Beside = .3

// AboutMiddle is how much each average face is like a tile in the middle of a grid or a cell beside, over which light may lie. What is less alike
// than others in the middle by more than some likeness is compared only there; 2 compares all.
func (m *Matcher) AboutMiddle(g *raster.Grid, less float32) []float32 {
	b, places := &m.FineMeans, About(1)
	middle := len(places) / 2
	sims := m.MatchVeiled(g, places[middle:middle+1])
	which := b.within(sims, less)
	around := slices.Delete(places, middle, middle+1)
	some := func(b *Bank, windows raster.Vector, n int) []float32 { return b.compareVeiled(windows, n, which) }
	for i, sim := range m.compareIn(b, g, around, raster.FineW, raster.FineH, some) {
		j := which[i%(len(which)-1)]
		sims[j] = max(sims[j], sim)
	}
	return sims
}

// InkLeft is the share of the ink of an average face that a window at a cell shows of it.
func (m *Matcher) InkLeft(g *raster.Grid, cell [2]int, face int) float64 {
	v, b := m.Windows(g, [][2]int{cell}, raster.FineW, raster.FineH), &m.FineMeans
	if beyond := g.Beyond(cell[0], cell[1], raster.FineW, raster.FineH); beyond != nil {
		b, v = m.shownIn(b, beyond), shownOf(v, beyond)
	}
	b.out = raster.Products(v, b.packed, b.every[face:face+1], b.dims, b.out)
	return float64(b.out[0]) / max(float64(b.rawSq[face]), 1)
}

// Printed is the greatest share of what some windows show, beside ink that lies evenly over them, that a face with print
// explains: next to nothing of a blank tile, however little it is.
func (m *Matcher) Printed(g *raster.Grid, places [][2]int) float64 {
	return m.FineMeans.printed(m.Windows(g, places, raster.FineW, raster.FineH), len(places))
}

func (b *Bank) printed(windows raster.Vector, n int) (most float64) {
	b.out, b.squares = raster.Products(windows, b.packed, b.every, b.dims, b.out), raster.Squares(windows, b.dims, b.squares)
	sums := make([][raster.Planes]float64, b.Faces)
	for j := range sums {
		sums[j] = planeSums(b.packed[j*b.dims : (j+1)*b.dims])
	}
	cells := float64(b.dims / raster.Planes)
	for i := range n {
		own := planeSums(windows[i*b.dims : (i+1)*b.dims])
		left := float64(b.squares[i])
		for _, s := range own {
			left -= s * s / cells
		}
		for j := range sums {
			with, face := float64(b.out[i*(b.Faces+1)+j]), float64(b.rawSq[j])
			for c, s := range sums[j] {
				with, face = with-s*own[c]/cells, face-s*s/cells
			}
			if !b.Blank[j] && with > 0 {
				most = max(most, with*with/max(left*face, 1))
			}
		}
	}
	return most
}

// planeSums sums up each plane of a window.
func planeSums(v raster.Vector) (sums [raster.Planes]float64) {
	for i := 0; i < len(v); i += raster.Planes {
		for c, x := range v[i : i+raster.Planes] {
			sums[c] += float64(x)
		}
	}
	return sums
}
