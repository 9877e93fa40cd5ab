package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
)

// The hand of a place as one decision: everything that may be a tile before it is a proposal with
// a likelihood, package arrange chooses those that together are likeliest, and what the next
// likely arrangements have otherwise is the doubt.

// HandTuning holds what reading a hand as one arrangement rests on, beside [SweepTuning].
type HandTuning struct {
	// LeftOut is the probability from which a tile that the likeliest arrangement leaves out, and
	// that lies upon none of it, is told as one that was not read.
	LeftOut float64
}

var handTuning = HandTuning{LeftOut: .05}

// ReadArranged is [Reader.ReadTable] by arrangement.
func (r *Reader) ReadArranged(ctx context.Context, image []byte, t *Table, place models.Place) ([][]models.Sighting, models.Place, error) {
	p, err := r.Open(image, t)
	if err != nil {
		return nil, 0, err
	}
	return handOf(place, func(place models.Place) ([][]models.Sighting, error) { return p.arranged(ctx, place) })
}

// arranged reads the rows in the fields of a place.
func (p *Picture) arranged(ctx context.Context, place models.Place) (out [][]models.Sighting, err error) {
	for _, f := range p.t.fields[place.Index()] {
		rows, err := p.arrangedIn(ctx, f)
		if err != nil {
			return nil, err
		}
		if w := f.wider(rows); w != nil {
			if rows, err = p.arrangedIn(ctx, w); err != nil {
				return nil, err
			}
		}
		if err := p.r.markRaised(ctx, p.p, p.t, f, rows); err != nil {
			return nil, err
		}
		for _, c := range rows {
			row := make([]models.Sighting, len(c.tiles))
			for i, tile := range c.tiles {
				row[i] = p.r.onTable(f, tile)
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// arrangedIn finds the rows of a field, farthest from the owner first, and reads them.
func (p *Picture) arrangedIn(ctx context.Context, f *field) ([]row, error) {
	on := &ground{height: f.lies, ways: [2]*field{f.withRoom(), f.withRoom().quarter()}, way: func(q models.Point) (int, bool) { return 0, f.holds(f.own(q)) }}
	all, maybe, err := p.read(ctx, on)
	if err != nil {
		return nil, err
	}
	if all, err = p.besidesDoubtful(all); err != nil {
		return nil, err
	}
	chosen := p.choose(all)
	var rows []row
	var found []Found
	for _, i := range chosen.Tiles {
		found = append(found, Found{Evidence: all[i].Evidence})
		t := p.reading(&all[i], f)
		t.open = 1 - chosen.Sure[i]
		rows = f.putIn(rows, t)
	}
	for i := range all {
		if slices.Contains(chosen.Tiles, i) {
			continue
		}
		maybe = append(maybe, all[i].seen)
		if chosen.Sure[i] >= handTuning.LeftOut && !p.uponAny(all[i].Pose, found) {
			t := p.reading(&all[i], f)
			rows = f.putIn(rows, t.asUnread())
			found = append(found, Found{Evidence: all[i].Evidence})
		}
	}
	for _, u := range p.unread(maybe, found) {
		rows = f.putIn(rows, p.unreadAt(f, &u))
	}
	rows = f.together(rows)
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(f.middle(&b.tiles[0]).Y, f.middle(&a.tiles[0]).Y) })
	if rows, err = p.r.addBacks(p.p, rows); err != nil {
		return nil, err
	}
	return rows, p.r.markTwins(p.p, rows)
}

// uponAny reports whether a tile in a pose would lie upon one of others.
func (p *Picture) uponAny(at models.Pose, others []Found) bool {
	k := p.t.tuning()
	return slices.ContainsFunc(others, func(o Found) bool { return k.Overlap(o.Pose, at) > k.Slack })
}

// asUnread is a tile of which no face is known.
func (t reading) asUnread() reading {
	t.tile, t.ranks = models.Unknown, []rank{{tile: models.Unknown}}
	return t
}

// unreadAt is a tile that shows no face, or a blank one.
func (p *Picture) unreadAt(f *field, u *Found) reading {
	at := f.own(u.At)
	t := reading{frame: f.frame(at.X, at.Y, 0, -1, 1), light: p.light}
	if (u.Quarter-f.place.Index())%2 != 0 {
		t.frame, t.turned = f.lying(at), true
	}
	t.quad = t.frame.quad(0, 0)
	if blank := p.r.match.blankTile(); blank != models.NoTile && !math.IsInf(u.LogLike[blank], -1) {
		t.tile, t.blank, t.sim, t.ranks = blank, true, clearSim, []rank{{tile: blank, blank: true, sim: clearSim}}
		t.open = 1 - u.Sure
		return t
	}
	return t.asUnread()
}

// reading is what was seen of a proposal as a tile of a row.
func (p *Picture) reading(c *candidate, own *field) reading {
	g, means := &c.seen, p.r.match.means
	t := reading{frame: g.frame, turned: g.field.place != own.place, quad: g.frame.quad(0, 0), light: g.strip.brightness(fineMargin + lightInset)}
	for i, sim := range g.sims {
		sim -= placeTuning.Rim * g.rim
		look := rank{tile: means[i].tile, flipped: means[i].flipped, blank: p.r.match.fineMeans.blank[i], sim: sim}
		if k := slices.IndexFunc(t.ranks, func(o rank) bool { return o.tile == look.tile }); k < 0 {
			t.ranks = append(t.ranks, look)
		} else if t.ranks[k].sim < sim {
			t.ranks[k] = look
		}
	}
	slices.SortStableFunc(t.ranks, func(a, b rank) int { return cmp.Compare(b.sim, a.sim) })
	best := t.ranks[0]
	t.tile, t.flipped, t.blank, t.sim = best.tile, best.flipped, best.blank, best.sim
	return t
}
