package play

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
)

// unknowns are the variables of an ending, of which the likeliest combinations are told.
type unknowns struct{ variables [][]choice }

func (u *unknowns) add(all []choice) int {
	u.variables = append(u.variables, all)
	return len(u.variables) - 1
}

// layout says which variables are what.
type layout struct {
	tile      [models.Places]int // the tile won on, -1 when it stands in the hand or nobody saw it
	whole     [models.Places]int // the hand of who won alone on a tile, with the discard as its last; -1
	faces     [models.Places][]models.Tiles
	hands     [models.Places][]int
	apart     [models.Places]int // which tile of the hand was the winning one; -1
	sets      []int              // -1 for those of players who did not win
	dora, ura []int
	// flowers are those of a winner, -1 for none, and bunches what each of them may be.
	flowers [models.Places]int
	bunches [models.Places][]models.FlowerSet
}

// verdicts tells the likeliest combinations of all that is unknown in a history, which itself
// is so likely.
func (t *table) verdicts(base Verdict, history float64) []Verdict {
	var u unknowns
	l := t.lay(&u)
	var all []Verdict
	listed, total, others := 0.0, 0.0, 0.0
	for pick, logp := range combinations(u.variables, lastFaces) {
		chance := exp(logp)
		if chance*history < worthwhile || listed > 1-worthwhile {
			break
		}
		v, weight := t.verdict(base, &l, func(variable int) int { return u.variables[variable][pick[variable]].value })
		v.Chance = chance * weight
		if len(all) > 0 {
			others += v.Chance
		}
		listed += chance
		total += v.Chance
		all = append(all, t.ofItsKind(v)...)
	}
	if total <= 0 {
		return all
	}
	// What the book does not let win, and what the discard contradicts, was weighed down; so
	// is, as much as the others on average, what was never listed.
	const least = .05
	share := least
	if first := listed - exp(first(u.variables)); first > 0 {
		share = max(least, min(1, others/first))
	}
	rest := max(0, 1-listed) * share
	for i := range all {
		all[i].Chance /= total + rest
	}
	return all
}

// first is the log-probability of the likeliest combination.
func first(variables [][]choice) (logp float64) {
	for _, v := range variables {
		logp += v[0].logp
	}
	return logp
}

// lay makes the variables of a history.
func (t *table) lay(u *unknowns) (l layout) {
	end := &t.h.end
	for i := range l.apart {
		l.tile[i], l.whole[i], l.apart[i], l.flowers[i] = -1, -1, -1, -1
	}
	winners := t.winners()
	for i, place := range winners {
		switch w := &end.won[place]; {
		case t.alone(place):
			l.whole[place], l.faces[place] = t.whole(u, place)
		case i > 0 && end.won[winners[i-1]].tile == w.tile: // one tile
			l.tile[place] = l.tile[winners[i-1]]
		case w.tile >= 0 && !w.pushed:
			l.tile[place] = u.add(choices(&t.slots[w.tile].q))
		}
	}
	for _, place := range slices.Sorted(slices.Values(winners)) {
		hand := t.hands[place]
		if l.whole[place] < 0 {
			for _, slot := range hand {
				l.hands[place] = append(l.hands[place], u.add(choices(&t.slots[slot].q)))
			}
		}
		if end.won[place].inside() && len(hand) > 0 {
			l.apart[place] = u.add(t.winningTile(place))
		}
		if t.game.Flowers {
			var all []choice
			if all, l.bunches[place] = t.flowers(place); len(all) > 0 {
				l.flowers[place] = u.add(all)
			}
		}
	}
	for i := range t.sets {
		at := -1
		if end.wonBy(t.sets[i].place) {
			at = u.add(t.sets[i].choices())
		}
		l.sets = append(l.sets, at)
	}
	for _, slot := range t.dora {
		l.dora = append(l.dora, u.add(choices(&t.slots[slot].q)))
	}
	for _, slot := range t.ura {
		l.ura = append(l.ura, u.add(choices(&t.slots[slot].q)))
	}
	return l
}

