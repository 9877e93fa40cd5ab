package verdict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/vision/play/histories"
	"jantaku/vision/play/prior"
)

// Ending is what is known of how a hand ended.
type Ending struct {
	// Verdicts are the likeliest ways, best first; their chances and Rest sum up to one.
	Verdicts []Verdict
	// Rest is the probability of all that is in no verdict.
	Rest float64
	// Pruned is the probability of the histories that were let go on the way, a part of Rest.
	Pruned float64
	// Late tells that the watch began in the middle of the hand: the order of what lay there
	// already is not known.
	Late bool
	// Shown are the hands of those who did not win, by all histories but the least likely.
	Shown []ShownHand
	// Record is the hand as it would be kept, by the likeliest course.
	Record *models.Record
}

// End decodes everything anew, with all that was seen since as evidence, and tells how the
// hand ended. It may be asked more than once: hearing on is allowed.
func (c *Course) End() *Ending {
	apart, shares := c.Now() // no event of theirs was joined with another
	defer c.Anew()()
	beam, weights := c.Now()
	c.retell(beam[0], apart, shares)
	e := &Ending{Rest: 1, Late: c.BeganLate(), Pruned: c.Lost()}
	all := map[string]*Verdict{}
	var order []string
	told := 0.0
	for i, h := range c.distinct(beam, weights) {
		verdicts, shown := c.resolve(h.History, h.chance, told < 1-untold)
		for _, v := range verdicts {
			v.Chance *= h.chance * (1 - e.Pruned)
			key := v.key()
			if all[key] == nil {
				v.shares = map[int]float64{}
				all[key] = &v
				order = append(order, key)
			} else {
				all[key].Chance += v.Chance
			}
			all[key].shares[i] += v.Chance
		}
		e.shows(shown, i)
		told += h.chance
	}
	for _, key := range order {
		for i := range all[key].shares {
			all[key].shares[i] /= max(all[key].Chance, math.SmallestNonzeroFloat64)
		}
		e.Verdicts = append(e.Verdicts, *all[key])
		e.Rest -= all[key].Chance
	}
	e.Rest = max(e.Rest, 0)
	slices.SortStableFunc(e.Verdicts, func(a, b Verdict) int {
		switch {
		case a.Chance > b.Chance:
			return -1
		case a.Chance < b.Chance:
			return 1
		}
		return 0
	})
	e.Record = c.Record()
	return e
}

// shows notes the hands that were shown in a history.
func (e *Ending) shows(hands []ShownHand, history int) {
	for _, hand := range hands {
		for i := range hand.Hands {
			hand.Hands[i].history = history
		}
		at := slices.IndexFunc(e.Shown, func(s ShownHand) bool { return s.Place == hand.Place })
		if at < 0 {
			e.Shown = append(e.Shown, hand)
		} else {
			e.Shown[at].Hands = append(e.Shown[at].Hands, hand.Hands...)
		}
	}
}

// weighted is a history that stands for all that end alike.
type weighted struct {
	*histories.History
	chance float64
}

// distinct joins the histories that end alike: where they differ makes no verdict another.
// The likeliest stands for each kind.
func (c *Course) distinct(beam []*histories.History, weights []float64) (all []weighted) {
	at := map[string]int{}
	for i, h := range beam {
		key := c.signature(h)
		if j, known := at[key]; known {
			all[j].chance += weights[i]
			continue
		}
		if len(all) < lastHistories && weights[i] >= worthwhile {
			at[key] = len(all)
			all = append(all, weighted{h, weights[i]})
		}
	}
	return all
}

