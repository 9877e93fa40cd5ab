package watch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// New starts to watch a table. The error is about the calibration.
func New(c *calibration.Camera, tuning Tuning) (*Watch, error) {
	g, err := newGround(c)
	if err != nil {
		return nil, err
	}
	w := &Watch{tuning: tuning, ground: g, camera: calibration.Identity, lying: map[Spot]*lying{}, shown: map[models.Place]shown{}}
	w.gate = newGate(g, &w.tuning)
	w.reach = make([][]reached, len(w.gate.movedAt))
	if w.standing, err = newSides(g); err != nil {
		return nil, err
	}
	return w, nil
}

// See takes the next frame: its time, how large hands are by the rule book that is played, its plane, and who reads the picture at full size.
// It tells what has changed; of what lies there from the first frame on, it tells as Added as
// soon as most of it lies still. Errors are those of the seer, and a plane of another size than the
// calibration's pictures have.
func (w *Watch) See(ctx context.Context, now time.Duration, hand models.HandSize, p Plane, seer Seer) ([]Change, error) {
	if p.Width != w.ground.width || p.Height != w.ground.height || len(p.Pix) != p.Width*p.Height {
		return nil, fmt.Errorf("watch: a plane of %d×%d pixels, the camera was calibrated for %d×%d", p.Width, p.Height, w.ground.width, w.ground.height)
	}
	w.hand = hand
	f := &frame{ctx: ctx, now: now, pix: p.Pix, tint: p.Tint, seer: seer}
	if !w.begun {
		w.begun, w.fresh, w.start = true, true, now
		w.gate.start(f)
		return nil, nil
	}
	if !w.guard(f) {
		return f.changes, nil
	}
	w.white = w.lightest(f.pix)
	regions := w.gate.regions(f)
	w.keep(f, regions)
	w.arms(f, regions)
	w.rows(f)
	if w.everywhere(f, regions) && w.realign(f) {
		w.corrected(f)
		return f.changes, nil // what remains is seen in the next frame
	}
	err := w.explain(f, regions)
	if err == nil && w.fresh {
		err = w.findAll(f)
	}
	if err == nil {
		err = w.again(f, regions)
	}
	w.tellUnread(f, regions, slices.ContainsFunc(f.changes, func(c Change) bool { return c.Kind == Laid }))
	if errors.Is(err, ErrUnseen) {
		err = nil
	}
	return f.changes, err
}

// everywhere reports whether so much came to rest at once that the camera may have moved.
func (w *Watch) everywhere(f *frame, regions []region) bool {
	n := 0
	for i := range regions {
		if r := &regions[i]; f.now-r.rest >= w.tuning.Gate.Still && r.looked < r.rest && len(r.pixels) >= slivers {
			n++
		}
	}
	if n < w.tuning.Marks.Everywhere || f.now-w.aligned < w.tuning.Looks.Again {
		return false
	}
	w.aligned = f.now
	return true
}

