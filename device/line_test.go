package device

import (
	"errors"
	"strings"
	"testing"
	"time"

	"jantaku/models"
)

var testBoard = Board{Serial: "A1", Model: "adapter-2", Firmware: "1.0.3", Capabilities: AutoDeal | Tiles136 | Tiles144}

// everyKind holds an event of each kind that a table can send.
func everyKind() []Event {
	return []Event{
		{Kind: Hello, Board: &testBoard},
		{Kind: StateIs, State: Building},
		{Kind: StartPressed},
		{Kind: DicePressed, Place: 3},
		{Kind: DicePressed},
		{Kind: DiceRolled, Dice: [2]int{2, 5}},
		{Kind: ShuffleStarted},
		{Kind: ShuffleDone},
		{Kind: WallRaised},
		{Kind: Dealt},
		{Kind: RiichiStick, Place: 4, Value: 1},
		{Kind: RiichiStick, Place: 4, Value: -1},
		{Kind: Honba, Value: 3},
		{Kind: StickPoints, Place: 1, Value: -12300},
		{Kind: TileMode, Value: 144},
		{Kind: WinPressed, Place: 2},
		{Kind: WinPressed, Place: 2, From: 3},
		{Kind: WinPressed, Place: 2, From: 2, Tile: models.NewTile(models.Characters, 5)},
		{Kind: WinPressed, Place: 4, Tile: models.NewTile(models.Dots, 0)},
		{Kind: WinPressed, Place: 2, From: 3, With: models.LastDiscard},
		{Kind: WinPressed, Place: 2, From: 2, Tile: models.NewTile(models.Dots, 0), With: models.KongDraw | models.LastDraw,
			Without: models.AllFlags &^ (models.KongDraw | models.LastDraw)},
		{Kind: FaultRaised, Value: 17, Severity: Stopped},
		{Kind: FaultCleared, Value: 17},
		{Kind: Emergency, Value: 1},
		{Kind: TestMode, Value: 0},
		{Kind: WallLeft, Value: 0},
	}
}

func TestEveryKindHasAnExample(t *testing.T) {
	seen := map[Kind]bool{}
	for _, e := range everyKind() {
		seen[e.Kind] = true
		if err := e.Validate(); err != nil {
			t.Error(err)
		}
	}
	for k := Hello; k < kindCount; k++ {
		if !seen[k] {
			t.Errorf("no example of %v", k)
		}
	}
}

func TestLineIsReadAsItWasWritten(t *testing.T) {
	for i, e := range everyKind() {
		e.Seq = uint32(i * 997)
		line := string(AppendLine(nil, e))
		got, err := ParseLine([]byte(strings.TrimSpace(line)))
		if err != nil || got.Seq != e.Seq || !got.Same(e) {
			t.Errorf("%q is read as %+v, %v; want %+v", line, got, err, e)
		}
	}
}

