package watch

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
)

// What a pixel is worth when a tile is said to lie on it, in halves of one that changed.
const (
	worthChanged = 2  // it changed, and nothing else explains it
	worthFlank   = 1  // it changed, and may be the flank of another, or hide that
	worthGone    = 0  // it changed, for a tile went, or may not seem to, for print lies there
	worthSame    = -2 // it looks as before
	worthTaken   = -4 // another tile lies there
	worthRing    = .3 // whole, for a pixel just around that belongs to no change: rows begin at their ends
)

// A search for tiles keeps beamWidth arrangements. It extends each by tiles upon the first
// pixel that is not explained, the branching best of upright and of sideways ones, apart by
// at least branchApart pixels. A hand of 14 is found with half of that.
const (
	beamWidth   = 8
	branching   = 3
	branchApart = 2
	skipped     = 2 // pixels around one that nothing explains
)

// sameStart is how near, mm, two starts of a reading are worth one, and sameTurn by how many
// radians they may be turned.
const (
	sameStart = 4
	sameTurn  = math.Pi / 2 / turns
)

// turns is into how many steps a quarter turn is divided where tiles lie anyhow: by 15 degrees
// a tile changes by a pixel of the plane at its corners.
const turns = 6

// fanOf gives so many angles from upright to half a turn, radians.
func fanOf(n int) (angles []float64) {
	for i := range n {
		angles = append(angles, math.Pi*float64(i)/float64(n))
	}
	return angles
}

// canvas are the pixels around a change, and what a tile upon each of them is worth.
type canvas struct {
	left, top, width, height int
	worth                    []int8
}

// newCanvas makes a canvas on which the given pixels have changed.
func (g *ground) newCanvas(changed []int32) canvas {
	box := g.boxOf(changed)
	around := int(2 * math.Sqrt(g.tilePixels)) // a tile and its flank, so that none at the border is cut
	c := canvas{left: box[0] - around, top: box[1] - around}
	c.width, c.height = box[2]+around+1-c.left, box[3]+around+1-c.top
	c.worth = make([]int8, c.width*c.height)
	for i := range c.worth {
		c.worth[i] = worthSame
	}
	g.paint(&c, changed, worthChanged)
	return c
}

// paint says what a tile upon some pixels is worth.
func (g *ground) paint(c *canvas, px []int32, worth int8) {
	for _, i := range px {
		x, y := int(i)%g.width-c.left, int(i)/g.width-c.top
		if x >= 0 && y >= 0 && x < c.width && y < c.height {
			c.worth[y*c.width+x] = worth
		}
	}
}

// printGap is how many pixels of print, as light as the cloth, may lie between pixels of a
// tile that changed: half a tile's width and more, such as the bird of a 1s.
const printGap = 6

// bridge makes pixels that look as before worth nothing where changed ones lie on both sides
// of them: print may be as light as what lay there.
func (c *canvas) bridge() {
	var gaps []int
	across := func(from, step, n int) {
		last := -1 // the changed pixel before
		for k := range n {
			if c.worth[from+k*step] != worthChanged {
				continue
			}
			for g := last + 1; last >= 0 && k-last <= printGap+1 && g < k; g++ {
				gaps = append(gaps, from+g*step)
			}
			last = k
		}
	}
	for y := range c.height {
		across(y*c.width, 1, c.width)
	}
	for x := range c.width {
		across(x, c.width, c.height)
	}
	for _, i := range gaps {
		if c.worth[i] == worthSame {
			c.worth[i] = worthGone
		}
	}
}

// boxOf gives the first column and row of some pixels and the last.
func (g *ground) boxOf(px []int32) (box [4]int) {
	box = [4]int{math.MaxInt32, math.MaxInt32, 0, 0}
	for _, i := range px {
		x, y := int(i)%g.width, int(i)/g.width
		box[0], box[1] = min(box[0], x), min(box[1], y)
		box[2], box[3] = max(box[2], x), max(box[3], y)
	}
	return box
}

// stamp is a tile in the middle of a canvas, as offsets into it.
type stamp struct {
	pose             models.Pose
	top, flank, ring []int
	core             []bool // which pixels of the upper side do not touch its rim
	box              [4]int // of all, on the canvas
	on               []bool // which pixels of the canvas are the tile's
}

// candidate is a stamp that is moved to another place.
type candidate struct {
	stamp, dx, dy int
	gain          float64 // that of its ring included
}

// arrangement are some tiles that may explain a change.
type arrangement struct {
	tiles []candidate
	gain  float64
	// left is how many changed pixels nobody has explained or given up yet; at most so much
	// can still be gained.
	left  int
	taken []bool // pixels of upper sides
	used  []bool // changed pixels that are explained
	done  []bool // and those that are given up, too
}

