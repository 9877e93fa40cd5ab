package watching

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"jantaku/device"
	"jantaku/internal/tracker"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// daemon follows one hand as the daemon does, and notes what is told to its pipeline. What the
// pipeline hears besides, from table and single picture, is not in it.
type daemon struct {
	config   tracker.Config
	follow   *tracker.Follow
	book     scoring.Ruleset
	maxError float64
	courses  map[models.Place]*device.Course // what was sure first, or else told last
	drawn    *device.Drawn
	battle   *device.Battle // what was sure first, or else told last
}

// position is what the books say while the hand is on.
type position models.MatchState

func (p position) Table() (models.MatchState, bool) { return models.MatchState(p), true }

// daemon begins a hand by a game; what it is in doubt about is written to out where that is wanted.
func (t *Trial) daemon(game *prior.Game, start prior.Start, learned prior.Learned, out io.Writer) (*daemon, error) {
	if !t.Verbose {
		out = io.Discard
	}
	rules, err := tracker.RulesOf(t.Match, game.Tiles)
	if err != nil {
		return nil, err
	}
	rules.Game = game
	at := position{Match: t.Match, Position: models.Position{Round: start.Round.Index() + 1, Deal: 1, Dealer: start.Dealer, Honba: start.Honba,
		Sticks: start.Sticks, Seats: [models.Places]int{0, 1, 2, 3}, Scores: start.Scores}}
	d := &daemon{book: t.Book, maxError: t.MaxError, courses: map[models.Place]*device.Course{}}
	d.config = tracker.Config{Books: at, Rules: func(models.Match) (tracker.Rules, error) { return rules, nil }, MaxError: t.MaxError, Learned: learned,
		Log: slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{ReplaceAttr: withoutTime}))}
	d.follow = tracker.New(d.config)
	d.follow.Begins(context.Background(), true, time.Now())
	return d, nil
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
		return slog.Attr{}
	}
	return a
}

// journals keeps what is seen in a file of a folder.
func (d *daemon) journals(folder string) (err error) {
	if d.config.Journal, err = tracker.OpenJournal(filepath.Join(folder, "journal")); err != nil {
		return err
	}
	d.follow = tracker.New(d.config)
	d.follow.Begins(context.Background(), true, time.Now())
	return nil
}

// close closes the journal.
func (d *daemon) close() error { return d.config.Journal.Close() }

// restart ends the daemon and starts it at a moment of the film. What was booked stays.
func (d *daemon) restart(now time.Duration) {
	d.follow = tracker.New(d.config)
	d.follow.Resume(context.Background(), now)
}

// hears takes in what changed with one picture. Anew says that the eye knows nothing of what was
// before it.
func (d *daemon) hears(changes []watch.Change, anew bool) {
	if len(changes) == 0 && !anew {
		return
	}
	heard := d.follow.Hear(context.Background(), changes, anew)
	for i, at := range heard.Won {
		d.told(at, heard.Courses[i])
	}
	d.ended(heard.Ended)
}

// ends begins another hand, and gives what would have been booked without a word of this one:
// nil where somebody is asked.
func (d *daemon) ends() *verdict.Verdict {
	d.ended(d.follow.Begins(context.Background(), true, time.Now()))
	if d.drawn != nil && d.drawn.Sure >= 1-d.maxError && len(d.courses) == 0 {
		o := &d.drawn.Outcome
		return &verdict.Verdict{How: models.DrawnGame, Reason: fmt.Sprint(o.Ending, o.Reason), Riichi: o.Riichi, Nagashi: o.Nagashi}
	}
	var all *device.Course // that of who was told last: others who win on the tile join whom is booked
	for _, c := range d.courses {
		if c.Whole < 1-d.maxError {
			return nil
		}
		if all == nil || len(c.Winners) > len(all.Winners) {
			all = c
		}
	}
	if all == nil {
		return nil
	}
	v := &verdict.Verdict{How: models.Wins, Riichi: all.Sticks}
	for _, at := range all.Winners {
		if d.courses[at] == nil {
			return nil
		}
		v.Wins = append(v.Wins, verdict.Won{Place: at, From: d.courses[at].From, Win: d.courses[at].Win})
	}
	return v
}

func (d *daemon) ended(e device.Ended) {
	for at, c := range e.Courses {
		d.told(at, c)
	}
	if e.Drawn != nil {
		d.drawn = e.Drawn
	}
	if e.Battle != nil && (d.battle == nil || d.battle.Sure < 1-d.maxError) {
		d.battle = e.Battle
	}
}

// told notes what the pipeline hears of a win; it books the first that is sure.
func (d *daemon) told(at models.Place, c *device.Course) {
	if was := d.courses[at]; c != nil && (was == nil || was.Whole < 1-d.maxError) {
		d.courses[at] = c
	}
}

