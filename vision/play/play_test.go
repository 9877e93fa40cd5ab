package play

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/histories"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// table is a game of riichi without a rule book: every hand counts as complete or not by chance.
func riichi() *prior.Game {
	return &prior.Game{Rules: "riichi", Players: 4, Riichi: true, Wall: prior.Wall{Tiles: 136, Dead: 14, Red: true, DeadReplaces: true},
		Indicators: prior.Indicators{Dora: true, Ura: true}, Calls: prior.Calls{Chows: true, Turned: true},
		Ends: prior.Ends{Heaven: true, Earthly: prior.FirstTurn, Ippatsu: true, Heads: 3}}
}

// clear gives evidence of a face that was read well.
func clearly(t models.Tile, at models.Point, quarter int) (e models.Evidence) {
	e.At, e.Quarter = at, quarter
	for i := range e.LogLike {
		e.LogLike[i] = -20
	}
	e.LogLike[t], e.LogLike[0] = 30, 0
	return e
}

// hands tells changes one after the other.
type telling struct {
	*Play
	spot watch.Spot
	set  int
}

func newTelling(g *prior.Game) *telling {
	return &telling{Play: New(g, prior.Start{Dealer: 1, Round: models.East}, prior.Standard())}
}

func (h *telling) change(c watch.Change) watch.Spot {
	if c.Kind == watch.Added {
		h.spot++
		c.Spot = h.spot
	}
	if c.Set == 0 {
		h.set++
		c.Set = h.set
	}
	c.Rest = time.Duration(c.Set) * 4 * time.Second
	h.Hear(&c)
	return c.Spot
}

func (h *telling) river(place models.Place, text string, turned bool) watch.Spot {
	quarter := (4 - place.Index()) % 4
	if turned {
		quarter = (quarter + 1) % 4
	}
	n := float64(h.spot)
	return h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.RiverZone, Place: place},
		Evidence: clearly(tile(text), models.Point{X: 30 * n, Y: 40 * float64(place)}, quarter)})
}

func (h *telling) meld(place models.Place, text string) {
	set := h.set + 1
	h.set++
	tiles, err := models.ParseTiles(text)
	if err != nil {
		panic(err)
	}
	for i, t := range tiles {
		h.change(watch.Change{Kind: watch.Added, Set: set, Area: watch.Area{Use: calibration.MeldZone, Place: place},
			Evidence: clearly(t, models.Point{X: 300 + 28*float64(i), Y: 100 * float64(place)}, (4-place.Index())%4)})
	}
}

func (h *telling) said() (words []string) {
	for _, e := range h.Events() {
		word := string(e.Do) + string(rune('0'+e.Place)) + e.Tile.String()
		if e.Riichi {
			word += "!"
		}
		words = append(words, word)
	}
	return words
}

func tile(text string) models.Tile {
	tiles, err := models.ParseTiles(text)
	if err != nil || len(tiles) != 1 {
		panic("no tile: " + text)
	}
	return tiles[0]
}

func check(t *testing.T, h *telling, want ...string) {
	t.Helper()
	got := h.said()
	if len(got) != len(want) {
		t.Fatalf("told %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("event %d is told as %s, want %s; all: %v", i, got[i], want[i], got)
		}
	}
}

func TestADiscardThatNobodySawLeavesAGap(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	h.river(2, "2m", false)
	h.river(4, "4m", false)
	h.river(1, "9m", false)
	check(t, h, "discard11m", "discard22m", "discard3?", "discard44m", "discard19m")
}

func TestADiscardThatIsToldLateFillsItsGap(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	h.river(3, "3m", false)
	h.river(2, "2m", false)
	h.river(4, "4m", false)
	check(t, h, "discard11m", "discard22m", "discard33m", "discard44m")
}

// TestARiichiThatIsToldLateIsBelievedAsOneInTime claims that who has declared riichi, and whether it was double, depends on how the
// tile lies and on a stick, not on when the tile is told.
func TestARiichiThatIsToldLateIsBelievedAsOneInTime(t *testing.T) {
	type ways struct {
		turned, stick bool
		rounds        int // before
	}
	declared := func(w ways, late bool) (once, double float64) {
		h := newTelling(riichi())
		for i := range 4 * w.rounds {
			h.river(models.PlaceAt(i), fmt.Sprintf("%d%c", 1+i%9, "mps"[i/9%3]), false)
		}
		h.river(1, "1m", false)
		tile := func() { h.river(2, "2z", w.turned) }
		other := func() { h.river(3, "3z", false) }
		steps := []func(){tile, other}
		if late {
			steps = []func(){other, tile}
		}
		steps[0]()
		if w.stick {
			h.stick(2)
		}
		steps[1]()
		for i := 3; i < 11; i++ {
			h.river(models.PlaceAt(i), fmt.Sprintf("%ds", 1+i%9), false)
		}
		h.beam.Anew() // as an ending is believed
		beam, weights := h.beam.Now()
		for i := range beam {
			switch beam[i].Players[1].Riichi {
			case 2:
				double += weights[i]
				fallthrough
			case 1:
				once += weights[i]
			}
		}
		return once, double
	}
	const sure = .005 // of an error that may be published
	differ := func(p, q float64) bool {
		return math.Abs(p-q) > .15 || p < sure != (q < sure) || 1-p < sure != (1-q < sure)
	}
	for _, rounds := range []int{0, 5} {
		for _, turned := range []bool{true, false} {
			for _, stick := range []bool{true, false} {
				if !turned && !stick {
					continue // a straight tile without a stick is not weighed as a riichi at all where it is told in time
				}
				w := ways{turned, stick, rounds}
				inTime, double := declared(w, false)
				late, lateDouble := declared(w, true)
				if differ(inTime, late) || differ(double, lateDouble) {
					t.Errorf("%+v: riichi with %.6f in time, %.6f late; double with %.6f and %.6f", w, inTime, late, double, lateDouble)
				}
			}
		}
	}
	if late, _ := declared(ways{rounds: 5}, true); late > 1e-3 {
		t.Errorf("a straight tile without a stick is a riichi with %.6f where it is told late", late)
	}
}

// TestARiichiIsBelievedWhileTheHandGoesOnAsAtItsEnd claims that whether somebody has declared riichi, by a tile and a stick in any order,
// is believed alike by the few histories that are kept while a hand goes on and by the many of its end.
func TestARiichiIsBelievedWhileTheHandGoesOnAsAtItsEnd(t *testing.T) {
	for _, turned := range []bool{true, false} {
		for _, order := range []string{"tile stick other", "other stick tile", "stick other tile", "other tile stick", "tile other stick"} {
			h := newTelling(riichi())
			for i := range 20 {
				h.river(models.PlaceAt(i), fmt.Sprintf("%d%c", 1+i%9, "mps"[i/9%3]), false)
			}
			h.river(1, "1m", false)
			for what := range strings.FieldsSeq(order) {
				switch what {
				case "tile":
					h.river(2, "2z", turned)
				case "stick":
					h.stick(2)
				case "other":
					h.river(3, "3z", false)
				}
			}
			for i := 3; i < 11; i++ {
				h.river(models.PlaceAt(i), fmt.Sprintf("%ds", 1+i%9), false)
			}
			declared := func() (chance float64) {
				beam, weights := h.beam.Now()
				for i := range beam {
					if beam[i].Players[1].Riichi > 0 {
						chance += weights[i]
					}
				}
				return chance
			}
			before := declared()
			h.beam.Anew()
			if after := declared(); math.Abs(before-after) > .05 {
				t.Errorf("%s, turned %v: riichi with %.4f while the hand goes on, with %.4f at its end", order, turned, before, after)
			}
		}
	}
}

func TestADiscardToldTwiceIsOne(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	h.river(2, "2m", false)
	h.river(2, "2m", false)
	h.river(3, "3m", false)
	check(t, h, "discard11m", "discard22m", "discard33m")
}

// flower tells of a flower that came to rest at a moment, counted in sets, whose place was seen empty
// half a second before.
func (h *telling) flower(place models.Place, text string, set int) {
	h.spot++
	at := time.Duration(set) * 4 * time.Second
	h.Hear(&watch.Change{Kind: watch.Added, Spot: h.spot, Set: h.set, Area: watch.Area{Use: calibration.FlowerZone, Place: place},
		Evidence: clearly(tile(text), models.Point{X: -30 * float64(h.spot), Y: 280}, 0), Clear: at - time.Second/2, Rest: at})
}

