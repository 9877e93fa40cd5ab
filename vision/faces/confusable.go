package faces

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// ConfusableTuning says how the samples of two faces show how far a lead of one over the other is to be trusted. A sample leads by how much more it is like
// the others of its own face than like any of the other one. The trust is that share of the usual slope with which the leads of all samples
// are likeliest.
type ConfusableTuning struct {
	// Near is how alike the averages of two faces are at least that may not be told apart.
	Near float64
	// Astray is the share of samples that are not seen as their tile looks, and tell nothing: blurred ones, and such as lie beside their window.
	Astray float64
	// Samples of other pairs, as many as these, led by Lead: no slope is believed by a single sample that hardly leads.
	Samples, Lead float64
	// Steps are the parts of the usual slope that are tried.
	Steps int
}

// confusable is the one in use. Of a set whose winds differ by a letter and the colour of a needle two of six samples of most pairs do not lead, and a wind was
// read as another with 1.0000 (1z as 2z); now with .92. Of 44 hands and 11 tables of the drawn set A (3m and 5m lead least) as many are accepted as before,
// and of 152 photographs of three real sets: with Astray at .25 and no Samples two hands fewer.
var confusable = ConfusableTuning{Near: .6, Astray: .15, Samples: 3, Lead: .15, Steps: 20}

// pair are two faces, the lesser tile first.
type pair [2]models.Tile

func pairOf(a, b models.Tile) pair { return pair{min(a, b), max(a, b)} }

// LeadTrust is how far a lead of one face over another is to be trusted, above 0 to 1, by how well the samples of both tell them apart. Red and black
// fives are told by their colour.
func (l *Learned) LeadTrust(a, b models.Tile) float64 {
	if trust, ok := l.leadTrust[pairOf(a, b)]; ok {
		return trust
	}
	return 1
}

// leadTrust is how far a lead is trusted between faces that look alike, where the logarithm of its odds usually has some slope.
func (m *Matcher) leadTrust(k *ConfusableTuning, slope float64) map[pair]float64 {
	out := map[pair]float64{}
	for i, a := range m.Means {
		sims := m.FineMeans.Compare(a.Fine, 1)
		for j, b := range m.Means[:i] {
			if a.Tile.Kind() == b.Tile.Kind() || float64(sims[j]) < k.Near {
				continue
			}
			of := pairOf(a.Tile, b.Tile)
			if _, known := out[of]; known {
				continue
			}
			out[of] = k.trust(append(m.leads(a.Tile, b.Tile), m.leads(b.Tile, a.Tile)...), slope)
		}
	}
	return out
}

// trust is the share of a slope with which some leads are likeliest, 1 without any.
func (k *ConfusableTuning) trust(leads []float64, slope float64) (trust float64) {
	best := math.Inf(-1)
	for step := k.Steps; step > 0; step-- {
		share := float64(step) / float64(k.Steps)
		logp := k.Samples * math.Log(Logistic(share*slope*k.Lead))
		for _, lead := range leads {
			logp += math.Log((1-k.Astray)*Logistic(share*slope*lead) + k.Astray/2)
		}
		if logp > best {
			best, trust = logp, share
		}
	}
	return trust
}

// leads are by how much more each sample of a face is like another sample of it than like any of another face, either way up, as a share of what
// is left unexplained; none of a face of which there is one sample.
func (m *Matcher) leads(own, other models.Tile) (leads []float64) {
	bank := m.looks[Look{Tile: own}]
	if bank.Faces < 2 {
		return nil
	}
	for i := range int32(bank.Faces) {
		sample := bank.vector(i)
		sims := bank.fitted(sample)
		sims[i] = 0
		rival := 0.0
		for _, flipped := range []bool{false, true} {
			if others := m.looks[Look{Tile: other, Flipped: flipped}]; others != nil {
				rival = max(rival, slices.Max(others.fitted(sample)))
			}
		}
		top := slices.Max(sims)
		leads = append(leads, (top-rival)/max(1-top, LeastNoise))
	}
	return leads
}

// fitted is how much a raw vector is like each vector of the bank where it lies as that one does.
func (b *Bank) fitted(v raster.Vector) (sims []float64) {
	for j, sim := range b.Compare(v, 1) {
		lean, _ := raster.LeanOf(v, b.vector(int32(j)))
		sims = append(sims, float64(sim)+lean.Gain)
	}
	return sims
}
