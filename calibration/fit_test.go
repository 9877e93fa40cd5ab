package calibration_test

import (
	"testing"

	"jantaku/calibration"
	"jantaku/models"
)

// TestZonesFitTheHandsOfTheBook claims that the usual zones are as long as a book's hands need, and that zones which a club
// has drawn stay.
func TestZonesFitTheHandsOfTheBook(t *testing.T) {
	long := models.Point{X: 300, Y: -380} // where the fifth meld of a hand of sixteen lies
	c := calibration.Camera{Side: 820, Zones: calibration.DefaultZones(820, models.Thirteen, calibration.Tile{})}
	if _, in := calibration.ZoneAt(c.Zones, long); in {
		t.Fatalf("%v is in a zone for thirteen tiles", long)
	}
	if !c.Fit(models.Sixteen) || c.Fit(models.Sixteen) {
		t.Error("the zones change once")
	}
	if zone, in := calibration.ZoneAt(c.Zones, long); !in || zone.Use != calibration.HandZone || zone.Place != 1 {
		t.Errorf("%v is in %v", long, zone)
	}
	for i, z := range c.Zones {
		if err := z.Validate(); err != nil {
			t.Errorf("zone %d: %v", i, err)
		}
	}
	if !c.Fit(models.Thirteen) {
		t.Error("another book is played, and the zones stay")
	}
	c.Zones[0].Corners[0].X++
	if c.Fit(models.Sixteen) {
		t.Error("zones that a club drew were changed")
	}
}
