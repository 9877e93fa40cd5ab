// Package replay gives a hand that was recorded move by move as it is played again: how the table lay after every
// move, with the pictures and doubts of it, and how the hand ended in the books.
package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"

	"jantaku/internal/referee"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring/course"
)

// ErrNone reports a hand of which no course was recorded, or that is not in the books. It wraps fs.ErrNotExist.
var ErrNone = fmt.Errorf("replay: this hand cannot be played again: %w", fs.ErrNotExist)

// Books are where the hands are. The ledger implements it.
type Books interface {
	// MatchOf gives the id of the match that an entry belongs to; the error wraps ledger.ErrNoEntry.
	MatchOf(ctx context.Context, entry string) (string, error)
	// Match gives a match in full; the error wraps ledger.ErrNoMatch.
	Match(ctx context.Context, id string) (ledger.State, error)
}

// Replay is a hand that can be played again.
type Replay struct {
	// Score is how the match stood before the hand, as displays get it.
	Score mqtt.Score `json:"score"`
	// Hand is how it ended, as the books have it now.
	Hand mqtt.Hand `json:"hand"`
	// Steps are the deal and every move after it.
	Steps []Step `json:"steps"`
	// Seen are the steps as the hand was seen first, where somebody corrected its course since.
	Seen []Step `json:"seen,omitempty"`
	// Doubts are those that were open when the hand was read.
	Doubts []models.Doubt `json:"doubts,omitempty"`
	// Broken is the number of moves that cannot have happened after those in Steps; they are left out.
	Broken int `json:"broken,omitempty"`
}

// Step is how the table lies after a move. Of the sides only those are told on which something changed.
type Step struct {
	// At is the index of the move in the record; −1 for the deal.
	At   int          `json:"at"`
	Move *models.Move `json:"move,omitempty"`

	Status mqtt.CourseStatus `json:"status"`
	Turn   models.Place      `json:"turn,omitempty"`
	Left   int               `json:"left"` // tiles that can still be drawn
	Dora   models.Tiles      `json:"dora,omitempty"`
	Sides  []mqtt.CourseSide `json:"sides,omitempty"`
}

// Archive gives hands as pages ask for them.
type Archive struct{ Books Books }

// Replay gives a hand by its entry in the books, as JSON of a [Replay]. The error wraps fs.ErrNotExist where there is
// nothing to play.
func (a Archive) Replay(ctx context.Context, entry string) ([]byte, error) {
	r, err := Of(ctx, a.Books, entry)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return text, nil
}

// Of gives a hand by its entry in the books. The error wraps ErrNone where there is nothing to play.
func Of(ctx context.Context, books Books, entry string) (Replay, error) {
	id, err := books.MatchOf(ctx, entry)
	if errors.Is(err, ledger.ErrNoEntry) {
		return Replay{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if err != nil {
		return Replay{}, fmt.Errorf("replay: %w", err)
	}
	s, err := books.Match(ctx, id)
	if err != nil {
		return Replay{}, fmt.Errorf("replay: %w", err)
	}
	e, ok := s.Entry(entry)
	if !ok || e.Kind != ledger.HandPlayed || !e.Counts() || e.Record() == nil {
		return Replay{}, fmt.Errorf("%w: %s", ErrNone, entry)
	}
	return of(s, e)
}

func of(s ledger.State, e ledger.Entry) (r Replay, err error) {
	manners, err := referee.Manners(s)
	if err != nil {
		return r, fmt.Errorf("replay: %w", err)
	}
	head := mqtt.Head{ID: e.ID, Seq: s.Seq, Time: s.Time}
	if r.Hand, err = mqtt.HandOf(head, s.View(), s.HandView(e), e.Current().Source); err != nil {
		return r, fmt.Errorf("replay: %w", err)
	}
	r.Score = scoreBefore(s, e)
	player := func(at models.Place) mqtt.Player { return mqtt.PlayerAt(s, e.Before, at) }
	if r.Steps, r.Broken, err = stepsOf(e.Record(), manners, player); err != nil {
		return r, err
	}
	first := e.Versions[0].Hand
	if first.Course != nil && !sameMoves(first.Course, e.Record()) {
		if r.Seen, _, err = stepsOf(first.Course, manners, player); err != nil {
			return r, err
		}
	}
	for _, w := range first.Wins {
		if w.Reading != nil {
			r.Doubts = append(r.Doubts, w.Reading.Doubts...)
		}
	}
	return r, nil
}

// scoreBefore is how a match stood before a hand.
func scoreBefore(s ledger.State, e ledger.Entry) mqtt.Score {
	at := e.Before
	score := mqtt.Score{Match: s.Match.ID, Rules: s.Match.Rules, Dealer: at.Dealer, Round: at.RoundWind(), Deal: at.Deal, Hand: e.Number, Honba: at.Honba, Sticks: at.Sticks}
	for i, number := range at.Seats {
		if number != models.Empty {
			score.Players = append(score.Players, mqtt.Standing{Player: mqtt.PlayerAt(s, at, models.PlaceAt(i)), Score: at.Scores[number]})
		}
	}
	return score
}

// stepsOf plays a record. Moves that cannot have happened, which a careless eye or correction may leave, end it.
func stepsOf(r *models.Record, manners course.Manners, player func(models.Place) mqtt.Player) (steps []Step, broken int, err error) {
	h, err := course.Start(r, manners)
	if err != nil {
		return nil, 0, fmt.Errorf("replay: %w", err)
	}
	var before []mqtt.CourseSide
	add := func(at int, m *models.Move) {
		lies := *r
		lies.Events = r.Events[:at+1]
		c := mqtt.CourseOf(&lies, h, at+1, player)
		step := Step{At: at, Move: m, Status: c.Status, Turn: c.Turn, Left: c.Left, Dora: c.Dora}
		for i, side := range c.Sides {
			if before == nil || !reflect.DeepEqual(before[i], side) {
				step.Sides = append(step.Sides, side)
			}
		}
		before = c.Sides
		steps = append(steps, step)
	}
	add(-1, nil)
	for i := range r.Events {
		m := r.Events[i]
		if err := h.Do(m); err != nil {
			return steps, len(r.Events) - i, nil
		}
		if m.Do != models.Draw { // nobody sees it
			add(i, &m)
		}
	}
	return steps, 0, nil
}

// sameMoves reports whether two records tell the same moves; pictures and confidences are no difference.
func sameMoves(a, b *models.Record) bool {
	if len(a.Events) != len(b.Events) {
		return false
	}
	for i := range a.Events {
		one, other := a.Events[i], b.Events[i]
		one.Confidence, one.Revision, one.Photos, one.Or, one.T = 0, 0, nil, 0, nil
		other.Confidence, other.Revision, other.Photos, other.Or, other.T = 0, 0, nil, 0, nil
		if !reflect.DeepEqual(one, other) {
			return false
		}
	}
	return true
}
