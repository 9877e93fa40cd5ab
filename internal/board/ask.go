package board

import (
	"slices"

	"jantaku/internal/pipeline"
	"jantaku/models"
	"jantaku/mqtt"
)

// asksOf are the questions about a hand that was followed, each with the move that decides it.
// What no single move decides is asked without one.
func asksOf(p *pipeline.Pending) (asks []mqtt.Ask) {
	if p.Course == nil {
		return nil
	}
	likely := likelyOf(p)
	for _, need := range p.Needs {
		fact := models.Fact(need)
		if answers := likely[fact]; len(answers) > 0 {
			if at := decides(p.Course, fact, p.Place); at >= 0 {
				asks = append(asks, mqtt.Ask{Fact: fact, Answers: answers, Move: p.Course.Events[at]})
			}
		}
	}
	return asks
}

// decides finds the move on which a fact of a win depends: of several the one that is seen
// worst, and the last of those; -1 for none.
func decides(r *models.Record, fact models.Fact, winner models.Place) int {
	deeds, own := []models.Deed{models.Discarded}, false
	switch fact {
	case models.FactMelds, models.FactSuppliers, models.FactOrder:
		deeds, own = []models.Deed{models.CalledChow, models.CalledPung, models.CalledKong, models.MadeAdded, models.MadeConcealed}, true
	case models.FactOf(models.KongDraw):
		deeds, own = []models.Deed{models.CalledKong, models.MadeAdded, models.MadeConcealed}, true
	case models.FactOf(models.RobKong):
		deeds = []models.Deed{models.MadeAdded}
	case models.FactFlowers:
		deeds, own = []models.Deed{models.LaidFlower}, true
	case models.FactDora, models.FactUra:
		deeds = []models.Deed{models.TurnedDora}
	case models.FactFrom, models.FactTile, models.FactOf(models.LastDraw), models.FactOf(models.LastDiscard), models.FactOf(models.LastOfKind):
		return last(r, models.Discarded)
	}
	worst := -1
	for i, m := range r.Events {
		if slices.Contains(deeds, m.Do) && (!own || m.Place == winner) && (worst < 0 || m.Confidence <= r.Events[worst].Confidence) {
			worst = i
		}
	}
	return worst
}

// last finds the last move of a kind; -1 for none.
func last(r *models.Record, deed models.Deed) int {
	for i, m := range slices.Backward(r.Events) {
		if m.Do == deed {
			return i
		}
	}
	return -1
}
