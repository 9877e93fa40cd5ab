package bare

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/band"
	"jantaku/vision/bare/sight"
	"jantaku/vision/raster"
)

// What lies beside the tiles of a hand, is as white and as large as one, and was read
// as none may be a tile in glare or shadow: a kong then passes for a pung, and a hand
// with a flower for one without. It is told, so that nobody takes the hand for whole.
const (
	// Tiles beyond the ends of a row that are looked at on its line, and off it.
	onLineReach, offLineReach = 8.0, 1.5
	longStretch               = 7 // tiles of a row that one perspective shows well
	// Heights of a tile off the line of a row: there a kong's tile may lie, farther away
	// flowers do, which are looked for only where they stand out from all around.
	onItsLine, aboveOrBelow = 0.12, 1.6
	roomAround              = 1.2 // tiles and heights around what lies there, in which it is seen to stand out
	leftSize                = 0.6 // of a tile, each way, that a window measures which is compared
	// Of a tile that the border of the picture cuts off, in tiles: from where beyond the next one it
	// is looked at, how far the border is from that at least, how much is looked at, and how far
	// from the border it is none.
	cutGap, cutRoom, cutShown, cutWide = 0.1, 0.15, 0.3, 1.2
)

// leftovers are the places beside the rows of a hand that look like tiles and were read
// as none.
func leftovers(p *raster.Picture, rows []sight.Row) ([]models.Sighting, error) {
	var found []models.Sighting
	for i := range rows {
		c := &rows[i]
		if alone(c) {
			continue
		}
		for _, stretch := range stretches(c) {
			quads, err := leftAround(p, &stretch, rows)
			if err != nil {
				return nil, err
			}
			for _, q := range quads {
				same := func(s models.Sighting) bool { return raster.Inside(s.Quad, middleOf(q)) }
				if !slices.ContainsFunc(found, same) {
					found = append(found, unreadAt(q))
				}
			}
		}
	}
	return found, nil
}

// unreadAt is a place that looks like a tile and was read as none.
func unreadAt(quad [4]models.Point) models.Sighting {
	return models.Sighting{Candidate: models.Candidate{Tile: models.Unknown}, Quad: quad}
}

// readLeftovers reads the leftovers beside the rows of a hand into rows, as the next clear
// tile stands, and gives those that look like no face. A tile more may be one of a kong.
func (r *Reader) readLeftovers(p *raster.Picture, rows []sight.Row) ([]sight.Row, []models.Sighting, error) {
	for tried := 0; ; tried++ {
		left, err := leftovers(p, rows)
		if err != nil || tried == mostBeyond {
			return rows, left, err
		}
		read := false
		for _, l := range left {
			as := nearestTile(rows, middleOf(l.Quad))
			if as == nil {
				continue
			}
			x, v := as.Frame.Locate(middleOf(l.Quad))
			there := as.Frame
			there.Centre[0] = there.Centre[0].Add(there.DownAt(x).Times(v))
			t, err := r.standing(p, there, x)
			if err != nil {
				return nil, nil, err
			}
			if t.Sim < sight.Levels.ClearSim || t.Blank || sight.Covered(sureTiles(rows), t.Frame.At(t.T)) {
				continue
			}
			lies, added := putInLine(rows, t)
			if !lies {
				rows, added = putApart(rows, t)
			}
			read = read || added
		}
		rows = sight.WithTiles(rows)
		if !read {
			left, err = r.stillLeft(p, rows, left)
			return rows, left, err
		}
		if rows, err = r.AddBacks(p, joined(rows)); err != nil {
			return nil, nil, err
		}
		rows = inOrder(rows)
	}
}

