package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/plane"
)

// ShownTuning are the numbers of telling from the first places that are looked at in a plane whether tiles of the taught set lie there at all. Of 152
// photographs read with faces of others of their set at least nine of the first ten places show a tile with .85 or more, but for a recoloured one whose
// first twenty show .80 to .84; of rooms, pages, keyboards and textures most show .55 to .8, and what is alike more often is one face again and again.
type ShownTuning struct {
	// Tile is how likely a place that looks like a face is a tile, where the set is there, and Spread that of the likenesses of its tiles about
	// those of Qualities, one for each quality of picture, likely as their Weights.
	Tile, Spread       float64
	Qualities, Weights []float64
	// Other and Others are the likeness of what is none, mean and spread.
	Other, Others float64
	// Negligible is the posterior at which the plane is not looked at any more, Sure that at which the set is there.
	Negligible, Sure float64
}

// UsualShown are the values in use.
var UsualShown = ShownTuning{
	Tile: .5, Spread: .03, Qualities: []float64{.95, .9, .85, .81}, Weights: []float64{.85, .1, .03, .02},
	Other: .68, Others: .09, Negligible: 1e-6, Sure: .9999,
}

// Shown is the belief that a picture shows tiles of the taught set, from the places that were looked at in one plane after the other. What is no tile of
// it is often one pattern that goes on and is like one face everywhere: so the best place of each face alone speaks for the set, and more than the four that it
// has speak against it. The zero value has seen nothing.
type Shown struct {
	places []place
	sure   bool
}

// place is where something was seen, mm, what it is most like, and how much.
type place struct {
	at   models.Point
	kind models.Tile
	sim  float64
}

// Anew begins another plane: what was seen in one that does not show the set says nothing of it.
func (s *Shown) Anew() { s.places = nil }

// Saw adds what a look at a point showed, models.NoTile for no face with print, and reports whether the set may still be there.
func (s *Shown) Saw(at models.Point, tile models.Tile, sim float64) bool {
	if s.sure {
		return true
	}
	kind := tile.Kind()
	i := slices.IndexFunc(s.places, func(o place) bool { return o.at.Sub(at).Length() < plane.AnyTile.Width/2 })
	switch {
	case i < 0:
		s.places = append(s.places, place{at, kind, sim})
	case sim > s.places[i].sim:
		s.places[i] = place{at, kind, sim}
	default:
		return true
	}
	odds := s.odds()
	s.sure = odds/(1+odds) >= UsualShown.Sure
	return odds/(1+odds) > UsualShown.Negligible
}

// odds are those that the set is there, which before anything is seen is as likely as not.
func (s *Shown) odds() (odds float64) {
	k := &UsualShown
	slices.SortFunc(s.places, func(a, b place) int { return cmp.Compare(b.sim, a.sim) })
	density := func(sim, mean, spread float64) float64 {
		z := (sim - mean) / spread
		return math.Exp(-z*z/2) / spread
	}
	for i, quality := range k.Qualities {
		like, seen := math.Log(k.Weights[i]), map[models.Tile]int{}
		for _, p := range s.places {
			seen[p.kind]++
			switch n := seen[p.kind]; {
			case p.kind == models.NoTile || n > models.KongTiles:
				like += math.Log(1 - k.Tile)
			case n == 1:
				ratio := density(min(p.sim, quality), quality, k.Spread) / density(max(p.sim, k.Other), k.Other, k.Others)
				like += math.Log(1 - k.Tile + k.Tile*ratio)
			}
		}
		odds += math.Exp(like)
	}
	return odds
}