// propose gives poses that may explain a change: the tiles of its two best arrangements,
// turned by some angles. least is how many pixels a tile must explain to be worth being there. All are taken to lie on
// the cloth: what lies higher is seen a few millimetres off its place.
func (g *ground) propose(c canvas, least float64, angles []float64) ([]models.Pose, error) {
	var stamps []stamp
	for _, angle := range angles {
		s, err := g.stampOn(&c, angle)
		if err != nil {
			return nil, err
		}
		stamps = append(stamps, s)
	}
	var poses []models.Pose
	for _, a := range arrange(&c, stamps, least) {
		for _, t := range a.tiles {
			p, err := g.moved(stamps[t.stamp].pose, t.dx, t.dy)
			if err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(poses, func(q models.Pose) bool {
				return p.Askew(q) < sameTurn/2 && distance(p.At, q.At) < sameStart
			}) {
				poses = append(poses, p)
			}
		}
	}
	return poses, nil
}

// stampOn makes the stamp of a tile in the middle of a canvas.
func (g *ground) stampOn(c *canvas, angle float64) (stamp, error) {
	middle := models.Point{X: float64(c.left + c.width/2), Y: float64(c.top + c.height/2)}
	at, err := g.table(middle, g.tile.Depth)
	if err != nil {
		return stamp{}, err
	}
	s := stamp{pose: models.Pose{At: at}.Turned(angle)}
	shape, err := g.shapeAt(s.pose)
	if err != nil {
		return stamp{}, err
	}
	onto := func(px []int32) []int {
		list := make([]int, len(px))
		for k, i := range px {
			list[k] = (int(i)/g.width-c.top)*c.width + int(i)%g.width - c.left
		}
		return list
	}
	s.top, s.flank, s.ring = onto(shape.top), onto(shape.flank), onto(shape.ring)
	s.on = make([]bool, len(c.worth))
	for _, i := range s.top {
		s.on[i] = true
	}
	for _, i := range s.top {
		s.core = append(s.core, s.on[i-1] && s.on[i+1] && s.on[i-c.width] && s.on[i+c.width])
	}
	for _, i := range s.flank {
		s.on[i] = true
	}
	s.box = g.boxOf(slices.Concat(shape.top, shape.flank, shape.ring))
	s.box = [4]int{s.box[0] - c.left, s.box[1] - c.top, s.box[2] - c.left, s.box[3] - c.top}
	return s, nil
}

// moved moves a pose by pixels of the plane.
func (g *ground) moved(p models.Pose, dx, dy int) (models.Pose, error) {
	v, err := g.view(p.Height + g.tile.Depth)
	if err != nil {
		return p, err
	}
	q := planePixel(v, p.At)
	p.At, err = g.table(models.Point{X: q.X + float64(dx), Y: q.Y + float64(dy)}, p.Height+g.tile.Depth)
	return p, err
}

// arrange finds the two arrangements with the greatest gain, best first.
func arrange(c *canvas, stamps []stamp, least float64) []arrangement {
	n := len(c.worth)
	empty := arrangement{taken: make([]bool, n), used: make([]bool, n), done: make([]bool, n)}
	order := c.inOrder()
	empty.left = len(order)
	places := everywhere(c, stamps, &empty, least)
	beam := []arrangement{empty}
	var done []arrangement
	for len(beam) > 0 {
		var next []arrangement
		for i := range beam {
			first := beam[i].first(order)
			if first < 0 {
				done = append(done, beam[i])
				continue
			}
			for _, t := range beam[i].candidates(c, stamps, places, first, least) {
				next = append(next, beam[i].with(c, stamps, t, least))
			}
			next = append(next, beam[i].without(c, first))
		}
		beam = distinct(next, beamWidth)
	}
	done = slices.DeleteFunc(done, func(a arrangement) bool { return len(a.tiles) == 0 })
	return distinct(done, 2)
}

// inOrder gives the changed pixels of a canvas, along its longer side.
func (c *canvas) inOrder() (order []int) {
	lo, hi := [2]int{c.width, c.height}, [2]int{}
	for i, v := range c.worth {
		if v == worthChanged {
			x, y := i%c.width, i/c.width
			order = append(order, i)
			lo, hi = [2]int{min(lo[0], x), min(lo[1], y)}, [2]int{max(hi[0], x), max(hi[1], y)}
		}
	}
	if hi[0]-lo[0] > hi[1]-lo[1] {
		slices.SortFunc(order, func(a, b int) int { return cmp.Or(a%c.width-b%c.width, a/c.width-b/c.width) })
	}
	return order
}

// first is the first changed pixel that is neither explained nor given up; -1 for none.
func (a *arrangement) first(order []int) int {
	for _, i := range order {
		if !a.done[i] {
			return i
		}
	}
	return -1
}

