package histories

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// What is neither a slot, nor a place, nor a sight, and a tile that nobody saw.
const (
	none   = evidence.None
	unseen = evidence.Unseen
)

// log is the natural logarithm, bounded so that nothing is impossible.
func log(p float64) float64 { return evidence.Log(p) }

// phase is what a hand waits for.
type phase uint8

const (
	free    phase = iota // the player on turn draws, unless somebody calls
	holding              // a player holds one tile more, and discards
	Over                 // the hand has ended
)

// mostMelds is how many melds a player has at most by any rule book.
const mostMelds = int(models.Sixteen / models.SetTiles)

// stake is what is known of a player's riichi stick.
type stake uint8

const (
	noStick    stake = iota
	stickDue         // riichi was declared, and no stick was seen yet
	stickFirst       // it lies there, and the next discard declares riichi
	stickLies
)

// player is what one player has done.
type player struct {
	Discards, melds, kongs, Flowers int8
	open                            bool
	Riichi                          int8  // 1 or 2 (double)
	OneTurn                         bool  // riichi was declared, and neither called nor discarded since
	owes                            bool  // the riichi tile was called: the next discard lies sideways
	lastCalled                      bool  // its last discard was called
	Declared                        bool  // its last discard declared riichi
	stick                           stake // of its riichi
	stickFrom                       int16 // the sight with which riichi was declared, of a stick that is due
	lastSlot                        int32 // of its last discard, none, unseen
	gaps                            int8  // discards that nobody saw yet
	gapAt                           int16 // the sight before which the last of them was
	gapRiichi, gapOwes              bool  // one of them declared riichi; one was to lie sideways for a riichi tile that was called
	lies                            bool  // its hand was laid down by mistake
	CallGaps                        int8  // melds that nobody saw yet
	sets                            [mostMelds]int16
	Own                             uint8 // which of sets are concealed kongs, a bit each
}

// outcome is how a hand ended, and who has won so far.
type outcome struct {
	How    models.Deed // Wins or DrawnGame; empty while it is not known
	Reason string
	Won    [models.Places]winner
	Shown  [models.Places]int16
	ura    int8
	moved  int8 // indicators that were moved aside
}

// WonBy reports whether a place has won.
func (o *outcome) WonBy(place int) bool { return o.Won[place].Nth > 0 }

// Last is a win of the last moment at which somebody won; nil while nobody has.
func (o *outcome) Last() (last *winner) {
	for i := range o.Won {
		if w := &o.Won[i]; w.Nth > 0 && (last == nil || w.Nth > last.Nth) {
			last = w
		}
	}
	return last
}

// Takes reports whether a discard lies in the hand of who won on it.
func (o *outcome) Takes(slot int32) bool {
	for i := range o.Won {
		if w := &o.Won[i]; w.Nth > 0 && w.Pushed && w.Tile == slot {
			return true
		}
	}
	return false
}

// wonOn reports whether somebody has won on a discard, be it the last one or not.
func (o *outcome) wonOn(slot int32) bool {
	return slices.ContainsFunc(o.Won[:], func(w winner) bool { return w.Nth > 0 && w.Tile == slot })
}

// With counts who won at the same moment as a place.
func (o *outcome) With(place int) (n int) {
	for i := range o.Won {
		if o.Won[i].Nth == o.Won[place].Nth {
			n++
		}
	}
	return n
}

// Robbed reports whether the tile of an added kong was won on; any sight where none is named.
func (o *outcome) Robbed(sight int16) bool {
	for i := range o.Won {
		if w := &o.Won[i]; w.Nth > 0 && w.Robbing != none && (sight == none || w.Robbing == sight) {
			return true
		}
	}
	return false
}

// winner is how a player has won; nothing of it counts while nth is 0.
type winner struct {
	Nth      int8  // of the moments at which somebody won, from 1; those on one tile have the same
	From     int8  // index; the winner's own when it was drawn, none when nobody knows
	Tile     int32 // slot of the discard, none when it was drawn, unseen
	Robbing  int16 // sight of the added kong whose tile it is, none
	Pushed   bool  // the discard lies in the winner's hand
	Replaced bool  // the tile that was drawn last replaces one of a kong
	Shot     bool  // who supplied it had just made a kong, where that is paid back
	Last     bool  // no tile was left to be drawn
	beside   int16 // sight of the winning tile where it was laid beside a hand that stays closed, none
}

