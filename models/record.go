package models

import (
	"encoding/json"
	"fmt"
	"slices"
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
	// Deal are the tiles of each place, 13 or 16, by Place.Index; nil where nobody saw them.
	Deal   []Tiles `json:"deal,omitempty"`
	Events []Move  `json:"events"`
}

// Called reports whether a player claimed a tile for a set.
func (r *Record) Called(place Place) bool {
	return slices.ContainsFunc(r.Events, func(m Move) bool {
		return m.Place == place && (m.Do == CalledChow || m.Do == CalledPung || m.Do == CalledKong)
	})
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
	// Reason is the stable word of a "draw-game"; Ready are who showed a waiting hand, States
	// how the hands stood of those who had not won, where the game goes on after a win.
	Reason string              `json:"reason,omitempty"`
	Ready  []Place             `json:"ready,omitzero"`
	States map[Place]HandState `json:"states,omitempty"`
	// To is who gets the tiles of an "exchange", Suit is what a "void" gives up.
	To     Place   `json:"to,omitzero"`
	Suit   Void    `json:"suit,omitzero"`
	Deltas *Points `json:"deltas,omitempty"`
	// Confidence is the probability that the event is right, where it was seen; 0 is unsaid.
	Confidence float64 `json:"confidence,omitempty"`
	// Or is the next likeliest tile, where the seen one is not certain.
	Or Tile `json:"or,omitzero"`
	// Revision counts how often the event was changed after it was first told.
	Revision int `json:"revision,omitempty"`
	// Photos are the checksums of the pictures that show it, before and after.
	Photos []string `json:"photos,omitempty"`
}

// Fix is a correction of one event of a record.
type Fix struct {
	// At is the index of the event.
	At int `json:"at"`
	// Move is what happened instead, or before it where Insert is set; nil takes the event out.
	Move   *Move `json:"move,omitempty"`
	Insert bool  `json:"insert,omitempty"`
}

// Fixed gives the record with one event corrected; the record itself stays as it was. A
// corrected event is certain, and its revision grows. The error says what cannot be.
func (r *Record) Fixed(f Fix) (*Record, error) {
	last := len(r.Events) - 1
	if f.Insert {
		last++
	}
	if f.At < 0 || f.At > last {
		return nil, fmt.Errorf("record %q: there is no event %d", r.ID, f.At)
	}
	fixed := *r
	fixed.Events = slices.Clone(r.Events)
	switch {
	case f.Move == nil && f.Insert:
		return nil, fmt.Errorf("record %q: nothing to put in at %d", r.ID, f.At)
	case f.Move == nil:
		fixed.Events = slices.Delete(fixed.Events, f.At, f.At+1)
	default:
		move := *f.Move
		move.Confidence = 1
		if f.Insert {
			fixed.Events = slices.Insert(fixed.Events, f.At, move)
			break
		}
		was := r.Events[f.At]
		move.Revision = was.Revision + 1
		if move.T == nil {
			move.T = was.T
		}
		if move.Photos == nil {
			move.Photos = was.Photos
		}
		fixed.Events[f.At] = move
	}
	if err := fixed.check(); err != nil {
		return nil, fmt.Errorf("record %q: %w", r.ID, err)
	}
	return &fixed, nil
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
		if n := len(hand); n != 0 && n != Thirteen.Tiles() && n != Sixteen.Tiles() {
			return fmt.Errorf("place %d is dealt %d tiles, not %d or %d", i+1, n, Thirteen, Sixteen)
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
	case Draw, Discarded, CalledChow, CalledPung, CalledKong, MadeAdded, MadeConcealed, LaidFlower, Exchanged, GaveUp:
		if m.Place < 1 || m.Place > Places {
			return fmt.Errorf("%s of place %d, which is none", m.Do, m.Place)
		}
		if m.Do == GaveUp && m.Suit == 0 {
			return fmt.Errorf("place %d gives up no suit", m.Place)
		}
		if m.Do == Exchanged && (m.To < 1 || m.To > Places || m.To == m.Place) {
			return fmt.Errorf("place %d exchanges tiles with place %d", m.Place, m.To)
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
