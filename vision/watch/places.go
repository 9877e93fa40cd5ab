package watch

import (
	"maps"
	"math"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// lying is a tile that was found on the table.
type lying struct {
	spot     Spot
	evidence models.Evidence
	rivals   []models.Evidence
	doubt    float64
	area     Area
	shape    shape
	// ground is how the pixels groundAt looked before it came; none for what lay there from the first frame on.
	ground   []colour
	groundAt []int32
	beside   Spot
	by       [models.Places]float64
	looks    int
	looked   time.Duration
	clear    time.Duration
	seen     time.Duration
	rest     time.Duration
	found    time.Duration
	set      int
	// told tells that it was told; a tile face down may be one of a wall and is told only
	// beside faces.
	told bool
	// first tells that it lay there from the first frame on.
	first bool
	// best is the face that was told last.
	best models.Tile
}

// judgement is what one look, or the sum of several, says about a spot.
type judgement struct {
	tile models.Tile
	// p is its probability, and none that nothing lies there.
	p, none float64
}

// judge weighs evidence. Nothing is as likely before as the tuning has it, a tile that lies
// face down as every face, and one that was never learned less.
func (t *Tuning) judge(e *models.Evidence) judgement {
	var prior [models.Outcomes]float64
	for i := range prior {
		prior[i] = (1 - t.Empty) / float64(models.Outcomes-1)
	}
	prior[models.NoTile] = t.Empty
	prior[models.Unknown] *= t.Strange
	p := e.Posterior(&prior)
	j := judgement{none: p[models.NoTile]}
	for i := range p {
		if p[i] > j.p {
			j.tile, j.p = models.Tile(i), p[i]
		}
	}
	return j
}

// clear reports whether it is surely one tile, whatever it shows.
func (j judgement) clear(t *Tuning) bool {
	return j.tile != models.NoTile && j.tile != models.Unknown && j.p >= t.Sure
}

// something reports whether anything lies there.
func (j judgement) something() bool { return j.none < .5 }

// strength is by how much the likeliest tile of a pose is likelier than none.
func strength(e *models.Evidence) float64 {
	most := math.Inf(-1)
	for i, l := range e.LogLike {
		if models.Tile(i) != models.NoTile {
			most = max(most, l)
		}
	}
	return most - e.LogLike[models.NoTile]
}

// choose keeps of several readings those that explain the picture best, no two on the same
// cloth, and the rivals of each: the others on its cloth.
func (g *ground) choose(read []models.Evidence, overlap float64) (kept []models.Evidence, rivals [][]models.Evidence) {
	left := make([]bool, len(read))
	for {
		best := -1
		for i := range read {
			if !left[i] && strength(&read[i]) > 0 && (best < 0 || strength(&read[i]) > strength(&read[best])) {
				best = i
			}
		}
		if best < 0 {
			return kept, rivals
		}
		left[best] = true
		at := read[best].Pose
		var others []models.Evidence
		free := true
		for i := range kept {
			if g.shares(at, kept[i].Pose) > overlap || g.upon(at, kept[i].Pose) {
				if free = false; at.Quarter != kept[i].Quarter || at.Height != kept[i].Height {
					rivals[i] = append(rivals[i], read[best])
				}
			}
		}
		if free {
			kept, rivals = append(kept, read[best]), append(rivals, others)
		}
	}
}

// upon reports whether two poses are one tile that is taken to lie at different heights.
func (g *ground) upon(a, b models.Pose) bool {
	return a.Height != b.Height && distance(a.At, b.At) < g.tile.Width
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

// overlooked is something that came to rest where tiles lie and that nobody could read.
type overlooked struct {
	Change
	pixels []int32
	pix    []byte // how they looked
}

// overlook notes what is left of a change that was taken as it is and may be a tile all the same: it shows as much
// paper as one, in the shape of one, on the cloth and where nothing was so light. The edge of a hand that stands, or a
// flank with its shadow, is as large and no tile.
func (w *Watch) overlook(f *frame, c *change, left []int32) error {
	limit := byte(w.tuning.Light * float64(w.white))
	for _, part := range w.gate.parts(left) {
		if size := float64(len(part.pixels)) / w.ground.tilePixels; size < aTile || size > w.tuning.Heap {
			continue
		}
		was, middle := 0, models.Point{}
		var paper []int32
		o := overlooked{pixels: part.pixels}
		for _, px := range part.pixels {
			if o.pix = append(o.pix, f.pix[px]); f.pix[px] >= limit && w.gate.backs.paper(f.colour(int(px))) {
				paper = append(paper, px)
			}
			if known := w.gate.known[px]; known != forgotten && known>>8 >= uint16(limit) {
				was++
			}
			middle.X += float64(int(px)%w.ground.width) / float64(len(part.pixels))
			middle.Y += float64(int(px)/w.ground.width) / float64(len(part.pixels))
		}
		at, err := w.ground.table(middle, w.ground.tile.Depth)
		if err != nil || was > len(part.pixels)/2 || !w.ground.onCloth(at) {
			continue
		}
		if fits, err := w.tileOf(paper); err != nil || !fits {
			if err != nil {
				return err
			}
			continue
		}
		switch area := w.area(at); area.Use {
		case calibration.RiverZone, calibration.MeldZone, calibration.FlowerZone, OtherZone:
			o.Change = Change{Kind: Unread, Set: f.set, Area: area, Evidence: models.Evidence{Pose: models.Pose{At: at}},
				Clear: w.gate.clearOf(part.pixels), Seen: w.seenSince(f, part.pixels), Rest: c.rest}
			w.overlooked = append(w.overlooked, o)
		}
	}
	return nil
}

// tileOf reports whether some pixels that show paper, with the print between them, are most of a tile's upper side.
func (w *Watch) tileOf(paper []int32) (bool, error) {
	if len(paper) == 0 {
		return false, nil
	}
	canvas := w.ground.newCanvas(paper)
	canvas.bridge()
	poses, err := w.ground.propose(canvas, aTile*w.ground.tilePixels, fanOf(2))
	return len(poses) > 0, err
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
		case hidden == 0 && off > len(o.pixels)*w.tuning.Changed: // it was taken away
		case laid || f.now-o.Rest >= w.tuning.Unread:
			f.tell(o.Change)
		default:
			kept = append(kept, o)
		}
	}
	w.overlooked = kept
}

