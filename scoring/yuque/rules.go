package yuque

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// ids are fans named by their ids.
type ids = book.IDs

// fan is one row of the book.
type fan struct {
	ID, Name  string
	Value     int // f' when 番刻 is not counted
	WithFanKe int // f' when 番刻 is counted; 0 where it is the same
	Deduct    int // taken off after the ratio
	Groups    int // 涉及组数, 0 for fans that are not made of groups
	Priority  int // 优先级, 0 to 6
	Pungs     bool
	Ref       string
	When      scoring.Pattern
	Implies   ids // fans that every hand with this one has
	Excludes  ids // 排斥
	Beside    ids // when given, the only fans that it is counted with (九莲宝灯)
	Example   string
}

// levels is the number of priorities.
const levels = 7

// maxRows bounds the table: a set of rows is one word.
const maxRows = 64

// rowBit is the set of one row.
func rowBit(row uint8) book.Few { return 1 << row }

// Rules is the 54th edition with its options. It implements scoring.Ruleset.
type Rules struct {
	options Options
	table   *book.Table[fan]
	fans    []fan // of the table
	// By row of the fan that is counted: those it is not counted with, itself among
	// them; those that dispute it or change its worth, or whose worth it changes; and
	// the ratio in sixtieths after every other fan.
	conflicts [maxRows]book.Few
	touches   [maxRows]book.Few
	left      [maxRows][maxRows]uint8
	// rank is the place of a row in the order of counting.
	rank [maxRows]uint8
	// worth is the value of a row at a ratio in sixtieths, without and with 番刻.
	worth [2][maxRows][whole + 1]int8
	// dearer are the rows whose value is lower when 番刻 is counted; unequal says of a
	// priority whether the order among its fans matters.
	dearer  book.Few
	unequal [levels]bool

	splitter *scoring.Splitter
	finder   *scoring.Finder
	sheets   sync.Pool // of *sheet
}

// whole is the ratio 1; ratios are kept in sixtieths, in which all of them are whole.
const whole = 60

// ID is the name of the rule book.
const ID = "yuque-54"

// halfEven divides and rounds to the nearest whole number, a half to the even one
// (四舍五入凑偶). n is not negative.
func halfEven(n, by int) int {
	quotient, rest := n/by, n%by
	if 2*rest > by || 2*rest == by && quotient%2 == 1 {
		quotient++
	}
	return quotient
}

// check refuses circumstances that cannot occur in this book.
func check(w *models.Win) error {
	f := w.Flags
	switch {
	case w.HoldsRed() || w.Tile.IsRed():
		return models.Refuse(models.CodeBadTile, "Yuque has no red fives")
	case w.Flowers.Count > 0:
		return models.Refuse(models.CodeBadFlowers, "Yuque is played without flowers")
	case w.Seat == models.NoSeat:
		return models.Refuse(models.CodeBadSeat, "seat is missing: the seat wind decides 番牌:门风牌")
	case f.Any(models.Ippatsu|models.LastOfKind|models.Regional) || w.Riichi > 0:
		return models.Refuse(models.CodeBadFlags, "riichi, ippatsu, last-of-kind and kong-discard do not exist in Yuque")
	}
	if err := book.FirstTurn(w); err != nil {
		return err
	}
	if f.Has(models.RobKong | models.LastDiscard) {
		return models.Refuse(models.CodeBadFlags, "rob-kong is no discard, and no kong follows the last tile, so last-discard does not go with it")
	}
	return book.RobbedKong(w)
}

func (r *Rules) row(id string) int { return r.table.Row(id) }

// ID gives "yuque-54".
func (r *Rules) ID() string { return ID }

// Rows gives the table for people and for checks. What a row implies stands among
// what it excludes: neither is counted with it.
func (r *Rules) Rows() []scoring.Row {
	list := make([]scoring.Row, len(r.fans))
	for i, f := range r.fans {
		list[i] = scoring.Row{
			ID: f.ID, Name: f.Name, Ref: f.Ref, Excludes: f.Implies.Union(f.Excludes), Example: f.Example,
			Values: []scoring.Value{{Unit: "番", Text: f.cell()}},
		}
	}
	return list
}

// cell writes the value as the book's short table does: 15-2 (12-2).
func (f fan) cell() string {
	deduct := ""
	if f.Deduct > 0 {
		deduct = "-" + strconv.Itoa(f.Deduct)
	}
	parts := []string{strconv.Itoa(f.Value) + deduct}
	if f.WithFanKe > 0 {
		parts = append(parts, "("+strconv.Itoa(f.WithFanKe)+deduct+")")
	}
	return strings.Join(parts, " ")
}

// Options are what the book leaves open or prints in two ways.
type Options struct {
	// SuoFanKe is the value of 清一色:索 when 番刻 is counted: 13 as the main table has
	// it, or 12 as the short table and the two other suits have it.
	SuoFanKe int
	// WinnerBonus pays a self-draw as the book's variant does: nobody loses, and the
	// winner gets 7/6 of the points.
	WinnerBonus bool
	// Minimum is what a hand needs to win, in fan: 0 by the book, more where a club plays so
	// (古典麻雀). A hand that waits only for wins below it does not wait.
	Minimum int
}

// Profile gives the options of a profile. The book has one, "standard", which the
// empty name means too; another name is an error.
func Profile(name string) (Options, error) {
	if name != "" && name != "standard" {
		return Options{}, fmt.Errorf("yuque: profile %q is not standard", name)
	}
	return Options{SuoFanKe: 13}, nil
}

// maxMinimum bounds the minimum: no club asks for more than the dearest fan.
const maxMinimum = 35

// Set changes one option: suo_fanke=13 or 12, self_draw=standard or winner_bonus,
// minimum=0 to 35. The error lists what is right.
func (o *Options) Set(key, value string) error {
	if key == "minimum" {
		n, err := book.Number("yuque", key, value, maxMinimum, "fan")
		if err == nil {
			o.Minimum = n
		}
		return err
	}
	switch key + "=" + value {
	case "suo_fanke=12":
		o.SuoFanKe = 12
	case "suo_fanke=13":
		o.SuoFanKe = 13
	case "self_draw=standard":
		o.WinnerBonus = false
	case "self_draw=winner_bonus":
		o.WinnerBonus = true
	default:
		return fmt.Errorf("yuque: %s=%s is not one of suo_fanke=13, suo_fanke=12, self_draw=standard, self_draw=winner_bonus, minimum=0 to 35", key, value)
	}
	return nil
}
