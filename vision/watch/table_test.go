package watch

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
)

// step is the time between two frames of a drawn table.
const step = 125 * time.Millisecond

// laid is a tile on a drawn table.
type laid struct {
	tile models.Tile
	pose models.Pose
}

// table is a table that is drawn in grey as its camera sees it, and read by somebody who
// knows what lies on it.
type table struct {
	t       testing.TB
	camera  *calibration.Camera
	watch   *Watch
	hand    models.HandSize
	ground  *ground
	now     time.Duration
	tiles   []laid
	sticks  []bar
	arm     []models.Point // mm, at the height of the tiles
	sleeve  *colour        // of the arm; nil for one lighter than the cloth
	light   float64
	black   bool
	cover   float64 // brightness of what covers the lens; 0 for nothing
	shift   int     // of the camera, pixels of the plane
	shadow  int     // how far tiles cast one to the left and upwards, pixels of the plane
	misread func(models.Tile) models.Tile
	blurred time.Duration // until when nothing can be read
	faint   models.Pose   // of a tile whose print looks like no face: hardly more like a tile than like nothing
	likely  bool          // whether one look makes every tile likely and none clear
	partly  bool          // whether a tile that is seen a little farther off than it is looked for is half known
	backs   *colour       // of tiles that lie face down, whose outlines nobody sees then; nil on a table without colour
	looks   int
	random  *rand.Rand
	told    []Change
	cloth   []float64
}

func newTable(t testing.TB, tiles ...laid) *table {
	t.Helper()
	return newColouredTable(t, nil, tiles...)
}

func newColouredTable(t testing.TB, backs *colour, tiles ...laid) *table {
	t.Helper()
	s := scene.WholeTable()
	c, err := s.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	c.Zones = c.Zones[:0]
	for i := range models.Places {
		quad := func(use calibration.Use, outer, inner, near, far float64) {
			z := calibration.Zone{Use: use, Place: models.PlaceAt(i)}
			for _, p := range []models.Point{{X: -outer, Y: -near}, {X: outer, Y: -near}, {X: inner, Y: -far}, {X: -inner, Y: -far}} {
				z.Corners = append(z.Corners, quarters(p, i))
			}
			c.Zones = append(c.Zones, z)
		}
		quad(calibration.HandZone, 250, 250, 400, 250)
		quad(calibration.RiverZone, 110, 79, 248, 80)
	}
	tb := &table{t: t, camera: c, light: 1, tiles: tiles, backs: backs, random: rand.New(rand.NewPCG(1, 2))}
	tb.begin()
	return tb
}

// begin has a watch begin.
func (tb *table) begin() {
	tb.t.Helper()
	w, err := New(tb.camera, tuned(tb.t))
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.watch, tb.ground, tb.told = w, w.ground, nil
	tb.pass(time.Second)
}

// bar is something long that lies before a place, as its player sees it: a stick, or not. It is turned
// counter-clockwise, radians.
type bar struct {
	place            models.Place
	at               models.Point
	long, wide, turn float64
	light            float64
}

// riichiStick is one as it lies before a place's river.
func riichiStick(place models.Place) bar {
	return bar{place: place, at: models.Point{X: 4, Y: -88}, long: 88, wide: 8, turn: .02, light: 200}
}

// quarters turns a point of place 1 to another place.
func quarters(p models.Point, n int) models.Point {
	for range n {
		p = models.Point{X: -p.Y, Y: p.X}
	}
	return p
}

// river is the pose of the n-th discard of a place, in rows of six.
func river(place models.Place, n int) models.Pose {
	p := models.Point{X: (float64(n%6) - 2.5) * 26.6, Y: -118 - float64(n/6)*35.8}
	return models.Pose{At: quarters(p, place.Index()), Quarter: (4 - place.Index()) % 4}
}

// side is a pose on a place's side, x to its right and y away from the middle, turned by
// quarters from upright.
func onSide(place models.Place, x, y float64, turned int) models.Pose {
	return models.Pose{At: quarters(models.Point{X: x, Y: -y}, place.Index()), Quarter: (4 - place.Index() + turned) % 4}
}

// put lays a tile down.
func (tb *table) put(tile models.Tile, pose models.Pose) {
	tb.tiles = append(tb.tiles, laid{tile, pose})
}

// take takes the tile at a pose away.
func (tb *table) take(pose models.Pose) {
	n := len(tb.tiles)
	tb.tiles = slices.DeleteFunc(tb.tiles, func(l laid) bool { return l.pose == pose })
	if len(tb.tiles) == n {
		tb.t.Fatalf("no tile lies at %v", pose)
	}
}

