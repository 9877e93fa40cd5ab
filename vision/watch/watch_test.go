package watch

import (
	"math"
	"slices"
	"testing"
	"time"

	"jantaku/models"
)

// tiles reads tiles in notation.
func tile(t testing.TB, s string) models.Tile {
	t.Helper()
	list, err := models.ParseTiles(s)
	if err != nil || len(list) != 1 {
		t.Fatalf("%q: %v", s, err)
	}
	return list[0]
}

// askewAt is the pose of a tile that lies turned by some degrees clockwise.
func askewAt(x, y, degrees float64) models.Pose {
	return models.Pose{At: models.Point{X: x, Y: y}}.Turned(degrees * math.Pi / 180)
}

func TestASticksLengthPlaceAndLightTellIt(t *testing.T) {
	changed := func(change func(b *bar)) bar {
		b := riichiStick(3)
		change(&b)
		return b
	}
	for name, c := range map[string]struct {
		bar  bar
		tell bool
	}{
		"before a river":         {riichiStick(3), true},
		"of a shorter set":       {changed(func(b *bar) { b.long, b.wide = 67, 7 }), true},
		"a little askew":         {changed(func(b *bar) { b.turn = .1 }), true},
		"as short as a tile":     {changed(func(b *bar) { b.long = 36 }), false},
		"as wide as a tile":      {changed(func(b *bar) { b.wide = 26 }), false},
		"as dark as a shadow":    {changed(func(b *bar) { b.light = 20 }), false},
		"toward its owner":       {changed(func(b *bar) { b.turn = math.Pi / 2 }), false},
		"in the river":           {changed(func(b *bar) { b.at.Y = -160 }), false},
		"at the corner, a honba": {changed(func(b *bar) { b.at.X = 150 }), false},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, laid{tile(t, "1m"), river(3, 0)})
			got := events(tb.behind(func() { tb.sticks = []bar{c.bar} }))
			if told := slices.Contains(got, "stick-laid stick 3"); told != c.tell || len(got) != map[bool]int{true: 1}[c.tell] {
				t.Errorf("told %q", got)
			}
		})
	}
}

func TestASticksLeavingIsTold(t *testing.T) {
	tb := newTable(t)
	tb.behind(func() { tb.sticks = []bar{riichiStick(1), riichiStick(2)} })
	if got := events(tb.behind(func() {})); len(got) > 0 {
		t.Errorf("an arm over two sticks told %q", got)
	}
	if got := events(tb.behind(func() { tb.sticks = tb.sticks[1:] })); !slices.Equal(got, []string{"stick-gone stick 1"}) {
		t.Errorf("a stick that was taken away told %q", got)
	}
}

