package demo

import (
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/scoring/books"
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

// TestThreePlayersWinAtTheirPlaces claims that with three players nobody wins or supplies a tile where nobody sits, and that
// nothing lies on the table that is not played with, nor before that place.
func TestThreePlayersWinAtTheirPlaces(t *testing.T) {
	rules, err := books.Open("riichi", "tenhou3", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := models.Match{ID: "m", Rules: "riichi", Profile: "tenhou3", Length: "open"}
	for _, name := range []string{"a", "b", "c"} {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	position := books.All()["riichi"].Course.Begin(m)
	house := Dealer{Random: rand.New(rand.NewPCG(1, 1)), Rules: rules}
	studio := NewTableStudio(1)
	for range 20 {
		dealt, err := house.Next(position)
		if err != nil {
			t.Fatal(err)
		}
		if dealt.Vacant != 4 || dealt.Place == 4 || dealt.From == 4 {
			t.Fatalf("place %d wins from %d, place %d is vacant", dealt.Place, dealt.From, dealt.Vacant)
		}
		if err := studio.Lay(dealt); err != nil {
			t.Fatal(err)
		}
		for _, tile := range studio.laid.Tiles {
			if !tile.Down && leftOut(tile.Tile) {
				t.Fatalf("%v lies on the table", tile.Tile)
			}
			if tile.Row < 0 && -tile.At.X > math.Abs(tile.At.Y)+100 { // place 4 sits on the left
				t.Fatalf("a tile lies before nobody, at %v", tile.At)
			}
		}
	}
}
