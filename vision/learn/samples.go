package learn

import (
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// keptSamples is how many samples of each face are kept.
const keptSamples = 6

// faces chooses the samples to keep and writes the report.
func (l *learner) faces(report *Report) (calibration.Faces, error) {
	out := calibration.Faces{Version: calibration.FacesVersion, Width: faces.StoredW, Height: faces.StoredH}
	report.Samples = map[models.Tile]int{}
	for _, t := range l.tiles() {
		face := calibration.Face{Tile: t}
		for _, s := range l.choose(l.byTile[t]) {
			data, err := faces.EncodeSample(s.tile, s.ratio, s.flipped)
			if err != nil {
				return out, err
			}
			face.Samples = append(face.Samples, calibration.Sample{PNG: data})
		}
		out.Faces = append(out.Faces, face)
		report.Samples[t] = len(l.byTile[t])
		if len(l.byTile[t]) < enoughSamples {
			report.Weak = append(report.Weak, t)
		}
	}
	for i := range models.Kinds {
		if t := models.KindAt(i); report.Samples[t] == 0 {
			report.Missing = append(report.Missing, t)
		}
	}
	for _, extra := range extras() {
		if report.Samples[extra] == 0 {
			report.Extras = append(report.Extras, extra)
		}
	}
	return out, nil
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
		f := s.up
		if s.flipped {
			f = s.down
		}
		vecs[i] = faces.Centred(f.Fine, l.mean)
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

// extras are the tiles beside the 34 kinds: eight flowers and three red fives.
func extras() (out []models.Tile) {
	for rank := 1; rank <= 8; rank++ {
		out = append(out, models.NewTile(models.Flowers, rank))
	}
	for _, suit := range []models.Suit{models.Characters, models.Dots, models.Bamboos} {
		out = append(out, models.NewTile(suit, 0))
	}
	return out
}

// look draws the tile again from the row's frame and computes its features.
func (s *sighted) look() error {
	cell := s.row.frame.DrawTile(s.row.picture, raster.FineRes, s.t, sampleMargin)
	r, err := cell.Ratio()
	if err != nil {
		return err
	}
	s.shade = cell.ShadeAt(cell.Margin)
	s.ratio = faces.Crop(r, cell.Width, sampleMargin-faces.StoredMargin, faces.StoredW, faces.StoredH)
	s.up, s.down = faces.Of(s.tile, s.ratio)
	return nil
}
