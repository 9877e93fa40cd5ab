package watch

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// guard looks at the whole of a frame before anything on it is believed. It is false while
// nothing can be told. Light that changes everywhere is followed, and a camera that moved a
// little is corrected for.
func (w *Watch) guard(f *frame) bool {
	w.undo(f, w.from)
	n, sum, wide := 0, 0, 0
	for i, in := range w.ground.inside {
		if in {
			n++
			sum += int(f.pix[i])
			wide += w.gate.differs(i, f.pix[i])
		}
	}
	switch {
	case float64(sum) < w.tuning.Guard.Dark*float64(n):
		return w.warn(f, TooDark)
	case w.blank(f.pix):
		return w.warn(f, LensCovered)
	case float64(wide) < w.tuning.Guard.Wide*float64(n):
		return w.corrected(f)
	}
	like, detail := w.compare(f.pix)
	switch {
	case like >= w.tuning.Guard.Alike:
		w.relight(f)
		return w.corrected(f)
	case w.realign(f):
		return w.corrected(f)
	case detail < w.tuning.Guard.Detail:
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

// corrected is whether all is well but for a camera that moved, which is corrected for: nothing else
// that uses the calibration knows of it.
func (w *Watch) corrected(f *frame) bool {
	state := Warning("")
	middle := models.Point{X: float64(w.ground.width) / 2, Y: float64(w.ground.height) / 2}
	if distance(w.camera.Apply(middle), middle) > w.tuning.Marks.Shift {
		state = CameraMoved
	}
	w.warn(f, state)
	return true
}

// compare gives the correlation of a plane with what is known, and how much detail it has
// of that: what is left of its edges, as a share.
func (w *Watch) compare(pix []byte) (like, detail float64) {
	var n, a, b, aa, bb, ab, now, known float64
	for i, in := range w.ground.inside {
		if !in || i == 0 {
			continue
		}
		x, y := float64(pix[i]), w.gate.light(i)
		n, a, b, aa, bb, ab = n+1, a+x, b+y, aa+x*x, bb+y*y, ab+x*y
		if edge := math.Abs(y - w.gate.light(i-1)); edge >= float64(w.tuning.Marks.Edge) {
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
		if d := int(pix[i]) - int(pix[i-1]); d >= w.tuning.Marks.Edge || -d >= w.tuning.Marks.Edge {
			now++
		}
		if d := int(w.gate.known[i]) - int(w.gate.known[i-1]); d >= w.tuning.Marks.Edge<<8 || -d >= w.tuning.Marks.Edge<<8 {
			known++
		}
	}
	return float64(now) < w.tuning.Guard.Blank*float64(known)
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
			gains = append(gains, (float64(f.pix[i])+1)/(w.gate.light(i)+1))
		}
	}
	slices.Sort(gains)
	gain := gains[len(gains)/2]
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			i := y*w.ground.width + x
			w.gate.known[i] = uint16(min(float64(w.gate.known[i])*gain, 255*level))
			for k := range w.gate.tint {
				w.gate.tint[k][i] = uint16(max(0, min(grey+(float64(w.gate.tint[k][i])-grey)*gain, 255*level)))
			}
			w.gate.before[i] = f.pix[i]
		}
	}
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

// lookAround is how far, mm, a tile is looked for around where it should lie: farther off
// lies its neighbour.
const lookAround = 8

// toSeer is a pose as the seer knows it, whose camera moved.
func (w *Watch) toSeer(p models.Pose) (models.Pose, error) { return w.carried(p, w.camera) }

// fromSeer is the way back.
func (w *Watch) fromSeer(p models.Pose) (models.Pose, error) {
	back, err := w.camera.Inverse()
	if err != nil {
		return p, err
	}
	return w.carried(p, back)
}

func (w *Watch) carried(p models.Pose, by calibration.Homography) (models.Pose, error) {
	if by == calibration.Identity {
		return p, nil
	}
	v, err := w.ground.view(p.Height + w.ground.tile.Depth)
	if err != nil {
		return p, err
	}
	p.At, err = w.ground.table(by.Apply(planePixel(v, p.At)), p.Height+w.ground.tile.Depth)
	return p, err
}

// Moved is how the camera has moved since the watch began, as pixels of its pictures: what was seen at one is seen
// where it leads now.
func (w *Watch) Moved() calibration.Homography {
	const middle = (Quarter - 1) / 2. // of the pixels that are one of the plane's
	from := calibration.Homography{1. / Quarter, 0, -middle / Quarter, 0, 1. / Quarter, -middle / Quarter, 0, 0, 1}
	to := calibration.Homography{Quarter, 0, middle, 0, Quarter, middle, 0, 0, 1}
	return from.Then(w.camera).Then(to)
}

