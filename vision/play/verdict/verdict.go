// Package verdict is what is concluded from the histories of a hand: its course so far ([Course]), the complete ways
// in which it may have ended with their probabilities ([Ending]), and what a rule book makes of them, so that what
// is in doubt can be asked ([Settlement]).
package verdict

import (
	"encoding/json"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// How much is weighed at the end of a hand.
const (
	lastHistories = 60   // histories that are told in full
	worthwhile    = 1e-6 // histories and faces below this chance go into the rest
	untold        = 2e-4 // chance of all histories of which the shown hands are not told: they count as wrong
)

// Won is one winner of a verdict: the hand with all its circumstances, as a rule book scores it.
type Won struct {
	Place models.Place `json:"place"`
	// From is the winner's own place when the tile was drawn.
	From models.Place `json:"from"`
	Win  models.Win   `json:"win"`
}

// Verdict is one complete way in which a hand may have ended.
type Verdict struct {
	Chance float64     `json:"-"`
	How    models.Deed `json:"how"` // Wins or DrawnGame
	// Reason is that of a drawn game; empty where nothing on the table says why the hand ended.
	Reason string `json:"reason,omitempty"`
	Wins   []Won  `json:"wins,omitempty"`
	// Settled are the moments at which points changed hands, in their order, where the game goes on
	// after a win; what the wins are worth, and how the hands stand at the end, is for the rule book.
	Settled []models.Settlement `json:"settled,omitempty"`
	// Riichi are who laid a stick, Nagashi who discarded terminals and honours alone, none of them called.
	Riichi  []models.Place `json:"riichi,omitempty"`
	Nagashi []models.Place `json:"nagashi,omitempty"`
	// Unseen are words for what nobody saw though the score depends on it.
	Unseen []string `json:"unseen,omitempty"`
	// Left is how many tiles could still be drawn.
	Left int `json:"-"`

	// shares are how much of the chance comes from which history; nil is all from the first.
	shares map[int]float64
}

// key tells verdicts apart.
func (v *Verdict) key() string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error() // tiles and numbers: it does not happen, and would merge nothing wrong
	}
	return string(text)
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
		m := models.Meld{Kind: evidence.MeldKinds(s.do), Tiles: slices.Clone(s.options[at].Tiles)}
		slices.Sort(m.Tiles)
		if s.from >= 0 && s.do != models.MadeConcealed {
			m.From = models.Side(t.Game.Turns(place, s.from))
		}
		melds = append(melds, m)
	}
	return melds
}

// unknowns are the variables of an ending, of which the likeliest combinations are told.
type unknowns struct{ variables [][]evidence.Choice }

func (u *unknowns) add(all []evidence.Choice) int {
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
	for pick, logp := range evidence.Combinations(u.variables) {
		chance := math.Exp(logp)
		if chance*history < worthwhile || listed > 1-worthwhile {
			break
		}
		v, weight := t.verdict(base, &l, func(variable int) int { return u.variables[variable][pick[variable]].Value })
		v.Chance = chance * weight
		if len(all) > 0 {
			others += v.Chance
		}
		listed += chance
		total += v.Chance
		for _, v := range t.ofItsKind(v) {
			all = append(all, t.orKeepsSuit(v)...)
		}
	}
	if total <= 0 {
		return all
	}
	// What the book does not let win, and what the discard contradicts, was weighed down; so
	// is, as much as the others on average, what was never listed.
	const least = evidence.ChanceComplete
	share := least
	if first := listed - math.Exp(first(u.variables)); first > 0 {
		share = max(least, min(1, others/first))
	}
	rest := max(0, 1-listed) * share
	for i := range all {
		all[i].Chance /= total + rest
	}
	return all
}

// first is the log-probability of the likeliest combination.
func first(variables [][]evidence.Choice) (logp float64) {
	for _, v := range variables {
		logp += v[0].Logp
	}
	return logp
}

// lay makes the variables of a history.
func (t *table) lay(u *unknowns) (l layout) {
	end := &t.h.End
	for i := range l.apart {
		l.tile[i], l.whole[i], l.apart[i], l.flowers[i] = -1, -1, -1, -1
	}
	winners := t.winners()
	for i, place := range winners {
		switch w := &end.Won[place]; {
		case t.alone(place):
			l.whole[place], l.faces[place] = t.whole(u, place)
		case i > 0 && end.Won[winners[i-1]].Tile == w.Tile: // one tile
			l.tile[place] = l.tile[winners[i-1]]
		case w.Tile >= 0 && !w.Pushed:
			l.tile[place] = u.add(evidence.Choices(&t.Slots[w.Tile].Q))
		}
	}
	for _, place := range slices.Sorted(slices.Values(winners)) {
		hand := t.hands[place]
		if l.whole[place] < 0 {
			for _, slot := range hand {
				l.hands[place] = append(l.hands[place], u.add(evidence.Choices(&t.Slots[slot].Q)))
			}
		}
		if end.Won[place].Inside() && len(hand) > 0 {
			l.apart[place] = u.add(t.winningTile(place))
		}
		if t.Game.Flowers {
			var all []evidence.Choice
			if all, l.bunches[place] = t.flowers(place); len(all) > 0 {
				l.flowers[place] = u.add(all)
			}
		}
	}
	for i := range t.sets {
		at := -1
		if end.WonBy(t.sets[i].place) {
			at = u.add(t.sets[i].choices())
		}
		l.sets = append(l.sets, at)
	}
	for _, slot := range t.dora {
		l.dora = append(l.dora, u.add(evidence.Choices(&t.Slots[slot].Q)))
	}
	for _, slot := range t.ura {
		l.ura = append(l.ura, u.add(evidence.Choices(&t.Slots[slot].Q)))
	}
	return l
}