// judge says whether what would be booked is untouched, asked or wrong.
func (d *daemon) judge(truth *trial.Truth) string {
	v := d.ends()
	if book, ok := d.book.(scoring.Settler); ok {
		return d.judgeBattle(book, truth)
	}
	if v == nil {
		return "asked"
	}
	truly := truth.Verdict
	if truly.How == models.DrawnGame {
		ending, reason := course.Reason(truly.Reason)
		truly.Reason = fmt.Sprint(ending, reason)
	}
	effects := tracker.BookEffects{Book: d.book}
	if effects.Of(v) == effects.Of(&truly) && d.readyRightly(truth) {
		return "untouched"
	}
	return "wrong"
}

// judgeBattle judges a hand in which the game goes on after a win by all that changed hands.
func (d *daemon) judgeBattle(book scoring.Settler, truth *trial.Truth) string {
	if d.battle == nil || d.battle.Sure < 1-d.maxError {
		return "asked"
	}
	paid := func(wins []models.Win, settled []models.Settlement) string {
		all, n := slices.Clone(settled), 0
		for i := range all {
			all[i].Wins = slices.Clone(all[i].Wins)
			for j := range all[i].Wins {
				r, err := d.book.Score(&wins[n])
				if n++; err != nil || !r.Valid {
					return fmt.Sprint("no win of place ", all[i].Wins[j].Place, err)
				}
				all[i].Wins[j].Fan = r.Fan
			}
			if all[i].Do == models.HandsEnd && all[i].States == nil {
				all[i].States = statesOf(d.book, truth)
			}
		}
		sum, err := book.Settle(truth.Record.Dealer, all)
		return fmt.Sprint(sum.Steps, sum.NextDealer, err)
	}
	var wins []models.Win
	for _, w := range truth.Verdict.Wins {
		wins = append(wins, w.Win)
	}
	if paid(d.battle.Wins, d.battle.Outcome.Settled) == paid(wins, truth.Verdict.Settled) {
		return "untouched"
	}
	return "wrong"
}

// readyRightly reports whether the hands that are paid for waiting, or that count at a draw, are
// those that truly wait.
func (d *daemon) readyRightly(truth *trial.Truth) bool {
	var told []models.Ready
	for _, c := range d.courses {
		told = c.Ready
	}
	if len(d.courses) == 0 {
		told = d.drawn.Outcome.Ready
	}
	return readyRightly(d.book, told, truth)
}

// readyRightly reports whether the hands that are told to wait are those that truly do, and are worth
// as much: those that nobody was seen to show among the others.
func readyRightly(book scoring.Ruleset, told []models.Ready, truth *trial.Truth) bool {
	pays, ok := book.(scoring.PaysReady)
	if !ok {
		var places []models.Place
		for _, r := range told {
			places = append(places, r.Place)
		}
		last := truth.Record.Events[len(truth.Record.Events)-1]
		return truth.Verdict.How == models.Wins || truth.Verdict.Reason != prior.Exhausted ||
			slices.Equal(slices.Sorted(slices.Values(last.Ready)), slices.Sorted(slices.Values(places)))
	}
	for i := range models.Places {
		at := models.PlaceAt(i)
		if slices.ContainsFunc(truth.Verdict.Wins, func(w verdict.Won) bool { return w.Place == at }) {
			continue
		}
		seat := at.SeatFor(truth.Record.Dealer)
		truly, _ := pays.ReadyHand(models.Hand{Concealed: truth.Hands[i], Melds: truth.Melds[i]}, seat, truth.Seen[i])
		var is scoring.ReadyHand
		if j := slices.IndexFunc(told, func(r models.Ready) bool { return r.Place == at }); j >= 0 {
			is, _ = pays.ReadyHand(*told[j].Hand, seat, truth.Seen[i])
		}
		if is.Ready != truly.Ready || is.Gain != truly.Gain {
			return false
		}
	}
	return true
}

// statesOf is how the hands truly stood of those who had not won when the wall was empty.
func statesOf(book scoring.Ruleset, truth *trial.Truth) map[models.Place]models.HandState {
	states := map[models.Place]models.HandState{}
	inspector, ok := book.(scoring.Inspector)
	for i := range models.Places {
		at := models.PlaceAt(i)
		if !ok || slices.ContainsFunc(truth.Verdict.Wins, func(w verdict.Won) bool { return w.Place == at }) {
			continue
		}
		look, err := inspector.Inspect(models.Hand{Concealed: truth.Hands[i], Melds: truth.Melds[i]}, truth.Voids[i])
		if err != nil {
			continue
		}
		s := models.HandState{State: look.State}
		if look.State == models.IsReady {
			s.Fan = &look.Fan
		}
		states[at] = s
	}
	return states
}
