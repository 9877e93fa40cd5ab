package verdict

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/histories"
)

// What is neither a slot, nor a place, nor a sight, and a tile that nobody saw.
const (
	none   = evidence.None
	unseen = evidence.Unseen
)

// log is the natural logarithm, bounded so that nothing is impossible.
func log(p float64) float64 { return evidence.Log(p) }

// table is all that lies on the table in one history, with the faces weighed by how many
// copies of each there are.
type table struct {
	*histories.Beam
	h      *histories.History
	moves  []histories.Move
	kept   []evidence.Faces // the posteriors before
	rivers []int            // slots of the discards that were not called
	gaps   int              // discards that nobody saw, and that nobody called
	sets   []set
	dora   []int
	ura    []int
	hands  [models.Places][]int // concealed slots of the hands that were laid down
	inHand []int                // sets that nobody saw and that lay among those
}

// set is a meld of a history.
type set struct {
	place, from int
	do          models.Deed
	claimed     int // slot of the tile that was called; none, unseen
	slots       []int
	options     []evidence.Option
}

func newTable(p *histories.Beam, h *histories.History) *table {
	t := &table{Beam: p, h: h, moves: h.Deeds(), kept: make([]evidence.Faces, len(p.Slots))}
	for i := range p.Slots {
		t.kept[i] = p.Slots[i].Q
	}
	claimed := map[int32]bool{}
	for _, m := range t.moves {
		if m.Claimed >= 0 {
			claimed[m.Claimed] = true
		}
	}
	for i, m := range t.moves {
		switch m.Do {
		case models.Discarded:
			switch {
			case m.Slot == unseen && i+1 < len(t.moves) && t.moves[i+1].Claimed == unseen && t.moves[i+1].From == m.Place: // it lies in a meld
			case m.Slot == unseen:
				t.gaps++
			case m.Slot >= 0 && !claimed[m.Slot] && !h.End.Takes(m.Slot):
				t.rivers = append(t.rivers, int(m.Slot))
			}
		case models.TurnedDora:
			if m.Ends {
				t.ura = append(t.ura, int(m.Slot))
			} else {
				t.dora = append(t.dora, int(m.Slot))
			}
		case models.CalledChow, models.CalledPung, models.CalledKong, models.MadeConcealed, models.MadeAdded:
			t.meld(&m)
		}
	}
	for place, laid := range h.End.Shown {
		if laid >= 0 {
			t.hands[place] = p.Concealed(h, place, int(laid))
		}
	}
	return t
}

// meld notes a call, or what an added kong makes of a pung.
func (t *table) meld(m *histories.Move) {
	s := set{place: int(m.Place), from: int(m.From), do: m.Do, claimed: int(m.Claimed)}
	if at := m.Shown(); at >= 0 {
		s.slots = t.Sights[at].Slots
	}
	if m.Do == models.MadeAdded {
		if t.h.End.Robbed(m.Sight) {
			return // a robbed kong stays a pung
		}
		for i := range t.sets {
			if old := &t.sets[i]; old.place == s.place && len(old.slots) > 0 && slices.Contains(s.slots, old.slots[0]) {
				old.do, old.slots = m.Do, s.slots
				old.options = t.Options(s.slots, none, m.Do)
				return
			}
		}
	}
	s.options = t.Options(s.slots, int(m.Claimed), m.Do)
	t.sets = append(t.sets, s)
}

// hidden are the tiles of a set of which something was seen beyond those that were, by the ways of telling it.
func (s *set) hidden() (all []*evidence.Faces) {
	if len(s.slots) == 0 {
		return nil
	}
	for _, c := range s.choices() {
		if c.Value < 0 {
			return nil
		}
		for i, tile := range s.options[c.Value].Tiles[len(s.slots):] {
			if i == len(all) {
				all = append(all, &evidence.Faces{})
			}
			all[i][tile] += math.Exp(c.Logp)
		}
	}
	return all
}

