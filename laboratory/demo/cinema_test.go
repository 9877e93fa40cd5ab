package demo

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene/film"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/watch"
)

// TestACinemaShowsItsTableBetweenFilms claims that the camera of the filmed demo has a
// picture before the first film and goes on showing the last one, as cameras do.
func TestACinemaShowsItsTableBetweenFilms(t *testing.T) {
	settings := film.Defaults()
	settings.Width, settings.Height = 640, 360
	club, err := film.NewClub(settings)
	if err != nil {
		t.Fatal(err)
	}
	const fps = 30
	show, err := NewCinema(club, club, fps, true)
	if err != nil {
		t.Fatal(err)
	}
	if !show.Live() {
		t.Error("it waits until somebody asks")
	}
	ctx, stop := context.WithTimeout(t.Context(), sharedtest.Patience)
	defer stop()
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error { return show.Run(running) })
	var last time.Time
	for range 3 {
		frame, err := show.Next(ctx)
		if err != nil || len(frame.Data) == 0 {
			t.Fatalf("%d bytes, %v", len(frame.Data), err)
		}
		if !frame.Time.After(last) {
			t.Errorf("a picture of %v comes after one of %v", frame.Time, last)
		}
		last = frame.Time
	}
	if err := show.Close(); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := show.Next(context.Background()); !errors.Is(err, io.EOF) {
		t.Errorf("closed, it gives %v", err)
	}
}

// slowEye follows a table, and takes long for every picture.
type slowEye struct {
	takes time.Duration
	seen  []byte // the first bytes of the pictures
	at    []time.Duration
}

func (e *slowEye) Follow(_ context.Context, at time.Duration, _ models.HandSize, picture []byte) ([]watch.Change, bool, error) {
	time.Sleep(e.takes)
	e.seen, e.at = append(e.seen, picture[0]), append(e.at, at)
	return nil, false, nil
}

// TestAFilmWaitsForTheEye claims that on a machine that is too slow nothing of a film is passed
// over, and that its clock runs as slowly; only in real time pictures are missed.
func TestAFilmWaitsForTheEye(t *testing.T) {
	const pictures, interval = 20, 100 * time.Millisecond
	for name, c := range map[string]struct {
		realTime bool
		takes    time.Duration
		all      bool
	}{
		"an eye that keeps up":           {false, interval / 4, true},
		"an eye that is too slow":        {false, 5 * interval, true},
		"one that keeps up in real time": {true, interval / 4, true},
		"one that is too slow for it":    {true, 5 * interval, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				show := &Cinema{interval: interval, realTime: c.realTime, news: make(chan struct{}), ended: make(chan struct{}), frame: camera.Frame{Time: begun}}
				eye := &slowEye{takes: c.takes}
				group, ctx := errgroup.WithContext(t.Context())
				group.Go(func() error {
					for {
						f, err := show.Next(ctx)
						if err != nil {
							return err
						}
						if _, _, err := (Spectator{eye, show}).Follow(ctx, f.Time.Sub(begun), models.Thirteen, f.Data); err != nil {
							return err
						}
					}
				})
				for i := range pictures {
					if err := show.show(ctx, []byte{byte(i)}); err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(time.Minute)
				if err := show.Close(); err != nil {
					t.Fatal(err)
				}
				if err := group.Wait(); !errors.Is(err, io.EOF) {
					t.Fatal(err)
				}
				if (len(eye.seen) == pictures) != c.all {
					t.Errorf("%d of %d pictures were looked at", len(eye.seen), pictures)
				}
				for i := range eye.at[1:] {
					if took := eye.at[i+1] - eye.at[i]; !c.realTime && took != interval {
						t.Errorf("%v passed for the film between two pictures", took)
					}
				}
			})
		})
	}
}
