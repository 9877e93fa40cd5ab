package play

import (
	"slices"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/play/histories"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// battle is a game that goes on after a win, without a rule book.
func battle() *prior.Game {
	return &prior.Game{Rules: "sichuan", Players: 4, Void: true, Wall: prior.Wall{Tiles: 108, Suits: true},
		Calls: prior.Calls{PaidAsDrawn: true, Turned: true}, Ends: prior.Ends{Heads: 3, GoesOn: true},
		Complete: func(w *models.Win) bool { // 123s and a pair
			tiles := append(slices.Clone(w.Concealed), w.Tile)
			slices.Sort(tiles)
			return tiles.String() == "123456789m1122p" || tiles.String() == "123456789m11222p"
		}}
}

// goes tells that a discard leaves its river.
func (h *telling) goes(place models.Place, spot watch.Spot) {
	h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: place}})
}

// TestWhoHasWonIsOutOfTheGame claims that play goes on to the right of a winner, who takes no more turns, and that
// another may win on the same tile.
func TestWhoHasWonIsOutOfTheGame(t *testing.T) {
	h := newTelling(battle())
	h.river(1, "9s", false)
	h.river(2, "2p", false)
	h.laid(3, row("123456789m1122p")...)
	h.river(4, "8s", false)
	h.river(1, "7s", false)
	h.river(2, "6s", false)
	h.river(4, "2p", false) // not 3
	check(t, h, "discard19s", "discard22p", "win0"+models.NoTile.String(), "discard48s", "discard17s", "discard26s", "discard42p")
	if now, _ := h.beam.Now(); now[0].Phase == histories.Over || now[0].Turns(h.seen.Game, 0, 2) >= 0 || now[0].Turns(h.seen.Game, 0, 3) != 2 {
		t.Errorf("who has won still plays: %+v", now[0].End)
	}
	h.laid(1, row("123456789m1122p")...)
	if now, _ := h.beam.Now(); now[0].End.Won[0].Nth != 2 || now[0].End.Won[0].From != 3 {
		t.Errorf("the second win is %+v", now[0].End.Won[0])
	}
}

// TestAHandThatIsReadAfterTheNextDiscardsWonBeforeThem claims that a winner's hand which lay still before the places of later discards
// were taken won before them, on its own tile.
func TestAHandThatIsReadAfterTheNextDiscardsWonBeforeThem(t *testing.T) {
	h := newTelling(battle())
	h.cleared(1, "9s")
	h.cleared(2, "8s")
	h.set++
	h.cleared(4, "7s") // of which the place was seen empty after 15 s
	h.cleared(1, "6s")
	h.Hear(&watch.Change{Kind: watch.Laid, Set: h.set, Area: watch.Area{Use: calibration.HandZone, Place: 3}, Hand: row("123456789m11222p"),
		Clear: 11 * time.Second, Seen: 12 * time.Second, Rest: 12 * time.Second, Told: 22 * time.Second})
	check(t, h, "discard19s", "discard28s", "win0"+models.NoTile.String(), "discard47s", "discard16s")
	if now, _ := h.beam.Now(); now[0].End.Won[2].From != 2 {
		t.Errorf("the win is %+v", now[0].End.Won[2])
	}
}

// TestAHandAtTheEndDidNotWinOnATileOfLongAgo claims that a hand which is shown after the last tile, and waits for what somebody won
// on before others drew, has not won.
func TestAHandAtTheEndDidNotWinOnATileOfLongAgo(t *testing.T) {
	game := battle()
	game.Tiles = models.Places*models.Thirteen.Tiles() + 8 // all of them are drawn
	game.Complete = func(w *models.Win) bool {
		tiles := append(slices.Clone(w.Concealed), w.Tile)
		slices.Sort(tiles)
		return slices.Contains([]string{"123456789m11222p", "123456789m22p333s"}, tiles.String())
	}
	h := newTelling(game)
	h.river(1, "9s", false)
	h.river(2, "2p", false)
	before := row("123456789m1122p")
	for i := range before {
		before[i].At, before[i].Quarter = models.Point{X: -330, Y: 27 * float64(i)}, 1 // before place 4
	}
	h.laid(4, before...)
	for _, discard := range []string{"8s", "7s"} {
		for place := range models.Place(3) {
			h.river(place+1, discard, false)
		}
	}
	h.laid(1, row("123456789m3344p")...)
	h.laid(3, row("123456789m2p333s")...)
	if first := h.End().Verdicts[0]; first.How != models.DrawnGame || len(first.Wins) != 1 || first.Wins[0].Place != 4 {
		t.Errorf("%v, %d wins: %+v", first.How, len(first.Wins), first.Wins)
	}
}

