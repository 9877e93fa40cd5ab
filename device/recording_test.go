package device

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRecordingsGiveTheSameEvents reads each recording in testdata with the dialect
// its name begins with, through the state machine, and compares with the golden file.
// The second line of a recording tells its date and source.
func TestRecordingsGiveTheSameEvents(t *testing.T) {
	files, err := filepath.Glob("testdata/*.rec")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := eventsOf(t, file)
			golden := strings.TrimSuffix(file, ".rec") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is stale; run go test ./device -update and read the diff\ngot:\n%s", golden, got)
			}
		})
	}
}

// eventsOf gives the events of a recording, one JSON object per line.
func eventsOf(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pieces, err := ReadRecording(f)
	if err != nil {
		t.Fatal(err)
	}
	dialect, _, _ := strings.Cut(filepath.Base(file), "-")
	s, err := newSession(Options{Dialect: dialect, Patterns: ExamplePatterns(), Contacts: ExampleContacts()})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	var m Machine
	start := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	s.connect(start)
	pieces = append(pieces, Piece{After: pieces[len(pieces)-1].After + time.Second})
	for _, piece := range pieces {
		if piece.ToTable {
			continue
		}
		for _, e := range s.receive(piece.Bytes, start.Add(piece.After)) {
			e = m.Next(e)
			e.Boot = 0 // chosen at random
			line, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&text, "%s\n", line)
		}
	}
	return text.String()
}
