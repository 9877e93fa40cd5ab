package capture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
	"jantaku/vision/watch"
)

// TestAChangeIsShownBeforeAndAfter claims that the pictures of a change are of its place, from
// the last frame in which nothing had happened there and from the newest, and that a change
// without a frame that is old enough is shown afterwards alone.
func TestAChangeIsShownBeforeAndAfter(t *testing.T) {
	const width, height, side = 1000, 800, 700. // pixels, pixels, mm
	corners := [4]models.Point{{X: 200, Y: 700}, {X: 800, Y: 700}, {X: 800, Y: 100}, {X: 200, Y: 100}}
	seen, err := calibration.FromCorners(width, height, corners, side, calibration.Tile{Width: 26, Height: 35, Depth: 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(Config{Layout: layout.DefaultOptions(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	view, err := seen.View(0)
	if err != nil {
		t.Fatal(err)
	}
	at := models.Point{X: 100, Y: -120}
	tile := view.Picture(at)
	var frames []camera.Frame // each is lighter where the tile lies
	for i := range 10 {
		img := image.NewGray(image.Rect(0, 0, width, height))
		for y := int(tile.Y) - 10; y < int(tile.Y)+10; y++ {
			for x := int(tile.X) - 10; x < int(tile.X)+10; x++ {
				img.SetGray(x, y, color.Gray{Y: uint8(20 * (i + 1))})
			}
		}
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		frames = append(frames, camera.Frame{Data: b.Bytes(), Time: l.started.Add(time.Duration(i) * time.Second)})
	}
	change := func(kind watch.Kind, clear time.Duration) watch.Change {
		c := watch.Change{Kind: kind, Spot: 7, Clear: clear, Seen: clear + time.Second, Rest: clear + time.Second}
		c.At = at
		return c
	}
	away := change(watch.Added, 2*time.Second)
	away.At = models.Point{X: 5000}
	for name, tt := range map[string]struct {
		change        watch.Change
		before, after int // how light the tile is; 0 for no picture
	}{
		"a discard":            {change(watch.Added, 2500*time.Millisecond), 60, 200},
		"a call":               {change(watch.Gone, 8*time.Second), 180, 200},
		"under an arm so long": {change(watch.Added, -time.Second/2), 20, 200},
		"told too late":        {change(watch.Added, -10*time.Second), 0, 200},
		"outside":              {away, 0, 0},
		"of no tile":           {change(watch.Swept, 2*time.Second), 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := l.Show(seen, []watch.Change{tt.change}, frames)
			if err != nil || len(all) > 1 || (len(all) == 1) != (tt.after > 0) {
				t.Fatalf("%d pictures, %v", len(all), err)
			}
			if len(all) == 1 && (light(t, all[0].Before) != tt.before || light(t, all[0].After) != tt.after || all[0].Spot != 7) {
				t.Errorf("before %d, after %d of spot %d, want %d and %d", light(t, all[0].Before), light(t, all[0].After), all[0].Spot, tt.before, tt.after)
			}
		})
	}
	frames[9].Data = []byte("no picture")
	if _, err := l.Show(seen, []watch.Change{change(watch.Added, time.Second)}, frames); err == nil {
		t.Error("a frame that cannot be decoded shows something")
	}
}

// light is how light the middle of a picture is, to the nearest 20; 0 for none.
func light(t *testing.T, picture []byte) int {
	t.Helper()
	if picture == nil {
		return 0
	}
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	if w := img.Bounds().Dx(); w < 80 || w > 250 {
		t.Errorf("a picture is %d pixels wide", w)
	}
	middle := img.Bounds().Size().Div(2)
	return (int(color.GrayModel.Convert(img.At(middle.X, middle.Y)).(color.Gray).Y) + 10) / 20 * 20
}
