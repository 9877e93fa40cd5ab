package course_test

import (
	"testing"

	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// TestATileThatWasLetPassIsNoticed claims that who wins on a discard and let a tile pass since his last discard that
// would have won as much is named, and nobody else.
func TestATileThatWasLetPassIsNoticed(t *testing.T) {
	book, err := books.Open("sichuan", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	tile := func(text string) models.Tile {
		one, err := models.ParseTile(text)
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
	gives := func(place models.Place, text string) models.Move {
		return models.Move{Do: models.Discarded, Place: place, Tile: tile(text)}
	}
	adds := func(place models.Place, text string) models.Move {
		return models.Move{Do: models.MadeAdded, Place: place, Tile: tile(text)}
	}
	wins := func(from models.Place, text string) models.Move {
		return models.Move{Do: models.Wins, Place: 3, Wins: []models.Winning{{Place: 3, From: from, Tile: tile(text)}}}
	}
	const both = "[999p] 12345677m89p +7p" // a hand that wins
	tests := []struct {
		name   string
		win    string
		events []models.Move
		want   string
	}{
		{"the other side of the wait", "[111s] 12345699m78s +9s", []models.Move{gives(3, "2p"), gives(4, "6s"), gives(1, "9s"), wins(1, "9s")}, "6s"},
		{"before he has drawn at all", "[111s] 12345699m78s +9s", []models.Move{gives(1, "6s"), gives(2, "9s"), {Do: models.Wins, Wins: wins(2, "9s").Wins}}, "6s"},
		{"the same tile", "[111s] 12345699m78s +9s", []models.Move{gives(3, "2p"), gives(4, "9s"), gives(1, "9s"), wins(1, "9s")}, "9s"},
		{"he has drawn since", "[111s] 12345699m78s +9s", []models.Move{gives(4, "6s"), gives(1, "5p"), gives(2, "5p"), gives(3, "2p"), gives(4, "9s"), wins(4, "9s")}, ""},
		{"he has punged since", "[111s] 12345699m78s +9s", []models.Move{gives(4, "6s"), {Do: models.CalledPung, Place: 3, Tile: tile("1s"), From: 1}, gives(3, "2p"), gives(4, "9s"), wins(4, "9s")}, ""},
		{"a tile that does not win", "[111s] 12345699m78s +9s", []models.Move{gives(3, "2p"), gives(4, "5s"), gives(1, "9s"), wins(1, "9s")}, ""},
		{"a cheaper tile", "1122335577m998s +8s", []models.Move{gives(3, "2p"), gives(4, "1p"), gives(1, "8s"), wins(1, "8s")}, ""},
		{"drawn by himself", "[111s] 12345699m78s +9s self-draw", []models.Move{gives(3, "2p"), gives(4, "6s"), wins(3, "9s")}, ""},
		{"a dearer tile before a kong that is robbed", "[666m] 45m123p99p789p +3m rob-kong", []models.Move{gives(3, "2p"), gives(4, "6m"), adds(1, "3m"), wins(1, "3m")}, "6m"},
		{"a cheaper one", "[111s] 12345699m78s +9s rob-kong", []models.Move{gives(3, "2p"), gives(4, "6s"), adds(1, "9s"), wins(1, "9s")}, ""},
		{"a kong that he did not rob", "[111s] 12345699m78s +9s", []models.Move{gives(3, "2p"), adds(4, "6s"), gives(4, "1p"), gives(1, "9s"), wins(1, "9s")}, "6s"},
		{"the tile won on was not read in the river", "[111s] 12345699m78s +9s", []models.Move{gives(3, "2p"), gives(4, "6s"), {Do: models.Discarded, Place: 1, Tile: models.Unknown}, wins(1, "9s")}, "6s"},
		{"another has won on it before him", "[111s] 12345699m78s +9s", []models.Move{gives(3, "2p"), gives(1, "9s"), {Do: models.Wins, Wins: []models.Winning{{Place: 2, From: 1, Tile: tile("9s")}}}, wins(1, "9s")}, ""},
		{"nobody saw from whom", both, []models.Move{gives(4, "7p"), gives(1, "7p"), wins(0, "7p")}, ""},
	}
	for _, tt := range tests {
		w, err := models.ParseText(tt.win)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		w.Void = models.Void(0)
		passed := course.LetPass(book, &models.Record{Events: tt.events}, map[models.Place]models.Win{3: *w})
		got := ""
		if one, ok := passed[3]; ok {
			got = one.String()
		}
		if got != tt.want || len(passed) > 1 {
			t.Errorf("%s: %v, want %q", tt.name, passed, tt.want)
		}
	}
}
