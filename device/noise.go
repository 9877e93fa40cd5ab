package device

import "math/rand/v2"

// Noise damages bytes as a bad cable does: each byte is, with probability Rate,
// flipped to another value, dropped or doubled, all equally likely. The same seed
// damages the same bytes. It is not safe for concurrent use.
type Noise struct {
	Rate                      float64
	Flipped, Dropped, Doubled int // bytes damaged so far
	random                    *rand.Rand
}

// NewNoise makes noise of a rate between 0 and 1.
func NewNoise(rate float64, seed uint64) *Noise {
	return &Noise{Rate: rate, random: rand.New(rand.NewPCG(seed, 1))}
}

// Damage gives what is left of p; p is not changed.
func (n *Noise) Damage(p []byte) []byte {
	out := make([]byte, 0, len(p)+len(p)/50+1)
	for _, b := range p {
		if n.random.Float64() >= n.Rate {
			out = append(out, b)
			continue
		}
		switch n.random.IntN(3) {
		case 0:
			n.Flipped++
			out = append(out, b^byte(1+n.random.IntN(255)))
		case 1:
			n.Dropped++
		default:
			n.Doubled++
			out = append(out, b, b)
		}
	}
	return out
}