// waiting is a game that goes on after a win, in which two hands wait for 2p.
func waiting() *prior.Game {
	game := battle()
	game.Complete = func(w *models.Win) bool {
		tiles := append(slices.Clone(w.Concealed), w.Tile)
		slices.Sort(tiles)
		return slices.Contains([]string{"123456789m11222p", "123456789m22p333s"}, tiles.String())
	}
	return game
}

// TestTwoWhoWinOnOneDiscardEndTheHandWithAThird claims that the hand is over when one had won before them.
func TestTwoWhoWinOnOneDiscardEndTheHandWithAThird(t *testing.T) {
	h := newTelling(waiting())
	h.river(1, "9s", false)
	h.river(2, "2p", false)
	h.shows(4, "123456789m1122p")
	h.river(1, "8s", false)
	h.river(2, "2p", false)
	h.shows(3, "123456789m2p333s")
	h.shows(1, "123456789m1122p")
	if over, _ := h.Over(); !over {
		t.Error("three have won, and the hand goes on")
	}
	if first := h.End().Verdicts[0]; first.How != models.Wins || len(first.Wins) != 3 || first.Wins[1].From != 2 || first.Wins[2].From != 2 {
		t.Errorf("%v, %d wins: %+v", first.How, len(first.Wins), first.Wins)
	}
}

// afterTheLast is a hand of which the last tile, 2p of place 4, was discarded, in a game that goes on after a win or in one in which all show
// their hands whoever wins.
func afterTheLast(goesOn bool) *telling {
	game := waiting()
	game.Tiles = models.Places*models.Thirteen.Tiles() + 4
	if !goesOn {
		game.Void, game.Ends = false, prior.Ends{Heads: 1, AllShow: true}
	}
	h := newTelling(game)
	for place, tile := range []string{"9s", "8s", "7s", "2p"} {
		h.river(models.PlaceAt(place), tile, false)
	}
	return h
}

// TestWhoseHandTheLastTileCompletesIsAsked claims that a hand which is shown after the last discard and is complete with it has won on it, but for
// the few that let it pass: waiting for a dearer tile may pay more, so that a referee is asked.
func TestWhoseHandTheLastTileCompletesIsAsked(t *testing.T) {
	for _, goesOn := range []bool{true, false} {
		h := afterTheLast(goesOn)
		h.shows(2, "123456789m1122p")
		all := h.End().Verdicts
		if len(all[0].Wins) != 1 || all[0].Wins[0].From != 4 {
			t.Fatalf("goes on %t: %v, %d wins: %+v", goesOn, all[0].How, len(all[0].Wins), all[0].Wins)
		}
		nobody := 0.
		for i := range all {
			if len(all[i].Wins) == 0 {
				nobody += all[i].Chance
			}
		}
		if let := prior.Standard().LetPass; nobody < .9*let || nobody > 1.2*let {
			t.Errorf("goes on %t: nobody has won with %.5f, want %.3f", goesOn, nobody, let)
		}
	}
}

// TestAWinOnTheLastTileMayBeSeenAfterOtherHands claims that others who show their hands before do not make it a drawn hand, and that
// nothing ends the record twice.
func TestAWinOnTheLastTileMayBeSeenAfterOtherHands(t *testing.T) {
	for _, goesOn := range []bool{true, false} {
		h := afterTheLast(goesOn)
		h.shows(1, "123456789m3344p")
		h.shows(3, "123456789m3344s")
		h.shows(2, "123456789m1122p")
		h.shows(4, "123456789m3344s")
		end := h.End()
		if first := end.Verdicts[0]; len(first.Wins) != 1 || first.Wins[0].Place != 2 || first.Wins[0].From != 4 || first.Chance > .9 {
			t.Errorf("goes on %t: %v with %.4f, wins %+v", goesOn, first.How, first.Chance, first.Wins)
		}
		wins, draws := 0, 0
		for _, m := range end.Record.Events {
			switch m.Do {
			case models.Wins:
				wins++
			case models.DrawnGame:
				draws++
			}
		}
		if wins != 1 || draws > 1 || goesOn != (draws == 1) {
			t.Errorf("goes on %t: the record has %d wins and %d draws: %+v", goesOn, wins, draws, end.Record.Events)
		}
	}
}

