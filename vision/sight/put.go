package sight

import (
	"slices"

	"jantaku/vision/raster"
)

// WithoutDoubles keeps of tiles of any rows that lie upon each other the better one.
func WithoutDoubles(rows []Row) (out []Row) {
	for _, c := range rows {
		kept := c
		kept.Tiles = nil
		for _, t := range c.Tiles {
			if !t.beaten(rows) {
				kept.Tiles = append(kept.Tiles, t)
			}
		}
		if len(kept.Tiles) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// beaten reports whether tiles that are seen better lie where this one does, one of
// them or, for a tile that looks like no face, several together.
func (t *Reading) beaten(rows []Row) bool {
	taken := 0.0
	for _, c := range rows {
		for _, o := range c.Tiles {
			if o.Sim <= t.Sim {
				continue
			}
			if o.clash(t) {
				return true
			}
			taken += raster.Overlap(t.Quad, o.Quad)
		}
	}
	return t.Sim < Levels.TurnedSim && taken > someOverlap/2
}

// Put adds a tile to a row if nothing that is seen better lies there, and takes out
// what is seen worse.
func Put(rows []Row, at int, t Reading) bool {
	for _, c := range rows {
		if slices.ContainsFunc(c.Tiles, func(o Reading) bool { return o.Sim >= t.Sim && t.clash(&o) }) {
			return false
		}
	}
	for i := range rows {
		rows[i].Tiles = Only(rows[i].Tiles, func(o Reading) bool { return !t.clash(&o) })
	}
	c := &rows[at]
	k := slices.IndexFunc(c.Tiles, func(o Reading) bool { return !c.after(&t, &o) })
	if k < 0 {
		k = len(c.Tiles)
	}
	c.Tiles = slices.Insert(c.Tiles, k, t)
	return true
}

// after reports whether a tile lies farther along a row than another: of rows that were joined
// each part counts t from elsewhere.
func (c *Row) after(t, o *Reading) bool {
	along, _ := o.Sides()
	return c.Place(t).Sub(c.Place(o)).Dot(along) > 0
}
