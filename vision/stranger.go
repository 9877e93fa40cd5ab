package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/vision/bare"
	"jantaku/vision/raster"
)

// Tiles of a set that was never taught look like the faces of another, but less so.

// StrangerTuning are the numbers of telling that a hand is of another set than the one that was taught. The likeness is that of the better half
// of its tiles, on average: what lies in glare or was never shown is in the other half.
type StrangerTuning struct {
	Tiles         int     // of a hand at least: fewer may be parts of what is none
	Taught, Its   float64 // likeness of hands of the taught set, mean and spread
	Poor, Poorly  float64 // and of those in poor pictures of it,
	Seldom        float64 // which so many of its pictures are
	Other, Theirs float64 // and of hands of other sets
	Odds          float64 // by which another set is likelier than the taught one
}

// strangers is from some 90 photographs of three sets read with faces of others of their set, 0.910 to
// 0.966 but for a recoloured one of 0.864 that is read rightly, and 25 of five sets read with those of another
// one, 0.758 to 0.933: sets that are drawn nearly alike are as like each other, and are read and asked about.
var strangers = StrangerTuning{Tiles: 6, Taught: .95, Its: .02, Poor: .88, Poorly: .03, Seldom: .02, Other: .84, Theirs: .035, Odds: 100}

// stranger is the error that the tiles of the row of a plane are of another set than the one that was taught; nil where they may be of that.
func (p *hands) stranger(pl *bare.Plane) error {
	k := &strangers
	var sims []float64
	for _, t := range pl.Row.Tiles {
		best, at := 0., pl.Field.View.Table(pl.Row.Frame.At(t.T))
		for i := range p.seen {
			if c := &p.seen[i]; c.Tile.HasFace() && c.At.Sub(at).Length() < pl.Field.Tile.Width/2 {
				best = max(best, c.Sim)
			}
		}
		if best > 0 {
			sims = append(sims, best)
		}
	}
	if len(sims) < k.Tiles {
		return nil
	}
	slices.SortFunc(sims, func(a, b float64) int { return cmp.Compare(b, a) })
	half, like := (len(sims)+1)/2, 0.
	for _, sim := range sims[:half] {
		like += sim / float64(half)
	}
	density := func(mean, spread float64) float64 {
		z := (like - mean) / spread
		return math.Exp(-z*z/2) / spread
	}
	own := (1-k.Seldom)*density(k.Taught, k.Its) + k.Seldom*density(k.Poor, k.Poorly)
	if like >= k.Taught || density(min(k.Other, like), k.Theirs) <= k.Odds*own {
		return nil
	}
	return raster.Problem("other-set", "the tiles in the picture are unlike those that were learned; are they of this set, and is the picture sharp?")
}
