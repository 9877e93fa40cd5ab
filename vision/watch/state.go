package watch

import (
	"math"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// Watch follows one table. It is for one goroutine.
type Watch struct {
	tuning Tuning
	hand   models.HandSize // by the rule book that is played
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
	shown map[models.Place]shown // hands that were told as laid
	state Warning
	white int // brightness of the lightest part of the table
	// indicators are where faces came to lie in walls; they are lifted to turn up what is below.
	indicators []models.Point
	// reach are the arms that were over each cell of the gate lately, oldest first.
	reach [][]reached
	// standing is how the sides of players looked lately on which their hands stand.
	standing [models.Places]side
	// went are tiles that went not long ago; those that were not told yet have no Told.
	went []Change
	// overlooked is what nobody could read, as long as it is not told.
	overlooked []overlooked
	// sticks are the riichi sticks that lie there.
	sticks []stick
	// camera tells where a pixel of the plane is seen now, and from the same of each: it may have moved
	// since it was calibrated.
	camera  calibration.Homography
	from    []sampled
	aligned time.Duration // when that was looked at last
}

// past is a plane that is kept.
type past struct {
	at  time.Duration
	pix []byte
	// hands are the pixels of all that reached in from beyond the cloth, however little of it, and busy the sides of players
	// on which that was.
	hands []int32
	busy  [models.Places]bool
}

// view is how the side of a player looked while nothing moved there and no arm was over it.
type view struct {
	from, to time.Duration
	pix      []byte
}

// side is where a player's hand stands, as pixels of the plane, and how it looked lately, oldest first.
type side struct {
	pixels []int32
	views  []view
	// along is one pixel to the right of the player.
	along models.Point
	// cut tells that the picture ends there, so that nobody can say what reaches in.
	cut bool
}

// shown is a hand that was told as laid: how many faces lie on its owner's side, melds among them, and which of them came with it.
type shown struct {
	faces int
	rest  []Spot
}

// reached is when an arm was last seen over a cell, and from which sides of the table it came.
type reached struct {
	at time.Duration
	by [models.Places]float64 // shares, summing up to one
}

// sampled is where a pixel of a plane is taken from: the first of four neighbours, and how far to the others, in 256ths.
type sampled struct {
	at   int32
	x, y uint8
}

// stick is one that lies before a river.
type stick struct {
	place  models.Place
	pixels []int32
}

// overlooked is something that came to rest where tiles lie and that nobody could read.
type overlooked struct {
	Change
	pixels []int32
	pix    []byte // how they looked
}

// change is one region while it is read.
type change struct {
	*region
	gone, stay []*lying
	// down are those of a meld that were turned face down where they lie.
	down []*lying
	// moved are where tiles lie now that were there before.
	moved map[*lying]models.Evidence
	added []models.Evidence
	rival [][]models.Evidence
	// doubt is how likely a new tile that lies upon another is that one, pushed.
	doubt map[models.Pose]float64
	// starts are the poses from which tiles were looked for, and paper those at which one shows by its paper.
	starts, paper []models.Pose
	// likely are looks whose face is likelier than all else together, and not clear.
	likely []models.Evidence
}

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

// aTile is how much of a tile's area is left at least where one was overlooked in a row.
const aTile = .6

// keep keeps a plane for as long as the tuning says.
func (w *Watch) keep(f *frame, regions []region) {
	old := 0
	for old < len(w.past) && f.now-w.past[old].at > w.tuning.Gate.History {
		old++
	}
	var pix []byte
	var hands []int32
	if old > 0 {
		pix, hands = w.past[0].pix, w.past[0].hands
	}
	p := past{at: f.now, pix: append(pix[:0], f.pix...), hands: hands[:0]}
	for i := range regions {
		if !regions[i].outside {
			continue
		}
		for _, px := range regions[i].pixels {
			if p.hands = append(p.hands, px); w.ground.stands[px] {
				p.busy[w.ground.sides[px]] = true
			}
		}
	}
	w.past = append(slices.Delete(w.past, 0, old), p)
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
		if off < len(px)*w.tuning.Gate.Moving {
			first = p.at
		}
	}
	return first
}

// coverTiles is how many tiles large a region is at least that is an arm where it reaches
// to the cloth's edge.
const coverTiles = 3

// arms notes over which cells arms reach: large changes that touch the edge of the cloth, on
// the side of whose they are.
func (w *Watch) arms(f *frame, regions []region) {
	for i := range regions {
		r := &regions[i]
		if !r.outside || float64(len(r.pixels)) < coverTiles*w.ground.tilePixels || f.now-r.rest >= w.tuning.Gate.Still {
			continue
		}
		var by [models.Places]float64
		edge := 0.0
		for _, px := range r.pixels {
			if w.ground.border[px] {
				by[w.ground.sides[px]]++
				edge++
			}
		}
		for p := range by {
			by[p] /= edge
		}
		for _, px := range r.pixels {
			c := &w.reach[w.gate.cell(px)]
			if n := len(*c); n > 0 && (*c)[n-1].at == f.now {
				continue
			}
			old := 0
			for old < len(*c) && f.now-(*c)[old].at > w.tuning.Gate.History {
				old++
			}
			*c = append(slices.Delete(*c, 0, old), reached{f.now, by})
		}
	}
}

