package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// The plane on which tiles lie, from the outlines of their faces and what is printed on them: an outline says where a
// row is, and its print how wide and tall its tiles are. With it a bare picture is read as one of a calibrated table.

// PlaneTuning are the numbers of the estimate, from 152 photographs of three sets read with faces of others of their set.
type PlaneTuning struct {
	// Tried is how many located rows are looked at, the longest and nearest first.
	Tried int
	// Astray is by how many widths a corner of the outermost tiles of a row lies off the plane of another at most, and Alike by
	// what share the sides of a located face may be otherwise.
	Astray, Alike float64
	// Plain is how clear a row is that surely is one of tiles, summed over them as the squares by which each is more alike than Like of [RowTuning].
	Plain float64
	// Of the hand for which a field is laid out first is what lies Across its tiles by so many heights at most.
	Across float64
	// Aside is how far the field reaches beyond the tiles of a hand, in widths, and Ahead in heights.
	Aside, Ahead float64
	// Grown is by how many widths a field has to grow to be read once more.
	Grown float64
	// Askew is by how much the tiles at the ends of a row of Several lean towards each other at least, radians, where the plane is laid
	// anew through those that were read: .03 moves the corners of the last ones by half a millimetre, as far as a tile is seen apart. Errors is by how
	// many standard errors.
	Askew, Errors float64
	Several       int
}

// UsualPlane are the values in use.
var UsualPlane = PlaneTuning{
	Tried:  5,
	Astray: .4, Alike: .35, Plain: 1, Across: 1.6, Aside: 1.6, Ahead: 1.1, Grown: .3, Askew: .03, Errors: 3, Several: 5,
}

// Plane is one in which tiles may lie.
type Plane struct {
	Table *plane.Table
	// Field is where the hand lies in it, as the viewer sees it.
	Field *plane.Field
	// Row is the one through which the plane was laid.
	Row Row
	// Faces are the middles of the faces located in it that are as large as a tile there, mm.
	Faces []models.Point
	// Clear is how clearly its rows look like tiles that were taught.
	Clear float64
}

// Planes are the planes in which faces located in a picture may lie, the clearest first: each is that of a row and of those that lie
// along it.
func Planes(tiles *faces.Learned, p *raster.Picture, found []locate.Face) (planes []Plane, err error) {
	rows, err := printedRows(&scanner{tiles, p}, found)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if pl, ok := planeThrough(p, rows, i, found); ok {
			planes = append(planes, pl)
		}
	}
	slices.SortStableFunc(planes, func(a, b Plane) int { return cmp.Compare(b.Clear, a.Clear) })
	return planes, nil
}

// printedRows are located rows as their print has them, the clearest first. Where the one that is likeliest a hand's is clear those that cannot be of
// the hand, nor of one nearer to the viewer, are left out.
func printedRows(s *scanner, found []locate.Face) (rows []Row, err error) {
	located := slices.DeleteFunc(locate.Rows(found), func(c locate.Row) bool { return len(c.Faces) < UsualRow.Least })
	slices.SortStableFunc(located, func(a, b locate.Row) int { return cmp.Compare(nearWeight(&b), nearWeight(&a)) })
	for i := range located[:min(UsualPlane.Tried, len(located))] {
		c := &located[i]
		if len(rows) > 0 && rows[0].clear() >= UsualPlane.Plain && behind(&rows[0], c) {
			continue
		}
		first, last := c.T[0], c.T[len(c.T)-1]
		row, err := s.printed(&c.Frame, first, last)
		if err != nil {
			return nil, err
		}
		if len(row.Tiles) >= UsualRow.Least {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.clear(), a.clear()) })
	return rows, nil
}

// behind reports whether a located row lies farther behind or beside a row than what is of its hand.
func behind(row *Row, c *locate.Row) bool {
	reach := &locate.UsualReach
	h, err := fitted([]Row{*row}, map[int]models.Point{0: {}})
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(c.Faces, func(f locate.Face) bool {
		at := h.Apply(f.Mid)
		aside := max(row.First()-at.X/plane.AnyTile.Width, at.X/plane.AnyTile.Width-row.Last())
		return at.Y < reach.Across*plane.AnyTile.Height && aside < reach.Along
	})
}

// nearWeight is how much of a hand a located row may be: its faces, larger ones more, which are nearer to the viewer.
func nearWeight(r *locate.Row) (sum float64) {
	for _, f := range r.Faces {
		sum += f.Sure * math.Sqrt(f.Wide.Length())
	}
	return sum
}

