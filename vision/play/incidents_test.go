package play

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// left tells that a tile lies no more in an area.
func (h *telling) left(use calibration.Use, place models.Place, spot watch.Spot) {
	h.change(watch.Change{Kind: watch.Gone, Spot: spot, Area: watch.Area{Use: use, Place: place}})
}

// withdraw tells of a meld whose tiles came to rest last that it was taken up again.
func (h *telling) withdraw(place models.Place) {
	last := h.spot
	for i := range watch.Spot(3) {
		h.left(calibration.MeldZone, place, last-i)
	}
}

func TestACallThatIsWithdrawnIsNone(t *testing.T) {
	for name, c := range map[string]struct {
		tell func(h *telling)
		want []string
	}{
		"the tile is put back": {func(h *telling) {
			h.left(calibration.RiverZone, 1, h.river(1, "4s", false))
			h.meld(3, "44s4s")
			h.river(1, "4s", false)
			h.spot-- // the meld came before
			h.withdraw(3)
			h.spot++
			h.river(2, "9p", false)
			h.river(3, "9s", false)
		}, []string{"discard14s", "discard29p", "discard39s"}},
		"the tile never left": {func(h *telling) {
			h.river(1, "4s", false)
			h.meld(3, "44s5s")
			h.withdraw(3)
			h.river(2, "9p", false)
			h.river(3, "9s", false)
		}, []string{"discard14s", "discard29p", "discard39s"}},
		"another takes the tile": {func(h *telling) {
			h.left(calibration.RiverZone, 1, h.river(1, "4s", false))
			h.meld(2, "4s56s")
			h.withdraw(2)
			h.meld(3, "444s")
			h.river(3, "9p", false)
		}, []string{"discard14s", "pung34s", "discard39p"}},
		"it stands": {func(h *telling) {
			h.left(calibration.RiverZone, 1, h.river(1, "4s", false))
			h.meld(3, "444s")
			h.river(3, "9p", false)
		}, []string{"discard14s", "pung34s", "discard39p"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTelling(riichi())
			c.tell(h)
			h.river(4, "1z", false)
			check(t, h, append(c.want, "discard41z")...)
		})
	}
}

func TestATileThatFellIsNoDiscard(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1m", false)
	h.left(calibration.RiverZone, 4, h.river(4, "7s", false))
	h.river(2, "2m", false)
	h.river(3, "3m", false)
	check(t, h, "discard11m", "discard22m", "discard33m")
}

func TestWhoDealsIsAskedWhereAnotherPlaysFirst(t *testing.T) {
	for first := range models.Places {
		h := newTelling(riichi())
		for i, tile := range []string{"2m", "3m", "4m", "5m", "6m", "7m"} {
			h.river(models.PlaceAt(first+i), tile, false)
		}
		h.laid(models.PlaceAt(first+6), row("123m456m789m11122p")...)
		end := h.End()
		s := end.Settle(anyBook{})
		if asked := s.Error > .005 || slices.Contains(s.Needs, "dealer"); asked != (first > 0) {
			t.Errorf("place %d played first, and the books have place 1: an error of %.4f, needs %v", first+1, s.Error, s.Needs)
		}
	}

	early := newTelling(riichi())
	early.left(calibration.RiverZone, 2, early.river(2, "2m", false))
	early.river(1, "1m", false)
	early.river(2, "9p", false)
	check(t, early, "discard11m", "discard29p")
}

func TestARiichiThatIsTakenBackIsDoubted(t *testing.T) {
	for name, c := range map[string]struct {
		back, straight bool
		least, most    float64 // chance of riichi
	}{
		"the stick lies":                       {false, false, .999, 1},
		"the stick is gone, the tile sideways": {true, false, .5, .995},
		"the stick is gone, the tile straight": {true, true, 0, .5},
	} {
		h := newTelling(riichi())
		h.river(1, "1m", false)
		spot := h.river(2, "2m", true)
		h.stick(2)
		if c.back {
			h.change(watch.Change{Kind: watch.StickGone, Area: watch.Area{Use: watch.StickZone, Place: 2}})
		}
		if c.straight {
			h.change(watch.Change{Kind: watch.Turned, Spot: spot, Area: watch.Area{Use: calibration.RiverZone, Place: 2},
				Evidence: clearly(tile("2m"), models.Point{X: 30, Y: 80}, 3)})
		}
		h.river(3, "3m", false)
		histories, chances := h.beam.Now()
		declared := 0.
		for i := range histories {
			if histories[i].Players[1].Riichi > 0 {
				declared += chances[i]
			}
		}
		if declared < c.least || declared > c.most {
			t.Errorf("%s: riichi with %.4f, want %.4f to %.4f", name, declared, c.least, c.most)
		}
	}
}

