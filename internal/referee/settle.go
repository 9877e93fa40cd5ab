package referee

import (
	"context"
	"fmt"
	"slices"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// settle records what happened next in the hand that goes on, or begins one: kongs, wins with
// the hands of the winners, the end with how the other hands stand.
func (r Referee) settle(ctx context.Context, w Wish) (ledger.State, error) {
	s := r.Books.State()
	h := models.HandRecord{ID: fmt.Sprintf("%s-%d", s.Match.ID, s.Seq+1)}
	h.Ending, h.Settled = models.Drawn, w.Settled
	if len(h.Settled) == 0 {
		return s, models.Refused("no-settlements", nil, "settle: nothing changed hands")
	}
	for _, one := range h.Settled {
		for _, winner := range one.Wins {
			if len(h.Winners) == len(w.Wins) {
				return s, models.Refused("bad-request", nil, "settle: the hand of place %d is missing", winner.Place)
			}
			h.Ending, h.Wins = models.Won, append(h.Wins, models.WinRecord{Place: winner.Place, Win: w.Wins[len(h.Winners)]})
			h.Winners = append(h.Winners, winner.Place)
		}
	}
	h = r.Books.Situate(r.Books.Continue(h))
	var results []scoring.Result
	for i := range h.Wins {
		if err := h.Wins[i].Win.ValidateOf(s.HandSize()); err != nil {
			return s, err
		}
		result, err := s.Score(&h.Wins[i].Win)
		if err != nil {
			return s, err
		}
		results = append(results, result)
	}
	if _, err := r.Books.Append(ctx, w.Author, h, results...); err != nil {
		return s, err
	}
	return r.Books.State(), nil
}

// settledOf changes a hand in which several may have won one after the other: all that changed
// hands, or the tiles and the supplier of one win.
func (w Wish) settledOf(h models.HandRecord) (models.HandRecord, error) {
	settled := slices.Clone(h.Settled)
	if w.Settled != nil {
		settled = w.Settled
	}
	of := w.Of
	if of == 0 && len(h.Winners) == 1 {
		of = h.Winners[0]
	}
	hands := map[models.Place]models.WinRecord{}
	for _, one := range h.Wins {
		hands[one.Place] = one
	}
	h.Settled, h.Winners, h.Wins = settled, nil, nil
	for i, one := range settled {
		settled[i].Wins = slices.Clone(one.Wins)
		for j := range settled[i].Wins {
			win := &settled[i].Wins[j]
			record := hands[win.Place]
			if win.Place == of {
				if w.From != 0 {
					win.From = w.From
				}
				if w.Place != 0 {
					win.Place = w.Place
				}
				if w.Win != nil {
					record.Facts = record.Facts.Corrected(&record.Win, w.Win)
					record.Win = *w.Win
				}
			}
			if n := len(h.Winners); n < len(w.Wins) {
				record.Win = w.Wins[n]
			}
			if record.Place = win.Place; len(record.Win.Concealed) == 0 {
				return h, models.Refused("bad-request", nil, "correct: the hand of place %d is missing", win.Place)
			}
			h.Winners, h.Wins = append(h.Winners, win.Place), append(h.Wins, record)
		}
	}
	h.Ending = models.Drawn
	if len(h.Winners) > 0 {
		h.Ending = models.Won
	}
	return h, nil
}
