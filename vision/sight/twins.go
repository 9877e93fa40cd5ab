package sight

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

// MarkTwins marks the fives that may be their twin.
func (r *Reader) MarkTwins(p *raster.Picture, rows []Row) (err error) {
	for _, c := range rows {
		for i := range c.Tiles {
			if c.Tiles[i].twin, err = r.maybeTwin(p, &c.Tiles[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// maybeTwin reports whether a five may be its red or black twin.
func (r *Reader) maybeTwin(p *raster.Picture, t *Reading) (bool, error) {
	k := slices.IndexFunc(t.Ranks, func(o faces.Rank) bool { return o.Tile.HasFace() && o.Tile.Kind() == t.Tile.Kind() && o.Tile != t.Tile })
	if k < 0 {
		return false, nil
	}
	own, twin := r.Match.MeanOf(faces.Look{Tile: t.Tile, Flipped: t.Flipped}), r.Match.MeanOf(faces.Look{Tile: t.Ranks[k].Tile, Flipped: t.Ranks[k].Flipped})
	g, err := t.Frame.DrawTile(p, raster.FineRes, t.T, faces.FineMargin).Grid()
	if err != nil {
		return false, err
	}
	seen := r.Match.Windows(g, [][2]int{{faces.FineMargin / raster.PoolCell, faces.FineMargin / raster.PoolCell}}, raster.FineW, raster.FineH)
	return faces.Towards(seen, own, twin) > mostTwin, nil
}
