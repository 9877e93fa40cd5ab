package sight

import (
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// MarkTwins marks the fives that may be their red or black twin.
func (r *Reader) MarkTwins(p *raster.Picture, rows []Row) error {
	for _, c := range rows {
		for i := range c.Tiles {
			t := &c.Tiles[i]
			g, err := t.Frame.DrawTile(p, raster.FineRes, t.T, faces.FineMargin).Grid()
			if err != nil {
				return err
			}
			t.twin = r.Match.MaybeTwin(g, faces.Rank{Tile: t.Tile, Flipped: t.Flipped}, t.Ranks)
		}
	}
	return nil
}
