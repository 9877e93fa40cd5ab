package proposal

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/outline"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// Spot is a place of the table where a tile may lie.
type Spot struct {
	// At is where the middle of its upper side is thought to be, mm.
	At models.Point
	// MayMove is how far from there it may be found, mm: a tile farther off is another one.
	// Zero takes a usual value.
	MayMove float64
	// Height is how high its lower side lies over the cloth, mm.
	Height float64
	Ways   plane.Ways
	// Beside are tiles that surely lie about it, and leave no room for others.
	Beside []models.Pose
	// Turn is by how much it is thought to be turned beside its way, radians clockwise, and
	// MayTurn how much more or less it may be.
	Turn, MayTurn float64
}

// PlaceTuning holds what reading a place rests on. Lengths are millimetres, similarities are
// those of [calibration.Trust]. The figures are of drawn tables of hardness 0 to 1; how they
// were found is said beside each.
type PlaceTuning struct {
	// MayMove is how far a tile may be found from where it was looked for. Eight millimetres
	// are less than a third of a tile: farther off lies a neighbour.
	MayMove float64
	// Starts is from how many places of each way a tile is looked for, and Worse by how much
	// less alike than the best one another still is a start. One start finds 99.7 % of river
	// tiles, several 99.9 %.
	Starts int
	Worse  float64
	// Looks is how many faces are compared by all their samples.
	Looks int
	// Turns is how far a look is turned at once at most, degrees; where a tile may lie more askew beside the way
	// it was looked for it is looked for every Fan degrees.
	Turns, Fan float64
	// Hopeless is the similarity of a place that shows no face, however it is looked at.
	Hopeless float64
	// Near is by how much less alike than the best one a face is expected to be where it is seen best itself, at most, to be
	// looked at there, and Beside by how much less alike it may seem to be before: half a cell off, a black five may look more like a red one, and
	// a 9s loses .16.
	Near, Beside float64
	// Settled is the step, in cells of a face, and Straight the turn, degrees, below both of which a look is not
	// moved any more, Leans how far, in cells, one look tells where its tile lies, and Steps how often it is moved at most.
	Settled, Straight, Leans float64
	Steps                    int
	// Stretch is by what share a face may be seen wider or taller than it was taught, in rows that stood otherwise to the
	// camera, Stretches how far it usually is, a standard deviation, and AsTaught a change below which a look is not drawn anew. Of 1,080 tiles of
	// sixteen drawn tables seen with .9 half were .055 less tall and .02 wider, in a set taught from two pictures .035 and
	// .026; fingers side by side look like a 2s that is .06 wider and .06 less tall.
	// TellsStretch is the similarity of a tile that tells how all faces of its set were taught.
	Stretch, Stretches, AsTaught, TellsStretch float64
	// Plain is the similarity of one that is seen so well that it is not looked for beside its place.
	Plain float64
	// TileLike is the similarity with its likeliest face, less what its rim costs, at which a tile is
	// as likely there as not, and TileSlope how fast that changes. Whether the face is one that was
	// learned is another question, see [calibration.Trust].
	TileLike, TileSlope float64
	// Odds scales the logarithms of how likely faces are: the likelihood of pixels that are
	// not independent. MostOdds bounds what one picture may say.
	Odds, MostOdds float64
	// White is how light a tile that shows its face is at least, of the lightest in the picture, and
	// MostUnknown what an outline like a tile's may say for one whose face was never learned.
	White, MostUnknown float64
	// Rim is how much the similarity falls when all of a tile's rim shows something else than
	// a tile. The rim is looked at RimIn of a tile from its middle, from side to side as far as RimAlong, and is no
	// tile's where it is less than Bare as light as the tile. A face may have been taught RimOff of a tile beside its middle: of another renderer's
	// tiles, taught in rows, .03 with what the calibration is off; .05 reads no more of them.
	// Where the face has Prints of ink, the rim is not looked at.
	Rim, RimIn, RimAlong, RimOff, Bare, Prints float64
	// WellSeen is the similarity of a tile that is surely no other thing than one that shows its face, and
	// BlankDoubt by what that of a face without print is multiplied where nothing shows its outline: bare table looks
	// up to a tenth more like one than a face can, and must look less like one than what surely is a tile.
	WellSeen, BlankDoubt float64
	// OnUnit is by how much less likely, as a logarithm, a tile is to lie on the central unit than elsewhere, and MostOnUnit by how much likelier than none one
	// is at most that plainly shows its face there. Of 2,000 tiles on 36 tables of another renderer and a photographed one none lies there, and what stands
	// there stands there in every picture: two dice are .86 to .88 like a 6p, which told one with 1.0000 in two of four tables.
	OnUnit, MostOnUnit float64
}

