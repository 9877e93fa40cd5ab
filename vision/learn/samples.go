package learn

import (
	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"maps"
	"slices"
)

// keptSamples is how many samples of each face are kept.
const keptSamples = 6

// faces chooses the samples to keep and writes the report.
func (l *learner) faces(report *Report) (calibration.Faces, error) {
	out := calibration.Faces{Version: calibration.FacesVersion, Width: faces.StoredW, Height: faces.StoredH}
	report.Samples, report.Burnt = map[models.Tile]int{}, l.burnt()
	for _, t := range l.tiles() {
		face := calibration.Face{Tile: t}
		for _, s := range l.choose(unburnt(l.byTile[t])) {
			data, err := faces.EncodeSample(s.tile, s.ratio, s.flipped)
			if err != nil {
				return out, err
			}
			face.Samples = append(face.Samples, calibration.Sample{PNG: data})
		}
		out.Faces = append(out.Faces, face)
		report.Samples[t] = len(l.byTile[t])
		if report.Samples[t] < enoughSamples {
			report.Weak = append(report.Weak, t)
		}
	}
	for t := models.Tile(1); t.HasFace(); t++ {
		switch {
		case report.Samples[t] > 0:
		case t.IsKind() && !t.IsRed():
			report.Missing = append(report.Missing, t)
		default:
			report.Extras = append(report.Extras, t)
		}
	}
	return out, nil
}

// unburnt are those of some samples that show all of their print, or all where none does.
func unburnt(samples []*sighted) []*sighted {
	if some := only(samples, func(s *sighted) bool { return !s.burnt }); len(some) > 0 {
		return some
	}
	return samples
}

// burnt names the photographs most of whose tiles are lighter than they can tell.
func (l *learner) burnt() (photos []string) {
	burnt, all := map[string]int{}, map[string]int{}
	for _, samples := range l.byTile {
		for _, s := range samples {
			if all[s.row.name]++; s.burnt {
				burnt[s.row.name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(burnt)) {
		if 2*burnt[name] > all[name] {
			photos = append(photos, name)
		}
	}
	return photos
}

// choose picks the sample nearest to the average first, then the one that is least
// like those already chosen, so that few samples show all the ways a face can look.
func (l *learner) choose(samples []*sighted) []*sighted {
	if len(samples) == 0 {
		return nil
	}
	target := l.fine[samples[0].tile][0]
	vecs := make([][]float32, len(samples))
	first, best := 0, float32(-2)
	for i, s := range samples {
		vecs[i] = faces.Centred(s.way(false).Fine, l.mean)
		if k := faces.Inner(vecs[i], target); k > best {
			first, best = i, k
		}
	}
	chosen := []int{first}
	for len(chosen) < min(keptSamples, len(samples)) {
		next, least := -1, float32(2)
		for i := range samples {
			if slices.Contains(chosen, i) {
				continue
			}
			near := float32(-2)
			for _, c := range chosen {
				near = max(near, faces.Inner(vecs[i], vecs[c]))
			}
			// A sample unlike the average is rather a mistake than a new look.
			if near < least && faces.Inner(vecs[i], target) > .5*best {
				next, least = i, near
			}
		}
		if next < 0 {
			break
		}
		chosen = append(chosen, next)
	}
	out := make([]*sighted, len(chosen))
	for i, c := range chosen {
		out[i] = samples[c]
	}
	return out
}