func (t *table) restore() {
	for i := range t.kept {
		t.Slots[i].Q = t.kept[i]
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
			if first, _ := evidence.Best(&t.Slots[x].Q); t.Slots[x].Q[first] < evidence.Sure {
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
		total = evidence.AddLogs(total, o.Logp)
	}
	if math.IsInf(total, -1) {
		return
	}
	for i, slot := range s.slots {
		var q evidence.Faces
		for _, o := range s.options {
			q[o.Tiles[i]] += math.Exp(o.Logp - total)
		}
		t.Slots[slot].Q = q
	}
}

// recount weighs the faces of one tile by the copies that the others leave.
func (t *table) recount(x int, all []int) {
	var prior evidence.Faces
	for f := models.Tile(1); int(f) < models.Outcomes; f++ {
		if t.Prior[f] > 0 {
			prior[f] = t.copiesLeft(f, x, all)
		}
	}
	t.Slots[x].Q = evidence.Posterior(&t.Slots[x].Like, &prior)
}

// copiesLeft is how many copies of a face are left beside the other tiles, on average.
func (t *table) copiesLeft(f models.Tile, x int, all []int) float64 {
	copies := models.Copies
	switch {
	case f == models.Unknown || f == models.Back:
		return t.Prior[f] * float64(t.Game.Tiles)
	case f.IsFlower() || f.IsRed():
		copies = 1
	case t.Game.Red && f.IsFive():
		copies = models.Copies - 1
	}
	var others [models.Copies + 1]float64 // the chance that so many others show the face
	others[0] = 1
	for _, o := range all {
		q := t.Slots[o].Q[f]
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
	return left + t.Priors.Doubled // a tile that was told twice makes a fifth copy of another
}

// sort weighs the faces of a hand that was laid down by those that stand beside them: most
// players keep their hands sorted, and whether this one is shows in all its tiles.
func (t *table) sort(place int) {
	if t.Priors.Sorted == 0 {
		return
	}
	row := slices.Clone(t.hands[place])
	if i := t.Apart(row, place); i >= 0 {
		row = slices.Delete(row, i, i+1)
	}
	if len(row) <= models.SetTiles { // says nothing of a custom
		return
	}
	slices.SortFunc(row, func(a, b int) int {
		switch d := evidence.Along(t.Slots[a].At, place) - evidence.Along(t.Slots[b].At, place); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	faces := make([]*evidence.Faces, len(row))
	for i, slot := range row {
		faces[i] = &t.Slots[slot].Q
	}
	if !slices.ContainsFunc(faces, evidence.Doubtful) {
		return
	}
	weigh := t.Orderly(faces)
	for i, slot := range row {
		sum := 0.0
		for f := range weigh[i] {
			sum += weigh[i][f]
		}
		if sum > 0 {
			for f := range weigh[i] {
				t.Slots[slot].Q[f] = weigh[i][f] / sum
			}
		}
	}
}

// choices are the ways of telling a set.
func (s *set) choices() (all []evidence.Choice) {
	total := math.Inf(-1)
	for _, o := range s.options {
		total = evidence.AddLogs(total, o.Logp)
	}
	for i, o := range s.options {
		if o.Logp-total > log(1e-7) {
			all = append(all, evidence.Choice{Value: i, Logp: o.Logp - total})
		}
	}
	if len(all) == 0 {
		return []evidence.Choice{{Value: none}}
	}
	evidence.SortChoices(all)
	return all
}

// winners are who has won, in the order they did; those on one tile stand in turn order after its
// supplier, or from the dealer on where nobody knows it.
func (t *table) winners() (order []int) {
	end := &t.h.End
	turns := func(place int) int {
		from := int(end.Won[place].From)
		if from < 0 {
			from = int(t.h.Dealer)
		}
		return t.Game.Turns(from, place)
	}
	for place := range end.Won {
		if end.WonBy(place) && turns(place) >= 0 {
			order = append(order, place)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(end.Won[a].Nth, end.Won[b].Nth), turns(a)-turns(b)) })
	return order
}

// seat is the wind of a place.
func (t *table) seat(place int) models.Seat {
	return models.SeatAt(t.Game.Turns(int(t.h.Dealer), place))
}

// out are the seats of those who had won before a place.
func (t *table) out(place int) (seats []models.Seat) {
	for _, other := range t.winners() {
		if t.Game.GoesOn && t.h.End.Won[other].Nth < t.h.End.Won[place].Nth {
			seats = append(seats, t.seat(other))
		}
	}
	return seats
}

// void is the suit that a player most likely gave up, of whom the hand shows such tiles: one of which it has none, and among
// two that of the first discard. Who holds tiles of that suit discards one of them first, so that a hand with tiles of the
// first discard's suit held none of what it gave up at first (after an exchange often), or keeps it to the end, against
// the rules: kept is how likely that is, and keeps the suit then. 0 where the hand has all suits: it keeps the one that was
// given up, and which that is says nothing more.
func (t *table) void(place int, hand models.Hand) (v, keeps models.Void, kept float64) {
	if !t.Game.Void {
		return 0, 0, 0
	}
	for _, s := range []models.Suit{models.Characters, models.Dots, models.Bamboos} {
		if is := models.VoidOf(s); v == 0 && !hand.HoldsAny(is.Has) {
			v = is
		}
	}
	if v == 0 {
		return 0, 0, 0
	}
	for _, m := range t.moves {
		if m.Do != models.Discarded || int(m.Place) != place {
			continue
		}
		if m.Slot < 0 {
			break
		}
		first, _ := evidence.Best(&t.Slots[m.Slot].Q)
		if !first.IsNumber() {
			break
		}
		if named := models.VoidOf(first.Suit()); !hand.HoldsAny(named.Has) {
			v = named
		} else {
			none := t.Priors.NoneGivenUp
			if t.Game.Exchange {
				none = t.Priors.NoneAfterExchange
			}
			keeps, kept = named, t.Priors.KeepsSuit/(t.Priors.KeepsSuit+none)
		}
		break
	}
	return v, keeps, kept
}
