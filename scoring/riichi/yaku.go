package riichi

import (
	"strconv"

	"jantaku/scoring"
	"jantaku/scoring/book"
)

// The forms a yaku can stand in.
const (
	general    = scoring.General
	sevenPairs = scoring.SevenPairs
	orphans    = scoring.Orphans
	anyForm    = general | sevenPairs | orphans
)

// ids are yaku named by their ids.
type ids = book.IDs

// yaku is one row of the book.
type yaku struct {
	ID, Name string
	Closed   int  // 翻 in a closed hand
	Open     int  // 翻 in an open hand; 0 for closed hands only
	Yakuman  int  // how many yakuman it is; 0 for an ordinary yaku
	Bonus    bool // adds han and is no yaku: dora
	Alone    bool // counted with nothing else, or not at all: renhou as mangan
	Ref      string
	Forms    scoring.Shape
	When     scoring.Pattern
	Excludes ids // the yaku it stands for
	Example  string
}

// change is one difference of an option to a copy of the table: the row goes, or is
// edited.
type change = book.Change[yaku]

// values are the columns of a row: han closed and open, or yakuman.
func (y *yaku) values() []scoring.Value {
	if y.Yakuman > 0 {
		return []scoring.Value{{Unit: "役満", Text: strconv.Itoa(y.Yakuman)}}
	}
	open := "-"
	if y.Open > 0 {
		open = strconv.Itoa(y.Open)
	}
	return []scoring.Value{{Unit: "翻", Text: strconv.Itoa(y.Closed)}, {Unit: "翻 (副露)", Text: open}}
}

// maxRows bounds the table: a set of rows is one word.
const maxRows = 64

const (
	mangan      = 2000
	yakumanUnit = 8000
	yakumanHan  = 13
)
