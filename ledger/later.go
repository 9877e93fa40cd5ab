package ledger

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"jantaku/models"
)

// Later says what becomes of the hands that were played after what a correction changes.
type Later string

// What becomes of them.
const (
	// Stand: the ruling changed. They were dealt on the old one, and keep their dealer,
	// counters, seats and payments.
	Stand Later = "stand"
	// Replay: the books were wrong and the table knew better. They are replayed as the
	// corrected books have it, and scored again where that changes what they are worth.
	Replay Later = "replay"
)

// follow goes through the match as a change leaves it and decides what becomes of every entry
// that was there before: it stands as it was dealt, or it is replayed. The error wraps
// ErrBadHand, ErrNotScored or ErrNoRules where a hand cannot be replayed so.
func (s State) follow(was State, c Change, later Later) (Consequences, error) {
	w := walk{State: s, change: c, before: map[string]Entry{},
		out: Consequences{Rescored: maps.Clone(c.Rescored), Dealt: maps.Clone(c.Dealt)}}
	if c.Match != nil {
		w.rescored = !sameScores(*c.Match, was.Match)
	}
	w.Entries = slices.Clone(s.Entries)
	for _, e := range was.Entries {
		w.before[e.ID] = e
	}
	w.Match.Players = s.Agreement().Players
	p := s.book.Course.Begin(s.Match)
	for i := range w.Entries {
		var err error
		if _, known := w.before[w.Entries[i].ID]; !known || w.Entries[i].ID == c.Entry {
			w.reached = c.Match == nil || !samePlay(*c.Match, was.Match)
		}
		if w.isLater(w.Entries[i]) {
			if later == Stand {
				w.stand(i, p)
			} else if err = w.replayOne(i, p); err != nil {
				return w.out, err
			}
		}
		if p, err = w.apply(i, p); err != nil {
			return w.out, err
		}
	}
	return w.out, nil
}

// walk goes through a match after a change.
type walk struct {
	State
	change Change
	before map[string]Entry // the entries as they were
	// reached says that what is changed was passed, rescored that another agreement scores the hands.
	reached, rescored bool
	out               Consequences
}

// isLater reports whether an entry counted before the change and counts now, and is not what the
// change is about.
func (w *walk) isLater(e Entry) bool {
	old, known := w.before[e.ID]
	return known && old.Counts() && e.Counts() && e.ID != w.change.Entry && (e.Kind == HandPlayed || e.Kind == PenaltyGiven)
}

// pin makes an entry stand so, or not any more.
func (w *walk) pin(i int, d *Dealt) {
	if w.out.Dealt == nil {
		w.out.Dealt = map[string]*Dealt{}
	}
	w.Entries[i].Dealt, w.out.Dealt[w.Entries[i].ID] = d, d
}

// stand lets entry i stand as it was dealt where the books have come to position p.
func (w *walk) stand(i int, p models.Position) {
	e, old := w.Entries[i], w.before[w.Entries[i].ID]
	if SituationOf(e.Dealt.before(p)) == SituationOf(old.Before) && !(w.rescored && e.Kind == HandPlayed) {
		if _, err := w.apply(i, p); err == nil && w.Entries[i].Points == old.Points {
			return
		}
	}
	points := old.Points
	w.pin(i, &Dealt{Situation: SituationOf(old.Before), Points: &points})
}

// replayOne replays entry i where the books have come to position p.
func (w *walk) replayOne(i int, p models.Position) error {
	e := &w.Entries[i]
	if e.Dealt != nil && w.reached {
		w.pin(i, nil)
	}
	e.Before = e.Dealt.before(p)
	if e.Kind != HandPlayed || e.Current().Hand.Fixed != nil || e.Dealt.points() != nil || !w.rescored && !w.isStale(*e) {
		return nil
	}
	hand, err := w.rescore(*e)
	if err != nil {
		return models.Refused("later-hand", models.Data{"hand": p.Hands + 1}, "hand %d would have other seats or counters, and cannot be scored so; fix its points first, correct it, or let the later hands stand: %w", p.Hands+1, err)
	}
	was := *e.Current().Hand
	if was.Course = nil; reflect.DeepEqual(hand, was) {
		return nil
	}
	if w.out.Rescored == nil {
		w.out.Rescored = map[string]Hand{}
	}
	w.out.Rescored[e.ID] = hand
	e.Versions = append(slices.Clip(e.Versions), Version{Hand: &hand})
	return nil
}

// samePlay reports whether two agreements deal and pay the same hands: names, the points at the
// start and the length change neither.
func samePlay(a, b models.Match) bool {
	return sameScores(a, b) && maps.Equal(a.Course, b.Course) && a.East == b.East && a.Vacant == b.Vacant
}

// sameScores reports whether two agreements make the same of a hand.
func sameScores(a, b models.Match) bool {
	return a.Rules == b.Rules && a.Profile == b.Profile && maps.Equal(a.Options, b.Options)
}

// isStale reports whether a hand was scored for another position than the one it stands
// in, or by another rule book.
func (s State) isStale(e Entry) bool {
	if e.Kind != HandPlayed || !e.Counts() {
		return false
	}
	h := e.Current().Hand
	if h.Fixed != nil || e.Dealt.points() != nil {
		return false
	}
	for i, w := range h.Wins {
		otherBook := s.book.Rules != nil && h.Results[i].Rules != s.book.Rules.ID()
		if otherBook || stale(w.Win, s.situate(e.Before, h.Outcome, w)) != "" {
			return true
		}
	}
	again, err := s.weighReady(e.Before, h.HandRecord)
	return err != nil || !slices.EqualFunc(again.Ready, h.Ready, func(a, b models.Ready) bool { return a.Points == b.Points && a.Unsure == b.Unsure })
}

// rescore scores a hand again where it stands now.
func (s State) rescore(e Entry) (Hand, error) {
	var hand Hand // a deep copy: the old version must stay as it is
	b, err := json.Marshal(e.Current().Hand)
	if err == nil {
		err = json.Unmarshal(b, &hand)
	}
	if err != nil {
		return hand, err
	}
	hand.Course = nil // the version before has it
	for i, w := range hand.Wins {
		hand.Wins[i].Win = s.situate(e.Before, hand.Outcome, w)
	}
	if hand, err = s.score(e.Before, hand); err != nil {
		return hand, err
	}
	if hand, err = s.enterable(e.Before, hand); err != nil {
		return hand, err
	}
	for _, r := range hand.Ready {
		if r.Unsure {
			return hand, models.Refused("ready-gone", models.Data{"place": r.Place}, "%w: place %d: say which waits of the hand it showed are gone", ErrBadHand, r.Place)
		}
	}
	return hand, nil
}

// score asks the rule book what the wins are worth.
func (s State) score(p models.Position, h Hand) (Hand, error) {
	h.Results = nil
	if len(h.Wins) > 0 && s.book.Rules == nil {
		return h, fmt.Errorf("%w: %s", ErrNoRules, s.Match.Rules)
	}
	for i := range h.Wins {
		result, err := s.book.Rules.Score(&h.Wins[i].Win)
		if err != nil {
			return h, models.Refused("at-place", models.Data{"place": h.Wins[i].Place}, "place %d: %w", h.Wins[i].Place, err)
		}
		h.Results = append(h.Results, result)
	}
	return h, nil
}
