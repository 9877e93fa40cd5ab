package device

import (
	"strings"
	"testing"
	"time"

	"jantaku/models"
)

// script writes events shortly: a word, then "@place", a number for the value, two
// digits "d34" for dice, "=state", or "+2s" for the time since the event before.
func script(t *testing.T, text string) []Event {
	t.Helper()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var events []Event
	for part := range strings.SplitSeq(text, " ") {
		words := strings.Split(part, ",")
		kind, ok := kindOf(words[0])
		if !ok {
			t.Fatalf("no kind is called %q", words[0])
		}
		e := Event{Kind: kind}
		now = now.Add(time.Second)
		for _, w := range words[1:] {
			switch w[0] {
			case '@':
				e.Place = models.Place(w[1] - '0')
			case 'd':
				e.Dice = [2]int{int(w[1] - '0'), int(w[2] - '0')}
			case '=':
				if err := e.State.UnmarshalText([]byte(w[1:])); err != nil {
					t.Fatal(err)
				}
			case 'k':
				now = now.Add(-time.Hour)
			case '!':
				now = now.Add(-900 * time.Millisecond)
			case '+':
				e.Value = 1
			case '-':
				e.Value = -1
			case 'b':
				e.Board = &Board{"A", "B", "C", RiichiTray | Tiles136}
			case 'v':
				e.Value = 144
			}
		}
		e.Time = now
		events = append(events, e)
	}
	return events
}

func TestMachineRejectsOnlyTheImpossible(t *testing.T) {
	const hand = "shuffle shuffled raised dice,d34 "
	tests := []struct {
		name, events, rejected string // words of what is rejected
	}{
		{"a whole hand", hand + "win,@2", ""},
		{"two hands", hand + "win,@2 " + hand + "win,@3", ""},
		{"a table that tells only shuffles and wins", "shuffle win,@1 shuffle win,@2", ""},
		{"a table with a contact at the motor alone", "shuffle shuffled win,@1 shuffle shuffled riichi,@3,+ win,@2", ""},
		{"and a win while its motor runs", "shuffle shuffled win,@1 shuffle win,@2", "win"},
		{"a button after the clock was set back", hand + "win,@2 win,@2,k", ""},
		{"a win while tiles are mixed", hand + "win,@2 shuffle win,@3", "win"},
		{"a win after the mixing, before walls stand", hand + "shuffle shuffled win,@3", "win"},
		{"two winners of one discard", hand + "win,@2,! win,@3,!", ""},
		{"a button that bounces", hand + "win,@2 win,@2,!", "win"},
		{"a shuffle that bounces", hand + "shuffle shuffle,!", "shuffle"},
		{"a shuffle tried again after a jam", hand + "shuffle shuffle", ""},
		{"the other set is mixed during play", "shuffle raised shuffled dice,d34 win,@1 shuffle raised win,@2 shuffled", ""},
		{"end of a shuffle that never began", hand + "shuffled", "shuffled"},
		{"walls that rise while they stand", hand + "raised", "raised"},
		{"dealt by a table that cannot", "hello,b " + hand + "dealt", "dealt"},
		{"144 tiles in a table for 136", "hello,b tiles,v", "tiles"},
		{"a riichi stick put down twice", hand + "riichi,@1,+ riichi,@1,+", "riichi"},
		{"a riichi stick taken back", hand + "riichi,@1,+ riichi,@1,-", ""},
		{"after a gap the next event is believed", hand + "win,@2 shuffle lost win,@3", ""},
		{"after a restart of the board too", hand + "win,@2 shuffle hello,b win,@3", ""},
		{"after the cable was pulled too", hand + "win,@2 shuffle link-down link-up win,@3", ""},
		{"dice with the tiles not in yet", hand + "state,=open dice,d11", "dice"},
		{"dice while the walls are built", hand + "shuffle dice,d11", ""},
		{"a table that tests itself", "test,+ " + hand + "test win,@3", "shuffle shuffled raised dice"},
		{"a place that is none", hand + "win", "win"},
		{"the stream goes on after a rejection", hand + "shuffle win,@1 shuffled raised win,@1", "win"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m Machine
			var rejected []string
			for _, e := range script(t, tt.events) {
				if got := m.Next(e); got.Kind == Rejected {
					rejected = append(rejected, got.Was.String())
					if got.Text == "" {
						t.Error("rejected without a reason")
					}
				}
			}
			if got := strings.Join(rejected, " "); got != tt.rejected {
				t.Errorf("rejects %q, want %q", got, tt.rejected)
			}
		})
	}
}

func TestMachineSaysInWhichStateTheTableIs(t *testing.T) {
	var m Machine
	var states []string
	for _, e := range script(t, "link-up shuffle shuffled raised dice,d12 win,@1 state,=open shuffle link-down") {
		states = append(states, m.Next(e).State.String())
	}
	const want = "offline shuffling building in-hand in-hand in-hand open shuffling offline"
	if got := strings.Join(states, " "); got != want {
		t.Errorf("states are %s, want %s", got, want)
	}
}

func TestShuffleTellsWhetherAHandWasDeclared(t *testing.T) {
	tests := []struct {
		events string
		want   bool
	}{
		{"shuffle", false},
		{"raised dice,d12 win,@1 shuffle", false},
		{"raised dice,d12 shuffle", true},
		{"raised win,@1 shuffle raised shuffle", true},
	}
	for _, tt := range tests {
		var m Machine
		var last Event
		for _, e := range script(t, tt.events) {
			last = m.Next(e)
		}
		if last.Undeclared != tt.want {
			t.Errorf("%s: undeclared %v, want %v", tt.events, last.Undeclared, tt.want)
		}
	}
}

// TestMachineBelievesEverySimulatedHand claims that nothing a sound table sends is
// rejected, whatever it can do.
func TestMachineBelievesEverySimulatedHand(t *testing.T) {
	for _, can := range []Capabilities{0, AutoDeal, AutoDeal | RiichiTray} {
		var m Machine
		now := time.Unix(0, 0)
		for range 3 {
			play := testPlay
			if can.Has(RiichiTray) {
				play.Sticks = append(play.Sticks, 2, 3)
			}
			for _, e := range play.Events(can) {
				now = now.Add(time.Second)
				e.Time = now
				if got := m.Next(e); got.Kind == Rejected {
					t.Errorf("with %v: %s", can, got.Text)
				}
			}
		}
	}
}
