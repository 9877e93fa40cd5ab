package pipeline

import (
	"slices"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// told makes known what the table tells of a win besides who won on what, and what the
// clock excludes.
func (p *Pipeline) told(hand *Pending, e device.Event) {
	hand.Win.Flags = e.With
	if e.Kind == device.Rejected {
		hand.Refused = e.Text
	}
	at := e.Time
	if at.IsZero() { // called on the console, some time after the win
		at = time.Now()
	}
	never, by := p.deal.excludes(at, !e.Time.IsZero(), p.table.Tiles)
	hand.know(never&^p.asked, by)
	hand.know(e.With|e.Without, models.Board)
	if p.table.Tiles > 0 && p.table.Tiles <= usualTiles {
		hand.Known[models.FactFlowers] = models.Board // there are none in the set
	}
	if p.deal.heard && (p.table.Can.Has(device.RiichiTray) || len(hand.Riichi) > 0) {
		hand.Known[models.FactRiichi] = models.Board
	}
	if e.From != 0 {
		hand.Known[models.FactFrom] = models.Board
	}
	if e.Tile != models.NoTile && hand.Tile != models.NoTile { // the picture may contradict it
		hand.Known[models.FactTile] = models.Board
	}
	hand.bare = hand.copy()
	p.followed(hand, e.Course)
}

// know notes how each of several circumstances is known.
func (hand *Pending) know(flags models.Flags, by models.Source) {
	for one := range flags.Each() {
		hand.Known[models.FactOf(one)] = by
	}
}

// known adds what is agreed or computed to what was told about a hand.
func (p *Pipeline) known(hand *Pending) models.Facts {
	all := models.Facts{}
	if hand.Ready != nil {
		all[models.FactReady] = models.Said
	}
	for _, fact := range p.assumed {
		if !slices.Contains(hand.Unsettled, fact) {
			all[fact] = models.Agreed
		}
	}
	for fact, by := range hand.Known {
		all[fact] = by
	}
	return all
}

// questions asks about every fact that the rule book depends on, that nobody has told,
// and that would change the score, the payments or the course of the match.
func (p *Pipeline) questions(hand *Pending, rules scoring.Ruleset) {
	book, ok := rules.(scoring.Informed)
	if !ok {
		return
	}
	known := p.known(hand)
	for _, use := range book.Facts() {
		if use.Fact == models.FactReady || use.Fact == models.FactGone { // see weighReady
			continue
		}
		if !known.Knows(use.Fact) && p.matters(hand, use.Fact, rules) {
			hand.Needs = append(hand.Needs, string(use.Fact))
		}
	}
}

// matters reports whether a hand may be worth something else while nobody knows a fact,
// whichever tile came last and whoever supplied it, as far as that is open too.
func (p *Pipeline) matters(hand *Pending, fact models.Fact, rules scoring.Ruleset) bool {
	for _, as := range hand.possible() {
		for _, c := range hand.Candidates {
			win := p.books.Situate(as.record(hand.untold(fact, c.win))).Wins[0].Win
			result, err := rules.Score(&win)
			if err == nil && scoring.Matters(rules, fact, &win, &result) {
				return true
			}
		}
	}
	return p.pays(hand, fact)
}

// possible gives the hand as it is, or when nobody said who supplied the tile, as drawn and
// as supplied by everybody else.
func (hand *Pending) possible() (list []*Pending) {
	if hand.From != 0 {
		return []*Pending{hand}
	}
	for i := range models.Places {
		as := *hand
		as.From = models.PlaceAt(i)
		list = append(list, &as)
	}
	return list
}

// pays reports whether the books would pay otherwise by a fact that is about the other
// players: sticks they laid, waiting hands they showed.
func (p *Pipeline) pays(hand *Pending, fact models.Fact) bool {
	if hand.Result == nil || !hand.Result.Valid || hand.From == 0 {
		return false
	}
	situated := p.books.Situate(hand.record(hand.Win))
	before, err := p.books.Preview(situated, *hand.Result)
	if err != nil {
		return false
	}
	for i := range models.Places {
		other := situated
		at := models.PlaceAt(i)
		switch {
		case at == hand.Place:
			continue
		case fact == models.FactRiichi && !slices.Contains(other.Riichi, at):
			other.Riichi = append(slices.Clone(other.Riichi), at)
		default:
			continue
		}
		if after, err := p.books.Preview(other, *hand.Result); err == nil && after != before {
			return true
		}
	}
	return false
}

// asShown notes that a person has seen how the hand is shown in some facts, and that
// it was so: circumstances that are not set did not hold, nobody else was ready.
func (hand *Pending) asShown(facts []models.Fact) {
	for _, fact := range facts {
		hand.Known[fact] = models.Said
		if fact == models.FactMelds {
			hand.Others = nil
		}
		if fact == models.FactReady && hand.Ready == nil {
			hand.Ready = []models.Ready{}
		}
	}
}

// open are the facts that a hand is still asked about.
func (hand *Pending) open() (facts []string) {
	for _, need := range hand.Needs {
		switch need {
		case "confirm", "refused", "also", "again", "hand", "match", "from", "tile":
			continue // said by confirming, or refused for themselves
		}
		facts = append(facts, need)
	}
	return facts
}

// drawSaid refuses a drawn hand while nobody has said what its book depends on: who laid
// riichi, who shows a waiting hand, and that somebody who laid riichi does not wait after all.
func (p *Pipeline) drawSaid(h models.HandRecord, s said) error {
	_, playing := p.books.Table()
	if !playing {
		return nil // the books say so
	}
	book, ok := p.books.Rules().(scoring.Informed)
	if !ok {
		return nil
	}
	open := func(fact models.Fact, said bool) bool {
		lists := slices.ContainsFunc(book.Facts(), func(u scoring.Use) bool { return u.Fact == fact && u.Course })
		return lists && !said && !slices.Contains(s.AsShown, fact) && !slices.Contains(p.assumed, fact)
	}
	if open(models.FactRiichi, s.Riichi != nil || p.deal.heard && (len(h.Riichi) > 0 || p.table.Can.Has(device.RiichiTray))) {
		return models.Refused("riichi-unsaid", nil, "say who laid a riichi stick, or that nobody did")
	}
	if h.Ending != models.Drawn {
		return nil
	}
	if open(models.FactReady, s.Ready != nil) {
		return models.Refused("ready-unsaid", nil, "say who shows a waiting hand, or that nobody does")
	}
	if open(models.FactReady, false) {
		for _, at := range h.Riichi {
			if !h.IsReady(at) {
				return models.Refused("riichi-unready", models.Data{"place": at}, "place %d laid riichi and is not named as ready: name it, or say that the hand did not wait (as_shown: ready)", at)
			}
		}
	}
	return nil
}