// stillLeft drops the leftovers that are none where each tile lies where its face is seen best, and
// of which those then cover more: of a tile that was read a little off its place a strip seems to be
// left. Of what the border of the picture cuts off a strip is all that is seen.
func (r *Reader) stillLeft(p *raster.Picture, rows []sight.Row, left []models.Sighting) ([]models.Sighting, error) {
	if len(left) == 0 {
		return nil, nil
	}
	settled := r.settled(p, rows)
	again, err := leftovers(p, settled)
	return slices.DeleteFunc(left, func(l models.Sighting) bool {
		strip := sight.Reading{Quad: l.Quad}
		cut := slices.ContainsFunc(l.Quad[:], func(q models.Point) bool { return !p.Shows(q) })
		found := slices.ContainsFunc(again, func(s models.Sighting) bool { return raster.Inside(s.Quad, middleOf(l.Quad)) })
		return !cut && !found && overlaid(&strip, settled) > overlaid(&strip, rows)
	}), err
}

// settled are rows with each tile moved to where its face is seen best.
func (r *Reader) settled(p *raster.Picture, rows []sight.Row) []sight.Row {
	settled := slices.Clone(rows)
	for i := range settled {
		settled[i].Tiles = slices.Clone(rows[i].Tiles)
		r.SettleTiles(p, settled[i].Tiles)
	}
	return settled
}

// stretches are the parts of a row that one tile's perspective shows well: the plane of a
// tile in the middle is wrong about what lies far away.
func stretches(c *sight.Row) (out []sight.Row) {
	from := 0
	for i := 1; i <= len(c.Tiles); i++ {
		if i == len(c.Tiles) || i-from >= longStretch || c.Steps(i) > (c.Tiles[i-1].Wide()+c.Tiles[i].Wide())/2+touching-1 {
			out = append(out, c.Part(from, i))
			from = i
		}
	}
	return out
}

// leftAround are the leftovers beside a stretch, on its line and off it.
func leftAround(p *raster.Picture, c *sight.Row, rows []sight.Row) ([][4]models.Point, error) {
	near, err := leftBeside(p, c, rows, false)
	if err != nil {
		return nil, err
	}
	far, err := leftBeside(p, c, rows, true)
	return append(near, far...), err
}

// leftBeside are the leftovers beside one row: on its line, or apart from it.
func leftBeside(p *raster.Picture, c *sight.Row, rows []sight.Row, apart bool) ([][4]models.Point, error) {
	ground, from, to := planeOf(c)
	if to-from > longestRow {
		return nil, nil
	}
	res, across, beyond, room := raster.CoarseRes, onItsLine, onLineReach, 0.
	if apart {
		across, beyond, room = aboveOrBelow, offLineReach, roomAround
	}
	margin := int((across + room) * float64(res.CellH))
	s := ground.Draw(p, res, from-beyond-room-.5, int((to-from+2*(beyond+room)+1)*float64(res.CellW)), margin)
	if _, err := s.Ratio(); err != nil {
		return nil, err
	}
	white, bare := white(s, &ground, rows)
	w, h := int(leftSize*float64(res.CellW)), int(leftSize*float64(res.CellH))
	sums := paleness{raster.Summed(white, s.Width, s.Height), raster.Summed(bare, s.Width, s.Height)}
	fits, fw := make([]byte, (s.Width-w+1)*(s.Height-h+1)), s.Width-w+1
	for i := range fits {
		x, y := i%fw, i/fw
		if sums.likeATile(x, y, w, h) {
			fits[i] = 1
		}
	}
	var out [][4]models.Point
	if !apart {
		out = cutOff(s, p, &ground, sums, from, to)
	}
	for _, part := range band.Components(fits, fw, len(fits)/fw, 1) {
		left, right, top, ok := lonely(s, part, fw)
		x, y := (left+right+w)/2, top+res.CellH/2
		t, v := s.Locate(x, y)
		near := t > from-beyond && t < to+beyond && v > -across-.5 // beyond, other tiles of the table lie
		if !ok || apart && !(near && standsOut(s, left, right+w, y)) {
			continue
		}
		shown := func(x int) bool { t, v := s.Locate(x, y); return p.Shows(ground.Point(t, v)) }
		if shown(left) && shown(right+w) {
			out = append(out, ground.Quad(t, v))
		}
	}
	return out, nil
}

