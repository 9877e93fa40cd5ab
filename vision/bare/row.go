package bare

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
)

// Row is some tiles in a line, as their print has them.
type Row struct {
	Frame raster.Frame
	Tiles []Seen
}

// Seen is where a tile stands in a row, in widths, and how like a face it is there.
type Seen struct{ T, Sim float64 }

// First is the t of the first tile of a row.
func (c *Row) First() float64 { return c.Tiles[0].T }

// Last is the t of its last tile.
func (c *Row) Last() float64 { return c.Tiles[len(c.Tiles)-1].T }

// clear is how clearly a row is one of tiles that were taught: a few that are, rather than many that may be.
func (c *Row) clear() (sum float64) {
	for _, t := range c.Tiles {
		above := max(t.Sim-UsualRow.Like, 0)
		sum += above * above
	}
	return sum
}

// covers reports whether a point lies on a tile of a row.
func (c *Row) covers(q models.Point) bool {
	return slices.ContainsFunc(c.Tiles, func(t Seen) bool { return raster.Inside(c.Frame.Quad(t.T, 0), q) })
}

// RowTuning says how a row is compared with the faces, from 152 photographs of three sets read with faces of others of their set.
type RowTuning struct {
	// Wide and Tall are how much wider and taller the tiles of a row may be than they were located, Ends how many tiles it goes on
	// beyond its ends, and Off by how many cells its line may be off.
	Wide, Tall []float64
	Ends       float64
	Off        int
	// Least is how many tiles a row has at least, and Like the similarity of a window that may be one.
	Least int
	Like  float64
	// Gap is what a break in a row costs, in similarity, and Squeeze what it does that tiles touch closer or farther apart than their
	// width, for the square of the share of it; Slack is how many cells that is at most.
	Gap, Squeeze float64
	Slack        int
	// Step is the first step, in tiles, by which a row is moved until its tiles look most like faces, Rounds how often it is halved, and Passes
	// how often tiles are looked for anew after that, Beyond as many tiles beyond its ends.
	Step           float64
	Rounds, Passes int
	Beyond         float64
	// Better is by what share a row gains at least by a pass after which there is another.
	Better float64
}

// UsualRow are the values in use.
var UsualRow = RowTuning{
	Wide: []float64{.69, .76, .83, .91, 1, 1.1, 1.21}, Tall: []float64{.8, .9, 1, 1.11, 1.23}, Ends: 1.5, Off: 2,
	Least: 3, Like: .55, Gap: .3, Squeeze: 4, Slack: 1, Step: .08, Rounds: 2, Passes: 2, Beyond: 2.5, Better: .02,
}

// margin is how many coarse strip pixels above and below a row are drawn, for rows that bend.
const margin = 4

// size is how much wider and taller the tiles of a row are than they were located.
type size struct{ wide, tall float64 }

// shaped is a frame whose tiles are wider and taller, from a t on that is 0 then.
func (s size) shaped(f *raster.Frame, from float64) raster.Frame {
	g := f.Shifted(from, s.wide)
	g.Down[0], g.Down[1] = g.Down[0].Times(s.tall), g.Down[1].Times(s.tall)
	return g
}

// scanner compares rows with the faces of a set.
type scanner struct {
	*faces.Learned
	p *raster.Picture
}

// scan looks for tiles along a frame with middles from t=from to t=to, which may stand up to off cells beside the line.
func (s *scanner) scan(f raster.Frame, from, to float64, off int) (Row, error) {
	steps := int((to-from)*raster.CoarsePerTile) + 1
	if steps < 1 || steps > 60*raster.CoarsePerTile {
		return Row{}, nil
	}
	strip := f.Draw(s.p, raster.CoarseRes, from-.5+raster.InsetT, steps*raster.PoolCell+raster.CoarseRes.WindowW, margin)
	g, err := strip.Grid()
	if err != nil {
		return Row{}, err
	}
	each := 2*off + 1
	places := make([][2]int, 0, each*steps)
	for x := range steps {
		for dy := -off; dy <= off; dy++ {
			places = append(places, [2]int{x, margin/raster.PoolCell + dy})
		}
	}
	sims, n := s.Match.MatchCoarse(g, places), len(s.Match.Means)
	gain := make([]float64, steps)
	for x := range gain {
		gain[x] = -1
		if s.p.Shows(f.At(from + float64(x)/raster.CoarsePerTile)) {
			gain[x] = s.like(sims[each*x*n:each*(x+1)*n]) - UsualRow.Like
		}
	}
	out := Row{Frame: f}
	for _, x := range chain(gain) {
		out.Tiles = append(out.Tiles, Seen{from + float64(x)/raster.CoarsePerTile, gain[x] + UsualRow.Like})
	}
	return out, nil
}

// like is how like some windows are to any face with print, the likest of them: cloth is like one without.
func (s *scanner) like(sims []float32) (most float64) {
	for i, sim := range sims {
		if v := float64(sim); v > most && !s.Match.Coarse.Blank[i%len(s.Match.Means)] {
			most = v
		}
	}
	return most
}

