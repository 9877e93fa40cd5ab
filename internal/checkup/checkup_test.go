package checkup

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// drawn is a table as a camera sees it, with the tiles of its rivers where they lie.
func drawn(t *testing.T, s scene.Spec) Room {
	t.Helper()
	picture, truth, err := (&scene.Studio{}).Photograph(s)
	if err != nil {
		t.Fatal(err)
	}
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	r := Room{Pictures: []image.Image{img}, Camera: c}
	view, err := c.View(s.Size.Depth)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range truth.Table {
		if one.Role != scene.InRiver {
			continue
		}
		tile := Tile{At: one.Pose.At, Place: one.Owner, Face: one.Tile, Read: true}
		sin, cos := math.Sincos(float64(one.Pose.Quarter) * math.Pi / 2)
		for k, corner := range [4][2]float64{{-.5, .5}, {.5, .5}, {.5, -.5}, {-.5, -.5}} {
			a, b := corner[0]*s.Size.Width, corner[1]*s.Size.Height
			tile.Quad[k] = view.Picture(models.Point{X: one.Pose.At.X + a*cos + b*sin, Y: one.Pose.At.Y - a*sin + b*cos})
		}
		r.Tiles = append(r.Tiles, tile)
	}
	return r
}

func found(t *testing.T, r Room, code Code) (f Finding, ok bool) {
	t.Helper()
	all, err := Look(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if one.Code == code {
			return one, true
		}
	}
	return f, false
}

// inkOf measures the faces of a set on good tables, as they are learned.
func inkOf(t *testing.T, style artwork.Style) Ink {
	t.Helper()
	by := map[models.Tile][]float64{}
	for seed := range uint64(sharedtest.Count(1, 3)) {
		s, err := scene.RandomTable(1000+seed, style, 0)
		if err != nil {
			t.Fatal(err)
		}
		r := drawn(t, s)
		for _, f := range facesOf(r.Pictures[0], r.Tiles) {
			by[f.Face] = append(by[f.Face], f.ink)
		}
	}
	ink := Ink{}
	for tile, all := range by {
		slices.Sort(all)
		ink[tile] = all[len(all)/2]
	}
	return ink
}

// mirroredIn is how much light a lamp adds to the third of the tiles that it lies upon most, share of white: the same table is drawn with
// the lamp and without.
func mirroredIn(without, with Room) float64 {
	dark, lit := facesOf(without.Pictures[0], without.Tiles), facesOf(with.Pictures[0], with.Tiles)
	var all []float64
	for i := range min(len(dark), len(lit)) {
		all = append(all, (lit[i].ink*lit[i].white-dark[i].ink*dark[i].white)/dark[i].white)
	}
	slices.Sort(all)
	if len(all) < 3 {
		return 0
	}
	return all[len(all)-3]
}

// TestMirroredLampsAreFound counts tables with a lamp and without: by night of all kinds of rooms, by day of good ones. Lamps that miss the
// tiles, or add less than any that costs a tile (docs/hardware.md), are not asked for.
func TestMirroredLampsAreFound(t *testing.T) {
	const matters = .15
	tables := sharedtest.Count(1, 100)
	lit, told, weak, falsely := 0, 0, 0, 0
	inks := map[artwork.Style]Ink{}
	for i := range tables {
		style := artwork.Style("ABC"[i%3 : i%3+1])
		s, err := scene.RandomTable(uint64(sharedtest.Count(560_000, 600_000)+i), style, float64(i%5)/10)
		if err != nil {
			t.Fatal(err)
		}
		if inks[style] == nil {
			inks[style] = inkOf(t, style)
		}
		without, with := drawn(t, s), drawn(t, scene.UnderLamp(s))
		without.Ink, with.Ink = inks[style], inks[style]
		if f, ok := found(t, without, Lamp); ok {
			falsely++
			t.Logf("table %d has no lamp, and one is told: %.2f on %d tiles of place %d", i, f.Value, f.Tiles, f.Place)
		}
		if i%10 == 9 {
			t.Logf("%d tables so far: of %d lamps %d are found, %d told falsely, %d weak", i, lit, told, falsely, weak)
		}
		added := mirroredIn(without, with)
		if added < matters {
			weak++
			continue
		}
		lit++
		if _, ok := found(t, with, Lamp); ok {
			told++
		} else {
			t.Logf("table %d: the lamp is not found: it adds %.2f", i, added)
		}
	}
	t.Logf("of %d lamps %d are found, %d are told of %d tables without; %d lamps missed the tiles or were weak", lit, told, falsely, tables, weak)
	if falsely*50 > tables || told*20 < lit*19 || lit*4 < tables {
		t.Errorf("of %d lamps %d are found, %d are told of %d tables without", lit, told, falsely, tables)
	}
}

// TestWhatIsMeasuredIsWhatWasDrawn spoils a picture in one way after the other.
func TestWhatIsMeasuredIsWhatWasDrawn(t *testing.T) {
	s, err := scene.RandomTable(7, artwork.StyleA, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Width, s.Height, s.Sensor = 1280, 720, scene.Sensor{Blur: 1.5, Noise: 6, JPEG: 0}
	r := drawn(t, s)
	wide := s.Size.Width * float64(s.Width) / 2 / math.Tan(s.Camera.FieldOfView/2*math.Pi/180) / s.Camera.Distance
	darker := image.NewRGBA(r.Pictures[0].Bounds()) // every second group of lines
	for y := range s.Height {
		for x := range s.Width {
			c := color.RGBAModel.Convert(r.Pictures[0].At(x, y)).(color.RGBA)
			if y/40%2 == 0 {
				c = color.RGBA{c.R / 4 * 3, c.G / 4 * 3, c.B / 4 * 3, 255}
			}
			darker.SetRGBA(x, y, c)
		}
	}
	r.Pictures = append(r.Pictures, darker)
	for code, want := range map[Code][2]float64{Pixels: {wide * .95, wide * 1.05}, Blur: {1.1 / wide, 2 / wide}, Noise: {3.5, 8}, Bands: {.08, .18},
		Angle: {s.Camera.Elevation - 3, s.Camera.Elevation + 3}, Uneven: {1, 1.4}} {
		if f, ok := found(t, r, code); !ok || f.Value < want[0] || f.Value > want[1] {
			t.Errorf("%s is %.3f, want %.3f to %.3f", code, f.Value, want[0], want[1])
		}
	}
}

// TestWhatIsWorseCostsMore goes along every curve.
func TestWhatIsWorseCostsMore(t *testing.T) {
	if len(measured()) < 7 {
		t.Errorf("%d axes were measured", len(measured()))
	}
	for code, points := range measured() {
		last := -1.
		for i := range points {
			cost := measured().of(code, points[i].At)
			if cost < last || cost > 1 {
				t.Errorf("%s at %g costs %.3f, before %.3f", code, points[i].At, cost, last)
			}
			last = cost
		}
	}
}