// findAll looks for the tiles that lay there from the first frame on: indicators in the
// wall, and what was played before the watch began. They are lighter than cloth, and have the
// tint of no back. What moves or is covered meanwhile is found when it has changed.
func (w *Watch) findAll(f *frame) error {
	moving := 0
	for _, at := range w.gate.movedAt {
		if f.now-at < w.tuning.Still {
			moving++
		}
	}
	if age := f.now - w.start; age < w.tuning.Still || age < w.tuning.Patience && moving > len(w.gate.movedAt)/mostMoving {
		return nil
	}
	w.fresh = false
	w.learnBacks(f)
	limit := w.facesFrom(f.pix)
	for i, v := range f.pix {
		w.gate.changed[i] = w.ground.inside[i] && int(v) > limit && w.gate.backs.paper(f.colour(i))
	}
	w.gate.changed = closed(w.gate.changed, w.ground.width, printGap/2)
	var regions []region
	for i, is := range w.gate.changed {
		if is {
			regions = append(regions, w.gate.flood(int32(i)))
		}
	}
	for i := range regions {
		r := &regions[i]
		if size := float64(len(r.pixels)) / w.ground.tilePixels; size < leastLight || size > w.tuning.Most || f.now-r.rest < w.tuning.Still {
			continue
		}
		r.first = true
		if err := w.read(f, r); err != nil {
			return err
		}
	}
	w.tellHands(f)
	return nil
}

const (
	// mostMoving is the share of cells, one in so many, that may move when a watch begins.
	mostMoving = 50
	// leastLight is how much of a tile is light at least: the print of an east wind darkens 57 % of it.
	leastLight = .3
	// lighter is where, between cloth and the lightest, the light of faces begins.
	lighter = .5
)

// closed fills the gaps of a mask of rows width wide that are no wider than twice a reach: print
// parts what it is printed on.
func closed(mask []bool, width, reach int) []bool {
	return spread(spread(mask, width, reach, true), width, reach, false)
}

// spread is a mask in which all pixels within a reach, along rows and columns, of one that has a value have it, too.
func spread(mask []bool, width, reach int, to bool) []bool {
	for _, step := range [2]int{1, width} {
		next := slices.Clone(mask)
		for i, v := range mask {
			if v != to {
				continue
			}
			for k := -reach; k <= reach; k++ {
				if j := i + k*step; j >= 0 && j < len(mask) && (step != 1 || j/width == i/width) {
					next[j] = to
				}
			}
		}
		mask = next
	}
	return mask
}

// facesFrom is the brightness above which a pixel may show a face.
func (w *Watch) facesFrom(pix []byte) int {
	var all []byte
	for i, v := range pix {
		if w.ground.inside[i] {
			all = append(all, v)
		}
	}
	slices.Sort(all)
	cloth := all[len(all)/2]
	return int(float64(cloth) + lighter*(float64(w.white)-float64(cloth)))
}
