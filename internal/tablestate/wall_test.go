package tablestate

import (
	"testing"

	"jantaku/device"
	"jantaku/models"
)

func TestWallIsShownOnceTheDiceSayWhere(t *testing.T) {
	first, second := [2]int{2, 4}, [2]int{1, 5}
	if b := wallBreak("mcr", 0, 0, [][2]int{first}); b != nil {
		t.Errorf("after one of two rolls: %+v", b)
	}
	b := wallBreak("mcr", 0, 0, [][2]int{first, second})
	if b == nil || b.Seat != models.South || b.Stack != 12 || b.Of != 18 {
		t.Errorf("after both rolls: %+v", b)
	}
	if b := wallBreak("mcr", 0, device.AutoDeal, [][2]int{first, second}); b != nil {
		t.Errorf("at a table that deals by itself: %+v", b)
	}
}
