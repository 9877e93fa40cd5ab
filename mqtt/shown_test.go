package mqtt_test

import (
	"testing"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
)

// TestAShownHandIsToldWithItsWaits claims that a hand which was shown at a draw is published with the tiles that would
// complete it by the match's rules, and how many of them its owner does not hold.
func TestAShownHandIsToldWithItsWaits(t *testing.T) {
	for _, tt := range []struct {
		rules, hand, waits string
		left               []int
	}{
		{"riichi", "1112345678999m", "123456789m", []int{1, 3, 3, 3, 3, 3, 3, 3, 1}},
		{"riichi", "[123m] 456p789s22z34p", "25p", []int{4, 3}},
		{"riichi", "123m456p789s22z13p", "2p", []int{4}},
		{"mcr", "1122m3344p5566s7z", "7z", []int{3}},
		{"riichi", "1479m258p369s123z", "", nil}, // knitted tiles are no hand there
	} {
		hand, err := models.ParseHand(tt.hand)
		if err != nil {
			t.Fatal(err)
		}
		played := ledger.HandView{HandLine: ledger.HandLine{Ending: models.Drawn}, Ready: []models.Ready{{Place: 2, Hand: hand}}}
		told, err := mqtt.HandOf(mqtt.Head{}, ledger.View{Match: models.Match{Rules: tt.rules}}, played, "camera")
		if err != nil || len(told.Shown) != 1 {
			t.Fatalf("%s: %v, %+v", tt.hand, err, told.Shown)
		}
		waits, want := told.Shown[0].Waits, models.Tiles{}
		if tt.waits != "" {
			if want, err = models.ParseTiles(tt.waits); err != nil {
				t.Fatal(err)
			}
		}
		if len(waits) != len(want) {
			t.Fatalf("%s %s waits for %v, want %v", tt.rules, tt.hand, waits, want)
		}
		for i, w := range waits {
			if w.Tile != want[i] || w.Left != tt.left[i] {
				t.Errorf("%s: %d of %v, want %d of %v", tt.hand, w.Left, w.Tile, tt.left[i], want[i])
			}
		}
	}
}
