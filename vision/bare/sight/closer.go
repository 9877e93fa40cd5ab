package sight

import (
	"cmp"
	"slices"

	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// CloserTuning is how a tile is looked at again that is not clear at once: it may stand crooked in its row.
// Each of the likely faces gets the same chance to be found in a slightly moved, sheared, turned or scaled
// window.
type CloserTuning struct {
	Sim         float64   // likeness; less is no tile at all
	Faces       int       // likely faces that are tried
	Hopeless    float64   // by how much less likely a face is that no other window makes the best
	MaybeTile   float64   // likeness of what may be a tile whose face was not looked for yet
	LikelyThere float64   // by how much less alike another face is at most where the best one is seen
	MostBeside  int       // faces that are looked for beside the place of the best one
	Step        float64   // of a tile: the first step of the search
	AroundIt    float64   // tiles to each side, and as far up and down, where a likelier face is looked for
	Beside      []float64 // heights of a tile up and down, where one is looked for that stands out of its row

	// How far, in tiles, the sides of a tile may lean or stretch otherwise than was thought: where its row is
	// all that is known, and where it lies turned in that. Four fifths of a 9s look like a 6s.
	RowDistorts, TurnedDistorts float64
}

// Closer are the figures with which the eye reads.
var Closer = CloserTuning{
	Sim: .42, Faces: 5, Hopeless: .3, MaybeTile: .7, LikelyThere: .2, MostBeside: 4, Step: .05, AroundIt: .2,
	Beside: []float64{-.36, -.24, -.12, .12, .24, .36}, RowDistorts: .4, TurnedDistorts: .2,
}

// LookCloser searches a better window for each of the likely faces of a tile, from
// the frame that the tile has and from those of neighbours that stand better.
func (r *Reader) LookCloser(p *raster.Picture, t *Reading, from ...raster.Frame) error {
	if t.Clear() || t.Ranks[0].Sim < Closer.Sim && len(from) == 0 {
		return nil
	}
	for _, f := range from {
		if err := r.lookFrom(p, t, f); err != nil {
			return err
		}
	}
	if t.Sim < Levels.PoorSim {
		f := t.Frame
		for _, v := range Closer.Beside {
			g := f
			g.Centre[0] = g.Centre[0].Add(g.DownAt(t.T).Times(v))
			if err := r.lookFrom(p, t, g); err != nil {
				return err
			}
		}
	}
	if t.Sim < t.Least {
		return nil
	}
	look := closeLook{r: r, p: p, t: t, best: t.Frame, top: -1, views: map[raster.Frame]*raster.Grid{}}
	for k := range min(Closer.Faces, len(t.Ranks)) {
		// The faces that come next were not looked for yet: only one that is seen well beats them.
		if look.top >= Levels.WellSeen && look.top-t.Ranks[k].Sim > Closer.Hopeless {
			break
		}
		look.at(&t.Ranks[k], t.Frame)
	}
	if err := look.atOthers(); err != nil {
		return err
	}
	if err := look.aroundIt(); err != nil {
		return err
	}
	t.Frame, t.Quad = look.best, look.best.Quad(t.T, 0)
	slices.SortStableFunc(t.Ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
	t.Decide()
	return nil
}

// ReadClosely reads a tile where its frame says it stands, and looks closer.
func (r *Reader) ReadClosely(p *raster.Picture, t *Reading) error {
	if err := r.ReadTile(p, t); err != nil {
		return err
	}
	return r.LookCloser(p, t)
}

// SettledOn gives the frame in which the tile at t, seen in a frame, looks most like a
// face, moved in some ways only.
func (r *Reader) SettledOn(p *raster.Picture, f raster.Frame, t float64, of faces.Look, moves []raster.Move, rounds int) raster.Frame {
	samples := r.Match.Samples(of)
	middle := [][2]int{{faces.FineMargin / raster.PoolCell, faces.FineMargin / raster.PoolCell}}
	f, _ = raster.Refine(moves, f, t, rounds, Closer.Step, func(g *raster.Frame) float64 {
		grid, err := g.DrawTile(p, raster.FineRes, t, faces.FineMargin).Grid()
		if err != nil {
			return 0
		}
		return float64(slices.Max(samples.Compare(r.Match.Windows(grid, middle, raster.FineW, raster.FineH), 1)))
	})
	return f
}

// SettleTiles moves the frames of tiles to where their faces are seen best.
func (r *Reader) SettleTiles(p *raster.Picture, tiles []Reading) {
	for i := range tiles {
		t := &tiles[i]
		if t.Tile.HasFace() {
			t.Frame = r.SettledOn(p, t.Frame, t.T, faces.Look{Tile: t.Tile, Flipped: t.Flipped}, raster.Moves[:2], 4)
			t.Quad = t.Frame.Quad(t.T, 0)
		}
	}
}

// lookFrom reads a tile in another frame and takes that for the tile's own if it
// shows a face better.
func (r *Reader) lookFrom(p *raster.Picture, t *Reading, f raster.Frame) error {
	other := Reading{T: t.T, Frame: f, Distorts: t.Distorts, Least: t.Least}
	if err := r.ReadTile(p, &other); err != nil {
		return err
	}
	if other.Sim > t.Sim {
		*t = other
	}
	return nil
}
