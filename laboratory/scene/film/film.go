// Package film plays records of hands on the drawn table before a drawn camera and tells
// when and where every tile came to lie.
//
// A [Club] is one camera over one table with one set of tiles. It films records: a
// director turns the events of a record into a script of what rests, moves and reaches
// where and when, and a [Film] shows that script on a scene.Canvas, frame by frame. The
// same settings and the same record give the same bytes.
//
// Time is in seconds since the deal, which is the first frame; places are those of the
// table, millimetres as in package scene. In a player's own frame x runs to their right
// and y away from them, the origin in the middle of the table.
package film

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/scene/mosaic"
	"jantaku/models"
)

// Club is one camera over one table with one set of tiles. It films one hand at a time.
type Club struct {
	set    Settings
	spec   scene.Spec
	studio *scene.Studio
	stage  *stage
	noise  []float32 // of a sensor, standard normal
}

// stage has the canvas on which films are drawn, once there was one: 140 MB in 1280 × 960 pixels.
type stage struct{ canvas *scene.Canvas }

// noiseLength is after how many samples the noise repeats; every segment of every frame
// begins elsewhere in it.
const noiseLength = 1 << 18

// NewClub hangs the camera of the settings over a table. The error says what cannot be
// filmed.
func NewClub(s Settings) (*Club, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	c := &Club{set: s, spec: scene.RandomViewOver(s.Seed, s.Style, s.Hardness), studio: &scene.Studio{Prints: s.Prints}, stage: &stage{}}
	c.spec.Width, c.spec.Height, c.spec.Size = s.Width, s.Height, scene.Size(s.Tile)
	if err := c.spec.Validate(); err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	random := rand.New(rand.NewPCG(s.Seed, 13))
	c.noise = make([]float32, noiseLength)
	for i := range c.noise {
		c.noise[i] = float32(random.NormFloat64())
	}
	return c, nil
}

// Brisk is the same club at the pace of the fastest. Both draw on one canvas: a film of either may be shown only
// after one of the other.
func (c *Club) Brisk() *Club {
	brisk := *c
	brisk.set.Brisk = true
	return &brisk
}

// Spec is the table as the camera sees it, without tiles.
func (c *Club) Spec() scene.Spec { return c.spec }

// Studio draws with the club's set of tiles.
func (c *Club) Studio() *scene.Studio { return c.studio }

// Lessons are the pictures from which a reader learns the club's faces: every face times
// times, under the camera of the films and the light of other evenings.
func (c *Club) Lessons(times int) ([]scene.Spec, error) {
	lessons, err := scene.Lessons(c.spec, times)
	for i := range lessons {
		light := scene.RandomViewOver(c.set.Seed+uint64(i)+1, c.set.Style, c.set.Hardness).Light
		light.Shade, light.Glare = nil, nil
		lessons[i].Light = light
		c.set.Prints.Fit(&lessons[i])
	}
	return lessons, err
}

// Film is one hand to be shown.
type Film struct {
	// Record is what it plays: a set without red fives plays with black ones.
	Record *models.Record
	// Start is what the books know before the hand and what the table tells.
	Start Start
	// Truth are all events in their order, with the time at which their tiles lie still.
	Truth []Event

	club   *Club
	script script
	light  scene.Light
	seed   uint64
	people [models.Places]person
	habit  habits
	upset  float64 // when what happens once in a hand happens
}

// Frame is one picture of a film.
type Frame struct {
	Number int
	At     float64 // s since the deal
	JPEG   []byte  // good until the next frame
}

// Film plays a record as the tiles of its rule book lie. The error names the event that cannot be played.
func (c *Club) Film(r *models.Record, laying models.Laying) (*Film, error) {
	r = fitted(r, c.set.Prints)
	d, err := direct(c.set, c.spec, r, laying)
	if err != nil {
		return nil, err
	}
	seed := d.random.Uint64()
	f := &Film{Record: r, club: c, script: d.script, Truth: d.truth, people: d.people, seed: seed, habit: d.habit, upset: d.upset}
	f.Start = Start{ID: r.ID, Rules: r.Rules, Profile: r.Profile, FPS: c.set.FPS, Dealer: r.Dealer, Round: r.Round, Honba: r.Honba,
		Sticks: r.Sticks, Scores: r.Scores, Dice: d.dice, Tiles: d.wall.tiles, Shuffle: math.Round(d.swept*1000) / 1000}
	if d.habit.booksDealer {
		f.Start.Dealer = d.plan.books
	}
	f.light = scene.RandomViewOver(seed, c.set.Style, c.set.Hardness).Light
	if f.habit.glare {
		f.light.Glare = append(f.light.Glare, d.glareOn(models.PlaceAt(d.random.IntN(models.Places)), d.random.IntN(2*riverRow)))
	}
	return f, nil
}

