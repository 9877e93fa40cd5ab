package play

import (
	"math"
	"slices"

	"jantaku/models"
)

// spacing is how tiles of a set lie beside each other, in widths of a tile. Counted in films: neighbours lie
// 1.00 ± .027 apart (763), and 1.18 ± .045 where one of them is turned (416).
type spacing struct {
	// turned is by how much a turned tile is longer, to each side.
	turned float64
	// off is the spread of a gap, for each tile of it: the width of a tile is known but roughly, so
	// that more is believed than was counted.
	off float64
	// unlike is the share of sets that lie otherwise.
	unlike float64
	// width is that of a tile, mm, while fewer than enough lie beside each other.
	width  float64
	enough int
	// called and own are how two faces lie of a pung and of a concealed kong whose other tiles were not
	// seen. Those of a pung lie beside each other or, of three times one, around the other, which may be turned.
	// Those of a kong are its middle or, as films and clubs have it about as often, its ends.
	called, own []lain
}

// lain is how often two faces lie so many tiles apart.
type lain struct{ often, tiles float64 }

func usualSpacing() spacing {
	const turned = .18
	return spacing{
		turned: turned, off: .05, unlike: .001, width: 26, enough: 8,
		called: []lain{{2. / 3, 1}, {2. / 9, 2}, {1. / 9, 2 + 2*turned}}, own: []lain{{.6, 1}, {.4, 3}},
	}
}

// apartBy is how much better two faces lie as far apart as those of a set than as tiles without a relation.
func (p *Play) apartBy(s *sight, do models.Deed) float64 {
	k := usualSpacing()
	ways := k.called
	if do == models.MadeConcealed {
		ways = k.own
	}
	a, b := &p.slots[s.slots[0]], &p.slots[s.slots[1]]
	gap := math.Abs(Along(a.at, s.place)-Along(b.at, s.place))/p.width - k.turned*(a.side+b.side)
	anyhow := k.width / setReach // a density, as far as tiles of a set reach
	sum := k.unlike * anyhow
	for _, w := range ways {
		sigma := k.off * w.tiles
		off := (gap - w.tiles) / sigma
		sum += (1 - k.unlike) * w.often * math.Exp(-off*off/2) / sigma / math.Sqrt(2*math.Pi)
	}
	return log(sum) - log(anyhow)
}

// tileWidth is about how wide a tile is, mm: as far as most have one beside them.
func (p *Play) tileWidth() float64 {
	k := usualSpacing()
	var gaps []float64
	for i := range p.slots {
		nearest := math.Inf(1)
		for j := range p.slots {
			if i != j && p.slots[i].place == p.slots[j].place {
				nearest = min(nearest, math.Hypot(p.slots[i].at.X-p.slots[j].at.X, p.slots[i].at.Y-p.slots[j].at.Y))
			}
		}
		if nearest > k.width/2 && nearest < 1.5*k.width { // another tile, and beside it
			gaps = append(gaps, nearest)
		}
	}
	if len(gaps) < k.enough {
		return k.width
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
