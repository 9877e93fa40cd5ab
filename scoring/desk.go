package scoring

import (
	"slices"

	"jantaku/models"
)

// Desk is what a rule book asks of whoever enters a hand, and how its worth is shown.
type Desk struct {
	// Unit is what the worth of a fan is counted in: fu, fan, han, tai or points.
	Unit string `json:"unit"`
	// Rare is the least worth of a fan that a whole club turns round for; 0 where the book has a name for such hands.
	Rare int `json:"rare,omitempty"`
	// Hand is how many tiles a player holds before the win, melds counted as three.
	Hand models.HandSize `json:"hand"`
	// Facts are what the book depends on by one or another of its options, the circumstances of a win last.
	Facts []models.Fact `json:"facts"`
	// PaysReady says that waiting hands are paid, so that their tiles have to be entered.
	PaysReady bool `json:"pays_ready,omitempty"`
	// GoesOn says that the game goes on after a win and kongs are paid at once, so that they have to be told.
	GoesOn bool `json:"goes_on,omitempty"`
	// Suits says that there are number suits alone: no winds, no dragons.
	Suits bool `json:"suits,omitempty"`
}

// FactsOf are the facts of some uses, and others, each once and the circumstances last, in their order.
func FactsOf(uses []Use, others ...models.Fact) (facts []models.Fact) {
	for _, u := range uses {
		others = append(others, u.Fact)
	}
	for _, f := range others {
		if f.Flag() == 0 && !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
	}
	for one := range models.AllFlags.Each() {
		if f := models.FactOf(one); slices.Contains(others, f) {
			facts = append(facts, f)
		}
	}
	return facts
}