// planeThrough is the plane of one of some rows and of those that lie along it, with the field of the hand that these and
// the located faces about them are.
func planeThrough(p *raster.Picture, rows []Row, main int, found []locate.Face) (pl Plane, ok bool) {
	in := map[int]models.Point{main: {}} // where the tile at 0 of each row lies
	h, err := fitted(rows, in)
	if err != nil {
		return pl, false
	}
	for i := range rows {
		if at, ok := along(h, &rows[i]); ok && i != main {
			in[i] = at
		}
	}
	if h, err = fitted(rows, in); err != nil {
		return pl, false
	}
	var own, others []models.Point
	for i := range rows {
		at, ok := in[i]
		if !ok {
			continue
		}
		pl.Clear += rows[i].clear()
		for _, t := range rows[i].Tiles {
			middle := at.Add(models.Point{X: t.T * plane.AnyTile.Width})
			if i == main {
				own = append(own, middle)
			} else {
				others = append(others, middle)
			}
		}
	}
	for i := range found {
		if isFace(h, &found[i]) {
			pl.Faces = append(pl.Faces, h.Apply(found[i].Mid))
		}
	}
	others = append(others, pl.Faces...)
	pl.Row = rows[main]
	pl.Field = fieldAbout(handOf(own, others))
	return pl, pl.lie(p.Width(), p.Height(), h) == nil
}

// lie makes a homography from pixels to millimetres that of a plane and of its field.
func (pl *Plane) lie(width, height int, h calibration.Homography) error {
	camera := &calibration.Camera{Width: width, Height: height, Table: h, Tile: plane.AnyTile, Side: 1}
	view, err := camera.View(0)
	if err != nil {
		return err
	}
	f := *pl.Field
	f.View, f.Above = view, view
	pl.Field, pl.Table = &f, &plane.Table{Width: width, Height: height, Camera: camera}
	pl.Table.Fields[0] = []*plane.Field{pl.Field}
	return nil
}

// Upright is how a tile of a row stands in a picture: the middles of its upper and of its lower edge.
type Upright [2]models.Point

// Anew is the plane laid anew through the tiles of its row, of rows that were read in it: print that is seen closely shows best how the uprights of a
// row converge. Not ok where they are parallel in the plane.
func (pl *Plane) Anew(rows [][]Upright) (anew Plane, ok bool) {
	k := &UsualPlane
	for _, row := range rows {
		row = slices.DeleteFunc(slices.Clone(row), func(u Upright) bool { return !pl.Row.covers(u[0].Toward(u[1], .5)) })
		if len(row) < k.Several {
			continue
		}
		askew, off, lie := parallel(pl.Table.Camera.Table, row)
		if askew < max(k.Askew, k.Errors*off) {
			continue
		}
		var seen []models.Point
		for _, u := range row {
			seen = append(seen, u[:]...)
		}
		h, err := calibration.Fit(seen, lie)
		if err != nil {
			return anew, false
		}
		anew = *pl
		if anew.lie(pl.Table.Width, pl.Table.Height, h) != nil {
			return anew, false
		}
		anew.Faces = make([]models.Point, len(pl.Faces))
		for i, at := range pl.Faces {
			anew.Faces[i] = anew.Field.View.Table(pl.Field.View.Picture(at))
		}
		return anew, true
	}
	return anew, false
}

// parallel is by how much the tiles at the ends of a row lean towards each other in a plane, radians, and how far that may be off, a standard error;
// and where the ends of their uprights lie if none does and those that touch are as wide as the plane has tiles.
func parallel(h calibration.Homography, row []Upright) (askew, off float64, lie []models.Point) {
	var middles, leans []models.Point
	var xs []float64
	for _, u := range row {
		upper, lower := h.Apply(u[0]), h.Apply(u[1])
		up, middle := upper.Sub(lower), upper.Toward(lower, .5)
		middles, leans, xs = append(middles, middle), append(leans, models.Point{X: math.Atan2(up.X, up.Y)}), append(xs, middle.X)
	}
	line, x := raster.FitLineAt(xs, middles), xs[0]
	up := line[1].Unit().Times(plane.AnyTile.Height / 2)
	up = models.Point{X: -up.Y, Y: up.X}
	for i := range row {
		if i > 0 {
			step := xs[i] - xs[i-1]
			if step < touching*plane.AnyTile.Width {
				step = plane.AnyTile.Width
			}
			x += step
		}
		at := line[0].Add(line[1].Times(x))
		lie = append(lie, at.Add(up), at.Sub(up))
	}
	reach, leaning := xs[len(xs)-1]-xs[0], raster.FitLineAt(xs, leans)
	var mean, spread, apart float64
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for i, x := range xs {
		rest := leans[i].X - leaning[0].X - leaning[1].X*x
		spread, apart = spread+(x-mean)*(x-mean), apart+rest*rest
	}
	off = math.Sqrt(apart/float64(len(xs)-2)/max(spread, 1e-9)) * reach
	return math.Abs(leaning[1].X * reach), off, lie
}

