package watch

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// settle tells what has become of a region. Where its pixels are not explained, nothing is
// gone whose ground is not seen: something may lie upon it.
func (w *Watch) settle(f *frame, c *change, explained bool) {
	w.setOf(f)
	if !explained {
		c.gone = slices.DeleteFunc(c.gone, func(l *lying) bool { return !w.bare(f, l) })
	}
	w.remove(f, c)
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
			w.gate.explain(slices.Concat(s.top, s.flank), f)
		}
	}
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

// stays takes in another look at a tile that may have been pushed or turned.
func (w *Watch) stays(f *frame, l *lying, e models.Evidence) {
	before := l.evidence
	turned := e.Askew(l.evidence.Pose) > math.Pi/4
	if j := w.tuning.judge(&e); l.best == models.Back && j.tile.HasFace() {
		l.evidence, l.best, turned = e, j.tile, true // nothing that its back looked like tells of its face
	} else {
		w.sum(l, &e, f.now)
	}
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
	l.evidence.Add(e, w.tuning.Looks.Share)
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

// add takes a new tile in, and tells of it when it is clear.
func (w *Watch) add(f *frame, c *change, k int) {
	e := c.added[k]
	s, err := w.ground.shapeAt(e.Pose)
	if err != nil {
		return
	}
	w.last++
	l := &lying{
		found: f.now, spot: w.last, evidence: e, rivals: c.rival[k], doubt: c.doubt[e.Pose], area: w.areaIn(c, e.At, s.top), shape: s, looks: 1, looked: f.now, set: f.set, first: c.first,
		clear: w.gate.clearOf(s.top), seen: w.seenSince(f, s.top), rest: w.gate.restOf(s.top),
	}
	_, ahead := w.ground.besideWall(e.At)
	l.ahead = ahead && l.area.Use == WallZone
	if !c.first {
		l.groundAt = s.top
		for _, i := range s.top {
			l.ground = append(l.ground, w.gate.was(int(i)))
		}
	}
	l.beside = w.touching(l)
	if len(c.added) == 1 { // the fourth tile of a kong comes alone
		l.row = w.row(f, l)
	}
	l.clear = min(l.clear, l.seen) // the face below looks as the one upon it
	l.by = w.reachedBy(s.top, l.clear, l.seen)
	w.lying[l.spot] = l
	switch j := w.tuning.judge(&l.evidence); {
	case !j.tile.HasFace() && w.back(&l.evidence): // a later look at its plain back says no more
		l.looks = w.tuning.Looks.Most
		w.tellAdded(f, l)
	case j.p >= w.tuning.Looks.Sure:
		w.tellAdded(f, l)
	}
}

// areaIn tells in which area a new tile of a change lies, of which some pixels are seen. What lies a little before where walls stand from the
// first frame on is an indicator, and so is what shows where a back was: walls may stand in the corners, but no discard is laid upon one.
func (w *Watch) areaIn(c *change, at models.Point, px []int32) Area {
	if !c.first {
		a := w.area(at, w.cameWith(c))
		if a.Use == OtherZone && w.turnedUp(px) {
			return Area{Use: WallZone}
		}
		return a
	}
	if wall, beside := w.ground.besideWall(at); beside {
		return wall
	}
	return w.ground.areaOf(at)
}

// cameWith gives where the new tiles of a change lie, and those that came to rest with it and were read before, each once: some of the
// change may be among those that lie already.
func (w *Watch) cameWith(c *change) (at []models.Point) {
	for i := range c.added {
		at = append(at, c.added[i].At)
	}
	for _, l := range w.lying {
		if !l.first && max(l.rest-c.rest, c.rest-l.rest) <= w.tuning.Hands.Together && !slices.Contains(at, l.evidence.At) {
			at = append(at, l.evidence.At)
		}
	}
	return at
}

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
		if l.area.Use == WallZone && (l.first || !l.ahead) { // what came to lie before the wall may be a discard
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
		if o.area != l.area || max(o.rest-l.rest, l.rest-o.rest) > w.tuning.Hands.Together {
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
		Kind: Added, Set: l.set, Spot: l.spot, Area: l.area, Evidence: l.evidence, Rivals: l.rivals, Beside: l.beside, Doubt: l.doubt,
		Clear: l.clear, Seen: l.seen, Rest: l.rest, Looks: l.looks, By: l.by, Ahead: l.ahead, Row: l.row,
	}
}

// tellGone tells of the tiles that went, or that all are swept away. A tile that leaves a
// river was called or taken back, and is told at once. What leaves a side alone is a hand
// that is taken up again, which can wait until it is clear that not everything goes.
func (w *Watch) tellGone(f *frame) {
	w.went = append(w.went, f.gone...)
	w.went = slices.DeleteFunc(w.went, func(c Change) bool { return f.now-c.Rest > w.tuning.Hands.Sweep && c.Told != 0 })
	if len(f.gone) > 0 && len(w.went) >= w.tuning.Hands.Swept && w.wentElsewhere() >= w.tuning.Hands.Elsewhere {
		w.sweep(f)
		return
	}
	for i := range w.went {
		c := &w.went[i]
		at := c.Area.Use == calibration.RiverZone && len(f.gone) < w.tuning.Hands.Swept/2
		if c.Told == 0 && (at || f.now-c.Rest > w.tuning.Hands.Sweep) {
			f.tell(*c)
			c.Told = f.now
		}
	}
}

// wentElsewhere counts the tiles that went but for those of one player, of whom most went.
func (w *Watch) wentElsewhere() int {
	var of [models.Places + 1]int
	for i := range w.went {
		of[w.went[i].Area.Place]++
	}
	return len(w.went) - slices.Max(of[1:])
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
	w.went, w.indicators, w.sticks, w.overlooked = nil, nil, nil, nil
	f.tell(last)
}

// isRest reports whether tiles that came to rest at once are what is left of a hand beside its melds, which was won on a tile that
// stays in its river: melds have three tiles, and kongs four of a kind.
func isRest(fresh []*lying) bool {
	fresh = slices.DeleteFunc(slices.Clone(fresh), func(l *lying) bool { return l.best.IsFlower() })
	n := len(fresh)
	return n == 1 || n > models.KongTiles || n == models.KongTiles && slices.ContainsFunc(fresh, func(l *lying) bool { return l.best.Kind() != fresh[0].best.Kind() })
}

// tellHands tells of hands that were laid down, and of those that are taken up again.
func (w *Watch) tellHands(f *frame) {
	faces := map[models.Place][]*lying{}
	backs, uncounted := map[models.Place]int{}, map[models.Place]int{}
	fresh := map[models.Place][]*lying{}
	for _, spot := range slices.Sorted(maps.Keys(w.lying)) {
		l := w.lying[spot]
		if l.told && l.area.Use == calibration.MeldZone && l.best != models.Back {
			faces[l.area.Place] = append(faces[l.area.Place], l)
			switch {
			case l.best.IsFlower():
				uncounted[l.area.Place] += models.Copies
			case l.best.HasFace() && w.ofKind(l) >= models.Copies-1:
				uncounted[l.area.Place]++
			}
			if f.now-l.found <= w.tuning.Hands.Sweep { // it may have come to rest long before, beside an arm
				fresh[l.area.Place] = append(fresh[l.area.Place], l)
			}
		} else if l.told && l.area.Use == calibration.MeldZone {
			backs[l.area.Place]++
		}
	}
	for i := range models.Places {
		place := models.PlaceAt(i)
		n := len(faces[place]) - uncounted[place]/models.Copies // flowers are no part of a hand, and a kong counts as three tiles
		if kong := backs[place]; kong > 0 {
			n += kong - (kong+models.Copies-1)/models.Copies
		}
		after := len(fresh[place]) > 0 && len(w.shown) > 0 // nobody melds while a hand lies there
		switch was, laid := w.shown[place]; {
		case laid && (n < w.tuning.Hands.Faces || n < was.faces && !w.lies(was.rest)) && !w.waits(place):
			delete(w.shown, place)
			f.tell(Change{Kind: Taken, Set: f.set, Area: Area{calibration.HandZone, place}, Rest: f.now})
		case n >= w.tuning.Hands.Faces && n > was.faces && (laid || after || n >= w.hand.Won() || n >= w.hand.Tiles() && isRest(fresh[place]) || len(fresh[place]) > models.KongTiles):
			for _, l := range fresh[place] {
				was.rest = append(was.rest, l.spot)
			}
			w.shown[place] = shown{n, was.rest}
			h := Change{Kind: Laid, Set: f.set, Area: Area{calibration.HandZone, place}}
			for _, l := range faces[place] {
				h.Hand, h.Spots = append(h.Hand, l.evidence), append(h.Spots, l.spot)
				h.Rest, h.Seen, h.Clear = max(h.Rest, l.rest), max(h.Seen, l.seen), max(h.Clear, l.clear)
			}
			f.tell(h)
		}
	}
}

// lies reports whether any of some tiles lies there still.
func (w *Watch) lies(spots []Spot) bool {
	return slices.ContainsFunc(spots, func(s Spot) bool { return w.lying[s] != nil })
}

// waits reports whether it is not clear yet why tiles left a place's side.
func (w *Watch) waits(place models.Place) bool {
	return slices.ContainsFunc(w.went, func(c Change) bool { return c.Told == 0 && c.Area.Place == place })
}

// overlook notes what is left of a change that was taken as it is and may be a tile all the same: it shows as much
// paper as one, in the shape of one, on the cloth and where nothing was so light. The edge of a hand that stands, or a
// flank with its shadow, is as large and no tile.
func (w *Watch) overlook(f *frame, c *change, left []int32) error {
	for _, part := range w.gate.parts(left) {
		if size := float64(len(part.pixels)) / w.ground.tilePixels; size < aTile || size > w.tuning.Regions.Heap {
			continue
		}
		middle := models.Point{}
		o := overlooked{pixels: part.pixels}
		for _, px := range part.pixels {
			o.pix = append(o.pix, f.pix[px])
			middle.X += float64(int(px)%w.ground.width) / float64(len(part.pixels))
			middle.Y += float64(int(px)/w.ground.width) / float64(len(part.pixels))
		}
		at, err := w.ground.table(middle, w.ground.tile.Depth)
		if err != nil || !w.ground.onCloth(at) {
			continue
		}
		lies, fits, err := w.tileOf(w.newPaper(f, part.pixels))
		if err != nil || !fits {
			if err != nil {
				return err
			}
			continue
		}
		switch area := w.area(at, nil); area.Use {
		case calibration.RiverZone, calibration.MeldZone, calibration.FlowerZone, OtherZone:
			e, err := w.alike(f, lies)
			if err != nil {
				return err
			}
			e.Pose = models.Pose{At: at}
			o.Change = Change{Kind: Unread, Set: f.set, Area: area, Evidence: e,
				Clear: w.gate.clearOf(part.pixels), Seen: w.seenSince(f, part.pixels), Rest: c.rest}
			w.overlooked = append(w.overlooked, o)
		}
	}
	return nil
}

// newPaper are those of some pixels that show paper; none where half of them were so light before.
func (w *Watch) newPaper(f *frame, pixels []int32) (paper []int32) {
	limit, was := w.paper(), 0
	for _, px := range pixels {
		if f.pix[px] >= limit && w.gate.backs.paper(f.colour(int(px))) {
			paper = append(paper, px)
		}
		if known := w.gate.known[px]; known != forgotten && known>>8 >= uint16(max(limit, f.pix[px])) {
			was++ // a cloth may be as light as a face in shade, and is darker than one that comes to lie there
		}
	}
	if was > len(pixels)/2 {
		return nil
	}
	return paper
}

// tileOf finds the tile of which some pixels that show paper, with the print between them, are most of the upper side; false for none.
func (w *Watch) tileOf(paper []int32) (at models.Pose, is bool, err error) {
	if len(paper) == 0 {
		return at, false, nil
	}
	canvas := w.ground.newCanvas(paper)
	canvas.bridge()
	poses, err := w.ground.propose(canvas, aTile*w.ground.tilePixels, fanOf(2))
	if err != nil || len(poses) == 0 {
		return at, false, err
	}
	return poses[0], true, nil
}

// alike is how alike what nobody can read is to every face, upright or sideways, wherever its print is the most like one.
func (w *Watch) alike(f *frame, at models.Pose) (best models.Evidence, err error) {
	for quarter := range 2 {
		at.Quarter = (at.Quarter + quarter) % 2
		e, err := w.look(f, at, lookAround, 0)
		if err != nil {
			return e, err
		}
		if quarter == 0 || strength(&e) > strength(&best) {
			best = e
		}
	}
	w.tuning.liesThere(&best)
	return best, nil
}

// tellUnread tells what was overlooked and lies there still: after some time, because hands that stand and
// arms that rest change again within a few turns, or at once when a hand is laid down.
func (w *Watch) tellUnread(f *frame, regions []region, laid bool) {
	if len(w.overlooked) == 0 {
		return
	}
	covered := map[int32]bool{}
	for i := range regions {
		for _, px := range regions[i].pixels {
			covered[px] = true
		}
	}
	kept := w.overlooked[:0]
	for _, o := range w.overlooked {
		hidden, off := 0, 0
		for k, px := range o.pixels {
			if covered[px] {
				hidden++
			}
			off += max(int(f.pix[px])-int(o.pix[k]), int(o.pix[k])-int(f.pix[px]))
		}
		switch {
		case hidden > 0 && !laid:
			kept = append(kept, o)
		case hidden == 0 && off > len(o.pixels)*w.tuning.Gate.Changed: // it was taken away
		case laid || f.now-o.Rest >= w.tuning.Regions.Unread:
			f.tell(o.Change)
		default:
			kept = append(kept, o)
		}
	}
	w.overlooked = kept
}