// leastChance is no chance at all, of which a logarithm can be taken.
const leastChance = 1e-9

// UsualPlace are the values in use.
var UsualPlace = PlaceTuning{
	MayMove: 8, Starts: 3, Worse: .2, Looks: 8, Turns: 3, Fan: 5, Hopeless: .6, Near: .05, Beside: .16, Settled: .3, Straight: 1, Leans: 1.5, Steps: 5, Stretch: .06, Stretches: .035, AsTaught: .02, TellsStretch: .85,
	Plain: .93, TileLike: .74, TileSlope: 120, Odds: 1, MostOdds: 16, White: .4, MostUnknown: 3, Rim: .4, RimIn: .44, RimAlong: .36, RimOff: .03, Bare: .5, Prints: .15, WellSeen: .9, BlankDoubt: .58, OnUnit: 16, MostOnUnit: 1,
}

// rarity is by how much less likely, as a logarithm, a tile lies at a point of the table than on its cloth.
func (p *Picture) rarity(at models.Point) float64 {
	if c := p.Table.Camera; c.Unit.Bears(at, c.Tile.Width/2) {
		return UsualPlace.OnUnit
	}
	return 0
}

// Tileness is the logarithm of how much likelier a similarity is of a tile than of nothing.
func (k *PlaceTuning) Tileness(like float64) float64 { return k.TileSlope * (like - k.TileLike) }

// ReadPlace says what lies at a spot: the evidence of the pose in which a tile is seen best.
// Only what lies around the spot is looked at. Which way up the tile lies is told as its face
// was learned: a lesson may have had it upside down.
func (p *Picture) ReadPlace(at Spot) (models.Evidence, error) {
	e, seen, err := p.evidence(at)
	if err != nil || len(seen) == 0 {
		return e, err
	}
	g := slices.MaxFunc(seen, func(a, b Glance) int { return cmp.Compare(a.top(), b.top()) })
	if tile := p.Tiles.Match.Means[g.best()].Tile; p.Tiles.Match.IsScant(tile) {
		p.doubtBlank(&e, tile, &g, p.Lit)
		return e, nil
	}
	p.doubtTwin(&e, &g, p.Lit)
	if lit := p.doubtPale(&e, &g, p.Lit); lit && g.top() >= usualLight.Clear {
		p.remember(p.lit(&g))
	}
	return e, nil
}

// Glance is what a place looks like in one pose.
type Glance struct {
	Field *plane.Field // that sees a tile so turned as upright
	At    models.Point // the middle of the tile as that field has it, mm
	Turn  float64
	// Wide and Tall are by what share wider and taller than those of its set its face was drawn.
	Wide, Tall float64
	Frame      raster.Frame
	Strip      *raster.Strip
	grid       *raster.Grid
	Beyond     float64     // the share of its print that lies outside of the picture
	left       float64     // the share of all ink that the light upon it leaves, where that is known to be little; else 0
	Sims       []float64   // of every one of the matcher's means
	Rim        float64     // share of its rim that is no tile's
	blank      models.Tile // a face without print that may be seen
}

// Light is how bright the tile is under its print, 0 to 255.
func (g *Glance) Light() float64 { return g.Strip.Brightness(faces.FineMargin + faces.LightInset) }

// colour is that of the light on the tile under its print.
func (g *Glance) colour() [raster.Channels]float64 {
	return g.Strip.White(faces.FineMargin + faces.LightInset)
}

// best is the look that is seen best.
func (g *Glance) best() int { k, _ := faces.Argmax(g.Sims); return k }

// cost is by how much less alike a look counts: for its rim, and for how far its face was stretched.
func (g *Glance) cost() float64 {
	k := &UsualPlace
	wide, tall := g.Wide/k.Stretches, g.Tall/k.Stretches
	return k.Rim*g.Rim + (wide*wide+tall*tall)/2/k.TileSlope
}

// top is the similarity of the best look, less what it costs.
func (g *Glance) top() float64 { return g.Sims[g.best()] - g.cost() }

