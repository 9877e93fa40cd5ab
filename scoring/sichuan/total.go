package sichuan

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

// Rules is the book with its options. It implements scoring.Ruleset.
type Rules struct {
	options  Options
	fans     []fan
	splitter *scoring.Splitter
	finder   *scoring.Finder
	sheets   sync.Pool // of *sheet
}

var (
	_ scoring.Explainer = (*Rules)(nil)
	_ scoring.Played    = (*Rules)(nil)
	_ scoring.Inspector = (*Rules)(nil)
	_ scoring.Settler   = (*Rules)(nil)
)

// New gives the rule book with the options. It is an error when they contradict each other.
func New(o Options) (*Rules, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	table := book.NewTable(fans, func(f *fan) book.Head { return book.Head{ID: f.ID, When: f.When.In(f.Forms)} })
	if err := table.Apply(o.Changes()); err != nil {
		return nil, fmt.Errorf("sichuan: %w", err)
	}
	if o.is("heavenly", "cap") {
		for _, id := range []string{"heavenly", "earthly"} {
			table.Rows[table.Row(id)].Value = o.cap()
		}
	}
	r := &Rules{options: o, fans: table.Rows, splitter: scoring.NewSplitter(), finder: scoring.NewFinder(table.Patterns())}
	r.sheets.New = func() any { return &sheet{rules: r} }
	return r, nil
}

// ID gives "sichuan".
func (r *Rules) ID() string { return ID }

// Rows gives the table for people and for checks.
func (r *Rules) Rows() []scoring.Row {
	rows := make([]scoring.Row, len(r.fans))
	for i, f := range r.fans {
		rows[i] = scoring.Row{ID: f.ID, Name: f.Name, Ref: f.Ref, Example: f.Example,
			Values: []scoring.Value{{Unit: "番", Text: strconv.Itoa(f.Value)}}}
	}
	return rows
}

// sheet is where one hand is scored.
type sheet struct {
	rules *Rules
	book.Sheet

	any    bool
	fan    int
	best   []scoring.Match
	layout scoring.Layout
}

// Score implements scoring.Ruleset. The layout with the most fans counts (art. 10.2 (6)).
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	if err := r.check(w); err != nil {
		return scoring.Result{}, err
	}
	return r.score(w), nil
}

// score is Score of a hand whose tiles are known to be of the set.
func (r *Rules) score(w *models.Win) scoring.Result {
	res := scoring.Result{ID: w.ID, Rules: ID, Parts: scoring.PartFan | scoring.PartPoints}
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.Start(w)
	if s.any = false; s.Hand.Families.Suits() > 2 {
		return res // no void suit: no win (art. 9.1 (2))
	}
	r.splitter.General(&s.Hand, func() {
		s.General(r.finder)
		s.weigh()
	})
	if s.Hand.Pairs(true) {
		s.Other(r.finder)
		s.weigh()
	}
	if res.Win = s.any; !s.any {
		return res
	}
	res.Layout = s.layout
	if r.void(w) != 0 && s.Hand.HoldsAny(scoring.SuitMask<<(9*int(w.Void.Suit()))) {
		res.Reason = &models.Reason{Code: "void-suit", Data: models.Data{"suit": w.Void.String()}}
		return res
	}
	res.Valid, res.Fan, res.Points = true, s.fan, r.options.points(s.fan)
	for row, f := range r.fans {
		if n := s.count(row); n > 0 {
			res.Fans = append(res.Fans, scoring.Fan{ID: f.ID, Name: f.Name, Count: n, Value: n * f.Value})
		}
	}
	res.Capped(res.Fan >= r.options.cap())
	res.Payments, res.Paid = r.pay(w, res.Fan)
	return res
}

// void is the suit that a player may not have, none where nothing is declared.
func (r *Rules) void(w *models.Win) models.Void {
	if r.options.is("void", "free") {
		return 0
	}
	return w.Void
}

// weigh keeps the layout at hand when it has more fans than the best one so far.
func (s *sheet) weigh() {
	fan := 0
	for _, m := range s.Matches {
		fan += int(m.Count) * s.rules.fans[m.Row].Value
	}
	if s.any && fan <= s.fan {
		return
	}
	s.any, s.fan, s.layout = true, fan, s.Hand.Layout
	s.best = append(s.best[:0], s.Matches...)
}