// reachedBy are the sides from which arms came that were over some pixels after a moment and
// before another, as shares; all 0 where none was seen.
func (w *Watch) reachedBy(px []int32, after, before time.Duration) (by [models.Places]float64) {
	cells := map[int]bool{}
	sum := 0.0
	for _, i := range px {
		cell := w.gate.cell(i)
		if cells[cell] {
			continue
		}
		cells[cell] = true
		for _, r := range w.reach[cell] {
			if r.at <= after || r.at >= before {
				continue
			}
			for p, share := range r.by {
				by[p] += share
			}
			sum++
		}
	}
	for p := range by {
		by[p] /= max(sum, 1)
	}
	return by
}

// paper is how light the paper of a tile is at least.
func (w *Watch) paper() byte { return byte(w.tuning.Tiles.Light * float64(w.white)) }

// setOf is the set of what came to rest in a frame.
func (w *Watch) setOf(f *frame) int {
	if f.set == 0 {
		w.set++
		f.set = w.set
	}
	return f.set
}

// area tells in which area a new tile lies that came with others. What comes to lie before an indicator in the wall,
// on the same side, is one from below it and no part of a hand, unless more come in one row than there are indicators: a
// hand may be laid down right before the wall. So is what lies a little before where walls stand, beside an indicator.
func (w *Watch) area(at models.Point, with []models.Point) Area {
	a := w.ground.areaOf(at)
	if wall, beside := w.ground.besideWall(at); beside && slices.ContainsFunc(w.indicators, func(i models.Point) bool { return distance(i, at) < beforeWall*w.ground.tile.Height }) {
		return wall
	}
	if a.Use != calibration.MeldZone || w.inRow(at, with, a.Place) > len(w.indicators) {
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

// inRow counts the tiles of the row of a player in which a point lies, with it.
func (w *Watch) inRow(at models.Point, with []models.Point, of models.Place) int {
	row, left := []models.Point{at}, slices.Clone(with)
	for k := 0; k < len(row); k++ {
		own := facing(row[k], of)
		left = slices.DeleteFunc(left, func(p models.Point) bool {
			q := facing(p, of)
			beside := distance(p, at) > 0 && math.Abs(q.Y-own.Y) < w.ground.tile.Height/2 && math.Abs(q.X-own.X) < w.tuning.Hands.Beside*w.ground.tile.Width
			if beside {
				row = append(row, p)
			}
			return beside
		})
	}
	return len(row)
}

// beforeWall is how far from an indicator the one from below it lies at most, in heights of a
// tile.
const beforeWall = 1.5

// meldReach is how far apart the outer tiles of a kong lie at most that is a row, in widths of a tile: one of them may be turned.
const meldReach = 3.5

// ofKind counts the others of a tile's kind that lie near it.
func (w *Watch) ofKind(l *lying) (n int) {
	for _, o := range w.lying {
		if o != l && o.told && o.area == l.area && o.best.Kind() == l.best.Kind() && distance(o.evidence.At, l.evidence.At) < meldReach*w.ground.tile.Width {
			n++
		}
	}
	return n
}

// back reports whether a tile that lies face down explains a place of a player's side, where
// something as large has changed, better than nothing does.
func (w *Watch) back(e *models.Evidence) bool {
	return w.ground.areaOf(e.At).Use == calibration.MeldZone && e.LogLike[models.Back]-e.LogLike[models.NoTile] >= w.tuning.Prior.Back
}

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
	ahead    bool // see [Change]
	row      Row
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

// like reports whether a look may show the tile that was known: its face is nearly as
// likely as the best.
func (l *lying) like(e *models.Evidence) bool {
	const nearly = 3 // natural logarithm
	return strength(e)-(e.LogLike[l.best]-e.LogLike[models.NoTile]) < nearly
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
		prior[i] = (1 - t.Prior.Empty) / float64(models.Outcomes-1)
	}
	prior[models.NoTile] = t.Prior.Empty
	prior[models.Unknown] *= t.Prior.Strange
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
	return j.tile != models.NoTile && j.tile != models.Unknown && j.p >= t.Looks.Sure
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

// liesThere weighs in that a tile lies at a pose that is as light as a face, so that it is no back.
func (t *Tuning) liesThere(e *models.Evidence) {
	e.LogLike[models.Back] = min(e.LogLike[models.Back], e.LogLike[models.NoTile])
	for face, by := models.Tile(1), t.Prior.Paper-strength(e); face <= models.Unknown; face++ {
		e.LogLike[face] += by
	}
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

// odds is how much likelier a tile of a pung that seems to have moved has another upon it than that it was pushed,
// natural logarithm: it moved by so many millimetres, to so many from where what lies upon it is seen.
func (t *FourthTuning) odds(moved, off float64) float64 {
	normal := func(d, spread float64) float64 { return math.Exp(-d*d/(2*spread*spread)) / (spread * spread) }
	pushed := (1-t.Pushed)*normal(moved, t.Spread) + t.Pushed*normal(moved, t.Push)
	upon := (1-t.Pushed)*normal(off, t.Spread) + t.Pushed*normal(off, t.Push)
	return math.Log(upon / pushed)
}