// pass lets time pass and gives what was told meanwhile.
func (tb *table) pass(d time.Duration) (told []Change) {
	tb.t.Helper()
	for end := tb.now + d; tb.now < end; {
		tb.now += step
		c, err := tb.watch.See(context.Background(), tb.now, tb.hand, tb.draw(), tb)
		if err != nil {
			tb.t.Fatal(err)
		}
		told = append(told, c...)
	}
	tb.told = append(tb.told, told...)
	return told
}

// behind does something behind an arm that reaches from place 1's edge over the rivers,
// and takes the arm away.
func (tb *table) behind(do func()) []Change {
	tb.t.Helper()
	var told []Change
	for _, far := range []float64{-300, -200, -60} {
		tb.reach(far)
		told = append(told, tb.pass(step)...)
	}
	do()
	for _, far := range []float64{-80, -250} {
		tb.reach(far)
		told = append(told, tb.pass(step)...)
	}
	tb.arm = nil
	return append(told, tb.pass(2*time.Second)...)
}

// reach puts an arm from place 1's edge to a line.
func (tb *table) reach(far float64) {
	tb.arm = []models.Point{{X: -60, Y: -420}, {X: 60, Y: -420}, {X: 55, Y: far}, {X: -55, Y: far}}
}

// slightly is by how much a tile may be turned otherwise than it was looked for, radians.
const slightly = .03

// Look knows what lies there, where no arm covers it.
func (tb *table) Look(_ context.Context, start models.Pose, mayMove, mayTurn float64) (models.Evidence, error) {
	tb.looks++
	e := models.Evidence{Pose: start}
	for t := range e.LogLike {
		e.LogLike[t] = -14
	}
	e.LogLike[models.NoTile] = 0
	if tb.now < tb.blurred {
		return e, nil
	}
	for _, l := range tb.tiles {
		seen := tb.seen(l.pose)
		if seen.Height == start.Height && seen.Askew(start) <= mayTurn+slightly &&
			distance(seen.At, start.At) <= mayMove && !tb.covers(l.pose.At) && !tb.hidden(l) {
			tile := l.tile
			if tb.misread != nil {
				tile = tb.misread(tile)
			}
			e.Pose, e.LogLike[tile] = seen, 11
			if tb.faint != (models.Pose{}) && l.pose == tb.faint {
				e.LogLike[tile], e.LogLike[models.Unknown] = -6, -2
			}
			if tb.likely {
				e.LogLike[tile] = 10
			}
			if tb.backs != nil && tile == models.Back {
				e.LogLike[tile] = -1
			}
		}
	}
	if tb.partly && slices.Max(e.LogLike[:]) == e.LogLike[models.NoTile] {
		tb.lookPartly(&e, start, mayMove)
	}
	return e, nil
}

// Sweep knows all faces that lie there and that no arm covers.
func (tb *table) Sweep(ctx context.Context) (found []models.Evidence, err error) {
	for _, l := range tb.tiles {
		if l.tile == models.Back && (tb.misread == nil || tb.misread(l.tile) == l.tile) {
			continue
		}
		e, err := tb.Look(ctx, l.pose, lookAround, 0)
		if err != nil {
			return nil, err
		}
		if tb.now >= tb.blurred && strength(&e) > 0 {
			found = append(found, e)
		}
	}
	return found, nil
}

// lookPartly finds a tile that lies higher than it is looked for and whose picture begins where the search ends: print that
// repeats, such as the dots of an 8p, looks like it from half of the way on.
func (tb *table) lookPartly(e *models.Evidence, start models.Pose, mayMove float64) {
	const begins, half = 4, 6 // mm, natural logarithm
	for _, l := range tb.tiles {
		v, err := tb.ground.view(l.pose.Height + tb.ground.tile.Depth)
		if err != nil {
			tb.t.Fatal(err)
		}
		at, err := tb.ground.table(planePixel(v, l.pose.At), start.Height+tb.ground.tile.Depth)
		if err != nil {
			tb.t.Fatal(err)
		}
		if d := distance(at, start.At); d > mayMove && d < mayMove+begins && l.pose.Height > start.Height && l.pose.Askew(start) < slightly {
			by := mayMove / d / 2
			e.At = models.Point{X: start.At.X + by*(at.X-start.At.X), Y: start.At.Y + by*(at.Y-start.At.Y)}
			e.LogLike[l.tile] = half
		}
	}
}

// seen is where a tile seems to lie to who does not know that the camera has moved.
func (tb *table) seen(p models.Pose) models.Pose {
	height := p.Height + tb.ground.tile.Depth
	v, err := tb.ground.view(height)
	if err != nil {
		tb.t.Fatal(err)
	}
	at := planePixel(v, p.At)
	at.X -= float64(tb.shift)
	if p.At, err = tb.ground.table(at, height); err != nil {
		tb.t.Fatal(err)
	}
	return p
}

// hidden reports whether another tile lies upon one.
func (tb *table) hidden(l laid) bool {
	return slices.ContainsFunc(tb.tiles, func(o laid) bool {
		return o.pose.Height > l.pose.Height && distance(o.pose.At, l.pose.At) < 20
	})
}