// chain finds the tiles of a row: those places with the greatest sum of gains of which each begins about a tile after the one before, or
// farther on.
func chain(gain []float64) (places []int) {
	const wide = raster.CoarsePerTile
	k, n := &UsualRow, len(gain)
	best, from := make([]float64, n), make([]int, n) // of the tiles of which the last begins at a place, and the one before it
	free, freeAt := make([]float64, n+1), make([]int, n+1)
	freeAt[0] = -1 // of those that begin before a place, and their last one
	for x := range n {
		from[x] = -1
		if far := x - wide - k.Slack; far >= 0 && free[far+1] > k.Gap {
			best[x], from[x] = free[far+1]-k.Gap, freeAt[far+1]
		}
		for d := wide - k.Slack; d <= min(wide+k.Slack, x); d++ {
			off := float64(d-wide) / wide
			if s := best[x-d] - k.Squeeze*off*off; s > best[x] {
				best[x], from[x] = s, x-d
			}
		}
		best[x] += gain[x]
		free[x+1], freeAt[x+1] = free[x], freeAt[x]
		if best[x] > free[x+1] {
			free[x+1], freeAt[x+1] = best[x], x
		}
	}
	for x := freeAt[n]; x >= 0; x = from[x] {
		places = append(places, x)
	}
	slices.Reverse(places)
	return places
}

// printed is a row of faces that were located between two t of a frame, as its print has it: of the sizes that its tiles may have one is tried,
// and those next to the best one until none of these is better.
func (s *scanner) printed(f *raster.Frame, first, last float64) (best Row, err error) {
	k := &UsualRow
	most, own := 0., [2]int{slices.Index(k.Wide, 1), slices.Index(k.Tall, 1)}
	tried := map[[2]int]bool{}
	try := func(z [2]int) (better bool, err error) {
		if tried[z] || min(z[0], z[1]) < 0 || z[0] >= len(k.Wide) || z[1] >= len(k.Tall) {
			return false, nil
		}
		tried[z] = true
		as := size{k.Wide[z[0]], k.Tall[z[1]]}
		c, err := s.scan(as.shaped(f, first), -k.Ends, (last-first)/as.wide+k.Ends, k.Off)
		if clear := c.clear(); err == nil && clear > most {
			best, own, most, better = c, z, clear, true
		}
		return better, err
	}
	if _, err := try(own); err != nil {
		return best, err
	}
	for better := true; better; {
		better = false
		for from, step := own, 0; step < 4; step++ {
			next := from
			next[step/2] += 2*(step%2) - 1
			is, err := try(next)
			if err != nil {
				return best, err
			}
			better = better || is
		}
	}
	if len(best.Tiles) < k.Least {
		return Row{}, nil
	}
	return s.improved(best)
}

// improved is a row that is moved until its tiles look most like faces, and has those beyond its ends.
func (s *scanner) improved(c Row) (Row, error) {
	k, step := &UsualRow, UsualRow.Step
	for range k.Passes {
		c.evened()
		f, _ := raster.Climb{Moves: locate.RowMoves, Rounds: k.Rounds, Step: step}.Refine(c.Frame, (c.First()+c.Last())/2, func(f *raster.Frame) float64 { return s.fit(f, c.Tiles) })
		again, err := s.scan(f, c.First()-k.Beyond, c.Last()+k.Beyond, 1)
		if err != nil {
			return c, err
		}
		gained := again.clear() / c.clear()
		if gained < 1-k.Better {
			break
		}
		if c = again; gained < 1+k.Better {
			break
		}
		step /= 2
	}
	return c, nil
}

// touching is how far apart, in widths, tiles are at most that touch.
const touching = 1.3

// evened counts t anew so that neighbours that touch are one apart: where the search found them a little closer or farther the frame
// bends to fit.
func (c *Row) evened() {
	ts, at := make([]float64, len(c.Tiles)), make([]models.Point, len(c.Tiles))
	for i, t := range c.Tiles {
		at[i] = c.Frame.At(t.T)
		if i > 0 {
			d := t.T - c.Tiles[i-1].T
			if d < touching {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	down, slope := c.Frame.DownAt((c.First()+c.Last())/2), c.Frame.Down[1]
	c.Frame.Centre = raster.FitCurve(ts, at)
	c.Frame.Down = [2]models.Point{down.Sub(slope.Times(ts[len(ts)-1] / 2)), slope}
	for i := range c.Tiles {
		c.Tiles[i].T = ts[i]
	}
}

// fit is how much some tiles look like any faces, in a frame.
func (s *scanner) fit(f *raster.Frame, tiles []Seen) (sum float64) {
	first, long := tiles[0].T, tiles[len(tiles)-1].T-tiles[0].T
	strip := f.Draw(s.p, raster.CoarseRes, first-.5+raster.InsetT, int(long*float64(raster.CoarseRes.CellW)+.5)+raster.CoarseRes.WindowW+raster.PoolCell, margin)
	g, err := strip.Grid()
	if err != nil {
		return math.Inf(-1)
	}
	places := make([][2]int, len(tiles))
	for i, t := range tiles {
		places[i] = [2]int{int(math.Round((t.T - first) * raster.CoarsePerTile)), margin / raster.PoolCell}
	}
	sims, n := s.Match.MatchCoarse(g, places), len(s.Match.Means)
	for i := range tiles {
		sum += s.like(sims[i*n : (i+1)*n])
	}
	return sum
}
