package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
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
	roomAround              = 1.2  // tiles and heights around what lies there, in which it is seen to stand out
	leftWhite               = 0.72 // of the light of the nearest tile, that white has at least
	leftColour              = 0.04 // by which a channel's share of it differs at most: light wood does
	darkAround              = 0.55 // of the light of such a thing, that the table around it has at most
	leftShare               = 0.8  // of a window that is white
	leftBare                = 0.4  // and that bears no print: a gap between tiles is felt
	leftSize                = 0.6  // of a tile, each way, that such a window measures
	leftWide                = 3.6  // tiles over which such windows reach, in
	leftHigh                = 0.4  // heights of a tile from the uppermost
	// Of a tile that the border of the picture cuts off: from where beyond the next one it is
	// looked at, what is seen of it at least, and how far from the border it is none.
	cutGap, leastCut, cutWide = 0.1, 0.3, 1.2
	// Of the face of a tile that vanished, that others lie upon at most, and of one that was
	// seen clearly.
	partlyOverlaid, clearOverlaid = 0.15, 0.4
	knownSize                     = 1.12 // of a tile that was read, each way, that is no window's
)

// leftovers are the places beside the rows of a hand that look like tiles and were read
// as none.
func leftovers(p *picture, rows []row) ([]models.Sighting, error) {
	var found []models.Sighting
	for i := range rows {
		c := &rows[i]
		if c.alone() {
			continue
		}
		for _, stretch := range c.stretches() {
			quads, err := leftAround(p, &stretch, rows)
			if err != nil {
				return nil, err
			}
			for _, q := range quads {
				same := func(s models.Sighting) bool { return inside(s.Quad, middleOf(q)) }
				if !slices.ContainsFunc(found, same) {
					found = append(found, unreadAt(q))
				}
			}
		}
	}
	return found, nil
}

// vanished are the tiles that were surely seen at first, are in no row any more and are not
// told of: such as one that seems to lie upon its neighbour because that is read aslant. Where
// others lie upon more of it there was none, but parts of them.
func vanished(found, rows []row, unread []models.Sighting) (out []models.Sighting) {
	for _, c := range found {
		for _, t := range c.tiles {
			at := middleOf(t.quad)
			told := func(s models.Sighting) bool { return inside(s.Quad, at) }
			most := partlyOverlaid
			if t.sim >= clearSim {
				most = clearOverlaid
			}
			if t.sim >= surelyTile && t.overlaid(rows) < most && !covered(rows, at) && !slices.ContainsFunc(unread, told) {
				out = append(out, unreadAt(t.quad))
			}
		}
	}
	return out
}

// overlaid is how much of the face of a tile those of rows lie upon.
func (t *reading) overlaid(rows []row) (share float64) {
	for _, c := range rows {
		for _, o := range c.tiles {
			share += overlap(t.quad, o.quad)
		}
	}
	return share
}

// unreadAt is a place that looks like a tile and was read as none.
func unreadAt(quad [4]vec) models.Sighting {
	return models.Sighting{Candidate: models.Candidate{Tile: models.Unknown}, Quad: quad}
}

// readLeftovers reads the leftovers beside the rows of a hand into rows, as the next clear
// tile stands, and gives those that look like no face. A tile more may be one of a kong.
func (r *Reader) readLeftovers(p *picture, rows []row) ([]row, []models.Sighting, error) {
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
			x, v := as.frame.locate(middleOf(l.Quad))
			there := as.frame
			there.centre[0] = add(there.centre[0], mul(there.downAt(x), v))
			t, err := r.standing(p, there, x)
			if err != nil {
				return nil, nil, err
			}
			if t.sim < clearSim || r.match.isBlank(t.tile) || covered(sureTiles(rows), t.frame.at(t.t)) {
				continue
			}
			lies, added := putInLine(rows, t)
			if !lies {
				rows, added = putApart(rows, t)
			}
			read = read || added
		}
		rows = withTiles(rows)
		if !read {
			return rows, left, nil
		}
		if rows, err = r.addBacks(p, joined(rows)); err != nil {
			return nil, nil, err
		}
		rows = inOrder(rows)
	}
}

// nearestTile is the clear tile of any row that lies nearest to a point; nil where none is clear.
func nearestTile(rows []row, to vec) (nearest *reading) {
	point := reading{frame: frame{centre: [3]vec{to}}}
	for _, c := range rows {
		if t := nearestClear(c.tiles, &point); t != nil && (nearest == nil || t.apart(&point) < nearest.apart(&point)) {
			nearest = t
		}
	}
	return nearest
}

