// Package play makes the course of a hand out of what changed on the table: who discarded
// what, who called it, who declared riichi, which kongs, flowers and indicators there were,
// who won and how. It knows no pixels.
//
// # How
//
// [Play] hears changes ([watch.Change]) one after the other and keeps a beam of histories.
// A history explains every change by the rules of play: a discard by the player whose turn
// it is, a call, a tile taken back; or a discard of a player out of turn, between which and
// the last one others played unseen. What is unlikely (a discard nobody saw, a tile told
// twice, a meld told after its owner's discard) costs log-probability and nothing else:
// no change is illegal in all histories, so the beam never ends. A tile that arrives later
// fills a gap that was left for it.
//
// Faces are not decided while the beam runs: each tile keeps the likelihood of every face,
// and histories are compared by how well the tiles of a meld go with each other and with
// the discard that was claimed. At the end of a hand everything is decoded anew with a wider
// beam, the copies of each kind are counted, and a hand that was laid down must be one that
// the rule book lets win. The result is a list of complete alternatives with probabilities,
// see [Ending], of which every fact has its probability and its runner-up.
//
// All likelihoods are natural logarithms relative to "the tiles are what they are by
// themselves, without a relation to each other".
package play

import (
	"cmp"
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
	beams   []beam // beams[i] are the histories before sight i
	blind   bool
	width   float64            // of a tile, mm, about
	masses  map[string]float64 // of hands that were weighed already
	fits    map[setKey]float64 // of sets
	melded  map[setKey]models.Meld
	won     map[string]bool // what the book lets win, of those that were asked about
	customs []arrangement

	told   course
	photos map[watch.Spot][]string // that show a tile, by their sums
}

// beam are the histories that are kept, best first.
type beam struct {
	kept []*history
	lost float64 // share of the probability that was let go with this sight
}

// New begins a hand whose start the books know.
func New(g *Game, s Start, priors Priors) *Play {
	p := &Play{game: g, start: s, priors: priors, prior: uniform(g),
		spots: map[watch.Spot]int{}, masses: map[string]float64{}, fits: map[setKey]float64{}, melded: map[setKey]models.Meld{}, won: map[string]bool{}, customs: arrangements(),
		beams: []beam{{kept: begins(g, s, &priors)}}}
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
	p.decode(p.priors.Beam, false)
	p.told.update(p)
}

// Show notes which pictures show how a tile came or went, by their sums, before and after.
func (p *Play) Show(spot watch.Spot, photos []string) {
	if p.photos == nil {
		p.photos = map[watch.Spot][]string{}
	}
	p.photos[spot] = photos
}

// photosOf are the pictures of a sight; nil for none.
func (p *Play) photosOf(sight int) []string {
	if sight < 0 || sight >= len(p.sights) {
		return nil
	}
	for _, slot := range p.sights[sight].slots {
		if photos := p.photos[p.slots[slot].spot]; photos != nil {
			return photos
		}
	}
	return nil
}

// forget drops what was concluded from readings that may have changed.
func (p *Play) forget() {
	clear(p.masses)
	clear(p.fits)
	clear(p.melded)
}

// decode carries the beam on over all sights that it has not seen. For an ending, histories
// are one that differ in nothing that it is made of.
func (p *Play) decode(width int, ending bool) {
	tells := func(int32) bool { return true }
	if ending {
		tells = p.telling()
	}
	p.width = p.tileWidth()
	for at := len(p.beams) - 1; at < len(p.sights); at++ {
		p.beams = append(p.beams, p.step(p.beams[at].kept, at, width, tells))
	}
}

// telling says which discards an ending depends on: none, unless the book asks how many
// tiles like the winning one lie open; then those that may be like it.
func (p *Play) telling() func(slot int32) bool {
	if !p.game.LastOfKind {
		return func(int32) bool { return false }
	}
	const (
		last  = 4    // discards before a hand was laid down on one of which it may have won
		worth = 1e-4 // chance of a face
	)
	var winning faces
	may := func(slot int) {
		for t, q := range p.slots[slot].q {
			winning[t] = max(winning[t], q)
		}
	}
	for i := range p.sights {
		s := &p.sights[i]
		if s.act != laidSeen {
			continue
		}
		if at := p.apart(s.slots, s.place); at >= 0 {
			may(s.slots[at])
		} else {
			for _, slot := range s.slots {
				may(slot)
			}
		}
		n := 0
		for j := i - 1; j >= 0 && n < last; j-- {
			if p.sights[j].act == discardSeen {
				may(p.sights[j].slots[0])
				n++
			}
		}
	}
	tells := make([]bool, len(p.slots))
	for i := range p.slots {
		for t, q := range p.slots[i].q {
			tells[i] = tells[i] || q > worth && winning[t] > worth
		}
	}
	return func(slot int32) bool { return slot < 0 || tells[slot] }
}

