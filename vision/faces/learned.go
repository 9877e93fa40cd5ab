package faces

import (
	"math"

	"jantaku/calibration"
	"jantaku/models"
)

// Learned is the faces of a set as they were learned, and how far what is seen of them is to be trusted. It may be used
// by one goroutine at a time.
type Learned struct {
	Match *Matcher
	trust calibration.Trust
	// strange is how much more similar the numbers of a suit have to be.
	strange map[models.Suit]float64
	// leadTrust is how far a lead is to be trusted between faces that look alike.
	leadTrust map[pair]float64
	stretch   stretches
}

// NewLearned prepares the learned faces of a set.
func NewLearned(f calibration.Faces) (*Learned, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	all, means, err := Load(f)
	if err != nil {
		return nil, err
	}
	m := NewMatcher(all, means)
	l := &Learned{Match: m, trust: f.Trust, strange: StrangeSuits(f, m.alike())}
	l.leadTrust = m.leadTrust(&confusable, l.Usual().LeadSlope)
	return l, nil
}

// Usual is the trust that was fitted, or the one in use where none was.
func (l *Learned) Usual() calibration.Trust {
	if l.trust == (calibration.Trust{}) {
		return UsualTrust
	}
	return l.trust
}

// Strangeness is how much more similar a tile has to be for others of its suit that are not known.
func (l *Learned) Strangeness(t models.Tile) float64 {
	if !t.IsNumber() {
		return 0
	}
	return l.strange[t.Suit()]
}

// Circle is the face that looks the same upright and sideways.
var Circle = models.NewTile(models.Dots, 1)

// Shown is a tile as it is seen.
type Shown struct {
	Tile  models.Tile // the likeliest face
	Sim   float64     // its similarity
	Ranks []Rank      // those of all likely faces, best first
	// Sideways tells that it lies so in its row, Twin that it may be the red or black twin of its face, and Open
	// how likely it does not lie so.
	Sideways, Twin bool
	Open           float64
	// Beyond is the share of its print that lies outside of the picture, see [Matcher.Beyond].
	Beyond float64
}

// JudgeTuning holds what is thought of a tile that is like some faces.
type JudgeTuning struct {
	// Sideways is how much more similar a tile has to be that lies sideways: it was looked
	// for wherever one may lie, and a 5s in glare looks like a 2s.
	Sideways float64
	// Next is how fast faces get less likely with their similarity, where it is not the best one: its logarithm.
	Next float64
}

var judging = JudgeTuning{Sideways: .02, Next: 60}

// TrustIn gives the probability that a tile's face is a learned one at all, and
// the probability that it is then the best one.
func (l *Learned) TrustIn(s *Shown) (known, leads float64) {
	k := l.Usual()
	k.Known += l.Strangeness(s.Tile)
	if s.Sideways {
		k.Known += judging.Sideways
	}
	lead, trust := s.Sim, 1.0
	if len(s.Ranks) > 1 {
		lead, trust = s.Sim-s.Ranks[1].Sim, l.LeadTrust(s.Tile, s.Ranks[1].Tile)
	}
	// What no face explains of a tile is noise, and the lead is as noisy as that: the same
	// lead says little of a tile in glare, and much of one that is seen well.
	noise := max(1-s.Sim, LeastNoise)
	if s.Twin {
		lead = 0
	}
	part := 1 - s.Beyond
	return Logistic(part*k.KnownSlope*(s.Sim-k.Known)) * TrustInPart(s.Beyond) * (1 - s.Open), Logistic(part * k.LeadSlope * (trust*lead/noise - k.Lead))
}

// Candidates are the faces that a tile may have: the best, and others, which share only the chance that the face is a
// learned one but not the best: what is unlike every face is likely none of them, and nobody may decide between them.
func (s *Shown) Candidates(known, leads float64) (best models.Candidate, others []models.Candidate) {
	left := known * (1 - leads)
	next := s.Ranks[1:min(4, len(s.Ranks))]
	sum := 0.0
	for _, k := range next {
		w := math.Exp(judging.Next * (k.Sim - s.Sim))
		others, sum = append(others, models.Candidate{Tile: k.Tile, Confidence: w}), sum+w
	}
	for i := range others {
		others[i].Confidence = left * others[i].Confidence / sum
	}
	return models.Candidate{Tile: s.Tile, Confidence: known * leads}, others
}
