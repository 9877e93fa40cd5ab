package proposal

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/arrange"
	"jantaku/vision/faces"
	"jantaku/vision/outline"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// Found is a tile that lies on a table, with all that it may be.
type Found struct {
	models.Evidence
	// Sure is the probability that a tile lies in this pose at all, and not another one that
	// shares cloth with it, or nothing.
	Sure float64
	// Quad are the corners of its face in the picture, pixels, and Table where they lie, mm:
	// clockwise from the left upper corner of the face.
	Quad, Table [4]models.Point
}

// SweepTuning holds what finding all tiles of a table rests on.
type SweepTuning struct {
	// Lit is the darkest channel of the light on a tile at least, as a share of the brightest in
	// the picture.
	Lit float64
	// Ink is the mean ink of a window on a face at least: of 1,350 drawn tiles the least was 0.081,
	// of bare cloth in good light most is below 0.07.
	Ink float64
	// Pale is that of one that is white all around, over which a lamp may lie, and Veiled that of one over which none does.
	Pale, Veiled float64
	// Start is the similarity with a face of a window that is looked at, and Look that of it in
	// all detail. Of 623 tiles the least were .67 and .73, of 7,881 places that were none nine in
	// ten had less than .6.
	// Maybe is that of one that may be a tile of which no face is seen; MostMaybe of them are
	// thought of.
	// Beside is that of one beside which windows are compared, too.
	Start, Maybe, Beside float32
	MostMaybe            int
	Look                 float64
	// Apart is how far two places that are looked at lie apart at least, in widths of a tile: less
	// than two strokes of a 9s, in which it looks much like itself.
	Apart float64
	// MayMove is how far from a window a tile may be found, mm, and MayMoveThen how far one that
	// shows no face well.
	MayMove, MayMoveThen float64
	// Doubtful is the similarity of a tile beside whose place it is looked for again, and Rival by
	// how much less likely, as a logarithm, another face is whose tile is, too.
	Doubtful, Rival float64
	// Plain is the similarity of a tile that surely lies where it was read: what shares Much of
	// its width with it and seems less alike by Worse at first is not looked at any more, nor what shares as much with one that is less alike
	// than that, and seems less alike than it by Doubt times as much more: of twelve tables of A and C a quarter of all looks at hardness 1, and no tile that is told.
	// Room is by how much more such a tile may seem to overlap others, mm: players lay them askew and upon each other's rims.
	Plain, Much, Worse, Doubt, Room float64
	// Outline is how strong the weakest border of a tile is whose face is not seen, and Rim the share
	// of its rim at most that is none.
	Outline, Rim float64
	// Back is the least probability of a tile face down beside another that is told of: where two
	// together make a concealed kong of what else would be no set, each may be doubtful by itself.
	Back float64
	// Unlearned is how likely a tile is to be one whose face was never learned, compared with each
	// that was.
	Unlearned float64
	// Empty is the logarithm of how much likelier a place of a table is empty than not, before
	// anything is seen.
	Empty float64
	// InRow is that of [arrange.Tuning] on a whole table: beside a tile of a row lies another one rather than none by e to the power of it less Empty. Of 132 drawn
	// tables a quarter more are sure with it, none of them wrongly.
	InRow float64
}

// UsualSweep are the values in use.
var UsualSweep = SweepTuning{Lit: .15, Ink: .07, Pale: .015, Veiled: .1, Start: .6, Maybe: .45, Beside: .3, MostMaybe: 60, Look: .68, Apart: .24, MayMove: 4, MayMoveThen: 7, Doubtful: .9, Rival: 6, Plain: .93, Much: .3, Worse: .1, Doubt: 3, Room: 2, Outline: .1, Rim: .05, Back: .05, Unlearned: .02, Empty: 3, InRow: 5}

