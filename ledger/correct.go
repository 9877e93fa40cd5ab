package ledger

import (
	"context"
	"fmt"

	"jantaku/models"
	"jantaku/models/playername"
	"jantaku/scoring"
)

// Correction is something in a match that is to be otherwise than the books have it.
type Correction struct {
	kind   Kind
	change func(*Ledger, State) (Change, error)
}

// Correct changes a match, by ID, so that a finished match of last week can be corrected like
// the one being played; an empty ID is the match started last. later says what becomes of the
// hands that were played after what is changed. The error wraps ErrNoMatch, ErrNoEntry,
// ErrBadHand, ErrNotScored, ErrStale or ErrNoRules when the change cannot be made, and the
// errors of Append when the disk is the reason.
func (l *Ledger) Correct(ctx context.Context, a models.Author, match string, later Later, c Correction) (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, err := l.meant(ctx, match)
	if err != nil {
		return s, err
	}
	change, e, err := l.drafted(s, a, later, c)
	if err != nil {
		return s, fmt.Errorf("%s: %w", c.kind, err)
	}
	if change.Hand == nil || !hasPhotos(change.Hand.Wins) {
		return l.write(ctx, s, e)
	}
	return l.write(ctx, s, e, l.keepPhotos(ctx, e.Seq, change.Hand.Wins))
}

// meant folds the match of an ID, or gives the one started last.
func (l *Ledger) meant(ctx context.Context, match string) (State, error) {
	if match == "" {
		match = l.state.Match.ID
	}
	return l.match(ctx, match)
}

// drafted makes the event of a correction, with what it makes of the entries after it.
func (l *Ledger) drafted(s State, a models.Author, later Later, of Correction) (c Change, e Event, err error) {
	if c, err = of.change(l, s); err != nil {
		return c, e, err
	}
	if e, err = l.draft(s.Match.ID, of.kind, a, c.payload(of.kind)); err != nil || of.kind == Undone || of.kind == Redone {
		return c, e, err // what is taken back or brought back is as it was
	}
	after, err := Fold(l.shelf, s, e)
	if err != nil {
		return c, e, err
	}
	if c.Seating != nil || c.Placing != nil { // they say themselves from when on they hold
		later = Replay
	}
	if c.Consequences, err = after.follow(s, c, later); err != nil || c.none() {
		return c, e, err
	}
	e, err = l.draft(s.Match.ID, of.kind, a, c.payload(of.kind))
	return c, e, err
}

// payload gives the payload of a kind: seats and positions are entries of their own.
func (c Change) payload(kind Kind) any {
	switch kind {
	case SeatsTaken:
		seating := *c.Seating
		seating.Consequences = c.Consequences
		return seating
	case PositionSet:
		placing := *c.Placing
		placing.Consequences = c.Consequences
		return placing
	case PlayerChanged:
		return *c.Substitution
	}
	return c
}

// HandCorrection gives a hand a new version: other tiles, flags, winner, discarder, ending, or
// points fixed by the referee. The new hand is situated where the old one was played and scored
// again, unless results are given.
func HandCorrection(entry string, h models.HandRecord, results ...scoring.Result) Correction {
	return Correction{Corrected, func(_ *Ledger, s State) (Change, error) {
		e, ok := s.Entry(entry)
		if !ok || e.Kind != HandPlayed {
			return Change{}, fmt.Errorf("%w: hand %s", ErrNoEntry, entry)
		}
		return e.changed(s.corrected(e, h, results))
	}}
}

// changed is the change to a new version of a hand: where it stands as it was dealt, it pays anew.
func (e Entry) changed(hand Hand, err error) (Change, error) {
	c := Change{Entry: e.ID, Hand: &hand}
	if e.Dealt != nil {
		c.Dealt = map[string]*Dealt{e.ID: {Situation: e.Dealt.Situation}}
	}
	return c, err
}

// MatchCorrection changes what was agreed at the start: names, the order of the players, the
// rule book or its options.
func MatchCorrection(m models.Match) Correction {
	return Correction{Corrected, func(l *Ledger, s State) (Change, error) {
		m.ID = s.Match.ID
		if len(m.Players) != len(s.Match.Players) {
			return Change{}, models.Refused("players-count", models.Data{"count": len(s.Match.Players)}, "match: %d players cannot become %d", len(s.Match.Players), len(m.Players))
		}
		m, err := l.agreed(m, s.Match)
		if err != nil {
			return Change{}, fmt.Errorf("match: %w", err)
		}
		c := Change{Entry: s.Entries[0].ID, Match: &m}
		m.Players, c.Renamed, err = s.rename(m.Players)
		return c, err
	}}
}

// Revocation takes the effect from an entry: a cancelled penalty, a hand that never was.
func Revocation(entry string) Correction {
	return Correction{Revoked, func(_ *Ledger, s State) (Change, error) {
		if e, ok := s.Entry(entry); !ok || e.Kind == MatchStarted || !e.Counts() {
			return Change{}, fmt.Errorf("%w: %s", ErrNoEntry, entry)
		}
		return Change{Entry: entry}, nil
	}}
}