// won is a hand of the third place that declared riichi and drew the winning tile, with an indicator in the wall.
func won() (h *telling, indicator watch.Spot) {
	h = riichiOf3()
	h.laid(3, row("123m456m789m11122p")...)
	return h, 1
}

// riichiOf3 is a hand in which it is the third place's turn, which has declared riichi.
func riichiOf3() *telling {
	h := newTelling(riichi())
	h.change(watch.Change{Kind: watch.Added, Set: 1, Area: watch.Area{Use: watch.WallZone, Place: 2}, Evidence: clearly(tile("2p"), models.Point{X: 280, Y: 164}, 3)})
	h.set = 1
	h.river(1, "1z", false)
	h.river(2, "2z", false)
	h.river(3, "3z", true)
	h.stick(3)
	h.river(4, "4z", false)
	h.river(1, "9p", false)
	h.river(2, "9p", false)
	return h
}

func (h *telling) turns(text string, x float64) {
	h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.WallZone, Place: 2}, Evidence: clearly(tile(text), models.Point{X: x, Y: 158}, 3)})
}

// beforeIndicators tells of a tile that lies where a further row of discards of the second place would, before the wall.
func (h *telling) beforeIndicators(text string, y float64) {
	h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: calibration.RiverZone, Place: 2}, Evidence: clearly(tile(text), models.Point{X: 232, Y: y}, 3)})
}

func TestAnIndicatorThatIsMovedAsideIsNone(t *testing.T) {
	for name, c := range map[string]struct {
		tell func(h *telling, indicator watch.Spot)
		ura  string // that is believed; empty for a question
	}{
		"the one below it is laid beside": {func(h *telling, _ watch.Spot) { h.turns("5z", 312) }, "5z"},
		"it is moved, and the one below it seen": {func(h *telling, i watch.Spot) {
			h.turns("2p", 312)
			h.turns("5z", 275)
			h.left(watch.WallZone, 2, i)
		}, "5z"},
		"it is moved, and the one below it not seen": {func(h *telling, i watch.Spot) {
			h.turns("2p", 312)
			h.left(watch.WallZone, 2, i)
		}, ""},
		"both are laid toward the middle": {func(h *telling, i watch.Spot) {
			h.beforeIndicators("2p", 146)
			h.beforeIndicators("5z", 173)
			h.left(watch.WallZone, 2, i)
		}, "5z"},
		"nobody knows yet whether it was moved": {func(h *telling, _ watch.Spot) { h.turns("2p", 312) }, ""},
	} {
		h, indicator := won()
		c.tell(h, indicator)
		end := h.End()
		s := end.Settle(byUra{})
		asked := s.Error > .005 || len(s.Needs) > 0
		if ura := s.Best.Wins[0].Win.UraIndicators.String(); asked != (c.ura == "") || !asked && ura != c.ura {
			t.Errorf("%s: believed %s with an error of %.4f, needs %v", name, ura, s.Error, s.Needs)
		}
	}
}

// Ura that come to rest after a hand and are read before it are none of a river.
func TestUraThatAreReadBeforeTheHandAreUra(t *testing.T) {
	h := riichiOf3()
	laid := h.set + 1
	for i, text := range []string{"2p", "5z"} {
		set := laid + 1 + i
		h.change(watch.Change{Kind: watch.Added, Set: set, Clear: time.Duration(set)*4*time.Second - time.Second, Area: watch.Area{Use: calibration.RiverZone, Place: 2},
			Evidence: clearly(tile(text), models.Point{X: 232, Y: 146 + 27*float64(i)}, 3)})
	}
	h.change(watch.Change{Kind: watch.Laid, Set: laid, Area: watch.Area{Use: calibration.HandZone, Place: 3}, Hand: row("123m456m789m11122p")})
	h.set += 3
	h.left(watch.WallZone, 2, 1)
	end := h.End()
	s := end.Settle(byUra{})
	if ura := s.Best.Wins[0].Win.UraIndicators.String(); s.Error > .005 || len(s.Needs) > 0 || ura != "5z" {
		t.Errorf("believed %s with an error of %.4f, needs %v", ura, s.Error, s.Needs)
	}
}