// stretches are the parts of a row that one tile's perspective shows well: the plane of a
// tile in the middle is wrong about what lies far away.
func (c *row) stretches() (out []row) {
	from := 0
	for i := 1; i <= len(c.tiles); i++ {
		if i == len(c.tiles) || i-from >= longStretch || c.steps(i) > (c.tiles[i-1].wide()+c.tiles[i].wide())/2+touching-1 {
			out = append(out, c.part(from, i))
			from = i
		}
	}
	return out
}

// halves looks again at the tiles that touch no other and look as much like a face half a
// tile beside where they were read: half of a 4s is a 2s. It reads them whole, in rows, or
// gives those of which nothing says what the whole is.
func (r *Reader) halves(p *picture, rows []row) (found []models.Sighting, err error) {
	for _, c := range rows {
		pitch := pitchOf(c.tiles)
		for i := range c.tiles {
			t := &c.tiles[i]
			if t.turned || t.tile == models.Back || c.touches(i, loose*pitch) {
				continue
			}
			off, err := r.otherHalf(p, t)
			if err != nil {
				return nil, err
			}
			if off == 0 {
				continue
			}
			if from := nearestClear(c.tiles, t); from != nil {
				x, _ := from.frame.locate(t.frame.at(t.t + off/2))
				whole, err := r.standing(p, from.frame, x)
				if err != nil {
					return nil, err
				}
				if whole.sim >= wellSeen && whole.sim > t.sim {
					*t = whole
					continue
				}
			}
			found = append(found, unreadAt(t.quad))
		}
	}
	return found, nil
}

// otherHalf is how far beside a tile, in tiles, a face is seen of which it may be half; 0
// where there is none.
func (r *Reader) otherHalf(p *picture, t *reading) (float64, error) {
	for _, off := range []float64{-.6, -.5, -.4, .4, .5, .6} {
		half := reading{t: t.t + off, frame: t.frame}
		if err := r.readTile(p, &half); err != nil {
			return 0, err
		}
		if half.sim >= turnedSim {
			return off, nil
		}
	}
	return 0, nil
}

// leftAround are the leftovers beside a stretch, on its line and off it.
func leftAround(p *picture, c *row, rows []row) ([][4]vec, error) {
	near, err := leftBeside(p, c, rows, false)
	if err != nil {
		return nil, err
	}
	far, err := leftBeside(p, c, rows, true)
	return append(near, far...), err
}

// leftBeside are the leftovers beside one row: on its line, or apart from it.
func leftBeside(p *picture, c *row, rows []row, apart bool) ([][4]vec, error) {
	plane, from, to := c.plane()
	if to-from > longestRow {
		return nil, nil
	}
	res, across, beyond, room := coarseRes, onItsLine, onLineReach, 0.
	if apart {
		across, beyond, room = aboveOrBelow, offLineReach, roomAround
	}
	margin := int((across + room) * float64(res.cellH))
	s := plane.draw(p, res, from-beyond-room-.5, int((to-from+2*(beyond+room)+1)*float64(res.cellW)), margin)
	if _, err := s.ratio(); err != nil {
		return nil, err
	}
	white, bare := s.white(&plane, rows)
	w, h := int(leftSize*float64(res.cellW)), int(leftSize*float64(res.cellH))
	sums := paleness{summed(white, s.width, s.height), summed(bare, s.width, s.height)}
	fits, fw := make([]byte, (s.width-w+1)*(s.height-h+1)), s.width-w+1
	for i := range fits {
		x, y := i%fw, i/fw
		if sums.likeATile(x, y, w, h) {
			fits[i] = 1
		}
	}
	var out [][4]vec
	if !apart {
		out = s.cutOff(p, &plane, sums, from, to)
	}
	for _, part := range components(fits, fw, len(fits)/fw, 1) {
		left, right, top, ok := s.lonely(part, fw)
		x, y := (left+right+w)/2, top+res.cellH/2
		t, v := s.locate(x, y)
		near := t > from-beyond && t < to+beyond && v > -across-.5 // beyond, other tiles of the table lie
		if !ok || apart && !(near && s.standsOut(left, right+w, y)) {
			continue
		}
		shown := func(x int) bool { t, v := s.locate(x, y); return p.shows(plane.point(t, v)) }
		if shown(left) && shown(right+w) {
			out = append(out, plane.quad(t, v))
		}
	}
	return out, nil
}