// without gives a pixel up, and those just around it.
func (a *arrangement) without(c *canvas, at int) arrangement {
	b := *a
	b.done = slices.Clone(a.done)
	for y := -skipped; y <= skipped; y++ {
		for x := -skipped; x <= skipped; x++ {
			if i := at + y*c.width + x; c.worth[i] == worthChanged && !b.done[i] {
				b.done[i] = true
				b.left--
			}
		}
	}
	return b
}

// distinct keeps the n arrangements with the greatest gain that is still possible and that
// are not the same tiles in another order.
func distinct(all []arrangement, n int) (kept []arrangement) {
	slices.SortStableFunc(all, func(a, b arrangement) int {
		return cmp.Compare(b.gain+float64(b.left), a.gain+float64(a.left))
	})
	for _, a := range all {
		if len(kept) == n {
			break
		}
		if !slices.ContainsFunc(kept, func(k arrangement) bool { return a.same(&k) }) {
			kept = append(kept, a)
		}
	}
	return kept
}

func (a *arrangement) same(b *arrangement) bool {
	return len(a.tiles) == len(b.tiles) && a.left == b.left && !slices.ContainsFunc(a.tiles, func(t candidate) bool {
		return !slices.ContainsFunc(b.tiles, func(o candidate) bool { return o.stamp == t.stamp && o.dx == t.dx && o.dy == t.dy })
	})
}

// everywhere gives the places on a canvas at which a tile may lie.
func everywhere(c *canvas, stamps []stamp, empty *arrangement, least float64) (all []candidate) {
	for k := range stamps {
		s := &stamps[k]
		for dy := -s.box[1]; dy < c.height-s.box[3]; dy++ {
			for dx := -s.box[0]; dx < c.width-s.box[2]; dx++ {
				if empty.gainOf(c, s, dy*c.width+dx) >= least {
					all = append(all, candidate{stamp: k, dx: dx, dy: dy})
				}
			}
		}
	}
	return all
}

// candidates gives the best next tiles of an arrangement upon a pixel.
func (a *arrangement) candidates(c *canvas, stamps []stamp, places []candidate, first int, least float64) (best []candidate) {
	var all []candidate
	for _, t := range places {
		s, by := &stamps[t.stamp], t.dy*c.width+t.dx
		if !s.holds(first - by) {
			continue
		}
		if t.gain = a.gainOf(c, s, by); t.gain >= least {
			t.gain += worthRing * float64(a.alone(c, s, by))
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.gain, a.gain) })
	of := make([]int, len(stamps))
	for _, t := range all {
		if of[t.stamp] < branching && !slices.ContainsFunc(best, func(o candidate) bool {
			return o.stamp == t.stamp && max(o.dx-t.dx, t.dx-o.dx, o.dy-t.dy, t.dy-o.dy) < branchApart
		}) {
			best = append(best, t)
			of[t.stamp]++
		}
	}
	return best
}

// holds reports whether a pixel is one of the tile's.
func (s *stamp) holds(i int) bool { return i >= 0 && i < len(s.on) && s.on[i] }

// gainOf is what a tile is worth, moved by an offset, beside those of an arrangement.
func (a *arrangement) gainOf(c *canvas, s *stamp, by int) float64 {
	sum := 0
	for k, i := range s.top {
		switch i += by; {
		case a.taken[i] && !s.core[k]: // rows of tiles touch each other between pixels
		case a.taken[i]:
			sum += worthTaken
		case c.worth[i] == worthChanged && a.used[i]: // seen as the flank of another
		default:
			sum += int(c.worth[i])
		}
	}
	for _, i := range s.flank {
		if i += by; c.worth[i] == worthChanged && !a.used[i] {
			sum += worthChanged
		}
	}
	return float64(sum) / worthChanged
}

// alone counts the pixels around a tile that belong to no change, or to another tile.
func (a *arrangement) alone(c *canvas, s *stamp, by int) (n int) {
	for _, i := range s.ring {
		if i += by; c.worth[i] != worthChanged || a.taken[i] {
			n++
		}
	}
	return n
}

// with adds a tile to an arrangement. Every tile must explain something that others do not:
// so many pixels are taken off its gain.
func (a *arrangement) with(c *canvas, stamps []stamp, t candidate, least float64) arrangement {
	s, by := &stamps[t.stamp], t.dy*c.width+t.dx
	b := arrangement{
		tiles: append(slices.Clone(a.tiles), t), taken: slices.Clone(a.taken), used: slices.Clone(a.used), done: slices.Clone(a.done),
		gain: a.gain + a.gainOf(c, s, by) - least, left: a.left,
	}
	for _, i := range s.top {
		b.taken[i+by] = true
	}
	for _, list := range [2][]int{s.top, s.flank} {
		for _, i := range list {
			if i += by; c.worth[i] != worthChanged {
				continue
			}
			b.used[i] = true
			if !b.done[i] {
				b.done[i] = true
				b.left--
			}
		}
	}
	return b
}