// Len is how many pictures the film has.
func (f *Film) Len() int { return int(f.script.end * f.club.set.FPS) }

// Seconds is how long it is.
func (f *Film) Seconds() float64 { return float64(f.Len()) / f.club.set.FPS }

// Frames shows the film. Another film of the club may be shown only after this one. The
// error says what cannot be drawn; it ends the film.
func (f *Film) Frames() iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		p, err := f.projector()
		if err != nil {
			yield(Frame{}, err)
			return
		}
		for i := range f.Len() {
			if !yield(p.frame(i), nil) {
				return
			}
		}
	}
}

// projector shows a film on the canvas of its club.
type projector struct {
	*Film
	canvas  *scene.Canvas
	encoder *mosaic.Encoder
	step    int    // of the script to come
	fresh   []bool // segments to encode
	bumped  bool
	gained  float32 // gain of the frame before
	luma    []float32
	cb, cr  []float32
	jpeg    []byte
}

func (f *Film) projector() (*projector, error) {
	c := f.club
	if c.stage.canvas == nil {
		canvas, err := scene.NewCanvas(c.studio, c.spec)
		if err != nil {
			return nil, fmt.Errorf("film: %w", err)
		}
		c.stage.canvas = canvas
	}
	canvas := c.stage.canvas
	canvas.Clear()
	if canvas.Spec().Camera != c.spec.Camera {
		canvas.Look(c.spec.Camera)
	}
	canvas.Relight(f.light)
	encoder, err := mosaic.New(c.spec.Width, c.spec.Height, max(1, c.spec.Sensor.JPEG))
	if err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	size := encoder.Rect(0).Size()
	n := size.X * size.Y
	return &projector{Film: f, canvas: canvas, encoder: encoder, fresh: make([]bool, encoder.Segments()),
		luma: make([]float32, n), cb: make([]float32, n/4), cr: make([]float32, n/4)}, nil
}

// frame draws and encodes the next picture.
func (p *projector) frame(i int) Frame {
	t := float64(i) / p.club.set.FPS
	if p.lost(t) {
		return Frame{Number: i, At: t, JPEG: p.jpeg}
	}
	if p.habit.bump > 0 && t >= p.upset && !p.bumped {
		p.bumped = true
		p.canvas.Look(bumped(p.club.spec.Camera, p.habit.bump))
	}
	for ; p.step < len(p.script.steps) && p.script.steps[p.step].at <= t; p.step++ {
		if s := p.script.steps[p.step]; s.gone {
			p.canvas.Take(s.id)
		} else {
			p.canvas.Put(s.id, s.body)
		}
	}
	clear(p.fresh)
	for _, r := range p.canvas.Show(p.moving(t), p.limbs(t)) {
		p.encoder.Touched(r, func(s int) { p.fresh[s] = true })
	}
	gain := p.gain(t)
	p.refresh(i, gain)
	p.gained = gain
	for s, fresh := range p.fresh {
		if fresh {
			p.expose(i, s, gain)
		}
	}
	p.jpeg = p.encoder.Append(p.jpeg[:0])
	return Frame{Number: i, At: t, JPEG: p.jpeg}
}

// moving are the bodies that are carried at a moment.
func (p *projector) moving(t float64) []scene.Body {
	var list []scene.Body
	for i := range p.script.motions {
		if m := &p.script.motions[i]; m.from <= t && t < m.until {
			list = append(list, m.at(t))
		}
	}
	return list
}

// limbs are the arms at a moment.
func (p *projector) limbs(t float64) []scene.Limb {
	var list []scene.Limb
	for i := range p.people {
		list = append(list, p.people[i].limbs(models.PlaceAt(i), p.script.arms[i].at(t))...)
	}
	for i := range p.script.covers {
		list = append(list, p.script.covers[i].at(t)...)
	}
	return list
}

