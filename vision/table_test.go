package vision_test

import (
	"errors"
	"image"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
)

func calibrated(t testing.TB, s scene.Spec) *calibration.Camera {
	t.Helper()
	c, err := s.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newTable(t testing.TB, c *calibration.Camera) *plane.Table {
	t.Helper()
	table, err := plane.NewTable(c)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// pictureOf is a drawn table as it is read.
func pictureOf(t *testing.T, r *vision.Reader, img image.Image, camera *calibration.Camera) *proposal.Picture {
	t.Helper()
	data, err := scene.Encode(img, 92)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Open(data, newTable(t, camera))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// swept is what a sweep finds on a drawn table.
func swept(t *testing.T, r *vision.Reader, img image.Image, camera *calibration.Camera) []proposal.Found {
	t.Helper()
	found, err := pictureOf(t, r, img, camera).Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// studio draws each face once for all tests.
var studio scene.Studio

func photographed(t testing.TB, s scene.Spec) []byte {
	t.Helper()
	data, _, err := recompressed(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// tableFaces are the faces of the drawn set as the camera over the table sees them.
var tableFaces = sync.OnceValues(func() (calibration.Faces, error) {
	times := 6 // as many samples as are kept of a face
	if testing.Short() {
		times = 3
	}
	specs, err := scene.Lessons(scene.WholeTable(), times)
	if err != nil {
		return calibration.Faces{}, err
	}
	return learnDrawn(specs, recompressed)
})

func tableReader(t testing.TB) *vision.Reader {
	t.Helper()
	return newReader(t, learned(t, tableFaces))
}

// learned are the faces of a lesson.
func learned(t testing.TB, lesson func() (calibration.Faces, error)) calibration.Faces {
	t.Helper()
	faces, err := lesson()
	if err != nil {
		t.Fatal(err)
	}
	return faces
}

// handFor is a concealed hand of a place among rivers, walls and hands of others.
func handFor(t testing.TB, place models.Place, seed uint64) (scene.Spec, models.Tiles) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	s := scene.WholeTable()
	s.Seed = seed
	for {
		hand, win := scene.RandomWin(r, models.Thirteen)
		if len(hand.Melds) > 0 {
			continue
		}
		hand.Flowers = models.FlowerSet{}
		laying := scene.Neat()
		laying.Place = place
		laying.Win = scene.WinPlace(r.IntN(2))
		if err := s.Lay(hand, win, laying); err != nil {
			t.Fatal(err)
		}
		s.Clutter(r, place)
		tiles := append(append(models.Tiles{}, hand.Concealed...), win)
		models.SortTiles(tiles)
		return s, tiles
	}
}

// seen reads a photograph from anywhere as a hand.
func seen(t testing.TB, r *vision.Reader, image []byte) models.Reading {
	t.Helper()
	rows, _, err := r.Read(t.Context(), image)
	if err != nil {
		t.Fatal(err)
	}
	return layout.Read(rows, layout.DefaultOptions())
}

// understood reads a picture of a place's hand as the daemon does.
func understood(t testing.TB, r *vision.Reader, c *calibration.Camera, image []byte, place models.Place) models.Reading {
	t.Helper()
	rows, at, err := r.ReadTable(t.Context(), image, newTable(t, c), place)
	var unreadable *models.ReadingError
	switch {
	case errors.As(err, &unreadable):
		return models.Reading{Status: models.Failed, Error: unreadable}
	case err != nil:
		t.Fatal(err)
	}
	o := layout.DefaultOptions()
	o.Place, o.Zones = at, c.Zones
	return layout.Read(rows, o)
}

// all are the tiles of a reading's hand, sorted.
func all(r models.Reading) (tiles models.Tiles) {
	if r.Hand == nil {
		return nil
	}
	tiles = append(tiles, r.Hand.Concealed...)
	if r.WinTile != models.NoTile {
		tiles = append(tiles, r.WinTile)
	}
	models.SortTiles(tiles)
	return tiles
}

func TestHandsOfEveryPlaceAreReadAmongRiversAndWalls(t *testing.T) {
	reader, camera := tableReader(t), calibrated(t, scene.WholeTable())
	scenes := 3
	if testing.Short() {
		scenes = 1
	}
	accepted := 0
	for i := range 4 * scenes {
		place := models.PlaceAt(i)
		spec, want := handFor(t, place, uint64(i))
		got := understood(t, reader, camera, photographed(t, spec), place)
		if all(got).String() != want.String() {
			t.Errorf("place %d, scene %d: %s %v, want %v, doubts %v, rows %v", place, i, got.Status, all(got), want, got.Doubts, tilesOf(got.Rows))
		}
		if got.Status == models.Accepted {
			accepted++
		}
	}
	if accepted < 2*scenes {
		t.Errorf("%d of %d hands were accepted", accepted, 4*scenes)
	}
}

func TestThePlaceThatShowsAHandIsFound(t *testing.T) {
	reader := tableReader(t)
	table := newTable(t, calibrated(t, scene.WholeTable()))
	spec, _ := handFor(t, 3, 5)
	if _, at, err := reader.ReadTable(t.Context(), photographed(t, spec), table, 0); err != nil || at != 3 {
		t.Errorf("the hand of place %d is read, %v; want place 3", at, err)
	}
	other, _ := handFor(t, 1, 6)
	spec.Tiles = slices.DeleteFunc(append(spec.Tiles, other.Tiles...), func(p scene.Placed) bool { return p.Row < 0 })
	var unreadable *models.ReadingError
	if _, _, err := reader.ReadTable(t.Context(), photographed(t, spec), table, 0); !errors.As(err, &unreadable) || unreadable.Code != "which-hand" {
		t.Errorf("two hands: %v, want which-hand", err)
	}
}

// A wrong calibration may cost a hand, never a wrong one.
func TestAWrongCalibrationGivesDoubt(t *testing.T) {
	reader := tableReader(t)
	spec, want := handFor(t, 1, 0)
	image := photographed(t, spec)
	spoilt := map[string]func(*calibration.Camera){
		"tiles a tenth too large":   func(c *calibration.Camera) { c.Tile.Width, c.Tile.Height = 1.1*c.Tile.Width, 1.1*c.Tile.Height },
		"tiles a tenth too small":   func(c *calibration.Camera) { c.Tile.Width, c.Tile.Height = .9*c.Tile.Width, .9*c.Tile.Height },
		"tiles a quarter too small": func(c *calibration.Camera) { c.Tile.Width, c.Tile.Height = .75*c.Tile.Width, .75*c.Tile.Height },
		"zones 100 mm aside":        func(c *calibration.Camera) { moveZones(c, 100, 0) },
		"zones 40 mm aside":         func(c *calibration.Camera) { moveZones(c, 40, 0) },
		"zones 60 mm towards":       func(c *calibration.Camera) { moveZones(c, 0, -60) },
		"zones for another place": func(c *calibration.Camera) {
			for i := range c.Zones {
				c.Zones[i].Place = models.PlaceAt(c.Zones[i].Place.Index() + 1)
			}
		},
	}
	for name, spoil := range spoilt {
		t.Run(name, func(t *testing.T) {
			c := calibrated(t, scene.WholeTable())
			spoil(c)
			if got := understood(t, reader, c, image, 1); got.Status == models.Accepted && all(got).String() != want.String() {
				t.Errorf("accepted %v, laid %v", all(got), want)
			}
		})
	}
	c := calibrated(t, scene.WholeTable())
	c.Width, c.Height = 1280, 720
	if got := understood(t, reader, c, image, 1); got.Error == nil || got.Error.Code != "wrong-size" {
		t.Errorf("a picture of another size: %v %v", got.Status, got.Error)
	}
}

func moveZones(c *calibration.Camera, x, y float64) {
	for _, z := range c.Zones {
		for i := range z.Corners {
			z.Corners[i].X += x
			z.Corners[i].Y += y
		}
	}
}

func TestAnEmptyTableShowsNoHand(t *testing.T) {
	spec := scene.WholeTable()
	spec.Clutter(rand.New(rand.NewPCG(1, 1)), 0)
	got := understood(t, tableReader(t), calibrated(t, scene.WholeTable()), photographed(t, spec), 1)
	if got.Status == models.Accepted {
		t.Errorf("walls and rivers are read as %v", all(got))
	}
}

func tilesOf(rows [][]models.Sighting) (out []models.Tiles) {
	for _, row := range rows {
		var tiles models.Tiles
		for _, s := range row {
			tiles = append(tiles, s.Tile)
		}
		out = append(out, tiles)
	}
	return out
}
