package tracker

import (
	"slices"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
	"jantaku/vision/play/verdict"
)

// settledOf are the moments of a verdict at which points changed hands, with what each win is worth;
// the states of the others are those of the hands that were shown.
func settledOf(v *verdict.Verdict, fans []int, states map[models.Place]models.HandState) []models.Settlement {
	all, n := slices.Clone(v.Settled), 0
	for i := range all {
		all[i].Wins = slices.Clone(all[i].Wins)
		for j := range all[i].Wins {
			if n < len(fans) {
				all[i].Wins[j].Fan = fans[n]
			}
			n++
		}
		if all[i].Do == models.HandsEnd {
			all[i].States = states
		}
	}
	return all
}

// paid is what changed hands in a verdict before the hands were shown, which is paid by what they are.
// Nobody may have seen whether an added kong pays: the verdict says so itself.
func paid(book scoring.Settler, v *verdict.Verdict, fans []int) any {
	all := settledOf(v, fans, nil)
	all = slices.DeleteFunc(all, func(s models.Settlement) bool { return s.Do == models.HandsEnd })
	for i := range all {
		if all[i].Do == models.MadeAdded && all[i].Drawn == nil {
			all[i].Drawn = new(bool)
		}
	}
	settled, err := book.Settle(1, all)
	if err != nil {
		return err
	}
	return settled.Steps
}

// statesOf is how the hands stand that were shown when nobody won with them, as the rule book sees
// them; false where one holds tiles of the suit that its owner gave up, or where that is not known though
// somebody declares it, which is the referee's to judge.
func statesOf(book scoring.Inspector, declared bool, shown []verdict.SettledHand) (map[models.Place]models.HandState, bool) {
	states := map[models.Place]models.HandState{}
	for i := range shown {
		hand := shown[i].Hand
		if declared && shown[i].Void == 0 {
			return states, false
		}
		look, err := book.Inspect(hand, shown[i].Void)
		if err != nil || look.State == models.Pig {
			return states, false
		}
		s := models.HandState{State: look.State, Hand: &hand, Void: shown[i].Void}
		if look.State == models.IsReady {
			s.Fan = &look.Fan
		}
		states[shown[i].Place] = s
	}
	return states, true
}

// battleOf tells all of a hand in which the game went on after a win; nil while nothing is known of it.
func (f *Follow) battleOf(e *verdict.Ending) *device.Battle {
	s := e.Settle(f.hand.rules.Effects)
	f.explain(e, &s, false)
	if s.Best == nil {
		return nil
	}
	book := f.hand.rules.Book
	b := &device.Battle{Needs: s.Needs, Record: e.Record, Outcome: models.Outcome{Ending: models.Drawn}}
	var fans []int
	wins := map[models.Place]models.Win{}
	for i := range s.Best.Wins {
		won := &s.Best.Wins[i]
		b.Outcome.Ending = models.Won
		wins[won.Place] = won.Win
		b.Outcome.Winners, b.Wins = append(b.Outcome.Winners, won.Place), append(b.Wins, won.Win)
		if r, err := book.Score(&won.Win); err == nil && r.Valid {
			fans = append(fans, r.Fan)
		} else {
			b.Needs = append(b.Needs, "tile")
		}
		if f.hand.rules.Game.Void && won.Win.Void == 0 {
			b.Needs = append(b.Needs, "void") // without it a win with the suit that was given up would count
		}
	}
	var states map[models.Place]models.HandState
	if inspector, ok := book.(scoring.Inspector); ok && s.Best.How == models.DrawnGame {
		judged := false
		if states, judged = statesOf(inspector, f.hand.rules.Game.Void, s.Shown); !judged || len(states)+len(s.Best.Wins) != f.hand.rules.Game.Players {
			b.Needs = append(b.Needs, "shown")
		}
	}
	b.Outcome.Settled = settledOf(s.Best, fans, states)
	if b.Passed = course.LetPass(book, b.Record, wins); len(b.Passed) > 0 {
		b.Needs = append(b.Needs, "passed") // the referee judges it
	}
	slices.Sort(b.Needs)
	if b.Needs = slices.Compact(b.Needs); len(b.Needs) == 0 {
		b.Sure = min(1-s.Error, f.believed(e))
	}
	return b
}
