package faces

import (
	"math"
	"slices"

	"jantaku/vision/raster"
)

// A red five differs from the black one by the colour of some strokes only. Where a lamp is
// mirrored on a tile, black strokes turn grey, which is as much like red as like black; but
// however much of it a stroke has lost, red ink keeps its colour. A lamp that has a colour
// itself takes more of one channel's ink than of another's, and black strokes become red under
// a warm one: what it takes is told by the strokes that the twins share, and by the tiles around.
// Where they tell little it may have any colour that lamps have, and matters the more the paler the print is.

// TwinTuning says how the colour of strokes tells a five from its twin.
type TwinTuning struct {
	// Off is how far, of the way from one five to its twin, the colour of the strokes may lie that tell them.
	Off float64
	// Shared is how little the redness of two twins differs, as a share of the ink there, where their strokes are shared.
	Shared float64
	// Steady is by what share of the ink of a five all channels are thought to have lost as much: little print around tells little of them.
	Steady float64
	// Tinted is by how much, as a logarithm, the light that a lamp adds is stronger or weaker in a channel than in the middle one, where nothing tells.
	Tinted float64
}

// twins are the values in use. Under a warm veil over three tables of another renderer channels kept .32, .20 and .14 of their ink; eight of their black fives
// were told as red ones, three of them with .9966 to .9998, and none is told so by the prints around. The lamp of that veil added 2.1, 4 and 6.1 times the
// light of the print: 1.7 times as much to each channel as to the one before.
var twins = TwinTuning{Off: .35, Shared: .1, Steady: .05, Tinted: .5}

// Inks is how much of its ink a print shows in each channel: products of what is seen with the ink of the face, and of that with itself.
type Inks struct{ Shown, Usual [raster.Channels]float64 }

// add counts a cell of a print.
func (k *Inks) add(seen, face raster.Vector, weight float64) {
	for c := range k.Shown {
		ink := weight * float64(face[c])
		k.Shown[c], k.Usual[c] = k.Shown[c]+ink*float64(seen[c]), k.Usual[c]+ink*float64(face[c])
	}
}

// Add counts other prints, as much as their weight.
func (k *Inks) Add(o Inks, weight float64) {
	for c := range k.Shown {
		k.Shown[c], k.Usual[c] = k.Shown[c]+weight*o.Shown[c], k.Usual[c]+weight*o.Usual[c]
	}
}

// kept is how much of its ink each channel shows, compared with all of them; ink is that of a five.
func (k *Inks) kept(ink float64) (kept [raster.Channels]float64) {
	sum := func(v [raster.Channels]float64) float64 { return v[0] + v[1] + v[2] }
	all, steady := sum(k.Shown)/max(sum(k.Usual), 1), max(twins.Steady*ink, 1)
	if all <= 0 {
		all = 1
	}
	for c := range kept {
		kept[c] = max((k.Shown[c]/all+steady)/(k.Usual[c]+steady), twins.Steady)
	}
	return kept
}

// InksOf is how much of its ink a window at a cell shows of a face.
func (m *Matcher) InksOf(g *raster.Grid, cell [2]int, face int) (k Inks) {
	seen, own := m.Windows(g, [][2]int{cell}, raster.FineW, raster.FineH), m.Means[face].Fine
	beyond := g.Beyond(cell[0], cell[1], raster.FineW, raster.FineH)
	for i := 0; i+raster.Planes <= len(seen); i += raster.Planes {
		if beyond == nil || !beyond[i/raster.Planes] {
			k.add(seen[i:], own[i:], 1)
		}
	}
	return k
}

