package pipeline

import (
	"slices"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// TestLampsOfWins claims how the lamps of the win buttons are after what has happened.
func TestLampsOfWins(t *testing.T) {
	dealt := []happening{table(device.WallRaised), begins}
	with := func(more ...happening) []happening { return slices.Concat(dealt, more) }
	const off, on, blinks = device.LampOff, device.LampOn, device.LampBlinks
	booked2 := with(presses(2, 1), sees(models.Accepted), nobodyFollowed, booked)
	for _, tt := range []struct {
		name string
		then []happening
		want device.Lamps
	}{
		{"nobody won", dealt, device.Lamps{}},
		{"a win is looked at", with(presses(2, 1)), device.Lamps{off, blinks}},
		{"it is seen", with(presses(2, 1), sees(models.Accepted)), device.Lamps{off, blinks}},
		{"it is on its way into the books", with(presses(2, 1), sees(models.Accepted), nobodyFollowed), device.Lamps{off, blinks}},
		{"it is booked", booked2, device.Lamps{off, on}},
		{"it is asked about", with(presses(2, 1), sees(models.Review), nobodyFollowed), device.Lamps{off, on}},
		{"more is still to be seen", with(presses(2, 1), sees(models.Review), followedAs(true)), device.Lamps{off, blinks}},
		{"and the time is up", with(presses(2, 1), sees(models.Review), followedAs(true), later(10*time.Second, event(Due{}))), device.Lamps{off, on}},
		{"it is dropped", with(presses(2, 1), sees(models.Review), nobodyFollowed, person(opDismiss, `{}`)), device.Lamps{}},
		{"another one is looked at", append(slices.Clone(booked2), presses(3, 1)), device.Lamps{off, on, blinks}},
		{"the tiles go in", append(slices.Clone(booked2), table(device.ShuffleStarted), begins), device.Lamps{}},
		{"a hand was drawn", with(person(opDraw, `{}`), booked), device.Lamps{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene(t)
			s.books.with = models.Outcome{Ending: models.Won, From: 1, Winners: []models.Place{2, 3}}
			for _, h := range tt.then {
				s.happens(func(s *scene) Event {
					e := h(s)
					if r, ok := e.(Recorded); ok {
						s.books.in = append(s.books.in, r.Record.ID)
					}
					return e
				})
			}
			if got := s.life.Lamps(); got != tt.want {
				t.Errorf("lamps %v, want %v", got, tt.want)
			}
		})
	}
}
