package book

import (
	"jantaku/models"
	"jantaku/scoring"
)

// Sheet is what stands in the layouts of one hand. It is used again and again, so that scoring a hand allocates
// little.
type Sheet struct {
	Hand scoring.Hand
	// Matches are the rows that stand in the layout at hand, with their places.
	Matches []scoring.Match
	fixed   int // the first matches hold for every layout of four sets and a pair; -1 where nobody asked yet
}

// Start takes up a win.
func (s *Sheet) Start(w *models.Win) {
	s.Hand.Prepare(w)
	s.Matches, s.fixed = s.Matches[:0], -1
}

// General finds what stands in a layout of four sets and a pair.
func (s *Sheet) General(f *scoring.Finder) {
	if s.fixed < 0 {
		s.Matches = f.Tiles(&s.Hand, s.Matches[:0])
		s.fixed = len(s.Matches)
	}
	s.Matches = f.Layout(&s.Hand, s.Matches[:s.fixed])
}

// Other finds what stands in a layout of another form. No general one follows.
func (s *Sheet) Other(f *scoring.Finder) {
	s.Matches = f.Layout(&s.Hand, f.Tiles(&s.Hand, s.Matches[:0]))
}
