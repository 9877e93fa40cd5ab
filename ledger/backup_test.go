package ledger

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jantaku/models"
)

func TestABackupTakenWhileInUseRestores(t *testing.T) {
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "club.jantaku"), filepath.Join(dir, "backup")
	l := openTest(t, path)
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	play(t, l, win("h1", 2, 3))
	want := l.State().View()
	reader, err := OpenForReading(ctx, path, WithShelf(flatShelf))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := reader.Backup(ctx, backup); err != nil {
		t.Fatal(err)
	}
	if err := reader.Backup(ctx, backup); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second backup to the same file gives %v", err)
	}
	play(t, l, win("h2", 2, 3))
	if _, err := Restore(ctx, backup, path, WithShelf(flatShelf)); !errors.Is(err, ErrInUse) {
		t.Errorf("restoring under a running ledger gives %v, want ErrInUse", err)
	}
	if err := errors.Join(l.Close(), reader.Close()); err != nil {
		t.Fatal(err)
	}
	kept, err := Restore(ctx, backup, path, WithShelf(flatShelf))
	if err != nil {
		t.Fatal(err)
	}
	if got := openTest(t, path).State().View(); !reflect.DeepEqual(got, want) {
		t.Errorf("restored\n%+v, want\n%+v", got, want)
	}
	if hands := openTest(t, kept).State().Position.Hands; hands != 2 {
		t.Errorf("what was replaced holds %d hands, want 2", hands)
	}
}

func TestReplayFindsWhatWasTamperedWith(t *testing.T) {
	for _, tt := range []struct{ name, sql, want string }{
		{"nothing", "SELECT 1", ""},
		{"a payload", `UPDATE events SET payload = replace(payload, '"from":3', '"from":4') WHERE seq = 2`, "checksum"},
		{"an author", `UPDATE events SET author = 'Li' WHERE seq = 1`, "checksum"},
		{"an event is gone", `DELETE FROM outbox; DELETE FROM hands; DELETE FROM events WHERE seq = 2`, "missing"},
		{"the list of matches", `UPDATE matches SET digest = replace(digest, '"hands":2', '"hands":3')`, "not what its events give"},
		{"a match is not listed", `DELETE FROM matches`, "not in the list"},
		{"where a match ends", `UPDATE matches SET last = 2`, "begin and end"},
		{"whether a match is over", `UPDATE matches SET finished = 1`, "name or state"},
		{"which event a hand is", `UPDATE hands SET event = 2 WHERE id = 'h2'`, "hand 3 is not where its event is"},
		{"a hand that nobody played", `INSERT INTO hands (id, event) VALUES ('h9', 1)`, "hand h9 has no event"},
		{"a photograph", `UPDATE photos SET data = x'00'`, "checksum"},
		{"what kind of picture it is", `UPDATE photos SET type = 'text/html'`, "checksum, size or type"},
		{"what has to be told", `INSERT INTO outbox (event) VALUES (9)`, "outbox belongs to no event"},
		{"a trigger", `DROP TRIGGER events_are_not_removed; CREATE TRIGGER events_are_not_removed BEFORE DELETE ON events BEGIN SELECT 1; END`, "lacks"},
		{"a table of somebody else", `CREATE TABLE notes (text TEXT)`, "has what version"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := started(t)
			play(t, l, photographed("h1", 20))
			play(t, l, win("h2", 2, 3))
			tamper(t, l.db, tt.sql)
			report, err := l.Replay(ctx, true)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(report.Faults, "; ")
			if !strings.Contains(got, tt.want) || (tt.want == "") != (got == "") || report.Unscored != 0 {
				t.Errorf("faults %q, %d scored otherwise; want %q", got, report.Unscored, tt.want)
			}
		})
	}
}

func TestReplaySeesOneMomentWhileHandsAreRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	first, second := fourPlayers(), fourPlayers()
	first.ID, first.Profile, second.ID = "m1", "of another club", "m2"
	if _, err := l.StartMatch(ctx, referee, first); err != nil {
		t.Fatal(err)
	}
	if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := l.StartMatch(ctx, referee, second); err != nil {
		t.Fatal(err)
	}
	recorded := false
	reader, err := OpenForReading(ctx, path, WithShelf(func(m models.Match) (Book, error) {
		if m.Profile == first.Profile { // its book is asked for in the middle of the replay
			play(t, l, win("meanwhile", 2, 3))
			recorded = true
		}
		return flatShelf(m)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	report, err := reader.Replay(ctx, true)
	if err != nil || len(report.Faults) > 0 || !recorded || report.Hands != 0 {
		t.Errorf("%+v (%v), recorded meanwhile: %v; want no fault and no hand", report, err, recorded)
	}
}

// tamper does what the triggers forbid, and leaves no trace of that.
func tamper(t *testing.T, db *sql.DB, text string) {
	t.Helper()
	steps := []string{"PRAGMA foreign_keys = 0"}
	var triggers []string
	if err := eachText(ctx, db, "SELECT sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name", func(s string) { triggers = append(triggers, s) }); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "TRIGGER") {
		steps = append(append(steps, "DROP TRIGGER events_are_not_changed", "DROP TRIGGER events_are_not_removed", text), triggers...)
	} else {
		steps = append(steps, text)
	}
	for _, step := range steps {
		if _, err := db.Exec(step); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheJournalRefusesChanges(t *testing.T) {
	l := started(t)
	for _, text := range []string{"UPDATE events SET author = 'Li'", "DELETE FROM events"} {
		if _, err := l.db.Exec(text); err == nil || !strings.Contains(err.Error(), "never") {
			t.Errorf("%s gives %v", text, err)
		}
	}
}