// evidence reads a spot.
func (p *Picture) evidence(at Spot) (models.Evidence, []Glance, error) {
	k := &UsualPlace
	if at.MayMove <= 0 {
		at.MayMove = k.MayMove
	}
	var looks []Glance
	for _, way := range []plane.Ways{plane.Upright, plane.Sideways} {
		if at.Ways != plane.AnyWay && at.Ways != way {
			continue
		}
		f, err := p.Table.Facing(way, at.Height)
		if err != nil {
			return models.Evidence{}, nil, err
		}
		p.asTaught(f)
		for _, turn := range at.turns() {
			askew := *f
			askew.Askew = -turn
			found, err := p.starts(&askew, at, k.Starts)
			if err != nil {
				return models.Evidence{}, nil, err
			}
			looks = append(looks, found...)
		}
	}
	seen, left, err := p.settled(looks, at, k.Starts, p.Lit)
	if err != nil {
		return models.Evidence{}, nil, err
	}
	return p.weigh(seen, left, at), seen, nil
}

// turns are the angles at which a tile is looked for at a spot, radians clockwise.
func (s *Spot) turns() []float64 {
	n := math.Ceil(s.MayTurn / (UsualPlace.Fan * math.Pi / 180))
	turns := []float64{s.Turn}
	for i := 1.; i <= n; i++ {
		turns = append(turns, s.Turn-s.MayTurn*i/n, s.Turn+s.MayTurn*i/n)
	}
	return turns
}

// starts are the places from which a tile of one way is looked for at a spot, the likeliest
// first.
func (p *Picture) starts(f *plane.Field, at Spot, most int) ([]Glance, error) {
	around := f.Around(f.Own(at.At), at.MayMove)
	g, err := around.Draw(p.Raster, raster.CoarseRes).Grid()
	if err != nil {
		return nil, err
	}
	var places [][2]int
	var spots []faces.Spot
	for y := 0; y+raster.CoarseH <= g.Height; y++ {
		for x := 0; x+raster.CoarseW <= g.Width; x++ {
			if m := around.MiddleOfWindow(x, y); m.Sub(f.Own(at.At)).Length() <= at.MayMove && p.free(f, m, at.Beside) {
				places, spots = append(places, [2]int{x, y}), append(spots, faces.Spot{X: m.X, Y: m.Y})
			}
		}
	}
	spots = faces.Peaks(p.Tiles.Match.LikeliestVeiled(g, places, spots), f.Tile.Width/5, f.Tile.Width/5)
	var looks []Glance
	for _, s := range spots[:min(most, len(spots))] {
		looks = append(looks, Glance{Field: f, At: models.Point{X: s.X, Y: s.Y}, Sims: []float64{float64(s.Sim)}})
	}
	return looks, nil
}

// free reports whether some tiles leave room for one of a field at a point.
func (p *Picture) free(f *plane.Field, own models.Point, beside []models.Pose) bool {
	pose := models.Pose{At: f.OnTheTable(own), Quarter: (&Glance{Field: f}).quarter(false)}
	return !slices.ContainsFunc(beside, func(o models.Pose) bool { return p.Tuning().Overlap(o, pose) > p.Tuning().Slack+UsualSweep.Room })
}

// asTaught has a field show tiles as their faces were taught.
func (p *Picture) asTaught(f *plane.Field) {
	s := p.Tiles.Stretch()
	f.Wide, f.Tall = s.Wide, s.Tall
}

// reaches reports whether a look is not farther from a spot than a tile of it may lie.
func (s *Spot) reaches(g *Glance) bool { return g.At.Sub(g.Field.Own(s.At)).Length() <= s.MayMove }

// moved is the point that lies so many cells to the right of the middle of a tile and down.
func (g *Glance) moved(right, down float64) models.Point {
	wide, high := g.Field.Pixel(raster.FineRes)
	sin, cos := math.Sincos(g.Turn * math.Pi / 180)
	x, y := right*raster.PoolCell*wide, -down*raster.PoolCell*high
	return g.At.Add(models.Point{X: x*cos - y*sin, Y: x*sin + y*cos})
}

// draw draws the tile in the pose of a look.
func (p *Picture) draw(g Glance) (Glance, error) {
	p.Looks++
	g.Frame = g.Field.Frame(g.At.X, g.At.Y, math.Tan(g.Turn*math.Pi/180), -.5, .5)
	as := g.shown()
	g.Strip = as.DrawTile(p.Raster, raster.FineRes, 0, faces.FineMargin)
	var err error
	if g.left > 0 {
		g.grid, _, err = g.Strip.GridUnder(g.left)
	} else {
		g.grid, err = g.Strip.Grid()
	}
	if err != nil {
		return g, err
	}
	g.Beyond = p.Tiles.Match.Beyond(g.grid, middleOfLook)
	return g, nil
}

// shown is the frame that shows the tile of a look as its face was taught.
func (g *Glance) shown() raster.Frame {
	as := g.Frame
	as.Centre[1], as.Down[0] = as.Centre[1].Times(1+g.Field.Wide+g.Wide), as.Down[0].Times(1+g.Field.Tall+g.Tall)
	return as
}

