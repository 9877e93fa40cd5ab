package ledger

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// entryOf gives the entry of the nth hand that counts.
func entryOf(t testing.TB, s State, number int) Entry {
	t.Helper()
	e, ok := s.Hand(number)
	if !ok {
		t.Fatalf("no hand %d", number)
	}
	return e
}

func TestCorrectingAnEarlierHandReplaysTheLaterOnes(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 1, 2)) // recorded: the dealer wins 20 of place 2 and deals on
	play(t, l, win("h2", 1, 0)) // dealer again: 20 of each
	wantScores(t, l.State(), 180, 60, 80, 80)
	// In truth place 3 won the first hand, 10 of place 2; so place 2 dealt the second,
	// and place 1 was North: 10 of each.
	first := entryOf(t, l.State(), 1)
	s, err := l.Correct(ctx, referee, "", Replay, HandCorrection(first.ID, win("", 3, 2)))
	if err != nil {
		t.Fatal(err)
	}
	wantScores(t, s, 130, 80, 100, 90)
	if s.Position.Dealer != 3 {
		t.Errorf("place %d deals, want 3", s.Position.Dealer)
	}
	second := entryOf(t, s, 2)
	if !second.Current().Rescored || second.Current().Hand.Wins[0].Win.Seat != models.North {
		t.Errorf("the second hand was not scored again: %+v", second.Current())
	}
	old := entryOf(t, s, 1).Versions
	if len(old) != 2 || old[0].Hand.Winners[0] != 1 || old[1].By != "Wang" || old[1].Why != "misread" {
		t.Errorf("the old version is not there with who and why: %+v", old)
	}
}

func TestUndoAndRedo(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 1, 2))
	play(t, l, win("h2", 1, 0))
	if _, err := l.Correct(ctx, referee, "", Replay, HandCorrection(entryOf(t, l.State(), 1).ID, win("", 3, 2))); err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		name string
		do   func() (State, error)
		want string
	}{
		{"undo the correction", func() (State, error) { return l.Undo(ctx, referee, "") }, "[180 60 80 80]"},
		{"undo the second hand", func() (State, error) { return l.Undo(ctx, referee, "") }, "[120 80 100 100]"},
		{"redo the second hand", func() (State, error) { return l.Redo(ctx, referee, "") }, "[180 60 80 80]"},
		{"redo the correction", func() (State, error) { return l.Redo(ctx, referee, "") }, "[130 80 100 90]"},
		{"undo again", func() (State, error) { return l.Undo(ctx, referee, "") }, "[180 60 80 80]"},
	}
	for _, step := range steps {
		s, err := step.do()
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := fmt.Sprint(s.Position.Scores); got != step.want {
			t.Errorf("%s: scores %s, want %s", step.name, got, step.want)
		}
	}
	play(t, l, draw("h3"))
	if _, err := l.Redo(ctx, referee, ""); !errors.Is(err, ErrNothingToRedo) {
		t.Errorf("redo after something new gives %v, want ErrNothingToRedo", err)
	}
	for l.State().CanUndo() {
		if _, err := l.Undo(ctx, referee, ""); err != nil {
			t.Fatal(err)
		}
	}
	wantScores(t, l.State(), 100, 100, 100, 100)
	if _, err := l.Undo(ctx, referee, ""); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("undo of nothing gives %v, want ErrNothingToUndo", err)
	}
}

func TestPointsThatNobodyCanHaveMeantAreRefused(t *testing.T) {
	l := started(t)
	const most = mostPoints
	for _, tt := range []struct {
		points models.Points
		fits   bool
	}{
		{models.Points{most, -most}, true},
		{models.Points{0, -most - 1}, false},
		{models.Points{math.MaxInt, math.MinInt}, false},
	} {
		_, err := l.Penalize(ctx, referee, "", models.Penalty{Kind: "free", Place: 2, Points: tt.points})
		if fits := err == nil; fits != tt.fits || !fits && !errors.Is(err, ErrBadHand) {
			t.Errorf("%v: %v, want %v", tt.points, err, tt.fits)
		}
	}
}

