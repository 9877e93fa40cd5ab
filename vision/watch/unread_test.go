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

// A tile whose print is hardly seen is told by its paper where it lies in a row with tiles that came to rest with it: the hand has all its
// tiles, and of this one how alike it is to every face. Where none lies none is told.
func TestATileOfAHandIsToldByItsPaper(t *testing.T) {
	for name, at := range map[string]int{"first": 0, "between others": 6, "last": 13} {
		t.Run(name, func(t *testing.T) {
			row := wholeRow(t)
			tb := newTable(t, laid{tile(t, "1m"), river(3, 6)})
			tb.faint = row[at].pose
			tb.behind(func() { tb.tiles = append(tb.tiles, row...) })
			tb.pass(5 * time.Second)
			i := slices.IndexFunc(tb.told, func(c Change) bool { return c.Kind == Laid && len(c.Hand) == len(row) })
			if i < 0 || slices.ContainsFunc(tb.told, func(c Change) bool { return len(c.Hand) > len(row) }) {
				t.Fatalf("told %q", events(tb.told))
			}
			k := slices.IndexFunc(tb.told[i].Hand, func(e models.Evidence) bool { return distance(e.At, row[at].pose.At) < 3 })
			if k < 0 {
				t.Fatalf("none is told where it lies")
			}
			e := &tb.told[i].Hand[k]
			best := models.Tile(1)
			for f := models.Tile(1); f.HasFace(); f++ {
				if e.LogLike[f] > e.LogLike[best] {
					best = f
				}
			}
			if best != row[at].tile || e.LogLike[models.Unknown] < e.LogLike[best] {
				t.Errorf("%v is told as %v", row[at].tile, e)
			}
		})
	}
}

// What lies beside a hand and is no paper is no tile of it.
func TestWhatIsDarkBesideAHandIsNoTileOfIt(t *testing.T) {
	row := wholeRow(t)
	tb := newTable(t, laid{tile(t, "1m"), river(3, 6)})
	tb.behind(func() {
		tb.tiles = append(tb.tiles, row[:13]...)
		tb.sticks = []bar{{place: 1, at: models.Point{X: row[13].pose.At.X, Y: row[13].pose.At.Y}, long: 26, wide: 35, light: 40}}
	})
	tb.pass(5 * time.Second)
	if slices.ContainsFunc(tb.told, func(c Change) bool { return len(c.Hand) > 13 }) {
		t.Errorf("told %q", events(tb.told))
	}
}

// Of what nobody can read in a river it is told how alike it is to every face.
func TestOfWhatNobodyCanReadItIsToldHowAlikeItIs(t *testing.T) {
	tb := newTable(t, laid{tile(t, "1m"), river(3, 6)})
	tb.faint = river(2, 3)
	tb.behind(func() { tb.put(tile(t, "8p"), tb.faint) })
	told := tb.pass(12 * time.Second)
	i := slices.IndexFunc(told, func(c Change) bool { return c.Kind == Unread })
	if i < 0 {
		t.Fatalf("told %q", events(told))
	}
	e := &told[i].Evidence
	if by := e.LogLike[tile(t, "8p")] - e.LogLike[tile(t, "7p")]; by < 5 || e.LogLike[models.Unknown] < 5 || e.LogLike[models.Back] > 0 {
		t.Errorf("told as %v", e)
	}
}

// A face that one look makes likely and not clear, as a blank one is, is looked at again at once: a discard is told before it is called away.
func TestWhatIsLikelyIsToldBeforeItIsCalledAway(t *testing.T) {
	tb := newTable(t, laid{tile(t, "1m"), river(3, 6)})
	tb.likely = true
	at := river(1, 3)
	tb.reach(-60)
	tb.pass(step)
	tb.put(tile(t, "5z"), at)
	tb.arm = nil
	tb.pass(1200 * time.Millisecond)
	tb.behind(func() { tb.take(at) })
	if got := events(tb.told); !slices.Contains(got, "added river 1 5z") || !slices.Contains(got, "gone river 1 5z") {
		t.Errorf("told %q", got)
	}
}
