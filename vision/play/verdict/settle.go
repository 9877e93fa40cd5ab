package verdict

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/vision/play/prior"
)

// Settlement is what may be done with an ending.
type Settlement struct {
	// Best is the likeliest verdict; nil when there is none.
	Best *Verdict
	// Error is the probability that fans or payments are others than those of Best.
	Error float64
	// Rival is the likeliest verdict whose fans or payments differ; nil without.
	Rival *Verdict
	// Shown are the hands of those who did not win.
	Shown []SettledHand
	// Needs are stable words for what nobody saw though it counts, such as "dora".
	Needs []string
}

// Effects say what a rule book makes of an ending.
type Effects interface {
	// Of gives a text that is the same for two verdicts when fans and payments are, and empty
	// when the book does not let a hand win.
	Of(v *Verdict) string
	// Pays gives such a text for the hand of a seat that did not win; how tells how the hand ended. It is
	// empty where nothing depends on such hands.
	Pays(seat models.Seat, hand *Shown, how *Verdict) string
}

// Settle weighs the verdicts by their effects.
func (e *Ending) Settle(effects Effects) Settlement {
	s, with := e.settleVerdict(effects.Of)
	if s.Best == nil {
		return s
	}
	if e.Late {
		s.Needs = append(s.Needs, "course")
	}
	if with == nil {
		return s // none wins: nobody can say what the others are paid then
	}
	right := maps.Clone(with) // of each history: that it is the one, and all is paid like Best
	sum := 0.0
	for i := range e.Shown {
		shown := &e.Shown[i]
		if in, most := shown.among(with); !most {
			for history := range in {
				right[history] = 0
			}
			continue
		}
		d, paid := shown.settle(with, func(hand *Shown) string { return effects.Pays(shown.Seat, hand, s.Best) })
		for history := range right {
			right[history] *= paid[history]
		}
		s.Shown = append(s.Shown, d)
	}
	for _, chance := range right {
		sum += chance
	}
	s.Error = unless(sum)
	return s
}

// unless is the error of what is right with a probability: one where that is no number.
func unless(right float64) float64 {
	if math.IsNaN(right) {
		return 1
	}
	return max(0, 1-right)
}

// Doubt names the fact that a question is about: the one in which the likeliest verdict and
// its rival differ, or the shown hands.
func (s *Settlement) Doubt() string {
	for _, shown := range s.Shown {
		if shown.Error > s.Error/2 {
			return "shown"
		}
	}
	if names := Differ(s.Best, s.Rival); len(names) > 0 {
		return names[0]
	}
	return "hand"
}

// Doubt is one way in which what is made of an ending may be wrong.
type Doubt struct {
	// What are the facts in which endings that pay otherwise differ, all at once; "shown" and a
	// place for a hand that was shown, "needs" and a word for what nobody saw, and "nothing
	// listed" for all that is in no verdict.
	What string
	// Error is the probability of it; 1 for what nobody saw.
	Error float64
}

func (d Doubt) String() string { return fmt.Sprintf("%s %.2g", d.What, d.Error) }

// Doubts are the ways in which a settlement of this ending may be wrong, the likeliest first.
func (e *Ending) Doubts(s *Settlement, effects Effects) (all []Doubt) {
	masses := map[string]float64{"nothing listed": e.Rest}
	total, best := e.Rest, ""
	if s.Best != nil {
		best = s.Best.effect(effects.Of)
	}
	for i := range e.Verdicts {
		v := &e.Verdicts[i]
		effect := v.effect(effects.Of)
		if effect == "" && best != "" {
			continue // see settleVerdict
		}
		if total += v.Chance; effect != best {
			masses[strings.Join(Differ(s.Best, v), " ")] += v.Chance
		}
	}
	for what, mass := range masses {
		all = append(all, Doubt{what, mass / max(total, math.SmallestNonzeroFloat64)})
	}
	for i := range s.Shown {
		all = append(all, Doubt{fmt.Sprint("shown ", s.Shown[i].Place), s.Shown[i].Error})
	}
	for _, need := range s.Needs {
		all = append(all, Doubt{"needs " + need, 1})
	}
	slices.SortFunc(all, func(a, b Doubt) int { return cmp.Or(cmp.Compare(b.Error, a.Error), cmp.Compare(a.What, b.What)) })
	return all
}

// SettledHand is a shown hand with the probability that it is paid otherwise.
type SettledHand struct {
	Place models.Place
	Seat  models.Seat
	models.Hand
	Seen  models.Tiles
	Void  models.Void
	Error float64
}

// among gives the histories in which the hand was shown, and whether it most likely was.
func (s *ShownHand) among(with map[int]float64) (in map[int]bool, most bool) {
	in = map[int]bool{}
	for i := range s.Hands {
		in[s.Hands[i].history] = true
	}
	shown, total := 0.0, 0.0
	for history, chance := range with {
		if total += chance; in[history] {
			shown += chance
		}
	}
	return in, shown > total/2
}

