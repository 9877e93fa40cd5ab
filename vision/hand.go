package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/arrange"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
)

// The hand of a place as one decision: everything that may be a tile before it is a proposal with
// a likelihood, package arrange chooses those that together are likeliest, and what the next
// likely arrangements have otherwise is the doubt.

// HandTuning holds what reading a hand as one arrangement rests on, beside [proposal.SweepTuning].
type HandTuning struct {
	// LeftOut is the probability from which a tile that the likeliest arrangement leaves out, and
	// that lies upon none of it, is told as one that was not read.
	LeftOut float64
	// Unread is by how much likelier, as a logarithm, what is as light and as wide as the tiles around it is a
	// tile than nothing, though it shows no face. Surely is the similarity of what shows one, and not only light.
	Unread, Surely float64
	// Start and Look are those of [proposal.SweepTuning]: what lies in a shadow or in glare before a place is
	// its hand's, and is looked for harder than what lies anywhere.
	Start float32
	Look  float64
	// Fainter is by how much less alike than the tiles of its hand usually are a tile is seen that is
	// one as likely as any: all are blurred alike. FainterAnywhere is that in a bare picture, of the better half of its tiles: on a ground as light as they
	// are, what is between two flanks looks like a bamboo (.72 to .80 beside tiles of .95).
	Fainter, FainterAnywhere float64
	// Rim is the share of a tile's rim that may seem to be none where it is seen badly, and RimOdds by
	// how much less likely, as a logarithm, a tile is all of whose rim is none: false ones of drawn
	// tables lie on flanks, with .1 to .25 of their rim on cloth.
	Rim, RimOdds float64
	// OneSide is the share of the rim that one side of a tile is: where a tile is seen a little off its
	// place, one side shows cloth, and where it is a part of a tile that lies otherwise, more does.
	OneSide float64
	// OffLine is how far, in heights of a tile, its edge towards the owner may lie off the line of its row.
	OffLine float64
	// AtEnds is how near to the end of its field, in widths of a tile, a row may go on beyond, and GoesOn how much
	// wider the field is then.
	AtEnds, GoesOn float64
}

var handTuning = HandTuning{LeftOut: .3, Unread: 2, Surely: .64, Start: .58, Look: .64, Fainter: .2, FainterAnywhere: .1, Rim: .06, RimOdds: 30, OneSide: .26, OffLine: .3, AtEnds: 2, GoesOn: 6}

// hands reads the hands in a picture of a calibrated table, each as one arrangement.
type hands struct {
	*proposal.Picture
	// faces are where faces are seen whatever they show, mm; none on a calibrated table.
	faces []models.Point
	// seen is all that was proposed in the field that was read last, likely or not.
	seen []proposal.Proposal
}

// laid is a tile that lies before a place.
type laid struct {
	proposal.Proposal
	at     models.Point // its middle as the owner sees it, mm
	turned bool         // it lies sideways for them
	light  float64      // under its print, 0 to 255
	shown  faces.Shown
	raised bool // it may lie upon another
}

// row is some tiles in a line, from the owner's left to the right.
type row []laid

// laid is a proposal as a tile before the owner of a field, in the light upon some tiles.
func (p *hands) laid(f *plane.Field, c *proposal.Proposal, lit []proposal.Lit) laid {
	t := laid{Proposal: *c, at: f.Own(c.At), turned: c.Seen.Field.Place != f.Place, light: c.Seen.Light()}
	t.shown = p.Shown(c, lit)
	t.shown.Sideways = t.turned
	return t
}

// asUnread is a tile of which no face is known.
func (t laid) asUnread() laid {
	t.Tile, t.shown.Tile, t.shown.Ranks = models.Unknown, models.Unknown, []faces.Rank{{Tile: models.Unknown}}
	return t
}

// pixel is where its middle is seen.
func (t *laid) pixel() models.Point { return t.Quad[0].Toward(t.Quad[2], .5) }

// arranged reads the rows in the fields of a place.
func (p *hands) arranged(ctx context.Context, place models.Place) (out [][]models.Sighting, err error) {
	for _, f := range p.Table.Fields[place.Index()] {
		rows, err := p.arrangedIn(ctx, f)
		if w := wider(f, rows); err == nil && w != nil {
			rows, err = p.arrangedIn(ctx, w)
		}
		if err != nil {
			return nil, err
		}
		if err := p.markRaised(ctx, f, rows); err != nil {
			return nil, err
		}
		for _, c := range rows {
			seen := make([]models.Sighting, len(c))
			for i := range c {
				seen[i] = p.sighting(&c[i])
			}
			out = append(out, seen)
		}
	}
	return out, nil
}

