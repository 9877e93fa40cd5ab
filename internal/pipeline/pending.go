package pipeline

import (
	"errors"
	"slices"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// take copies what the eye reconstructed. The winning tile is the one that the picture
// sets apart or that the table named; where they contradict each other it is open.
func (hand *Pending) take(r models.Reading) {
	if r.Hand == nil {
		return
	}
	hand.Win.Hand = *r.Hand
	if r.WinTile == models.NoTile {
		return
	}
	if hand.Tile == models.NoTile {
		hand.Tile = r.WinTile // set apart already
		return
	}
	hand.Win.Concealed = append(slices.Clone(hand.Win.Concealed), r.WinTile)
	if hand.Tile.Kind() != r.WinTile.Kind() {
		hand.Tile = models.NoTile // the table and the picture contradict each other: ask
	}
}

// doubt adds what is needed and why.
func (hand *Pending) doubt(need, why string) {
	if !slices.Contains(hand.Needs, need) {
		hand.Needs = append(hand.Needs, need)
	}
	if hand.Problem == "" {
		hand.Problem = why
	}
}

// hear takes what the table knows besides who won on what: the circumstances, and
// whether a win was possible at all; asked are those that the club
// wants to be asked about whenever nobody has said.
func (hand *Pending) hear(e device.Event, asked models.Flags) {
	hand.Win.Flags = e.With
	if e.Kind == device.Rejected {
		hand.Refused = e.Text
	}
	hand.Open, hand.Denied = (e.Maybe|asked)&^(e.With|e.Without), e.Without
}

// compareFlags asks about each circumstance that may hold and would change the score.
func (p *Pipeline) compareFlags(hand *Pending, rules scoring.Ruleset) {
	for one := range (hand.Open &^ hand.Win.Flags).Each() {
		if one == models.Heavenly && hand.Win.Seat != models.East {
			continue // some books let anybody write it; only the dealer can have it
		}
		win := hand.Win
		win.Flags |= one
		_, result, err := p.score(hand, win, rules)
		if err == nil && !agree([]Candidate{{Result: *hand.Result}, {Result: result}}) {
			hand.Needs = append(hand.Needs, one.String())
		}
	}
}

// unsaid gives what a rule book would have to know besides the picture, but for what
// the table has told.
func (hand *Pending) unsaid(book Doubtful) []string {
	return slices.DeleteFunc(book.Unsaid(&hand.Win), func(word string) bool {
		return slices.Contains((hand.Denied | hand.Open).Names(), word)
	})
}

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
	r := models.HandRecord{ID: hand.ID, With: hand.With,
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
