package vision

import (
	"slices"

	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// A red five differs from the black one by the colour of some strokes only. Where a lamp is
// mirrored on a tile, black strokes turn grey, which is as much like red as like black; but
// however much of it a stroke has lost, red ink keeps its colour.

// mostTwin is how far, of the way from one five to its twin, the colour of those strokes may
// lie.
const mostTwin = 0.35

// markTwins marks the fives that may be their twin.
func (r *tileReader) markTwins(p *raster.Picture, rows []row) (err error) {
	for _, c := range rows {
		for i := range c.tiles {
			if c.tiles[i].twin, err = r.maybeTwin(p, &c.tiles[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// maybeTwin reports whether a five may be its red or black twin.
func (r *tileReader) maybeTwin(p *raster.Picture, t *reading) (bool, error) {
	k := slices.IndexFunc(t.ranks, func(o faces.Rank) bool { return o.Tile.HasFace() && o.Tile.Kind() == t.tile.Kind() && o.Tile != t.tile })
	if k < 0 {
		return false, nil
	}
	own, twin := r.match.MeanOf(faces.Look{Tile: t.tile, Flipped: t.flipped}), r.match.MeanOf(faces.Look{Tile: t.ranks[k].Tile, Flipped: t.ranks[k].Flipped})
	g, err := t.frame.DrawTile(p, raster.FineRes, t.t, faces.FineMargin).Grid()
	if err != nil {
		return false, err
	}
	seen := r.match.Windows(g, [][2]int{{faces.FineMargin / raster.PoolCell, faces.FineMargin / raster.PoolCell}}, raster.FineW, raster.FineH)
	return faces.Towards(seen, own, twin) > mostTwin, nil
}
