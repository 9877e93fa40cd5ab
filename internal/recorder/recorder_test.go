package recorder

import (
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// filming films hands of so many pictures of 100 bytes, ten a second, after some of the idle table.
func filming(t *testing.T, f *Footage, number int, id string, idle, pictures int) {
	t.Helper()
	h := Hand{Number: number, Start: func(times []float64) Start { return Start{ID: id, At: times} }}
	for i := range idle + pictures {
		if i >= idle {
			h.ID = id
		}
		f.Frame(h, time.Duration(1000*number+i)*100*time.Millisecond, []byte(strings.Repeat("x", 100)))
	}
}

func open(t *testing.T, budget int64, dull ...string) *Footage {
	t.Helper()
	f, err := New(Config{Folder: filepath.Join(t.TempDir(), "films"), Budget: budget, Dull: func(id string) bool { return slices.Contains(dull, id) }, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// kept are the names of the films.
func (f *Footage) names(t *testing.T) (all []string) {
	t.Helper()
	files, err := filepath.Glob(f.path("*" + filmExt))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		all = append(all, strings.TrimSuffix(filepath.Base(name), filmExt))
	}
	return all
}

// TestAHandIsFilmedFromShortlyBeforeItBegins claims that a film has the pictures of its hand and
// of three seconds before it, with the times at which they were taken.
func TestAHandIsFilmedFromShortlyBeforeItBegins(t *testing.T) {
	f := open(t, 1<<20)
	filming(t, f, 1, "a", 500, 20)
	filming(t, f, 2, "b", 1, 0)
	about, err := os.ReadFile(f.path("a" + startExt))
	if err != nil {
		t.Fatal(err)
	}
	var start struct{ At []float64 }
	if err := json.Unmarshal(about, &start); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(f.path("a" + filmExt))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(start.At); n != 51 || start.At[0] != 0 || start.At[n-1] != 5 || info.Size() != int64(100*n) {
		t.Errorf("%d times up to %v, %d bytes", n, start.At[n-1], info.Size())
	}
}

// TestFilmsNobodyNeedsGoFirst claims that films are kept up to a size: those of hands that were
// booked without a question go first, and then the oldest.
func TestFilmsNobodyNeedsGoFirst(t *testing.T) {
	for claim, tt := range map[string]struct {
		dull []string
		want []string
	}{
		"all were asked about": {nil, []string{"c", "d"}},
		"the newest was not":   {[]string{"d"}, []string{"b", "c"}},
		"two were not":         {[]string{"b", "c"}, []string{"a", "d"}},
	} {
		t.Run(claim, func(t *testing.T) {
			f := open(t, 2500, tt.dull...)
			for i, id := range []string{"a", "b", "c", "d"} {
				filming(t, f, i+1, id, 0, 10)
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
				at := time.Now().Add(time.Duration(i-10) * time.Minute)
				if err := os.Chtimes(f.path(id+filmExt), at, at); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			if got := f.names(t); !slices.Equal(got, tt.want) {
				t.Errorf("kept %v, want %v", got, tt.want)
			}
			if starts, _ := filepath.Glob(f.path("*" + startExt)); len(starts) != len(tt.want) {
				t.Errorf("%d starts of %d films", len(starts), len(tt.want))
			}
		})
	}
}

// TestWhatAKilledProgramLeftIsRemoved claims that half a film is none.
func TestWhatAKilledProgramLeftIsRemoved(t *testing.T) {
	f := open(t, 1<<20)
	filming(t, f, 1, "a", 0, 5)
	again, err := New(f.Config)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.names(t); len(got) != 0 {
		t.Errorf("kept %v", got)
	}
}

// TestFilmsThatALossOfPowerDamagedGo claims that a film without pictures, or of which nothing is known, takes no
// room and keeps none of the others from going.
func TestFilmsThatALossOfPowerDamagedGo(t *testing.T) {
	f := open(t, 1<<20)
	damage := map[string]func(id string) error{
		"no-start":    func(id string) error { return os.Remove(f.path(id + startExt)) },
		"empty-start": func(id string) error { return os.Truncate(f.path(id+startExt), 0) },
		"zero-start":  func(id string) error { return os.WriteFile(f.path(id+startExt), make([]byte, 50), 0o600) },
		"no-film":     func(id string) error { return os.Remove(f.path(id + filmExt)) },
		"empty-film":  func(id string) error { return os.Truncate(f.path(id+filmExt), 0) },
		"zero-film":   func(id string) error { return os.WriteFile(f.path(id+filmExt), make([]byte, 50), 0o600) },
		"whole":       func(string) error { return nil },
	}
	number := 0
	for id, tear := range damage {
		number++
		filming(t, f, number, id, 0, 5)
		if err := errors.Join(f.Close(), tear(id)); err != nil {
			t.Fatal(err)
		}
	}
	again, err := New(f.Config)
	if err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(f.Folder)
	if err != nil || len(left) != 2 || !slices.Equal(again.names(t), []string{"whole"}) {
		t.Errorf("left are %v, %v", left, err)
	}
	filming(t, again, number+1, "late", 0, 5)
	again.Budget = 0
	if err := errors.Join(os.Remove(f.path("whole"+startExt)), again.Close()); err != nil {
		t.Errorf("a film of which nothing is known keeps others: %v", err)
	}
}
