package film

import (
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
)

// TestPlacesFollowFromTheTile pins the places of usual tiles, on which all records of films stand, and has what lies at
// those of Sichuan's tiles be clear of the rest.
func TestPlacesFollowFromTheTile(t *testing.T) {
	usual := placesFor(scene.Size(calibration.UsualTile()), models.Thirteen)
	want := places{stickY: -87, riverTop: -100, riverLeft: -80, deep: 4, wallY: -275, uraY: -312, flowerY: -327, behind: true, before: true, left: -245, right: 245, size: usual.size}
	if usual != want {
		t.Errorf("usual tiles lie at %+v, not %+v", usual, want)
	}
	if p := placesFor(usual.size, models.Sixteen); p.right != 302.5 || p.left != -302.5 || p.fits(19, true) != nil {
		t.Errorf("hands of sixteen reach from %v to %v: %v", p.left, p.right, p.fits(19, true))
	}
	large := scene.Size{Width: 39, Height: 54, Depth: 28}
	p := placesFor(large, models.Thirteen)
	if err := p.fits(14, false); err != nil {
		t.Fatal(err)
	}
	if p.before {
		t.Error("an added tile lies beside its kong, in the wall")
	}
	hands, wall := baseline+large.Height, p.wallY-large.Height/2
	switch last := p.riverTop - float64(p.deep)*(large.Height+rowGap); {
	case p.deep < 3:
		t.Errorf("%d rows of discards", p.deep)
	case last < p.wallY+large.Height/2:
		t.Errorf("the last row of discards ends at %v, in the wall at %v", last, p.wallY)
	case wall < hands:
		t.Errorf("the wall reaches to %v, into hands at %v", wall, hands)
	case p.riverTop > p.riverLeft:
		t.Errorf("rows from %v at %v meet those of the neighbours", p.riverLeft, p.riverTop)
	case p.left < hands:
		t.Errorf("a row begins at %v, in the lane of the neighbour's hand at %v", p.left, hands)
	}
	if p.fits(17, false) == nil || p.fits(14, true) == nil {
		t.Error("136 tiles of that size, or flowers, fit the table")
	}
	if placesFor(scene.Size{Width: 60, Height: 84, Depth: 40}, models.Thirteen).fits(14, false) == nil {
		t.Error("tiles of 60 mm fit the table")
	}
}

// TestZonesHoldWhatLiesThere has hands, melds and discards of either size lie in the zones that a calibration gives their tiles.
func TestZonesHoldWhatLiesThere(t *testing.T) {
	for _, size := range []calibration.Tile{calibration.UsualTile(), {Width: 39, Height: 54, Depth: 28}} {
		p := placesFor(scene.Size(size), models.Thirteen)
		zones := calibration.DefaultZones(scene.ClothSide, models.Thirteen, size)
		for i := range models.Places {
			place := models.PlaceAt(i)
			for _, lies := range []struct {
				use  calibration.Use
				x, y float64
			}{
				{calibration.HandZone, p.left + size.Width/2, baseline + size.Height/2},
				{calibration.HandZone, p.right - size.Width/2, baseline + size.Height/2},
				{calibration.RiverZone, p.riverLeft + size.Width/2, p.riverTop - 1.5*(size.Height+rowGap)},
				{calibration.RiverZone, -p.riverLeft - size.Width/2, p.riverTop - 2.5*(size.Height+rowGap)},
			} {
				z, ok := calibration.ZoneAt(zones, onTable(models.Point{X: lies.x, Y: lies.y}, place))
				if !ok || z.Use != lies.use || z.Place != place {
					t.Errorf("%v: a tile at (%v, %v) before place %v lies in %v of %v, not in %v", size, lies.x, lies.y, place, z.Use, z.Place, lies.use)
				}
			}
		}
	}
}
