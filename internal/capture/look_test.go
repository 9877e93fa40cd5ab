package capture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
	"jantaku/vision/watch"
)

func TestAFrameThatSurelySawAnotherTileBringsTheHandToTheReferee(t *testing.T) {
	man := models.KindAt
	reading := func(status models.Status, confidence float64, tiles ...models.Tile) models.Reading {
		r := models.Reading{Status: status, Rows: [][]models.Sighting{{}}}
		for _, tile := range tiles {
			r.Rows[0] = append(r.Rows[0], models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: confidence}})
		}
		return r
	}
	doubting := func(code string, r models.Reading) models.Reading {
		r.Doubts = []models.Doubt{{Code: code, Row: 0, Index: 0}}
		return r
	}
	raised := func(r models.Reading) models.Reading {
		r.Rows[0][0].Raised = true
		return r
	}
	for _, c := range []struct {
		claim  string
		before models.Reading
		want   models.Status
	}{
		{"the same tiles agree", reading(models.Review, 1, man(1), man(2), man(2)), models.Accepted},
		{"fewer tiles behind a hand agree", reading(models.Review, 1, man(2)), models.Accepted},
		{"an unsure tile has no vote", reading(models.Review, .6, man(3)), models.Accepted},
		{"another tile contradicts", reading(models.Review, 1, man(1), man(3)), models.Review},
		{"one more of a tile contradicts", reading(models.Review, 1, man(2), man(2), man(2)), models.Review},
		{"something unread lies there still", doubting(layout.DoubtUnread, reading(models.Review, .6, man(1), man(2), man(2))), models.Review},
		{"a hand may go on beyond the border still", doubting(layout.DoubtBorder, reading(models.Review, .6, man(1), man(2), man(2))), models.Review},
		{"a stray flower lies there still", doubting(layout.DoubtStray, reading(models.Review, .6, man(1), man(2), man(2))), models.Review},
		{"what hid a tile may hide the rest", doubting(layout.DoubtUnread, reading(models.Review, .6, man(1), man(2))), models.Accepted},
		{"a doubtful meld has no vote", doubting(layout.DoubtMeld, reading(models.Review, .6, man(1), man(2), man(2))), models.Accepted},
		{"a tile upon another lies there still", doubting(layout.DoubtMeld, raised(reading(models.Review, .6, man(1), man(2), man(2)))), models.Review},
	} {
		t.Run(c.claim, func(t *testing.T) {
			r := reading(models.Accepted, 1, man(1), man(2), man(2))
			vote(&r, c.before)
			if r.Status != c.want {
				t.Errorf("the hand is %s, want %s", r.Status, c.want)
			}
		})
	}
}

// film is a camera whose every picture is as many pixels wide as it has given.
type film struct{ given int }

func (f *film) Next(context.Context) (camera.Frame, error) {
	f.given++
	var b bytes.Buffer
	err := png.Encode(&b, image.NewGray(image.Rect(0, 0, f.given, 8)))
	return camera.Frame{Data: b.Bytes(), Time: time.Now()}, err
}

func (f *film) Close() error { return nil }

// script is an eye that sees, in the picture of some width, the hand of that place in it, with
// the last tile apart; it cannot read a picture without a hand.
type script struct {
	hands []string
	read  int
}

func (s *script) Read(_ context.Context, picture []byte, _ models.Place) ([][]models.Sighting, error) {
	s.read++
	config, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil || s.hands[config.Width-1] == "" {
		return nil, &models.ReadingError{Code: "no-tiles"}
	}
	tiles, err := models.ParseTiles(s.hands[config.Width-1])
	var row []models.Sighting
	for i, tile := range tiles {
		x := 26 * float64(i)
		if i+1 == len(tiles) {
			x += 26
		}
		row = append(row, models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: 0.9999},
			Quad: [4]models.Point{{X: x, Y: 0}, {X: x + 26, Y: 0}, {X: x + 26, Y: 35}, {X: x, Y: 35}}})
	}
	return [][]models.Sighting{row}, err
}

