package ledger

import (
	"encoding/json"
	"fmt"
	"time"

	"jantaku/models"
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
