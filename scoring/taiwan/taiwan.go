package taiwan

import (
	"fmt"
	"strconv"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

var (
	_ scoring.Sized     = (*Rules)(nil)
	_ scoring.Grouper   = (*Rules)(nil)
	_ scoring.Played    = (*Rules)(nil)
	_ scoring.Explainer = (*Rules)(nil)
)

// New gives the rules with the given options. The error names a row that is not in the card.
func New(o Options) (*Rules, error) {
	r := &Rules{options: o, table: book.NewTable(card, func(f *fan) book.Head { return book.Head{ID: f.ID, Excludes: []*ids{&f.Drops}} })}
	if err := r.table.Apply(o.Changes()); err != nil {
		return nil, fmt.Errorf("taiwan-16: %w", err)
	}
	r.fans = r.table.Rows
	if err := o.values.Apply(r.table.Row, func(row, tai int) { r.fans[row].Tai = tai }); err != nil {
		return nil, fmt.Errorf("taiwan-16: %w", err)
	}
	r.drops = make([]book.Few, len(r.fans))
	for i, f := range r.fans {
		for _, id := range f.Drops {
			r.drops[i] |= 1 << r.table.Row(id)
		}
		switch {
		case f.Flag != 0:
			r.flagged |= 1 << i
		case f.Times != nil:
			r.whole |= 1 << i
		case f.When != nil:
			r.read |= 1 << i
		}
	}
	r.settled = settled{cap: o.cap(), minimum: o.minimum(), half: o.is("eight_pairs_half", "8"), flowersWin: !o.is("eight_flowers", "play-on"),
		byDraw: r.table.Row("eight-flowers"), byAnother: r.table.Row("seven-robs-one")}
	r.sheets.New = func() any { return &sheet{rules: r} }
	return r, nil
}

// ID gives "taiwan-16".
func (r *Rules) ID() string { return ID }

// HandSize implements scoring.Sized.
func (r *Rules) HandSize() models.HandSize { return HandSize }

// Rows gives the card for people and for checks.
func (r *Rules) Rows() []scoring.Row {
	rows := make([]scoring.Row, len(r.fans))
	for i, f := range r.fans {
		rows[i] = scoring.Row{ID: f.ID, Name: f.Name, Ref: f.Ref, Example: f.Example, Excludes: f.Drops,
			Values: []scoring.Value{{Unit: "台", Text: strconv.Itoa(f.Tai)}}}
	}
	return rows
}

// sheet is where one hand is scored.
type sheet struct {
	rules *Rules
	hand  hand
	fixed book.Few  // the rows that stand however the hand is read
	times [64]uint8 // how often each row stands, more than once in no reading that depends on it
	best  choice
	room  book.Room
}

// choice is what a hand scores in one reading, or by its flowers.
type choice struct {
	any, flowers bool
	tai          int
	listed       int // fans with their counts
	rows         book.Few
	reading      reading
}

// Score implements scoring.Ruleset: the reading with the most tai counts.
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	if err := r.check(w); err != nil {
		return scoring.Result{}, err
	}
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.choose(w)
	return s.result(w), nil
}

// choose finds the best reading.
func (s *sheet) choose(w *models.Win) {
	r := s.rules
	s.hand.prepare(w)
	s.fixed, s.best.any = 0, false
	for row := range r.whole.Each {
		if n := r.fans[row].Times(&s.hand); n > 0 {
			s.fixed |= 1 << row
			s.times[row] = uint8(n)
		}
	}
	if w.Flags != 0 {
		for row := range r.flagged.Each {
			if w.Flags.Has(r.fans[row].Flag) {
				s.fixed |= 1 << row
				s.times[row] = 1
			}
		}
	}
	s.hand.each(s.weigh)
	if r.half {
		if half, ok := s.hand.pairs(); ok {
			s.weigh(half)
		}
	}
	if !s.best.any && w.Flowers.Count == allFlowers && r.flowersWin {
		s.flowers()
	}
}

// weigh counts the fans of a reading, and keeps it when it is worth more than the best one so far, or as much with
// more fans.
func (s *sheet) weigh(r *reading) {
	rows := s.fixed
	for row := range s.rules.read.Each {
		if s.rules.fans[row].When(r) {
			rows |= 1 << row
			s.times[row] = 1
		}
	}
	var without book.Few
	for row := range rows.Each {
		without |= s.rules.drops[row]
	}
	rows &^= without
	tai, listed := 0, 0
	for row := range rows.Each {
		tai += int(s.times[row]) * s.rules.fans[row].Tai
		listed += int(s.times[row])
	}
	if b := &s.best; !b.any || tai > b.tai || tai == b.tai && listed > b.listed {
		*b = choice{any: true, tai: tai, listed: listed, rows: rows, reading: *r}
	}
}

// flowers is the win of all eight flowers by themselves: drawn, or the last of them taken from who drew it.
func (s *sheet) flowers() {
	row := s.rules.byDraw
	if !s.hand.win.SelfDraw {
		row = s.rules.byAnother
	}
	s.times[row] = 1
	s.best = choice{any: true, flowers: true, tai: s.rules.fans[row].Tai, rows: 1 << row}
}

