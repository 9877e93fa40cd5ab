package lingque

import (
	"fmt"
	"math/bits"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// maxRows bounds the table for the arrays below.
const maxRows = 96

// sheet is where one hand is scored.
type sheet struct {
	rules *Rules
	book.Sheet

	// The fans that stand in the layout at hand.
	present book.Set
	counts  [maxRows]uint8
	fu      [maxRows]int16 // all counts together
	pungs   book.Set       // the 番牌 that are pungs

	best choice
}

// choice is a selection of fans on one layout, and what decides between choices.
type choice struct {
	any    bool
	points int // base points
	fan    int
	listed int // fans with their counts
	fu     int
	rows   book.Set
	counts [maxRows]uint8
	fus    [maxRows]int16
	layout scoring.Layout
}

// Score implements scoring.Ruleset. The score is the best selection over all forms
// and layouts (§4).
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	if err := check(w); err != nil {
		return scoring.Result{}, err
	}
	s := r.tables.Get().(*sheet)
	defer r.tables.Put(s)
	s.start(w)
	r.splitter.General(&s.Hand, s.general)
	if s.Hand.Pairs(false) {
		s.special()
	}
	if s.Hand.Orphans() {
		s.special()
	}
	if s.Hand.Unconnected() {
		s.special()
	}
	return s.result(w), nil
}

func (s *sheet) start(w *models.Win) {
	s.Start(w)
	s.best.any = false
}

// general weighs one layout of four sets and a pair.
func (s *sheet) general() {
	s.General(s.rules.finder)
	s.weigh()
}

// special weighs a layout of another form.
func (s *sheet) special() {
	s.Other(s.rules.finder)
	s.weigh()
}

// weigh counts the matches and tries the selections without conflicts.
func (s *sheet) weigh() {
	s.present, s.pungs = book.Set{}, book.Set{}
	for i, m := range s.Matches {
		s.count(i, m)
	}
	var free, contested book.Set
	for row := range s.present.Each {
		if s.rules.conflicts[row].Meets(s.present) {
			contested.Add(row)
		} else {
			free.Add(row)
		}
	}
	s.pick(contested, free)
}

// count enters a match: once, as often as the pattern says, or for relations of two
// sets as often as disjoint places are found (§4).
func (s *sheet) count(i int, m scoring.Match) {
	row := int(m.Row)
	f := &s.rules.fans[row]
	if !s.present.Has(row) {
		s.present.Add(row)
		s.counts[row], s.fu[row] = 0, 0
	}
	switch {
	case f.PairFu > 0:
		s.counts[row] = 1
		s.fu[row] = int16(f.PairFu)
		if m.Span&scoring.PairSpan == 0 {
			s.fu[row] = int16(f.Fu)
			s.pungs.Add(row)
		}
		return
	case f.Max <= 1:
		s.counts[row] = 1
	case f.When.Arity == 2:
		s.counts[row] = max(s.counts[row], 1)
		for _, other := range s.Matches[:i] {
			if other.Row == m.Row && other.Span&m.Span == 0 {
				s.counts[row] = 2
			}
		}
	default:
		s.counts[row] = min(s.counts[row]+m.Count, uint8(f.Max))
	}
	s.fu[row] = int16(s.counts[row]) * int16(f.Fu)
}

// pick decides the contested fans one after the other. A fan that nothing undecided
// disputes is always counted, because no fan ever lowers a score.
func (s *sheet) pick(open, chosen book.Set) {
	row := -1
	for i := range open {
		if open[i] != 0 {
			row = i<<6 + bits.TrailingZeros64(open[i])
			open[i] &= open[i] - 1
			break
		}
	}
	if row < 0 {
		s.compare(chosen)
		return
	}
	against := s.rules.conflicts[row]
	if against.Meets(chosen) {
		s.pick(open, chosen)
		return
	}
	s.pick(open, chosen.With(row))
	if against.Meets(open) {
		s.pick(open, chosen)
	}
}

// compare keeps the selection when it is better than the best one so far: more
// base points, then more fan, then fewer fans listed, then the earlier fans (§5).
func (s *sheet) compare(rows book.Set) {
	c := s.total(rows)
	b := &s.best
	switch {
	case !b.any:
	case c.points != b.points:
		if c.points < b.points {
			return
		}
	case c.fan != b.fan:
		if c.fan < b.fan {
			return
		}
	case c.listed != b.listed:
		if c.listed > b.listed {
			return
		}
	case !s.earlier(rows):
		return
	}
	b.any, b.points, b.fan, b.listed, b.fu, b.rows = true, c.points, c.fan, c.listed, c.fu, rows
	b.counts, b.fus, b.layout = s.counts, s.fu, s.Hand.Layout
}

