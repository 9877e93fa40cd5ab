package play

import (
	"math"

	"jantaku/models"
	"jantaku/vision/watch"
)

// faces is a number for everything that may lie at a pose, by Tile.
type faces [models.Outcomes]float64

// slot is one tile that lay somewhere, with all that is known of its face.
type slot struct {
	spot  watch.Spot
	place int // index of whose side it lies on, -1 for nobody's
	at    models.Point
	like  faces // log-likelihood, the best 0; one that was turned down keeps its face
	q     faces // posterior, given the prior of a tile drawn from the whole set
	back  bool  // it lies face down now
	side  float64
	rest  float64 // seconds
	gone  bool
}

// uniform is the share of each tile in a full set, with a little for tiles that were never
// learned and for backs.
func uniform(g *Game) (prior faces) {
	sum := 0.0
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		switch {
		case t.IsRed():
			prior[t] = 0
			if g.Red {
				prior[t] = 1
			}
		case t.IsFlower():
			prior[t] = 1e-4
			if g.Flowers {
				prior[t] = 1
			}
		case t == models.Unknown:
			prior[t] = .3
		case t == models.Back:
			prior[t] = 1
		case g.Red && t.IsNumber() && t.Rank() == 5:
			prior[t] = models.Copies - 1
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
func (s *slot) read(e *models.Evidence, rivals []models.Evidence, p *Priors, prior *faces) {
	kept, was := s.like, s.spot != 0 && s.bestKnown()
	s.like = mixture(e, rivals, p.Known)
	s.at = e.At
	s.side = sideways(e, rivals, s.place)
	s.q = posterior(&s.like, prior)
	s.back = s.q[models.Back] > .5
	if s.back && was {
		s.like, s.q = kept, posterior(&kept, prior)
	}
}

// bestKnown reports whether a face was read once.
func (s *slot) bestKnown() bool { return s.q[models.Back] < .5 && s.q[models.Unknown] < .5 }

// mixture is the likelihood of each face over all poses that explain the pixels, bounded
// from below by known.
func mixture(e *models.Evidence, rivals []models.Evidence, known float64) (like faces) {
	best := math.Inf(-1)
	for t := 1; t < models.Outcomes; t++ {
		like[t] = e.LogLike[t]
		for i := range rivals {
			like[t] = addLogs(like[t], rivals[i].LogLike[t])
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

func posterior(like, prior *faces) (q faces) {
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
			total = addLogs(total, e.LogLike[t])
		}
		if (e.Quarter+place)%2 == 0 {
			up = addLogs(up, total)
		} else {
			across = addLogs(across, total)
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

// addLogs is log(exp a + exp b).
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// likeness is how much more likely two readings are when they saw the same tile than when
// they saw two.
func likeness(a, b *slot, prior *faces) float64 {
	sum := 0.0
	for t := 1; t < models.Outcomes; t++ {
		if prior[t] > 0 {
			sum += a.q[t] * b.q[t] / prior[t]
		}
	}
	return log(sum)
}

// best is the likeliest face of a posterior, and the next.
func best(q *faces) (first, second models.Tile) {
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
