package lingque

import (
	"cmp"
	"fmt"
	"strconv"
	"sync"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// category is one of the book's families of fans. The largest fans of two different
// families make the compound jump.
type category uint8

const (
	chance        category = iota // 偶然类
	special                       // 特殊类
	melding                       // 鸣牌类
	pungsAndKongs                 // 刻、杠类
	honours                       // 字牌类
	terminals                     // 幺九类
	suits                         // 花色类
	numbers                       // 数字类
	wholeHand                     // 整体关联类
	identity                      // 部分同一类
	relation                      // 部分关联类
	categories
)

// The forms a fan can stand in.
const (
	general        = scoring.General
	sevenPairs     = scoring.SevenPairs
	unconnected    = scoring.Unconnected
	orphans        = scoring.Orphans
	anyForm        = general | sevenPairs | unconnected | orphans
	notPairs       = general | unconnected | orphans
	generalOrPairs = general | sevenPairs
	grouped        = general | sevenPairs | orphans
)

// ids are fans named by their ids.
type ids = book.IDs

// fan is one row of the book.
type fan struct {
	ID, Name string
	Fu       int // 副
	PairFu   int // 副 when a 番牌 is the pair
	Fan      int // 翻
	Max      int // how often it can be counted; 1 when absent
	In       category
	Ref      string
	Forms    scoring.Shape
	When     scoring.Pattern
	Excludes ids  // 不计 and 互斥, in either row
	Alone    bool // counted with nothing but the fans of chance (九莲宝灯)
	Example  string
}

// change is one difference of an edition or a house rule to a copy of a table.
type change = book.Change[fan]

// fu and jumps change what a fan is worth: 副 and 翻.
func fu(n int) func(*fan)    { return func(f *fan) { f.Fu = n } }
func jumps(n int) func(*fan) { return func(f *fan) { f.Fan = n } }

// worth changes both.
func worth(fu, jumps int) func(*fan) { return func(f *fan) { f.Fu, f.Fan = fu, jumps } }

// Rules is one edition. It implements scoring.Ruleset.
type Rules struct {
	id        string
	table     *book.Table[fan]
	fans      []fan      // of the table
	conflicts []book.Set // by row: the rows it is not counted with
	splitter  *scoring.Splitter
	finder    *scoring.Finder
	tables    sync.Pool // of *sheet
}

var _ scoring.Ruleset = (*Rules)(nil)

// MinPoints is what a hand needs before flowers (§2.8).
const MinPoints = 10

// New gives the 26th or the 29th edition as printed. Any other edition is an error.
func New(edition int) (*Rules, error) { return NewWith(Options{Edition: edition}) }

// build applies the changes to a copy of the table and compiles it.
func build(id string, table []fan, changes []change) (*Rules, error) {
	head := func(f *fan) book.Head {
		return book.Head{ID: f.ID, Excludes: []*ids{&f.Excludes}, When: f.When.In(f.Forms)}
	}
	r := &Rules{id: id, table: book.NewTable(table, head), splitter: scoring.NewSplitter()}
	if err := r.table.Apply(changes); err != nil {
		return nil, fmt.Errorf("lingque: %s: %w", id, err)
	}
	r.fans, r.finder = r.table.Rows, scoring.NewFinder(r.table.Patterns())
	r.conflicts = make([]book.Set, len(r.fans))
	for i := range r.fans {
		if err := r.exclude(i); err != nil {
			return nil, fmt.Errorf("lingque: %s: %w", id, err)
		}
	}
	r.tables.New = func() any { return &sheet{rules: r} }
	return r, nil
}

// exclude enters the exclusions of a row for both sides.
func (r *Rules) exclude(row int) error {
	f := r.fans[row]
	others, err := r.table.Named(row, f.Excludes)
	if err != nil {
		return err
	}
	for _, other := range others {
		r.conflicts[row].Add(other)
		r.conflicts[other].Add(row)
	}
	if !f.Alone {
		return nil
	}
	for other, o := range r.fans {
		if other != row && o.In != chance {
			r.conflicts[row].Add(other)
			r.conflicts[other].Add(row)
		}
	}
	return nil
}

// ID gives "lingque-26" or "lingque-29".
func (r *Rules) ID() string { return r.id }

// Rows gives the table for people and for checks.
func (r *Rules) Rows() []scoring.Row {
	rows := make([]scoring.Row, len(r.fans))
	for i, f := range r.fans {
		value := strconv.Itoa(f.Fu)
		if f.PairFu > 0 {
			value += "/" + strconv.Itoa(f.PairFu)
		}
		rows[i] = scoring.Row{
			ID: f.ID, Name: f.Name, Ref: f.Ref, Excludes: f.Excludes, Example: f.Example,
			Values: []scoring.Value{{Unit: "副", Text: value}, {Unit: "翻", Text: strconv.Itoa(f.Fan)}},
		}
	}
	return rows
}

// check refuses circumstances that cannot occur in this book (§1).
func check(w *models.Win) error {
	f := w.Flags
	switch {
	case w.HoldsRed() || w.Tile.IsRed():
		return models.Refuse(models.CodeBadTile, "Lingque has no red fives")
	case w.Seat == models.NoSeat:
		return models.Refuse(models.CodeBadSeat, "seat is missing: the seat wind decides 番牌 门风牌")
	case f.Any(models.Ippatsu|models.LastOfKind|models.Regional) || w.Riichi > 0:
		return models.Refuse(models.CodeBadFlags, "riichi, ippatsu, last-of-kind and kong-discard do not exist in Lingque")
	}
	return cmp.Or(book.FirstTurn(w), book.RobbedKong(w))
}
