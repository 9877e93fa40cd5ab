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

// hand is a win by its tiles, whatever they are read as.
type hand struct {
	win       *models.Win
	held      [models.Kinds]uint8 // in hand, the winning tile among them
	all       [models.Kinds]uint8 // with the melds
	last      uint8               // index of the winning tile
	melds     [sets]group
	laid      int  // how many of them
	concealed bool // no chow, pung or melded kong
	suits     int  // how many number suits occur
	honours   bool
	waits     int // how many kinds were waited for, two for more; -1 where nobody has asked yet
}

// reading is one way to see a hand: as which sets and pair, and which of them the winning tile completed.
type reading struct {
	*hand
	shape     shape
	groups    [sets]group
	pair      uint8 // index of its kind
	completed int   // index of the group, sets for the pair
}

func (h *hand) prepare(w *models.Win) {
	*h = hand{win: w, last: uint8(w.Tile.Index()), concealed: true, waits: -1}
	for _, t := range w.Concealed {
		h.held[t.Index()]++
	}
	h.held[h.last]++
	h.all = h.held
	for i, m := range w.Melds {
		g := group{first: models.Kinds, chow: m.Kind == models.Chow, laid: true, concealed: !m.Kind.IsOpen()}
		for _, t := range m.Tiles {
			h.all[t.Index()]++
			g.first = min(g.first, uint8(t.Index()))
		}
		h.melds[i] = g
		h.concealed = h.concealed && g.concealed
	}
	h.laid = len(w.Melds)
	var suits uint8
	for i, n := range h.all {
		switch {
		case n == 0:
		case honour(uint8(i)):
			h.honours = true
		default:
			suits |= 1 << (i / 9)
		}
	}
	h.suits = bits.OnesCount8(suits)
}

func honour(kind uint8) bool { return kind >= 27 }
func wind(kind uint8) bool   { return kind >= 27 && kind < 31 }
func dragon(kind uint8) bool { return kind >= 31 }

// each calls yield for every reading as five sets and a pair, with the winning tile in every place that it may have taken.
func (h *hand) each(yield func(*reading)) {
	r := reading{hand: h, groups: h.melds}
	for kind := range h.held {
		if h.held[kind] < 2 {
			continue
		}
		left := h.held
		left[kind] -= 2
		r.pair = uint8(kind)
		r.split(&left, 0, h.laid, yield)
	}
}

// split makes sets of the tiles left from a kind on, and places the winning tile once none are left.
func (r *reading) split(left *[models.Kinds]uint8, from, n int, yield func(*reading)) {
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
	for i := r.laid; i < sets; i++ {
		g := r.groups[i]
		if g.holds(r.last) && (i == r.laid || r.groups[i-1] != g) {
			r.completed = i
			yield(r)
		}
	}
	if r.pair == r.last {
		r.completed = sets
		yield(r)
	}
}

func (g group) holds(kind uint8) bool {
	return g.first == kind || g.chow && (kind == g.first+1 || kind == g.first+2)
}

// pairs reads a hand as seven pairs and a set of three; false where it is none.
func (h *hand) pairs() (*reading, bool) {
	r := &reading{hand: h, shape: eightPairs, completed: -1}
	found := 0
	for kind, n := range h.held {
		if n == 3 {
			r.groups[0] = group{first: uint8(kind)}
			found++
		} else if n%2 != 0 {
			return nil, false
		}
	}
	return r, h.laid == 0 && found == 1
}

// sets are the groups of the reading: all five, or the one set of three.
func (r *reading) list() []group {
	if r.shape == eightPairs {
		return r.groups[:1]
	}
	return r.groups[:]
}

func (r *reading) oneSuit() bool { return r.suits == 1 }

// count counts the sets for which something holds.
func (r *reading) count(is func(group) bool) (n int) {
	for _, g := range r.list() {
		if is(g) {
			n++
		}
	}
	return n
}

func (r *reading) pungs() int {
	if r.shape == eightPairs {
		return 0
	}
	return r.count(func(g group) bool { return !g.chow })
}

func (r *reading) windPungs() int {
	return r.count(func(g group) bool { return !g.chow && wind(g.first) })
}

func (r *reading) dragonPungs() int {
	return r.count(func(g group) bool { return !g.chow && dragon(g.first) })
}

// pungOf reports whether there is a pung or kong of a tile.
func (r *reading) pungOf(t models.Tile) bool {
	return r.count(func(g group) bool { return !g.chow && int(g.first) == t.Index() }) > 0
}

// concealedPungs counts those of one's own tiles; another's tile conceals none that it completes.
func (r *reading) concealedPungs() (n int) {
	if r.shape == eightPairs {
		return 0
	}
	for i, g := range r.groups {
		if !g.chow && g.concealed && (r.win.SelfDraw || i != r.completed) {
			n++
		}
	}
	return n
}

// exposed reports whether five sets are laid, none of them concealed.
func (r *reading) exposed() bool {
	return r.shape == five && r.laid == sets && r.count(func(g group) bool { return g.concealed }) == 0
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
		before := h.held
		before[h.last]--
		for kind := range models.Kinds {
			own := h.all[kind]
			if kind == int(h.last) {
				own--
			}
			if own == models.Copies {
				continue
			}
			before[kind]++
			if completes(&before, sets-h.laid) {
				h.waits++
			}
			before[kind]--
			if h.waits > 1 {
				break
			}
		}
	}
	return h.waits == 1
}

// completes reports whether tiles make so many sets and a pair.
func completes(tiles *[models.Kinds]uint8, n int) bool {
	for kind := range tiles {
		if tiles[kind] < 2 {
			continue
		}
		tiles[kind] -= 2
		all := splits(tiles, 0, n)
		tiles[kind] += 2
		if all {
			return true
		}
	}
	return false
}

// splits reports whether the tiles from a kind on are n sets. The lowest kind left is the start of a chow as often as it is
// not in a pung.
func splits(tiles *[models.Kinds]uint8, from, n int) bool {
	for from < models.Kinds && tiles[from] == 0 {
		from++
	}
	if from == models.Kinds {
		return n == 0
	}
	if n == 0 {
		return false
	}
	if tiles[from] >= 3 {
		tiles[from] -= 3
		ok := splits(tiles, from, n-1)
		tiles[from] += 3
		if ok {
			return true
		}
	}
	if honour(uint8(from)) || from%9 > 6 || tiles[from+1] == 0 || tiles[from+2] == 0 {
		return false
	}
	tiles[from]--
	tiles[from+1]--
	tiles[from+2]--
	ok := splits(tiles, from, n-1)
	tiles[from]++
	tiles[from+1]++
	tiles[from+2]++
	return ok
}
