package models

import (
	"encoding/json"
	"fmt"
)

// Deed is what somebody did, in the words of the record format.
type Deed string

// The deeds of a record.
const (
	Draw          Deed = "draw"
	Discarded     Deed = "discard"
	CalledChow    Deed = "chow"
	CalledPung    Deed = "pung"
	CalledKong    Deed = "kong"
	MadeAdded     Deed = "added-kong"
	MadeConcealed Deed = "concealed-kong"
	LaidFlower    Deed = "flower"
	TurnedDora    Deed = "dora"
	Wins          Deed = "win"
	DrawnGame     Deed = "draw-game"
)

// Record is a hand move by move: one line of the record format. What nobody saw is
// Unknown or absent.
type Record struct {
	ID      string `json:"id"`
	Rules   string `json:"rules"`
	Profile string `json:"profile,omitempty"`
	Dealer  Place  `json:"dealer"`
	Round   Seat   `json:"round,omitzero"`
	Honba   int    `json:"honba"`
	Sticks  int    `json:"sticks"`
	Scores  Points `json:"scores"`
	// Dora are the indicators that were turned before the first discard.
	Dora []Tile `json:"dora,omitempty"`
	// Red says whether the set has red fives; nil when the record does not say.
	Red *bool `json:"red,omitempty"`
	// Deal are the 13 tiles of each place, by Place.Index; nil where nobody saw them.
	Deal   []Tiles `json:"deal,omitempty"`
	Events []Move  `json:"events"`
}

// Move is one event of a record.
type Move struct {
	Do    Deed  `json:"do"`
	Place Place `json:"place,omitzero"`
	// T is when the tile lay still, seconds since the deal; nil when nobody saw it.
	T *float64 `json:"t,omitempty"`
	// Tile is drawn, discarded, claimed, added, laid as a flower or turned.
	Tile Tile `json:"tile,omitzero"`
	// With are the own tiles that were laid beside a claimed one.
	With Tiles `json:"with,omitempty"`
	// Tiles are the four of a concealed kong.
	Tiles Tiles `json:"tiles,omitempty"`
	// From is who supplied a claimed tile.
	From Place `json:"from,omitzero"`
	// Riichi tells that the discard declares it.
	Riichi bool `json:"riichi,omitempty"`
	// Drawn tells whether the discard was the tile drawn just before; nil when unknown.
	Drawn *bool `json:"drawn,omitempty"`
	// Wins are the winners of a "win", in turn order after the supplier.
	Wins []Winning `json:"wins,omitempty"`
	Ura  []Tile    `json:"ura,omitzero"`
	// Reason is the stable word of a "draw-game"; Ready are who showed a waiting hand.
	Reason string  `json:"reason,omitempty"`
	Ready  []Place `json:"ready,omitzero"`
	Deltas *Points `json:"deltas,omitempty"`
	// Confidence is the probability that the event is right, where it was seen; 0 is unsaid.
	Confidence float64 `json:"confidence,omitempty"`
	// Revision counts how often the event was changed after it was first told.
	Revision int `json:"revision,omitempty"`
}

// Winning is one winner of a hand.
type Winning struct {
	Place Place `json:"place"`
	// From is the winner's own place when the tile was drawn; 0 when nobody saw it.
	From Place `json:"from,omitzero"`
	Tile Tile  `json:"tile,omitzero"`
	// Points are what the hand is worth before honba and sticks, where the record says.
	Points int `json:"points,omitempty"`
}

// ParseRecord reads one line of the record format and checks what no table could have
// seen otherwise: places, deeds, and the number of tiles dealt. The error says what is wrong.
func ParseRecord(line []byte) (*Record, error) {
	r := &Record{}
	if err := json.Unmarshal(line, r); err != nil {
		return nil, fmt.Errorf("record %q: %w", lineID(line), err)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("record %q: %w", r.ID, err)
	}
	return r, nil
}

func (r *Record) check() error {
	if r.Dealer < 1 || r.Dealer > Places {
		return fmt.Errorf("dealer %d is no place", r.Dealer)
	}
	if len(r.Deal) != 0 && len(r.Deal) != Places {
		return fmt.Errorf("%d hands are dealt, not %d", len(r.Deal), Places)
	}
	for i, hand := range r.Deal {
		if n := len(hand); n != 0 && n != 13 {
			return fmt.Errorf("place %d is dealt %d tiles, not 13", i+1, n)
		}
	}
	for i, m := range r.Events {
		if err := m.check(); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	return nil
}

func (m *Move) check() error {
	switch m.Do {
	case TurnedDora, Wins, DrawnGame:
		// Nobody's, or several players'.
	case Draw, Discarded, CalledChow, CalledPung, CalledKong, MadeAdded, MadeConcealed, LaidFlower:
		if m.Place < 1 || m.Place > Places {
			return fmt.Errorf("%s of place %d, which is none", m.Do, m.Place)
		}
	default:
		return fmt.Errorf("%q is no deed of the record format", m.Do)
	}
	if m.From > Places {
		return fmt.Errorf("%s from place %d, which is none", m.Do, m.From)
	}
	for _, w := range m.Wins {
		if w.Place < 1 || w.Place > Places || w.From > Places {
			return fmt.Errorf("place %d wins from place %d, which is none", w.Place, w.From)
		}
	}
	return nil
}
