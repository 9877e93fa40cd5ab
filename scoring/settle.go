package scoring

import "jantaku/models"

// Settled is what the settlements of a hand came to.
type Settled struct {
	Deltas models.Points // signed points by place; they sum to zero
	// Fines are what players lose to nobody; they are booked beside the hand.
	Fines      models.Points
	NextDealer models.Place
	// Steps are what each settlement moved, in their order.
	Steps []models.Points
}

// Settler is a rule book in which a hand goes on after a win (Sichuan): points change hands
// several times.
type Settler interface {
	Ruleset
	// Settle adds up the settlements of one hand in the order they happened. The error is a
	// *models.HandError that names the one which cannot follow those before it.
	Settle(dealer models.Place, events []models.Settlement) (Settled, error)
}
