package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"jantaku/calibration"
	"jantaku/internal/cliinput"
	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/demo"
	"jantaku/laboratory/scene"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// TestFacesAreLearnedAgainFromTheLedger plays hands on the demo's table whose light has
// changed, as a club would have them in its books, and learns from them.
func TestFacesAreLearnedAgainFromTheLedger(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads some hands")
	}
	dir := t.TempDir()
	faces, out, club := filepath.Join(dir, "faces.json"), filepath.Join(dir, "new.json"), filepath.Join(dir, "club.db")
	studio := demo.NewTableStudio(5)
	reader, err := taught(t.Context(), studio, faces, testLog())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	studio.Spot = func(s *scene.Spec) { s.Light.Level, s.Light.Warmth, s.Sensor.Blur, s.Sensor.Noise = .6, .25, 1.2, 5 }
	l, err := ledger.Open(t.Context(), club, ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	match, how, err := config.Match{Rules: books.Default, Players: []string{"Ann", "Ben", "Cho", "Dan"}, Length: "open", Dealer: "1"}.Plan().Seat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.StartMatch(t.Context(), models.Author{Source: "test", Why: how}, match); err != nil {
		t.Fatal(err)
	}
	rules, err := command.OpenBook(books.Default, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	house := demo.Dealer{Random: rand.New(rand.NewPCG(4, 4)), Rules: rules, Plain: true}
	hands := sharedtest.Count(4, 12)
	for i := range hands {
		position := l.State().Position
		one, err := house.Next(position)
		if err != nil {
			t.Fatal(err)
		}
		if err := studio.Lay(one); err != nil {
			t.Fatal(err)
		}
		frame, err := studio.Camera().Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rows, err := reader.Read(t.Context(), frame.Data, one.Place)
		if err != nil {
			t.Logf("hand %d: %v", i, err)
			continue
		}
		win := models.Win{Hand: one.Hand, Tile: one.Win, SelfDraw: one.Place == one.From}
		if win.SelfDraw {
			one.From = 0
		}
		record := models.HandRecord{ID: fmt.Sprint("hand-", i), Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{one.Place}, From: one.From},
			Wins: []models.WinRecord{{Place: one.Place, Win: win, Reading: &models.Reading{Status: models.Review, Rows: rows},
				Photo: &models.Photo{Type: "image/jpeg", Data: frame.Data}}}}
		record = l.Situate(record)
		result, err := rules.Score(&record.Wins[0].Win)
		if err != nil || !result.Valid {
			continue
		}
		if _, err := l.Append(t.Context(), models.Author{Source: "console", By: "Mei"}, record, result); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	said, err := program(t, "calibrate", "relearn", "--tiles", faces, "--calibration", filepath.Join(dir, "camera.json"), "--out", out, "--ledger", club, "--check", strconv.Itoa(hands/2))
	t.Log(said)
	if err != nil {
		t.Fatal(err)
	}
	again, err := calibration.LoadFaces(out)
	if err != nil {
		t.Fatal(err)
	}
	confirmed := 0
	for _, face := range again.Faces {
		for _, s := range face.Samples {
			if s.Confirmed != "" {
				confirmed++
			}
		}
	}
	added := regexp.MustCompile(`(\d+) samples added`).FindStringSubmatch(said)
	if added == nil || strconv.Itoa(confirmed) != added[1] || confirmed == 0 {
		t.Errorf("%d samples of confirmed hands in the file; said %v", confirmed, added)
	}
	for _, args := range [][]string{{"--since", "tomorrow"}, {"--since", "2999-01-01"}, {"--ledger", filepath.Join(dir, "none.db")}} {
		_ = os.Remove(out)
		if said, err := program(t, append([]string{"calibrate", "relearn", "--tiles", faces, "--out", out, "--ledger", club}, args...)...); err == nil {
			t.Errorf("%v: %s", args, said)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v: a file was written", args)
		}
	}
}
