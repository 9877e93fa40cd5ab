package sight

import (
	"jantaku/models"
	"jantaku/vision/faces"
)

// Sighting turns the similarities of a tile into probabilities.
func (r *Reader) Sighting(t Reading) models.Sighting {
	if t.Tile == models.Back {
		return models.Sighting{Candidate: models.Candidate{Tile: t.Tile, Confidence: t.Sim}, Quad: t.Quad}
	}
	known, leads := r.TrustIn(t)
	if t.Misfit { // however much it looks like its face
		known /= 2
	}
	s := models.Sighting{Quad: t.Quad, Misfit: t.Misfit}
	s.Candidate, s.Alternatives = t.shown().Candidates(known, leads)
	if t.Turned {
		s.Facing = 90
	}
	if t.Flipped {
		s.Facing += 180
		s.Quad = [4]models.Point{t.Quad[2], t.Quad[3], t.Quad[0], t.Quad[1]}
	}
	return s
}

// TrustIn gives the probability that a tile's face is a learned one at all, and
// the probability that it is then the best one.
func (r *Reader) TrustIn(t Reading) (known, leads float64) { return r.Learned.TrustIn(t.shown()) }

func (t *Reading) shown() *faces.Shown {
	return &faces.Shown{Tile: t.Tile, Sim: t.Sim, Ranks: t.Ranks, Sideways: t.Turned, Twin: t.twin}
}
