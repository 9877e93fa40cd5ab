package ledger

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestABookThatWasJustMadeSurvivesALossOfPower damages a ledger as long as all that was acknowledged stands in its
// log, as a power cut may: nothing of the log may go, and where the log is gone, too, the book begins anew.
func TestABookThatWasJustMadeSurvivesALossOfPower(t *testing.T) {
	first := filepath.Join(t.TempDir(), "first")
	l := openTest(t, first)
	if _, err := l.StartMatch(context.Background(), referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	play(t, l, win("a", 2, 1))
	read := func(name string) []byte {
		t.Helper()
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	file, log := read(first), read(first+logSuffix)
	if len(file) != pageSize || len(log) < 2*pageSize {
		t.Fatalf("a new book has %d bytes and a log of %d", len(file), len(log))
	}
	torn := func(whole []byte) [][]byte { return [][]byte{nil, whole[:len(whole)/2], make([]byte, len(whole))} }
	for i, file := range append(torn(file), file) {
		path := filepath.Join(t.TempDir(), "book")
		if err := errors.Join(os.WriteFile(path, file, 0o600), os.WriteFile(path+logSuffix, log, 0o600)); err != nil {
			t.Fatal(err)
		}
		l, err := Open(context.Background(), path, WithShelf(flatShelf))
		if err != nil {
			t.Fatalf("file %d: %v", i, err)
		}
		if n := l.State().Position.Hands; n != 1 {
			t.Errorf("file %d: %d hands are left", i, n)
		}
		play(t, l, win("b", 1, 2))
		if err := errors.Join(l.Close(), Check(context.Background(), path, WithShelf(flatShelf))); err != nil {
			t.Errorf("file %d: %v", i, err)
		}
	}
	for i, log := range append(torn(log), log[:40]) {
		for _, file := range [][]byte{nil, make([]byte, len(file))} {
			path := filepath.Join(t.TempDir(), "book")
			if err := errors.Join(os.WriteFile(path, file, 0o600), os.WriteFile(path+logSuffix, log, 0o600)); err != nil {
				t.Fatal(err)
			}
			l, err := Open(context.Background(), path, WithShelf(flatShelf))
			if err != nil {
				t.Errorf("log %d, file of %d: %v", i, len(file), err)
				continue
			}
			if err := errors.Join(l.Close(), Check(context.Background(), path, WithShelf(flatShelf))); err != nil && !errors.Is(err, ErrNoMatch) {
				t.Errorf("log %d, file of %d: %v", i, len(file), err)
			}
		}
	}
}

// A book with more than its first page is not begun anew, whatever became of that.
func TestABookThatWasWrittenIsNeverBegunAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	whole := make([]byte, 2*pageSize)
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), path); !errors.Is(err, ErrDamaged) {
		t.Errorf("two pages of zeros: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(whole)) {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
}
