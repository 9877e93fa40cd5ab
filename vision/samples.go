package vision

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// keptSamples is how many samples of each face are kept.
const keptSamples = 6

// faces chooses the samples to keep and writes the report.
func (l *learner) faces(report *Report) (calibration.Faces, error) {
	out := calibration.Faces{Version: calibration.FacesVersion, Width: storedW, Height: storedH}
	report.Samples = map[models.Tile]int{}
	for _, t := range l.tiles() {
		face := calibration.Face{Tile: t}
		for _, s := range l.choose(l.byTile[t]) {
			data, err := encodeSample(s)
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
		vecs[i] = centred(f.fine, l.mean)
		if k := inner(vecs[i], target); k > best {
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
				near = max(near, inner(vecs[i], vecs[c]))
			}
			// A sample unlike the average is rather a mistake than a new look.
			if near < least && inner(vecs[i], target) > .5*best {
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

func encodeSample(s *sighted) ([]byte, error) {
	pix := s.ratio
	if s.flipped {
		pix = turned(pix)
	}
	img := image.NewRGBA(image.Rect(0, 0, storedW, storedH))
	for y := range storedH {
		for x := range storedW {
			i := 3 * (y*storedW + x)
			img.SetRGBA(x, y, color.RGBA{pix[i+2], pix[i+1], pix[i], 255})
		}
	}
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return nil, fmt.Errorf("sample of %v: %w", s.tile, err)
	}
	return buf.Bytes(), nil
}

// loadFaces computes the features of learned faces: every sample both ways up, and
// the average of each face.
func loadFaces(f calibration.Faces) (all, means []face, err error) {
	for _, learned := range f.Faces {
		var ups, downs []face
		for i, s := range learned.Samples {
			pix, err := decodeSample(s)
			if err != nil {
				return nil, nil, fmt.Errorf("sample %d of %v: %w", i, learned.Tile, err)
			}
			up, down := facesOf(learned.Tile, pix)
			all = append(all, up, down)
			ups, downs = append(ups, up), append(downs, down)
		}
		means = append(means, meanFace(ups), meanFace(downs))
	}
	return all, means, nil
}

// meanFace is the average of samples of one tile, one way up.
func meanFace(samples []face) face {
	var fine, coarse []vector
	for _, s := range samples {
		fine, coarse = append(fine, s.fine), append(coarse, s.coarse)
	}
	return face{samples[0].tile, samples[0].flipped, average(fine), average(coarse)}
}

func decodeSample(s calibration.Sample) ([]byte, error) {
	img, err := s.Image()
	if err != nil {
		return nil, err
	}
	b := img.Bounds()
	if b.Dx() != storedW || b.Dy() != storedH {
		return nil, fmt.Errorf("is %d×%d pixels, must be %d×%d", b.Dx(), b.Dy(), storedW, storedH)
	}
	pix := make([]byte, 0, 3*storedW*storedH)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			pix = append(pix, byte(bl>>8), byte(g>>8), byte(r>>8))
		}
	}
	return pix, nil
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
