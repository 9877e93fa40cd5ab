package proposal

import (
	"cmp"
	"math"
	"slices"

	"jantaku/vision/faces"
	"jantaku/vision/outline"
	"jantaku/vision/raster"
)

// settled looks closely at the likeliest of some starts, and where that shows no face well, around
// the best of them: moved by a stroke, a 9s looks like a 6s. What promises no face is left where it is, unless nothing promises more: it may
// still be a tile of no known face. How light lies upon some tiles may be known.
func (p *Picture) settled(starts []Glance, at Spot, most int, lit []Lit) (seen, left []Glance, err error) {
	k := &UsualPlace
	slices.SortStableFunc(starts, byLikeness)
	var looks []Glance
	var promises []float64
	for _, s := range starts[:min(most, len(starts))] {
		if s.Sims[0] < starts[0].Sims[0]-k.Worse {
			break
		}
		g, err := p.lookUnder(s.Field, s.At, 0, lit)
		if err != nil {
			return nil, nil, err
		}
		looks, promises = append(looks, g), append(promises, p.promise(&g))
	}
	if len(looks) == 0 {
		return nil, nil, nil
	}
	least := min(k.Hopeless, slices.Max(promises))
	for i, g := range looks {
		if promises[i] < least {
			left = append(left, g)
			continue
		}
		own := []Glance{g}
		if g.left > 0 {
			own, err = p.settledEach(g, at)
		} else {
			own[0], err = p.settle(g, at)
		}
		if err != nil {
			return nil, nil, err
		}
		seen = append(seen, own...)
	}
	best := slices.MaxFunc(seen, func(a, b Glance) int { return cmp.Compare(a.top(), b.top()) })
	if best.top() >= k.Plain || best.top() < k.Hopeless {
		return seen, left, nil
	}
	others, err := p.besides(&best, at)
	return append(seen, others...), left, err
}

// besides looks for a tile beside a pose that shows no face well.
func (p *Picture) besides(from *Glance, at Spot) ([]Glance, error) {
	k := &UsualPlace
	sims, n := p.Tiles.Match.MatchVeiled(from.grid, besideIt), len(p.Tiles.Match.Means)
	var looks []Glance
	for i, cell := range besideIt {
		g := Glance{Field: from.Field, Turn: from.Turn, left: from.left, Sims: make([]float64, n)}
		for face, sim := range sims[i*n : (i+1)*n] {
			g.Sims[face] = float64(sim)
		}
		middle := faces.FineMargin / raster.PoolCell
		if g.At = from.moved(float64(cell[0]-middle), float64(cell[1]-middle)); at.reaches(&g) && g.top() >= from.top()-k.Worse {
			looks = append(looks, g)
		}
	}
	slices.SortStableFunc(looks, func(a, b Glance) int { return cmp.Compare(b.top(), a.top()) })
	var seen []Glance
	for _, g := range looks[:min(k.Starts, len(looks))] {
		g, err := p.lookAs(g)
		if err != nil {
			return nil, err
		}
		if p.promise(&g) < from.top() {
			continue
		}
		if g, err = p.settle(g, at); err != nil {
			return nil, err
		}
		seen = append(seen, g)
	}
	return seen, nil
}

// besideIt are the windows beside that of a tile, nearly as far as its strip shows them: a fifth of a tile off.
var besideIt = func() (cells [][2]int) {
	const middle, off = faces.FineMargin / raster.PoolCell, faces.FineMargin/raster.PoolCell - 1
	for _, y := range []int{-off, 0, off} {
		for _, x := range []int{-off, 0, off} {
			if x != 0 || y != 0 {
				cells = append(cells, [2]int{middle + x, middle + y})
			}
		}
	}
	return cells
}()

// likeness is how much a look is like all samples of a face, about where the pose has it.
func (p *Picture) likeness(g *Glance, face int) float64 {
	sim, _, _ := p.Tiles.Match.NearestVeiled(g.grid, p.samplesOf(face))
	return sim
}

// samplesOf are the samples of a face, on a whole table also as they may be seen: bare pictures are taken as near as those that taught.
func (p *Picture) samplesOf(face int) *faces.Bank {
	f := &p.Tiles.Match.Means[face]
	look := faces.Look{Tile: f.Tile, Flipped: f.Flipped}
	if p.Anywhere() {
		return p.Tiles.Match.Samples(look)
	}
	return p.Tiles.Match.Worse(look)
}

