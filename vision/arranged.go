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
	"jantaku/vision/propose"
	"jantaku/vision/raster"
	"jantaku/vision/sight"
)

// The hand of a place as one decision: everything that may be a tile before it is a proposal with
// a likelihood, package arrange chooses those that together are likeliest, and what the next
// likely arrangements have otherwise is the doubt.

// HandTuning holds what reading a hand as one arrangement rests on, beside [SweepTuning].
type HandTuning struct {
	// LeftOut is the probability from which a tile that the likeliest arrangement leaves out, and
	// that lies upon none of it, is told as one that was not read.
	LeftOut float64
	// Unread is by how much likelier, as a logarithm, what is as light and as wide as the tiles around it is a
	// tile than nothing, though it shows no face.
	Unread float64
	// Slope is how much a row may be turned against the edge of the table.
	Slope float64
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

var handTuning = HandTuning{LeftOut: .3, Unread: 2, Slope: .1, Start: .58, Look: .64, Clear: .86, Worse: .06, Fainter: .2, Rim: .06, RimOdds: 30, OneSide: .26}

// hands reads the hands in a picture of a calibrated table, each as one arrangement.
type hands struct{ *propose.Picture }

// arranged reads the rows in the fields of a place.
func (p *hands) arranged(ctx context.Context, place models.Place) (out [][]models.Sighting, err error) {
	for _, f := range p.Table.Fields[place.Index()] {
		rows, err := p.arrangedIn(ctx, f)
		if err != nil {
			return nil, err
		}
		if w := sight.Wider(f, rows); w != nil {
			if rows, err = p.arrangedIn(ctx, w); err != nil {
				return nil, err
			}
		}
		if err := p.markRaised(ctx, f, rows); err != nil {
			return nil, err
		}
		for _, c := range rows {
			row := make([]models.Sighting, len(c.Tiles))
			for i, tile := range c.Tiles {
				row[i] = p.Tiles.OnTable(f, tile)
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// arrangedIn finds the rows of a field, farthest from the owner first, and reads them.
func (p *hands) arrangedIn(ctx context.Context, f *plane.Field) ([]sight.Row, error) {
	on := p.groundOf(f)
	all, maybe, err := p.Read(ctx, on)
	if err != nil {
		return nil, err
	}
	if all, err = p.BesidesDoubtful(all); err != nil {
		return nil, err
	}
	if all, err = p.Blank(all, on, maybe); err != nil {
		return nil, err
	}
	if err := p.lookClosely(all, f); err != nil {
		return nil, err
	}
	chosen := p.chooseInRows(all, f)
	read := make([]plane.Laid, len(chosen.Tiles))
	for k, i := range chosen.Tiles {
		read[k] = sight.Lay(on.Sheets[0], &all[i].As)
	}
	known := len(all)
	if all, err = p.Light(all, on, read, handTuning.Unread); err != nil {
		return nil, err
	}
	if len(all) > known {
		if err := p.lookClosely(all[known:], f); err != nil {
			return nil, err
		}
		for i := known; i < len(all); i++ { // as light as it is it is a tile, and the face is what tiles have
			if c := &all[i]; c.Tile != models.Unknown && c.Sim >= sight.Levels.SurelyTile {
				c.Gain = max(c.Gain, handTuning.Unread+c.Sim)
			}
		}
		chosen = p.chooseInRows(all, f)
	}
	p.Tell("proposals", func() []propose.Mark { return propose.MarkProposals(all, chosen.Sure) })
	var rows []sight.Row
	var found []propose.Found
	for _, i := range chosen.Tiles {
		found = append(found, propose.Found{Evidence: all[i].Evidence})
		t := all[i].As
		t.Open = 1 - chosen.Sure[i]
		rows = sight.PutInField(f, rows, t)
	}
	p.Tell("arrangement", func() (marks []propose.Mark) {
		for _, i := range chosen.Tiles {
			marks = append(marks, propose.MarkProposals(all[i:i+1], chosen.Sure[i:i+1])...)
		}
		return marks
	})
	for i := range all {
		if slices.Contains(chosen.Tiles, i) {
			continue
		}
		if chosen.Sure[i] >= handTuning.LeftOut && f.Zones.Holds(f.Own(all[i].At)) && !p.uponAny(all[i].Pose, found) {
			rows = sight.PutInField(f, rows, all[i].As.AsUnread())
			found = append(found, propose.Found{Evidence: all[i].Evidence})
		}
	}
	rows = sight.InLines(f, rows)
	for i := range rows {
		alignOn(f, &rows[i])
	}
	slices.SortStableFunc(rows, func(a, b sight.Row) int {
		return cmp.Compare(sight.Middle(f, &b.Tiles[0]).Y, sight.Middle(f, &a.Tiles[0]).Y)
	})
	if rows, err = p.Tiles.AddBacks(p.Raster, rows); err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].Tiles = p.backsWithRoom(f, rows[i].Tiles)
	}
	rows = sight.WithTiles(rows)
	p.settleClaimed(f, rows)
	return rows, p.Tiles.MarkTwins(p.Raster, rows)
}

// backsWithRoom leaves out the tiles face down for which the tiles beside them leave no room: cloth
// between two melds has edges as well.
func (p *hands) backsWithRoom(f *plane.Field, tiles []sight.Reading) (kept []sight.Reading) {
	left := func(t *sight.Reading) float64 { along, _ := f.Spans(t.Turned); return sight.Middle(f, t).X - along/2 }
	right := func(t *sight.Reading) float64 { along, _ := f.Spans(t.Turned); return sight.Middle(f, t).X + along/2 }
	isBack := func(t sight.Reading) bool { return t.Tile == models.Back }
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
		if !between || left(&tiles[n])-right(&tiles[i-1]) >= float64(n-i)*f.Tile.Width-p.Tuning().Slack {
			kept = append(kept, tiles[i:n]...)
		}
		i = n
	}
	return kept
}

// alignOn gives a row its direction: that of one tile by itself is not known well, and what lies beside
// it is looked for along the row, too.
func alignOn(f *plane.Field, c *sight.Row) {
	var xs []float64
	var at []models.Point
	for i := range c.Tiles {
		if !c.Tiles[i].Turned {
			q := sight.Middle(f, &c.Tiles[i])
			xs, at = append(xs, q.X), append(at, q)
		}
	}
	slope := 0.0
	if len(at) >= fewInLine {
		slope = max(min(raster.FitLineAt(xs, at)[1].Y, handTuning.Slope), -handTuning.Slope)
	}
	q := sight.Middle(f, &c.Tiles[0])
	c.Frame = f.Frame(q.X, q.Y, slope, -alongRow, alongRow)
}

// fewInLine is how many upright tiles tell the direction of their row, and alongRow for how many places,
// each way, the frame of a tile is good.
const fewInLine, alongRow = 3, 1.5

// chooseInRows finds the tiles that together are likeliest to lie before the owner of a field.
func (p *hands) chooseInRows(all []propose.Proposal, f *plane.Field) arrange.Result {
	var sims []float64
	for i := range all {
		if all[i].Gain > 0 {
			sims = append(sims, all[i].Sim)
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
		proposals[i] = arrange.Proposal{Pose: pose, Tile: all[i].Tile, Gain: all[i].Gain, Room: all[i].Room}
		if below := usual - handTuning.Fainter - all[i].Sim; below > 0 && all[i].Tile != models.Unknown {
			proposals[i].Gain -= propose.UsualPlace.TileSlope * below
		}
	}
	return arrange.ChooseInRows(proposals, p.Tuning())
}

// groundOf is the part of the table that a field sees, where tiles stand upright for its owner first.
func (p *hands) groundOf(f *plane.Field) *propose.Ground {
	wide, inner := f.WithRoom(), f.Extent // of the middles of tiles that lie wholly within
	inner.Left, inner.Right = f.Left+f.Tile.Width/2, f.Right-f.Tile.Width/2
	inner.Near, inner.Far = f.Near+f.Tile.Height/2, f.Far-f.Tile.Height/2
	return &propose.Ground{Height: f.Lies, Start: handTuning.Start, Look: handTuning.Look, Ways: [2]*plane.Field{wide, wide.Quarter()}, Way: func(q models.Point) (int, bool) { return 0, inner.Holds(f.Own(q)) }}
}

// uponAny reports whether a tile in a pose would lie upon one of others.
func (p *hands) uponAny(at models.Pose, others []propose.Found) bool {
	k := p.Tuning()
	return slices.ContainsFunc(others, func(o propose.Found) bool { return k.Overlap(o.Pose, at) > k.Slack })
}

// lookClosely makes readings of proposals, and looks closely at those that show no face well, the
// likeliest sight of each tile.
func (p *hands) lookClosely(all []propose.Proposal, own *plane.Field) error {
	k, tuning := &handTuning, p.Tuning()
	order := make([]int, len(all))
	for i := range all {
		order[i], all[i].As = i, p.reading(&all[i], own)
		if all[i].Tile == models.Unknown {
			all[i].As = all[i].As.AsUnread()
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].Sim, all[a].Sim) })
	for n, i := range order {
		c := &all[i]
		if c.Tile == models.Unknown {
			continue
		}
		c.Gain -= k.RimOdds * max(c.Seen.Rim-k.Rim, 0)
		t := &c.As
		settled := func(j int) bool {
			o := &all[j]
			return p.Share(o.Pose, c.Pose) && (o.Sim >= k.Clear && c.Sim < o.Sim-k.Worse || tuning.Same > o.At.Sub(c.At).Length() && o.Tile == c.Tile && (o.Quarter-c.Quarter)%2 == 0)
		}
		if t.Blank { // without print it is seen as well a little farther
			if err := p.Tiles.ReadTile(p.Raster, t); err != nil {
				return err
			}
			c.Sim = t.Sim
			c.Gain = propose.UsualPlace.Tileness(t.Sim) - propose.UsualSweep.Empty
			continue
		}
		if t.Plain(sight.Levels.OffLead) || slices.ContainsFunc(order[:n], settled) {
			continue
		}
		seen, turned := faces.Rank{Tile: t.Tile, Flipped: t.Flipped, Blank: t.Blank, Sim: t.Sim}, t.Turned
		if err := p.Tiles.ReadAnew(p.Raster, t); err != nil {
			return err
		}
		if k := slices.IndexFunc(t.Ranks, func(o faces.Rank) bool { return o.Tile == seen.Tile }); k < 0 {
			t.Ranks = append(t.Ranks, seen)
		} else if t.Ranks[k].Sim < seen.Sim {
			t.Ranks[k] = seen
		}
		slices.SortStableFunc(t.Ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
		// Faces are looked for in windows of other shapes, too; the tile has the one that is known.
		g := &c.Seen
		at := g.Field.Own(own.View.Table(t.Frame.At(t.T)))
		t.Turned, t.Frame = turned, g.Field.Frame(at.X, at.Y, math.Tan(g.Turn*math.Pi/180), -alongRow, alongRow)
		t.Quad = t.Frame.Quad(0, 0)
		rim := propose.Rim(p.Raster, &t.Frame, t.Light)
		for i := range t.Ranks {
			t.Ranks[i].Sim -= propose.UsualPlace.Rim * max(rim-k.OneSide, 0)
		}
		if t.Decide(); t.Sim < c.Sim { // it was seen better at first
			c.As = p.reading(c, own)
			continue
		}
		c.At = own.View.Table(t.Frame.At(t.T))
		c.Tile, c.Sim, c.Gain = t.Tile, t.Sim, propose.UsualPlace.Tileness(t.Sim)-propose.UsualSweep.Empty-k.RimOdds*max(rim-k.Rim, 0)
	}
	return nil
}

// reading is what was seen of a proposal as a tile of a row.
func (p *hands) reading(c *propose.Proposal, own *plane.Field) sight.Reading {
	g, means := &c.Seen, p.Tiles.Match.Means
	t := sight.Reading{Distorts: sight.Closer.TableDistorts, Frame: g.Field.Frame(g.At.X, g.At.Y, math.Tan(g.Turn*math.Pi/180), -alongRow, alongRow), Turned: g.Field.Place != own.Place, Quad: g.Frame.Quad(0, 0), Light: g.Strip.Brightness(faces.FineMargin + faces.LightInset)}
	for i, sim := range g.Sims {
		sim -= propose.UsualPlace.Rim * g.Rim
		look := faces.Rank{Tile: means[i].Tile, Flipped: means[i].Flipped, Blank: p.Tiles.Match.FineMeans.Blank[i], Sim: sim}
		if k := slices.IndexFunc(t.Ranks, func(o faces.Rank) bool { return o.Tile == look.Tile }); k < 0 {
			t.Ranks = append(t.Ranks, look)
		} else if t.Ranks[k].Sim < sim {
			t.Ranks[k] = look
		}
	}
	slices.SortStableFunc(t.Ranks, func(a, b faces.Rank) int { return cmp.Compare(b.Sim, a.Sim) })
	best := t.Ranks[0]
	t.Tile, t.Flipped, t.Blank, t.Sim = best.Tile, best.Flipped, best.Blank, best.Sim
	return t
}
