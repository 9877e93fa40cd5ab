package referee

import (
	"fmt"
	"slices"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/course"
)

// correctCourse corrects one event of the course of a hand. Facts of the hand that followed
// from the event follow from the corrected one; facts that somebody said otherwise stay.
func correctCourse(s ledger.State, w Wish) (c ledger.Correction, err error) {
	e, ok := s.Entry(w.Entry)
	switch {
	case w.Fix == nil:
		return c, models.Refused("bad-request", nil, "course: say which event is another, as fix")
	case !ok || e.Current().Hand == nil || e.Record() == nil:
		return c, fmt.Errorf("course: %w: nobody watched %q", ledger.ErrNoEntry, w.Entry)
	}
	fixed, err := e.Record().Fixed(*w.Fix)
	if err != nil {
		return c, fmt.Errorf("course: %w", err)
	}
	h := e.Current().Hand.HandRecord
	manners, err := Manners(s)
	if err != nil {
		return c, fmt.Errorf("course: %w", err)
	}
	follows, err := followed(h, e.Record(), fixed, manners)
	if err != nil {
		return c, fmt.Errorf("course: %w", err)
	}
	return ledger.CourseCorrection(e.ID, *w.Fix, follows), nil
}

// followed gives the hand as it follows from the corrected course, nil where nothing about
// it changes. The error says why the corrected course cannot have happened.
func followed(h models.HandRecord, was, is *models.Record, manners course.Manners) (*models.HandRecord, error) {
	_, after, err := course.Told(is, manners)
	if err != nil {
		return nil, err
	}
	_, before, err := course.Told(was, manners)
	if err != nil {
		return nil, nil // what was seen before could not have happened: nothing followed from it
	}
	changed := false
	h.Wins = slices.Clone(h.Wins)
	for i := range h.Wins {
		one := &h.Wins[i]
		won := models.Winning{Place: one.Place, From: h.From, Tile: one.Win.Tile}
		if one.Win.SelfDraw {
			won.From = one.Place
		}
		old, now := before.Win(won), after.Win(won)
		changed = takeOver(&one.Win, old, now) || changed
	}
	if !changed {
		return nil, nil
	}
	return &h, nil
}

// takeOver puts into a win what the course says otherwise now, as far as the win had
// what the course said before.
func takeOver(win *models.Win, old, now models.Win) (changed bool) {
	for flag := range models.AllFlags.Each() {
		if had := old.Flags & flag; win.Flags&flag == had && now.Flags&flag != had {
			win.Flags, changed = win.Flags^flag, true
		}
	}
	if win.Riichi == old.Riichi && now.Riichi != old.Riichi {
		win.Riichi, changed = now.Riichi, true
	}
	if slices.Equal(win.DoraIndicators, old.DoraIndicators) && !slices.Equal(now.DoraIndicators, old.DoraIndicators) {
		win.DoraIndicators, changed = now.DoraIndicators, true
	}
	if len(win.Melds) == len(old.Melds) && len(old.Melds) == len(now.Melds) {
		melds := slices.Clone(win.Melds)
		for i := range melds {
			if melds[i].From == old.Melds[i].From && now.Melds[i].From != old.Melds[i].From {
				melds[i].From, changed = now.Melds[i].From, true
			}
		}
		win.Melds = melds
	}
	return changed
}