// The back of a tile of the wall in a lamp's light looks like a white dragon that was turned, .95 to .05: nothing is paid by it without a question.
func TestABackInALampsLightIsNoIndicatorThatIsPaid(t *testing.T) {
	back := func(h *telling, x, y float64) {
		e := clearly(models.White, models.Point{X: x, Y: y}, 3)
		e.LogLike[models.Back] = e.LogLike[models.White] - math.Log(19)
		h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.WallZone, Place: 2}, Evidence: e})
	}
	for name, at := range map[string]models.Point{"beside the indicator": {X: 312, Y: 158}, "along the wall": {X: 280, Y: 164 - 106}} {
		late, _ := won()
		back(late, at.X, at.Y)
		early := riichiOf3()
		back(early, at.X, at.Y)
		early.laid(3, row("123m456m789m11122p")...)
		for when, h := range map[string]*telling{"before the win": early, "after it": late} {
			end := h.End()
			s := end.Settle(byUra{})
			win := s.Best.Wins[0].Win
			if white := strings.Contains(win.UraIndicators.String()+win.DoraIndicators.String(), "5z"); white && s.Error <= .005 && len(s.Needs) == 0 {
				t.Errorf("%s %s: dora %v, ura %v with an error of %.4f", name, when, win.DoraIndicators, win.UraIndicators, s.Error)
			}
		}
	}
}

// TestAnUnreadTileOfALaidHandIsOneOfIt claims that of a hand with one tile that nobody read nobody says that it took the last
// discard, which would complete the others: the fourteenth lies there.
func TestAnUnreadTileOfALaidHandIsOneOfIt(t *testing.T) {
	for _, again := range []bool{false, true} {
		h := riichiOf3()
		hand := row("123m456m789m1112p9p")
		hand = slices.Delete(hand, 3, 4)
		h.laid(3, hand...)
		unread := watch.Change{Kind: watch.Unread, Area: watch.Area{Use: calibration.MeldZone, Place: 3}}
		unread.At = models.Point{X: 3 * 27, Y: 330}
		h.change(unread)
		if again {
			h.laid(3, hand...)
		}
		if n := len(h.seen.Sights[h.seen.Relaid(2)].Slots); n != len(hand)+1 {
			t.Errorf("told again %v: the hand has %d tiles, want %d", again, n, len(hand)+1)
		}
	}
}

// TestAnUnreadTileThatIsToldBeforeItsHandIsOneOfIt claims that a tile which nobody read is one of the hand in whose row it lies though it is
// told before the hand, also where it was taken for a flower; what lay there before the hand came is none of it.
func TestAnUnreadTileThatIsToldBeforeItsHandIsOneOfIt(t *testing.T) {
	for name, g := range map[string]*prior.Game{"riichi": riichi(), "flowers": flowery()} {
		for _, before := range []bool{false, true} {
			h := newTelling(g)
			for i, text := range []string{"1z", "2z", "3z", "4z", "9p", "9p"} {
				h.river(models.PlaceAt(i), text, false)
			}
			hand := slices.Delete(row("123m456m789m1112p9p"), 3, 4)
			unread := watch.Change{Kind: watch.Unread, Area: watch.Area{Use: calibration.MeldZone, Place: 3}}
			unread.At = models.Point{X: 3 * 27, Y: 330}
			h.change(unread)
			laid := watch.Change{Kind: watch.Laid, Area: watch.Area{Use: calibration.HandZone, Place: 3}, Hand: hand}
			want := len(hand) + 1
			if before {
				laid.Clear = time.Duration(h.set)*4*time.Second + time.Second
				want = len(hand)
			}
			h.change(laid)
			if n := len(h.seen.Sights[h.seen.Relaid(2)].Slots); n != want {
				t.Errorf("%s, there before %v: the hand has %d tiles, want %d", name, before, n, want)
			}
			held, _ := h.beam.Now()
			if flowers := held[0].Players[2].Flowers; !before && flowers > 0 {
				t.Errorf("%s: it is a flower as well", name)
			}
		}
	}
}

