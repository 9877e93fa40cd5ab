package play

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"jantaku/models"
)

// Won is one winner of a verdict: the hand with all its circumstances, as a rule book scores it.
type Won struct {
	Place models.Place `json:"place"`
	// From is the winner's own place when the tile was drawn.
	From models.Place `json:"from"`
	Win  models.Win   `json:"win"`
}

// ShownHand is a hand that was laid down by somebody who did not win, with the ways of
// telling its tiles, of each history that may have led here.
type ShownHand struct {
	Place models.Place
	Seat  models.Seat
	Hands []Shown
}

// Shown is one way of telling a shown hand.
type Shown struct {
	models.Hand
	// Seen are the tiles that its owner sees besides the hand: rivers, melds, indicators.
	Seen models.Tiles
	// Chance is the probability of it in its history; those of one history sum up to one at most.
	Chance float64
	// Void is the suit that its owner gave up, see [Game.Void].
	Void models.Void

	others  []otherwise
	history int // see Verdict.shares
}

// Verdict is one complete way in which a hand may have ended.
type Verdict struct {
	Chance float64     `json:"-"`
	How    models.Deed `json:"how"` // Wins or DrawnGame
	// Reason is that of a drawn game; empty where nothing on the table says why the hand ended.
	Reason string `json:"reason,omitempty"`
	Wins   []Won  `json:"wins,omitempty"`
	// Settled are the moments at which points changed hands, in their order, where the game goes on
	// after a win; what the wins are worth, and how the hands stand at the end, is for the rule book.
	Settled []models.Settlement `json:"settled,omitempty"`
	// Riichi are who laid a stick, Nagashi who discarded terminals and honours alone, none of them called.
	Riichi  []models.Place `json:"riichi,omitempty"`
	Nagashi []models.Place `json:"nagashi,omitempty"`
	// Unseen are words for what nobody saw though the score depends on it.
	Unseen []string `json:"unseen,omitempty"`
	// Left is how many tiles could still be drawn.
	Left int `json:"-"`

	// shares are how much of the chance comes from which history; nil is all from the first.
	shares map[int]float64
}

// Ending is what is known of how a hand ended.
type Ending struct {
	// Verdicts are the likeliest ways, best first; their chances and Rest sum up to one.
	Verdicts []Verdict
	// Rest is the probability of all that is in no verdict.
	Rest float64
	// Pruned is the probability of the histories that were let go on the way, a part of Rest.
	Pruned float64
	// Late tells that the watch began in the middle of the hand: the order of what lay there
	// already is not known.
	Late bool
	// Shown are the hands of those who did not win, by all histories but the least likely.
	Shown []ShownHand
	// Record is the hand as it would be kept, by the likeliest course.
	Record *models.Record
}

// How much is weighed at the end of a hand.
const (
	lastHistories = 60   // histories that are told in full
	lastFaces     = 400  // ways of telling the tiles, per history
	worthwhile    = 1e-6 // histories and faces below this chance go into the rest
	untold        = 2e-4 // chance of all histories of which the shown hands are not told: they count as wrong
)

// Over reports whether the hand has most likely ended, and whether its tiles were swept away.
func (p *Play) Over() (ended, swept bool) {
	swept = len(p.sights) > 0 && p.sights[len(p.sights)-1].act == sweptSeen
	beam, weights := p.now()
	sum := 0.0
	for i, h := range beam {
		if h.phase == over {
			sum += weights[i]
		}
	}
	return sum > .5, swept
}

