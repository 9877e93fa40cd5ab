package film

import (
	"math"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// script is everything that is to be seen, when and where.
type script struct {
	steps   []step
	motions []motion
	arms    [models.Places]arm
	covers  []cover
	end     float64
}

// step lets a body rest from a moment on, or takes it off the table.
type step struct {
	at   float64
	id   int
	body scene.Body
	gone bool
}

// motion carries a body from one attitude to another.
type motion struct {
	id          int
	from, until float64
	start, end  scene.Body
	lift        float64 // how much higher than the straight way it goes in the middle, mm
}

// at gives the body on its way.
func (m *motion) at(t float64) scene.Body {
	s := ease((t - m.from) / (m.until - m.from))
	b := m.end
	mix := func(a, b float64) float64 { return a + (b-a)*s }
	b.At = models.Point{X: mix(m.start.At.X, m.end.At.X), Y: mix(m.start.At.Y, m.end.At.Y)}
	b.Z = mix(m.start.Z, m.end.Z) + m.lift*math.Sin(math.Pi*s)
	b.Tilt = mix(m.start.Tilt, m.end.Tilt)
	b.Turn = m.start.Turn + math.Remainder(m.end.Turn-m.start.Turn, 360)*s
	return b
}

// ease starts and ends slowly.
func ease(s float64) float64 {
	s = max(0, min(s, 1))
	return s * s * (3 - 2*s)
}

// arm is the way of a player's hand: straight between keys.
type arm []key

// key is where the grip of a hand is at a moment.
type key struct {
	t  float64
	at models.Point
}

// at gives the grip of the hand.
func (a arm) at(t float64) models.Point {
	i, found := slices.BinarySearchFunc(a, t, func(k key, t float64) int {
		switch {
		case k.t < t:
			return -1
		case k.t > t:
			return 1
		}
		return 0
	})
	switch {
	case found || i == 0:
		return a[min(i, len(a)-1)].at
	case i == len(a):
		return a[i-1].at
	}
	p, q := a[i-1], a[i]
	s := ease((t - p.t) / (q.t - p.t))
	return models.Point{X: p.at.X + (q.at.X-p.at.X)*s, Y: p.at.Y + (q.at.Y-p.at.Y)*s}
}

// sort puts the steps in order of time.
func (s *script) sort() {
	slices.SortStableFunc(s.steps, func(a, b step) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
}

// cover is a limb that comes over the table, stays, and leaves where it came from.
type cover struct {
	from, until float64      // while it stays
	away        models.Point // how far it is off before and after
	limbs       []scene.Limb
}
