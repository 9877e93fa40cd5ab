package play

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"

	"jantaku/models"
)

// concealed are the tiles of a laid hand that are neither in the melds of a history nor flowers.
func (p *Play) concealed(h *history, place, laid int) []int {
	var tiles []int
	for _, slot := range p.sights[laid].slots {
		if flowerMass(&p.slots[slot].q) > .5 {
			continue
		}
		melded := false
		for i, set := range h.players[place].sets {
			if i < int(h.players[place].melds) && set >= 0 {
				melded = melded || p.holds(int(set), slot)
			}
		}
		for _, set := range h.addedTo(place) {
			melded = melded || p.holds(set, slot)
		}
		if w := &h.end.won[place]; w.nth > 0 && w.beside >= 0 && w.tile != none { // it is the discard
			melded = melded || p.holds(int(w.beside), slot)
		}
		if !melded {
			tiles = append(tiles, slot)
		}
	}
	return tiles
}

// addedTo are the sights of the added kongs of a player.
func (h *history) addedTo(place int) (sights []int) {
	for past := h; past != nil; past = past.past {
		for _, m := range past.moves {
			if m.do == models.MadeAdded && int(m.place) == place {
				sights = append(sights, int(m.sight))
			}
		}
	}
	return sights
}

// complete is the probability that the tiles, with one more from slot extra (none for
// none), are a hand that the book lets win; 1/2 where no book was given.
func (p *Play) complete(h *history, place int, tiles []int, extra int32) float64 {
	if p.game.Complete == nil {
		return .5
	}
	melds := p.melds(h, place)
	key := fmt.Sprint("c", tiles, extra, melds)
	if mass, known := p.masses[key]; known {
		return mass
	}
	all := slices.Clone(tiles)
	if extra >= 0 {
		all = append(all, int(extra))
	}
	mass := 0.0
	for _, c := range p.winning14(all, melds).valid {
		mass += exp(c.logp)
	}
	p.masses[key] = mass
	return mass
}

// completed are the ways of telling the tiles of a hand that the book lets win, best first,
// and the probability of all that were not listed.
type completed struct {
	faces []models.Tiles
	valid []choice // value indexes faces
	rest  float64
}

// winning14 lists how the tiles of a hand may be told so that the book lets it win; where
// none does, the likeliest ways all the same.
func (p *Play) winning14(slots []int, melds []models.Meld) *completed {
	const (
		listed = 600 // ways of telling that are tried
		kept   = 24
		few    = 4 // of those that do not win, where none does
	)
	c := &completed{}
	tried, worst := 0.0, []choice(nil)
	won, lost := 0, 0
	for faces, prob := range p.likely(slots, listed) {
		if tried += prob; prob < 1e-8 {
			break
		}
		ways := &c.valid
		if p.game.Complete != nil && !p.wins(faces, melds) {
			ways = &worst
			lost++
		} else {
			won++
		}
		if len(c.valid) < kept && (ways == &c.valid || len(worst) < few) {
			*ways = append(*ways, choice{len(c.faces), math.Log(prob)})
			c.faces = append(c.faces, faces)
		}
	}
	// Of what was not tried few hands win: as many as of what was.
	c.rest = max(0, 1-tried) * (float64(won) + chanceComplete) / float64(won+lost+1)
	if len(c.valid) == 0 {
		for _, w := range worst {
			w.logp += log(p.priors.FalseWin)
			c.valid = append(c.valid, w)
		}
	}
	return c
}

// How often a hand that is nearly complete is complete, or ready, by chance, when one of
// its tiles is another.
const (
	chanceComplete = .05
	chanceReady    = .2
)

// ready is the probability that the tiles lack one for a hand that the book lets win.
func (p *Play) ready(h *history, place int, tiles []int) float64 {
	if p.game.Complete == nil {
		return .5
	}
	melds := p.melds(h, place)
	key := fmt.Sprint("r", tiles, melds)
	if mass, known := p.masses[key]; known {
		return mass
	}
	mass := 0.0
	for faces, prob := range p.likely(tiles, 16) {
		if p.waits(faces, melds) {
			mass += prob
		}
	}
	p.masses[key] = mass
	return mass
}

