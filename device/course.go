package device

import (
	"slices"

	"jantaku/models"
)

// Course is what somebody knows of a win who followed the whole hand, such as a camera
// that saw every discard and call. No board fills it in.
type Course struct {
	// Win holds the facts: the winning tile, Melds with their suppliers in the order of the
	// calls, Flowers, Flags (the last of its kind from the copies that lie open), Riichi,
	// indicators, Norths, Liable.
	Win models.Win `json:"win"`
	// From is who supplied the winning tile, the winner when it was drawn.
	From models.Place `json:"from,omitempty"`
	// Sticks are who laid a riichi stick.
	Sticks []models.Place `json:"sticks,omitempty"`
	// Sure is the probability, 0 to 1, that each fact is as Win has it. What is not here is
	// not meant.
	Sure map[models.Fact]float64 `json:"sure"`
	// Likely are the two likeliest answers about facts that are not certain.
	Likely map[models.Fact][]models.Answer `json:"likely,omitempty"`
	// Record is the whole hand as it was followed; nil where nobody keeps it.
	Record *models.Record `json:"record,omitempty"`
	// Whole is the probability, 0 to 1, that fans, payments and the course of the match are
	// those that Win, From, Sticks, Winners and Ready make together; 0 where something was
	// not seen on which they depend. Win holds the concealed tiles, too, where it is not 0.
	Whole float64 `json:"whole,omitempty"`
	// Winners are all who won on the tile.
	Winners []models.Place `json:"winners,omitempty"`
	// Ready are the waiting hands that others showed, where the rule book pays for them, and
	// Lying the tiles that lie open besides; nil while more may be shown.
	Ready []models.Ready `json:"ready,omitzero"`
	Lying *models.Tiles  `json:"lying,omitempty"`
	// Open says that more may be seen of the hand: its tiles lie there still.
	Open bool `json:"open,omitempty"`
}

// Drawn is what somebody knows of a hand that nobody won, who followed it.
type Drawn struct {
	// Outcome is how it ended, who laid a riichi stick, who showed a waiting hand, and what
	// lies open besides where that is paid.
	Outcome models.Outcome
	// Sure is the probability, 0 to 1, that payments and the course of the match are those of
	// Outcome; 0 where it depends on what nobody can see.
	Sure   float64
	Record *models.Record
}

// Ended is what is known of a hand after its end: of those who were told to have won, or that
// nobody has. Its zero value says nothing.
type Ended struct {
	Courses map[models.Place]*Course
	Drawn   *Drawn
}

// Tell puts one fact that the course knows into a win. Melds are those of the win, which a
// picture may have seen better: the course names their suppliers and their order. Who
// supplied the winning tile, which it was, and which sets are melds is not told.
func (c *Course) Tell(fact models.Fact, w *models.Win) {
	switch fact {
	case models.FactSuppliers:
		w.Melds = slices.Clone(w.Melds)
		for i := range w.Melds {
			if at := c.meld(w.Melds[i]); at >= 0 {
				w.Melds[i].From = c.Win.Melds[at].From
			}
		}
	case models.FactOrder:
		w.Melds = slices.Clone(w.Melds)
		slices.SortStableFunc(w.Melds, func(a, b models.Meld) int { return c.meld(a) - c.meld(b) })
	case models.FactFlowers:
		w.Flowers = c.Win.Flowers
	case models.FactRiichi, models.FactDouble:
		w.Riichi = c.Win.Riichi
	case models.FactDora:
		w.DoraIndicators = c.Win.DoraIndicators
	case models.FactUra:
		w.UraIndicators = c.Win.UraIndicators
	case models.FactNorths:
		w.Norths = c.Win.Norths
	case models.FactLiable:
		w.Liable = c.Win.Liable
	default:
		one := fact.Flag() // 0 for the facts that are not told
		w.Flags = w.Flags&^one | c.Win.Flags&one
	}
}

// meld finds a meld in the order of the calls; -1 when it is not there.
func (c *Course) meld(m models.Meld) int {
	return slices.IndexFunc(c.Win.Melds, func(o models.Meld) bool {
		return o.First() == m.First() && (o.Kind == models.Chow) == (m.Kind == models.Chow)
	})
}
