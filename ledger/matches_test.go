package ledger

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

// TestMatchesBeforeOne claims that a list that is read page by page has each match once, the newest first, and that
// nothing lies before an unknown one.
func TestMatchesBeforeOne(t *testing.T) {
	l := openTest(t, filepath.Join(t.TempDir(), "club.jantaku"))
	var want []string
	for i := range 7 {
		m := fourPlayers()
		m.ID = fmt.Sprint("m", i)
		if _, err := l.StartMatch(ctx, referee, m); err != nil {
			t.Fatal(err)
		}
		play(t, l, win(fmt.Sprint("h", i), 1, 2))
		if i < 6 {
			if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
				t.Fatal(err)
			}
		}
		want = slices.Insert(want, 0, m.ID)
	}
	var got []string
	for before := ""; ; before = got[len(got)-1] {
		page, err := l.MatchesBefore(ctx, before, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, d := range page {
			got = append(got, d.Match.ID)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the pages have %q, want %q", got, want)
	}
	if page, err := l.MatchesBefore(ctx, "unknown", 3); err != nil || len(page) > 0 {
		t.Errorf("before an unknown match: %d, %v", len(page), err)
	}
}