// cleared tells of a tile in a river whose place was seen empty half a second before.
func (h *telling) cleared(place models.Place, text string) {
	h.spot++
	h.set++
	at := time.Duration(h.set) * 4 * time.Second
	h.Hear(&watch.Change{Kind: watch.Added, Spot: h.spot, Set: h.set, Area: watch.Area{Use: calibration.RiverZone, Place: place},
		Evidence: clearly(tile(text), models.Point{X: 30 * float64(h.spot), Y: 40 * float64(place)}, (4-place.Index())%4), Clear: at - time.Second/2, Rest: at})
}

func TestWhatLayThereBeforeIsToldBeforeHoweverLateItIsRead(t *testing.T) {
	h := newTelling(flowery())
	h.cleared(1, "1m")
	h.cleared(2, "2m")
	h.set++ // in which the flower comes to rest
	h.cleared(3, "3m")
	h.cleared(4, "4m")
	number := h.Events()[3].Sight
	h.set++
	h.flower(3, "1f", 3)
	check(t, h, "discard11m", "discard22m", "flower31f", "discard33m", "discard44m")
	if e := h.Events()[4]; e.Sight != number+1 || e.Revision != 0 {
		t.Errorf("what came after it is told anew: %+v", e)
	}
	h.cleared(1, "5m")
	check(t, h, "discard11m", "discard22m", "flower31f", "discard33m", "discard44m", "discard15m")
}

// Where all show their hands the first is most likely the winner's.
func TestAHandThatLayBeforeOthersIsToldBeforeThemHoweverLateItIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		seen float64 // s
		want []int
	}{"before the first": {9.5, []int{3, 1, 2}}, "just before the first": {10.1, []int{3, 1, 2}}, "after the first": {10.5, []int{1, 3, 2}}, "after both": {12, []int{1, 2, 3}}} {
		g := riichi()
		g.AllShow = true
		p := New(g, prior.Start{Dealer: 1}, prior.Standard())
		lays := func(place models.Place, clear, seen float64) {
			second := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
			p.Hear(&watch.Change{Kind: watch.Laid, Set: int(place), Area: watch.Area{Use: calibration.HandZone, Place: place},
				Hand: row("123456789m1122p"), Clear: second(clear), Seen: second(seen), Rest: second(seen + .2), Told: second(14)})
		}
		lays(2, 10, 10.2)
		lays(3, 11, 11.2)
		lays(4, c.seen-.5, c.seen)
		var order []int
		for _, s := range p.seen.Sights {
			order = append(order, s.Place)
		}
		if !slices.Equal(order, c.want) {
			t.Errorf("%s: hands were laid by %v, want %v", name, order, c.want)
		}
	}
}

func TestAFlowerToldAfterItsOwnersDiscardWasLaidInThatTurn(t *testing.T) {
	h := newTelling(flowery())
	h.cleared(1, "1m")
	h.flower(4, "2f", h.set) // of the deal
	h.cleared(2, "2m")
	h.cleared(3, "3m")
	h.set++
	h.flower(3, "1f", h.set) // it was covered until now
	check(t, h, "flower42f", "discard11m", "discard22m", "flower31f", "discard33m")
}

// A club's flowers may lie where the wall stands by the calibration: where no indicator is turned, none of the wall's tiles is seen.
func TestAFlowerWhereTheWallStandsIsAFlower(t *testing.T) {
	h := newTelling(flowery())
	h.cleared(1, "1m")
	h.cleared(2, "2m")
	h.set++
	h.spot++
	at := time.Duration(h.set) * 4 * time.Second
	h.Hear(&watch.Change{Kind: watch.Added, Spot: h.spot, Set: h.set, Area: watch.Area{Use: watch.WallZone, Place: 3},
		Evidence: clearly(tile("1f"), models.Point{X: -30, Y: 300}, 0), Clear: at - time.Second/2, Rest: at})
	h.cleared(3, "3m")
	check(t, h, "discard11m", "discard22m", "flower31f", "discard33m")
}

// A kong that its owner's arm covered until after the discard was made before it, whoever's turn it is by then.
func TestAKongToldAfterItsOwnersDiscardWasMadeInThatTurn(t *testing.T) {
	h := newTelling(flowery())
	h.cleared(1, "1m")
	h.cleared(2, "2m")
	h.cleared(3, "3m")
	h.meld(3, "4s##4s")
	h.cleared(4, "5m")
	check(t, h, "discard11m", "discard22m", "concealed-kong3"+models.NoTile.String(), "discard33m", "discard45m")
	if held, _ := h.beam.Now(); held[0].Kongs != 1 || held[0].Replaced {
		t.Errorf("%d kongs, and the next tile replaces one of them: %v", held[0].Kongs, held[0].Replaced)
	}
}

func TestACallTakesTheLastDiscard(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	spot := h.river(2, "5z", false)
	h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2}})
	h.meld(4, "555z")
	h.river(4, "4m", false)
	h.river(1, "9m", false)
	check(t, h, "discard11m", "discard25z", "pung45z", "discard44m", "discard19m")
	if from := h.Events()[2].From; from != 2 {
		t.Errorf("the pung is said to come from %d, want 2", from)
	}
}

// A hand of sixteen may have five melds, and all of them are calls.
func TestAHandOfSixteenCallsFiveMelds(t *testing.T) {
	g := riichi()
	g.Rules, g.Riichi, g.Red, g.Dora, g.Hand = "taiwan-16", false, false, false, models.Sixteen
	h := newTelling(g)
	for i, text := range []string{"1z", "2z", "3z", "4z", "5z"} {
		h.river(1, "9m", false)
		spot := h.river(2, text, false)
		h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2}})
		set := h.set + 1
		for k := range models.SetTiles {
			h.change(watch.Change{Kind: watch.Added, Set: set, Area: watch.Area{Use: calibration.MeldZone, Place: 1},
				Evidence: clearly(tile(text), models.Point{X: 300 + 28*float64(k), Y: 400 + 120*float64(i)}, 0)})
		}
		h.set++
	}
	h.river(1, "9m", false)
	for place := models.Place(2); place <= 4; place++ {
		h.river(place, fmt.Sprintf("%dp", place), false)
	}
	h.laid(1, row("77s")...)
	if v := h.End().Verdicts[0]; len(v.Wins) != 1 || len(v.Wins[0].Win.Hand.Melds) != 5 {
		t.Errorf("it ends with %+v, want a win with five melds", v)
	}
}

// A hand that is laid down beside a pung just claimed was not won on a tile of its own: none was drawn.
func TestWhoHasClaimedATileDrawsNone(t *testing.T) {
	h := newTelling(flowery())
	h.river(1, "1m", false)
	h.river(2, "2m", false)
	spot := h.river(3, "5z", false)
	h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 3}})
	h.meld(1, "555z")
	h.laid(1, row("123m456m789m22p")...)
	for _, f := range h.End().Facts() {
		if f.Name == "from" && f.Value == "1" {
			t.Errorf("it is told with %.4f that the tile was drawn", f.Chance)
		}
	}
}

// Nor was a concealed kong made in the turn that began with a claim, however late it is told.
func TestNoKongIsMadeOnAClaimedTile(t *testing.T) {
	for name, c := range map[string]struct {
		claims bool
		want   bool
	}{"after a draw": {false, true}, "after a pung": {true, false}} {
		h := newTelling(flowery())
		h.cleared(1, "1m")
		spot := h.river(2, "5z", false)
		if c.claims {
			h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2}})
			h.meld(3, "555z")
		}
		h.cleared(3, "3m")
		h.meld(3, "4s##4s")
		held, _ := h.beam.Now()
		late := slices.ContainsFunc(held, func(one *histories.History) bool {
			return slices.ContainsFunc(one.Moves, func(m histories.Move) bool { return m.Do == models.MadeConcealed && m.Late })
		})
		if late != c.want {
			t.Errorf("%s: a kong before the last discard is believed possible: %v", name, late)
		}
	}
}

func TestADiscardIsCalledBeforeItWasSeen(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	h.meld(3, "345s")
	h.river(3, "3m", false)
	check(t, h, "discard11m", "discard2?", "chow3?", "discard33m")
}

func TestATileIsTakenBackAndAnotherPlayed(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	spot := h.river(2, "2m", false)
	h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2}})
	h.river(2, "8s", false)
	h.river(3, "3m", false)
	check(t, h, "discard11m", "discard28s", "discard33m")
}

