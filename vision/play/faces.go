package play

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/watch"
)

// faces is a number for everything that may lie at a pose, by Tile.
type faces [models.Outcomes]float64

// slot is one tile that lay somewhere, with all that is known of its face.
type slot struct {
	spot  watch.Spot
	place int // index of whose side it lies on, -1 for nobody's
	at    models.Point
	like  faces // log-likelihood, the best 0; one that was turned down keeps its face
	q     faces // posterior, given the prior of a tile drawn from the whole set
	back  bool  // it lies face down now
	side  float64
	rest  float64 // seconds
	gone  bool
	blank bool // nobody can say what it shows
}

// uniform is the share of each tile in a full set, with a little for tiles that were never
// learned and for backs.
func uniform(g *Game) (prior faces) {
	sum := 0.0
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		switch {
		case t.IsRed():
			prior[t] = 0
			if g.Red {
				prior[t] = 1
			}
		case t.IsFlower():
			prior[t] = 1e-4
			if g.Flowers {
				prior[t] = 1
			}
		case t == models.Unknown:
			prior[t] = .3
		case t == models.Back:
			prior[t] = 1
		case g.Red && t.IsNumber() && t.Rank() == 5:
			prior[t] = models.Copies - 1
		case g.Suits && !t.IsNumber():
			prior[t] = 1e-4
		default:
			prior[t] = models.Copies
		}
		sum += prior[t]
	}
	for t := range prior {
		prior[t] /= sum
	}
	return prior
}

// read takes over what a change says about its tile.
func (s *slot) read(e *models.Evidence, rivals []models.Evidence, p *Priors, prior *faces) {
	kept, was := s.like, s.spot != 0 && s.bestKnown()
	s.like = mixture(e, rivals, p.Known)
	s.at = e.At
	s.side = sideways(e, rivals, s.place)
	s.q = posterior(&s.like, prior)
	s.back = s.q[models.Back] > .5
	if s.back && was {
		s.like, s.q = kept, posterior(&kept, prior)
	}
}

// bestKnown reports whether a face was read once.
func (s *slot) bestKnown() bool { return s.q[models.Back] < .5 && s.q[models.Unknown] < .5 }

// mixture is the likelihood of each face over all poses that explain the pixels, bounded
// from below by known.
func mixture(e *models.Evidence, rivals []models.Evidence, known float64) (like faces) {
	best := math.Inf(-1)
	for t := 1; t < models.Outcomes; t++ {
		like[t] = e.LogLike[t]
		for i := range rivals {
			like[t] = addLogs(like[t], rivals[i].LogLike[t])
		}
		best = max(best, like[t])
	}
	for t := 1; t < models.Outcomes; t++ {
		if math.IsInf(best, -1) {
			like[t] = 0
			continue
		}
		like[t] = max(like[t]-best, -known)
	}
	like[models.NoTile] = math.Inf(-1)
	return like
}

func posterior(like, prior *faces) (q faces) {
	sum := 0.0
	for t := 1; t < models.Outcomes; t++ {
		q[t] = prior[t] * math.Exp(like[t])
		sum += q[t]
	}
	if sum <= 0 {
		return q
	}
	for t := range q {
		q[t] /= sum
	}
	return q
}

// sideways is the probability that a tile lies across its owner's view.
func sideways(e *models.Evidence, rivals []models.Evidence, place int) float64 {
	if place < 0 {
		return 0
	}
	up, across := math.Inf(-1), math.Inf(-1)
	add := func(e *models.Evidence) {
		total := math.Inf(-1)
		for t := 1; t < models.Outcomes; t++ {
			total = addLogs(total, e.LogLike[t])
		}
		if (e.Quarter+place)%2 == 0 {
			up = addLogs(up, total)
		} else {
			across = addLogs(across, total)
		}
	}
	add(e)
	for i := range rivals {
		add(&rivals[i])
	}
	if math.IsInf(up, -1) && math.IsInf(across, -1) {
		return float64((e.Quarter + place) % 2)
	}
	return 1 / (1 + math.Exp(up-across))
}

// addLogs is log(exp a + exp b).
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// likeness is how much more likely two readings are when they saw the same tile than when
// they saw two.
func likeness(a, b *slot, prior *faces) float64 {
	sum := 0.0
	for t := 1; t < models.Outcomes; t++ {
		if prior[t] > 0 {
			sum += a.q[t] * b.q[t] / prior[t]
		}
	}
	return log(sum)
}

// best is the likeliest face of a posterior, and the next.
func best(q *faces) (first, second models.Tile) {
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		switch {
		case first == 0 || q[t] > q[first]:
			first, second = t, first
		case second == 0 || q[t] > q[second]:
			second = t
		}
	}
	return first, second
}

// option is one way in which the faces of a set may be told.
type option struct {
	tiles models.Tiles // by slot, the missing ones last
	claim models.Tile  // the claimed one
	logp  float64      // relative to tiles without a relation
}

// sameness is how much better the tiles go together as the set of a deed than as tiles
// without a relation; claimed is the slot of the discard that is one of them, none or
// unseen without.
func (p *Play) sameness(slots []int, claimed int, do models.Deed) float64 {
	key := setKey{slots[0], len(slots), max(claimed, none), do}
	if known, ok := p.fits[key]; ok {
		return known
	}
	total := math.Inf(-1)
	for _, o := range p.options(slots, claimed, do) {
		total = addLogs(total, o.logp)
	}
	p.fits[key] = max(total, log(0))
	return p.fits[key]
}

