package evidence

import (
	"math"

	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// Slight is the probability below which nothing is asked about what may be so: what copies and neighbours could take from
// the others is less than what one reading is believed (see Known of [prior.Eye]). A face is sure from Sure on.
const (
	Slight = 1e-4
	Sure   = 1 - Slight
)

// Faces is a number for everything that may lie at a pose, by Tile.
type Faces [models.Outcomes]float64

// Slot is one tile that lay somewhere, with all that is known of its face.
type Slot struct {
	spot  watch.Spot
	place int // index of whose side it lies on, -1 for nobody's
	At    models.Point
	Like  Faces // log-likelihood, the best 0; one that was turned down keeps its face
	Q     Faces // posterior, given the prior of a tile drawn from the whole set
	Back  bool  // it lies face down now
	Side  float64
	Rest  float64 // seconds
	Gone  bool
	Blank bool // nobody can say what it shows, nor is it told that it leaves
	// Strange says that its print is more like none that was learned than like any face.
	Strange bool
}

// Turned reports whether the tile likelier lies sideways than upright.
func (s *Slot) Turned() bool { return s.Side > .5 }

// uniform is the share of each tile in a full set, with a little for tiles that were never
// learned and for backs.
func uniform(g *prior.Game) (prior Faces) {
	const foreign = Slight // of a tile that is not played with: a set may hold it all the same
	sum := 0.0
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		switch {
		case t.IsRed():
			prior[t] = 0
			if g.Red {
				prior[t] = 1
			}
		case t.IsFlower():
			prior[t] = foreign
			if g.Flowers {
				prior[t] = 1
			}
		case t == models.Unknown, t == models.Back:
			prior[t] = 1
		case g.Red && t.IsFive():
			prior[t] = models.Copies - 1
		case g.Suits && !t.IsNumber():
			prior[t] = foreign
		default:
			prior[t] = models.Copies
		}
		sum += prior[t]
	}
	for t := range prior {
		prior[t] /= sum
	}
	return prior
}

// read takes over what a change says about its tile.
func (s *Slot) read(e *models.Evidence, rivals []models.Evidence, p *prior.Figures, prior *Faces) {
	kept, was, strange := s.Like, s.spot != 0 && s.bestKnown(), s.Strange
	s.Like = mixture(e, rivals, p.Known)
	s.At = e.At
	s.Side = sideways(e, rivals, s.place)
	s.Q = Posterior(&s.Like, prior)
	s.Strange = s.Q[models.Unknown] > .5
	s.Like.share(prior)
	s.Q = Posterior(&s.Like, prior)
	s.Back = s.Q[models.Back] > .5
	if s.Back && was {
		s.Like, s.Q, s.Strange = kept, Posterior(&kept, prior), strange
	}
}

// bestKnown reports whether a face was read once.
func (s *Slot) bestKnown() bool { return s.Q[models.Back] < .5 && !s.Strange }

// Tells reports whether anybody can say what a tile shows: its print is like a face, and hardly like another where it was not read.
func (s *Slot) Tells() bool {
	first, _ := Best(&s.Q)
	return !s.Strange && (!s.Blank || s.Q[first] > .5)
}

// share gives the likelihood of a print that was never learned to all faces: a tile of which nobody sees what it is, because of glare or
// wear, is one of the set all the same, and which one the print says so far as it is not strange.
func (like *Faces) share(prior *Faces) {
	faces := 0.0
	for t := models.Tile(1); t.HasFace(); t++ {
		faces += prior[t]
	}
	strange := like[models.Unknown] + math.Log(prior[models.Unknown]/faces)
	for t := models.Tile(1); t.HasFace(); t++ {
		like[t] = AddLogs(like[t], strange)
	}
	like[models.Unknown] = math.Inf(-1)
}

// mixture is the likelihood of each face over all poses that explain the pixels, bounded
// from below by known.
func mixture(e *models.Evidence, rivals []models.Evidence, known float64) (like Faces) {
	best := math.Inf(-1)
	for t := 1; t < models.Outcomes; t++ {
		like[t] = e.LogLike[t]
		for i := range rivals {
			like[t] = AddLogs(like[t], rivals[i].LogLike[t])
		}
		best = max(best, like[t])
	}
	for t := 1; t < models.Outcomes; t++ {
		if math.IsInf(best, -1) {
			like[t] = 0
			continue
		}
		like[t] = max(like[t]-best, -known)
	}
	like[models.NoTile] = math.Inf(-1)
	return like
}

func Posterior(like, prior *Faces) (q Faces) {
	sum := 0.0
	for t := 1; t < models.Outcomes; t++ {
		q[t] = prior[t] * math.Exp(like[t])
		sum += q[t]
	}
	if sum <= 0 {
		return q
	}
	for t := range q {
		q[t] /= sum
	}
	return q
}

// sideways is the probability that a tile lies across its owner's view.
func sideways(e *models.Evidence, rivals []models.Evidence, place int) float64 {
	if place < 0 {
		return 0
	}
	up, across := math.Inf(-1), math.Inf(-1)
	add := func(e *models.Evidence) {
		total := math.Inf(-1)
		for t := 1; t < models.Outcomes; t++ {
			total = AddLogs(total, e.LogLike[t])
		}
		if (e.Quarter+place)%2 == 0 {
			up = AddLogs(up, total)
		} else {
			across = AddLogs(across, total)
		}
	}
	add(e)
	for i := range rivals {
		add(&rivals[i])
	}
	if math.IsInf(up, -1) && math.IsInf(across, -1) {
		return float64((e.Quarter + place) % 2)
	}
	return 1 / (1 + math.Exp(up-across))
}

// AddLogs is log(exp a + exp b).
func AddLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// Likeness is how much more likely two readings are when they saw the same tile than when
// they saw two.
func Likeness(a, b *Slot, prior *Faces) float64 {
	sum := 0.0
	for t := 1; t < models.Outcomes; t++ {
		if prior[t] > 0 {
			sum += a.Q[t] * b.Q[t] / prior[t]
		}
	}
	return Log(sum)
}

// Best is the likeliest face of a posterior, and the next.
func Best(q *Faces) (first, second models.Tile) {
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		switch {
		case first == 0 || q[t] > q[first]:
			first, second = t, first
		case second == 0 || q[t] > q[second]:
			second = t
		}
	}
	return first, second
}

func FlowerMass(q *Faces) (sum float64) {
	for t := range q {
		if models.Tile(t).IsFlower() {
			sum += q[t]
		}
	}
	return sum
}

// Doubtful reports whether a face is worth weighing further.
func Doubtful(q *Faces) bool {
	first, _ := Best(q)
	return q[first] < Sure
}

// Log is the natural logarithm, bounded so that nothing is impossible.
func Log(p float64) float64 { return math.Log(max(p, 1e-12)) }
