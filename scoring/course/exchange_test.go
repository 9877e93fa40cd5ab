package course_test

import (
	"errors"
	"testing"

	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// TestThreeTilesArePassedOn claims that hands are what was passed on makes them, that nothing is known of them where nobody saw
// which tiles those were, and that nobody passes on what he does not hold.
func TestThreeTilesArePassedOn(t *testing.T) {
	book, err := books.Open("sichuan", "", map[string]string{"exchange": "three-one-suit"})
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		t.Fatal(err)
	}
	tiles := func(text string) models.Tiles {
		w, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	for name, c := range map[string]struct {
		passed string
		known  bool
		wrong  bool
	}{
		"three of his":     {"123m", true, false},
		"nobody saw which": {"", false, false},
		"one he lacks":     {"129m", false, true},
		"one twice":        {"112m", false, true},
		"two":              {"12m", false, true},
	} {
		h, err := course.Start(&models.Record{Rules: "sichuan", Dealer: 1, Deal: []models.Tiles{tiles("1234567m123456p"), tiles("1234567s123456p"), tiles("1234567m789p789s"), tiles("1234567s789p789m")}}, manners)
		if err != nil {
			t.Fatal(err)
		}
		err = h.Do(models.Move{Do: models.Exchanged, Place: 1, To: 2, Tiles: tiles(c.passed)})
		if errors.Is(err, course.ErrIllegal) != c.wrong || err != nil && !c.wrong {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c.wrong {
			continue
		}
		if err := h.Do(models.Move{Do: models.Exchanged, Place: 2, To: 1, Tiles: tiles(map[bool]string{true: "567s"}[c.known])}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		left, came := h.Side(1).Concealed, h.Side(2).Concealed
		if len(left) != 13 || len(came) != 13 || c.known != (left[12].HasFace() && came[12] == tiles("3m")[0]) {
			t.Errorf("%s: %v and %v", name, left, came)
		}
	}
}
