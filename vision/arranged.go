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
	"jantaku/vision/raster"
)

// The hand of a place as one decision: everything that may be a tile before it is a proposal with
// a likelihood, package arrange chooses those that together are likeliest, and what the next
// likely arrangements have otherwise is the doubt.

// HandTuning holds what reading a hand as one arrangement rests on, beside [SweepTuning].
type HandTuning struct {
	// LeftOut is the probability from which a tile that the likeliest arrangement leaves out, and
	// that lies upon none of it, is told as one that was not read.
	LeftOut float64
	// Start and Look are those of [SweepTuning]: what lies in a shadow or in glare before a place is
	// its hand's, and is looked for harder than what lies anywhere.
	Start float32
	Look  float64
	// Clear is the similarity of a tile that leaves no room for others: those on its cloth that are
	// less alike by Worse are not looked at closely.
	Clear, Worse float64
	// Fainter is by how much less alike than the tiles of its hand usually are a tile is seen that is
	// one as likely as any: all are blurred alike.
	Fainter float64
	// Rim is the share of a tile's rim that may seem to be none where it is seen badly, and RimOdds by
	// how much less likely, as a logarithm, a tile is all of whose rim is none: false ones of drawn
	// tables lie on flanks, with .1 to .25 of their rim on cloth.
	Rim, RimOdds float64
	// OneSide is the share of the rim that one side of a tile is: where a tile is seen a little off its
	// place, one side shows cloth, and where it is a part of a tile that lies otherwise, more does.
	OneSide float64
}

var handTuning = HandTuning{LeftOut: .3, Start: .58, Look: .64, Clear: .86, Worse: .06, Fainter: .2, Rim: .06, RimOdds: 30, OneSide: .26}

// hands reads the hands in a picture of a calibrated table, each as one arrangement.
type hands struct {
	*Picture
	steps *stepReader
}

