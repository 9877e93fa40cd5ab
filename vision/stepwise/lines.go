package stepwise

import (
	"cmp"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
	"jantaku/vision/sight"
)

// On a calibrated table every window of a field has a size that is known, so that rows
// are found by comparing windows line by line.

// lineOf is a row of tiles in the strip of a field: where its windows begin, in cells.
type lineOf struct {
	xs, ys []int
}

// Rows of tiles in a field.
const (
	mostLines = 6
	lineReach = 3 // cells that a window may stand off its row's line, each way
	lineApart = 9 // cells that the lines of two rows lie apart at least

	leastLine = 0.002 // worth of a line that is looked at
	sureLine  = 0.8   // similarity of the best tile of a row that surely is one

	someFace = 0.55 // similarity with a face that a window on a tile has at least, a cell off its place
)

// findLines finds the rows of tiles in a strip of a whole field, the likeliest first.
func (r *Reader) findLines(s *raster.Strip, g *raster.Grid) []lineOf {
	wide, high := g.Width-raster.CoarseW+1, g.Height-raster.CoarseH+1
	if wide < 1 || high < 1 {
		return nil
	}
	profile := r.profile(s, g, wide, high)
	var lines []lineOf
	for range mostLines {
		y, v := faces.Argmax(profile)
		if v < leastLine {
			break
		}
		done := lineReach // what looks little like faces says nothing about what lies beside it
		if l, like := r.alongLine(s, g, y, wide); like >= raster.RefSimilar {
			lines = append(lines, l)
			if like >= sureLine {
				done = lineApart
			}
		}
		clear(profile[max(y-done, 0):min(y+done+1, high)])
	}
	return lines
}

// profile says for every line of cells how much the windows along it look like faces. Every other
// cell of every other line is looked at, and only where the light is a tile's. Cloth that looks a
// little like faces everywhere counts for nothing.
func (r *Reader) profile(s *raster.Strip, g *raster.Grid, wide, high int) []float32 {
	var places [][2]int
	least := tileBright * raster.BrightLevel(s.Light)
	for y := 0; y < high; y += 2 {
		for x := y / 2 % 2; x < wide; x += 2 { // as a quincunx, so that none is more than a cell off
			if lit(s, raster.PoolCell*x, raster.PoolCell*y, least) {
				places = append(places, [2]int{x, y})
			}
		}
	}
	sums := make([]float32, high)
	n := len(r.Match.Means)
	sims := r.Match.MatchCoarse(g, places)
	for i, p := range places {
		v := max(r.Match.PrintedLike(sims[i*n:(i+1)*n])-someFace, 0) // bare cloth looks as blank as a white dragon
		sums[p[1]] += v * v                                          // few that look like faces count more than many that hardly do
	}
	return sums
}

// tileBright is how bright the light on a tile is at least, of the brightest in a
// field.
const tileBright = 0.4

// lit reports whether the light under the window at a pixel may be a tile's.
func lit(s *raster.Strip, x, y int, least float64) bool {
	if y < 0 || y+s.Res.WindowH > s.Height {
		return false
	}
	for _, i := range [3]int{1, 3, 5} {
		k := 3 * ((y+s.Res.WindowH/2)*s.Width + x + s.Res.WindowW*i/6)
		if float64(max(s.Light[k], s.Light[k+1], s.Light[k+2])) < least {
			return false
		}
	}
	return true
}

// alongLine finds the tiles along the line of cells y, and says how much the best of
// them looks like a face.
func (r *Reader) alongLine(s *raster.Strip, g *raster.Grid, y, wide int) (l lineOf, like float32) {
	const each = 2*lineReach + 1
	n := len(r.Match.Means)
	least := tileBright * raster.BrightLevel(s.Light)
	var places [][2]int
	var at []int // of the place among all along the line
	for x := range wide {
		for k := range each {
			if dark := !lit(s, raster.PoolCell*x, raster.PoolCell*(y+k-lineReach), least); !dark {
				places, at = append(places, [2]int{x, y + k - lineReach}), append(at, x*each+k)
			}
		}
	}
	sims := make([]float32, wide*each*n)
	for i, v := range r.Match.MatchCoarse(g, places) {
		sims[at[i/n]*n+i%n] = v
	}
	along := *s
	along.Margin = raster.PoolCell * y
	gain := r.Gains(&along, sims, wide, each)
	l.xs, like = pick(gain), slices.Max(gain)+sight.MinGain
	for _, x := range l.xs {
		k, _ := faces.Argmax(sims[x*each*n : (x+1)*each*n])
		l.ys = append(l.ys, y+k/n-lineReach)
	}
	return l, like
}

// pick chooses windows along a row, those most like faces first. No two lie nearer to
// each other than tiles that touch: their size is known.
func pick(gain []float32) (xs []int) {
	order := make([]int, 0, len(gain))
	for x, v := range gain {
		if v > 0 {
			order = append(order, x)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain[b], gain[a]) })
	for _, x := range order {
		if !slices.ContainsFunc(xs, func(o int) bool { return x-o < sight.CoarsePerTile-1 && o-x < sight.CoarsePerTile-1 }) {
			xs = append(xs, x)
		}
	}
	slices.Sort(xs)
	return xs
}

// row is a line as a row in the picture.
func (l lineOf) row(f *plane.Field) sight.Row {
	wide, high := f.Pixel(raster.CoarseRes)
	ts, pts := make([]float64, len(l.xs)), make([]models.Point, len(l.xs))
	x0 := f.Left + (float64(raster.PoolCell*l.xs[0])+float64(raster.CoarseRes.WindowW)/2)*wide
	for i, x := range l.xs {
		ts[i] = float64(x-l.xs[0]) / sight.CoarsePerTile
		pts[i] = models.Point{Y: f.Far - (float64(raster.PoolCell*l.ys[i])+float64(raster.CoarseRes.WindowH)/2)*high}
	}
	line := raster.FitLineAt(ts, pts)
	slope := max(min(line[1].Y/f.Tile.Width, MostSlope), -MostSlope)
	last := ts[len(ts)-1]
	c := sight.Row{Frame: f.Frame(x0, line[0].Y, slope, -1, last+1)}
	for i, t := range ts {
		own := c.Frame
		down := (line[0].Y + slope*f.Tile.Width*t - pts[i].Y) / f.Tile.Height
		own.Centre[0] = own.Centre[0].Add(own.DownAt(t).Times(down))
		c.Tiles = append(c.Tiles, sight.Reading{T: t, Frame: own, Found: true, Distorts: sight.Closer.TableDistorts})
	}
	return c
}

// MostSlope is how much a row may be turned against the edge of the table.
const MostSlope = 0.1