// End decodes everything anew, with all that was seen since as evidence, and tells how the
// hand ended. It may be asked more than once: hearing on is allowed.
func (p *Play) End() *Ending {
	apart, shares := p.now() // no event of theirs was joined with another
	defer func(beams []beam) { p.beams = beams }(p.beams)
	p.again()
	beam, weights := p.now()
	p.told.tell(p, beam[0], apart, shares)
	e := &Ending{Rest: 1, Late: p.beganLate(), Pruned: p.lost()}
	all := map[string]*Verdict{}
	var order []string
	told := 0.0
	for i, h := range p.distinct(beam, weights) {
		verdicts, shown := p.resolve(h.history, h.chance, told < 1-untold)
		for _, v := range verdicts {
			v.Chance *= h.chance * (1 - e.Pruned)
			key := v.key()
			if all[key] == nil {
				v.shares = map[int]float64{}
				all[key] = &v
				order = append(order, key)
			} else {
				all[key].Chance += v.Chance
			}
			all[key].shares[i] += v.Chance
		}
		e.shows(shown, i)
		told += h.chance
	}
	for _, key := range order {
		for i := range all[key].shares {
			all[key].shares[i] /= all[key].Chance
		}
		e.Verdicts = append(e.Verdicts, *all[key])
		e.Rest -= all[key].Chance
	}
	e.Rest = max(e.Rest, 0)
	slices.SortStableFunc(e.Verdicts, func(a, b Verdict) int {
		switch {
		case a.Chance > b.Chance:
			return -1
		case a.Chance < b.Chance:
			return 1
		}
		return 0
	})
	e.Record = p.Record()
	return e
}

// shows notes the hands that were shown in a history.
func (e *Ending) shows(hands []ShownHand, history int) {
	for _, hand := range hands {
		for i := range hand.Hands {
			hand.Hands[i].history = history
		}
		at := slices.IndexFunc(e.Shown, func(s ShownHand) bool { return s.Place == hand.Place })
		if at < 0 {
			e.Shown = append(e.Shown, hand)
		} else {
			e.Shown[at].Hands = append(e.Shown[at].Hands, hand.Hands...)
		}
	}
}

// beganLate reports whether so many discards were told at once that they were not seen one
// after the other.
func (p *Play) beganLate() bool {
	const atOnce = 5 // more than come to rest under one cover
	n := map[int]int{}
	for i := range p.sights {
		if s := &p.sights[i]; s.act == discardSeen {
			if n[s.set]++; n[s.set] >= atOnce {
				return true
			}
		}
	}
	return false
}

// weighted is a history that stands for all that end alike.
type weighted struct {
	*history
	chance float64
}

// distinct joins the histories that end alike: where they differ makes no verdict another.
// The likeliest stands for each kind.
func (p *Play) distinct(beam []*history, weights []float64) (all []weighted) {
	at := map[string]int{}
	for i, h := range beam {
		key := p.signature(h)
		if j, known := at[key]; known {
			all[j].chance += weights[i]
			continue
		}
		if len(all) < lastHistories && weights[i] >= worthwhile {
			at[key] = len(all)
			all = append(all, weighted{h, weights[i]})
		}
	}
	return all
}

// signature is what a verdict depends on.
func (p *Play) signature(h *history) string {
	var b strings.Builder
	early := [3]bool{h.calls == 0, h.left(p.game) <= 0, h.replaced}
	fmt.Fprint(&b, h.end, early, h.dealer)
	for i := range h.players {
		me := &h.players[i]
		fmt.Fprint(&b, me.riichi, me.oneTurn, me.flowers, h.calls == 0 && me.discards == 0)
	}
	battle := p.game.GoesOn
	for _, m := range h.deeds() {
		switch {
		case battle && m.place >= 0 && m.do != models.Discarded: // all kongs are paid
			fmt.Fprint(&b, m.do, m.place, m.from, m.sight, m.claimed)
		case m.do == models.Discarded && (p.game.LastOfKind || p.game.Nagashi && h.end.how == models.DrawnGame):
			fmt.Fprint(&b, "d", m.place, m.slot)
		case m.do == models.TurnedDora, m.do == models.LaidFlower && h.end.wonBy(int(max(m.place, 0))):
			fmt.Fprint(&b, m.do, m.slot)
		case m.place >= 0 && m.do != models.Discarded && (h.end.wonBy(int(m.place)) || h.end.shown[m.place] >= 0):
			fmt.Fprint(&b, m.do, m.place, m.from, m.sight, m.claimed)
		}
	}
	return b.String()
}

// key tells verdicts apart.
func (v *Verdict) key() string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error() // tiles and numbers: it does not happen, and would merge nothing wrong
	}
	return string(text)
}

