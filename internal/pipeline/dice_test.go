package pipeline

import (
	"reflect"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// TestDiceInViewAreThoseOfTheDealThatIsOn claims that dice which a camera saw belong to one deal, give way to those that the table tells,
// and say nothing about when the hand began.
func TestDiceInViewAreThoseOfTheDealThatIsOn(t *testing.T) {
	at := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	seen := func(after time.Duration, a, b int) device.Event {
		return device.Event{Kind: device.DiceRolled, Dice: [2]int{a, b}, Time: at.Add(after), By: models.Eye}
	}
	told := seen(3*time.Minute, 6, 6)
	told.By = ""
	again := seen(0, 1, 2) // after a restart: of whichever hand
	again.Replayed = true
	for _, tt := range []struct {
		name   string
		events []device.Event
		dice   [][2]int
		by     models.Source
		thrown int // rolls that who follows the hands hears
	}{
		{"two rolls of a deal", []device.Event{seen(0, 1, 2), seen(20*time.Second, 3, 4)}, [][2]int{{1, 2}, {3, 4}}, models.Eye, 2},
		{"the next deal", []device.Event{seen(0, 1, 2), seen(9*time.Minute, 3, 4)}, [][2]int{{3, 4}}, models.Eye, 2},
		{"a table that tells its own", []device.Event{told, seen(4*time.Minute, 3, 4)}, [][2]int{{6, 6}}, "", 1},
		{"told again after a restart", []device.Event{again}, [][2]int{{1, 2}}, models.Eye, 0},
	} {
		s, thrown := newScene(t), 0
		for _, e := range tt.events {
			for _, c := range s.life.On(e, Moment{e.Time, "h"}) {
				if _, ok := c.(Throw); ok {
					thrown++
				}
			}
		}
		if thrown != tt.thrown {
			t.Errorf("%s: %d rolls are heard, want %d", tt.name, thrown, tt.thrown)
		}
		if got := s.life.table; !reflect.DeepEqual(got.Dice, tt.dice) || got.DiceBy != tt.by {
			t.Errorf("%s: %v by %q, want %v by %q", tt.name, got.Dice, got.DiceBy, tt.dice, tt.by)
		}
		if by := s.life.deal.clock; tt.by == models.Eye && by != (clock{}) {
			t.Errorf("%s: the deal is believed to have begun: %+v", tt.name, by)
		}
	}
}
