package layout

import (
	"fmt"
	"math"

	"jantaku/models"
)

// The joint decision weighs the faces of all tiles together.
//
// Every way to choose a face for each tile has a weight: the product of the eye's
// probabilities, times zero when it cannot exist (five of a kind, a flower twice)
// and times Options.CompleteOdds when the hand is complete. The best of the ways
// that give up at most Options.MaxGiveUp against the picture is taken; its share
// of the weight of all ways is the confidence of the hand. So a complete hand
// makes the reading surer only as far as no other complete hand is near, and a
// hand made complete by choosing a less likely face can never be surer than
// CompleteOdds allows: it is shown as a proposal, with what was inferred.

// choice is the faces one tile may have, the eye's first choice first.
type choice struct {
	tile  *tile
	faces []face
	// lost is the probability that none of the faces is right, relative to the first.
	lost float64
}

// face is a candidate with its likelihood relative to the eye's first choice.
type face struct {
	tile  models.Tile
	ratio float64
}

// errorFloor is the least error probability a tile is credited with: nothing that
// was learned from some hundred photographs can promise more.
const errorFloor = 2e-5

// weigh makes the choices of the tiles that have faces.
func weigh(tiles []*tile, caution float64) []choice {
	var list []choice
	for _, t := range tiles {
		if !t.Tile.HasFace() {
			continue
		}
		wrong := clamp(1-t.Confidence, 0, 1)
		careful := clamp(math.Max(wrong*caution, errorFloor), 0, 1-1e-6)
		c := choice{tile: t, faces: []face{{t.Tile, 1}}}
		left := careful
		for _, alt := range t.Alternatives {
			if !alt.Tile.HasFace() || c.has(alt.Tile) || !(alt.Confidence > 0) || wrong <= 0 {
				continue
			}
			p := math.Min(left, clamp(alt.Confidence, 0, 1)/wrong*careful)
			left -= p
			// Caution may make the others likelier, but never likelier than the first.
			said := alt.Confidence / math.Max(1-wrong, 1e-6)
			c.faces = append(c.faces, face{alt.Tile, math.Min(p/(1-careful), math.Max(1, said))})
		}
		c.lost = left / (1 - careful)
		list = append(list, c)
	}
	return list
}

func (c *choice) has(t models.Tile) bool {
	for _, f := range c.faces {
		if f.tile == t {
			return true
		}
	}
	return false
}

func clamp(x, lo, hi float64) float64 {
	if !(x > lo) { // NaN counts as the lowest
		return lo
	}
	return math.Min(x, hi)
}

// state is how one way of choosing stands with the rules of the game.
type state uint8

const (
	possible state = iota
	impossible
	complete
)

// judge tells the state of the spread with the faces as they are.
func (sp *spread) judge() state {
	var c counts
	var flowers [9]bool
	concealed := make([]models.Tile, 0, 18)
	good := true
	for _, t := range sp.flowers {
		if !t.isFlower() {
			good = false
			continue
		}
		if flowers[t.Tile.Rank()] {
			return impossible
		}
		flowers[t.Tile.Rank()] = true
	}
	for _, t := range sp.loose {
		if i := t.Tile.Index(); i >= 0 {
			c[i]++
		}
		concealed = append(concealed, t.Tile)
	}
	for _, s := range sp.sets {
		m := sp.asIs(s)
		good = good && m.Validate() == nil
		for _, t := range m.Tiles {
			if i := t.Index(); i >= 0 {
				c[i]++
			}
		}
	}
	for _, n := range c {
		if n > 4 {
			return impossible
		}
	}
	if good && Complete(concealed, len(sp.sets)) {
		return complete
	}
	return possible
}

// asIs gives the set's meld with its kind read anew from the faces: a pung may
// turn out to be a chow.
func (sp *spread) asIs(s *set) models.Meld {
	m := s.meld()
	if m.Kind == models.Chow || m.Kind == models.Pung {
		m.Kind = models.Pung
		if !allEqual(s.tiles) {
			m.Kind = models.Chow
			if m.From != models.NoSide {
				m.From = models.Left
			}
		}
	}
	return m
}

// change is one tile, or several that were read alike, taken for another face.
type change struct {
	tiles []*tile
	face  models.Tile
	ratio float64
}

// changes lists the single steps away from the eye's first choices. Tiles that
// were read alike may be wrong alike, and the eye's errors on them are no
// independent events: together they count one and a half errors for two tiles,
// two for three and so on.
func changes(list []choice) []change {
	var out []change
	type pair struct{ from, to models.Tile }
	alike := map[pair]*change{}
	var order []pair
	for _, c := range list {
		for _, f := range c.faces[1:] {
			out = append(out, change{[]*tile{c.tile}, f.tile, f.ratio})
			key := pair{c.tile.Tile.Kind(), f.tile}
			if alike[key] == nil {
				alike[key] = &change{face: f.tile, ratio: 1}
				order = append(order, key)
			}
			alike[key].tiles = append(alike[key].tiles, c.tile)
			alike[key].ratio *= f.ratio
		}
	}
	for _, key := range order {
		if ch := alike[key]; len(ch.tiles) > 1 {
			n := float64(len(ch.tiles))
			ch.ratio = math.Pow(ch.ratio, (1+(n-1)/2)/n)
			out = append(out, *ch)
		}
	}
	return out
}