// realign looks whether the camera moved, and if so takes it in: first as if the picture were only shifted, then
// as a camera turns that is bumped. It reports whether that explains what is seen.
func (w *Watch) realign(f *frame) bool {
	marks := w.marks()
	if len(marks) < w.tuning.Marks.Least {
		return false
	}
	still, best, moved := w.misfit(f.pix, marks, calibration.Identity), math.Inf(1), calibration.Identity
	reach := int(w.tuning.Marks.Search)
	for y := -reach; y <= reach; y++ {
		for x := -reach; x <= reach; x++ {
			by := calibration.Identity
			by[2], by[5] = float64(x), float64(y)
			if v := w.misfit(f.pix, marks, by); v < best {
				best, moved = v, by
			}
		}
	}
	for range w.tuning.Marks.Refined {
		if by, err := w.turn(f.pix, marks, moved); err == nil && w.misfit(f.pix, marks, by) < best {
			best, moved = w.misfit(f.pix, marks, by), by
		}
	}
	if best > w.tuning.Marks.Aligned*still {
		return false
	}
	w.camera = moved.Then(w.camera)
	w.from = w.ground.samples(w.camera)
	w.undo(f, w.ground.samples(moved))
	copy(w.gate.before, f.pix)
	w.past = nil
	return true
}

// mark is a pixel at which what is known has an edge, which shows whether the camera moved.
type mark struct {
	at         int
	dx, dy     float64 // how fast it gets lighter there
	brightness float64
}

// marks gives the pixels with the strongest edges that do not move.
func (w *Watch) marks() (marks []mark) {
	known := w.gate.light
	room := int(w.tuning.Marks.Search) + 2
	width := w.ground.width
	for y := room; y < w.ground.height-room; y++ {
		for x := room; x < width-room; x++ {
			i := y*width + x
			dx, dy := (known(i+1)-known(i-1))/2, (known(i+width)-known(i-width))/2
			if math.Abs(dx)+math.Abs(dy) >= float64(w.tuning.Marks.Edge) {
				marks = append(marks, mark{i, dx, dy, known(i)})
			}
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int {
		return cmp.Compare(math.Abs(b.dx)+math.Abs(b.dy), math.Abs(a.dx)+math.Abs(a.dy))
	})
	return marks[:min(len(marks), w.tuning.Marks.Most)]
}

// turn is by what a plane looks more like what is known at some marks than moved by so much already.
func (w *Watch) turn(pix []byte, marks []mark, by calibration.Homography) (calibration.Homography, error) {
	var edges []calibration.Edge
	for _, m := range marks {
		at := models.Point{X: float64(m.at % w.ground.width), Y: float64(m.at / w.ground.width)}
		q := by.Apply(at)
		if off := between(pix, w.ground.width, w.ground.height, q.X, q.Y) - m.brightness; math.Abs(off) < w.tuning.Marks.Elsewhere {
			edges = append(edges, calibration.Edge{At: at, Across: models.Point{X: m.dx, Y: m.dy}, Moved: -off})
		}
	}
	rest, err := calibration.FitEdges(edges)
	return rest.Then(by), err
}

// misfit is how differently from what is known a plane looks at some marks, moved.
func (w *Watch) misfit(pix []byte, marks []mark, by calibration.Homography) (sum float64) {
	for _, m := range marks {
		q := by.Apply(models.Point{X: float64(m.at % w.ground.width), Y: float64(m.at / w.ground.width)})
		sum += min(math.Abs(between(pix, w.ground.width, w.ground.height, q.X, q.Y)-m.brightness), w.tuning.Marks.Elsewhere)
	}
	return sum
}

// samples are where the pixels of a plane are seen by a camera that moved; nil where it has not. Beyond the
// border its last pixels are repeated.
func (g *ground) samples(moved calibration.Homography) []sampled {
	if moved == calibration.Identity {
		return nil
	}
	all := make([]sampled, g.width*g.height)
	for i := range all {
		q := moved.Apply(models.Point{X: float64(i % g.width), Y: float64(i / g.width)})
		x, y := max(0, min(q.X, float64(g.width-1)-1./level)), max(0, min(q.Y, float64(g.height-1)-1./level))
		all[i] = sampled{int32(int(y)*g.width + int(x)), uint8(level * (x - math.Floor(x))), uint8(level * (y - math.Floor(y)))}
	}
	return all
}

// undo moves the planes of a frame back by how the camera moved.
func (w *Watch) undo(f *frame, from []sampled) {
	if from == nil {
		return
	}
	back := func(pix []byte) []byte {
		out, below := make([]byte, len(pix)), int32(w.ground.width)
		for i, s := range from {
			x, y := int(s.x), int(s.y)
			top := int(pix[s.at])*(level-x) + int(pix[s.at+1])*x
			low := int(pix[s.at+below])*(level-x) + int(pix[s.at+below+1])*x
			out[i] = byte((top*(level-y) + low*y + 1<<15) >> 16)
		}
		return out
	}
	f.pix = back(f.pix)
	for k, tint := range f.tint {
		if tint != nil {
			f.tint[k] = back(tint)
		}
	}
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
