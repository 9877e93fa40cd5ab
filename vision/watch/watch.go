package watch

import (
	"context"
	"errors"
	"fmt"
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
}

// New starts to watch a table. The error is about the calibration.
func New(c *calibration.Camera, tuning Tuning) (*Watch, error) {
	g, err := newGround(c)
	if err != nil {
		return nil, err
	}
	w := &Watch{tuning: tuning, ground: g, camera: calibration.Identity, lying: map[Spot]*lying{}, shown: map[models.Place]int{}}
	w.gate = newGate(g, &w.tuning)
	w.reach = make([][]reached, len(w.gate.movedAt))
	return w, nil
}

// frame is a picture that is looked at.
type frame struct {
	ctx  context.Context
	now  time.Duration
	pix  []byte
	tint [2][]byte
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
	w.keep(f)
	w.arms(f, regions)
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
	w.learnBacks(f)
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
				w.gate.explain(r.pixels, f)
			}
			continue
		case r.outside && size > coverTiles || size > w.tuning.Most:
			if age >= w.tuning.Patience && !slices.ContainsFunc(r.pixels, func(px int32) bool { return !w.dark(f, px) }) {
				w.gate.explain(r.pixels, f) // a shadow, or where a wall stood
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
	// down are those of a meld that were turned face down where they lie.
	down []*lying
	// moved are where tiles lie now that were there before.
	moved map[*lying]models.Evidence
	added []models.Evidence
	rival [][]models.Evidence
	// doubt is how likely a new tile that lies upon another is that one, pushed.
	doubt map[models.Pose]float64
	// starts are the poses from which tiles were looked for.
	starts []models.Pose
}

// tell adds a change to those of a frame.
func (f *frame) tell(c Change) {
	c.Told = f.now
	f.changes = append(f.changes, c)
}
