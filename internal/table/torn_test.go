package table

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/internal/pipeline"
	"jantaku/internal/sharedtest"
	"jantaku/ledger"
)

// A power cut may leave any file that was not synced empty, half, or full of zeros.
var tears = map[string]func(whole []byte) []byte{
	"empty": func([]byte) []byte { return nil },
	"half":  func(whole []byte) []byte { return whole[:len(whole)/2] },
	"zeros": func(whole []byte) []byte { return make([]byte, len(whole)) },
}

// TestATableStartsWhateverAPowerCutHasLeft damages what the daemon has written, and starts it again: it must be
// ready, and a hand that was acknowledged must be in books that agree. By day all files but the books are damaged
// at once, by night each by itself, too.
func TestATableStartsWhateverAPowerCutHasLeft(t *testing.T) {
	first := firstEvening(t)
	var files []string
	if err := fs.WalkDir(os.DirFS(first), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{"admin-code", "board.json", "waiting.json", "tls/cert.pem", "tls/key.pem", config.LedgerName, "broker/"}
	for _, name := range want {
		if !strings.Contains(strings.Join(files, "\n"), name) {
			t.Fatalf("the daemon wrote no %s; there are %v", name, files)
		}
	}
	var others []string
	for _, file := range files {
		if !strings.HasPrefix(file, config.LedgerName) || strings.HasSuffix(file, "-shm") || strings.HasSuffix(file, ".lock") {
			others = append(others, file)
		}
	}
	for how := range tears {
		t.Run("all/"+how, func(t *testing.T) { startsTorn(t, first, how, others...) })
		t.Run("books/"+how, func(t *testing.T) { startsTorn(t, first, how, config.LedgerName) })
		for _, file := range others {
			if sharedtest.Night() {
				t.Run(file+"/"+how, func(t *testing.T) { startsTorn(t, first, how, file) })
			}
		}
	}
}

// firstEvening is what lies in the data folder after a first start, a hand, and a power cut.
func firstEvening(t *testing.T) (data string) {
	board, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { board.Close() })
	c := tornConfig(filepath.Join(t.TempDir(), "data"))
	c.Table.Port, c.Table.Dialect = board.Port(), device.Reference
	table, end := runs(t, c)
	defer end()
	if err := board.Say(device.Event{Kind: device.ShuffleStarted}); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Pipeline.Request(t.Context(), "draw", []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	if err := table.drawer().Save(pipeline.Kept{}); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
		if story, err := table.memory().Load(); err == nil && story.Seq > 0 {
			break
		}
	}
	data = filepath.Join(t.TempDir(), "cut")
	if err := os.CopyFS(data, os.DirFS(c.Data)); err != nil {
		t.Fatal(err)
	}
	return data
}

func tornConfig(data string) config.Config {
	c := fourOfRiichi(data)
	c.TLS.Mode, c.Table.Assume = config.TLSOwn, config.NothingSpecial()
	return c
}

// runs starts a table and waits until it is ready; end ends it.
func runs(t *testing.T, c config.Config) (_ *Table, end func()) {
	t.Helper()
	table, end := starts(t, c, Parts{}, nil)
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		err := table.ready()
		if err == nil && table.Publisher.Stats().Connected {
			return table, end
		}
		if time.Since(start) > 20*time.Second {
			end()
			t.Fatalf("not ready: %v", err)
		}
	}
}

// startsTorn starts a table on a copy of a data folder with files that are damaged.
func startsTorn(t *testing.T, first, how string, files ...string) {
	data := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(data, os.DirFS(first)); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		whole, err := os.ReadFile(filepath.Join(data, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(data, file), tears[how](whole), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	table, end := runs(t, tornConfig(data))
	if _, err := table.Pipeline.Request(t.Context(), "draw", []byte(`{}`)); err != nil {
		t.Error(err)
	}
	if n := table.Ledger.State().Position.Hands; n != 2 {
		t.Errorf("%d hands are in the books, want the one before the cut and one after it", n)
	}
	end()
	if err := ledger.Check(context.Background(), filepath.Join(data, config.LedgerName), ledger.WithShelf(cliinput.Shelf)); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(data, ".*")); len(left) > 0 {
		t.Error(fmt.Sprint("left over: ", left))
	}
}
