package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

// TestCallsAreCountedInHandsWhoseCourseWasRecorded claims that a result counts the hands that were recorded move by move, and
// those of them in which the player claimed a tile; that a concealed kong is no call; that other counts than the events give
// are a fault; and that a match of an earlier version,
// which counted neither, is as good as before.
func TestCallsAreCountedInHandsWhoseCourseWasRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	m := fourPlayers()
	if _, err := l.StartMatch(ctx, referee, m); err != nil {
		t.Fatal(err)
	}
	move := func(do models.Deed, place, from models.Place) models.Move {
		return models.Move{Do: do, Place: place, From: from, Tile: models.Red}
	}
	for i, course := range []*models.Record{
		watched("h0", move(models.CalledPung, 2, 1), move(models.CalledChow, 2, 1), move(models.MadeConcealed, 3, 0)), watched("h1", move(models.CalledKong, 4, 1)), nil} {
		h := win(fmt.Sprint("h", i), 2, 1)
		h.Course = course
		play(t, l, h)
	}
	if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	counted := func() (all [models.Places][2]int) {
		for i, p := range m.Players {
			results, err := l.ResultsOf(ctx, p.ID)
			if err != nil || len(results) != 1 || results[0].Played.Hands != 3 {
				t.Fatalf("%s: %+v, %v", p.ID, results, err)
			}
			all[i] = [2]int{results[0].Played.Watched, results[0].Played.Called}
		}
		rows, err := l.Standings(ctx, Span{})
		if err != nil || len(rows) != len(m.Players) {
			t.Fatalf("standings: %+v, %v", rows, err)
		}
		for i, p := range m.Players {
			at := slices.IndexFunc(rows, func(r Row) bool { return r.ID == p.ID })
			if got := [2]int{rows[at].Watched, rows[at].Called}; got != all[i] {
				t.Errorf("standings of %s: watched and called %v, by the results %v", p.ID, got, all[i])
			}
		}
		return all
	}
	if got, want := counted(), [models.Places][2]int{{2, 0}, {2, 1}, {2, 0}, {2, 1}}; got != want {
		t.Errorf("watched and called: %v, want %v", got, want)
	}
	sumsReplay(t, l)
	for _, column := range []string{"watched", "called"} {
		if _, err := l.db.Exec("UPDATE standings SET "+column+" = "+column+" + 1 WHERE player = ?", m.Players[0].ID); err != nil {
			t.Fatal(err)
		}
		if report, err := l.Replay(ctx, false); err != nil || len(report.Faults) != 1 {
			t.Errorf("%s summed otherwise: %q, %v", column, report.Faults, err)
		}
		if _, err := l.db.Exec("UPDATE standings SET "+column+" = "+column+" - 1 WHERE player = ?", m.Players[0].ID); err != nil {
			t.Fatal(err)
		}
		if _, err := l.db.Exec("UPDATE results SET " + column + " = " + column + " + 1 WHERE n = 1"); err != nil {
			t.Fatal(err)
		}
		if report, err := l.Replay(ctx, false); err != nil || len(report.Faults) != 1 {
			t.Errorf("%s counted otherwise: %q, %v", column, report.Faults, err)
		}
		if _, err := l.db.Exec("UPDATE results SET " + column + " = " + column + " - 1 WHERE n = 1"); err != nil {
			t.Fatal(err)
		}
	}

	if _, err := l.db.Exec(`UPDATE matches SET digest = replace(replace(digest, '"watched":2,', ''), '"called":1,', '');
		DROP TABLE results; DROP TABLE standings; PRAGMA user_version = 2`); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = openTest(t, path)
	if got := counted(); got != [models.Places][2]int{} {
		t.Errorf("of an earlier version: %v", got)
	}
	if report, err := l.Replay(ctx, false); err != nil || len(report.Faults) > 0 {
		t.Errorf("of an earlier version: %v, %v", report.Faults, err)
	}
}
