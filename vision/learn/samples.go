package learn

import (
	"image"
	"maps"
	"slices"
	"sync"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
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

// unburnt are those of some samples that show all of their print, or all where none does.
func unburnt(samples []*sighted) []*sighted {
	if some := slices.DeleteFunc(slices.Clone(samples), func(s *sighted) bool { return s.burnt }); len(some) > 0 {
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

// What a face looks like before any photograph of it was seen is drawn: a third of the tiles of
// a real set look most like the drawing of their own face, and two thirds are among the five
// most alike. That is too little to read a tile, and enough to find where a row whose tiles are
// known stands. No drawing is ever learned.

// drawnWhite is the brightness of a bare drawn tile, which is not quite white.
const drawnWhite = 243

// drawnLook is a drawn face, one way up, as it is compared coarsely.
type drawnLook struct {
	tile   models.Tile
	coarse raster.Vector
}

// drawnFaces draws every face of some styles, both ways up.
func drawnFaces(styles []artwork.Style) (looks []drawnLook) {
	for tile := models.Tile(1); tile.HasFace(); tile++ {
		for _, style := range styles {
			up, down := faces.Of(tile, asSample(artwork.Face(style, tile)))
			looks = append(looks, drawnLook{tile, up.Coarse}, drawnLook{tile, down.Coarse})
		}
	}
	return looks
}

// everyDrawnFace are the drawn faces of every style; they are always the same.
var everyDrawnFace = sync.OnceValue(func() []drawnLook { return drawnFaces(artwork.Styles()) })

// asSample averages the picture of a whole face down to the size of a sample, which shows it
// without its rim.
func asSample(img *image.RGBA) []byte {
	wide, high := float64(img.Bounds().Dx())/raster.CellW, float64(img.Bounds().Dy())/raster.CellH
	out := make([]byte, 0, 3*faces.StoredW*faces.StoredH)
	for y := range faces.StoredH {
		for x := range faces.StoredW {
			left, top := float64(x+(raster.CellW-faces.StoredW)/2)*wide, float64(y+(raster.CellH-faces.StoredH)/2)*high
			out = append(out, meanOf(img, int(left), int(top), int(left+wide)+1, int(top+high)+1)...)
		}
	}
	return out
}

// meanOf is the mean of the pixels from (x0, y0) to before (x1, y1): blue, green, red, as shares
// of a bare tile.
func meanOf(img *image.RGBA, x0, y0, x1, y1 int) []byte {
	var sum [3]int
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			c := img.RGBAAt(x, y)
			sum[0], sum[1], sum[2] = sum[0]+int(c.B), sum[1]+int(c.G), sum[2]+int(c.R)
		}
	}
	out := make([]byte, 3)
	for k, v := range sum {
		out[k] = byte(min(v*255/drawnWhite/((x1-x0)*(y1-y0)), 255))
	}
	return out
}
