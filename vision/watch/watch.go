package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// Seer reads spots of one picture at full size. It is asked only where something changed.
type Seer interface {
	// Look says what lies near a pose: the evidence of where a tile is seen best, not farther
	// than so many millimetres and not turned by more than so many radians. Whether Quarter is
	// even or odd tells which way to look, both ways up.
	Look(ctx context.Context, start models.Pose, mayMove, mayTurn float64) (models.Evidence, error)
}

// ErrUnseen is the error of a seer who cannot read this picture at all, such as one that is
// too dark. Whatever changed is looked at in the next one.
var ErrUnseen = errors.New("watch: the picture cannot be read")

// Watch follows one table. It is for one goroutine.
type Watch struct {
	tuning Tuning
	ground *ground
	gate   *gate
	past   []past // planes of the last seconds, oldest first
	begun  bool
	// fresh tells that nothing was looked for yet of what lay there from the first frame on,
	// which was taken at start.
	fresh bool
	start time.Duration
	lying map[Spot]*lying
	last  Spot
	set   int
	shown map[models.Place]int // faces of hands that were told as laid
	state Warning
	white int // brightness of the lightest part of the table
	// indicators are where faces came to lie in walls; they are lifted to turn up what is below.
	indicators []models.Point
	// reach are the arms that were over each cell of the gate lately, oldest first.
	reach [][]reached
	// went are tiles that went not long ago; those that were not told yet have no Told.
	went []Change
	// sticks are the riichi sticks that lie there.
	sticks []stick
	// shift is how far the camera has moved since it was calibrated, pixels of the plane.
	shift   models.Point
	aligned time.Duration // when that was looked at last
}

// past is a plane that is kept.
type past struct {
	at  time.Duration
	pix []byte
}

// New starts to watch a table. The error is about the calibration.
func New(c *calibration.Camera, tuning Tuning) (*Watch, error) {
	g, err := newGround(c)
	if err != nil {
		return nil, err
	}
	w := &Watch{tuning: tuning, ground: g, lying: map[Spot]*lying{}, shown: map[models.Place]int{}}
	w.gate = newGate(g, &w.tuning)
	w.reach = make([][]reached, len(w.gate.movedAt))
	return w, nil
}

// frame is a picture that is looked at.
type frame struct {
	ctx  context.Context
	now  time.Duration
	pix  []byte
	seer Seer
	// changes are what it tells, and set the set of those that came to rest in it.
	changes []Change
	set     int
	// gone are the tiles that went, with their changes.
	gone []Change
}

// See takes the next frame: its time, its plane, and who reads the picture at full size.
// It tells what has changed; of what lies there from the first frame on, it tells as Added as
// soon as most of it lies still. Errors are those of the seer, and a plane of another size than the
// calibration's pictures have.
func (w *Watch) See(ctx context.Context, now time.Duration, p Plane, seer Seer) ([]Change, error) {
	if p.Width != w.ground.width || p.Height != w.ground.height || len(p.Pix) != p.Width*p.Height {
		return nil, fmt.Errorf("watch: a plane of %d×%d pixels, the camera was calibrated for %d×%d", p.Width, p.Height, w.ground.width, w.ground.height)
	}
	f := &frame{ctx: ctx, now: now, pix: p.Pix, seer: seer}
	if !w.begun {
		w.begun, w.fresh, w.start = true, true, now
		w.gate.start(p.Pix, now)
		return nil, nil
	}
	if !w.guard(f) {
		return f.changes, nil
	}
	w.white = w.lightest(f.pix)
	regions := w.gate.take(f.pix, now)
	w.keep(f)
	w.arms(f, regions)
	if w.everywhere(f, regions) && w.realign(f) {
		w.warn(f, w.moved())
		return f.changes, nil // what remains is seen in the next frame
	}
	err := w.explain(f, regions)
	if err == nil && w.fresh {
		err = w.findAll(f)
	}
	if err == nil {
		err = w.again(f, regions)
	}
	if errors.Is(err, ErrUnseen) {
		err = nil
	}
	return f.changes, err
}

