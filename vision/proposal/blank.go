package proposal

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// What shows no print is a tile without one, or one whose print is lost in the light that a lamp adds. All tiles lie in one light, which
// changes evenly; so those that show their faces tell how much ink a print would have left beside them.

// BlankTuning says what is taken for a tile without print.
type BlankTuning struct {
	// Colour is by which a channel's share of the light differs at most from that of the nearest tile that was read: backs of any colour have
	// no print either.
	Colour float64
	// Pale is the share of its ink that a print has left at least where a place without print is blank, PaleSlope how fast the
	// logarithm of the odds changes about it, and Fades how far, mm, from a tile a lamp may leave a print 1/e of the ink that
	// it leaves there: a mirrored one took from .66 to .13 within 90 mm.
	Pale, PaleSlope, Fades float64
	// Burnt is the darkest channel of what may be lighter than the picture can tell.
	Burnt float64
	// There is by how much likelier, as a logarithm, what is even and as light and large as a tile is one whose outline may as well be none. Bare
	// cloth is as even: so no likeness tells more than the outline. Off is how far from its outline, mm, a tile is seen, a standard deviation.
	There, Off float64
	// Darker is by how much darker, as a logarithm, one of two tiles close to each other is, a standard deviation, and MostDarker how much that
	// counts at most: one may lie in the shadow of an arm.
	Darker, MostDarker float64
	// Tint is by which a channel's share of the light of two tiles near each other differs, a standard deviation: of 1,500 tiles of another renderer, under
	// lamps of several colours, .009 at most; of backs under a lamp or in haze, told as tiles, .016 to .039.
	Tint float64
	// Framed is how much of a likeness a thin frame has at least: of 80 drawn ones, half of them under a lamp, three have .822 to .834 and the rest more;
	// two 6s whose print a veil had taken were .82 and .83 like one.
	Framed float64
	// Even is how strong an edge within a tile without print may be.
	Even float64
	// Another is by how much likelier, as a logarithm, something of the size, the outline and the light of a tile without print is one than another
	// thing. Assumed: with 16 a grey card of .6 of the light of the tiles was one with .998.
	Another float64
	// Ends is the share of an outline that any light leaves of one: the seam about a tile keeps its ink while print fades. Of 1,950 tiles of another
	// renderer, half of them under lamps and veils, one in a hundred has .54 of it; what looked like bamboo upon the backs of a wall had .14 at most.
	Ends float64
}

var usualBlank = BlankTuning{Colour: .035, Pale: .25, PaleSlope: 30, Fades: 50, Burnt: 248, There: 5, Off: 1.5, Even: .1, Darker: .1, MostDarker: 8, Tint: .006, Framed: .83, Another: 10, Ends: .5}

// Lit is a tile that shows its face, and how light lies upon it.
type Lit struct {
	At     models.Point             // on the table, mm
	Colour [raster.Channels]float64 // under its print
	Bright float64                  // the darkest channel under its print, 0 to 255
	Ink    float64                  // the share of its ink that it shows
	Inks   faces.Inks               // and that of each channel
}

// paleness is by how much less likely, as a logarithm, a look shows a tile for the ink that its face has lost: what is between two tiles or on a flank looks
// like a face of next to no ink.
func (p *Picture) paleness(g *Glance) float64 {
	if p.Tiles.Match.IsBlank(p.Tiles.Match.Means[g.best()].Tile) {
		return 0
	}
	return faces.UsualVeil.Paler * math.Log(1/max(min(p.inkOf(g)*float64(faces.UsualVeil.Usual), 1), float64(faces.UsualVeil.Least)))
}

// blankOdds is by how much likelier, as a logarithm, a look shows a tile without print than what is as even.
func (p *Picture) blankOdds(g *Glance) float64 {
	b := p.bounded(g)
	off := b.at.Sub(g.At).Length() / usualBlank.Off
	odds := usualBlank.There + b.odds(1) - off*off/2
	if tile := p.Tiles.Match.Means[g.best()].Tile; p.Tiles.Match.IsBlank(tile) || !p.Tiles.Match.IsScant(tile) { // it shows no frame
		odds += b.even()
	}
	return odds
}

// nearest is the lit tile that lies nearest to a point.
func nearest(lit []Lit, at models.Point) (best Lit, ok bool) {
	apart := math.Inf(1)
	for _, l := range lit {
		off := l.At.Sub(at)
		if d := off.Dot(off); d < apart {
			best, apart = l, d
		}
	}
	return best, !math.IsInf(apart, 1)
}

// lit tells how light lies upon a look.
func (p *Picture) lit(g *Glance) Lit {
	return Lit{At: g.Field.OnTheTable(g.At), Bright: g.Light(), Ink: p.inkOf(g), Inks: p.Tiles.Match.InksOf(g.grid, middleOfLook, g.best()), Colour: g.colour()}
}

