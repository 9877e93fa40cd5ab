package evidence

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// Places and times within which tiles on a player's side are one meld. Lengths are for tiles of the usual size, see
// [Seen.scale].
const (
	meldReach = 60.0  // mm from the nearest tile of the set
	setReach  = 115.0 // the same for tiles that came to rest together, or show one face: a whole meld
	meldPause = 2.5   // seconds between its tiles
)

// Measure takes over how wide the tiles are.
func (p *Seen) Measure() { p.Width = p.tileWidth() }

// Option is one way in which the faces of a set may be told.
type Option struct {
	Tiles models.Tiles // by slot, the missing ones last
	Claim models.Tile  // the claimed one
	Logp  float64      // relative to tiles without a relation
}

// Sameness is how much better the tiles go together as the set of a deed than as tiles
// without a relation; claimed is the slot of the discard that is one of them, none or
// unseen without.
func (p *Seen) Sameness(slots []int, claimed int, do models.Deed) float64 {
	key := setKey{slots[0], slots[len(slots)-1], len(slots), max(claimed, None), do}
	if known, ok := p.fits[key]; ok {
		return known
	}
	total := math.Inf(-1)
	for _, o := range p.Options(slots, claimed, do) {
		total = AddLogs(total, o.Logp)
	}
	p.fits[key] = max(total, Log(0))
	return p.fits[key]
}

// Options lists the faces that a set may show.
func (p *Seen) Options(slots []int, claimed int, do models.Deed) []Option {
	if do == models.CalledChow {
		return p.chows(slots, claimed)
	}
	want := models.SetTiles
	if do != models.CalledPung {
		want = models.KongTiles
	}
	if len(slots) > want {
		return nil
	}
	var all []Option
	for i := range models.Kinds {
		all = append(all, p.equals(slots, claimed, models.KindAt(i), want, do == models.MadeConcealed)...)
	}
	return all
}

// hardly is how little the faces of a set go with each other where they are no set at all (natural logarithm).
const hardly = -40