func TestAHandIsAcceptedWhenASecondFrameShowsItToo(t *testing.T) {
	const hand, other, otherWin, part = "123m456p789s22244z", "124m456p789s22244z", "123m456p789s44222z", "123m456p789s"
	tests := map[string]struct {
		frames []string
		want   models.Status
		read   int // frames that are looked at
	}{
		"two frames show the hand":               {[]string{hand, hand, other}, models.Accepted, 2},
		"the only frame shows the hand":          {[]string{hand}, models.Accepted, 1},
		"a second frame shows another":           {[]string{hand, other, hand}, models.Review, 3},
		"a second frame shows another last tile": {[]string{hand, otherWin, hand}, models.Review, 3},
		"an arm hides a part in the second":      {[]string{hand, part, other}, models.Accepted, 2},
		"a frame that is not read is no witness": {[]string{hand, "", hand}, models.Accepted, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			eye := &script{hands: tt.frames}
			s, err := New(Config{Source: &film{}, Eye: eye, Layout: layout.DefaultOptions(), Burst: len(tt.frames), Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			sight, err := s.Look(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			if sight.Reading.Status != tt.want || eye.read != tt.read {
				t.Errorf("%s after %d frames, want %s after %d: %v", sight.Reading.Status, eye.read, tt.want, tt.read, sight.Reading.Doubts)
			}
		})
	}
}

// album is a folder of photographs of different hands.
type album struct{ film }

func (*album) Album() bool { return true }

// TestAPhotographOfAnotherHandIsNoWitness claims that of photographs that somebody took the next one alone is the hand that is
// called: those behind it are of hands that are still to come.
func TestAPhotographOfAnotherHandIsNoWitness(t *testing.T) {
	eye, source := &script{hands: []string{"123m456p789s22244z", "124m456p789s22244z"}}, &album{}
	s, err := New(Config{Source: source, Eye: eye, Layout: layout.DefaultOptions(), Burst: 5, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	sight, err := s.Look(t.Context(), 1)
	if err != nil || sight.Reading.Status != models.Accepted || eye.read != 1 || source.given != 1 {
		t.Errorf("%s (%v) after %d of %d photographs, want the first alone", sight.Reading.Status, err, eye.read, source.given)
	}
	if folder, err := camera.OpenFolder(t.TempDir(), false); err != nil || !camera.Album(folder) {
		t.Errorf("a folder is no album (%v)", err)
	}
}

// TestNothingButACallTakesAPhotograph claims that whatever looks at a table on its own looks at no photographs of hands.
func TestNothingButACallTakesAPhotograph(t *testing.T) {
	source := &album{}
	seen, err := calibration.FromCorners(1080, 1080, [4]models.Point{{X: 100, Y: 980}, {X: 980, Y: 980}, {X: 980, Y: 100}, {X: 100, Y: 100}}, 640,
		calibration.Tile{Width: 26, Height: 36, Depth: 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen.Zones = calibration.DefaultZones(640, models.Thirteen, seen.Tile)
	hear := &heard{}
	s, err := New(Config{Source: source, Eye: &script{}, Layout: layout.DefaultOptions(), Watched: seen, Calibrated: seen, Follower: blindFollower{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
	defer cancel()
	if err := s.Run(ctx, hear); err != nil || source.given > 0 {
		t.Errorf("%d photographs are used up (%v)", source.given, err)
	}
}

// blindFollower sees nothing change.
type blindFollower struct{}

func (blindFollower) Follow(context.Context, time.Duration, models.HandSize, []byte) ([]watch.Change, bool, error) {
	return nil, false, nil
}

// TestAPhotographWhoseNameSortsBeforeIsTold claims that somebody who waits for a folder hears that names have their order.
func TestAPhotographWhoseNameSortsBeforeIsTold(t *testing.T) {
	dir := t.TempDir()
	copied := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("a picture"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(dir, name), time.Time{}, time.Now().Add(-time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	copied("IMG_9999.jpg")
	source, err := camera.OpenFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	copied("IMG_0001.jpg")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = source.Next(ctx)
	if named := readingError(err); named.Code != camera.Later || !strings.Contains(named.Message, "IMG_9999.jpg") || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("told %v", err)
	}
}

// TestATurnedTileMayMeanNothing claims that such a club's hands have no suppliers but
// those of chows, which need no picture.
func TestATurnedTileMayMeanNothing(t *testing.T) {
	h := models.Hand{Melds: []models.Meld{{Kind: models.Pung, Tiles: models.Tiles{1, 1, 1}, From: models.Across}, {Kind: models.Chow, Tiles: models.Tiles{1, 2, 3}, From: models.Left}}}
	if got := TurnedNothing.heed(h); got.Melds[0].From != models.NoSide || got.Melds[1].From != models.Left {
		t.Errorf("suppliers %v", got.Melds)
	}
	if got := TurnedSupplier.heed(h); got.Melds[0].From != models.Across || h.Melds[0].From != models.Across {
		t.Errorf("suppliers %v are forgotten where a turned tile tells them", got.Melds)
	}
}
