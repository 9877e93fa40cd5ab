package watch

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
)

// guard looks at the whole of a frame before anything on it is believed. It is false while
// nothing can be told. Light that changes everywhere is followed, and a camera that moved a
// little is corrected for.
func (w *Watch) guard(f *frame) bool {
	if w.shift != (models.Point{}) {
		w.shifted(f, w.shift)
	}
	n, sum, wide := 0, 0, 0
	for i, in := range w.ground.inside {
		if in {
			n++
			sum += int(f.pix[i])
			wide += w.gate.differs(i, f.pix[i])
		}
	}
	switch {
	case float64(sum) < w.tuning.Dark*float64(n):
		return w.warn(f, TooDark)
	case w.blank(f.pix):
		return w.warn(f, LensCovered)
	case float64(wide) < w.tuning.Wide*float64(n):
		return w.warn(f, w.moved())
	}
	like, detail := w.compare(f.pix)
	switch {
	case like >= w.tuning.Alike:
		w.relight(f)
		return w.warn(f, w.moved())
	case w.realign(f):
		return w.warn(f, w.moved())
	case detail < w.tuning.Detail:
		return w.warn(f, LensCovered)
	}
	return w.warn(f, Unexplained)
}

// warn tells of a state, once, and whether all is well.
func (w *Watch) warn(f *frame, state Warning) bool {
	if w.state != state {
		w.state = state
		f.tell(Change{Kind: Warned, Warning: state})
	}
	return state == ""
}

// moved is the warning about the shift that was found.
func (w *Watch) moved() Warning {
	if math.Hypot(w.shift.X, w.shift.Y) > w.tuning.Shift {
		return CameraMoved
	}
	return ""
}

// differs is 1 where a pixel does not look as known.
func (g *gate) differs(i int, v byte) int {
	if d := int(v)<<8 - int(g.known[i]); d > g.tuning.Changed<<8 || -d > g.tuning.Changed<<8 {
		return 1
	}
	return 0
}

// compare gives the correlation of a plane with what is known, and how much detail it has
// of that: what is left of its edges, as a share.
func (w *Watch) compare(pix []byte) (like, detail float64) {
	var n, a, b, aa, bb, ab, now, known float64
	for i, in := range w.ground.inside {
		if !in || i == 0 {
			continue
		}
		x, y := float64(pix[i]), float64(w.gate.known[i])/256
		n, a, b, aa, bb, ab = n+1, a+x, b+y, aa+x*x, bb+y*y, ab+x*y
		if edge := math.Abs(y - float64(w.gate.known[i-1])/256); edge >= leastEdge {
			now, known = now+math.Abs(x-float64(pix[i-1])), known+edge
		}
	}
	like = (ab - a*b/n) / math.Sqrt(max(aa-a*a/n, 1)*max(bb-b*b/n, 1))
	return like, now / max(known, 1)
}

// blank reports whether a plane has next to no edges, where what is known has many: tiles that are
// swept away leave those of the table and of all around it, but what covers the lens may be as light
// as the cloth.
func (w *Watch) blank(pix []byte) bool {
	now, known := 0, 0
	for i := 1; i < len(pix); i++ {
		if d := int(pix[i]) - int(pix[i-1]); d >= leastEdge || -d >= leastEdge {
			now++
		}
		if d := int(w.gate.known[i]) - int(w.gate.known[i-1]); d >= leastEdge<<8 || -d >= leastEdge<<8 {
			known++
		}
	}
	return float64(now) < w.tuning.Blank*float64(known)
}

// relight follows light that changed everywhere: what is known becomes lighter or darker
// as most pixels around did.
func (w *Watch) relight(f *frame) {
	const block = 24 // pixels: three tiles, most of whose pixels look as before but for the light
	for top := 0; top < w.ground.height; top += block {
		for left := 0; left < w.ground.width; left += block {
			w.relightBlock(f, left, top, min(left+block, w.ground.width), min(top+block, w.ground.height))
		}
	}
}

func (w *Watch) relightBlock(f *frame, left, top, right, bottom int) {
	var gains []float64
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			i := y*w.ground.width + x
			gains = append(gains, (float64(f.pix[i])+1)/(float64(w.gate.known[i])/256+1))
		}
	}
	slices.Sort(gains)
	gain := gains[len(gains)/2]
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			i := y*w.ground.width + x
			w.gate.known[i] = uint16(min(float64(w.gate.known[i])*gain, 255*256))
			for k := range w.gate.tint {
				w.gate.tint[k][i] = uint16(max(0, min(grey+(float64(w.gate.tint[k][i])-grey)*gain, 255*256)))
			}
			w.gate.before[i] = f.pix[i]
		}
	}
}

// grey is the tint of what has no colour, in 256ths.
const grey = 128 << 8

// mark is a pixel at which what is known has an edge, which shows whether the camera moved.
type mark struct {
	at         int
	dx, dy     float64 // how fast it gets lighter there
	brightness float64
}

// Marks of the table by which it is aligned.
const (
	mostMarks  = 3000
	leastMarks = 200
	leastEdge  = 12 // grey levels from pixel to pixel
)

