package play

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/watch"
)

// Play makes the course of one hand out of changes. It is used by one goroutine.
type Play struct {
	game   *Game
	start  Start
	priors Priors
	prior  faces // of a tile drawn from the whole set

	slots   []slot
	spots   map[watch.Spot]int
	winning [models.Places]int // slots of winning tiles laid apart, none
	sights  []sight
	beams   [][]*history // beams[i] are the histories before sight i
	blind   bool
	masses  map[string]float64 // of hands that were weighed already
	fits    map[setKey]float64 // of sets
	hands   map[string]*completed

	told course
}

// New begins a hand whose start the books know.
func New(g *Game, s Start, priors Priors) *Play {
	p := &Play{game: g, start: s, priors: priors, prior: uniform(g),
		spots: map[watch.Spot]int{}, masses: map[string]float64{}, fits: map[setKey]float64{}, hands: map[string]*completed{},
		beams: [][]*history{{begin(g, s)}}}
	for i := range p.winning {
		p.winning[i] = none
	}
	return p
}

// Hear takes in what changed on the table. Events tells what it means.
func (p *Play) Hear(c *watch.Change) {
	from := p.gather(c)
	if from < 0 {
		return
	}
	if from < len(p.beams)-1 { // something that was weighed already reads otherwise
		p.forget()
		p.beams = p.beams[:from+1]
	}
	p.decode(p.priors.Beam)
	p.told.update(p)
}

// forget drops what was concluded from readings that may have changed.
func (p *Play) forget() {
	clear(p.masses)
	clear(p.fits)
	clear(p.hands)
}

// decode carries the beam on over all sights that it has not seen.
func (p *Play) decode(width int) {
	for at := len(p.beams) - 1; at < len(p.sights); at++ {
		p.beams = append(p.beams, p.step(p.beams[at], at, width))
	}
}

// step gives the likeliest histories after one more sight.
func (p *Play) step(beam []*history, at, width int) []*history {
	var next []*history
	for _, h := range beam {
		before := h.left(p.game)
		for _, n := range p.explain(h, at) {
			if left := n.left(p.game); left < 0 && left < before {
				n.logp += log(p.priors.Overdrawn) // more was drawn than lay there: something was counted twice
			}
			next = append(next, n)
		}
	}
	return prune(next, width, p.priors.Depth)
}

// prune keeps the likeliest histories, best first. It never lets all go.
func prune(all []*history, width int, depth float64) []*history {
	all = slices.DeleteFunc(all, func(h *history) bool { return math.IsNaN(h.logp) })
	slices.SortStableFunc(all, func(a, b *history) int {
		switch {
		case a.logp > b.logp:
			return -1
		case a.logp < b.logp:
			return 1
		}
		return 0
	})
	all = all[:min(len(all), width)]
	for i, h := range all {
		if h.logp < all[0].logp-depth {
			return all[:i]
		}
	}
	return all
}

// again decodes everything anew with the wide beam.
func (p *Play) again() {
	p.forget()
	p.beams = p.beams[:1]
	p.decode(p.priors.Wide)
}

// now are the present histories, best first, with their probabilities.
func (p *Play) now() ([]*history, []float64) {
	beam := p.beams[len(p.beams)-1]
	weights, sum := make([]float64, len(beam)), 0.0
	for i, h := range beam {
		weights[i] = math.Exp(h.logp - beam[0].logp)
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
	return beam, weights
}

// deeds are the moves of a history in order: gaps that were filled have their tiles, what
// was taken back is gone.
func (h *history) deeds() []move {
	var past []*history
	for at := h; at != nil; at = at.past {
		past = append(past, at)
	}
	var all []move
	for i := len(past) - 1; i >= 0; i-- {
		for _, m := range past[i].moves {
			all = settle(all, m)
		}
	}
	return all
}

// settle adds a move to those before it.
func settle(all []move, m move) []move {
	last := func(is func(o *move) bool) int {
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].place == m.place && is(&all[i]) {
				return i
			}
		}
		return -1
	}
	switch m.do {
	case fill:
		if i := last(func(o *move) bool { return o.do == models.Discarded && o.slot == unseen }); i >= 0 {
			all[i].slot, all[i].sight = m.slot, m.sight
			for j := range all[i+1:] { // a call of it knows its tile now
				if o := &all[i+1+j]; o.claimed == unseen && o.from == m.place {
					o.claimed = m.slot
					break
				}
			}
		}
		return all
	case fillMeld:
		if i := last(func(o *move) bool {
			return (o.do == models.CalledPung || o.do == models.CalledChow) && o.sight == unseen
		}); i >= 0 {
			all[i].sight = m.sight
		}
		return all
	case takeBack:
		if i := last(func(o *move) bool { return o.do == models.Discarded }); i >= 0 {
			return slices.Delete(all, i, i+1)
		}
		return all
	}
	if m.late {
		if i := last(func(o *move) bool { return o.do == models.Discarded }); i >= 0 {
			all[i].riichi = true
		}
	}
	return append(all, m)
}
