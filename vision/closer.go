package vision

import (
	"cmp"
	"slices"

	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// A tile that is not clear at once is looked at again: it may stand crooked in its
// row. Each of the likely faces gets the same chance to be found in a slightly
// moved, sheared, turned or scaled window.
const (
	closerSim   = 0.42 // less is no tile at all
	closerFaces = 5    // likely faces that are tried
	hopeless    = 0.3  // by how much less likely a face is that no other window makes the best
	maybeTile   = 0.7  // of what may be a tile whose face was not looked for yet
	likelyThere = 0.2  // by how much less alike another face is at most where the best one is seen
	mostBeside  = 4    // faces that are looked for beside the place of the best one
	closerStep  = 0.05 // of a tile: the first step of the search

	// How far, in tiles, the sides of a tile may lean or stretch otherwise than was thought:
	// where its row is all that is known, where it lies turned in that, and where the table is
	// calibrated. Four fifths of a 9s look like a 6s.
	rowDistorts, turnedDistorts, tableDistorts = 0.4, 0.2, 0.08
)

// lookCloser searches a better window for each of the likely faces of a tile, from
// the frame that the tile has and from those of neighbours that stand better.
func (r *tileReader) lookCloser(p *raster.Picture, t *reading, from ...raster.Frame) error {
	if t.clear() || t.ranks[0].Sim < closerSim && len(from) == 0 {
		return nil
	}
	for _, f := range from {
		if err := r.lookFrom(p, t, f); err != nil {
			return err
		}
	}
	if t.sim < poorSim {
		f := t.frame
		for _, v := range []float64{-.36, -.24, -.12, .12, .24, .36} {
			g := f
			g.Centre[0] = g.Centre[0].Add(g.DownAt(t.t).Times(v))
			if err := r.lookFrom(p, t, g); err != nil {
				return err
			}
		}
	}
	if t.sim < t.least {
		return nil
	}
	look := closeLook{r: r, p: p, t: t, best: t.frame, top: -1, views: map[raster.Frame]*raster.Grid{}}
	for k := range min(closerFaces, len(t.ranks)) {
		// The faces that come next were not looked for yet: only one that is seen well beats them.
		if look.top >= wellSeen && look.top-t.ranks[k].Sim > hopeless {
			break
		}
		look.at(&t.ranks[k], t.frame)
	}
	if err := look.atOthers(); err != nil {
		return err
	}
	if err := look.aroundIt(); err != nil {
		return err
	}
	t.frame, t.quad = look.best, look.best.Quad(t.t, 0)
	slices.SortStableFunc(t.ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
	t.decide()
	return nil
}

// centreFaces compares the likely faces of a tile each where it is seen best, to a part of a
// cell: half a cell off, a black five may look more like a red one.
func (r *tileReader) centreFaces(p *raster.Picture, t *reading) error {
	g, err := t.frame.DrawTile(p, raster.FineRes, t.t, faces.FineMargin).Grid()
	if err != nil {
		return err
	}
	best, top := t.frame, -1.0
	for k := range t.ranks {
		rank := &t.ranks[k]
		if t.sim-rank.Sim >= clearMargin {
			break
		}
		samples := r.match.Samples(faces.Look{Tile: rank.Tile, Flipped: rank.Flipped})
		right, down := r.match.Peak(g, samples)
		f := t.frame
		f.Centre[0] = f.Centre[0].Add(f.Along(t.t).Times(right * raster.PoolCell / raster.CellW).Add(f.DownAt(t.t).Times(down * raster.PoolCell / raster.CellH)))
		there, err := f.DrawTile(p, raster.FineRes, t.t, faces.FineMargin).Grid()
		if err != nil {
			return err
		}
		middle := [][2]int{{faces.FineMargin / raster.PoolCell, faces.FineMargin / raster.PoolCell}}
		sim := float64(slices.Max(samples.Compare(r.match.Windows(there, middle, raster.FineW, raster.FineH), 1)))
		if rank.Sim = max(rank.Sim, sim); rank.Sim > top {
			best, top = f, rank.Sim
		}
	}
	t.frame, t.quad = best, best.Quad(t.t, 0)
	slices.SortStableFunc(t.ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
	t.decide()
	return nil
}

// readClosely reads a tile where its frame says it stands, and looks closer.
func (r *tileReader) readClosely(p *raster.Picture, t *reading) error {
	if err := r.readTile(p, t); err != nil {
		return err
	}
	return r.lookCloser(p, t)
}

// settledOn gives the frame in which the tile at t, seen in a frame, looks most like a
// face, moved in some ways only.
func (r *tileReader) settledOn(p *raster.Picture, f raster.Frame, t float64, of faces.Look, moves []raster.Move, rounds int) raster.Frame {
	samples := r.match.Samples(of)
	middle := [][2]int{{faces.FineMargin / raster.PoolCell, faces.FineMargin / raster.PoolCell}}
	f, _ = raster.RefineWith(moves, f, t, rounds, closerStep, func(g *raster.Frame) float64 {
		grid, err := g.DrawTile(p, raster.FineRes, t, faces.FineMargin).Grid()
		if err != nil {
			return 0
		}
		return float64(slices.Max(samples.Compare(r.match.Windows(grid, middle, raster.FineW, raster.FineH), 1)))
	})
	return f
}

// settledAround gives tiles with one of them and those next to it moved to where their faces
// are seen best.
func (r *tileReader) settledAround(p *raster.Picture, tiles []reading, i int) []reading {
	tiles = slices.Clone(tiles)
	r.settleTiles(p, tiles[max(i-1, 0):min(i+2, len(tiles))])
	return tiles
}

// settleTiles moves the frames of tiles to where their faces are seen best.
func (r *tileReader) settleTiles(p *raster.Picture, tiles []reading) {
	for i := range tiles {
		t := &tiles[i]
		if t.tile.HasFace() {
			t.frame = r.settledOn(p, t.frame, t.t, faces.Look{Tile: t.tile, Flipped: t.flipped}, raster.Moves[:2], 4)
			t.quad = t.frame.Quad(t.t, 0)
		}
	}
}

// lookFrom reads a tile in another frame and takes that for the tile's own if it
// shows a face better.
func (r *tileReader) lookFrom(p *raster.Picture, t *reading, f raster.Frame) error {
	other := reading{t: t.t, frame: f, distorts: t.distorts, least: t.least}
	if err := r.readTile(p, &other); err != nil {
		return err
	}
	if other.sim > t.sim {
		*t = other
	}
	return nil
}

// follow looks again at the tiles of a row that are not clear, from the surest
// stretch outwards: a row that bends is followed tile by tile.
func (r *tileReader) follow(p *raster.Picture, tiles []reading) error {
	from, to := surest(tiles)
	step := func(i, neighbour int) error {
		t := &tiles[i]
		if t.clear() {
			return nil
		}
		if neighbour < 0 || neighbour >= len(tiles) || tiles[neighbour].sim < surelyTile {
			return r.lookCloser(p, t)
		}
		return r.lookCloser(p, t, tiles[neighbour].frame)
	}
	middle := (from + to) / 2
	for i := middle; i < len(tiles); i++ {
		if err := step(i, i-1); err != nil {
			return err
		}
	}
	for i := middle - 1; i >= 0; i-- {
		if err := step(i, i+1); err != nil {
			return err
		}
	}
	return nil
}