// cutOff are the places on the line of a row, that reaches from from to to, where the border of
// the picture cuts off what may be a tile: white at the border, and dark around.
func cutOff(s *raster.Strip, p *raster.Picture, ground *raster.Frame, sums paleness, from, to float64) (out [][4]models.Point) {
	high := int(.6 * float64(s.Res.CellH))
	for _, end := range []struct{ t, step float64 }{{from - .5, -1}, {to + .5, 1}} {
		seen := cutGap
		for seen < onLineReach && p.Shows(ground.Point(end.t+end.step*seen, 0)) {
			seen += .05
		}
		if seen < cutRoom || seen >= onLineReach {
			continue // nothing to be seen of one, or no border
		}
		cut := func(shown float64) bool {
			a, b := end.t+end.step*max(cutGap, seen-shown), end.t+end.step*(seen-.05)
			x, top := s.Pixel(min(a, b), -.3)
			w := max(int(math.Abs(b-a)*float64(s.Res.CellW)), 1)
			around := []models.Point{ground.Point((a+b)/2, -.85)}
			if inner := seen - cutWide; inner > cutGap { // what touches the row has a tile there
				around = append(around, ground.Point(end.t+end.step*inner, .3))
			}
			face, ok := shadeAround(s, x+w/2, top+high/2) // under the print
			bright := func(q models.Point) bool { return 3*p.BrightAt(q) >= darkAround*face.Bright }
			return ok && sums.likeATile(x, top, w, high) && !slices.ContainsFunc(around, bright)
		}
		if cut(cutShown) || cut(2*cutShown) { // it may be dark with print at the border
			out = append(out, ground.Quad(end.t+end.step*max(.5, seen-cutShown), 0))
		}
	}
	return out
}

// goingOn are the places beyond the border of the picture, where it cuts the last tile of a row and
// the hand may have one more: beside three of a kind, which may be a kong, and beside a flower.
func goingOn(p *raster.Picture, rows []sight.Row) (out []models.Sighting) {
	for i := range rows {
		ground, from, to := planeOf(&rows[i])
		tiles := slices.Clone(rows[i].Tiles)
		for _, end := range []struct{ t, step float64 }{{to + .5, 1}, {from - .5, -1}} {
			slices.Reverse(tiles) // the one at this end is the first
			like := func(t sight.Reading) bool { return t.Tile.Kind() == tiles[0].Tile.Kind() }
			three := len(tiles) >= 3 && !slices.ContainsFunc(tiles[:3], func(t sight.Reading) bool { return !like(t) })
			if !p.Shows(ground.Point(end.t, 0)) && (three || tiles[0].Tile.IsFlower()) {
				there := unreadAt(ground.Quad(end.t+end.step*.5, 0))
				there.Beyond = true
				out = append(out, there)
			}
		}
	}
	return out
}

// planeOf is the perspective of the upright tile in the middle of a row, or of a turned one as if
// it stood where none does, and where the row's tiles lie in it, from the first to the last.
func planeOf(c *sight.Row) (ground raster.Frame, from, to float64) {
	middle := len(c.Tiles) / 2
	k := middle
	for i := range c.Tiles { // the nearest upright one
		if !c.Tiles[i].Turned && (c.Tiles[k].Turned || max(i-middle, middle-i) < max(k-middle, middle-k)) {
			k = i
		}
	}
	ground = stood(&c.Tiles[k])
	ground.Centre[2] = models.Point{}
	if len(c.Tiles) < 5 { // too few to say how the plane goes on
		ground.Down[1] = models.Point{}
	}
	for i := range c.Tiles {
		t, _ := ground.Locate(c.Place(&c.Tiles[i]))
		from, to = min(from, t), max(to, t)
	}
	return ground, from, to
}

