package vision

import (
	"math"

	"jantaku/models"
)

// sighting turns the similarities of a tile into probabilities.
func (r *Reader) sighting(t reading) models.Sighting {
	s := models.Sighting{Candidate: models.Candidate{Tile: t.tile, Confidence: r.confidence(t)}, Quad: t.quad}
	if t.flipped {
		s.Facing = 180
		s.Quad = [4]vec{t.quad[2], t.quad[3], t.quad[0], t.quad[1]}
	}
	left := 1 - s.Confidence
	var weights []float64
	sum := 0.0
	for _, k := range t.ranks[1:min(4, len(t.ranks))] {
		w := math.Exp(20 * (k.sim - t.sim))
		weights = append(weights, w)
		sum += w
	}
	for i, w := range weights {
		s.Alternatives = append(s.Alternatives, models.Candidate{Tile: t.ranks[i+1].tile, Confidence: left * w / sum})
	}
	return s
}

// confidence is the estimated probability that a tile is what it was read as.
func (r *Reader) confidence(t reading) float64 {
	margin := t.sim
	if len(t.ranks) > 1 {
		margin = t.sim - t.ranks[1].sim
	}
	k := r.trust
	if k.Held == 0 {
		k.Bias, k.Margin, k.Similarity = -8, 60, 12
	}
	return 1 / (1 + math.Exp(-(k.Bias + k.Margin*margin + k.Similarity*t.sim)))
}