// alone reports whether a place won alone on a tile, with a hand of which something is known.
func (t *table) alone(place int) bool {
	return t.h.end.with(place) == 1 && len(t.hands[place]) > 0 && t.h.end.won[place].tile != unseen
}

// whole makes one variable of all the tiles of a winner's hand: only what the book lets win
// is worth listing.
func (t *table) whole(u *unknowns, place int) (int, []models.Tiles) {
	slots := t.hands[place]
	if w := &t.h.end.won[place]; !w.inside() {
		slots = append(slices.Clone(slots), int(w.tile))
	}
	c := t.winning14(slots, t.melds(t.h, place))
	sum := c.rest
	for _, v := range c.valid {
		sum += exp(v.logp)
	}
	all := make([]choice, len(c.valid))
	for i, v := range c.valid {
		all[i] = choice{v.value, v.logp - math.Log(max(sum, 1e-300))}
	}
	return u.add(all), c.faces
}

// choices are the ways of telling a set.
func (s *set) choices() (all []choice) {
	total := math.Inf(-1)
	for _, o := range s.options {
		total = addLogs(total, o.logp)
	}
	for i, o := range s.options {
		if o.logp-total > log(1e-7) {
			all = append(all, choice{i, o.logp - total})
		}
	}
	if len(all) == 0 {
		return []choice{{none, 0}}
	}
	sortChoices(all)
	return all
}

// winningTile is which of the tiles of a laid hand was the winning one: the one set apart,
// the one that looks like the discard that was pushed in, or any.
func (t *table) winningTile(place int) []choice {
	hand := t.hands[place]
	weights := make([]float64, len(hand))
	for i := range hand {
		weights[i] = 1
	}
	if tile := t.h.end.won[place].tile; tile >= 0 {
		for i, slot := range hand {
			weights[i] = exp(likeness(&t.slots[tile], &t.slots[slot], &t.prior))
		}
	} else if i := t.apart(t.hands[place], place); i >= 0 {
		const trust = .002 // of the others together
		for j := range weights {
			weights[j] = trust / float64(len(hand))
		}
		weights[i] = 1 - trust
	}
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	var all []choice
	for i, w := range weights {
		if w/sum > 1e-7 {
			all = append(all, choice{i, math.Log(w / sum)})
		}
	}
	sortChoices(all)
	return all
}

// apart finds the tile of a laid hand that lies by itself; -1 for none.
func (p *Play) apart(hand []int, place int) int {
	if w := p.winning[place]; w >= 0 {
		return slices.Index(hand, w)
	}
	if len(hand) < 2 {
		return -1
	}
	order := make([]int, len(hand))
	for i := range order {
		order[i] = i
	}
	at := func(i int) float64 { return Along(p.slots[hand[i]].at, place) }
	slices.SortFunc(order, func(a, b int) int {
		if at(a) < at(b) {
			return -1
		}
		return 1
	})
	first := at(order[1]) - at(order[0])
	last := at(order[len(order)-1]) - at(order[len(order)-2])
	widest := 0.0
	for i := 2; i < len(order)-1; i++ {
		widest = max(widest, at(order[i])-at(order[i-1]))
	}
	switch need := p.priors.Apart; {
	case len(hand) == 2:
		return -1
	case last > widest+need && last > first+need:
		return order[len(order)-1]
	case first > widest+need && first > last+need:
		return order[0]
	}
	return -1
}

