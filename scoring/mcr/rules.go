package mcr

import (
	"slices"
	"strconv"
	"sync"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// ids are fans named by their ids.
type ids = book.IDs

// fan is one row of the book.
type fan struct {
	ID, Name    string
	Points      int // 番
	Ref         string
	Forms       scoring.Shape
	Each        bool // stands in single sets and counts once for each
	Bonus       bool // added to the payment, no part of the minimum
	When        scoring.Pattern
	Excludes    ids // 不计
	ExcludesOne ids // of a fan counted for each set one instance is not counted
	Example     string
}

// change is one difference of a profile or a house rule to a copy of the table.
type change = book.Change[fan]

// points, forms and when change what a fan is worth, in which forms it stands, and where.
func points(n int) func(*fan) { return func(f *fan) { f.Points = n } }

func forms(in scoring.Shape) func(*fan) { return func(f *fan) { f.Forms = in } }

func when(is scoring.Pattern) func(*fan) { return func(f *fan) { f.When = is } }

// Rules is the book with its options settled. It implements scoring.Ruleset.
type Rules struct {
	table    *book.Table[fan]
	fans     []fan // of the table
	deadWait bool
	rows     []row // the fans as the search needs them
	rest     int   // the row of 无番和
	minimum  int   // points that a hand needs without flowers
	// waitForms are the forms in which each waiting scores.
	waitForms [open]scoring.Shape
	splitter  *scoring.Splitter
	finder    *scoring.Finder
	sheets    sync.Pool // of *sheet
}

// row is what counting needs of a fan.
type row struct {
	one     scoring.Fan // counted once
	points  int
	bonus   bool
	each    bool
	place   uint8    // numbers the fans that count for each set
	without book.Set // the fans it leaves uncounted
	absorbs []uint8  // those for each set that it leaves uncounted at its sets
	lessOne []uint8  // those of which it leaves one uncounted
}

func (r *Rules) row(id string) int { return r.table.Row(id) }

// ID gives "mcr".
func (r *Rules) ID() string { return "mcr" }

// Rows gives the table for people and for checks.
func (r *Rules) Rows() []scoring.Row {
	rows := make([]scoring.Row, len(r.fans))
	for i, f := range r.fans {
		rows[i] = scoring.Row{
			ID: f.ID, Name: f.Name, Ref: f.Ref, Example: f.Example,
			Excludes: slices.Concat(f.Excludes, f.ExcludesOne),
			Values:   []scoring.Value{{Unit: "番", Text: strconv.Itoa(f.Points)}},
		}
	}
	return rows
}

// check refuses circumstances that cannot occur in this book.
func check(h *scoring.Hand) error {
	w := h.Win
	f := w.Flags
	switch {
	case h.Reds > 0:
		return models.Refuse(models.CodeBadTile, "MCR has no red fives")
	case f.Any(models.Heavenly|models.Earthly|models.Ippatsu|models.Regional) || w.Riichi > 0:
		return models.Refuse(models.CodeBadFlags, "heavenly, earthly, ippatsu, riichi and kong-discard do not exist in MCR")
	case f.Has(models.RobKong | models.LastDiscard):
		return models.Refuse(models.CodeBadFlags, "rob-kong cannot be the last discard: the kong needs a replacement tile")
	case f.Has(models.RobKong) && h.Counts[h.WinTile.Index()] > 1:
		return models.Refuse(models.CodeBadFlags, "rob-kong: the hand holds another %v, so nobody has three of them", w.Tile)
	case f.Has(models.LastOfKind) && h.InHand[h.WinTile.Index()] > 1:
		return models.Refuse(models.CodeBadFlags, "last-of-kind: the hand holds another %v, which nobody else sees", w.Tile)
	case w.Seat != models.NoSeat && w.Round != models.NoSeat:
		return nil
	case h.Thrice&scoring.WindMask != 0:
		return models.Refuse(models.CodeBadSeat, "seat or round is missing: it decides what a pung of winds is worth")
	}
	return nil
}

// MinPoints is what a hand needs without flowers, unless option minimum says otherwise.
const MinPoints = 8
