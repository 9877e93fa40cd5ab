package play

import (
	"math"
	"slices"

	"jantaku/models"
)

// How tiles of a set lie beside each other, in widths of a tile. Counted in films: neighbours lie 1.00 ± .027
// apart (763), and 1.18 ± .045 where one of them is turned (416). The width of a tile is known but
// roughly, so that more spread is believed.
const (
	turnedMore  = .18  // a turned tile is so much longer, to each side
	spacedOff   = .05  // spread of a gap, for each tile of it
	unlikeASet  = .001 // of sets lie otherwise
	usualWidth  = 26.  // mm, while hardly any tiles lie there
	enoughTiles = 8    // from so many on their width is known
)

// lain is one way in which two faces of a set lie apart where the other tiles of it were not seen.
type lain struct{ often, tiles float64 }

// The faces of a pung of which one was not seen lie beside each other or, of three times one, around it, which may be
// turned. Those of a concealed kong are its middle or, as films and clubs have it about as often, its ends.
var (
	calledApart = []lain{{2. / 3, 1}, {2. / 9, 2}, {1. / 9, 2 + 2*turnedMore}}
	ownApart    = []lain{{.6, 1}, {.4, 3}}
)

// apartBy is how much better two faces lie as far apart as those of a set than as tiles without a relation.
func (p *Play) apartBy(s *sight, do models.Deed) float64 {
	ways := calledApart
	if do == models.MadeConcealed {
		ways = ownApart
	}
	a, b := &p.slots[s.slots[0]], &p.slots[s.slots[1]]
	gap := math.Abs(Along(a.at, s.place)-Along(b.at, s.place))/p.width - turnedMore*(a.side+b.side)
	const anyhow = usualWidth / setReach // a density, as far as tiles of a set reach
	sum := unlikeASet * anyhow
	for _, w := range ways {
		sigma := spacedOff * w.tiles
		off := (gap - w.tiles) / sigma
		sum += (1 - unlikeASet) * w.often * math.Exp(-off*off/2) / sigma / math.Sqrt(2*math.Pi)
	}
	return log(sum) - log(anyhow)
}

// tileWidth is about how wide a tile is, mm: as far as most have one beside them.
func (p *Play) tileWidth() float64 {
	var gaps []float64
	for i := range p.slots {
		nearest := math.Inf(1)
		for j := range p.slots {
			if i != j && p.slots[i].place == p.slots[j].place {
				nearest = min(nearest, math.Hypot(p.slots[i].at.X-p.slots[j].at.X, p.slots[i].at.Y-p.slots[j].at.Y))
			}
		}
		if nearest > usualWidth/2 && nearest < 1.5*usualWidth { // another tile, and beside it
			gaps = append(gaps, nearest)
		}
	}
	if len(gaps) < enoughTiles {
		return usualWidth
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