// waits reports whether one tile more makes a hand that the book lets win.
func (p *Play) waits(tiles models.Tiles, melds []models.Meld) bool {
	for i := range models.Kinds {
		if p.wins(append(slices.Clone(tiles), models.KindAt(i)), melds) {
			return true
		}
	}
	return false
}

// wins asks the book about a hand of 14 tiles, kongs counted as three.
func (p *Play) wins(tiles models.Tiles, melds []models.Meld) bool {
	if len(tiles)+3*len(melds) != 14 {
		return false
	}
	sorted := slices.Clone(tiles)
	sortTiles(sorted)
	key := fmt.Sprint(sorted, melds)
	won, known := p.won[key]
	if !known {
		w := models.Win{Hand: models.Hand{Concealed: sorted[:len(sorted)-1], Melds: melds}, Tile: sorted[len(sorted)-1]}
		won = w.Validate() == nil && p.game.Complete(&w)
		p.won[key] = won
	}
	return won
}

// melds are the sets of a player in a history, each as it most likely is.
func (p *Play) melds(h *history, place int) (melds []models.Meld) {
	added := h.addedTo(place)
	for i, set := range h.players[place].sets {
		if i >= int(h.players[place].melds) || set < 0 {
			continue
		}
		at := int(set)
		for _, a := range added {
			if p.holds(a, p.sights[set].slots[0]) {
				at = a
			}
		}
		if m, ok := p.likeliestSet(at, h.players[place].own&(1<<i) != 0); ok {
			melds = append(melds, m)
		}
	}
	return melds
}

// likeliestSet tells the tiles of a set by themselves; own says that it is a concealed kong.
func (p *Play) likeliestSet(at int, own bool) (models.Meld, bool) {
	slots := p.sights[at].slots
	deeds := []models.Deed{models.CalledPung, models.CalledChow}
	switch {
	case own:
		deeds = []models.Deed{models.MadeConcealed}
	case len(slots) == 4:
		deeds = []models.Deed{models.CalledKong}
	}
	key := setKey{first: slots[0], size: len(slots), claimed: none, do: deeds[0]}
	if known, ok := p.melded[key]; ok {
		return known, known.Tiles != nil
	}
	most, found := math.Inf(-1), models.Meld{}
	for _, do := range deeds {
		for _, o := range p.options(slots, none, do) {
			if o.logp > most {
				most, found = o.logp, models.Meld{Kind: meldKinds(do), Tiles: o.tiles}
			}
		}
	}
	p.melded[key] = found
	return found, found.Tiles != nil
}

func meldKinds(do models.Deed) models.MeldKind {
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

// likely gives the n likeliest ways of telling the tiles apart, best first, with their
// probabilities. Those of which no set has so many copies are left out.
func (p *Play) likely(slots []int, n int) func(yield func(models.Tiles, float64) bool) {
	variables := make([][]choice, len(slots))
	for i, s := range slots {
		variables[i] = choices(&p.slots[s].q)
	}
	return func(yield func(models.Tiles, float64) bool) {
		for pick, logp := range combinations(variables, n) {
			tiles := make(models.Tiles, len(pick))
			for i, c := range pick {
				tiles[i] = models.Tile(variables[i][c].value)
			}
			if !yield(tiles, math.Exp(logp)) {
				return
			}
		}
	}
}

// choice is one value of a variable.
type choice struct {
	value int
	logp  float64
}

// choices lists the faces that are worth to be weighed, best first.
func choices(q *faces) (all []choice) {
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		if t.IsKind() && q[t] > 1e-7 {
			all = append(all, choice{int(t), math.Log(q[t])})
		}
	}
	if len(all) == 0 {
		first, _ := best(q)
		all = append(all, choice{int(first), 0})
	}
	sortChoices(all)
	return all
}

