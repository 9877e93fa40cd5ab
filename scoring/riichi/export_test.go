package riichi

import "jantaku/models"

// Readings gives every reading of a win alone: basic points, han, fu.
func (r *Rules) Readings(w *models.Win) (all [][3]int) {
	s := &sheet{rules: r}
	s.start(w)
	alone := func(read func()) {
		s.best = reading{}
		read()
		all = append(all, [3]int{s.best.basic, s.best.han, s.best.fu})
	}
	r.splitter.General(&s.hand, func() {
		rows := s.layout()
		for i := range 5 {
			if group := s.hand.Completions() & (1 << i); group != 0 {
				s.hand.Completed = group
				s.matches = r.finder.Completed(&s.hand, s.matches[:0])
				found := s.found()
				alone(func() { s.read(rows | found) })
			}
		}
	})
	if s.hand.Pairs(false) {
		alone(func() { s.read(s.layout()) })
	}
	return all
}
