package ledger

import (
	"errors"
	"reflect"
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// weighReady says what every shown hand is worth where the rule book pays for waiting
// hands: computed from its tiles, and from what its own seat can see: the melds that are
// known, the tile won on, what lies open besides, and which waits somebody called gone.
// The hand is as far as it goes when there is an error, which wraps ErrBadHand.
func (s State) weighReady(p models.Position, h models.HandRecord) (models.HandRecord, error) {
	pays, ok := s.book.Rules.(scoring.PaysReady)
	if !ok || h.Fixed != nil || len(h.Ready) == 0 {
		return h, nil
	}
	h.Ready = slices.Clone(h.Ready)
	hands := shownHands(pays, h)
	errs := []error{fiveOfAKind(h, hands)}
	for i := range h.Ready {
		r := &h.Ready[i]
		if r.Hand == nil {
			continue
		}
		if err := weighOne(pays, r, hands[r.Place], p.SeatOf(r.Place), seenFrom(h, r.Place, hands)); err != nil {
			errs = append(errs, models.Refused("ready-hand", models.Data{"place": r.Place}, "the hand shown at place %d: %w: %w", r.Place, ErrBadHand, err))
		}
		r.Unsure = r.Unsure && h.Lying == nil
	}
	return h, errors.Join(errs...)
}

// shownHands are the hands that were shown, by place; a robbed kong is a pung again.
func shownHands(pays scoring.PaysReady, h models.HandRecord) map[models.Place]models.Hand {
	hands := map[models.Place]models.Hand{}
	for _, r := range h.Ready {
		if r.Hand == nil {
			continue
		}
		hands[r.Place] = *r.Hand
		for _, w := range h.Wins {
			if w.Win.Flags.Has(models.RobKong) && h.From == r.Place {
				hands[r.Place] = pays.Robbed(*r.Hand, w.Win.Tile)
			}
		}
	}
	return hands
}

// seenFrom gives the tiles that are known to be visible from a place besides its own hand.
func seenFrom(h models.HandRecord, from models.Place, hands map[models.Place]models.Hand) (seen models.Tiles) {
	melds := func(hand models.Hand) {
		for _, m := range hand.Melds {
			seen = append(seen, m.Tiles...)
		}
	}
	for at, hand := range hands {
		if at != from {
			melds(hand)
		}
	}
	for _, w := range h.Wins {
		melds(w.Win.Hand)
	}
	if h.From != 0 && len(h.Wins) > 0 { // a drawn tile stands in the winner's hand
		seen = append(seen, h.Wins[0].Win.Tile)
	}
	if h.Lying != nil {
		seen = append(seen, *h.Lying...)
	}
	return seen
}

// weighOne scores one shown hand.
func weighOne(pays scoring.PaysReady, r *models.Ready, hand models.Hand, seat models.Seat, seen models.Tiles) error {
	r.Points, r.Fan, r.Waits, r.Fans, r.Unsure = 0, 0, nil, nil, false
	answer, err := pays.ReadyHand(hand, seat, seen)
	switch {
	case err != nil:
		return err
	case !answer.Ready:
		return models.Refused("ready-waits-for-nothing", nil, "it waits for no tile, so it is not paid")
	case r.Gone == nil:
		r.Unsure = worthOpen(answer.Waits)
	default:
		for _, t := range *r.Gone {
			if !slices.ContainsFunc(answer.Waits, func(w models.Wait) bool { return w.Tile == t.Kind() }) {
				return models.Refused("ready-no-such-wait", models.Data{"tile": t}, "it does not wait for %v, which is said to be gone", t)
			}
			seen = append(seen, t, t, t, t)
		}
		if answer, err = pays.ReadyHand(hand, seat, seen); err != nil {
			return err
		}
	}
	r.Fan, r.Points, r.Waits, r.Fans = answer.Fan, answer.Points, answer.Waits, answer.Fans
	return nil
}

// worthOpen reports whether the worth of a hand depends on which of its waits are gone that
// are not known to be: the dearest of those left counts, and the cheapest when none is.
func worthOpen(waits []models.Wait) bool {
	cheapest, left := waits[0].Fan, -1
	for _, w := range waits {
		cheapest = min(cheapest, w.Fan)
	}
	for _, w := range waits {
		if w.Left > 0 {
			left = max(left, w.Fan)
		}
	}
	return left > cheapest
}

// fiveOfAKind refuses tiles of which there are too many on the whole table: one was
// misread or mistyped.
func fiveOfAKind(h models.HandRecord, hands map[models.Place]models.Hand) error {
	var copies [models.Kinds + 1]int
	count := func(tiles ...models.Tile) {
		for _, t := range tiles {
			if t.IsKind() {
				copies[t.Kind()]++
			}
		}
	}
	whole := func(hand models.Hand) {
		count(hand.Concealed...)
		for _, m := range hand.Melds {
			count(m.Tiles...)
		}
	}
	for _, hand := range hands {
		whole(hand)
	}
	var dora, ura []models.Tile // everybody's, as far as somebody named them
	for _, one := range h.Settlements() {
		if len(one.Wins) > 0 { // several win on one tile
			if at := slices.IndexFunc(h.Wins, func(w models.WinRecord) bool { return w.Place == one.Wins[0].Place }); at >= 0 {
				count(h.Wins[at].Win.Tile)
			}
		}
		for _, state := range one.States {
			if state.Hand != nil {
				whole(*state.Hand)
			}
		}
	}
	for _, w := range h.Wins {
		whole(w.Win.Hand)
		for range w.Win.Norths {
			count(models.NorthWind)
		}
		dora, ura = longer(dora, w.Win.DoraIndicators), longer(ura, w.Win.UraIndicators)
	}
	count(dora...)
	count(ura...)
	if h.Lying != nil {
		count(*h.Lying...)
	}
	for kind, n := range copies {
		if n > models.Copies {
			return models.Refused("five-in-all", models.Data{"count": n, "tile": models.Tile(kind)}, "%w: %d copies of %v lie in the hands that were shown", ErrBadHand, n, models.Tile(kind))
		}
	}
	return nil
}

func longer(a, b []models.Tile) []models.Tile {
	if len(b) > len(a) {
		return b
	}
	return a
}

// readyToo makes waiting hands of those who claimed a tile that somebody else won on first,
// where the rule book pays for them: they waited for it. It says nothing where nobody has said
// who waits.
func (s State) readyToo(h models.HandRecord, others []models.WinRecord) models.HandRecord {
	if _, ok := s.book.Rules.(scoring.PaysReady); !ok || h.Ready == nil {
		return h
	}
	h.Ready = slices.DeleteFunc(slices.Clone(h.Ready), func(r models.Ready) bool { return h.WonBy(r.Place) })
	for _, w := range others {
		if !h.IsReady(w.Place) {
			hand := w.Win.Hand
			h.Ready = append(h.Ready, models.Ready{Place: w.Place, Hand: &hand})
		}
	}
	return h
}

// readySaid refuses a hand of a rule book that pays for waiting hands as long as nobody has
// said who waits, or with what. was is the version that is corrected, nil for a new hand:
// what the books held already stays as it is.
//
// barred are those who may not win in the hand by a penalty: where the club agreed so, they are not
// paid for waiting either.
func (s State) readySaid(h models.HandRecord, was *Hand, barred []models.Place) error {
	if _, ok := s.book.Rules.(scoring.PaysReady); !ok || h.Fixed != nil || was != nil && reflect.DeepEqual(h.Ready, was.Ready) {
		return nil
	}
	if h.Ready == nil {
		return models.Refused("ready-unsaid", nil, "%w: say who shows a waiting hand, or that nobody does", ErrBadHand)
	}
	shown := map[models.Place]bool{}
	for _, r := range h.Ready {
		switch {
		case shown[r.Place]:
			return models.Refused("ready-twice", models.Data{"place": r.Place}, "%w: place %d shows two hands", ErrBadHand, r.Place)
		case h.WonBy(r.Place):
			return models.Refused("ready-won", models.Data{"place": r.Place}, "%w: place %d won, and is not paid for waiting", ErrBadHand, r.Place)
		case slices.Contains(barred, r.Place) && s.Match.Option("barred-ready", "paid") == "unpaid":
			return models.Refused("ready-barred", models.Data{"place": r.Place}, "%w: place %d may not win in this hand by a penalty, and is not paid for waiting as this club plays", ErrBadHand, r.Place)
		case r.Hand == nil:
			return models.Refused("ready-tiles", models.Data{"place": r.Place}, "%w: place %d: say which tiles were shown: the books compute what a waiting hand is worth", ErrBadHand, r.Place)
		case r.Unsure:
			return models.Refused("ready-gone", models.Data{"place": r.Place}, "%w: place %d: say which of its waits are gone, or that none is: the worth of the hand depends on it", ErrBadHand, r.Place)
		}
		shown[r.Place] = true
	}
	return nil
}
