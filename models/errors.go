package models

import "fmt"

// Code is a stable word that says what is wrong with a hand; programs branch on
// it, people read the message beside it.
type Code string

// The codes of hands that cannot be read or cannot exist.
const (
	CodeBadJSON      Code = "bad-json"       // the line is not a JSON object of the hand format
	CodeBadTile      Code = "bad-tile"       // a text that is no tile, or a tile where it cannot be
	CodeTileCount    Code = "tile-count"     // not 13 tiles and the winning tile
	CodeFiveOfAKind  Code = "five-of-a-kind" // more copies than the set of tiles holds
	CodeBadMeld      Code = "bad-meld"       // a meld that is no chow, pung or kong
	CodeBadSeat      Code = "bad-seat"       // a seat, round or discarder that cannot be
	CodeBadFlags     Code = "bad-flags"      // circumstances that cannot occur together
	CodeBadFlowers   Code = "bad-flowers"    // more than eight flowers, or one twice
	CodeNeedsFlowers Code = "needs-flowers"  // flowers are counted where it matters which they are
	CodeBadCounter   Code = "bad-counter"    // riichi, honba or sticks out of range
	CodeBadEvent     Code = "bad-event"      // a settlement that cannot follow those before it
	CodeBadVoid      Code = "bad-void"       // a void suit that is none, or more than one
)

// HandError says which datum of a hand is wrong and why.
type HandError struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Error gives the message with the code before it.
func (e *HandError) Error() string { return string(e.Code) + ": " + e.Message }

// Refuse makes a HandError; rule books use it for what only they know.
func Refuse(code Code, format string, args ...any) *HandError {
	return &HandError{Code: code, Message: fmt.Sprintf(format, args...)}
}

func badTile(format string, args ...any) *HandError { return Refuse(CodeBadTile, format, args...) }