// toward moves and turns a look to where a face is seen best, but not farther than its spot allows: each look tells
// by how much it lies off the average of the face, and off the sample that it is most like. How like that it is there is told, too.
func (p *Picture) toward(g Glance, face int, at Spot) (_ Glance, top float64, _ error) {
	m, samples := p.Tiles.Match, p.samplesOf(face)
	top, sample, cell := m.NearestVeiled(g.grid, samples)
	average := true
	for range UsualPlace.Steps {
		like := sample
		if average {
			like = m.Means[face].Fine
		}
		next, moves, err := p.leant(&g, cell, like, at)
		if err != nil {
			return g, 0, err
		}
		if moves {
			if sim, nearest, there := m.NearestVeiled(next.grid, samples); sim > top {
				g, top, sample, cell = next, sim, nearest, there
				continue
			}
		}
		if !average {
			break
		}
		average = false
	}
	if g.Sims == nil {
		p.compare(&g)
	}
	return g, top, nil
}

// leant is a look from where one shows that it should be, if that is elsewhere: by how much its window at a cell lies
// off a face.
func (p *Picture) leant(g *Glance, cell [2]int, face raster.Vector, at Spot) (next Glance, moves bool, err error) {
	k := &UsualPlace
	l, ok := p.Tiles.Match.Lean(g.grid, cell, face)
	if !ok || max(math.Abs(l.Right), math.Abs(l.Down)) > k.Leans {
		l = raster.Lean{}
	}
	l.Right, l.Down = l.Right+float64(cell[0]-faces.FineMargin/raster.PoolCell), l.Down+float64(cell[1]-faces.FineMargin/raster.PoolCell)
	turn := min(max(l.Turn*180/math.Pi, -k.Turns), k.Turns)
	if math.Abs(turn) < k.Straight {
		turn = 0
	}
	next = Glance{Field: g.Field, At: g.moved(l.Right, l.Down), Turn: g.Turn - turn, Wide: k.stretched(g.Wide, l.Wide), Tall: k.stretched(g.Tall, l.Tall), left: g.left}
	stays := math.Hypot(l.Right, l.Down) < k.Settled && turn == 0 && max(math.Abs(next.Wide-g.Wide), math.Abs(next.Tall-g.Tall)) < k.AsTaught
	if stays || !at.reaches(&next) {
		return next, false, nil
	}
	next, err = p.draw(next)
	return next, true, err
}

// stretched is a stretch and some more, as far as faces may be.
func (k *PlaceTuning) stretched(s, more float64) float64 {
	return min(max(s+more, -k.Stretch), k.Stretch)
}

// settle moves a look to where its likeliest face is seen best. Other faces that may be as likely a little beside are
// moved there from where the look began, too: where a 6s is seen best a 9s may not look likely any more.
func (p *Picture) settle(from Glance, at Spot) (g Glance, err error) {
	return p.settleOn(from, p.likely(&from), map[int]float64{}, at)
}

// settledEach is settle, and settlePrinted as well where a thin frame is seen best or, in light that leaves little print, may be seen.
func (p *Picture) settledEach(g Glance, at Spot) (seen []Glance, err error) {
	scant := func(face int) bool { return p.Tiles.Match.IsScant(p.Tiles.Match.Means[face].Tile) }
	settled, err := p.settle(g, at)
	if err != nil {
		return nil, err
	}
	seen = append(seen, settled)
	if scant(settled.best()) || g.left > 0 && slices.ContainsFunc(p.likely(&g), scant) {
		if settled, err = p.settlePrinted(g, at); err != nil {
			return nil, err
		}
		seen = append(seen, settled)
	}
	return seen, nil
}

// settlePrinted is settle for the faces with more than a thin frame alone: light that leaves little of those leaves seams, which look like a frame.
func (p *Picture) settlePrinted(from Glance, at Spot) (Glance, error) {
	printed, stay := Glance{Field: from.Field, grid: from.grid, Sims: slices.Clone(from.Sims)}, map[int]float64{}
	for face := range printed.Sims {
		if p.Tiles.Match.IsScant(p.Tiles.Match.Means[face].Tile) {
			printed.Sims[face], stay[face] = 0, 0
		}
	}
	return p.settleOn(from, p.likely(&printed), stay, at)
}

