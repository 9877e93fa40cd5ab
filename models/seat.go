package models

import "strconv"

// Seat is the wind a player sits at during one hand. East deals. The zero value
// says that the seat is unknown or does not apply.
type Seat uint8

// The seats in turn order.
const (
	NoSeat Seat = iota
	East
	South
	West
	North
)

const seatLetters = "ESWN"

// SeatAt gives the seat whose Index is i, 0 for East; i may be any integer and is
// taken round the table.
func SeatAt(i int) Seat { return Seat((i%4+4)%4 + 1) }

// Index gives 0 for East to 3 for North, and -1 for NoSeat.
func (s Seat) Index() int { return int(s) - 1 }

// Next gives the seat that plays after s.
func (s Seat) Next() Seat { return SeatAt(s.Index() + 1) }

// From gives the seat that lies on a side of s: the right-hand neighbour plays
// after s, the left-hand neighbour before it. NoSide gives NoSeat.
func (s Seat) From(side Side) Seat {
	if s == NoSeat || side == NoSide {
		return NoSeat
	}
	return SeatAt(s.Index() + int(side))
}

// Wind gives the wind tile of the seat.
func (s Seat) Wind() Tile {
	if s == NoSeat {
		return NoTile
	}
	return EastWind + Tile(s.Index())
}

// String gives E, S, W or N, and the empty string for NoSeat.
func (s Seat) String() string {
	if s < East || s > North {
		return ""
	}
	return seatLetters[s-1 : s]
}

// MarshalText writes the letter of the seat.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads E, S, W, N or nothing.
// The error is a *HandError with code CodeBadSeat.
func (s *Seat) UnmarshalText(b []byte) error {
	switch string(b) {
	case "":
		*s = NoSeat
	case "E":
		*s = East
	case "S":
		*s = South
	case "W":
		*s = West
	case "N":
		*s = North
	default:
		return Refuse(CodeBadSeat, "%q is not one of E S W N", b)
	}
	return nil
}

// Side says where another player sits as seen from one's own seat.
type Side uint8

// The sides, counted in turn order from oneself.
const (
	NoSide Side = iota
	Right
	Across
	Left
)

var sideNames = [...]string{"", "right", "across", "left"}

// String gives right, across or left, and the empty string for NoSide.
func (s Side) String() string { return sideNames[s&3] }

// MarshalText writes the name of the side.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads left, across, right or nothing.
// The error is a *HandError with code CodeBadMeld.
func (s *Side) UnmarshalText(b []byte) error {
	for i, name := range sideNames {
		if name == string(b) {
			*s = Side(i)
			return nil
		}
	}
	return Refuse(CodeBadMeld, "%q is not one of left across right", b)
}

// Place is a side of the table itself, 1 to 4 in turn order (counter-clockwise
// seen from above). Buttons, cameras and chairs have places; who sits there and
// which wind they hold changes from hand to hand. The zero value is no place.
type Place uint8

// Places is the number of sides a table has.
const Places = 4

// MarshalJSON writes the number, also in a list: encoding/json would otherwise take a
// list of places for bytes and write it in base64.
func (p Place) MarshalJSON() ([]byte, error) { return strconv.AppendUint(nil, uint64(p), 10), nil }

// Index gives 0 to 3, and -1 for no place.
func (p Place) Index() int { return int(p) - 1 }

// PlaceAt gives the place whose Index is i, taken round the table.
func PlaceAt(i int) Place { return Place((i%4+4)%4 + 1) }

// SeatFor gives the wind of place p while the dealer sits at place dealer.
func (p Place) SeatFor(dealer Place) Seat { return SeatAt(p.Index() - dealer.Index()) }

// PlaceFor gives the place of seat s while the dealer sits at place dealer.
func (s Seat) PlaceFor(dealer Place) Place { return PlaceAt(s.Index() + dealer.Index()) }
