package watching

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/internal/tracker"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/layout"
	"jantaku/vision/play/prior"
)

// shortHands writes the shortest real hands that somebody won and that fit into a file, so many.
func shortHands(t *testing.T, n int, fits func(r *models.Record) bool) (games string) {
	t.Helper()
	type hand struct {
		line   []byte
		events int
	}
	var all []hand
	for _, line := range sharedtest.RealHands(t) {
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		if r.Events[len(r.Events)-1].Do == models.Wins && len(r.Events) > 16 && fits(r) {
			all = append(all, hand{line, len(r.Events)})
		}
	}
	slices.SortStableFunc(all, func(a, b hand) int { return a.events - b.events })
	var text bytes.Buffer
	for _, h := range all[:min(n, len(all))] {
		text.Write(append(h.line, '\n'))
	}
	games = filepath.Join(t.TempDir(), "games.jsonl")
	if err := os.WriteFile(games, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return games
}

// tenhou is by what the real hands are judged.
func tenhou(t *testing.T) Trial {
	t.Helper()
	book, err := books.Open("riichi", "tenhou", nil)
	if err != nil {
		t.Fatal(err)
	}
	return Trial{Book: book, Match: models.Match{Rules: "riichi", Profile: "tenhou"}, MaxError: layout.DefaultOptions().MaxError,
		Game: func(tiles int) (*prior.Game, error) { return tracker.GameOf("riichi", "tenhou", nil, tiles) }}
}

// TestIncidentsAreNeverBookedWrongly tells real hands with one incident each. What can be told apart is booked unasked, what
// cannot is asked.
func TestIncidentsAreNeverBookedWrongly(t *testing.T) {
	upper := func(r *models.Record) bool { return len(r.Events[len(r.Events)-1].Ura) > 0 }
	pungs := func(r *models.Record) bool {
		return slices.ContainsFunc(r.Events, func(m models.Move) bool { return m.Do == models.CalledPung })
	}
	anyHand := func(*models.Record) bool { return true }
	n := sharedtest.Count(2, 24)
	for name, c := range map[string]struct {
		with trial.Incidents
		fits func(*models.Record) bool
		// asks tells that it may be asked about; a dealer whom the books do not have always is.
		asks, always bool
	}{
		"a call is withdrawn":      {trial.Incidents{CallWithdrawn: 1}, anyHand, false, false},
		"a chow is overtaken":      {trial.Incidents{ChowOvertaken: 1}, pungs, false, false},
		"a riichi is taken back":   {trial.Incidents{RiichiBack: 1}, anyHand, true, false},
		"a tile falls":             {trial.Incidents{Dropped: 1}, anyHand, false, false},
		"tiles are shown":          {trial.Incidents{Exposed: 1}, anyHand, false, false},
		"another plays first":      {trial.Incidents{DealerError: 1}, anyHand, false, false},
		"the books err":            {trial.Incidents{BooksDealer: 1}, anyHand, true, true},
		"an indicator is moved":    {trial.Incidents{IndicatorMoved: 1}, upper, true, false},
		"nothing of this happened": {trial.Incidents{}, anyHand, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			tally := playTally{questions: map[string]int{}, booked: map[string]int{}, facts: map[string][3]int{}, reasons: map[string]*reason{}}
			one := PlayTrial{Trial: tenhou(t), Games: shortHands(t, n, c.fits), Seed: 3, Priors: prior.Standard(), Faults: trial.Faults{Incidents: c.with, Sticks: trial.Sticks{StickDelay: 3}}, Booked: true}
			if err := one.streams(&bytes.Buffer{}, &tally); err != nil {
				t.Fatal(err)
			}
			if tally.hands != n || tally.wrong > 0 || tally.booked["wrong"] > 0 {
				t.Errorf("of %d hands %d are wrong, and %d in the books", tally.hands, tally.wrong, tally.booked["wrong"])
			}
			if c.always && tally.untouched > 0 || !c.asks && 4*tally.asked > n {
				t.Errorf("of %d hands %d are untouched and %d asked about", n, tally.untouched, tally.asked)
			}
			t.Logf("%d untouched, %d asked about", tally.untouched, tally.asked)
		})
	}
}

// TestFilmedIncidentsAreNeverBookedWrongly films every incident, and all of them together.
func TestFilmedIncidentsAreNeverBookedWrongly(t *testing.T) {
	if !sharedtest.Night() {
		t.Skip("films take minutes")
	}
	for i, m := range append(film.Modes(), film.Mode{Name: ""}) {
		if m.Name != "" && !m.Incident() {
			continue
		}
		films := FilmTrial{Films: Usual(), Trial: tenhou(t), JSONL: true}
		films.Games, films.Mode, films.Brisk, films.Seed = shortHands(t, 3, m.Fits), m.Name, true, 4900+uint64(i)
		if m.Name == "" {
			films.Mix = .3
		}
		var out bytes.Buffer
		if err := films.Run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		lines := json.NewDecoder(&out)
		for range 3 {
			var hand filmHand
			if err := lines.Decode(&hand); err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			if hand.Came == "wrong" || hand.Booked == "wrong" {
				t.Errorf("%s: %s is told %s and booked %s: %v", m.Name, hand.ID, hand.Came, hand.Booked, hand.Differs)
			}
		}
	}
}