// under has a look show nothing but what the light upon some tiles leaves of print, where that is little, and reports whether it showed more.
func (p *Picture) under(g *Glance, lit []Lit) (cleared bool, err error) {
	if g.left = p.fewInk(g, lit); g.left == 0 {
		return false, nil
	}
	grid, cleared, err := g.Strip.GridUnder(g.left)
	if err == nil && cleared {
		g.grid = grid
		p.compare(g)
	}
	return cleared, err
}

// lookUnder is look in the light upon some tiles.
func (p *Picture) lookUnder(f *plane.Field, at models.Point, turn float64, lit []Lit) (Glance, error) {
	g, err := p.look(f, at, turn)
	if err == nil {
		_, err = p.under(&g, lit)
	}
	return g, err
}

// look draws the tile in a pose and compares it with the average of every face.
func (p *Picture) look(f *plane.Field, at models.Point, turn float64) (Glance, error) {
	return p.lookAs(Glance{Field: f, At: at, Turn: turn})
}

// lookAs draws a look in its pose and compares it with the average of every face.
func (p *Picture) lookAs(g Glance) (Glance, error) {
	g, err := p.draw(g)
	if err == nil {
		p.compare(&g)
	}
	return g, err
}

// compare compares a tile with the average of every face, where its pose has it and a cell beside.
func (p *Picture) compare(g *Glance) {
	less := float32(faces.Beside)
	if p.Anywhere() { // in a plane that is not well known yet a tile may lie a cell off, and shows its face there alone
		less = 2
	}
	sims := p.Tiles.Match.AboutMiddle(g.grid, less)
	g.Sims = make([]float64, len(sims))
	for i, v := range sims {
		g.Sims[i] = max(float64(v), 0)
	}
}

// rim is the rim of a look. Print that was taught beside the middle of its tile has all that show it lie as far off: so it is the least about there.
func (p *Picture) rim(g *Glance, light float64) float64 {
	k, best := &UsualPlace, g.best()
	prints := func(at models.Point) bool { return p.Tiles.Match.Prints(best, at, k.Prints) }
	least := Rim(p.Raster, &g.Frame, light, prints)
	if p.Tiles.Match.IsBlank(p.Tiles.Match.Means[best].Tile) {
		return least
	}
	for _, off := range [...]models.Point{{X: k.RimOff}, {X: -k.RimOff}, {Y: k.RimOff}, {Y: -k.RimOff}} {
		if least == 0 {
			break
		}
		at := g.Frame
		at.Centre[0] = g.Frame.Point(off.X, off.Y)
		least = min(least, Rim(p.Raster, &at, light, prints))
	}
	return least
}

// Rim is how much of the rim of a tile as light as some is none: cloth, or what lies beside it. Where its face prints, at a
// point from its middle in tiles, or the border of the picture cuts it off, the rim says nothing.
func Rim(p *raster.Picture, f *raster.Frame, light float64, prints func(models.Point) bool) float64 {
	const steps = 6 // to each side of the middle
	k := &UsualPlace
	in, along := k.RimIn, k.RimAlong
	dark, all := 0, 0
	for i := -steps; i <= steps; i++ {
		u := along * float64(i) / steps
		for _, at := range [...]models.Point{{X: u, Y: -in}, {X: u, Y: in}, {X: -in, Y: u}, {X: in, Y: u}} {
			q := f.Point(at.X, at.Y)
			if prints(at) || !p.Shows(q) {
				continue
			}
			all++
			if p.LeastAt(q) < k.Bare*light {
				dark++
			}
		}
	}
	return float64(dark) / float64(max(all, 1))
}

// noPrint is the rim of a tile whose face is not known.
func noPrint(models.Point) bool { return false }

