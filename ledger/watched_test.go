package ledger

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"jantaku/models"
)

// watched is the course of a hand as far as it was seen.
func watched(id string, moves ...models.Move) *models.Record {
	return &models.Record{ID: id, Rules: "flat", Dealer: 1, Events: moves}
}

func discard(place models.Place, tile models.Tile) models.Move {
	return models.Move{Do: models.Discarded, Place: place, Tile: tile, Confidence: 0.9}
}

func TestTheCourseOfAnUnfinishedHandIsThereAfterARestart(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	if r, err := l.OpenCourse(ctx); r != nil || err != nil {
		t.Fatalf("a new ledger has the course %v, %v", r, err)
	}
	seen := watched("h1", discard(1, models.EastWind), discard(2, models.Red))
	for _, r := range []*models.Record{watched("old", discard(1, models.White)), watched("h1", discard(1, models.EastWind)), seen} {
		if err := l.KeepCourse(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	// The second discard is seen better, and nothing else is written again.
	better := *seen
	better.Events = append([]models.Move(nil), seen.Events...)
	better.Events[1].Tile, better.Events[1].Revision = models.Green, 1
	if err := l.KeepCourse(ctx, &better); err != nil {
		t.Fatal(err)
	}
	l.Close()

	l = openTest(t, path)
	got, err := l.OpenCourse(ctx)
	if err != nil || !reflect.DeepEqual(got, &better) {
		t.Fatalf("after the restart the course is %+v, %v", got, err)
	}
	h := win("h1", 2, 1)
	h.Course = got
	play(t, l, h)
	if r, err := l.OpenCourse(ctx); r != nil || err != nil {
		t.Errorf("the hand is recorded, and its course still waits: %v, %v", r, err)
	}
	late := *got // an ura is turned after that
	late.Events = append(slices.Clone(got.Events), discard(3, models.Red))
	if err := l.KeepCourse(ctx, &late); err != nil {
		t.Fatal(err)
	}
	if r, err := l.OpenCourse(ctx); r != nil || err != nil {
		t.Errorf("the hand is recorded, and its course is that of a hand that is on: %v, %v", r, err)
	}
	l.Close()
	l = openTest(t, path)
	e, _ := l.State().LastHand()
	if r := e.Record(); r == nil || !reflect.DeepEqual(r.Events, better.Events) {
		t.Errorf("the hand's event has the course %+v", r)
	}
}

func TestACourseIsCorrectedFactByFact(t *testing.T) {
	ctx, l := context.Background(), started(t)
	h := win("h1", 2, 1)
	tile := h.Wins[0].Win.Tile
	h.Course = watched("h1", discard(3, models.Red), discard(1, tile), models.Move{Do: models.Wins, Wins: []models.Winning{{Place: 2, From: 1, Tile: tile}}})
	play(t, l, h)
	e, _ := l.State().LastHand()
	scores := l.State().Position.Scores
	course := func() *models.Record {
		e, _ := l.State().Entry(e.ID)
		return e.Record()
	}
	fix := func(f models.Fix) error {
		_, err := l.Correct(ctx, referee, "", Replay, CourseCorrection(e.ID, f, nil))
		return err
	}
	white := discard(3, models.White)
	if err := fix(models.Fix{At: 0, Move: &white}); err != nil {
		t.Fatal(err)
	}
	if got := course().Events[0]; got.Tile != models.White || got.Revision != 1 || got.Confidence != 1 {
		t.Errorf("the corrected discard is %+v", got)
	}
	green := discard(4, models.Green)
	if err := fix(models.Fix{At: 1, Move: &green, Insert: true}); err != nil {
		t.Fatal(err)
	}
	if got := course(); len(got.Events) != 4 || got.Events[1].Tile != models.Green {
		t.Errorf("the discard was not put in: %+v", got.Events)
	}
	if err := fix(models.Fix{At: 1}); err != nil || len(course().Events) != 3 {
		t.Errorf("the discard was not taken out: %v, %+v", err, course().Events)
	}
	if err := fix(models.Fix{At: 7}); !errors.Is(err, ErrBadHand) {
		t.Errorf("an event that is not there: %v", err)
	}
	if l.State().Position.Scores != scores {
		t.Errorf("correcting what was seen changed the scores")
	}
	// A referee says that another player supplied the tile: the course says so, too.
	again := win("h1", 2, 4)
	if _, err := l.Correct(ctx, referee, "", Stand, HandCorrection(e.ID, again)); err != nil {
		t.Fatal(err)
	}
	if got := course().Events[2]; got.Wins[0].From != 4 || got.Revision != 1 {
		t.Errorf("the course still ends with %+v", got)
	}
	// Taking it back brings the course back.
	if _, err := l.Undo(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	if got := course().Events[2]; got.Wins[0].From != 1 {
		t.Errorf("undone, the course ends with %+v", got)
	}
}

func TestPicturesOfEventsAreKeptByTheirSize(t *testing.T) {
	ctx, l := context.Background(), started(t, WithEvidenceBudget(250))
	var sums []string
	for i := range 5 {
		sum, err := l.KeepEvidence(ctx, models.Photo{Type: "image/jpeg", Data: bytes.Repeat([]byte{byte(i)}, 100)})
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, sum)
	}
	for i, sum := range sums {
		photo, err := l.Evidence(ctx, sum)
		if kept := i >= 3; kept != (err == nil) || kept && len(photo.Data) != 100 || !kept && !errors.Is(err, ErrNoPhoto) {
			t.Errorf("picture %d: %d bytes, %v", i, len(photo.Data), err)
		}
		if _, err := l.Photo(ctx, sum); !errors.Is(err, ErrNoPhoto) {
			t.Errorf("picture %d is given as a photograph, which others may see: %v", i, err)
		}
	}
	// One that is larger than the budget is kept alone.
	sum, err := l.KeepEvidence(ctx, models.Photo{Type: "image/jpeg", Data: make([]byte, 1000)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Evidence(ctx, sum); err != nil {
		t.Error(err)
	}
}
