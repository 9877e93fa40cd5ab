package ledger

import (
	"context"
	"fmt"
	"slices"

	"jantaku/models"
)

// Penalize adds a penalty to a match; an empty match is the one started last. Points
// act at once, AtEnd on the final result. Revoke cancels it.
func (l *Ledger) Penalize(ctx context.Context, a models.Author, match string, p models.Penalty) (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if match == "" {
		match = l.state.Match.ID
	}
	s, err := l.match(ctx, match)
	if err != nil {
		return s, err
	}
	if s.Position.At(p.Place) == models.Empty {
		return s, models.Refused("nobody-there", models.Data{"place": p.Place}, "penalty: nobody sits at place %d", p.Place)
	}
	e, err := l.draft(s.Match.ID, PenaltyGiven, a, p)
	if err != nil {
		return s, err
	}
	return l.write(ctx, s, e)
}

// PenaltyFor gives what a kind of penalty costs by the match's rule book, for Penalize;
// the error lists the kinds it knows.
func (s State) PenaltyFor(kind string, offender models.Place) (models.Penalty, error) {
	book, ok := s.book.Course.(Punishing)
	if !ok {
		return models.Penalty{}, models.Refused("no-penalties", nil, "penalty: %s has no table of penalties; give the points", s.Match.Rules)
	}
	if kinds := book.Penalties(s.Match); !slices.Contains(kinds, kind) {
		return models.Penalty{}, models.Refused("no-penalties", nil, "penalty: %q is not one of %v", kind, kinds)
	}
	if s.Position.At(offender) == models.Empty {
		return models.Penalty{}, models.Refused("nobody-there", models.Data{"place": offender}, "penalty: nobody sits at place %d", offender)
	}
	return book.Penalty(s.Match, s.Position, kind, offender)
}

// Barred are the places that may not win in the hand to come, by a penalty since the last
// one that counts.
func (s State) Barred() []models.Place { return barredAfter(s.Entries) }

// barredBefore are those who could not win in a hand.
func (s State) barredBefore(hand Entry) []models.Place {
	i := slices.IndexFunc(s.Entries, func(e Entry) bool { return e.ID == hand.ID })
	return barredAfter(s.Entries[:max(i, 0)])
}

func barredAfter(entries []Entry) (barred []models.Place) {
	for _, e := range slices.Backward(entries) {
		switch {
		case !e.Counts():
		case e.Kind == HandPlayed:
			return barred
		case e.Kind == PenaltyGiven && e.Current().Penalty.NoWin:
			barred = append(barred, e.Current().Penalty.Place)
		}
	}
	return barred
}

// Barred are those of the match that is being played; see State.Barred.
func (l *Ledger) Barred() []models.Place {
	return l.State().Barred()
}

// FinishMatch closes a match and records the final results; an empty match is the one
// started last. Undo opens it again; a later correction computes the results anew.
func (l *Ledger) FinishMatch(ctx context.Context, a models.Author, match string) (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if match == "" {
		match = l.state.Match.ID
	}
	s, err := l.match(ctx, match)
	if err != nil {
		return s, err
	}
	if s.Finished {
		return s, fmt.Errorf("%w: %s", ErrFinished, s.Match.ID)
	}
	closed := s
	closed.Finished = true
	e, err := l.draft(s.Match.ID, MatchFinished, a, Finish{Totals: closed.Standing()})
	if err != nil {
		return s, err
	}
	return l.write(ctx, s, e)
}
