package calibration_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
)

func far(a, b models.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

var tile = calibration.Tile{Width: 26, Height: 35, Depth: 20}

// view is a camera over a table as the renderer sees it, with the corners of the
// cloth in its picture.
func view(r *rand.Rand) (scene.Spec, [4]models.Point) {
	s := scene.Basic()
	s.Width, s.Height = 1920, 1080
	s.Camera = scene.Camera{Azimuth: 40 * (r.Float64() - 0.5), Elevation: 40 + 45*r.Float64(), Distance: 1300, FieldOfView: 60, Roll: 10 * (r.Float64() - 0.5)}
	var corners [4]models.Point
	for i, p := range [][2]float64{{-400, -400}, {400, -400}, {400, 400}, {-400, 400}} {
		corners[i] = scene.Project(s, p[0], p[1], 0)
	}
	return s, corners
}

func TestFourCornersMapTheWholeCloth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		s, corners := view(r)
		c, err := calibration.FromCorners(s.Width, s.Height, corners, 800, tile, nil)
		if err != nil {
			t.Fatalf("%+v: %v", s.Camera, err)
		}
		for range 20 {
			want := models.Point{X: 800 * (r.Float64() - 0.5), Y: 800 * (r.Float64() - 0.5)}
			seen := scene.Project(s, want.X, want.Y, 0)
			if got := c.ToTable(seen); far(got, want) > 1e-6 {
				t.Fatalf("pixel %v is at %v, want %v", seen, got, want)
			}
			back, err := c.ToPicture(want)
			if err != nil || far(back, seen) > 1e-6 {
				t.Fatalf("%v is seen at %v, %v, want %v", want, back, err, seen)
			}
		}
	}
}

func TestACameraThatMovedSeesTheClothWhereItWasSeenMoved(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	by := calibration.Homography{.999, .012, 14, -.011, 1.001, -9, 1e-6, -2e-6, 1}
	lens := calibration.Lens{FX: 1500, FY: 1500, CX: 960, CY: 540, Radial: [3]float64{-.08, .01}}
	for name, l := range map[string]*calibration.Lens{"without a lens": nil, "with a lens": &lens} {
		s, corners := view(r)
		c, err := calibration.FromCorners(s.Width, s.Height, corners, 800, tile, l)
		if err != nil {
			t.Fatal(err)
		}
		moved, err := c.Moved(by)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			at := models.Point{X: 780 * (r.Float64() - 0.5), Y: 780 * (r.Float64() - 0.5)}
			was, _ := c.ToPicture(at)
			if is, err := moved.ToPicture(at); err != nil || far(is, by.Apply(was)) > .5 {
				t.Errorf("%s: %v is seen at %v, %v, want %v", name, at, is, err, by.Apply(was))
			}
		}
	}
}

func TestPlaneOverTheClothIsFoundFromItsViewAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		s, corners := view(r)
		c, err := calibration.FromCorners(s.Width, s.Height, corners, 800, tile, nil)
		if err != nil {
			t.Fatal(err)
		}
		tops, err := c.Plane(20)
		if err != nil {
			t.Fatalf("%+v: %v", s.Camera, err)
		}
		want := models.Point{X: 700 * (r.Float64() - 0.5), Y: 700 * (r.Float64() - 0.5)}
		if got := tops.Apply(scene.Project(s, want.X, want.Y, 20)); far(got, want) > 1e-3 {
			t.Errorf("elevation %.0f: %v, want %v", s.Camera.Elevation, got, want)
		}
	}
}

func TestFitOfManyPointsAveragesTheirErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s, _ := view(r)
	var seen, table []models.Point
	for range 60 {
		p := models.Point{X: 800 * (r.Float64() - 0.5), Y: 800 * (r.Float64() - 0.5)}
		q := scene.Project(s, p.X, p.Y, 0)
		table = append(table, p)
		seen = append(seen, models.Point{X: q.X + 0.5*r.NormFloat64(), Y: q.Y + 0.5*r.NormFloat64()})
	}
	h, err := calibration.Fit(seen, table)
	if err != nil {
		t.Fatal(err)
	}
	if d := far(h.Apply(scene.Project(s, 100, -200, 0)), models.Point{X: 100, Y: -200}); d > 1 {
		t.Errorf("off by %.2f mm", d)
	}
}

func TestLensGoesBothWays(t *testing.T) {
	l := calibration.Lens{FX: 1500, FY: 1490, CX: 955, CY: 545, Radial: [3]float64{-0.28, 0.08, 0}, Tangential: [2]float64{0.001, -0.002}}
	if err := l.Validate(1920, 1080); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		p := models.Point{X: 1920 * r.Float64(), Y: 1080 * r.Float64()}
		if got := l.Undistort(l.Distort(p)); far(got, p) > 1e-3 {
			t.Fatalf("%v comes back as %v", p, got)
		}
	}
}

func TestDegeneratePointsAreRefused(t *testing.T) {
	line := []models.Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 3}}
	square := []models.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	same := []models.Point{{}, {}, {}, {}}
	nan := []models.Point{{X: math.NaN()}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	for name, points := range map[string][]models.Point{"a line": line, "one point": same, "three points": square[:3], "no numbers": nan} {
		if h, err := calibration.Fit(points, square); !errors.Is(err, calibration.ErrDegenerate) {
			t.Errorf("%s: %v, %v", name, h, err)
		}
	}
}