// marks gives the pixels with the strongest edges that do not move.
func (w *Watch) marks() (marks []mark) {
	known := func(i int) float64 { return float64(w.gate.known[i]) / 256 }
	room := int(w.tuning.Search) + 2
	width := w.ground.width
	for y := room; y < w.ground.height-room; y++ {
		for x := room; x < width-room; x++ {
			i := y*width + x
			dx, dy := (known(i+1)-known(i-1))/2, (known(i+width)-known(i-width))/2
			if math.Abs(dx)+math.Abs(dy) >= leastEdge {
				marks = append(marks, mark{i, dx, dy, known(i)})
			}
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int {
		return cmp.Compare(math.Abs(b.dx)+math.Abs(b.dy), math.Abs(a.dx)+math.Abs(a.dy))
	})
	return marks[:min(len(marks), mostMarks)]
}

// aligned is by how much the worth of the best alignment is below that of none: what
// moves or came to lie there remains.
const aligned = .6

// realign looks whether the camera moved, and if so takes it in. It reports whether that
// explains what is seen.
func (w *Watch) realign(f *frame) bool {
	marks := w.marks()
	if len(marks) < leastMarks {
		return false
	}
	still, best, at := w.misfit(f.pix, marks, models.Point{}), math.Inf(1), models.Point{}
	reach := int(w.tuning.Search)
	for y := -reach; y <= reach; y++ {
		for x := -reach; x <= reach; x++ {
			s := models.Point{X: float64(x), Y: float64(y)}
			if v := w.misfit(f.pix, marks, s); v < best {
				best, at = v, s
			}
		}
	}
	for _, step := range []float64{.5, .25, .125} {
		for _, d := range []models.Point{{X: step}, {X: -step}, {Y: step}, {Y: -step}} {
			s := models.Point{X: at.X + d.X, Y: at.Y + d.Y}
			if v := w.misfit(f.pix, marks, s); v < best {
				best, at = v, s
			}
		}
	}
	if best > aligned*still || at == (models.Point{}) {
		return false
	}
	w.shift = models.Point{X: w.shift.X + at.X, Y: w.shift.Y + at.Y}
	w.shifted(f, at)
	copy(w.gate.before, f.pix)
	w.past = nil
	return true
}

// misfit is how differently from what is known a plane looks at some marks, moved.
func (w *Watch) misfit(pix []byte, marks []mark, by models.Point) (sum float64) {
	const most = 50 // grey levels: something else lies there
	for _, m := range marks {
		v := between(pix, w.ground.width, w.ground.height, float64(m.at%w.ground.width)+by.X, float64(m.at/w.ground.width)+by.Y)
		sum += min(math.Abs(v-m.brightness), most)
	}
	return sum
}

// shifted moves the planes of a frame by parts of pixels.
func (w *Watch) shifted(f *frame, by models.Point) {
	f.pix = shifted(f.pix, w.ground.width, w.ground.height, by)
	for k, tint := range f.tint {
		if tint != nil {
			f.tint[k] = shifted(tint, w.ground.width, w.ground.height, by)
		}
	}
}

// shifted moves a plane by parts of pixels.
func shifted(pix []byte, width, height int, by models.Point) []byte {
	out := make([]byte, len(pix))
	for i := range out {
		out[i] = byte(between(pix, width, height, float64(i%width)+by.X, float64(i/width)+by.Y) + .5)
	}
	return out
}

// between samples a plane bilinearly; beyond its border it repeats it.
func between(pix []byte, width, height int, x, y float64) float64 {
	x, y = max(0, min(x, float64(width-1)-1e-6)), max(0, min(y, float64(height-1)-1e-6))
	x0, y0 := int(x), int(y)
	fx, fy := x-float64(x0), y-float64(y0)
	i := y0*width + x0
	top := float64(pix[i])*(1-fx) + float64(pix[i+1])*fx
	low := float64(pix[i+width])*(1-fx) + float64(pix[i+width+1])*fx
	return top*(1-fy) + low*fy
}

// toSeer is a pose as the seer knows it, whose camera moved, and fromSeer the way back.
func (w *Watch) toSeer(p models.Pose) (models.Pose, error)   { return w.carried(p, 1) }
func (w *Watch) fromSeer(p models.Pose) (models.Pose, error) { return w.carried(p, -1) }

func (w *Watch) carried(p models.Pose, sign float64) (models.Pose, error) {
	if w.shift == (models.Point{}) {
		return p, nil
	}
	v, err := w.ground.view(p.Height + w.ground.tile.Depth)
	if err != nil {
		return p, err
	}
	q := planePixel(v, p.At)
	p.At, err = w.ground.table(models.Point{X: q.X + sign*w.shift.X, Y: q.Y + sign*w.shift.Y}, p.Height+w.ground.tile.Depth)
	return p, err
}

// look asks the seer about a pose.
func (w *Watch) look(f *frame, start models.Pose, mayMove, mayTurn float64) (models.Evidence, error) {
	start, err := w.toSeer(start)
	if err != nil {
		return models.Evidence{}, err
	}
	e, err := f.seer.Look(f.ctx, start, mayMove, mayTurn)
	if err != nil {
		return e, err
	}
	e.Pose, err = w.fromSeer(e.Pose)
	return e, err
}
