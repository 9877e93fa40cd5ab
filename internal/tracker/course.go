package tracker

import (
	"slices"
	"strconv"
	"strings"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
)

// courseOf tells what an ending says of a win at a place; nil when it most likely is none. Final
// says that nothing more will be seen of the hand.
func (f *Follow) courseOf(e *verdict.Ending, at models.Place, final bool) *device.Course {
	var wins verdict.Ending // the verdicts in which the place has won
	sum := 0.0
	for i := range e.Verdicts {
		if wonBy(&e.Verdicts[i], at) != nil {
			wins.Verdicts = append(wins.Verdicts, e.Verdicts[i])
			sum += e.Verdicts[i].Chance
		}
	}
	least := likelyWon
	if f.hand.said[at.Index()] { // it is known to have won, unless none of the verdicts is how
		least = e.Rest
	}
	if sum < least {
		return nil
	}
	wins.Rest = e.Rest
	for i := range wins.Verdicts { // somebody says that the place has won
		wins.Verdicts[i].Chance /= sum + e.Rest
	}
	wins.Rest /= sum + e.Rest
	wins.Late, wins.Record = e.Late, e.Record
	best := wins.Settle(f.hand.rules.Effects).Best
	if best == nil {
		return nil
	}
	won := wonBy(best, at)
	c := &device.Course{Win: won.Win, From: won.From, Sticks: best.Riichi, Sure: map[models.Fact]float64{},
		Likely: map[models.Fact][]models.Answer{}, Record: e.Record}
	believed := f.believed(e)
	most := min(believed, sum) // what is known of a win that may be none is no surer than that it is one
	all := e
	if f.hand.said[at.Index()] {
		wins.Shown = e.Shown
		all, most = &wins, believed
	}
	f.whole(c, all, at, final)
	told := f.facts(e.Record, won)
	for _, fact := range told {
		answers := answersOf(&wins, at, fact.says)
		sure := min(chanceOf(answers, fact.says(best, won)), most)
		c.Sure[fact.fact] = sure
		if len(answers) > 1 || sure < 1-f.MaxError {
			c.Likely[fact.fact] = answers[:min(len(answers), 2)]
		}
	}
	if hands := answersOf(&wins, at, tilesOf); len(hands) > 1 {
		c.Likely[models.FactTiles] = hands[:min(len(hands), likeliestHands)]
	}
	if believed == 1 {
		f.together(c, &wins, at, told)
	}
	return c
}

// likeliestHands is how many ways of reading a hand are told at most: a referee chooses one of so many faces at a glance.
const likeliestHands = 3

// tilesOf are all tiles of a winner's hand.
func tilesOf(_ *verdict.Verdict, w *verdict.Won) string {
	all := slices.Concat(w.Win.Concealed, models.Tiles{w.Win.Tile}, w.Win.Flowers.Tiles)
	for _, m := range w.Win.Melds {
		all = append(all, m.Tiles...)
	}
	models.SortTiles(all)
	return all.String()
}

// together tells with every likely answer what it says of the other facts that are in doubt: what
// one thing that nobody saw leaves open need not be asked one by one.
func (f *Follow) together(c *device.Course, wins *verdict.Ending, at models.Place, told []fact) {
	for _, asked := range told {
		answers := c.Likely[asked.fact]
		for i := range answers {
			given := verdict.Ending{Rest: wins.Rest}
			sum := wins.Rest
			for _, v := range wins.Verdicts {
				if asked.says(&v, wonBy(&v, at)) == answers[i].Is {
					given.Verdicts = append(given.Verdicts, v)
					sum += v.Chance
				}
			}
			for _, other := range told {
				if len(c.Likely[other.fact]) == 0 || other.fact == asked.fact {
					continue
				}
				if so := answersOf(&given, at, other.says); so[0].Chance/sum >= 1-f.MaxError {
					if answers[i].With == nil {
						answers[i].With = map[models.Fact]string{}
					}
					answers[i].With[other.fact] = so[0].Is
				}
			}
		}
	}
}

// sureOf is how sure a course is of all that it tells.
func sureOf(c *device.Course) float64 {
	if c == nil {
		return 0
	}
	return c.Whole
}

// answersOf are what the verdicts say of a fact, the likeliest first.
func answersOf(e *verdict.Ending, at models.Place, says func(*verdict.Verdict, *verdict.Won) string) (all []models.Answer) {
	for i := range e.Verdicts {
		v := &e.Verdicts[i]
		is := says(v, wonBy(v, at))
		j := slices.IndexFunc(all, func(a models.Answer) bool { return a.Is == is })
		if j < 0 {
			j = len(all)
			all = append(all, models.Answer{Is: is})
		}
		all[j].Chance += v.Chance
	}
	slices.SortStableFunc(all, func(a, b models.Answer) int {
		switch {
		case a.Chance > b.Chance:
			return -1
		case a.Chance < b.Chance:
			return 1
		}
		return 0
	})
	return all
}

func chanceOf(answers []models.Answer, is string) float64 {
	i := slices.IndexFunc(answers, func(a models.Answer) bool { return a.Is == is })
	return answers[i].Chance
}

// fact is what a course can tell of a win, and how a verdict says it, in the notation of
// models.Answer.
type fact struct {
	fact models.Fact
	says func(*verdict.Verdict, *verdict.Won) string
}