// result writes the best choice down.
func (s *sheet) result(w *models.Win) scoring.Result {
	r, b := s.rules, &s.best
	res := scoring.Result{ID: w.ID, Rules: ID, Parts: scoring.PartTai, Win: b.any}
	if !b.any {
		return res
	}
	res.Tai = b.tai
	if r.cap > 0 {
		res.Tai = min(res.Tai, r.cap)
		res.Capped(res.Tai >= r.cap)
	}
	res.Valid = res.Tai >= r.minimum
	if b.rows != 0 {
		res.Fans = s.room.Fans(b.rows.Len())[:0]
	}
	for row := range b.rows.Each {
		f, n := &r.fans[row], int(s.times[row])
		res.Fans = append(res.Fans, scoring.Fan{ID: f.ID, Name: f.Name, Count: n, Value: n * f.Tai})
	}
	if res.Valid {
		res.Payments, res.Paid = r.pay(w, res.Tai)
	}
	return res
}

// Groups implements scoring.Grouper: melds as they were called, the sets in hand, the pair.
func (r *Rules) Groups(w *models.Win) []scoring.Group {
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	if s.choose(w); !s.best.any {
		return nil
	}
	return groups(w, &s.best)
}

func groups(w *models.Win, best *choice) []scoring.Group {
	r := &best.reading
	var all []scoring.Group
	for _, m := range w.Melds {
		all = append(all, scoring.Group{Tiles: m.Tiles, Meld: m.Kind.String()})
	}
	if best.flowers || r.shape == eightPairs {
		tiles := append(append(models.Tiles(nil), w.Concealed...), w.Tile)
		models.SortTiles(tiles)
		return append(all, scoring.Group{Tiles: tiles, Winner: true})
	}
	for i, g := range r.groups[r.laid:] {
		first := models.KindAt(int(g.first))
		tiles := models.Tiles{first, first, first}
		if g.chow {
			tiles = models.Tiles{first, first + 1, first + 2}
		}
		all = append(all, scoring.Group{Tiles: tiles, Winner: r.completed == r.laid+i})
	}
	pair := models.KindAt(int(r.pair))
	return append(all, scoring.Group{Tiles: models.Tiles{pair, pair}, Winner: r.completed == sets})
}

// check refuses what cannot occur in this book.
func (r *Rules) check(w *models.Win) error {
	f := w.Flags
	first := f.Any(models.Heavenly | models.Earthly | models.Human)
	switch {
	case w.HoldsRed() || w.Tile.IsRed():
		return models.Refuse(models.CodeBadTile, "Taiwan has no red fives")
	case f.Any(models.Ippatsu|models.LastOfKind|models.KongDiscard|models.DoubleKongDraw) || w.Riichi > 0:
		return models.Refuse(models.CodeBadFlags, "riichi, ippatsu, last-of-kind, kong-discard and double-kong-draw do not exist in Taiwan")
	case w.Flowers.Count > 0 && len(w.Flowers.Tiles) == 0:
		return models.Refuse(models.CodeNeedsFlowers, "%d flowers are counted: which they are decides what they are worth", w.Flowers.Count)
	case w.Seat == models.NoSeat || w.Round == models.NoSeat:
		return models.Refuse(models.CodeBadSeat, "seat or round is missing: it decides what winds and flowers are worth")
	case f.Has(models.Heavenly) && (!w.SelfDraw || w.Seat != dealer(w)), f.Has(models.Earthly) && (!w.SelfDraw || w.Seat == dealer(w)):
		return models.Refuse(models.CodeBadFlags, "heavenly is the dealer's dealt hand, earthly another's own first draw")
	case first && open(w):
		return models.Refuse(models.CodeBadFlags, "%v: somebody has called before", f)
	}
	return book.RobbedKong(w)
}

// open reports whether a set was claimed.
func open(w *models.Win) bool {
	for _, m := range w.Melds {
		if m.Kind.IsOpen() {
			return true
		}
	}
	return false
}

// Explain implements scoring.Explainer: the sum of the tai, the cap, and what is paid.
func (r *Rules) Explain(w *models.Win, res *scoring.Result) []scoring.Step {
	var sum []string
	total := 0
	for _, f := range res.Fans {
		sum = append(sum, fmt.Sprint(f.Value))
		total += f.Value
	}
	if len(sum) == 0 {
		sum = []string{"0"}
	}
	steps := []scoring.Step{{Code: "tai", Detail: strings.Join(sum, " + "), Value: total}}
	if total > res.Tai {
		steps = append(steps, scoring.Step{Code: "cap", Detail: fmt.Sprintf("%d > %d", total, res.Tai), Value: res.Tai})
	}
	if !res.Valid {
		return append(steps, scoring.Step{Code: scoring.StepBelowMinimum, Detail: fmt.Sprintf("%d < %d", res.Tai, r.minimum), Value: r.minimum})
	}
	code := "from-discarder"
	if w.SelfDraw {
		code = "from-each"
	}
	pays := r.share(res.Tai)
	steps = append(steps, scoring.Step{Code: code, Detail: fmt.Sprintf("%d + %d × %d", r.options.base, r.options.unit, res.Tai), Value: pays})
	if more := r.options.unit * dealerTai(w); more > 0 {
		steps = append(steps, scoring.Step{Code: "with-dealer", Detail: fmt.Sprintf("+ %d × %d", r.options.unit, dealerTai(w)), Value: pays + more})
	}
	return steps
}