// SeatCorrection puts players at other places, from now on or, with after, from the hand after
// that entry on: wrong seats noticed after several hands are one change, and those hands are
// replayed.
func SeatCorrection(seats [models.Places]int, after string) Correction {
	return Correction{SeatsTaken, func(_ *Ledger, s State) (Change, error) {
		if _, ok := s.Entry(after); after != "" && !ok {
			return Change{}, fmt.Errorf("%w: %s", ErrNoEntry, after)
		}
		return Change{Seating: &Seating{Seats: seats, After: after}}, checkSeats(s.Match, seats)
	}}
}

// PositionCorrection says where the match stands: which hand is dealt, who deals it, what lies on
// the table, who sits where; from now on or, with After, from the hand after that entry on, and
// hands since are replayed. A dealer without the number of the deal is counted on from the
// dealer of the books.
func PositionCorrection(w Placing) Correction {
	return Correction{PositionSet, func(_ *Ledger, s State) (Change, error) {
		p := s.Position
		if w.After != "" {
			e, ok := s.Entry(w.After)
			if !ok {
				return Change{}, fmt.Errorf("%w: %s", ErrNoEntry, w.After)
			}
			p = e.After
		}
		if w.Dealer != nil && w.Deal == nil {
			deal := p.Deal
			for at := p.Dealer; at != *w.Dealer && p.At(*w.Dealer) != models.Empty; at = p.After(at) {
				deal = deal%len(s.Match.Players) + 1
			}
			w.Deal = &deal
		}
		_, err := w.put(s.Match, p)
		return Change{Placing: &w}, err
	}}
}

// Undoing takes back the newest action of a match that was not taken back yet: a hand, a penalty, a
// correction, the end of the match. The action stays readable, and the match is as it was before.
func Undoing() Correction {
	return Correction{Undone, func(_ *Ledger, s State) (Change, error) {
		if len(s.undo) == 0 {
			return Change{}, ErrNothingToUndo
		}
		return Change{Event: s.log[s.undo[len(s.undo)-1]].ID}, nil
	}}
}

// Redoing brings back what was taken back last, unless something was done since.
func Redoing() Correction {
	return Correction{Redone, func(_ *Ledger, s State) (Change, error) {
		if len(s.redo) == 0 {
			return Change{}, ErrNothingToRedo
		}
		return Change{Event: s.log[s.redo[len(s.redo)-1]].ID}, nil
	}}
}

// Undo is Correct with Undoing.
func (l *Ledger) Undo(ctx context.Context, a models.Author, match string) (State, error) {
	return l.Correct(ctx, a, match, Stand, Undoing())
}

// Redo is Correct with Redoing.
func (l *Ledger) Redo(ctx context.Context, a models.Author, match string) (State, error) {
	return l.Correct(ctx, a, match, Stand, Redoing())
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
		err = s.readySaid(hand.HandRecord, was, s.barredBefore(e))
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

// SubstitutionOf is who plays on for a player from now on or, with after, from the hand after that entry on. The
// name is kept as [playername.Clean] has it. Refusals: those of a name, plays-already, nobody-there.
func SubstitutionOf(number int, name, after string) Correction {
	return Correction{PlayerChanged, func(_ *Ledger, s State) (Change, error) {
		if _, ok := s.Entry(after); after != "" && !ok {
			return Change{}, fmt.Errorf("%w: %s", ErrNoEntry, after)
		}
		name, err := playername.Clean(name)
		if err != nil {
			return Change{}, fmt.Errorf("substitute: %w", err)
		}
		if number < 0 || number >= len(s.Match.Players) {
			return Change{}, models.Refused("nobody-there", models.Data{"place": number + 1}, "substitute: there is no player %d", number+1)
		}
		return Change{Substitution: &Substitution{Player: number, In: models.Player{ID: name, Name: name}, After: after}}, nil
	}}
}

// CourseCorrection changes one event of the course of a hand: what was seen, by whom, which
// tile; an event that was missed is put in, a false one taken out. h, when given, is the
// hand as it follows from the corrected course; otherwise the hand stays as it is. The
// event's revision grows, and the version before stays readable.
func CourseCorrection(entry string, fix models.Fix, h *models.HandRecord) Correction {
	return Correction{Corrected, func(_ *Ledger, s State) (Change, error) {
		e, ok := s.Entry(entry)
		if !ok || e.Kind != HandPlayed || e.Record() == nil {
			return Change{}, fmt.Errorf("%w: course of hand %s", ErrNoEntry, entry)
		}
		course, err := e.Record().Fixed(fix)
		if err != nil {
			return Change{}, fmt.Errorf("%w: %w", ErrBadHand, err)
		}
		was := e.Current().Hand
		record, results := was.HandRecord, was.Results
		if h != nil {
			record, results = *h, nil
		}
		record.Course = course
		return e.changed(s.corrected(e, record, results))
	}}
}
