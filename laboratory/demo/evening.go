package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// filmedEvening counts what came of the hands of a filmed demo: booked by themselves and
// rightly, asked about, or booked wrongly.
type filmedEvening struct {
	table Table
	pace  time.Duration
	out   io.Writer
	log   *slog.Logger

	hands, untouched, asked, wrong, lost int
}

// settle waits until a hand that was shown is booked or asked about, and tells which. What is
// asked is left for some seconds to whoever plays the referee on the console; then the demo's own
// referee answers it as it was played.
func (e *filmedEvening) settle(ctx context.Context, before models.Position, truth course.Ending) error {
	limit, cancel := context.WithTimeout(ctx, handPatience)
	defer cancel()
	for e.table.State().Position.Hands == before.Hands && !e.table.Waits() && !e.table.Undeclared() {
		if err := Pause(limit, 50*time.Millisecond); err != nil {
			return fmt.Errorf("the hand is neither booked nor asked about: %w", err)
		}
	}
	if len(truth.Outcome.Winners) > 1 { // a second winner is asked about beside the first
		if err := Pause(ctx, e.pace/4); err != nil {
			return err
		}
	}
	e.hands++
	booked := e.table.State().Position.Hands > before.Hands
	verdict := "asked about"
	switch {
	case booked && !e.table.Waits() && e.right(truth):
		e.untouched++
		verdict = "booked by itself, rightly"
	case booked && !e.table.Waits():
		e.wrong++
		verdict = "WRONG"
	default:
		e.asked++
		verdict += ": " + strings.Join(e.needs(ctx), ", ")
	}
	fmt.Fprintf(e.out, "hand %d: %s\n", e.hands, verdict)
	return e.help(ctx, before, truth)
}

// needs are what the referee is asked.
func (e *filmedEvening) needs(ctx context.Context) []string {
	shown, err := e.table.Request(ctx, "amend", []byte("{}"))
	if err != nil {
		return []string{"how it ended"}
	}
	var asked struct {
		Needs []string `json:"needs"`
	}
	if err := json.Unmarshal(shown, &asked); err != nil {
		return []string{err.Error()}
	}
	return asked.Needs
}

// right compares the hand that was booked last with what was played.
func (e *filmedEvening) right(truth course.Ending) bool {
	entry, ok := e.table.State().LastHand()
	if !ok {
		return false
	}
	want := truth.Deltas
	for _, at := range truth.Outcome.Riichi {
		want[at.Index()] -= course.StickValue
	}
	got := entry.Current().Hand.Results
	if entry.Points != want || len(got) != len(truth.Results) {
		fmt.Fprintf(e.out, "points %v instead of %v\n", entry.Points, want)
		return false
	}
	for i := range got {
		if !scoring.Same(&got[i], &truth.Results[i]) {
			fmt.Fprintf(e.out, "fans %v instead of %v\n", got[i].Fans, truth.Results[i].Fans)
			return false
		}
	}
	return true
}

// A question stands as long as a pace of the demo, at most questionShown, before the demo's referee answers; he
// tries so often, since an answer may bring another question.
const (
	questionShown = 8 * time.Second
	answerTries   = 24
	answerPace    = 250 * time.Millisecond
)

// help answers what is asked about when nobody does for a while, so that no hand of the demo is lost.
func (e *filmedEvening) help(ctx context.Context, before models.Position, truth course.Ending) error {
	asked := func() bool { return e.table.Waits() || e.table.Undeclared() }
	if !asked() {
		return nil
	}
	if err := Pause(ctx, min(e.pace, questionShown)); err != nil {
		return err
	}
	for try := 0; try < answerTries && asked(); try++ {
		if err := e.answer(ctx, before, truth); err != nil && ctx.Err() == nil {
			e.log.Info("the demo's referee was not understood", "try", try, "err", err)
		}
		if err := Pause(ctx, answerPace); err != nil {
			return err
		}
	}
	switch {
	case e.table.State().Position.Hands == before.Hands:
		e.lost++
		fmt.Fprintf(e.out, "hand %d is LOST\n", e.hands)
	case !e.right(truth):
		e.wrong++
	}
	return ctx.Err()
}

// answer says once how the hand was played.
func (e *filmedEvening) answer(ctx context.Context, before models.Position, truth course.Ending) error {
	o, booked := truth.Outcome, e.table.State().Position.Hands > before.Hands
	if o.Settled != nil { // of which all is told at once
		return e.say(ctx, "settle", map[string]any{"settled": o.Settled, "wins": truth.Wins}, nil)
	}
	ready := append([]models.Ready{}, o.Ready...)
	for i := range ready {
		if ready[i].Hand != nil && ready[i].Gone == nil {
			ready[i].Gone = &models.Tiles{}
		}
	}
	riichi := append([]models.Place{}, o.Riichi...)
	if o.Ending != models.Won {
		if e.table.Waits() { // what was taken for a win
			if err := e.say(ctx, "dismiss", map[string]any{}, nil); err != nil {
				return err
			}
		}
		if booked {
			return nil
		}
		return e.say(ctx, "draw", map[string]any{"ready": ready, "riichi": riichi, "nagashi": o.Nagashi, "reason": o.Reason, "as_shown": []models.Fact{models.FactReady}}, nil)
	}
	at, with := 0, ""
	if entry, ok := e.table.State().LastHand(); booked && ok { // of several winners the next
		at, with = len(entry.Current().Hand.Wins), entry.ID
	}
	if at >= len(o.Winners) {
		return e.say(ctx, "dismiss", map[string]any{}, nil)
	}
	from := o.From
	if from == 0 {
		from = o.Winners[at]
	}
	body := map[string]any{"place": o.Winners[at], "from": from, "win": truth.Wins[at]}
	if !e.table.Waits() {
		return e.say(ctx, "enter", body, nil)
	}
	body["riichi"], body["with"] = riichi, with
	if len(o.Ready) > 0 || slices.Contains(e.needs(ctx), string(models.FactReady)) {
		body["ready"] = ready
	}
	var shown struct {
		Needs []string `json:"needs"`
	}
	if err := e.say(ctx, "amend", body, &shown); err != nil {
		return err
	}
	plain := slices.DeleteFunc(shown.Needs, func(need string) bool { return !models.Fact(need).Plain() && models.Fact(need) != models.FactMelds })
	return e.say(ctx, "confirm", map[string]any{"as_shown": plain}, nil)
}

// say asks the table for something in the name of the demo; into, when given, hears the answer.
func (e *filmedEvening) say(ctx context.Context, op string, body map[string]any, into any) error {
	body["by"] = "demo"
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	answer, err := e.table.Request(ctx, op, text)
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

// report tells of all hands.
func (e *filmedEvening) report() {
	fmt.Fprintf(e.out, "%d hands: %d booked by themselves and rightly, %d asked about, %d wrong, %d lost\n", e.hands, e.untouched, e.asked, e.wrong, e.lost)
}
