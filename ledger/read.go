package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
)

// Last gives the hand of the match that counts and was recorded last, with its course; false
// when there is none.
func (l *Ledger) Last() (models.HandRecord, bool) {
	e, ok := l.State().LastHand()
	if !ok {
		return models.HandRecord{}, false
	}
	hand := e.Current().Hand.HandRecord
	hand.Course = e.Record()
	return hand, true
}

// State gives the match that was started last; its Match.ID is empty when there is
// none.
func (l *Ledger) State() State {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

// Table gives where the match stands that is being played; false when none is.
func (l *Ledger) Table() (models.MatchState, bool) {
	s := l.State()
	return s.MatchState, s.Match.ID != "" && !s.Finished
}

// Rules are the rule book of the match that is or was played last, nil before the first one.
// Making one takes as long as reading a hand: this one is kept.
func (l *Ledger) Rules() scoring.Ruleset { return l.State().Rules() }

// Match folds any match of the journal. The error wraps ErrNoMatch when it is unknown.
func (l *Ledger) Match(ctx context.Context, id string) (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.match(ctx, id)
}

// MatchOf gives the id of the match that an entry belongs to. The error wraps ErrNoEntry.
func (l *Ledger) MatchOf(ctx context.Context, entry string) (id string, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT match FROM events WHERE id = ?", entry).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("%w: %.60q", ErrNoEntry, entry)
	}
	return id, named(err)
}

func (l *Ledger) match(ctx context.Context, id string) (State, error) {
	if id == l.state.Match.ID && id != "" {
		return l.state, nil
	}
	var events []Event
	err := l.each(ctx, "WHERE match = ? ORDER BY seq", []any{id}, func(e Event) error {
		events = append(events, e)
		return nil
	})
	if err != nil {
		return State{}, err
	}
	s, err := FoldAll(l.shelf, events)
	if err == nil && s.Match.ID == "" {
		err = fmt.Errorf("%w: %s", ErrNoMatch, id)
	}
	return s, err
}

// Seen gives the wins of at least the last n hands, of this match and of those before, oldest
// first, even those that count no more.
func (l *Ledger) Seen(ctx context.Context, n int) (wins []models.WinRecord, err error) {
	matches, err := l.NewestMatches(ctx, n)
	for _, m := range matches {
		if len(wins) >= n {
			break
		}
		s, err := l.Match(ctx, m.Match.ID)
		if err != nil {
			return wins, err
		}
		var its []models.WinRecord
		for _, e := range s.Entries {
			if hand := e.Current().Hand; hand != nil {
				its = append(its, hand.Wins...)
			}
		}
		wins = append(its, wins...)
	}
	return wins, err
}
