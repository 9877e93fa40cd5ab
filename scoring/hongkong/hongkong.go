package hongkong

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// Rules is a profile with its options settled. It implements scoring.Ruleset.
type Rules struct {
	options  Options
	table    *book.Table[fan]
	fans     []fan      // of the table
	excludes []book.Few // the rows that each row leaves uncounted
	splitter *scoring.Splitter
	finder   *scoring.Finder
	sheets   sync.Pool // of *sheet
	settled
}

// settled is what of the options every hand asks for.
type settled struct {
	seven                bool // seven pairs are a hand
	flowers              bool // are played with
	refused, ordinary    bool // a win on another's tile beside eight flowers, or such a win counts as any other
	liability            bool // who fed the last of so many sets pays for all
	cap, minimum         int
	shares               [mostValue + 1]share
	limits               []int    // rows of limit hands, in the order in which one of several is printed
	usual, alone, inHand book.Few // the rows that count in a hand, for the flowers alone, and in a hand beside eight flowers that is ordinary
}

var (
	_ scoring.Played    = (*Rules)(nil)
	_ scoring.Explainer = (*Rules)(nil)
)

// New gives the rules with the given options. It is an error when they contradict each other.
func New(o Options) (*Rules, error) {
	table, err := o.table()
	if err != nil {
		return nil, fmt.Errorf("hongkong: %w", err)
	}
	if err := o.checkPortions(); err != nil {
		return nil, err
	}
	r := &Rules{options: o, table: table, fans: table.Rows, splitter: scoring.NewSplitter(), finder: scoring.NewFinder(table.Patterns()), settled: settle(o, table)}
	r.excludes = make([]book.Few, len(r.fans))
	for i, f := range r.fans {
		for _, id := range f.Excludes {
			if row := table.Row(id); row >= 0 { // concealed is not in every list
				r.excludes[i] |= 1 << row
			}
		}
	}
	r.sheets.New = func() any { return &sheet{rules: r} }
	return r, nil
}

// settle settles the options.
func settle(o Options, table *book.Table[fan]) settled {
	s := settled{seven: o.is("seven_pairs", "4"), flowers: o.is("flowers", "on"), liability: o.is("liability", "on"), cap: o.number("cap"), minimum: o.number("minimum"),
		refused: o.is("eight_flowers_discard", "refuse"), ordinary: o.is("eight_flowers_discard", "ordinary")}
	for fan := range s.shares {
		s.shares[fan] = share{o.each(fan), o.discard(fan), o.others(fan)}
	}
	for _, id := range printed {
		if row := table.Row(id); row >= 0 && table.Rows[row].Limit {
			s.limits = append(s.limits, row)
		}
	}
	for row, f := range table.Rows {
		if f.ID != sevenFlowers {
			s.usual |= 1 << row
		}
		if f.Flowers {
			s.alone |= 1 << row
		}
	}
	s.inHand = s.usual &^ s.alone
	return s
}

// ID gives "hongkong".
func (r *Rules) ID() string { return ID }

// Rows gives the table for people and for checks.
func (r *Rules) Rows() []scoring.Row {
	rows := make([]scoring.Row, len(r.fans))
	for i, f := range r.fans {
		text := strconv.Itoa(f.Fan)
		if f.Limit {
			text = "滿"
		}
		rows[i] = scoring.Row{ID: f.ID, Name: f.Name, Ref: f.Ref, Example: f.Example,
			Excludes: slices.DeleteFunc(slices.Clone(f.Excludes), func(id string) bool { return r.table.Row(id) < 0 }),
			Values:   []scoring.Value{{Unit: "番", Text: text}}}
	}
	return rows
}

// sheet is where one hand is scored.
type sheet struct {
	rules *Rules
	book.Sheet
	times [64]uint8 // how often each row stands in the layout at hand
	best  reading
	room  book.Room
}