// settleOn moves a look to where it shows the likeliest of some faces best; others have been moved before, or stay.
func (p *Picture) settleOn(from Glance, some []int, moved map[int]float64, at Spot) (g Glance, err error) {
	for _, face := range some {
		own, sim, err := p.toward(from, face, at)
		if err != nil {
			return g, err
		}
		moved[face] = sim
		if g.Sims == nil || sim > g.Sims[g.best()] {
			g, g.Sims = own, slices.Clone(own.Sims)
		}
		for face, sim := range moved {
			g.Sims[face] = max(g.Sims[face], sim)
		}
	}
	return g, p.finish(&g, at, moved)
}

// chance is a face that may be seen in a look, and how much that is expected to be like it where it is moved to where it shows it best.
type chance struct {
	face int
	sim  float64
}

// chances are those of the faces that may be seen about as well as the best one.
func (p *Picture) chances(g *Glance) (all []chance) {
	const middle = faces.FineMargin / raster.PoolCell
	best := g.Sims[g.best()]
	for face, sim := range g.Sims {
		if sim < best-UsualPlace.Beside {
			continue
		}
		if l, ok := p.Tiles.Match.Lean(g.grid, [2]int{middle, middle}, p.Tiles.Match.Means[face].Fine); ok {
			sim += l.Gain
		}
		all = append(all, chance{face, sim})
	}
	return all
}

// promise is how much a look is expected to be like a face where it is moved to where it shows that best.
func (p *Picture) promise(g *Glance) (most float64) {
	for _, c := range p.chances(g) {
		most = max(most, c.sim)
	}
	return most
}

// likely are the faces that may be seen about as well as the best one where a look is moved to where it shows each best,
// the likeliest first.
func (p *Picture) likely(g *Glance) (likely []int) {
	k, all, top := &UsualPlace, p.chances(g), g.Sims[g.best()]
	for _, c := range all {
		top = max(top, c.sim)
	}
	slices.SortStableFunc(all, func(a, b chance) int { return cmp.Compare(b.sim, a.sim) })
	for _, c := range all[:min(k.Looks, len(all))] {
		if c.sim >= top-k.Near {
			likely = append(likely, c.face)
		}
	}
	return likely
}

// finish compares the likely faces by all their samples in a pose, each where it is seen best; some were moved there
// before.
func (p *Picture) finish(g *Glance, at Spot, moved map[int]float64) error {
	k := &UsualPlace
	order := make([]int, len(g.Sims))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.Sims[b], g.Sims[a]) })
	order = order[:min(k.Looks, len(order))]
	for _, face := range order {
		g.Sims[face] = max(g.Sims[face], p.likeness(g, face))
	}
	for _, face := range p.likely(g) {
		if _, was := moved[face]; was || face == g.best() {
			continue
		}
		own, sim, err := p.toward(*g, face, at)
		if err != nil {
			return err
		}
		if top := g.Sims[g.best()]; sim > g.Sims[face] {
			if g.Sims[face] = sim; sim > top { // the tile lies where the likeliest face is seen best
				own.Sims = g.Sims
				*g = own
			}
		}
	}
	if best := g.best(); g.Sims[best] >= k.TellsStretch && g.Beyond == 0 && !p.Tiles.Match.IsBlank(p.Tiles.Match.Means[best].Tile) {
		p.Tiles.Saw(faces.Stretch{Wide: g.Field.Wide + g.Wide, Tall: g.Field.Tall + g.Tall})
	}
	light := g.Light()
	g.Rim = p.rim(g, light)
	// Bare cloth looks as blank as a face without print, but has no outline and is darker.
	if best := g.best(); p.Tiles.Match.IsBlank(p.Tiles.Match.Means[best].Tile) {
		v := outline.At(p.Raster, &g.Frame, 0)
		if light < p.leastAt(g.Field.OnTheTable(g.At)) || v.Outline() < outline.Backs.EdgeBack || p.printed(g) {
			for face := range g.Sims {
				if p.Tiles.Match.IsBlank(p.Tiles.Match.Means[face].Tile) {
					g.Sims[face] *= k.BlankDoubt
				}
			}
		}
	}
	return nil
}