// keep keeps a plane for as long as the tuning says.
func (w *Watch) keep(f *frame) {
	old := 0
	for old < len(w.past) && f.now-w.past[old].at > w.tuning.History {
		old++
	}
	var pix []byte
	if old > 0 {
		pix = w.past[0].pix
	}
	w.past = append(slices.Delete(w.past, 0, old), past{f.now, append(pix[:0], f.pix...)})
}

// everywhere reports whether so much came to rest at once that the camera may have moved.
func (w *Watch) everywhere(f *frame, regions []region) bool {
	n := 0
	for i := range regions {
		if r := &regions[i]; f.now-r.rest >= w.tuning.Still && r.looked < r.rest && len(r.pixels) >= slivers {
			n++
		}
	}
	if n < w.tuning.Everywhere || f.now-w.aligned < w.tuning.Again {
		return false
	}
	w.aligned = f.now
	return true
}

// slivers are as large, pixels: edges of tiles after the camera moved by a millimetre or two.
const slivers = 4

// explain reads the regions that lie still.
func (w *Watch) explain(f *frame, regions []region) error {
	regions = w.split(f, w.takenSticks(f, regions))
	for i := range regions {
		r := &regions[i]
		size := float64(len(r.pixels)) / w.ground.tilePixels
		age := f.now - r.rest
		if age >= w.tuning.Still && w.stick(f, r.pixels, r.rest) {
			continue
		}
		switch {
		case age < w.tuning.Still || f.now-r.looked < w.tuning.Again:
			continue // it moves, or was just looked at
		case r.looked >= r.rest && age < w.tuning.Patience:
			continue // nobody sees more in the same picture; it may be a part of something
		case size < w.tuning.Least:
			if age >= w.tuning.Patience {
				w.gate.explain(r.pixels, f.pix, f.now)
			}
			continue
		case r.outside && size > coverTiles || size > w.tuning.Most:
			if age >= w.tuning.Patience && !slices.ContainsFunc(r.pixels, func(px int32) bool { return !w.dark(f, px) }) {
				w.gate.explain(r.pixels, f.pix, f.now) // a shadow, or where a wall stood
			}
			if r.arm = true; r.looked >= r.rest || size > w.tuning.Most {
				continue
			}
		}
		if err := w.read(f, r); err != nil {
			return err
		}
	}
	w.tellGone(f)
	w.tellHands(f)
	return nil
}

// split parts still regions at what is too dark for a face, where no tile is known to have
// lain: what a wall that shrinks leaves behind, a shadow, or tiles that lie face down. Faces
// that come to lie beside it are read by themselves. Where no tile is told that lies face down
// what is dark is taken as it is.
func (w *Watch) split(f *frame, regions []region) (parts []region) {
	var known map[int32]bool
	for i := range regions {
		r := &regions[i]
		if f.now-r.rest < w.tuning.Still || r.looked >= r.rest && f.now-r.rest < w.tuning.Patience {
			parts = append(parts, *r)
			continue
		}
		if known == nil {
			known = w.knownPixels()
		}
		var bare, dark, light []int32
		for _, px := range r.pixels {
			switch {
			case known[px] || !w.dark(f, px):
				light = append(light, px)
			case w.ground.backs[px]:
				dark = append(dark, px)
			default:
				bare = append(bare, px)
			}
		}
		w.gate.explain(bare, f.pix, f.now)
		if len(light) == 0 || len(bare)+len(dark) == 0 {
			parts = append(parts, w.gate.parts(slices.Concat(light, dark))...)
			continue
		}
		parts = append(append(parts, w.gate.parts(light)...), w.gate.parts(dark)...)
	}
	return parts
}

// knownPixels are those of all tiles that lie on the table.
func (w *Watch) knownPixels() map[int32]bool {
	known := map[int32]bool{}
	for _, l := range w.lying {
		for _, px := range slices.Concat(l.shape.top, l.shape.flank) {
			known[px] = true
		}
	}
	return known
}

