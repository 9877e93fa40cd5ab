package play

import "jantaku/models"

// phase is what a hand waits for.
type phase uint8

const (
	free    phase = iota // the player on turn draws, unless somebody calls
	holding              // a player holds one tile more, and discards
	over                 // the hand has ended
)

const (
	none   = -1 // no slot, no place
	unseen = -2 // a tile that nobody saw
)

// player is what one player has done.
type player struct {
	discards, melds, kongs, flowers int8
	open                            bool
	riichi                          int8  // 1 or 2 (double)
	oneTurn                         bool  // riichi was declared, and neither called nor discarded since
	owes                            bool  // the riichi tile was called: the next discard lies sideways
	lastCalled                      bool  // its last discard was called
	declared                        bool  // its last discard declared riichi
	stick                           stake // of its riichi
	stickFrom                       int16 // the sight with which riichi was declared, of a stick that is due
	lastSlot                        int32 // of its last discard, none, unseen
	gaps                            int8  // discards that nobody saw yet
	gapAt                           int16 // the sight before which the last of them was
	lies                            bool  // its hand was laid down by mistake
	callGaps                        int8  // melds that nobody saw yet
	sets                            [4]int16
	own                             uint8 // which of sets are concealed kongs, a bit each
}

// outcome is how a hand ended, and who has won so far.
type outcome struct {
	how    models.Deed // Wins or DrawnGame; empty while it is not known
	reason string
	won    [models.Places]winner
	shown  [models.Places]int16
	ura    int8
	moved  int8 // indicators that were moved aside
}

// winner is how a player has won; nothing of it counts while nth is 0.
type winner struct {
	nth      int8  // of the moments at which somebody won, from 1; those on one tile have the same
	from     int8  // index; the winner's own when it was drawn, none when nobody knows
	tile     int32 // slot of the discard, none when it was drawn, unseen
	robbing  int16 // sight of the added kong whose tile it is, none
	pushed   bool  // the discard lies in the winner's hand
	replaced bool  // the tile that was drawn last replaces one of a kong
	shot     bool  // who supplied it had just made a kong, where that is paid back
	last     bool  // no tile was left to be drawn
	beside   int16 // sight of the winning tile where it was laid beside a hand that stays closed, none
}

// inside reports whether the winning tile lies among those of the hand.
func (w *winner) inside() bool { return w.tile == none || w.pushed }

// wonBy reports whether a place has won.
func (o *outcome) wonBy(place int) bool { return o.won[place].nth > 0 }

// last is a win of the last moment at which somebody won; nil while nobody has.
func (o *outcome) last() (last *winner) {
	for i := range o.won {
		if w := &o.won[i]; w.nth > 0 && (last == nil || w.nth > last.nth) {
			last = w
		}
	}
	return last
}

// takes reports whether a discard lies in the hand of who won on it.
func (o *outcome) takes(slot int32) bool {
	for i := range o.won {
		if w := &o.won[i]; w.nth > 0 && w.pushed && w.tile == slot {
			return true
		}
	}
	return false
}

// with counts who won at the same moment as a place.
func (o *outcome) with(place int) (n int) {
	for i := range o.won {
		if o.won[i].nth == o.won[place].nth {
			n++
		}
	}
	return n
}

// robbed reports whether the tile of an added kong was won on; any sight where none is named.
func (o *outcome) robbed(sight int16) bool {
	for i := range o.won {
		if w := &o.won[i]; w.nth > 0 && w.robbing != none && (sight == none || w.robbing == sight) {
			return true
		}
	}
	return false
}

// state is where a hand stands in one history, with everything that what follows depends
// on. It is copied at every step.
type state struct {
	phase    phase
	to       int8 // who discards next, unless somebody calls
	last     int8 // who discarded last
	tile     int32
	lastSeen int32 // slot of the last discard of all
	tileGone bool  // it left the river and nobody is known to have it
	claimed  int32
	returned int32 // slot of the discard that was taken back last
	offered  int32 // slot of the last discard, of which a call was withdrawn: it may be put back
	stray    int32 // slot of the tile that came to a river last and was no discard
	dealer   int8  // who deals, whatever the books say
	replaced bool  // the tile that was taken last replaces one of a kong
	undrawn  bool  // the tile that was taken last was claimed and not drawn: it wins nothing more, and makes no kong
	adding   int16 // sight of an added kong that can be robbed
	draws    int16 // tiles drawn after the deal, replacements among them
	kongs    int8
	dora     int8
	calls    int8 // calls and kongs, which interrupt the first round
	heap     bool // discards lie in no rivers of their own
	shot     bool // who discarded or added a tile last had just made a kong, where that is paid back
	wonOn    bool // somebody has won on the tile that was discarded or added last
	players  [models.Places]player
	end      outcome
}

// move is a deed of a history, with the sight and the tile that show it.
type move struct {
	do      models.Deed
	place   int8
	from    int8
	riichi  bool
	late    bool // riichi was declared with the discard before, which was called; a flower or kong lay there before it
	slot    int32
	sight   int16
	claimed int32 // slot of the tile that was claimed
	ends    bool  // the hand ends with it
}