// Sweep finds and reads all tiles that show their face in some zones, whichever way they are
// turned, and those of them that lie on each other's cloth by what is likeliest together.
// Without zones it reads the whole cloth.
func (p *Picture) Sweep(ctx context.Context, zones ...calibration.Zone) ([]Found, error) {
	var all []Proposal
	var maybe []Glance
	levels := p.Table.ByHeight(zones)
	var grounds []*Ground
	for _, height := range slices.Sorted(maps.Keys(levels)) {
		on, err := groundAt(p.Table, height, levels[height])
		if err != nil {
			return nil, err
		}
		found, unread, err := p.Read(ctx, on)
		if err != nil {
			return nil, err
		}
		all, maybe, grounds = append(all, found...), append(maybe, unread...), append(grounds, on)
	}
	all, err := p.BesidesDoubtful(all)
	if err != nil {
		return nil, err
	}
	p.inOneLight(all)
	if all, err = p.underLamps(all); err != nil {
		return nil, err
	}
	all, chosen, light, err := p.withPatches(all, grounds)
	if err != nil {
		return nil, err
	}
	lit := p.LitBy(all, chosen.Tiles)
	var out []Found
	var seen []Glance
	for _, i := range chosen.Tiles {
		c := &all[i]
		if p.ofRiver(c.At) {
			c.LogLike[models.Back] = math.Inf(-1) // nobody discards face down
		}
		p.doubtBlank(&c.Evidence, c.Tile, &c.Seen, lit)
		p.doubtTwin(&c.Evidence, &c.Seen, lit)
		out, seen = append(out, Found{Evidence: c.Evidence, Sure: chosen.Sure[i], Quad: c.Quad, Table: c.Table}), append(seen, c.Seen)
	}
	for i := range all {
		if !slices.Contains(chosen.Tiles, i) {
			maybe = append(maybe, all[i].Seen)
		}
	}
	for _, m := range light {
		read := posesOf(all, chosen.Tiles)
		among, rest, windows := p.among(m, read)
		for _, pose := range append(among, p.standing(m, read, rest, windows)...) {
			u, err := p.facelessAt(m.on, pose, surely(all, chosen.Tiles), lit)
			if err != nil {
				return nil, err
			}
			out = append(out, u)
		}
	}
	out = append(out, p.unread(maybe, out, lit)...)
	backs, looks := p.backsBeside(out[:len(seen)], seen, nil)
	if tints, ok := p.tints(looks); ok {
		backs, _ = p.backsBeside(out[:len(seen)], seen, &tints)
	}
	return append(out, backs...), nil
}

// BesidesDoubtful adds other sights of what is likely to lie somewhere and shows no face well.
func (p *Picture) BesidesDoubtful(all []Proposal) ([]Proposal, error) {
	for _, i := range p.choose(all).Tiles {
		if c := all[i]; c.doubtful() {
			at := c.at
			at.MayMove = UsualSweep.MayMoveThen
			others, err := p.besides(&c.Seen, at)
			if err != nil {
				return nil, err
			}
			for _, g := range others {
				if g.top() > c.Sim {
					all = append(all, p.candidate([]Glance{g}, at))
				}
			}
		}
	}
	return all, nil
}

// underLamps looks anew at what is likely to lie somewhere and shows no face well, where the light upon the tiles around leaves little print: before that light was
// known it was compared with all that is dark about it. What was thought to lie there besides was seen so, too.
func (p *Picture) underLamps(all []Proposal) ([]Proposal, error) {
	chosen := p.choose(all).Tiles
	lit, read := p.LitBy(all, chosen), posesOf(all, chosen)
	var clear, pale []Proposal
	for i, c := range all {
		switch {
		case c.Sim >= usualLight.Clear && !p.Tiles.Match.IsScant(c.Tile) || p.fewInk(&c.Seen, lit) == 0:
			clear = append(clear, c)
		case slices.Contains(chosen, i):
			pale = append(pale, c)
		}
	}
	for _, c := range pale {
		seen := c.Seen
		dark, err := p.under(&seen, lit)
		if err != nil {
			return nil, err
		}
		if !dark && !p.Tiles.Match.IsScant(c.Tile) { // nothing else is seen there
			clear = append(clear, c)
			continue
		}
		at := c.at
		at.MayMove = UsualSweep.MayMoveThen
		g, err := p.lookUnder(c.Seen.Field, c.Seen.At, c.Seen.Turn, lit)
		if err != nil {
			return nil, err
		}
		looks, err := p.settledEach(g, at)
		if err != nil {
			return nil, err
		}
		clear = p.inTheirLight(clear, looks, at, p.amongTiles(c.Pose, read), lit)
	}
	return clear, nil
}