// dark reports whether nothing as light as a face is seen around a pixel, so that it is no print.
func (w *Watch) dark(f *frame, px int32) bool {
	const around = printGap / 2
	limit := byte(w.tuning.Light * float64(w.white))
	x, y := int(px)%w.ground.width, int(px)/w.ground.width
	for ny := max(0, y-around); ny <= min(w.ground.height-1, y+around); ny++ {
		for nx := max(0, x-around); nx <= min(w.ground.width-1, x+around); nx++ {
			if f.pix[ny*w.ground.width+nx] >= limit {
				return false
			}
		}
	}
	return true
}

// darkOf gives those of some pixels that are darker than a face: print, a flank, or the shadow beside
// a tile, which is up to a third of a tile wide.
func (w *Watch) darkOf(f *frame, px []int32) (dark []int32) {
	limit := byte(w.tuning.Light * float64(w.white))
	for _, i := range px {
		if f.pix[i] < limit {
			dark = append(dark, i)
		}
	}
	return dark
}

// coverTiles is how many tiles large a region is at least that is an arm where it reaches
// to the cloth's edge.
const coverTiles = 3

// change is one region while it is read.
type change struct {
	*region
	gone, stay []*lying
	// moved are where tiles lie now that were there before.
	moved map[*lying]models.Evidence
	added []models.Evidence
	rival [][]models.Evidence
	// starts are the poses from which tiles were looked for.
	starts []models.Pose
}

// read reads a region and tells what has become of it, if that is clear.
func (w *Watch) read(f *frame, r *region) error {
	w.gate.look(r.pixels, f.now)
	c := &change{region: r, moved: map[*lying]models.Evidence{}}
	in := map[int32]bool{}
	for _, i := range r.pixels {
		in[i] = true
	}
	if err := w.readKnown(f, c, in); err != nil {
		return err
	}
	last := !r.arm && (r.first || f.now-r.rest >= w.tuning.Patience)
	if err := w.fill(f, c, last); err != nil {
		return err
	}
	w.pair(c)
	explained := w.covers(c) >= w.tuning.Explained
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
		w.gate.explain(r.pixels, f.pix, f.now)
		if float64(len(left)) >= aTile*w.ground.tilePixels && !last {
			w.gate.forget(left) // as much as a tile is left: it is looked at once more
		}
	case len(c.added) > 0: // what is clear is told, and the rest looked at when it has changed
		w.settleAdded(f, c)
	}
	return nil
}

// onlySure keeps of the new tiles of a change that they do not explain those that are surely
// no part of something else: what was never learned, such as a sleeve, is as likely there as a face.
func (w *Watch) onlySure(c *change) {
	beside := w.tuning
	beside.Strange = 1
	kept := 0
	for i := range c.added {
		if j := beside.judge(&c.added[i]); j.clear(&beside) {
			c.added[kept], c.rival[kept] = c.added[i], c.rival[i]
			kept++
		}
	}
	c.added, c.rival = c.added[:kept], c.rival[:kept]
}

// aTile is how much of a tile's area is left at least where one was overlooked in a row.
const aTile = .6

// effort is how hard tiles are looked for in a change.
type effort int

const (
	straight effort = iota // upright or sideways, and clearly read
	askew                  // turned anyhow, and clearly read
	vague                  // upright or sideways, whatever they show
)

