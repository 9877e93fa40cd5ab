package demo

import (
	"testing"

	"jantaku/models"
)

// A soak that takes another hand for the one that was played would find nothing wrong.
func TestASoakKnowsAnotherHandFromTheOneThatWasPlayed(t *testing.T) {
	win, err := models.ParseText("123m456p777s555z2p +2p seat=S from=E")
	if err != nil {
		t.Fatal(err)
	}
	dealt := Deal{Place: 2, From: 1, Hand: win.Hand, Win: win.Tile}
	booked := func(change func(*models.HandRecord)) models.HandRecord {
		h := models.HandRecord{Outcome: models.Outcome{From: 1}, Wins: []models.WinRecord{{Place: 2, Win: *win}}}
		h.Wins[0].Win.Concealed = append(models.Tiles(nil), win.Concealed...)
		change(&h)
		return h
	}
	for name, tt := range map[string]struct {
		change func(*models.HandRecord)
		want   bool
	}{
		"the same":         {func(*models.HandRecord) {}, true},
		"another winner":   {func(h *models.HandRecord) { h.Wins[0].Place = 3 }, false},
		"another supplier": {func(h *models.HandRecord) { h.From = 4 }, false},
		"another tile won": {func(h *models.HandRecord) { h.Wins[0].Win.Tile = models.NewTile(models.Dots, 5) }, false},
		"another tile":     {func(h *models.HandRecord) { h.Wins[0].Win.Concealed[0] = models.NewTile(models.Dots, 9) }, false},
		"no win":           {func(h *models.HandRecord) { h.Wins = nil }, false},
	} {
		if got := dealt.Is(booked(tt.change)); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
