package course

import (
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// maxWinners is how many win a hand that goes on after a win: the fourth has nobody to win from.
const maxWinners = models.Places - 1

// noteShot notes whether a tile is given right after a kong of its owner's.
func (h *Hand) noteShot(place models.Place) {
	if h.shot = 0; h.replaced {
		h.shot = place
	}
}

// settle notes that points change hands.
func (h *Hand) settle(s models.Settlement) {
	if h.Manners.GoesOn {
		h.settled = append(h.settled, s)
	}
}

// ExchangedTiles is how many tiles everybody passes on where that is played.
const ExchangedTiles = 3

// exchange moves three tiles. Where nobody saw which, nothing is known of either hand but what is told later.
func (h *Hand) exchange(m models.Move) error {
	if h.thrown > 0 || h.calls > 0 || !h.Manners.Suits {
		return illegal("tiles are exchanged before the first discard, where that is played")
	}
	from, to := h.Side(m.Place), h.Side(m.To)
	seen := len(m.Tiles) > 0 && !slices.ContainsFunc(m.Tiles, func(t models.Tile) bool { return !t.HasFace() })
	if seen && !from.unseen && !to.unseen {
		return h.pass(from, to, m.Tiles)
	}
	for _, side := range []*Side{from, to} {
		for _, t := range side.Concealed {
			if t.HasFace() {
				h.copies[t.Kind()]--
			}
		}
		side.Concealed = slices.Repeat(models.Tiles{models.Unknown}, h.Manners.Hand.Tiles())
		side.unseen = true
	}
	return nil
}

// pass gives tiles of one player to another.
func (h *Hand) pass(from, to *Side, tiles models.Tiles) error {
	if len(tiles) != ExchangedTiles {
		return illegal("%d tiles are exchanged, not %d", len(tiles), ExchangedTiles)
	}
	left := slices.Clone(from.Concealed)
	for _, t := range tiles {
		at := slices.Index(left, t)
		if at < 0 {
			return illegal("it holds no %v to pass on", t)
		}
		left = slices.Delete(left, at, at+1)
	}
	from.Concealed, to.Concealed = left, append(to.Concealed, tiles...)
	return nil
}

// giveUp notes the suit that a player gives up, once and before his first discard.
func (h *Hand) giveUp(m models.Move) error {
	before := &h.voids[m.Place.Index()]
	switch {
	case !h.Manners.Void:
		return illegal("nobody gives up a suit by these rules")
	case *before != 0 && *before != m.Suit:
		return illegal("it gave up %s already, and cannot give up %s", before, m.Suit)
	}
	*before = m.Suit
	return nil
}

// goOn takes winners out of the game, which goes on to the right of the last of them until
// three have won. A kong that was robbed is a pung again.
func (h *Hand) goOn(m models.Move) {
	moment := models.Settlement{Do: models.Wins}
	var won []wonAt
	for _, w := range m.Wins {
		if w.From == 0 {
			w.From = h.last.Place
		}
		win := h.Win(w)
		won = append(won, wonAt{w.Place, win})
		moment.Wins = append(moment.Wins, models.SettledWin{Place: w.Place, From: w.From,
			KongDiscard: win.Flags.Has(models.KongDiscard), KongDraw: win.Flags.Has(models.KongDraw)})
	}
	last := m.Wins[len(m.Wins)-1].Place
	switch from := h.Side(h.last.Place); h.last.Do {
	case models.Discarded:
		from.River[len(from.River)-1].By = last
	case models.MadeAdded:
		h.settled[len(h.settled)-1].Robbed = true
		for i, meld := range from.Melds {
			if meld.Kind == models.AddedKong && meld.First() == h.last.Tile.Kind() {
				from.Melds[i] = models.Meld{Kind: models.Pung, Tiles: meld.Tiles[:3:3], From: meld.From}
			}
		}
	}
	h.won = append(h.won, won...)
	h.settle(moment)
	h.last, h.replaced, h.shot = m, false, 0
	h.Turn, h.step = h.after(last), drawing
	if len(h.won) >= maxWinners {
		h.step = over
	}
}

// States are how the hands stand of those who have not won, as the rule book sees them; those
// that nobody saw whole are left out.
func (h *Hand) States(rules scoring.Inspector) map[models.Place]models.HandState {
	states := map[models.Place]models.HandState{}
	for i := range h.Sides {
		at := models.PlaceAt(i)
		if h.Won(at) {
			continue
		}
		hand := models.Hand{Concealed: slices.Clone(h.Sides[i].Concealed), Melds: slices.Clone(h.Sides[i].Melds)}
		look, err := rules.Inspect(hand, h.Void(at))
		if err != nil {
			continue
		}
		s := models.HandState{State: look.State, Hand: &hand, Void: h.Void(at)}
		if look.State == models.Pig && h.passive(at) {
			s.State = models.NotReady
		}
		if look.State == models.IsReady {
			s.Fan = &look.Fan
		}
		states[at] = s
	}
	return states
}

// passive reports whether every discard of a place was of the suit that it gave up: it could
// do no more.
func (h *Hand) passive(place models.Place) bool {
	for _, t := range h.Side(place).River {
		if !h.Void(place).Has(t.Tile) {
			return false
		}
	}
	return true
}

// endBattle gives how a hand ended in which several may win one after the other: every win
// as it was when it happened, kongs, and the states of the others where the wall was empty.
func (h *Hand) endBattle(m Match, move models.Move) (Ending, error) {
	e := Ending{Outcome: models.Outcome{Ending: models.Drawn, Settled: slices.Clone(h.settled)}}
	for _, w := range h.won {
		if err := scoring.Validate(m.Rules, &w.win); err != nil {
			return e, fmt.Errorf("win of place %d: %w", w.place, err)
		}
		result, err := m.Rules.Score(&w.win)
		switch {
		case err != nil:
			return e, fmt.Errorf("win of place %d: %w", w.place, err)
		case !result.Valid:
			return e, fmt.Errorf("win of place %d: %w: %s does not let it win", w.place, ErrIllegal, m.Rules.ID())
		}
		e.Outcome.Ending, e.Outcome.Winners = models.Won, append(e.Outcome.Winners, w.place)
		e.Wins, e.Results = append(e.Wins, w.win), append(e.Results, result)
		for i, points := range result.Payments {
			e.Outcome.Paid[models.SeatAt(i).PlaceFor(h.Dealer).Index()] += points
		}
	}
	e.price()
	if move.Do == models.DrawnGame {
		states := move.States
		if inspector, ok := m.Rules.(scoring.Inspector); ok && states == nil {
			states = h.States(inspector)
		}
		e.Outcome.Settled = append(e.Outcome.Settled, models.Settlement{Do: models.HandsEnd, States: states})
	}
	if book, ok := m.Rules.(scoring.Settler); ok {
		if _, err := book.Settle(m.Dealer, e.Outcome.Settled); err != nil {
			return e, fmt.Errorf("%w: %w", ErrIllegal, err)
		}
	}
	e.Deltas = m.Going.Settle(m.Match, m.Position, e.Outcome)
	return e, nil
}

// price writes into the settlements what their wins are worth.
func (e *Ending) price() {
	n := 0
	for i, s := range e.Outcome.Settled {
		wins := slices.Clone(s.Wins)
		for j := range wins {
			wins[j].Fan = e.Results[n].Fan
			n++
		}
		e.Outcome.Settled[i].Wins = wins
	}
}