func TestLineLooksAsDocumented(t *testing.T) {
	tests := []struct {
		e    Event
		want string
	}{
		{Event{Kind: WinPressed, Seq: 17, Place: 2}, "$17 win 2*54EB053E\r\n"},
		{Event{Kind: DiceRolled, Seq: 65536 + 4, Dice: [2]int{3, 6}}, "$4 dice 3 6*497FAFE5\r\n"},
		{Event{Kind: Hello, Board: &testBoard}, "$0 hello A1 adapter-2 1.0.3 auto-deal,136,144*DA52395F\r\n"},
	}
	for _, tt := range tests {
		if got := string(AppendLine(nil, tt.e)); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if got := crc16([]byte("123456789")); got != 0x29B1 {
		t.Errorf("check value of the CRC is %04X", got)
	}
}

func TestWrongLinesAreRefused(t *testing.T) {
	sealed := func(body string) string {
		return strings.TrimSpace(string(appendLineEnd([]byte("$"+body), 1)))
	}
	tests := []struct {
		name, line string
		want       error
	}{
		{"empty", "", ErrForm},
		{"no checksum", "$17 win 2", ErrForm},
		{"checksum of another line", "$17 win 3*54EB053E", ErrChecksum},
		{"small digits", "$17 win 2*54eb053e", ErrForm},
		{"unknown word", sealed("17 wind 2"), ErrForm},
		{"word of the host", sealed("17 link-up"), ErrForm},
		{"no place", sealed("17 win"), ErrForm},
		{"place 5", sealed("17 win 5"), ErrForm},
		{"win by discard of place 0", sealed("17 win 2 from 0"), ErrForm},
		{"tile before from", sealed("17 win 2 tile 5m from 3"), ErrForm},
		{"win on a flower", sealed("17 win 2 tile 1f"), ErrEvent},
		{"win on no tile", sealed("17 win 2 tile 8z"), ErrForm},
		{"place 0", sealed("17 win 0"), ErrEvent},
		{"die of 7", sealed("17 dice 7 1"), ErrEvent},
		{"field too many", sealed("17 win 2 3"), ErrForm},
		{"plus sign", sealed("17 honba +1"), ErrForm},
		{"leading zero", sealed("017 win 2"), ErrForm},
		{"number above 65535", sealed("70000 win 2"), ErrForm},
		{"hello without names", sealed("0 hello"), ErrForm},
		{"hello with unknown capability", sealed("0 hello a b c flies"), ErrForm},
		{"tile mode that makes no square", sealed("3 tiles 137"), ErrEvent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if e, err := ParseLine([]byte(tt.line)); !errors.Is(err, tt.want) {
				t.Errorf("ParseLine(%q) = %+v, %v; want %v", tt.line, e, err, tt.want)
			}
		})
	}
}

func TestLineSession(t *testing.T) {
	win := func(seq uint32) string { return string(AppendLine(nil, Event{Kind: WinPressed, Seq: seq, Place: 1})) }
	alive := func(seq uint32) string { return string(appendWordLine(nil, seq, wordAlive)) }
	hello := string(AppendLine(nil, Event{Kind: Hello, Board: &testBoard}))
	tests := []struct{ name, in, want string }{
		{"events in order", hello + win(1) + win(2), "hello win win"},
		{"a line said twice counts once", win(1) + win(1) + win(2), "win win"},
		{"a missing line is told", win(1) + win(4), "win lost-2 win"},
		{"a heartbeat tells of a missing last line", win(1) + alive(3), "win lost-2"},
		{"a damaged line is told by the next", win(1) + "$2 win 2*00000000\r\n" + win(3), "win lost-1 win"},
		{"65535 is followed by 1", win(65534) + win(65535) + win(1), "win win win"},
		{"a board that starts anew counts from 0", win(500) + hello + win(1), "win hello win"},
		{"a start whose hello was lost is told", win(500) + win(2), "win lost-2 win"},
		{"half a line before a whole one", "$9 wi" + win(1), "win"},
		{"a lost line end costs one line", strings.TrimSpace(win(1)) + win(2), "win"},
		{"garbage without an end is forgotten", strings.Repeat("x", 5000) + "\n" + win(1), "win"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, step := range []int{1, 7, 10000} {
				if got := runSession(&lineSession{}, []byte(tt.in), step); got != tt.want {
					t.Errorf("in steps of %d: got %q, want %q", step, got, tt.want)
				}
			}
		})
	}
}

// runSession feeds in by step bytes and gives the words of the events.
func runSession(s session, in []byte, step int) string {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s.connect(now)
	var words []string
	for len(in) > 0 {
		n := min(step, len(in))
		for _, e := range s.receive(in[:n], now) {
			word := e.Kind.String()
			if e.Kind == Lost {
				word += "-" + string(rune('0'+e.Value))
			}
			words = append(words, word)
		}
		in = in[n:]
	}
	return strings.Join(words, " ")
}

func FuzzParseLine(f *testing.F) {
	for _, e := range everyKind() {
		f.Add(AppendLine(nil, e))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := ParseLine(line)
		if err != nil {
			return
		}
		if e.Validate() != nil || strings.TrimSpace(string(AppendLine(nil, e))) != string(line) {
			t.Errorf("%q is accepted as %+v", line, e)
		}
		if e.Place > models.Places {
			t.Errorf("place %d", e.Place)
		}
	})
}
