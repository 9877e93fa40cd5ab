// Package histories is what may have happened in a hand: a beam of histories, of which each explains every sight of
// the evidence by a move of the rules of play, or by a fault of the eye, and has a probability.
package histories

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// Beam are the likeliest histories of all that was seen.
type Beam struct {
	*Hands
	generations []generation // generations[i] are the histories before sight i
}

// generation are the histories that are kept, best first; never none.
type generation struct {
	kept []*History
	lost float64 // share of the probability that was let go with this sight
}

// New begins with the histories in which nothing has happened.
func New(seen *evidence.Seen) *Beam {
	return &Beam{Hands: &Hands{Seen: seen, masses: map[string]float64{}}, generations: []generation{{kept: begins(seen.Game, seen.Start, &seen.Priors)}}}
}

// Follow takes in what was seen from a sight on.
func (p *Beam) Follow(from int) {
	if from < len(p.generations)-1 { // something that was weighed already reads otherwise
		p.reread()
		p.generations = p.generations[:from+1]
	}
	p.decode(p.Priors.Beam, false)
}

// reread drops what was concluded from readings that may have changed.
func (p *Beam) reread() {
	clear(p.masses)
	p.Forget()
}

// Over is the probability that the hand has ended.
func (p *Beam) Over() (sum float64) {
	beam, weights := p.Now()
	for i, h := range beam {
		if h.Phase == Over {
			sum += weights[i]
		}
	}
	return sum
}

// decode carries the beam on over all sights that it has not seen. For an ending, histories
// are one that differ in nothing that it is made of.
func (p *Beam) decode(width int, ending bool) {
	tells := func(int32) bool { return true }
	if ending {
		tells = p.telling()
	}
	p.Measure()
	for at := len(p.generations) - 1; at < len(p.Sights); at++ {
		p.generations = append(p.generations, p.step(p.generations[at].kept, at, width, tells))
	}
}

// telling says which discards an ending depends on: none, unless the book asks how many
// tiles like the winning one lie open; then those that may be like it.
func (p *Beam) telling() func(slot int32) bool {
	if !p.Game.LastOfKind {
		return func(int32) bool { return false }
	}
	const last = models.Places // discards before a hand was laid down on one of which it may have won
	var winning evidence.Faces
	may := func(slot int) {
		for t, q := range p.Slots[slot].Q {
			winning[t] = max(winning[t], q)
		}
	}
	for i := range p.Sights {
		s := &p.Sights[i]
		if s.Act != evidence.LaidSeen {
			continue
		}
		if at := p.Apart(s.Slots, s.Place); at >= 0 {
			may(s.Slots[at])
		} else {
			for _, slot := range s.Slots {
				may(slot)
			}
		}
		n := 0
		for j := i - 1; j >= 0 && n < last; j-- {
			if p.Sights[j].MayDiscard() {
				may(p.Sights[j].Slots[0])
				n++
			}
		}
	}
	tells := make([]bool, len(p.Slots))
	for i := range p.Slots {
		for t, q := range p.Slots[i].Q {
			tells[i] = tells[i] || q > evidence.Slight && winning[t] > evidence.Slight
		}
	}
	return func(slot int32) bool { return slot < 0 || tells[slot] }
}

// step gives the likeliest histories after one more sight.
func (p *Beam) step(before []*History, at, width int, tells func(slot int32) bool) generation {
	var next []*History
	floor := math.Inf(-1)
	for _, h := range before {
		before := h.Left(p.Game)
		for _, n := range p.explain(h, at) {
			if left := n.Left(p.Game); left < 0 && left < before {
				n.logp += log(p.Priors.Overdrawn) // more was drawn than lay there: something was counted twice
			}
			if h.Phase != Over {
				n.logp += float64(n.lacksDora(p.Game)) * log(p.Priors.Missed)
			}
			for i := range n.Moves {
				n.Deed.note(&n.Moves[i], tells)
			}
			if n.logp > floor && !math.IsInf(n.logp, 1) { // and a number
				next = append(next, n)
				floor = max(floor, n.logp-p.Priors.Depth)
			}
		}
	}
	if len(next) == 0 { // no number says what it means: what was believed stays, and is not known
		return generation{kept: before, lost: 1}
	}
	kept := join(next)
	likeliestFirst(kept)
	if width == p.Priors.Beam {
		makeRoom(kept, width/2)
	}
	b := prune(kept, width, p.Priors.Tail)
	if b.lost > p.Priors.Spread && width == p.Priors.Wide && !kept[0].heap {
		b = prune(kept, p.Priors.Widest, p.Priors.Spread)
	}
	return b
}

// joint is what makes histories one: what follows is the same for all.
type joint struct {
	State
	digest
}

// join makes one of the histories that stand alike and were made of the same moves; the
// likeliest stands for all, with the probability of all.
func join(all []*History) []*History {
	likeliestFirst(all)
	at := make(map[joint]*History, len(all))
	kept := all[:0]
	for _, h := range all {
		key := joint{h.State, h.Deed}
		if first, known := at[key]; known {
			sum := evidence.AddLogs(first.logp, h.logp)
			first.inView = first.inView*math.Exp(first.logp-sum) + h.inView*math.Exp(h.logp-sum)
			first.logp = sum
			continue
		}
		at[key] = h
		kept = append(kept, h)
	}
	return kept
}

