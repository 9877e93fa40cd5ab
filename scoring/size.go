package scoring

import "jantaku/models"

// Sized is a rule book whose hands have another number of tiles before the win than most.
type Sized interface {
	HandSize() models.HandSize
}

// HandSize is how many tiles a player holds by a rule book before a win, melds counted as three.
func HandSize(book Ruleset) models.HandSize {
	if sized, ok := book.(Sized); ok {
		return sized.HandSize()
	}
	return models.Thirteen
}

// Validate is [models.Win.Validate] of a win by a rule book.
func Validate(book Ruleset, w *models.Win) error { return w.ValidateOf(HandSize(book)) }