// verdict tells one combination. The weight is how much less likely the book and the
// discard make it.
func (t *table) verdict(base Verdict, l *layout, value func(variable int) int) (Verdict, float64) {
	v, weight := base, 1.0
	end := &t.h.end
	var dora, ura models.Tiles
	for _, i := range l.dora {
		dora = append(dora, models.Tile(value(i)))
	}
	for _, i := range l.ura {
		ura = append(ura, models.Tile(value(i)))
	}
	for _, place := range t.winners() {
		var hand models.Tiles
		discard := models.NoTile
		if l.tile[place] >= 0 {
			discard = models.Tile(value(l.tile[place]))
		}
		if l.whole[place] >= 0 {
			hand = slices.Clone(l.faces[place][value(l.whole[place])])
			if !end.won[place].inside() {
				hand, discard = hand[:len(hand)-1], hand[len(hand)-1]
			}
		}
		for _, i := range l.hands[place] {
			hand = append(hand, models.Tile(value(i)))
		}
		won, less := t.won(place, hand, t.meldsOf(place, l, value), discard, l, value)
		won.Win.DoraIndicators = dora
		if won.Win.Riichi > 0 {
			won.Win.UraIndicators = ura
		}
		if len(v.Wins) < max(t.game.Heads, 1) {
			v.Wins = append(v.Wins, won)
		}
		weight *= less
	}
	v.Unseen = t.unseen(&v)
	if t.game.GoesOn {
		v.Unseen = append(v.Unseen, t.unpaid(&v)...)
	}
	if t.game.Aborts.TripleRon && len(v.Wins) == 3 {
		v = Verdict{How: models.DrawnGame, Reason: TripleRon, Riichi: v.Riichi, Left: v.Left}
	}
	return v, weight
}

// unseen are what a verdict depends on though nobody knows it: who deals where the books have it otherwise, and indicators
// that nobody saw.
func (t *table) unseen(v *Verdict) (words []string) {
	if int(t.h.dealer) != t.start.Dealer.Index() {
		words = append(words, "dealer")
	}
	if !t.game.Dora || len(v.Wins) == 0 {
		return words
	}
	if len(t.dora) < t.h.dueDora(t.game) {
		words = append(words, "dora")
	}
	for i := range v.Wins {
		if t.game.Ura && v.Wins[i].Win.Riichi > 0 && len(t.ura) < len(t.dora) && (t.game.KanUra || len(t.ura) == 0) {
			return append(words, "ura")
		}
	}
	return words
}

// winners are who has won, in the order they did; those on one tile stand in turn order after its
// supplier, or from the dealer on where nobody knows it.
func (t *table) winners() (order []int) {
	end := &t.h.end
	turns := func(place int) int {
		from := int(end.won[place].from)
		if from < 0 {
			from = int(t.h.dealer)
		}
		return t.game.turns(from, place)
	}
	for place := range end.won {
		if end.wonBy(place) && turns(place) >= 0 {
			order = append(order, place)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(end.won[a].nth, end.won[b].nth), turns(a)-turns(b)) })
	return order
}

// meldsOf are the melds of a player.
func (t *table) meldsOf(place int, l *layout, value func(int) int) []models.Meld {
	melds := []models.Meld{}
	for i := range t.sets {
		s := &t.sets[i]
		if s.place != place {
			continue
		}
		at := value(l.sets[i])
		if at < 0 {
			continue
		}
		m := models.Meld{Kind: meldKinds(s.do), Tiles: slices.Clone(s.options[at].tiles)}
		sortTiles(m.Tiles)
		if s.from >= 0 && s.do != models.MadeConcealed {
			m.From = models.Side(t.game.turns(place, s.from))
		}
		melds = append(melds, m)
	}
	return melds
}

func sortTiles(tiles models.Tiles) { slices.Sort(tiles) }

// won is a winner's hand with its circumstances, and how much less likely the book makes it.
func (t *table) won(place int, hand models.Tiles, melds []models.Meld, discard models.Tile, l *layout, value func(int) int) (Won, float64) {
	h, g, weight := t.h, t.game, 1.0
	end, me := &h.end.won[place], &h.players[place]
	tile := discard
	if l.apart[place] >= 0 {
		at := value(l.apart[place])
		tile = hand[at]
		hand = slices.Delete(slices.Clone(hand), at, at+1)
		if end.tile >= 0 { // the discard is that tile
			weight *= t.slots[end.tile].q[tile] / max(t.prior[tile], 1e-9)
		}
	}
	sortTiles(hand)
	w := models.Win{ID: t.start.ID, Tile: tile, SelfDraw: int(end.from) == place,
		Seat: t.seat(place), Round: t.start.Round, Honba: t.start.Honba, Sticks: t.start.Sticks, Riichi: int(me.riichi)}
	w.Concealed, w.Melds = hand, melds
	if l.flowers[place] >= 0 {
		w.Flowers = l.bunches[place][value(l.flowers[place])]
	}
	if !w.SelfDraw && end.from >= 0 {
		w.Discarder = t.seat(int(end.from))
	}
	w.Flags = t.flags(place)
	w.Out = t.out(place)
	w.Void = t.void(place, models.Hand{Concealed: append(slices.Clone(hand), tile), Melds: melds})
	if g.Complete != nil && tile != models.NoTile && (w.Validate() != nil || !g.Complete(&w)) {
		weight *= t.priors.FalseWin
	}
	won := Won{Place: models.PlaceAt(place), Win: w}
	if end.from >= 0 {
		won.From = models.PlaceAt(int(end.from))
	}
	return won, weight
}

