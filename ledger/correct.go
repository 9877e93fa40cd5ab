package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"jantaku/models"
	"jantaku/scoring"
)

// Every change below takes the match by ID, so that a finished match of last week can
// be corrected like the one being played; an empty ID is the match started last. The
// error wraps ErrNoMatch, ErrNoEntry, ErrBadHand, ErrNotScored, ErrStale or ErrNoRules
// when the change cannot be made, and the errors of Append when the disk is the reason.

// CorrectHand gives a hand a new version: other tiles, flags, winner, discarder, ending,
// or points fixed by the referee. The new hand is situated where the old one was played
// and scored again, unless results are given. Later hands are replayed.
func (l *Ledger) CorrectHand(ctx context.Context, a models.Author, match, entry string, h models.HandRecord, results ...scoring.Result) (State, error) {
	return l.change(ctx, a, match, Corrected, func(s State) (Change, error) {
		e, ok := s.Entry(entry)
		if !ok || e.Kind != HandPlayed {
			return Change{}, fmt.Errorf("%w: hand %s", ErrNoEntry, entry)
		}
		was := e.Current().Hand
		if h.ID == "" {
			h.ID = was.ID
		}
		hand := Hand{HandRecord: sealPhotos(h), Results: results}
		hand.Wins = keepEvidence(hand.Wins, was.Wins)
		for i, w := range hand.Wins {
			hand.Wins[i].Win = s.situate(e.Before, h.Outcome, w)
		}
		if len(results) == 0 {
			scored, err := s.score(e.Before, hand)
			if err != nil {
				return Change{}, err
			}
			hand = scored
		}
		hand, err := s.enterable(e.Before, hand)
		return Change{Entry: entry, Hand: &hand}, err
	})
}

// keepEvidence hands down the photograph and the reading, which a correction by hand
// does not bring.
func keepEvidence(wins, was []models.WinRecord) []models.WinRecord {
	for i := range wins {
		for _, old := range was {
			if old.Place == wins[i].Place || len(wins) == 1 && len(was) == 1 {
				if wins[i].Photo == nil {
					wins[i].Photo = old.Photo
				}
				if wins[i].Reading == nil {
					wins[i].Reading = old.Reading
				}
			}
		}
	}
	return wins
}

// CorrectMatch changes what was agreed at the start: names, the order of the players,
// the rule book or its options. All hands are replayed.
func (l *Ledger) CorrectMatch(ctx context.Context, a models.Author, match string, m models.Match) (State, error) {
	return l.change(ctx, a, match, Corrected, func(s State) (Change, error) {
		m.ID = s.Match.ID
		if len(m.Players) != len(s.Match.Players) {
			return Change{}, fmt.Errorf("match: %d players cannot become %d", len(s.Match.Players), len(m.Players))
		}
		m, err := l.agreed(m)
		if err != nil {
			return Change{}, fmt.Errorf("match: %w", err)
		}
		return Change{Entry: s.Entries[0].ID, Match: &m}, nil
	})
}

// Revoke takes the effect from an entry: a cancelled penalty, a hand that never was.
func (l *Ledger) Revoke(ctx context.Context, a models.Author, match, entry string) (State, error) {
	return l.change(ctx, a, match, Revoked, func(s State) (Change, error) {
		if e, ok := s.Entry(entry); !ok || e.Kind == MatchStarted || !e.Counts() {
			return Change{}, fmt.Errorf("%w: %s", ErrNoEntry, entry)
		}
		return Change{Entry: entry}, nil
	})
}

// Undo takes back the newest action of a match that was not taken back yet: a hand, a
// penalty, a correction, the end of the match. The action stays readable.
func (l *Ledger) Undo(ctx context.Context, a models.Author, match string) (State, error) {
	return l.change(ctx, a, match, Undone, func(s State) (Change, error) {
		if len(s.undo) == 0 {
			return Change{}, ErrNothingToUndo
		}
		return Change{Event: s.log[s.undo[len(s.undo)-1]].ID}, nil
	})
}

// Redo brings back what Undo took back last, unless something was done since.
func (l *Ledger) Redo(ctx context.Context, a models.Author, match string) (State, error) {
	return l.change(ctx, a, match, Redone, func(s State) (Change, error) {
		if len(s.redo) == 0 {
			return Change{}, ErrNothingToRedo
		}
		return Change{Event: s.log[s.redo[len(s.redo)-1]].ID}, nil
	})
}