// byUra is a book that pays by the ura alone.
type byUra struct{ anyBook }

func (byUra) Of(v *verdict.Verdict) string { return verdict.FactOf(v, "ura") }

func TestIndicatorsBeforeAWinnersHandAreNoneOfItsTiles(t *testing.T) {
	h := riichiOf3()
	at := func(text string, x, y float64) models.Evidence {
		return clearly(tile(text), models.Point{X: x, Y: y}, 2)
	}
	hand := append(row("123m456m789m11122p"), at("2p", 200, 278), at("5z", 226, 278))
	h.laid(3, hand...)
	end := h.End()
	s := end.Settle(byUra{})
	if won := s.Best.Wins[0].Win; len(won.Concealed) != 13 || won.UraIndicators.String() != "5z" {
		t.Errorf("the hand is %v and the ura %v", won.Concealed, won.UraIndicators)
	}
}

// TestADiscardThatNobodyCouldReadIsToldByTheCall claims that what a pung took is known by its tiles.
func TestADiscardThatNobodyCouldReadIsToldByTheCall(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1z", false)
	h.river(2, "2z", false)
	h.unread(calibration.RiverZone, 3)
	h.meld(1, "555z")
	h.river(1, "9p", false)
	if got, want := h.said(), []string{"discard11z", "discard22z", "discard35z", "pung15z", "discard19p"}; !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}

// TestWhetherAnUnreadDiscardDeclaredRiichiStaysInDoubt claims that the call which tells its tile says nothing of a riichi.
func TestWhetherAnUnreadDiscardDeclaredRiichiStaysInDoubt(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1z", false)
	h.river(2, "2z", false)
	h.unread(calibration.RiverZone, 3)
	h.change(watch.Change{Kind: watch.StickLaid, Area: watch.Area{Use: watch.StickZone, Place: 3}, Stick: .9})
	h.meld(1, "555z")
	h.river(1, "9p", false)
	discard, call := h.Events()[2], h.Events()[3]
	if discard.Tile != tile("5z") || !discard.Riichi || discard.Confidence >= call.Confidence {
		t.Errorf("the discard is %v, sure by %v; the call by %v; told %v", discard.Tile, discard.Confidence, call.Confidence, h.said())
	}
}

// TestAHandRightBeforeTheWallHasAllItsTiles claims that tiles of a hand which come to lie as near to an indicator as one from below it
// belong to the hand once its row is seen.
func TestAHandRightBeforeTheWallHasAllItsTiles(t *testing.T) {
	h := newTelling(riichi())
	h.change(watch.Change{Kind: watch.Added, Set: 1, Area: watch.Area{Use: watch.WallZone, Place: 2}, Evidence: clearly(tile("2p"), models.Point{X: 280, Y: 164}, 3)})
	h.set = 1
	for i, thrown := range []string{"1z", "2z", "3z", "4z", "2p"} {
		h.river(models.PlaceAt(i%models.Places), thrown, false)
	}
	hand := watch.Change{Kind: watch.Laid, Set: h.set + 1, Area: watch.Area{Use: calibration.HandZone, Place: 2}}
	for i, e := range row("123m456m789m1112p") {
		e.Pose = models.Pose{At: models.Point{X: 322, Y: 27 * float64(i)}, Quarter: 3}
		hand.Spots = append(hand.Spots, h.change(watch.Change{Kind: watch.Added, Set: hand.Set, Area: watch.Area{Use: calibration.MeldZone, Place: 2}, Evidence: e}))
		hand.Hand = append(hand.Hand, e)
	}
	h.change(hand)
	end := h.End()
	s := end.Settle(byUra{})
	if len(s.Best.Wins) == 0 {
		t.Fatalf("no win in %v", h.said())
	}
	if won := s.Best.Wins[0].Win; won.Concealed.String() != "123456789m1112p" || won.DoraIndicators.String() != "2p" || len(won.UraIndicators) > 0 {
		t.Errorf("the hand is %v, indicators %v and ura %v", won.Concealed, won.DoraIndicators, won.UraIndicators)
	}
}