// unread tells what is white and outlined like a tile, but shows no face: it may be one that was
// never learned, one in glare, or one whose face bears no print. The likeliest places are looked at first, and no two share cloth.
func (p *Picture) unread(maybe []Glance, found []Found, lit []Lit) (out []Found) {
	k, tuning := &UsualSweep, p.Tuning()
	slices.SortStableFunc(maybe, func(a, b Glance) int { return cmp.Compare(b.top(), a.top()) })
	for i := range maybe {
		g := &maybe[i]
		pose := models.Pose{At: g.Field.OnTheTable(g.At), Quarter: g.quarter(false)}
		on := func(most float64) bool {
			shares := func(f Found) bool { return tuning.Overlap(f.Pose, pose) > most }
			return slices.ContainsFunc(found, shares) || slices.ContainsFunc(out, shares)
		}
		if on(k.Much * tuning.Width) {
			continue
		}
		o, ok := p.outlined(g)
		if pose.At = o.at; !ok || on(tuning.Slack) {
			continue
		}
		u := shows(pose, o.frame.Quad(0, 0), g.Field, o.like)
		if blank := p.Tiles.Match.BlankTile(); blank != models.NoTile {
			if look, err := p.look(g.Field, g.Field.Own(o.at), g.Turn); err == nil {
				u.LogLike[blank] = o.like + p.bare(&look, lit)
			}
		}
		out = append(out, u)
	}
	return out
}

// border is something white and outlined like a tile.
type border struct {
	at    models.Point // on the table, mm
	frame raster.Frame
	like  float64 // the logarithm of how much likelier it is a tile than not
}

// outlined finds the outline around where a glance looks; false where none is like a tile's.
func (p *Picture) outlined(g *Glance) (o border, ok bool) {
	k := &UsualSweep
	o.frame = g.Field.Frame(g.At.X, g.At.Y, math.Tan(g.Turn*math.Pi/180), -.5, .5)
	least := p.leastAt(g.Field.OnTheTable(g.At))
	if Rim(p.Raster, &o.frame, least/UsualPlace.Bare, noPrint) > k.Rim {
		return o, false
	}
	light := o.frame.DrawTile(p.Raster, raster.FineRes, 0, faces.FineMargin).Brightness(faces.FineMargin + faces.LightInset)
	v := outline.At(p.Raster, &o.frame, 0)
	o.like = outline.Backs.EdgeSlope * (v.Outline() - k.Outline)
	o.frame.Centre[0] = o.frame.Centre[0].Add(v.Off(&o.frame))
	o.at = g.Field.View.Table(o.frame.Centre[0])
	o.like -= p.rarity(o.at)
	return o, o.like >= 0 && light >= least && Rim(p.Raster, &o.frame, light, noPrint) <= k.Rim
}

// Blank adds the faces without print among places that look like none.
func (p *Picture) Blank(all []Proposal, on *Ground, maybe []Glance) ([]Proposal, error) {
	for i := range maybe {
		if maybe[i].blank == models.NoTile {
			continue
		}
		o, ok := p.outlined(&maybe[i])
		if !ok {
			continue
		}
		at := Spot{At: o.at, Height: on.Height, MayMove: UsualSweep.MayMove}
		g, err := p.lookOn(maybe[i].Field, o.at, at)
		if err != nil {
			return nil, err
		}
		all = append(all, p.candidate([]Glance{g}, at))
	}
	return all, nil
}

// Doubted is the evidence of the pose alone, with what may lie there instead weighed in: nothing is as likely as that no tile lies in it.
func (f *Found) Doubted() models.Evidence {
	e, tiles := f.Evidence, 0.
	most := slices.Max(e.LogLike[models.NoTile+1:])
	for _, l := range e.LogLike[models.NoTile+1:] {
		tiles += math.Exp(l - most)
	}
	none := most + math.Log(tiles/float64(len(e.LogLike)-1)) - faces.Logit(max(f.Sure, math.SmallestNonzeroFloat64))
	e.LogLike[models.NoTile] = max(e.LogLike[models.NoTile], none)
	return e
}

