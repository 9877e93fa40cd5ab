package checkup

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"jantaku/models"
)

// A lamp that faces mirror adds light to print and white alike, so that the darkest print is no longer dark: where a face has an ink of
// k0 and k is seen, the light added is (k - k0) / (1 - k) of white. Blur and noise add some, too, which is the same on all of a table.
// A lamp lies upon several tiles that lie together.
const (
	neighbours = 4  // tiles that are compared, itself among them
	counted    = 1  // which of them counts, from the least
	mirrored   = .1 // share of white that must be added more than on most tiles: drawn and rendered tables with lamps and without
	blank      = .4 // faces with so little ink tell nothing
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
	veils := make([]float64, len(faces))
	for i, f := range faces {
		near := slices.Clone(faces)
		away := func(o face) float64 { return math.Hypot(o.At.X-f.At.X, o.At.Y-f.At.Y) }
		slices.SortFunc(near, func(a, b face) int { return cmp.Compare(away(a), away(b)) })
		var all []float64
		for _, o := range near[:neighbours] {
			share, _ := added(o)
			all = append(all, share)
		}
		slices.Sort(all)
		veils[i] = all[counted]
	}
	usual := slices.Sorted(slices.Values(veils))[len(veils)/2]
	by, unread := map[models.Place]*Finding{}, map[models.Place]int{}
	for i, f := range faces {
		excess := veils[i] - usual
		if f.Place == 0 || excess < mirrored {
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
		if one := by[models.PlaceAt(i)]; one != nil {
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