// TestWhomTheBooksCallDealerMayBeMisled claims that the dealer of the books, who discards first and takes it back, leaves it open who
// deals where a tile lies before another then: displays name him, whoever dealt.
func TestWhomTheBooksCallDealerMayBeMisled(t *testing.T) {
	h := newTelling(riichi()) // place 1 deals
	h.goes(1, h.river(1, "1m", false))
	h.unread(calibration.RiverZone, 4)
	for i, thrown := range []string{"9s", "2z", "3z", "9m", "1z", "2z", "3z"} {
		h.river(models.PlaceAt(i%models.Places), thrown, false)
	}
	h.laid(1, append(row("123m456m789m1122p"), clearly(tile("2p"), models.Point{X: 400, Y: 330}, 0))...)
	other := 0.
	for _, v := range h.End().Verdicts {
		if slices.Contains(v.Unseen, "dealer") {
			other += v.Chance
		}
	}
	if other < .01 {
		t.Errorf("another deals with %.5f", other)
	}
}

// before tells of a tile that came to lie a little before the walls and beside the indicator.
func (h *telling) before(place models.Place, text string) watch.Spot {
	return h.change(watch.Change{Kind: watch.Added, Ahead: true, Area: watch.Area{Use: watch.WallZone, Place: place},
		Evidence: clearly(tile(text), models.Point{X: 25*float64(h.spot%6) - 60, Y: -250}, 0)})
}

// A fourth row of discards lies where an indicator does whose wall stands a little farther in: without a kong it is a discard, that is claimed and
// declares riichi as any, and after one it is what the next player's turn makes it.
func TestWhatComesToLieBeforeTheWallIsADiscardOrTheIndicatorOfAKong(t *testing.T) {
	for name, c := range map[string]struct {
		tell func(h *telling)
		dora int8
		want []string
	}{
		"a discard": {func(h *telling) {
			h.before(1, "5m")
			h.river(2, "6m", false)
		}, 1, []string{"discard15m", "discard26m"}},
		"a discard that is called": {func(h *telling) {
			h.left(watch.WallZone, 1, h.before(1, "5m"))
			h.meld(3, "555m")
			h.river(3, "6m", false)
		}, 1, []string{"discard15m", "pung35m", "discard36m"}},
		"the indicator of a kong": {func(h *telling) {
			h.meld(1, "7777s")
			h.before(1, "5m")
			h.river(1, "6m", false)
			h.river(2, "9m", false)
		}, 2, []string{"concealed-kong1" + models.NoTile.String(), "dora05m", "discard16m", "discard29m"}},
		"a discard after a kong, whose indicator lies elsewhere": {func(h *telling) {
			h.meld(1, "7777s")
			h.change(watch.Change{Kind: watch.Added, Area: watch.Area{Use: watch.WallZone, Place: 1}, Evidence: clearly(tile("8s"), models.Point{X: -90, Y: -284}, 0)})
			h.before(1, "6m")
			h.river(2, "9m", false)
		}, 2, []string{"concealed-kong1" + models.NoTile.String(), "dora08s", "discard16m", "discard29m"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := riichi()
			g.KanDora = true
			h := newTelling(g)
			h.before(1, "3p") // the first indicator
			opening := []string{"dora03p", "discard11z", "discard22z", "discard33z", "discard44z"}
			for i, thrown := range []string{"1z", "2z", "3z", "4z"} {
				h.river(models.PlaceAt(i), thrown, false)
			}
			c.tell(h)
			best, chances := h.beam.Now()
			if got := h.said(); !slices.Equal(got, append(opening, c.want...)) && !slices.Equal(got, append(opening[1:], c.want...)) {
				t.Errorf("told %v, want %v", got, c.want)
			}
			sure := 0.
			for i := range best {
				if best[i].Dora == c.dora {
					sure += chances[i]
				}
			}
			if sure < .97 {
				t.Errorf("%d indicators with %.4f", c.dora, sure)
			}
		})
	}
}