// paleness sums up which pixels of a strip are as white as tiles, and which of them bear no print.
type paleness struct{ white, bare areas }

// likeATile reports whether a part of a strip is as white all over as a tile with print.
func (k *paleness) likeATile(x, y, w, h int) bool {
	area := float64(w * h)
	return float64(k.white.in(x, y, w, h)) >= leftShare*area && float64(k.bare.in(x, y, w, h)) >= leftBare*area
}

// cutOff are the places on the line of a row, that reaches from from to to, where the border of
// the picture cuts off what may be a tile: white at the border, and dark around.
func (s *strip) cutOff(p *picture, plane *frame, sums paleness, from, to float64) (out [][4]vec) {
	high := int(.6 * float64(s.res.cellH))
	for _, end := range []struct{ t, step float64 }{{from - .5, -1}, {to + .5, 1}} {
		seen := cutGap
		for seen < onLineReach && p.shows(plane.point(end.t+end.step*seen, 0)) {
			seen += .05
		}
		if seen < leastCut || seen >= onLineReach {
			continue // nothing to be seen of one, or no border
		}
		a, b := end.t+end.step*max(cutGap, seen-leastCut), end.t+end.step*(seen-.05)
		x, top := s.pixel(min(a, b), -.3)
		w := int(math.Abs(b-a) * float64(s.res.cellW))
		around := []vec{plane.point((a+b)/2, -.85)}
		if inner := seen - cutWide; inner > cutGap { // what touches the row has a tile there
			around = append(around, plane.point(end.t+end.step*inner, .3))
		}
		light := darkAround * p.brightAt(plane.point((a+b)/2, .3))
		bright := func(q vec) bool { return p.brightAt(q) >= light }
		if sums.likeATile(x, top, w, high) && !slices.ContainsFunc(around, bright) {
			out = append(out, plane.quad(end.t+end.step*max(.5, seen-leastCut), 0))
		}
	}
	return out
}

// brightAt is how bright a pixel is, 0 to 255.
func (p *picture) brightAt(q vec) float64 {
	var px [3]byte
	p.levels[0].at(px[:], q)
	return float64(px[0])/3 + float64(px[1])/3 + float64(px[2])/3
}

// plane is the perspective of the upright tile in the middle of a row, or of a turned one as if
// it stood where none does, and where the row's tiles lie in it, from the first to the last.
func (c *row) plane() (plane frame, from, to float64) {
	middle := len(c.tiles) / 2
	k := middle
	for i := range c.tiles { // the nearest upright one
		if !c.tiles[i].turned && (c.tiles[k].turned || max(i-middle, middle-i) < max(k-middle, middle-k)) {
			k = i
		}
	}
	t := &c.tiles[k]
	plane = t.frame.shifted(t.t, 1)
	plane.centre[2] = vec{}
	if t.turned {
		along, down := t.sides()
		plane = frame{centre: [3]vec{t.frame.at(t.t), along}, down: [2]vec{down}}
	}
	for i := range c.tiles {
		t, _ := plane.locate(c.place(&c.tiles[i]))
		from, to = min(from, t), max(to, t)
	}
	return plane, from, to
}

// lonely gives where the uppermost places at which a window fits begin, and their top, if
// they are those of a few tiles: a bright table or rim has more. Below, flanks of tiles fit
// too.
func (s *strip) lonely(part []int, width int) (left, right, top int, ok bool) {
	top = part[0] / width
	for _, i := range part {
		top = min(top, i/width)
	}
	left, right = width, -1
	for _, i := range part {
		if float64(i/width-top) <= leftHigh*float64(s.res.cellH) {
			left, right = min(left, i%width), max(right, i%width)
		}
	}
	return left, right, top, left > 0 && right+1 < width && float64(right-left) <= leftWide*float64(s.res.cellW)
}

// locate gives the t and v of a pixel of a strip.
func (s *strip) locate(x, y int) (t, v float64) {
	return s.from + (float64(x)+.5)/float64(s.res.cellW), (float64(y-s.margin)+.5)/float64(s.res.cellH) + insetV - .5
}

// pixel is the pixel of a strip at (t, v).
func (s *strip) pixel(t, v float64) (x, y int) {
	return int((t - s.from) * float64(s.res.cellW)), s.margin + int((v+.5-insetV)*float64(s.res.cellH))
}