// weigh makes evidence of what was seen of a spot, and of looks at it that were left where they are.
func (p *Picture) weigh(seen, left []Glance, at Spot) models.Evidence {
	k := &UsualPlace
	e := models.Evidence{Pose: models.Pose{At: at.At, Height: at.Height}}
	var like [models.Outcomes]float64
	top, ink, part, best := 0.0, 1.0, 1.0, models.NoTile
	for i := range seen {
		g := &seen[i]
		for face, sim := range g.Sims {
			tile := p.Tiles.Match.Means[face].Tile
			sim -= g.cost()
			like[tile] = max(like[tile], sim)
			if sim > top {
				top, ink, part, best = sim, 1, 1-g.Beyond, tile
				if !p.Tiles.Match.IsBlank(tile) {
					ink = p.inkOf(g)
				}
				e.Pose = g.pose(p.Tiles.Match.Means[face].Flipped)
				e.Height = at.Height
			}
		}
	}
	trust := p.Tiles.Usual()
	trust.Known -= faces.UsualVeil.Fainter * max(1-ink/faces.UsualVeil.Faint, 0)
	noise := max(1-top, faces.LeastNoise) / faces.Told(ink)
	odds := min(max(part*k.Tileness(top), -k.MostOdds), k.MostOdds)
	for t := range e.LogLike {
		tile := models.Tile(t)
		switch {
		case tile == models.NoTile:
		case like[t] > 0:
			known := faces.TrustInPart(1-part) * faces.Logistic(part*trust.KnownSlope*(top-trust.Known-p.Tiles.Strangeness(tile)))
			e.LogLike[t] = odds + math.Log(known+leastChance) + part*k.Odds*trust.LeadSlope*p.Tiles.LeadTrust(best, tile)*(like[t]-top)/noise
		default:
			e.LogLike[t] = math.Inf(-1)
		}
	}
	back, lies, unknown := p.faceless(slices.Concat(seen, left), at, top)
	if back > slices.Max(e.LogLike[:]) {
		e.Pose = lies
	}
	e.LogLike[models.Back] = back
	e.LogLike[models.Unknown] = max(unknown, odds+math.Log(1-faces.TrustInPart(1-part)*faces.Logistic(part*trust.KnownSlope*(top-trust.Known))+leastChance))
	if rare := p.rarity(e.At); rare > 0 {
		for t := range e.LogLike {
			if models.Tile(t) != models.NoTile {
				e.LogLike[t] -= rare
			}
		}
	}
	return e
}

// twin is the red or black twin of the face that a look shows best, where the colour of its strokes is as much that of the twin in the light upon some
// tiles; no tile elsewhere.
func (p *Picture) twin(g *Glance, lit []Lit) models.Tile {
	five := p.Tiles.Match.Means[g.best()]
	if !five.Tile.IsFive() {
		return models.NoTile
	}
	around := p.inksAround(g, lit)
	for i, sim := range g.Sims {
		twin := p.Tiles.Match.Means[i]
		ranks := []faces.Rank{{Tile: twin.Tile, Flipped: five.Flipped, Sim: sim}}
		if twin.Flipped == five.Flipped && p.Tiles.Match.MaybeTwin(g.grid, faces.Rank{Tile: five.Tile, Flipped: five.Flipped}, ranks, around) {
			return twin.Tile
		}
	}
	return models.NoTile
}

// pose is where and how a tile lies on the table that was seen upright by the field of a glance.
func (g *Glance) pose(flipped bool) models.Pose {
	angle := float64(g.quarter(flipped))*math.Pi/2 - g.Field.Askew - g.Turn*math.Pi/180
	return models.Pose{At: g.Field.OnTheTable(g.At)}.Turned(angle)
}

// quarter is how a tile lies that was seen upright by the field of a glance.
func (g *Glance) quarter(flipped bool) int {
	q := models.Places - g.Field.Place.Index()
	if flipped {
		q += 2
	}
	return q % 4
}

// faceless says how likely a tile lies at a spot of which no face is known: face down, and where it
// does then, or one that was never learned. Where a face is seen well none does.
func (p *Picture) faceless(seen []Glance, at Spot, top float64) (back float64, lies models.Pose, unknown float64) {
	k := &UsualPlace
	back, unknown = -k.MostOdds, -k.MostOdds
	if top >= k.WellSeen {
		return back, lies, unknown
	}
	type way struct {
		place models.Place
		askew float64
	}
	tried := map[way]bool{}
	for i := range seen {
		f := seen[i].Field
		if tried[way{f.Place, f.Askew}] {
			continue
		}
		tried[way{f.Place, f.Askew}] = true
		own := f.Own(at.At)
		there := f.Frame(own.X, own.Y, 0, -.5, .5)
		if b := outline.Beside(p.Raster, &there, 0, 1, p.light, outline.InWall); faces.Logit(b.Sim) > back {
			flat := Glance{Field: f, At: f.Own(f.View.Table(b.Frame.At(b.T)))}
			back, lies = faces.Logit(b.Sim), flat.pose(false)
			lies.Height = at.Height
		}
		if seen[i].Light() > p.leastAt(at.At) {
			v := outline.At(p.Raster, &there, 0)
			unknown = max(unknown, outline.Backs.EdgeSlope*(v.Outline()-outline.Backs.EdgeBack))
		}
	}
	return min(max(back, -k.MostOdds), k.MostOdds), lies, min(unknown, k.MostUnknown)
}
