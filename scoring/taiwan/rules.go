package taiwan

import (
	"sync"

	"jantaku/scoring/book"
)

// Rules is a card with its options settled. It implements scoring.Ruleset.
type Rules struct {
	options Options
	table   *book.Table[fan]
	fans    []fan      // of the table
	drops   []book.Few // the rows that each row leaves uncounted
	flagged book.Few   // the rows that stand with a circumstance,
	whole   book.Few   // those that stand in a hand however it is read,
	read    book.Few   // and those that depend on it
	settled
	sheets sync.Pool // of *sheet
}

// settled is what of the options every hand asks for.
type settled struct {
	cap, minimum      int
	half              bool // seven pairs and a set of three are a hand
	flowersWin        bool // all eight by themselves
	byDraw, byAnother int  // rows of that
}
