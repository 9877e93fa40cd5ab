package tracker

import (
	"fmt"
	"slices"

	"jantaku/device"
	"jantaku/models"
	"jantaku/vision/play/verdict"
)

// whole tells all of a win at once: the probability that the rule book pays for it so. won are
// the verdicts in which the place has won, where somebody says that it has, and otherwise all.
func (f *Follow) whole(c *device.Course, won *verdict.Ending, at models.Place, final bool) {
	c.Open = !final
	s := won.Settle(f.hand.rules.Effects)
	f.explain(won, &s, final)
	if s.Best == nil || len(s.Needs) > 0 || wonBy(s.Best, at) == nil {
		return
	}
	w := wonBy(s.Best, at)
	sure := min(1-s.Error, f.believed(won))
	if f.hand.rules.Game.AllShow {
		if !final && len(s.Shown)+len(s.Best.Wins) < f.hand.rules.Game.Players {
			return // more may be shown
		}
		sure *= f.shownToo(s.Shown, len(s.Best.Wins))
		c.Ready = f.waiting(s.Shown)
		lying := f.lying(won.Record, s.Best, c.Ready, s.Shown)
		c.Lying = &lying
	}
	c.Win, c.From, c.Sticks, c.Whole = w.Win, w.From, s.Best.Riichi, sure
	for i := range s.Best.Wins {
		c.Winners = append(c.Winners, s.Best.Wins[i].Place)
	}
}

// explain logs by what an ending is in doubt, once until that is another.
func (f *Follow) explain(e *verdict.Ending, s *verdict.Settlement, final bool) {
	const named = 4 // doubts; what is less likely than them is not worth a line
	doubts := e.Doubts(s, f.hand.rules.Effects)
	why := fmt.Sprint(doubts[:min(len(doubts), named)])
	if why == f.hand.doubted {
		return
	}
	f.hand.doubted = why
	f.Log.Info("how sure the ending of the hand is", "hand", f.hand.start.ID, "error", s.Error, "doubts", why, "final", final)
}

// shownToo is the probability that nobody showed a hand beside those that were seen.
func (f *Follow) shownToo(shown []verdict.SettledHand, won int) float64 {
	sure := 1.0
	for range max(0, f.hand.rules.Game.Players-won-len(shown)) {
		sure *= 1 - unseenHand
	}
	return sure
}

// waiting are the hands of those who did not win and wait for a tile.
func (f *Follow) waiting(shown []verdict.SettledHand) []models.Ready {
	all := []models.Ready{}
	for i := range shown {
		if f.hand.rules.Waits(&shown[i]) {
			hand := shown[i].Hand
			all = append(all, models.Ready{Place: shown[i].Place, Hand: &hand})
		}
	}
	slices.SortFunc(all, func(a, b models.Ready) int { return int(a.Place) - int(b.Place) })
	return all
}

// lying are the tiles that lie open besides the tile won on and the hands that won or wait:
// rivers, and melds of all others. What nobody could read is none of them.
func (f *Follow) lying(r *models.Record, v *verdict.Verdict, ready []models.Ready, shown []verdict.SettledHand) models.Tiles {
	rivers := [models.Places]models.Tiles{}
	melds := [models.Places]models.Tiles{}
	takes := func(from models.Place, tile models.Tile) {
		if from < 1 || from > models.Places {
			return
		}
		river := rivers[from.Index()]
		if n := len(river); n > 0 && (river[n-1].Kind() == tile.Kind() || !river[n-1].IsKind() || !tile.IsKind()) {
			rivers[from.Index()] = river[:n-1]
		}
	}
	for _, m := range r.Events {
		switch m.Do {
		case models.Discarded:
			rivers[m.Place.Index()] = append(rivers[m.Place.Index()], m.Tile)
		case models.CalledChow, models.CalledPung, models.CalledKong:
			takes(m.From, m.Tile)
			melds[m.Place.Index()] = append(append(melds[m.Place.Index()], m.With...), m.Tile)
		case models.MadeAdded:
			melds[m.Place.Index()] = append(melds[m.Place.Index()], m.Tile)
		case models.MadeConcealed:
			melds[m.Place.Index()] = append(melds[m.Place.Index()], m.Tiles...)
		}
	}
	for i := range v.Wins {
		if w := &v.Wins[i]; w.From != w.Place && !w.Win.Flags.Has(models.RobKong) && i == 0 {
			takes(w.From, w.Win.Tile)
		}
		melds[v.Wins[i].Place.Index()] = nil
	}
	for _, hand := range shown { // better known than from the calls
		melds[hand.Place.Index()] = nil
		for _, m := range hand.Melds {
			melds[hand.Place.Index()] = append(melds[hand.Place.Index()], m.Tiles...)
		}
	}
	for _, hand := range ready {
		melds[hand.Place.Index()] = nil
	}
	all := models.Tiles{}
	for _, list := range append(rivers[:], melds[:]...) {
		for _, t := range list {
			if t.IsKind() {
				all = append(all, t)
			}
		}
	}
	models.SortTiles(all)
	return all
}

// unseenHand is how likely it is that a player of whom no hand was seen before the tiles were
// gone has shown one that waits. Assumed: of a thousand hands that lie open for seconds, and are
// looked at again and again, the eye does not tell of one; two in five wait.
const unseenHand = .0004

// believed is the most that a course is believed, whatever its own probabilities are.
func (f *Follow) believed(e *verdict.Ending) float64 {
	why := ""
	switch err := f.hand.rules.Possible(seenFor(e.Record, 1-f.MaxError)); {
	case !f.hand.whole, f.hand.found.lost():
		why = "a part of it was not seen"
	case f.blind > 0:
		why = "the table cannot be seen just now"
	case e.Late:
		why = "it was not seen from its beginning on"
	case err != nil:
		why = err.Error()
	default:
		return 1
	}
	f.Log.Info("the course of the hand is only proposed", "hand", e.Record.ID, "why", why)
	return unwhole
}

// seenFor is a course without the single faces that are less sure than that: another one
// contradicts nothing, and what depends on it has a probability of its own. Pungs and kongs
// keep theirs, of which each shows three: a fourth tile is added to them by its face.
func seenFor(r *models.Record, sure float64) *models.Record {
	bare := *r
	bare.Events = slices.Clone(r.Events)
	for i := range bare.Events {
		m := &bare.Events[i]
		if m.Confidence >= sure {
			continue
		}
		switch m.Do {
		case models.Discarded, models.LaidFlower:
			m.Tile = models.Unknown
		case models.CalledChow:
			m.Tile, m.With = models.Unknown, slices.Repeat(models.Tiles{models.Unknown}, len(m.With))
		}
	}
	return &bare
}

// unwhole is the most that a hand of which a part was not seen, or which cannot have
// happened as it was seen, is believed: it is a proposal, and asked about.
const unwhole = .9

// wonBy gives how a place has won in a verdict; nil when it has not.
func wonBy(v *verdict.Verdict, at models.Place) *verdict.Won {
	if v.How != models.Wins {
		return nil
	}
	if i := slices.IndexFunc(v.Wins, func(w verdict.Won) bool { return w.Place == at }); i >= 0 {
		return &v.Wins[i]
	}
	return nil
}