// equals are the ways in which the tiles are of one kind, with the red five at each place.
func (p *Seen) equals(slots []int, claimed int, kind models.Tile, want int, backs bool) (all []Option) {
	reds := 1
	red := models.NoTile
	if p.Game.Red && kind.IsFive() {
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
		if o := p.option(tiles, slots, claimed, share, backs); o.Logp > hardly {
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
func (p *Seen) chows(slots []int, claimed int) (all []Option) {
	if len(slots) > models.SetTiles {
		return nil
	}
	var ways []models.Tiles
	for suit := models.Characters; suit <= models.Bamboos; suit++ {
		for rank := 1; rank <= 7; rank++ {
			run := models.Tiles{models.NewTile(suit, rank), models.NewTile(suit, rank+1), models.NewTile(suit, rank+2)}
			for _, tiles := range permutations(run) {
				ways = append(ways, tiles)
			}
		}
	}
	for _, tiles := range ways {
		all = append(all, p.reddened(tiles, slots, claimed, 1/float64(len(ways)))...)
	}
	return all
}

// reddened are a chow, which is so likely, as it is and, when it has a five, with the red one.
func (p *Seen) reddened(tiles models.Tiles, slots []int, claimed int, share float64) (all []Option) {
	five := slices.IndexFunc(tiles, models.Tile.IsFive)
	if p.Game.Red && five >= 0 {
		red := slices.Clone(tiles)
		red[five] = models.NewTile(red[five].Suit(), 0)
		if o := p.option(red, slots, claimed, share/models.Copies, false); o.Logp > hardly {
			all = append(all, o)
		}
		share *= 1 - 1.0/models.Copies
	}
	if o := p.option(tiles, slots, claimed, share, false); o.Logp > hardly {
		all = append(all, o)
	}
	return all
}

// option weighs one way of telling the tiles of a set. Any of them may be the claimed one.
func (p *Seen) option(tiles models.Tiles, slots []int, claimed int, share float64, backs bool) Option {
	o := Option{Tiles: tiles, Logp: math.Log(share)}
	for i, s := range slots {
		t := tiles[i]
		ratio := p.Slots[s].Q[t] / p.Prior[t]
		if backs {
			ratio = max(ratio, p.Slots[s].Q[models.Back]/p.Prior[models.Back])
		}
		o.Logp += Log(ratio)
	}
	if claimed < 0 {
		return o
	}
	sum, most := 0.0, 0.0
	for _, t := range tiles {
		ratio := p.Slots[claimed].Q[t] / p.Prior[t]
		sum += ratio
		if ratio > most {
			most, o.Claim = ratio, t
		}
	}
	o.Logp += Log(sum / float64(len(tiles)))
	return o
}

// TurnedAt is the side to which the turned tile of a set points, and how sure that is.
func (p *Seen) TurnedAt(s *Sight) (models.Side, float64) {
	n := len(s.Slots)
	if n < models.SetTiles {
		return models.NoSide, 0
	}
	order := slices.Clone(s.Slots)
	slices.SortFunc(order, func(a, b int) int {
		d := Along(p.Slots[a].At, s.Place) - Along(p.Slots[b].At, s.Place)
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
		if p.Slots[slot].Side > most {
			at, most = i, p.Slots[slot].Side
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

// LikeliestSet tells the tiles of a set by themselves; own says that it is a concealed kong.
func (p *Seen) LikeliestSet(at int, own bool) (models.Meld, bool) {
	slots := p.Sights[at].Slots
	deeds := []models.Deed{models.CalledPung, models.CalledChow}
	switch {
	case own:
		deeds = []models.Deed{models.MadeConcealed}
	case len(slots) == models.KongTiles:
		deeds = []models.Deed{models.CalledKong}
	}
	key := setKey{first: slots[0], last: slots[len(slots)-1], size: len(slots), claimed: None, do: deeds[0]}
	if known, ok := p.melded[key]; ok {
		return known, known.Tiles != nil
	}
	most, found := math.Inf(-1), models.Meld{}
	for _, do := range deeds {
		for _, o := range p.Options(slots, None, do) {
			if o.Logp > most {
				most, found = o.Logp, models.Meld{Kind: MeldKinds(do), Tiles: o.Tiles}
			}
		}
	}
	p.melded[key] = found
	return found, found.Tiles != nil
}

func MeldKinds(do models.Deed) models.MeldKind {
	switch do {
	case models.CalledChow:
		return models.Chow
	case models.CalledPung:
		return models.Pung
	case models.CalledKong:
		return models.Kong
	case models.MadeAdded:
		return models.AddedKong
	}
	return models.ConcealedKong
}

// spacing is how tiles of a set lie beside each other, in widths of a tile. Counted in films: neighbours lie
// 1.00 ± .027 apart (763), and 1.18 ± .045 where one of them is turned (416).
type spacing struct {
	// turned is by how much a turned tile is longer, to each side.
	turned float64
	// off is the spread of a gap, for each tile of it: the width of a tile is known but roughly, so
	// that more is believed than was counted.
	off float64
	// unlike is the share of sets that lie otherwise.
	unlike float64
	// enough is how many tiles lie beside each other before their width is taken from them.
	enough int
	// called and own are how two faces lie of a pung and of a concealed kong whose other tiles were not
	// seen. Those of a pung lie beside each other or, one time of three, around the other, one of three of which is turned.
	// Those of a kong are its middle or, as films and clubs have it about as often, its ends.
	called, own []lain
}

// lain is how often two faces lie so many tiles apart.
type lain struct{ often, tiles float64 }

func usualSpacing() spacing {
	const turned = (calibration.UsualHeight/usualWidth - 1) / 2
	const one = 1. / models.SetTiles
	return spacing{
		turned: turned, off: .05, unlike: .001, enough: 8,
		called: []lain{{1 - one, 1}, {one * (1 - one), 2}, {one * one, 2 + 2*turned}}, own: []lain{{.5, 1}, {.5, models.KongTiles - 1}},
	}
}

// ApartBy is how much better two faces lie as far apart as those of a set than as tiles without a relation.
func (p *Seen) ApartBy(s *Sight, do models.Deed) float64 {
	k := usualSpacing()
	ways := k.called
	if do == models.MadeConcealed {
		ways = k.own
	}
	a, b := &p.Slots[s.Slots[0]], &p.Slots[s.Slots[1]]
	gap := math.Abs(Along(a.At, s.Place)-Along(b.At, s.Place))/p.Width - k.turned*(a.Side+b.Side)
	anyhow := usualWidth / setReach // a density, as far as tiles of a set reach
	sum := k.unlike * anyhow
	for _, w := range ways {
		sigma := k.off * w.tiles
		off := (gap - w.tiles) / sigma
		sum += (1 - k.unlike) * w.often * math.Exp(-off*off/2) / sigma / math.Sqrt(2*math.Pi)
	}
	return Log(sum) - Log(anyhow)
}

// usualWidth is that of the tiles for which lengths are given, mm.
const usualWidth = calibration.UsualWidth

// scale is how many times as large the tiles are as the usual ones.
func (p *Seen) scale() float64 { return cmp.Or(p.Game.Width, usualWidth) / usualWidth }

// tileWidth is about how wide a tile is, mm: as far as most have one beside them.
func (p *Seen) tileWidth() float64 {
	k, width := usualSpacing(), usualWidth*p.scale()
	var gaps []float64
	for i := range p.Slots {
		nearest := math.Inf(1)
		for j := range p.Slots {
			if i != j && p.Slots[i].place == p.Slots[j].place {
				nearest = min(nearest, math.Hypot(p.Slots[i].At.X-p.Slots[j].At.X, p.Slots[i].At.Y-p.Slots[j].At.Y))
			}
		}
		if nearest > width/2 && nearest < 1.5*width { // another tile, and beside it
			gaps = append(gaps, nearest)
		}
	}
	if len(gaps) < k.enough {
		return width
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
