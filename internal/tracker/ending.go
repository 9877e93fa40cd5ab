package tracker

import (
	"slices"

	"jantaku/device"
	"jantaku/models"
	"jantaku/vision/play/verdict"
)

// ended tells what is known of a hand by its ending: of those who were told to have won, or,
// when it is final, that nobody has. Final says that its tiles are gone, or that another hand
// begins.
func (f *Follow) ended(e *verdict.Ending, final bool) (all device.Ended) {
	h := &f.hand
	if h.rules.Game.GoesOn {
		all.Battle = f.battleOf(e)
		if b := all.Battle; b != nil && !final && (slices.Contains(b.Needs, "shown") || slices.Contains(b.Needs, "hand")) {
			all.Battle = nil // hands are still being opened
		}
		return all
	}
	if h.won == [models.Places]bool{} {
		if final {
			all.Drawn = f.drawnOf(e)
		}
		return all
	}
	all.Courses = map[models.Place]*device.Course{}
	for i, won := range h.won {
		if won {
			if c := f.courseOf(e, models.PlaceAt(i), final); c != nil {
				all.Courses[models.PlaceAt(i)] = c
			}
		}
	}
	return all
}

// drawnOf tells how a hand ended that nobody won; nil when somebody most likely has.
func (f *Follow) drawnOf(e *verdict.Ending) *device.Drawn {
	s := e.Settle(f.hand.rules.Effects)
	f.explain(e, &s, true)
	if s.Best == nil || s.Best.How != models.DrawnGame {
		return nil
	}
	d := &device.Drawn{Record: e.Record}
	o := &d.Outcome
	o.Ending, o.Reason = f.hand.rules.Reason(s.Best.Reason)
	o.Riichi, o.Nagashi, o.Ready = s.Best.Riichi, s.Best.Nagashi, []models.Ready{}
	g := f.hand.rules.Game
	sure := min(1-s.Error, f.believed(e))
	if o.Ending == models.Drawn && (g.AllShow || g.Riichi) {
		o.Ready = f.waiting(s.Shown)
		sure *= f.shownToo(s.Shown, 0)
	}
	if g.AllShow {
		lying := f.lying(e.Record, s.Best, o.Ready, s.Shown)
		o.Lying = &lying
	}
	for _, at := range o.Riichi { // a riichi player shows the hand: nobody saw it, or it does not wait
		if o.Ending == models.Drawn && !o.IsReady(at) {
			sure = 0
		}
	}
	if len(s.Needs) == 0 {
		d.Sure = sure
	}
	return d
}