// seat is the wind of a place.
func (t *table) seat(place int) models.Seat {
	return models.SeatAt(t.game.turns(int(t.h.dealer), place))
}

// flowersOf are the tiles of a player's flowers: those told as they were laid, and those that
// lie by the hand at the end.
func (t *table) flowersOf(place int) (slots []int) {
	add := func(slot int) {
		if flowerMass(&t.slots[slot].q) > .5 && !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	for _, m := range t.moves {
		if m.do == models.LaidFlower && int(m.place) == place && m.slot >= 0 {
			add(int(m.slot))
		}
	}
	if laid := t.h.end.shown[place]; laid >= 0 {
		for _, slot := range t.sights[laid].slots {
			add(slot)
		}
	}
	return slots
}

// flowers are the ways of telling the flowers of a player; the values index the sets. There
// is one of each: two that look alike are one that was told twice, or one of them is another.
func (t *table) flowers(place int) (all []choice, sets []models.FlowerSet) {
	const (
		listed = 200 // ways of telling the tiles
		kinds  = 8   // a second tile is as often any of the others; one told twice has the same face
	)
	twice := min(1, kinds*t.priors.Doubled)
	slots := t.flowersOf(place)
	var elsewhere faces
	for other := range models.Places {
		if other != place {
			for _, slot := range t.flowersOf(other) {
				for f, q := range t.slots[slot].q {
					elsewhere[f] = 1 - (1-elsewhere[f])*(1-q)
				}
			}
		}
	}
	variables := make([][]choice, len(slots))
	for i, slot := range slots {
		variables[i] = flowerChoices(&t.slots[slot].q)
	}
	at := map[string]int{}
	total := math.Inf(-1)
	for pick, logp := range combinations(variables, listed) {
		var tiles models.Tiles
		for i, c := range pick {
			f := models.Tile(variables[i][c].value)
			if slices.Contains(tiles, f) {
				logp += log(twice)
				continue
			}
			logp += log(1 - elsewhere[f] + twice*elsewhere[f])
			tiles = append(tiles, f)
		}
		sortTiles(tiles)
		total = addLogs(total, logp)
		key := tiles.String()
		if i, known := at[key]; known {
			all[i].logp = addLogs(all[i].logp, logp)
			continue
		}
		at[key] = len(all)
		all = append(all, choice{len(sets), logp})
		sets = append(sets, models.FlowersOf(tiles...))
	}
	for i := range all {
		all[i].logp -= total
	}
	sortChoices(all)
	return t.missed(all, sets, &elsewhere)
}

// missed adds to the ways of telling a player's flowers those with one more that nobody saw, which of
// itself changes nothing else that is seen: the likelier the more of the wall is drawn. Two are not weighed.
func (t *table) missed(all []choice, sets []models.FlowerSet, elsewhere *faces) ([]choice, []models.FlowerSet) {
	drawn := 1 - float64(max(t.h.left(t.game), 0)+t.game.Dead)/float64(t.game.Tiles)
	here := drawn * t.priors.MissedFlower / float64(t.game.Players)
	nowhere := 1 - drawn*(1-t.priors.MissedFlower) // it is in the wall, or was laid and not seen
	told := sets[all[0].value].Tiles
	for f := models.Tile(1); int(f) < models.Outcomes; f++ {
		if !f.IsFlower() || slices.Contains(told, f) || t.prior[f] == 0 {
			continue
		}
		tiles := append(slices.Clone(told), f)
		sortTiles(tiles)
		all = append(all, choice{len(sets), log(here / nowhere * (1 - elsewhere[f]))})
		sets = append(sets, models.FlowersOf(tiles...))
	}
	total := math.Inf(-1)
	for i := range all {
		total = addLogs(total, all[i].logp)
	}
	for i := range all {
		all[i].logp -= total
	}
	sortChoices(all)
	return all, sets
}

// flowerChoices lists the flowers that a tile may be, best first.
func flowerChoices(q *faces) (all []choice) {
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		if t.IsFlower() && q[t] > 1e-9 {
			all = append(all, choice{int(t), math.Log(q[t])})
		}
	}
	sortChoices(all)
	return all
}