// TestADiscardThatAWinnerHasMayBeToldToLeaveLate claims that the tile of a win which is told to leave its river after the next discard
// was won on, and that its winner has not drawn another like it.
func TestADiscardThatAWinnerHasMayBeToldToLeaveLate(t *testing.T) {
	h := newTelling(waiting())
	h.river(1, "9s", false)
	spot := h.river(2, "2p", false)
	h.shows(4, "123456789m11222p")
	h.river(1, "8s", false)
	h.goes(2, spot)
	h.river(2, "7s", false)
	h.river(3, "6s", false)
	h.river(1, "5s", false)
	for _, f := range h.End().Facts() {
		if f.Name == "from" && (f.Value != "2" || 1-f.Chance > .001) {
			t.Errorf("from %s with an error of %.5f, want 2", f.Value, 1-f.Chance)
		}
	}
}

// TestAHandMayStayClosedUntilTheEnd claims that a tile laid alone beside a hand that stays closed is a win on the
// discard that left its river, that the hand is asked for, and that it is known once it is opened.
func TestAHandMayStayClosedUntilTheEnd(t *testing.T) {
	h := newTelling(battle())
	h.river(1, "9s", false)
	spot := h.river(2, "2p", false)
	h.goes(2, spot)
	h.meld(3, "2p")
	h.river(4, "8s", false)
	h.river(1, "7s", false)
	check(t, h, "discard19s", "discard22p", "win0"+models.NoTile.String(), "discard48s", "discard17s")
	now, _ := h.beam.Now()
	if w := now[0].End.Won[2]; w.Nth != 1 || w.From != 1 || w.Tile != 1 || now[0].End.Shown[2] >= 0 {
		t.Errorf("won %+v", w)
	}
	if e := h.End(); !slices.Contains(e.Verdicts[0].Unseen, "hand") {
		t.Errorf("the hand that nobody saw is not asked for: %+v", e.Verdicts[0].Unseen)
	}
	h.laid(3, row("123456789m1122p")...)
	if now, _ = h.beam.Now(); now[0].End.Shown[2] < 0 {
		t.Error("the hand is not known though it lies open")
	}
}

// TestASuitThatWasGivenUpIsKnownByTheFirstDiscard claims that the suit is that of the first discard where the hand has none of it, and
// else one that the hand lacks: none of it was dealt, or left by an exchange. Where all suits are there nothing is told.
func TestASuitThatWasGivenUpIsKnownByTheFirstDiscard(t *testing.T) {
	for _, c := range []struct {
		first, hand string
		want        models.Void
	}{
		{"9s", "123456789m1122p", models.VoidOf(models.Bamboos)},
		{"9m", "123456789m1122p", models.VoidOf(models.Bamboos)}, // of which none was dealt
		{"9s", "123456789m12233m", models.VoidOf(models.Bamboos)},
		{"9s", "123456789m11p22s", 0},
	} {
		h := newTelling(battle())
		for place, tile := range []string{c.first, "2s", "8s", "2p"} {
			h.river(models.PlaceAt(place), tile, false)
		}
		h.laid(1, row(c.hand)...)
		e := h.End()
		if got := e.Verdicts[0].Wins[0].Win.Void; got != c.want {
			t.Errorf("first %s, then %s: gave up %v, want %v", c.first, c.hand, got, c.want)
		}
	}
}

// TestAWinnerMayKeepItsSuit claims that a win with tiles of the first discard's suit is as doubtful as a hand that is shown with them:
// it is not booked without a word where nothing was exchanged.
func TestAWinnerMayKeepItsSuit(t *testing.T) {
	for _, c := range []struct {
		first     string
		exchanged bool
		doubtful  bool
	}{{"9m", false, true}, {"9m", true, false}, {"9s", false, false}} {
		game := battle()
		game.Exchange = c.exchanged
		h := newTelling(game)
		for place, tile := range []string{c.first, "2s", "8s", "2p"} {
			h.river(models.PlaceAt(place), tile, false)
		}
		h.laid(1, row("123456789m1122p")...)
		judged, all := 0., 0.
		for _, v := range h.End().Verdicts {
			if all += v.Chance; slices.Contains(v.Unseen, "void") {
				judged += v.Chance
			}
		}
		if doubtful := judged > .005*all; doubtful != c.doubtful {
			t.Errorf("first %s, exchanged %t: kept with %.5f of %.5f", c.first, c.exchanged, judged, all)
		}
	}
}

