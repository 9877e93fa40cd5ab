package proposal

import (
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/arrange"
	"jantaku/vision/faces"
	"jantaku/vision/outline"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// A river is filled with tiles side by side, and nothing else as light and as large as a tile lies in it. So what is light
// there and explained by no tile that was read is one: in the glare of a lamp, blank, or with a face that was never learned. Told of
// by nobody it would cost a wrong score.

// PatchTuning says what is as light and as large as a tile.
type PatchTuning struct {
	// Part is the share of a tile each way that is looked at, and Filled the share of that that is light: the rest is print that is
	// wider than the light is closed over it, and round corners.
	Part, Filled float64
	// Taken is the share of a tile each way that is surely its own where it was read, and OwnWay by how much likelier tiles stand upright for
	// whoever sits next to them.
	Taken, OwnWay float64
	// Around is how far about a tile, in widths of one, it is looked whether it is light there, too, and Beside how much that
	// counts against it: of several tiles side by side one at an end is found.
	Around, Beside float64
	// Colour is by which a channel's share of the light differs at most from that of the nearest tile that was read.
	Colour float64
	// MayMove is how far from its middle a tile is looked for, mm, and Within what print would be its own.
	MayMove, Within float64
	// Starts is from how many places of each way, Few that where a face was located. Rounds is how often it is looked once more at what is left: what was read leaves the next one
	// less room.
	Starts, Few, Rounds int
	// Touch is how far, in widths of a tile, one lies at most from another that it touches, and Reaches how far, in heights of one, its middle lies
	// at most from a zone into which it reaches: a river begins a little before its zone.
	Touch, Reaches float64
	// Tile is by how much likelier, as a logarithm, a tile is there than none, and Seen the similarity of one that shows its face.
	Tile, Seen float64
	// Alike is by how much likelier a tile is there for each unit of likeness beyond Seen, and MostOff how much it counts at most that it is seen beside
	// its outline: of 57 tiles with less than half of their ink one in twenty is seen elsewhere.
	Alike, MostOff float64
	// Same is how far apart two outlines at least are, mm.
	Same float64
}

var usualPatch = PatchTuning{Part: .86, Filled: .92, Taken: .94, OwnWay: 1.25, Around: .12, Beside: 1, Colour: .06, MayMove: 11, Within: 6, Starts: 6, Few: 1, Rounds: 3, Touch: .15, Reaches: .25, Tile: 2, Seen: .6, Alike: 30, MostOff: 3, Same: 1}

// patches is where a ground is as light as a tile, cell by cell.
type patches struct {
	on         *Ground
	wide, high int // cells
	light      []int
	mm         [2]float64 // size of a cell
}

// patchesOn marks where a ground is as light as the nearest tiles that were read, and of their colour, in the zones, where tiles lie that reach
// into them, and beside those tiles.
func (p *Picture) patchesOn(on *Ground, read []models.Pose, lit []Lit) *patches {
	const cell, block = raster.PoolCell, raster.PoolCell * raster.PoolCell // pixels, cells
	s := on.Sheets[0]
	m := &patches{on: on, wide: s.Strip.Width / cell, high: s.Strip.Height / cell}
	m.light = make([]int, m.wide*m.high)
	pixelW, pixelH := s.Field.Pixel(raster.CoarseRes)
	m.mm = [2]float64{cell * pixelW, cell * pixelH}
	colour := func(i int) []byte {
		return s.Strip.Light[raster.Channels*cell*(i/m.wide*s.Strip.Width+i%m.wide):][:raster.Channels]
	}
	for y0 := 0; y0 < m.high; y0 += block {
		for x0 := 0; x0 < m.wide; x0 += block {
			at := s.Field.OnTheTable(m.middle(x0, y0, block, block))
			least := p.leastAt(at)
			light := m.cellsOf(x0, y0, block, func(i int) bool { return float64(slices.Min(colour(i))) >= least })
			if len(light) == 0 || !p.mayLie(at, p.Table.Camera.Tile.Height, read) {
				continue
			}
			near, told := nearest(lit, at)
			shade := raster.ShadeOf(near.Colour)
			for _, i := range light {
				px := colour(i)
				own := raster.ShadeOf([raster.Channels]float64{float64(px[0]), float64(px[1]), float64(px[2])})
				if !told || float64(slices.Min(px)) >= raster.LightDarker*near.Bright && own.SameColour(shade, usualPatch.Colour) {
					m.light[i] = 1
				}
			}
		}
	}
	return m
}

// cellsOf are the numbers of those cells of a square of them of which something is true.
func (m *patches) cellsOf(x0, y0, side int, is func(int) bool) (cells []int) {
	for y := y0; y < min(y0+side, m.high); y++ {
		for x := x0; x < min(x0+side, m.wide); x++ {
			if i := y*m.wide + x; is(i) {
				cells = append(cells, i)
			}
		}
	}
	return cells
}

// middle is that of w×h cells from (x, y), as the field has it.
func (m *patches) middle(x, y, w, h int) models.Point {
	f := m.on.Sheets[0].Field
	return models.Point{X: f.Left + (float64(x)+float64(w)/2)*m.mm[0], Y: f.Far - (float64(y)+float64(h)/2)*m.mm[1]}
}

// spans is how many cells a share of a tile covers that lies as a quarter says.
func (m *patches) spans(quarter int, share float64) (w, h int) {
	f := m.on.Sheets[0].Field
	along, across := f.Spans((quarter-f.Place.Index())%2 != 0)
	return int(math.Round(share * along / m.mm[0])), int(math.Round(share * across / m.mm[1]))
}

// take says that what lies in a pose is explained.
func (m *patches) take(light []int, pose models.Pose) {
	f := m.on.Sheets[0].Field
	w, h := m.spans(pose.Quarter+models.Places, usualPatch.Taken)
	own := f.Own(pose.At)
	left, top := int(math.Round((own.X-f.Left)/m.mm[0]-float64(w)/2)), int(math.Round((f.Far-own.Y)/m.mm[1]-float64(h)/2))
	for y := max(top, 0); y < min(top+h, m.high); y++ {
		for x := max(left, 0); x < min(left+w, m.wide); x++ {
			light[y*m.wide+x] = 0
		}
	}
}

// standing are the poses of what has the outline of a tile beside.
func (p *Picture) standing(m *patches, read []models.Pose, light []int, windows []window) (out []models.Pose) {
	may := func(at models.Pose) bool {
		return p.rarity(at.At) == 0 && p.mayLie(at.At, usualPatch.Reaches*p.Table.Camera.Tile.Height, read)
	}
	for pose, ok := m.largest(light, windows, may); ok; pose, ok = m.largest(light, windows, may) {
		m.take(light, pose)
		outlined := func(way *plane.Field) bool { return p.bounded(&Glance{Field: way, At: way.Own(pose.At)}).odds(1) >= 0 }
		if slices.ContainsFunc(m.on.Ways[:], outlined) {
			out = append(out, pose)
		}
	}
	return out
}

// among are the poses of what is as light and as large as a tile where none of those lies that were read, and nothing but tiles does; what is light
// beside them, and the windows in which others may lie there.
func (p *Picture) among(m *patches, read []models.Pose) (out []models.Pose, light []int, windows []window) {
	light = slices.Clone(m.light)
	for _, pose := range read {
		m.take(light, pose)
	}
	windows = m.windows(light)
	for {
		pose, ok := m.largest(light, windows, func(at models.Pose) bool { return p.amongTiles(at, read) })
		if !ok {
			return out, light, windows
		}
		out = append(out, pose)
		m.take(light, pose)
	}
}

// window is where a tile may lie, the one way or the other, cells.
type window struct{ x, y, way int }

// windows are those that are as light as a tile. What is taken leaves fewer of them.
func (m *patches) windows(light []int) (out []window) {
	k, all := &usualPatch, raster.Summed(light, m.wide, m.high)
	for q := range 2 {
		w, h := m.spans(q, k.Part)
		fullW, fullH := m.spans(q, 1+2*k.Around)
		dx, dy := (fullW-w)/2, (fullH-h)/2
		for y := dy; y+h+dy <= m.high; y++ {
			for x := dx; x+w+dx <= m.wide; x++ {
				if float64(all.In(x, y, w, h)) >= k.Filled*float64(w*h) {
					out = append(out, window{x, y, q})
				}
			}
		}
	}
	return out
}

// largest is the pose in which a tile may lie that has most of what is light under it and least of it around; false where none of some windows may.
func (m *patches) largest(light []int, windows []window, may func(models.Pose) bool) (best models.Pose, ok bool) {
	if len(windows) == 0 {
		return best, false
	}
	k, f := &usualPatch, m.on.Sheets[0].Field
	all, most := raster.Summed(light, m.wide, m.high), 0.0
	for _, at := range windows {
		w, h := m.spans(at.way, k.Part)
		n := all.In(at.x, at.y, w, h)
		if float64(n) < k.Filled*float64(w*h) {
			continue
		}
		fullW, fullH := m.spans(at.way, 1+2*k.Around)
		dx, dy := (fullW-w)/2, (fullH-h)/2
		pose := models.Pose{At: f.OnTheTable(m.middle(at.x, at.y, w, h)), Height: m.on.Height, Quarter: (at.way + f.Place.Index()) % models.Places}
		gain := float64(n) - k.Beside*float64(all.In(at.x-dx, at.y-dy, w+2*dx, h+2*dy)-n)
		if at.way == int(wayAt(pose.At)-plane.Upright) {
			gain *= k.OwnWay
		}
		if gain > most && may(pose) {
			best, most, ok = pose, gain, true
		}
	}
	return best, ok
}

// edges is what about a point has the outline of a tile.
type edges struct {
	at      models.Point // its middle as the field has it, mm
	outline float64      // how strong the weakest of its four sides is, a share of the brightness
	inner   float64      // and the strongest edge within
}

// bounded finds the outline about a look that is most like that of a tile.
func (p *Picture) bounded(g *Glance) edges {
	frame := g.Field.Frame(g.At.X, g.At.Y, math.Tan(g.Turn*math.Pi/180), -.5, .5)
	v := outline.At(p.Raster, &frame, 0)
	return edges{at: g.Field.Own(g.Field.View.Table(frame.Centre[0].Add(v.Off(&frame)))), outline: v.Outline(), inner: v.Inner()}
}

// odds is by how much likelier, as a logarithm, a tile lies where its outline is than something as even: every one ends in a seam, in a flank
// or on the cloth, of which light that takes a share of all ink leaves the same share.
func (e edges) odds(ink float64) float64 {
	return outline.Backs.EdgeSlope * (e.outline - outline.Backs.EdgeBack*min(ink, 1))
}

// inPatch looks closely at what is as light and as large as a tile, in the light upon some tiles.
func (p *Picture) inPatch(on *Ground, at Spot, lit []Lit) ([]Glance, error) {
	var looks []Glance
	for _, way := range on.Ways {
		found, err := p.starts(way, at, usualPatch.Starts)
		if err != nil {
			return nil, err
		}
		looks = append(looks, found...)
	}
	seen, _, err := p.settled(looks, at, usualPatch.Starts, lit)
	if err != nil {
		return nil, err
	}
	outlined, err := p.atOutlines(on, at, lit)
	return append(seen, outlined...), err
}

// atOutlines looks closely where outlines of a tile lie about the middle of a patch: light that leaves little of a print leaves what is around the tile.
func (p *Picture) atOutlines(on *Ground, at Spot, lit []Lit) (seen []Glance, err error) {
	step := 2 * float64(outline.Backs.Off) / raster.CellW * p.Table.Camera.Tile.Width
	for _, way := range on.Ways {
		var known []models.Point
		for _, y := range []float64{-step, 0, step} {
			for _, x := range []float64{-step, 0, step} {
				b := p.bounded(&Glance{Field: way, At: way.Own(at.At.Add(models.Point{X: x, Y: y}))})
				if b.odds(1) < 0 || slices.ContainsFunc(known, func(q models.Point) bool { return q.Sub(b.at).Length() < usualPatch.Same }) {
					continue
				}
				known = append(known, b.at)
				g, err := p.look(way, b.at, 0)
				if err != nil {
					return nil, err
				}
				if !at.reaches(&g) || !p.free(way, b.at, at.Beside) {
					continue
				}
				if _, err := p.under(&g, lit); err != nil {
					return nil, err
				}
				looks, err := p.settledEach(g, at)
				if err != nil {
					return nil, err
				}
				seen = append(seen, looks...)
			}
		}
	}
	return seen, nil
}

// At adds to proposals what may be seen at some points of a ground, where no tile is seen.
func (p *Picture) At(all []Proposal, on *Ground, points []models.Point) ([]Proposal, error) {
	k := &usualPatch
	for _, at := range points {
		known := slices.ContainsFunc(all, func(c Proposal) bool {
			return c.Sim >= UsualPlace.TileLike && c.At.Sub(at).Length() < p.Table.Camera.Tile.Width/2
		})
		if known {
			continue
		}
		spot := Spot{At: at, Height: on.Height, MayMove: k.MayMove}
		for _, way := range on.Ways {
			looks, err := p.starts(way, spot, k.Few)
			if err != nil {
				return nil, err
			}
			seen, _, err := p.settled(looks, spot, k.Few, nil)
			if err != nil {
				return nil, err
			}
			for i := range seen {
				if c := p.candidate(seen[i:i+1], spot); c.Sim >= k.Seen {
					all = append(all, c)
				}
			}
		}
	}
	return all, nil
}

// inPatches adds what may be seen in places as light and as large as a tile.
func (p *Picture) inPatches(all []Proposal, m *patches, chosen []int, lit []Lit) ([]Proposal, error) {
	k, on := &usualPatch, m.on
	read, sure := posesOf(all, chosen), surely(all, chosen)
	light := slices.Clone(m.light)
	for _, pose := range read {
		m.take(light, pose)
	}
	areas := raster.Summed(light, m.wide, m.high)
	among, rest, windows := p.among(m, read)
	for i, pose := range append(among, p.standing(m, read, rest, windows)...) {
		at := Spot{At: pose.At, Height: on.Height, MayMove: k.MayMove, Beside: sure}
		seen, err := p.inPatch(on, at, lit)
		if err != nil {
			return nil, err
		}
		all = p.inTheirLight(all, seen, at, i < len(among), lit)
		if all, err = p.blanksIn(all, m, areas, at, lit); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// inTheirLight adds looks at a spot that show a face, weighed by the light upon some tiles; nothing but tiles may lie there.
func (p *Picture) inTheirLight(all []Proposal, seen []Glance, at Spot, among bool, lit []Lit) []Proposal {
	for i := range seen {
		c := p.candidate(seen[i:i+1], at)
		if c.Sim < usualPatch.Seen {
			continue
		}
		c.Gain -= p.unlit(&c, lit)
		if among && !p.Tiles.Match.IsBlank(c.Tile) {
			c.Gain = max(c.Gain, p.gainIn(&c, lit)-p.rarity(c.At))
		}
		c.Gain = min(c.Gain, usualPatch.Tile+p.scant(c.Tile, &c.Seen, lit))
		all = append(all, c)
	}
	return all
}

// gainIn is by how much likelier, as a logarithm, a proposal is than none where something as light and as large as a tile lies: by how much it looks like its
// face and how near it is seen to the outline there, but by no more than that outline tells.
func (p *Picture) gainIn(c *Proposal, lit []Lit) float64 {
	k, b := &usualPatch, p.bounded(&c.Seen)
	gain := k.Tile + k.Seen + k.Alike*(c.Sim-k.Seen) + min(b.odds(p.inkAt(&c.Seen, lit)), 0)
	if b.odds(1) >= 0 {
		off := b.at.Sub(c.Seen.At).Length() / usualBlank.Off
		gain -= min(off*off/2, k.MostOff)
	}
	return min(gain, usualBlank.There+b.odds(usualBlank.Ends)) - p.tinted(&c.Seen, lit)
}

// even is by how much less likely, as a logarithm, a tile without print lies where something stronger than its outline is within it.
func (e edges) even() float64 {
	return outline.Backs.EdgeSlope * min(max(e.outline, usualBlank.Even)-e.inner, 0)
}

// blanksIn adds tiles without print about a spot, where it is as light as one, as their outlines have them: nothing else tells where they lie. An
// outline is found as far from where it is looked for as Off of [outline.BackTuning]; so it is looked for twice as far apart.
func (p *Picture) blanksIn(all []Proposal, m *patches, light raster.Areas, at Spot, lit []Lit) ([]Proposal, error) {
	if p.Tiles.Match.BlankTile() == models.NoTile {
		return all, nil
	}
	step := 2 * float64(outline.Backs.Off) / raster.CellW * p.Table.Camera.Tile.Width
	for _, y := range []float64{-step, 0, step} {
		for _, x := range []float64{-step, 0, step} {
			from := at
			from.At = at.At.Add(models.Point{X: x, Y: y})
			for q, way := range m.on.Ways {
				if !m.lit(light, from.At, q) {
					continue
				}
				c, ok, err := p.blankAt(way, from, lit)
				if err != nil {
					return nil, err
				}
				if ok {
					all = append(all, c)
				}
			}
		}
	}
	return all, nil
}

// lit reports whether it is as light about a point of the table as on a tile, the one way or the other.
func (m *patches) lit(light raster.Areas, at models.Point, way int) bool {
	f := m.on.Sheets[0].Field
	w, h := m.spans(way, usualPatch.Part)
	own := f.Own(at)
	x, y := int(math.Round((own.X-f.Left)/m.mm[0]-float64(w)/2)), int(math.Round((f.Far-own.Y)/m.mm[1]-float64(h)/2))
	return x >= 0 && y >= 0 && x+w <= m.wide && y+h <= m.high && float64(light.In(x, y, w, h)) >= usualPatch.Filled*float64(w*h)
}

// blankAt is a tile without print about a spot, where its outline has it; false where something is printed, or may have been.
func (p *Picture) blankAt(way *plane.Field, at Spot, lit []Lit) (c Proposal, ok bool, err error) {
	b := p.bounded(&Glance{Field: way, At: way.Own(at.At)})
	g, err := p.look(way, b.at, 0)
	if err != nil {
		return c, false, err
	}
	best := g.best()
	if !p.Tiles.Match.IsBlank(p.Tiles.Match.Means[best].Tile) || !at.reaches(&g) || p.printed(&g) {
		return c, false, nil
	}
	for face := range g.Sims {
		if p.Tiles.Match.IsBlank(p.Tiles.Match.Means[face].Tile) {
			g.Sims[face] = max(g.Sims[face], p.likeness(&g, face))
		}
	}
	if p.bare(&g, lit) <= 0 { // it may as well be one whose print is lost
		return c, false, nil
	}
	g.Rim = Rim(p.Raster, &g.Frame, g.Light(), func(at models.Point) bool { return p.Tiles.Match.Prints(best, at, UsualPlace.Prints) })
	return p.candidate([]Glance{g}, at), true, nil
}

// withPatches adds to proposals what may be seen where something as light and as large as a tile is explained by none, and chooses among all.
func (p *Picture) withPatches(all []Proposal, grounds []*Ground) ([]Proposal, arrange.Result, []*patches, error) {
	chosen := p.choose(all)
	lit, read := p.LitBy(all, chosen.Tiles), posesOf(all, chosen.Tiles)
	light, before := make([]*patches, len(grounds)), len(all)
	for i, on := range grounds {
		light[i] = p.patchesOn(on, read, lit)
	}
	for _, m := range light {
		var err error
		if all, err = p.blanksAtSeams(all, m, chosen.Tiles, lit); err != nil {
			return nil, chosen, nil, err
		}
	}
	if len(all) > before {
		chosen = p.choose(all)
	}
	for range usualPatch.Rounds {
		before := len(all)
		for _, m := range light {
			var err error
			if all, err = p.inPatches(all, m, chosen.Tiles, lit); err != nil {
				return nil, chosen, nil, err
			}
		}
		if len(all) == before {
			break
		}
		chosen = p.choose(all)
	}
	return all, chosen, light, nil
}

// blanksAtSeams adds tiles without print where what shows a face has no outline of a tile: the seam between two of them looks like a
// bamboo, and explains nothing of the light on both.
func (p *Picture) blanksAtSeams(all []Proposal, m *patches, chosen []int, lit []Lit) ([]Proposal, error) {
	if p.Tiles.Match.BlankTile() == models.NoTile {
		return all, nil
	}
	var seams, others []models.Pose
	for _, i := range chosen {
		if c := &all[i]; !p.Tiles.Match.IsBlank(c.Tile) && p.bounded(&c.Seen).odds(1) < 0 {
			seams = append(seams, c.Pose)
		} else {
			others = append(others, c.Pose)
		}
	}
	if len(seams) == 0 {
		return all, nil
	}
	light := slices.Clone(m.light)
	for _, pose := range others {
		m.take(light, pose)
	}
	areas, windows := raster.Summed(light, m.wide, m.high), m.windows(light)
	atSeam := func(at models.Pose) bool {
		return slices.ContainsFunc(seams, func(o models.Pose) bool { return p.Share(o, at) })
	}
	for pose, ok := m.largest(light, windows, atSeam); ok; pose, ok = m.largest(light, windows, atSeam) {
		m.take(light, pose)
		var err error
		at := Spot{At: pose.At, Height: m.on.Height, MayMove: usualPatch.MayMove, Beside: surely(all, chosen)}
		if all, err = p.blanksIn(all, m, areas, at, lit); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// facelessAt is a tile of which no face is seen: blank, or pale beyond reading, or of a face that was never learned.
func (p *Picture) facelessAt(on *Ground, pose models.Pose, sure []models.Pose, lit []Lit) (Found, error) {
	k, f := &usualPatch, on.Ways[pose.Quarter%2]
	at, least := f.Own(pose.At), 0.0
	for _, way := range on.Ways { // where it has an outline that tells best where it lies, and how
		if b := p.bounded(&Glance{Field: way, At: way.Own(pose.At)}); b.odds(1) >= least {
			f, at, least = way, b.at, b.odds(1)
		}
	}
	g, err := p.look(f, at, 0)
	if err != nil {
		return Found{}, err
	}
	pose.At, pose.Quarter = f.OnTheTable(at), g.quarter(false)
	u := shows(pose, g.Frame.Quad(0, 0), f, k.Tile)
	if blank := p.Tiles.Match.BlankTile(); blank != models.NoTile {
		odds, err := p.blankAbout(&g, on, Spot{At: pose.At, Height: on.Height, MayMove: k.MayMove, Beside: sure}, lit)
		if err != nil {
			return Found{}, err
		}
		if !p.inRiver(pose.At) { // where a rim or a rack may lie, too
			odds = min(odds, p.blankOdds(&g))
		}
		u.LogLike[blank] = k.Tile + odds
	}
	return u, nil
}

// shows is a tile in a pose of which no face is known, as likely as a logarithm says.
func shows(pose models.Pose, quad [4]models.Point, f *plane.Field, like float64) Found {
	u := Found{Evidence: models.Evidence{Pose: pose}, Sure: faces.Logistic(like), Quad: quad}
	for t := range u.LogLike {
		u.LogLike[t] = math.Inf(-1)
	}
	u.LogLike[models.NoTile], u.LogLike[models.Unknown] = 0, like
	for c, q := range quad {
		u.Table[c] = f.View.Table(q)
	}
	return u
}

// blankAbout is by how much likelier a tile without print lies about a look than one whose print is lost: where it is seen best, and nothing
// printed is seen there when it is looked for.
func (p *Picture) blankAbout(g *Glance, on *Ground, at Spot, lit []Lit) (odds float64, err error) {
	const middle = faces.FineMargin / raster.PoolCell
	odds = -UsualPlace.MostOdds
	for _, off := range besideIt {
		beside, err := p.look(g.Field, g.moved(float64(off[0]-middle)/2, float64(off[1]-middle)/2), 0)
		if err != nil {
			return 0, err
		}
		odds = max(odds, p.bare(&beside, lit))
	}
	seen, err := p.inPatch(on, at, lit)
	if err != nil {
		return 0, err
	}
	for i := range seen {
		if p.printed(&seen[i]) && seen[i].Field.OnTheTable(seen[i].At).Sub(at.At).Length() < usualPatch.Within {
			odds = -UsualPlace.MostOdds
		}
	}
	return odds, nil
}

// amongTiles tells where nothing but tiles lies: in a river or reaching into it, and elsewhere where one touches a tile that was read.
func (p *Picture) amongTiles(at models.Pose, read []models.Pose) bool {
	_, in := calibration.ZoneAt(p.Table.Camera.Zones, at.At)
	switch {
	case p.rarity(at.At) > 0:
		return false
	case !in || p.ofRiver(at.At):
		return p.ofRiver(at.At)
	}
	return slices.ContainsFunc(read, func(o models.Pose) bool {
		return p.Tuning().Overlap(o, at) > -usualPatch.Touch*p.Table.Camera.Tile.Width
	})
}

// ofRiver reports whether a tile is of a river: its middle lies in one, or in no zone and so near one that the tile reaches into it.
func (p *Picture) ofRiver(at models.Point) bool {
	if zone, in := calibration.ZoneAt(p.Table.Camera.Zones, at); in {
		return zone.Use == calibration.RiverZone
	}
	return p.inZone(at, usualPatch.Reaches*p.Table.Camera.Tile.Height, calibration.RiverZone)
}

// inRiver reports whether a point lies in a river, where nothing but tiles lies.
func (p *Picture) inRiver(at models.Point) bool {
	zone, in := calibration.ZoneAt(p.Table.Camera.Zones, at)
	return in && zone.Use == calibration.RiverZone
}

// inZone reports whether a point lies in a zone of one of some uses, or of any, or not farther from it than some room, mm.
func (p *Picture) inZone(at models.Point, room float64, of ...calibration.Use) bool {
	return slices.ContainsFunc(p.Table.Camera.Zones, func(z calibration.Zone) bool {
		return (len(of) == 0 || slices.Contains(of, z.Use)) && z.Apart(at) <= room
	})
}

// inCorner reports whether a point lies in a corner of the cloth beside the zones of hands: melds are pushed there.
func (p *Picture) inCorner(at models.Point) bool {
	c := p.Table.Camera
	_, in := calibration.CornerAt(c.Zones, at)
	return in && max(math.Abs(at.X), math.Abs(at.Y)) < c.Side/2
}

// mayLie reports whether tiles may lie at a point: in a zone or not farther from one than some room, mm, in a corner of the cloth, or beside a tile that
// was read.
func (p *Picture) mayLie(at models.Point, room float64, read []models.Pose) bool {
	reach := p.Table.Camera.Tile.Height + p.Table.Camera.Tile.Width
	return p.inZone(at, room) || p.inCorner(at) || slices.ContainsFunc(read, func(o models.Pose) bool { return o.At.Sub(at).Length() < reach })
}

// surely are the poses of some tiles that show their faces well.
func surely(all []Proposal, some []int) (poses []models.Pose) {
	for _, i := range some {
		if all[i].Sim >= usualLight.Clear {
			poses = append(poses, all[i].Pose)
		}
	}
	return poses
}

// posesOf are those of some proposals.
func posesOf(all []Proposal, some []int) (poses []models.Pose) {
	for _, i := range some {
		poses = append(poses, all[i].Pose)
	}
	return poses
}
