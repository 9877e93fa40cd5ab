package ledger

import (
	"path/filepath"
	"testing"

	"jantaku/models"
)

func TestTheRuleBookOfAMatchIsMadeOnce(t *testing.T) {
	made := 0
	l := openTest(t, filepath.Join(t.TempDir(), "club.db"), WithShelf(func(m models.Match) (Book, error) {
		made++
		return flatShelf(m)
	}))
	if rules := l.Rules(); rules != nil {
		t.Fatalf("before the first match: %v", rules)
	}
	if _, err := l.StartMatch(t.Context(), referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if rules := l.Rules(); rules != (flatRules{}) {
			t.Fatalf("rules %v, want those of the shelf", rules)
		}
	}
	if made != 1 {
		t.Errorf("the shelf was asked %d times, want once", made)
	}
}