// alone reports whether a place won alone on a tile, with a hand of which something is known.
func (t *table) alone(place int) bool {
	return t.h.End.With(place) == 1 && len(t.hands[place]) > 0 && t.h.End.Won[place].Tile != unseen
}

// whole makes one variable of all the tiles of a winner's hand: only what the book lets win
// is worth listing.
func (t *table) whole(u *unknowns, place int) (int, []models.Tiles) {
	slots := t.hands[place]
	if w := &t.h.End.Won[place]; !w.Inside() {
		slots = append(slices.Clone(slots), int(w.Tile))
	}
	c := t.Winning(slots, t.melds(place))
	sum := c.Rest
	for _, v := range c.Valid {
		sum += math.Exp(v.Logp)
	}
	all := make([]evidence.Choice, len(c.Valid))
	for i, v := range c.Valid {
		all[i] = evidence.Choice{Value: v.Value, Logp: v.Logp - math.Log(max(sum, 1e-300))}
	}
	return u.add(all), c.Faces
}

// winningTile is which of the tiles of a laid hand was the winning one: the one set apart,
// the one that looks like the discard that was pushed in, or any.
func (t *table) winningTile(place int) []evidence.Choice {
	hand := t.hands[place]
	weights := make([]float64, len(hand))
	for i := range hand {
		weights[i] = 1
	}
	if tile := t.h.End.Won[place].Tile; tile >= 0 {
		for i, slot := range hand {
			weights[i] = math.Exp(evidence.Likeness(&t.Slots[tile], &t.Slots[slot], &t.Prior))
		}
	} else if i := t.Apart(t.hands[place], place); i >= 0 {
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
	var all []evidence.Choice
	for i, w := range weights {
		if w/sum > 1e-7 {
			all = append(all, evidence.Choice{Value: i, Logp: math.Log(w / sum)})
		}
	}
	evidence.SortChoices(all)
	return all
}

// verdict tells one combination. The weight is how much less likely the book and the
// discard make it.
func (t *table) verdict(base Verdict, l *layout, value func(variable int) int) (Verdict, float64) {
	v, weight := base, 1.0
	end := &t.h.End
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
			if !end.Won[place].Inside() {
				hand, discard = hand[:len(hand)-1], hand[len(hand)-1]
			}
		}
		for _, i := range l.hands[place] {
			hand = append(hand, models.Tile(value(i)))
		}
		won, less := t.won(place, models.Hand{Concealed: hand, Melds: t.meldsOf(place, l, value)}, discard, l, value)
		won.Win.DoraIndicators = dora
		if won.Win.Riichi > 0 {
			won.Win.UraIndicators = ura
		}
		if len(v.Wins) < max(t.Game.Heads, 1) {
			v.Wins = append(v.Wins, won)
		}
		weight *= less
	}
	v.Unseen = t.unseen(&v)
	if t.Game.GoesOn {
		v.Unseen = append(v.Unseen, t.unpaid(&v)...)
	}
	if t.Game.Aborts.TripleRon && len(v.Wins) == models.Places-1 {
		v = Verdict{How: models.DrawnGame, Reason: prior.TripleRon, Riichi: v.Riichi, Left: v.Left}
	}
	return v, weight
}

// unseen are what a verdict depends on though nobody knows it: who deals where the books have it otherwise, and indicators
// that nobody saw.
func (t *table) unseen(v *Verdict) (words []string) {
	if int(t.h.Dealer) != t.Start.Dealer.Index() {
		words = append(words, "dealer")
	}
	if !t.Game.Dora || len(v.Wins) == 0 {
		return words
	}
	if len(t.dora) < t.h.DueDora(t.Game) {
		words = append(words, "dora")
	}
	for i := range v.Wins {
		if t.Game.Ura && v.Wins[i].Win.Riichi > 0 && len(t.ura) < len(t.dora) && (t.Game.KanUra || len(t.ura) == 0) {
			return append(words, "ura")
		}
	}
	return words
}