// refresh marks the segments whose turn it is to get fresh noise.
func (p *projector) refresh(frame int, gain float32) {
	const sudden = 0.02 // change of light between two frames that all of the picture shows
	switched := frame == 0 || math.Abs(float64(gain/p.gained-1)) > sudden
	share := p.club.set.Sensor.Refresh
	if p.habit.raw {
		share = 1
	}
	for s := range p.fresh {
		phase := float64(hashed(uint64(s), 1)%1024) / 1024
		// A segment has its turn when the running sum of shares passes a whole number.
		before, now := phase+share*float64(frame), phase+share*float64(frame+1)
		if switched || math.Floor(now) > math.Floor(before) {
			p.fresh[s] = true
		}
	}
}

// gain is the level of light at a moment.
func (p *projector) gain(t float64) float32 {
	s, level := p.club.set.Sensor, 1.0
	if p.habit.dark > 0 && t >= p.upset && t < p.upset+p.habit.darkFor {
		level = p.habit.dark
	}
	if s.DriftPeriod <= 0 {
		return float32(level)
	}
	phase := float64(p.seed%1000) / 1000
	return float32(level * (1 + s.Drift*math.Sin(2*math.Pi*(t/s.DriftPeriod+phase))))
}

// lost reports whether the frame of a moment does not arrive: a stalled stream repeats the
// picture before, so that the nth picture is still that of the moment n/fps.
func (p *projector) lost(t float64) bool {
	return len(p.jpeg) > 0 && t >= p.upset && t < p.upset+p.habit.lost
}

// bumped is a camera that was pushed aside: what it shows moves by mm on the cloth.
func bumped(c scene.Camera, mm float64) scene.Camera {
	sin, cos := math.Sincos(math.Pi / 6)
	c.Target.X += mm * cos
	c.Target.Y += mm * sin
	return c
}

// glareOn is a lamp mirrored in the nth tile of a river.
func (q *places) glareOn(p models.Place, n int) scene.Spot {
	at := models.Point{X: q.riverLeft + (float64(n%riverRow)+0.5)*(q.size.Width+tileGap), Y: q.riverTop - q.size.Height/2 - float64(n/riverRow)*(q.size.Height+rowGap)}
	return scene.Spot{At: onTable(at, p), Radius: 14, Amount: 0.75}
}

// expose takes a segment from the canvas as the sensor sees it, and encodes it.
func (p *projector) expose(frame, segment int, gain float32) {
	r := p.encoder.Rect(segment)
	sigma := float32(p.club.spec.Sensor.Noise * lumaNoise)
	at := int(hashed(p.seed+uint64(frame), uint64(segment)) % (noiseLength - uint64(len(p.luma))))
	noise := p.club.noise[at : at+len(p.luma)]
	stride, w := p.canvas.Stride(), r.Dx()
	for y := range r.Dy() {
		from := p.canvas.Luma[(r.Min.Y+y)*stride+r.Min.X:][:w]
		to, grain := p.luma[y*w:][:w], noise[y*w:][:w]
		for x, v := range from {
			to[x] = max(0, min(v*gain+sigma*grain[x], 255))
		}
	}
	for y := range r.Dy() / 2 {
		i := (r.Min.Y/2+y)*stride/2 + r.Min.X/2
		colour := func(to, from []float32) {
			for x, v := range from[i:][:w/2] {
				to[y*w/2+x] = max(0, min(128+(v-128)*gain, 255))
			}
		}
		colour(p.cb, p.canvas.Cb)
		colour(p.cr, p.canvas.Cr)
	}
	p.encoder.Set(segment, p.luma, p.cb, p.cr)
}

// lumaNoise is how much of a pixel's noise is brightness where the three colours have 1,
// 0.8 and 1.2 of it, as in scene; what is left of it in chroma after four pixels were
// averaged is less than a tenth and left out.
const lumaNoise = 0.905

// hashed mixes two numbers.
func hashed(a, b uint64) uint64 {
	h := a*0x9e3779b97f4a7c15 ^ b*0xc2b2ae3d27d4eb4f
	h ^= h >> 31
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// Camera is the calibration of the club's camera, made by clicking the corners of the cloth,
// with the rivers where this club has them, and zones for hands of the size.
func (c *Club) Camera(hand models.HandSize) (*calibration.Camera, error) {
	camera, err := c.spec.Calibration()
	if err != nil {
		return nil, err
	}
	camera.Fit(hand)
	for i, z := range camera.Zones {
		if z.Use != calibration.RiverZone {
			continue
		}
		camera.Zones[i].Corners = nil
		for _, corner := range placesFor(c.spec.Size, hand).riverZone() {
			camera.Zones[i].Corners = append(camera.Zones[i].Corners, onTable(corner, z.Place))
		}
	}
	return camera, camera.Validate()
}
