package main

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/vision/scene/film"
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
	show, err := newCinema(club, fps)
	if err != nil {
		t.Fatal(err)
	}
	if !show.Live() {
		t.Error("it waits until somebody asks")
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error { return show.run(running) })
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
