package device

import (
	"fmt"
	"strconv"
	"time"

	"jantaku/models"
)

// Kind says what happened.
type Kind uint8

// The kinds of event. The first four are made on the host; all others come from the
// table. The numbers are those of the reference protocol and never change; new kinds
// are added at the end.
const (
	NoKind         Kind = iota
	LinkUp              // the board was heard; Text names the port
	LinkDown            // the board is away; Text says why
	Lost                // Value events were overwritten in the board's log before they could be read
	Rejected            // the state machine did not believe an event; Text says why
	Hello               // Board says which board it is and what the table can do
	StateIs             // the board tells its State
	StartPressed        // the start (centre) button
	DicePressed         // the dice button at Place, or at no known place
	DiceRolled          // Dice
	ShuffleStarted      // the tiles go in: this closes a hand
	ShuffleDone         // the tiles are mixed
	WallRaised          // the walls stand on the table
	Dealt               // the table has dealt by itself
	RiichiStick         // Value +1 put down or -1 taken back, at Place
	Honba               // Value counters on the table
	StickPoints         // the drawer at Place holds sticks worth Value points
	TileMode            // Value tiles in a set: 136, 144, 108 ...
	WinPressed          // the win button at Place; From, Tile, With and Without where the table knows them
	FaultRaised         // Value is the code, Severity how bad
	FaultCleared        // Value is the code
	Emergency           // Value 1: stopped by hand, 0: released
	TestMode            // Value 1: the table tests itself, 0: back to play
	WallLeft            // Value tiles can still be drawn; 0: the last tile of the wall is drawn
	kindCount
)

// shape says which fields of an event a kind carries, in the order of the wire.
type shape struct {
	word     string
	fields   string // p place, o place or none, f from if known, t tile if known, w circumstances if known, d two dice, v value, y severity, s state
	min, max int    // of Value
}

var shapes = [kindCount]shape{
	LinkUp:         {word: "link-up"},
	LinkDown:       {word: "link-down"},
	Lost:           {word: "lost"},
	Rejected:       {word: "rejected"},
	Hello:          {word: "hello"},
	StateIs:        {word: "state", fields: "s"},
	StartPressed:   {word: "start"},
	DicePressed:    {word: "dice-key", fields: "o"},
	DiceRolled:     {word: "dice", fields: "d"},
	ShuffleStarted: {word: "shuffle"},
	ShuffleDone:    {word: "shuffled"},
	WallRaised:     {word: "raised"},
	Dealt:          {word: "dealt"},
	RiichiStick:    {word: "riichi", fields: "pv", min: -1, max: 1},
	Honba:          {word: "honba", fields: "v", min: 0, max: 99},
	StickPoints:    {word: "points", fields: "pv", min: -999_999, max: 999_999},
	TileMode:       {word: "tiles", fields: "v", min: 36, max: 160},
	WinPressed:     {word: "win", fields: "pftw"},
	FaultRaised:    {word: "fault", fields: "vy", min: 1, max: 65535},
	FaultCleared:   {word: "clear", fields: "v", min: 1, max: 65535},
	Emergency:      {word: "emergency", fields: "v", min: 0, max: 1},
	TestMode:       {word: "test", fields: "v", min: 0, max: 1},
	WallLeft:       {word: "wall", fields: "v", min: 0, max: 160},
}

// String gives the word of the kind as it stands in the line dialect.
func (k Kind) String() string {
	if k == NoKind || k >= kindCount {
		return "kind-" + strconv.Itoa(int(k))
	}
	return shapes[k].word
}

// MarshalText writes the word of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word of a kind.
func (k *Kind) UnmarshalText(b []byte) error {
	found, ok := kindOf(string(b))
	if !ok {
		return fmt.Errorf("%w: no kind is called %q", ErrEvent, b)
	}
	*k = found
	return nil
}

// FromTable says whether the kind comes from the table rather than from the host.
func (k Kind) FromTable() bool { return k >= Hello && k < kindCount }

