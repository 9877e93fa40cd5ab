package ledger

import (
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
)

// Hand is a played hand with what it was worth.
type Hand struct {
	models.HandRecord
	// Results has one result for each of Wins.
	Results []scoring.Result `json:"results,omitempty"`
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

// Total is the result of one player in one match.
type Total struct {
	Player models.Player `json:"player"`
	Score  int           `json:"score"`
	// Rank is 1 for the best; players of equal score share it only where the
	// ranking shares.
	Rank int `json:"rank"`
	// Result is the score by the rule book's ranking: (score − return) / unit + uma
	// + oka − penalties at the end, or Lingque's 约化分数.
	Result float64 `json:"result"`
	Uma    float64 `json:"uma,omitempty"`
	Oka    float64 `json:"oka,omitempty"`
	// Penalty was taken from the result after the ranks were decided.
	Penalty float64 `json:"penalty,omitempty"`
	// Points are ranking points, such as MCR's 4 2 1 0.
	Points float64 `json:"points,omitempty"`
	// Shares are the parts of those who played as this number; nil where only Player did.
	Shares []Share `json:"shares,omitempty"`
}

// Share is what one of several people who played as one number gets of its total: the points of the hands and
// penalties that were his, and of all that no hand brought (points at the start, uma, oka, ranking points) the
// part of the hands that he played.
type Share struct {
	Player models.Player `json:"player"`
	Hands  int           `json:"hands"`
	Score  int           `json:"score"`
	// Rank is that of the total, for who played most hands of it, the later one of two; 0 for the others: a rank
	// cannot be divided.
	Rank    int     `json:"rank,omitempty"`
	Result  float64 `json:"result"`
	Points  float64 `json:"points,omitempty"`
	Penalty float64 `json:"penalty,omitempty"`
}