// Inside reports whether the winning tile lies among those of the hand.
func (w *winner) Inside() bool { return w.Tile == none || w.Pushed }

// State is where a hand stands in one history, with everything that what follows depends
// on. It is copied at every step.
type State struct {
	Phase    phase
	to       int8 // who discards next, unless somebody calls
	last     int8 // who discarded last
	tile     int32
	lastSeen int32 // slot of the last discard of all
	tileGone bool  // it left the river and nobody is known to have it
	claimed  int32
	returned int32 // slot of the discard that was taken back last
	offered  int32 // slot of the last discard, of which a call was withdrawn: it may be put back
	stray    int32 // slot of the tile that came to a river last and was no discard
	Dealer   int8  // who deals, whatever the books say
	Replaced bool  // the tile that was taken last replaces one of a kong
	undrawn  bool  // the tile that was taken last was claimed and not drawn: it wins nothing more, and makes no kong
	adding   int16 // sight of an added kong that can be robbed
	draws    int16 // tiles drawn after the deal, replacements among them
	Kongs    int8
	Dora     int8
	Calls    int8 // calls and kongs, which interrupt the first round
	heap     bool // discards lie in no rivers of their own
	shot     bool // who discarded or added a tile last had just made a kong, where that is paid back
	wonOn    bool // somebody has won on the tile that was discarded or added last
	Players  [models.Places]player
	End      outcome
}

// Left is how many tiles can still be drawn.
func (s *State) Left(g *prior.Game) int { return g.Live() - int(s.draws) }

// played counts the discards of all.
func (s *State) played() (n int) {
	for i := range s.Players {
		n += int(s.Players[i].Discards)
	}
	return max(n, 1)
}

// Where the game goes on after a win, winners are out: they draw and claim nothing more, and the
// others play on to the right of the last of them.

// next gives the index of the place that plays after i.
func (s *State) next(g *prior.Game, i int) int {
	for range models.Places {
		if i = g.Next(i); !g.GoesOn || !s.End.WonBy(i) {
			return i
		}
	}
	return i
}

// Turns counts the turns from one place to another; -1 when nobody plays there.
func (s *State) Turns(g *prior.Game, from, to int) int {
	if !g.GoesOn {
		return g.Turns(from, to)
	}
	for n := range models.Places {
		if from == to {
			if s.End.WonBy(to) {
				return -1
			}
			return n
		}
		from = s.next(g, from)
	}
	return -1
}

// playing is how many still play.
func (s *State) playing(g *prior.Game) int {
	n := g.Players
	for i := range s.End.Won {
		if g.GoesOn && s.End.WonBy(i) {
			n--
		}
	}
	return n
}

// mayRiichi reports whether a player may declare riichi with the next discard.
func (s *State) mayRiichi(g *prior.Game, p int) bool {
	me := &s.Players[p]
	return g.Riichi && !me.open && me.Riichi == 0 && s.Left(g) >= 1
}

// wonWithRiichi reports whether a winner had declared riichi.
func (s *State) wonWithRiichi() bool {
	for i := range s.Players {
		if s.End.WonBy(i) && s.Players[i].Riichi > 0 {
			return true
		}
	}
	return false
}

// DueDora is how many indicators are turned by the end of a hand: that of a kong perhaps only once its
// owner has discarded.
func (s *State) DueDora(g *prior.Game) int {
	switch {
	case !g.Dora:
		return 0
	case !g.KanDora:
		return 1
	case s.Replaced || s.End.Robbed(none):
		return int(s.Kongs)
	}
	return 1 + int(s.Kongs)
}

// lacksDora is how many indicators nobody saw that were turned while somebody watched, in a hand that has ended.
func (s *State) lacksDora(g *prior.Game) int {
	if s.Phase != Over {
		return 0
	}
	return max(0, s.DueDora(g)-max(int(s.Dora), 1))
}

