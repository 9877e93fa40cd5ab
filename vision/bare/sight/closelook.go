package sight

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// circleMoves are the moves of refine that make sense for a single tile which looks the same however
// it is turned, closerMoves those for any other.
var (
	circleMoves = append(slices.Clone(raster.Moves), widened)
	CloserMoves = append(slices.Clone(circleMoves), tilted)
)

func widened(f raster.Frame, m, k float64) raster.Frame {
	g := f.Shifted(m, 1+k)
	g.Down = [2]models.Point{f.DownAt(m), f.Down[1]}
	return g.About(m)
}

func tilted(f raster.Frame, m, k float64) raster.Frame {
	g := f.Shifted(m, 1)
	g.Centre[1] = g.Centre[1].Add(f.DownAt(m).Times(k))
	return g.About(m)
}

// closeLook looks for faces around where a tile stands.
type closeLook struct {
	r      *Reader
	p      *raster.Picture
	t      *Reading
	best   raster.Frame // in which one is seen best
	top    float64      // and how well
	looked []models.Tile
	views  map[raster.Frame]*raster.Grid // faces are looked for in many of the same windows
}

// at looks for one face, from where a frame says the tile stands.
func (c *closeLook) at(k *faces.Rank, from raster.Frame) {
	c.looked = append(c.looked, k.Tile)
	if k.Blank { // without print, it is seen as well a little farther
		if k.Sim > c.top {
			c.best, c.top = c.t.Frame, k.Sim
		}
		return
	}
	samples := c.r.Match.Samples(faces.Look{Tile: k.Tile, Flipped: k.Flipped})
	may := CloserMoves
	if k.Tile == faces.Circle {
		may = circleMoves
	}
	f, sim := raster.Refine(may, from, c.t.T, 2, Closer.Step, func(f *raster.Frame) float64 {
		if Distorted(f, &c.t.Frame, c.t.T, cmp.Or(c.t.Distorts, Closer.RowDistorts)) {
			return 0
		}
		g, err := c.view(*f)
		if err != nil {
			return 0
		}
		like, _, _ := c.r.Match.Nearest(g, samples)
		return like
	})
	k.Sim = max(k.Sim, sim)
	if k.Sim > c.top {
		c.best, c.top = f, k.Sim
	}
}

// atOthers looks for the faces that seemed less likely at first and do not where the best one is
// seen: in a window a little off its place, a 2m may look like any character but a 2m.
func (c *closeLook) atOthers() error {
	if c.top < Closer.MaybeTile {
		return nil
	}
	g, err := c.view(c.best)
	if err != nil {
		return err
	}
	for _, k := range c.r.Match.RankTiles(g, 1) {
		if !slices.Contains(c.looked, k.Tile) && c.top-k.Sim < Closer.LikelyThere {
			c.at(c.rankOf(k), c.t.Frame)
		}
	}
	return nil
}

// besideIt are the places around that of a tile, in tiles, where it may stand as well.
var besideIt = around(Closer.AroundIt)

// around gives the eight places so far to the sides and above and below.
func around(d float64) []models.Point {
	return []models.Point{{X: -d}, {X: d}, {Y: -d}, {Y: d}, {X: -d, Y: -d}, {X: d, Y: -d}, {X: -d, Y: d}, {X: d, Y: d}}
}

// aroundIt looks for faces beside the place of one that is not seen as well as a tile in its place:
// some strokes of a 5m, seen aslant, look like a 3m.
func (c *closeLook) aroundIt() error {
	if c.top < Closer.MaybeTile || c.top >= Levels.InPlace {
		return nil
	}
	type seen struct {
		faces.Rank
		from raster.Frame
	}
	var others []seen
	for _, off := range besideIt {
		f := c.t.Frame
		f.Centre[0] = f.Centre[0].Add(f.Along(c.t.T).Times(off.X).Add(f.DownAt(c.t.T).Times(off.Y)))
		g, err := c.view(f)
		if err != nil {
			return err
		}
		for _, k := range c.r.Match.RankTiles(g, faces.FineReach) {
			if k.Blank || c.top-k.Sim > Closer.LikelyThere {
				continue
			}
			i := slices.IndexFunc(others, func(o seen) bool { return o.Tile == k.Tile })
			switch {
			case i < 0:
				others = append(others, seen{k, f})
			case k.Sim > others[i].Sim:
				others[i] = seen{k, f}
			}
		}
	}
	slices.SortStableFunc(others, func(a, b seen) int { return cmp.Compare(b.Sim, a.Sim) })
	for _, o := range others[:min(len(others), Closer.MostBeside)] {
		c.at(c.rankOf(o.Rank), o.from)
	}
	return nil
}

// rankOf is the rank of a face among those of the tile, at least as high as it was seen now.
func (c *closeLook) rankOf(k faces.Rank) *faces.Rank {
	i := slices.IndexFunc(c.t.Ranks, func(o faces.Rank) bool { return o.Tile == k.Tile })
	if i < 0 {
		i = len(c.t.Ranks)
		c.t.Ranks = append(c.t.Ranks, k)
	}
	if k.Sim > c.t.Ranks[i].Sim {
		c.t.Ranks[i] = k
	}
	return &c.t.Ranks[i]
}

// view is the tile as it is seen in a frame.
func (c *closeLook) view(f raster.Frame) (*raster.Grid, error) {
	if g := c.views[f]; g != nil {
		return g, nil
	}
	g, err := f.DrawTile(c.p, raster.FineRes, c.t.T, faces.FineMargin).Grid()
	if err == nil {
		c.views[f] = g
	}
	return g, err
}

// Distorted reports whether a frame shows the tile at t in so much another shape than
// another frame does, as a part of the tile, that it is no view of a tile: sheared far
// enough, half a tile and the felt beside it look like some face.
func Distorted(f *raster.Frame, from *raster.Frame, t, most float64) bool {
	along, down := f.Along(t).Sub(from.Along(t)), f.DownAt(t).Sub(from.DownAt(t))
	a, d := from.Along(t), from.DownAt(t)
	area := most * math.Abs(a.Cross(d))
	return math.Abs(along.Cross(d)) > area || math.Abs(along.Cross(a)) > area ||
		math.Abs(down.Cross(d)) > area || math.Abs(down.Cross(a)) > area
}