// longestRow is how many tiles a row is long at most: what a bent line puts farther away is
// no part of it.
const longestRow = 40

// What was surely seen as a tile at first and is in no row any more is told, but where it was none:
// parts of others, or what lies between them.
const (
	// Of the face of a tile that vanished, that others lie upon at most, and of one that was
	// seen clearly.
	partlyOverlaid, clearOverlaid = 0.15, 0.4
	// nearlyAll is the share of a third of a tile that is dark where it is table: of the learned
	// faces of two clubs and of the drawn ones print covers 0.45 of one at most.
	nearlyAll = 0.85
)

// vanished are the tiles that were surely seen at first, are in no row any more and are not
// told of: such as one that seems to lie upon its neighbour because that is read aslant. Where
// others lie upon more of it there was none, but parts of them.
func vanished(found, rows []sight.Row, unread []models.Sighting) (out []models.Sighting) {
	for _, c := range found {
		for _, t := range c.Tiles {
			at := middleOf(t.Quad)
			told := func(s models.Sighting) bool { return raster.Inside(s.Quad, at) }
			most := partlyOverlaid
			if t.Sim >= sight.Levels.ClearSim {
				most = clearOverlaid
			}
			if t.Sim >= sight.Levels.SurelyTile && overlaid(&t, rows) < most && !sight.Covered(rows, at) && !slices.ContainsFunc(unread, told) {
				out = append(out, unreadAt(t.Quad))
			}
		}
	}
	return out
}

// withoutGaps drops from what was found the tiles that are not clear and have table along a side: flanks
// of two melds and what is seen between them may look like a face.
func withoutGaps(p *raster.Picture, found, rows []sight.Row) []sight.Row {
	found = slices.Clone(found)
	for i := range found {
		found[i].Tiles = sight.Only(found[i].Tiles, func(t sight.Reading) bool {
			near := nearestTile(rows, middleOf(t.Quad))
			return t.Sim >= sight.Levels.ClearSim || !t.Tile.HasFace() || near == nil || !tableBeside(p, &t, sight.BareTable*near.Light)
		})
	}
	return found
}

// tableBeside reports whether nearly all of a third of a tile along one side, and not along the
// opposite one, is as dark as table is at most: a shadow may lie on all of it.
func tableBeside(p *raster.Picture, t *sight.Reading, dark float64) bool {
	const n = 12
	third := func(x, v, wide, high float64) bool { // that begins at (x, v)
		covered := 0
		for i := range n * n {
			at := t.Frame.Point(t.T+x+wide*(float64(i%n)+.5)/n, v+high*(float64(i/n)+.5)/n)
			if p.LeastAt(at) < dark {
				covered++
			}
		}
		return float64(covered) >= nearlyAll*n*n
	}
	return third(-.5, -.5, 1./3, 1) != third(1./6, -.5, 1./3, 1) || third(-.5, -.5, 1, 1./3) != third(-.5, 1./6, 1, 1./3)
}

// nearestTile is the clear tile of any row that lies nearest to a point; nil where none is clear.
func nearestTile(rows []sight.Row, to models.Point) (nearest *sight.Reading) {
	point := sight.Reading{Frame: raster.Frame{Centre: [3]models.Point{to}}}
	for _, c := range rows {
		if t := nearestClear(c.Tiles, &point); t != nil && (nearest == nil || t.Apart(&point) < nearest.Apart(&point)) {
			nearest = t
		}
	}
	return nearest
}

// overlaid is how much of the face of a tile those of rows lie upon.
func overlaid(t *sight.Reading, rows []sight.Row) (share float64) {
	for _, c := range rows {
		for _, o := range c.Tiles {
			share += raster.Overlap(t.Quad, o.Quad)
		}
	}
	return share
}

// middleOf is the middle of a face.
func middleOf(quad [4]models.Point) models.Point {
	return quad[0].Toward(quad[2], .5).Toward(quad[1].Toward(quad[3], .5), .5)
}