// setKey names a set that was weighed: sets that begin with the same tile and are as large
// are the same.
type setKey struct {
	first, size, claimed int
	do                   models.Deed
}

// options lists the faces that a set may show.
func (p *Play) options(slots []int, claimed int, do models.Deed) []option {
	if do == models.CalledChow {
		return p.chows(slots, claimed)
	}
	want := 3
	if do != models.CalledPung {
		want = 4
	}
	if len(slots) > want {
		return nil
	}
	var all []option
	for i := range models.Kinds {
		all = append(all, p.equals(slots, claimed, models.KindAt(i), want, do == models.MadeConcealed)...)
	}
	return all
}

// equals are the ways in which the tiles are of one kind, with the red five at each place.
func (p *Play) equals(slots []int, claimed int, kind models.Tile, want int, backs bool) (all []option) {
	reds := 1
	red := models.NoTile
	if p.game.Red && kind.IsNumber() && kind.Rank() == 5 {
		red, reds = models.NewTile(kind.Suit(), 0), want+1
	}
	for at := range reds { // at == want: no red one
		tiles := slices.Repeat(models.Tiles{kind}, want)
		share := 1.0 / models.Kinds
		if red != models.NoTile {
			share *= redShare(want, at)
			if at < want {
				tiles[at] = red
			}
		}
		if o := p.option(tiles, slots, claimed, share, backs); o.logp > -40 {
			all = append(all, o)
		}
	}
	return all
}

// redShare is how likely the red five is tile number at of n fives, or none of them.
func redShare(n, at int) float64 {
	if at == n {
		return 1 - float64(n)/models.Copies
	}
	return 1.0 / models.Copies
}

// chows are the ways in which the tiles are three in a row.
func (p *Play) chows(slots []int, claimed int) (all []option) {
	if len(slots) > 3 {
		return nil
	}
	for suit := models.Characters; suit <= models.Bamboos; suit++ {
		for rank := 1; rank <= 7; rank++ {
			for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
				tiles := models.Tiles{}
				for _, i := range order {
					tiles = append(tiles, models.NewTile(suit, rank+i))
				}
				all = append(all, p.reddened(tiles, slots, claimed)...)
			}
		}
	}
	return all
}

// reddened are a chow as it is and, when it has a five, with the red one.
func (p *Play) reddened(tiles models.Tiles, slots []int, claimed int) (all []option) {
	share := 1.0 / 21 / 6
	five := slices.IndexFunc(tiles, func(t models.Tile) bool { return t.Rank() == 5 })
	if p.game.Red && five >= 0 {
		red := slices.Clone(tiles)
		red[five] = models.NewTile(red[five].Suit(), 0)
		if o := p.option(red, slots, claimed, share/models.Copies, false); o.logp > -40 {
			all = append(all, o)
		}
		share *= 1 - 1.0/models.Copies
	}
	if o := p.option(tiles, slots, claimed, share, false); o.logp > -40 {
		all = append(all, o)
	}
	return all
}

// option weighs one way of telling the tiles of a set. Any of them may be the claimed one.
func (p *Play) option(tiles models.Tiles, slots []int, claimed int, share float64, backs bool) option {
	o := option{tiles: tiles, logp: math.Log(share)}
	for i, s := range slots {
		t := tiles[i]
		ratio := p.slots[s].q[t] / p.prior[t]
		if backs {
			ratio = max(ratio, p.slots[s].q[models.Back]/p.prior[models.Back])
		}
		o.logp += log(ratio)
	}
	if claimed < 0 {
		return o
	}
	sum, most := 0.0, 0.0
	for _, t := range tiles {
		ratio := p.slots[claimed].q[t] / p.prior[t]
		sum += ratio
		if ratio > most {
			most, o.claim = ratio, t
		}
	}
	o.logp += log(sum / float64(len(tiles)))
	return o
}

// turnedAt is the side to which the turned tile of a set points, and how sure that is.
func (p *Play) turnedAt(s *sight) (models.Side, float64) {
	n := len(s.slots)
	if n < 3 {
		return models.NoSide, 0
	}
	order := slices.Clone(s.slots)
	slices.SortFunc(order, func(a, b int) int {
		d := Along(p.slots[a].at, s.place) - Along(p.slots[b].at, s.place)
		switch {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	at, most := -1, .5
	for i, slot := range order {
		if p.slots[slot].side > most {
			at, most = i, p.slots[slot].side
		}
	}
	switch {
	case at < 0:
		return models.NoSide, 0
	case at == 0:
		return models.Left, most
	case at == n-1:
		return models.Right, most
	}
	return models.Across, most
}

// Along is how far to the right a point lies as the player at a place, told by its index, sees it, mm.
func Along(at models.Point, place int) float64 {
	switch place {
	case 1:
		return at.Y
	case 2:
		return -at.X
	case 3:
		return -at.Y
	}
	return at.X
}

// holds reports whether a tile is one of a sight's.
func (p *Play) holds(sight, slot int) bool { return slices.Contains(p.sights[sight].slots, slot) }
