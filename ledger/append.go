package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
)

// StartMatch begins a match. An empty ID is filled in. The error wraps ErrUnfinished
// while another match is being played.
func (l *Ledger) StartMatch(ctx context.Context, a models.Author, m models.Match) (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state.Match.ID != "" && !l.state.Finished {
		return l.state, fmt.Errorf("%w: %s", ErrUnfinished, l.state.Match.ID)
	}
	if m.ID == "" {
		id, err := newID(l.now(), l.tail.seq+1)
		if err != nil {
			return l.state, err
		}
		m.ID = id
	}
	m, err := l.agreed(m, models.Match{})
	if err != nil {
		return l.state, fmt.Errorf("match: %w", err)
	}
	if _, err := l.match(ctx, m.ID); !errors.Is(err, ErrNoMatch) {
		return l.state, errors.Join(fmt.Errorf("match: the id %q is taken", m.ID), err)
	}
	e, err := l.draft(m.ID, MatchStarted, a, m)
	if err != nil {
		return l.state, err
	}
	return l.write(ctx, State{}, e)
}

// Append records a hand of the match that is being played: for a win one record and
// one result per winner, for a draw none. When it returns without error the hand is on
// the disk; with an error nothing of it is.
//
// Call Situate before scoring: the hand must have been scored for the seats and
// counters of the position, otherwise the error wraps ErrStale. A hand whose ID was
// recorded before is not recorded again and gives no error; another hand under the same
// ID gives ErrHandID. The error wraps ErrNoMatch or ErrFinished when nothing is being
// played, ErrNotScored or ErrBadHand when the hand is the reason, ErrFull, ErrReadOnly
// or ErrDamaged when the disk is.
//
// A hand that is won With another that counts becomes part of that one, as the rule book
// has it: several winners, the first in turn order alone, or an aborted hand.
func (l *Ledger) Append(ctx context.Context, a models.Author, h models.HandRecord, results ...scoring.Result) (models.MatchState, error) {
	if s := l.State(); h.With != "" {
		if e, all, ok := s.claim(h); ok {
			return l.join(ctx, a, s, e, all)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.state
	if s.Match.ID == "" {
		return s.MatchState, ErrNoMatch
	}
	if h.ID == "" {
		return s.MatchState, fmt.Errorf("%w: it has no id", ErrBadHand)
	}
	if known, err := l.recorded(ctx, h); known || err != nil {
		return s.MatchState, err
	}
	if s.Finished { // by its rules, or because somebody closed it
		return s.MatchState, fmt.Errorf("%w: %s", ErrFinished, s.Match.ID)
	}
	if _, goes := s.Going(); goes {
		return s.MatchState, models.Refused("hand-goes-on", nil, "%w: the hand before goes on: say who else won, or how it ended when the wall was empty", ErrBadHand)
	}
	hand, err := s.enterable(s.Position, Hand{HandRecord: sealPhotos(h), Results: results})
	if err == nil {
		err = s.readySaid(hand.HandRecord, nil, s.Barred())
	}
	if err != nil {
		return s.MatchState, fmt.Errorf("hand %s: %w", h.ID, err)
	}
	e, err := l.draft(s.Match.ID, HandPlayed, a, hand)
	if err != nil {
		return s.MatchState, err
	}
	remember := func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO hands (id, event) VALUES (?,?)", h.ID, e.Seq)
		return err
	}
	after, err := l.write(ctx, s, e, remember, dropCourse(ctx, hand), l.keepPhotos(ctx, e.Seq, hand.Wins))
	if errors.Is(err, ErrFull) && hasPhotos(hand.Wins) {
		l.log.Warn("no room for the photograph; the hand is recorded without it", "hand", h.ID)
		after, err = l.write(ctx, s, e, remember, dropCourse(ctx, hand))
	}
	if err == nil && hand.Course != nil {
		l.whole = hand.Course.ID
	}
	return after.MatchState, err
}

// recorded reports whether the hand is in the journal already.
func (l *Ledger) recorded(ctx context.Context, h models.HandRecord) (bool, error) {
	var payload string
	err := l.db.QueryRowContext(ctx, "SELECT e.payload FROM hands h JOIN events e ON e.seq = h.event WHERE h.id = ?", h.ID).Scan(&payload)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, named(err)
	}
	var was Hand
	if err := json.Unmarshal([]byte(payload), &was); err != nil {
		return false, fmt.Errorf("hand %s: %w", h.ID, err)
	}
	if !sameHand(was.HandRecord, h) {
		return false, fmt.Errorf("%w: %s", ErrHandID, h.ID)
	}
	return true, nil
}

// sameHand compares what was played, not what was read or computed.
func sameHand(a, b models.HandRecord) bool {
	if a.Ending != b.Ending || a.From != b.From || len(a.Wins) != len(b.Wins) || len(a.Settled) != len(b.Settled) {
		return false
	}
	for i := range a.Wins {
		if a.Wins[i].Place != b.Wins[i].Place || a.Wins[i].Win.Text() != b.Wins[i].Win.Text() {
			return false
		}
	}
	return true
}
