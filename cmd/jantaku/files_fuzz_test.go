package main

import (
	"os"
	"path/filepath"
	"testing"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/internal/pipeline"
	"jantaku/ledger"
	"jantaku/vision/photo"
)

// fuzzFile has files with whatever content read: they are read or refused.
func fuzzFile(f *testing.F, name string, read func(t *testing.T, path string)) {
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		read(t, path)
	})
}

// FuzzConfig: a configuration that is taken can be used: match, board and accounts are made of it.
func FuzzConfig(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("..", "..", "packaging", "jantaku.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("table: { port: /dev/x, dialect: pattern, patterns: [{ match: '^WIN (?P<place>[A-D])$', event: win, places: { A: 1 } }] }"))
	f.Add([]byte("people: [{ name: mei, role: referee, password: x }]\ntls: { mode: own }"))
	f.Add([]byte("match: { rules: riichi, players: [a, b, c], options: { x: y } }"))
	fuzzFile(f, "jantaku.yaml", func(t *testing.T, path string) {
		c, err := config.Load(path)
		if err != nil {
			return
		}
		if len(c.Match.Players) > 0 {
			if _, _, err := c.Match.Plan().Seat(); err != nil {
				t.Errorf("a match that cannot be is taken: %v", err)
			}
		}
		c.Data = t.TempDir()
		if _, err := c.Accounts(testLog()); err != nil {
			t.Errorf("accounts that cannot be are taken: %v", err)
		}
	})
}

func FuzzFaces(f *testing.F) {
	f.Add([]byte(`{"version":1,"faces":[]}`))
	fuzzFile(f, "faces.json", func(_ *testing.T, path string) { _, _ = calibration.LoadFaces(path) })
}

// FuzzLabels: labels that are taken name photographs, whose tiles are read or refused.
func FuzzLabels(f *testing.F) {
	f.Add([]byte(`{"photos":[{"file":"a.jpg","rows":["1m2m3m","?"],"boxes":[[[0,0,1,1]]],"set":"x","place":2}]}`))
	f.Add([]byte(`{"photos":[{"file":"../a.jpg","rows":["[555z]"],"place":9}]}`))
	fuzzFile(f, "labels.json", func(t *testing.T, path string) {
		labels, err := photo.LoadLabels(path)
		if err != nil {
			return
		}
		for _, p := range labels.Photos {
			rows, err := p.Tiles()
			if err == nil && len(rows) != len(p.Rows) {
				t.Errorf("%d of %d rows", len(rows), len(p.Rows))
			}
			if labels.Path(p) == "" {
				t.Errorf("%q is nowhere", p.File)
			}
		}
		labels.Sets()
	})
}

func FuzzWaiting(f *testing.F) {
	f.Add([]byte(`[{"id":"board-1-2","place":2,"needs":["from"],"reading":{"status":"doubtful"}}]`))
	f.Add([]byte(`[null]`))
	f.Add([]byte(`{"waiting":[],"battle":{"Record":{"id":"seen","rules":"sichuan","dealer":1}},"hands":3}`))
	fuzzFile(f, "waiting.json", func(t *testing.T, path string) {
		waiting, err := (pipeline.FileDrawer{Path: path}).Load()
		if err == nil {
			for _, hand := range waiting.Waiting {
				if hand == nil {
					t.Error("a hand that is none")
				}
			}
		}
	})
}

func FuzzBoardStory(f *testing.F) {
	f.Add([]byte(`{"board":"x","seq":3,"events":[]}`))
	fuzzFile(f, "board.json", func(_ *testing.T, path string) { _, _ = device.Memory{File: path}.Load() })
}

// FuzzRestore: a backup that cannot be read leaves the books as they are.
func FuzzRestore(f *testing.F) {
	f.Add([]byte("SQLite format 3\x00"))
	f.Add([]byte{})
	fuzzFile(f, "backup.db", func(t *testing.T, path string) {
		books := filepath.Join(filepath.Dir(path), config.LedgerName)
		if err := os.WriteFile(books, []byte("as it was"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ledger.Restore(t.Context(), path, books, ledger.WithShelf(cliinput.Shelf)); err != nil {
			if now, err := os.ReadFile(books); err != nil || string(now) != "as it was" {
				t.Errorf("a refused backup changed the books: %q %v", now, err)
			}
		}
	})
}
