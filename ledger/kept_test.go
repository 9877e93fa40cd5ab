package ledger_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"jantaku/ledger"
)

// TestLedgersOfHandsWithOneEndingAreReadAsTheyWere opens ledgers as they were written before a
// hand could have several endings, with what was then read of them. It claims that they
// replay without a fault, that every win is worth the same, and that nothing that was read
// then is read otherwise.
func TestLedgersOfHandsWithOneEndingAreReadAsTheyWere(t *testing.T) {
	files, err := filepath.Glob("testdata/kept/*.ledger.gz")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := filepath.Base(file[:len(file)-len(".ledger.gz")])
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "club.jantaku")
			if err := os.WriteFile(path, unzipped(t, file), 0o644); err != nil {
				t.Fatal(err)
			}
			l, err := ledger.Open(ctx, path, ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			report, err := l.Replay(ctx, true)
			if err != nil || len(report.Faults) > 0 || report.Unscored > 0 || report.Hands == 0 {
				t.Errorf("replay: %+v %v", report, err)
			}
			var now any
			err = l.EachMatch(ctx, func(ledger.Digest) bool { return true }, func(s ledger.State) error {
				b, err := json.Marshal(map[string]any{"View": s.View(), "Entries": s.Entries})
				if err == nil {
					err = json.Unmarshal(b, &now)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			var then any
			if err := json.Unmarshal(unzipped(t, "testdata/kept/"+name+".json.gz"), &then); err != nil {
				t.Fatal(err)
			}
			kept(t, "", then, now)
		})
	}
}

func unzipped(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// kept compares what was read with what is read: new fields may stand beside it.
func kept(t *testing.T, at string, then, now any) {
	t.Helper()
	switch then := then.(type) {
	case map[string]any:
		now, _ := now.(map[string]any)
		for key, value := range then {
			kept(t, at+"."+key, value, now[key])
		}
	case []any:
		now, _ := now.([]any)
		if len(now) != len(then) {
			t.Errorf("%s: %d, then %d", at, len(now), len(then))
			return
		}
		for i := range then {
			kept(t, fmt.Sprintf("%s[%d]", at, i), then[i], now[i])
		}
	default:
		if now != then {
			t.Errorf("%s: %v, then %v", at, now, then)
		}
	}
}