func TestWhatHappensOnTheTableIsTold(t *testing.T) {
	at := func(place models.Place, n int) models.Pose { return river(place, n) }
	cases := []struct {
		name   string
		before func(tb *table)
		do     func(tb *table)
		want   []string // in any order
	}{
		{"a discard", nil, func(tb *table) { tb.put(tile(t, "3s"), at(1, 0)) }, []string{"added river 1 3s"}},
		{"nothing but an arm", nil, func(tb *table) {}, nil},
		{"two discards under one arm", nil, func(tb *table) {
			tb.put(tile(t, "3s"), at(2, 0))
			tb.put(tile(t, "4z"), at(3, 0))
		}, []string{"added river 2 3s", "added river 3 4z"}},
		{"a discard beside another", func(tb *table) { tb.put(tile(t, "1m"), at(2, 0)) },
			func(tb *table) { tb.put(tile(t, "2m"), at(2, 1)) }, []string{"added river 2 2m"}},
		{"a discard that lies sideways", func(tb *table) { tb.put(tile(t, "1m"), at(2, 0)) }, func(tb *table) {
			p := at(2, 1)
			p.At.Y, p.Quarter = p.At.Y+6, p.Quarter+1
			tb.put(tile(t, "2m"), p)
		}, []string{"added river 2 2m"}},
		{"a tile taken back", func(tb *table) { tb.put(tile(t, "1m"), at(3, 0)) },
			func(tb *table) { tb.take(at(3, 0)) }, []string{"gone river 3 1m"}},
		{"a tile taken back and another played", func(tb *table) { tb.put(tile(t, "1m"), at(3, 0)) },
			func(tb *table) { tb.take(at(3, 0)); tb.put(tile(t, "6p"), at(3, 0)) }, []string{"gone river 3 1m", "added river 3 6p"}},
		{"a pung", func(tb *table) { tb.put(tile(t, "5z"), at(4, 0)) }, func(tb *table) {
			tb.take(at(4, 0))
			tb.put(tile(t, "5z"), onSide(2, 200, 330, 1))
			tb.put(tile(t, "5z"), onSide(2, 200-31, 335, 0))
			tb.put(tile(t, "5z"), onSide(2, 200-57.4, 335, 0))
		}, []string{"gone river 4 5z", "added melds 2 5z", "added melds 2 5z", "added melds 2 5z"}},
		{"a tile that is pushed straight", func(tb *table) { tb.put(tile(t, "1m"), at(1, 4)) }, func(tb *table) {
			tb.take(at(1, 4))
			p := at(1, 4)
			p.At.X += 12
			p.At.Y -= 5
			tb.put(tile(t, "1m"), p)
		}, nil},
		{"the whole row pushed straight", func(tb *table) {
			for n := range 4 {
				tb.put(models.Tile(n+1), at(3, n))
			}
		}, func(tb *table) {
			for i := range tb.tiles {
				tb.tiles[i].pose.At.X += 5
			}
		}, nil},
		{"a concealed kong", nil, func(tb *table) {
			for n, s := range []string{"#", "7p", "7p", "#"} {
				tb.put(tile(t, s), onSide(3, 150+26.3*float64(n), 330, 0))
			}
		}, []string{"added melds 3 7p", "added melds 3 7p", "added melds 3 #", "added melds 3 #"}},
		{"what lay below an indicator", func(tb *table) { tb.put(tile(t, "4s"), onSide(2, 0, 274, 0)) },
			func(tb *table) { tb.put(tile(t, "9p"), onSide(2, 2, 311, 0)) }, []string{"added wall 2 9p"}},
		{"what lay below an indicator that is lifted", func(tb *table) { tb.put(tile(t, "4s"), onSide(2, 0, 274, 0)) },
			func(tb *table) { tb.take(onSide(2, 0, 274, 0)); tb.put(tile(t, "9p"), onSide(2, 2, 311, 0)) }, []string{"added wall 2 9p", "gone wall 2 4s"}},
		{"a tile askew in a heap", func(tb *table) { tb.put(tile(t, "4s"), askewAt(-50, -150, 20)) },
			func(tb *table) { tb.put(tile(t, "9p"), askewAt(-20, -155, -37)) }, []string{"added river 1 9p"}},
		{"two tiles askew in a heap", nil, func(tb *table) {
			tb.put(tile(t, "9p"), askewAt(-20, -155, 100))
			tb.put(tile(t, "8p"), askewAt(13, -157, 60))
		}, []string{"added river 1 9p", "added river 1 8p"}},
		{"tiles of a wall", nil, func(tb *table) { tb.put(models.Back, onSide(2, 0, 280, 0)) }, nil},
		{"a kong's fourth upon the turned one", func(tb *table) { tb.put(tile(t, "5z"), onSide(2, 200, 330, 1)) }, func(tb *table) {
			p := onSide(2, 200, 330, 1)
			p.Height = tb.ground.tile.Depth
			tb.put(tile(t, "5z"), p)
		}, []string{"added melds 2 5z"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tb := newTable(t)
			if c.before != nil {
				tb.behind(func() { c.before(tb) })
			}
			told := tb.behind(func() { c.do(tb) })
			got, want := events(told), slices.Clone(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("told %q, want %q (%d looks)", got, want, tb.looks)
			}
		})
	}
}

