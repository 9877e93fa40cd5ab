package checkup

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"jantaku/models"
)

// A lamp that faces mirror adds light to print and white alike, so that the darkest print is no longer dark: where a face has an ink of
// k0 and k is seen, the light added is (k - k0) / (1 - k) of white. Blur and noise add some, too, which is the same on all of a table but
// for thin print; they do not make white lighter, as a lamp does wherever the camera is not saturated.
// A lamp lies upon several tiles that lie together: of each and its two neighbours the one in the middle counts, as now and then one
// alone has other print than it was taught with. Drawn tables with lamps and without are told apart alike by any share from .08 to .14;
// it is chosen among these for pictures whose white is saturated, where thin print alone is up to .12 lighter.
const (
	neighbours = 3   // tiles that are compared, itself among them
	several    = 2   // tiles of a river
	mirrored   = .13 // share of white that must be added more than on most tiles
	lighter    = .7  // share of that by which white must be lighter than usual: light is not even
	saturated  = .93 // linear light from which on white is not
	blank      = .4  // faces with so little ink tell nothing
)

// lamps tells where lamps are mirrored and which river places that costs.
func lamps(faces []face, ink Ink, costs curves) []Finding {
	known := slices.Sorted(maps.Values(ink))
	added := func(f face) (share float64, tells bool) {
		k0, ok := ink[f.Face]
		switch {
		case ok && k0 > blank, f.Face == models.White:
			return 0, false
		case !ok && len(known) > 0:
			k0 = known[len(known)/2]
		}
		return (f.ink - k0) / max(.05, 1-f.ink), true
	}
	faces = slices.DeleteFunc(slices.Clone(faces), func(f face) bool { _, tells := added(f); return !tells })
	if len(faces) < leastTiles {
		return nil
	}
	veils, whites := make([]float64, len(faces)), make([]float64, len(faces))
	for i, f := range faces {
		near := slices.Clone(faces)
		away := func(o face) float64 { return math.Hypot(o.At.X-f.At.X, o.At.Y-f.At.Y) }
		slices.SortFunc(near, func(a, b face) int { return cmp.Compare(away(a), away(b)) })
		var shares, white []float64
		for _, o := range near[:neighbours] {
			share, _ := added(o)
			shares, white = append(shares, share), append(white, o.white)
		}
		veils[i], whites[i] = middle(shares), middle(white)
	}
	usual, usualWhite := middle(veils), middle(whites)
	by, unread := map[models.Place]*Finding{}, map[models.Place]int{}
	for i, f := range faces {
		excess := veils[i] - usual
		if f.Place == 0 || excess < mirrored || whites[i] < min(saturated, usualWhite*(1+lighter*excess)) {
			continue
		}
		one := by[f.Place]
		if one == nil {
			one = &Finding{Code: Lamp, Place: f.Place}
			by[f.Place] = one
		}
		one.Tiles++
		if !f.Read {
			unread[f.Place]++
		}
		one.Marks = append(one.Marks, f.Quad)
		one.Value = max(one.Value, excess)
	}
	var all []Finding
	for i := range models.Places {
		if one := by[models.PlaceAt(i)]; one != nil && one.Tiles >= several {
			one.Cost = max(costs.of(Lamp, one.Value), float64(unread[one.Place])/float64(one.Tiles))
			one.Grade = gradeOf(one.Cost)
			one.Value = min(one.Value, 1) // light that saturates tells of more than there can be
			if one.Grade == Green {
				one.Grade = Yellow // it is there, and costs more where it lies upon thin print
			}
			all = append(all, *one)
		}
	}
	return all
}

// middle is the median.
func middle(all []float64) float64 { return slices.Sorted(slices.Values(all))[len(all)/2] }
