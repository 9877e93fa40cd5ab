package models

import "encoding/json"

// HandsEnd is the deed of a settlement in which the wall is empty and the hands are shown.
const HandsEnd Deed = "end"

// State is how a hand of thirteen stands when nobody won with it, where a rule book asks.
type State string

// The states of a shown hand.
const (
	IsReady  State = "ready"     // some tile would complete it
	NotReady State = "not-ready" // no tile would
	Pig      State = "pig"       // it holds tiles of the suit given up (花猪)
)

// Settlement is one moment of a hand at which points change hands: a win, a kong where the
// rule book pays for it, or the end.
type Settlement struct {
	// Do is "win", "kong", "added-kong", "concealed-kong" or "end".
	Do Deed `json:"do"`
	// Place is whose kong it is, and From who fed an exposed one.
	Place Place `json:"place,omitzero"`
	From  Place `json:"from,omitzero"`
	// Drawn tells whether the tile of an added kong was the one drawn just before; nil when
	// unknown. Robbed says that somebody won on it, so that it never was a kong.
	Drawn  *bool `json:"drawn,omitempty"`
	Robbed bool  `json:"robbed,omitempty"`
	// Wins are the winners on one tile, in turn order after the supplier.
	Wins []SettledWin `json:"wins,omitempty"`
	// States are those of everybody who has not won, at the end.
	States map[Place]HandState `json:"states,omitempty"`
}

// SettledWin is one winner of a settlement.
type SettledWin struct {
	Place Place `json:"place"`
	From  Place `json:"from"` // the own place when the tile was drawn
	Fan   int   `json:"fan"`
	// KongDiscard says that the supplier had just made a kong, KongDraw that the tile replaced
	// one of the winner's own.
	KongDiscard bool `json:"kong_discard,omitempty"`
	KongDraw    bool `json:"kong_draw,omitempty"`
}

// HandState is how a hand stands at the end; Fan is what a ready one is worth, nil elsewhere.
type HandState struct {
	State State `json:"state"`
	Fan   *int  `json:"fan,omitempty"`
	// Hand is what was shown and Void the suit that its player gave up: the books compute State
	// and Fan from them. nil where a referee said how it stands.
	Hand *Hand `json:"hand,omitempty"`
	Void Void  `json:"void,omitzero"`
}

// UnmarshalJSON reads a settlement. A "kong" may name its kind in a field "type", in the words
// of the hand format.
func (s *Settlement) UnmarshalJSON(b []byte) error {
	type plain Settlement
	in := struct {
		*plain
		Type Deed `json:"type"`
	}{plain: (*plain)(s)}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	if s.Do == CalledKong && in.Type != "" {
		s.Do = in.Type
	}
	return nil
}