func TestAKongsFourthIsToldWhereTheCameraLooksFromTheSide(t *testing.T) {
	tb := newTable(t)
	tb.partly = true
	turned := onSide(2, 240, 385, 1)
	tb.behind(func() {
		tb.put(tile(t, "8p"), turned)
		tb.put(tile(t, "8p"), onSide(2, 240-31, 381, 0))
		tb.put(tile(t, "8p"), onSide(2, 240-57.4, 381, 0))
	})
	turned.Height = tb.ground.tile.Depth
	seen, err := tb.ground.seenAt(turned, 0)
	if far := distance(seen, turned.At); err != nil || far <= lookAround {
		t.Fatalf("what lies upon the tile is seen %.1f mm off, %v", far, err)
	}
	if got := events(tb.behind(func() { tb.put(tile(t, "8p"), turned) })); !slices.Equal(got, []string{"added melds 2 8p"}) {
		t.Errorf("told %q", got)
	}
}

func TestAnArmTellsWhoseTileItIs(t *testing.T) {
	tb := newTable(t)
	told := tb.behind(func() { tb.put(tile(t, "9p"), askewAt(10, -70, 30)) })
	if len(told) != 1 || told[0].By[0] < .9 {
		t.Fatalf("told %v by %v, want one tile by an arm of place 1", events(told), told)
	}
	if by := (&Watch{gate: tb.watch.gate, reach: tb.watch.reach}).reachedBy(river2(tb), never, tb.now); by != [models.Places]float64{} {
		t.Errorf("an arm of place 1 was over the river of place 3: %v", by)
	}
}

// river2 are the pixels of the first discard of place 3, which no arm from place 1 reaches.
func river2(tb *table) []int32 {
	s, err := tb.ground.shapeAt(river(3, 0))
	if err != nil {
		tb.t.Fatal(err)
	}
	return s.top
}

func TestAHandIsLaidDownAndTakenUp(t *testing.T) {
	tests := []struct {
		name string
		last models.Point // where its last tile lies
		by   models.Pose  // of a tile that goes meanwhile
	}{
		{"in a row", models.Point{X: 172, Y: 330}, river(1, 7)},
		{"while a discard is called", models.Point{X: 172, Y: 330}, river(1, 0)},
		{"a tile of which lies so crookedly that it is nobody's", models.Point{X: 172, Y: 410}, river(1, 7)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tb := newTable(t)
			tb.behind(func() { tb.put(15, river(1, 0)) })
			told := tb.behind(func() {
				for n := range 13 {
					tb.put(models.Tile(n+1), onSide(3, float64(n)*26.3-170, 330, 0))
				}
				tb.put(14, onSide(3, tt.last.X, tt.last.Y, 0))
			})
			if n := slices.IndexFunc(told, func(c Change) bool { return c.Kind == Laid }); n < 0 || len(told[n].Hand) < 13 || told[n].Area.Place != 3 {
				t.Fatalf("told %q, want a hand laid at place 3", events(told))
			}
			told = tb.behind(func() {
				tb.tiles = slices.DeleteFunc(tb.tiles, func(l laid) bool { return l.tile != 15 || l.pose == tt.by })
			})
			told = append(told, tb.pass(3*time.Second)...)
			if taken := func(c Change) bool { return c.Kind == Taken && c.Area.Place == 3 }; !slices.ContainsFunc(told, taken) {
				t.Errorf("told %q, want the hand taken up", events(told))
			}
		})
	}
}

func TestFourMeldsAndFlowersAreNoHandUntilItsPairLiesThere(t *testing.T) {
	tb := newTable(t)
	var told []Change
	x := -240.
	lay := func(names ...string) {
		told = append(told, tb.behind(func() {
			for _, name := range names {
				tb.put(tile(t, name), onSide(3, x, 380, 0))
				x += 26.3
			}
		})...)
	}
	lay("1f", "2f")
	for _, of := range []string{"1m", "5p", "9s"} {
		lay(of, of, of)
	}
	lay("3z", "3z", "3z", "3z")
	if n := slices.IndexFunc(told, func(c Change) bool { return c.Kind == Laid }); n >= 0 {
		t.Errorf("%d tiles were told as a hand", len(told[n].Hand))
	}
	if lay("7z", "7z"); told[len(told)-1].Kind != Laid || len(told[len(told)-1].Hand) != 17 {
		t.Errorf("told %q, want a hand with its melds at last", events(told))
	}
}