// signature is what a verdict depends on.
func (c *Course) signature(h *histories.History) string {
	var b strings.Builder
	early := [3]bool{h.Calls == 0, h.Left(c.Game) <= 0, h.Replaced}
	fmt.Fprint(&b, h.End, early, h.Dealer, h.DueDora(c.Game))
	for i := range h.Players {
		me := &h.Players[i]
		fmt.Fprint(&b, me.Riichi, me.OneTurn, me.Flowers, h.Calls == 0 && me.Discards == 0)
	}
	battle, deeds, drawn := c.Game.GoesOn, h.Deeds(), h.End.How == models.DrawnGame
	if c.Game.Nagashi && drawn {
		fmt.Fprint(&b, nagashi(c.Beam, deeds))
	}
	var begun [models.Places]bool // by a discard, which says what suit is given up
	for _, m := range deeds {
		if c.Game.Void && m.Do == models.Discarded && !begun[m.Place] {
			begun[m.Place] = true
			fmt.Fprint(&b, "v", m.Place, m.Slot)
		}
		switch {
		case battle && m.Place >= 0 && m.Do != models.Discarded: // all kongs are paid
			fmt.Fprint(&b, m.Do, m.Place, m.From, m.Shown(), m.Claimed)
		case m.Do == models.Discarded && c.Game.LastOfKind && !drawn:
			fmt.Fprint(&b, "d", m.Place, m.Slot)
		case m.Do == models.TurnedDora, m.Do == models.LaidFlower && h.End.WonBy(int(max(m.Place, 0))):
			fmt.Fprint(&b, m.Do, m.Slot, m.Ends)
		case m.Place >= 0 && m.Do != models.Discarded && (h.End.WonBy(int(m.Place)) || h.End.Shown[m.Place] >= 0):
			fmt.Fprint(&b, m.Do, m.Place, m.From, m.Shown(), m.Claimed)
		}
	}
	return b.String()
}

// resolve tells the ways in which one history may have ended, with chances that sum up to
// at most one, and the hands that were shown where that is asked.
func (c *Course) resolve(h *histories.History, chance float64, hands bool) (all []Verdict, shown []ShownHand) {
	for _, way := range c.ways(h) {
		verdicts, others := c.resolveAs(h, way.melds, chance*way.chance, hands)
		for i := range verdicts {
			verdicts[i].Chance *= way.chance
		}
		all = append(all, verdicts...)
		if shown == nil { // the likeliest way tells of those who did not win
			shown = others
		}
	}
	return all, shown
}

// resolveAs tells them where the melds that nobody saw lie so among the tiles of hands.
func (c *Course) resolveAs(h *histories.History, melds []meldInHand, chance float64, hands bool) (all []Verdict, shown []ShownHand) {
	t := newTable(c.Beam, h)
	defer t.restore()
	t.take(melds)
	t.count()
	base := Verdict{How: h.End.How, Reason: h.End.Reason, Left: h.Left(c.Game), Riichi: t.sticks()}
	if h.Phase != histories.Over {
		base.How = models.DrawnGame
	}
	if base.How == models.DrawnGame && base.Reason == prior.Exhausted && c.Game.Nagashi {
		base.Nagashi = nagashi(t.Beam, t.moves)
	}
	base.Settled = t.settled(&base)
	drawn := t.drawnKongs(&base)
	if hands {
		shown = t.shownHands()
	}
	return orHeld(t.verdicts(base, chance), drawn), shown
}

// sticks are who declared riichi and paid for it: not with the discard that was won on.
func (t *table) sticks() (places []models.Place) {
	for i := range t.h.Players {
		last := t.h.End.Last()
		if t.h.Players[i].Riichi > 0 && !(last != nil && int(last.From) == i && !t.h.End.WonBy(i) && t.h.Players[i].Declared) {
			places = append(places, models.PlaceAt(i))
		}
	}
	return places
}

// nagashi are who discarded nothing but terminals and honours, none of which was called.
func nagashi(b *histories.Beam, moves []histories.Move) (places []models.Place) {
	for i := range models.Places {
		if b.Game.Turns(b.Start.Dealer.Index(), i) < 0 {
			continue
		}
		chance, n := 1.0, 0
		for _, m := range moves {
			switch {
			case m.Do == models.Discarded && int(m.Place) == i:
				n++
				outer := 0.0
				if m.Slot >= 0 {
					for f, q := range b.Slots[m.Slot].Q {
						if models.Tile(f).IsTerminalOrHonour() {
							outer += q
						}
					}
				}
				chance *= outer
			case (m.Do == models.CalledChow || m.Do == models.CalledPung || m.Do == models.CalledKong) && int(m.From) == i:
				chance = 0
			}
		}
		if n > 0 && chance > .5 {
			places = append(places, models.PlaceAt(i))
		}
	}
	return places
}
