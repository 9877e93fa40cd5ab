package table

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	scene "jantaku/laboratory/scene/dice"
	"jantaku/models"
	"jantaku/vision/camera"
)

// diceFilm is a camera over a drawn table, in whose middle dice lie. It sends five pictures a second.
type diceFilm struct {
	shown atomic.Pointer[[]byte]
	given atomic.Int64 // pictures
}

func (f *diceFilm) Live() bool   { return true }
func (f *diceFilm) Close() error { return nil }

func (f *diceFilm) Next(ctx context.Context) (camera.Frame, error) {
	select {
	case <-time.After(200 * time.Millisecond):
		f.given.Add(1)
		return camera.Frame{Data: *f.shown.Load(), Time: time.Now(), Source: "film"}, nil
	case <-ctx.Done():
		return camera.Frame{}, ctx.Err()
	}
}

// goesOn waits until some more pictures were taken, however slow the machine is.
func (f *diceFilm) goesOn(t *testing.T, pictures int64) {
	t.Helper()
	for from, end := f.given.Load(), time.Now().Add(sharedtest.Patience); f.given.Load() < from+pictures; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no pictures are taken")
		}
	}
}

// show lays dice on the table, as a camera of 1.5 pixels a millimetre sees them from straight above.
func (f *diceFilm) show(t *testing.T, values ...int) {
	t.Helper()
	d := &scene.Drawing{Scale: 1.5, Edge: 12, Round: 1, Pip: .1, Spread: .26, Cloth: [3]float64{.03, .15, .1}, Red: true, Blur: .5, Noise: 2, Light: .9, Side: 144}
	for i, v := range values {
		d.Dice = append(d.Dice, scene.Die{X: float64(30*i - 15 + 2*v), Y: float64(4*v - 12), Turn: .4 + float64(v), Value: v, Around: [2]int{2, 3}})
	}
	img := image.NewRGBA(image.Rect(0, 0, 960, 960))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{49, 109, 89, 255}), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(408, 408, 552, 552), d.Draw(), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	f.shown.Store(&data)
}

type noTiles struct{}

func (noTiles) Read(context.Context, []byte, models.Place) ([][]models.Sighting, error) {
	return nil, nil
}

// TestDiceThatTheCameraSeesAreThoseOfTheTable claims that a daemon without a board shows the dice which its camera sees rolled, and
// where the wall is broken by them; neither dice that lay there before, nor a die alone.
func TestDiceThatTheCameraSeesAreThoseOfTheTable(t *testing.T) {
	film := &diceFilm{}
	film.show(t, 2, 2)
	corners := [4]models.Point{{X: 0, Y: 959}, {X: 959, Y: 959}, {X: 959, Y: 0}, {X: 0, Y: 0}}
	eye, err := calibration.FromCorners(960, 960, corners, 640, calibration.Tile{Width: 20, Height: 28, Depth: 16}, nil)
	if err != nil {
		t.Fatal(err)
	}
	eye.Dice = &calibration.Dice{Edge: 12, Across: 90}
	c := fourOfRiichi(t.TempDir())
	table, end := starts(t, c, Parts{Camera: film, Reader: noTiles{}, Calibrated: eye, Limits: camera.DefaultLimits()}, nil)
	defer end()
	film.goesOn(t, 10) // what lies there at first is seen
	film.show(t, 5)    // one has stopped
	film.goesOn(t, 5)
	roll := [2]int{3, 4}
	film.show(t, roll[1], roll[0])
	for end := time.Now().Add(sharedtest.Patience); len(table.Board.Table().Dice) == 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the dice were not seen")
		}
	}
	seen := table.Board.Table()
	got := seen.Dice[0]
	slices.Sort(got[:])
	if len(seen.Dice) != 1 || got != roll || seen.DiceBy != models.Eye {
		t.Errorf("%v was rolled, and %v by %q shown", roll, seen.Dice, seen.DiceBy)
	}
}