// flags are the circumstances that follow from the course alone.
func (t *table) flags(place int) (f models.Flags) {
	h, g := t.h, t.game
	me, end := &h.players[place], &h.end.won[place]
	drawn := int(end.from) == place
	discards := 0
	for i := range h.players {
		discards += int(h.players[i].discards)
	}
	dealer := int(t.h.dealer) == place
	set := func(flag models.Flags, holds bool) {
		if holds {
			f |= flag
		}
	}
	set(models.Ippatsu, g.Ippatsu && me.oneTurn && me.riichi > 0)
	set(models.RobKong, end.robbing != none)
	set(models.KongDraw, drawn && end.replaced)
	set(models.KongDiscard, end.shot)
	set(models.LastDraw, drawn && end.last && !(g.DeadReplaces && end.replaced))
	set(models.LastDiscard, !drawn && end.last && end.robbing == none)
	if h.calls > 0 {
		return f
	}
	switch {
	case drawn && dealer && discards == 0 && g.Heaven:
		return models.Heavenly
	case g.Earthly == FirstDiscard && !drawn && !dealer && discards == 1:
		return models.Earthly
	case g.Earthly == FirstTurn && !dealer && me.discards == 0 && end.from >= 0:
		return models.Earthly
	}
	return f
}

// ofItsKind tells a verdict with and without the last of its kind, where the book asks.
func (t *table) ofItsKind(v Verdict) []Verdict {
	if !t.game.LastOfKind || len(v.Wins) != 1 || v.Wins[0].Win.Flags.Has(models.RobKong) {
		return []Verdict{v}
	}
	chance := t.threeSeen(v.Wins[0].Win.Tile)
	for _, c := range v.Wins[0].Win.Concealed {
		if c.Kind() == v.Wins[0].Win.Tile.Kind() {
			chance = 0
		}
	}
	with := v
	with.Wins = slices.Clone(v.Wins)
	with.Wins[0].Win.Flags |= models.LastOfKind
	with.Chance *= chance
	v.Chance *= 1 - chance
	switch {
	case chance <= worthwhile:
		return []Verdict{v}
	case chance >= 1-worthwhile:
		return []Verdict{with}
	}
	return []Verdict{v, with}
}

// threeSeen is the probability that all other copies of a tile lie open on the table.
func (t *table) threeSeen(tile models.Tile) float64 {
	var seen [models.Copies + 1]float64
	seen[0] = 1
	add := func(q float64) {
		for n := models.Copies; n > 0; n-- {
			seen[n] = seen[n]*(1-q) + seen[n-1]*q
		}
		seen[0] *= 1 - q
	}
	for _, slot := range t.rivers {
		if last := t.h.end.last(); last == nil || int32(slot) != last.tile {
			add(t.slots[slot].q[tile])
		}
	}
	for i := range t.sets {
		s := &t.sets[i]
		if s.do == models.MadeConcealed {
			continue
		}
		for _, slot := range s.slots {
			add(t.slots[slot].q[tile])
		}
		for _, q := range s.hidden() {
			add(q[tile])
		}
	}
	hidden := float64(t.game.Tiles - len(t.single()))
	for _, s := range t.sets {
		hidden -= float64(len(s.slots))
	}
	for range t.gaps { // any of the tiles that nobody saw
		for n := models.Copies - 1; n > 0; n-- {
			moves := seen[n-1] * float64(models.Copies-n) / hidden
			seen[n], seen[n-1] = seen[n]+moves, seen[n-1]-moves
		}
	}
	return seen[models.Copies-1]
}
