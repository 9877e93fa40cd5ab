// Package export writes records of hands in the forms that other programs read: the
// notation of kobalab's viewer, the JSON of tenhou.net/6, the lines of mjai, and the text
// of Botzone for MCR. Nothing that nobody saw is invented: kobalab's "_" and mjai's "?"
// stand for it; where a form knows no unseen tile it is completed, and the form says so.
package export

import (
	"errors"
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// ErrForm reports a record that a form cannot express.
var ErrForm = errors.New("form")

// Game is what is written into one file: hands that were played one after another.
type Game struct {
	Title string
	Names [models.Places]string // by place
	Hands []Hand
}

// Hand is one record and what is known besides.
type Hand struct {
	Record  *models.Record
	Manners course.Manners
	// Shown are the concealed tiles that places showed at the end, without the winning
	// tile, where the record itself does not tell them.
	Shown [models.Places]models.Tiles
	// Wins and Results are the scored wins, in the order of the winning event; both are
	// empty where the tiles are not all known.
	Wins    []models.Win
	Results []scoring.Result
}

// New gives a hand with its wins scored as far as the record tells the tiles. match says
// where the payments come from. The error names a record that cannot be played.
func New(r *models.Record, manners course.Manners, match course.Match) (Hand, error) {
	hand := Hand{Record: r, Manners: manners}
	_, end, err := course.Told(r, manners)
	if err != nil {
		return hand, fmt.Errorf("record %q: %w", r.ID, err)
	}
	if last, ok := hand.last(); ok && last.Do == models.Wins {
		if ending, err := end.End(match, last); err == nil {
			hand.Wins, hand.Results = ending.Wins, ending.Results
		}
	}
	return hand, nil
}

// last gives the event that ended the hand.
func (h *Hand) last() (models.Move, bool) {
	n := len(h.Record.Events)
	if n == 0 {
		return models.Move{}, false
	}
	last := h.Record.Events[n-1]
	return last, last.Do == models.Wins || last.Do == models.DrawnGame
}

// seat is 0 for the dealer to 3 for who plays before.
func (h *Hand) seat(place models.Place) int { return place.SeatFor(h.Record.Dealer).Index() }

// bySeat gives points by place in the order of the seats.
func (h *Hand) bySeat(points models.Points) (by [models.Places]int) {
	for i, n := range points {
		by[h.seat(models.PlaceAt(i))] = n
	}
	return by
}

// round is 0 for East.
func (h *Hand) round() int { return max(0, h.Record.Round.Index()) }

// deltas are what the hand pays, zero where the record does not say.
func deltas(m models.Move) models.Points {
	if m.Deltas == nil {
		return models.Points{}
	}
	return *m.Deltas
}

// told gives the hand with every draw told and flowers left out, and as it stands at the end.
func (h *Hand) told() (*models.Record, *course.Hand, error) {
	r, end, err := course.Told(h.Record, h.Manners)
	if err != nil {
		return nil, nil, fmt.Errorf("record %q: %w", h.Record.ID, err)
	}
	return course.WithoutFlowers(r), end, nil
}

// shownBy gives the concealed tiles of a place at the end, without the winning tile:
// those of a win, those shown, or those of the record.
func (h *Hand) shownBy(place models.Place, end *course.Hand) models.Tiles {
	for i, w := range h.Wins {
		if last, _ := h.last(); last.Wins[i].Place == place {
			return w.Concealed
		}
	}
	if tiles := h.Shown[place.Index()]; len(tiles) > 0 {
		return tiles
	}
	return end.Side(place).Concealed
}