// won is a winner's hand with its circumstances, and how much less likely the book makes it.
func (t *table) won(place int, shown models.Hand, discard models.Tile, l *layout, value func(int) int) (Won, float64) {
	hand, melds := shown.Concealed, shown.Melds
	h, g, weight := t.h, t.Game, 1.0
	end, me := &h.End.Won[place], &h.Players[place]
	tile := discard
	if l.apart[place] >= 0 {
		at := value(l.apart[place])
		tile = hand[at]
		hand = slices.Delete(slices.Clone(hand), at, at+1)
		if end.Tile >= 0 { // the discard is that tile
			weight *= t.Slots[end.Tile].Q[tile] / max(t.Prior[tile], 1e-9)
		}
	}
	slices.Sort(hand)
	w := models.Win{ID: t.Start.ID, Tile: tile, SelfDraw: int(end.From) == place,
		Seat: t.seat(place), Round: t.Start.Round, Honba: t.Start.Honba, Sticks: t.Start.Sticks, Riichi: int(me.Riichi)}
	w.Concealed, w.Melds = hand, melds
	if l.flowers[place] >= 0 {
		w.Flowers = l.bunches[place][value(l.flowers[place])]
	}
	if !w.SelfDraw && end.From >= 0 {
		w.Discarder = t.seat(int(end.From))
	}
	w.Flags = t.flags(place)
	w.Out = t.out(place)
	w.Void, _, _ = t.void(place, models.Hand{Concealed: append(slices.Clone(hand), tile), Melds: melds})
	if g.Complete != nil && tile != models.NoTile && (w.ValidateOf(g.Hand) != nil || !g.Complete(&w)) {
		weight *= t.Priors.Mistake
	}
	won := Won{Place: models.PlaceAt(place), Win: w}
	if end.From >= 0 {
		won.From = models.PlaceAt(int(end.From))
	}
	return won, weight
}

// flags are the circumstances that follow from the course alone.
func (t *table) flags(place int) (f models.Flags) {
	h, g := t.h, t.Game
	me, end := &h.Players[place], &h.End.Won[place]
	drawn := int(end.From) == place
	discards := 0
	for i := range h.Players {
		discards += int(h.Players[i].Discards)
	}
	dealer := int(t.h.Dealer) == place
	set := func(flag models.Flags, holds bool) {
		if holds {
			f |= flag
		}
	}
	set(models.Ippatsu, g.Ippatsu && me.OneTurn && me.Riichi > 0)
	set(models.RobKong, end.Robbing != none)
	set(models.KongDraw, drawn && end.Replaced)
	set(models.KongDiscard, end.Shot)
	set(models.LastDraw, drawn && end.Last && !(g.DeadReplaces && end.Replaced))
	set(models.LastDiscard, !drawn && end.Last && end.Robbing == none)
	if h.Calls > 0 {
		return f
	}
	switch {
	case drawn && dealer && discards == 0 && g.Heaven:
		return models.Heavenly
	case g.Earthly == prior.FirstDiscard && !drawn && !dealer && discards == 1:
		return models.Earthly
	case g.Earthly == prior.FirstTurn && !dealer && me.Discards == 0 && end.From >= 0:
		return models.Earthly
	}
	return f
}

// ofItsKind tells a verdict with and without the last of its kind, where the book asks.
func (t *table) ofItsKind(v Verdict) []Verdict {
	if !t.Game.LastOfKind || len(v.Wins) != 1 || v.Wins[0].Win.Flags.Has(models.RobKong) {
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

// orKeepsSuit tells a verdict as it is, and where a winner may have kept tiles of the suit given up, as one that the referee has to
// judge, see void: the book lets nobody win with them, and what such a hand is paid is not for a camera to say.
func (t *table) orKeepsSuit(v Verdict) []Verdict {
	lawful := 1.0
	for i := range v.Wins {
		w := &v.Wins[i]
		all := models.Hand{Concealed: append(slices.Clone(w.Win.Concealed), w.Win.Tile), Melds: w.Win.Melds}
		_, _, kept := t.void(w.Place.Index(), all)
		lawful *= 1 - kept
	}
	if lawful >= 1-worthwhile {
		return []Verdict{v}
	}
	against := v
	against.Unseen = append(slices.Clone(v.Unseen), "void")
	against.Chance *= 1 - lawful
	v.Chance *= lawful
	return []Verdict{v, against}
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
		if last := t.h.End.Last(); last == nil || int32(slot) != last.Tile {
			add(t.Slots[slot].Q[tile])
		}
	}
	for i := range t.sets {
		s := &t.sets[i]
		if s.do == models.MadeConcealed {
			continue
		}
		for _, slot := range s.slots {
			add(t.Slots[slot].Q[tile])
		}
		for _, q := range s.hidden() {
			add(q[tile])
		}
	}
	hidden := float64(t.Game.Tiles - len(t.single()))
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

// unpaid are words for what nobody saw though it is paid: whether the tile of an added kong was drawn in
// that turn, and the hands of winners and, at the end, of the others.
func (t *table) unpaid(v *Verdict) (words []string) {
	for _, s := range v.Settled {
		if s.Do == models.MadeAdded && !s.Robbed && s.Drawn == nil && t.Game.PaidAsDrawn {
			words = append(words, "drawn")
			break
		}
	}
	for place := range models.Places {
		switch won := t.h.End.WonBy(place); {
		case t.h.End.Shown[place] >= 0:
		case won && !slices.Contains(words, "hand"):
			words = append(words, "hand")
		case !won && v.How == models.DrawnGame && !slices.Contains(words, "shown"):
			words = append(words, "shown")
		}
	}
	return words
}