// Deeds that only histories know.
const (
	fill     models.Deed = "fill"      // a discard that nobody had seen is seen
	fillMeld models.Deed = "fill-meld" // a meld that nobody had seen is
	takeBack models.Deed = "take-back" // the last discard is taken back
	unRiichi models.Deed = "un-riichi" // the last discard declares riichi no more
	putBack  models.Deed = "put-back"  // the last discard, claimed, is put back to where it lay
)

// history is one explanation of everything so far. Histories share their past.
type history struct {
	state
	past  *history
	logp  float64
	moves []move
	// inView is how likely this club lays its riichi sticks where the camera sees them.
	inView float64
	deed   digest
}

// digest tells histories apart whose states are equal, by what an ending is made of: sums of
// hashes, so that the order of moves does not count.
type digest struct {
	sets   uint64 // calls, kongs, flowers, indicators
	rivers uint64 // discards
}

// note takes in a move; tells says of which tiles it counts that they lie in a river.
func (d *digest) note(m *move, tells func(slot int32) bool) {
	switch m.do {
	case models.Discarded, fill, takeBack, putBack, unRiichi:
		if !tells(m.slot) {
			return
		}
	}
	switch m.do {
	case models.Discarded:
		d.rivers += hash(m.do, int(m.place), int(m.slot), truth(m.riichi), truth(m.late))
	case fill:
		d.rivers += hash(models.Discarded, int(m.place), int(m.slot), 0, 0) - hash(models.Discarded, int(m.place), unseen, 0, 0)
	case unRiichi:
		d.rivers += hash(models.Discarded, int(m.place), int(m.slot), 0, 0) - hash(models.Discarded, int(m.place), int(m.slot), 1, 0)
	case putBack:
		d.rivers += hash(models.Discarded, int(m.place), int(m.slot), 0, 0) - hash(models.Discarded, int(m.place), int(m.claimed), 0, 0)
	case takeBack:
		d.rivers += hash(m.do, int(m.place), int(m.slot))
	case models.Wins, models.DrawnGame: // the state has them
	default:
		d.sets += hash(m.do, int(m.place), int(m.from), int(m.slot), int(m.sight), int(m.claimed), truth(m.ends))
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hash mixes a deed and numbers (FNV-1a).
func hash(do models.Deed, numbers ...int) uint64 {
	const basis, prime = 14695981039346656037, 1099511628211
	h := uint64(basis)
	for _, b := range []byte(do) {
		h = (h ^ uint64(b)) * prime
	}
	for _, n := range numbers {
		for range 4 {
			h = (h ^ uint64(n&0xff)) * prime
			n >>= 8
		}
	}
	return h
}

// begins are the histories in which nothing has happened yet: of a club that lays rows, and of one that lays a heap.
// Nobody plays riichi so: who has declared it, and whose own discards wins may not be on, is read off the rows.
func begins(g *Game, s Start, priors *Priors) []*history {
	rows, heap := begin(s, priors.InView), begin(s, priors.InView)
	heap.heap = true
	switch {
	case g.Heap:
		return []*history{heap}
	case g.Riichi:
		return dealtBy(g, rows, priors)
	}
	rows.logp, heap.logp = log(1-priors.Heaps), log(priors.Heaps)
	return append(dealtBy(g, rows, priors), heap)
}

// dealtBy are a beginning as the books have it and with every other dealer.
func dealtBy(g *Game, h *history, priors *Priors) []*history {
	all := []*history{h}
	for at := g.next(int(h.dealer)); at != int(h.dealer); at = g.next(at) {
		other := *h
		other.logp += log(priors.WrongDealer / float64(g.Players-1))
		other.dealer, other.to = int8(at), int8(at)
		all = append(all, &other)
	}
	h.logp += log(1 - priors.WrongDealer)
	return all
}

func begin(s Start, inView float64) *history {
	h := &history{inView: inView}
	h.dealer = int8(s.Dealer.Index())
	h.to, h.last = h.dealer, none
	h.tile, h.claimed, h.returned, h.adding, h.lastSeen = none, none, none, none, none
	h.offered, h.stray = none, none
	for i := range h.players {
		h.players[i].sets = [4]int16{none, none, none, none}
		h.players[i].lastSlot = none
		h.end.shown[i] = none
	}
	return h
}

// after begins a history that goes on from h; cost is a log-likelihood.
func (h *history) after(cost float64) *history {
	return &history{state: h.state, past: h, logp: h.logp + cost, deed: h.deed, inView: h.inView}
}

func (h *history) did(m move) { h.moves = append(h.moves, m) }

// left is how many tiles can still be drawn.
func (s *state) left(g *Game) int { return g.Live() - int(s.draws) }

// draw lets the player on turn draw when nothing was taken yet.
func (h *history) draw() {
	if h.phase == free {
		h.draws++
		h.replaced, h.undrawn = false, false
	}
	h.phase, h.tile, h.tileGone, h.adding, h.wonOn = holding, none, false, none, false
}

// dueDora is how many indicators are turned by the end of a hand: that of a kong perhaps only once its
// owner has discarded.
func (s *state) dueDora(g *Game) int {
	switch {
	case !g.Dora:
		return 0
	case !g.KanDora:
		return 1
	case s.replaced || s.end.robbed(none):
		return int(s.kongs)
	}
	return 1 + int(s.kongs)
}

// lacksDora is how many indicators nobody saw that were turned while somebody watched, in a hand that has ended.
func (s *state) lacksDora(g *Game) int {
	if s.phase != over {
		return 0
	}
	return max(0, s.dueDora(g)-max(int(s.dora), 1))
}

// discards ends the turn of player p. Slot is unseen where nobody saw the tile.
func (h *history) discards(g *Game, p int, slot int32, at int, riichi bool) {
	if h.phase == holding && h.replaced {
		h.interrupt() // the kong stands: nobody robbed it
	}
	h.draw()
	h.shot = g.GoesOn && h.replaced
	me := &h.players[p]
	me.discards++
	me.oneTurn, me.lastCalled = false, false
	me.declared, me.lastSlot, h.lastSeen = riichi, slot, slot
	if riichi {
		me.riichi, me.oneTurn = 1, true
		if me.discards == 1 && h.calls == 0 {
			me.riichi = 2
		}
	}
	h.stakes(p, at, riichi)
	if slot == unseen {
		me.gaps++
	}
	h.phase, h.last, h.tile, h.tileGone, h.offered = free, int8(p), slot, false, none
	h.to = int8(h.next(g, p))
	h.did(move{do: models.Discarded, place: int8(p), slot: slot, sight: int16(at), riichi: riichi, claimed: none})
}

// calls lets player p claim the last discard.
func (h *history) claims(g *Game, p int, do models.Deed, at int) {
	me, from := &h.players[p], h.last
	h.interrupt()
	h.calls++
	if from >= 0 {
		him := &h.players[from]
		him.lastCalled = true
		if him.riichi > 0 && him.declared {
			him.owes = true
		}
	}
	h.did(move{do: do, place: int8(p), from: from, slot: none, sight: int16(at), claimed: h.tile})
	if me.melds < 4 {
		me.sets[me.melds] = int16(at)
		me.melds++
	}
	me.open = true
	h.claimed = h.tile
	h.phase, h.to, h.replaced, h.tile, h.tileGone, h.adding, h.offered = holding, int8(p), false, none, false, none, none
	h.undrawn = do != models.CalledKong
	if do == models.CalledKong {
		h.replaces(p)
	}
}

// interrupt ends the turn after riichi for everybody.
func (h *history) interrupt() {
	for i := range h.players {
		h.players[i].oneTurn = false
	}
}

// replaces counts a kong of player p and the tile that replaces it. An indicator that was turned
// for no reason may have been that of this kong.
func (h *history) replaces(p int) {
	if h.dora > h.kongs+1 {
		h.logp += log(beforeKong) - log(noKong)
	}
	h.kongs++
	h.players[p].kongs++
	h.draws++
	h.replaced = true
}

// concealed is a concealed kong of the player on turn.
func (h *history) concealed(p, at int) {
	h.draw()
	h.setAside(p, at)
}

// concealedBefore is a concealed kong of the player who has discarded last, made before that discard.
func (h *history) concealedBefore(g *Game, p, at int) {
	oneTurn := h.players[p].oneTurn // the discard came after it
	h.setAside(p, at)
	h.players[p].oneTurn, h.replaced, h.shot = oneTurn, false, g.GoesOn
	h.moves[len(h.moves)-1].late = true
}

// setAside counts a concealed kong of a player, and the tile that replaces it.
func (h *history) setAside(p, at int) {
	me := &h.players[p]
	h.interrupt()
	h.calls++
	if me.melds < 4 {
		me.sets[me.melds] = int16(at)
		me.own |= 1 << me.melds
		me.melds++
	}
	h.replaces(p)
	h.did(move{do: models.MadeConcealed, place: int8(p), slot: none, sight: int16(at), claimed: none, from: none})
}

// adds is a fourth tile on a pung of the player on turn.
func (h *history) adds(g *Game, p, at int, tile int32) {
	h.draw()
	h.shot = g.GoesOn && h.replaced
	h.calls++
	h.players[p].oneTurn = false
	h.replaces(p)
	h.adding, h.tile, h.last = int16(at), tile, int8(p)
	h.did(move{do: models.MadeAdded, place: int8(p), slot: tile, sight: int16(at), claimed: none, from: none})
}

// flower is a flower of the player on turn, and the tile that replaces it.
func (h *history) flower(p, at int, tile int32) {
	h.draw()
	h.players[p].flowers++
	h.draws++
	h.replaced = false
	h.did(move{do: models.LaidFlower, place: int8(p), slot: tile, sight: int16(at), claimed: none, from: none})
}
