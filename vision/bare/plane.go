package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/locate"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// The plane on which tiles lie, from the outlines of their faces and what is printed on them: an outline says where a
// row is, and its print how wide and tall its tiles are. With it a bare picture is read as one of a calibrated table.

// PlaneTuning are the numbers of the estimate, from 152 photographs of three sets read with faces of others of their set.
type PlaneTuning struct {
	// Tile is the size that every tile is taken to have, mm. By what share a set is otherwise is its stretch, see [faces.Stretch].
	Tile calibration.Tile
	// Tried is how many located rows are looked at, the longest and nearest first, each of Least faces at least.
	Tried, Least int
	// Wide and Tall are how much wider and taller the tiles of a row are than they were located, Ends how many tiles it goes on
	// beyond its ends, and Off by how many cells its line may be off.
	Wide, Tall []float64
	Ends       float64
	Off        int
	// Like is the similarity of what tells of a tile in a row.
	Like float64
	// Astray is by how many widths a corner of the outermost tiles of a row lies off the plane of another at most, and Alike by
	// what share the sides of a located face may be otherwise.
	Astray, Alike float64
	// Of a hand is what lies Across the tiles of a row by so many heights at most and so many widths Along it, from another tile of it.
	Across, Along float64
	// Aside is how far the field reaches beyond the tiles of a hand, in widths, and Ahead in heights.
	Aside, Ahead float64
}

// UsualPlane are the values in use.
var UsualPlane = PlaneTuning{
	Tile: calibration.Tile{Width: 26, Height: 35}, Tried: 5, Least: 3,
	Wide: []float64{.7, .78, .86, .94, 1.03, 1.13, 1.25}, Tall: []float64{.8, .9, 1, 1.11, 1.23}, Ends: 1.5, Off: 2,
	Like: .55, Astray: .4, Alike: .35, Across: 1.6, Along: 4, Aside: 1.6, Ahead: .5,
}

// Plane is one in which tiles may lie.
type Plane struct {
	Table *plane.Table
	// Field is where the hand lies in it, as the viewer sees it.
	Field *plane.Field
	// Row is the one through which the plane was laid.
	Row sight.Row
	// Clear is how clearly its rows look like tiles that were taught.
	Clear float64
}

// Planes are the planes in which located faces may lie, the clearest first: each is that of a row and of those that lie
// along it.
func (r *Reader) Planes(p *raster.Picture, found []locate.Face) (planes []Plane, err error) {
	rows, err := r.printedRows(p, found)
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

// printedRows are located rows as their print has them, the clearest first.
func (r *Reader) printedRows(p *raster.Picture, found []locate.Face) (rows []sight.Row, err error) {
	k := &UsualPlane
	located := slices.DeleteFunc(locate.Rows(found), func(c locate.Row) bool { return len(c.Faces) < k.Least })
	slices.SortStableFunc(located, func(a, b locate.Row) int { return cmp.Compare(nearWeight(&b), nearWeight(&a)) })
	for i := range located[:min(k.Tried, len(located))] {
		row, err := r.printed(p, &located[i])
		if err != nil {
			return nil, err
		}
		if len(row.Tiles) >= k.Least && !taken(rows, row) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b sight.Row) int { return cmp.Compare(clear(&b), clear(&a)) })
	return rows, nil
}

// nearWeight is how much of a hand a located row may be: its faces, larger ones more, which are nearer to the viewer.
func nearWeight(r *locate.Row) (sum float64) {
	for _, f := range r.Faces {
		sum += f.Sure * math.Sqrt(f.Wide.Length())
	}
	return sum
}

// clear is how clearly a row is one of tiles that were taught: a few that are, rather than many that may be.
func clear(row *sight.Row) (sum float64) {
	for _, t := range row.Tiles {
		above := max(t.Sim-UsualPlane.Like, 0)
		sum += above * above
	}
	return sum
}

// printed is a located row as its print has it.
func (r *Reader) printed(p *raster.Picture, row *locate.Row) (best sight.Row, err error) {
	k := &UsualPlane
	first, last := row.T[0], row.T[len(row.T)-1]
	wide, tall, most := 1., 1., 0.
	try := func(w, t float64) error {
		f := row.Frame.Shifted(first, w)
		f.Down[0], f.Down[1] = f.Down[0].Times(t), f.Down[1].Times(t)
		c, err := r.scan(p, f, -k.Ends, (last-first)/w+k.Ends, k.Off, nil)
		if s := clear(&c); err == nil && s > most {
			best, wide, tall, most = c, w, t, s
		}
		return err
	}
	for range 2 { // either depends on the other
		for _, t := range k.Tall {
			if err := try(wide, t); err != nil {
				return best, err
			}
		}
		for _, w := range k.Wide {
			if err := try(w, tall); err != nil {
				return best, err
			}
		}
	}
	if len(best.Tiles) < k.Least {
		return sight.Row{}, nil
	}
	best, err = r.improve(p, best, nil)
	for i := range best.Tiles {
		best.Tiles[i].Quad = best.Frame.Quad(best.Tiles[i].T, 0)
	}
	return best, err
}

