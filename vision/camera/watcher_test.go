package camera_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/camera"
)

// film is a table seen from above, with what lies on it at a moment.
type film struct {
	t     *testing.T
	watch *camera.Watcher
	now   time.Time
	seed  uint64
}

// show lets the watcher see the table for a number of pictures, four a second, and
// gives the places it proposed. Two pictures with other noise take turns, unless
// everything moves.
func (f *film) show(pictures int, moves bool, change func(*scene.Spec)) (laid []models.Place) {
	f.t.Helper()
	var drawn [][]byte
	for i := range pictures {
		if moves || i < 2 {
			drawn = append(drawn, f.draw(change))
		}
		f.now = f.now.Add(250 * time.Millisecond)
		got, err := f.watch.See(camera.Frame{Data: drawn[i%len(drawn)], Time: f.now})
		if err != nil {
			f.t.Fatal(err)
		}
		laid = append(laid, got...)
	}
	return laid
}

// draw makes the next picture.
func (f *film) draw(change func(*scene.Spec)) []byte {
	f.t.Helper()
	f.seed++
	s := table()
	s.Seed = f.seed
	change(&s)
	img, _, err := scene.Render(s)
	if err != nil {
		f.t.Fatal(err)
	}
	data, err := scene.Encode(img, 85)
	if err != nil {
		f.t.Fatal(err)
	}
	return data
}

func table() scene.Spec {
	s := scene.Basic()
	s.Width, s.Height = 480, 480
	s.Sensor.JPEG = 0
	s.Camera = scene.Camera{Elevation: 88, Distance: 1250, FieldOfView: 44}
	return s
}

func newFilm(t *testing.T) *film {
	areas := map[models.Place][][]models.Point{}
	for _, z := range calibration.DefaultZones(820, models.Thirteen, calibration.Tile{}) {
		if z.Use == calibration.HandZone {
			var area []models.Point
			for _, c := range z.Corners {
				area = append(area, scene.Project(table(), c.X, c.Y, 0))
			}
			areas[z.Place] = append(areas[z.Place], area)
		}
	}
	return &film{t: t, watch: &camera.Watcher{Areas: areas}, now: time.Unix(1_000_000, 0)}
}

func handAt(t *testing.T, place models.Place) func(*scene.Spec) {
	return func(s *scene.Spec) {
		l := scene.Neat()
		l.Place, l.Win = place, scene.WinApart
		h := models.Hand{Concealed: models.Tiles{1, 2, 3, 4, 5, 6, 7, 8, 9, 28, 28, 28, 30}}
		seed := s.Seed
		s.Seed = 7 // the tiles lie still
		if err := s.Lay(h, 30, l); err != nil {
			t.Fatal(err)
		}
		s.Seed = seed
	}
}

func TestWatcherProposesAHandOnceItLiesStill(t *testing.T) {
	f := newFilm(t)
	empty := func(*scene.Spec) {}
	if got := f.show(8, false, empty); len(got) != 0 {
		t.Fatalf("an empty table: %v", got)
	}
	arm := func(s *scene.Spec) { // a hand that moves over the table
		s.Light.Shade = []scene.Spot{{At: models.Point{X: float64(s.Seed%7)*60 - 180, Y: -330}, Radius: 90, Amount: 0.8}}
	}
	if got := f.show(6, true, arm); len(got) != 0 {
		t.Fatalf("an arm over the table: %v", got)
	}
	if got := f.show(8, false, handAt(t, 1)); len(got) != 1 || got[0] != 1 {
		t.Fatalf("a hand at place 1: %v", got)
	}
	if got := f.show(4, false, handAt(t, 1)); len(got) != 0 {
		t.Fatalf("the same hand again: %v", got)
	}
	f.show(8, false, empty)
	if got := f.show(8, false, handAt(t, 3)); len(got) != 1 || got[0] != 3 {
		t.Fatalf("a hand at place 3: %v", got)
	}
}

func TestWhatIsNoHandIsProposedAgainOnlyAfterItMoved(t *testing.T) {
	f := newFilm(t)
	empty := func(*scene.Spec) {}
	f.show(8, false, empty)
	if got := f.show(8, false, handAt(t, 2)); len(got) != 1 || !f.watch.Lies(2) {
		t.Fatalf("a hand at place 2: %v", got)
	}
	f.watch.Deny(2)
	if got := f.show(8, false, handAt(t, 2)); len(got) != 0 || f.watch.Lies(2) {
		t.Fatalf("what is no hand: %v", got)
	}
	f.show(1, false, empty) // taken up
	if got := f.show(8, false, handAt(t, 2)); len(got) != 1 {
		t.Fatalf("laid down anew: %v", got)
	}
	f.show(8, false, empty)
	if f.watch.Lies(2) {
		t.Error("cleared away and lies still")
	}
}

func TestWatcherDoesNotTakeChangingLightForAHand(t *testing.T) {
	f := newFilm(t)
	for step := range 10 {
		got := f.show(3, false, func(s *scene.Spec) { s.Light.Level = 0.5 + 0.05*float64(step) })
		if len(got) != 0 {
			t.Fatalf("step %d: %v", step, got)
		}
	}
}

func TestWatcherNamesAPictureOfAnotherSize(t *testing.T) {
	w := &camera.Watcher{Areas: map[models.Place][][]models.Point{1: {{{X: 5000, Y: 5000}, {X: 5100, Y: 5000}, {X: 5100, Y: 5100}}}}}
	_, err := w.See(camera.Frame{Data: picture(t, 64, 64, 10, 200)})
	wantFault(t, err, camera.WrongSize)
}

// FuzzWatch shows the watcher whatever a camera may send, between pictures that are well.
func FuzzWatch(f *testing.F) {
	good := picture(f, 96, 64, 10, 200)
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add([]byte("\xff\xd8\xff\xd9"))
	f.Add(picture(f, 3, 2, 0, 255))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := camera.Watcher{Areas: map[models.Place][][]models.Point{1: {{{X: -50, Y: -50}, {X: 80, Y: 0}, {X: 60, Y: 900}}}}}
		now := time.Unix(1_000_000, 0)
		for _, one := range [][]byte{good, data, good, data} {
			now = now.Add(2 * time.Second)
			_, err := w.See(camera.Frame{Data: one, Time: now})
			var fault *camera.Fault
			if err != nil && !errors.As(err, &fault) {
				t.Errorf("%v is no fault of a camera", err)
			}
		}
	})
}

func TestWatcherRefusesAPictureLargerThanAnyCameras(t *testing.T) {
	var one bytes.Buffer
	if err := png.Encode(&one, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	bomb := one.Bytes()
	// Width and height stand at 16; the checksum of the header follows its 13 bytes.
	copy(bomb[16:], []byte{0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60})
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	w := camera.Watcher{Areas: map[models.Place][][]models.Point{1: {{{X: 0, Y: 0}, {X: 80, Y: 0}, {X: 60, Y: 90}}}}}
	_, err := w.See(camera.Frame{Data: bomb, Time: time.Unix(1, 0)})
	wantFault(t, err, camera.TooBig)
}