// arranged reads the rows in the fields of a place.
func (p *hands) arranged(ctx context.Context, place models.Place) (out [][]models.Sighting, err error) {
	for _, f := range p.table.Fields[place.Index()] {
		rows, err := p.arrangedIn(ctx, f)
		if err != nil {
			return nil, err
		}
		if w := wider(f, rows); w != nil {
			if rows, err = p.arrangedIn(ctx, w); err != nil {
				return nil, err
			}
		}
		if err := p.steps.markRaised(ctx, p.p, p.table.Rivers, f, rows); err != nil {
			return nil, err
		}
		for _, c := range rows {
			row := make([]models.Sighting, len(c.tiles))
			for i, tile := range c.tiles {
				row[i] = p.tiles.onTable(f, tile)
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// arrangedIn finds the rows of a field, farthest from the owner first, and reads them.
func (p *hands) arrangedIn(ctx context.Context, f *plane.Field) ([]row, error) {
	on := p.groundOf(f)
	all, _, err := p.read(ctx, on)
	if err != nil {
		return nil, err
	}
	if all, err = p.besidesDoubtful(all); err != nil {
		return nil, err
	}
	if err := p.lookClosely(all, f); err != nil {
		return nil, err
	}
	chosen := p.chooseInRows(all, f)
	p.tell("proposals", func() []Mark { return markProposals(all, chosen.Sure) })
	var rows []row
	var found []Found
	for _, i := range chosen.Tiles {
		found = append(found, Found{Evidence: all[i].Evidence})
		t := all[i].as
		t.open = 1 - chosen.Sure[i]
		rows = putInField(f, rows, t)
	}
	p.tell("arrangement", func() (marks []Mark) {
		for _, i := range chosen.Tiles {
			marks = append(marks, markProposals(all[i:i+1], chosen.Sure[i:i+1])...)
		}
		return marks
	})
	for i := range all {
		if slices.Contains(chosen.Tiles, i) {
			continue
		}
		if chosen.Sure[i] >= handTuning.LeftOut && f.Zones.Holds(f.Own(all[i].At)) && !p.uponAny(all[i].Pose, found) {
			rows = putInField(f, rows, all[i].as.asUnread())
			found = append(found, Found{Evidence: all[i].Evidence})
		}
	}
	if rows, err = p.steps.addUnread(p.p, on.sheets[0], rows); err != nil {
		return nil, err
	}
	rows = inLines(f, rows)
	for i := range rows {
		alignOn(f, &rows[i])
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(middleOn(f, &b.tiles[0]).Y, middleOn(f, &a.tiles[0]).Y) })
	if rows, err = p.tiles.addBacks(p.p, rows); err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].tiles = p.backsWithRoom(f, rows[i].tiles)
	}
	rows = withTiles(rows)
	p.steps.settleClaimed(p.p, f, rows)
	return rows, p.tiles.markTwins(p.p, rows)
}

// backsWithRoom leaves out the tiles face down for which the tiles beside them leave no room: cloth
// between two melds has edges as well.
func (p *hands) backsWithRoom(f *plane.Field, tiles []reading) (kept []reading) {
	left := func(t *reading) float64 { along, _ := f.Spans(t.turned); return middleOn(f, t).X - along/2 }
	right := func(t *reading) float64 { along, _ := f.Spans(t.turned); return middleOn(f, t).X + along/2 }
	isBack := func(t reading) bool { return t.tile == models.Back }
	for i := 0; i < len(tiles); {
		n := i // the backs side by side
		for n < len(tiles) && isBack(tiles[n]) {
			n++
		}
		if n == i {
			kept = append(kept, tiles[i])
			i++
			continue
		}
		between := i > 0 && n < len(tiles)
		if !between || left(&tiles[n])-right(&tiles[i-1]) >= float64(n-i)*f.Tile.Width-p.tuning().Slack {
			kept = append(kept, tiles[i:n]...)
		}
		i = n
	}
	return kept
}

// alignOn gives a row its direction: that of one tile by itself is not known well, and what lies beside
// it is looked for along the row, too.
func alignOn(f *plane.Field, c *row) {
	var xs []float64
	var at []models.Point
	for i := range c.tiles {
		if !c.tiles[i].turned {
			q := middleOn(f, &c.tiles[i])
			xs, at = append(xs, q.X), append(at, q)
		}
	}
	slope := 0.0
	if len(at) >= fewInLine {
		slope = max(min(raster.FitLineAt(xs, at)[1].Y, mostSlope), -mostSlope)
	}
	q := middleOn(f, &c.tiles[0])
	c.frame = f.Frame(q.X, q.Y, slope, -alongRow, alongRow)
}

// fewInLine is how many upright tiles tell the direction of their row, and alongRow for how many places,
// each way, the frame of a tile is good.
const fewInLine, alongRow = 3, 1.5

// chooseInRows finds the tiles that together are likeliest to lie before the owner of a field.
func (p *hands) chooseInRows(all []candidate, f *plane.Field) arrange.Result {
	var sims []float64
	for i := range all {
		if all[i].gain > 0 {
			sims = append(sims, all[i].sim)
		}
	}
	slices.Sort(sims)
	usual := 0.0
	if len(sims) > 0 {
		usual = sims[len(sims)/2]
	}
	proposals := make([]arrange.Proposal, len(all))
	for i := range all {
		pose := models.Pose{At: f.Own(all[i].At), Quarter: (all[i].Quarter + models.Places - f.Place.Index()) % models.Places}
		proposals[i] = arrange.Proposal{Pose: pose, Tile: all[i].tile, Gain: all[i].gain}
		if below := usual - handTuning.Fainter - all[i].sim; below > 0 {
			proposals[i].Gain -= placeTuning.TileSlope * below
		}
	}
	return arrange.ChooseInRows(proposals, p.tuning())
}

// groundOf is the part of the table that a field sees, where tiles stand upright for its owner first.
func (p *hands) groundOf(f *plane.Field) *ground {
	wide, inner := f.WithRoom(), f.Extent // of the middles of tiles that lie wholly within
	inner.Left, inner.Right = f.Left+f.Tile.Width/2, f.Right-f.Tile.Width/2
	inner.Near, inner.Far = f.Near+f.Tile.Height/2, f.Far-f.Tile.Height/2
	return &ground{height: f.Lies, start: handTuning.Start, look: handTuning.Look, ways: [2]*plane.Field{wide, wide.Quarter()}, way: func(q models.Point) (int, bool) { return 0, inner.Holds(f.Own(q)) }}
}

// uponAny reports whether a tile in a pose would lie upon one of others.
func (p *hands) uponAny(at models.Pose, others []Found) bool {
	k := p.tuning()
	return slices.ContainsFunc(others, func(o Found) bool { return k.Overlap(o.Pose, at) > k.Slack })
}

// lookClosely makes readings of proposals, and looks closely at those that show no face well, the
// likeliest sight of each tile.
func (p *hands) lookClosely(all []candidate, own *plane.Field) error {
	k, tuning := &handTuning, p.tuning()
	order := make([]int, len(all))
	for i := range all {
		order[i], all[i].as = i, p.reading(&all[i], own)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].sim, all[a].sim) })
	for n, i := range order {
		c := &all[i]
		c.gain -= k.RimOdds * max(c.seen.rim-k.Rim, 0)
		t := &c.as
		settled := func(j int) bool {
			o := &all[j]
			return p.share(o.Pose, c.Pose) && (o.sim >= k.Clear && c.sim < o.sim-k.Worse || tuning.Same > o.At.Sub(c.At).Length() && o.tile == c.tile && (o.Quarter-c.Quarter)%2 == 0)
		}
		if t.plain(offLead) || slices.ContainsFunc(order[:n], settled) {
			continue
		}
		seen, turned := faces.Rank{Tile: t.tile, Flipped: t.flipped, Blank: t.blank, Sim: t.sim}, t.turned
		if err := p.tiles.readAnew(p.p, t); err != nil {
			return err
		}
		if k := slices.IndexFunc(t.ranks, func(o faces.Rank) bool { return o.Tile == seen.Tile }); k < 0 {
			t.ranks = append(t.ranks, seen)
		} else if t.ranks[k].Sim < seen.Sim {
			t.ranks[k] = seen
		}
		slices.SortStableFunc(t.ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
		// Faces are looked for in windows of other shapes, too; the tile has the one that is known.
		g := &c.seen
		at := g.field.Own(own.View.Table(t.frame.At(t.t)))
		t.turned, t.frame = turned, g.field.Frame(at.X, at.Y, math.Tan(g.turn*math.Pi/180), -alongRow, alongRow)
		t.quad = t.frame.Quad(0, 0)
		rim := rim(p.p, &t.frame, t.light)
		for i := range t.ranks {
			t.ranks[i].Sim -= placeTuning.Rim * max(rim-k.OneSide, 0)
		}
		if t.decide(); t.sim < c.sim { // it was seen better at first
			c.as = p.reading(c, own)
			continue
		}
		c.At = own.View.Table(t.frame.At(t.t))
		c.tile, c.sim, c.gain = t.tile, t.sim, placeTuning.tileness(t.sim)-sweepTuning.Empty-k.RimOdds*max(rim-k.Rim, 0)
	}
	return nil
}

// reading is what was seen of a proposal as a tile of a row.
func (p *hands) reading(c *candidate, own *plane.Field) reading {
	g, means := &c.seen, p.tiles.match.Means
	t := reading{distorts: tableDistorts, frame: g.field.Frame(g.at.X, g.at.Y, math.Tan(g.turn*math.Pi/180), -alongRow, alongRow), turned: g.field.Place != own.Place, quad: g.frame.Quad(0, 0), light: g.strip.Brightness(faces.FineMargin + faces.LightInset)}
	for i, sim := range g.sims {
		sim -= placeTuning.Rim * g.rim
		look := faces.Rank{Tile: means[i].Tile, Flipped: means[i].Flipped, Blank: p.tiles.match.FineMeans.Blank[i], Sim: sim}
		if k := slices.IndexFunc(t.ranks, func(o faces.Rank) bool { return o.Tile == look.Tile }); k < 0 {
			t.ranks = append(t.ranks, look)
		} else if t.ranks[k].Sim < sim {
			t.ranks[k] = look
		}
	}
	slices.SortStableFunc(t.ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
	best := t.ranks[0]
	t.tile, t.flipped, t.blank, t.sim = best.Tile, best.Flipped, best.Blank, best.Sim
	return t
}
