package yuque

import (
	"fmt"
	"strconv"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

var _ scoring.Explainer = (*Rules)(nil)

// Explain implements scoring.Explainer. A fan that did not count with its plain value
// has a line whose code is its id; then follow the sum, its square, and with code
// left-out what stands in the hand and was not counted, with the fan that forbids it
// where there is one. Code without-fan-ke compares with what the hand is worth when
// 番刻 is counted.
func (r *Rules) Explain(w *models.Win, _ *scoring.Result) []scoring.Step {
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.score(w, false)
	b := &s.best
	if b.total < 0 {
		return nil
	}
	var steps []scoring.Step
	var sum []string
	for k, c := range b.counted[:b.size] {
		f := &r.fans[c.row]
		sum = append(sum, strconv.Itoa(int(c.value)))
		if int(c.value) != f.Value {
			text, by := s.reckon(k)
			steps = append(steps, scoring.Step{Code: f.ID, Detail: text, Value: int(c.value), Fans: by})
		}
	}
	if b.fanKe > 0 {
		f := &r.fans[0]
		value := f.Value * b.fanKe
		steps = append(steps, scoring.Step{Code: f.ID, Detail: fmt.Sprintf("%d × %d", f.Value, b.fanKe), Value: value})
		sum = append(sum, strconv.Itoa(value))
	}
	if len(sum) == 0 {
		sum = []string{"0"}
	}
	steps = append(steps,
		scoring.Step{Code: "fan", Detail: strings.Join(sum, " + "), Value: b.total},
		scoring.Step{Code: "points", Detail: fmt.Sprintf("%d × %d", b.total, b.total), Value: Points(b.total)})
	if b.total < r.options.Minimum {
		steps = append(steps, scoring.Step{Code: scoring.StepBelowMinimum, Detail: fmt.Sprintf("%d < %d", b.total, r.options.Minimum), Value: r.options.Minimum})
	}
	return append(steps, s.leftOut(w)...)
}

// reckon writes how the k-th counted fan came to its value, such as
// "7 × 3/5 (三同顺) = 4.2 ≈ 4, 4 − 2", and the ids of the fans that it names.
func (s *sheet) reckon(k int) (text string, by ids) {
	c := s.best.counted[k]
	f := &s.rules.fans[c.row]
	value := f.Value
	if s.best.fanKe > 0 && f.WithFanKe > 0 {
		value = f.WithFanKe
	}
	text = strconv.Itoa(value)
	if c.ratio < whole {
		limiting := ""
		if at, ok := s.limiting(k); ok {
			limiting, by = at.Name, ids{at.ID}
		}
		text += fmt.Sprintf(" × %d/%d (%s)", int(c.ratio)*f.Groups/whole, f.Groups, limiting)
		rounded := halfEven(value*int(c.ratio), whole)
		if value*int(c.ratio)%whole != 0 {
			exact := strings.TrimRight(fmt.Sprintf("%.2f", float64(value*int(c.ratio))/whole), "0")
			text += fmt.Sprintf(" = %s ≈ %d", exact, rounded)
		}
		if f.Deduct > 0 {
			text += fmt.Sprintf(", %d", rounded)
		}
	}
	if f.Deduct > 0 {
		text += fmt.Sprintf(" − %d", f.Deduct)
	}
	return text, by
}

// limiting gives the fan counted before the k-th that its ratio comes from.
func (s *sheet) limiting(k int) (*fan, bool) {
	c := s.best.counted[k]
	for _, before := range s.best.counted[:k] {
		if before.span&c.span != 0 && s.rules.left[c.row][before.row] == c.ratio {
			return &s.rules.fans[before.row], true
		}
	}
	return nil, false
}

// leftOut says what was not counted. It uses the sheet anew.
func (s *sheet) leftOut(w *models.Win) (steps []scoring.Step) {
	r, b := s.rules, &s.best
	for row := range r.fans {
		bit := rowBit(uint8(row))
		if !b.present.Meets(bit) || b.rows.Meets(bit) {
			continue
		}
		text, named := r.fans[row].Name, ids{r.fans[row].ID}
		for _, c := range b.counted[:b.size] {
			if r.conflicts[row].Meets(rowBit(c.row)) {
				text += " (" + r.fans[c.row].Name + ")"
				named = append(named, r.fans[c.row].ID)
				break
			}
		}
		steps = append(steps, scoring.Step{Code: "left-out", Detail: text, Fans: named})
	}
	if b.fanKe > 0 {
		return steps
	}
	without := b.total
	s.score(w, true)
	if b.total >= 0 {
		steps = append(steps, scoring.Step{Code: "without-fan-ke", Detail: fmt.Sprintf("max(%d, %d)", without, b.total), Value: without})
	}
	return steps
}
