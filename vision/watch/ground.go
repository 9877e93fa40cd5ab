package watch

import (
	"fmt"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// Quarter is how many pixels of the camera lie side by side in one of a plane.
const Quarter = 4

// Plane is a picture at a quarter of its size, rows from the top: its brightness, and how far
// blue and red are from that, 128 where they are not; no tint is that of a picture without colour.
type Plane struct {
	Width, Height int
	Pix           []byte
	Tint          [2][]byte
}

// planes are what a plane consists of.
func (p *Plane) planes() []*[]byte {
	all := []*[]byte{&p.Pix}
	for i := range p.Tint {
		if p.Tint[i] != nil {
			all = append(all, &p.Tint[i])
		}
	}
	return all
}

// Cut is the plane without the last columns and rows of one that a decoder rounded up.
func (p Plane) Cut(width, height int) Plane {
	if p.Width < width || p.Height < height {
		return p
	}
	for _, pix := range p.planes() {
		if p.Width == width {
			*pix = (*pix)[:width*height]
			continue
		}
		cut := make([]byte, 0, width*height)
		for y := range height {
			cut = append(cut, (*pix)[y*p.Width:][:width]...)
		}
		*pix = cut
	}
	p.Width, p.Height = width, height
	return p
}

// ground maps between the table and the quarter plane of its camera.
type ground struct {
	width, height int
	tile          calibration.Tile
	half          float64 // of the cloth's side, mm
	zones         []calibration.Zone
	camera        *calibration.Camera
	views         map[float64]calibration.View
	// inside tells which pixels show the cloth or what stands on it, border those of them
	// that touch a pixel outside.
	inside, border []bool
	// sides are the indices of the places nearest to each pixel.
	sides []uint8
	// backs tells on which pixels tiles that lie face down are told: on the sides of players,
	// where no wall is seen.
	backs []bool
	// stands tells on which pixels the upper ends of standing hands are seen.
	stands []bool
	// walls tells on which pixels the upper sides of walls are seen.
	walls []bool
	// tilePixels is how many pixels the upper side of a tile takes up in the middle.
	tilePixels float64
}

// newGround prepares a calibrated camera. The error is about the calibration.
func newGround(c *calibration.Camera) (*ground, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &ground{
		width: c.Width / Quarter, height: c.Height / Quarter, tile: c.Tile, half: c.Side / 2,
		zones: c.Zones, camera: c, views: map[float64]calibration.View{},
	}
	n := g.width * g.height
	g.inside, g.border, g.backs, g.walls = make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n)
	g.sides, g.stands = make([]uint8, n), make([]bool, n)
	v, err := g.view(0)
	if err != nil {
		return nil, err
	}
	wall, err := g.view(2 * g.tile.Depth) // upper sides of its stacks
	if err != nil {
		return nil, err
	}
	end, err := g.view(g.tile.Height) // of what stands
	if err != nil {
		return nil, err
	}
	seen := 0
	for i := range n {
		at := v.Table(full(i%g.width, i/g.width))
		g.inside[i] = math.Abs(at.X) <= g.half+rim && math.Abs(at.Y) <= g.half+rim
		if g.inside[i] {
			seen++
		}
		for p := range models.Places {
			if facing(at, models.PlaceAt(p)).Y < facing(at, models.PlaceAt(int(g.sides[i]))).Y {
				g.sides[i] = uint8(p)
			}
		}
		use := g.areaOf(wall.Table(full(i%g.width, i/g.width))).Use
		g.backs[i], g.walls[i] = g.inside[i] && use == calibration.MeldZone, g.inside[i] && use == WallZone
		g.stands[i] = g.backs[i] && g.onCloth(end.Table(full(i%g.width, i/g.width)))
	}
	if seen == 0 {
		return nil, fmt.Errorf("watch: the picture shows nothing of the cloth; calibrate again")
	}
	for i := range n {
		x, y := i%g.width, i/g.width
		g.border[i] = g.inside[i] && (x == 0 || y == 0 || x == g.width-1 || y == g.height-1 ||
			!g.inside[i-1] || !g.inside[i+1] || !g.inside[i-g.width] || !g.inside[i+g.width])
	}
	top, _, err := g.outline(models.Pose{})
	if err != nil {
		return nil, err
	}
	g.tilePixels = polygonArea(top)
	return g, nil
}

// rim is how far, mm, beyond the calibrated cloth tiles may stand: a hand that is laid down
// at its edge must not be taken for an arm that reaches in.
const rim = 30