// sighting is a tile as the eye tells it.
func (p *hands) sighting(t *laid) models.Sighting {
	table := t.Table
	s := models.Sighting{Quad: t.Quad, Table: &table, Raised: t.raised, Facing: plane.QuarterTurn(t.Quad[1].Sub(t.Quad[0]))}
	if t.Tile == models.Back {
		s.Candidate = models.Candidate{Tile: models.Back, Confidence: t.Sim}
		return s
	}
	s.Candidate, s.Alternatives = t.shown.Candidates(p.Tiles.TrustIn(&t.shown))
	return s
}

// wider is the field with more room at the ends of its rows; nil where none of them
// reaches so far.
func wider(f *plane.Field, rows []row) *plane.Field {
	reach := handTuning.AtEnds * f.Tile.Width
	for _, c := range rows {
		if c[0].at.X < f.Left+reach || c[len(c)-1].at.X > f.Right-reach {
			w := *f
			w.Widen(handTuning.GoesOn)
			return &w
		}
	}
	return nil
}

// arrangedIn finds the rows of a field, farthest from the owner first, and reads them.
func (p *hands) arrangedIn(ctx context.Context, f *plane.Field) ([]row, error) {
	on := p.groundOf(f)
	all, maybe, err := p.Read(ctx, on)
	if err != nil {
		return nil, err
	}
	if all, err = p.At(all, on, p.facesIn(f)); err != nil {
		return nil, err
	}
	if all, err = p.BesidesDoubtful(all); err != nil {
		return nil, err
	}
	if all, err = p.Blank(all, on, maybe); err != nil {
		return nil, err
	}
	p.seen = all
	chosen, all, err := p.withLight(all, on, f)
	if err != nil {
		return nil, err
	}
	p.Tell("proposals", func() []proposal.Mark { return proposal.MarkProposals(all, chosen.Sure) })
	var tiles []row
	var found []models.Pose
	lit := p.LitBy(all, chosen.Tiles)
	for _, i := range chosen.Tiles {
		t := p.laid(f, &all[i], lit)
		if p.Tiles.Match.IsBlank(t.Tile) && !p.ShowsBlank(&all[i], lit) {
			t = t.asUnread()
		}
		t.shown.Open = 1 - chosen.Sure[i]
		tiles, found = append(tiles, row{t}), append(found, t.Pose)
	}
	p.Tell("arrangement", func() (marks []proposal.Mark) {
		for _, i := range chosen.Tiles {
			marks = append(marks, proposal.MarkProposals(all[i:i+1], chosen.Sure[i:i+1])...)
		}
		return marks
	})
	for i := range all {
		if slices.Contains(chosen.Tiles, i) {
			continue
		}
		if chosen.Sure[i] >= handTuning.LeftOut && f.Zones.Holds(f.Own(all[i].At)) && !p.upon(all[i].Pose, found) {
			tiles, found = append(tiles, row{p.laid(f, &all[i], lit).asUnread()}), append(found, all[i].Pose)
		}
	}
	rows := inRows(f, inRows(f, tiles))
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b[0].at.Y, a[0].at.Y) })
	return p.withBacks(p.asSeen(f), rows), nil
}

// asSeen is a field with its tiles as large as they are seen: on a calibrated table that is known, and faces that are seen larger were taught so.
func (p *hands) asSeen(f *plane.Field) *plane.Field {
	if !p.Anywhere() {
		return f
	}
	as, s := *f, p.Tiles.Stretch()
	as.Tile.Width, as.Tile.Height = as.Tile.Width*(1+s.Wide), as.Tile.Height*(1+s.Tall)
	return &as
}

// facesIn are the faces that were located in a field.
func (p *hands) facesIn(f *plane.Field) (in []models.Point) {
	for _, at := range p.faces {
		if f.Holds(f.Own(at)) {
			in = append(in, at)
		}
	}
	return in
}