// inksAround is how much of their ink tiles around a look show, the nearer the more; the look itself is none of them.
func (p *Picture) inksAround(g *Glance, lit []Lit) (around faces.Inks) {
	at, near := g.Field.OnTheTable(g.At), min(p.Table.Camera.Tile.Width, p.Table.Camera.Tile.Height)/2
	for _, l := range lit {
		if d := l.At.Sub(at).Length(); d > near {
			around.Add(l.Inks, math.Exp(-d/usualBlank.Fades))
		}
	}
	return around
}

// doubtTwin makes a five as likely its red or black twin where the light upon the tiles around may have given its strokes their colour.
func (p *Picture) doubtTwin(e *models.Evidence, g *Glance, lit []Lit) {
	if twin := p.twin(g, lit); twin != models.NoTile {
		e.LogLike[twin] = max(e.LogLike[twin], e.LogLike[p.Tiles.Match.Means[g.best()].Tile])
	}
}

// inkOf is the share of the ink of its likeliest face that a look shows, 1 at most.
func (p *Picture) inkOf(g *Glance) float64 {
	return min(p.Tiles.Match.InkLeft(g.grid, middleOfLook, g.best()), 1)
}

// middleOfLook is the cell of a look at which the window of its tile begins.
var middleOfLook = [2]int{faces.FineMargin / raster.PoolCell, faces.FineMargin / raster.PoolCell}

// bare is the logarithm of how much likelier what shows no face is a tile without print than one whose print is lost in the
// light upon it.
func (p *Picture) bare(g *Glance, lit []Lit) float64 {
	k := &usualBlank
	if p.printed(g) || !p.ofTheirColour(g, lit) {
		return -UsualPlace.MostOdds
	}
	blank := 0.0
	for face, sim := range g.Sims {
		if p.Tiles.Match.IsBlank(p.Tiles.Match.Means[face].Tile) {
			blank = max(blank, sim)
		}
	}
	return min(k.PaleSlope*(p.inkAt(g, lit)-k.Pale), UsualPlace.TileSlope*(blank-usualLight.Clear), k.Another) - p.shade(g, lit)
}

// shade is by how much less likely, as a logarithm, a tile without print is as dark as a look is beside the tiles around it.
func (p *Picture) shade(g *Glance, lit []Lit) float64 {
	darker := max(p.darker(g, lit), 0) / usualBlank.Darker
	return darker * darker / 2
}

// ofTheirColour reports whether the light of a look has the colour of the nearest tile that was read, if there is one.
func (p *Picture) ofTheirColour(g *Glance, lit []Lit) bool {
	return p.tint(g, lit) <= usualBlank.Colour
}

// scant is the logarithm of how much likelier a look at a tile of hardly any print shows that than one whose print is lost in the light upon it: what is
// left of that, and seams, look like a thin frame.
func (p *Picture) scant(tile models.Tile, g *Glance, lit []Lit) float64 {
	switch k := &usualBlank; {
	case p.Tiles.Match.IsBlank(tile):
		return p.bare(g, lit)
	case p.Tiles.Match.IsScant(tile) && !p.ofTheirColour(g, lit):
		return -UsualPlace.MostOdds
	case p.Tiles.Match.IsScant(tile):
		return min(k.PaleSlope*(p.inkAt(g, lit)-k.Pale), UsualPlace.TileSlope*(g.top()-k.Framed), k.Another) - p.shade(g, lit) - p.tinted(g, lit)
	}
	return math.Inf(1)
}

// doubtBlank takes from evidence of a tile of hardly any print what may as well be one whose print is lost in the light upon it.
func (p *Picture) doubtBlank(e *models.Evidence, tile models.Tile, g *Glance, lit []Lit) {
	was := e.LogLike[tile]
	if e.LogLike[tile] = min(was, p.scant(tile, g, lit)); e.LogLike[tile] < was {
		e.LogLike[models.Unknown] = max(e.LogLike[models.Unknown], min(was, usualPatch.Tile))
	}
}

// doubtPale takes from evidence of a face what its print is paler than the light upon it tells: a lamp that takes ink adds light. It reports
// whether the two agree.
func (p *Picture) doubtPale(e *models.Evidence, g *Glance, lit []Lit) bool {
	ink := p.inkOf(g) * float64(faces.UsualVeil.Usual)
	cost := faces.UsualVeil.Unlit * math.Log(min(p.inkAt(g, lit), 1)/max(ink, float64(faces.UsualVeil.Least)))
	if !(cost > 0) {
		return true
	}
	for t := range e.LogLike {
		if models.Tile(t).HasFace() {
			e.LogLike[t] -= cost
		}
	}
	return false
}