// full is the pixel of the camera in the middle of one of the plane.
func full(x, y int) models.Point {
	return models.Point{X: Quarter*(float64(x)+.5) - .5, Y: Quarter*(float64(y)+.5) - .5}
}

// view is the plane that lies height mm over the cloth.
func (g *ground) view(height float64) (*calibration.View, error) {
	v, ok := g.views[height]
	if !ok {
		var err error
		if v, err = g.camera.View(height); err != nil {
			return nil, err
		}
		g.views[height] = v
	}
	return &v, nil
}

// plane is the pixel of the quarter plane at which a point is seen.
func planePixel(v *calibration.View, p models.Point) models.Point {
	q := v.Picture(p)
	return models.Point{X: (q.X+.5)/Quarter - .5, Y: (q.Y+.5)/Quarter - .5}
}

// table is the point of the table at a height that is seen at a pixel of the plane.
func (g *ground) table(q models.Point, height float64) (models.Point, error) {
	v, err := g.view(height)
	if err != nil {
		return models.Point{}, err
	}
	return v.Table(models.Point{X: Quarter*(q.X+.5) - .5, Y: Quarter*(q.Y+.5) - .5}), nil
}

// seenAt gives where, on the plane of tiles at a height, the middle of a tile at a pose is seen.
func (g *ground) seenAt(p models.Pose, height float64) (models.Point, error) {
	v, err := g.view(p.Height + g.tile.Depth)
	if err != nil {
		return models.Point{}, err
	}
	return g.table(planePixel(v, p.At), height+g.tile.Depth)
}

// outline gives the corners of a tile's upper side, in order, and the hull of all of the
// tile, both in pixels of the plane.
func (g *ground) outline(p models.Pose) (top, hull []models.Point, err error) {
	var all []models.Point
	for _, height := range [2]float64{p.Height + g.tile.Depth, p.Height} {
		v, err := g.view(height)
		if err != nil {
			return nil, nil, err
		}
		for _, c := range g.corners(p) {
			all = append(all, planePixel(v, c))
		}
	}
	return all[:4:4], convexHull(slices.Clone(all)), nil
}

// corners of a tile on the table, mm.
func (g *ground) corners(p models.Pose) [4]models.Point {
	w, h := g.tile.Width/2, g.tile.Height/2
	sin, cos := math.Sincos(p.Angle())
	at := func(x, y float64) models.Point {
		return models.Point{X: p.At.X + x*cos + y*sin, Y: p.At.Y - x*sin + y*cos}
	}
	return [4]models.Point{at(-w, h), at(w, h), at(w, -h), at(-w, -h)}
}

// shape is a tile as it is seen in the plane: the pixels of its upper side, those of its
// flanks, and those just around both.
type shape struct{ top, flank, ring []int32 }

// shapeAt gives the pixels of a tile at a pose; those outside of the plane are left out.
func (g *ground) shapeAt(p models.Pose) (shape, error) {
	top, hull, err := g.outline(p)
	if err != nil {
		return shape{}, err
	}
	var s shape
	s.top = g.fill(top)
	on := map[int32]bool{}
	for _, i := range s.top {
		on[i] = true
	}
	all := g.fill(hull)
	for _, i := range all {
		if !on[i] {
			s.flank = append(s.flank, i)
			on[i] = true
		}
	}
	for _, i := range slices.Concat(s.top, s.flank) {
		for _, k := range [4]int32{i - 1, i + 1, i - int32(g.width), i + int32(g.width)} {
			if k >= 0 && int(k) < len(g.inside) && !on[k] {
				on[k] = true
				s.ring = append(s.ring, k)
			}
		}
	}
	return s, nil
}

