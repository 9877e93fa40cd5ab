package taiwan

import (
	"math/bits"

	"jantaku/models"
)

// HandSize is how many tiles a player holds before the win; sets is how many a hand is made of.
const (
	HandSize = models.Sixteen
	sets     = 5
)

// shape is what a hand is made of.
type shape uint8

const (
	five       shape = iota // five sets and a pair
	eightPairs              // seven pairs and a set of three (八對半, 嚦咕嚦咕)
)

// group is a set of a reading.
type group struct {
	first     uint8 // index of its lowest kind
	chow      bool
	laid      bool // a meld
	concealed bool // made of one's own tiles before the win, a concealed kong among them
}

// hand is a win by its tiles, and what of it is the same whatever they are read as.
type hand struct {
	win                  *models.Win
	held                 tiles               // in hand, the winning tile among them
	all                  [models.Kinds]uint8 // with the melds
	last                 uint8               // index of the winning tile
	melds                [sets]group
	laid                 int  // how many of them
	concealed            bool // no chow, pung or melded kong
	exposed              bool // all sets are laid, and none is concealed
	suits                int  // how many number suits occur
	honours              bool
	pungs                uint64 // the honours of which there is a pung or kong, a bit each
	winds, dragons       int    // how many of them
	windPair, dragonPair bool
	waits                int // how many kinds were waited for, two for more; -1 where nobody has asked yet
}

// reading is one way to see a hand: as which sets and pair, and which of them the winning tile completed.
type reading struct {
	*hand
	shape     shape
	groups    [sets]group
	pair      uint8 // index of its kind
	completed int   // index of the group, sets for the pair
	pungs     int   // kongs among them
	hidden    int   // pungs of one's own tiles
}

func (h *hand) prepare(w *models.Win) {
	*h = hand{win: w, last: uint8(w.Tile.Index()), concealed: true, waits: -1}
	for _, t := range w.Concealed {
		h.held[t.Index()]++
	}
	h.held[h.last]++
	h.all = h.held
	h.laid, h.exposed = len(w.Melds), len(w.Melds) == sets
	for i := range w.Melds {
		m := &w.Melds[i]
		g := group{first: models.Kinds, chow: m.Kind == models.Chow, laid: true, concealed: !m.Kind.IsOpen()}
		for _, t := range m.Tiles {
			h.all[t.Index()]++
			g.first = min(g.first, uint8(t.Index()))
		}
		h.melds[i] = g
		h.concealed = h.concealed && g.concealed
		h.exposed = h.exposed && !g.concealed
		if !g.chow && honour(g.first) {
			h.pungs |= 1 << g.first
		}
	}
	var suits uint8
	for i, n := range h.all[:honours] {
		if n > 0 {
			suits |= 1 << (i / 9)
		}
	}
	h.suits = bits.OnesCount8(suits)
	for i := honours; i < models.Kinds; i++ {
		h.honours = h.honours || h.all[i] > 0
		switch h.held[i] {
		case 2:
			h.windPair, h.dragonPair = h.windPair || wind(uint8(i)), h.dragonPair || !wind(uint8(i))
		case 3:
			h.pungs |= 1 << i
		}
	}
	h.dragons = bits.OnesCount64(h.pungs >> dragons)
	h.winds = bits.OnesCount64(h.pungs) - h.dragons
}

func honour(kind uint8) bool { return kind >= honours }

func wind(kind uint8) bool { return kind >= honours && kind < dragons }

// pungOf reports whether there is a pung or kong of an honour.
func (h *hand) pungOf(t models.Tile) bool { return h.pungs&(1<<t.Index()) != 0 }

// each calls yield for every reading as five sets and a pair, with the winning tile in every place that it may have taken.
func (h *hand) each(yield func(*reading)) {
	suit := h.held.paired()
	if suit < 0 {
		return
	}
	r, left := reading{hand: h, groups: h.melds}, h.held
	for kind := 9 * suit; kind < min(9*suit+9, models.Kinds); kind++ {
		if left[kind] < 2 {
			continue
		}
		left[kind] -= 2
		if left.made() {
			r.pair = uint8(kind)
			r.split(&left, 0, h.laid, yield)
		}
		left[kind] += 2
	}
}

