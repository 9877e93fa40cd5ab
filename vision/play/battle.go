package play

import (
	"slices"

	"jantaku/models"
)

// Where the game goes on after a win, winners are out: they draw and claim nothing more, and the
// others play on to the right of the last of them.

// next gives the index of the place that plays after i.
func (s *state) next(g *Game, i int) int {
	for range models.Places {
		if i = g.next(i); !g.GoesOn || !s.end.wonBy(i) {
			return i
		}
	}
	return i
}

// turns counts the turns from one place to another; -1 when nobody plays there.
func (s *state) turns(g *Game, from, to int) int {
	if !g.GoesOn {
		return g.turns(from, to)
	}
	for n := range models.Places {
		if from == to {
			if s.end.wonBy(to) {
				return -1
			}
			return n
		}
		from = s.next(g, from)
	}
	return -1
}

// playing is how many still play.
func (s *state) playing(g *Game) int {
	n := g.Players
	for i := range s.end.won {
		if g.GoesOn && s.end.wonBy(i) {
			n--
		}
	}
	return n
}

// goesOn lets the others play on after player p has won, while more than one is left.
func (h *history) goesOn(g *Game, p int) {
	if !g.GoesOn || h.playing(g) < 2 {
		return
	}
	last := &h.end.won[p]
	from, to := int(last.from), p
	if from < 0 {
		from = p
	}
	for i := range h.end.won { // several on one tile: the last of them in turn order
		if w := &h.end.won[i]; w.nth == last.nth && g.turns(from, i) > g.turns(from, to) {
			to = i
		}
	}
	h.end.how, h.phase, h.to = "", free, int8(h.next(g, to))
	h.replaced, h.undrawn, h.tileGone, h.adding = false, false, false, none
	h.last, h.tile, h.wonOn = last.from, last.tile, from != p
	if !h.wonOn {
		h.last, h.tile = none, none
	}
}

// settled are the moments at which points change hands, in their order, where kongs are paid at
// once and several may win; the hands at the end are told apart.
func (t *table) settled(base *Verdict) (all []models.Settlement) {
	if !t.game.GoesOn {
		return nil
	}
	end, moments := &t.h.end, int8(0)
	for _, m := range t.moves {
		switch m.do {
		case models.CalledKong:
			all = append(all, models.Settlement{Do: m.do, Place: models.PlaceAt(int(m.place)), From: models.PlaceAt(int(m.from))})
		case models.MadeAdded:
			all = append(all, models.Settlement{Do: m.do, Place: models.PlaceAt(int(m.place)), Robbed: end.robbed(m.sight)})
		case models.MadeConcealed:
			all = append(all, models.Settlement{Do: m.do, Place: models.PlaceAt(int(m.place))})
		case models.Wins:
			if nth := end.won[m.place].nth; nth > moments { // with all who won on the tile
				moments = nth
				all = append(all, t.moment(nth))
			}
		}
	}
	if base.How == models.DrawnGame {
		all = append(all, models.Settlement{Do: models.HandsEnd})
	}
	return all
}

// moment is who won at the nth moment at which somebody did.
func (t *table) moment(nth int8) models.Settlement {
	s := models.Settlement{Do: models.Wins}
	for _, place := range t.winners() {
		w := &t.h.end.won[place]
		if w.nth != nth {
			continue
		}
		one := models.SettledWin{Place: models.PlaceAt(place), KongDiscard: w.shot, KongDraw: int(w.from) == place && w.replaced}
		if w.from >= 0 {
			one.From = models.PlaceAt(int(w.from))
		}
		s.Wins = append(s.Wins, one)
	}
	return s
}

// unpaid are words for what nobody saw though it is paid: whether the tile of an added kong was drawn in
// that turn, and the hands of winners and, at the end, of the others.
func (t *table) unpaid(v *Verdict) (words []string) {
	for _, s := range v.Settled {
		if s.Do == models.MadeAdded && !s.Robbed && s.Drawn == nil && t.game.PaidAsDrawn {
			words = append(words, "drawn")
			break
		}
	}
	for place := range models.Places {
		switch won := t.h.end.wonBy(place); {
		case t.h.end.shown[place] >= 0:
		case won && !slices.Contains(words, "hand"):
			words = append(words, "hand")
		case !won && v.How == models.DrawnGame && !slices.Contains(words, "shown"):
			words = append(words, "shown")
		}
	}
	return words
}

// out are the seats of those who had won before a place.
func (t *table) out(place int) (seats []models.Seat) {
	for _, other := range t.winners() {
		if t.game.GoesOn && t.h.end.won[other].nth < t.h.end.won[place].nth {
			seats = append(seats, t.seat(other))
		}
	}
	return seats
}

// void is the suit that a player most likely gave up, of whom the hand shows such tiles: that of the
// first discard, which is of the suit wherever one of its tiles was dealt; where that was not seen, one of
// which the hand has none. 0 where nobody can know: the hand has all suits, or tiles of the first discard's,
// so that it keeps what it gave up, or gave up a suit of which it was dealt none.
func (t *table) void(place int, hand models.Hand) models.Void {
	if !t.game.Void {
		return 0
	}
	for _, m := range t.moves {
		if m.do != models.Discarded || int(m.place) != place {
			continue
		}
		if m.slot < 0 {
			break
		}
		if first, _ := best(&t.slots[m.slot].q); first.IsNumber() {
			v := models.VoidOf(first.Suit())
			if hand.HoldsAny(v.Has) {
				return 0
			}
			return v
		}
		break
	}
	suits := []models.Suit{models.Characters, models.Dots, models.Bamboos}
	if i := slices.IndexFunc(suits, func(s models.Suit) bool { return !hand.HoldsAny(models.VoidOf(s).Has) }); i >= 0 {
		return models.VoidOf(suits[i])
	}
	return 0
}

// winsClosed is a win whose hand stays closed until the end: one tile is laid beside it, the discard face up or the
// drawn one face down.
func (e *explanation) winsClosed() {
	p, h, g := e.s.place, e.h, e.p.game
	if !g.GoesOn || len(e.s.slots) != 1 || p < 0 || h.end.wonBy(p) {
		return
	}
	tile := e.s.slots[0]
	lies := func(h *history, from int8, on int32) {
		h.wins(g, p, e.at, from, on)
		h.end.won[p].beside, h.end.shown[p] = int16(e.at), none
		e.add(h)
	}
	if e.p.slots[tile].back {
		e.untilDrawn(p, func(h *history) {
			h.draw()
			h.logp += log(e.p.priors.Closed * .33)
			lies(h, int8(p), none)
		})
		return
	}
	if h.phase == free && h.last >= 0 && int(h.last) != p && !h.wonOn {
		won := h.after(log(e.p.priors.Closed * .2))
		if h.tile >= 0 {
			won.logp += likeness(&e.p.slots[h.tile], &e.p.slots[tile], &e.p.prior)
		}
		lies(won, h.last, h.tile)
	}
}

// opens is the hand of a winner that is laid down, for the first time where it was closed until then.
func (e *explanation) opens() {
	p := e.s.place
	k := e.h.after(0)
	if e.h.end.shown[p] < 0 {
		want, w := 13, &e.h.end.won[p]
		if w.inside() {
			want = 14
		}
		tiles := e.p.concealed(k, p, e.at)
		k.logp += e.size(k, tiles, want) + log(e.p.complete(k, p, tiles, w.tile)/chanceComplete+1e-3)
	}
	k.end.shown[p] = int16(e.at)
	e.add(k)
}