func kindOf(word string) (Kind, bool) {
	for k := LinkUp; k < kindCount; k++ {
		if shapes[k].word == word {
			return k, true
		}
	}
	return NoKind, false
}

// Severity says how bad a fault is. The zero value means that nothing is wrong.
type Severity uint8

// The severities.
const (
	NoSeverity Severity = iota
	Notice              // worth a line in the log
	Warning             // somebody should look after the hand
	Stopped             // the table cannot go on
)

var severityWords = [...]string{"none", "notice", "warning", "stopped"}

// String gives none, notice, warning or stopped.
func (s Severity) String() string {
	if int(s) >= len(severityWords) {
		return "severity-" + strconv.Itoa(int(s))
	}
	return severityWords[s]
}

// MarshalText writes the word of the severity.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads none, notice, warning or stopped.
func (s *Severity) UnmarshalText(b []byte) error {
	for i, word := range severityWords {
		if word == string(b) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("%w: no severity is called %q", ErrEvent, b)
}

// Event is one thing that happened at the table or to the link. Which fields mean
// something is said beside each Kind; the others are zero.
type Event struct {
	Kind     Kind          `json:"kind"`
	Boot     uint32        `json:"boot,omitempty"` // start of the board that Seq counts from; reference dialect only
	Seq      uint32        `json:"seq,omitempty"`  // number given by the board; 0 where it gives none
	Time     time.Time     `json:"time"`           // of the host, when the event was complete
	Place    models.Place  `json:"place,omitempty"`
	From     models.Place  `json:"from,omitempty"`   // who supplied the winning tile; Place itself on a self-draw; 0 unknown
	Tile     models.Tile   `json:"tile,omitzero"`    // the winning tile; NoTile unknown
	With     models.Flags  `json:"with,omitzero"`    // circumstances of a win that the table knows to hold
	Without  models.Flags  `json:"without,omitzero"` // circumstances that it knows not to hold
	Course   *Course       `json:"course,omitempty"` // of a WinPressed: what somebody knows who followed the whole hand
	Dice     [2]int        `json:"dice,omitzero"`    // 1 to 6 each
	By       models.Source `json:"by,omitempty"`     // who saw it where the table did not tell it, as a camera sees dice
	Value    int           `json:"value,omitempty"`
	Severity Severity      `json:"severity,omitzero"`
	State    State         `json:"state,omitzero"`   // what a StateIs tells; the state after any other event of a Link
	Status   *Status       `json:"status,omitempty"` // of a StateIs that tells the full state
	Board    *Board        `json:"board,omitempty"`  // of a Hello
	Was      Kind          `json:"was,omitzero"`     // of a Rejected: what the event would have been; its other fields are as they came
	Text     string        `json:"text,omitempty"`   // for the log

	// Repeated is set on a Rejected that only tells again what was believed a moment
	// before: the button bounced.
	Repeated bool `json:"repeated,omitempty"`
	// Replayed is set on an event of the hand that was on when the program ended: it has
	// been dealt with, and is told once more so that the state of the hand is known.
	Replayed bool `json:"-"`
	// Undeclared is set on a ShuffleStarted that closes a hand which nobody declared
	// won: a draw, or a win that has to be asked for.
	Undeclared bool `json:"undeclared,omitempty"`
}

// Validate says whether the fields of e can be true. The error wraps ErrEvent.
func (e Event) Validate() error {
	if e.Kind == NoKind || e.Kind >= kindCount {
		return fmt.Errorf("%w: unknown kind %d", ErrEvent, e.Kind)
	}
	if e.Kind == Hello && e.Board == nil {
		return fmt.Errorf("%w: hello without a board", ErrEvent)
	}
	s := shapes[e.Kind]
	for _, field := range s.fields {
		if err := e.validateField(field, s); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrEvent, s.word, err)
		}
	}
	return nil
}

