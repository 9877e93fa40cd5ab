package vision

import (
	"cmp"
	"slices"
)

// A tile that is not clear at once is looked at again: it may stand crooked in its
// row. Each of the likely faces gets the same chance to be found in a slightly
// moved, sheared, turned or scaled window.
const (
	clearSim    = 0.86 // similarity and
	clearMargin = 0.13 // margin of a tile that needs no second look
	closerSim   = 0.42 // less is no tile at all
	poorSim     = 0.80 // of a tile that may stand up or down from its row
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

// clear reports whether a tile needs no second look.
func (t *reading) clear() bool { return t.plain(clearMargin) }

// lookCloser searches a better window for each of the likely faces of a tile, from
// the frame that the tile has and from those of neighbours that stand better.
func (r *Reader) lookCloser(p *picture, t *reading, from ...frame) error {
	if t.clear() || t.ranks[0].sim < closerSim && len(from) == 0 {
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
			g.centre[0] = g.centre[0].Add(g.downAt(t.t).Times(v))
			if err := r.lookFrom(p, t, g); err != nil {
				return err
			}
		}
	}
	if t.sim < t.least {
		return nil
	}
	look := closeLook{r: r, p: p, t: t, best: t.frame, top: -1, views: map[frame]*grid{}}
	for k := range min(closerFaces, len(t.ranks)) {
		// The faces that come next were not looked for yet: only one that is seen well beats them.
		if look.top >= wellSeen && look.top-t.ranks[k].sim > hopeless {
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
	t.frame, t.quad = look.best, look.best.quad(t.t, 0)
	slices.SortStableFunc(t.ranks, func(a, b rank) int { return cmp.Compare(b.sim, a.sim) })
	t.decide()
	return nil
}

// centreFaces compares the likely faces of a tile each where it is seen best, to a part of a
// cell: half a cell off, a black five may look more like a red one.
func (r *Reader) centreFaces(p *picture, t *reading) error {
	g, err := t.frame.drawTile(p, fineRes, t.t, fineMargin).grid()
	if err != nil {
		return err
	}
	best, top := t.frame, -1.0
	for k := range t.ranks {
		rank := &t.ranks[k]
		if t.sim-rank.sim >= clearMargin {
			break
		}
		samples := r.match.samples(look{rank.tile, rank.flipped})
		right, down := r.match.peak(g, samples)
		f := t.frame
		f.centre[0] = f.centre[0].Add(f.along(t.t).Times(right * poolCell / cellW).Add(f.downAt(t.t).Times(down * poolCell / cellH)))
		there, err := f.drawTile(p, fineRes, t.t, fineMargin).grid()
		if err != nil {
			return err
		}
		middle := [][2]int{{fineMargin / poolCell, fineMargin / poolCell}}
		sim := float64(slices.Max(samples.compare(r.match.windows(there, middle, fineW, fineH), 1)))
		if rank.sim = max(rank.sim, sim); rank.sim > top {
			best, top = f, rank.sim
		}
	}
	t.frame, t.quad = best, best.quad(t.t, 0)
	slices.SortStableFunc(t.ranks, func(a, b rank) int { return cmp.Compare(b.sim, a.sim) })
	t.decide()
	return nil
}

// peak is how many cells to the right and down of the middle of a grid a tile looks most like
// some samples. Between cells the likeness is taken to fall like a parabola.
func (m *matcher) peak(g *grid, samples *bank) (right, down float64) {
	const wide = 3 // cells, around the middle
	var places [][2]int
	for k := range wide * wide {
		places = append(places, [2]int{fineMargin/poolCell + k%wide - 1, fineMargin/poolCell + k/wide - 1})
	}
	n := samples.faces
	sims := samples.compare(m.windows(g, places, fineW, fineH), len(places))
	k, _ := argmax(sims)
	x, y := k/n%wide, k/n/wide
	like := func(x, y int) float64 { return float64(slices.Max(sims[(y*wide+x)*n : (y*wide+x+1)*n])) }
	right, down = float64(x-1), float64(y-1)
	if x == 1 {
		right = vertex(like(0, y), like(1, y), like(2, y))
	}
	if y == 1 {
		down = vertex(like(x, 0), like(x, 1), like(x, 2))
	}
	return right, down
}

// vertex is where, from the middle one of three values, the parabola through them is highest.
func vertex(before, at, after float64) float64 {
	bend := before + after - 2*at
	if bend >= 0 {
		return 0
	}
	return (before - after) / 2 / bend
}

// readClosely reads a tile where its frame says it stands, and looks closer.
func (r *Reader) readClosely(p *picture, t *reading) error {
	if err := r.readTile(p, t); err != nil {
		return err
	}
	return r.lookCloser(p, t)
}

// settledOn gives the frame in which the tile at t, seen in a frame, looks most like a
// face, moved in some ways only.
func (r *Reader) settledOn(p *picture, f frame, t float64, of look, moves []move, rounds int) frame {
	samples := r.match.samples(of)
	middle := [][2]int{{fineMargin / poolCell, fineMargin / poolCell}}
	f, _ = refineWith(moves, f, t, rounds, closerStep, func(g *frame) float64 {
		grid, err := g.drawTile(p, fineRes, t, fineMargin).grid()
		if err != nil {
			return 0
		}
		return float64(slices.Max(samples.compare(r.match.windows(grid, middle, fineW, fineH), 1)))
	})
	return f
}

// settledAround gives tiles with one of them and those next to it moved to where their faces
// are seen best.
func (r *Reader) settledAround(p *picture, tiles []reading, i int) []reading {
	tiles = slices.Clone(tiles)
	r.settleTiles(p, tiles[max(i-1, 0):min(i+2, len(tiles))])
	return tiles
}

// settleTiles moves the frames of tiles to where their faces are seen best.
func (r *Reader) settleTiles(p *picture, tiles []reading) {
	for i := range tiles {
		t := &tiles[i]
		if t.tile.HasFace() {
			t.frame = r.settledOn(p, t.frame, t.t, look{t.tile, t.flipped}, moves[:2], 4)
			t.quad = t.frame.quad(t.t, 0)
		}
	}
}

// lookFrom reads a tile in another frame and takes that for the tile's own if it
// shows a face better.
func (r *Reader) lookFrom(p *picture, t *reading, f frame) error {
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
func (r *Reader) follow(p *picture, tiles []reading) error {
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