// Deeds that only histories know.
const (
	fill     models.Deed = "fill"      // a discard that nobody had seen is seen
	fillMeld models.Deed = "fill-meld" // a meld that nobody had seen is
	takeBack models.Deed = "take-back" // the last discard is taken back
	unRiichi models.Deed = "un-riichi" // the last discard declares riichi no more
	putBack  models.Deed = "put-back"  // the last discard, claimed, is put back to where it lay

	completed models.Deed = "completed" // the last set of a player has one tile more than was seen
	widened   models.Deed = "widened"   // and is a kong with it and no pung
)

// Move is a deed of a history, with the sight and the tile that show it.
type Move struct {
	Do      models.Deed
	Place   int8
	From    int8
	Riichi  bool
	Late    bool // riichi was declared with the discard before, which was called; a flower or kong lay there before it
	Slot    int32
	Sight   int16
	whole   int16 // the sight that shows a set with a tile of it that was told later; 0 where that is Sight
	Claimed int32 // slot of the tile that was claimed
	Ends    bool  // the hand ends with it
}

// History is one explanation of everything so far. Histories share their past.
type History struct {
	State
	past  *History
	logp  float64
	Moves []Move
	// inView is how likely this club lays its riichi sticks where the camera sees them.
	inView float64
	Deed   digest
}

// after begins a history that goes on from h; cost is a log-likelihood.
func (h *History) after(cost float64) *History {
	return &History{State: h.State, past: h, logp: h.logp + cost, Deed: h.Deed, inView: h.inView}
}

// branch copies a history that is still being made.
func (h *History) branch(cost float64) *History {
	c := *h
	c.Moves = append([]Move(nil), h.Moves...)
	c.logp += cost
	return &c
}

func (h *History) did(m Move) { h.Moves = append(h.Moves, m) }

// declares is how often the next discard of a player declares riichi.
func (h *History) declares(pr *prior.Figures, place int) float64 {
	return pr.Riichi[min(int(h.Players[place].Discards), len(pr.Riichi)-1)]
}

// indicators are the slots of the indicators that were turned while the hand went on.
func (h *History) indicators() (slots []int32) {
	for past := h; past != nil; past = past.past {
		for _, m := range past.Moves {
			if m.Do == models.TurnedDora && !m.Ends && m.Slot >= 0 {
				slots = append(slots, m.Slot)
			}
		}
	}
	return slots
}

// Shown is the sight that shows all tiles of a set, -1 or less where nobody saw it.
func (m *Move) Shown() int {
	if m.whole > 0 {
		return int(m.whole)
	}
	return int(m.Sight)
}

// lastCall is the pung, chow or concealed kong that is the last set of a player; nil where that is another kong.
func (h *History) lastCall(p int) *Move {
	for past := h; past != nil; past = past.past {
		for i := len(past.Moves) - 1; i >= 0; i-- {
			m := &past.Moves[i]
			if int(m.Place) != p {
				continue
			}
			switch m.Do {
			case models.CalledPung, models.CalledChow, models.MadeConcealed:
				return m
			case models.CalledKong, widened:
				return nil
			}
		}
	}
	return nil
}

// turnsWith counts the discards of a player since the pung that is the set of a sight; false where there is none.
func (h *History) turnsWith(p int, is func(sight int16) bool) (turns int, known bool) {
	for past := h; past != nil; past = past.past {
		for i := len(past.Moves) - 1; i >= 0; i-- {
			m := &past.Moves[i]
			switch {
			case int(m.Place) != p:
			case m.Do == models.Discarded:
				turns++
			case m.Do == models.CalledPung && m.Sight >= 0 && is(m.Sight):
				return max(turns-1, 0), true // with the first it drew nothing
			case m.Do == models.MadeAdded && is(m.Sight):
				return 0, false
			}
		}
	}
	return 0, false
}

// unseenCall is the last call of a player whose meld nobody has seen yet; nil for none.
func (h *History) unseenCall(p int) *Move {
	filled := 0
	for past := h; past != nil; past = past.past {
		for i := len(past.Moves) - 1; i >= 0; i-- {
			switch m := &past.Moves[i]; {
			case int(m.Place) != p:
			case m.Do == fillMeld:
				filled++
			case m.Sight != unseen || m.Do != models.CalledPung && m.Do != models.CalledChow:
			case filled > 0:
				filled--
			default:
				return m
			}
		}
	}
	return nil
}