// fill gives the pixels whose middles lie in a convex polygon.
func (g *ground) fill(poly []models.Point) (px []int32) {
	lo, hi := poly[0], poly[0]
	for _, p := range poly {
		lo = models.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = models.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	z := calibration.Zone{Corners: poly}
	for y := max(0, int(math.Ceil(lo.Y))); y <= min(g.height-1, int(hi.Y)); y++ {
		for x := max(0, int(math.Ceil(lo.X))); x <= min(g.width-1, int(hi.X)); x++ {
			if z.Contains(models.Point{X: float64(x), Y: float64(y)}) {
				px = append(px, int32(y*g.width+x))
			}
		}
	}
	return px
}

// wallDepth is how far the wall reaches from the rivers into a zone that the calibration
// keeps for hands, in heights of a tile: it stands behind the third row with a gap.
const wallDepth = 1.35

// areaOf tells in which area a point of the table lies. On the side of a player, where the
// calibration knows one zone for the hand and all that is laid beside it, a single tile is
// part of a meld, but for the wall next to the rivers.
func (g *ground) areaOf(at models.Point) Area {
	z, ok := calibration.ZoneAt(g.zones, at)
	if !ok && g.onCloth(at) {
		z, ok = calibration.CornerAt(g.zones, at)
	}
	switch {
	case !ok:
		return Area{Use: OtherZone}
	case z.Use != calibration.HandZone:
		return Area{Use: z.Use, Place: z.Place}
	}
	inner := -tableEnd
	for _, c := range z.Corners {
		inner = max(inner, facing(c, z.Place).Y)
	}
	if facing(at, z.Place).Y > inner-wallDepth*g.tile.Height {
		return Area{Use: WallZone, Place: z.Place}
	}
	return Area{Use: calibration.MeldZone, Place: z.Place}
}

// besideWall is the wall before which a point of no zone lies by less than half a tile: walls stand about where the calibration thinks.
func (g *ground) besideWall(at models.Point) (Area, bool) {
	if _, zoned := calibration.ZoneAt(g.zones, at); zoned {
		return Area{}, false
	}
	for _, z := range g.zones {
		if z.Use != calibration.HandZone {
			continue
		}
		back := facing(at, z.Place)
		back.Y -= g.tile.Height / 2
		if z.Contains(back.Turned(z.Place.Index())) {
			return Area{Use: WallZone, Place: z.Place}, true
		}
	}
	return Area{}, false
}

// played reports whether discards may lie at a point: not on the side of a player, where hands
// rest and tiles lie in rows.
func (g *ground) played(at models.Point) bool {
	use := g.areaOf(at).Use
	return (use == calibration.RiverZone || use == OtherZone) && g.onCloth(at)
}

// onCloth reports whether a point is one of the cloth's.
func (g *ground) onCloth(at models.Point) bool {
	return math.Abs(at.X) < g.half && math.Abs(at.Y) < g.half
}

// tableEnd is farther from the middle than any table reaches, mm.
const tableEnd = 1e6

// facing is a point of the table as a player has it before them: x to the right, y away,
// so that what is theirs has a negative y.
func facing(p models.Point, place models.Place) models.Point {
	return p.Turned(models.Places - place.Index())
}

// shares gives how much of the smaller of two upper sides lies under the other, 0 to 1;
// tiles that lie upon each other share nothing.
func (g *ground) shares(a, b models.Pose) float64 {
	if math.Abs(a.Height-b.Height) > g.tile.Depth/2 {
		return 0
	}
	if distance(a.At, b.At) > math.Hypot(g.tile.Width, g.tile.Height) {
		return 0
	}
	p, q := g.corners(a), g.corners(b)
	common := p[:]
	for i := range q { // clockwise: what is common lies right of every side
		common = rightOf(common, q[i], q[(i+1)%len(q)])
	}
	if len(common) < 3 {
		return 0
	}
	return polygonArea(common) / (g.tile.Width * g.tile.Height)
}

// rightOf cuts off what of a convex polygon lies left of a line.
func rightOf(poly []models.Point, from, to models.Point) (kept []models.Point) {
	for i, p := range poly {
		next := poly[(i+1)%len(poly)]
		here, there := turnsLeft(from, to, p), turnsLeft(from, to, next)
		if here <= 0 {
			kept = append(kept, p)
		}
		if here < 0 && there > 0 || here > 0 && there < 0 {
			k := here / (here - there)
			kept = append(kept, models.Point{X: p.X + k*(next.X-p.X), Y: p.Y + k*(next.Y-p.Y)})
		}
	}
	return kept
}

func polygonArea(p []models.Point) float64 { return calibration.Zone{Corners: p}.Area() }

// convexHull gives the corners of the hull of some points, in order (Andrew's monotone
// chain).
func convexHull(p []models.Point) []models.Point {
	slices.SortFunc(p, func(a, b models.Point) int {
		if a.X != b.X {
			return sign(a.X - b.X)
		}
		return sign(a.Y - b.Y)
	})
	half := func(p []models.Point) (h []models.Point) {
		for _, q := range p {
			for len(h) > 1 && turnsLeft(h[len(h)-2], h[len(h)-1], q) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, q)
		}
		return h[:len(h)-1]
	}
	low := half(p)
	slices.Reverse(p)
	return append(low, half(p)...)
}

func turnsLeft(a, b, c models.Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

func sign(v float64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

func distance(a, b models.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
