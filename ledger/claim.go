package ledger

import (
	"context"
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// Claiming is for a Course by which several players may win on one tile. Without it the
// first in turn order after the discarder wins alone (截和, head bump).
type Claiming interface {
	// Claims says who of those who claim a tile wins; claimants stand in turn order after
	// from. Nobody wins when so many claims abort the hand; abort is then the reason.
	Claims(m models.Match, p models.Position, from models.Place, claimants []models.Place) (winners []models.Place, abort string)
}

// Judge gives what becomes of a hand that several players claim in a position: those
// whom the rule book lets win, in turn order, or an aborted hand.
func (s State) Judge(p models.Position, h models.HandRecord) models.HandRecord {
	if h.Ending != models.Won || h.From == 0 || len(h.Winners) < 2 || h.Settled != nil {
		return h
	}
	h = inTurn(h)
	winners, abort := h.Winners[:1], ""
	if claiming, ok := s.book.Course.(Claiming); ok {
		winners, abort = claiming.Claims(s.Match, p, h.From, h.Winners)
	}
	if len(winners) == 0 {
		return models.HandRecord{ID: h.ID, Outcome: models.Outcome{Ending: models.Aborted, Reason: abort, Riichi: h.Riichi}}
	}
	var wins, others []models.WinRecord
	for _, w := range h.Wins {
		if slices.Contains(winners, w.Place) {
			wins = append(wins, w)
		} else {
			others = append(others, w)
		}
	}
	h.Winners, h.Wins = winners, wins
	return s.readyToo(h, others)
}

// inTurn puts winners and wins in turn order after the discarder.
func inTurn(h models.HandRecord) models.HandRecord {
	turn := func(at models.Place) int { return (at.Index() - h.From.Index() + models.Places) % models.Places }
	h.Winners, h.Wins = slices.Clone(h.Winners), slices.Clone(h.Wins)
	slices.SortStableFunc(h.Winners, func(a, b models.Place) int { return turn(a) - turn(b) })
	slices.SortStableFunc(h.Wins, func(a, b models.WinRecord) int { return turn(a.Place) - turn(b.Place) })
	return h
}

// claim makes one hand of a hand that counts, h.With, and what is won on the same discard or,
// where h is Settled, happened after it. It gives the entry, and the hand with everybody who
// claims the tile; false when no such hand counts, or when the new win cannot be on its discard.
func (s State) claim(h models.HandRecord) (e Entry, all models.HandRecord, ok bool) {
	if h.With == "" {
		return e, all, false
	}
	at := slices.IndexFunc(s.Entries, func(e Entry) bool {
		return e.Kind == HandPlayed && e.Counts() && (e.ID == h.With || e.Current().Hand.ID == h.With)
	})
	if at < 0 {
		return e, all, false
	}
	e = s.Entries[at]
	all = e.Current().Hand.HandRecord
	if h.Settled != nil {
		return e, goneOn(all, h), all.Fixed == nil
	}
	if len(h.Wins) != 1 || all.WonBy(h.Wins[0].Place) || all.Fixed != nil {
		return e, all, false
	}
	if all, ok = alsoWon(all, h.Wins[0]); !ok {
		return e, all, false
	}
	for _, r := range h.Ready { // what is said of it now
		all.Ready = slices.DeleteFunc(slices.Clone(all.Ready), func(old models.Ready) bool { return old.Place == r.Place })
		all.Ready = append(all.Ready, r)
	}
	for _, place := range h.Riichi {
		if !slices.Contains(all.Riichi, place) {
			all.Riichi = append(slices.Clone(all.Riichi), place)
		}
	}
	return e, all, true
}

// alsoWon gives a hand with another win on the tile that was won last; false when that was
// drawn, or supplied by who wins on it.
func alsoWon(all models.HandRecord, w models.WinRecord) (models.HandRecord, bool) {
	moments := slices.Clone(all.Settlements())
	last := &moments[len(moments)-1]
	if len(last.Wins) == 0 {
		return all, false
	}
	from := last.Wins[0].From
	if from == last.Wins[0].Place || from == w.Place {
		return all, false
	}
	turn := func(at models.Place) int { return (at.Index() - from.Index() + models.Places) % models.Places }
	first := len(all.Winners) - len(last.Wins)
	last.Wins = append(slices.Clone(last.Wins), models.SettledWin{Place: w.Place, From: from})
	all.Winners, all.Wins = append(slices.Clone(all.Winners), w.Place), append(slices.Clone(all.Wins), w)
	slices.SortStableFunc(last.Wins, func(a, b models.SettledWin) int { return turn(a.Place) - turn(b.Place) })
	slices.SortStableFunc(all.Winners[first:], func(a, b models.Place) int { return turn(a) - turn(b) })
	slices.SortStableFunc(all.Wins[first:], func(a, b models.WinRecord) int { return turn(a.Place) - turn(b.Place) })
	if all.Settled != nil {
		all.Settled = moments
	}
	return all, true
}

// goneOn gives a hand with what happened after it.
func goneOn(all, next models.HandRecord) models.HandRecord {
	all.Settled = slices.Concat(all.Settlements(), next.Settled)
	all.From = 0
	if next.Course != nil {
		all.Course = next.Course
	}
	all.Winners, all.Wins = slices.Concat(all.Winners, next.Winners), slices.Concat(all.Wins, next.Wins)
	if len(all.Winners) > 0 {
		all.Ending = models.Won
	}
	return all
}

// Continue gives a hand as what happened next in the one that goes on; see [State.Continue].
func (l *Ledger) Continue(h models.HandRecord) models.HandRecord { return l.State().Continue(h) }

// Claim says what becomes of a win on the discard of a hand that counts, h.With: who
// supplied the tile, and how the hand then ended by the rule book. It is false when no
// such hand counts; the win is then a hand of its own.
func (l *Ledger) Claim(h models.HandRecord) (from models.Place, o models.Outcome, ok bool) {
	s := l.State()
	e, all, ok := s.claim(h)
	if !ok {
		return 0, o, false
	}
	from = all.From
	if len(h.Wins) == 1 {
		from = all.Supplier(h.Wins[0].Place)
	}
	return from, s.Judge(e.Before, all).Outcome, true
}

// Situate fills in what the position says about a hand; see State.Situate. A hand that
// is won With another stands in the position of that one.
func (l *Ledger) Situate(h models.HandRecord) models.HandRecord {
	s := l.State()
	e, all, ok := s.claim(h)
	if !ok {
		return s.Situate(h)
	}
	wins := slices.Clone(h.Wins)
	for i, w := range wins {
		wins[i].Win = s.situate(e.Before, all.Outcome, w)
	}
	if h.Wins = wins; h.Settled == nil && len(wins) == 1 {
		h.From = all.Supplier(wins[0].Place)
	}
	return h
}

// Preview says what recording a situated and scored hand would give and take now, by the
// places where everybody sits now. The error is that of Append.
func (l *Ledger) Preview(h models.HandRecord, results ...scoring.Result) (models.Points, error) {
	s := l.State()
	e, all, ok := s.claim(h)
	if !ok {
		points, _, err := s.Preview(h, results...)
		return points, err
	}
	_, change, err := s.PreviewCorrection(e, s.Judge(e.Before, all))
	return change, err
}

// PreviewCorrection gives another version of a hand as CorrectHand would record it, and
// what that would give and take beside what the hand does now, by the places where
// everybody sits now. Later hands that would be scored again are not in it. The error is
// that of CorrectHand; the version is then as far as it goes.
func (s State) PreviewCorrection(e Entry, h models.HandRecord) (hand Hand, change models.Points, err error) {
	hand, err = s.corrected(e, h, nil)
	if err != nil {
		return hand, change, err
	}
	points, _ := settle(s.book.Course, s.Match, e.Before, hand.Outcome, nil)
	for i, number := range e.Before.Seats {
		if at := s.Position.PlaceOfPlayer(number); number != models.Empty && at != 0 {
			change[at.Index()] = points[i] - e.Points[i]
		}
	}
	return hand, change, nil
}

// join records a win on the discard of a hand that counts as a new version of that hand.
func (l *Ledger) join(ctx context.Context, a models.Author, s State, e Entry, all models.HandRecord) (models.MatchState, error) {
	judged := s.Judge(e.Before, all)
	if was := e.Current().Hand; slices.Equal(judged.Winners, was.Winners) && len(judged.Ready) == len(was.Ready) && len(judged.Settled) == len(was.Settled) {
		return s.MatchState, nil // somebody else wins first: nothing changes
	}
	if a.Why == "" && all.Settled == nil {
		a.Why = fmt.Sprintf("%d claims on one tile", len(all.Winners))
	}
	after, err := l.Correct(ctx, a, s.Match.ID, Stand, HandCorrection(e.ID, judged))
	return after.MatchState, err
}
