package ledger

import (
	"encoding/json"
	"fmt"
	"time"

	"jantaku/models"
	"jantaku/scoring"
)

// Kind says what an event is.
type Kind string

// The kinds of events.
const (
	MatchStarted  Kind = "match-started"  // payload models.Match
	HandPlayed    Kind = "hand"           // payload Hand
	PenaltyGiven  Kind = "penalty"        // payload models.Penalty
	SeatsTaken    Kind = "seats"          // payload Seating
	PositionSet   Kind = "position"       // payload Placing
	PlayerChanged Kind = "player"         // payload Substitution
	Corrected     Kind = "corrected"      // payload Change
	Revoked       Kind = "revoked"        // payload Change
	Undone        Kind = "undone"         // payload Change
	Redone        Kind = "redone"         // payload Change
	MatchFinished Kind = "match-finished" // payload Finish
)

// Event is one line of the journal. It never changes.
type Event struct {
	// ID is a UUIDv7. Seq counts the events of a ledger from 1 without gaps and is
	// their order; the clock is not.
	ID    string    `json:"id"`
	Seq   int64     `json:"seq"`
	Time  time.Time `json:"time"`
	Match string    `json:"match"`
	Kind  Kind      `json:"kind"`
	// Source is the part that wrote it, such as "pipeline" or "console"; By is the
	// person, Why the reason, both empty where there is none.
	Source  string          `json:"source"`
	By      string          `json:"by,omitempty"`
	Why     string          `json:"why,omitempty"`
	Payload json.RawMessage `json:"payload"`
}

// Hand is a played hand with what it was worth.
type Hand struct {
	models.HandRecord
	// Results has one result for each of Wins.
	Results []scoring.Result `json:"results,omitempty"`
}

// Seating puts players at places, from the hand after entry After on; an empty After
// is from now on.
type Seating struct {
	Seats [models.Places]int `json:"seats"`
	After string             `json:"after,omitempty"`
	Consequences
}

// Placing puts a match where somebody says that it stands, from the hand after entry After on;
// an empty After is from now on. What is nil stays as it is.
type Placing struct {
	Round  *int                `json:"round,omitempty"`
	Deal   *int                `json:"deal,omitempty"`
	Dealer *models.Place       `json:"dealer,omitempty"`
	Honba  *int                `json:"honba,omitempty"`
	Sticks *int                `json:"sticks,omitempty"`
	Seats  *[models.Places]int `json:"seats,omitempty"`
	After  string              `json:"after,omitempty"`
	Consequences
}

// Substitution puts somebody in the place of a player, from the hand after entry After on; an empty After is
// from now on. What was played before stays with who played it.
type Substitution struct {
	Player int           `json:"player"` // the number of who leaves
	In     models.Player `json:"in"`
	After  string        `json:"after,omitempty"`
}

// String says who plays on.
func (c Substitution) String() string {
	return fmt.Sprintf("%s plays as number %d", c.In.Name, c.Player+1)
}

// String says what somebody said, as key value.
func (w Placing) String() string {
	text := "position"
	for _, said := range []struct {
		name string
		is   *int
	}{{"round", w.Round}, {"deal", w.Deal}, {"honba", w.Honba}, {"sticks", w.Sticks}} {
		if said.is != nil {
			text += fmt.Sprintf(" %s %d", said.name, *said.is)
		}
	}
	if w.Dealer != nil {
		text += fmt.Sprintf(" dealer at place %d", *w.Dealer)
	}
	if w.Seats != nil {
		text += fmt.Sprintf(" seats %v", *w.Seats)
	}
	return text
}

// Change is what a correction, a revocation, an undo or a redo does to the entries of
// a match.
type Change struct {
	// Entry is the event that made the entry: corrected, revoked.
	Entry string `json:"entry,omitempty"`
	// Event is the event that is undone or redone.
	Event string `json:"event,omitempty"`
	// One of these is the entry's new version.
	Hand    *Hand           `json:"hand,omitempty"`
	Penalty *models.Penalty `json:"penalty,omitempty"`
	Match   *models.Match   `json:"match,omitempty"`
	Seating *Seating        `json:"seating,omitempty"`
	Placing *Placing        `json:"placing,omitempty"`
	// Substitution is who plays on for whom.
	Substitution *Substitution `json:"substitution,omitempty"`
	// Renamed are people who were called otherwise, by the id they had: a correction of the agreement names them
	// wherever they play in the match.
	Renamed map[string]models.Player `json:"renamed,omitempty"`
	Consequences
}

