package ledger

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
)

// victimEnv makes the test binary a process that records hands until it is killed.
const victimEnv = "JANTAKU_TEST_VICTIM"

// victim finishes the match that was being played, starts the next, and records hands
// with photographs and their course without end. It prints the id of every hand after it was
// acknowledged, and nothing before.
func victim(path string) int {
	l, err := Open(context.Background(), path, WithShelf(flatShelf), WithPhotoBudget(1<<20))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := recordUntilKilled(l); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func recordUntilKilled(l *Ledger) error {
	ctx := context.Background()
	if s := l.State(); s.Match.ID != "" && !s.Finished {
		if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
			return err
		}
	}
	m := fourPlayers()
	m.ID = ""
	s, err := l.StartMatch(ctx, referee, m)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		h := win(fmt.Sprintf("%s-%d", s.Match.ID, i), models.PlaceAt(i), models.PlaceAt(i+1))
		h.Wins[0].Photo = &models.Photo{Type: "image/jpeg", Data: fmt.Append(make([]byte, 20_000), h.ID)}
		h = l.Situate(h)
		h.Course = watched(h.ID)
		for place := range models.Places { // what is seen of the hand is kept as it comes
			h.Course.Events = append(h.Course.Events, discard(models.PlaceAt(place), models.EastWind))
			if err := l.KeepCourse(ctx, h.Course); err != nil {
				return err
			}
		}
		result, err := flatRules{}.Score(&h.Wins[0].Win)
		if err != nil {
			return err
		}
		if _, err := l.Append(ctx, models.Author{Source: "victim"}, h, []scoring.Result{result}...); err != nil {
			return err
		}
		fmt.Println(h.ID)
	}
}

// TestKilledAtAnyMomentEveryAcknowledgedHandIsThereOnce kills a process that records
// hands, again and again on the same file, and looks at the file after each time.
func TestKilledAtAnyMomentEveryAcknowledgedHandIsThereOnce(t *testing.T) {
	kills := sharedtest.Count(40, 500)
	path := filepath.Join(t.TempDir(), "club.jantaku")
	r := rand.New(rand.NewPCG(1, 2))
	var acknowledged, extra int
	var match string
	for i := range kills {
		early := i%5 == 4 // while it opens the ledger and starts a match
		ids := killOne(t, path, time.Duration(r.IntN(8000))*time.Microsecond, early)
		acknowledged += len(ids)
		var more int
		more, match = inspect(t, path, match, ids)
		extra += more
		if t.Failed() {
			t.Fatalf("after kill %d", i+1)
		}
	}
	t.Logf("%d kills, %d hands acknowledged, %d more on the disk before they were", kills, acknowledged, extra)
	if acknowledged < kills/2 {
		t.Errorf("only %d hands were acknowledged in %d runs; the kills come too early to prove anything", acknowledged, kills)
	}
	l := openTest(t, path)
	report, err := l.Replay(ctx, true)
	if err != nil || len(report.Faults) > 0 || report.Unscored > 0 {
		t.Errorf("replay: %+v, %v", report, err)
	}
	if report.Hands != acknowledged+extra {
		t.Errorf("%d hands in the journal, want %d", report.Hands, acknowledged+extra)
	}
}

// killOne starts a victim, kills it some time after its start or after its first
// acknowledgement, and gives the hands it acknowledged.
func killOne(t *testing.T, path string, after time.Duration, early bool) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimEnv+"="+path)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { _ = cmd.Process.Kill() } // gone already is fine
	if early {
		time.AfterFunc(4*after, kill)
	}
	var ids []string
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if ids = append(ids, lines.Text()); len(ids) == 1 && !early {
			time.AfterFunc(after, kill)
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	if err := cmd.Wait(); complaint.Len() > 0 {
		t.Fatalf("the victim ended by itself: %v: %s", err, complaint.String())
	}
	return ids
}

// inspect opens the ledger and finds every acknowledged hand once and at most one more,
// whole, with its photograph, its course and its message. It gives how many more, and the match; before
// is the match of the victim before.
func inspect(t *testing.T, path, before string, ids []string) (more int, match string) {
	t.Helper()
	l, err := Open(ctx, path, WithShelf(flatShelf))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	seen := map[string]int{}
	now := l.State().Match.ID
	if now == before { // killed before its match began
		if len(ids) > 0 {
			t.Errorf("match of the acknowledged hands %v is gone", ids)
		}
		return 0, now
	}
	for _, e := range l.State().Entries {
		if e.Kind != HandPlayed {
			continue
		}
		h := e.Current().Hand
		seen[h.ID]++
		if len(h.Wins) != 1 || len(h.Results) != 1 || e.Points.Sum() != 0 || e.Points == (models.Points{}) {
			t.Errorf("hand %s is not whole: %+v", h.ID, h)
		}
		if r := e.Record(); r == nil || len(r.Events) != models.Places {
			t.Errorf("hand %s has the course %+v", h.ID, r)
		}
		if _, err := l.Photo(ctx, h.Wins[0].Photo.Sum); err != nil && e.Number > len(l.State().Entries)-40 {
			t.Errorf("hand %s: %v", h.ID, err)
		}
		var messages int
		if err := l.db.QueryRow("SELECT count(*) FROM outbox JOIN events ON seq = event WHERE id = ?", e.ID).Scan(&messages); err != nil || messages != 1 {
			t.Errorf("hand %s has %d messages, %v", h.ID, messages, err)
		}
	}
	open, err := l.OpenCourse(ctx)
	if err != nil || open != nil && (seen[open.ID] > 0 || len(open.Events) == 0) {
		t.Errorf("the course of the hand that was on is %+v, %v", open, err)
	}
	for _, id := range ids {
		if seen[id] != 1 {
			t.Errorf("acknowledged hand %s is there %d times", id, seen[id])
		}
	}
	if more = len(seen) - len(ids); more < 0 || more > 1 {
		t.Errorf("%d hands on the disk, %d acknowledged", len(seen), len(ids))
	}
	return more, now
}