// fill reads tiles in a change until nothing is left of it or nothing is found. Few tiles lie
// askew, so they are looked for that way only where nothing straight is left. What lies
// between two tiles looks like one that was never learned, so such tiles are believed only
// in the last look and where nothing clear is left.
func (w *Watch) fill(f *frame, c *change, last bool) error {
	for how := straight; ; {
		left := w.unexplained(c)
		size := float64(len(left)) / w.ground.tilePixels
		if size < w.tuning.Least {
			return nil
		}
		if how == askew && (c.arm || size > w.tuning.Heap) {
			how = vague
		}
		if how == vague && !last {
			return nil
		}
		found, err := w.readNew(f, c, left, how)
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
		switch {
		case !j.something():
			c.gone = append(c.gone, l)
		case j.tile == l.best || l.like(&e):
			raised, err := w.readRaised(f, l, &e)
			if err != nil {
				return err
			}
			if raised != nil {
				c.added, c.rival = append(c.added, *raised), append(c.rival, nil)
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

// readRaised looks whether a tile of a pung is seen elsewhere because another of its kind
// lies upon it, which the camera sees farther from its foot; nil where none does. Nobody
// pushes one tile of a pung by just so much outwards.
func (w *Watch) readRaised(f *frame, l *lying, e *models.Evidence) (*models.Evidence, error) {
	if l.area.Use == calibration.RiverZone || w.ofKind(l) < 2 {
		return nil, nil
	}
	raised := l.evidence.Pose
	raised.Height += w.ground.tile.Depth
	seen, err := w.ground.seenAt(raised, l.evidence.Height)
	if err != nil || distance(e.At, seen) > distance(e.At, l.evidence.At)/2 {
		return nil, err
	}
	return w.readUpon(f, l)
}

// ofKind counts the others of a tile's kind that lie near it.
func (w *Watch) ofKind(l *lying) (n int) {
	for _, o := range w.lying {
		if o != l && o.told && o.area == l.area && o.best.Kind() == l.best.Kind() && distance(o.evidence.At, l.evidence.At) < 3*w.ground.tile.Width {
			n++
		}
	}
	return n
}

// lookAround is how far, mm, a tile is looked for around where it should lie: farther off
// lies its neighbour.
const lookAround = 8

// like reports whether a look may show the tile that was known: its face is nearly as
// likely as the best.
func (l *lying) like(e *models.Evidence) bool {
	const nearly = 3 // natural logarithm
	return strength(e)-(e.LogLike[l.best]-e.LogLike[models.NoTile]) < nearly
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
	starts, err := w.starts(c, canvas, left, how)
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
			if j := w.tuning.judge(&e); !w.occupied(c, e.Pose) && (how == vague || j.clear(&w.tuning)) {
				read = append(read, e)
			}
		}
	}
	added, rivals := w.ground.choose(read, w.tuning.Overlap)
	for i := range added {
		if w.tuning.judge(&added[i]).something() || how == vague && w.back(&added[i]) {
			c.added, c.rival = append(c.added, added[i]), append(c.rival, rivals[i])
			found = true
		}
	}
	return found, nil
}

// starts are the poses from which tiles are looked for on what is left of a change.
func (w *Watch) starts(c *change, canvas canvas, left []int32, how effort) ([]models.Pose, error) {
	if how == askew {
		starts, err := w.ground.propose(canvas, w.tuning.Least*w.ground.tilePixels, fanOf(2*turns))
		return slices.DeleteFunc(starts, func(p models.Pose) bool { return !w.ground.played(p.At) }), err
	}
	starts, err := w.beside(c, left)
	if err != nil || len(starts) > 0 {
		return starts, err
	}
	return w.ground.propose(canvas, w.tuning.Least*w.ground.tilePixels, fanOf(2))
}

// beside gives the places next to new tiles, in the direction of their rows, that changed
// and are not explained yet: in a row the next tile lies there to a millimetre, where
// pixels of the plane are three.
func (w *Watch) beside(c *change, left []int32) (starts []models.Pose, err error) {
	in := map[int32]bool{}
	for _, i := range left {
		in[i] = true
	}
	for i := range c.added {
		for _, step := range [2]float64{-w.ground.tile.Width, w.ground.tile.Width} {
			p := c.added[i].Pose
			sin, cos := math.Sincos(p.Angle())
			p.At = models.Point{X: p.At.X + step*cos, Y: p.At.Y - step*sin}
			s, err := w.ground.shapeAt(p)
			if err != nil {
				return nil, err
			}
			n := 0
			for _, i := range s.top {
				if in[i] {
					n++
				}
			}
			if float64(n) >= changedBeside*float64(len(s.top)) && !w.occupied(c, p) && !c.tried(p) {
				starts = append(starts, p)
			}
		}
	}
	return starts, nil
}

// changedBeside is the share of a place in a row that changed where a tile came to lie: what
// was light before, as the tiles of a standing hand, may be as light now.
const changedBeside = .4

// tries notes that a start is read, and reports whether it was before.
func (c *change) tries(p models.Pose) bool {
	before := c.tried(p)
	c.starts = append(c.starts, p)
	return before
}

// tried reports whether a start was read before.
func (c *change) tried(p models.Pose) bool {
	return slices.ContainsFunc(c.starts, func(q models.Pose) bool {
		return p.Askew(q) < sameTurn/2 && p.Height == q.Height && distance(p.At, q.At) < sameStart/2
	})
}

// back reports whether a tile that lies face down explains a place of a player's side, where
// something as large has changed, better than nothing does.
func (w *Watch) back(e *models.Evidence) bool {
	return w.ground.areaOf(e.At).Use == calibration.MeldZone && e.LogLike[models.Back]-e.LogLike[models.NoTile] >= w.tuning.Back
}

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
		if w.ground.shares(at, p) > w.tuning.Overlap {
			return true
		}
	}
	return slices.ContainsFunc(c.added, func(e models.Evidence) bool { return w.ground.shares(e.Pose, p) > w.tuning.Overlap })
}

