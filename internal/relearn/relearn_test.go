package relearn

import (
	"strings"
	"testing"

	"jantaku/models"
)

func TestWhatThePictureReallyShowsFollowsFromTheConfirmedHand(t *testing.T) {
	seen := func(text string) (rows [][]models.Sighting) {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		var row []models.Sighting
		for i, tile := range tiles {
			row = append(row, models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: 1 - float64(i)/100}})
		}
		return [][]models.Sighting{row}
	}
	for _, c := range []struct {
		claim, seen, truth string
		known, corrected   int
		whole              bool
	}{
		{"as it was read", "123m456p77z", "123m456p77z", 8, 0, true},
		{"one tile was another", "123m456p72z", "123m456p77z", 8, 1, true},
		{"two tiles were the same other", "123m456p2233z", "123m456p2277z", 10, 2, true},
		{"two tiles were two others", "123m456p7723z", "123m456p7714z", 8, 0, false},
		{"a tile was not seen", "123m456p7z", "123m456p77z", 7, 0, true},
		{"a tile too many", "123m456p777z", "123m456p77z", 8, 0, false},
		{"a tile that was not read", "123m456p7z?", "123m456p77z", 8, 1, true},
		{"face down", "123m456p##z7z7z", "123m456p77z", 8, 0, true},
		{"another hand", "123m456p77z", "789s123p11z", 0, 0, false},
	} {
		t.Run(c.claim, func(t *testing.T) {
			truth, err := models.ParseTiles(c.truth)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Replace(c.seen, "##z", "##", 1)
			known, whole := confirmedTiles(seen(text), truth)
			corrected := 0
			for _, one := range known {
				if one.Corrected {
					corrected++
				}
			}
			if len(known) != c.known || corrected != c.corrected || whole != c.whole {
				t.Errorf("%d tiles known, %d corrected, whole %v; want %d, %d, %v", len(known), corrected, whole, c.known, c.corrected, c.whole)
			}
		})
	}
}
