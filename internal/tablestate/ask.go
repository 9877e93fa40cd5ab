package tablestate

import (
	"cmp"
	"slices"

	"jantaku/internal/pipeline"
	"jantaku/models"
	"jantaku/mqtt"
)

// asksOf are the questions about a hand: which tiles those are that nobody could read, and, where it was followed, those that a move decides.
func asksOf(p *pipeline.Pending) []mqtt.Ask { return append(tilesAsked(p), movesAsked(p)...) }

// mostFaces is how many faces a tile is asked about with at most.
const mostFaces = 3

// tilesAsked are the tiles of the photograph that are in doubt, each with its likeliest faces: those that complete the likeliest hands of who
// followed it, where all other tiles were read, and else as the photograph shows them. A hand that somebody knows otherwise is not asked about.
func tilesAsked(p *pipeline.Pending) (asks []mqtt.Ask) {
	if p.Reading == nil || p.Followed || p.Photo == nil {
		return nil
	}
	doubted := map[[2]int]bool{}
	for _, d := range p.Reading.Doubts {
		switch d.Code {
		case "tile", "unread", "inferred": // the others are about how it lies, or about the whole
			doubted[[2]int{d.Row, d.Index}] = true
		}
	}
	index := 0
	for i, row := range p.Reading.Rows {
		for j := range row {
			answers := shownBy(&row[j])
			if len(doubted) == 1 {
				answers = orCompletes(answers, p, [2]int{i, j})
			}
			if at := index; doubted[[2]int{i, j}] && len(answers) > 0 {
				asks = append(asks, mqtt.Ask{Fact: models.FactSeen, Answers: answers[:min(len(answers), mostFaces)], Move: models.Move{Do: models.Wins, Place: p.Place}, Tile: &at})
			}
			index++
		}
	}
	return asks
}

// shownBy are the faces that a tile most likely has by its picture.
func shownBy(s *models.Sighting) (all []models.Answer) {
	for _, c := range append([]models.Candidate{s.Candidate}, s.Alternatives...) {
		if c.Tile.HasFace() {
			all = append(all, models.Answer{Is: c.Tile.String(), Chance: c.Confidence})
		}
	}
	slices.SortStableFunc(all, func(a, b models.Answer) int { return cmp.Compare(b.Chance, a.Chance) })
	return all
}

// orCompletes are the faces with which the tile at a place, of a row and in it, makes one of the likeliest hands of who followed it; the
// given ones where none does.
func orCompletes(shown []models.Answer, p *pipeline.Pending, at [2]int) (all []models.Answer) {
	for _, hand := range p.Likely[models.FactTiles] {
		tiles, err := models.ParseTiles(hand.Is)
		for i, row := range p.Reading.Rows {
			for j := range row {
				if at == [2]int{i, j} {
					continue
				}
				k := slices.Index(tiles, row[j].Tile)
				if err != nil || k < 0 {
					return shown // it is another hand
				}
				tiles = slices.Delete(tiles, k, k+1)
			}
		}
		if len(tiles) != 1 {
			return shown
		}
		if !slices.ContainsFunc(all, func(a models.Answer) bool { return a.Is == tiles[0].String() }) {
			all = append(all, models.Answer{Is: tiles[0].String(), Chance: hand.Chance})
		}
	}
	if len(all) == 0 {
		return shown
	}
	return all
}

// movesAsked are the questions about a hand that was followed, each with the move that decides it.
// What no single move decides is asked without one. What every answer to one question decides, such
// as the tile by who discarded it, is none for itself.
func movesAsked(p *pipeline.Pending) (asks []mqtt.Ask) {
	if p.Course == nil {
		return nil
	}
	likely := likelyOf(p)
	var open []models.Fact
	for _, need := range p.Needs {
		if fact := models.Fact(need); len(likely[fact]) > 0 {
			open = append(open, fact)
		}
	}
	for len(open) > 0 {
		fact, with := leads(open, likely)
		open = slices.DeleteFunc(open, func(other models.Fact) bool { return other == fact || slices.Contains(with, other) })
		if at := decides(p.Course, fact, p.Place); at >= 0 {
			move := p.Course.Events[at]
			if fact == models.FactTile && !names(likely[fact], move.Tile) {
				move = models.Move{Do: models.Wins, Place: p.Place} // it was drawn: no discard shows it
			}
			asks = append(asks, mqtt.Ask{Fact: fact, Answers: answersWith(likely[fact], with), Move: move})
		}
	}
	return asks
}