func TestAHandIsReadBesideAnArmThatRests(t *testing.T) {
	tb := newTable(t)
	tb.arm = []models.Point{{X: -15, Y: -520}, {X: 15, Y: -520}, {X: 15, Y: -333}, {X: -15, Y: -333}}
	for n := range 11 {
		tb.put(models.Tile(n+1), onSide(1, -180+26.4*float64(n), 330, 0))
	}
	laid := 0
	for _, c := range tb.pass(700 * time.Millisecond) {
		if c.Kind == Laid {
			laid = len(c.Hand)
		}
	}
	if laid != 11 {
		t.Errorf("%d tiles are told of a hand of 11 beside which an arm rests: %v", laid, events(tb.told))
	}
}

// In Yuque the others show their hands, too: what is read late came late all the same.
func TestAHandThatIsReadLateIsToldBesideAWinners(t *testing.T) {
	tb := newTable(t)
	row := func(place models.Place, x float64, tiles ...models.Tile) {
		for i, tile := range tiles {
			tb.put(tile, onSide(place, x+26.4*float64(i), 380, 0))
		}
	}
	tb.behind(func() { row(2, 100, 1, 2, 3) })
	tb.behind(func() { row(2, 20, 4, 5, 6) })
	tb.behind(func() { row(4, -200, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) })
	tb.watch.tuning.Regions.Patience, tb.blurred = 2100*time.Millisecond, tb.now+2*time.Second
	row(2, -200, 10, 11, 12, 13, 14, 15, 15)
	told := tb.pass(4 * time.Second)
	n := slices.IndexFunc(told, func(c Change) bool { return c.Kind == Laid && c.Area.Place == 2 })
	if n < 0 || len(told[n].Hand) != 13 || told[n].Told-told[n].Rest < 2*time.Second {
		t.Errorf("told %q, want a hand of 13 at place 2", events(told))
	}
}

func TestTheTableIsSwept(t *testing.T) {
	tb := newTable(t)
	tb.behind(func() {
		for n := range 16 {
			tb.put(models.Tile(n+1), river(models.PlaceAt(n), n/4))
		}
	})
	tb.tiles = nil
	told := tb.pass(2 * time.Second)
	if got := events(told); !slices.Equal(got, []string{"swept"}) {
		t.Errorf("told %q, want swept alone", got)
	}
}

func TestAChangeTellsWhenItWasClearSeenAndAtRest(t *testing.T) {
	tb := newTable(t)
	before := tb.now
	var put time.Duration
	told := tb.behind(func() { tb.put(tile(t, "3s"), river(1, 0)); put = tb.now })
	if len(told) != 1 {
		t.Fatalf("told %q", events(told))
	}
	c := told[0]
	if c.Clear < before || c.Clear > put || c.Seen <= put || c.Rest < c.Seen || c.Told < c.Rest || c.Told-put > time.Second {
		t.Errorf("clear %v seen %v rest %v told %v; it was put at %v", c.Clear, c.Seen, c.Rest, c.Told, put)
	}
}

