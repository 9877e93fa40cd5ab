package ledger

import (
	"maps"
	"reflect"
	"slices"

	"jantaku/models"
)

// Later says what becomes of the hands that were played after what a correction changes.
type Later string

// What becomes of them.
const (
	// Stand: the ruling changed. They were dealt on the old one, and keep their dealer,
	// counters, seats and payments.
	Stand Later = "stand"
	// Replay: the books were wrong and the table knew better. They are replayed as the
	// corrected books have it, and scored again where that changes what they are worth.
	Replay Later = "replay"
)

// Situation is a position without its scores: which hand is dealt, who deals it, what lies
// on the table, who sits where.
type Situation struct {
	Round  int                `json:"round"`
	Deal   int                `json:"deal"`
	Dealer models.Place       `json:"dealer"`
	Honba  int                `json:"honba"`
	Sticks int                `json:"sticks"`
	Seats  [models.Places]int `json:"seats"`
}

// SituationOf gives the situation of a position.
func SituationOf(p models.Position) Situation {
	return Situation{Round: p.Round, Deal: p.Deal, Dealer: p.Dealer, Honba: p.Honba, Sticks: p.Sticks, Seats: p.Seats}
}

// over gives the position that has the situation, and otherwise is p.
func (s Situation) over(p models.Position) models.Position {
	p.Round, p.Deal, p.Dealer, p.Honba, p.Sticks, p.Seats = s.Round, s.Deal, s.Dealer, s.Honba, s.Sticks, s.Seats
	p.Seating = ""
	return p
}

// Dealt is the situation in which an entry stands, whatever becomes of the entries before it.
type Dealt struct {
	Situation
	// Points are what the hand gave and took, by place; nil where that follows from the hand.
	Points *models.Points `json:"points,omitempty"`
}

// before gives the position in which an entry stands, where p is that of the books.
func (d *Dealt) before(p models.Position) models.Position {
	if d == nil {
		return p
	}
	return d.over(p)
}

// points are what the entry gives and takes; nil where that follows from it.
func (d *Dealt) points() *models.Points {
	if d == nil {
		return nil
	}
	return d.Points
}

// Consequences are what a change makes of other entries.
type Consequences struct {
	// Rescored are hands that were scored again because the change moved the seats or
	// counters they were played with, by entry.
	Rescored map[string]Hand `json:"rescored,omitempty"`
	// Dealt are entries that stand as they were dealt, by entry; nil for one that does no more.
	Dealt map[string]*Dealt `json:"dealt,omitempty"`
}

func (c Consequences) none() bool { return len(c.Rescored) == 0 && len(c.Dealt) == 0 }

// check refuses consequences that nothing can have had.
func (c Consequences) check() error {
	for _, h := range c.Rescored {
		if err := h.whole(); err != nil {
			return err
		}
	}
	for _, d := range c.Dealt {
		if points := d.points(); points != nil {
			if err := countable(*points); err != nil {
				return err
			}
		}
	}
	return nil
}

// check refuses a situation that a match cannot be in.
func (s Situation) check(m models.Match) error {
	if err := checkSeats(m, s.Seats); err != nil {
		return err
	}
	if s.Dealer < 1 || s.Dealer > models.Places || s.Seats[s.Dealer.Index()] == models.Empty {
		return models.Refused("nobody-there", models.Data{"place": s.Dealer}, "%w: nobody sits at place %d, which is to deal", ErrBadHand, s.Dealer)
	}
	for _, n := range []struct {
		name            string
		is, least, most int
	}{{"round", s.Round, 1, mostRounds}, {"deal", s.Deal, 1, len(m.Players)}, {"honba", s.Honba, 0, mostCounters}, {"sticks", s.Sticks, 0, mostCounters}} {
		if n.is < n.least || n.is > n.most {
			return models.Refused("position-range", models.Data{"what": n.name, "least": n.least, "most": n.most}, "%w: %s %d is not %d to %d", ErrBadHand, n.name, n.is, n.least, n.most)
		}
	}
	return nil
}

// More rounds, repeats or sticks than anybody plays are a slip of the finger.
const (
	mostRounds   = 9_999
	mostCounters = 999
)