// names reports whether one of the answers is a tile of this kind.
func names(answers []models.Answer, tile models.Tile) bool {
	return slices.ContainsFunc(answers, func(a models.Answer) bool {
		t, err := models.ParseTile(a.Is)
		return err == nil && t.Kind() == tile.Kind()
	})
}

// leads finds the open fact whose answers decide the most of the others, and which these are.
func leads(open []models.Fact, likely map[models.Fact][]models.Answer) (first models.Fact, most []models.Fact) {
	for _, fact := range open {
		var with []models.Fact
		for _, other := range open {
			says := func(a models.Answer) bool { return a.With[other] == "" }
			if other != fact && tapped(fact) && tapped(other) && !slices.ContainsFunc(likely[fact], says) {
				with = append(with, other)
			}
		}
		if first == "" || len(with) > len(most) {
			first, most = fact, with
		}
	}
	return first, most
}

// tapped reports whether a tap on an answer says all of a fact.
func tapped(fact models.Fact) bool {
	switch fact {
	case models.FactMelds, models.FactSuppliers, models.FactOrder, models.FactRiichi, models.FactDouble, models.FactReady, models.FactGone:
		return false
	}
	return true
}

// answersWith are answers that say no more than these other facts besides.
func answersWith(answers []models.Answer, with []models.Fact) (all []models.Answer) {
	for _, a := range answers {
		said := a.With
		a.With = nil
		for _, fact := range with {
			if a.With == nil {
				a.With = map[models.Fact]string{}
			}
			a.With[fact] = said[fact]
		}
		all = append(all, a)
	}
	return all
}

// decides finds the move on which a fact of a win depends: of several the one that is seen
// worst, and the last of those; -1 for none.
func decides(r *models.Record, fact models.Fact, winner models.Place) int {
	deeds, own := []models.Deed{models.Discarded}, false
	switch fact {
	case models.FactMelds, models.FactSuppliers, models.FactOrder:
		deeds, own = []models.Deed{models.CalledChow, models.CalledPung, models.CalledKong, models.MadeAdded, models.MadeConcealed}, true
	case models.FactOf(models.KongDraw):
		deeds, own = []models.Deed{models.CalledKong, models.MadeAdded, models.MadeConcealed}, true
	case models.FactOf(models.RobKong):
		deeds = []models.Deed{models.MadeAdded}
	case models.FactFlowers:
		deeds, own = []models.Deed{models.LaidFlower}, true
	case models.FactDora, models.FactUra:
		deeds = []models.Deed{models.TurnedDora}
	case models.FactRiichi, models.FactDouble, models.FactOf(models.Ippatsu):
		if at := declared(r, fact, winner); at >= 0 {
			return at
		}
	case models.FactFrom, models.FactTile, models.FactOf(models.LastDraw), models.FactOf(models.LastDiscard), models.FactOf(models.LastOfKind):
		return last(r, models.Discarded)
	}
	worst := -1
	for i, m := range r.Events {
		if slices.Contains(deeds, m.Do) && (!own || m.Place == winner) && (worst < 0 || m.Confidence <= r.Events[worst].Confidence) {
			worst = i
		}
	}
	return worst
}

// declared finds the discard that declared riichi: that of the winner where the fact is about it, and of several the one that is
// seen worst; -1 for none.
func declared(r *models.Record, fact models.Fact, winner models.Place) int {
	worst := -1
	for i, m := range r.Events {
		if m.Riichi && (fact == models.FactRiichi || m.Place == winner) && (worst < 0 || m.Confidence <= r.Events[worst].Confidence) {
			worst = i
		}
	}
	return worst
}

// last finds the last move of a kind; -1 for none.
func last(r *models.Record, deed models.Deed) int {
	for i, m := range slices.Backward(r.Events) {
		if m.Do == deed {
			return i
		}
	}
	return -1
}

// likelyOf are the likeliest answers to what the referee is asked.
func likelyOf(p *pipeline.Pending) map[models.Fact][]models.Answer {
	likely := map[models.Fact][]models.Answer{}
	for _, need := range p.Needs {
		if answers := p.Likely[models.Fact(need)]; len(answers) > 0 {
			likely[models.Fact(need)] = answers
		}
	}
	return likely
}