// split makes sets of the tiles left from a kind on, and places the winning tile once none are left.
func (r *reading) split(left *tiles, from, n int, yield func(*reading)) {
	for from < models.Kinds && left[from] == 0 {
		from++
	}
	if from == models.Kinds {
		r.place(yield)
		return
	}
	if n == sets {
		return
	}
	if left[from] >= 3 {
		left[from] -= 3
		r.groups[n] = group{first: uint8(from), concealed: true}
		r.split(left, from, n+1, yield)
		left[from] += 3
	}
	if !honour(uint8(from)) && from%9 < 7 && left[from+1] > 0 && left[from+2] > 0 {
		left[from]--
		left[from+1]--
		left[from+2]--
		r.groups[n] = group{first: uint8(from), chow: true, concealed: true}
		r.split(left, from, n+1, yield)
		left[from]++
		left[from+1]++
		left[from+2]++
	}
}

// place tries every group in hand that the winning tile may have completed.
func (r *reading) place(yield func(*reading)) {
	pungs, hidden := 0, 0
	for _, g := range r.groups {
		if !g.chow {
			pungs++
			if g.concealed {
				hidden++
			}
		}
	}
	r.pungs = pungs
	for i := r.laid; i < sets; i++ {
		g := r.groups[i]
		if g.holds(r.last) && (i == r.laid || r.groups[i-1] != g) {
			r.completed, r.hidden = i, hidden
			if !g.chow && !r.win.SelfDraw { // another's tile conceals no pung that it completes
				r.hidden--
			}
			yield(r)
		}
	}
	if r.pair == r.last {
		r.completed, r.hidden = sets, hidden
		yield(r)
	}
}

func (g group) holds(kind uint8) bool {
	return g.first == kind || g.chow && (kind == g.first+1 || kind == g.first+2)
}

// pairs reads a hand as seven pairs and a set of three; false where it is none.
func (h *hand) pairs() (*reading, bool) {
	if h.laid > 0 {
		return nil, false
	}
	found := 0
	for _, n := range h.held {
		if n == 3 {
			found++
		} else if n%2 != 0 {
			return nil, false
		}
	}
	return &reading{hand: h, shape: eightPairs, completed: -1}, found == 1
}

// narrow reports whether the winning tile completed a pair, an edge or a middle; twoSided whether a chow at one of its
// open ends.
func (r *reading) narrow() bool {
	switch {
	case r.completed == sets:
		return true
	case r.completed < 0 || !r.groups[r.completed].chow:
		return false
	}
	first := r.groups[r.completed].first
	return r.last == first+1 || r.last == first+2 && first%9 == 0 || r.last == first && first%9 == 6
}

func (r *reading) twoSided() bool {
	return r.completed >= 0 && r.completed < sets && r.groups[r.completed].chow && !r.narrow()
}

// onlyWait reports whether no other kind would have completed the sixteen tiles; one of which all four are one's own
// is waited for by nobody.
func (h *hand) onlyWait() bool {
	if h.waits < 0 {
		h.waits = 0
		before, own := h.held, h.all
		before[h.last]--
		own[h.last]--
		over := before.over()
		for suit := range over {
			with := over
			with[suit] = (with[suit] + 1) % 3
			pair := pairedBy(with)
			if pair < 0 {
				continue // no tile of the suit makes it a hand
			}
			for kind := 9 * suit; kind < min(9*suit+9, models.Kinds) && h.waits < 2; kind++ {
				if own[kind] == models.Copies {
					continue
				}
				before[kind]++
				if before.complete(pair) {
					h.waits++
				}
				before[kind]--
			}
		}
	}
	return h.waits == 1
}