// planeThrough is the plane of one of some rows and of those that lie along it, with the field of the hand that these and
// the located faces about them are.
func planeThrough(p *raster.Picture, rows []sight.Row, main int, found []locate.Face) (pl Plane, ok bool) {
	k := &UsualPlane
	in := map[int]models.Point{main: {}} // where the tile at 0 of each lies
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
	for i, at := range in {
		pl.Clear += clear(&rows[i])
		for _, t := range rows[i].Tiles {
			middle := at.Add(models.Point{X: t.T * k.Tile.Width})
			if i == main {
				own = append(own, middle)
			} else {
				others = append(others, middle)
			}
		}
	}
	for i := range found {
		if isFace(h, &found[i]) {
			others = append(others, h.Apply(found[i].Mid))
		}
	}
	camera := &calibration.Camera{Width: p.Width(), Height: p.Height(), Table: h, Tile: k.Tile, Side: 1}
	view, err := camera.View(0)
	if err != nil {
		return pl, false
	}
	pl.Row = rows[main]
	pl.Field = fieldAbout(handOf(own, others))
	pl.Field.View, pl.Field.Above = view, view
	pl.Table = &plane.Table{Width: camera.Width, Height: camera.Height, Camera: camera}
	pl.Table.Fields[0] = []*plane.Field{pl.Field}
	return pl, true
}

// fitted is the homography from pixels to the plane of rows whose tiles at 0 lie at some points, mm.
func fitted(rows []sight.Row, at map[int]models.Point) (calibration.Homography, error) {
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
	tile := UsualPlane.Tile
	for i, c := range [4]models.Point{{X: -.5, Y: .5}, {X: .5, Y: .5}, {X: .5, Y: -.5}, {X: -.5, Y: -.5}} {
		corners[i] = from.Add(models.Point{X: (t + c.X) * tile.Width, Y: c.Y * tile.Height})
	}
	return corners
}

// along is where the tile at 0 of a row lies in a plane; not ok where it is none that lies along its x.
func along(h calibration.Homography, row *sight.Row) (at models.Point, ok bool) {
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
		off(t, func(o models.Point) { ok = ok && o.Sub(at).Length() <= UsualPlane.Astray*UsualPlane.Tile.Width })
	}
	return at, ok
}

// isFace reports whether the outline of a located face is that of a tile in a plane, upright or sideways.
func isFace(h calibration.Homography, f *locate.Face) bool {
	tile := UsualPlane.Tile
	axis := func(v models.Point) models.Point {
		return h.Apply(f.Mid.Add(v.Times(.5))).Sub(h.Apply(f.Mid.Sub(v.Times(.5))))
	}
	wide, tall := axis(f.Wide), axis(f.Tall)
	if math.Abs(wide.Y) > math.Abs(wide.X) { // sideways
		wide, tall = models.Point{X: wide.Y, Y: wide.X}, models.Point{X: tall.Y, Y: tall.X}
	}
	off := func(v, want models.Point) float64 {
		if v.Dot(want) < 0 {
			v = v.Times(-1)
		}
		return v.Sub(want).Length() / want.Length()
	}
	return off(wide, models.Point{X: tile.Width}) < UsualPlane.Alike && off(tall, models.Point{Y: tile.Height}) < UsualPlane.Alike
}

// handOf are the tiles of a row and those others that lie about them, directly or by way of others.
func handOf(own, others []models.Point) []models.Point {
	k := &UsualPlane
	for i := 0; i < len(own); i++ {
		others = slices.DeleteFunc(others, func(q models.Point) bool {
			off := q.Sub(own[i])
			if math.Abs(off.X) > k.Along*k.Tile.Width || math.Abs(off.Y) > k.Across*k.Tile.Height {
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
	half := k.Tile.Height / 2
	e = plane.Extent{Left: e.Left - half, Right: e.Right + half, Near: e.Near - half, Far: e.Far + half}
	f := &plane.Field{Place: models.PlaceAt(0), Tile: k.Tile, Extent: e, Zones: e}
	f.Widen(k.Aside)
	f.Near, f.Far = f.Near-k.Ahead*k.Tile.Height, f.Far+k.Ahead*k.Tile.Height
	return f
}