// What nobody can read beside a pung may be the tile that makes it a kong: it is neither passed over nor sure. The third tile of a set that nobody
// can read is one of it.
func TestWhatNobodyCanReadBesideASetIsOneMoreOfIt(t *testing.T) {
	kongs := func(like float64) (chance float64, told []string) {
		h := newTelling(riichi())
		h.river(1, "1z", false)
		spot := h.river(2, "2z", false)
		h.left(calibration.RiverZone, 2, spot)
		h.meld(3, "22z")
		h.besideMeld(3, 356, h.set, like)
		h.river(3, "3m", false)
		for i, thrown := range []string{"9m", "9p", "9s"} {
			h.river(models.PlaceAt((3+i)%models.Places), thrown, false)
		}
		h.set++
		h.besideMeld(3, 328, h.set, like)
		h.river(3, "4m", false)
		held, chances := h.beam.Now()
		for i := range held {
			chance += chances[i] * float64(held[i].Kongs)
		}
		return chance, h.said()
	}
	if chance, told := kongs(0); chance < .05 || chance > .95 || !slices.Contains(told, "pung32z") {
		t.Errorf("of what is like every face it is a kong with %.4f; told %v", chance, told)
	}
	if chance, told := kongs(12); chance < .95 || !slices.Contains(told, "added-kong32z") {
		t.Errorf("of what is most like the pung's it is a kong with %.4f; told %v", chance, told)
	}
}

// TestACalledKongIsOneThoughATileOfItIsNotRead claims that what nobody can read beside three tiles that came with it may be the fourth of a called
// kong, also where flowers are played with; and one of a pung whose other tiles are two.
func TestACalledKongIsOneThoughATileOfItIsNotRead(t *testing.T) {
	type chances struct{ called, added, flower float64 }
	believed := func(g *prior.Game, meld string, like float64, flower float64) (c chances, told []string) {
		h := newTelling(g)
		h.river(1, "1z", false)
		spot := h.river(2, "2z", false)
		h.left(calibration.RiverZone, 2, spot)
		h.meld(3, meld)
		h.besideMeldOr(3, 300+28*float64(len(meld)-1), h.set, like, flower)
		h.river(3, "3m", false)
		h.river(4, "4m", false)
		held, weights := h.beam.Now()
		for i := range held {
			for _, m := range held[i].Deeds() {
				switch m.Do {
				case models.CalledKong:
					c.called += weights[i]
				case models.MadeAdded:
					c.added += weights[i]
				case models.LaidFlower:
					c.flower += weights[i]
				}
			}
		}
		return c, h.said()
	}
	for name, g := range map[string]*prior.Game{"riichi": riichi(), "flowers": flowery()} {
		t.Run(name, func(t *testing.T) {
			if c, told := believed(g, "222z", 0, 0); c.called < .005 || c.called > .95 || !slices.Contains(told, "pung32z") {
				t.Errorf("what is like every face makes a called kong with %.4f, %+v; told %v", c.called, c, told)
			}
			if c, told := believed(g, "222z", 12, 0); c.called < .3 || c.added > .01 {
				t.Errorf("what is most like the pung's makes a called kong with %.4f, %+v; told %v", c.called, c, told)
			}
			if c, told := believed(g, "22z", 12, 0); c.called > .005 || c.flower > .005 || !slices.Contains(told, "pung32z") {
				t.Errorf("%+v: the third tile of a pung makes a called kong with %.4f, a flower with %.4f; told %v", c, c.called, c.flower, told)
			}
		})
	}
	if c, told := believed(flowery(), "222z", 0, 12); c.flower < .05 || c.called > .005 {
		t.Errorf("what looks like a flower is one with %.4f, makes a called kong with %.4f; told %v", c.flower, c.called, told)
	}
}

// besideMeld tells of a tile that nobody can read beside a meld of [telling.meld], by how much it is more like a south wind than like any other face.
func (h *telling) besideMeld(place models.Place, x float64, set int, like float64) {
	h.besideMeldOr(place, x, set, like, 0)
}

// besideMeldOr is besideMeld of a tile that is as much more like a flower.
func (h *telling) besideMeldOr(place models.Place, x float64, set int, like, flower float64) {
	c := watch.Change{Kind: watch.Unread, Set: set, Area: watch.Area{Use: calibration.MeldZone, Place: place}}
	c.At = models.Point{X: x, Y: 100 * float64(place)}
	c.LogLike[tile("2z")], c.LogLike[tile("3f")] = like, flower
	h.change(c)
}