// Unexplained is the cost of hands that lie there at the end without having meant anything, and
// of those that do not lie there though their owners had to show them: after the last tile who
// has declared riichi shows that the hand waits.
func (h *History) unexplained() (cost float64) {
	const otherwise = .01 // of those hands are; assumed
	for i := range h.Players {
		if h.Players[i].lies {
			cost += log(otherwise)
		}
		if h.End.How == models.DrawnGame && h.End.Reason == prior.Exhausted && h.Players[i].Riichi > 0 && h.End.Shown[i] < 0 {
			cost += log(otherwise)
		}
	}
	return cost
}

// digest tells histories apart whose states are equal, by what an ending is made of: sums of
// hashes, so that the order of moves does not count.
type digest struct {
	sets   uint64 // calls, kongs, flowers, indicators
	rivers uint64 // discards
}

// note takes in a move; tells says of which tiles it counts that they lie in a river.
func (d *digest) note(m *Move, tells func(slot int32) bool) {
	switch m.Do {
	case models.Discarded, fill, takeBack, putBack, unRiichi:
		if !tells(m.Slot) {
			return
		}
	}
	switch m.Do {
	case models.Discarded:
		d.rivers += hash(m.Do, int(m.Place), int(m.Slot), truth(m.Riichi), truth(m.Late))
	case fill:
		riichi := truth(m.Riichi)
		d.rivers += hash(models.Discarded, int(m.Place), int(m.Slot), riichi, 0) - hash(models.Discarded, int(m.Place), unseen, riichi, 0)
	case unRiichi:
		d.rivers += hash(models.Discarded, int(m.Place), int(m.Slot), 0, 0) - hash(models.Discarded, int(m.Place), int(m.Slot), 1, 0)
	case putBack:
		d.rivers += hash(models.Discarded, int(m.Place), int(m.Slot), 0, 0) - hash(models.Discarded, int(m.Place), int(m.Claimed), 0, 0)
	case takeBack:
		d.rivers += hash(m.Do, int(m.Place), int(m.Slot))
	case models.Wins, models.DrawnGame: // the state has them
	default:
		d.sets += hash(m.Do, int(m.Place), int(m.From), int(m.Slot), int(m.Sight), int(m.Claimed), truth(m.Ends))
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
	h := fnv.New64a()
	h.Write([]byte(do)) // which never fails
	for _, n := range numbers {
		var four [4]byte
		binary.LittleEndian.PutUint32(four[:], uint32(n))
		h.Write(four[:])
	}
	return h.Sum64()
}

// begins are the histories in which nothing has happened yet: of a club that lays rows, and of one that lays a heap.
// Nobody plays riichi so: who has declared it, and whose own discards wins may not be on, is read off the rows.
func begins(g *prior.Game, s prior.Start, priors *prior.Figures) []*History {
	rows, heap := begin(s, priors.InView), begin(s, priors.InView)
	heap.heap = true
	switch {
	case g.Heap:
		return []*History{heap}
	case g.Riichi:
		return dealtBy(g, rows, priors)
	}
	rows.logp, heap.logp = log(1-priors.Heaps), log(priors.Heaps)
	return append(dealtBy(g, rows, priors), heap)
}

// dealtBy are a beginning as the books have it and with every other dealer.
func dealtBy(g *prior.Game, h *History, priors *prior.Figures) []*History {
	all, at := []*History{h}, int(h.Dealer)
	for range models.Places - 1 { // a dealer whose place is vacant is not come back to
		if at = g.Next(at); at == int(h.Dealer) {
			break
		}
		other := *h
		other.logp += log(priors.WrongDealer / float64(g.Players-1))
		other.Dealer, other.to = int8(at), int8(at)
		all = append(all, &other)
	}
	h.logp += log(1 - priors.WrongDealer)
	return all
}

func begin(s prior.Start, inView float64) *History {
	h := &History{inView: inView}
	h.Dealer = int8(s.Dealer.Index())
	h.to, h.last = h.Dealer, none
	h.tile, h.claimed, h.returned, h.adding, h.lastSeen = none, none, none, none, none
	h.offered, h.stray = none, none
	for i := range h.Players {
		h.Players[i].sets = [mostMelds]int16{none, none, none, none, none}
		h.Players[i].lastSlot = none
		h.End.Shown[i] = none
	}
	return h
}
