package learn

import (
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// A row tells by itself whether it is one, whatever its tiles look like: those with the same label look alike, and
// unlike those with another one. Most rows of a hand have such twins. Midway between two tiles they look alike, too,
// so that where rows stand is found by their faces alone. Of what set they are no row tells by itself.

// alikeness is by how much more alike a tile and its twins are than it and the likest tile of its row with another label, and how many twins it has.
type alikeness struct{ lead, twins float64 }

// twins compares the tiles of a row as they were last looked at, about the mean of all.
func (r *labelledRow) twins() []alikeness {
	mean, n := make([]float32, raster.FineLength), len(r.tiles)
	for _, s := range r.tiles {
		faces.Accumulate(mean, s.up.Fine, .5/float32(n))
		faces.Accumulate(mean, s.down.Fine, .5/float32(n))
	}
	upright, turned, out := make([][]float32, n), make([][]float32, n), make([]alikeness, n)
	for i, s := range r.tiles {
		upright[i], turned[i] = faces.Centred(s.up.Fine, mean), faces.Centred(s.down.Fine, mean)
	}
	for i, s := range r.tiles {
		own, rival, a := 0., -1., &out[i]
		for k, o := range r.tiles {
			switch alike := float64(max(faces.Inner(upright[i], upright[k]), faces.Inner(upright[i], turned[k]))); {
			case k == i:
			case o.tile == s.tile:
				own, a.twins = own+alike, a.twins+1
			case o.tile.Kind() != s.tile.Kind():
				rival = max(rival, alike)
			}
		}
		a.lead = own/max(a.twins, 1) - rival
	}
	return out
}