func TestATileThatIsTakenBackMayBeToldToLeaveAfterTheNextOneLies(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	spot := h.river(2, "2m", false)
	h.river(2, "8s", false)
	h.change(watch.Change{Kind: watch.Gone, Set: h.set, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2}})
	h.river(3, "3m", false)
	check(t, h, "discard11m", "discard28s", "discard33m")
	for i, e := range h.Events() { // or what was taken back was let fall
		if e.Confidence < .95 {
			t.Errorf("event %d is believed with %.3f", i, e.Confidence)
		}
	}
}

func (h *telling) stick(place models.Place) {
	h.change(watch.Change{Kind: watch.StickLaid, Area: watch.Area{Use: watch.StickZone, Place: place}, Stick: .999})
}

func TestRiichiLiesSidewaysAndLaysAStick(t *testing.T) {
	for name, c := range map[string]struct {
		tell func(h *telling)
		want string
	}{
		"a stick follows":     {func(h *telling) { h.river(2, "2m", true); h.stick(2) }, "discard22m!"},
		"a stick comes first": {func(h *telling) { h.stick(2); h.river(2, "2m", true) }, "discard22m!"},
		"nobody lays a stick": {func(h *telling) { h.river(2, "2m", true) }, "discard22m"},
		"another lays it":     {func(h *telling) { h.river(2, "2m", true); h.stick(3) }, "discard22m"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTelling(riichi())
			h.river(1, "1m", false)
			c.tell(h)
			h.river(3, "3m", false)
			h.river(4, "4m", false)
			check(t, h, "discard11m", c.want, "discard33m", "discard44m")
		})
	}
}

// TestAStickBesideAStraightTileIsAQuestion claims that a stick alone does not tell riichi as surely as a club asks (.995), nor that
// it is none, at any time of a hand; beside a tile that lies sideways it does.
func TestAStickBesideAStraightTileIsAQuestion(t *testing.T) {
	for turns := range 10 {
		for _, turned := range []bool{false, true} {
			h := newTelling(riichi())
			for i := range turns {
				for place := range models.Places {
					h.river(models.PlaceAt(place), fmt.Sprint(1+(i+2*place)%9, []string{"m", "p", "s"}[(i+place)%3]), false)
				}
			}
			h.river(1, "9m", false)
			h.river(2, "2m", turned)
			h.stick(2)
			h.river(3, "3m", false)
			h.river(4, "4m", false)
			declared := 0.0
			all, weights := h.beam.Now()
			for i := range all {
				if all[i].Players[1].Riichi > 0 {
					declared += weights[i]
				}
			}
			if open := declared > .005 && declared < .995; open == turned {
				t.Errorf("after %d turns, turned %v: riichi with %.4f", turns, turned, declared)
			}
		}
	}
}

// What is won on in the turn after riichi pays one fan more: the stick tells whether the tile that lies sideways
// declared it or the called one before.
func TestTheStickTellsWhichOfTwoDiscardsDeclaredRiichi(t *testing.T) {
	h := newTelling(riichi())
	for i, text := range []string{"1m", "2m", "3m"} {
		h.river(models.PlaceAt(i), text, false)
	}
	called := h.river(4, "5z", false)
	h.change(watch.Change{Kind: watch.Gone, Spot: called, Area: watch.Area{Use: calibration.RiverZone, Place: 4}})
	h.meld(1, "555z")
	for i, text := range []string{"1p", "2p", "3p"} {
		h.river(models.PlaceAt(i), text, false)
	}
	h.stick(4) // is told first, of one set with its discard
	h.set--
	h.river(4, "9s", true)
	earlier := 0.0
	beam, weights := h.beam.Now()
	for i, b := range beam {
		if slices.ContainsFunc(b.Deeds(), func(m histories.Move) bool { return m.Riichi && m.Slot == int32(h.seen.Spots[called]) }) {
			earlier += weights[i]
		}
	}
	if earlier <= 0 || earlier > 1e-3 {
		t.Errorf("the discard that was called twenty seconds before the stick has declared riichi with %.6f", earlier)
	}
}

func TestATableTeachesWhetherItsSticksAreSeen(t *testing.T) {
	const turned = 25 // which discard lies so, the seventh of its player
	tell := func(inView float64, stick bool) *telling {
		priors := prior.Standard()
		priors.InView = inView
		h := &telling{Play: New(riichi(), prior.Start{Dealer: 1, Round: models.East}, priors)}
		for n := range 32 {
			h.river(models.PlaceAt(n), fmt.Sprintf("%d%c", 1+n%9, "mps"[n/9%3]), n == turned)
			if n == turned && stick {
				h.stick(2)
			}
		}
		return h
	}
	if p := tell(prior.Standard().InView, true).Learned(prior.Learned{}).InView; p < .99 {
		t.Errorf("after a stick the club lays them in view with %.3f", p)
	}
	const evening = 4 // hands without a stick
	p := prior.Standard().InView
	for range evening {
		p = tell(p, false).Learned(prior.Learned{}).InView
	}
	if p > .6 {
		t.Errorf("after %d hands with a turned tile and no stick the club lays them in view with %.3f", evening, p)
	}
	if h := tell(.001, false); !h.Events()[turned].Riichi {
		t.Error("in a club with a tray a turned tile is no riichi without a stick")
	}
}

func TestAnEventThatReadsOtherwiseIsRevised(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	spot := h.river(2, "2m", false)
	h.river(3, "3m", false)
	h.change(watch.Change{Kind: watch.Revised, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2},
		Evidence: clearly(tile("3m"), models.Point{}, 3)})
	check(t, h, "discard11m", "discard23m", "discard33m")
	if n := h.Events()[1].Revision; n != 1 {
		t.Errorf("revision is %d, want 1", n)
	}
}

func TestMoreDiscardsThanTilesEndAHandAllTheSame(t *testing.T) {
	h := newTelling(riichi())
	for i := range 76 {
		h.river(models.PlaceAt(i), []string{"1m", "5p", "9s", "3z"}[i/4%4], false)
	}
	h.meld(2, "123m")
	h.change(watch.Change{Kind: watch.Swept})
	e := h.End()
	if len(e.Verdicts) == 0 || e.Verdicts[0].How != models.DrawnGame || e.Verdicts[0].Reason != prior.Exhausted {
		t.Errorf("the hand ended as %+v, want an exhausted wall", e.Verdicts)
	}
}

// FuzzHear hears any changes: histories never run out, and probabilities stay such.
func FuzzHear(f *testing.F) {
	f.Add(uint64(1), 8)
	f.Add(uint64(2), 12)
	f.Fuzz(func(t *testing.T, seed uint64, n int) {
		if n < 0 || n > 12 { // more take ten seconds on a busy machine when they are watched, which counts as hanging
			return
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		priors := prior.Standard()
		priors.Beam, priors.Wide = 16, 24
		p := New(riichi(), prior.Start{Dealer: models.PlaceAt(rng.IntN(4)), Round: models.East}, priors)
		for i := range n {
			p.Hear(anything(rng, i))
			if now, _ := p.beam.Now(); len(now) == 0 {
				t.Fatal("no history is left")
			}
		}
		e := p.End()
		sum := e.Rest
		for _, v := range e.Verdicts {
			sum += v.Chance
		}
		if !(sum > .99 && sum < 1.01) {
			t.Fatalf("chances sum up to %v", sum)
		}
		for _, event := range p.Events() {
			if !(event.Confidence >= 0 && event.Confidence <= 1) {
				t.Fatalf("confidence of %v is %v", event.Do, event.Confidence)
			}
		}
	})
}

// anything is a change by chance.
func anything(rng *rand.Rand, i int) *watch.Change {
	kinds := []watch.Kind{watch.Added, watch.Added, watch.Added, watch.Added, watch.Gone, watch.Turned, watch.Revised, watch.Laid, watch.Taken, watch.Swept, watch.Warned}
	uses := []calibration.Use{calibration.RiverZone, calibration.RiverZone, calibration.RiverZone, calibration.MeldZone, calibration.HandZone,
		calibration.FlowerZone, calibration.WinningZone, calibration.DoraZone, watch.WallZone, watch.OtherZone}
	evidence := func() (e models.Evidence) {
		e.At, e.Quarter = models.Point{X: rng.Float64()*800 - 400, Y: rng.Float64()*800 - 400}, rng.IntN(4)
		for t := range e.LogLike {
			e.LogLike[t] = rng.NormFloat64() * 10
		}
		return e
	}
	c := &watch.Change{Kind: kinds[rng.IntN(len(kinds))], Set: 1 + i/(1+rng.IntN(3)), Spot: watch.Spot(rng.IntN(i + 2)), Evidence: evidence(),
		Area: watch.Area{Use: uses[rng.IntN(len(uses))], Place: models.Place(rng.IntN(5))}, Rest: time.Duration(i) * time.Second}
	if c.Kind == watch.Added {
		c.Spot = watch.Spot(i + 1)
	}
	for range rng.IntN(16) {
		c.Hand = append(c.Hand, evidence())
	}
	if c.Kind == watch.Warned && rng.IntN(2) == 0 {
		c.Warning = watch.LensCovered
	}
	return c
}

func TestAMeldThatTouchesAnOlderOneIsWhole(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	called := func(place models.Place, text string) {
		spot := h.river(place, text, false)
		h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: place}})
	}
	called(2, "3z")
	h.meld(4, "333z")
	last := h.spot
	h.river(4, "4m", false)
	called(1, "6z")
	h.set++
	for i := range 3 { // the first of them lies against the last of the older meld
		beside := watch.Spot(0)
		if i == 0 {
			beside = last
		}
		h.change(watch.Change{Kind: watch.Added, Set: h.set, Beside: beside, Area: watch.Area{Use: calibration.MeldZone, Place: 4},
			Evidence: clearly(tile("6z"), models.Point{X: 300 + 28*float64(3+i), Y: 400}, 1)})
	}
	h.river(4, "9m", false)
	for _, s := range h.seen.Sights {
		if s.Act == evidence.MeldSeen && len(s.Slots) != 3 || s.Act == evidence.AddedSeen {
			t.Errorf("a meld of %d tiles", len(s.Slots))
		}
	}
	check(t, h, "discard11m", "discard23z", "pung43z", "discard44m", "discard16z", "pung46z", "discard49m")
}