// step gives the likeliest histories after one more sight.
func (p *Play) step(before []*history, at, width int, tells func(slot int32) bool) beam {
	var next []*history
	floor := math.Inf(-1)
	for _, h := range before {
		before := h.left(p.game)
		for _, n := range p.explain(h, at, floor) {
			if left := n.left(p.game); left < 0 && left < before {
				n.logp += log(p.priors.Overdrawn) // more was drawn than lay there: something was counted twice
			}
			if h.phase != over {
				n.logp += float64(n.lacksDora(p.game)) * log(p.priors.Missed)
			}
			for i := range n.moves {
				n.deed.note(&n.moves[i], tells)
			}
			if n.logp > floor { // and a number
				next = append(next, n)
				floor = max(floor, n.logp-p.priors.Depth)
			}
		}
	}
	kept := join(next)
	b := prune(kept, width, p.priors.Tail)
	if b.lost > p.priors.Spread && width == p.priors.Wide && !kept[0].heap {
		b = prune(kept, p.priors.Widest, p.priors.Spread)
	}
	return b
}

// joint is what makes histories one: what follows is the same for all.
type joint struct {
	state
	digest
}

// join makes one of the histories that stand alike and were made of the same moves; the
// likeliest stands for all, with the probability of all.
func join(all []*history) []*history {
	likeliestFirst(all)
	at := make(map[joint]*history, len(all))
	kept := all[:0]
	for _, h := range all {
		key := joint{h.state, h.deed}
		if first, known := at[key]; known {
			sum := addLogs(first.logp, h.logp)
			first.inView = first.inView*exp(first.logp-sum) + h.inView*exp(h.logp-sum)
			first.logp = sum
			continue
		}
		at[key] = h
		kept = append(kept, h)
	}
	return kept
}

// prune keeps the likeliest histories, best first: so many that all others together are not
// likelier than tail, but not more than width. It never lets all go.
func prune(all []*history, width int, tail float64) beam {
	likeliestFirst(all)
	total := math.Inf(-1)
	for _, h := range all {
		total = addLogs(total, h.logp)
	}
	n, lost := len(all), 0.0
	for n > 1 {
		share := exp(all[n-1].logp - total)
		if n <= width && lost+share > tail {
			break
		}
		lost += share
		n--
	}
	return beam{kept: all[:n], lost: lost}
}

func likeliestFirst(all []*history) {
	slices.SortStableFunc(all, func(a, b *history) int { return cmp.Compare(b.logp, a.logp) })
}

// lost is the share of the probability that was let go since the hand began. What was let
// go might have become likelier than what was kept, so that it counts as not known.
func (p *Play) lost() float64 {
	kept := 1.0
	for i := range p.beams {
		kept *= 1 - p.beams[i].lost
	}
	return 1 - kept
}

// again decodes everything anew with the wide beam.
func (p *Play) again() {
	p.forget()
	p.beams = p.beams[:1:1]
	p.decode(p.priors.Wide, true)
}

// now are the present histories, best first, with their probabilities.
func (p *Play) now() ([]*history, []float64) {
	beam := p.beams[len(p.beams)-1].kept
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
func (p *Play) Fit() float64 {
	beam := p.beams[len(p.beams)-1].kept
	sum := 0.0
	for _, h := range beam {
		sum += math.Exp(h.logp - beam[0].logp)
	}
	return beam[0].logp + math.Log(sum)
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
	case unRiichi:
		if i := last(func(o *move) bool { return o.do == models.Discarded && o.slot == m.slot }); i >= 0 {
			all[i].riichi = false
		}
		return all
	case putBack:
		if i := last(func(o *move) bool { return o.do == models.Discarded && o.slot == m.claimed }); i >= 0 {
			all[i].slot = m.slot
		}
		return all
	case takeBack:
		if i := last(func(o *move) bool { return o.do == models.Discarded }); i >= 0 {
			return slices.Delete(all, i, i+1)
		}
		return all
	}
	switch {
	case m.late && m.do != models.Discarded:
		return slices.Insert(all, turnBefore(all, m.place), m)
	case m.late:
		if i := last(func(o *move) bool { return o.do == models.Discarded }); i >= 0 {
			all[i].riichi = true
		}
	}
	return append(all, m)
}