func TestOfTwoTilesTheFirstIsToldFirst(t *testing.T) {
	tb := newTable(t)
	tb.put(tile(t, "1m"), river(3, 0)) // beyond the arm's way
	tb.pass(step)
	told := tb.behind(func() { tb.put(tile(t, "2m"), river(3, 1)) })
	if got, want := events(told), []string{"added river 3 1m", "added river 3 2m"}; !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestALaterLookRevises(t *testing.T) {
	tb := newTable(t)
	tb.misread = func(models.Tile) models.Tile { return tile(t, "4s") }
	tb.put(tile(t, "6s"), river(3, 0))
	told := tb.pass(600 * time.Millisecond)
	if got := events(told); !slices.Equal(got, []string{"added river 3 4s"}) {
		t.Fatalf("told %q", got)
	}
	tb.misread = nil
	tb.watch.tuning.Looks.Usual, tb.watch.tuning.Looks.Share = 9, 1
	told = tb.pass(4 * time.Second)
	if got := events(told); !slices.Equal(got, []string{"revised river 3 6s"}) || told[0].Spot != tb.told[0].Spot {
		t.Errorf("told %q of spot %v, want a revision to 6s", got, told)
	}
}

func TestNothingIsToldInTheDark(t *testing.T) {
	tb := newTable(t)
	tb.black = true
	told := tb.pass(time.Second)
	tb.put(tile(t, "6s"), river(3, 0))
	told = append(told, tb.pass(time.Second)...)
	tb.black = false
	told = append(told, tb.pass(time.Second)...)
	if got, want := events(told), []string{"warned too-dark", "warned ", "added river 3 6s"}; !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestWhatLayThereFromTheFirstFrameOnIsTold(t *testing.T) {
	indicator := onSide(2, 40, 272, 0)
	wall := onSide(2, 13, 272, 0)
	tb := newTable(t, laid{tile(t, "6s"), river(3, 0)}, laid{tile(t, "7s"), river(3, 1)}, laid{tile(t, "4z"), indicator}, laid{models.Back, wall})
	got := events(tb.told)
	slices.Sort(got)
	if want := []string{"added river 3 6s", "added river 3 7s", "added wall 2 4z"}; !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestALampThatIsSwitchedIsNoChange(t *testing.T) {
	tb := newTable(t)
	tb.behind(func() { tb.put(tile(t, "6s"), river(3, 0)); tb.put(tile(t, "7s"), river(2, 0)) })
	tb.light = .6
	told := tb.pass(2 * time.Second)
	tb.light = 1
	told = append(told, tb.pass(2*time.Second)...)
	if len(told) > 0 {
		t.Errorf("told %q of light alone", events(told))
	}
	told = tb.behind(func() { tb.put(tile(t, "8s"), river(2, 1)) })
	if got := events(told); !slices.Equal(got, []string{"added river 2 8s"}) {
		t.Errorf("told %q afterwards", got)
	}
}

func TestACameraThatMovesALittleIsCorrected(t *testing.T) {
	tb := newTable(t)
	tb.behind(func() {
		for n := range 16 {
			tb.put(models.Tile(n+1), river(models.PlaceAt(n), n/4))
		}
	})
	tb.shift = 2
	told := tb.pass(2 * time.Second)
	if len(told) > 0 {
		t.Errorf("told %q of a camera that moved by 6 mm", events(told))
	}
	if off := tb.watch.camera.Apply(models.Point{}); off.X < -2.3 || off.X > -1.7 || off.Y < -.3 || off.Y > .3 {
		t.Errorf("corrected by %v pixels, want -2", off)
	}
	told = tb.behind(func() { tb.put(tile(t, "8s"), river(2, 5)) })
	if got := events(told); !slices.Equal(got, []string{"added river 2 8s"}) {
		t.Errorf("told %q afterwards", got)
	}
	tb.shift = 6
	if got := events(tb.pass(2 * time.Second)); !slices.Equal(got, []string{"warned camera-moved"}) {
		t.Errorf("told %q of a camera that moved by 20 mm", got)
	}
	at := models.Point{X: 700, Y: 300}
	if off := tb.watch.Moved().Apply(at).Sub(at); math.Hypot(off.X+6*Quarter, off.Y) > 2 {
		t.Errorf("a pixel of its pictures moved by %v, want %d", off, -6*Quarter)
	}
	told = tb.behind(func() { tb.put(tile(t, "4s"), river(3, 5)) })
	if got := events(told); !slices.Equal(got, []string{"added river 3 4s"}) {
		t.Errorf("told %q once it had moved by 20 mm", got)
	}
}

func TestACoveredLensIsSaid(t *testing.T) {
	tb := newTable(t)
	tb.behind(func() { tb.put(tile(t, "6s"), river(3, 0)) })
	tb.arm = []models.Point{{X: -500, Y: -500}, {X: 500, Y: -500}, {X: 500, Y: 500}, {X: -500, Y: 500}}
	told := tb.pass(3 * time.Second)
	tb.arm = nil
	told = append(told, tb.pass(2*time.Second)...)
	if got := events(told); !slices.Equal(got, []string{"warned lens-covered", "warned "}) {
		t.Errorf("told %q", got)
	}
}

// TestACoverAsLightAsTheClothSweepsNoTileAway claims that tiles behind what covers the lens are not
// told as gone though most of the table looks as before.
func TestACoverAsLightAsTheClothSweepsNoTileAway(t *testing.T) {
	tb := newTable(t)
	tb.behind(func() { tb.put(tile(t, "6s"), river(3, 0)) })
	tb.cover = 75
	told := tb.pass(3 * time.Second)
	tb.cover = 0
	told = append(told, tb.pass(2*time.Second)...)
	if got := events(told); !slices.Equal(got, []string{"warned lens-covered", "warned "}) {
		t.Errorf("told %q", got)
	}
}

func TestASleeveAsLightAsTheClothTakesNoTileAway(t *testing.T) {
	for name, c := range map[string]struct {
		tint colour
		gone bool
	}{"of another colour": {colour{75, -25, 20}, false}, "of the cloth's": {colour{75, 0, 0}, true}} {
		t.Run(name, func(t *testing.T) {
			tb := newColouredTable(t, &colour{80, -30, -20}, wall()...)
			tb.behind(func() { tb.put(tile(t, "6s"), river(3, 0)) })
			at := river(3, 0).At
			tb.sleeve = &c.tint
			tb.arm = []models.Point{{X: at.X - 40, Y: at.Y - 40}, {X: at.X + 40, Y: at.Y - 40}, {X: at.X + 40, Y: at.Y + 300}, {X: at.X - 40, Y: at.Y + 300}}
			told := tb.pass(3 * time.Second)
			if gone := slices.Contains(events(told), "gone river 3 6s"); gone != c.gone {
				t.Errorf("told %q", events(told))
			}
		})
	}
}

func TestATileWhoseGroundIsSeenIsGoneWhateverCameToLieBesideIt(t *testing.T) {
	for name, c := range map[string]struct {
		from float64 // mm from the tile's middle
		gone bool
	}{"beside it": {12, true}, "upon it": {-15, false}} {
		t.Run(name, func(t *testing.T) {
			tb := newColouredTable(t, &colour{80, -30, -20}, wall()...)
			pose := river(1, 0)
			tb.behind(func() { tb.put(tile(t, "6s"), pose) })
			tb.take(pose)
			x, y := pose.At.X-c.from, pose.At.Y
			tb.sleeve, tb.arm = &colour{120, 40, -20}, []models.Point{{X: x, Y: y - 20}, {X: x, Y: y + 20}, {X: x - 110, Y: y + 20}, {X: x - 110, Y: y - 20}}
			told := tb.pass(4 * time.Second)
			if gone := slices.Contains(events(told), "gone river 1 6s"); gone != c.gone {
				t.Errorf("told %q", events(told))
			}
		})
	}
}

func TestPrintAsLightAsTheClothHidesNoTile(t *testing.T) {
	g := newTable(t).ground
	pose := river(2, 0)
	s, err := g.shapeAt(pose)
	if err != nil {
		t.Fatal(err)
	}
	box := g.boxOf(s.top)
	var changed []int32 // all but a bird in the middle of the upper half, and a shadow below
	all := g.boxOf(slices.Concat(s.top, s.flank))
	for y := box[1]; y <= all[3]+2; y++ {
		for x := box[0]; x <= box[2]; x++ {
			if x < box[0]+3 || x > box[0]+8 || y > box[1]+3 {
				changed = append(changed, int32(y*g.width+x))
			}
		}
	}
	c := g.newCanvas(changed)
	c.bridge()
	starts, err := g.propose(c, .22*g.tilePixels, fanOf(2))
	if err != nil || !slices.ContainsFunc(starts, func(p models.Pose) bool { return distance(p.At, pose.At) < 4 && p.Quarter%2 == 1 }) {
		t.Errorf("proposed %v (%v) for a tile at %v", starts, err, pose)
	}
}

func TestAShadowIsNoPartOfATile(t *testing.T) {
	tb := newTable(t)
	tb.shadow = 4
	told := events(tb.behind(func() { tb.put(tile(t, "2f"), onSide(1, 150, 327, 0)) }))
	if !slices.Equal(told, []string{"added melds 1 2f"}) {
		t.Errorf("told %q", told)
	}
}
