package watch

import (
	"slices"
	"testing"
	"time"

	"jantaku/models"
)

// wall are tiles face down where a wall stands before place 2.
func wall() (tiles []laid) {
	for i := range 12 {
		tiles = append(tiles, laid{models.Back, onSide(2, -160+26.6*float64(i), 270, 0)})
	}
	return tiles
}

func TestAConcealedKongIsToldByItsColour(t *testing.T) {
	asLight := &colour{80, -30, -20} // the cloth has 65 to 85, without colour
	for _, c := range []struct {
		name  string
		tiles []models.Tile
		walls []laid
		want  []string
	}{
		{"all face down", []models.Tile{models.Back, models.Back, models.Back, models.Back}, wall(),
			[]string{"added melds 3 #", "added melds 3 #", "added melds 3 #", "added melds 3 #"}},
		{"two face up", []models.Tile{models.Back, tile(t, "8s"), tile(t, "8s"), models.Back}, wall(),
			[]string{"added melds 3 #", "added melds 3 #", "added melds 3 8s", "added melds 3 8s"}},
		{"one face up", []models.Tile{models.Back, tile(t, "8s"), models.Back, models.Back}, wall(),
			[]string{"added melds 3 #", "added melds 3 #", "added melds 3 #", "added melds 3 8s"}},
		{"no wall shows how backs look", []models.Tile{models.Back, tile(t, "8s"), tile(t, "8s"), models.Back}, nil,
			[]string{"added melds 3 8s", "added melds 3 8s"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := newColouredTable(t, asLight, c.walls...)
			for i, tile := range c.tiles {
				tb.put(tile, onSide(3, 150+26.6*float64(i), 370, 0))
			}
			got := events(tb.pass(4e9))
			if slices.Sort(got); !slices.Equal(got, c.want) {
				t.Errorf("told %q, want %q", got, c.want)
			}
		})
	}
}

// A concealed kong is shown in full before some of it is turned face down, and one that nobody has seen is turned up when
// its owner wins: its tiles lie where they lay.
func TestTilesOfAKongAreTurnedOverWhereTheyLie(t *testing.T) {
	tb := newColouredTable(t, &colour{80, -30, -20}, wall()...)
	at := func(place models.Place, i int) models.Pose { return onSide(place, 150+26.6*float64(i), 370, 0) }
	lay := func(place models.Place, tiles ...models.Tile) []string {
		for i, tile := range tiles {
			tb.tiles = slices.DeleteFunc(tb.tiles, func(l laid) bool { return l.pose == at(place, i) })
			tb.put(tile, at(place, i))
		}
		return events(tb.pass(4e9))
	}
	face := tile(t, "8s")
	if got := lay(3, face, face, face, face); len(got) != 4 {
		t.Fatalf("four faces were told as %q", got)
	}
	if got := lay(3, models.Back, face, face, models.Back); len(got) > 0 {
		t.Errorf("two that were turned face down were told as %q", got)
	}
	if got := lay(4, models.Back, models.Back, models.Back, models.Back); len(got) != 4 {
		t.Fatalf("four backs were told as %q", got)
	}
	if got, want := lay(4, face, face, face, face), slices.Repeat([]string{"turned melds 4 8s"}, 4); !slices.Equal(got, want) {
		t.Errorf("four that were turned face up were told as %q", got)
	}
}

// Walls may stand where no zone is. A face that shows where a back was is one of the wall that was turned up, and what comes to lie on the cloth
// there is not.
func TestAFaceThatShowsWhereABackWasIsOneOfTheWall(t *testing.T) {
	corner := models.Pose{At: models.Point{X: -230, Y: 225}}
	for name, c := range map[string]struct {
		was  []laid
		want string
	}{
		"a back was there": {[]laid{{models.Back, corner}}, "added wall 0 2p"},
		"cloth was there":  {nil, "added other 0 2p"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newColouredTable(t, &colour{80, -30, -20}, append(wall(), c.was...)...)
			tb.pass(4 * time.Second)
			tb.behind(func() { tb.tiles = append(tb.tiles[:len(wall())], laid{tile(t, "2p"), corner}) })
			if got := events(tb.told); !slices.Contains(got, c.want) {
				t.Errorf("told %q, want %q", got, c.want)
			}
		})
	}
}

// The colour of backs is told by as many tiles whichever colours are counted together: in other light they have one beside it.
func TestBacksAreKnownInAnyLight(t *testing.T) {
	for light := byte(70); light < 96; light++ {
		tb := newColouredTable(t, &colour{float64(light), -24, -24}, wall()[:8]...)
		if !tb.watch.gate.backs.known {
			t.Errorf("backs of light %d are not known", light)
		}
	}
}

func TestAnIndicatorBetweenBacksAsLightAsFacesIsTold(t *testing.T) {
	light := &colour{170, -50, 40}
	tiles := wall()
	tiles[5].tile = tile(t, "4s")
	tb := newColouredTable(t, light, tiles...)
	if got := events(tb.told); !slices.Equal(got, []string{"added wall 2 4s"}) {
		t.Errorf("told %q", got)
	}
}

func TestOnlyWhatLooksAsABackIsOne(t *testing.T) {
	tb := newColouredTable(t, &colour{80, -30, -20}, wall()...)
	cloth := slices.Index(tb.ground.backs, true)
	for name, c := range map[string]struct {
		colour colour
		is     bool
	}{
		"a back":          {colour{80, -30, -20}, true},
		"one in a shadow": {colour{70, -26, -17}, true},
		"cloth":           {colour{75, 0, 0}, false},
		"paper":           {colour{205, 0, 0}, false},
		"a sleeve":        {colour{80, 40, 20}, false},
	} {
		if got := tb.watch.gate.turned(cloth, c.colour); got > 0 != c.is {
			t.Errorf("%s: %.1f", name, got)
		}
	}
}