// TestAnUnreadTileOfAKongIsToldBeforeTheHandThatShowsIt claims that what nobody can read beside a pung is weighed where it came to lie, though it is
// told only once the hand of its owner lies there with all its melds.
func TestAnUnreadTileOfAKongIsToldBeforeTheHandThatShowsIt(t *testing.T) {
	h := newTelling(riichi())
	h.river(1, "1z", false)
	spot := h.river(2, "2z", false)
	h.left(calibration.RiverZone, 2, spot)
	h.meld(3, "222z")
	melds := []watch.Spot{h.spot - 2, h.spot - 1, h.spot}
	h.river(3, "3m", false)
	for i, thrown := range []string{"9m", "9p", "9s"} {
		h.river(models.PlaceAt((3+i)%models.Places), thrown, false)
	}
	h.set++
	kong := h.set
	hand := watch.Change{Kind: watch.Laid, Set: h.set + 1, Area: watch.Area{Use: calibration.HandZone, Place: 3}, Clear: time.Duration(h.set+1)*4*time.Second - time.Second}
	for i, e := range row("123m456m789m11m") {
		e.Pose = models.Pose{At: models.Point{X: 27 * float64(i), Y: 380}, Quarter: 2}
		hand.Hand, hand.Spots = append(hand.Hand, e), append(hand.Spots, watch.Spot(200+i))
	}
	for i, spot := range melds {
		hand.Hand, hand.Spots = append(hand.Hand, clearly(tile("2z"), models.Point{X: 300 + 28*float64(i), Y: 300}, 2)), append(hand.Spots, spot)
	}
	h.change(hand)
	h.besideMeld(3, 384, kong, 12)
	if told := h.said(); !slices.Contains(told, "added-kong32z") {
		t.Errorf("told %v", told)
	}
}

// TestAnUnreadTileBesideAPungThatIsToldAfterTheEndingMayBeAKong claims that what nobody can read beside a pung is weighed as the fourth tile of
// a kong though it is told only once the hand has ended, and nobody saw its place or that of the hand clear before: it is hardly one where it came to
// rest after the hand.
func TestAnUnreadTileBesideAPungThatIsToldAfterTheEndingMayBeAKong(t *testing.T) {
	kong := func(before bool, like float64) (chance float64) {
		h := newTelling(riichi())
		h.river(1, "1z", false)
		spot := h.river(2, "2z", false)
		h.left(calibration.RiverZone, 2, spot)
		h.meld(3, "222z")
		melds := []watch.Spot{h.spot - 2, h.spot - 1, h.spot}
		h.river(3, "3m", false)
		for i, thrown := range []string{"9m", "9p", "9s", "8m", "8p", "8s"} {
			h.river(models.PlaceAt((3+i)%models.Places), thrown, false)
		}
		earlier := h.set + 1
		h.set += 2
		hand := watch.Change{Kind: watch.Laid, Set: h.set, Area: watch.Area{Use: calibration.HandZone, Place: 3}}
		for i, e := range row("123m456m789m11m") {
			e.Pose = models.Pose{At: models.Point{X: 27 * float64(i), Y: 380}, Quarter: 2}
			hand.Hand, hand.Spots = append(hand.Hand, e), append(hand.Spots, watch.Spot(200+i))
		}
		for i, spot := range melds {
			hand.Hand, hand.Spots = append(hand.Hand, clearly(tile("2z"), models.Point{X: 300 + 28*float64(i), Y: 300}, 2)), append(hand.Spots, spot)
		}
		h.change(hand)
		if !before {
			h.set++
			earlier = h.set
		}
		h.besideMeld(3, 384, earlier, like)
		held, weights := h.beam.Now()
		for i := range held {
			chance += weights[i] * float64(held[i].Kongs)
		}
		return chance
	}
	for _, c := range []struct {
		before      bool
		like        float64
		least, most float64
	}{{true, 0, .02, .5}, {true, 12, .7, 1}, {false, 0, 1e-5, .005}} {
		if chance := kong(c.before, c.like); chance < c.least || chance > c.most {
			t.Errorf("%+v: it is a kong with %.6f", c, chance)
		}
	}
}