// anyBook is a book to which all hands are the same.
type anyBook struct{}

func (anyBook) Of(*verdict.Verdict) string { return "same" }

func (anyBook) Pays(models.Seat, *verdict.Shown, *verdict.Verdict) string { return "same" }

// flowery is a game with flowers in which every hand wins.
func flowery() *prior.Game {
	return &prior.Game{Rules: "mcr", Players: 4, Wall: prior.Wall{Tiles: 144, Flowers: true},
		Calls: prior.Calls{Chows: true, Turned: true}, Ends: prior.Ends{Heads: 1}}
}

// laid lays a hand down.
func (h *telling) laid(place models.Place, hand ...models.Evidence) {
	h.change(watch.Change{Kind: watch.Laid, Area: watch.Area{Use: calibration.HandZone, Place: place}, Hand: hand})
}

// row are the tiles of a hand, read well.
func row(text string) (hand []models.Evidence) {
	tiles, err := models.ParseTiles(text)
	if err != nil {
		panic(err)
	}
	for i, t := range tiles {
		hand = append(hand, clearly(t, models.Point{X: 27 * float64(i), Y: 330}, 0))
	}
	return hand
}

func TestFlowersThatLookAlikeAreInDoubt(t *testing.T) {
	for _, c := range []struct {
		second string
		like   float64 // of the first flower where the second lies, relative to that of its own
		sure   bool
	}{{"2f", -20, true}, {"2f", -1, false}, {"1f", 0, false}} {
		h := newTelling(flowery())
		hand := row("123m456m789m1122p")
		first, second := clearly(tile("1f"), models.Point{X: -30, Y: 280}, 0), clearly(tile(c.second), models.Point{X: -60, Y: 280}, 0)
		if c.second != "1f" {
			second.LogLike[tile("1f")] = second.LogLike[tile("2f")] + c.like
		} else {
			second.LogLike[tile("2f")] = second.LogLike[tile("1f")] - 1
		}
		h.laid(1, append(append(hand, clearly(tile("2p"), models.Point{X: 400, Y: 330}, 0)), first, second)...)
		for _, f := range h.End().Facts() {
			if f.Name == "flowers" && (f.Chance > .995) != c.sure {
				t.Errorf("%+v: %s flowers are told with %.5f, want sure %v", c, f.Value, f.Chance, c.sure)
			}
		}
	}
}

// TestAFlowerThatLiesBeforeAnotherPlayerTooIsInDoubt claims that of two flowers which are read alike before two players one was misread, by
// how surely each of them is what it is read as: there is one of each, and none was told twice so far apart.
func TestAFlowerThatLiesBeforeAnotherPlayerTooIsInDoubt(t *testing.T) {
	for _, c := range []struct {
		other float64 // how much more the other player's is like the first flower than like the second
		sure  bool
	}{{-20, true}, {20, false}} {
		h := newTelling(flowery())
		lies := func(place models.Place, more float64, y float64) {
			e := clearly(tile("1f"), models.Point{X: -30, Y: y}, 0)
			e.LogLike[tile("2f")] = e.LogLike[tile("1f")] - more
			h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.FlowerZone, Place: place}, Evidence: e})
		}
		lies(2, c.other, -100)
		lies(1, 12, 280)
		for i, text := range []string{"1z", "2z", "3z", "4z"} {
			h.river(models.PlaceAt(i), text, false)
		}
		h.laid(1, append(row("123m456m789m1122p"), clearly(tile("2p"), models.Point{X: 400, Y: 330}, 0))...)
		chance, all := 0.0, 0.0
		for _, v := range h.End().Verdicts {
			if len(v.Wins) > 0 {
				all += v.Chance
				if slices.Contains(v.Wins[0].Win.Flowers.Tiles, tile("1f")) {
					chance += v.Chance
				}
			}
		}
		if chance /= all; (chance > .995) != c.sure {
			t.Errorf("another player's flower is the same by %v: it is the first flower with %.6f", c.other, chance)
		}
		for _, e := range h.Events() {
			if e.Do == models.LaidFlower && e.Place == 1 && (e.Confidence > .995) != c.sure {
				t.Errorf("another player's flower is the same by %v: %v is told with %.6f", c.other, e.Tile, e.Confidence)
			}
		}
	}
}

func TestAFlowerMayLieUnseen(t *testing.T) {
	doubt := func(tiles int) float64 { // in a wall of so many the hand takes as many as ever
		g := flowery()
		g.Tiles = tiles
		h := newTelling(g)
		h.laid(1, append(row("123m456m789m1122p"), clearly(tile("2p"), models.Point{X: 400, Y: 330}, 0))...)
		for _, f := range h.End().Facts() {
			if f.Name == "flowers" {
				return f.Rival
			}
		}
		return 1
	}
	if early, late := doubt(144), doubt(60); early < 1e-5 || late < 2*early || late > .02 {
		t.Errorf("another number of flowers is likely with %.2g early and %.2g late", early, late)
	}
}

// What hides tiles hides flowers: the more was overlooked of a hand, the likelier a flower was; and where a row of them has a gap.
func TestAFlowerIsMissedWhereOtherTilesAre(t *testing.T) {
	doubt := func(unread, lacks int) float64 {
		h := newTelling(flowery())
		for i, f := range []string{"1f", "2f", "3f", "4f"} {
			if i != lacks {
				h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.FlowerZone, Place: 1},
					Evidence: clearly(tile(f), models.Point{X: -200 + 26*float64(i), Y: 280}, 0)})
			}
		}
		for i := range 24 {
			at := models.PlaceAt(i % models.Places)
			if i%models.Places == 3 && i/models.Places < unread {
				h.unread(calibration.RiverZone, at)
			} else {
				h.river(at, []string{"1z", "2z", "3z", "4z", "5z", "6z", "7z"}[i%7], false)
			}
		}
		h.laid(1, append(row("123m456m789m1122p"), clearly(tile("2p"), models.Point{X: 400, Y: 330}, 0))...)
		for _, f := range h.End().Facts() {
			if f.Name == "flowers" {
				return f.Rival
			}
		}
		return 1
	}
	plain, two, four := doubt(0, -1), doubt(2, -1), doubt(4, -1)
	if plain > .001 || two < 5*plain || four < 1.5*two {
		t.Errorf("another number of flowers is likely with %.2g where all was read, %.2g and %.2g where two and four discards were not", plain, two, four)
	}
	if last, between := doubt(0, 3), doubt(0, 2); last > .001 || between < 5*last {
		t.Errorf("another number of flowers is likely with %.2g after a row and %.2g where it has a gap", last, between)
	}
}

