package layout

import (
	"math"
	"slices"

	"jantaku/models"
)

// choice is the faces one tile may have, the eye's first choice first.
type choice struct {
	tile  *tile
	faces []face
	// lost is the probability that none of the faces is right, relative to the first.
	lost float64
}

// face is a candidate with its likelihood relative to the eye's first choice.
type face struct {
	tile  models.Tile
	ratio float64
}

// weigh makes the choices of the tiles that have faces.
func weigh(tiles []*tile, caution float64) []choice {
	var list []choice
	for _, t := range tiles {
		if !t.Tile.HasFace() {
			continue
		}
		wrong := clamp(1-t.Confidence, 0, 1)
		careful := clamp(math.Max(wrong*caution, tuning.errorFloor), 0, 1-1e-6)
		c := choice{tile: t, faces: []face{{t.Tile, 1}}}
		left := careful
		for _, alt := range t.Alternatives {
			if !alt.Tile.HasFace() || c.has(alt.Tile) || !(alt.Confidence > 0) || wrong <= 0 {
				continue
			}
			p := math.Min(left, clamp(alt.Confidence, 0, 1)/wrong*careful)
			left -= p
			// Caution may make the others likelier, but never likelier than the first.
			said := alt.Confidence / math.Max(1-wrong, 1e-6)
			c.faces = append(c.faces, face{alt.Tile, math.Min(p/(1-careful), math.Max(1, said))})
		}
		c.lost = left / (1 - careful)
		list = append(list, c)
	}
	return list
}

func (c *choice) has(t models.Tile) bool {
	return slices.ContainsFunc(c.faces, func(f face) bool { return f.tile == t })
}

func clamp(x, lo, hi float64) float64 {
	if !(x > lo) { // NaN counts as the lowest
		return lo
	}
	return math.Min(x, hi)
}

// change is one tile, or several that were read alike, taken for another face.
type change struct {
	tiles []*tile
	face  models.Tile
	ratio float64
}

// changes lists the single steps away from the eye's first choices. Tiles that
// were read alike may be wrong alike, and the eye's errors on them are no
// independent events: together they count one and a half errors for two tiles,
// two for three and so on.
func changes(list []choice) []change {
	var out []change
	type pair struct{ from, to models.Tile }
	alike := map[pair]*change{}
	var order []pair
	for _, c := range list {
		for _, f := range c.faces[1:] {
			out = append(out, change{[]*tile{c.tile}, f.tile, f.ratio})
			key := pair{c.tile.Tile.Kind(), f.tile}
			if alike[key] == nil {
				alike[key] = &change{face: f.tile, ratio: 1}
				order = append(order, key)
			}
			alike[key].tiles = append(alike[key].tiles, c.tile)
			alike[key].ratio *= f.ratio
		}
	}
	for _, key := range order {
		if ch := alike[key]; len(ch.tiles) > 1 {
			n := float64(len(ch.tiles))
			ch.ratio = math.Pow(ch.ratio, (1+(n-1)/2)/n)
			out = append(out, *ch)
		}
	}
	return out
}

// keepLikely bounds the work: at most the sixty likeliest changes.
func keepLikely(all []change) []change {
	for len(all) > tuning.mostChanges {
		least := 0
		for i := range all {
			if all[i].ratio < all[least].ratio {
				least = i
			}
		}
		all[least] = all[len(all)-1]
		all = all[:len(all)-1]
	}
	return all
}

func overlap(a, b change) bool {
	return slices.ContainsFunc(a.tiles, func(t *tile) bool { return slices.Contains(b.tiles, t) })
}