// facts are those that the course of this hand can tell.
func (f *Follow) facts(r *models.Record, won *verdict.Won) []fact {
	g := f.hand.rules.Game
	all := []fact{
		{models.FactMelds, func(_ *verdict.Verdict, w *verdict.Won) string { return meldsOf(w, false, false) }},
		{models.FactSuppliers, func(_ *verdict.Verdict, w *verdict.Won) string { return meldsOf(w, true, false) }},
		{models.FactOrder, func(_ *verdict.Verdict, w *verdict.Won) string { return meldsOf(w, true, true) }},
	}
	if won.From != 0 {
		all = append(all, fact{models.FactFrom, func(_ *verdict.Verdict, w *verdict.Won) string { return strconv.Itoa(int(w.From)) }})
	}
	if won.Win.Tile != models.NoTile {
		all = append(all, fact{models.FactTile, func(_ *verdict.Verdict, w *verdict.Won) string { return w.Win.Tile.String() }})
	}
	for one := range f.flags().Each() {
		all = append(all, fact{models.FactOf(one), func(_ *verdict.Verdict, w *verdict.Won) string { return yesOrNo(w.Win.Flags&one != 0) }})
	}
	for one := range f.excluded(r, won.Place).Each() {
		all = append(all, fact{models.FactOf(one), func(*verdict.Verdict, *verdict.Won) string { return yesOrNo(false) }})
	}
	if g.Flowers {
		all = append(all, fact{models.FactFlowers, func(_ *verdict.Verdict, w *verdict.Won) string {
			return strconv.Itoa(w.Win.Flowers.Count) + w.Win.Flowers.Tiles.String()
		}})
	}
	if !g.Riichi {
		return all
	}
	all = append(all,
		fact{models.FactRiichi, func(v *verdict.Verdict, w *verdict.Won) string {
			return places(v.Riichi) + "/" + yesOrNo(w.Win.Riichi > 0)
		}},
		fact{models.FactDouble, func(_ *verdict.Verdict, w *verdict.Won) string { return yesOrNo(w.Win.Riichi == 2) }})
	// An indicator that was not turned where it can be seen is missing, not absent.
	turned := 1 + kongsIn(r)
	if g.Dora && len(won.Win.DoraIndicators) == turned {
		all = append(all, fact{models.FactDora, func(_ *verdict.Verdict, w *verdict.Won) string { return w.Win.DoraIndicators.String() }})
	}
	if g.Ura && won.Win.Riichi > 0 && len(won.Win.UraIndicators) == turned {
		all = append(all, fact{models.FactUra, func(_ *verdict.Verdict, w *verdict.Won) string { return w.Win.UraIndicators.String() }})
	}
	return all
}

// flags are the circumstances that a course of this rule book tells.
func (f *Follow) flags() models.Flags {
	g := f.hand.rules.Game
	flags := models.KongDraw | models.RobKong
	if f.hand.rules.Counted {
		flags |= models.LastDraw | models.LastDiscard
	}
	if g.Heaven {
		flags |= models.Heavenly
	}
	if g.Earthly != prior.NoEarthly {
		flags |= models.Earthly
	}
	if g.LastOfKind {
		flags |= models.LastOfKind
	}
	if g.Ippatsu {
		flags |= models.Ippatsu
	}
	return flags
}

// excluded are the circumstances of the book that nobody sees and that the course of a hand leaves no room for: who has
// discarded does not win before the first draw, and who claims a chow or a pung had not declared the dealt hand to wait, nor,
// after the first discard, any.
func (f *Follow) excluded(r *models.Record, at models.Place) (flags models.Flags) {
	book, ok := f.hand.rules.Book.(scoring.Informed)
	if !ok || r == nil {
		return 0
	}
	discarded := false
	for _, m := range r.Events {
		switch {
		case m.Place != at, m.T == nil: // what nobody saw is there for the turns of others alone, and may be another's
		case m.Do == models.Discarded:
			discarded = true
			flags |= models.Human
		case m.Do == models.CalledChow, m.Do == models.CalledPung:
			flags |= models.HeavenlyReady
			if discarded {
				flags |= models.EarthlyReady
			}
		}
	}
	for one := range flags.Each() {
		if !scoring.Knows(book, models.FactOf(one)) {
			flags &^= one
		}
	}
	return flags
}

// kongsIn counts the kongs of a hand.
func kongsIn(r *models.Record) (n int) {
	for _, m := range r.Events {
		switch m.Do {
		case models.CalledKong, models.MadeAdded, models.MadeConcealed:
			n++
		}
	}
	return n
}

// meldsOf writes the melds of a winner, in the order of the calls or in any.
func meldsOf(w *verdict.Won, suppliers, ordered bool) string {
	var words []string
	for _, m := range w.Win.Melds {
		tiles := slices.Clone(m.Tiles)
		models.SortTiles(tiles)
		word := m.Kind.String() + " " + tiles.String()
		if suppliers {
			word += " " + m.From.String()
		}
		words = append(words, word)
	}
	if !ordered {
		slices.Sort(words)
	}
	return strings.Join(words, ", ")
}

func places(list []models.Place) string {
	var words []string
	for _, at := range slices.Sorted(slices.Values(list)) {
		words = append(words, strconv.Itoa(int(at)))
	}
	return strings.Join(words, " ")
}

func yesOrNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