// TestAFlowerMayBeTheOnlyTileThatIsMissed claims that an evening of which nothing was overlooked does not make it certain that no
// flower was: something may hide one and nothing else.
func TestAFlowerMayBeTheOnlyTileThatIsMissed(t *testing.T) {
	doubt := func(learned prior.Learned) float64 {
		h := &telling{Play: New(flowery(), prior.Start{Dealer: 1, Round: models.East}, learned.Figures(prior.Standard()))}
		h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.FlowerZone, Place: 1},
			Evidence: clearly(tile("1f"), models.Point{X: -200, Y: 280}, 0)})
		for i := range 40 {
			h.river(models.PlaceAt(i%models.Places), []string{"1z", "2z", "3z", "4z", "5z", "6z", "7z", "1p", "9p", "1s", "9s"}[i%11], false)
		}
		h.laid(1, append(row("123m456m789m1122p"), clearly(tile("2p"), models.Point{X: 400, Y: 330}, 0))...)
		for _, f := range h.End().Facts() {
			if f.Name == "flowers" {
				return f.Rival
			}
		}
		return 0
	}
	var evening prior.Learned
	for range 20 {
		evening = evening.After(prior.Hand{InView: .8, Expected: 1}, prior.Standard().Fades)
	}
	const read = .00045 // that the flower which was seen is another, or none
	if last := doubt(evening); last < read+.0002 {
		t.Errorf("another number of flowers is likely with %.2g at the end of an evening without a tile overlooked", last)
	}
}

func (h *telling) unread(use calibration.Use, place models.Place) {
	h.change(watch.Change{Kind: watch.Unread, Area: watch.Area{Use: use, Place: place}})
}

// Backs may be no lighter than the cloth: then two faces alike came that nobody discarded, with none of
// the backs or with one of them. Of four backs nobody knows what they are.
func TestWhatNobodySawOfAConcealedKongIsNotMadeUp(t *testing.T) {
	for name, c := range map[string]struct {
		seen map[float64]string
		want string
	}{
		"no back":  {map[float64]string{152: "4s", 232: "4s"}, "4444s"},
		"one back": {map[float64]string{152: "4s", 205: "#", 232: "4s"}, "4444s"},
		"no face":  {map[float64]string{152: "#", 178: "#", 205: "#", 232: "#"}, "????"},
	} {
		h := newTelling(flowery())
		h.river(1, "1m", false)
		h.river(2, "9s", false)
		h.set++
		for _, y := range slices.Sorted(maps.Keys(c.seen)) {
			h.change(watch.Change{Kind: watch.Added, Set: h.set, Area: watch.Area{Use: calibration.MeldZone, Place: 3}, Evidence: clearly(tile(c.seen[y]), models.Point{X: y, Y: 380}, 2)})
		}
		h.river(3, "3m", false)
		h.river(4, "4m", false)
		made := ""
		for _, e := range h.Record().Events {
			if e.Do == models.MadeConcealed && e.Place == 3 {
				made = e.Tiles.String()
			}
		}
		if made != c.want {
			t.Errorf("%s: told a concealed kong of %q, want %q: %+v", name, made, c.want, h.Record().Events)
		}
	}
}

// Backs may be no lighter than the cloth, and one face of a pung may not be seen: how far apart the two lie that
// were, and whose turn it was, tells which.
func TestTwoFacesAreAConcealedKongOrAPung(t *testing.T) {
	const wide = 26.5
	for name, c := range map[string]struct {
		tiles       float64 // widths of a tile between the two
		inTurn      bool    // or nobody saw the discard before
		least, most float64 // chance of a kong
	}{
		"ends in turn":         {3, true, .995, 1},
		"ends out of turn":     {3, false, .995, 1},
		"beside each other":    {1, true, .995, 1},
		"either of them":       {1, false, .05, .95},
		"around another":       {2, false, 0, .005},
		"around a turned tile": {2.36, false, 0, .02},
	} {
		h := newTelling(flowery())
		h.river(1, "1m", false)
		if c.inTurn {
			h.river(2, "9s", false)
		}
		h.twoFaces(c.tiles * wide)
		if kong := h.kong(); kong < c.least || kong > c.most {
			t.Errorf("%s: a kong with %.5f, want %.5f to %.5f", name, kong, c.least, c.most)
		}
	}
}

// twoFaces are all that is told of a set of the third place, which discards.
func (h *telling) twoFaces(apart float64) {
	h.set++
	for i := range 2 {
		h.change(watch.Change{Kind: watch.Added, Set: h.set, Area: watch.Area{Use: calibration.MeldZone, Place: 3},
			Evidence: clearly(tile("4s"), models.Point{X: 150 + apart*float64(i), Y: -380}, 2)})
	}
	h.river(3, "3m", false)
	h.river(4, "4m", false)
}

// kong is the chance that the third place has a concealed kong.
func (h *telling) kong() (chance float64) {
	held, chances := h.beam.Now()
	for i := range held {
		if held[i].Players[2].Own != 0 {
			chance += chances[i]
		}
	}
	return chance
}

func TestATileOfAPungThatMayOnlyHaveBeenPushedIsInDoubt(t *testing.T) {
	for _, c := range []struct{ doubt, least, most float64 }{{0, .995, 1.005}, {.5, .5, .95}, {.95, .02, .5}} {
		h := newTelling(flowery())
		h.river(1, "1m", false)
		spot := h.river(2, "2m", false)
		h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2}})
		h.meld(3, "222m")
		h.river(3, "3m", false)
		h.river(4, "4m", false)
		h.river(1, "5m", false)
		h.river(2, "6m", false)
		h.set++
		h.change(watch.Change{Kind: watch.Added, Set: h.set, Doubt: c.doubt, Area: watch.Area{Use: calibration.MeldZone, Place: 3},
			Evidence: clearly(tile("2m"), models.Point{X: 300, Y: 300}, 2)})
		h.river(3, "7m", false)
		held, chances := h.beam.Now()
		kong := 0.
		for i := range held {
			kong += chances[i] * float64(held[i].Kongs)
		}
		if kong < c.least || kong > c.most {
			t.Errorf("doubted with %v it is a kong with %.4f, want %v to %v", c.doubt, kong, c.least, c.most)
		}
	}
}

func TestAKongTurnsAnIndicator(t *testing.T) {
	kong := func(turned bool) float64 {
		h := newTelling(&prior.Game{Rules: "riichi", Players: 4, Riichi: true, Wall: prior.Wall{Tiles: 136, Dead: 14},
			Indicators: prior.Indicators{Dora: true, KanDora: turned}, Calls: prior.Calls{Chows: true},
			Ends: prior.Ends{Heads: 1}})
		h.river(1, "1m", false)
		h.twoFaces(26.5)
		h.laid(1, row("123m456m789m11222p")...)
		return h.kong()
	}
	if with, without := kong(true), kong(false); with > without/10 {
		t.Errorf("a kong of which nobody saw the indicator is made with %.5f, where none is turned with %.5f", with, without)
	}
}

func TestWhatNobodyCouldReadFillsItsPlace(t *testing.T) {
	h := newTelling(flowery())
	h.river(1, "1m", false)
	h.unread(calibration.RiverZone, 2)
	h.river(3, "3m", false)
	h.unread(calibration.RiverZone, 1) // whose turn it is not
	h.river(4, "4m", false)
	h.river(1, "9m", false)
	check(t, h, "discard11m", "discard2?", "discard33m", "discard44m", "discard19m")
}

func TestWhatNobodyCouldReadIsDoubted(t *testing.T) {
	const asked = .005
	doubt := func(fact string, use calibration.Use, place models.Place) float64 {
		g := flowery()
		g.Complete = func(*models.Win) bool { return true }
		h := newTelling(g)
		h.river(1, "1m", false)
		h.river(2, "2p", false)
		if place != 0 {
			h.unread(use, place)
		}
		h.laid(1, row("123m456m789m1122p")...)
		for _, f := range h.End().Facts() {
			if f.Name == fact {
				return 1 - f.Chance
			}
		}
		return 1
	}
	if before := doubt("flowers", "", 0); before > asked {
		t.Errorf("without it the flowers are doubted with %.4f", before)
	}
	if d := doubt("flowers", calibration.FlowerZone, 1); d < asked {
		t.Errorf("beside the winner's hand lies what nobody could read: the flowers are doubted with %.4f", d)
	}
	if before, d := doubt("from", "", 0), doubt("from", calibration.RiverZone, 3); d < 2*before || d < asked {
		t.Errorf("in a river lies what nobody could read: who discarded is doubted with %.4f, %.4f without it", d, before)
	}
}

