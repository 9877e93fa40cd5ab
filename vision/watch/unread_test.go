package watch

import (
	"slices"
	"testing"
	"time"

	"jantaku/models"
)

// A thing as large and as light as a tile that nobody can read is told once it has lain there for a
// while, or a hand is laid down; one that is taken away before is not, and neither is what is dark.
func TestWhatNobodyCanReadIsTold(t *testing.T) {
	thing := bar{place: 3, at: models.Point{X: 0, Y: -140}, long: 26, wide: 35, light: 200}
	is := func(change func(b *bar)) bar {
		b := thing
		change(&b)
		return b
	}
	const short, long = 2 * time.Second, 8 * time.Second
	for name, c := range map[string]struct {
		bar  bar
		then func(tb *table)
		want []string
	}{
		"it lies there":                            {thing, func(tb *table) { tb.pass(long) }, []string{"unread river 3"}},
		"it is taken away":                         {thing, func(tb *table) { tb.behind(func() { tb.sticks = nil }); tb.pass(long) }, nil},
		"an arm rests on it":                       {thing, func(tb *table) { tb.reach(-60); tb.pass(long); tb.arm = nil; tb.pass(short) }, []string{"unread river 3"}},
		"a standing hand is seen in another light": {bar{place: 1, at: models.Point{X: -40, Y: -387}, long: 80, wide: 10, light: 175}, func(tb *table) { tb.pass(long) }, nil},
		"a standing hand grew by two tiles":        {bar{place: 1, at: models.Point{X: -40, Y: -340}, long: 52, wide: 15, light: 200}, func(tb *table) { tb.pass(long) }, nil},
		"it is dark":                               {is(func(b *bar) { b.light = 40 }), func(tb *table) { tb.pass(long) }, nil},
		"a hand is laid down":                      {thing, func(tb *table) { tb.behind(func() { tb.tiles = append(tb.tiles, wholeRow(t)...) }) }, []string{"unread river 3"}},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, laid{tile(t, "1m"), river(3, 6)})
			tb.behind(func() { tb.sticks = []bar{c.bar} })
			tb.pass(short)
			c.then(tb)
			got := slices.DeleteFunc(events(tb.told), func(word string) bool { return word[:6] != "unread" })
			if !slices.Equal(got, c.want) {
				t.Errorf("told %q, want %q", got, c.want)
			}
		})
	}
}

// On a cloth that is lighter than a face in shade a tile that nobody can read is told as well.
func TestWhatNobodyCanReadIsToldOnALightCloth(t *testing.T) {
	cloth := bar{place: 3, at: models.Point{X: 0, Y: -150}, long: 100, wide: 100, light: 130}
	tb := newTable(t, laid{tile(t, "1m"), river(3, 17)})
	tb.behind(func() { tb.sticks = []bar{cloth} })
	tb.pass(3 * time.Second)
	tb.behind(func() {
		tb.sticks = []bar{cloth, {place: 3, at: models.Point{X: 0, Y: -140}, long: 26, wide: 35, light: 200}}
	})
	tb.pass(10 * time.Second)
	if got := events(tb.told); !slices.Contains(got, "unread river 3") {
		t.Errorf("told %q", got)
	}
}

// wholeRow is a hand that is laid down at place 1.
func wholeRow(t *testing.T) (tiles []laid) {
	for i := range 14 {
		tiles = append(tiles, laid{tile(t, []string{"4p", "5p", "6p", "7s"}[i%4]), onSide(1, -230+float64(i)*26.6, 330, 0)})
	}
	return tiles
}
