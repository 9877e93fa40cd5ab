package sight

import (
	"math"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
)

// Sighting turns the similarities of a tile into probabilities. The alternatives
// share only the chance that the face is a learned one but not the best: what is
// unlike every face is likely none of them, and nobody may decide between them.
func (r *Reader) Sighting(t Reading) models.Sighting {
	if t.Tile == models.Back {
		return models.Sighting{Candidate: models.Candidate{Tile: t.Tile, Confidence: t.Sim}, Quad: t.Quad}
	}
	known, leads := r.TrustIn(t)
	if t.Misfit { // however much it looks like its face
		known /= 2
	}
	s := models.Sighting{Candidate: models.Candidate{Tile: t.Tile, Confidence: known * leads}, Quad: t.Quad, Misfit: t.Misfit}
	if t.Turned {
		s.Facing = 90
	}
	if t.Flipped {
		s.Facing += 180
		s.Quad = [4]models.Point{t.Quad[2], t.Quad[3], t.Quad[0], t.Quad[1]}
	}
	left := known * (1 - leads)
	var weights []float64
	sum := 0.0
	for _, k := range t.Ranks[1:min(4, len(t.Ranks))] {
		w := math.Exp(60 * (k.Sim - t.Sim))
		weights = append(weights, w)
		sum += w
	}
	for i, w := range weights {
		s.Alternatives = append(s.Alternatives, models.Candidate{Tile: t.Ranks[i+1].Tile, Confidence: left * w / sum})
	}
	return s
}

// TrustIn gives the probability that a tile's face is a learned one at all, and
// the probability that it is then the best one.
func (r *Reader) TrustIn(t Reading) (known, leads float64) {
	k := r.Usual()
	k.Known += r.Strangeness(t.Tile)
	if t.Turned {
		k.Known += lyingSideways
	}
	lead := t.Sim
	if len(t.Ranks) > 1 {
		lead = t.Sim - t.Ranks[1].Sim
	}
	// What no face explains of a tile is noise, and the lead is as noisy as that: the same
	// lead says little of a tile in glare, and much of one that is seen well.
	noise := max(1-t.Sim, faces.LeastNoise)
	if t.twin {
		lead = 0
	}
	return faces.Logistic(k.KnownSlope*(t.Sim-k.Known)) * (1 - t.Open), faces.Logistic(k.LeadSlope * (lead/noise - k.Lead))
}

// Usual is the trust that was fitted, or the one in use where none was.
func (r *Reader) Usual() calibration.Trust {
	if r.trust == (calibration.Trust{}) {
		return faces.UsualTrust
	}
	return r.trust
}

// Strangeness is how much more similar a tile has to be for others of its suit that are not known.
func (r *Reader) Strangeness(t models.Tile) float64 {
	if !t.IsNumber() {
		return 0
	}
	return r.strange[t.Suit()]
}

// lyingSideways is how much more similar a tile has to be that lies sideways: it was looked
// for wherever one may lie, and a 5s in glare looks like a 2s.
const lyingSideways = 0.02