// standsOut reports whether what is white from left to right ends sharply on both sides and
// above: below, the flank of a tile shows.
func (s *strip) standsOut(left, right, y int) bool {
	x := (left + right) / 2
	tile, ok := s.shadeAround(x, y)
	if !ok {
		return false
	}
	w, h := float64(s.res.cellW), float64(s.res.cellH)
	beside := int(.4 * w)
	for _, at := range []struct{ x, y, alongX, alongY int }{
		{left - beside, y - int(.5*h), 0, int(.1 * h)}, // farther below another row may begin
		{right + beside, y - int(.5*h), 0, int(.1 * h)},
		{x - int(.3*w), y - int(.9*h), int(.1 * w), 0},
	} {
		dark := 0
		for k := range 7 {
			if around, ok := s.shadeAround(at.x+k*at.alongX, at.y+k*at.alongY); ok && around.bright < darkAround*tile.bright {
				dark++
			}
		}
		if dark < 6 {
			return false
		}
	}
	return true
}

// white marks the pixels of a strip whose light is that of the nearest tile and that lie
// on none that was read, and those of them that bear no print.
func (s *strip) white(f *frame, rows []row) (white, bare []byte) {
	type taken struct {
		t     float64
		shade shade
		shown bool // in the strip
		poly  [4]vec
	}
	var tiles []taken
	for _, c := range rows {
		for _, t := range c.tiles {
			var k taken
			var mid vec
			for i, q := range t.quad {
				x, v := f.locate(q)
				k.poly[i] = vec{X: x, Y: v}
				mid = add(mid, mul(k.poly[i], .25))
			}
			for i := range k.poly {
				k.poly[i] = add(mid, mul(sub(k.poly[i], mid), knownSize))
			}
			k.t = mid.X
			k.shade, k.shown = s.shadeOn(mid)
			k.shown = k.shown && t.tile != models.Back // which says nothing about white
			tiles = append(tiles, k)
		}
	}
	var shown []shade
	for _, k := range tiles {
		if k.shown {
			shown = append(shown, k.shade)
		}
	}
	usual := usualColour(shown)
	white, bare = make([]byte, s.width*s.height), make([]byte, s.width*s.height)
	for x := range s.width {
		t, _ := s.locate(x, 0)
		var tile shade
		nearest := math.Inf(1)
		var over []taken
		for _, k := range tiles {
			if d := math.Abs(k.t - t); k.shown && d < nearest {
				nearest, tile = d, shade{k.shade.bright, usual}
			}
			if math.Abs(k.t-t) < 1.5 {
				over = append(over, k)
			}
		}
		for y := range s.height {
			k := 3 * (y*s.width + x)
			if !tile.whitens(s.light[k : k+3]) {
				continue
			}
			_, v := s.locate(x, y)
			if !slices.ContainsFunc(over, func(k taken) bool { return inside(k.poly, vec{X: t, Y: v}) }) {
				white[k/3] = 1
				if tile.whitens(s.pix[k : k+3]) {
					bare[k/3] = 1
				}
			}
		}
	}
	return white, bare
}

// usualColour is the colour that most of some tiles have: print as dense as that of an 8p tints
// the light on one.
func usualColour(shades []shade) (share [3]float64) {
	if len(shades) == 0 {
		return share
	}
	for c := range share {
		slices.SortFunc(shades, func(a, b shade) int { return cmp.Compare(a.share[c], b.share[c]) })
		share[c] = shades[len(shades)/2].share[c]
	}
	return share
}

// shadeOn is the light in the middle of a tile, at (t, v), if the strip shows it.
func (s *strip) shadeOn(at vec) (_ shade, shown bool) {
	return s.shadeAround(s.pixel(at.X, at.Y))
}

// shadeAround is the light around a pixel, if the strip shows it.
func (s *strip) shadeAround(x, y int) (_ shade, shown bool) {
	w, h := s.res.cellW/2, s.res.cellH/2
	if x < w/2 || y < h/2 || x+w/2 >= s.width || y+h/2 >= s.height {
		return shade{}, false
	}
	return s.shadeIn(x-w/2, y-h/2, w, h), true
}

// whitens reports whether a pixel is as bright as a tile, and of its colour.
func (a shade) whitens(pixel []byte) bool {
	b := shadeOf([3]float64{float64(pixel[0]), float64(pixel[1]), float64(pixel[2])})
	return b.bright >= leftWhite*a.bright && a.sameColour(b, leftColour)
}
