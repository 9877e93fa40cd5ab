package learn

import (
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
)

func TestARowHasThePlacesThatItsNumberOfTilesAllows(t *testing.T) {
	row := func(ts ...float64) locate.Row {
		return locate.Row{Frame: raster.Frame{Centre: [3]models.Point{{}, {X: 20}}, Down: [2]models.Point{{Y: 28}}}, T: ts, Faces: make([]locate.Face, len(ts))}
	}
	for name, c := range map[string]struct {
		row  locate.Row
		n    int
		want [][]float64
	}{
		"as many as are written":      {row(0, 1, 2), 3, [][]float64{{0, 1, 2}}},
		"with gaps":                   {row(0, 1, 4), 3, [][]float64{{0, 1, 4}}},
		"one more":                    {row(0, 1, 2, 3), 3, [][]float64{{0, 1, 2}, {1, 2, 3}}},
		"one less":                    {row(0, 1, 2), 4, [][]float64{{0, 1, 2, 3}, {-1, 0, 1, 2}}},
		"one less, with room for it":  {row(0, 1, 3), 4, [][]float64{{0, 1, 2, 3}, {0, 1, 3, 4}, {-1, 0, 1, 3}}},
		"far fewer":                   {row(0, 1, 2), 9, nil},
		"room for more than one less": {row(0, 1, 5, 6), 5, [][]float64{{0, 1, 5, 6, 7}, {-1, 0, 1, 5, 6}}},
	} {
		var got [][]float64
		for _, h := range placesOf([]locate.Row{c.row}, c.n) {
			got = append(got, h.ts)
			if len(h.seen) != len(h.ts) {
				t.Errorf("%s: %d of %d are told of", name, len(h.seen), len(h.ts))
			}
		}
		if !slices.EqualFunc(got, c.want, slices.Equal[[]float64]) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