// TestAHandAtTheEndMayKeepItsSuit claims that a hand which is shown at a draw and has tiles of the first discard's suit may keep what
// it gave up, more than a referee leaves unasked where nothing was exchanged, and hardly after an exchange; and that one without such
// tiles does not.
func TestAHandAtTheEndMayKeepItsSuit(t *testing.T) {
	for _, c := range []struct {
		first     string
		exchanged bool
		keeps     bool
	}{{"9m", false, true}, {"9m", true, false}, {"9s", false, false}} {
		game := waiting()
		game.Tiles, game.Exchange = models.Places*models.Thirteen.Tiles()+4, c.exchanged
		h := newTelling(game)
		for place, tile := range []string{c.first, "8s", "7s", "6s"} {
			h.river(models.PlaceAt(place), tile, false)
		}
		h.shows(1, "123456789m1122p")
		kept, all := 0., 0.
		for _, hand := range h.End().Shown[0].Hands {
			if all += hand.Chance; hand.Void == models.VoidOf(models.Characters) {
				kept += hand.Chance
			}
		}
		if keeps := kept > .005*all; keeps != c.keeps || all < .99 {
			t.Errorf("first %s, exchanged %t: keeps it with %.5f of %.5f", c.first, c.exchanged, kept, all)
		}
	}
}

// TestATileFaceDownBeforeTheFirstDiscardGivesUpASuit claims that it is no win of a hand that stays closed, nor anything
// else, whoever lays it, while one that is laid later is.
func TestATileFaceDownBeforeTheFirstDiscardGivesUpASuit(t *testing.T) {
	lays := func(h *telling, place models.Place) watch.Spot {
		return h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.MeldZone, Place: place},
			Evidence: clearly(models.Back, models.Point{X: 0, Y: 320}, (4-place.Index())%4)})
	}
	h := newTelling(battle())
	for place := models.Place(1); place <= models.Places; place++ {
		spot := lays(h, place)
		if ended, _ := h.Over(); ended || len(h.Events()) > 0 {
			t.Fatalf("the tile of place %d is told as %v", place, h.said())
		}
		if place == 1 {
			h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: calibration.MeldZone, Place: place}})
		}
	}
	h.river(1, "9s", false)
	h.river(2, "2p", false)
	check(t, h, "discard19s", "discard22p")
	lays(h, 3)
	check(t, h, "discard19s", "discard22p", "win0"+models.NoTile.String())
}

// TestAnAddedKongPaysByWhatTheRowShowed claims that an ending tells whether the tile of an added kong was drawn in that turn, and
// how likely it came from elsewhere, where the standing hand of its owner showed it: hardly ever was it held in a later turn than the
// first after the pung, and in the first that depends on who plays, so that neither is surely told. It is asked about otherwise, and where the kong pays anyhow it is not told at all.
func TestAnAddedKongPaysByWhatTheRowShowed(t *testing.T) {
	for name, c := range map[string]struct {
		row    watch.Row
		later  bool
		always bool
		asks   bool
		drawn  bool
		other  float64
	}{
		"untouched":                   {watch.RowUntouched, false, false, false, true, .014},
		"untouched later":             {watch.RowUntouched, true, false, false, true, .0004},
		"another stands apart":        {watch.RowApart, false, false, false, false, .014},
		"another stands apart, later": {watch.RowApart, true, false, false, false, .014},
		"nobody saw":                  {"", false, false, true, false, 0},
		"it pays anyhow":              {watch.RowApart, false, true, false, false, 0},
	} {
		game := battle()
		game.PaidAsDrawn = !c.always
		h := newTelling(game)
		h.river(1, "9s", false)
		spot := h.river(2, "2p", false)
		h.goes(2, spot)
		h.meld(3, "222p")
		melded := h.spot
		for i, thrown := range []string{"5s", "6s", "8s", "1s", "5m", "6m", "8m", "1m"} {
			if c.later || i < models.Places {
				h.river(models.PlaceAt(i+2), thrown, false)
			}
		}
		h.change(watch.Change{Kind: watch.Added, Beside: melded, Area: watch.Area{Use: calibration.MeldZone, Place: 3}, Row: c.row,
			Evidence: clearly(tile("2p"), models.Point{X: 328, Y: 326}, 2)})
		h.river(3, "4s", false)
		h.laid(1, row("123456789m1133p")...)
		e := h.End()
		first, told := e.Verdicts[0], 0.
		if len(first.Settled) == 0 || first.Settled[0].Do != models.MadeAdded {
			t.Fatalf("%s: settled %+v of %v", name, first.Settled, h.said())
		}
		is := first.Settled[0].Drawn
		for _, v := range e.Verdicts {
			if len(v.Settled) > 0 && v.Settled[0].Drawn != nil && *v.Settled[0].Drawn != c.drawn {
				told += v.Chance
			}
		}
		switch asks := slices.Contains(first.Unseen, "drawn"); {
		case asks != c.asks, (is == nil) != (c.asks || c.always), is != nil && *is != c.drawn:
			t.Errorf("%s: drawn %v, asks %v", name, is, asks)
		case is != nil && (told < c.other/1.5 || told > 1.5*c.other):
			t.Errorf("%s: it came from elsewhere with %.5f", name, told)
		}
	}
}