// pair finds tiles that were pushed: one that is gone, and the same face near it.
func (w *Watch) pair(c *change) {
	c.gone = slices.DeleteFunc(c.gone, func(l *lying) bool {
		best, near := -1, w.tuning.Nudge
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

// settle tells what has become of a region. Where its pixels are not explained, nothing is
// gone: something may lie upon it.
func (w *Watch) settle(f *frame, c *change, explained bool) {
	w.setOf(f)
	if explained {
		w.remove(f, c)
	}
	for _, l := range c.stay {
		w.stays(f, l, c.moved[l])
	}
	for _, k := range w.inOrder(f, c) {
		w.add(f, c, k)
	}
}

// settleAdded tells of the new tiles of a region of which more is not clear yet.
func (w *Watch) settleAdded(f *frame, c *change) {
	c.gone, c.stay = nil, nil
	w.settle(f, c, false)
	for i := range c.added {
		if s, err := w.ground.shapeAt(c.added[i].Pose); err == nil {
			w.gate.explain(slices.Concat(s.top, s.flank), f.pix, f.now)
		}
	}
}

// light reports whether a place is as light as a face may be.
func (w *Watch) light(f *frame, p models.Pose) bool {
	s, err := w.ground.shapeAt(p)
	if err != nil || len(s.top) == 0 {
		return false
	}
	light := make([]byte, len(s.top))
	for k, i := range s.top {
		light[k] = f.pix[i]
	}
	slices.Sort(light)
	return float64(light[3*len(light)/4]) >= w.tuning.Light*float64(w.white)
}

// lightest gives the brightness of the lightest part of the table: tiles, of which there are
// always some.
func (w *Watch) lightest(pix []byte) int {
	const share = 100 // one pixel in so many is as light
	var histogram [256]int
	n := 0
	for i, in := range w.ground.inside {
		if in {
			histogram[pix[i]]++
			n++
		}
	}
	left := n / share
	for v := len(histogram) - 1; v > 0; v-- {
		if left -= histogram[v]; left < 0 {
			return v
		}
	}
	return 0
}

// remove forgets the tiles that are gone.
func (w *Watch) remove(f *frame, c *change) {
	for _, l := range c.gone {
		delete(w.lying, l.spot)
		if l.told {
			f.gone = append(f.gone, Change{
				Kind: Gone, Set: f.set, Spot: l.spot, Area: l.area, Evidence: l.evidence, Looks: l.looks,
				Clear: w.gate.clearOf(l.shape.top), Seen: c.rest, Rest: c.rest,
			})
		}
	}
}

// tellGone tells of the tiles that went, or that all are swept away. A tile that leaves a
// river was called or taken back, and is told at once. What leaves a side alone is a hand
// that is taken up again, which can wait until it is clear that not everything goes.
func (w *Watch) tellGone(f *frame) {
	w.went = append(w.went, f.gone...)
	w.went = slices.DeleteFunc(w.went, func(c Change) bool { return f.now-c.Rest > w.tuning.Sweep && c.Told != 0 })
	areas := map[Area]bool{}
	for i := range w.went {
		areas[w.went[i].Area] = true
	}
	if len(f.gone) > 0 && len(w.went) >= w.tuning.SweptLeast && len(areas) > 1 {
		w.sweep(f)
		return
	}
	for i := range w.went {
		c := &w.went[i]
		at := c.Area.Use == calibration.RiverZone && len(f.gone) < w.tuning.SweptLeast/2
		if c.Told == 0 && (at || f.now-c.Rest > w.tuning.Sweep) {
			f.tell(*c)
			c.Told = f.now
		}
	}
}

// sweep tells that all tiles are pushed into the machine. Those that are left go unsaid.
func (w *Watch) sweep(f *frame) {
	last := Change{Kind: Swept, Set: f.set}
	for i := range w.went {
		last.Clear, last.Rest = max(last.Clear, w.went[i].Clear), max(last.Rest, w.went[i].Rest)
	}
	last.Seen = last.Rest
	clear(w.shown)
	clear(w.lying)
	w.went, w.indicators, w.sticks = nil, nil, nil
	f.tell(last)
}

// tell adds a change to those of a frame.
func (f *frame) tell(c Change) {
	c.Told = f.now
	f.changes = append(f.changes, c)
}

// stays takes in another look at a tile that may have been pushed or turned.
func (w *Watch) stays(f *frame, l *lying, e models.Evidence) {
	before := l.evidence
	turned := e.Askew(l.evidence.Pose) > math.Pi/4
	w.sum(l, &e, f.now)
	if s, err := w.ground.shapeAt(l.evidence.Pose); err == nil {
		l.shape = s
	}
	if turned && l.told {
		f.tell(Change{
			Kind: Turned, Set: f.set, Spot: l.spot, Area: l.area, Evidence: l.evidence, Before: &before, Looks: l.looks,
			Clear: w.gate.clearOf(l.shape.top), Seen: f.now, Rest: w.gate.restOf(l.shape.top), Beside: l.beside,
		})
	}
}

// sum adds a look to what is known of a tile.
func (w *Watch) sum(l *lying, e *models.Evidence, now time.Duration) {
	l.evidence.Add(e, w.tuning.Share)
	l.evidence.Pose = e.Pose
	l.looks++
	l.looked = now
}

// inOrder gives the indices of the added tiles, first seen first.
func (w *Watch) inOrder(f *frame, c *change) []int {
	order := make([]int, len(c.added))
	seen := make([]time.Duration, len(c.added))
	for k := range order {
		order[k] = k
		if s, err := w.ground.shapeAt(c.added[k].Pose); err == nil {
			seen[k] = w.seenSince(f, s.top)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(seen[a], seen[b]) })
	return order
}

// seenSince is the first moment at which some pixels looked as they do now; they may have
// been covered since.
func (w *Watch) seenSince(f *frame, px []int32) time.Duration {
	first := f.now
	if len(px) == 0 {
		return first
	}
	for _, p := range slices.Backward(w.past) {
		off := 0
		for _, i := range px {
			off += max(int(p.pix[i])-int(f.pix[i]), int(f.pix[i])-int(p.pix[i]))
		}
		if off < len(px)*w.tuning.Moving {
			first = p.at
		}
	}
	return first
}

// add takes a new tile in, and tells of it when it is clear.
func (w *Watch) add(f *frame, c *change, k int) {
	e := c.added[k]
	s, err := w.ground.shapeAt(e.Pose)
	if err != nil {
		return
	}
	w.last++
	l := &lying{
		spot: w.last, evidence: e, rivals: c.rival[k], area: w.area(e.At), shape: s, looks: 1, looked: f.now, set: f.set, first: c.first,
		clear: w.gate.clearOf(s.top), seen: w.seenSince(f, s.top), rest: w.gate.restOf(s.top),
	}
	l.beside = w.touching(l)
	l.by = w.reachedBy(s.top, l.clear, l.seen)
	w.lying[l.spot] = l
	switch j := w.tuning.judge(&l.evidence); {
	case !j.tile.HasFace() && w.back(&l.evidence): // a later look at its plain back says no more
		l.looks = w.tuning.MostLooks
		w.tellAdded(f, l)
	case j.p >= w.tuning.Sure:
		w.tellAdded(f, l)
	}
}

// area tells in which area a new tile lies. What comes to lie before an indicator in the wall,
// on the same side, is one from below it and no part of a hand.
func (w *Watch) area(at models.Point) Area {
	a := w.ground.areaOf(at)
	if a.Use != calibration.MeldZone {
		return a
	}
	wall := Area{WallZone, a.Place}
	for _, i := range w.indicators {
		if w.ground.areaOf(i) == wall && distance(i, at) < beforeWall*w.ground.tile.Height {
			return wall
		}
	}
	return a
}

// beforeWall is how far from an indicator the one from below it lies at most, in heights of a
// tile. A hand that is laid down lies three from the wall.
const beforeWall = 1.5

// touching finds a tile that a new one touches or lies upon.
func (w *Watch) touching(l *lying) Spot {
	reach := w.ground.tile.Height + lookAround
	var nearest Spot // the lowest of those as near
	for _, spot := range slices.Sorted(maps.Keys(w.lying)) {
		o := w.lying[spot]
		if o == l || o.area != l.area || !o.told {
			continue
		}
		if d := distance(o.evidence.At, l.evidence.At); d < reach {
			nearest, reach = spot, d
		}
	}
	return nearest
}

// tellAdded tells of a new tile: faces at once, backs where they are part of a meld.
func (w *Watch) tellAdded(f *frame, l *lying) {
	if l.best = w.tuning.judge(&l.evidence).tile; !l.best.HasFace() && w.back(&l.evidence) {
		l.best = models.Back
	}
	if l.best != models.Back {
		l.told = true
		f.tell(w.addedBy(l))
		if w.ground.areaOf(l.evidence.At).Use == WallZone {
			w.indicators = append(w.indicators, l.evidence.At)
		}
	}
	if l.area.Use != calibration.MeldZone {
		return
	}
	for told := true; told; { // one tile may lie beside another that is told only now
		told = false
		for _, spot := range slices.Sorted(maps.Keys(w.lying)) {
			if o := w.lying[spot]; o.best == models.Back && !o.told && o.area == l.area && w.inMeld(o) {
				o.told, told = true, true
				f.tell(w.addedBy(o))
			}
		}
	}
}

// inMeld reports whether a tile that lies face down is one of a concealed kong: it came to
// rest with at most two others and with tiles that were told and touch it, or with three others.
func (w *Watch) inMeld(l *lying) bool {
	if l.first { // hands and walls lie face down, too, and nobody saw what came to lie with what
		return false
	}
	backs, beside := 0, false
	for _, o := range w.lying {
		if o.area != l.area || max(o.rest-l.rest, l.rest-o.rest) > w.tuning.Together {
			continue
		}
		beside = beside || o != l && o.told && distance(o.evidence.At, l.evidence.At) < w.ground.tile.Height+lookAround
		if o.best == models.Back {
			backs++
		}
	}
	// More are a hand that lies face down.
	return backs == models.Copies || backs < models.Copies && beside
}

// addedBy is the change by which a tile is told.
func (w *Watch) addedBy(l *lying) Change {
	return Change{
		Kind: Added, Set: l.set, Spot: l.spot, Area: l.area, Evidence: l.evidence, Rivals: l.rivals, Beside: l.beside,
		Clear: l.clear, Seen: l.seen, Rest: l.rest, Looks: l.looks, By: l.by,
	}
}

// handAtOnce is how many faces come to rest at once when a hand is laid down: a meld has
// three, a kong four.
const handAtOnce, wholeHand = 5, 14

// tellHands tells of hands that were laid down, and of those that are taken up again.
func (w *Watch) tellHands(f *frame) {
	faces := map[models.Place][]*lying{}
	fresh := map[models.Place]int{}
	for _, spot := range slices.Sorted(maps.Keys(w.lying)) {
		l := w.lying[spot]
		if l.told && l.area.Use == calibration.MeldZone && l.best != models.Back {
			faces[l.area.Place] = append(faces[l.area.Place], l)
			if f.now-l.rest <= w.tuning.Sweep {
				fresh[l.area.Place]++
			}
		}
	}
	for i := range models.Places {
		place := models.PlaceAt(i)
		n := len(faces[place])
		switch was := w.shown[place]; {
		case n < w.tuning.Faces && was > 0 && !w.waits(place):
			delete(w.shown, place)
			f.tell(Change{Kind: Taken, Set: f.set, Area: Area{calibration.HandZone, place}, Rest: f.now})
		case n >= w.tuning.Faces && n > was && (was > 0 || fresh[place] >= handAtOnce || n >= wholeHand):
			w.shown[place] = n
			h := Change{Kind: Laid, Set: f.set, Area: Area{calibration.HandZone, place}}
			for _, l := range faces[place] {
				h.Hand, h.Spots = append(h.Hand, l.evidence), append(h.Spots, l.spot)
				h.Rest, h.Seen, h.Clear = max(h.Rest, l.rest), max(h.Seen, l.seen), max(h.Clear, l.clear)
			}
			f.tell(h)
		}
	}
}

// waits reports whether it is not clear yet why tiles left a place's side.
func (w *Watch) waits(place models.Place) bool {
	return slices.ContainsFunc(w.went, func(c Change) bool { return c.Told == 0 && c.Area.Place == place })
}

// again looks another time at spots that were not looked at often enough.
func (w *Watch) again(f *frame, regions []region) error {
	touched := map[int32]bool{}
	for i := range regions {
		for _, px := range regions[i].pixels {
			touched[px] = true
		}
	}
	told := false
	for _, spot := range slices.Sorted(maps.Keys(w.lying)) {
		l := w.lying[spot]
		if !w.due(f, l) || slices.ContainsFunc(l.shape.top, func(i int32) bool { return touched[i] }) || !w.gate.still(l.shape.top, f.now) {
			continue
		}
		if err := w.lookAgain(f, l); err != nil {
			return err
		}
		told = true
	}
	if told {
		w.tellHands(f)
	}
	return nil
}

// due reports whether it is time to look at a spot again.
func (w *Watch) due(f *frame, l *lying) bool {
	age := f.now - l.looked
	j := w.tuning.judge(&l.evidence)
	switch {
	case age < w.tuning.Again:
		return false
	case l.looks < w.tuning.Looks, l.looks < w.tuning.MostLooks && j.p < w.tuning.Sure:
		return true
	}
	return w.tuning.Idle > 0 && age >= w.tuning.Idle
}

// lookAgain adds a look at a spot, and tells when it makes a difference.
func (w *Watch) lookAgain(f *frame, l *lying) error {
	e, err := w.look(f, l.evidence.Pose, lookAround/2, 0)
	if err != nil {
		return err
	}
	before := l.evidence
	w.sum(l, &e, f.now)
	j := w.tuning.judge(&l.evidence)
	switch {
	case !l.told && !j.something():
		if l.looks >= w.tuning.Looks {
			delete(w.lying, l.spot)
		}
	case !l.told && (j.p >= w.tuning.Sure || l.looks >= w.tuning.Looks):
		if l.best == models.NoTile {
			w.tellAdded(f, l)
		}
	case l.told && j.tile != l.best && j.tile != models.NoTile:
		l.best = j.tile
		f.tell(Change{
			Kind: Revised, Set: l.set, Spot: l.spot, Area: l.area, Evidence: l.evidence, Rivals: l.rivals, Before: &before, Beside: l.beside,
			Clear: l.clear, Seen: l.seen, Rest: l.rest, Looks: l.looks,
		})
	}
	return nil
}