// MaybeTwin reports whether a five, seen in the middle of a grid among tiles that show some of their ink, may be its red or black twin.
func (m *Matcher) MaybeTwin(g *raster.Grid, five Rank, ranks []Rank, around Inks) bool {
	k := slices.IndexFunc(ranks, func(o Rank) bool { return o.Tile.HasFace() && o.Tile.Kind() == five.Tile.Kind() && o.Tile != five.Tile })
	if k < 0 {
		return false
	}
	own, twin := m.MeanOf(Look{Tile: five.Tile, Flipped: five.Flipped}), m.MeanOf(Look{Tile: ranks[k].Tile, Flipped: ranks[k].Flipped})
	const at = FineMargin / raster.PoolCell
	seen := m.Windows(g, [][2]int{{at, at}}, raster.FineW, raster.FineH)
	if beyond := g.Beyond(at, at, raster.FineW, raster.FineH); beyond != nil {
		own, twin, seen = shownOf(own, beyond), shownOf(twin, beyond), shownOf(seen, beyond)
	}
	return Towards(seen, own, twin, around) > twins.Off
}

// Towards is how much of the way from one face to its twin the colour of a window lies at most, among tiles that show some of their ink, as far as they tell
// what colour the light has.
func Towards(seen, own, twin raster.Vector, around Inks) float64 {
	each := func(do func(seen, own, twin raster.Vector, differ float64)) {
		for i := 0; i+raster.Planes <= len(seen); i += raster.Planes {
			do(seen[i:], own[i:], twin[i:], redOf(inkOf(twin[i:]))-redOf(inkOf(own[i:])))
		}
	}
	ink := 0.0
	each(func(seen, own, twin raster.Vector, differ float64) {
		o := inkOf(own)
		ink += o[0]*o[0] + o[1]*o[1] + o[2]*o[2]
		around.add(seen, own, max(1-math.Abs(differ)/(twins.Shared*max(depthOf(o), 1)), 0))
	})
	kept := around.kept(ink)
	under := func(lamp [raster.Channels]float64) (off, share float64) {
		asLit := func(cell raster.Vector) (ink [raster.Channels]float64) { // without the colour of the light
			for c := range ink {
				ink[c] = float64(cell[c]) / (kept[c] * lamp[c])
			}
			return ink
		}
		var deep, usual, shown, way float64 // ink of the strokes that tell, as it is lit, was learned and is seen
		each(func(seen, own, twin raster.Vector, differ float64) {
			deep += math.Abs(differ) * depthOf(asLit(seen))
			shown += math.Abs(differ) * depthOf(inkOf(seen))
			usual += math.Abs(differ) * (depthOf(inkOf(own)) + depthOf(inkOf(twin))) / 2
		})
		each(func(seen, own, _ raster.Vector, differ float64) {
			off += differ * (redOf(asLit(seen))*usual/max(deep, 1e-6) - redOf(inkOf(own)))
			way += differ * differ
		})
		return off / max(way, 1e-9), shown / max(usual, 1e-9)
	}
	off, share := under([raster.Channels]float64{1, 1, 1})
	for _, warm := range []float64{-twins.Tinted, twins.Tinted} {
		maybe, _ := under(around.lamp(share, warm, ink))
		off = max(off, maybe)
	}
	return off
}

// lamp is how much more of its ink than is thought each channel keeps if what leaves a share of it is a lamp so warm, a logarithm, and nothing else is
// known of that than what the prints tell: light that is added to a channel leaves of its ink what is left of all light there.
func (k *Inks) lamp(share, warm, ink float64) (more [raster.Channels]float64) {
	added, steady := 1/min(max(share, float64(UsualVeil.Least)), 1)-1, max(twins.Steady*ink, 1)
	for c := range more {
		tint := warm * float64(c-1) * steady / (steady + k.Usual[c]) // blue, green, red
		more[c] = (1 + added) / (1 + added*math.Exp(tint))
	}
	return more
}

// inkOf is the ink of a cell: blue, green, red.
func inkOf(cell raster.Vector) [raster.Channels]float64 {
	return [raster.Channels]float64{float64(cell[0]), float64(cell[1]), float64(cell[2])}
}

// redOf is how red some ink is, and depthOf how much of the light it swallows.
func redOf(ink [raster.Channels]float64) float64 { return (ink[0]+ink[1])/2 - ink[2] }

func depthOf(ink [raster.Channels]float64) float64 { return max(ink[0], ink[1], ink[2]) }
