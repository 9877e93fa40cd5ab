package calibration_test

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
)

// square is a central unit that reaches so far from the centre, mm.
func square(reach float64) *calibration.Unit {
	return &calibration.Unit{Corners: []models.Point{{X: -reach, Y: -reach}, {X: reach, Y: -reach}, {X: reach, Y: reach}, {X: -reach, Y: reach}}}
}

// tableOf is a calibrated table with its usual zones.
func tableOf(t *testing.T, side float64, tile calibration.Tile, unit *calibration.Unit, hand models.HandSize) *calibration.Camera {
	t.Helper()
	c, err := calibration.FromCorners(1080, 1080, [4]models.Point{{X: 100, Y: 980}, {X: 980, Y: 980}, {X: 980, Y: 100}, {X: 100, Y: 100}}, side, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Unit = unit
	c.Zones = c.UsualZones(hand)
	if err := c.Validate(); err != nil {
		t.Fatalf("cloth of %v mm, tiles of %v, unit %v: %v", side, tile, unit, err)
	}
	return c
}

// TestZonesFollowFromUnitAndTile claims for tables of several sizes that rivers begin at the end of the central unit and hold three rows of discards,
// that what a won hand takes at the rim lies in the zone of its owner, that walls and the corners of the cloth do not, and that zones can be dragged.
func TestZonesFollowFromUnitAndTile(t *testing.T) {
	for _, tt := range []struct {
		side, reach float64
		tile        calibration.Tile
	}{
		{640, 80, calibration.Tile{Width: 20.5, Height: 28, Depth: 17}}, {670, 66, calibration.Tile{Width: 21, Height: 28, Depth: 17}},
		{800, 75, calibration.UsualTile()}, {700, 87, calibration.Tile{Width: 22, Height: 30, Depth: 20}},
		{640, 110, calibration.Tile{Width: 20.5, Height: 28, Depth: 17}}, {820, 100, calibration.UsualTile()},
	} {
		for _, hand := range []models.HandSize{models.Thirteen, models.Sixteen} {
			c := tableOf(t, tt.side, tt.tile, square(tt.reach), hand)
			what := fmt.Sprintf("cloth of %v mm, unit of %v, tiles of %v, hands of %d", tt.side, 2*tt.reach, tt.tile, hand)
			for i := range models.Places {
				place := models.PlaceAt(i)
				lies := func(use calibration.Use, x, y float64) {
					t.Helper()
					p := models.Point{X: x, Y: y}
					for range i {
						p = models.Point{X: -p.Y, Y: p.X}
					}
					if z, in := calibration.ZoneAt(c.Zones, p); !in || z.Use != use || z.Place != place {
						t.Errorf("%s: (%.0f, %.0f) of place %d lies in the %s of place %d, want its %s", what, x, y, place, z.Use, z.Place, use)
					}
				}
				w, h, half := tt.tile.Width, tt.tile.Height, tt.side/2
				lies(calibration.RiverZone, 0, -tt.reach-1)
				if tt.reach < half/3 {
					lies(calibration.RiverZone, -2.5*w, -tt.reach-2.5*h)
				}
				lies(calibration.HandZone, -float64(hand.Won()-1)*w/2, -half+h/2)
				lies(calibration.HandZone, float64(hand.Won()-1)*w/2, -half+h/2)
				for _, p := range []models.Point{{Y: h*4.5 - half}, {X: half - w, Y: w - half}} {
					if z, in := calibration.ZoneAt(c.Zones, p); in && z.Use == calibration.HandZone {
						t.Errorf("%s: %v lies in the hand of place %d", what, p, z.Place)
					}
				}
			}
			for _, p := range []models.Point{{}, {X: tt.reach - 1, Y: 1 - tt.reach}} {
				if z, in := calibration.ZoneAt(c.Zones, p); in {
					t.Errorf("%s: %v of the unit lies in the %s of place %d", what, p, z.Use, z.Place)
				}
			}
			for i := range c.Zones { // as it is when it was dragged a little
				z := &c.Zones[i]
				z.Corners = slices.Clone(z.Corners)
				for k, p := range z.Corners {
					seen, err := c.ToPicture(p)
					if err != nil {
						t.Fatal(err)
					}
					z.Corners[k] = c.ToTable(seen.Add(models.Point{X: .5, Y: .5}))
				}
				if err := c.Validate(); err != nil {
					t.Errorf("%s: zone %d cannot be dragged: %v", what, i, err)
				}
				c.Zones = c.UsualZones(hand)
			}
			if !c.Holds(hand) {
				t.Errorf("%s: the zones are not long enough", what)
			}
		}
	}
}

// TestATableWithoutAKnownUnitStaysAsItWas claims that its zones are those of cloth and tile alone, and that nothing lies on its unit.
func TestATableWithoutAKnownUnitStaysAsItWas(t *testing.T) {
	c := tableOf(t, 640, calibration.UsualTile(), nil, models.Thirteen)
	if !reflect.DeepEqual(c.Zones, calibration.DefaultZones(640, models.Thirteen, c.Tile)) {
		t.Errorf("zones %v", c.Zones)
	}
	if c.Unit.Bears(models.Point{}, 10) {
		t.Error("a unit that is not known bears a tile")
	}
}

// TestZonesFitAUnitThatBecomesKnown claims that usual zones follow when the unit is found, and zones that a club drew stay.
func TestZonesFitAUnitThatBecomesKnown(t *testing.T) {
	c := tableOf(t, 640, calibration.UsualTile(), nil, models.Thirteen)
	c.Unit = square(80)
	if c.Drawn() || !c.Fit(models.Thirteen) || c.Fit(models.Thirteen) {
		t.Error("the usual zones change once")
	}
	if !c.Fit(models.Sixteen) || c.Drawn() {
		t.Error("another book is played, and the zones stay")
	}
	c.Zones[0].Corners[0].X++
	if !c.Drawn() || c.Fit(models.Thirteen) {
		t.Error("zones that a club drew were changed")
	}
}

// TestAUnitBearsWhatLiesWhollyOnIt claims that a tile beside the unit, whose foot is hidden or which seems to stand in, is not on it.
func TestAUnitBearsWhatLiesWhollyOnIt(t *testing.T) {
	unit := square(80)
	for _, tt := range []struct {
		at   models.Point
		want bool
	}{{models.Point{}, true}, {models.Point{X: 58, Y: -37}, true}, {models.Point{X: 69}, true}, {models.Point{X: 75}, false}, {models.Point{Y: 94}, false}} {
		if got := unit.Bears(tt.at, 10); got != tt.want {
			t.Errorf("%v: %v", tt.at, got)
		}
	}
}

// TestAUnitIsKeptAndChecked claims that a unit comes back from its file and that one which cannot be is refused.
func TestAUnitIsKeptAndChecked(t *testing.T) {
	c := tableOf(t, 640, calibration.UsualTile(), square(80), models.Thirteen)
	c.Unit.Drawn = true
	file := filepath.Join(t.TempDir(), "camera.json")
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	if again, err := calibration.LoadCamera(file); err != nil || !reflect.DeepEqual(again.Unit, c.Unit) {
		t.Errorf("%v, %v", again, err)
	}
	for name, unit := range map[string]*calibration.Unit{
		"two corners": {Corners: []models.Point{{}, {X: 50}}}, "as large as the table": square(300), "not a number": {Corners: []models.Point{{X: math.NaN()}, {X: 50}, {Y: 50}}},
		"smaller than a tile": square(5), "beside the middle": {Corners: []models.Point{{X: 100, Y: 100}, {X: 150, Y: 100}, {X: 150, Y: 150}, {X: 100, Y: 150}}},
		"with the middle at its border": {Corners: []models.Point{{X: -100, Y: -5}, {X: 100, Y: -5}, {X: 100, Y: 100}, {X: -100, Y: 100}}},
		"crossed":                       {Corners: []models.Point{{X: -60, Y: -60}, {X: 60, Y: 60}, {X: 60, Y: -60}, {X: -60, Y: 60}}},
	} {
		if c.Unit = unit; c.Validate() == nil {
			t.Errorf("%s: a unit", name)
		}
	}
}

func TestTheCornerToAPlayersRightIsTheirs(t *testing.T) {
	tile := calibration.Tile{Width: 22, Height: 30, Depth: 19}
	for name, unit := range map[string]*calibration.Unit{"with a unit": square(75), "without one": nil} {
		c := tableOf(t, 700, tile, unit, models.Thirteen)
		for i := range models.Places {
			corner := models.Point{X: 331, Y: -322}.Turned(i)
			z, in := calibration.CornerAt(c.Zones, corner)
			if !in || z.Place != models.PlaceAt(i) || z.Use != calibration.HandZone {
				t.Errorf("%s: the corner at %v is that of place %d, %v", name, corner, z.Place, in)
			}
			for what, at := range map[string]models.Point{"hand": {Y: -330}, "river": {Y: -120}, "left corner's row": {X: -150, Y: -330}} {
				if z, in := calibration.CornerAt(c.Zones, at.Turned(i)); in {
					t.Errorf("%s: the %s of place %d lies in the corner of place %d", name, what, i+1, z.Place)
				}
			}
		}
	}
}
