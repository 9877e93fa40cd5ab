package pipeline

import (
	"encoding/json"
	"errors"
	"time"

	"jantaku/models"
	"jantaku/scoring"
)

// The words of what people ask for about hands. What else there is the Referee carries out.
const (
	opCall        = "call"         // look at the hand of a place: it has won
	opLook        = "look"         // read the hand of a place, and change nothing
	opPreview     = "preview"      // what would a typed hand be worth?
	opEnter       = "enter"        // a typed hand
	opAmend       = "amend"        // change the hand that waits
	opConfirm     = "confirm"      // record it
	opDismiss     = "dismiss"      // drop it
	opDraw        = "draw"         // nobody won
	opDrawPreview = "draw-preview" // what would that give?
	opNewMatch    = "match-new"
	opSeats       = "seats"
	opSettle      = "settle" // what changed hands in a hand that goes on after a win
)

// said is what a person says about a hand; what is absent stays as it was.
type said struct {
	// Hand is the id of the hand that is meant: another one that waits by now is not changed.
	Hand string `json:"hand"`
	// Revision is the one the person looked at; a hand that was changed since is not changed
	// again unseen. It is absent from who does not look at it.
	Revision *int `json:"revision"`
	// Hands is how many hands were in the books when the person began to say how one ended; nil
	// says nothing. One that was recorded since may be the same hand, typed by somebody else.
	Hands *int `json:"hands"`
	// Seen puts tiles right on the photograph, before anything else that is said.
	Seen []Mend `json:"seen"`
	// Pictured says that the hand is what the photograph shows, and not what somebody saw who
	// followed it.
	Pictured bool `json:"pictured"`

	Place *models.Place   `json:"place"`
	From  *models.Place   `json:"from"`
	Tile  *models.Tile    `json:"tile"`
	Win   json.RawMessage `json:"win"` // hand format; its fields replace those of the hand
	// Riichi are all who laid a stick in the hand; With is a hand that was won on the same
	// discard, empty for a hand of its own.
	Riichi *[]models.Place `json:"riichi"`
	Ready  *[]models.Ready `json:"ready"` // waiting hands that were shown, empty for none
	Lying  *models.Tiles   `json:"lying"` // what lies open besides: rivers, melds of who shows nothing
	With   *string         `json:"with"`
	// AsShown are the facts of which the person has seen how the hand is shown, and says that
	// it was so: circumstances that are not set did not hold.
	AsShown []models.Fact `json:"as_shown"`
	// Nagashi are who win by their discards at a draw; Reason is a word for an abort, empty for a draw.
	Nagashi []models.Place `json:"nagashi"`
	Reason  string         `json:"reason"`
	By      string         `json:"by"`
	Why     string         `json:"why"`

	signed models.Author // who asks
}

// author is who says it.
func (s said) author() models.Author { return s.signed }

// change puts in what the person said. A win without a winning tile leaves it open.
func (hand *Pending) change(s said) error {
	hand.bare, hand.held = nil, time.Time{} // what is still to be seen changes no more of it
	if s.Place != nil {
		hand.Place = *s.Place
	}
	if s.From != nil {
		hand.From = *s.From
		hand.Known[models.FactFrom] = models.Said
	}
	if hand.Place < 1 || hand.Place > models.Places || hand.From > models.Places {
		return models.Refused("place", nil, "place and from are places 1 to 4")
	}
	if s.Riichi != nil {
		hand.Riichi = *s.Riichi
		hand.Known[models.FactRiichi] = models.Said
	}
	if s.Ready != nil {
		if hand.Ready = *s.Ready; hand.Ready == nil { // "ready": null says as little as nothing
			return errors.New("ready is a list of hands, empty for none")
		}
	}
	if s.Lying != nil {
		hand.Lying = s.Lying
	}
	if s.With != nil {
		hand.Again = hand.Again || hand.With != ""
		hand.With = *s.With
	}
	if len(s.Win) > 0 {
		was := hand.Win
		if hand.Known.Knows(models.FactTile) && hand.Win.Tile != models.NoTile {
			hand.Tile = hand.Win.Tile
		}
		var lists struct{ Melds, Out json.RawMessage }
		if err := json.Unmarshal(s.Win, &lists); err != nil {
			return err
		}
		if lists.Melds != nil { // else JSON would write over those before, which others share, and keep their suppliers
			hand.Win.Melds = nil
		}
		if lists.Out != nil {
			hand.Win.Out = nil
		}
		if err := json.Unmarshal(s.Win, &hand.Win); err != nil {
			return err
		}
		hand.saidOf(&was)
	}
	if s.Tile != nil {
		hand.reopen()
		hand.Tile = *s.Tile
		hand.Known[models.FactTile] = models.Said
	}
	hand.asShown(s.AsShown)
	return nil
}

// saidOf notes what a person changed in a win, or typed: it is said. What was left as it was
// is not. Melds of which one has no supplier yet do not say who supplied the others.
func (hand *Pending) saidOf(was *models.Win) {
	for _, fact := range models.Differ(was, &hand.Win) {
		if fact == models.FactMelds {
			hand.Others = nil
		}
		if fact != models.FactSuppliers || fed(hand.Win.Melds) || hand.Win.Supplied != was.Supplied || hand.Win.Liable != was.Liable {
			hand.Known[fact] = models.Said
		}
	}
}

// asShown notes that a person has seen how the hand is shown in some facts, and that
// it was so: circumstances that are not set did not hold, nobody else was ready.
func (hand *Pending) asShown(facts []models.Fact) {
	for _, fact := range facts {
		hand.Known[fact] = models.Said
		if fact == models.FactMelds {
			hand.Others = nil
		}
		if fact == models.FactReady && hand.Ready == nil {
			hand.Ready = []models.Ready{}
		}
	}
}

// pictured forgets the tiles of the course, of which somebody says that the picture shows others.
func (hand *Pending) pictured() {
	for _, fact := range []models.Fact{models.FactTile, models.FactMelds, models.FactSuppliers, models.FactOrder} {
		if hand.Known[fact] == models.Course {
			delete(hand.Known, fact)
		}
	}
	hand.Tile, hand.Win.Tile, hand.Followed, hand.Disputed = models.NoTile, models.NoTile, false, ""
}

// preview is the answer about a hand that is not recorded yet.
type preview struct {
	Needs      []string        `json:"needs"`
	Problem    string          `json:"problem,omitempty"`
	Reasons    []models.Reason `json:"reasons,omitempty"` // the problem for people
	Win        *models.Win     `json:"win,omitempty"`
	Result     *scoring.Result `json:"result,omitempty"`
	Candidates []Candidate     `json:"candidates,omitempty"`
}

func value[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}