// turnBefore is where a deed belongs that was done in a player's last turn: before the discard that ended it, or
// among what came with the deal where that player had none yet.
func turnBefore(all []move, place int8) int {
	for i := len(all) - 1; i >= 0; i-- {
		if m := &all[i]; m.place == place && m.do == models.Discarded {
			return i
		}
	}
	i := slices.IndexFunc(all, func(m move) bool { return m.do == models.Discarded })
	if i < 0 {
		return len(all)
	}
	return i
}

// Earthly says which wins of the first round are earthly hands.
type Earthly uint8

// The meanings of an earthly hand.
const (
	NoEarthly Earthly = iota
	// FirstDiscard is a win on the dealer's first discard (Lingque, Yuque).
	FirstDiscard
	// FirstTurn is a win before the first own discard while nobody has called (riichi).
	FirstTurn
)

// Aborts are the ways in which a rule book stops a hand, in the words of the record format.
type Aborts struct {
	FourWinds, FourRiichi, FourKongs, NineTerminals, TripleRon bool
}

// Game is what the rules of play of a table are, as far as a course depends on them.
type Game struct {
	Rules   string
	Profile string
	// Tiles is how many tiles the walls hold, Dead how many of them are never drawn.
	Tiles, Dead int
	// Players is 3 or 4; Vacant is the place where nobody sits, of three.
	Players int
	Vacant  models.Place
	Flowers bool // flowers are among the tiles
	Red     bool // red fives are
	Riichi  bool // riichi is declared by a discard that lies sideways
	Dora    bool // indicators are turned
	Ura     bool // and those below them after riichi
	KanDora bool // a kong turns one more, KanUra the one below it, too
	KanUra  bool
	Turned  bool // the claimed tile of a meld is turned toward who supplied it
	Chows   bool // a discard may be claimed for a chow
	// Heaven tells that the dealer's dealt hand counts; Earthly what an earthly hand is.
	Heaven  bool
	Earthly Earthly
	Ippatsu bool
	// LastOfKind tells that a fan asks whether the other three copies are seen (MCR).
	LastOfKind bool
	// DeadReplaces tells that replacement tiles come from the dead wall, so that none is the last tile.
	DeadReplaces bool
	// Heads is how many may win on one discard.
	Heads int
	// GoesOn tells that the game goes on after a win, without its winners, until so many have won that
	// one player is left, or no tile is; kongs are paid at once, and all hands are shown at the end.
	GoesOn bool
	// Suits tells that there are no honours, Void that every player gives up a suit.
	Suits, Void bool
	// PaidAsDrawn tells that an added kong pays only with the tile drawn in the same turn.
	PaidAsDrawn bool
	// AllShow tells that every hand is laid down at every end (Yuque).
	AllShow bool
	Nagashi bool
	Aborts  Aborts
	// Heap tells that discards are known to lie in no rivers of their own: only their order is known.
	Heap bool
	// Complete reports whether the tiles form a hand that the book lets win in some
	// circumstances. Nil asks nothing of a hand that was laid down.
	Complete func(*models.Win) bool
}

// Live is how many tiles can be drawn after the deal, the dealer's first among them.
func (g *Game) Live() int { return g.Tiles - g.Dead - 13*g.Players }

// next gives the index of the place that plays after i.
func (g *Game) next(i int) int {
	i = (i + 1) % models.Places
	if g.Vacant.Index() == i {
		i = (i + 1) % models.Places
	}
	return i
}

// turns counts the turns from one place to another; -1 when nobody sits there.
func (g *Game) turns(from, to int) int {
	for n := range models.Places {
		if from == to {
			return n
		}
		from = g.next(from)
	}
	return -1
}

// Start is what the books know before a hand.
type Start struct {
	ID            string
	Dealer        models.Place
	Round         models.Seat
	Honba, Sticks int
	Scores        models.Points
}