// total is the arithmetic of §5: the sum of fu times the fan made by the largest
// single fan, the compound jump and the concealed jump.
func (s *sheet) total(rows book.Set) (c choice) {
	var largest [categories]int
	for row := range rows.Each {
		f := &s.rules.fans[row]
		c.fu += int(s.fu[row])
		c.listed += int(s.counts[row])
		largest[f.In] = max(largest[f.In], f.Fan)
	}
	if values := rows.And(s.pungs); values != (book.Set{}) {
		k := values.Len()
		largest[honours] = max(largest[honours], k)
	}
	f0, f1 := 0, 0
	for _, n := range largest {
		if n > f0 {
			f0, f1 = n, f0
		} else if n > f1 {
			f1 = n
		}
	}
	if c.fan = f0; f0 > 0 {
		if compoundJump(f0, f1) {
			c.fan++
		}
		if s.Hand.Concealed {
			c.fan++
		}
	}
	c.points = c.fu * c.fan
	return c
}

// compoundJump: 复合跳翻, when the second family is large enough beside the first.
func compoundJump(f0, f1 int) bool { return f1*f1 > 2*f0 }

// earlier says whether the list of the given rows is lexicographically smaller than
// the best list, both of the same length.
func (s *sheet) earlier(rows book.Set) bool {
	for row := range s.rules.fans {
		mine, theirs := uint8(0), uint8(0)
		if rows.Has(row) {
			mine = s.counts[row]
		}
		if s.best.rows.Has(row) {
			theirs = s.best.counts[row]
		}
		if mine != theirs {
			return mine > theirs
		}
	}
	return false
}

const parts = scoring.PartFu | scoring.PartFan | scoring.PartBasePoints | scoring.PartPoints

// result writes the best choice down.
func (s *sheet) result(w *models.Win) scoring.Result {
	res := scoring.Result{ID: w.ID, Rules: s.rules.id, Parts: parts, Win: s.best.any}
	if !s.best.any {
		return res
	}
	b := &s.best
	res.Valid = b.points >= MinPoints
	res.Fu, res.Fan, res.BasePoints = b.fu, b.fan, b.points
	res.Points = b.points + 2*w.Flowers.Count
	res.Layout = b.layout
	res.Fans = make([]scoring.Fan, 0, b.rows.Len())
	for row := range b.rows.Each {
		f := &s.rules.fans[row]
		res.Fans = append(res.Fans, scoring.Fan{ID: f.ID, Name: f.Name, Count: int(b.counts[row]), Value: int(b.fus[row])})
	}
	if res.Valid {
		res.Payments, res.Paid = Pay(w, res.Points)
	}
	return res
}

// Explain implements scoring.Explainer with the steps of §5.
func (r *Rules) Explain(w *models.Win, res *scoring.Result) []scoring.Step {
	var sum []string
	for _, f := range res.Fans {
		sum = append(sum, fmt.Sprint(f.Value))
	}
	steps := []scoring.Step{{Code: "fu", Detail: strings.Join(sum, " + "), Value: res.Fu}}
	steps = append(steps, r.explainFan(w, res)...)
	steps = append(steps, scoring.Step{Code: "base-points", Detail: fmt.Sprintf("%d × %d", res.Fu, res.Fan), Value: res.BasePoints})
	if w.Flowers.Count > 0 {
		steps = append(steps, scoring.Step{Code: "flowers", Detail: fmt.Sprintf("%d + 2 × %d", res.BasePoints, w.Flowers.Count), Value: res.Points})
	}
	if !res.Valid {
		steps = append(steps, scoring.Step{Code: scoring.StepBelowMinimum, Detail: fmt.Sprintf("%d < %d", res.BasePoints, MinPoints), Value: MinPoints})
	}
	return steps
}

// explainFan says where the fan number comes from: the largest fan of the two
// leading families, and the jumps.
func (r *Rules) explainFan(w *models.Win, res *scoring.Result) []scoring.Step {
	f0, jumps := res.Fan, 0
	for _, m := range w.Melds {
		if m.Kind.IsOpen() {
			jumps = -1
			break
		}
	}
	var steps []scoring.Step
	concealed := jumps == 0 && f0 > 0
	if concealed {
		f0--
	}
	largest := 0
	for _, f := range res.Fans {
		largest = max(largest, r.fans[r.table.Row(f.ID)].Fan)
	}
	if k := valuePungs(res); k > largest {
		largest = k
	}
	steps = append(steps, scoring.Step{Code: "largest-fan", Detail: fmt.Sprint(largest), Value: largest})
	if f0 > largest {
		steps = append(steps, scoring.Step{Code: "compound-jump", Detail: fmt.Sprintf("%d + 1", largest), Value: f0})
	}
	if concealed {
		steps = append(steps, scoring.Step{Code: "concealed-jump", Detail: fmt.Sprintf("%d + 1", f0), Value: f0 + 1})
	}
	return steps
}

// valuePungs counts the 番牌 that were counted as pungs.
func valuePungs(res *scoring.Result) int {
	n := 0
	for _, f := range res.Fans {
		if strings.HasPrefix(f.ID, "value-") && f.Value == 4 {
			n++
		}
	}
	return n
}
