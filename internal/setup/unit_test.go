package setup

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/camera"
)

// emptyTable is a cloth as the camera of goodCorners sees it, with a unit in its middle that reaches so far, mm.
func emptyTable(t *testing.T, reach float64) []byte {
	t.Helper()
	var at struct{ Corners [4]models.Point }
	if err := json.Unmarshal([]byte(goodCorners), &at); err != nil {
		t.Fatal(err)
	}
	c, err := calibration.FromCorners(640, 360, at.Corners, 800, calibration.UsualTile(), nil)
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(image.Rect(0, 0, c.Width, c.Height))
	for i := range c.Width * c.Height {
		x, y := i%c.Width, i/c.Width
		p := c.ToTable(models.Point{X: float64(x), Y: float64(y)})
		own := color.RGBA{20, 90, 60, 255}
		if max(math.Abs(p.X), math.Abs(p.Y)) < reach {
			own = color.RGBA{120, 120, 124, 255}
		}
		img.SetRGBA(x, y, own)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTheUnitIsFoundDrawnAndFoundAgain claims that the central unit is found on an empty table and zones lie about it, that it is anew when the corners
// are set anew, that one which a club drew stays, with the zones about that, and that the usual one comes back.
func TestTheUnitIsFoundDrawnAndFoundAgain(t *testing.T) {
	shown := emptyTable(t, 90)
	b := newBench(t, func(c *Config) {
		c.Open = func(source string) (camera.Source, error) {
			return camera.Func{Name: source, Make: func(context.Context) ([]byte, error) { return shown, nil }}, nil
		}
	})
	b.must("camera", `{"source":"/dev/video0"}`)
	reaches := func(what string, want float64) {
		t.Helper()
		c := b.table.camera
		if c.Unit == nil {
			t.Fatalf("%s: no unit is known", what)
		}
		for _, p := range c.Unit.Corners {
			if math.Abs(math.Abs(p.X)-want) > 6 || math.Abs(math.Abs(p.Y)-want) > 6 {
				t.Errorf("%s: the unit reaches to %.0f, want %.0f", what, p, want)
			}
		}
		if z, in := calibration.ZoneAt(c.Zones, models.Point{Y: -want - 7}); !in || z.Use != calibration.RiverZone {
			t.Errorf("%s: the river does not begin at its end", what)
		}
		if z, in := calibration.ZoneAt(c.Zones, models.Point{Y: -want + 7}); in {
			t.Errorf("%s: the %s reaches onto the unit", what, z.Use)
		}
	}
	known := func(answer map[string]any) bool { return answer["unit"].(map[string]any)["known"] == true }
	if !known(b.must("corners", goodCorners)) {
		t.Error("the page does not show the unit")
	}
	reaches("found", 90)
	shown = emptyTable(t, 70)
	b.must("corners", goodCorners)
	reaches("another table", 70)
	shown = picture(t) // somebody plays
	b.must("corners", goodCorners)
	reaches("while somebody plays", 70)

	view, err := b.table.camera.View(0)
	if err != nil {
		t.Fatal(err)
	}
	body := map[string]any{"unit": true}
	drawn := func(reach float64) string {
		var corners []models.Point
		for _, p := range []models.Point{{X: -reach, Y: -reach}, {X: reach, Y: -reach}, {X: reach, Y: reach}, {X: -reach, Y: reach}} {
			corners = append(corners, view.Picture(p))
		}
		body["corners"] = corners
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	b.must("zone", drawn(110))
	reaches("drawn", 110)
	for what, body := range map[string]string{"as large as the cloth": drawn(399), "smaller than a tile": drawn(8)} {
		if _, code := b.asks("zone", body); code != "setup-zones" {
			t.Errorf("%s: %q", what, code)
		}
	}
	if _, code := b.asks("zone", drawn(520)); code != "setup-zone-outside" {
		t.Errorf("beside the cloth: %q", code)
	}
	shown = emptyTable(t, 90)
	b.must("corners", goodCorners)
	reaches("drawn, with the corners set anew", 110)
	b.must("zone", `{}`)
	reaches("the usual one", 90)
}

// TestATableWithoutAUnitIsAsItWas claims that where none is seen the zones are the usual ones of cloth and tile, and one can still be drawn.
func TestATableWithoutAUnitIsAsItWas(t *testing.T) {
	b := newBench(t, nil)
	b.must("camera", `{"source":"/dev/video0"}`)
	answer := b.must("corners", goodCorners)
	c := b.table.camera
	if c.Unit != nil || answer["unit"].(map[string]any)["known"] != false {
		t.Errorf("a unit %v on a chequered cloth", c.Unit)
	}
	if c.Drawn() || len(c.Zones) != len(calibration.DefaultZones(800, models.Thirteen, c.Tile)) {
		t.Errorf("zones %v", c.Zones)
	}
	if n := len(answer["unit"].(map[string]any)["corners"].([]any)); n != 4 {
		t.Errorf("%d corners to draw one with", n)
	}
}
