package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"jantaku/models"
)

var ctx = context.Background()

func TestHandsMoveScoresAndTheDeal(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 2, 3)) // South wins 10 of West; the deal passes to place 2
	wantScores(t, l.State(), 100, 110, 90, 100)
	play(t, l, win("h2", 2, 0)) // now East, self-drawn: 20 of each, the deal stays
	wantScores(t, l.State(), 80, 170, 70, 80)
	play(t, l, draw("h3"))
	p := l.State().Position
	if p.Dealer != 3 || p.Deal != 3 || p.Round != 1 || p.Hands != 3 {
		t.Errorf("position %+v, want place 3 dealing the third deal of round 1 after 3 hands", p)
	}
}

func TestWhatIsShownIsTheSameAfterOpeningAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	play(t, l, win("h1", 2, 3))
	play(t, l, win("h2", 1, 0))
	before := l.State().View()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	after := openTest(t, path).State().View()
	if !reflect.DeepEqual(before, after) {
		t.Errorf("view changed\nbefore %+v\n after %+v", before, after)
	}
}

func TestACommitReachesTheDisk(t *testing.T) {
	l := newLedger(t)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "30000"} {
		var got string
		if err := l.db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", pragma, got, want, err)
		}
	}
}

func TestASecondStartOnTheSameFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	openTest(t, path)
	if _, err := Open(ctx, path); !errors.Is(err, ErrInUse) {
		t.Errorf("second Open gives %v, want ErrInUse", err)
	}
	reader, err := OpenForReading(ctx, path)
	if err != nil {
		t.Fatalf("reading beside the writer: %v", err)
	}
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
}

func TestAHandSentTwiceCountsOnce(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 2, 3))
	play(t, l, win("h1", 2, 3))
	wantScores(t, l.State(), 100, 110, 90, 100)
	if err := tryPlay(l, win("h1", 4, 3)); !errors.Is(err, ErrHandID) {
		t.Errorf("another hand under the same id gives %v, want ErrHandID", err)
	}
}

