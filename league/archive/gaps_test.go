package archive

import (
	"testing"
	"time"

	"jantaku/league/store"
)

// A table that has other books now is asked rarely for those of before, and as ever once its disk is back.
func TestATableWhoseDiskIsPutBackIsAskedAgain(t *testing.T) {
	g := newGaps(&Archive{config: Config{Patience: time.Minute}})
	old := store.Gap{Books: store.Books{Club: "lake", Table: "table-1", Journal: "old"}, Upto: 3, Known: 9}
	whole := store.Gap{Books: store.Books{Club: "lake", Table: "table-1", Journal: "new"}, Upto: 2, Known: 2}
	now := time.Now()
	asked := func(after time.Duration) bool {
		now = now.Add(after)
		return len(g.due([]store.Gap{old, whole}, now)) > 0
	}
	if asked(0) || !asked(2*time.Minute) {
		t.Fatal("a gap is asked about at once, or never")
	}
	g.answered(t.Context(), whole.Books, store.Taken{Upto: 2, Known: 2})
	if asked(2 * time.Minute) {
		t.Error("books that are gone are asked about as if they were there")
	}
	if !asked(2 * time.Hour) {
		t.Fatal("they are asked about never again")
	}
	g.answered(t.Context(), old.Books, store.Taken{Upto: 3, Known: 9})
	if !asked(2 * time.Minute) {
		t.Error("the disk is back, and nobody asks")
	}
}