// Sighting is what was found as the eye tells it: the likeliest face with its probability, and the
// next ones.
func (f *Found) Sighting() models.Sighting {
	var prior [models.Outcomes]float64
	for t := range prior {
		prior[t] = 1
	}
	prior[models.NoTile], prior[models.Unknown] = 0, UsualSweep.Unlearned
	p := f.Posterior(&prior)
	order := make([]models.Candidate, 0, len(p))
	for t, sure := range p {
		if sure > 0 {
			order = append(order, models.Candidate{Tile: models.Tile(t), Confidence: sure * f.Sure})
		}
	}
	slices.SortStableFunc(order, func(a, b models.Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	table := f.Table
	s := models.Sighting{Quad: f.Quad, Table: &table, Facing: plane.QuarterTurn(f.Quad[1].Sub(f.Quad[0]))}
	if len(order) == 0 {
		s.Tile = models.Unknown
		return s
	}
	s.Candidate, s.Alternatives = order[0], order[1:min(4, len(order))]
	return s
}

// choose finds the tiles that together are likeliest.
func (p *Picture) choose(all []Proposal) arrange.Result {
	proposals := make([]arrange.Proposal, len(all))
	for i := range all {
		proposals[i] = arrange.Proposal{Pose: all[i].Pose, Tile: all[i].Tile, Gain: all[i].Gain, Room: all[i].Room, Side: p.before(all[i].At).Index(), Scant: p.Tiles.Match.IsScant(all[i].Tile)}
	}
	tuning := p.Tuning()
	if tuning.InRow = UsualSweep.InRow; p.Anywhere() { // before whom it lies is not known
		return arrange.Choose(proposals, tuning)
	}
	return arrange.ChooseInRows(proposals, tuning)
}

// before is the place before which a point lies: that of its zone, or the nearest side of the table.
func (p *Picture) before(at models.Point) models.Place {
	if zone, in := calibration.ZoneAt(p.Table.Camera.Zones, at); in && zone.Place > 0 {
		return zone.Place
	}
	for i := range models.Places {
		if own := at.Turned(models.Places - i); own.Y <= -math.Abs(own.X) {
			return models.PlaceAt(i)
		}
	}
	return models.PlaceAt(0)
}

// Tuning is that of arranging tiles of the table.
func (p *Picture) Tuning() arrange.Tuning {
	return arrange.Usual(p.Table.Camera.Tile.Width, p.Table.Camera.Tile.Height)
}

// Ground is a part of the table at one height, as it is searched for tiles.
type Ground struct {
	Height float64
	// Ways see tiles that lie the one way and the other as upright ones.
	Ways [2]*plane.Field
	// Sheets are the same laid flat, in one picture.
	Sheets [2]*plane.Sheet
	// Way is how a tile that stands upright for whoever sits next to a point lies there, an index
	// of ways; false for a point where none is looked for.
	Way func(models.Point) (int, bool)
	// Start and look are the similarities of [SweepTuning].
	Start float32
	Look  float64
}

// groundAt is what lies at a height in some zones.
func groundAt(t *plane.Table, height float64, zones []calibration.Zone) (*Ground, error) {
	g := &Ground{Height: height, Start: UsualSweep.Start, Look: UsualSweep.Look}
	g.Way = func(q models.Point) (int, bool) {
		_, in := calibration.ZoneAt(zones, q)
		return int(wayAt(q) - plane.Upright), in
	}
	for i := range g.Ways {
		f, err := t.Facing(plane.Upright+plane.Ways(i), height)
		if err != nil {
			return nil, err
		}
		f.Extent = plane.Nowhere()
		for _, z := range zones {
			for _, c := range z.Corners {
				at := f.Own(c)
				f.Left, f.Right, f.Near, f.Far = min(f.Left, at.X), max(f.Right, at.X), min(f.Near, at.Y), max(f.Far, at.Y)
			}
		}
		g.Ways[i] = f.WithRoom()
	}
	return g, nil
}

// Read looks at all that may be tiles in a part of the table: first at those that stand upright
// for the place that is next to them, then, where none of them surely lies, at those that lie
// sideways for it. It also tells where something printed lies that is like no face.
func (p *Picture) Read(ctx context.Context, on *Ground) (found []Proposal, unread []Glance, err error) {
	for range 2 {
		for _, f := range on.Ways {
			p.asTaught(f)
		}
		if found, unread, err = p.readOnce(ctx, on, found); err != nil {
			return nil, nil, err
		}
		if now := p.Tiles.Stretch(); math.Abs(now.Wide-on.Ways[0].Wide) < faces.UsualStretch.Changed && math.Abs(now.Tall-on.Ways[0].Tall) < faces.UsualStretch.Changed {
			break // it was not known before
		}
	}
	return found, unread, nil
}

// readOnce reads a ground as its faces are thought to be stretched. What was found as they were thought to be before is looked at again, however little its
// window looks like it: pale print that is .9 like its face looked .603 like it to start with, and less than Start the second time.
func (p *Picture) readOnce(ctx context.Context, on *Ground, before []Proposal) (found []Proposal, unread []Glance, err error) {
	for i, f := range on.Ways {
		if on.Sheets[i], err = f.Lay(p.Raster); err != nil {
			return nil, nil, err
		}
	}
	for _, own := range []bool{true, false} {
		var sure []models.Pose
		for i := range found {
			if found[i].Sim >= UsualSweep.Plain {
				sure = append(sure, found[i].Pose)
			}
		}
		var starts []Glance
		for i, s := range on.Sheets {
			pose := models.Pose{Quarter: (&Glance{Field: s.Field}).quarter(false)}
			may := func(q models.Point) bool {
				if way, in := on.Way(q); !in || own != (i == way) {
					return false
				}
				pose.At = q
				return !slices.ContainsFunc(sure, func(o models.Pose) bool { return p.Share(o, pose) })
			}
			likely, maybe := p.windows(s, on.Start, may)
			for _, c := range before {
				if c.Seen.Field == s.Field && may(c.At) {
					likely = seenAt(likely, &c)
				}
			}
			starts, unread = append(starts, likely...), append(unread, maybe...)
		}
		slices.SortStableFunc(starts, byLikeness)
		p.Tell("windows", func() []Mark { return markWindows(starts) })
		var rejected []Glance
		if found, rejected, err = p.readStarts(ctx, on, starts, found); err != nil {
			return nil, nil, err
		}
		unread = append(unread, rejected...)
	}
	return found, unread, nil
}

// seenAt has the start of a place that was looked at before promise what was seen there: its window may look far less like it than one half beside it, as the
// near row of the sticks of a 4s looks like a 2s.
func seenAt(starts []Glance, c *Proposal) []Glance {
	near := UsualSweep.Apart * c.Seen.Field.Tile.Width
	for i := range starts {
		if starts[i].At.Sub(c.Seen.At).Length() < near {
			starts[i].Sims[0] = max(starts[i].Sims[0], c.Sim)
			return starts
		}
	}
	return append(starts, Glance{Field: c.Seen.Field, At: c.Seen.At, Sims: []float64{c.Sim}})
}

// byLikeness puts the likelier of two starts first.
func byLikeness(a, b Glance) int { return cmp.Compare(b.Sims[0], a.Sims[0]) }

// wayAt is how tiles stand upright for the place that is next to a point.
func wayAt(at models.Point) plane.Ways {
	if math.Abs(at.X) > math.Abs(at.Y) {
		return plane.Sideways
	}
	return plane.Upright
}

// Share reports whether two poses share much cloth.
func (p *Picture) Share(a, b models.Pose) bool {
	t := &p.Table.Camera.Tile
	if reach := max(t.Width, t.Height); math.Abs(a.At.X-b.At.X) > reach || math.Abs(a.At.Y-b.At.Y) > reach {
		return false
	}
	return p.Tuning().Overlap(a, b) > UsualSweep.Much*t.Width
}

// Proposal is a tile that may lie somewhere.
type Proposal struct {
	models.Evidence
	Gain  float64     // of an arrangement that has it
	Room  float64     // by how much more than others it may seem to overlap them, mm
	Tile  models.Tile // the likeliest face
	Sim   float64     // how much it looks like its face
	at    Spot
	Seen  Glance
	light Lit // how it lies upon it
	// Quad and Table are those of [Found].
	Quad, Table [4]models.Point
}

// readStarts looks closely at where tiles may lie, the likeliest first, and adds what it sees. It also gives the looks that show no face.
func (p *Picture) readStarts(ctx context.Context, on *Ground, starts []Glance, out []Proposal) (_ []Proposal, none []Glance, _ error) {
	k := &UsualSweep
	for _, s := range starts {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		at := Spot{At: s.Field.OnTheTable(s.At), Height: on.Height, MayMove: k.MayMove}
		pose := models.Pose{At: at.At, Quarter: s.quarter(false)}
		worse := false
		for i := range out {
			least := out[i].Sim - k.Worse - k.Doubt*max(k.Plain-out[i].Sim, 0)
			well := out[i].Sim >= k.Plain || !p.Anywhere() // in a plane that is not well known yet a start beside may show it better
			worse = worse || well && s.Sims[0] < least && p.Share(out[i].Pose, pose)
		}
		if worse {
			continue
		}
		g, err := p.look(s.Field, s.At, 0)
		if err != nil {
			return nil, nil, err
		}
		if g.Sims[g.best()] < on.Look {
			none = append(none, g)
			if err := p.watched(at.At, p.Tiles.Match.Means[g.best()].Tile, g.Sims[g.best()]); err != nil {
				return nil, nil, err
			}
			continue
		}
		if g, err = p.settle(g, at); err != nil {
			return nil, nil, err
		}
		c := p.candidate([]Glance{g}, at)
		if err := p.watched(c.At, c.Tile, c.Sim); err != nil {
			return nil, nil, err
		}
		out = append(out, c)
		if c.Tile != faces.Circle { // which looks the same either way
			continue
		}
		across := on.Ways[0]
		if s.Field.Place == across.Place {
			across = on.Ways[1]
		}
		if g, err = p.lookOn(across, c.At, at); err != nil {
			return nil, nil, err
		}
		out = append(out, p.candidate([]Glance{g}, at))
	}
	return out, none, nil
}

// Shown is what was seen of a proposal, with every face that it may have in the light upon some tiles.
func (p *Picture) Shown(c *Proposal, lit []Lit) faces.Shown {
	s := faces.Shown{Tile: c.Tile, Sim: c.Sim, Beyond: c.Seen.Beyond}
	if c.Tile == models.Unknown {
		s.Ranks = []faces.Rank{{Tile: models.Unknown}}
		return s
	}
	for i, sim := range c.Seen.Sims {
		face := p.Tiles.Match.Means[i]
		own := faces.Rank{Tile: face.Tile, Flipped: face.Flipped, Sim: sim - c.Seen.cost()}
		if k := slices.IndexFunc(s.Ranks, func(o faces.Rank) bool { return o.Tile == face.Tile }); k < 0 {
			s.Ranks = append(s.Ranks, own)
		} else if s.Ranks[k].Sim < own.Sim {
			s.Ranks[k] = own
		}
	}
	slices.SortStableFunc(s.Ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
	s.Twin = p.Tiles.Match.MaybeTwin(c.Seen.grid, s.Ranks[0], s.Ranks, p.inksAround(&c.Seen, lit))
	return s
}

// doubtful reports whether a tile shows no face well, or two nearly alike.
func (c *Proposal) doubtful() bool {
	rivals := 0
	for t, like := range c.LogLike {
		if models.Tile(t).HasFace() && like > c.LogLike[c.Tile]-UsualSweep.Rival {
			rivals++
		}
	}
	return c.Sim < UsualSweep.Doubtful || rivals > 1
}

// lookOn looks at a point of the table as a field sees it.
func (p *Picture) lookOn(f *plane.Field, q models.Point, at Spot) (Glance, error) {
	at.At = q
	g, err := p.look(f, f.Own(q), 0)
	if err != nil {
		return g, err
	}
	if p.Tiles.Match.IsBlank(p.Tiles.Match.Means[g.best()].Tile) { // without print it is seen as well a little farther
		err := p.finish(&g, at, nil)
		return g, err
	}
	return p.settle(g, at)
}

// GainOf is by how much likelier, as a logarithm, a proposal is than none, as alike as it is.
func (p *Picture) GainOf(c *Proposal) float64 {
	gain := (1-c.Seen.Beyond)*UsualPlace.Tileness(c.Sim) - UsualSweep.Empty - p.paleness(&c.Seen)
	if p.Tiles.Match.IsScant(c.Tile) {
		gain = min(gain, p.blankOdds(&c.Seen))
	}
	if rare := p.rarity(c.At); rare > 0 {
		gain = min(gain-rare, UsualPlace.MostOnUnit)
	}
	return gain
}

// candidate weighs what was seen of one tile.
func (p *Picture) candidate(seen []Glance, at Spot) Proposal {
	g := slices.MaxFunc(seen, func(a, b Glance) int { return cmp.Compare(a.top(), b.top()) })
	c := Proposal{Evidence: p.weigh(seen, nil, at), Sim: g.top(), at: at, Seen: g, light: p.lit(&g), Tile: p.Tiles.Match.Means[g.best()].Tile}
	c.Gain = p.GainOf(&c)
	if c.Sim >= UsualSweep.Plain {
		c.Room = UsualSweep.Room
	}
	c.Quad = g.Frame.Quad(0, 0)
	if p.Tiles.Match.Means[g.best()].Flipped {
		c.Quad = [4]models.Point{c.Quad[2], c.Quad[3], c.Quad[0], c.Quad[1]}
	}
	for i, q := range c.Quad {
		c.Table[i] = g.Field.View.Table(q)
	}
	return c
}