func (e Event) validateField(field rune, s shape) error {
	switch field {
	case 'p', 'o':
		if e.Place > models.Places || e.Place == 0 && field == 'p' {
			return fmt.Errorf("place %d is not 1 to %d", e.Place, models.Places)
		}
	case 'f':
		if e.From > models.Places {
			return fmt.Errorf("from place %d is not 1 to %d", e.From, models.Places)
		}
	case 't':
		if e.Tile != models.NoTile && !e.Tile.IsKind() {
			return fmt.Errorf("nobody wins on the tile %v", e.Tile)
		}
	case 'w':
		if both := e.With & e.Without; both != 0 || (e.With|e.Without)&^models.AllFlags != 0 {
			return fmt.Errorf("a win with %v and without %v", e.With, e.Without)
		}
	case 'd':
		if !isDie(e.Dice[0]) || !isDie(e.Dice[1]) {
			return fmt.Errorf("dice %d and %d are not 1 to 6", e.Dice[0], e.Dice[1])
		}
	case 'v':
		if e.Value < s.min || e.Value > s.max || e.Kind == RiichiStick && e.Value == 0 {
			return fmt.Errorf("value %d is not %d to %d", e.Value, s.min, s.max)
		}
		if e.Kind == TileMode && e.Value%4 != 0 {
			return fmt.Errorf("%d tiles do not make four equal walls", e.Value)
		}
	case 'y':
		if e.Severity < Notice || e.Severity > Stopped {
			return fmt.Errorf("severity %d is not 1 to 3", e.Severity)
		}
	case 's':
		if e.State >= stateCount {
			return fmt.Errorf("unknown state %d", e.State)
		}
	}
	return nil
}

func isDie(n int) bool { return n >= 1 && n <= 6 }

// Same says whether two events of the table tell the same, whenever they arrived,
// whatever number they bear and whatever they led to.
func (e Event) Same(other Event) bool {
	if e.Kind != StateIs {
		e.State, other.State = Offline, Offline
	}
	e.Undeclared, other.Undeclared = false, false
	e.Replayed, other.Replayed, e.Repeated, other.Repeated = false, false, false, false
	e.Course, other.Course = nil, nil
	e.Time, other.Time, e.Seq, other.Seq, e.Boot, other.Boot = time.Time{}, time.Time{}, 0, 0, 0, 0
	if e.Board != nil && other.Board != nil && *e.Board == *other.Board {
		e.Board, other.Board = nil, nil
	}
	if e.Status != nil && other.Status != nil && *e.Status == *other.Status {
		e.Status, other.Status = nil, nil
	}
	return e == other
}

// Status is the full state of a table, as a board of the reference dialect tells it
// on demand.
type Status struct {
	Emergency bool                `json:"emergency,omitempty"`
	Test      bool                `json:"test,omitempty"`
	Severity  Severity            `json:"severity,omitzero"` // of the worst fault
	Fault     int                 `json:"fault,omitempty"`   // its code
	Honba     int                 `json:"honba,omitempty"`
	Tiles     int                 `json:"tiles,omitempty"` // in a set; 0 unknown
	Sticks    [models.Places]bool `json:"sticks,omitzero"` // riichi sticks, by Index of the place
	Dice      [2]int              `json:"dice,omitzero"`   // of the last roll; 0 unknown
	Points    [models.Places]int  `json:"points,omitzero"` // worth of the sticks in the drawers
}

// Position says how far a host has read the log of a board. A host that stores it in
// the same transaction as what the event led to neither loses nor repeats an event,
// whatever ends it.
type Position struct {
	Boot uint32 `json:"boot"` // start of the board, as in Event
	Seq  uint32 `json:"seq"`  // newest event that was handled
}

// Position gives the position after e has been handled. Only events of a board of
// the reference dialect have one, and those that are only replayed have none.
func (e Event) Position() (Position, bool) {
	return Position{e.Boot, e.Seq}, e.Boot != 0 && (e.Seq != 0 || e.Kind == Hello) && !e.Replayed
}
