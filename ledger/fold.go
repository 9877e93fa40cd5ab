package ledger

import (
	"fmt"
	"slices"

	"jantaku/models"
)

// Fold applies one event to a state and gives the new state; the old one stays as it
// was. It is a pure function of its arguments and of the course that shelf finds for
// the match. The zero State takes only MatchStarted.
//
// Hands and penalties at the end cost one step; everything that changes an earlier
// entry replays the match.
func Fold(shelf Shelf, s State, e Event) (State, error) {
	s.log = slices.Clone(s.log)
	r, err := s.note(e)
	if err != nil {
		return s, fmt.Errorf("event %d: %w", e.Seq, err)
	}
	if !r.atEnd() {
		return s.replay(shelf)
	}
	s.Entries = append(slices.Clone(s.Entries), newEntry(r))
	if s.Position, err = s.apply(len(s.Entries)-1, s.Position); err != nil {
		return s, fmt.Errorf("event %d: %w", e.Seq, err)
	}
	return s.ended(), nil
}

// ended says whether the match is over, and the final results if it is.
func (s State) ended() State {
	s.Finished, s.Totals = s.closed || s.Position.Over != "", nil
	if s.Finished {
		s.Totals = s.Standing()
	}
	return s
}

// FoldAll folds the events of one match into a state: the same as Fold one by one, at the
// cost of one replay. No events give the zero State.
func FoldAll(shelf Shelf, events []Event) (s State, err error) {
	for _, e := range events {
		if _, err := s.note(e); err != nil {
			return s, fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	if len(s.log) == 0 {
		return s, nil
	}
	return s.replay(shelf)
}

// note adds an event to the log, which must be the state's own.
func (s *State) note(e Event) (record, error) {
	f, err := e.read()
	if err != nil {
		return record{}, err
	}
	if (e.Kind == MatchStarted) != (len(s.log) == 0) {
		return record{}, fmt.Errorf("%s where the match has %d events", e.Kind, len(s.log))
	}
	e.Payload = nil // f holds it
	s.log = append(s.log, record{Event: e, fact: f})
	s.Seq, s.Time = e.Seq, e.Time
	return s.log[len(s.log)-1], s.stack(len(s.log) - 1)
}

// atEnd reports whether a record only adds an entry after all others.
func (r record) atEnd() bool {
	switch r.Kind {
	case HandPlayed, PenaltyGiven:
		return true
	case SeatsTaken:
		return r.seating.After == "" && r.seating.none()
	case PositionSet:
		return r.placing.After == "" && r.placing.none()
	case PlayerChanged:
		return r.players.After == ""
	}
	return false
}

// stack keeps account of what can be undone and redone: an action forgets what was
// undone before it. i is the index of the newest record.
func (s *State) stack(i int) error {
	switch r := s.log[i]; r.Kind {
	case MatchStarted:
	case Undone, Redone:
		from, to, empty := &s.undo, &s.redo, ErrNothingToUndo
		if r.Kind == Redone {
			from, to, empty = &s.redo, &s.undo, ErrNothingToRedo
		}
		last := len(*from) - 1
		if last < 0 || s.log[(*from)[last]].ID != r.change.Event {
			return fmt.Errorf("%w: %s %s", empty, r.Kind, r.change.Event)
		}
		target := (*from)[last]
		*from = slices.Clone((*from)[:last])
		*to = append(slices.Clone(*to), target)
		s.log[target].off = r.Kind == Undone // the log is the state's own
	default:
		s.undo = append(slices.Clone(s.undo), i)
		s.redo = nil
	}
	return nil
}

// replay builds the entries and the position again from the log.
func (s State) replay(shelf Shelf) (State, error) {
	s.Entries, s.closed, s.renamed = make([]Entry, 0, len(s.log)), false, nil
	at := map[string]int{} // entries by id
	for _, r := range s.log {
		if err := s.enter(at, r); err != nil {
			return s, fmt.Errorf("event %d: %w", r.Seq, err)
		}
	}
	s.Match = *s.Entries[0].Current().Match
	if err := s.Match.Validate(); err != nil {
		return s, err
	}
	book, err := shelf(s.Match)
	if err != nil {
		return s, fmt.Errorf("match %s: %w", s.Match.ID, err)
	}
	s.book = book
	s.order()
	s.Position = book.Course.Begin(s.Match)
	for i := range s.Entries {
		if s.Position, err = s.apply(i, s.Position); err != nil {
			return s, err
		}
	}
	return s.ended(), nil
}

// enter adds a record to the entries: a new entry, or a version of an old one.
func (s *State) enter(at map[string]int, r record) error {
	find := func(id string) *Entry {
		if i, ok := at[id]; ok {
			return &s.Entries[i]
		}
		return nil
	}
	switch r.Kind {
	case MatchStarted, HandPlayed, PenaltyGiven, SeatsTaken, PositionSet, PlayerChanged:
		at[r.ID] = len(s.Entries)
		s.Entries = append(s.Entries, newEntry(r))
	case Corrected:
		e := find(r.change.Entry)
		if e == nil || !r.change.fits(e.Kind) {
			return fmt.Errorf("%w: %s", ErrNoEntry, r.change.Entry)
		}
		e.Versions = append(e.Versions, r.version(*r.change))
		if !r.off && len(r.change.Renamed) > 0 {
			s.renamed = append(s.renamed, r.change.Renamed)
		}
	case Revoked:
		e := find(r.change.Entry)
		if e == nil || e.Kind == MatchStarted {
			return fmt.Errorf("%w: %s", ErrNoEntry, r.change.Entry)
		}
		e.Revoked = e.Revoked || !r.off
	case MatchFinished:
		if !r.off {
			s.closed = true
		}
	}
	follows := r.consequences()
	for id, dealt := range follows.Dealt {
		e := find(id)
		if e == nil {
			return fmt.Errorf("%w: %s", ErrNoEntry, id)
		}
		if !r.off {
			e.Dealt = dealt
		}
	}
	for id, hand := range follows.Rescored {
		e := find(id)
		if e == nil || e.Kind != HandPlayed {
			return fmt.Errorf("%w: %s", ErrNoEntry, id)
		}
		v := r.version(Change{Hand: &hand})
		v.Rescored = true
		e.Versions = append(e.Versions, v)
	}
	return nil
}

// fits reports whether the change brings a new version of an entry of that kind.
func (c Change) fits(k Kind) bool {
	switch k {
	case MatchStarted:
		return c.Match != nil
	case HandPlayed:
		return c.Hand != nil
	case PenaltyGiven:
		return c.Penalty != nil
	case SeatsTaken:
		return c.Seating != nil
	case PositionSet:
		return c.Placing != nil
	case PlayerChanged:
		return c.Substitution != nil
	}
	return false
}

// newEntry makes the entry of a record that is one.
func newEntry(r record) Entry {
	first := r.version(Change{Match: r.match, Hand: r.hand, Penalty: r.penalty, Seating: r.seating, Placing: r.placing, Substitution: r.players})
	first.Undone = false // the entry itself is undone
	return Entry{ID: r.ID, Kind: r.Kind, Versions: []Version{first}, Undone: r.off}
}

// version makes the version that a record gives an entry.
func (r record) version(c Change) Version {
	return Version{Event: r.ID, Seq: r.Seq, Time: r.Time, Source: r.Source, By: r.By, Why: r.Why,
		Undone: r.off, Match: c.Match, Hand: c.Hand, Penalty: c.Penalty, Seating: c.Seating, Placing: c.Placing, Substitution: c.Substitution}
}

// order moves seatings, positions and substitutions behind the entry they take effect after.
func (s *State) order() {
	for i := 0; i < len(s.Entries); i++ {
		e := s.Entries[i]
		after := e.Current().after()
		if after == "" {
			continue
		}
		to := slices.IndexFunc(s.Entries, func(o Entry) bool { return o.ID == after })
		if to < 0 {
			continue
		}
		for to++; to < i && s.Entries[to].Kind.holds(); to++ { // the newest word counts
		}
		if to < i {
			s.Entries = slices.Insert(slices.Delete(s.Entries, i, i+1), to, e)
		}
	}
}

// holds reports whether entries of a kind hold from somewhere on.
func (k Kind) holds() bool { return k == SeatsTaken || k == PositionSet || k == PlayerChanged }

// after is the entry that a seating, a position or a substitution takes effect after; empty for everything else.
func (v Version) after() string {
	switch {
	case v.Seating != nil:
		return v.Seating.After
	case v.Placing != nil:
		return v.Placing.After
	case v.Substitution != nil:
		return v.Substitution.After
	}
	return ""
}

// apply gives the position after entry i, and writes into the entry what it does. The
// error wraps ErrBadHand when a hand cannot have been played in the position, which a
// change before it can bring about.
func (s *State) apply(i int, p models.Position) (models.Position, error) {
	e := &s.Entries[i]
	dealt := e.Dealt.before(p)
	e.Before, e.After, e.Points, e.Steps, e.Number, e.Short = dealt, p, models.Points{}, nil, 0, 0
	e.Players = s.Match.Players
	if !e.Counts() {
		e.Before = p
		return p, nil
	}
	if e.Dealt != nil {
		if err := e.Dealt.check(s.Match); err != nil {
			return p, err
		}
	}
	switch v := e.Current(); e.Kind {
	case HandPlayed:
		if err := v.Hand.Check(dealt); err != nil {
			return p, fmt.Errorf("hand %d: %w: %w", p.Hands+1, ErrBadHand, err)
		}
		moved, err := steps(s.book.Course, s.Match, dealt, v.Hand.Outcome, e.Dealt.points())
		if err != nil {
			return p, fmt.Errorf("hand %d: %w", p.Hands+1, err)
		}
		if len(moved) > 1 {
			e.Steps = moved
		}
		// Sticks that the books have beyond those that the hand was dealt with stay on the
		// table; those that it paid out and nobody laid are missing.
		kept := p.Sticks - dealt.Sticks
		e.Points, p = settle(s.book.Course, s.Match, dealt, v.Hand.Outcome, e.Dealt.points())
		p.Sticks, e.Short = max(p.Sticks+kept, 0), max(-p.Sticks-kept, 0)
		e.Number = p.Hands
	case PenaltyGiven:
		e.Points = v.Penalty.Points
		p.Scores = dealt.Pay(e.Points).Scores
	case SeatsTaken:
		if err := checkSeats(s.Match, v.Seating.Seats); err != nil {
			return p, err
		}
		p.Seats, p.Seating = v.Seating.Seats, ""
	case PositionSet:
		var err error
		if p, err = v.Placing.put(s.Match, p); err != nil {
			return p, err
		}
	case PlayerChanged:
		players, err := s.substituted(*v.Substitution)
		if err != nil {
			return p, err
		}
		s.Match.Players = players
	}
	e.After = p
	return p, nil
}

// put gives the position that somebody said over that of the books.
func (w Placing) put(m models.Match, p models.Position) (models.Position, error) {
	at := SituationOf(p)
	set(&at.Round, w.Round)
	set(&at.Deal, w.Deal)
	set(&at.Dealer, w.Dealer)
	set(&at.Honba, w.Honba)
	set(&at.Sticks, w.Sticks)
	set(&at.Seats, w.Seats)
	if err := at.check(m); err != nil {
		return p, err
	}
	seating := p.Seating
	p = at.over(p)
	if w.Seats == nil {
		p.Seating = seating
	}
	if w.Round != nil || w.Deal != nil || w.Dealer != nil {
		p.Over, p.May = "", "" // somebody deals
	}
	return p, nil
}

func set[T any](to *T, said *T) {
	if said != nil {
		*to = *said
	}
}
