package watch

import (
	"maps"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// read reads a region and tells what has become of it, if that is clear.
func (w *Watch) read(f *frame, r *region) error {
	w.gate.look(r.pixels, f.now)
	c := &change{region: r, moved: map[*lying]models.Evidence{}, doubt: map[models.Pose]float64{}}
	in := map[int32]bool{}
	for _, i := range r.pixels {
		in[i] = true
	}
	if err := w.readKnown(f, c, in); err != nil {
		return err
	}
	last := !r.arm && f.now-r.rest >= w.tuning.Regions.Patience
	if err := w.fill(f, c, last); err != nil {
		return err
	}
	if err := w.straighten(f, c); err != nil {
		return err
	}
	w.pair(c)
	explained := w.covers(c) >= w.tuning.Regions.Explained
	if !explained {
		w.onlySure(c)
	}
	switch {
	case explained || last:
		left := w.unexplained(c)
		w.settle(f, c, explained)
		for _, part := range w.gate.parts(left) { // one that touches a tile
			if w.stick(f, part.pixels, r.rest) {
				left = slices.DeleteFunc(left, func(i int32) bool { return slices.Contains(part.pixels, i) })
			}
		}
		if last {
			if err := w.overlook(f, c, left); err != nil {
				return err
			}
		}
		w.gate.explain(r.pixels, f)
		if float64(len(left)) >= aTile*w.ground.tilePixels && !last {
			w.gate.forget(left) // as much as a tile is left: it is looked at once more
		}
	case len(c.added) > 0: // what is clear is told, and the rest looked at when it has changed
		w.settleAdded(f, c)
	}
	return nil
}

// straighten turns new tiles by a quarter that would share cloth with their neighbours and show the same
// face without it: print may look alike both ways, but no tile lies upon the edge of another.
func (w *Watch) straighten(f *frame, c *change) error {
	for i := range c.added {
		e := &c.added[i]
		turned := e.Pose
		turned.Quarter = (turned.Quarter + 1) % 4
		if shared := w.sharedBy(c, i, e.Pose); shared < w.tuning.Tiles.Edge || w.sharedBy(c, i, turned) > shared/2 {
			continue
		}
		other, err := w.look(f, turned, sameStart, 0)
		if err != nil {
			return err
		}
		if j := w.tuning.judge(&other); j.clear(&w.tuning) && j.tile == w.tuning.judge(e).tile {
			*e = other
		}
	}
	return nil
}

// sharedBy is how much of a pose lies under the other tiles there, for a new tile.
func (w *Watch) sharedBy(c *change, i int, p models.Pose) (sum float64) {
	for k := range c.added {
		if k != i {
			sum += w.ground.shares(p, c.added[k].Pose)
		}
	}
	for _, l := range w.lying {
		if !slices.Contains(c.gone, l) {
			sum += w.ground.shares(p, l.evidence.Pose)
		}
	}
	return sum
}

// onlySure keeps of the new tiles of a change that they do not explain those that are surely
// no part of something else: what was never learned, such as a sleeve, is as likely there as a face. In a row its paper tells a tile.
func (w *Watch) onlySure(c *change) {
	beside := w.tuning
	beside.Prior.Strange = 1
	kept := 0
	for i := range c.added {
		if j := beside.judge(&c.added[i]); j.clear(&beside) || slices.Contains(c.paper, c.added[i].Pose) {
			c.added[kept], c.rival[kept] = c.added[i], c.rival[i]
			kept++
		}
	}
	c.added, c.rival = c.added[:kept], c.rival[:kept]
}

// effort is how hard tiles are looked for in a change.
type effort int

const (
	straight effort = iota // upright or sideways, and clearly read
	askew                  // turned anyhow, and clearly read
	likely                 // read before, with a face that is likelier than all else together
	vague                  // upright or sideways, whatever they show
)

// fill reads tiles in a change until nothing is left of it or nothing is found. Few tiles lie
// askew, so they are looked for that way only where nothing straight is left. One look at a blank face is never
// clear, so where nothing clear is left, what is likely is taken, to be looked at again. What lies
// between two tiles looks like one that was never learned, so such tiles are believed only
// in the last look.
func (w *Watch) fill(f *frame, c *change, last bool) error {
	for how := straight; ; {
		left := w.unexplained(c)
		size := float64(len(left)) / w.ground.tilePixels
		if size < w.tuning.Regions.Least {
			return nil
		}
		if how == askew && (c.arm || size > w.tuning.Regions.Heap) {
			how = likely
		}
		if how == vague && !last {
			return nil
		}
		var found bool
		var err error
		if how == likely {
			found = w.takeLikely(c)
		} else {
			found, err = w.readNew(f, c, left, how)
		}
		switch {
		case err != nil:
			return err
		case found:
			how = straight
		case how == vague:
			return nil
		default:
			how++
		}
	}
}

// unexplained are the pixels of a change that no known tile explains.
func (w *Watch) unexplained(c *change) (left []int32) {
	known := map[int32]bool{}
	mark := func(s shape) {
		for _, list := range [][]int32{s.top, s.flank} {
			for _, i := range list {
				known[i] = true
			}
		}
	}
	for _, l := range c.gone {
		mark(l.shape)
	}
	for _, l := range c.down {
		mark(l.shape)
	}
	for _, l := range c.stay {
		mark(l.shape)
		e := c.moved[l]
		if s, err := w.ground.shapeAt(e.Pose); err == nil {
			mark(s)
		}
	}
	for i := range c.added {
		if s, err := w.ground.shapeAt(c.added[i].Pose); err == nil {
			mark(s)
		}
	}
	for _, i := range c.pixels {
		if !known[i] {
			left = append(left, i)
		}
	}
	return left
}

// readNew looks for tiles on what no known one explains, and tells whether it found any.
func (w *Watch) readNew(f *frame, c *change, left []int32, how effort) (found bool, err error) {
	canvas := w.ground.newCanvas(c.pixels)
	w.ground.paint(&canvas, c.pixels, worthFlank)
	for _, l := range c.gone {
		w.ground.paint(&canvas, slices.Concat(l.shape.top, l.shape.flank), worthGone)
	}
	w.ground.paint(&canvas, left, worthChanged)
	if how != vague {
		w.ground.paint(&canvas, w.darkOf(f, left), worthFlank)
	}
	canvas.bridge()
	for _, l := range w.lying {
		if !slices.Contains(c.gone, l) {
			w.ground.paint(&canvas, l.shape.top, worthTaken)
		}
	}
	for i := range c.added {
		s, err := w.ground.shapeAt(c.added[i].Pose)
		if err != nil {
			return false, err
		}
		w.ground.paint(&canvas, s.top, worthTaken)
	}
	starts, err := w.starts(f, c, canvas, left, how)
	if err != nil {
		return false, err
	}
	var read []models.Evidence
	for _, start := range starts {
		if how != vague && (!w.light(f, start) || c.tries(start)) {
			continue
		}
		either, err := w.readEitherWay(f, start, how)
		if err != nil {
			return false, err
		}
		for _, e := range either {
			if how == vague {
				if err := w.byColour(f, &e, start); err != nil {
					return false, err
				}
				if err := w.isThere(f, c, &e, start, left); err != nil {
					return false, err
				}
			}
			switch j := w.tuning.judge(&e); {
			case how == vague || j.clear(&w.tuning):
				if !w.occupied(c, e.Pose) {
					read = append(read, e)
				}
			case j.something() && j.tile.HasFace():
				c.likely = append(c.likely, e)
			}
		}
	}
	added, rivals := w.ground.choose(read, w.tuning.Tiles.Overlap)
	for i := range added {
		if w.tuning.judge(&added[i]).something() || how == vague && w.back(&added[i]) {
			c.added, c.rival = append(c.added, added[i]), append(c.rival, rivals[i])
			found = true
		}
	}
	return found, nil
}

// takeLikely takes the likely tiles of a change that share no cloth with others, and tells whether there are any.
func (w *Watch) takeLikely(c *change) bool {
	free := slices.DeleteFunc(c.likely, func(e models.Evidence) bool { return w.occupied(c, e.Pose) })
	c.likely = nil
	added, rivals := w.ground.choose(free, w.tuning.Tiles.Overlap)
	c.added, c.rival = append(c.added, added...), append(c.rival, rivals...)
	return len(added) > 0
}

// isThere weighs in that something lies in a row with tiles, where one more would, and shows as much paper as one: it is a tile, whatever
// its print looks like. Which face it shows, or none that was learned, the look says as before; as light as a face no back is.
func (w *Watch) isThere(f *frame, c *change, e *models.Evidence, start models.Pose, left []int32) error {
	if by := strength(e); by >= w.tuning.Prior.Paper || e.LogLike[models.Back] >= by || e.Quarter%2 != start.Quarter%2 || !w.inRowWith(c, start) {
		return nil
	}
	s, err := w.ground.shapeAt(start)
	if err != nil {
		return err
	}
	on := map[int32]bool{}
	for _, px := range s.top {
		on[px] = true
	}
	paper := w.newPaper(f, slices.DeleteFunc(slices.Clone(left), func(px int32) bool { return !on[px] }))
	if _, fits, err := w.tileOf(paper); err != nil || !fits {
		return err
	}
	w.tuning.liesThere(e)
	c.paper = append(c.paper, e.Pose)
	return nil
}

// inRowWith reports whether a tile that came to rest with a change, or was told, lies beside a pose, as turned, in one row on the side of a player.
func (w *Watch) inRowWith(c *change, p models.Pose) bool {
	place := w.ground.areaOf(p.At).Place
	beside := func(o models.Pose) bool {
		a, b := facing(p.At, place), facing(o.At, place)
		return p.Quarter%2 == o.Quarter%2 && math.Abs(a.Y-b.Y) < w.ground.tile.Height/2 && math.Abs(a.X-b.X) < w.tuning.Hands.Beside*w.ground.tile.Width
	}
	if w.ground.areaOf(p.At).Use != calibration.MeldZone {
		return false
	}
	for _, l := range w.lying {
		if l.told && l.best != models.Back && max(l.rest-c.rest, c.rest-l.rest) <= w.tuning.Hands.Together && beside(l.evidence.Pose) {
			return true
		}
	}
	return slices.ContainsFunc(c.added, func(e models.Evidence) bool { return w.tuning.judge(&e).tile != models.Back && beside(e.Pose) })
}

// starts are the poses from which tiles are looked for on what is left of a change.
func (w *Watch) starts(f *frame, c *change, canvas canvas, left []int32, how effort) ([]models.Pose, error) {
	if how == askew {
		starts, err := w.ground.propose(canvas, w.tuning.Regions.Least*w.ground.tilePixels, fanOf(2*turns))
		return slices.DeleteFunc(starts, func(p models.Pose) bool { return !w.ground.played(p.At) }), err
	}
	starts, err := w.beside(c, left, how)
	starts, tried := untried(c, starts)
	if err != nil || len(starts) > 0 {
		return starts, err
	}
	angles := fanOf(2)
	if how == vague && len(w.turnedOf(f, left)) > len(left)/2 {
		angles = angles[w.ground.sides[left[0]]%2:][:1]
	}
	starts, err = w.ground.propose(canvas, w.tuning.Regions.Least*w.ground.tilePixels, angles)
	if how == vague { // no print was clear there, but a tile may lie there all the same
		starts = slices.Concat(tried, starts)
	}
	return starts, err
}

// untried parts the starts that were not read yet from those that were.
func untried(c *change, all []models.Pose) (fresh, tried []models.Pose) {
	for _, p := range all {
		if c.tried(p) {
			tried = append(tried, p)
		} else {
			fresh = append(fresh, p)
		}
	}
	return fresh, tried
}

// beside gives the places next to new tiles, in the direction of their rows, that changed
// and are not explained yet: in a row the next tile lies there to a millimetre, where
// pixels of the plane are three. Where tiles may lie face down, what was told a moment before
// counts, too: the face of a concealed kong is told before its backs.
func (w *Watch) beside(c *change, left []int32, how effort) (starts []models.Pose, err error) {
	worth := map[int32]float64{}
	for _, i := range c.pixels {
		worth[i] = float64(worthFlank) / worthChanged // explained, perhaps as the flank of a neighbour that this one hides
	}
	for _, i := range left {
		worth[i] = 1
	}
	var row []models.Pose
	for i := range c.added {
		row = append(row, c.added[i].Pose)
	}
	if how == vague {
		for _, spot := range slices.Sorted(maps.Keys(w.lying)) {
			l := w.lying[spot]
			if l.area.Use == calibration.MeldZone && max(l.rest-c.region.rest, c.region.rest-l.rest) <= w.tuning.Hands.Together {
				row = append(row, l.evidence.Pose)
			}
		}
	}
	for _, tile := range row {
		for _, step := range [2]float64{-w.ground.tile.Width, w.ground.tile.Width} {
			p := tile
			sin, cos := math.Sincos(p.Angle())
			p.At = models.Point{X: p.At.X + step*cos, Y: p.At.Y - step*sin}
			s, err := w.ground.shapeAt(p)
			if err != nil {
				return nil, err
			}
			n := 0.
			for _, i := range s.top {
				n += worth[i]
			}
			if n >= changedBeside*float64(len(s.top)) && !w.occupied(c, p) {
				starts = append(starts, p)
			}
		}
	}
	return starts, nil
}

// changedBeside is the share of a place in a row that changed where a tile came to lie: what
// was light before, as the tiles of a standing hand, may be as light now.
const changedBeside = .4

// readEitherWay reads a start as it was proposed, and where no face is clear the other way, too:
// in pixels of the plane a tile is but three longer than wide.
func (w *Watch) readEitherWay(f *frame, start models.Pose, how effort) (read []models.Evidence, err error) {
	mayMove, mayTurn := float64(lookAround), 0.
	switch how {
	case vague: // backs look alike wherever they are cut
		mayMove = sameStart
	case askew: // half a step of the fan, and what the plane may be wrong by
		mayTurn = sameTurn
	}
	for range 2 {
		e, err := w.look(f, start, mayMove, mayTurn)
		if err != nil {
			return nil, err
		}
		read = append(read, e)
		if j := w.tuning.judge(&e); j.clear(&w.tuning) {
			break
		}
		start.Quarter = 1 - start.Quarter%2
	}
	return read, nil
}

// occupied reports whether a tile that stays lies at a pose.
func (w *Watch) occupied(c *change, p models.Pose) bool {
	for _, l := range w.lying {
		if slices.Contains(c.gone, l) {
			continue
		}
		at := l.evidence.Pose
		if e, ok := c.moved[l]; ok {
			at = e.Pose
		}
		if w.ground.shares(at, p) > w.tuning.Tiles.Overlap {
			return true
		}
	}
	return slices.ContainsFunc(c.added, func(e models.Evidence) bool { return w.ground.shares(e.Pose, p) > w.tuning.Tiles.Overlap })
}

// pair finds tiles that were pushed: one that is gone, and the same face near it.
func (w *Watch) pair(c *change) {
	c.gone = slices.DeleteFunc(c.gone, func(l *lying) bool {
		best, near := -1, w.tuning.Tiles.Nudge
		for i := range c.added {
			e := &c.added[i]
			if j := w.tuning.judge(e); j.tile == l.best && distance(e.At, l.evidence.At) < near {
				best, near = i, distance(e.At, l.evidence.At)
			}
		}
		if best < 0 {
			return false
		}
		c.stay = append(c.stay, l)
		c.moved[l] = c.added[best]
		c.added, c.rival = slices.Delete(c.added, best, best+1), slices.Delete(c.rival, best, best+1)
		return true
	})
}

// covers is the share of a change's pixels that its tiles explain.
func (w *Watch) covers(c *change) float64 {
	n := len(c.pixels) - len(w.unexplained(c))
	return float64(n) / float64(len(c.pixels))
}

// touchedShare is the share of a tile's upper side that has to change before it is read
// again.
const touchedShare = .12

// readKnown reads the tiles again that lay where something changed.
func (w *Watch) readKnown(f *frame, c *change, in map[int32]bool) error {
	for _, spot := range slices.Sorted(maps.Keys(w.lying)) {
		l := w.lying[spot]
		n := 0
		for _, i := range l.shape.top {
			if in[i] {
				n++
			}
		}
		if float64(n) < touchedShare*float64(len(l.shape.top)) {
			continue
		}
		e, err := w.look(f, l.evidence.Pose, lookAround, 0)
		if err != nil {
			return err
		}
		j := w.tuning.judge(&e)
		if !j.something() || j.tile != l.best {
			upon, err := w.readUpon(f, l)
			if err != nil {
				return err
			}
			if upon != nil && strength(upon) > strength(&e) {
				c.added, c.rival = append(c.added, *upon), append(c.rival, nil)
				continue
			}
		}
		down, err := w.turnedDown(f, l, e, j)
		if err != nil {
			return err
		}
		switch {
		case down:
			c.down = append(c.down, l)
			l.looks = w.tuning.Looks.Most // its back says no more
		case l.best == models.Back && l.told && j.clear(&w.tuning): // turned up where it lay
			c.stay = append(c.stay, l)
			c.moved[l] = e
		case !j.something() && (w.covered(f, l) || l.best == models.Unknown && !w.bare(f, l)):
			continue // nothing is seen of it, and as little that it is gone
		case !j.something():
			c.gone = append(c.gone, l)
		case j.tile == l.best || l.best == models.Unknown || l.like(&e):
			raised, doubt, err := w.readRaised(f, l, &e)
			if err != nil {
				return err
			}
			if raised != nil {
				c.added, c.rival = append(c.added, *raised), append(c.rival, nil)
				c.doubt[raised.Pose] = doubt
				continue
			}
			c.stay = append(c.stay, l)
			c.moved[l] = e
		default: // another tile lies there
			c.gone = append(c.gone, l)
			c.added, c.rival = append(c.added, e), append(c.rival, nil)
		}
	}
	return nil
}

// readUpon looks for a tile that came to lie upon another one, as an added kong's may; nil
// where none is seen. Nothing lies upon a tile of a river.
func (w *Watch) readUpon(f *frame, l *lying) (*models.Evidence, error) {
	if l.area.Use == calibration.RiverZone {
		return nil, nil
	}
	at := l.evidence.Pose
	at.Height += w.ground.tile.Depth
	e, err := w.look(f, at, lookAround, 0)
	if err != nil || w.tuning.judge(&e).tile.Kind() != l.best.Kind() {
		return nil, err
	}
	return &e, nil
}

// readRaised looks whether a tile of a pung is seen elsewhere because another of its kind lies upon it, which
// the camera sees farther from its foot; nil where it was only pushed. doubt is how likely it was.
func (w *Watch) readRaised(f *frame, l *lying, e *models.Evidence) (upon *models.Evidence, doubt float64, err error) {
	if l.area.Use == calibration.RiverZone || w.ofKind(l) < 2 {
		return nil, 0, nil
	}
	if upon, err = w.readUpon(f, l); upon == nil {
		return nil, 0, err
	}
	raised := l.evidence.Pose
	raised.Height += w.ground.tile.Depth
	seen, err := w.ground.seenAt(raised, l.evidence.Height)
	if err != nil {
		return nil, 0, err
	}
	odds := strength(upon) - strength(e) + w.tuning.Fourth.odds(distance(e.At, l.evidence.At), distance(e.At, seen))
	if doubt = 1 / (1 + math.Exp(odds)); doubt > w.tuning.Fourth.Most {
		return nil, 0, nil
	}
	return upon, doubt, nil
}
