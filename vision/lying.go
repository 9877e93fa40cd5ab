package vision

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// How a tile that lies sideways is seen: the plane of its row says it, and turned by a quarter, its
// surroundings are compared with the faces as those of upright tiles are. A turned tile is seen a
// quarter either way, because faces are compared both ways up.
const (
	turnedAlong  = 2.4  // tiles beyond the ends of a row that are searched
	turnedAcross = 1.0  // heights of a tile above and below its line
	turnedLike   = 0.55 // similarity of a place that is looked at closely
	// otherView is how much otherwise, in tiles, a place that looks like none is seen in another
	// perspective that may show one there: in drawn pictures 2 of 1,481 that were seen less so.
	otherView = 0.1
	// bareTable is how bright, of a tile's light, the table beside it is at most.
	bareTable = 0.5
)

// lying is the frame of a tile that lies sideways at (t, v), its top to the right.
func lying(f *raster.Frame, t, v float64) raster.Frame {
	return raster.Frame{
		Centre: [3]models.Point{f.Point(t, v), f.DownAt(t).Times(1 / slender)},
		Down:   [2]models.Point{f.Along(t).Times(-slender)},
	}
}

// readTurned reads the tile that lies turned in the middle of a frame of its own. What looks
// like none at first is not looked at closely: of 581 such in drawn pictures none was one.
func (r *tileReader) readTurned(p *raster.Picture, f raster.Frame) (reading, error) {
	t := reading{frame: f, distorts: turnedDistorts, least: turnedLike}
	err := r.readClosely(p, &t)
	t.turned = true
	return t, err
}

// readTurnedNear reads a tile that lies turned at a point, as its row has it, or as the
// nearest clear tile stands if it is seen better so.
func (r *tileReader) readTurnedNear(p *raster.Picture, at models.Point, of raster.Frame, rows []row) (reading, error) {
	x, v := of.Locate(at)
	first := lying(&of, x, v)
	t, err := r.readTurned(p, first)
	near := nearestTile(rows, at)
	if err != nil || t.sim >= wellSeen || near == nil {
		return t, err
	}
	x, v = near.frame.Locate(at)
	second := lying(&near.frame, x, v)
	if t.sim < turnedSim && !distorts(&second, &first, 0, otherView) {
		return t, nil
	}
	other, err := r.readTurned(p, second)
	if other.sim > t.sim {
		t = other
	}
	return t, err
}

// readTurnedWhole is readTurnedNear, and where a tile reaches out onto the table it reads the one
// that lies there as a whole, if there is one: two thirds of a 7s look like a 7s.
func (r *tileReader) readTurnedWhole(p *raster.Picture, at models.Point, of raster.Frame, rows []row) (reading, error) {
	best, err := r.readTurnedNear(p, at, of, rows)
	if err != nil || best.sim < turnedSim || !reachesOut(p, &best) {
		return best, err
	}
	part := best.frame
	for _, off := range []float64{-1. / 3, 1. / 3} {
		f := part
		f.Centre[0] = part.Point(best.t, off)
		other, err := r.readTurned(p, f)
		if err != nil {
			return best, err
		}
		if other.sim >= turnedSim && !reachesOut(p, &other) && (reachesOut(p, &best) || other.sim > best.sim) {
			best = other
		}
	}
	return best, nil
}

// turnedSpots lays a row and what lies beside it flat, turns it by a quarter, and
// lists the places that look like a face and where no tile surely lies, the likeliest
// first.
func (r *tileReader) turnedSpots(p *raster.Picture, c row, rows []row) ([]faces.Spot, error) {
	sure := sureTiles(rows)
	first, last := c.reach()
	if last-first > longestRow {
		return nil, nil
	}
	from := first - turnedAlong
	wide := raster.CoarseRes.WindowH + int((last-first+2*turnedAlong)*float64(raster.CoarseRes.CellW))
	margin := int(turnedAcross * float64(raster.CoarseRes.CellH))
	flat := c.frame.Draw(p, raster.CoarseRes, from-slender/2, wide, margin)
	g, err := quarter(flat).Grid()
	if err != nil {
		return nil, err
	}
	var places [][2]int
	var found []faces.Spot
	for y := 0; y+raster.CoarseH <= g.Height; y++ {
		for x := 0; x+raster.CoarseW <= g.Width; x++ {
			s := faces.Spot{
				X: flat.From + float64(flat.Width-raster.PoolCell*y-raster.CoarseRes.WindowH/2)/float64(raster.CoarseRes.CellW),
				Y: float64(raster.PoolCell*x+raster.CoarseRes.WindowW/2-margin)/float64(raster.CoarseRes.CellH) + raster.InsetV - .5,
			}
			q := c.frame.Point(s.X, s.Y)
			if p.Shows(q) && !covered(sure, q) && g.InkIn(x, y, raster.CoarseW, raster.CoarseH) > leastInk {
				places, found = append(places, [2]int{x, y}), append(found, s)
			}
		}
	}
	return faces.Peaks(r.match.Likeliest(g, places, found, turnedLike), .6, .35), nil
}

// quarter is a strip turned counter-clockwise, so that tiles that lie with their top
// to the right stand upright.
func quarter(s *raster.Strip) *raster.Strip {
	out := &raster.Strip{Res: s.Res, Width: s.Height, Height: s.Width, Pix: make([]byte, len(s.Pix))}
	for y := range out.Height {
		for x := range out.Width {
			k := 3 * (x*s.Width + s.Width - 1 - y)
			copy(out.Pix[3*(y*out.Width+x):], s.Pix[k:k+3])
		}
	}
	return out
}

// shortOf reports whether the table shows where an upright tile would end, above or
// below: a tile that lies sideways is shorter. On the other side its flank may show.
func shortOf(p *raster.Picture, t *reading) bool {
	return slices.ContainsFunc([]float64{-.44, .44}, func(v float64) bool {
		light := 0.0
		for _, x := range []float64{-.28, 0, .28} {
			light += p.LeastAt(t.frame.Point(t.t+x, v)) / 3
		}
		return light < bareTable*t.light
	})
}

// reachesOut reports whether an upright tile, as it was read, reaches out onto the table above or
// below, farther than one that was found a little off its place. Print is no table: it leaves
// something white from one side to the other.
func reachesOut(p *raster.Picture, t *reading) bool {
	table := func(v float64) bool {
		for x := -.36; x <= .36; x += .09 {
			if p.LeastAt(t.frame.Point(t.t+x, v)) >= bareTable*t.light {
				return false
			}
		}
		return true
	}
	return table(-.44) && table(-.34) || table(.44) && table(.34)
}

// markReachingOut marks the tiles that reach out onto the table: no whole tile lies where they were
// read; and the circles that lie sideways where one that stands would not reach out: there it may stand.
func markReachingOut(p *raster.Picture, rows []row) {
	for _, c := range rows {
		for i := range c.tiles {
			t := &c.tiles[i]
			upright := *t
			upright.frame, upright.t = lying(&t.frame, t.t, 0), 0
			mayStand := t.tile == circle && t.turned && !shortOf(p, &upright)
			t.misfit = t.misfit || mayStand || t.tile.HasFace() && reachesOut(p, t)
		}
	}
}

// mostTurned is places of a row that are looked at closely.
const mostTurned = 16