// reading is what a hand scores in one layout.
type reading struct {
	any    bool
	limit  bool
	fan    int // without the cap
	rows   book.Few
	times  [64]uint8
	layout scoring.Layout
}

// Score implements scoring.Ruleset: the reading with the greatest sum counts.
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.Start(w)
	if err := r.check(&s.Hand); err != nil {
		return scoring.Result{}, err
	}
	s.best.any = false
	counted := r.usual
	if r.ordinary && !w.SelfDraw {
		counted = r.inHand
	}
	r.splitter.General(&s.Hand, func() {
		s.General(r.finder)
		s.weigh(counted)
	})
	if s.Hand.Orphans() || r.seven && s.Hand.Pairs(false) {
		s.Other(r.finder)
		s.weigh(counted)
	}
	if r.winsByFlowers(w) && (!s.best.any || w.Flowers.Count == allFlowers) {
		s.flowers()
	}
	return s.result(w), nil
}

const (
	sevenFlowers = "seven-flowers"
	allFlowers   = 8
)

// winsByFlowers reports whether the flowers alone win: all but one, or all, the last of them drawn.
func (r *Rules) winsByFlowers(w *models.Win) bool {
	return r.flowers && w.SelfDraw && w.Flowers.Count >= allFlowers-1
}

// flowers weighs the hand as one that the flowers win, whatever its tiles.
func (s *sheet) flowers() {
	s.Hand.Layout = scoring.Layout{Shape: scoring.General}
	s.Matches = s.rules.finder.Tiles(&s.Hand, s.Matches[:0])
	s.weigh(s.rules.alone)
}

// weigh adds the fans of the layout at hand that may count, and keeps it when it is worth more than the best one.
func (s *sheet) weigh(may book.Few) {
	var rows book.Few
	for _, m := range s.Matches {
		if !rows.Meets(1 << m.Row) {
			s.times[m.Row] = 0
		}
		rows |= 1 << m.Row
		s.times[m.Row] += m.Count
	}
	rows &= may
	var without book.Few
	for row := range rows.Each {
		without |= s.rules.excludes[row]
	}
	rows &^= without
	fan, limit := 0, false
	for row := range rows.Each {
		fan += int(s.times[row]) * s.rules.fans[row].Fan
		limit = limit || s.rules.fans[row].Limit
	}
	b := &s.best
	if b.any && (b.limit && !limit || b.limit == limit && b.fan >= fan) {
		return
	}
	*b = reading{any: true, limit: limit, fan: fan, rows: rows, times: s.times, layout: s.Hand.Layout}
}

// result writes the best reading down. A limit hand counts the cap alone.
func (s *sheet) result(w *models.Win) scoring.Result {
	r, b := s.rules, &s.best
	res := scoring.Result{ID: w.ID, Rules: ID, Parts: scoring.PartFan | scoring.PartPoints, Win: b.any}
	if !b.any {
		return res
	}
	res.Fan, res.Layout = min(b.fan, r.cap), b.layout
	if b.limit {
		res.Fan = r.cap
		f := &r.fans[r.limitOf(b.rows)]
		res.Fans = s.room.Fans(1)
		res.Fans[0] = scoring.Fan{ID: f.ID, Name: f.Name, Count: 1, Value: r.cap}
	} else if b.rows != 0 {
		res.Fans = s.room.Fans(b.rows.Len())[:0]
		for row := range b.rows.Each {
			f, n := &r.fans[row], int(b.times[row])
			res.Fans = append(res.Fans, scoring.Fan{ID: f.ID, Name: f.Name, Count: n, Value: n * f.Fan})
		}
	}
	res.Valid = res.Fan >= r.minimum
	res.Capped(res.Fan >= r.cap)
	res.Points = r.shares[res.Fan].discard
	if res.Valid {
		res.Payments, res.Paid = r.pay(w, res.Fan)
	}
	return res
}