func TestHandsThatCannotBeRecorded(t *testing.T) {
	scored := win("h1", 2, 3)
	l := started(t)
	scored = l.Situate(scored)
	result, err := flatRules{}.Score(&scored.Wins[0].Win)
	if err != nil {
		t.Fatal(err)
	}
	invalid := result
	invalid.Valid = false
	unpaid := result
	unpaid.Paid = false
	other := scored
	other.From = 4
	noWinner := scored
	noWinner.Winners, noWinner.Wins = nil, nil
	own := scored
	own.From = 2
	play(t, l, draw("h0")) // moves the deal: what was scored before is stale now
	for _, tt := range []struct {
		name string
		do   func() error
		want error
	}{
		{"scored before the deal moved", func() error { _, err := l.Append(ctx, referee, scored, result); return err }, ErrStale},
		{"no result", func() error { _, err := l.Append(ctx, referee, l.Situate(scored)); return err }, ErrBadHand},
		{"not valid", func() error { _, err := l.Append(ctx, referee, l.Situate(scored), invalid); return err }, ErrNotScored},
		{"payments unknown", func() error { _, err := l.Append(ctx, referee, l.Situate(scored), unpaid); return err }, ErrNotScored},
		{"another discarder than scored", func() error { _, err := l.Append(ctx, referee, other, result); return err }, ErrStale},
		{"won by nobody", func() error { return tryPlay(l, noWinner) }, ErrBadHand},
		{"own discard", func() error { return tryPlay(l, own) }, ErrBadHand},
		{"no id", func() error { return tryPlay(l, draw("")) }, ErrBadHand},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.do(); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
	if hands := l.State().Position.Hands; hands != 1 {
		t.Errorf("%d hands recorded, want 1", hands)
	}
}

func TestOneMatchAtATime(t *testing.T) {
	l := newLedger(t)
	if err := tryPlay(l, draw("h1")); !errors.Is(err, ErrNoMatch) {
		t.Errorf("a hand without a match gives %v, want ErrNoMatch", err)
	}
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	next := fourPlayers()
	next.ID = "m2"
	if _, err := l.StartMatch(ctx, referee, next); !errors.Is(err, ErrUnfinished) {
		t.Errorf("a second match gives %v, want ErrUnfinished", err)
	}
	if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	if err := tryPlay(l, draw("h1")); !errors.Is(err, ErrFinished) {
		t.Errorf("a hand after the end gives %v, want ErrFinished", err)
	}
	if _, err := l.StartMatch(ctx, referee, next); err != nil {
		t.Error(err)
	}
}

func TestOutboxKeepsMessagesInOrderUntilTheyAreSent(t *testing.T) {
	l := started(t)
	play(t, l, win("h1", 2, 3))
	for _, want := range []Kind{MatchStarted, HandPlayed} {
		for range 2 { // asking twice gives the same message
			m, ok, err := l.Outbox(ctx)
			if err != nil || !ok || m.Event.Kind != want {
				t.Fatalf("outbox gives %v %v %v, want %s", m.Event.Kind, ok, err, want)
			}
			if want == HandPlayed && m.View.Last.Wins[0].Result.Points != 10 {
				t.Errorf("the message does not carry the hand: %+v", m.View.Last)
			}
			if want == HandPlayed {
				if err := l.Sent(ctx, m.Event.Seq); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
		if want == MatchStarted {
			if err := l.Sent(ctx, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	if m, ok, err := l.Outbox(ctx); ok || err != nil {
		t.Errorf("outbox still gives %v %v", m, err)
	}
}

func TestTheOldestPhotographsMakeRoom(t *testing.T) {
	l := started(t, WithPhotoBudget(250))
	sums := []string{}
	for _, id := range []string{"h1", "h2", "h3"} {
		h := win(id, 2, 3)
		h.Wins[0].Photo = &models.Photo{Type: "image/jpeg", Data: append(make([]byte, 98), id...)}
		play(t, l, h)
		last, _ := l.State().LastHand()
		sums = append(sums, last.Current().Hand.Wins[0].Photo.Sum)
	}
	if _, err := l.Photo(ctx, sums[0]); !errors.Is(err, ErrNoPhoto) {
		t.Errorf("the oldest photograph gives %v, want ErrNoPhoto", err)
	}
	for _, sum := range sums[1:] {
		if p, err := l.Photo(ctx, sum); err != nil || len(p.Data) != 100 {
			t.Errorf("photograph %s: %d bytes, %v", sum, len(p.Data), err)
		}
	}
}

func TestNextWaitsForAMessage(t *testing.T) {
	l := newLedger(t)
	got := make(chan Message)
	go func() {
		m, err := l.Next(ctx)
		if err != nil {
			t.Error(err)
		}
		got <- m
	}()
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	if m := <-got; m.Event.Kind != MatchStarted {
		t.Errorf("got %s", m.Event.Kind)
	}
	if err := l.Sent(ctx, 1); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := l.Next(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context ended: %v", err)
	}
}

// A ledger of years must not fill the disk with photographs: what is deleted makes room
// for what comes.
func TestPhotographsDoNotGrowTheFileBeyondTheirBudget(t *testing.T) {
	const budget, photo, hands = 1 << 20, 100 << 10, 100 // ten times the budget
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path, WithPhotoBudget(budget))
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	for i := range hands {
		h := win(fmt.Sprint("h", i), 2, 3)
		h.Wins[0].Photo = &models.Photo{Type: "image/jpeg", Data: append(make([]byte, photo), fmt.Sprint(i)...)}
		play(t, l, h)
	}
	var kept int64
	if err := l.db.QueryRowContext(ctx, "SELECT sum(size) FROM photos").Scan(&kept); err != nil || kept > budget || kept < budget/2 {
		t.Errorf("%d bytes of photographs are kept of a budget of %d, %v", kept, budget, err)
	}
	if err := l.Close(); err != nil { // puts the WAL into the file
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 3*budget/2+hands*8<<10 {
		t.Errorf("the file has %d bytes with a budget of %d, %v", info.Size(), budget, err)
	}
}