func TestCornersOutOfOrderAreRefused(t *testing.T) {
	_, corners := view(rand.New(rand.NewPCG(1, 1)))
	for name, order := range map[string][4]int{"crossed": {0, 2, 1, 3}, "mirrored": {1, 0, 3, 2}, "one twice": {0, 0, 2, 3}} {
		var given [4]models.Point
		for i, k := range order {
			given[i] = corners[k]
		}
		if _, err := calibration.FromCorners(1920, 1080, given, 800, tile, nil); !errors.Is(err, calibration.ErrCamera) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func camera(t *testing.T) *calibration.Camera {
	t.Helper()
	s, corners := view(rand.New(rand.NewPCG(1, 1)))
	c, err := calibration.FromCorners(s.Width, s.Height, corners, 800, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSavedCalibrationIsReadBack(t *testing.T) {
	c := camera(t)
	c.Lens = &calibration.Lens{FX: 1500, FY: 1500, CX: 960, CY: 540}
	path := filepath.Join(t.TempDir(), "camera.json")
	if err := c.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := calibration.LoadCamera(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Table != c.Table || *got.Lens != *c.Lens || len(got.Zones) != len(c.Zones) || got.Zones[3].Corners[2] != c.Zones[3].Corners[2] {
		t.Errorf("got %+v, want %+v", got, c)
	}
}

func TestFaultsOfACalibrationAreAllTold(t *testing.T) {
	tests := []struct {
		name, says string
		spoil      func(*calibration.Camera)
	}{
		{"another version", "version 9", func(c *calibration.Camera) { c.Version = 9 }},
		{"no map", "no way back", func(c *calibration.Camera) { c.Table = calibration.Homography{} }},
		{"no tiles", "tiles of", func(c *calibration.Camera) { c.Tile.Width = 0 }},
		{"a wide tile", "tiles of", func(c *calibration.Camera) { c.Tile.Width, c.Tile.Height = 35, 26 }},
		{"a huge cloth", "cloth", func(c *calibration.Camera) { c.Side = 5000 }},
		{"a lens of nonsense", "focal", func(c *calibration.Camera) { c.Lens = &calibration.Lens{FX: 1, FY: 1} }},
		{"a zone for nothing", "cannot be for", func(c *calibration.Camera) { c.Zones[0].Use = "tea" }},
		{"a zone of nobody", "place 0", func(c *calibration.Camera) { c.Zones[0].Place = 0 }},
		{"a zone that crosses itself", "crosses itself", func(c *calibration.Camera) {
			z := c.Zones[0].Corners
			z[1], z[2] = z[2], z[1]
		}},
		{"zones over each other", "overlaps", func(c *calibration.Camera) { c.Zones[1].Corners = c.Zones[0].Corners }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := camera(t)
			tt.spoil(c)
			err := c.Validate()
			if !errors.Is(err, calibration.ErrCamera) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want %q", err, tt.says)
			}
			if err := c.Save(filepath.Join(t.TempDir(), "x.json")); err == nil {
				t.Error("an unusable calibration was saved")
			}
		})
	}
}

func TestUnusableFilesAreNamed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": "", "no json": "{", "unknown key": `{"version":1,"colour":3}`, "huge": strings.Repeat(" ", 2<<20)} {
		path := filepath.Join(dir, "c.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := calibration.LoadCamera(path); !errors.Is(err, calibration.ErrCamera) || !strings.Contains(err.Error(), "c.json") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryPlaceHasItsZone(t *testing.T) {
	zones := calibration.DefaultZones(800, models.Thirteen, calibration.Tile{})
	for place, p := range map[models.Place]models.Point{1: {Y: -330}, 2: {X: 330}, 3: {Y: 330}, 4: {X: -330}} {
		if z, ok := calibration.ZoneAt(zones, p); !ok || z.Place != place || z.Use != calibration.HandZone {
			t.Errorf("%v lies in %+v, want the hand of place %d", p, z, place)
		}
	}
	if z, ok := calibration.ZoneAt(zones, models.Point{}); ok {
		t.Errorf("the centre lies in %+v", z)
	}
}

func FuzzParseCamera(f *testing.F) {
	f.Add([]byte(`{"version":1,"width":1920,"height":1080,"table":[1,0,0,0,1,0,0,0,1],"side":800,"tile":{"width":26,"height":35,"depth":20},"zones":[]}`))
	f.Add([]byte(`{"version":1,"width":1920,"height":1080,"table":[1,0,0,0,1,0,0,0,1],"side":640,"tile":{"width":20,"height":28,"depth":17},"zones":[],"unit":{"corners":[[-80,-80],[80,-80],[80,80],[-80,80]]}}`))
	f.Add([]byte(`{"version":1,"width":1920,"height":1080,"table":[1,0,0,0,1,0,0,0,1],"side":640,"tile":{"width":20,"height":28,"depth":17},"zones":[],"unit":{"corners":[[100,100],[150,100],[150,150],[100,150]]}}`))
	f.Add([]byte(`{"zones":[{"use":"hand","place":1,"corners":[[0,0],[1e308,0],[0,-1e308]]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := calibration.ParseCamera(data)
		if err != nil {
			return
		}
		_, _ = c.Plane(20)
		if err := c.Validate(); err != nil {
			t.Errorf("read without an error, yet %v", err)
		}
		c.Unit.Bears(models.Point{}, c.Tile.Width/2)
		for _, hand := range []models.HandSize{models.Thirteen, models.Sixteen} {
			c.Holds(hand)
			c.Fit(hand)
			if c.Unit == nil {
				continue
			}
			c.Zones = c.UsualZones(hand)
			if err := c.Validate(); err != nil {
				t.Errorf("a unit %v is none that zones fit: %v", c.Unit.Corners, err)
			}
		}
	})
}
