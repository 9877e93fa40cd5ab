package scoring

import "jantaku/models"

// Wait is a tile that completes a hand of thirteen.
type Wait = models.Wait

// ReadyHand is what a hand of thirteen tiles that did not win is paid for.
type ReadyHand struct {
	Ready bool   `json:"ready"`
	Waits []Wait `json:"waits"` // in the order of the kinds; also those of which no copy is left
	// Fan is that of the hand, Points what that makes, Gain what is paid of them; all 0
	// when the hand does not wait.
	Fan    int `json:"fan"`
	Points int `json:"points"`
	Gain   int `json:"gain"`
	// Fans are those of the wait that decides, in the book's order of announcing.
	Fans []Fan `json:"fans,omitempty"`
}

// PaysReady is a rule book that pays whoever waits at the end of a hand for the worth of
// the hand that is shown (Yuque).
type PaysReady interface {
	// Robbed gives a shown hand as it counts when the winner took a tile from its kong.
	Robbed(hand models.Hand, tile models.Tile) models.Hand
	// ReadyHand scores a hand of thirteen tiles. seen are the tiles outside the hand that
	// are visible from its seat. The error is a *models.HandError when the hand cannot be.
	ReadyHand(hand models.Hand, seat models.Seat, seen models.Tiles) (ReadyHand, error)
}

// Inspection is how a hand of thirteen tiles stands when a hand is drawn.
type Inspection struct {
	State models.State `json:"state"`
	Waits []Wait       `json:"waits"` // in the order of the kinds
	// Fan is the most that a wait is worth, Points what that makes, Fans what it is counted
	// with; nothing where the hand is not ready.
	Fan    int   `json:"fan"`
	Points int   `json:"points"`
	Fans   []Fan `json:"fans,omitempty"`
}

// Inspector is a rule book that looks at every hand when a hand is drawn and lets those who
// are not ready pay those who are (Sichuan).
type Inspector interface {
	// Inspect says how a hand of thirteen tiles stands, of which a suit was given up. The
	// error is a *models.HandError when the hand cannot be.
	Inspect(hand models.Hand, void models.Void) (Inspection, error)
}

// Completes gives the tiles that would complete a hand by a rule book, whatever they would be worth, each with the
// copies that the hand itself does not hold.
func Completes(book Ruleset, hand *models.Hand) (waits []models.Wait) {
	for i := range models.Kinds {
		w := models.Win{Hand: *hand, Tile: models.KindAt(i), Seat: models.East, Round: models.East}
		if w.ValidateOf(HandSize(book)) != nil {
			continue
		}
		if r, err := book.Score(&w); err == nil && r.Win {
			waits = append(waits, models.Wait{Tile: w.Tile, Left: models.Copies - hand.Copies(w.Tile)})
		}
	}
	return waits
}