// TestADiscardThatNobodyCouldReadMayHaveBeenPushedIntoAHand claims that such a one may lie in the hand of who won on it, since it is
// never told that it left its river.
func TestADiscardThatNobodyCouldReadMayHaveBeenPushedIntoAHand(t *testing.T) {
	const asked = .005
	g := riichi()
	g.Complete = func(w *models.Win) bool {
		tiles := append(slices.Clone(w.Concealed), w.Tile)
		slices.Sort(tiles)
		return tiles.String() == "123456789m11222p"
	}
	h := newTelling(g)
	h.river(1, "1s", false)
	h.river(2, "9s", false)
	h.river(3, "3s", false)
	h.unread(calibration.RiverZone, 4)
	h.laid(1, row("123m456m789m11222p")...)
	h.change(watch.Change{Kind: watch.Swept})
	for _, f := range h.End().Facts() {
		if f.Name == "from" && 1-f.Chance < asked {
			t.Errorf("told with an error of %.4f that place 1 has drawn", 1-f.Chance)
		}
	}
}

func TestWhatNobodyCouldReadApartFromItsOwnersFlowersIsHardlyOne(t *testing.T) {
	doubt := func(unread bool, at models.Point) float64 {
		h := newTelling(flowery())
		h.flower(1, "1f", 1)
		h.river(1, "1m", false)
		h.river(2, "2p", false)
		if unread {
			h.change(watch.Change{Kind: watch.Unread, Area: watch.Area{Use: calibration.MeldZone, Place: 1}, Evidence: models.Evidence{Pose: models.Pose{At: at}}})
		}
		h.laid(1, row("123m456m789m1122p")...)
		for _, f := range h.End().Facts() {
			if f.Name == "flowers" {
				return 1 - f.Chance
			}
		}
		return 1
	}
	without := doubt(false, models.Point{})
	beside, apart := doubt(true, models.Point{X: -60, Y: 280})-without, doubt(true, models.Point{X: 100, Y: 390})-without
	if beside < 1e-3 || apart > beside/10 {
		t.Errorf("it makes flowers doubtful by %.5f beside theirs and %.5f apart from them, %.5f without it", beside, apart, without)
	}
}

func TestHistoriesThatStandAlikeAreOne(t *testing.T) {
	h := newTelling(flowery())
	for i, text := range []string{"1m", "2m", "3m", "4m", "5m", "6m"} {
		h.river(models.PlaceAt(i), text, false)
	}
	h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.FlowerZone, Place: 3}, Evidence: clearly(tile("1f"), models.Point{X: -30, Y: 280}, 2)})
	h.river(3, "7m", false)
	beam, weights := h.beam.Now()
	seen := map[any]bool{}
	for _, b := range beam {
		key := [2]any{b.State, b.Deed}
		if seen[key] {
			t.Fatalf("two histories say %+v", b.Deeds())
		}
		seen[key] = true
	}
	if weights[0] < .9 {
		t.Errorf("the flower is told twice: the first history has %.3f", weights[0])
	}
}

func TestAMeldThatIsToldLateIsWhatItsTilesAre(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	h.river(2, "2m", false)
	h.river(3, "3m", false)
	spot := h.river(4, "7s", false)
	h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 4}})
	h.river(1, "9p", false)
	h.meld(1, "777s")
	h.river(2, "4p", false)
	beam, weights := h.beam.Now()
	for i, b := range beam {
		for _, m := range b.Deeds() {
			if m.Do == models.CalledChow && weights[i] > .01 {
				t.Fatalf("three 7s are said to be a chow with a probability of %.4f", weights[i])
			}
		}
	}
	if at := slices.IndexFunc(h.Events(), func(e verdict.Event) bool { return e.Do == models.CalledPung }); at < 0 {
		t.Errorf("no pung is told: %v", h.said())
	}
}

func TestNineTerminalsOfTheFirstTurnAreNoWin(t *testing.T) {
	for name, c := range map[string]struct {
		hand string
		want string
	}{
		"nine kinds": {"19m19p19s123z445m23p", prior.NineTerminals},
		"none":       {"234m345p567s22234p", ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := riichi()
			g.Aborts.NineTerminals = true
			g.Complete = func(*models.Win) bool { return false }
			h := newTelling(g)
			h.laid(1, row(c.hand)...) // before the dealer's first discard
			best, _ := h.beam.Now()
			if got := best[0].End.Reason; got != c.want {
				t.Errorf("ended as %s %q, want %q", best[0].End.How, got, c.want)
			}
		})
	}
}

func TestAnIndicatorBeforeAHandIsNoneOfItsTiles(t *testing.T) {
	h := newTelling(riichi())
	h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.WallZone, Place: 1}, Evidence: clearly(tile("8s"), models.Point{X: 0, Y: 284}, 0)})
	h.river(1, "1m", true)
	h.river(2, "2m", false)
	ura := watch.Change{Kind: watch.Added, Set: 9, Area: watch.Area{Use: calibration.MeldZone, Place: 1}, Evidence: clearly(tile("1p"), models.Point{X: 0, Y: 312}, 0)}
	spot := h.change(ura)
	hand := watch.Change{Kind: watch.Laid, Set: 9, Area: watch.Area{Use: calibration.HandZone, Place: 1}, Hand: append(row("123m456m789m1122p"), ura.Evidence)}
	hand.Spots = make([]watch.Spot, len(hand.Hand))
	for i := range hand.Spots {
		hand.Spots[i] = watch.Spot(100 + i)
	}
	hand.Spots[len(hand.Spots)-1] = spot
	h.change(hand)
	if n := len(h.seen.Sights[h.seen.Relaid(0)].Slots); n != 13 {
		t.Errorf("the hand has %d tiles, want 13", n)
	}
}

// TestAnUraInTheRowOfAWholeHandIsNoneOfItsTiles claims that what comes to rest with a hand, in its row and beside an indicator, is no tile
// of a hand that has all its tiles without it.
func TestAnUraInTheRowOfAWholeHandIsNoneOfItsTiles(t *testing.T) {
	for text, want := range map[string]int{"123m456m789m11222p": 14, "123m456m789m1122p": 14} { // of the second it is the last
		h := newTelling(riichi())
		at := float64(27 * len(row(text)))
		h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.WallZone, Place: 1}, Evidence: clearly(tile("8s"), models.Point{X: at, Y: 284}, 0)})
		h.river(1, "1m", true)
		h.river(2, "2m", false)
		ura := watch.Change{Kind: watch.Added, Set: 9, Area: watch.Area{Use: calibration.MeldZone, Place: 1}, Evidence: clearly(tile("2p"), models.Point{X: at, Y: 330}, 0)}
		spot := h.change(ura)
		hand := watch.Change{Kind: watch.Laid, Set: 9, Area: watch.Area{Use: calibration.HandZone, Place: 1}, Hand: append(row(text), ura.Evidence)}
		hand.Spots = make([]watch.Spot, len(hand.Hand))
		for i := range hand.Spots {
			hand.Spots[i] = watch.Spot(100 + i)
		}
		hand.Spots[len(hand.Spots)-1] = spot
		h.change(hand)
		if n := len(h.seen.Sights[h.seen.Relaid(0)].Slots); n != want {
			t.Errorf("%s: the hand has %d tiles, want %d", text, n, want)
		}
	}
}

// TestATileOfAHandBehindTheIndicatorsIsNone claims that a hand that is laid down two tiles from the
// ura before it keeps all its tiles.
func TestATileOfAHandBehindTheIndicatorsIsNone(t *testing.T) {
	h := newTelling(riichi())
	one := func(use calibration.Use, text string, x, y float64) {
		h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: use, Place: 4}, Evidence: clearly(tile(text), models.Point{X: x, Y: y}, 1)})
	}
	one(watch.WallZone, "7p", -279, -101)
	one(watch.WallZone, "1s", -312, -105)
	one(calibration.MeldZone, "6m", -381, -126)
	one(calibration.MeldZone, "7s", -381, -87)
	for i, act := range []evidence.Act{evidence.DoraSeen, evidence.DoraSeen, evidence.MeldSeen} {
		if h.seen.Sights[i].Act != act {
			t.Errorf("tile %d is taken for %v, want %v", i+1, h.seen.Sights[i].Act, act)
		}
	}
}

func TestAChangeOfNoSpotIsAboutNoTileThatWasToldBefore(t *testing.T) {
	h := newTelling(riichi())
	h.laid(1, row("123m456m789m1122p")...) // no spots are told
	last := h.seen.Slots[len(h.seen.Slots)-1]
	h.change(watch.Change{Kind: watch.Revised, Area: watch.Area{Use: calibration.HandZone, Place: 1}, Evidence: clearly(tile("9s"), models.Point{}, 0)})
	h.change(watch.Change{Kind: watch.Gone, Area: watch.Area{Use: calibration.HandZone, Place: 1}})
	if now := h.seen.Slots[len(h.seen.Slots)-1]; now.Gone || now.Q != last.Q {
		t.Errorf("the last tile of the hand is %v now", now.Q)
	}
}

