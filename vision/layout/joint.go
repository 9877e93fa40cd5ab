package layout

import (
	"fmt"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/layout/shape"
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

// state is how one way of choosing stands with the rules of the game.
type state uint8

const (
	possible state = iota
	impossible
	complete
)

// judge tells the state of the spread with the faces as they are.
func (sp *spread) judge() state {
	var c [models.Kinds]int
	var flowers [9]bool
	concealed := make([]models.Tile, 0, sp.size.Won()+models.KongTiles)
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
		if n > models.Copies {
			return impossible
		}
	}
	if good && shape.Complete(concealed, len(sp.sets), sp.size) {
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
	if o.AnyTiles { // hands that are none are expected as well
		o.CompleteOdds = math.Min(o.CompleteOdds, tuning.anyOdds)
	}
	list := weigh(tiles, o.Caution)
	w := weighing{spread: sp, Options: o, total: everyWay(list)}
	w.consider(1)
	steps := keepLikely(changes(list))
	for i, a := range steps {
		w.consider(a.ratio, a)
		for _, b := range steps[i+1:] {
			if ratio := a.ratio * b.ratio; ratio > 1e-7 && !overlap(a, b) {
				w.consider(ratio, a, b)
			}
		}
	}
	w.total += sp.unlisted(list, o)
	best := w.best
	best.confidence = clamp(w.weight/math.Max(w.total, w.weight), 0, 1) * sp.fourths(o.Caution)
	best.settle()
	return best
}

// fourths is the probability that the tiles that make a kong of a pung are there. A hand
// stays complete without one: three open tiles beside a back are a pung where there is
// none, and so are four of which one is but a shadow. So completeness makes none surer.
func (sp *spread) fourths(caution float64) float64 {
	p := 1.0
	there := func(t *tile) float64 { return 1 - clamp(math.Max((1-t.Confidence)*caution, tuning.errorFloor), 0, 1) }
	for _, s := range sp.sets {
		all, least := s.all(), 1.0
		for _, t := range all {
			switch {
			case t.isBack():
				p *= there(t)
			case len(all) == models.KongTiles:
				least = math.Min(least, there(t))
			}
		}
		p *= least
	}
	return p
}

// everyWay is the sum of the likelihoods of all ways, before it is asked which of
// them can exist and which are complete.
func everyWay(list []choice) float64 {
	total := 1.0
	for _, c := range list {
		sum := 1 + c.lost
		for _, f := range c.faces[1:] {
			sum += f.ratio
		}
		total *= sum
	}
	return total
}

// weighing compares ways of choosing the faces.
type weighing struct {
	*spread
	Options
	best   verdict
	weight float64 // of the best
	total  float64 // of all
}

// consider weighs the way that the changes lead to.
func (w *weighing) consider(ratio float64, chs ...change) {
	undo := apply(chs)
	st := w.judge()
	undo()
	weight := ratio
	switch st {
	case impossible:
		weight = 0
	case complete:
		weight = ratio * w.CompleteOdds
	}
	w.total += weight - ratio
	if first := len(chs) == 0; first || weight > w.weight && ratio*w.MaxGiveUp >= 1 {
		w.best, w.weight = verdict{state: st, changed: chs}, weight
	}
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

// unlisted gives the weight of the complete hands that hold another face where the eye was misled
// altogether: the probability that no face is right for the likeness it has, shared by the
// faces that such an error could end at, among them those that it named and thought unlikely. A face that was learned badly is misread in the same
// way wherever it lies, so that a pair or pung of it still is one.
func (sp *spread) unlisted(list []choice, o Options) (weight float64) {
	for i, c := range list {
		weight += sp.otherwise([]choice{c}, o)
		alike := func(other choice) bool { return other.tile.Tile == c.tile.Tile }
		if slices.ContainsFunc(list[:i], alike) || !slices.ContainsFunc(list[i+1:], alike) {
			continue // weighed already, or there is only one
		}
		weight += sp.otherwise(slices.DeleteFunc(slices.Clone(list), func(other choice) bool { return !alike(other) }), o)
	}
	return weight
}

// otherwise gives the weight of the complete hands in which tiles of one face are of
// another kind.
func (sp *spread) otherwise(list []choice, o Options) (weight float64) {
	lost, seen := math.Inf(1), list[0].tile.Tile
	for _, c := range list {
		lost = math.Min(lost, c.lost)
	}
	if lost*o.CompleteOdds < 1e-7 {
		return 0
	}
	set := func(face models.Tile) {
		for _, c := range list {
			c.tile.Tile = face
		}
	}
	for i := range models.Kinds {
		kind := models.KindAt(i)
		if kind == seen.Kind() {
			continue
		}
		if set(kind); sp.judge() == complete {
			weight += lost / tuning.errorFaces * (o.CompleteOdds - 1)
		}
	}
	set(seen)
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
