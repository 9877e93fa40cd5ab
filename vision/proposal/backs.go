package proposal

import (
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/outline"
)

// backsBeside looks for tiles face down beside those that were found: the hidden ones of concealed
// kongs, and the wall around an indicator. Of what colour those of the set are may be known, and how those look that were found is told.
func (p *Picture) backsBeside(open []Found, seen []Glance, known *outline.Tints) (backs []Found, looks []outline.Back) {
	k := &UsualSweep
	free := func(at models.Pose) bool {
		on := func(f Found) bool { return p.Share(f.Pose, at) }
		return !slices.ContainsFunc(open, on) && !slices.ContainsFunc(backs, on)
	}
	for i := range seen {
		if zone, in := calibration.ZoneAt(p.Table.Camera.Zones, open[i].At); in && zone.Use == calibration.RiverZone {
			continue
		}
		for _, step := range []float64{-1, 1} {
			from, f, light := outline.Back{Frame: seen[i].Frame}, seen[i].Field, seen[i].Light()
			for range models.KongTiles { // more are a wall
				pose := open[i].Pose
				if pose.At = f.View.Table(from.Frame.At(from.T + step)); !free(pose) {
					break
				}
				b := outline.Beside(p.Raster, &from.Frame, from.T+step, step, light, outline.InWall)
				if known != nil {
					b = b.Tinted(*known)
				}
				if b.Sim < k.Back {
					break
				}
				found := Found{Evidence: models.Evidence{Pose: pose}, Sure: b.Sim, Quad: b.Quad}
				found.At = f.View.Table(b.Frame.At(b.T))
				for t := range found.LogLike {
					found.LogLike[t] = math.Inf(-1)
				}
				found.LogLike[models.NoTile], found.LogLike[models.Back] = 0, faces.Logit(min(b.Sim, 1-leastChance))
				for c, q := range b.Quad {
					found.Table[c] = f.View.Table(q)
				}
				backs, looks, from = append(backs, found), append(looks, b), b
			}
		}
	}
	return backs, looks
}

// tints are the colours of backs as most of some have it, and of the cloth; false where one is not known.
func (p *Picture) tints(backs []outline.Back) (t outline.Tints, ok bool) {
	if t.Set, ok = outline.CommonColour(backs); !ok || p.cloth == nil {
		return t, false
	}
	t.Cloth = p.cloth().colour
	return t, true
}

// Tinted are some backs weighed by the colour that most of them have, where that is known.
func (p *Picture) Tinted(backs []outline.Back) []outline.Back {
	known, ok := p.tints(backs)
	if !ok {
		return backs
	}
	out := make([]outline.Back, len(backs))
	for i, b := range backs {
		out[i] = b.Tinted(known)
	}
	return out
}