// verdict is the outcome of the joint decision.
type verdict struct {
	changed    []change
	state      state
	confidence float64
	inferred   []string
}

// decide finds the best way to choose the faces, applies it to the tiles and tells
// the share of its weight. It looks at all ways that differ from the eye's first
// choices in at most two places.
func (sp *spread) decide(tiles []*tile, o Options) verdict {
	list := weigh(tiles, o.Caution)
	steps := keepLikely(changes(list))
	total := 1.0 // weight of all ways with every way weighing its likelihood alone
	for _, c := range list {
		sum := 1 + c.lost
		for _, f := range c.faces[1:] {
			sum += f.ratio
		}
		total *= sum
	}
	weight := func(st state, ratio float64) float64 {
		switch st {
		case impossible:
			return 0
		case complete:
			return ratio * o.CompleteOdds
		}
		return ratio
	}
	first := sp.judge()
	best, bestWeight := verdict{state: first}, weight(first, 1)
	total += bestWeight - 1
	consider := func(ratio float64, chs ...change) {
		undo := apply(chs)
		st := sp.judge()
		undo()
		w := weight(st, ratio)
		total += w - ratio
		if w > bestWeight && ratio*o.MaxGiveUp >= 1 {
			best, bestWeight = verdict{state: st, changed: chs}, w
		}
	}
	for i, a := range steps {
		consider(a.ratio, a)
		for _, b := range steps[i+1:] {
			if ratio := a.ratio * b.ratio; ratio > 1e-7 && !overlap(a, b) {
				consider(ratio, a, b)
			}
		}
	}
	total += sp.unlisted(list, o)
	best.confidence = clamp(bestWeight/math.Max(total, bestWeight), 0, 1)
	best.settle()
	return best
}

// keepLikely bounds the work: at most the sixty likeliest changes.
func keepLikely(all []change) []change {
	const most = 60
	for len(all) > most {
		least := 0
		for i := range all {
			if all[i].ratio < all[least].ratio {
				least = i
			}
		}
		all[least] = all[len(all)-1]
		all = all[:len(all)-1]
	}
	return all
}

func overlap(a, b change) bool {
	for _, s := range a.tiles {
		for _, t := range b.tiles {
			if s == t {
				return true
			}
		}
	}
	return false
}

// apply sets the faces of the changes and returns how to take them back.
func apply(chs []change) (undo func()) {
	type was struct {
		t    *tile
		face models.Tile
	}
	var before []was
	for _, ch := range chs {
		for _, t := range ch.tiles {
			before = append(before, was{t, t.Tile})
			t.Tile = ch.face
		}
	}
	return func() {
		for i := len(before) - 1; i >= 0; i-- {
			before[i].t.Tile = before[i].face
		}
	}
}

// unlisted gives the weight of the complete hands that hold a face the eye did not
// even name for one tile: the probability that no named face is right, shared by
// the faces that such an error could end at.
func (sp *spread) unlisted(list []choice, o Options) (weight float64) {
	const faces = 10 // how many faces an unnamed error spreads over, from below
	for _, c := range list {
		if c.lost*o.CompleteOdds < 1e-7 {
			continue
		}
		seen := c.tile.Tile
		for i := 0; i < models.Kinds; i++ {
			if c.has(models.KindAt(i)) {
				continue
			}
			c.tile.Tile = models.KindAt(i)
			if sp.judge() == complete {
				weight += c.lost / faces * (o.CompleteOdds - 1)
			}
		}
		c.tile.Tile = seen
	}
	return weight
}

// settle writes the decision into the tiles: the chosen face with its own
// probability, and what the eye saw first among the alternatives.
func (v *verdict) settle() {
	for _, ch := range v.changed {
		for _, t := range ch.tiles {
			seen := t.Candidate
			alternatives := []models.Candidate{seen}
			chosen := models.Candidate{Tile: ch.face}
			for _, alt := range t.Alternatives {
				if alt.Tile == ch.face {
					chosen = alt
					continue
				}
				alternatives = append(alternatives, alt)
			}
			t.Candidate, t.Alternatives = chosen, alternatives
			v.inferred = append(v.inferred, fmt.Sprintf("row %d tile %d: %v, not %v, for the sake of the hand", t.row+1, t.index+1, ch.face, seen.Tile))
		}
	}
}
