package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

// Situate fills in what the position says about a hand: the seat of every winner and
// of the discarder, the round wind, the counters they are paid for. Winners and From
// are given as places. What was known by seat (who supplied tiles, who is liable)
// turns with the winner's seat.
func (s State) Situate(h models.HandRecord) models.HandRecord {
	wins := make([]models.WinRecord, len(h.Wins))
	for i, w := range h.Wins {
		wins[i] = w
		wins[i].Win = s.situate(s.Position, h.Outcome, w)
	}
	h.Wins = wins
	h, _ = s.weighReady(s.Position, h) // what is wrong with it, enterable says
	return h
}

func (s State) situate(p models.Position, o models.Outcome, w models.WinRecord) models.Win {
	win, seats := w.Win, len(s.Match.Players)
	seat := p.SeatOf(w.Place)
	if turn := seat.Index() - win.Seat.Index(); win.Seat != models.NoSeat && turn != 0 {
		supplied := win.Supplied
		for i := range seats {
			win.Supplied[turned(i, turn, seats)] = supplied[i]
		}
		if win.Liable != models.NoSeat {
			win.Liable = models.SeatAt(turned(win.Liable.Index(), turn, seats))
		}
	}
	win.Seat, win.Round, win.Discarder = seat, p.RoundWind(), p.SeatOf(o.From)
	win.SelfDraw = o.From == 0
	win.Honba, win.Sticks = counters(s.book.Course, s.Match, p, o, w.Place)
	return win
}

func turned(i, by, seats int) int { return ((i+by)%seats + seats) % seats }

// stale says how a recorded win differs from what the position asks for; empty when it
// does not.
func stale(have, want models.Win) string {
	switch {
	case have.Seat != want.Seat:
		return fmt.Sprintf("seat %v instead of %v", have.Seat, want.Seat)
	case have.Discarder != want.Discarder:
		return fmt.Sprintf("discarder %q instead of %q", have.Discarder, want.Discarder)
	case have.SelfDraw != want.SelfDraw:
		return fmt.Sprintf("self-draw %v instead of %v", have.SelfDraw, want.SelfDraw)
	case have.Round != models.NoSeat && have.Round != want.Round:
		return fmt.Sprintf("round %v instead of %v", have.Round, want.Round)
	case have.Honba != want.Honba || have.Sticks != want.Sticks:
		return fmt.Sprintf("honba %d sticks %d instead of %d %d", have.Honba, have.Sticks, want.Honba, want.Sticks)
	}
	return ""
}

// enterable checks a hand against a position and adds up what its wins pay by place.
// The error wraps ErrStale when the hand was scored for another position, ErrNotScored
// when a win has no payments.
func (s State) enterable(p models.Position, h Hand) (Hand, error) {
	if err := h.Outcome.Check(p); err != nil {
		return h, fmt.Errorf("%w: %w", ErrBadHand, err)
	}
	if err := h.whole(); err != nil {
		return h, err
	}
	if known := s.Aborts(); h.Ending == models.Aborted && !slices.Contains(known, h.Reason) {
		return h, models.Refused("no-such-abort", nil, "%w: by these rules no hand is aborted for %q; they know: %s", ErrBadHand, h.Reason, cmp.Or(strings.Join(known, " "), "none"))
	}
	if discarding, ok := s.book.Course.(Discarding); len(h.Nagashi) > 0 && !(ok && discarding.Nagashi(s.Match)) {
		return h, models.Refused("no-nagashi", nil, "%w: by these rules nobody wins by the discards", ErrBadHand)
	}
	h.Paid = models.Points{}
	if h.Fixed != nil {
		return h, nil // the referee's word stands, whatever the hand is worth
	}
	var err error
	if h.HandRecord, err = s.weighReady(p, h.HandRecord); err != nil {
		return h, err
	}
	for i, w := range h.Wins {
		if why := stale(w.Win, s.situate(p, h.Outcome, w)); why != "" {
			return h, fmt.Errorf("%w: place %d was scored for %s", ErrStale, w.Place, why)
		}
		paid, err := s.paid(p, &w.Win, h.Results[i])
		if err != nil {
			return h, models.Refused("at-place", models.Data{"place": w.Place}, "place %d: %w", w.Place, err)
		}
		h.Paid = h.Paid.Plus(paid)
	}
	return h, nil
}

func (s State) paid(p models.Position, w *models.Win, r scoring.Result) (models.Points, error) {
	if why := r.WhyNot(s.book.Rules, w); why != nil {
		return models.Points{}, fmt.Errorf("%w: %w", ErrNotScored, why)
	}
	if !r.Win || !r.Valid || !r.Paid {
		return models.Points{}, fmt.Errorf("%w: win %v, valid %v, payments known %v", ErrNotScored, r.Win, r.Valid, r.Paid)
	}
	return seatsOf(p, r.Payments)
}

// Score asks the match's rule book what a win is worth, for previews.
// The error wraps ErrNoRules when the rule book is not here, and is otherwise what the
// book says about a win that cannot exist.
func (s State) Score(w *models.Win) (scoring.Result, error) {
	if s.book.Rules == nil {
		return scoring.Result{}, fmt.Errorf("%w: %s", ErrNoRules, s.Match.Rules)
	}
	return s.book.Rules.Score(w)
}

// Aborts are the reasons for which the rule book stops a hand.
func (s State) Aborts() []string {
	if book, ok := s.book.Course.(Aborting); ok {
		return book.Aborts(s.Match)
	}
	return nil
}

// Preview says what a situated and scored hand would do, before anybody commits it: the
// points by place, sticks and waiting hands included, and where the match would stand.
// The error is that of Append.
func (s State) Preview(h models.HandRecord, results ...scoring.Result) (models.Points, models.Position, error) {
	if s.book.Course == nil {
		return models.Points{}, s.Position, ErrNoMatch
	}
	hand, err := s.enterable(s.Position, Hand{HandRecord: h, Results: results})
	if err == nil {
		err = s.readySaid(hand.HandRecord, nil)
	}
	if err != nil {
		return models.Points{}, s.Position, err
	}
	points, after := settle(s.book.Course, s.Match, s.Position, hand.Outcome, nil)
	return points, after, nil
}
