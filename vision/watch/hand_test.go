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

// A meld that came to rest before another lays the hand down makes no hand of its owner's melds and flowers.
func TestMeldsAndFlowersAreNoHandBecauseAnotherLies(t *testing.T) {
	row := func(place models.Place, tiles string, from float64) (all []laid) {
		list, err := models.ParseTiles(tiles)
		if err != nil {
			t.Fatal(err)
		}
		for i, tile := range list {
			all = append(all, laid{tile, onSide(place, from+float64(i)*26.6, 330, 0)})
		}
		return all
	}
	tb := newTable(t, row(2, "1234f789m", -100)...)
	tb.pass(2 * time.Second)
	tb.tiles = append(tb.tiles, row(2, "456s", 110)...)
	tb.pass(time.Second)
	tb.tiles = append(tb.tiles, wholeRow(t)...)
	tb.pass(time.Second)
	if told := events(tb.told); !slices.Contains(told, "laid hand 1") || slices.Contains(told, "laid hand 2") {
		t.Errorf("told %q of a hand beside which another has melds and flowers", told)
	}
}