func sortChoices(all []choice) {
	slices.SortStableFunc(all, func(a, b choice) int {
		switch {
		case a.logp > b.logp:
			return -1
		case a.logp < b.logp:
			return 1
		}
		return 0
	})
}

// pick is one combination: the number of the choice of every variable.
type pick struct {
	at   []int
	last int // the variables before it stay as they are in all that follow
	logp float64
}

type picks []pick

func (p picks) Len() int           { return len(p) }
func (p picks) Less(a, b int) bool { return p[a].logp > p[b].logp }
func (p picks) Swap(a, b int)      { p[a], p[b] = p[b], p[a] }
func (p *picks) Push(x any)        { *p = append(*p, x.(pick)) }
func (p *picks) Pop() any {
	old := *p
	last := old[len(old)-1]
	*p = old[:len(old)-1]
	return last
}

// combinations gives the n likeliest combinations of independent variables, best first.
// The choices of every variable are sorted.
func combinations(variables [][]choice, n int) func(yield func([]int, float64) bool) {
	return func(yield func([]int, float64) bool) {
		first := pick{at: make([]int, len(variables))}
		for _, v := range variables {
			if len(v) == 0 {
				return
			}
			first.logp += v[0].logp
		}
		queue := picks{first}
		for range n {
			if len(queue) == 0 {
				return
			}
			top := heap.Pop(&queue).(pick)
			if !yield(top.at, top.logp) {
				return
			}
			for i := top.last; i < len(variables); i++ {
				if top.at[i]+1 >= len(variables[i]) {
					continue
				}
				next := pick{at: slices.Clone(top.at), last: i, logp: top.logp}
				next.logp += variables[i][next.at[i]+1].logp - variables[i][next.at[i]].logp
				next.at[i]++
				heap.Push(&queue, next)
			}
		}
	}
}

// shownHands are the hands of those who did not win, each with the ways of telling it.
func (t *table) shownHands() (all []ShownHand) {
	const ways = 96 // of telling one hand
	for place, laid := range t.h.end.shown {
		if laid < 0 || t.h.end.wonBy(place) {
			continue
		}
		s := ShownHand{Place: models.PlaceAt(place), Seat: t.seat(place)}
		melds, sees := t.setsOf(place), t.seenBy(place)
		var others []otherwise
		if t.game.AllShow { // else no book asks what its owner sees
			others = t.others(place, sees)
		}
		for faces, chance := range t.likely(t.hands[place], ways) {
			sortTiles(faces)
			hand := models.Hand{Concealed: faces, Melds: melds}
			s.Hands = append(s.Hands, Shown{Hand: hand, Seen: sees, Void: t.void(place, hand), Chance: chance, others: others})
		}
		switch {
		case t.game.AllShow, t.game.GoesOn:
			t.preferReady(s.Hands, 1/t.priors.Ready)
		case t.h.end.how == models.DrawnGame && t.h.end.reason == Exhausted:
			t.preferReady(s.Hands, t.priors.NotReady)
		}
		all = append(all, s)
	}
	return all
}

// preferReady weighs the ways of telling a hand that was shown; others is how much less likely than
// one that waits one that does not is.
func (t *table) preferReady(ways []Shown, others float64) {
	total, sum := 0.0, 0.0
	for i := range ways {
		w := &ways[i]
		total += w.Chance
		if t.game.Complete != nil && !t.waits(w.Concealed, w.Melds) {
			w.Chance *= others
		}
		sum += w.Chance
	}
	if sum <= 0 {
		return
	}
	for i := range ways { // what was not listed weighs as before
		ways[i].Chance *= total / sum
	}
	slices.SortStableFunc(ways, func(a, b Shown) int { return cmp.Compare(b.Chance, a.Chance) })
}

