package models

import (
	"errors"
	"fmt"
)

// Player is somebody who plays. Numbers in a match, such as the index of a score,
// refer to the order of Match.Players.
type Player struct {
	// ID tells players apart over many matches; it is the name where nobody gave one.
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Match is what was agreed before the first hand. A correction may change it later;
// everything else about a match follows from it and from the hands.
type Match struct {
	ID    string `json:"id"`
	Table string `json:"table,omitempty"`
	// Rules is the ID of the rule book, such as "lingque-29"; Profile and Options
	// choose among what the book leaves open about the worth of a hand.
	Rules   string            `json:"rules"`
	Profile string            `json:"profile,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	// Course are options of how the match goes on and ends, such as seats=fixed or
	// uma=15/5/-5/-15; each book's match.go says which it knows.
	Course map[string]string `json:"course,omitempty"`
	// Length is a word of the rule book, such as "half" or "full"; empty is what
	// the book plays by default, "open" is played until somebody says stop.
	Length string `json:"length,omitempty"`
	// Players are three or four, in turn order, the first dealer first.
	Players []Player `json:"players"`
	// East is the place of the first dealer; the others follow in turn order. The
	// zero value is place 1.
	East Place `json:"east,omitempty"`
	// Vacant is the place where nobody sits with three players; the zero value is the
	// one before the first dealer.
	Vacant Place `json:"vacant,omitempty"`
	// Start is what every player has before the first hand, in points.
	Start int `json:"start"`
}

// Validate checks that the match can be played at a table.
func (m Match) Validate() error {
	var errs []error
	if m.ID == "" {
		errs = append(errs, errors.New("the match has no id"))
	}
	if m.Rules == "" {
		errs = append(errs, errors.New("the match names no rule book"))
	}
	if n := len(m.Players); n != 3 && n != 4 {
		errs = append(errs, fmt.Errorf("%d players, not 3 or 4", n))
	}
	seen := map[string]bool{}
	for i, p := range m.Players {
		if p.ID == "" {
			errs = append(errs, fmt.Errorf("player %d has no id", i+1))
		}
		if seen[p.ID] {
			errs = append(errs, fmt.Errorf("player %q sits at two places", p.ID))
		}
		seen[p.ID] = true
	}
	if m.East > Places {
		errs = append(errs, fmt.Errorf("place %d of the first dealer is not 1 to %d", m.East, Places))
	}
	if m.Vacant != 0 && (len(m.Players) != 3 || m.Vacant > Places || m.Vacant == m.FirstDealer()) {
		errs = append(errs, fmt.Errorf("place %d cannot be vacant: with three players one place is, and not the first dealer's", m.Vacant))
	}
	return errors.Join(errs...)
}

// FirstDealer is the place of the first dealer.
func (m Match) FirstDealer() Place { return PlaceAt(max(m.East, 1).Index()) }

// Option gives the value of an option of the course, or otherwise when the match does
// not set it.
func (m Match) Option(name, otherwise string) string {
	if value, ok := m.Course[name]; ok {
		return value
	}
	return otherwise
}

// Empty is the number of the player at a place where nobody sits.
const Empty = -1

// Position is where a match stands between two hands: everything that decides who
// holds which wind in the next hand and what lies on the table.
type Position struct {
	// Round counts the rounds from 1; the round wind of the rule books that have
	// one is East in round 1, South in round 2.
	Round int `json:"round"`
	// Deal counts from 1 the dealers of this round, so "East 2" is round 1 deal 2.
	Deal   int   `json:"deal"`
	Dealer Place `json:"dealer"`
	// Honba counts the repeats on the table, Sticks the riichi deposits on it.
	Honba  int `json:"honba"`
	Sticks int `json:"sticks"`
	// Seats is the number of the player at each place, by Place.Index, or Empty.
	Seats [Places]int `json:"seats"`
	// Scores are points by number of the player; a missing fourth player has 0.
	Scores [Places]int `json:"scores"`
	// Hands counts the hands played, draws too.
	Hands int `json:"hands"`
	// Over says why the match has ended by its rules, in a stable word such as
	// "length" or "bust"; empty while it goes on.
	Over string `json:"over,omitempty"`
	// May says, in such a word, why somebody may end the match now who need not, such
	// as "agari-yame"; the next hand takes it away.
	May string `json:"may,omitempty"`
	// Seating says how everybody changes seats before the hand to come, in a word of
	// [SeatsChoice]: Seats is then what the rule book proposes, or where everybody sat
	// before. It is empty when nobody moves, and as soon as somebody has said who sits where.
	Seating string `json:"seating,omitempty"`
}

// How everybody changes seats after a round, as a club agrees on it.
const (
	SeatsByBook = "table" // as the rule book's table has it
	SeatsDrawn  = "drawn" // 摸风: the winds are drawn anew
	SeatsByDice = "dice"  // 掷骰
	SeatsStay   = "fixed" // nobody moves
)

// SeatsChoice is the choice among them, for a rule book with such a table.
func SeatsChoice(otherwise string) Choice {
	return Choice{Key: "seats", Values: []string{SeatsByBook, SeatsDrawn, SeatsByDice, SeatsStay}, Default: otherwise}
}

// TiesChoice is what becomes of equal final scores: they share what their ranks get, or who sat
// earlier in the first deal ranks higher.
func TiesChoice(share bool) Choice {
	c := Choice{Key: "ties", Values: []string{TiesShare, TiesBySeat}, Default: TiesShare}
	if !share {
		c.Default = TiesBySeat
	}
	return c
}

// What becomes of equal final scores.
const (
	TiesShare  = "share"
	TiesBySeat = "seat"
)

// SharesTies reports whether equal final scores share what their ranks get; share is what holds
// where the match does not say.
func (m Match) SharesTies(share bool) bool {
	return m.Option("ties", TiesChoice(share).Default) == TiesShare
}

// Reseat begins a round in which everybody changes seats as the match agreed, or otherwise
// where it says nothing; to is where the winds go by the rule book's table. What it
// proposes holds only when somebody has said that they sit so.
func (p Position) Reseat(m Match, otherwise string, to [Places]Seat) Position {
	switch how := m.Option("seats", otherwise); how {
	case SeatsByBook:
		if moved := p.Move(to); moved.Seats != p.Seats {
			moved.Seating = how
			return moved
		}
	case SeatsDrawn, SeatsByDice:
		p.Seating = how
	}
	return p
}

// Begin gives the position before the first hand: round 1, the first player deals,
// the others sit in turn order, everybody has the starting points.
func Begin(m Match) Position {
	p := Position{Round: 1, Deal: 1, Dealer: m.FirstDealer(), Seats: [Places]int{Empty, Empty, Empty, Empty}}
	at := p.Dealer
	for i := range m.Players {
		if at == m.Vacant {
			at = PlaceAt(at.Index() + 1)
		}
		p.Seats[at.Index()], p.Scores[i] = i, m.Start
		at = PlaceAt(at.Index() + 1)
	}
	return p
}

// RoundWind is East in the first round, South in the second, and so on.
func (p Position) RoundWind() Seat { return SeatAt(p.Round - 1) }

// At gives the number of the player at a place, or Empty.
func (p Position) At(place Place) int {
	if place < 1 || place > Places {
		return Empty
	}
	return p.Seats[place.Index()]
}

// SeatOf gives the wind of a place in the hand to come; NoSeat where nobody sits.
// Three players hold East, South and West.
func (p Position) SeatOf(place Place) Seat {
	if p.At(place) == Empty {
		return NoSeat
	}
	seat := East
	for at := p.Dealer; at != place; at = PlaceAt(at.Index() + 1) {
		if p.At(at) != Empty {
			seat++
		}
	}
	return seat
}

// PlaceOf gives the place of a wind in the hand to come, 0 when nobody holds it.
func (p Position) PlaceOf(seat Seat) Place {
	for i := range p.Seats {
		if at := PlaceAt(i); seat != NoSeat && p.SeatOf(at) == seat {
			return at
		}
	}
	return 0
}

// PlaceOfPlayer gives the place where a player sits, 0 when the player does not.
func (p Position) PlaceOfPlayer(number int) Place {
	for i, n := range p.Seats {
		if n == number {
			return PlaceAt(i)
		}
	}
	return 0
}

// After gives the next occupied place in turn order.
func (p Position) After(place Place) Place {
	for i := 1; i <= Places; i++ {
		if at := PlaceAt(place.Index() + i); p.At(at) != Empty {
			return at
		}
	}
	return place
}

// Pay adds signed points by place to the scores of those who sit there.
func (p Position) Pay(points Points) Position {
	for i, n := range p.Seats {
		if n != Empty {
			p.Scores[n] += points[i]
		}
	}
	return p
}

// Points are signed points by Place.Index.
type Points [Places]int

// Sum is what the points add up to: zero unless something comes from or goes to
// the bank or the table.
func (ps Points) Sum() (sum int) {
	for _, n := range ps {
		sum += n
	}
	return sum
}

// Plus adds place by place.
func (ps Points) Plus(other Points) Points {
	for i := range ps {
		ps[i] += other[i]
	}
	return ps
}

// MatchState is a match and where it stands.
type MatchState struct {
	Match    Match    `json:"match"`
	Position Position `json:"position"`
}

// PassDeal gives the deal to the next player; when it comes back to the first dealer
// of the round the next round begins. Honba and sticks stay.
func (p Position) PassDeal(m Match) Position {
	p.Dealer = p.After(p.Dealer)
	p.Deal++
	if p.Deal > len(m.Players) {
		p.Deal = 1
		p.Round++
	}
	return p
}

// Ranking says how a final result is made of a final score.
type Ranking struct {
	// Return is subtracted from the score before it is divided by Unit.
	Return int `json:"return"`
	// Unit is how many points make one point of the result; 1 where they are equal.
	Unit int `json:"unit"`
	// Uma is added by rank, best first, in points of the result.
	Uma []float64 `json:"uma,omitempty"`
	// Floating, when given, is the uma by the number of players who have at least
	// Return: Floating[1] when one has.
	Floating [][]float64 `json:"floating,omitempty"`
	// Oka goes to the first, in points of the result.
	Oka float64 `json:"oka,omitempty"`
	// Points are ranking points by rank (MCR 4 2 1 0), shared by those of equal rank.
	Points []float64 `json:"points,omitempty"`
	// Ties shares the uma of equal scores; otherwise who sat earlier in the first
	// deal ranks higher.
	Ties bool `json:"ties,omitempty"`
	// LeftSticks, in points each, are given to the first; those who share the first rank share
	// them in hundreds, and what is left of that goes to who sat earlier.
	LeftSticks int `json:"left_sticks,omitempty"`
	// Tanh, when not 0, is the T0 of Lingque's 约化分数: the result is then
	// Alpha times the sum over the others of tanh((own − other) / (T0 × √players)).
	Tanh  float64 `json:"tanh,omitempty"`
	Alpha float64 `json:"alpha,omitempty"` // 0 is 1
}

// Move seats everybody anew between two rounds: who held the wind of index i goes to
// the place of wind to[i]. Four players only; three stay where they are.
func (p Position) Move(to [Places]Seat) Position {
	moved := p
	for i, seat := range to {
		from, at := p.PlaceOf(SeatAt(i)), p.PlaceOf(seat)
		if from == 0 || at == 0 {
			return p
		}
		moved.Seats[at.Index()] = p.Seats[from.Index()]
	}
	return moved
}

// Choice is something about the course of a match that a club decides before it begins.
type Choice struct {
	// Key is its name in Match.Course; "length" is Match.Length.
	Key string `json:"key"`
	// Values are what can be chosen, empty for a number or a text of its own form.
	Values []string `json:"values,omitempty"`
	// Default is what holds where nobody chose.
	Default string `json:"default"`
}