// withLight chooses among proposals, and once more with what is as light as the tiles that were chosen and explained
// by none of them.
func (p *hands) withLight(all []proposal.Proposal, on *proposal.Ground, f *plane.Field) (arrange.Result, []proposal.Proposal, error) {
	k := &handTuning
	weighRims := func(all []proposal.Proposal) {
		for i := range all {
			if c := &all[i]; c.Tile != models.Unknown && !p.Tiles.Match.IsBlank(c.Tile) {
				odds, one := k.RimOdds*max(c.Seen.Rim-k.Rim, 0), min(c.Seen.Rim, k.OneSide)
				c.Seen.Rim, c.Sim = c.Seen.Rim-one, c.Sim+proposal.UsualPlace.Rim*one
				c.Gain = p.GainOf(c) - odds
			}
		}
	}
	weighRims(all)
	chosen := p.chooseInRows(all, f)
	if p.Anywhere() { // what is as light as tiles may be anything
		return chosen, all, nil
	}
	var read []plane.Laid
	for _, i := range chosen.Tiles {
		l := plane.Laid{At: f.Own(all[i].At), Turned: all[i].Seen.Field.Place != f.Place, Sim: all[i].Sim}
		l.Light = on.Sheets[0].LightOf(l)
		read = append(read, l)
	}
	known := len(all)
	all, err := p.Light(all, on, read, k.Unread)
	if err != nil || len(all) == known {
		return chosen, all, err
	}
	weighRims(all[known:])
	for i := known; i < len(all); i++ { // as light as it is it is a tile, and the face is what tiles have
		if c := &all[i]; c.Tile != models.Unknown && c.Sim >= k.Surely {
			c.Gain = max(c.Gain, k.Unread+c.Sim)
		}
	}
	return p.chooseInRows(all, f), all, nil
}

// inRows joins rows that lie on one line, in the order in which they come: the edges of a row towards the owner are.
func inRows(f *plane.Field, rows []row) (out []row) {
	for _, c := range rows {
		nearest, best := -1, handTuning.OffLine*f.Tile.Height
		for i, o := range out {
			if off := offLine(f, o, c); off < best {
				nearest, best = i, off
			}
		}
		if nearest < 0 {
			out = append(out, c)
			continue
		}
		out[nearest] = slices.Concat(out[nearest], c)
		slices.SortStableFunc(out[nearest], func(a, b laid) int { return cmp.Compare(a.at.X, b.at.X) })
	}
	return out
}

// offLine is how far the edges towards the owner of those tiles of two rows that lie nearest to each other are off one
// line, mm.
func offLine(f *plane.Field, a, b row) (off float64) {
	edge := func(t *laid) float64 {
		_, across := f.Spans(t.turned)
		return t.at.Y - across/2
	}
	nearest := math.Inf(1)
	for i := range a {
		for k := range b {
			if along := math.Abs(a[i].at.X - b[k].at.X); along < nearest {
				nearest, off = along, math.Abs(edge(&a[i])-edge(&b[k]))
			}
		}
	}
	return off
}

// chooseInRows finds the tiles that together are likeliest to lie before the owner of a field.
func (p *hands) chooseInRows(all []proposal.Proposal, f *plane.Field) arrange.Result {
	var sims []float64
	for i := range all {
		if all[i].Gain > 0 {
			sims = append(sims, all[i].Sim)
		}
	}
	slices.Sort(sims)
	usual, fainter := 0.0, handTuning.Fainter
	if len(sims) > 0 {
		usual = sims[len(sims)/2]
		if p.Anywhere() {
			usual, fainter = sims[len(sims)*3/4], handTuning.FainterAnywhere
		}
	}
	proposals := make([]arrange.Proposal, len(all))
	for i := range all {
		pose := models.Pose{At: f.Own(all[i].At), Quarter: (all[i].Quarter + models.Places - f.Place.Index()) % models.Places}
		proposals[i] = arrange.Proposal{Pose: pose, Tile: all[i].Tile, Gain: all[i].Gain, Room: all[i].Room}
		if below := usual - fainter - all[i].Sim; below > 0 && all[i].Tile != models.Unknown {
			proposals[i].Gain -= (1 - all[i].Seen.Beyond) * proposal.UsualPlace.TileSlope * below
		}
	}
	return arrange.ChooseInRows(proposals, p.Tuning())
}

// groundOf is the part of the table that a field sees, where tiles stand upright for its owner first.
func (p *hands) groundOf(f *plane.Field) *proposal.Ground {
	wide, inner := f.WithRoom(), f.Extent // of the middles of tiles that lie wholly within
	inner.Left, inner.Right = f.Left+f.Tile.Width/2, f.Right-f.Tile.Width/2
	inner.Near, inner.Far = f.Near+f.Tile.Height/2, f.Far-f.Tile.Height/2
	return &proposal.Ground{Height: f.Lies, Start: handTuning.Start, Look: handTuning.Look, Ways: [2]*plane.Field{wide, wide.Quarter()}, Way: func(q models.Point) (int, bool) { return 0, inner.Holds(f.Own(q)) }}
}

// upon reports whether a tile in a pose would lie upon one of others.
func (p *hands) upon(at models.Pose, others []models.Pose) bool {
	k := p.Tuning()
	return slices.ContainsFunc(others, func(o models.Pose) bool { return k.Overlap(o, at) > k.Slack })
}
