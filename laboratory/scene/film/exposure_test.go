package film

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/camera"
)

// headroom is how much lighter than white paper in the light of the room a lamp may be here, on the camera's curve.
const headroom = 4

// sensor is a camera with a time of exposure before a film that goes on: what it gives follows from the controls that a stand-in for
// v4l2-ctl has written.
type sensor struct {
	*projector
	device string  // file of the controls
	room   float64 // level of white paper at an exposure of 10 ms and a gain of 7, 1 is saturated
	frames int
	noise  *rand.Rand
}

// exposure is the one that is set, 100 µs, times the gain in parts of that at 7, of which 100 gives eleven times as much as 0; where the
// camera chooses it itself, the one whose mean is a middle grey.
func (s *sensor) exposure() (v float64, err error) {
	text, err := os.ReadFile(s.device)
	if err != nil {
		return 0, err
	}
	mode, gain := 0, 7.
	for line := range strings.Lines(string(text)) {
		_, _ = fmt.Sscanf(line, "exposure_time_absolute int 1 5000 1 %g", &v) // other lines are no match
		_, _ = fmt.Sscanf(line, "auto_exposure menu 0 3 1 %d", &mode)
		_, _ = fmt.Sscanf(line, "gain int 0 100 1 %g", &gain)
	}
	if mode == 3 {
		return s.metered(), nil
	}
	return v * (1 + gain/10) / (1 + 7./10), nil
}

// metered is the exposure, up to the time of a picture, at which the mean of the picture is a middle grey.
func (s *sensor) metered() float64 {
	const grey, longest = 118, 333
	low, high := 1., float64(longest)
	for range 12 {
		v := math.Sqrt(low * high)
		sum := 0.0
		for i := 0; i < len(s.canvas.Luma); i += 7 {
			sum += s.level(s.canvas.Luma[i], v)
		}
		if sum/float64(len(s.canvas.Luma)/7+1) < grey {
			low = v
		} else {
			high = v
		}
	}
	return low
}

// level is the grey level that the sensor gives of what the canvas shows.
func (s *sensor) level(luma float32, exposure float64) float64 {
	const curve = 1 / 2.2
	return min(255, float64(luma)*headroom*s.room*math.Pow(exposure/100, curve))
}

// shoot gives the next picture of the film as the camera is set now.
func (s *sensor) shoot(context.Context) (camera.Frame, error) {
	s.frame(int((s.upset+1)*s.club.set.FPS) + s.frames)
	s.frames++
	v, err := s.exposure()
	if err != nil {
		return camera.Frame{}, err
	}
	gain := s.level(1, v)
	img := image.NewGray(image.Rect(0, 0, s.club.spec.Width, s.club.spec.Height))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			level := min(255, float64(s.canvas.Luma[y*s.canvas.Stride()+x])*gain)
			img.SetGray(x, y, color.Gray{Y: uint8(min(255, max(0, level+float64(s.noise.IntN(11)-5))))})
		}
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, img, &jpeg.Options{Quality: 90})
	return camera.Frame{Data: out.Bytes(), Time: time.Now()}, err
}

// lightest is the luma of the lightest thing on the table itself: without people, and without what is mirrored.
func (s *sensor) lightest() (most float32) {
	light := s.light
	light.Glare, light.Lamps = nil, nil
	s.canvas.Relight(light)
	s.canvas.Show(nil, nil)
	for y := range s.club.spec.Height {
		for x := range s.club.spec.Width {
			most = max(most, s.canvas.Luma[y*s.canvas.Stride()+x])
		}
	}
	s.canvas.Relight(s.light)
	return most
}

// TestExposureOfAFilmWithSleevesAndLamps fixes the values of a camera over a film of a hand in play, a white sleeve over a river and lamps
// mirrored in three tiles, and claims that the lightest tile is below saturation then, and not dark. How light it is where a camera with
// automatic control chooses its exposure, and where that is fixed as it is, is told beside it.
func TestExposureOfAFilmWithSleevesAndLamps(t *testing.T) {
	rooms := []float64{3, .9, .5, .3}[:sharedtest.Count(1, 4)]
	for seed := range uint64(sharedtest.Count(1, 4)) {
		for _, room := range rooms {
			dir := t.TempDir()
			script, err := filepath.Abs("../../../vision/camera/testdata")
			if err != nil {
				t.Fatal(err)
			}
			program, err := os.ReadFile(filepath.Join(script, "v4l2-ctl"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "v4l2-ctl"), program, 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
			controls, err := os.ReadFile(filepath.Join(script, "webcam"))
			if err != nil {
				t.Fatal(err)
			}
			device := filepath.Join(dir, "video0")
			if err := os.WriteFile(device, controls, 0o600); err != nil {
				t.Fatal(err)
			}
			s := filmed(t, seed+1)
			s.device, s.room, s.noise = device, room, rand.New(rand.NewPCG(seed, 1))
			if _, err := s.shoot(t.Context()); err != nil {
				t.Fatal(err)
			}
			white := s.lightest()
			automatic := s.level(white, s.metered())
			held, err := camera.HoldNow(t.Context(), device, 50, nil, s.shoot)
			if err != nil {
				t.Fatal(err)
			}
			v, err := s.exposure()
			if err != nil {
				t.Fatal(err)
			}
			now := s.level(white, v)
			t.Logf("seed %d, room %g: the lightest tile is at %.0f with automatic control, at %.0f held at %s00 µs and gain %s, %d pictures", seed, room, automatic, now, held.Controls["exposure_time_absolute"], held.Controls["gain"], s.frames)
			if now > 245 || now < 150 || held.Dark {
				t.Errorf("seed %d, room %g: held at %s the lightest tile is at %.0f", seed, room, held.Controls, now)
			}
		}
	}
}

// filmed is a film of a hand in which a white sleeve stays over a river, and lamps are mirrored in three tiles.
func filmed(t *testing.T, seed uint64) *sensor {
	t.Helper()
	set := Defaults()
	set.Seed, set.Width, set.Height, set.Mode, set.Hardness = seed, 640, 360, "still-sleeve", .3
	club, err := NewClub(set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := models.ParseRecord(sharedtest.RealHands(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	film, err := club.Film(r, models.Laying{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := direct(set, club.spec, film.Record, models.Laying{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range film.script.covers {
		film.script.covers[i].until = 1e6
	}
	film.light.Level, film.light.Slope = film.light.Level/headroom, models.Point{}
	for place := range 3 {
		film.light.Glare = append(film.light.Glare, scene.Spot{At: d.glareOn(models.PlaceAt(place), 2).At, Radius: 16, Amount: 1})
	}
	p, err := film.projector()
	if err != nil {
		t.Fatal(err)
	}
	return &sensor{projector: p}
}
