package referee

import (
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
)

// TestAMatchOfOldBooksIsScoredAsItWas: the standard profile of MCR became another; a match that was begun before
// profiles stood in the books is scored by the one of then when a hand is corrected.
func TestAMatchOfOldBooksIsScoredAsItWas(t *testing.T) {
	hand, err := models.ParseHand("[3333s] (7777z) 78m77p222s")
	if err != nil {
		t.Fatal(err)
	}
	win := models.Win{Hand: *hand, Tile: models.NewTile(models.Characters, 6)}
	win.Seat, win.Round, win.Discarder = models.East, models.East, models.South
	win.SelfDraw = false
	for profile, want := range map[string]bool{"": true, "gb-mil": true, "gb1998": false} {
		book, err := Shelf(models.Match{ID: "old", Rules: "mcr", Profile: profile})
		if err != nil {
			t.Fatal(err)
		}
		result, err := book.Rules.Score(&win)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(result.Fans, func(f scoring.Fan) bool { return f.ID == "mixed-kong-pair" }); got != want {
			t.Errorf("profile %q counts 明暗杠: %v, want %v", profile, got, want)
		}
	}
	players := []models.Player{{ID: "Ann", Name: "Ann"}, {ID: "Bo", Name: "Bo"}, {ID: "Cui", Name: "Cui"}, {ID: "Dai", Name: "Dai"}}
	s, err := newDesk(t).Books.StartMatch(t.Context(), models.Author{}, models.Match{Rules: "mcr", Players: players})
	if err != nil || s.Match.Profile != "gb1998" {
		t.Fatalf("a new match is by profile %q, %v", s.Match.Profile, err)
	}
}
