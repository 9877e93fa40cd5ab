package models_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// TestLingqueWallVectors claims that every vector of Lingque 29 §7 agrees.
func TestLingqueWallVectors(t *testing.T) {
	file, err := os.Open(sharedtest.Path(t, "rules/lingque/wall_tests.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	n := 0
	for ; lines.Scan(); n++ {
		var v struct {
			Stacks      int
			Dice        [4]int
			Opener      models.Seat
			Tail, First [2]any
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		rule := models.WallRule{Rolls: 2, Stacks: v.Stacks}
		got, err := rule.Break([][2]int{{v.Dice[0], v.Dice[1]}, {v.Dice[2], v.Dice[3]}})
		if err != nil || got.Opener != v.Opener || !is(got.Tail, v.Tail) || !is(got.First, v.First) {
			t.Errorf("%s: got %+v, %v", lines.Bytes(), got, err)
		}
	}
	if n < 400 {
		t.Errorf("only %d vectors", n)
	}
}

func is(s models.Stack, want [2]any) bool {
	return s.Seat.String() == want[0] && float64(s.Number) == want[1]
}

func TestWallBreak(t *testing.T) {
	riichi := models.WallRule{Rolls: 1, Stacks: 17, Indicator: 3}
	mcr := models.WallRule{Rolls: 2, Stacks: 18}
	sichuan := models.WallRule{Rolls: 1, Stacks: 14, Uneven: true, Smaller: true}
	stack := func(s models.Seat, n int) models.Stack { return models.Stack{Seat: s, Number: n} }
	tests := []struct {
		name                   string
		rule                   models.WallRule
		rolls                  [][2]int
		tail, first, indicator models.Stack
		words                  string
	}{
		{"sichuan 3 and 4: the wall opposite, the third stack", sichuan, [][2]int{{4, 3}},
			stack(models.West, 3), stack(models.West, 4), models.Stack{}, "West's wall, break after the 3rd stack from the right"},
		{"riichi 9: own wall, the ninth stack", riichi, [][2]int{{4, 5}},
			stack(models.East, 9), stack(models.East, 10), stack(models.East, 7), "East's wall, break after the 9th stack from the right"},
		{"riichi 2: the dead wall reaches round the corner", riichi, [][2]int{{1, 1}},
			stack(models.South, 2), stack(models.South, 3), stack(models.West, 17), "South's wall, break after the 2nd stack from the right"},
		{"riichi 12", riichi, [][2]int{{6, 6}},
			stack(models.North, 12), stack(models.North, 13), stack(models.North, 10), "North's wall, break after the 12th stack from the right"},
		{"mcr 7 and 8: West, fifteenth stack", mcr, [][2]int{{3, 4}, {2, 6}},
			stack(models.West, 15), stack(models.West, 16), models.Stack{}, "West's wall, break after the 15th stack from the right"},
		{"mcr 12 and 12: on to the wall of the player before", mcr, [][2]int{{6, 6}, {6, 6}},
			stack(models.West, 6), stack(models.West, 7), models.Stack{}, "West's wall, break after the 6th stack from the right"},
		{"the dice were thrown again", riichi, [][2]int{{1, 1}, {4, 5}},
			stack(models.East, 9), stack(models.East, 10), stack(models.East, 7), "East's wall, break after the 9th stack from the right"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.rule.Break(tt.rolls)
			if err != nil || got.Tail != tt.tail || got.First != tt.first || got.Indicator != tt.indicator || got.Words("en") != tt.words {
				t.Errorf("got %+v, %v, %q", got, err, got.Words("en"))
			}
		})
	}
}

func TestWallIsARing(t *testing.T) {
	for _, seats := range []int{3, 4} {
		b, err := models.WallRule{Rolls: 1, Stacks: 18, Seats: seats}.Break([][2]int{{2, 1}})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[models.Stack]bool{}
		for i := range 18 * seats {
			seen[b.Stack(b.Count+1+i)] = true
		}
		if len(seen) != 18*seats || b.Stack(b.Count+18*seats) != b.Tail {
			t.Errorf("%d seats: %d stacks, last %v", seats, len(seen), b.Stack(b.Count+18*seats))
		}
	}
}

func TestWallRefusesWhatNoRuleKnows(t *testing.T) {
	rule := models.WallRule{Rolls: 2, Stacks: 17}
	for _, err := range []error{
		second(rule.Break([][2]int{{1, 2}})),
		second(rule.Break([][2]int{{1, 2}, {0, 7}})),
		second(models.WallRule{}.Break([][2]int{{1, 2}})),
		second(models.WallRule{Rolls: 1, Stacks: 1 << 40}.Break([][2]int{{1, 2}})),
	} {
		if !errors.Is(err, models.ErrWall) {
			t.Errorf("got %v", err)
		}
	}
}

func second(_ models.WallBreak, err error) error { return err }

func TestWallWords(t *testing.T) {
	b, err := models.WallRule{Rolls: 1, Stacks: 17}.Break([][2]int{{6, 5}})
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{
		"zh": "西家牌墙，从右数第11墩后开牌", "ja": "西家の山、右から11幢目の後で開門", "en": "West's wall, break after the 11th stack from the right",
	} {
		if got := b.Words(language); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}
