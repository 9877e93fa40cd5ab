package pipeline

import (
	"errors"
	"maps"
	"slices"

	"jantaku/models"
)

// take copies what the eye reconstructed. The winning tile is the one that the picture
// sets apart or that the table named; where they contradict each other it is open.
func (hand *Pending) take(s Sight) {
	hand.Reading, hand.Photo, hand.Others = &s.Reading, s.Photo, s.Others
	maps.Copy(hand.Known, s.Known)
	r := s.Reading
	if r.Hand == nil {
		return
	}
	hand.Win.Hand = *r.Hand
	if fed(r.Hand.Melds) {
		hand.Known[models.FactSuppliers] = models.Eye
	}
	if r.WinTile == models.NoTile {
		return
	}
	if hand.Tile == models.NoTile {
		hand.Tile, hand.Known[models.FactTile] = r.WinTile, models.Eye // set apart already
		return
	}
	hand.Win.Concealed = append(slices.Clone(hand.Win.Concealed), r.WinTile)
	if hand.Tile.Kind() != r.WinTile.Kind() {
		hand.Tile = models.NoTile // the table and the picture contradict each other: ask
	}
}

// fed reports whether every claimed meld shows who supplied it.
func fed(melds []models.Meld) bool {
	return !slices.ContainsFunc(melds, func(m models.Meld) bool {
		return m.Kind.IsOpen() && m.Kind != models.Chow && m.From == models.NoSide
	})
}

// doubt adds what is needed and why.
func (hand *Pending) doubt(need string, why error) {
	if !slices.Contains(hand.Needs, need) {
		hand.Needs = append(hand.Needs, need)
	}
	if hand.Problem == "" {
		hand.Problem, hand.Reasons = why.Error(), models.ReasonsOf(why)
	}
}

// problem is why the hand is not recorded, as an error.
func (hand *Pending) problem() error { return models.Told(hand.Reasons, hand.Problem) }

// wins gives the hand once for every tile that may have come last.
func (hand *Pending) wins() []models.Win {
	all := hand.Win.Concealed
	if hand.Win.Tile != models.NoTile {
		return []models.Win{hand.Win}
	}
	if want := 13 - 3*len(hand.Win.Melds); len(all) == want && hand.Tile != models.NoTile {
		win := hand.Win
		win.Tile = hand.Tile
		return []models.Win{win}
	}
	var wins []models.Win
	var tried models.Tiles
	for i, t := range all {
		if slices.Contains(tried, t) || hand.Tile != models.NoTile && t.Kind() != hand.Tile.Kind() {
			continue
		}
		tried = append(tried, t)
		win := hand.Win
		win.Tile = t
		win.Concealed = slices.Delete(slices.Clone(all), i, i+1)
		wins = append(wins, win)
	}
	return wins
}

// record makes the hand as it goes into the books.
func (hand *Pending) record(win models.Win) models.HandRecord {
	win.ID = hand.ID
	win.SelfDraw = hand.From == hand.Place
	r := models.HandRecord{ID: hand.ID, With: hand.With, Course: hand.Course,
		Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{hand.Place}, Riichi: hand.Riichi, Ready: hand.Ready, Lying: hand.Lying}}
	if !win.SelfDraw {
		r.From = hand.From
	}
	if win.Riichi == 0 && slices.Contains(hand.Riichi, hand.Place) {
		win.Riichi = 1
	}
	r.Wins = []models.WinRecord{{Place: hand.Place, Win: win, Reading: hand.Reading, Photo: hand.Photo}}
	return r
}

// asReadingError names a fault of the eye for people.
func asReadingError(err error) *models.ReadingError {
	var named *models.ReadingError
	if errors.As(err, &named) {
		return named
	}
	return &models.ReadingError{Code: "eye", Message: err.Error()}
}