// Seat puts players at other places, from now on or, with after, from the hand after
// that entry on: wrong seats noticed after several hands are one change.
func (l *Ledger) Seat(ctx context.Context, a models.Author, match string, seats [models.Places]int, after string) (State, error) {
	return l.change(ctx, a, match, SeatsTaken, func(s State) (Change, error) {
		if _, ok := s.Entry(after); after != "" && !ok {
			return Change{}, fmt.Errorf("%w: %s", ErrNoEntry, after)
		}
		return Change{Seating: &Seating{Seats: seats, After: after}}, checkSeats(s.Match, seats)
	})
}

func checkSeats(m models.Match, seats [models.Places]int) error {
	seen := map[int]bool{}
	for place, n := range seats {
		if n != models.Empty && (n < 0 || n >= len(m.Players) || seen[n]) {
			return fmt.Errorf("seats: there is no player %d, or two of them, at place %d", n, place+1)
		}
		seen[n] = n != models.Empty
	}
	for n, player := range m.Players {
		if !seen[n] {
			return fmt.Errorf("seats: %s has no place", player.Name)
		}
	}
	return nil
}

// change drafts an event of a match, scores again what it moved, and writes it.
func (l *Ledger) change(ctx context.Context, a models.Author, match string, kind Kind, what func(State) (Change, error)) (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if match == "" {
		match = l.state.Match.ID
	}
	s, err := l.match(ctx, match)
	if err != nil {
		return s, err
	}
	c, err := what(s)
	if err != nil {
		return s, fmt.Errorf("%s: %w", kind, err)
	}
	e, err := l.rescored(s, kind, a, c)
	if err != nil {
		return s, fmt.Errorf("%s: %w", kind, err)
	}
	return l.write(ctx, s, e)
}

// rescored drafts the event and, as long as replaying it leaves a hand that was scored
// for seats or counters it no longer has, scores that hand again and adds it.
func (l *Ledger) rescored(s State, kind Kind, a models.Author, c Change) (Event, error) {
	c.Rescored = maps.Clone(c.Rescored)
	for {
		e, err := l.draft(s.Match.ID, kind, a, payloadOf(kind, c))
		if err != nil {
			return e, err
		}
		after, err := Fold(l.shelf, s, e)
		if err != nil {
			return e, err
		}
		i, found := after.firstStale()
		if !found {
			return e, nil
		}
		entry := after.Entries[i]
		if _, again := c.Rescored[entry.ID]; again {
			return e, fmt.Errorf("hand %d: %w: scoring it again changes nothing", entry.Number, ErrBadHand)
		}
		hand, err := after.rescore(entry)
		if err != nil {
			return e, fmt.Errorf("hand %d: %w", entry.Number, err)
		}
		if c.Rescored == nil {
			c.Rescored = map[string]Hand{}
		}
		c.Rescored[entry.ID] = hand
	}
}

// payloadOf gives the payload of a kind. Seatings stand alone when nothing has to be
// scored again, because then they are entries of their own.
func payloadOf(kind Kind, c Change) any {
	if kind == SeatsTaken {
		return Seating{Seats: c.Seating.Seats, After: c.Seating.After, Rescored: c.Rescored}
	}
	return c
}

// firstStale finds the first hand that was scored for another position.
func (s State) firstStale() (int, bool) {
	for i, e := range s.Entries {
		if e.Kind != HandPlayed || !e.Counts() {
			continue
		}
		h := e.Current().Hand
		for j, w := range h.Wins {
			otherBook := j < len(h.Results) && s.book.Rules != nil && h.Results[j].Rules != s.book.Rules.ID()
			if h.Fixed == nil && (otherBook || stale(w.Win, s.situate(e.Before, h.Outcome, w)) != "") {
				return i, true
			}
		}
	}
	return 0, false
}

// rescore scores a hand again where it stands now.
func (s State) rescore(e Entry) (Hand, error) {
	var hand Hand // a deep copy: the old version must stay as it is
	b, err := json.Marshal(e.Current().Hand)
	if err == nil {
		err = json.Unmarshal(b, &hand)
	}
	if err != nil {
		return hand, err
	}
	for i, w := range hand.Wins {
		hand.Wins[i].Win = s.situate(e.Before, hand.Outcome, w)
	}
	if hand, err = s.score(e.Before, hand); err != nil {
		return hand, err
	}
	return s.enterable(e.Before, hand)
}

// score asks the rule book what the wins are worth.
func (s State) score(p models.Position, h Hand) (Hand, error) {
	h.Results = nil
	if len(h.Wins) > 0 && s.book.Rules == nil {
		return h, fmt.Errorf("%w: %s", ErrNoRules, s.Match.Rules)
	}
	for i := range h.Wins {
		result, err := s.book.Rules.Score(&h.Wins[i].Win)
		if err != nil {
			return h, fmt.Errorf("place %d: %w", h.Wins[i].Place, err)
		}
		h.Results = append(h.Results, result)
	}
	return h, nil
}
