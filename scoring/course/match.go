package course

import (
	"jantaku/models"
	"jantaku/scoring"
)

// MatchOf gives the match as far as the header of a record tells it: what payments of
// this one hand depend on.
func MatchOf(r *models.Record, rules scoring.Ruleset, going Going) Match {
	m := models.Match{ID: r.ID, Rules: rules.ID(), Profile: r.Profile, East: r.Dealer,
		Players: []models.Player{{ID: "1"}, {ID: "2"}, {ID: "3"}, {ID: "4"}}}
	p := models.Begin(m)
	p.Round, p.Honba, p.Sticks = max(r.Round.Index(), 0)+1, r.Honba, r.Sticks
	for i := range r.Scores {
		p.Scores[p.At(models.PlaceAt(i))] = r.Scores[i]
	}
	return Match{Match: m, Position: p, Rules: rules, Going: going}
}
