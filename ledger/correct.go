package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

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
		hand, err := s.corrected(e, h, results)
		return Change{Entry: entry, Hand: &hand}, err
	})
}

// corrected makes the new version of a hand: situated where the old one was played and
// scored again, unless results are given.
func (s State) corrected(e Entry, h models.HandRecord, results []scoring.Result) (Hand, error) {
	was := e.Current().Hand
	if h.ID == "" {
		h.ID = was.ID
	}
	hand := Hand{HandRecord: sealPhotos(h), Results: results}
	hand.Wins = keepEvidence(hand.Wins, was.Wins)
	if course := e.Record(); hand.Course == nil && course != nil && len(h.Wins) == len(h.Winners) {
		hand.Course = course.Ended(hand.HandRecord)
	}
	for i, w := range hand.Wins {
		hand.Wins[i].Win = s.situate(e.Before, h.Outcome, w)
	}
	if len(results) == 0 {
		scored, err := s.score(e.Before, hand)
		if err != nil {
			return hand, err
		}
		hand = scored
	}
	hand, err := s.enterable(e.Before, hand)
	if err == nil {
		err = s.readySaid(hand.HandRecord, was)
	}
	return hand, err
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
			return Change{}, models.Refused("players-count", models.Data{"count": len(s.Match.Players)}, "match: %d players cannot become %d", len(s.Match.Players), len(m.Players))
		}
		m, err := l.agreed(m, s.Match.Players)
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
			return models.Refused("seats-twice", models.Data{"place": place + 1}, "seats: there is no player %d, or two of them, at place %d", n, place+1)
		}
		seen[n] = n != models.Empty
	}
	for n, player := range m.Players {
		if !seen[n] {
			return models.Refused("seats-missing", models.Data{"name": player.Name}, "seats: %s has no place", player.Name)
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
	if c.Hand == nil || !hasPhotos(c.Hand.Wins) {
		return l.write(ctx, s, e)
	}
	return l.write(ctx, s, e, l.keepPhotos(ctx, e.Seq, c.Hand.Wins))
}

// rescored drafts the event with every hand that it leaves scored for seats or counters
// the hand no longer has, scored again.
func (l *Ledger) rescored(s State, kind Kind, a models.Author, c Change) (Event, error) {
	e, err := l.draft(s.Match.ID, kind, a, payloadOf(kind, c))
	if err != nil {
		return e, err
	}
	after, err := Fold(l.shelf, s, e)
	if err != nil {
		return e, err
	}
	if c.Rescored, err = after.rescoreStale(); err != nil || len(c.Rescored) == 0 {
		return e, err
	}
	return l.draft(s.Match.ID, kind, a, payloadOf(kind, c))
}

// rescoreStale walks through the match, scores again what was scored for another
// position, and goes on from there, since a new score can move what follows.
func (s State) rescoreStale() (map[string]Hand, error) {
	var again map[string]Hand
	s.Entries = slices.Clone(s.Entries)
	p := s.book.Course.Begin(s.Match)
	for i := range s.Entries {
		e := &s.Entries[i]
		e.Before = p
		if s.isStale(*e) {
			hand, err := s.rescore(*e)
			if err != nil {
				return nil, models.Refused("later-hand", models.Data{"hand": p.Hands + 1}, "hand %d would have other seats or counters, and cannot be scored so; fix its points first, or correct it: %w", p.Hands+1, err)
			}
			if again == nil {
				again = map[string]Hand{}
			}
			again[e.ID] = hand
			e.Versions = append(slices.Clip(e.Versions), Version{Hand: &hand})
		}
		var err error
		if p, err = s.apply(i, p); err != nil {
			return nil, err
		}
	}
	return again, nil
}

// payloadOf gives the payload of a kind. Seatings stand alone when nothing has to be
// scored again, because then they are entries of their own.
func payloadOf(kind Kind, c Change) any {
	if kind == SeatsTaken {
		return Seating{Seats: c.Seating.Seats, After: c.Seating.After, Rescored: c.Rescored}
	}
	return c
}

// isStale reports whether a hand was scored for another position than the one it stands
// in, or by another rule book.
func (s State) isStale(e Entry) bool {
	if e.Kind != HandPlayed || !e.Counts() {
		return false
	}
	h := e.Current().Hand
	if h.Fixed != nil {
		return false
	}
	for i, w := range h.Wins {
		otherBook := s.book.Rules != nil && h.Results[i].Rules != s.book.Rules.ID()
		if otherBook || stale(w.Win, s.situate(e.Before, h.Outcome, w)) != "" {
			return true
		}
	}
	again, err := s.weighReady(e.Before, h.HandRecord)
	return err != nil || !slices.EqualFunc(again.Ready, h.Ready, func(a, b models.Ready) bool { return a.Points == b.Points && a.Unsure == b.Unsure })
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
	hand.Course = nil // the version before has it
	for i, w := range hand.Wins {
		hand.Wins[i].Win = s.situate(e.Before, hand.Outcome, w)
	}
	if hand, err = s.score(e.Before, hand); err != nil {
		return hand, err
	}
	if hand, err = s.enterable(e.Before, hand); err != nil {
		return hand, err
	}
	for _, r := range hand.Ready {
		if r.Unsure {
			return hand, models.Refused("ready-gone", models.Data{"place": r.Place}, "%w: place %d: say which waits of the hand it showed are gone", ErrBadHand, r.Place)
		}
	}
	return hand, nil
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
			return h, models.Refused("at-place", models.Data{"place": h.Wins[i].Place}, "place %d: %w", h.Wins[i].Place, err)
		}
		h.Results = append(h.Results, result)
	}
	return h, nil
}