// resolve tells the ways in which one history may have ended, with chances that sum up to
// at most one, and the hands that were shown where that is asked.
func (p *Play) resolve(h *history, chance float64, hands bool) (all []Verdict, shown []ShownHand) {
	t := p.table(h)
	defer t.restore()
	t.count()
	base := Verdict{How: h.end.how, Reason: h.end.reason, Left: h.left(p.game), Riichi: t.sticks()}
	if h.phase != over {
		base.How = models.DrawnGame
	}
	if base.How == models.DrawnGame && base.Reason == Exhausted && p.game.Nagashi {
		base.Nagashi = t.nagashi()
	}
	base.Settled = t.settled(&base)
	if hands {
		shown = t.shownHands()
	}
	return t.verdicts(base, chance), shown
}

// table is all that lies on the table in one history, with the faces weighed by how many
// copies of each there are.
type table struct {
	*Play
	h      *history
	moves  []move
	kept   []faces // the posteriors before
	rivers []int   // slots of the discards that were not called
	gaps   int     // discards that nobody saw, and that nobody called
	sets   []set
	dora   []int
	ura    []int
	hands  [models.Places][]int // concealed slots of the hands that were laid down
}

// set is a meld of a history.
type set struct {
	place, from int
	do          models.Deed
	slots       []int
	options     []option
}

func (p *Play) table(h *history) *table {
	t := &table{Play: p, h: h, moves: h.deeds(), kept: make([]faces, len(p.slots))}
	for i := range p.slots {
		t.kept[i] = p.slots[i].q
	}
	claimed := map[int32]bool{}
	for _, m := range t.moves {
		if m.claimed >= 0 {
			claimed[m.claimed] = true
		}
	}
	for i, m := range t.moves {
		switch m.do {
		case models.Discarded:
			switch {
			case m.slot == unseen && i+1 < len(t.moves) && t.moves[i+1].claimed == unseen && t.moves[i+1].from == m.place: // it lies in a meld
			case m.slot == unseen:
				t.gaps++
			case m.slot >= 0 && !claimed[m.slot] && !h.end.takes(m.slot):
				t.rivers = append(t.rivers, int(m.slot))
			}
		case models.TurnedDora:
			if m.ends {
				t.ura = append(t.ura, int(m.slot))
			} else {
				t.dora = append(t.dora, int(m.slot))
			}
		case models.CalledChow, models.CalledPung, models.CalledKong, models.MadeConcealed, models.MadeAdded:
			t.meld(&m)
		}
	}
	for place, laid := range h.end.shown {
		if laid >= 0 {
			t.hands[place] = p.concealed(h, place, int(laid))
		}
	}
	return t
}

// meld notes a call, or what an added kong makes of a pung.
func (t *table) meld(m *move) {
	s := set{place: int(m.place), from: int(m.from), do: m.do}
	if m.sight >= 0 {
		s.slots = t.sights[m.sight].slots
	}
	if m.do == models.MadeAdded {
		if t.h.end.robbed(m.sight) {
			return // a robbed kong stays a pung
		}
		for i := range t.sets {
			if old := &t.sets[i]; old.place == s.place && len(old.slots) > 0 && slices.Contains(s.slots, old.slots[0]) {
				old.do, old.slots = m.do, s.slots
				old.options = t.options(s.slots, none, m.do)
				return
			}
		}
	}
	s.options = t.options(s.slots, int(m.claimed), m.do)
	t.sets = append(t.sets, s)
}

// hidden are the tiles of a set of which something was seen beyond those that were, by the ways of telling it.
func (s *set) hidden() (all []*faces) {
	if len(s.slots) == 0 {
		return nil
	}
	for _, c := range s.choices() {
		if c.value < 0 {
			return nil
		}
		for i, tile := range s.options[c.value].tiles[len(s.slots):] {
			if i == len(all) {
				all = append(all, &faces{})
			}
			all[i][tile] += exp(c.logp)
		}
	}
	return all
}

func (t *table) restore() {
	for i := range t.kept {
		t.slots[i].q = t.kept[i]
	}
}

// single are the tiles that stand in no set.
func (t *table) single() []int {
	all := slices.Concat(t.rivers, t.dora, t.ura)
	for _, hand := range t.hands {
		all = append(all, hand...)
	}
	return all
}

