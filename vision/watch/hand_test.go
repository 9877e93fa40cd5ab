package watch

import (
	"slices"
	"testing"
	"time"

	"jantaku/calibration"
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

// A hand may be won on a discard that stays in its river: then what is left beside its melds is laid down, which is no meld.
func TestWhatIsLeftBesideMeldsIsAHandOrAKong(t *testing.T) {
	row := func(from float64, kinds ...string) (tiles []laid) {
		for i, kind := range kinds {
			tiles = append(tiles, laid{tile(t, kind), onSide(3, from+float64(i)*26.6, 380, 0)})
		}
		return tiles
	}
	for name, c := range map[string]struct {
		fourth, kinds []string
		hand          bool
	}{
		"two pairs":                 {nil, []string{"4p", "4p", "6z", "6z"}, true},
		"a kong":                    {nil, []string{"4p", "4p", "4p", "4p"}, false},
		"one tile beside a chow":    {[]string{"3m", "4m", "5m"}, []string{"9m"}, true},
		"one more tile like a pung": {[]string{"3m", "3m", "3m"}, []string{"3m"}, false},
	} {
		tb := newTable(t, row(20, "1p", "1p", "1p", "7s", "8s", "9s", "2z", "2z", "2z")...)
		tb.pass(time.Second)
		if c.fourth != nil {
			tb.behind(func() { tb.tiles = append(tb.tiles, row(-68, c.fourth...)...) })
		}
		tb.behind(func() { tb.tiles = append(tb.tiles, row(-230+float64(len(c.fourth))*45, c.kinds...)...) })
		if told := events(tb.told); slices.Contains(told, "laid hand 3") != c.hand {
			t.Errorf("%s: told %q, a hand is %v", name, told, c.hand)
		}
		if c.hand {
			lay := tb.tiles
			tb.behind(func() { tb.tiles = lay[:len(lay)-len(c.kinds)] })
			if told := events(tb.told); !slices.Contains(told, "taken hand 3") {
				t.Errorf("%s: told %q once they are taken up again", name, told)
			}
		}
	}
}

// TestHowManyTilesAreAHandFollowsFromTheBook lays tiles beside melds that lay there before, and claims that those are a hand which its book
// lets it have, with or without the winning tile, and others melds.
func TestHowManyTilesAreAHandFollowsFromTheBook(t *testing.T) {
	chow, single, pairs := []string{"4p", "5p", "6p"}, []string{"9m"}, []string{"4p", "4p", "6z", "6z"}
	for name, c := range map[string]struct {
		size  models.HandSize
		melds int
		came  []string
		hand  bool
	}{
		"a chow beside three melds":    {models.Thirteen, 3, chow, false},
		"two pairs beside three":       {models.Thirteen, 3, pairs, true},
		"one tile beside four":         {models.Thirteen, 4, single, true},
		"one tile beside four of five": {models.Sixteen, 4, single, false},
		"two pairs beside four":        {models.Sixteen, 4, pairs, true},
		"a chow beside four":           {models.Sixteen, 4, chow, false},
		"one tile beside five":         {models.Sixteen, 5, single, true},
		"nothing more beside five":     {models.Sixteen, 5, nil, false},
	} {
		w := &Watch{tuning: tuned(t), hand: c.size, lying: map[Spot]*lying{}, shown: map[models.Place]shown{}}
		put := func(kind string, found time.Duration) {
			l := &lying{spot: w.last + 1, best: tile(t, kind), told: true, found: found, area: Area{calibration.MeldZone, 3}}
			l.evidence.At.X = 100 * float64(l.spot) // apart, so that none is a fourth of its kind
			w.last, w.lying[l.spot] = l.spot, l
		}
		for _, kind := range slices.Repeat([]string{"7s", "8s", "9s"}, c.melds) {
			put(kind, 0)
		}
		for _, kind := range c.came {
			put(kind, time.Minute)
		}
		f := &frame{now: time.Minute}
		w.ground = &ground{}
		if w.tellHands(f); len(f.changes) > 0 != c.hand {
			t.Errorf("%s: told %v, a hand is %v", name, f.changes, c.hand)
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
