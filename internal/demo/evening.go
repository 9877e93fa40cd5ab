package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"jantaku/internal/course"
	"jantaku/models"
	"jantaku/scoring"
)

// filmedEvening counts what came of the hands of a filmed demo: booked by themselves and
// rightly, asked about, or booked wrongly.
type filmedEvening struct {
	table Table
	pace  time.Duration
	out   io.Writer
	log   *slog.Logger

	hands, untouched, asked, wrong int
}

// settle waits until a hand that was shown is booked or asked about, and tells which. What is
// asked is left to whoever plays the referee on the console; nobody there, a drawn hand is
// said to be one, and a won one is dropped.
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
	return e.help(ctx, truth)
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
	entry, _ := e.table.State().LastHand()
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

// help ends what is asked about when nobody does for a while, so that the demo goes on.
func (e *filmedEvening) help(ctx context.Context, truth course.Ending) error {
	if !e.table.Waits() && !e.table.Undeclared() {
		return nil
	}
	if err := Pause(ctx, e.pace); err != nil {
		return err
	}
	op, body := "dismiss", any(map[string]string{"by": "demo"})
	if !e.table.Waits() {
		o := truth.Outcome
		if !e.table.Undeclared() || o.Ending == models.Won {
			return nil
		}
		op = "draw"
		body = map[string]any{"ready": append([]models.Ready{}, o.Ready...), "riichi": append([]models.Place{}, o.Riichi...), "nagashi": o.Nagashi, "reason": o.Reason,
			"as_shown": []models.Fact{models.FactReady}, "by": "demo"}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if _, err := e.table.Request(ctx, op, text); err != nil && ctx.Err() == nil {
		e.log.Info("the demo's referee was not heard", "op", op, "err", err)
	}
	return ctx.Err()
}

// report tells of all hands.
func (e *filmedEvening) report() {
	fmt.Fprintf(e.out, "%d hands: %d booked by themselves and rightly, %d asked about, %d wrong\n", e.hands, e.untouched, e.asked, e.wrong)
}
