package players

import (
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	rulebooks "jantaku/scoring/books"
	"jantaku/scoring/course"
)

// sichuanBook is that of the books of these tests in which a hand goes on after a win.
func sichuanBook(t *testing.T) book {
	t.Helper()
	for _, b := range books() {
		if b.id == "sichuan" {
			return b
		}
	}
	t.Fatal("no such book")
	return book{}
}

// TestAHandGoesOnUntilThreeHaveWonOrTheWallIsEmpty plays hands and claims that they end so and
// not before, that nobody keeps the suit he gave up while he discards another, and that what
// changes hands adds up to nothing.
func TestAHandGoesOnUntilThreeHaveWonOrTheWallIsEmpty(t *testing.T) {
	table, _, manners := seat(t, sichuanBook(t), 52)
	by := map[int]int{} // hands by their winners
	kongs, shared, refunded := 0, 0, 0
	for range sharedtest.Count(60, 2000) {
		r, ending, err := table.Play(table.position)
		if err != nil {
			t.Fatal(err)
		}
		h, err := course.Start(r, manners)
		if err != nil {
			t.Fatal(err)
		}
		gaveUp, won := 0, 0
		for i, m := range r.Events {
			if m.Do == models.Discarded && !h.Void(m.Place).Has(m.Tile) {
				for _, held := range h.Side(m.Place).Concealed {
					if h.Void(m.Place).Has(held) {
						t.Fatalf("%s event %d: place %d discards %v and holds %v", r.ID, i, m.Place, m.Tile, held)
					}
				}
			}
			if h.Over() {
				t.Fatalf("%s goes on after its end", r.ID)
			}
			if err := h.Do(m); err != nil {
				t.Fatalf("%s event %d: %v", r.ID, i, err)
			}
			switch m.Do {
			case models.GaveUp:
				gaveUp++
			case models.Wins:
				won += len(m.Wins)
				if len(m.Wins) > 1 {
					shared++
				}
			}
		}
		last := r.Events[len(r.Events)-1]
		drawn := last.Do == models.DrawnGame
		if gaveUp != models.Places || !h.Over() || drawn == (won == 3) || drawn && len(last.States) != models.Places-won || ending.Deltas.Sum() != 0 {
			t.Errorf("%s: %d gave up a suit, %d won, drawn %v with %d states, pays %v", r.ID, gaveUp, won, drawn, len(last.States), ending.Deltas)
		}
		by[won]++
		for _, s := range ending.Outcome.Settled {
			switch s.Do {
			case models.CalledKong, models.MadeAdded, models.MadeConcealed:
				kongs++
			case models.Wins:
				if s.Wins[0].KongDiscard {
					refunded++
				}
			}
		}
	}
	t.Logf("hands by winners %v, kongs %d, tiles shared %d, kongs given back %d", by, kongs, shared, refunded)
	if by[3] == 0 || by[2]+by[3] < (by[0]+by[1]+by[2]+by[3])/3 || kongs == 0 {
		t.Errorf("hands by winners %v, %d kongs: the players are no Sichuan players", by, kongs)
	}
}

// TestThreeTilesAreExchanged claims that where three tiles are exchanged everybody passes three of one suit to the same side before the
// suits are given up, that the record tells which, and that the hand can be played by it.
func TestThreeTilesAreExchanged(t *testing.T) {
	b := sichuanBook(t)
	b.rules = func() (scoring.Ruleset, error) {
		return rulebooks.Open(b.id, b.profile, map[string]string{"exchange": "three-one-suit"})
	}
	table, _, manners := seat(t, b, 53)
	sides := map[int]bool{}
	for range 20 {
		r, _, err := table.Play(table.position)
		if err != nil {
			t.Fatal(err)
		}
		h, err := course.Start(r, manners)
		if err != nil {
			t.Fatal(err)
		}
		side := (r.Events[0].To.Index() - r.Events[0].Place.Index() + models.Places) % models.Places
		sides[side] = true
		for i, m := range r.Events {
			if err := h.Do(m); err != nil {
				t.Fatalf("%s event %d: %v", r.ID, i, err)
			}
			passed := m.Do == models.Exchanged && m.To == models.PlaceAt(m.Place.Index()+side) && len(m.Tiles) == 3 &&
				!slices.ContainsFunc(m.Tiles, func(t models.Tile) bool { return t.Suit() != m.Tiles[0].Suit() })
			if passed != (i < models.Places) {
				t.Errorf("%s event %d: %+v", r.ID, i, m)
			}
		}
	}
	if len(sides) != models.Places-1 {
		t.Errorf("tiles are passed to %d sides", len(sides))
	}
}