func TestACallThatNobodySawLiesApartFromTheHand(t *testing.T) {
	called := func(apart float64) (chance float64) {
		h := newTelling(riichi())
		for i, text := range []string{"1m", "2m", "3m", "4m", "7z", "6z"} {
			h.river(models.PlaceAt(i), text, false)
		}
		hand := row("111222m55z78p456m6z")
		for i := 10; i < 13; i++ { // a chow of what place 4 discarded
			hand[i].At.X += apart
		}
		hand[13].At.X += apart + 40
		h.laid(1, hand...)
		beam, weights := h.beam.Now()
		for i, b := range beam {
			if b.Players[0].CallGaps > 0 {
				chance += weights[i]
			}
		}
		return chance
	}
	if inRow, apart := called(1), called(60); apart < 100*inRow {
		t.Errorf("a call that nobody saw has %.6f where its tiles lie apart, %.6f where they lie in the row of the hand", apart, inRow)
	}
}

// byMelds is a book that lets every hand of the right size win, and pays by its melds.
type byMelds struct{ anyBook }

func (byMelds) Of(v *verdict.Verdict) string {
	for i := range v.Wins {
		if v.Wins[i].Win.ValidateOf(riichi().Hand) != nil {
			return ""
		}
	}
	return "paid " + verdict.FactOf(v, "melds")
}

func TestAMeldThatNobodySawBeingLaidIsToldByTheHandInWhichItLies(t *testing.T) {
	for _, c := range []struct {
		apart float64 // mm
		melds string
		sure  bool
	}{{60, "[chow 456m]", true}, {0, "[]", false}} {
		g := riichi()
		g.Complete = func(*models.Win) bool { return true }
		h := newTelling(g)
		for i, text := range []string{"1m", "2m", "3m"} {
			h.river(models.PlaceAt(i), text, false)
		}
		called := h.river(4, "4m", false)
		h.left(calibration.RiverZone, 4, called)
		for i, text := range []string{"7z", "6z", "9s", "8s"} {
			h.river(models.PlaceAt(i), text, false)
		}
		hand := row("111222m55z678p456m")
		for i := range models.SetTiles {
			hand[len(hand)-1-i].At.X += c.apart
		}
		h.laid(1, hand...)
		s := h.End().Settle(byMelds{})
		if melds := verdict.FactOf(s.Best, "melds"); melds != c.melds {
			t.Errorf("%v mm apart the melds are %q, want %q", c.apart, melds, c.melds)
		}
		if sure := s.Error <= .005; sure != c.sure {
			t.Errorf("%v mm apart the hand is paid otherwise with %.4f", c.apart, s.Error)
		}
	}
}

func TestATileOfAHeapIsThatOfTheArmThatLaidIt(t *testing.T) {
	g := riichi()
	g.Heap = true
	h := newTelling(g)
	lay := func(text string, by int) {
		c := watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.OtherZone}, Evidence: clearly(tile(text), models.Point{}, 0)}
		c.By[by] = 1
		h.change(c)
	}
	lay("1m", 0)
	lay("2m", 1)
	lay("4m", 3) // nobody saw that of place 3
	lay("9m", 0)
	check(t, h, "discard11m", "discard22m", "discard3?", "discard44m", "discard19m")
}

// Where half of the discards lie sideways nobody lays rows, and a tile that lies before another player is that of whose
// turn it is; where all lie upright it came in the turn of who it lies before.
func TestAHeapShowsByHowItsTilesLie(t *testing.T) {
	for name, c := range map[string]struct {
		sideways func(n int) bool
		want     models.Place // of the last discard, which lies before place 4
	}{
		"a heap": {func(n int) bool { return n%2 == 0 }, 1},
		"rows":   {func(int) bool { return false }, 4},
	} {
		h := newTelling(flowery())
		for n := range 12 {
			h.river(models.PlaceAt(n%models.Places), fmt.Sprintf("%d%s", n%9+1, []string{"m", "p"}[n/9]), c.sideways(n))
		}
		h.river(4, "7z", false)
		h.river(2, "6z", c.sideways(1))
		events := h.Events()
		for _, e := range events {
			if e.Tile == tile("7z") && e.Place != c.want {
				t.Errorf("%s: what lies before place 4 is told as of place %d, want %d: %v", name, e.Place, c.want, h.said())
			}
		}
	}
}

func TestADiscardLikeTheLastOneIsAnotherWhereItLiesElsewhere(t *testing.T) {
	another := func(away float64) (chance float64) {
		h := newTelling(flowery())
		lay := func(text string, x float64) {
			h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.OtherZone}, Evidence: clearly(tile(text), models.Point{X: x}, 0)})
		}
		lay("1m", 200)
		lay("2z", 0)
		lay("2z", away)
		held, chances := h.beam.Now()
		for i := range held {
			chance += chances[i] * float64(held[i].Players[2].Discards)
		}
		return chance
	}
	if near, far := another(9), another(150); far < .98 || near > .9 {
		t.Errorf("a second one is another with %.4f where the first lies, with %.4f elsewhere", near, far)
	}
}

func TestATileThatWasCoveredFillsTheGapBeforeItWasSeen(t *testing.T) {
	fill := func(clear time.Duration) float64 {
		h := newTelling(riichi())
		h.river(1, "1m", false)
		h.river(2, "2m", false)
		h.river(4, "4m", false)
		h.river(1, "9m", false)
		c := watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.RiverZone, Place: 3}, Evidence: clearly(tile("3m"), models.Point{}, 2), Clear: clear}
		before := h.Fit()
		h.change(c)
		return h.Fit() - before
	}
	covered, seen := fill(9*time.Second), fill(19*time.Second)
	if covered < seen+3 {
		t.Errorf("a tile that was covered changes the log-likelihood by %.2f, one whose place was seen empty by %.2f", covered, seen)
	}
}

// TestTheIndicatorOfAKongMayBeToldBeforeIt claims that a second indicator is believed when a kong
// follows it, and not without one.
func TestTheIndicatorOfAKongMayBeToldBeforeIt(t *testing.T) {
	for _, kong := range []bool{true, false} {
		h := newTelling(riichi())
		for i, text := range []string{"5p", "7s"} {
			h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.WallZone, Place: 1}, Evidence: clearly(tile(text), models.Point{X: 30 * float64(i), Y: -284}, 0)})
		}
		if kong {
			h.meld(1, "2222s")
		}
		h.river(1, "1m", false)
		h.river(2, "2m", false)
		beam, weights := h.beam.Now()
		two := 0.0
		for i, b := range beam {
			if b.Dora == 2 {
				two += weights[i]
			}
		}
		if (two > .995) != kong {
			t.Errorf("a kong follows: %v; two indicators are believed with %.4f", kong, two)
		}
	}
}

// TestAMeldBeforeAHandIsLaidDownStaysOne claims that a call whose tile had left a river is no part
// of the hand that its owner lays down soon after it, but that tiles of a hand which come to rest
// one after the other are.
func TestAMeldBeforeAHandIsLaidDownStaysOne(t *testing.T) {
	called := func(pause time.Duration, last bool) bool {
		h := newTelling(riichi())
		h.river(1, "1m", false)
		spot := h.river(2, "4s", false)
		h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2}})
		hand := row("456s1112223z55p")
		laid := watch.Change{Kind: watch.Laid, Area: watch.Area{Use: calibration.HandZone, Place: 3}, Hand: hand}
		area := watch.Area{Use: calibration.MeldZone, Place: 3}
		for n := range hand {
			i := n
			if last {
				i = (n + 3) % len(hand)
			}
			c := watch.Change{Kind: watch.Added, Set: h.set + 1, Rest: 20 * time.Second, Spot: spot + watch.Spot(1+i), Area: area, Evidence: hand[i]}
			if (i >= 3) != last {
				c.Set, c.Rest = h.set+2, c.Rest+pause
			}
			laid.Set, laid.Rest = max(laid.Set, c.Set), max(laid.Rest, c.Rest)
			h.Hear(&c)
		}
		for i := range hand {
			laid.Spots = append(laid.Spots, spot+watch.Spot(1+i))
		}
		h.Hear(&laid)
		return slices.ContainsFunc(h.seen.Sights, func(s evidence.Sight) bool { return s.Act == evidence.MeldSeen })
	}
	if !called(1800*time.Millisecond, false) {
		t.Error("a chow is taken for a part of the hand that was laid down 1.8 s later")
	}
	if called(400*time.Millisecond, false) {
		t.Error("the first tiles of a hand are taken for a call")
	}
	if called(400*time.Millisecond, true) {
		t.Error("the last tiles of a hand are taken for a call")
	}
}

