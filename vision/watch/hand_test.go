package watch

import (
	"slices"
	"testing"
	"time"

	"jantaku/models"
)

func TestAShortHandIsLaidDownBesideMeldsOnceAnotherLies(t *testing.T) {
	row := func(place models.Place, n int, from float64) (tiles []laid) {
		for i := range n {
			tiles = append(tiles, laid{tile(t, []string{"4p", "5p", "6p", "7s"}[i%4]), onSide(place, from+float64(i)*26.6, 380, 0)})
		}
		return tiles
	}
	tb := newTable(t, slices.Concat(row(1, 14, -230), row(2, 9, 20))...) // a hand, and melds
	tb.pass(2 * time.Second)
	tb.behind(func() { tb.tiles = append(tb.tiles, row(2, 4, -230)...) })
	if told := events(tb.told); !slices.Contains(told, "laid hand 1") || !slices.Contains(told, "laid hand 2") {
		t.Errorf("told %q of four tiles beside three melds", told)
	}
}