// prune keeps the first histories, those that are to be kept if any: so many that all others together are not
// likelier than tail, but not more than width. It never lets all go, and gives the likeliest first.
func prune(all []*History, width int, tail float64) generation {
	total := math.Inf(-1)
	for _, h := range all {
		total = evidence.AddLogs(total, h.logp)
	}
	n, lost := len(all), 0.0
	for n > 1 {
		share := math.Exp(all[n-1].logp - total)
		if n <= width && lost+share > tail {
			break
		}
		lost += share
		n--
	}
	likeliestFirst(all[:n])
	return generation{kept: all[:n], lost: lost}
}

// makeRoom puts histories behind all others, the likeliest first, of which so many that are likelier have the same riichi declared and
// the same sticks due: they differ in what happened long ago, such as which of many discards a call took that nobody saw, and a stick
// that is laid a second later makes a riichi ten thousand times as likely.
func makeRoom(all []*History, most int) {
	type riichi struct {
		declared int8
		gap      bool
		stick    stake
	}
	n := map[[models.Places]riichi]int{}
	var room, others []*History
	for _, h := range all {
		var key [models.Places]riichi
		for i := range h.Players {
			key[i] = riichi{h.Players[i].Riichi, h.Players[i].gapRiichi, h.Players[i].stick}
		}
		if n[key]++; n[key] <= most {
			room = append(room, h)
		} else {
			others = append(others, h)
		}
	}
	copy(all[copy(all, room):], others)
}

func likeliestFirst(all []*History) {
	slices.SortStableFunc(all, func(a, b *History) int { return cmp.Compare(b.logp, a.logp) })
}

// Lost is the share of the probability that was let go since the hand began. What was let
// go might have become likelier than what was kept, so that it counts as not known.
func (p *Beam) Lost() float64 {
	kept := 1.0
	for i := range p.generations {
		kept *= 1 - p.generations[i].lost
	}
	return 1 - kept
}

// Anew decodes everything anew with the wide beam; restore goes back to what was believed before.
func (p *Beam) Anew() (restore func()) {
	before := p.generations
	p.reread()
	p.generations = p.generations[:1:1]
	p.decode(p.Priors.Wide, true)
	return func() { p.generations = before }
}

// Now are the present histories, best first, with their probabilities.
func (p *Beam) Now() ([]*History, []float64) {
	beam := p.generations[len(p.generations)-1].kept
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

// Fit is how well the hand is explained by its start, as a log-likelihood: of two plays that heard the same, the
// one with the greater fit has the likelier start.
func (p *Beam) Fit() float64 {
	beam := p.generations[len(p.generations)-1].kept
	sum := 0.0
	for _, h := range beam {
		sum += math.Exp(h.logp - beam[0].logp)
	}
	return beam[0].logp + math.Log(sum)
}

// Overlooked counts the discards, flowers and melds among deeds of which nothing was seen or nothing could be read, and how many
// are expected.
func (p *Beam) Overlooked(deeds []Move) (overlooked, expected float64) {
	for _, m := range deeds {
		switch m.Do {
		case models.Discarded, models.LaidFlower:
			if m.Slot < 0 || p.Slots[m.Slot].Blank {
				overlooked++
			}
		case models.CalledChow, models.CalledPung, models.CalledKong:
			if m.Sight < 0 {
				overlooked++
			}
		default:
			continue
		}
		expected += p.Priors.Missed + p.Priors.Unread
	}
	return overlooked, expected
}

// FlowersOf are the slots of a player's flowers: those told as they were laid, and those that lie by the hand at the end.
func (p *Beam) FlowersOf(h *History, deeds []Move, place int) (slots []int) {
	add := func(slot int) {
		if evidence.FlowerMass(&p.Slots[slot].Q) > .5 && !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	for _, m := range deeds {
		if m.Do == models.LaidFlower && int(m.Place) == place && m.Slot >= 0 {
			add(int(m.Slot))
		}
	}
	if laid := h.End.Shown[place]; laid >= 0 {
		for _, slot := range p.Sights[laid].Slots {
			add(slot)
		}
	}
	return slots
}

// flowerless is by how much likelier a hand is, as a logarithm, where the camera sees none of the flowers of a place: each that
// nobody laid in view is still in the wall, or its is the place that drew it.
func (p *Beam) flowerless(h *History, deeds []Move) (ratios [models.Places]float64) {
	var told, inPlay float64
	for place := range models.Places {
		n := len(p.FlowersOf(h, deeds, place))
		told += float64(n)
		ratios[place] = float64(n) * evidence.Log(p.Priors.MissedFlower)
	}
	for f, often := range p.Prior {
		if models.Tile(f).IsFlower() && often > 0 {
			inPlay++
		}
	}
	drawn := p.DrawnOf(h)
	one := math.Log1p(drawn / float64(p.Game.Players) / (1 - drawn*(1-p.Priors.MissedFlower)))
	for place := range ratios {
		if ratios[place] == 0 {
			ratios[place] = max(inPlay-told, 0) * one
		}
	}
	return ratios
}

// DrawnOf is the share of the wall that has been drawn, the deal with it.
func (p *Beam) DrawnOf(h *History) float64 {
	return 1 - float64(max(h.Left(p.Game), 0)+p.Game.Dead)/float64(p.Game.Tiles)
}

// Learned is what this hand and those before teach.
func (p *Beam) Learned(before prior.Learned) prior.Learned {
	beam, weights := p.Now()
	inView := 0.0
	for i, h := range beam {
		inView += weights[i] * h.inView
	}
	best, deeds := beam[0], beam[0].Deeds()
	hand := prior.Hand{InView: min(max(inView, p.Priors.LearnedInView), 1-p.Priors.LearnedInView), Flowerless: p.flowerless(best, deeds)}
	hand.Overlooked, hand.Expected = p.Overlooked(deeds)
	return before.After(hand, p.Priors.Fades)
}
