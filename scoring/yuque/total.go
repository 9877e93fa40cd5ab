package yuque

import (
	"jantaku/models"
	"jantaku/scoring"
)

// Score implements scoring.Ruleset. The player chooses the layout, the fans, their
// places and whether 番刻 is counted, for the largest total.
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	if err := check(w); err != nil {
		return scoring.Result{}, err
	}
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.score(w, false)
	return s.result(w), nil
}

// score finds the best choice, or the best of those with 番刻 when it is always to be
// counted. The total stays negative when there is none.
func (s *sheet) score(w *models.Win, always bool) {
	s.always = always
	s.Start(w)
	s.best.total = -1
	s.rules.splitter.General(&s.Hand, s.general)
}

// general weighs one layout.
func (s *sheet) general() {
	s.General(s.rules.finder)
	s.lay()
	s.weigh()
}

// weigh tries the choices with 番刻 and without it: all of it or nothing. Without any
// fan that 番刻 makes cheaper, leaving it out cannot pay.
func (s *sheet) weigh() {
	cheaper := s.present.Meets(s.rules.dearer)
	for _, s.fanKe = range [2]bool{true, false} {
		s.worth = &s.rules.worth[0]
		switch {
		case s.fanKe && s.lent == 0, !s.fanKe && (s.always || s.lent != 0 && !cheaper):
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
	res := scoring.Result{ID: w.ID, Rules: ID, Parts: parts, Win: b.total >= 0, Valid: b.total >= s.rules.options.Minimum}
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
