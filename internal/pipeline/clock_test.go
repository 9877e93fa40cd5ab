package pipeline

import (
	"testing"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring/books"
)

// TestTheClockAndTheWallExcludeWhatCannotBe claims that a circumstance is excluded only by
// what the table told, and never where a deal may have gone unheard.
func TestTheClockAndTheWallExcludeWhatCannotBe(t *testing.T) {
	const first, last = models.Heavenly | models.Earthly, models.LastDraw | models.LastDiscard
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	at := func(kind device.Kind, minutes float64) device.Event {
		return device.Event{Kind: kind, Time: now.Add(time.Duration(minutes * float64(time.Minute)))}
	}
	left := func(minutes float64, n int) device.Event { e := at(device.WallLeft, minutes); e.Value = n; return e }
	again := func(e device.Event) device.Event { e.Replayed = true; return e }
	tests := []struct {
		name   string
		events []device.Event
		win    float64 // minutes
		dead   int
		want   models.Flags
	}{
		{"a table that tells nothing but wins", nil, 1, 0, 0},
		{"soon after the walls rose", []device.Event{at(device.WallRaised, 0)}, 1, 0, last},
		{"soon after the dice, long after the walls", []device.Event{at(device.WallRaised, 0), at(device.DiceRolled, 10)}, 11, 0, last},
		{"two rolls of a deal", []device.Event{at(device.DiceRolled, 0), at(device.DiceRolled, .5)}, 2.5, 0, last},
		{"dice that fall while the hand is on", []device.Event{at(device.DiceRolled, 0), at(device.DiceRolled, 9)}, 10, 0, 0},
		{"dice after a win, at a table that tells nothing else", []device.Event{at(device.DiceRolled, 0), at(device.WinPressed, 9), at(device.DiceRolled, 10)}, 11, 0, last},
		{"long after the dice", []device.Event{at(device.WallRaised, 0), at(device.DiceRolled, 1)}, 8, 0, first},
		{"between the first turn and the last", []device.Event{at(device.DiceRolled, 0)}, 2.5, 0, 0},
		{"a pause after the shuffle", []device.Event{at(device.ShuffleStarted, 0)}, 20, 0, 0},
		{"tiles are left", []device.Event{at(device.WallRaised, 0), left(9, 1)}, 10, 0, first | last},
		{"after the last tile was drawn", []device.Event{at(device.WallRaised, 0), left(9, 1), left(9.1, 0)}, 10, 0, first},
		{"the dead wall stands", []device.Event{at(device.WallRaised, 0), left(9, 14)}, 10, 14, first},
		{"and one tile more", []device.Event{at(device.WallRaised, 0), left(9, 15)}, 10, 14, first | last},
		{"in the hand after an empty wall", []device.Event{left(9, 0), at(device.ShuffleStarted, 10), at(device.WallRaised, 11)}, 12, 0, last},
		{"a deal may have gone unheard", []device.Event{at(device.WallRaised, 0), left(5, 20), at(device.Lost, 10)}, 11, 0, 0},
		{"the program was away", []device.Event{at(device.LinkUp, 10), again(at(device.WallRaised, 0))}, 11, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var d clock
			for _, e := range tt.events {
				d.follow(e, tt.dead, e.Time)
			}
			if got, _ := d.excludes(now.Add(time.Duration(tt.win*float64(time.Minute))), true, 136-53-14); got != tt.want {
				t.Errorf("excludes %v, want %v", got, tt.want)
			}
		})
	}
	t.Run("nobody knows when a called hand was won", func(t *testing.T) {
		var d clock
		d.follow(at(device.DiceRolled, 0), 0, now)
		if got, _ := d.excludes(now.Add(10*time.Minute), false, 136-53-14); got != 0 {
			t.Errorf("excludes %v", got)
		}
	})
}

// TestAWallIsEmptyAsEarlyAsItsBookDeals claims that the last tile is not excluded while it may have been drawn: where
// sixteen tiles are dealt to each and eight stacks stay, 63 of 144 are drawn, and of the 108 of three suits, or for three players, fewer.
func TestAWallIsEmptyAsEarlyAsItsBookDeals(t *testing.T) {
	for _, tt := range []struct {
		rules                string
		players, tiles, dead int
		want                 int
	}{{"riichi", 4, 136, 14, 69}, {"riichi", 4, 0, 14, 69}, {"taiwan-16", 4, 144, 16, 63}, {"hongkong", 4, 144, 0, 91},
		{"sichuan", 4, 0, 0, 55}, {"sichuan", 4, 108, 0, 55}, {"riichi", 3, 0, 14, 54}, {"riichi", 3, 108, 14, 54}} {
		book, err := books.Open(tt.rules, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		s := newScene(t)
		s.books.rules, s.books.state.Match.Players = book, make([]models.Player, tt.players)
		if got := s.life.drawable(tt.tiles, tt.dead); got != tt.want {
			t.Errorf("%s: %d of %d tiles are drawn, want %d", tt.rules, got, tt.tiles, tt.want)
		}
	}
}