// sure is the probability of a face from which on neither copies nor neighbours are asked: what
// they could take from the others is less than what one reading is believed (see Priors.Known).
const sure = 1 - 1e-4

// count weighs the faces of all tiles by how many copies are left beside the others: twice,
// because each face depends on the others'.
func (t *table) count() {
	for i := range t.sets {
		t.tellSets(&t.sets[i])
	}
	all := t.single()
	for _, s := range t.sets {
		all = append(all, s.slots...)
	}
	for range 2 {
		for _, x := range t.single() {
			if first, _ := best(&t.slots[x].q); t.slots[x].q[first] < sure {
				t.recount(x, all)
			}
		}
	}
	for place := range t.hands {
		t.sort(place)
	}
}

// tellSets gives the tiles of a set the faces that they have as one.
func (t *table) tellSets(s *set) {
	total := math.Inf(-1)
	for _, o := range s.options {
		total = addLogs(total, o.logp)
	}
	if math.IsInf(total, -1) {
		return
	}
	for i, slot := range s.slots {
		var q faces
		for _, o := range s.options {
			q[o.tiles[i]] += exp(o.logp - total)
		}
		t.slots[slot].q = q
	}
}

// recount weighs the faces of one tile by the copies that the others leave.
func (t *table) recount(x int, all []int) {
	var prior faces
	for f := models.Tile(1); int(f) < models.Outcomes; f++ {
		if t.prior[f] > 0 {
			prior[f] = t.copiesLeft(f, x, all)
		}
	}
	t.slots[x].q = posterior(&t.slots[x].like, &prior)
}

// copiesLeft is how many copies of a face are left beside the other tiles, on average.
func (t *table) copiesLeft(f models.Tile, x int, all []int) float64 {
	copies := models.Copies
	switch {
	case f == models.Unknown || f == models.Back:
		return t.prior[f] * float64(t.game.Tiles)
	case f.IsFlower() || f.IsRed():
		copies = 1
	case t.game.Red && f.IsNumber() && f.Rank() == 5:
		copies = models.Copies - 1
	}
	var others [models.Copies + 1]float64 // the chance that so many others show the face
	others[0] = 1
	for _, o := range all {
		q := t.slots[o].q[f]
		if o == x || q < 1e-9 {
			continue
		}
		for n := models.Copies; n > 0; n-- {
			stay := 1 - q
			if n == models.Copies {
				stay = 1
			}
			others[n] = others[n]*stay + others[n-1]*q
		}
		others[0] *= 1 - q
	}
	left := 0.0
	for n, chance := range others {
		left += chance * float64(max(copies-n, 0))
	}
	const doubled = .002 // a tile that was told twice makes a fifth copy of another
	return left + doubled
}

// sticks are who declared riichi and paid for it: not with the discard that was won on.
func (t *table) sticks() (places []models.Place) {
	for i := range t.h.players {
		last := t.h.end.last()
		if t.h.players[i].riichi > 0 && !(last != nil && int(last.from) == i && !t.h.end.wonBy(i) && t.h.players[i].declared) {
			places = append(places, models.PlaceAt(i))
		}
	}
	return places
}

// nagashi are who discarded nothing but terminals and honours, none of which was called.
func (t *table) nagashi() (places []models.Place) {
	for i := range models.Places {
		if t.game.turns(t.start.Dealer.Index(), i) < 0 {
			continue
		}
		chance, n := 1.0, 0
		for _, m := range t.moves {
			switch {
			case m.do == models.Discarded && int(m.place) == i:
				n++
				outer := 0.0
				if m.slot >= 0 {
					for f, q := range t.slots[m.slot].q {
						if models.Tile(f).IsTerminalOrHonour() {
							outer += q
						}
					}
				}
				chance *= outer
			case (m.do == models.CalledChow || m.do == models.CalledPung || m.do == models.CalledKong) && int(m.from) == i:
				chance = 0
			}
		}
		if n > 0 && chance > .5 {
			places = append(places, models.PlaceAt(i))
		}
	}
	return places
}
