package main

import (
	"testing"

	"jantaku/device"
	"jantaku/models"
)

func TestWallRuleFollowsRulesTilesAndTable(t *testing.T) {
	tests := []struct {
		rules  string
		tiles  int
		can    device.Capabilities
		rolls  [][2]int
		want   string
		nobody bool
	}{
		{"lingque-29", 0, 0, [][2]int{{2, 4}, {1, 5}}, "South's wall, break after the 12th stack from the right", false},
		{"lingque-29", 144, 0, [][2]int{{6, 6}, {6, 6}}, "West's wall, break after the 6th stack from the right", false},
		{"mcr", 0, 0, [][2]int{{1, 1}, {1, 1}}, "South's wall, break after the 4th stack from the right", false},
		{"riichi", 0, 0, [][2]int{{3, 4}}, "West's wall, break after the 7th stack from the right", false},
		{"riichi", 0, device.AutoDeal, nil, "", true},
		{"yuque-54", 0, 0, nil, "", true},
	}
	for _, tt := range tests {
		rule, ok := wallRule(tt.rules, tt.tiles, tt.can)
		if ok == tt.nobody {
			t.Errorf("%s: a rule is known: %v", tt.rules, ok)
		}
		if !ok {
			continue
		}
		b, err := rule.Break(tt.rolls)
		if err != nil || b.Words("en") != tt.want {
			t.Errorf("%s %v: %q, %v; want %q", tt.rules, tt.rolls, b.Words("en"), err, tt.want)
		}
	}
}

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
