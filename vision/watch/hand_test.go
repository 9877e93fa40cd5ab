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

// A hand of three melds may be won on a discard that stays in its river: then four tiles are laid down, which no kong is.
func TestFourTilesBesideThreeMeldsAreAHandOrAKong(t *testing.T) {
	row := func(from float64, kinds ...string) (tiles []laid) {
		for i, kind := range kinds {
			tiles = append(tiles, laid{tile(t, kind), onSide(3, from+float64(i)*26.6, 380, 0)})
		}
		return tiles
	}
	for name, c := range map[string]struct {
		kinds []string
		hand  bool
	}{
		"two pairs": {[]string{"4p", "4p", "6z", "6z"}, true},
		"a kong":    {[]string{"4p", "4p", "4p", "4p"}, false},
	} {
		tb := newTable(t, row(20, "1p", "1p", "1p", "7s", "8s", "9s", "2z", "2z", "2z")...)
		tb.pass(2 * time.Second)
		tb.behind(func() { tb.tiles = append(tb.tiles, row(-230, c.kinds...)...) })
		if told := events(tb.told); slices.Contains(told, "laid hand 3") != c.hand {
			t.Errorf("%s: told %q, a hand is %v", name, told, c.hand)
		}
	}
}

func TestATileInARowLiesAsItsNeighboursLeaveRoomFor(t *testing.T) {
	for name, c := range map[string]struct {
		beside float64 // mm to its neighbours
		turned int     // quarters
		want   bool    // turned
	}{
		"read sideways, in an upright row": {26.6, 0, false},
		"sideways between upright ones":    {31, 1, true},
	} {
		tb := newTable(t)
		at := func(x float64, turned int) models.Pose { return onSide(3, 100+x, 370, turned) }
		tb.put(tile(t, "2m"), at(-c.beside, 0))
		tb.put(tile(t, "1p"), at(0, c.turned))
		tb.put(tile(t, "3m"), at(c.beside, 0))
		f := &frame{ctx: t.Context(), now: tb.now, pix: tb.draw().Pix, seer: tb}
		read := &change{region: &region{}}
		for i, l := range tb.tiles {
			e, err := tb.Look(t.Context(), l.pose, 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			if i == 1 {
				e.Pose = at(0, 1) // its print looks alike both ways
			}
			read.added = append(read.added, e)
		}
		if err := tb.watch.straighten(f, read); err != nil {
			t.Fatal(err)
		}
		if got := (read.added[1].Quarter-at(0, 0).Quarter)%2 != 0; got != c.want {
			t.Errorf("%s: told turned %v, want %v", name, got, c.want)
		}
	}
}
