// Package oracle answers for somebody who saw how a hand really went: what the referee
// is asked about it, truly, and nothing else. The demo and tests measure with it what a
// club has to answer, and that nothing is booked wrongly by it.
package oracle

import (
	"fmt"

	"jantaku/models"
)

// Hand is a hand as it really was.
type Hand struct {
	Place, From models.Place // equal on a self-draw
	Win         models.Win
	Riichi      []models.Place // who laid a stick
}

// Record is the hand as somebody would record it who knows everything; nobody else showed
// a waiting hand.
func (h Hand) Record() models.HandRecord {
	r := models.HandRecord{ID: "truth", Wins: []models.WinRecord{{Place: h.Place, Win: h.Win}},
		Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{h.Place}, Riichi: h.Riichi, Ready: []models.Ready{}}}
	if h.From != h.Place {
		r.From = h.From
	}
	return r
}

// Answer gives the next request to the pipeline about the hand, which needs these answers
// and shows these circumstances: "amend" with what has an answer of its own, as long as
// there is any, then "confirm" with all that is as it is shown. The error names a need that
// only a look at the picture can answer.
func (h Hand) Answer(needs []string, shown models.Flags) (op string, body map[string]any, err error) {
	win, answer, plain := map[string]any{}, map[string]any{}, []string{}
	for _, need := range needs {
		fact := models.Fact(need)
		switch {
		case need == "hand" || need == "confirm": // it wins by what nobody has said yet; a glance is a confirmation
		case fact == models.FactFrom:
			answer["from"] = h.From
		case fact == models.FactTile:
			answer["tile"] = h.Win.Tile
		case fact == models.FactSuppliers || fact == models.FactOrder:
			win["melds"] = h.Win.Melds
			plain = append(plain, string(models.FactOrder)) // they stand as they were called
		case fact == models.FactDora:
			win["dora_indicators"] = h.Win.DoraIndicators
		case fact == models.FactUra:
			win["ura_indicators"] = h.Win.UraIndicators
		case fact == models.FactFlowers && h.Win.Flowers.Count > 0:
			win["flowers"] = h.Win.Flowers
		case fact == models.FactNorths && h.Win.Norths > 0:
			win["norths"] = h.Win.Norths
		case fact == models.FactRiichi && len(h.Riichi) > 0:
			answer["riichi"] = h.Riichi
		case h.Win.Flags.Any(fact.Flag()):
			shown |= fact.Flag()
			win["flags"] = shown.Names()
		case fact.Plain():
			plain = append(plain, need)
		default:
			return "", nil, fmt.Errorf("asked for %q", need)
		}
	}
	if len(win) > 0 {
		answer["win"] = win
	}
	if len(answer) > 0 {
		return "amend", answer, nil
	}
	return "confirm", map[string]any{"as_shown": plain}, nil
}