func TestPenaltiesCanBeCancelled(t *testing.T) {
	l := started(t)
	s, err := l.Penalize(ctx, referee, "", models.Penalty{Kind: "free", Place: 2, Points: models.Points{10, -30, 10, 10}, AtEnd: 5})
	if err != nil {
		t.Fatal(err)
	}
	wantScores(t, s, 110, 70, 110, 110)
	if total := s.Standing()[3]; total.Player.ID != "Bo" || total.Result != 65 {
		t.Errorf("last is %+v, want Bo with 65", total)
	}
	if s, err = l.Correct(ctx, referee, "", Replay, Revocation(s.Entries[1].ID)); err != nil {
		t.Fatal(err)
	}
	wantScores(t, s, 100, 100, 100, 100)
	if view := s.View(); len(view.Penalties) != 1 || !view.Penalties[0].Revoked {
		t.Errorf("the cancelled penalty is not listed: %+v", view.Penalties)
	}
	if s, err = l.Undo(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	wantScores(t, s, 110, 70, 110, 110)
}

func TestWrongSeatsAreOneCorrection(t *testing.T) {
	l := started(t)
	play(t, l, draw("h1"))
	play(t, l, win("h2", 3, 4)) // place 2 deals, place 3 is South: 10 of place 4
	wantScores(t, l.State(), 100, 100, 110, 90)
	after := entryOf(t, l.State(), 1).ID
	s, err := l.Correct(ctx, referee, "", Replay, SeatCorrection([4]int{0, 1, 3, 2}, after)) // Cui and Dai had swapped after the first hand
	if err != nil {
		t.Fatal(err)
	}
	wantScores(t, s, 100, 100, 90, 110)
	m := s.Match
	m.Players = []models.Player{m.Players[1], m.Players[0], m.Players[2], m.Players[3]}
	if s, err = l.Correct(ctx, referee, "", Replay, MatchCorrection(m)); err != nil {
		t.Fatal(err)
	}
	if s.Match.Players[0].Name != "Bo" || entryOf(t, s, 2).Before.At(2) != 1 || s.Match.Players[1].Name != "Ann" {
		t.Errorf("players were not reordered: %+v", s.Match.Players)
	}
	for _, seats := range [][4]int{{0, 1, 2, 2}, {0, 1, 2, -1}, {0, 1, 2, 7}} {
		if _, err := l.Correct(ctx, referee, "", Replay, SeatCorrection(seats, "")); err == nil {
			t.Errorf("seats %v are taken without complaint", seats)
		}
	}
}

func TestTheRefereeCanFixThePoints(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 2, 3))
	play(t, l, win("h2", 2, 0))
	h := entryOf(t, l.State(), 1).Current().Hand.HandRecord
	h.Fixed = &models.Points{0, 5, -5, 0}
	s, err := l.Correct(ctx, referee, "", Stand, HandCorrection(entryOf(t, l.State(), 1).ID, h))
	if err != nil {
		t.Fatal(err)
	}
	wantScores(t, s, 80, 165, 75, 80)
	only := models.HandRecord{ID: "h3", Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{4}, From: 1, Fixed: &models.Points{-7, 0, 0, 7}}}
	if _, err := l.Append(ctx, referee, only); err != nil {
		t.Fatal(err)
	}
	wantScores(t, l.State(), 73, 165, 75, 87)
	if view := l.State().View(); len(view.Last.Wins) != 0 || view.Hands[2].Winners[0] != 3 {
		t.Errorf("the hand without tiles is shown as %+v", view.Last)
	}
}

func TestAFinishedMatchCanBeCorrected(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 2, 3))
	if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	next := fourPlayers()
	next.ID = "m2"
	if _, err := l.StartMatch(ctx, referee, next); err != nil {
		t.Fatal(err)
	}
	old, err := l.Match(ctx, "m1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Correct(ctx, referee, "m1", Stand, HandCorrection(entryOf(t, old, 1).ID, win("", 4, 3)))
	if err != nil {
		t.Fatal(err)
	}
	if !s.Finished || s.Totals[0].Player.ID != "Dai" || s.Totals[0].Score != 110 {
		t.Errorf("totals %+v, want Dai first with 110", s.Totals)
	}
	if l.State().Match.ID != "m2" {
		t.Errorf("the correction made %s the current match", l.State().Match.ID)
	}
	list, err := l.Matches(ctx)
	if err != nil || len(list) != 2 || list[0].Totals[0].Player.ID != "Dai" {
		t.Errorf("the list of matches was not corrected: %+v %v", list, err)
	}
}