// follow goes through the match as a change leaves it and decides what becomes of every entry
// that was there before: it stands as it was dealt, or it is replayed. The error wraps
// ErrBadHand, ErrNotScored or ErrNoRules where a hand cannot be replayed so.
func (s State) follow(was State, c Change, later Later) (Consequences, error) {
	w := walk{State: s, change: c, before: map[string]Entry{},
		out: Consequences{Rescored: maps.Clone(c.Rescored), Dealt: maps.Clone(c.Dealt)}}
	if c.Match != nil {
		w.rescored = !sameScores(*c.Match, was.Match)
	}
	w.Entries = slices.Clone(s.Entries)
	for _, e := range was.Entries {
		w.before[e.ID] = e
	}
	w.Match.Players = s.Agreement().Players
	p := s.book.Course.Begin(s.Match)
	for i := range w.Entries {
		var err error
		if _, known := w.before[w.Entries[i].ID]; !known || w.Entries[i].ID == c.Entry {
			w.reached = c.Match == nil || !samePlay(*c.Match, was.Match)
		}
		if w.isLater(w.Entries[i]) {
			if later == Stand {
				w.stand(i, p)
			} else if err = w.replayOne(i, p); err != nil {
				return w.out, err
			}
		}
		if p, err = w.apply(i, p); err != nil {
			return w.out, err
		}
	}
	return w.out, nil
}

// walk goes through a match after a change.
type walk struct {
	State
	change Change
	before map[string]Entry // the entries as they were
	// reached says that what is changed was passed, rescored that another agreement scores the hands.
	reached, rescored bool
	out               Consequences
}

// isLater reports whether an entry counted before the change and counts now, and is not what the
// change is about.
func (w *walk) isLater(e Entry) bool {
	old, known := w.before[e.ID]
	return known && old.Counts() && e.Counts() && e.ID != w.change.Entry && (e.Kind == HandPlayed || e.Kind == PenaltyGiven)
}

// pin makes an entry stand so, or not any more.
func (w *walk) pin(i int, d *Dealt) {
	if w.out.Dealt == nil {
		w.out.Dealt = map[string]*Dealt{}
	}
	w.Entries[i].Dealt, w.out.Dealt[w.Entries[i].ID] = d, d
}

// stand lets entry i stand as it was dealt where the books have come to position p.
func (w *walk) stand(i int, p models.Position) {
	e, old := w.Entries[i], w.before[w.Entries[i].ID]
	if SituationOf(e.Dealt.before(p)) == SituationOf(old.Before) && !(w.rescored && e.Kind == HandPlayed) {
		if _, err := w.apply(i, p); err == nil && w.Entries[i].Points == old.Points {
			return
		}
	}
	points := old.Points
	w.pin(i, &Dealt{Situation: SituationOf(old.Before), Points: &points})
}

// replayOne replays entry i where the books have come to position p.
func (w *walk) replayOne(i int, p models.Position) error {
	e := &w.Entries[i]
	if e.Dealt != nil && w.reached {
		w.pin(i, nil)
	}
	e.Before = e.Dealt.before(p)
	if e.Kind != HandPlayed || e.Current().Hand.Fixed != nil || e.Dealt.points() != nil || !w.rescored && !w.isStale(*e) {
		return nil
	}
	hand, err := w.rescore(*e)
	if err != nil {
		return models.Refused("later-hand", models.Data{"hand": p.Hands + 1}, "hand %d would have other seats or counters, and cannot be scored so; fix its points first, correct it, or let the later hands stand: %w", p.Hands+1, err)
	}
	was := *e.Current().Hand
	if was.Course = nil; reflect.DeepEqual(hand, was) {
		return nil
	}
	if w.out.Rescored == nil {
		w.out.Rescored = map[string]Hand{}
	}
	w.out.Rescored[e.ID] = hand
	e.Versions = append(slices.Clip(e.Versions), Version{Hand: &hand})
	return nil
}

// samePlay reports whether two agreements deal and pay the same hands: names, the points at the
// start and the length change neither.
func samePlay(a, b models.Match) bool {
	return sameScores(a, b) && maps.Equal(a.Course, b.Course) && a.East == b.East && a.Vacant == b.Vacant
}

// sameScores reports whether two agreements make the same of a hand.
func sameScores(a, b models.Match) bool {
	return a.Rules == b.Rules && a.Profile == b.Profile && maps.Equal(a.Options, b.Options)
}
