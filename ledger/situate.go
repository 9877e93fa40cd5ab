package ledger

import (
	"cmp"
	"fmt"
	"maps"
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
	h = s.settled(h, nil)
	wins := make([]models.WinRecord, len(h.Wins))
	for i, w := range h.Wins {
		wins[i] = w
		wins[i].Win = s.situate(s.Position, h.Outcome, w)
	}
	h.Wins = wins
	h, _ = s.weighReady(s.Position, h) // what is wrong with it, enterable says
	return h
}

// settled writes a hand with one ending as the settlement that it is, where by the rule book a
// hand goes on after a win. out are those who had won before: at a draw everybody else shows
// a hand, who is not said to wait does not.
func (s State) settled(h models.HandRecord, out []models.Place) models.HandRecord {
	if _, ok := s.book.Course.(Continuing); !ok || h.Settled != nil || h.Fixed != nil {
		return h
	}
	h.Settled, h.From = h.Settlements(), 0
	if h.Ending == models.Won {
		return h
	}
	states := map[models.Place]models.HandState{}
	for i, number := range s.Position.Seats {
		if at := models.PlaceAt(i); number != models.Empty && !slices.Contains(out, at) {
			states[at] = models.HandState{State: models.NotReady}
		}
	}
	for _, r := range h.Ready {
		if _, plays := states[r.Place]; plays {
			states[r.Place] = models.HandState{State: models.IsReady, Hand: r.Hand}
		}
	}
	h.Settled[0].States = states
	return h
}

// Continue gives a hand as what happened next in the one that goes on, where one does; see
// [State.Going].
func (s State) Continue(h models.HandRecord) models.HandRecord {
	going, ok := s.Going()
	if !ok || h.With != "" || h.Fixed != nil {
		return h
	}
	h.With = going.ID
	return s.settled(h, going.Winners)
}