// Settle finds what the hand is most likely paid, the likeliest hand that is paid so, and how
// likely it is that it is paid otherwise; with are the chances of the histories. Paid is how
// likely it is paid so in each of them: not at all where it was not shown.
func (s *ShownHand) settle(with map[int]float64, pays func(hand *Shown) string) (d SettledHand, paid map[int]float64) {
	d = SettledHand{Place: s.Place, Seat: s.Seat}
	total := 0.0
	for _, chance := range with {
		total += chance
	}
	chances, texts := map[string]float64{}, make([]string, len(s.Hands))
	likeliest := -1
	weight := func(i int) float64 { return s.Hands[i].Chance * with[s.Hands[i].history] }
	known := map[string]string{}
	for i := range s.Hands {
		hand := &s.Hands[i]
		if weight(i) <= worthwhile*total {
			continue
		}
		if likeliest < 0 || weight(i) > weight(likeliest) {
			likeliest = i
		}
		if !hand.whole() {
			continue
		}
		key := fmt.Sprint(hand.Concealed, hand.Melds, hand.Seen, hand.Void)
		text, asked := known[key]
		if !asked {
			text = "paid " + pays(hand)
			known[key] = text
		}
		texts[i] = text
		chances[text] += weight(i)
	}
	if likeliest >= 0 && pays(&s.Hands[likeliest]) == "" { // whatever lies there
		d.Hand, d.Seen, d.Void = s.Hands[likeliest].Hand, s.Hands[likeliest].Seen, s.Hands[likeliest].Void
		paid = map[int]float64{}
		for history := range with {
			paid[history] = 1
		}
		return d, paid
	}
	if likeliest < 0 || !s.Hands[likeliest].whole() {
		// Something was not seen, or belongs elsewhere: that is no hand which does not wait.
		if d.Error = 1; likeliest >= 0 {
			d.Hand, d.Seen, d.Void = s.Hands[likeliest].Hand, s.Hands[likeliest].Seen, s.Hands[likeliest].Void
		}
		return d, nil
	}
	most := ""
	for text, chance := range chances {
		if chance > chances[most] || chance == chances[most] && text < most {
			most = text
		}
	}
	paid = map[int]float64{}
	best := -1
	unlike := map[string]float64{}
	for i, text := range texts {
		if text != most {
			continue
		}
		hand := &s.Hands[i]
		key := fmt.Sprint(hand.history, hand.Concealed, hand.Melds, hand.Void)
		other, asked := unlike[key]
		if !asked {
			other = hand.unlike(text, func(h *Shown) string { return "paid " + pays(h) })
			unlike[key] = other
		}
		paid[hand.history] += hand.Chance * (1 - other)
		chances[most] -= weight(i) * other
		if best < 0 || weight(i) > weight(best) {
			best = i
		}
	}
	d.Hand, d.Seen, d.Void = s.Hands[best].Hand, s.Hands[best].Seen, s.Hands[best].Void
	d.Error = unless(chances[most] / total)
	return d, paid
}

// whole reports whether a hand has as many tiles as one that waits.
func (s *Shown) whole() bool { return len(s.Concealed) == s.size.Concealed(len(s.Melds)) }

// settleVerdict settles how the hand ended, and gives the histories in which it is paid so, with
// their chances.
func (e *Ending) settleVerdict(effect func(v *Verdict) string) (s Settlement, with map[int]float64) {
	if len(e.Verdicts) == 0 {
		return Settlement{Error: 1, Needs: []string{"course"}}, nil
	}
	chances := map[string]float64{}
	effects := make([]string, len(e.Verdicts))
	total := 0.0
	for i := range e.Verdicts {
		effects[i] = e.Verdicts[i].effect(effect)
		if effects[i] == "" {
			continue // nobody lays such a hand down as a win: it weighs nothing beside those that win
		}
		chances[effects[i]] += e.Verdicts[i].Chance
		total += e.Verdicts[i].Chance
	}
	if !(total >= .02) { // none wins, or no chance is a number
		return Settlement{Best: &e.Verdicts[0], Error: 1, Needs: []string{"no-win"}}, nil
	}
	likeliest := ""
	for i, text := range effects {
		if text != "" && (likeliest == "" || chances[text] > chances[likeliest]) {
			likeliest = effects[i]
		}
	}
	for i, text := range effects {
		switch {
		case text == likeliest && s.Best == nil:
			s.Best = &e.Verdicts[i]
		case text != likeliest && text != "" && s.Rival == nil:
			s.Rival = &e.Verdicts[i]
		}
	}
	s.Error = unless(chances[likeliest] / (total + e.Rest))
	s.Needs = s.Best.needs()
	with = map[int]float64{}
	for i, text := range effects {
		if text != likeliest {
			continue
		}
		v := &e.Verdicts[i]
		for history, share := range v.shares {
			with[history] += share * v.Chance / (total + e.Rest)
		}
		if v.shares == nil {
			with[0] += v.Chance / (total + e.Rest)
		}
	}
	return s, with
}

// effect is what the book makes of a verdict, with what nobody saw though it counts: that may pay anything, whatever the book makes
// of the rest.
func (v *Verdict) effect(of func(v *Verdict) string) string {
	is := of(v)
	if needs := v.needs(); len(needs) > 0 {
		return is + "? " + strings.Join(needs, " ")
	}
	return is
}

// needs are what nobody saw though a verdict depends on it.
func (v *Verdict) needs() (words []string) {
	if v.How == models.DrawnGame && (v.Reason == "" || v.Reason == prior.NineTerminals) {
		words = append(words, "ending") // a hand that was shown says nothing of what its owner declared
	}
	words = append(words, v.Unseen...)
	for _, w := range v.Wins {
		if w.From == 0 {
			words = append(words, "from")
		}
		if w.Win.Tile == models.NoTile {
			words = append(words, "tile")
		}
	}
	return words
}