// LitBy are those of some proposals that show their faces well.
func (p *Picture) LitBy(all []Proposal, chosen []int) (lit []Lit) {
	for _, i := range chosen {
		if c := &all[i]; c.Tile.HasFace() && !p.Tiles.Match.IsScant(c.Tile) && c.Sim >= usualLight.Clear {
			lit = append(lit, c.light)
		}
	}
	return lit
}

// remember keeps how light lies upon a tile, in place of what was known of one there.
func (p *Picture) remember(l Lit) {
	near := min(p.Table.Camera.Tile.Width, p.Table.Camera.Tile.Height) / 2
	p.Lit = append(slices.DeleteFunc(p.Lit, func(o Lit) bool { return o.At.Sub(l.At).Length() < near }), l)
}

// ShowsBlank reports whether a proposal shows a tile without print, rather than one whose print is lost in the light upon it.
func (p *Picture) ShowsBlank(c *Proposal, lit []Lit) bool { return p.bare(&c.Seen, lit) > 0 }

// printed reports whether something of a face is seen about a look, however pale.
func (p *Picture) printed(g *Glance) bool {
	return p.Tiles.Match.Printed(g.grid, faces.About(2)) > faces.UsualVeil.Printed
}

// inOneLight takes from what proposals gain what tells that they do not lie in the light of the tiles around that show their faces.
func (p *Picture) inOneLight(all []Proposal) {
	lit := p.LitBy(all, p.choose(all).Tiles)
	for i := range all {
		all[i].Gain -= p.unlit(&all[i], lit)
	}
}

// unlit is by how much less likely, as a logarithm, a proposal is for the light upon it: it is darker than the tiles around, as flanks are and the cloth, of
// another colour, as backs are, or ends in nothing, as what is not well seen may.
func (p *Picture) unlit(c *Proposal, lit []Lit) (less float64) {
	k := &usualBlank
	if darker := p.darker(&c.Seen, lit) / k.Darker; darker > 0 {
		less = darker * darker / 2
	}
	if !p.Tiles.Match.IsScant(c.Tile) { // of which light tells most
		less = min(less, k.MostDarker)
	}
	if c.Gain <= less || c.Sim >= UsualSweep.Plain {
		return less
	}
	return less + p.tinted(&c.Seen, lit) - min(p.bounded(&c.Seen).odds(k.Ends), 0)
}

// tinted is by how much less likely, as a logarithm, a tile has the colour of a look beside the nearest one that was read.
func (p *Picture) tinted(g *Glance, lit []Lit) float64 {
	off := p.tint(g, lit) / usualBlank.Tint
	return min(off*off/2, usualBlank.MostDarker)
}

// tint is by how much the colour of the light of a look differs from that of the nearest tile that was read, the share of a channel.
func (p *Picture) tint(g *Glance, lit []Lit) (most float64) {
	near, ok := nearest(lit, g.Field.OnTheTable(g.At))
	if !ok {
		return 0
	}
	own, other := raster.ShadeOf(g.colour()), raster.ShadeOf(near.Colour)
	for c, share := range own.Share {
		most = max(most, math.Abs(share-other.Share[c]))
	}
	return most
}

// darker is by how much darker, as a logarithm, a look is than the tiles around it.
func (p *Picture) darker(g *Glance, lit []Lit) float64 {
	usual, weights, at := 0.0, 0.0, g.Field.OnTheTable(g.At)
	for _, l := range lit {
		if d := l.At.Sub(at).Length(); d > p.Table.Camera.Tile.Width/2 { // it is no other sight of the same
			near := math.Exp(-d / usualBlank.Fades)
			usual, weights = usual+near*l.Bright, weights+near
		}
	}
	return math.Log(max(usual/max(weights, 1e-9), 1) / max(g.Light(), 1))
}

// fewInk is [Picture.inkAt] where that is known to be little, else 0.
func (p *Picture) fewInk(g *Glance, lit []Lit) float64 {
	if len(lit) == 0 {
		return 0
	}
	if left := p.inkAt(g, lit); left < faces.UsualVeil.Faint {
		return left
	}
	return 0
}

// inkAt is the least share of its ink that a print would have left where a look is, as the tiles that show their faces tell. All lie in one
// light, to which a lamp adds; of what is lighter than the picture can tell only those close by tell.
func (p *Picture) inkAt(g *Glance, lit []Lit) (least float64) {
	k := &usualBlank
	at, bright := g.Field.OnTheTable(g.At), g.Light()
	usual, weights := 0.0, 0.0
	for _, l := range lit {
		near := math.Exp(-l.At.Sub(at).Length() / k.Fades)
		least = max(least, near*l.Ink)
		usual, weights = usual+near*l.Ink*l.Bright, weights+near
	}
	switch {
	case bright >= k.Burnt:
		return least
	case weights == 0: // nothing tells that it is lighter than others
		return 1
	}
	return max(usual/weights/bright, least)
}
