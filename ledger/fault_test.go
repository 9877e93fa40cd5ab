package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// photographed is a draw of the hand with a photograph of a size.
func photographed(id string, size int) models.HandRecord {
	h := win(id, 2, 3)
	h.Wins[0].Photo = &models.Photo{Type: "image/jpeg", Data: fmt.Append(make([]byte, size), id)}
	return h
}

// fillUp plays hands until there is no room, and gives how many were acknowledged.
func fillUp(t *testing.T, l *Ledger, size int) int {
	t.Helper()
	for i := range 10_000 {
		err := tryPlay(l, photographed(fmt.Sprint("h", i), size))
		if errors.Is(err, ErrFull) {
			return i
		}
		if err != nil {
			t.Fatalf("hand %d: %v, want ErrFull in the end", i, err)
		}
	}
	t.Fatal("the disk does not fill up")
	return 0
}

func TestAFullDiskLosesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	var limit int
	if err := l.db.QueryRow("PRAGMA max_page_count = 120").Scan(&limit); err != nil {
		t.Fatal(err)
	}
	checkFull(t, l, path, func() error {
		_, err := l.db.Exec("PRAGMA max_page_count = 100000")
		return err
	})
}

func TestAFullFileSystemLosesNothing(t *testing.T) {
	dir := tmpfs(t, "size=2m")
	path := filepath.Join(dir, "club.jantaku")
	l := openTest(t, path)
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	checkFull(t, l, path, func() error { return unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, "size=32m") })
}

// checkFull fills the disk, finds what was acknowledged and nothing else, makes room, and
// goes on with the same ledger.
func checkFull(t *testing.T, l *Ledger, path string, makeRoom func() error) {
	t.Helper()
	n := fillUp(t, l, 20_000)
	if hands := l.State().Position.Hands; n == 0 || hands != n {
		t.Errorf("%d hands in the state, %d acknowledged", hands, n)
	}
	reader, err := OpenForReading(ctx, path, WithShelf(flatShelf))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if hands := reader.State().Position.Hands; hands != n {
		t.Errorf("%d hands on the disk, %d acknowledged", hands, n)
	}
	if err := makeRoom(); err != nil {
		t.Fatal(err)
	}
	play(t, l, photographed(fmt.Sprint("h", n), 20_000))
	if hands := l.State().Position.Hands; hands != n+1 {
		t.Errorf("after making room %d hands, want %d", hands, n+1)
	}
	if report, err := l.Replay(ctx, true); err != nil || len(report.Faults) > 0 {
		t.Errorf("replay: %+v %v", report, err)
	}
}

// tmpfs mounts a small file system for the test, or skips it where that is not allowed.
func tmpfs(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("cannot mount a small file system here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func TestAPhotographWithoutRoomDoesNotCostTheHand(t *testing.T) {
	l := started(t)
	if _, err := l.db.Exec("PRAGMA max_page_count = 60"); err != nil {
		t.Fatal(err)
	}
	play(t, l, photographed("h1", 1_000_000))
	wantScores(t, l.State(), 100, 110, 90, 100)
	last, _ := l.State().LastHand()
	if _, err := l.Photo(ctx, last.Current().Hand.Wins[0].Photo.Sum); !errors.Is(err, ErrNoPhoto) {
		t.Errorf("the photograph gives %v, want ErrNoPhoto", err)
	}
}

func TestAReadOnlyFileSaysSo(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "club.jantaku")
	writable := func() error { return os.Chmod(dir, 0o755) }
	if os.Getuid() == 0 { // whom file modes do not stop
		dir = tmpfs(t, "")
		path = filepath.Join(dir, "club.jantaku")
		writable = func() error { return unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, "") }
	}
	l := openTest(t, path)
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	readOnly := os.Chmod(dir, 0o555)
	if os.Getuid() == 0 {
		readOnly = unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, "")
	}
	if readOnly != nil {
		t.Fatal(readOnly)
	}
	if _, err := Open(ctx, path); !errors.Is(err, ErrReadOnly) {
		t.Errorf("opening gives %v, want ErrReadOnly", err)
	}
	if err := writable(); err != nil {
		t.Fatal(err)
	}
	if s := openTest(t, path).State(); s.Match.ID != "m1" {
		t.Errorf("afterwards the match is %q", s.Match.ID)
	}
}

func TestADamagedFileSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		play(t, l, win(fmt.Sprint("h", i), 2, 3))
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for name, spoil := range map[string]func([]byte) []byte{
		"not a database":  func(b []byte) []byte { copy(b, "this is a shopping list"); return b },
		"half is empty":   func(b []byte) []byte { clear(b[len(b)/2:]); return b },
		"half is missing": func(b []byte) []byte { return b[:len(b)/2] },
		"cut in a page":   func(b []byte) []byte { return b[:len(b)-1000] },
		"a flipped digit": func(b []byte) []byte { b[bytes.Index(b, []byte(`"id":"h20"`))+8] ^= 1; return b },
	} {
		t.Run(name, func(t *testing.T) { checkSpoilt(t, whole, spoil) })
	}
	for at := page; at+page <= len(whole); at += page {
		t.Run(fmt.Sprint("page ", at/page, " is noise"), func(t *testing.T) {
			checkSpoilt(t, whole, func(b []byte) []byte {
				for i := range page {
					b[at+i] = byte(i*31 + 7)
				}
				return b
			})
		})
	}
}

// checkSpoilt wants a spoilt file to be refused by name when it is opened or replayed, and
// never to be taken for a whole one.
func checkSpoilt(t *testing.T, whole []byte, spoil func([]byte) []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "club.jantaku")
	spoilt := spoil(bytes.Clone(whole))
	if err := os.WriteFile(path, spoilt, 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := Open(ctx, path, WithShelf(flatShelf))
	if err != nil {
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("opening gives %v, want ErrDamaged", err)
		}
		return
	}
	defer l.Close()
	report, err := l.Replay(ctx, false)
	if err == nil && len(report.Faults) == 0 || err != nil && !errors.Is(err, ErrDamaged) {
		t.Errorf("replay gives %+v and %v, want ErrDamaged or a fault", report, err)
	}
}

func TestAClockThatJumpsBackKeepsTheOrder(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var warnings strings.Builder
	l := started(t, WithClock(func() time.Time { return now }), WithLog(slog.New(slog.NewTextHandler(&warnings, nil))))
	now = time.Date(1970, 1, 1, 0, 0, 5, 0, time.UTC) // a board without a battery starts again
	play(t, l, win("h1", 2, 3))
	play(t, l, win("h2", 2, 3))
	entries := l.State().Entries
	for i, e := range entries[1:] {
		if e.ID <= entries[i].ID {
			t.Errorf("id %s does not follow %s", e.ID, entries[i].ID)
		}
	}
	if at := entries[1].Versions[0].Time; !at.Equal(now) {
		t.Errorf("the event says %v, the clock %v", at, now)
	}
	if !strings.Contains(warnings.String(), "clock has jumped back") {
		t.Errorf("no warning in %q", warnings.String())
	}
	if report, err := l.Replay(ctx, true); err != nil || len(report.Faults) > 0 {
		t.Errorf("replay: %+v %v", report, err)
	}
}

func TestALedgerOfANewerVersionIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	if _, err := l.db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, path); !errors.Is(err, ErrNewer) {
		t.Errorf("got %v, want ErrNewer", err)
	}
	if _, err := OpenForReading(ctx, path); !errors.Is(err, ErrNewer) {
		t.Errorf("for reading: got %v, want ErrNewer", err)
	}
}

func TestStrangersReadNoLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	if err := os.WriteFile(path, nil, 0o666); err != nil { // made by an older version
		t.Fatal(err)
	}
	l := openTest(t, path)
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o007 != 0 {
			t.Errorf("%s has mode %v", filepath.Base(name), info.Mode())
		}
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// A browser of SQLite files holds the ledger for as long as its owner looks.
func TestAnotherProgramsLockIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.jantaku")
	l := openTest(t, path)
	defer l.Close()
	browser, err := openStore(ctx, path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer browser.Close()
	tx, err := browser.BeginTx(ctx, nil) // immediate: it locks
	if err != nil {
		t.Fatal(err)
	}
	const held = 6 * time.Second
	time.AfterFunc(held, func() { tx.Rollback() })
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Errorf("after %v: %v", held, err)
	}
}

func TestAProbeSaysWhyNothingCouldBeRecorded(t *testing.T) {
	folder := sharedtest.SmallDisk(t, 16)
	path := filepath.Join(folder, "club.jantaku")
	l := openTest(t, path)
	defer l.Close()
	before := l.State().Seq
	if err := Probe(ctx, path); err != nil {
		t.Errorf("all is well: %v", err)
	}
	browser, err := openStore(ctx, path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer browser.Close()
	tx, err := browser.BeginTx(ctx, nil) // immediate: it locks
	if err != nil {
		t.Fatal(err)
	}
	if err := Probe(ctx, path); !errors.Is(err, ErrLocked) {
		t.Errorf("another program has locked the file: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "filler"), make([]byte, 13<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Probe(ctx, path); !errors.Is(err, ErrFull) {
		t.Errorf("a full disk: %v", err)
	}
	if err := os.Remove(filepath.Join(folder, "filler")); err != nil {
		t.Fatal(err)
	}
	if err := Probe(ctx, path); err != nil || l.State().Seq != before {
		t.Errorf("afterwards: %v, and %d events were %d", err, l.State().Seq, before)
	}
}
