package yuque

import (
	"fmt"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

// sheet is where one hand is scored.
type sheet struct {
	rules   *Rules
	hand    scoring.Hand
	matches []scoring.Match
	fixed   int // the first matches hold for every layout

	// The fans that stand in the layout at hand, at all their places.
	places  [maxPlaces]place
	size    int
	present rows
	several rows         // those that stand at more than one place
	free    rows         // those that have nothing to do with any other
	lent    scoring.Span // all triplets that could earn 番刻

	// Whether 番刻 is counted, and the values that follow from it.
	fanKe bool
	worth *[maxRows][whole + 1]int8

	nodes       [maxChosen + 1]node // the unfinished choices, by depth
	best, trial choice
}

// choice is a selection of fans on one layout in the order of counting.
type choice struct {
	total   int
	fanKe   int // triplets that earn 番刻
	size    int
	rows    rows
	counted [maxChosen]counted
	layout  scoring.Layout
}

// counted is a fan as it was counted.
type counted struct {
	row   uint8
	span  scoring.Span
	ratio uint8 // in sixtieths
	value int8
}

// Score implements scoring.Ruleset. The player chooses the layout, the fans, their
// places and whether 番刻 is counted, for the largest total.
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	if err := check(w); err != nil {
		return scoring.Result{}, err
	}
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.score(w)
	return s.result(w), nil
}

// score finds the best choice; its total stays negative when no layout wins.
func (s *sheet) score(w *models.Win) {
	s.hand.Prepare(w)
	s.fixed = -1
	s.best.total = -1
	s.rules.splitter.General(&s.hand, s.general)
}

// general weighs one layout.
func (s *sheet) general() {
	if s.fixed < 0 {
		s.matches = s.rules.finder.Tiles(&s.hand, s.matches[:0])
		s.fixed = len(s.matches)
	}
	s.matches = s.rules.finder.Layout(&s.hand, s.matches[:s.fixed])
	s.lay()
	s.weigh()
}

// weigh tries the choices with 番刻 and without it: all of it or nothing. Without any
// fan that 番刻 makes cheaper, leaving it out cannot pay.
func (s *sheet) weigh() {
	cheaper := s.present.meets(s.rules.dearer)
	for _, s.fanKe = range [2]bool{true, false} {
		s.worth = &s.rules.worth[0]
		switch {
		case s.fanKe && s.lent == 0, !s.fanKe && s.lent != 0 && !cheaper:
			continue
		case s.fanKe:
			s.worth = &s.rules.worth[1]
		}
		s.search()
	}
}

const parts = scoring.PartFan | scoring.PartPoints

// result writes the best choice down.
func (s *sheet) result(w *models.Win) scoring.Result {
	b := &s.best
	res := scoring.Result{ID: w.ID, Rules: ID, Parts: parts, Win: b.total >= 0, Valid: b.total >= 0}
	if !res.Win {
		return res
	}
	res.Fan, res.Points = b.total, Points(b.total)
	res.Layout = b.layout
	res.Fans = make([]scoring.Fan, 0, b.size+1)
	for _, c := range b.counted[:b.size] {
		f := &s.rules.fans[c.row]
		res.Fans = append(res.Fans, scoring.Fan{ID: f.ID, Name: f.Name, Count: 1, Value: int(c.value)})
	}
	if b.fanKe > 0 {
		f := &s.rules.fans[0]
		res.Fans = append(res.Fans, scoring.Fan{ID: f.ID, Name: f.Name, Count: b.fanKe, Value: f.Value * b.fanKe})
	}
	res.Payments, res.Paid = s.rules.Pay(w, b.total)
	return res
}

// Explain implements scoring.Explainer. A fan that did not count with its plain value
// has a line, whose code is its id; then follow the sum and its square.
func (r *Rules) Explain(w *models.Win, _ *scoring.Result) []scoring.Step {
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.score(w)
	b := &s.best
	if b.total < 0 {
		return nil
	}
	var steps []scoring.Step
	var sum []string
	for k, c := range b.counted[:b.size] {
		f := &r.fans[c.row]
		sum = append(sum, fmt.Sprint(c.value))
		if int(c.value) != f.Value {
			steps = append(steps, scoring.Step{Code: f.ID, Detail: s.reckon(k), Value: int(c.value)})
		}
	}
	if b.fanKe > 0 {
		f := &r.fans[0]
		steps = append(steps, scoring.Step{Code: f.ID, Detail: fmt.Sprintf("%d × %d", f.Value, b.fanKe), Value: f.Value * b.fanKe})
		sum = append(sum, fmt.Sprint(f.Value*b.fanKe))
	}
	if len(sum) == 0 {
		sum = []string{"0"}
	}
	return append(steps,
		scoring.Step{Code: "fan", Detail: strings.Join(sum, " + "), Value: b.total},
		scoring.Step{Code: "points", Detail: fmt.Sprintf("%d × %d", b.total, b.total), Value: Points(b.total)})
}

// reckon writes how the k-th counted fan came to its value, such as
// "7 × 3/5 (三同顺) = 4.2 ≈ 4, 4 − 2".
func (s *sheet) reckon(k int) string {
	c := s.best.counted[k]
	f := &s.rules.fans[c.row]
	value := f.Value
	if s.best.fanKe > 0 && f.WithFanKe > 0 {
		value = f.WithFanKe
	}
	text := fmt.Sprint(value)
	if c.ratio < whole {
		rounded := halfEven(value*int(c.ratio), whole)
		text += fmt.Sprintf(" × %d/%d (%s)", int(c.ratio)*f.Groups/whole, f.Groups, s.limiting(k))
		if exact := float64(value) * float64(c.ratio) / whole; exact != float64(rounded) {
			text += fmt.Sprintf(" = %.2f ≈ %d", exact, rounded)
		} else if f.Deduct > 0 {
			text += fmt.Sprintf(" = %d", rounded)
		}
		value = rounded
		if f.Deduct > 0 {
			text += fmt.Sprintf(", %d", value)
		}
	}
	if f.Deduct > 0 {
		text += fmt.Sprintf(" − %d", f.Deduct)
	}
	return text
}

// limiting names the fan counted before the k-th that its ratio comes from.
func (s *sheet) limiting(k int) string {
	c := s.best.counted[k]
	for _, before := range s.best.counted[:k] {
		if before.span&c.span != 0 && s.rules.left[c.row][before.row] == c.ratio {
			return s.rules.fans[before.row].Name
		}
	}
	return ""
}