// Finish closes a match.
type Finish struct {
	Totals []Total `json:"totals"`
}

// fact is a payload that was read.
type fact struct {
	match   *models.Match
	hand    *Hand
	penalty *models.Penalty
	seating *Seating
	placing *Placing
	players *Substitution
	change  *Change
	finish  *Finish
}

// read decodes the payload by kind.
func (e Event) read() (f fact, err error) {
	var into any
	switch e.Kind {
	case MatchStarted:
		f.match = new(models.Match)
		into = f.match
	case HandPlayed:
		f.hand = new(Hand)
		into = f.hand
	case PenaltyGiven:
		f.penalty = new(models.Penalty)
		into = f.penalty
	case SeatsTaken:
		f.seating = new(Seating)
		into = f.seating
	case PositionSet:
		f.placing = new(Placing)
		into = f.placing
	case PlayerChanged:
		f.players = new(Substitution)
		into = f.players
	case Corrected, Revoked, Undone, Redone:
		f.change = new(Change)
		into = f.change
	case MatchFinished:
		f.finish = new(Finish)
		into = f.finish
	default:
		return f, fmt.Errorf("event %d: %w: kind %q", e.Seq, ErrUnknownEvent, e.Kind)
	}
	if err := json.Unmarshal(e.Payload, into); err != nil {
		return f, fmt.Errorf("event %d: payload of %s: %w", e.Seq, e.Kind, err)
	}
	if err := f.check(); err != nil {
		return f, fmt.Errorf("event %d: payload of %s: %w", e.Seq, e.Kind, err)
	}
	return f, nil
}

// consequences are those of a change, of other seats or of another position.
func (f fact) consequences() Consequences {
	switch {
	case f.change != nil:
		return f.change.Consequences
	case f.seating != nil:
		return f.seating.Consequences
	case f.placing != nil:
		return f.placing.Consequences
	}
	return Consequences{}
}

// check refuses payloads whose parts do not fit each other.
func (f fact) check() error {
	hand, penalty := f.hand, f.penalty
	if f.change != nil {
		hand, penalty = f.change.Hand, f.change.Penalty
	}
	if c := f.players; c != nil && (c.Player < 0 || c.Player >= models.Places || c.In.ID == "") {
		return fmt.Errorf("%w: %q for player %d", ErrBadHand, c.In.ID, c.Player)
	}
	if err := f.consequences().check(); err != nil {
		return err
	}
	if hand != nil {
		if err := hand.whole(); err != nil {
			return err
		}
	}
	if penalty != nil && (penalty.Place < 1 || penalty.Place > models.Places) {
		return fmt.Errorf("%w: penalty of place %d", ErrBadHand, penalty.Place)
	}
	if penalty != nil {
		return countable(penalty.Points)
	}
	return nil
}

// mostPoints is how many points one entry gives or takes at most, a thousand times a yakuman: a
// slip of the finger is refused, and no sum of a match wraps.
const mostPoints = 50_000_000

// countable refuses points that nobody can have meant.
func countable(points models.Points) error {
	for i, n := range points {
		if n < -mostPoints || n > mostPoints {
			return fmt.Errorf("%w: %d points for place %d, at most %d", ErrBadHand, n, i+1, mostPoints)
		}
	}
	return nil
}

// whole checks that every winner has a win and every win a result, or that a referee
// wrote down the points alone.
func (h Hand) whole() error {
	if h.Fixed != nil {
		if err := countable(*h.Fixed); err != nil {
			return err
		}
		if len(h.Wins) == 0 && len(h.Results) == 0 {
			return nil
		}
	}
	if len(h.Wins) != len(h.Winners) || len(h.Results) != len(h.Wins) {
		return fmt.Errorf("%w: %d winners, %d wins, %d results", ErrBadHand, len(h.Winners), len(h.Wins), len(h.Results))
	}
	for i, w := range h.Wins {
		if w.Place != h.Winners[i] {
			return fmt.Errorf("%w: win %d is of place %d, winner of place %d", ErrBadHand, i+1, w.Place, h.Winners[i])
		}
	}
	return nil
}
