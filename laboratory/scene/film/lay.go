package film

import (
	"image/color"
	"math"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

var stickColour = color.RGBA{244, 242, 232, 255}

// rough lays a tile as it falls: a little off its place, or just where it is in a heap.
func (d *director) rough(b scene.Body) scene.Body {
	if d.habit.rivers == Heap {
		return b
	}
	return d.crooked(b, 1)
}

// crooked moves a body a little, by times what is usual at this table.
func (d *director) crooked(b scene.Body, times float64) scene.Body {
	by := d.habit.crooked * times
	b.At.X += by * 0.6 * d.random.NormFloat64()
	b.At.Y += by * 0.8 * d.random.NormFloat64()
	b.Turn += by * d.random.NormFloat64()
	return b
}

// dropped is a tile that falls anyhow beside its place, clear of those that lie: farther
// right and nearer to its player.
func (d *director) dropped(b scene.Body, p models.Place) scene.Body {
	const clear, far, askew = 2.5, 3.5, 4.0 // mm, mm and degrees
	off := onTable(models.Point{X: clear + far*math.Abs(d.random.NormFloat64()), Y: -clear - far*math.Abs(d.random.NormFloat64())}, p)
	b.At.X, b.At.Y = b.At.X+off.X, b.At.Y+off.Y
	b.Turn += askew * max(-1, min(d.random.NormFloat64(), 1))
	return b
}

// riverSlot is where the next discard of a player lies.
func (d *director) riverSlot(p models.Place, id int, sideways bool) scene.Body {
	turn := 0.0
	if d.random.Float64() < d.habit.upsideDown {
		turn = 180
	}
	if sideways && d.habit.rivers != Heap {
		turn = 90
	}
	if d.habit.rivers == Heap {
		return d.heaped(p, id)
	}
	s := &d.seats[p.Index()]
	row, at := d.riverRow(s)
	x := d.riverLeft
	for _, before := range s.river[len(s.river)-at:] {
		x += d.wide(d.lies[before].Turn+90*float64(p.Index())) + tileGap
	}
	size := d.spec.Size
	y := d.riverTop - size.Height/2 - float64(row)*(size.Height+rowGap)
	return d.lay(id, p, x+d.wide(turn)/2+s.shift.X, y+s.shift.Y, faceUp, turn)
}

// riverRow gives the row of a river's next tile and how many lie there already.
func (d *director) riverRow(s *seat) (row, at int) {
	if d.habit.rivers == Sixes {
		row = min(len(s.river)/riverRow, d.habit.rows-1)
		return row, len(s.river) - row*riverRow
	}
	at = len(s.river)
	for row = 0; ; row++ {
		if row == len(s.rows) {
			const least, more = 5, 5
			s.rows = append(s.rows, least+d.random.IntN(more))
		}
		if at < s.rows[row] || row == d.deep-1 {
			return row, at
		}
		at -= s.rows[row]
	}
}

// wide is how much of a row a tile takes that is turned so in its owner's frame.
func (d *director) wide(turn float64) float64 {
	if quarter(turn)%2 == 1 {
		return d.spec.Size.Height
	}
	return d.spec.Size.Width
}

// heaped finds a free place before a player, anywhere and turned anyhow; where there is
// none, the one that has most room.
func (d *director) heaped(p models.Place, id int) scene.Body {
	const tries, left, inside, clear, gap = 400, 195.0, 13.0, 34.5, 1.0
	near := d.riverTop - inside
	deep := near - (d.wallY + d.spec.Size.Height/2 + clear)
	var best scene.Body
	least := math.Inf(1)
	for range tries {
		b := d.lay(id, p, left*(2*d.random.Float64()-1), near-deep*d.random.Float64(), faceUp, 360*d.random.Float64())
		f, worst := d.footprint(b), math.Inf(-1)
		for i := range d.seats {
			for _, other := range d.seats[i].river {
				worst = max(worst, f.into(d.footprint(d.lies[other])))
			}
		}
		if worst < least {
			best, least = b, worst
		}
		if least < -gap {
			break
		}
	}
	return best
}

// meld arranges a claimed tile and the own ones as the club lays them.
func (d *director) meld(p models.Place, claimed int, own []int, m models.Move) (laidMeld, []scene.Body) {
	own = slices.Clone(own)
	slices.SortStableFunc(own, func(a, b int) int { return order(d.lies[a].Tile) - order(d.lies[b].Tile) })
	at := 0
	switch models.Side((m.From.Index() - p.Index() + models.Places) % models.Places) {
	case models.Across:
		at = 1
	case models.Right:
		at = len(own)
	}
	if d.habit.disorder {
		d.random.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
		at = d.random.IntN(len(own) + 1)
		d.aside("melds-in-disorder", p, claimed)
	}
	if !d.habit.turned {
		all := append(own, claimed)
		if !d.habit.disorder {
			slices.SortStableFunc(all, func(a, b int) int { return order(d.lies[a].Tile) - order(d.lies[b].Tile) })
		}
		return d.row(p, all, -1, make([]float64, len(all)))
	}
	ids := slices.Insert(own, at, claimed)
	return d.row(p, ids, claimed, make([]float64, len(ids)))
}

// row gives the places of a meld left of those that lie already. turned is the id of the
// tile that lies sideways, or -1.
func (d *director) row(p models.Place, ids []int, turned int, tilts []float64) (laidMeld, []scene.Body) {
	s := &d.seats[p.Index()]
	long := -tileGap
	for _, id := range ids {
		long += d.spec.Size.Width + tileGap
		if id == turned {
			long += d.spec.Size.Height - d.spec.Size.Width
		}
	}
	m := laidMeld{kind: d.lies[ids[0]].Tile.Kind(), ids: ids, turned: turned, left: s.edge - long}
	for _, id := range ids {
		m.kind = min(m.kind, d.lies[id].Tile.Kind())
	}
	var places []scene.Body
	x := m.left
	for i, id := range ids {
		turn, high := 0.0, d.spec.Size.Height
		if id == turned {
			turn, high = 90, d.spec.Size.Width
		}
		wide := d.wide(turn)
		places = append(places, d.crooked(d.lay(id, p, x+wide/2, baseline+high/2, tilts[i], turn), 0.4))
		x += wide + tileGap
	}
	s.edge = m.left - parting
	return m, places
}

// fourth is where the added tile of a kong lies: beside the turned one, away from the
// owner, where there is room before the wall; upon it, or upon the middle one where none is turned.
func (d *director) fourth(p models.Place, m *laidMeld, id int) scene.Body {
	base := m.turned
	if base < 0 {
		base = m.ids[1]
	}
	under := d.lies[base]
	b := d.lies[id]
	b.At, b.Turn, b.Tilt, b.Z = under.At, under.Turn, faceUp, under.Z+d.spec.Size.Depth
	if m.turned >= 0 && d.before && !d.habit.upon {
		step := onTable(models.Point{Y: d.spec.Size.Width + tileGap}, p)
		b.At, b.Z = models.Point{X: under.At.X + step.X, Y: under.At.Y + step.Y}, 0
	}
	return d.crooked(b, 0.3)
}
