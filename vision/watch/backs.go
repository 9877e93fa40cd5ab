package watch

import (
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// learnBacks looks up the colour of backs in the walls: the commonest that is neither the cloth's
// nor that of paper. Light is as strong as the cloth of a side is light.
func (w *Watch) learnBacks(f *frame) {
	t, g := &w.tuning.Backs, w.ground
	if f.tint[0] == nil || f.now-w.gate.backs.looked < t.Learn {
		return
	}
	w.gate.backs.looked = f.now
	var sides [models.Places]tally
	var all tally
	for i := 0; i < len(g.inside); i += oneOf {
		if g.inside[i] {
			c := f.colour(i)
			sides[g.sides[i]].add(c)
			all.add(c)
		}
	}
	cloth := all.median()
	var gain [models.Places]float64
	for p := range gain {
		gain[p] = max(cloth[0], 1) / max(sides[p].median()[0], 1)
	}
	type bin [3]int
	var seen []colour
	count, sum := map[bin]int{}, map[bin]colour{}
	most := bin{}
	for i := 0; i < len(g.walls); i += oneOf {
		if !g.walls[i] {
			continue
		}
		c := f.colour(i).times(gain[g.sides[i]])
		if t.pale(c) || c.off(cloth) < t.Apart*t.Apart {
			continue
		}
		seen = append(seen, c)
		var b bin
		for k, v := range c {
			b[k] = int(math.Floor(v / t.Apart))
		}
		s := sum[b]
		for k, v := range c {
			s[k] += v
		}
		sum[b] = s
		if count[b]++; count[b] > count[most] {
			most = b
		}
	}
	var n float64 // of those like it: backs may lie on both sides of the edge of a bin
	var like colour
	for _, c := range seen {
		if c.off(sum[most].times(1/float64(count[most]))) > t.Apart*t.Apart {
			continue
		}
		n++
		for k, v := range c {
			like[k] += v
		}
	}
	if n > 0 && n*oneOf >= t.Walls*g.tilePixels {
		w.gate.backs = backs{true, f.now, cloth, like.times(1 / n)}
	}
}

// covered reports whether what is seen where a tile lay has another colour than its ground: a sleeve may be as light
// as the cloth.
func (w *Watch) covered(f *frame, l *lying) bool {
	if f.tint[0] == nil || l.evidence.Height > 0 || len(l.ground) == 0 {
		return false
	}
	off := make([]float64, len(l.ground))
	for k, i := range l.groundAt {
		off[k] = min(apart(f.colour(int(i)), l.ground[k]), apart(f.colour(int(i)), w.gate.backs.cloth))
	}
	slices.Sort(off)
	return off[len(off)/2] > w.tuning.Backs.Apart
}

// bare reports whether the ground of a tile is seen where it lay, or cloth, in about as much light.
func (w *Watch) bare(f *frame, l *lying) bool {
	if f.tint[0] == nil || len(l.ground) == 0 || w.covered(f, l) {
		return false
	}
	off := make([]float64, len(l.ground))
	for k, i := range l.groundAt {
		light := float64(f.pix[i])
		off[k] = min(math.Abs(light-l.ground[k][0]), math.Abs(light-w.gate.backs.cloth[0]))
	}
	slices.Sort(off)
	return off[len(off)/2] <= float64(w.tuning.Gate.Changed)
}

// turnedDown reports whether a tile of a meld was turned face down where it lies, as some of a concealed kong are once all
// have seen it: what is read there is another, and its place has the colour of backs rather than that of its ground.
func (w *Watch) turnedDown(f *frame, l *lying, e models.Evidence, j judgement) (bool, error) {
	if l.area.Use != calibration.MeldZone || !l.best.HasFace() || j.something() && j.tile == l.best || !w.gate.backs.known {
		return false, nil
	}
	if err := w.byColour(f, &e, l.evidence.Pose); err != nil || !w.back(&e) {
		return false, err
	}
	back, ground := 0., 0.
	for k, i := range l.groundAt {
		c := f.colour(int(i))
		back, ground = back+apart(c, w.gate.backs.back), ground+min(apart(c, l.ground[k]), apart(c, w.gate.backs.cloth))
	}
	return back <= ground, nil
}

// turnedUp reports whether some pixels of a face had the colour of backs before it came rather than that of the cloth. Tint grows with the light
// that falls upon a thing, and does not with what a veil adds.
func (w *Watch) turnedUp(px []int32) bool {
	if !w.gate.backs.known {
		return false
	}
	off := func(c, of colour) float64 { return min(apart(c, of), math.Hypot(c[1]-of[1], c[2]-of[2])) }
	back, cloth := 0., 0.
	for _, i := range px {
		was := w.gate.was(int(i))
		back, cloth = back+off(was, w.gate.backs.back), cloth+off(was, w.gate.backs.cloth)
	}
	return back < cloth
}

// faceDown is how much likelier a tile that lies face down explains what is seen at a pose.
func (w *Watch) faceDown(f *frame, p models.Pose) (float64, error) {
	s, err := w.ground.shapeAt(p)
	if err != nil || len(s.top) == 0 {
		return 0, err
	}
	sum := 0.
	for _, i := range s.top {
		sum += w.gate.turned(int(i), f.colour(int(i)))
	}
	return sum / float64(len(s.top)) * w.tuning.Backs.Pixels, nil
}

// byColour adds to evidence what the colour says of a tile that lies face down, there or where it
// was looked for: backs look alike wherever they are cut. Those of a concealed kong lie upright
// before its owner: a tile lies sideways to tell who discarded it.
func (w *Watch) byColour(f *frame, e *models.Evidence, start models.Pose) error {
	if area := w.ground.areaOf(e.At); w.gate.backs.known && area.Use == calibration.MeldZone && (e.Quarter+area.Place.Index())%2 != 0 {
		e.LogLike[models.Back] = min(e.LogLike[models.Back], e.LogLike[models.NoTile])
		return nil
	}
	here, err := w.faceDown(f, e.Pose)
	if err != nil {
		return err
	}
	there, err := w.faceDown(f, start)
	if err != nil {
		return err
	}
	e.LogLike[models.Back] += max(here, there)
	if there > here && e.LogLike[models.Back] >= slices.Max(e.LogLike[:]) {
		e.Pose = start
	}
	return nil
}

// turnedOf gives those of some pixels that have the colour of backs now, where so many are together
// that they may be a tile: print may have it, too.
func (w *Watch) turnedOf(f *frame, pixels []int32) map[int32]bool {
	var turned []int32
	for _, px := range pixels {
		if w.ground.backs[px] && w.gate.turned(int(px), f.colour(int(px))) > 0 {
			turned = append(turned, px)
		}
	}
	back := map[int32]bool{}
	for _, part := range w.gate.parts(turned) {
		if float64(len(part.pixels)) < aTile*w.ground.tilePixels {
			continue
		}
		for _, px := range part.pixels {
			back[px] = true
		}
	}
	return back
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
	return float64(light[len(light)-1-len(light)/4]) >= w.tuning.Tiles.Light*float64(w.white)
}

// dark reports whether nothing as light as a face is seen around a pixel, so that it is no print.
func (w *Watch) dark(f *frame, px int32) bool {
	const around = printGap / 2
	limit := w.paper()
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
	limit := w.paper()
	for _, i := range px {
		if f.pix[i] < limit {
			dark = append(dark, i)
		}
	}
	return dark
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
