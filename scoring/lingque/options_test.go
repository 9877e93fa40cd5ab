package lingque_test

import (
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring/lingque"
)

func TestDoubtfulReadingsCanBeChosen(t *testing.T) {
	tests := []struct {
		edition          int
		key, value, hand string
		printed, chosen  int // points
	}{
		{29, "mirror_with_double_chow", "false", "[123m] [123p] [567m] 57p99s +6p seat=E", 24, 12},
		{29, "terminals_with_two_numbers", "true", "[111m] [111p] [999s] 999m1s +1s seat=E", 82 * 5, 114 * 6},
		{26, "four_consecutive_with_all_triplets", "true", "[222m] [333m] [444m] 555m7p +7p seat=E", 68 * 4, 76 * 5},
		{29, "mirror_suit_pairs_fu", "12", "223388m223388p7z +7z seat=S", 26 * 5, 22 * 5},
		{29, "all_unconnected_fu", "8", "147m258p369s1234z +5z seat=S", 48, 32},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			win, err := models.ParseText(tt.hand)
			if err != nil {
				t.Fatal(err)
			}
			options, err := lingque.Edition(tt.edition)("")
			if err != nil {
				t.Fatal(err)
			}
			printed, err := lingque.NewWith(options)
			if err != nil {
				t.Fatal(err)
			}
			if err := options.Set(tt.key, tt.value); err != nil {
				t.Fatal(err)
			}
			chosen, err := lingque.NewWith(options)
			if err != nil {
				t.Fatal(err)
			}
			a, err := printed.Score(win)
			if err != nil {
				t.Fatal(err)
			}
			b, err := chosen.Score(win)
			if err != nil {
				t.Fatal(err)
			}
			if a.Points != tt.printed || b.Points != tt.chosen {
				t.Errorf("%d points as printed %v, %d with %s=%s %v; want %d and %d", a.Points, counts(a.Fans), b.Points, tt.key, tt.value, counts(b.Fans), tt.printed, tt.chosen)
			}
		})
	}
}

func TestOptionsThatDoNotExistAreRefusedWithTheList(t *testing.T) {
	options, _ := lingque.Edition(29)("")
	for _, kv := range [][2]string{{"kiriage", "true"}, {"all_unconnected_fu", "9"}, {"four_consecutive_with_all_triplets", "true"}} {
		if err := options.Set(kv[0], kv[1]); err == nil || !strings.Contains(err.Error(), "is not one of") {
			t.Errorf("%s=%s: %v", kv[0], kv[1], err)
		}
	}
	if _, err := lingque.Edition(29)("tenhou"); err == nil {
		t.Error("a profile of another book is accepted")
	}
}
