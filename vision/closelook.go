package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
)

// circleMoves are the moves of refine that make sense for a single tile which looks the same however
// it is turned, closerMoves those for any other.
var (
	circleMoves = append(slices.Clone(moves[:4]), widened)
	closerMoves = append(slices.Clone(circleMoves), tilted)
)

func widened(f frame, m, k float64) frame {
	g := f.shifted(m, 1+k)
	g.down = [2]models.Point{f.downAt(m), f.down[1]}
	return g.about(m)
}

func tilted(f frame, m, k float64) frame {
	g := f.shifted(m, 1)
	g.centre[1] = g.centre[1].Add(f.downAt(m).Times(k))
	return g.about(m)
}

// closeLook looks for faces around where a tile stands.
type closeLook struct {
	r      *Reader
	p      *picture
	t      *reading
	best   frame   // in which one is seen best
	top    float64 // and how well
	looked []models.Tile
	views  map[frame]*grid // faces are looked for in many of the same windows
}

// at looks for one face, from where a frame says the tile stands.
func (c *closeLook) at(k *rank, from frame) {
	c.looked = append(c.looked, k.tile)
	if k.blank { // without print, it is seen as well a little farther
		if k.sim > c.top {
			c.best, c.top = c.t.frame, k.sim
		}
		return
	}
	samples := c.r.match.samples(look{k.tile, k.flipped})
	may := closerMoves
	if k.tile == circle {
		may = circleMoves
	}
	f, sim := refineWith(may, from, c.t.t, 2, closerStep, func(f *frame) float64 {
		if f.distorts(&c.t.frame, c.t.t, cmp.Or(c.t.distorts, rowDistorts)) {
			return 0
		}
		g, err := c.view(*f)
		if err != nil {
			return 0
		}
		return c.r.match.best(g, samples, fineMargin/poolCell, fineMargin/poolCell)
	})
	k.sim = max(k.sim, sim)
	if k.sim > c.top {
		c.best, c.top = f, k.sim
	}
}

// atOthers looks for the faces that seemed less likely at first and do not where the best one is
// seen: in a window a little off its place, a 2m may look like any character but a 2m.
func (c *closeLook) atOthers() error {
	if c.top < maybeTile {
		return nil
	}
	g, err := c.view(c.best)
	if err != nil {
		return err
	}
	for _, k := range c.r.rankTiles(g, 1) {
		if !slices.Contains(c.looked, k.tile) && c.top-k.sim < likelyThere {
			c.at(c.rankOf(k), c.t.frame)
		}
	}
	return nil
}

// besideIt are the places around that of a tile, in tiles, where it may stand as well.
var besideIt = []models.Point{{X: -.2}, {X: .2}, {Y: -.2}, {Y: .2}, {X: -.2, Y: -.2}, {X: .2, Y: -.2}, {X: -.2, Y: .2}, {X: .2, Y: .2}}

// aroundIt looks for faces beside the place of one that is not seen as well as a tile in its place:
// some strokes of a 5m, seen aslant, look like a 3m.
func (c *closeLook) aroundIt() error {
	if c.top < maybeTile || c.top >= inPlace {
		return nil
	}
	type seen struct {
		rank
		from frame
	}
	var others []seen
	for _, off := range besideIt {
		f := c.t.frame
		f.centre[0] = f.centre[0].Add(f.along(c.t.t).Times(off.X).Add(f.downAt(c.t.t).Times(off.Y)))
		g, err := c.view(f)
		if err != nil {
			return err
		}
		for _, k := range c.r.rankTiles(g, fineReach) {
			if k.blank || c.top-k.sim > likelyThere {
				continue
			}
			i := slices.IndexFunc(others, func(o seen) bool { return o.tile == k.tile })
			switch {
			case i < 0:
				others = append(others, seen{k, f})
			case k.sim > others[i].sim:
				others[i] = seen{k, f}
			}
		}
	}
	slices.SortStableFunc(others, func(a, b seen) int { return cmp.Compare(b.sim, a.sim) })
	for _, o := range others[:min(len(others), mostBeside)] {
		c.at(c.rankOf(o.rank), o.from)
	}
	return nil
}

// rankOf is the rank of a face among those of the tile, at least as high as it was seen now.
func (c *closeLook) rankOf(k rank) *rank {
	i := slices.IndexFunc(c.t.ranks, func(o rank) bool { return o.tile == k.tile })
	if i < 0 {
		i = len(c.t.ranks)
		c.t.ranks = append(c.t.ranks, k)
	}
	if k.sim > c.t.ranks[i].sim {
		c.t.ranks[i] = k
	}
	return &c.t.ranks[i]
}

// view is the tile as it is seen in a frame.
func (c *closeLook) view(f frame) (*grid, error) {
	if g := c.views[f]; g != nil {
		return g, nil
	}
	g, err := f.drawTile(c.p, fineRes, c.t.t, fineMargin).grid()
	if err == nil {
		c.views[f] = g
	}
	return g, err
}

// distorts reports whether a frame shows the tile at t in so much another shape than
// another frame does, as a part of the tile, that it is no view of a tile: sheared far
// enough, half a tile and the felt beside it look like some face.
func (f *frame) distorts(from *frame, t, most float64) bool {
	along, down := f.along(t).Sub(from.along(t)), f.downAt(t).Sub(from.downAt(t))
	a, d := from.along(t), from.downAt(t)
	area := most * math.Abs(a.Cross(d))
	return math.Abs(along.Cross(d)) > area || math.Abs(along.Cross(a)) > area ||
		math.Abs(down.Cross(d)) > area || math.Abs(down.Cross(a)) > area
}

// best is the best similarity of the window at a place, and the windows a cell
// around it, with some samples.
func (m *matcher) best(g *grid, samples *bank, x, y int) float64 {
	places := [][2]int{{x, y}, {x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}}
	return float64(slices.Max(samples.compare(m.windows(g, places, fineW, fineH), len(places))))
}
