package lines

import (
	"strconv"

	"jantaku/models"
	"jantaku/scoring"
)

// handLine is a hand as its settlements.
type handLine struct {
	ID     string              `json:"id"`
	Dealer models.Place        `json:"dealer"`
	Events []models.Settlement `json:"events"`
}

// settledAnswer is what they came to, by place.
type settledAnswer struct {
	ID         string         `json:"id,omitempty"`
	Deltas     map[string]int `json:"deltas"`
	NextDealer models.Place   `json:"next_dealer"`
	Fines      map[string]int `json:"fines,omitempty"` // what a place loses to nobody
}

// Settle gives what the settlements of one hand came to, or the refusal.
func Settle(book scoring.Settler, line []byte) any {
	var l handLine
	id, err := models.ParseLine(line, &l)
	if err != nil {
		return refusal{ID: id, Error: asRefusal(err)}
	}
	settled, err := book.Settle(l.Dealer, l.Events)
	if err != nil {
		return refusal{ID: l.ID, Error: asRefusal(err)}
	}
	answer := settledAnswer{ID: l.ID, Deltas: map[string]int{}, NextDealer: settled.NextDealer}
	for i, points := range settled.Deltas {
		answer.Deltas[strconv.Itoa(i+1)] = points
	}
	for i, points := range settled.Fines {
		if points != 0 {
			if answer.Fines == nil {
				answer.Fines = map[string]int{}
			}
			answer.Fines[strconv.Itoa(i+1)] = points
		}
	}
	return answer
}
