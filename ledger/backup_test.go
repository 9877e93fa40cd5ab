package ledger

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
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
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := started(t)
			play(t, l, win("h1", 2, 3))
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

// tamper does what the triggers forbid.
func tamper(t *testing.T, db *sql.DB, text string) {
	t.Helper()
	for _, step := range []string{"DROP TRIGGER events_are_not_changed", "DROP TRIGGER events_are_not_removed", "PRAGMA foreign_keys = 0", text} {
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
