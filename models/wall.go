package models

import (
	"errors"
	"fmt"
)

// ErrWall reports dice or a wall that the rules of breaking do not know.
var ErrWall = errors.New("wall")

// WallRule says how a rule book finds the place where the wall is broken. Tables
// that deal by themselves have no rule.
type WallRule struct {
	// Rolls is 1 when the dealer's roll says both whose wall is opened and after how
	// many stacks (Riichi), 2 when the opener rolls again and both rolls are added
	// (MCR, Lingque 29 §7).
	Rolls int
	// Stacks is the length of each player's wall: 17 for 136 tiles, 18 for 144.
	Stacks int
	// Uneven says that the walls of South and North are one stack shorter: 14 and 13 for the 108
	// tiles of Sichuan. Smaller says that the break is counted by the smaller die alone.
	Uneven, Smaller bool
	// Seats is the number of walls; 0 is four.
	Seats int
	// Indicator is how many stacks before the break the first dora indicator lies, the
	// tail being 1; 0 for rule books without.
	Indicator int
}

// Stack is one stack of two tiles in the wall before a seat.
type Stack struct {
	Seat   Seat `json:"seat"`
	Number int  `json:"number"` // from the right-hand end as the seat sees it, from 1
}

// WallBreak is where the wall is broken. The tiles are dealt from First on, leftwards
// along each wall and on to the wall of the player before, all the way round to Tail.
type WallBreak struct {
	Opener    Seat  `json:"opener"`
	Count     int   `json:"count"` // stacks counted from the opener's right-hand end
	Tail      Stack `json:"tail"`  // the last stack counted; replacement tiles come from here
	First     Stack `json:"first"` // the first stack dealt
	Indicator Stack `json:"indicator,omitzero"`
	Stacks    int   `json:"stacks"` // length of each wall
	Uneven    bool  `json:"uneven,omitempty"`
	Seats     int   `json:"seats"`
}

// Of is the rule for walls of so many stacks.
func (r WallRule) Of(stacks int) WallRule {
	r.Stacks = stacks
	return r
}

// Opener gives the seat whose wall is opened: the dealer's roll counted in turn order
// from the dealer, who is 1. The error wraps ErrWall.
func (r WallRule) Opener(first [2]int) (Seat, error) {
	if err := r.validate([][2]int{first}); err != nil {
		return NoSeat, err
	}
	return SeatAt((first[0] + first[1] - 1) % r.seats()), nil
}

// Break gives where the wall is broken after all rolls of a hand, the dealer's first.
// More rolls than the rule wants are the same hand rolled anew: the last ones count.
// The error wraps ErrWall.
func (r WallRule) Break(rolls [][2]int) (WallBreak, error) {
	if err := r.validate(rolls); err != nil {
		return WallBreak{}, err
	}
	if len(rolls) < r.Rolls {
		return WallBreak{}, fmt.Errorf("%w: %d of %d rolls", ErrWall, len(rolls), r.Rolls)
	}
	rolls = rolls[len(rolls)-r.Rolls:]
	opener, err := r.Opener(rolls[0])
	if err != nil {
		return WallBreak{}, err
	}
	b := WallBreak{Opener: opener, Stacks: r.Stacks, Uneven: r.Uneven, Seats: r.seats()}
	for _, roll := range rolls {
		if b.Count += roll[0] + roll[1]; r.Smaller {
			b.Count = min(roll[0], roll[1])
		}
	}
	b.Tail, b.First = b.Stack(b.Count), b.Stack(b.Count+1)
	if r.Indicator > 0 {
		b.Indicator = b.Stack(b.Count + 1 - r.Indicator)
	}
	return b, nil
}

// Stack gives the nth stack counted from the opener's right-hand end, 1 for the
// first; any whole number will do, since the walls are a ring. Counting goes on at
// the right-hand end of the player before in turn order, who sits to the left.
func (b WallBreak) Stack(n int) Stack {
	ring := 0
	for seat := range b.Seats {
		ring += b.Length(SeatAt(seat))
	}
	i := ((n-1)%ring + ring) % ring
	seat := b.Opener
	for i >= b.Length(seat) {
		i -= b.Length(seat)
		seat = SeatAt((seat.Index() + b.Seats - 1) % b.Seats)
	}
	return Stack{seat, i + 1}
}

// Length is how many stacks the wall before a seat has.
func (b WallBreak) Length(seat Seat) int {
	if b.Uneven && seat.Index()%2 == 1 {
		return b.Stacks - 1
	}
	return b.Stacks
}

func (r WallRule) seats() int {
	if r.Seats == 0 {
		return Places
	}
	return r.Seats
}

func (r WallRule) validate(rolls [][2]int) error {
	if r.Rolls < 1 || r.Rolls > 2 || r.Stacks < 1 || r.Stacks > 27 || r.seats() < 3 || r.seats() > Places {
		return fmt.Errorf("%w: no rule breaks %d walls of %d stacks with %d rolls", ErrWall, r.seats(), r.Stacks, r.Rolls)
	}
	for _, roll := range rolls {
		for _, die := range roll {
			if die < 1 || die > 6 {
				return fmt.Errorf("%w: a die shows %d", ErrWall, die)
			}
		}
	}
	return nil
}

// Words says where to break, for the people at the table, in zh, ja or en; any other
// language is en.
func (b WallBreak) Words(language string) string {
	seat, n := b.Tail.Seat.Index(), b.Tail.Number
	switch language {
	case "zh":
		return fmt.Sprintf("%s家牌墙，从右数第%d墩后开牌", [...]string{"东", "南", "西", "北"}[seat], n)
	case "ja":
		return fmt.Sprintf("%s家の山、右から%d幢目の後で開門", [...]string{"東", "南", "西", "北"}[seat], n)
	}
	return fmt.Sprintf("%s's wall, break after the %s stack from the right", [...]string{"East", "South", "West", "North"}[seat], ordinal(n))
}

func ordinal(n int) string {
	ending := "th"
	if n/10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, ending)
}
