package vision

import (
	"math"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
)

// sighting turns the similarities of a tile into probabilities. The alternatives
// share only the chance that the face is a learned one but not the best: what is
// unlike every face is likely none of them, and nobody may decide between them.
func (r *tileReader) sighting(t reading) models.Sighting {
	if t.tile == models.Back {
		return models.Sighting{Candidate: models.Candidate{Tile: t.tile, Confidence: t.sim}, Quad: t.quad}
	}
	known, leads := r.trustIn(t)
	if t.misfit { // however much it looks like its face
		known /= 2
	}
	s := models.Sighting{Candidate: models.Candidate{Tile: t.tile, Confidence: known * leads}, Quad: t.quad, Misfit: t.misfit}
	if t.turned {
		s.Facing = 90
	}
	if t.flipped {
		s.Facing += 180
		s.Quad = [4]models.Point{t.quad[2], t.quad[3], t.quad[0], t.quad[1]}
	}
	left := known * (1 - leads)
	var weights []float64
	sum := 0.0
	for _, k := range t.ranks[1:min(4, len(t.ranks))] {
		w := math.Exp(60 * (k.Sim - t.sim))
		weights = append(weights, w)
		sum += w
	}
	for i, w := range weights {
		s.Alternatives = append(s.Alternatives, models.Candidate{Tile: t.ranks[i+1].Tile, Confidence: left * w / sum})
	}
	return s
}

// trustIn gives the probability that a tile's face is a learned one at all, and
// the probability that it is then the best one.
func (r *tileReader) trustIn(t reading) (known, leads float64) {
	k := r.usual()
	k.Known += r.strangeness(t.tile)
	if t.turned {
		k.Known += lyingSideways
	}
	lead := t.sim
	if len(t.ranks) > 1 {
		lead = t.sim - t.ranks[1].Sim
	}
	// What no face explains of a tile is noise, and the lead is as noisy as that: the same
	// lead says little of a tile in glare, and much of one that is seen well.
	noise := max(1-t.sim, faces.LeastNoise)
	if t.twin {
		lead = 0
	}
	return faces.Logistic(k.KnownSlope*(t.sim-k.Known)) * (1 - t.open), faces.Logistic(k.LeadSlope * (lead/noise - k.Lead))
}

// usual is the trust that was fitted, or the one in use where none was.
func (r *tileReader) usual() calibration.Trust {
	if r.trust == (calibration.Trust{}) {
		return faces.UsualTrust
	}
	return r.trust
}

// strangeness is how much more similar a tile has to be for others of its suit that are not known.
func (r *tileReader) strangeness(t models.Tile) float64 {
	if !t.IsNumber() {
		return 0
	}
	return r.strange[t.Suit()]
}

// lyingSideways is how much more similar a tile has to be that lies sideways: it was looked
// for wherever one may lie, and a 5s in glare looks like a 2s.
const lyingSideways = 0.02
