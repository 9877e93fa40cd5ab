package lingque

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"jantaku/models"
	"jantaku/scoring"
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
type ids []string

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
type change struct {
	Drop  string // the fan that does not exist
	After string // where Add is inserted
	Add   fan

	Of       string // the fan that the rest is about
	Fu, Fan  int    // its other values; 0 for no change
	Excludes ids    // what it excludes besides
	Allows   ids    // what it does not exclude
}

// Rules is one edition. It implements scoring.Ruleset.
type Rules struct {
	id        string
	fans      []fan
	conflicts []rowSet // by row: the rows it is not counted with
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
	r := &Rules{id: id, fans: slices.Clone(table), splitter: scoring.NewSplitter()}
	for _, c := range changes {
		if err := r.apply(c); err != nil {
			return nil, fmt.Errorf("lingque: %s: %w", id, err)
		}
	}
	patterns := make([]scoring.Pattern, len(r.fans))
	for i, f := range r.fans {
		patterns[i] = f.When.In(f.Forms)
	}
	r.finder = scoring.NewFinder(patterns)
	r.conflicts = make([]rowSet, len(r.fans))
	for i := range r.fans {
		if err := r.exclude(i); err != nil {
			return nil, fmt.Errorf("lingque: %s: %w", id, err)
		}
	}
	r.tables.New = func() any { return &sheet{rules: r} }
	return r, nil
}

// AnyKong reports that any one to three tiles of a concealed kong may be turned face
// down (§2.3).
func (r *Rules) AnyKong() bool { return true }

func (r *Rules) row(id string) int {
	return slices.IndexFunc(r.fans, func(f fan) bool { return f.ID == id })
}

// apply makes one change to the table.
func (r *Rules) apply(c change) error {
	named := c.Drop + c.After + c.Of
	at := r.row(named)
	if at < 0 {
		return fmt.Errorf("change names %q, which is not in the table", named)
	}
	switch {
	case c.Drop != "":
		r.fans = slices.Delete(r.fans, at, at+1)
		for i := range r.fans {
			r.fans[i].Excludes = without(r.fans[i].Excludes, ids{c.Drop})
		}
	case c.After != "":
		r.fans = slices.Insert(r.fans, at+1, c.Add)
	default:
		f := &r.fans[at]
		if c.Fu != 0 {
			f.Fu = c.Fu
		}
		if c.Fan != 0 {
			f.Fan = c.Fan
		}
		f.Excludes = append(without(f.Excludes, c.Allows), c.Excludes...)
		for _, id := range c.Allows {
			if other := r.row(id); other >= 0 {
				r.fans[other].Excludes = without(r.fans[other].Excludes, ids{f.ID})
			}
		}
	}
	return nil
}

// without gives a new list that lacks some ids.
func without(from, these ids) ids {
	return slices.DeleteFunc(slices.Clone(from), func(id string) bool { return slices.Contains(these, id) })
}

// exclude enters the exclusions of a row for both sides.
func (r *Rules) exclude(row int) error {
	f := r.fans[row]
	for _, id := range f.Excludes {
		other := r.row(id)
		if other < 0 {
			return fmt.Errorf("%s excludes %q, which is not in the table", f.ID, id)
		}
		r.conflicts[row].add(other)
		r.conflicts[other].add(row)
	}
	if !f.Alone {
		return nil
	}
	for other, o := range r.fans {
		if other != row && o.In != chance {
			r.conflicts[row].add(other)
			r.conflicts[other].add(row)
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
	alone := len(w.Melds) == 0
	switch {
	case w.HoldsRed() || w.Tile.IsRed():
		return models.Refuse(models.CodeBadTile, "Lingque has no red fives")
	case w.Seat == models.NoSeat:
		return models.Refuse(models.CodeBadSeat, "seat is missing: the seat wind decides 番牌 门风牌")
	case f.Any(models.Ippatsu|models.LastOfKind) || w.Riichi > 0:
		return models.Refuse(models.CodeBadFlags, "riichi, ippatsu and last-of-kind do not exist in Lingque")
	case f.Has(models.Heavenly) && (f != models.Heavenly || !w.SelfDraw || w.Seat != models.East || !alone):
		return models.Refuse(models.CodeBadFlags, "heavenly needs a self-draw of the dealer, no meld and no other flag")
	case f.Has(models.Earthly) && (f != models.Earthly || w.SelfDraw || w.Seat == models.East || !alone):
		return models.Refuse(models.CodeBadFlags, "earthly needs the dealer's discard, another seat, no meld and no other flag")
	case f.Has(models.Earthly) && w.Discarder != models.NoSeat && w.Discarder != models.East:
		return models.Refuse(models.CodeBadFlags, "earthly needs the dealer's discard, not that of %v", w.Discarder)
	case f.Has(models.RobKong) && w.Holds(w.Tile):
		return models.Refuse(models.CodeBadFlags, "rob-kong: the hand holds another %v, so nobody has three of them", w.Tile)
	}
	return nil
}