func TestACorrectionThatCannotBeMadeChangesNothing(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 2, 3))
	before, seq := l.State().View(), l.State().Seq
	entry := entryOf(t, l.State(), 1).ID
	for _, tt := range []struct {
		name string
		do   func() (State, error)
		want error
	}{
		{"own discard", func() (State, error) { return l.Correct(ctx, referee, "", Stand, HandCorrection(entry, win("", 2, 2))) }, ErrBadHand},
		{"no such entry", func() (State, error) { return l.Correct(ctx, referee, "", Stand, HandCorrection("x", win("", 2, 1))) }, ErrNoEntry},
		{"no such match", func() (State, error) { return l.Undo(ctx, referee, "m9") }, ErrNoMatch},
		{"start revoked", func() (State, error) { return l.Correct(ctx, referee, "", Replay, Revocation(l.State().Entries[0].ID)) }, ErrNoEntry},
	} {
		if _, err := tt.do(); !errors.Is(err, tt.want) {
			t.Errorf("%s gives %v, want %v", tt.name, err, tt.want)
		}
	}
	if l.State().Seq != seq || !reflect.DeepEqual(l.State().View(), before) {
		t.Error("the state changed")
	}
}

// TestRandomMatchesWithRandomCorrections plays, corrects, undoes and redoes at random.
// Then (1) folding the journal again gives the same state, (2) the scores add up to
// what the players started with, and (3) a new match, into which the hands that count
// are entered straight, ends in the same position.
func TestRandomMatchesWithRandomCorrections(t *testing.T) {
	for seed, hands := range []int{sharedtest.Count(60, 1000), sharedtest.Count(60, 150)} {
		t.Run(fmt.Sprint(hands, " hands ", seed), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "club.jantaku")
			l := openTest(t, path)
			if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
				t.Fatal(err)
			}
			if _, err := l.db.Exec("PRAGMA synchronous = OFF"); err != nil { // thousands of commits; crashes are tested elsewhere
				t.Fatal(err)
			}
			wander(t, l, rand.New(rand.NewPCG(uint64(seed), 1)), hands)
			live := l.State()
			if sum := models.Points(live.Position.Scores).Sum(); sum != 400 {
				t.Errorf("scores add up to %d, want 400", sum)
			}
			reader, err := OpenForReading(ctx, path, WithShelf(flatShelf))
			if err != nil {
				t.Fatal(err)
			}
			defer reader.Close()
			if !reflect.DeepEqual(reader.State().View(), live.View()) || !reflect.DeepEqual(reader.State().Entries, live.Entries) {
				t.Error("folding the journal again gives another state")
			}
			straight := started(t)
			for _, e := range live.Entries {
				if e.Kind == HandPlayed && e.Counts() {
					play(t, straight, e.Current().Hand.HandRecord)
				}
			}
			if got, want := straight.State().Position, live.Position; got != want {
				t.Errorf("entered straight the match ends in\n%+v, not\n%+v", got, want)
			}
		})
	}
}

// wander plays hands and changes things at random.
func wander(t *testing.T, l *Ledger, r *rand.Rand, hands int) {
	t.Helper()
	random := func(id string) models.HandRecord {
		switch from := models.Place(r.IntN(5)); {
		case r.IntN(6) == 0:
			return draw(id)
		default:
			winner := models.PlaceAt(r.IntN(4))
			if from == winner {
				from = 0
			}
			return win(id, winner, from)
		}
	}
	for i := range hands {
		play(t, l, random(fmt.Sprint("h", i)))
		s := l.State()
		var err error
		switch r.IntN(6) {
		case 0, 1:
			if e, ok := s.Hand(1 + r.IntN(max(s.Position.Hands, 1))); ok {
				_, err = l.Correct(ctx, referee, "", Replay, HandCorrection(e.ID, random("")))
			}
		case 2, 3:
			for range 1 + r.IntN(3) {
				if _, err = l.Undo(ctx, referee, ""); errors.Is(err, ErrNothingToUndo) {
					err = nil
				}
			}
			if r.IntN(2) == 0 && l.State().CanRedo() {
				_, err = l.Redo(ctx, referee, "")
			}
		case 4:
			if e, ok := s.Hand(1 + r.IntN(max(s.Position.Hands, 1))); ok && r.IntN(3) == 0 {
				_, err = l.Correct(ctx, referee, "", Replay, Revocation(e.ID))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