// setsOf are the melds of a player, each as it most likely is.
func (t *table) setsOf(place int) (melds []models.Meld) {
	first := layout{sets: make([]int, len(t.sets))}
	for i := range t.sets {
		first.sets[i] = i
	}
	return append([]models.Meld{}, t.meldsOf(place, &first, func(i int) int { return t.sets[i].choices()[0].value })...)
}

// otherwise is one way in which other tiles lie open than those that are told: one that nobody
// saw or that shows another face. Each is rare, so that two at once are not weighed.
type otherwise struct {
	less, more models.Tiles // of what is seen
	chance     float64
}

// others are the ways in which a player may see other tiles than the likeliest: seen are those.
func (t *table) others(place int, seen models.Tiles) (all []otherwise) {
	const least = 1e-6 // chance of a way that is worth weighing
	add := func(less models.Tiles, chance float64, more ...models.Tile) {
		if chance > least {
			all = append(all, otherwise{less, more, chance})
		}
	}
	for _, q := range t.openTo(place) {
		first, _ := best(q)
		if q[first] >= sure {
			continue
		}
		var less models.Tiles
		if first.IsKind() {
			less = models.Tiles{first}
		}
		for f := models.Tile(1); int(f) < models.Outcomes; f++ {
			if f != first && f.IsKind() {
				add(less, q[f], f)
			}
		}
	}
	melds := 0 // that nobody saw
	for i := range t.sets {
		if t.sets[i].place != place && len(t.sets[i].slots) == 0 {
			melds++
		}
	}
	if t.gaps+melds == 0 {
		return all
	}
	var left [models.Kinds]float64
	hidden := 0.0
	for i := range left {
		left[i] = models.Copies
	}
	for _, tile := range seen {
		left[tile.Kind().Index()] = max(0, left[tile.Kind().Index()]-1)
	}
	for _, n := range left {
		hidden += n
	}
	for i, n := range left {
		kind := models.KindAt(i)
		add(nil, float64(t.gaps)*n/hidden, kind)
		if n >= 3 {
			add(nil, float64(melds)/models.Kinds, kind, kind, kind)
		}
		if n > 0 { // of a chow, or what was claimed for it
			add(nil, 3*float64(melds)*n/hidden, kind)
		}
	}
	return all
}

// openTo are the tiles that a player sees beside the own hand.
func (t *table) openTo(place int) (all []*faces) {
	lie := func(slots []int) {
		for _, slot := range slots {
			all = append(all, &t.slots[slot].q)
		}
	}
	lie(t.rivers)
	lie(t.dora)
	for i := range t.sets {
		if s := &t.sets[i]; s.place != place {
			lie(s.slots)
			all = append(all, s.hidden()...)
		}
	}
	return all
}

// seenBy are the tiles that a player sees beside the own hand, each as it most likely is.
func (t *table) seenBy(place int) (seen models.Tiles) {
	for _, q := range t.openTo(place) {
		if first, _ := best(q); first.IsKind() {
			seen = append(seen, first)
		}
	}
	sortTiles(seen)
	return seen
}

// unlike is the chance that a shown hand is paid otherwise than it is, as a text, because other
// tiles lie open than those that are told.
func (s *Shown) unlike(text string, pays func(hand *Shown) string) (chance float64) {
	with := func(seen models.Tiles) bool { return pays(&Shown{Hand: s.Hand, Seen: seen}) != text }
	if len(s.others) == 0 || !with(nil) && !with(everyTile()) {
		return 0 // whatever lies there
	}
	for _, o := range s.others {
		seen := slices.Clone(s.Seen)
		for _, tile := range o.less {
			if i := slices.Index(seen, tile); i >= 0 {
				seen = slices.Delete(seen, i, i+1)
			}
		}
		if with(append(seen, o.more...)) {
			chance += o.chance
		}
	}
	return min(1, chance)
}

// everyTile are all copies of all kinds.
func everyTile() (all models.Tiles) {
	for i := range models.Kinds {
		all = append(all, slices.Repeat(models.Tiles{models.KindAt(i)}, models.Copies)...)
	}
	return all
}
