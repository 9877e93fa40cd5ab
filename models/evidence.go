package models

import "math"

// Pose is where and how a tile lies on the table.
type Pose struct {
	// At is the middle of its upper side, mm.
	At Point `json:"at"`
	// Quarter is how many quarter turns clockwise, seen from above, its face is turned:
	// 0 stands upright for place 1.
	Quarter int `json:"quarter"`
	// Turn is how much farther it is turned than that, radians clockwise, at most an eighth of
	// a turn either way.
	Turn float64 `json:"turn,omitempty"`
	// Height is how high its lower side lies above the cloth, mm.
	Height float64 `json:"height,omitempty"`
}

// Angle is how far a tile is turned clockwise, radians.
func (p Pose) Angle() float64 { return float64(p.Quarter)*math.Pi/2 + p.Turn }

// Turned is the pose of a tile that is turned clockwise by some radians.
func (p Pose) Turned(angle float64) Pose {
	quarters := math.Round(angle / (math.Pi / 2))
	p.Quarter, p.Turn = (int(quarters)%4+4)%4, angle-quarters*math.Pi/2
	return p
}

// Askew is the angle between the long sides of two tiles, radians, 0 to a quarter turn: which
// way up they lie makes no difference.
func (p Pose) Askew(other Pose) float64 {
	return math.Abs(math.Remainder(p.Angle()-other.Angle(), math.Pi))
}

// Outcomes is the number of things that may lie at a pose, as Evidence numbers them.
const Outcomes = int(Back) + 1

// Evidence is what pictures say about one pose: for everything that may lie there the
// logarithm of how likely the pixels are then, compared with an empty place. Index it by
// Tile: NoTile is nothing (0 by definition), Unknown a tile whose face was never learned,
// Back one that lies face down. What was not looked for is minus infinity. Evidence of
// several looks at one pose is summed, see [Evidence.Add].
type Evidence struct {
	Pose
	LogLike [Outcomes]float64
}

// Add sums the evidence of another look at the same pose, of which only a share is news:
// pictures of one moment see the same light and the same blur. The share is 0 to 1.
func (e *Evidence) Add(other *Evidence, share float64) {
	for t := range e.LogLike {
		if !math.IsInf(other.LogLike[t], -1) {
			e.LogLike[t] += share * other.LogLike[t]
		}
	}
}

// Posterior gives the probability of everything that may lie at the pose, given what was
// likely before by Tile: weights that need not add up to one.
func (e *Evidence) Posterior(prior *[Outcomes]float64) (p [Outcomes]float64) {
	most := math.Inf(-1)
	for t, l := range e.LogLike {
		if prior[t] > 0 {
			most = max(most, l)
		}
	}
	if math.IsInf(most, -1) {
		return p
	}
	sum := 0.0
	for t, l := range e.LogLike {
		if prior[t] > 0 {
			p[t] = prior[t] * math.Exp(l-most)
			sum += p[t]
		}
	}
	for t := range p {
		p[t] /= sum
	}
	return p
}
