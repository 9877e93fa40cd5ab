package yuque

import (
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// No layout has more than 49 places, and no choice among them more than 24 fans.
const (
	maxPlaces = 64
	maxChosen = 32
)

// place is a fan at a place where it stands in the layout at hand.
type place struct {
	row   uint8
	level uint8 // its priority
	rank  uint8
	span  scoring.Span
	pungs scoring.Span // the triplets that earn 番刻 when it is counted
}

// node is a choice that is not finished: everything before some place is decided.
type node struct {
	// total is what the chosen fans are worth. Those of the priority at hand, chosen
	// from from on, are in it as if each was the first of its priority.
	total      int
	size, from uint8
	chosen     [maxChosen]uint8 // places, in the order of counting
	rows       book.Few         // the chosen ones
	barred     book.Few         // what they are not counted with
	pungs      scoring.Span     // what they lend to 番刻
	// left is the ratio each undecided place has after the lower priorities.
	left [maxPlaces]uint8
}

// sheet is where one hand is scored.
type sheet struct {
	rules *Rules
	book.Sheet

	// The fans that stand in the layout at hand, at all their places.
	places  [maxPlaces]place
	size    int
	present book.Few
	several book.Few     // those that stand at more than one place
	free    book.Few     // those that have nothing to do with any other
	lent    scoring.Span // all triplets that could earn 番刻

	// Whether 番刻 is counted, and the values that follow from it; always says that
	// nothing else is tried.
	fanKe  bool
	always bool
	worth  *[maxRows][whole + 1]int8

	nodes       [maxChosen + 1]node // the unfinished choices, by depth
	best, trial choice
}

// choice is a selection of fans on one layout in the order of counting.
type choice struct {
	total   int
	fanKe   int // triplets that earn 番刻
	size    int
	rows    book.Few
	counted [maxChosen]counted
	present book.Few // all that stand in the layout
	layout  scoring.Layout
}

// counted is a fan as it was counted.
type counted struct {
	row   uint8
	span  scoring.Span
	ratio uint8 // in sixtieths
	value int8
}