// Going is the hand that counts last, as long as the game goes on after its wins: fewer than
// three have won and the wall is not empty. The next win belongs to it ([models.HandRecord.With]).
func (s State) Going() (models.HandRecord, bool) {
	e, ok := s.LastHand()
	if _, continuing := s.book.Course.(Continuing); !ok || !continuing {
		return models.HandRecord{}, false
	}
	h := e.Current().Hand.HandRecord
	return h, h.Fixed == nil && !h.Ends() && len(h.Winners) < len(s.Match.Players)-1
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
	from := o.Supplier(w.Place)
	win.Seat, win.Round, win.Discarder = seat, p.RoundWind(), p.SeatOf(from)
	win.SelfDraw = from == 0
	win.Out = nil
	for _, at := range o.WonBefore(w.Place) {
		win.Out = append(win.Out, p.SeatOf(at))
	}
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
	case !slices.Equal(have.Out, want.Out):
		return fmt.Sprintf("%v out instead of %v", have.Out, want.Out)
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
	if _, ok := s.book.Course.(Continuing); !ok && h.Settled != nil {
		return h, errOneEnding()
	}
	if known := s.Aborts(); h.Ending == models.Aborted && !slices.Contains(known, h.Reason) {
		return h, models.Refused("no-such-abort", nil, "%w: by these rules no hand is aborted for %q; they know: %s", ErrBadHand, h.Reason, cmp.Or(strings.Join(known, " "), "none"))
	}
	if discarding, ok := s.book.Course.(Discarding); len(h.Nagashi) > 0 && !(ok && discarding.Nagashi(s.Match)) {
		return h, models.Refused("no-nagashi", nil, "%w: by these rules nobody wins by the discards", ErrBadHand)
	}
	if refusing, ok := s.book.Course.(Refusing); ok {
		if err := refusing.Refuse(s.Match, p, h.Outcome); err != nil {
			return h, fmt.Errorf("%w: %w", ErrBadHand, err)
		}
	}
	h.Paid = models.Points{}
	if h.Fixed != nil {
		return h, nil // the referee's word stands, whatever the hand is worth
	}
	var err error
	if h.HandRecord, err = s.weighReady(p, h.HandRecord); err != nil {
		return h, err
	}
	if len(h.Settled) == 0 { // each settlement of a hand that goes on has a tile of its own
		if err := fiveOfAKind(h.HandRecord, nil); err != nil {
			return h, err
		}
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
	return s.priced(p, h)
}

// priced writes into the settlements of a hand that has several what their wins and shown
// hands are worth. The error wraps ErrBadHand and names the one that cannot follow those
// before it.
func (s State) priced(p models.Position, h Hand) (Hand, error) {
	if h.Settled == nil {
		return h, nil
	}
	h.Settled = slices.Clone(h.Settled)
	n := 0
	for i, one := range h.Settled {
		wins := slices.Clone(one.Wins)
		for j := range wins {
			flags := h.Wins[n].Win.Flags
			wins[j].Fan, wins[j].KongDiscard, wins[j].KongDraw = h.Results[n].Fan, flags.Has(models.KongDiscard), flags.Has(models.KongDraw)
			n++
		}
		h.Settled[i].Wins = wins
		states, err := s.inspected(one.States)
		if err != nil {
			return h, err
		}
		h.Settled[i].States = states
	}
	if err := kongsSaid(h.HandRecord); err != nil {
		return h, err
	}
	_, err := steps(s.book.Course, s.Match, p, h.Outcome, nil)
	return h, err
}

// kongsSaid refuses a hand that was shown with other kongs than were paid: each kong brings
// its owner points as it is made, by its kind and its supplier.
func kongsSaid(h models.HandRecord) error {
	var paid [models.Places]struct{ open, concealed int }
	check := func(at models.Place, melds []models.Meld) error {
		has := paid[at.Index()]
		for _, m := range melds {
			switch {
			case m.Kind == models.ConcealedKong:
				has.concealed--
			case m.Kind.IsKong():
				has.open--
			}
		}
		if has.open != 0 || has.concealed != 0 {
			return models.Refused("kongs-unsaid", models.Data{"place": at}, "%w: place %d: the kongs of the hand are not those that were said: say when each was made, who fed it, and whether an added tile was drawn just then", ErrBadHand, at)
		}
		return nil
	}
	n := 0
	for _, one := range h.Settled {
		switch {
		case one.Robbed:
		case one.Do == models.MadeConcealed:
			paid[one.Place.Index()].concealed++
		case one.Do == models.CalledKong || one.Do == models.MadeAdded:
			paid[one.Place.Index()].open++
		}
		for _, w := range one.Wins {
			if err := check(w.Place, h.Wins[n].Win.Melds); err != nil {
				return err
			}
			n++
		}
		for at, state := range one.States {
			if state.Hand != nil {
				if err := check(at, state.Hand.Melds); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// inspected computes how shown hands stand. A pig who could do nothing else counts as not
// ready, which only somebody who saw the discards can say.
func (s State) inspected(shown map[models.Place]models.HandState) (map[models.Place]models.HandState, error) {
	inspector, ok := s.book.Rules.(scoring.Inspector)
	states := maps.Clone(shown)
	for at, one := range shown {
		if one.Hand == nil || !ok {
			continue
		}
		look, err := inspector.Inspect(*one.Hand, one.Void)
		if err != nil {
			return nil, models.Refused("ready-hand", models.Data{"place": at}, "the hand shown at place %d: %w: %w", at, ErrBadHand, err)
		}
		passive := one.State == models.NotReady && look.State == models.Pig
		if one.Fan = nil; !passive {
			one.State = look.State
		}
		if look.State == models.IsReady {
			one.Fan = &look.Fan
		}
		states[at] = one
	}
	return states, nil
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

// HandSize is how many tiles a player holds before a win by the match's rule book.
func (s State) HandSize() models.HandSize {
	if s.book.Rules == nil {
		return models.Thirteen
	}
	return scoring.HandSize(s.book.Rules)
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
		err = s.readySaid(hand.HandRecord, nil, s.Barred())
	}
	if err != nil {
		return models.Points{}, s.Position, err
	}
	points, after := settle(s.book.Course, s.Match, s.Position, hand.Outcome, nil)
	return points, after, nil
}