// TestAHandWhoseLastDiscardNobodySawIsDrawn claims that tiles that are swept away when the wall is as good as empty
// were not given up: that is as rare then as at any other moment, and a discard is missed more often.
func TestAHandWhoseLastDiscardNobodySawIsDrawn(t *testing.T) {
	for _, c := range []struct {
		seen   int // of six discards
		reason string
	}{{6, prior.Exhausted}, {5, prior.Exhausted}, {2, ""}} {
		g := riichi()
		g.Tiles = g.Dead + 13*g.Players + 6
		h := newTelling(g)
		for i, text := range []string{"1m", "2p", "3s", "4m", "5p", "6s"}[:c.seen] {
			h.river(models.PlaceAt(i%models.Places), text, false)
		}
		h.change(watch.Change{Kind: watch.Swept})
		if v := h.End().Verdicts[0]; v.Reason != c.reason || v.Chance < .99 {
			t.Errorf("%d of six discards seen: ended as %q with %.4f, want %q", c.seen, v.Reason, v.Chance, c.reason)
		}
	}
}

// TestLargerTilesAreToldAlike claims that what lies together is known by the width of the tiles: a kong whose ends alone
// were seen is one, of tiles of 39 mm as of usual ones.
func TestLargerTilesAreToldAlike(t *testing.T) {
	kong := func(width, apart float64) float64 {
		g := flowery()
		g.Width = width
		h := newTelling(g)
		h.river(1, "1m", false)
		h.river(2, "2m", false)
		h.twoFaces(apart)
		return h.kong()
	}
	usual, large, unlike := kong(0, 78), kong(39, 117), kong(0, 117)
	if math.Abs(usual-large) > 1e-9 || large < .99 || unlike > large-.1 {
		t.Errorf("a kong with %.4f of usual tiles, %.4f of large ones, %.4f of usual ones as far apart", usual, large, unlike)
	}
}

// shows lays a hand down before its owner.
func (h *telling) shows(place models.Place, text string) {
	hand := row(text)
	for i := range hand {
		at := models.Point{X: 27*float64(i) - 180, Y: -330}
		for range place.Index() {
			at = models.Point{X: -at.Y, Y: at.X}
		}
		hand[i].At, hand[i].Quarter = at, (4-place.Index())%4
	}
	h.laid(place, hand...)
}

// TestSeveralWinOnOneDiscard claims that another hand which is laid down and completed by the discard has won on it as well or, where one
// alone may, instead, if it comes first; that this is in doubt where all show their hands; and that it has not where it comes later.
func TestSeveralWinOnOneDiscard(t *testing.T) {
	const asked = .005
	for name, c := range map[string]struct {
		first, second models.Place
		heads         int
		allShow, asks bool
		want          string
	}{
		"two winners":                  {4, 3, 3, false, false, "3;4"},
		"one winner, who comes first":  {4, 3, 1, false, false, "3"},
		"one winner, others come late": {3, 4, 1, false, false, "3"},
		"all show their hands":         {4, 3, 1, true, true, "3"},
	} {
		g := flowery()
		g.Heads, g.AllShow = c.heads, c.allShow
		g.Complete = func(w *models.Win) bool {
			tiles := append(slices.Clone(w.Concealed), w.Tile)
			slices.Sort(tiles)
			return slices.Contains([]string{"123456789m11222p", "123456789m22p333s"}, tiles.String())
		}
		h := newTelling(g)
		h.river(1, "9s", false)
		h.river(2, "2p", false)
		h.shows(c.first, "123456789m1122p")
		h.shows(c.second, "123456789m2p333s")
		h.change(watch.Change{Kind: watch.Swept})
		for _, f := range h.End().Facts() {
			if f.Name == "winner" && (f.Value != c.want || 1-f.Chance > asked != c.asks) {
				t.Errorf("%s: told %s with an error of %.4f, want %s", name, f.Value, 1-f.Chance, c.want)
			}
		}
	}
}

// TestAPlaceWhoseFlowersAreNeverSeenIsAskedAboutThem plays an evening in which three players lay flowers where the camera sees them, and the
// fourth never does: a rack hides them.
func TestAPlaceWhoseFlowersAreNeverSeenIsAskedAboutThem(t *testing.T) {
	var evening prior.Learned
	hand := func(winner models.Place, flowers ...models.Place) (error float64) {
		h := &telling{Play: New(flowery(), prior.Start{Dealer: 1, Round: models.East}, evening.Figures(prior.Standard()))}
		for i, p := range flowers {
			h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.FlowerZone, Place: p},
				Evidence: clearly(tile(fmt.Sprintf("%df", i+1)), models.Point{X: -200, Y: 280}, 0)})
		}
		for i := range 40 {
			h.river(models.PlaceAt(i%models.Places), []string{"1z", "2z", "3z", "4z", "5z", "6z", "7z", "1p", "9p", "1s", "9s"}[i%11], false)
		}
		h.laid(winner, append(row("123m456m789m1122p"), clearly(tile("2p"), models.Point{X: 400, Y: 330}, 0))...)
		for _, f := range h.End().Facts() {
			if f.Name == "flowers" {
				error = 1 - f.Chance
			}
		}
		evening = h.Learned(evening)
		return error
	}
	first := hand(1)
	for range 4 {
		hand(2, 2, 3, 4)
	}
	if last := hand(1, 2, 3, 4); first > .004 || last < .005 {
		t.Errorf("no flowers of place 1: an error of %.4f in the first hand, %.4f in the sixth", first, last)
	}
	if seen := hand(2, 3, 4); seen > .003 {
		t.Errorf("no flowers of a place of which some were seen before: an error of %.4f", seen)
	}
	hand(2, 1)
	if again := hand(1, 2, 3, 4); again > .003 {
		t.Errorf("no flowers of place 1, of which one was seen at last: an error of %.4f", again)
	}
}

// TestATileOfAHandThatLooksLikeNoFaceIsWhatMakesItWin claims that a tile whose print looks like none that was learned is one of the set
// all the same: where one face alone makes a hand that wins it is that one, where two do it is asked about, whatever face is ahead a little.
func TestATileOfAHandThatLooksLikeNoFaceIsWhatMakesItWin(t *testing.T) {
	const asked = .005
	for name, c := range map[string]struct {
		wins string // the tiles that make the hand win
		best string // the most alike face
		sure bool
	}{
		"its face alone wins":                {"3m", "3m", true},
		"it alone wins, another is ahead":    {"3m", "8p", true},
		"two faces win, neither is ahead":    {"36m", "8p", false},
		"two faces win, the wrong one leads": {"36m", "6m", false},
	} {
		t.Run(name, func(t *testing.T) {
			g := flowery()
			g.Complete = func(w *models.Win) bool {
				tiles := append(slices.Clone(w.Concealed), w.Tile)
				slices.Sort(tiles)
				for _, f := range mustTiles(c.wins) {
					if want := append(mustTiles("45m456s789s22255p"), f); slices.Equal(slices.Sorted(slices.Values(want)), tiles) {
						return true
					}
				}
				return false
			}
			h := newTelling(g)
			h.river(1, "1z", false)
			h.river(2, "2z", false)
			h.river(3, "3z", false)
			h.river(4, "4z", false)
			hand := row("345m456s789s22255p")
			strange := &hand[0]
			for f := models.Tile(1); int(f) < models.Outcomes; f++ {
				strange.LogLike[f] = -10
			}
			strange.LogLike[tile(c.best)], strange.LogLike[models.Unknown] = 10-6, 10
			h.laid(1, hand...)
			h.change(watch.Change{Kind: watch.Swept})
			for _, f := range h.End().Facts() {
				if f.Name == "hand" && (f.Value == "" || (1-f.Chance < asked) != c.sure) {
					t.Errorf("%s is told with an error of %.4f, want it sure: %v", f.Value, 1-f.Chance, c.sure)
				}
			}
		})
	}
}

func mustTiles(text string) models.Tiles {
	tiles, err := models.ParseTiles(text)
	if err != nil {
		panic(err)
	}
	return tiles
}