func (tb *table) covers(p models.Point) bool {
	return len(tb.arm) > 0 && calibration.Zone{Corners: tb.arm}.Contains(p)
}

// draw gives the plane of the table as it is now.
func (tb *table) draw() Plane {
	g := tb.ground
	if tb.cloth == nil {
		tb.cloth = make([]float64, g.width*g.height)
		for i := range tb.cloth {
			tb.cloth[i] = 75 + 10*math.Sin(float64(i%g.width)/9)*math.Cos(float64(i/g.width)/7)
			if !g.inside[i] {
				tb.cloth[i] = 40
			}
		}
		v, err := g.view(35)
		if err != nil {
			tb.t.Fatal(err)
		}
		for i := range models.Places { // upper edges of the standing hands
			var edge []models.Point
			for _, p := range []models.Point{{X: -170, Y: -392}, {X: 100, Y: -392}, {X: 100, Y: -382}, {X: -170, Y: -382}} {
				edge = append(edge, planePixel(v, quarters(p, i)))
			}
			for _, i := range g.fill(edge) {
				tb.cloth[i] = 205
			}
		}
	}
	pix := slices.Clone(tb.cloth)
	var tint [2][]byte
	if tb.backs != nil {
		for k := range tint {
			tint[k] = slices.Repeat([]byte{128}, len(pix))
		}
	}
	tiles := slices.Clone(tb.tiles)
	slices.SortStableFunc(tiles, func(a, b laid) int { return sign(a.pose.Height - b.pose.Height) })
	for _, l := range tiles {
		s, err := g.shapeAt(l.pose)
		if err != nil {
			tb.t.Fatal(err)
		}
		for _, i := range slices.Concat(s.top, s.flank) {
			for far := range tb.shadow {
				pix[int(i)-1-far] = 45
				pix[int(i)-(1+far)*(g.width+1)] = 45
			}
		}
		for _, i := range s.flank {
			pix[i] = 135
		}
		for k, i := range s.top {
			pix[i] = 205 - 50*float64((k/7+k*int(l.tile))%3/2)
			if l.tile == models.Back {
				pix[i] = 150
			}
			if tb.backs == nil {
				continue
			}
			if l.tile == models.Back {
				pix[i] = tb.backs[0]
			}
			for k := range tint {
				if tint[k][i] = 128; l.tile == models.Back {
					tint[k][i] = byte(128 + tb.backs[k+1])
				}
			}
		}
	}
	for _, b := range tb.sticks {
		v, err := g.view(4) // mm, about as thick as a stick is
		if err != nil {
			tb.t.Fatal(err)
		}
		var quad []models.Point
		for _, c := range [4]models.Point{{X: -1, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: -1}} {
			sin, cos := math.Sincos(b.turn)
			x, y := c.X*b.long/2, c.Y*b.wide/2
			at := models.Point{X: b.at.X + x*cos - y*sin, Y: b.at.Y + x*sin + y*cos}
			quad = append(quad, planePixel(v, quarters(at, b.place.Index())))
		}
		for _, i := range g.fill(quad) {
			pix[i] = b.light
		}
	}
	if len(tb.arm) > 0 {
		v, err := g.view(g.tile.Depth)
		if err != nil {
			tb.t.Fatal(err)
		}
		var poly []models.Point
		for _, p := range tb.arm {
			poly = append(poly, planePixel(v, p))
		}
		for _, i := range g.fill(poly) {
			if pix[i] = 185; tb.sleeve != nil {
				pix[i] = tb.sleeve[0]
				for k := range tint {
					tint[k][i] = byte(128 + tb.sleeve[k+1])
				}
			}
		}
	}
	out := Plane{Width: g.width, Height: g.height, Pix: make([]byte, len(pix)), Tint: tint}
	for i := range pix {
		from := i + tb.shift
		if from < 0 || from >= len(pix) {
			from = i
		}
		v := pix[from]*tb.light + 6*tb.random.Float64() - 3
		if tb.black {
			v = 3
		}
		if tb.cover > 0 {
			v = tb.cover
		}
		out.Pix[i] = byte(max(0, min(255, v)))
	}
	return out
}

// events tells changes of tiles as words, sorted where one set has several.
func events(told []Change) (words []string) {
	for _, c := range told {
		t, _ := Likeliest(&c.Evidence)
		switch c.Kind {
		case Added, Gone, Turned, Revised:
			words = append(words, string(c.Kind)+" "+c.Area.String()+" "+t.String())
		case Warned:
			words = append(words, string(c.Kind)+" "+string(c.Warning))
		case Swept:
			words = append(words, string(c.Kind))
		default:
			words = append(words, string(c.Kind)+" "+c.Area.String())
		}
	}
	return words
}
