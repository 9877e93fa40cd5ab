package watching

import (
	"fmt"
	"slices"

	"jantaku/internal/tracker"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision/play"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// Last is the last line that `jantaku watch` tells of a film.
type Last struct {
	Hand   *models.Record  `json:"hand"`
	Win    *models.Win     `json:"win,omitempty"`
	Also   []Also          `json:"also,omitempty"` // further winners on the same discard
	Result *scoring.Result `json:"result,omitempty"`
	// Shown are the hands of those who did not win, with what the book pays for them.
	Shown  []Shown       `json:"shown,omitempty"`
	Status models.Status `json:"status"`
	Needs  []string      `json:"needs"`
	// Error is the probability that fans or payments are others.
	Error float64 `json:"error"`
	// Asks is the question with its two likeliest answers, where there is one.
	Asks *Ask `json:"asks,omitempty"`
	// Warned are the warnings of the watch, in the order in which they came.
	Warned []watch.Warning `json:"warned,omitempty"`
}

// Also is a further winner on the same discard.
type Also struct {
	Win    *models.Win     `json:"win"`
	Result *scoring.Result `json:"result"`
}

// Shown is the hand of somebody who did not win.
type Shown struct {
	Place models.Place `json:"place"`
	models.Hand
	Ready  bool `json:"ready"`
	Points int  `json:"points"`
}

// Ask is a question with its two likeliest answers.
type Ask struct {
	Fact    string    `json:"fact"`
	Answers [2]string `json:"answers"`
}

// Hand makes a hand of what changed on a table.
type Hand struct {
	book     scoring.Ruleset
	play     *play.Play
	maxError float64
	told     int // events that were told as final
	warned   []watch.Warning
	swept    bool
}

// Hears takes in what changed and gives the events that became final, in order. Nothing is
// heard after the tiles were swept away.
func (w *Hand) Hears(changes []watch.Change) (final []models.Move) {
	for i := range changes {
		c := &changes[i]
		if w.swept {
			return final
		}
		if c.Kind == watch.Warned && c.Warning != "" {
			w.warned = append(w.warned, c.Warning)
		}
		w.swept = c.Kind == watch.Swept
		w.play.Hear(c)
	}
	events := w.play.Events()
	for w.told < len(events) && events[w.told].Final {
		final = append(final, events[w.told].Move)
		w.told++
	}
	return final
}

// Ends tells the hand, and the events that had not become final.
func (w *Hand) Ends() (rest []models.Move, hand *Last, settled verdict.Settlement) {
	ending := w.play.End()
	for _, e := range w.play.Events()[min(w.told, len(w.play.Events())):] {
		rest = append(rest, e.Move)
	}
	settled = ending.Settle(tracker.BookEffects{Book: w.book})
	hand = &Last{Hand: ending.Record, Status: models.Review, Needs: settled.Needs, Error: settled.Error, Warned: w.warned}
	if hand.Needs == nil {
		hand.Needs = []string{}
	}
	w.fill(hand, &settled)
	ended, _ := w.play.Over()
	switch {
	case !ended || settled.Best == nil:
		hand.Status = models.Failed
		if !slices.Contains(hand.Needs, "ending") {
			hand.Needs = append(hand.Needs, "ending")
		}
	case settled.Error <= w.maxError && len(hand.Needs) == 0:
		hand.Status = models.Accepted
	case len(hand.Needs) == 0:
		fact := settled.Doubt()
		hand.Needs = append(hand.Needs, fact)
		hand.Asks = &Ask{fact, [2]string{verdict.FactOf(settled.Best, fact), verdict.FactOf(settled.Rival, fact)}}
	}
	return rest, hand, settled
}

// fill scores the likeliest verdict.
func (w *Hand) fill(hand *Last, s *verdict.Settlement) {
	if s.Best == nil {
		return
	}
	for i := range s.Best.Wins {
		win := s.Best.Wins[i].Win
		if scoring.Validate(w.book, &win) != nil {
			continue
		}
		result, err := w.book.Score(&win)
		if err != nil {
			continue
		}
		result.Detail(w.book, &win)
		if hand.Win == nil {
			hand.Win, hand.Result = &win, &result
			continue
		}
		hand.Also = append(hand.Also, Also{&win, &result})
	}
	var ready []models.Place
	for _, shown := range s.Shown {
		one := Shown{Place: shown.Place, Hand: shown.Hand}
		if pays, ok := w.book.(scoring.PaysReady); ok {
			if r, err := pays.ReadyHand(shown.Hand, shown.Seat, shown.Seen); err == nil {
				one.Ready, one.Points = r.Ready, r.Gain
			}
		} else {
			one.Ready = tracker.Waits(w.book, &shown.Hand)
		}
		if one.Ready {
			ready = append(ready, one.Place)
		}
		hand.Shown = append(hand.Shown, one)
	}
	if n := len(hand.Hand.Events); n > 0 && hand.Hand.Events[n-1].Do == models.DrawnGame {
		slices.Sort(ready)
		hand.Hand.Events[n-1].Ready = ready
	}
}

// NewHand begins a hand; maxError is the probability of a wrong score that may be published.
func NewHand(book scoring.Ruleset, game *prior.Game, start prior.Start, maxError float64) *Hand {
	return &Hand{book: book, play: play.New(game, start, prior.Standard()), maxError: maxError}
}

// play checks what a film says about its hand.
func (s *Start) play() (prior.Start, error) {
	if s.Dealer < 1 || s.Dealer > models.Places {
		return prior.Start{}, fmt.Errorf("dealer %d is no place", s.Dealer)
	}
	return prior.Start{ID: s.ID, Dealer: s.Dealer, Round: s.Round, Honba: s.Honba, Sticks: s.Sticks, Scores: s.Scores}, nil
}