// fitted is the homography from pixels to the plane of rows whose tiles at 0 lie at some points, mm.
func fitted(rows []Row, at map[int]models.Point) (calibration.Homography, error) {
	var seen, lie []models.Point
	for i := range rows {
		if from, ok := at[i]; ok {
			for _, t := range rows[i].Tiles {
				quad, corners := rows[i].Frame.Quad(t.T, 0), cornersAt(from, t.T)
				seen, lie = append(seen, quad[:]...), append(lie, corners[:]...)
			}
		}
	}
	return calibration.Fit(seen, lie)
}

// cornersAt are the corners of the upright tile t widths to the right of a point, clockwise from the left upper one, mm.
func cornersAt(from models.Point, t float64) (corners [4]models.Point) {
	tile := plane.AnyTile
	for i, c := range [4]models.Point{{X: -.5, Y: .5}, {X: .5, Y: .5}, {X: .5, Y: -.5}, {X: -.5, Y: -.5}} {
		corners[i] = from.Add(models.Point{X: (t + c.X) * tile.Width, Y: c.Y * tile.Height})
	}
	return corners
}

// along is where the tile at 0 of a row lies in a plane; not ok where it is none that lies along its x.
func along(h calibration.Homography, row *Row) (at models.Point, ok bool) {
	off := func(t float64, each func(models.Point)) {
		quad, corners := row.Frame.Quad(t, 0), cornersAt(models.Point{}, t)
		for i, q := range quad {
			each(h.Apply(q).Sub(corners[i]))
		}
	}
	n := 0.
	for _, t := range row.Tiles {
		off(t.T, func(o models.Point) { at, n = at.Add(o), n+1 })
	}
	at, ok = at.Times(1/n), true
	for _, t := range []float64{row.First(), row.Last()} {
		off(t, func(o models.Point) { ok = ok && o.Sub(at).Length() <= UsualPlane.Astray*plane.AnyTile.Width })
	}
	return at, ok
}

// isFace reports whether the outline of a located face is that of an upright tile in a plane.
func isFace(h calibration.Homography, f *locate.Face) bool {
	tile := plane.AnyTile
	axis := func(v models.Point) models.Point {
		return h.Apply(f.Mid.Add(v.Times(.5))).Sub(h.Apply(f.Mid.Sub(v.Times(.5))))
	}
	off := func(v, want models.Point) float64 {
		if v.Dot(want) < 0 {
			v = v.Times(-1)
		}
		return v.Sub(want).Length() / want.Length()
	}
	return off(axis(f.Wide), models.Point{X: tile.Width}) < UsualPlane.Alike && off(axis(f.Tall), models.Point{Y: tile.Height}) < UsualPlane.Alike
}

// handOf are the tiles of a row and those others that lie about them, directly or by way of others.
func handOf(own, others []models.Point) []models.Point {
	k := &UsualPlane
	for i := 0; i < len(own); i++ {
		others = slices.DeleteFunc(others, func(q models.Point) bool {
			off := q.Sub(own[i])
			if math.Abs(off.X) > locate.UsualReach.Aside*plane.AnyTile.Width || math.Abs(off.Y) > k.Across*plane.AnyTile.Height {
				return false
			}
			own = append(own, q)
			return true
		})
	}
	return own
}

// fieldAbout is the field about some middles of tiles, before its view is known.
func fieldAbout(middles []models.Point) *plane.Field {
	k := &UsualPlane
	e := plane.Nowhere()
	for _, q := range middles {
		e.Left, e.Right = min(e.Left, q.X), max(e.Right, q.X)
		e.Near, e.Far = min(e.Near, q.Y), max(e.Far, q.Y)
	}
	half := plane.AnyTile.Height / 2
	e = plane.Extent{Left: e.Left - half, Right: e.Right + half, Near: e.Near - half, Far: e.Far + half}
	f := &plane.Field{Place: models.PlaceAt(0), Tile: plane.AnyTile, Extent: e, Zones: e}
	f.Widen(k.Aside)
	f.Near, f.Far = f.Near-k.Ahead*plane.AnyTile.Height, f.Far+k.Ahead*plane.AnyTile.Height
	return f
}

// Wider is a field that reaches as far beyond some middles of tiles as that of a hand does; not ok where it does already.
func Wider(f *plane.Field, tiles []models.Point) (wider *plane.Field, ok bool) {
	if len(tiles) == 0 {
		return f, false
	}
	w := fieldAbout(tiles)
	w.View, w.Above = f.View, f.Above
	w.Left, w.Right, w.Near, w.Far = min(w.Left, f.Left), max(w.Right, f.Right), min(w.Near, f.Near), max(w.Far, f.Far)
	w.Zones = plane.Extent{Left: min(w.Zones.Left, f.Zones.Left), Right: max(w.Zones.Right, f.Zones.Right), Near: min(w.Zones.Near, f.Zones.Near), Far: max(w.Zones.Far, f.Zones.Far)}
	grown := max(f.Left-w.Left, w.Right-f.Right, f.Near-w.Near, w.Far-f.Far)
	return w, grown > UsualPlane.Grown*plane.AnyTile.Width
}