// limitOf is the row of the limit hand that is printed, of those among some rows.
func (r *Rules) limitOf(rows book.Few) int {
	return r.limits[slices.IndexFunc(r.limits, func(row int) bool { return rows.Meets(1 << row) })]
}

// check refuses what cannot occur in this book.
func (r *Rules) check(h *scoring.Hand) error {
	w := h.Win
	f := w.Flags
	switch {
	case h.Reds > 0:
		return models.Refuse(models.CodeBadTile, "Hong Kong mahjong has no red fives")
	case f.Any(models.Ippatsu|models.LastOfKind|models.Regional&^(models.DoubleKongDraw|models.FlowerDraw)) || w.Riichi > 0:
		return models.Refuse(models.CodeBadFlags, "%v: only heavenly, earthly, kong-draw, double-kong-draw, flower-draw, rob-kong, last-draw and last-discard exist in Hong Kong", f)
	case !r.flowers && w.Flowers.Count > 0:
		return models.Refuse(models.CodeBadFlowers, "the club plays without flowers")
	case w.Flowers.Count == allFlowers && !w.SelfDraw && r.refused:
		return models.Refuse(models.CodeBadFlowers, "eight flowers win when the eighth is drawn: nobody can hold them and win on another's tile")
	case w.Flowers.Count > 0 && len(w.Flowers.Tiles) == 0:
		return models.Refuse(models.CodeNeedsFlowers, "%d flowers are counted: which they are decides what they are worth", w.Flowers.Count)
	case f.Has(models.FlowerDraw) && w.Flowers.Count == 0:
		return models.Refuse(models.CodeBadFlags, "flower-draw needs a flower")
	case f.Has(models.DoubleKongDraw) && h.Kongs < 2:
		return models.Refuse(models.CodeBadFlags, "double-kong-draw needs two kongs")
	case w.Seat == models.NoSeat && (h.Thrice&scoring.WindMask != 0 || w.Flowers.Count > 0), w.Round == models.NoSeat && h.Thrice&scoring.WindMask != 0:
		return models.Refuse(models.CodeBadSeat, "seat or round is missing: it decides what a pung of winds or a flower is worth")
	}
	first := *w
	first.Flags &^= models.FlowerDraw // flowers of the deal are replaced before the first discard
	if err := book.FirstTurn(&first); err != nil {
		return err
	}
	if f.Has(models.RobKong) && h.Kinds != scoring.OrphanMask { // thirteen orphans may rob a concealed kong
		return book.RobbedKong(w)
	}
	return nil
}

// Explain implements scoring.Explainer: the sum, the cap, and what is paid.
func (r *Rules) Explain(w *models.Win, res *scoring.Result) []scoring.Step {
	var sum []string
	total := 0
	for _, f := range res.Fans {
		sum = append(sum, fmt.Sprint(f.Value))
		total += f.Value
	}
	steps := []scoring.Step{{Code: "fan", Detail: strings.Join(sum, " + "), Value: total}}
	if total > res.Fan {
		steps = append(steps, scoring.Step{Code: "cap", Detail: fmt.Sprintf("%d > %d", total, res.Fan), Value: res.Fan})
	}
	if !res.Valid {
		return append(steps, scoring.Step{Code: scoring.StepBelowMinimum, Detail: fmt.Sprintf("%d < %d", res.Fan, r.minimum), Value: r.minimum})
	}
	switch each := r.shares[res.Fan].each; {
	case r.payer(w) != models.NoSeat:
		steps = append(steps, scoring.Step{Code: "liable", Detail: fmt.Sprintf("3 × %d", each), Value: 3 * each})
	case w.SelfDraw:
		steps = append(steps, scoring.Step{Code: "from-each", Detail: fmt.Sprint(each), Value: each})
	default:
		steps = append(steps, scoring.Step{Code: "from-discarder", Detail: fmt.Sprint(res.Points), Value: res.Points})
	}
	return steps
}