// explain reads the regions that lie still.
func (w *Watch) explain(f *frame, regions []region) error {
	w.learnBacks(f)
	regions = w.split(f, w.takenSticks(f, regions))
	for i := range regions {
		r := &regions[i]
		size := float64(len(r.pixels)) / w.ground.tilePixels
		age := f.now - r.rest
		if age >= w.tuning.Gate.Still && w.stick(f, r.pixels, r.rest) {
			continue
		}
		switch {
		case age < w.tuning.Gate.Still || f.now-r.looked < w.tuning.Looks.Again:
			continue // it moves, or was just looked at
		case r.looked >= r.rest && age < w.tuning.Regions.Patience:
			continue // nobody sees more in the same picture; it may be a part of something
		case size < w.tuning.Regions.Least:
			if age >= w.tuning.Regions.Patience {
				w.gate.explain(r.pixels, f)
			}
			continue
		case r.outside && size > coverTiles || size > w.tuning.Regions.Whole:
			if age >= w.tuning.Regions.Patience && !slices.ContainsFunc(r.pixels, func(px int32) bool { return !w.dark(f, px) }) {
				w.gate.explain(r.pixels, f) // a shadow, or where a wall stood
			}
			if r.arm = true; r.looked >= r.rest || size > w.tuning.Regions.Most {
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
		if f.now-r.rest < w.tuning.Gate.Still || r.looked >= r.rest && f.now-r.rest < w.tuning.Regions.Patience {
			parts = append(parts, *r)
			continue
		}
		if known == nil {
			known = w.knownPixels()
		}
		var bare, dark, light []int32
		back := w.turnedOf(f, r.pixels)
		for _, px := range r.pixels {
			switch {
			case back[px]:
				dark = append(dark, px)
			case known[px] || !w.dark(f, px):
				light = append(light, px)
			case w.ground.backs[px]:
				dark = append(dark, px)
			default:
				bare = append(bare, px)
			}
		}
		w.gate.explain(bare, f)
		if len(light) == 0 || len(bare)+len(dark) == 0 {
			parts = append(parts, w.gate.parts(slices.Concat(light, dark))...)
			continue
		}
		parts = append(append(parts, w.gate.parts(light)...), w.gate.parts(dark)...)
	}
	return parts
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
	if f.now-l.looked < w.tuning.Looks.Again {
		return false
	}
	return l.looks < w.tuning.Looks.Usual || l.looks < w.tuning.Looks.Most && w.tuning.judge(&l.evidence).p < w.tuning.Looks.Sure
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
		if l.looks >= w.tuning.Looks.Usual {
			delete(w.lying, l.spot)
		}
	case !l.told && (j.p >= w.tuning.Looks.Sure || l.looks >= w.tuning.Looks.Usual):
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

// findAll takes what lies there from the first frame on from a sweep of the whole table: indicators in the
// wall, and what was played before the watch began. A face has not the tint of backs: green ones on a green cloth look
// like bamboos. What moves or is covered meanwhile is found when it has changed.
func (w *Watch) findAll(f *frame) error {
	moving := 0
	for _, at := range w.gate.movedAt {
		if f.now-at < w.tuning.Gate.Still {
			moving++
		}
	}
	if age := f.now - w.start; age < w.tuning.Gate.Still || age < w.tuning.Regions.Patience && moving > len(w.gate.movedAt)/mostMoving {
		return nil
	}
	w.learnBacks(f)
	found, err := f.seer.Sweep(f.ctx)
	if err != nil {
		return err
	}
	w.fresh = false
	c := &change{region: &region{first: true, rest: w.start}}
	for _, e := range found {
		if e.Pose, err = w.fromSeer(e.Pose); err != nil {
			return err
		}
		s, err := w.ground.shapeAt(e.Pose)
		if err != nil {
			return err
		}
		if j := w.tuning.judge(&e); j.tile.HasFace() && w.untinted(f, s.top) >= leastFace && w.gate.still(s.top, f.now) && !w.occupied(c, e.Pose) {
			c.added, c.rival = append(c.added, e), append(c.rival, nil)
		}
	}
	w.settle(f, c, true)
	w.tellHands(f)
	return nil
}

// untinted is the share of some pixels that have not the tint of backs.
func (w *Watch) untinted(f *frame, px []int32) float64 {
	n := 0
	for _, i := range px {
		if w.gate.backs.paper(f.colour(int(i))) {
			n++
		}
	}
	return float64(n) / float64(max(len(px), 1))
}

const (
	// mostMoving is the share of cells, one in so many, that may move when a watch begins.
	mostMoving = 50
	// leastFace is how much of a face has not the tint of backs at least: the print of an east wind covers 57 % of it. Of 20 backs of a wall in another
	// renderer's film that looked like 5s and 5z none had .01, and all seven indicators of other films had 1.
	leastFace = .3
)
