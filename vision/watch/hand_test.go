package watch

import (
	"maps"
	"slices"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
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

// TestAHandRightBeforeTheWallIsNoneOfItsIndicators lays a hand down so near to an indicator that one from below it might lie there, and claims
// that all its tiles are the hand's; a single tile there is the one from below.
func TestAHandRightBeforeTheWallIsNoneOfItsIndicators(t *testing.T) {
	for name, c := range map[string]struct {
		indicators, tiles int
		want              string
	}{
		"a hand":                      {1, 13, "laid hand 2"},
		"a single tile":               {1, 1, "added wall 2 4p"},
		"as many tiles as indicators": {2, 2, "added wall 2 5p"},
		"fewer tiles than indicators": {3, 2, "added wall 2 5p"},
	} {
		var indicators []laid
		for i := range c.indicators {
			indicators = append(indicators, laid{tile(t, []string{"4s", "8s", "1z"}[i]), onSide(2, -17-float64(i)*26.6, 274, 0)})
		}
		tb := newTable(t, indicators...)
		tb.pass(time.Second)
		told := tb.behind(func() {
			for i := range c.tiles {
				tb.put(tile(t, []string{"4p", "5p", "6p", "7s"}[i%4]), onSide(2, -20+float64(i-c.tiles/2)*26.6, 312, 0))
			}
		})
		if got := events(told); !slices.Contains(got, c.want) || slices.ContainsFunc(told, func(o Change) bool { return (o.Area.Use == WallZone) == (c.tiles > c.indicators) }) {
			t.Errorf("%s: told %q, want %q", name, got, c.want)
		}
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

// TestALargeChangeThatNoArmReachesIntoIsRead claims that a hand and what came to lie beside it, more tiles than a hand with flanks has, are
// read: arms reach to the edge of the cloth.
func TestALargeChangeThatNoArmReachesIntoIsRead(t *testing.T) {
	tb := newTable(t)
	want := 0
	told := tb.behind(func() {
		for row, n := range []int{14, 10} {
			for i := range n {
				tb.put(tile(t, []string{"4p", "5p", "6p", "7s"}[i%4]), onSide(3, -180+float64(i)*26.3, 368-float64(row)*36, 0))
				want++
			}
		}
	})
	got := 0
	for _, c := range told {
		if c.Kind == Added {
			got++
		}
	}
	if got != want {
		t.Errorf("%d of %d tiles are told: %q", got, want, events(told))
	}
}

// TestANeighbourWhereAFlankWouldBeIsLookedAt claims that a tile is looked for next to one in its row, although most of its place would be
// that one's flank if nothing hid it.
func TestANeighbourWhereAFlankWouldBeIsLookedAt(t *testing.T) {
	s := scene.WholeTable()
	s.Camera.Elevation = 50
	camera, err := s.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(camera, tuned(t))
	if err != nil {
		t.Fatal(err)
	}
	behind := models.Pose{At: models.Point{X: 330, Y: 200}, Quarter: 3}
	before := behind
	before.At.Y -= w.ground.tile.Width
	c := &change{region: &region{}, added: []models.Evidence{{Pose: behind}}}
	for _, p := range []models.Pose{behind, before} {
		s, err := w.ground.shapeAt(p)
		if err != nil {
			t.Fatal(err)
		}
		c.pixels = append(c.pixels, slices.Concat(s.top, s.flank)...)
	}
	starts, err := w.beside(c, w.unexplained(c), straight)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(starts, func(p models.Pose) bool { return distance(p.At, before.At) < 1 }) {
		t.Errorf("looked at %v, not at %v", starts, before.At)
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

// An indicator whose wall stands a few millimetres before where the calibration has it is one, and so is what is turned up beside it. A discard
// that lies there later is none.
func TestAnIndicatorALittleBeforeTheWallsIsOne(t *testing.T) {
	first, ura, discard := onSide(1, -100, 249, 0), onSide(1, -70, 249, 0), onSide(1, 100, 249, 0)
	tb := newTable(t, laid{tile(t, "3p"), first})
	tb.pass(3 * time.Second)
	tb.behind(func() { tb.put(tile(t, "6m"), ura) })
	tb.behind(func() { tb.put(tile(t, "9s"), discard) })
	tb.pass(3 * time.Second)
	got := map[string]Area{}
	for _, c := range tb.told {
		if best, _ := Likeliest(&c.Evidence); c.Kind == Added {
			got[best.String()] = c.Area
		}
	}
	wall := Area{WallZone, 1}
	if got["3p"] != wall || got["6m"] != wall || got["9s"].Use != OtherZone {
		t.Errorf("told in %v", got)
	}
}

// A meld is laid into the corner to its owner's right, whether or not the zone of the hand reaches so far.
func TestAMeldInTheCornerIsItsOwners(t *testing.T) {
	for _, place := range []models.Place{1, 2} {
		tb := newTable(t)
		tb.behind(func() {
			for i := range 3 {
				tb.put(tile(t, "5z"), onSide(place, 270+26.6*float64(i), 350, 0))
			}
		})
		tb.pass(3 * time.Second)
		n := 0
		for _, c := range tb.told {
			if c.Kind == Added && c.Area == (Area{calibration.MeldZone, place}) {
				n++
			}
		}
		if n != 3 {
			t.Errorf("place %d: told %q", place, events(tb.told))
		}
	}
}

// What is light all along a wall is no reason to tell less of what lies there from the first frame on.
func TestAnIndicatorAtTheEndOfALightWallIsTold(t *testing.T) {
	wall := []laid{{tile(t, "3p"), onSide(1, -170, 274, 0)}}
	for i := range 13 {
		for row := range 2 {
			wall = append(wall, laid{models.Back, onSide(1, -170+26.6*float64(i+1), 274+36*float64(row), 0)})
		}
	}
	tb := newTable(t, wall...)
	tb.pass(3 * time.Second)
	if told := events(tb.told); !slices.Equal(told, []string{"added wall 1 3p"}) {
		t.Errorf("told %q", told)
	}
}

// Backs that look like a face are told by their tint, and the indicator among them is told.
func TestBacksThatLookLikeAFaceAreNoneFromTheFirstFrameOn(t *testing.T) {
	wall := []laid{{tile(t, "3p"), onSide(1, -170, 274, 0)}}
	for i := range 13 {
		wall = append(wall, laid{models.Back, onSide(1, -170+26.6*float64(i+1), 274, 0)})
	}
	tb := newColouredTable(t, &colour{120, -20, 30}, wall...)
	five := tile(t, "5s")
	tb.misread = func(t models.Tile) models.Tile {
		if t == models.Back {
			return five
		}
		return t
	}
	tb.begin()
	tb.pass(2 * time.Second)
	if told := events(tb.told); !slices.Equal(told, []string{"added wall 1 3p"}) {
		t.Errorf("told %q", told)
	}
}

// Where a row of discards comes to lie before the walls it is told that they may be, and that what lay there from the first frame on may be, too.
func TestWhatLiesALittleBeforeTheWallsIsToldSo(t *testing.T) {
	tb := newTable(t, laid{tile(t, "3p"), onSide(1, -100, 249, 0)}, laid{tile(t, "7s"), onSide(1, 60, 280, 0)})
	tb.pass(3 * time.Second)
	tb.behind(func() { tb.put(tile(t, "6m"), onSide(1, -70, 249, 0)) })
	ahead := map[string]bool{}
	for _, c := range tb.told {
		if best, _ := Likeliest(&c.Evidence); c.Kind == Added {
			ahead[best.String()] = c.Ahead
		}
	}
	if want := map[string]bool{"3p": true, "7s": false, "6m": true}; !maps.Equal(ahead, want) {
		t.Errorf("before the walls %v, want %v", ahead, want)
	}
}