// count is how often a row stands in the best layout.
func (s *sheet) count(row int) (n int) {
	for _, m := range s.best {
		if int(m.Row) == row {
			n += int(m.Count)
		}
	}
	return n
}

// check refuses what cannot occur in this book.
func (r *Rules) check(w *models.Win) error {
	if err := checkHand(&w.Hand); err != nil {
		return err
	}
	f := w.Flags
	switch {
	case !w.Tile.IsNumber() || w.Tile.IsRed():
		return models.Refuse(models.CodeBadTile, "%v is not in the set: there are only characters, dots and bamboos", w.Tile)
	case f.Any(models.Ippatsu|models.LastOfKind|models.Regional&^models.KongDiscard) || w.Riichi > 0:
		return models.Refuse(models.CodeBadFlags, "riichi, ippatsu and last-of-kind do not exist in Sichuan")
	case f.Has(models.Heavenly) && (f != models.Heavenly || !w.SelfDraw || w.Seat != models.East || len(w.Melds) > 0):
		return models.Refuse(models.CodeBadFlags, "heavenly needs a self-draw of the dealer, no meld and no other flag")
	case f.Has(models.Earthly) && (f != models.Earthly || w.Seat == models.East || len(w.Melds) > 0):
		return models.Refuse(models.CodeBadFlags, "earthly needs another seat than the dealer's, no meld and no other flag")
	}
	return book.RobbedKong(w)
}

// checkHand refuses tiles and melds that are not in this book (art. 2.1, 8.1).
func checkHand(h *models.Hand) error {
	if h.Flowers.Count > 0 {
		return models.Refuse(models.CodeBadFlowers, "Sichuan is played without flowers")
	}
	for _, t := range h.Concealed {
		if !t.IsNumber() || t.IsRed() {
			return models.Refuse(models.CodeBadTile, "%v is not in the set: there are only characters, dots and bamboos", t)
		}
	}
	for _, m := range h.Melds {
		if m.Kind == models.Chow {
			return models.Refuse(models.CodeBadMeld, "chow %v: nobody claims a chow in Sichuan", m.Tiles)
		}
		for _, t := range m.Tiles {
			if !t.IsNumber() || t.IsRed() {
				return models.Refuse(models.CodeBadTile, "%v is not in the set: there are only characters, dots and bamboos", t)
			}
		}
	}
	return nil
}

// Explain implements scoring.Explainer: the fans, the points, and what a payer pays.
func (r *Rules) Explain(w *models.Win, res *scoring.Result) []scoring.Step {
	if !res.Valid {
		n := 0
		for _, t := range append(slices.Clone(w.Concealed), w.Tile) {
			if w.Void.Has(t) {
				n++
			}
		}
		for _, m := range w.Melds {
			if w.Void.Has(m.First()) {
				n += len(m.Tiles)
			}
		}
		return []scoring.Step{{Code: "void-suit", Detail: strconv.Itoa(n), Value: n}}
	}
	var sum []string
	for _, f := range res.Fans {
		sum = append(sum, fmt.Sprint(f.Value))
	}
	steps := []scoring.Step{{Code: "fan", Detail: strings.Join(sum, " + "), Value: res.Fan}}
	if len(sum) == 0 {
		steps = []scoring.Step{{Code: "plain-win", Detail: "0"}}
	}
	power := fmt.Sprintf("2^%d", res.Fan)
	if most := r.options.cap(); res.Fan > most {
		power = fmt.Sprintf("2^min(%d, %d)", res.Fan, most)
	}
	steps = append(steps, scoring.Step{Code: "points", Detail: power, Value: res.Points})
	switch {
	case !w.SelfDraw || r.fed(w):
		steps = append(steps, scoring.Step{Code: "from-discarder", Detail: fmt.Sprint(res.Points), Value: res.Points})
	case r.options.is("self_draw", "add-base"):
		steps = append(steps, scoring.Step{Code: "from-each", Detail: fmt.Sprintf("%d + 1", res.Points), Value: r.options.share(res.Fan)})
	default:
		steps = append(steps, scoring.Step{Code: "from-each", Detail: fmt.Sprint(r.options.share(res.Fan)), Value: r.options.share(res.Fan)})
	}
	return steps
}
