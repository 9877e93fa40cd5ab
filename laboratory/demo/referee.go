package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"jantaku/laboratory/oracle"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// referee answers what is asked in the demo, truly and nothing else, and tells at the end
// what was asked and whether anything was booked wrongly.
type referee struct {
	table Table
	rules scoring.Ruleset
	out   io.Writer

	hands, right, wrong, typed, taps int
	asked                            map[string]int // by what was asked, in how many hands
}

// truth is the hand that was dealt. Riichi has one indicator, of which nothing else tells: one
// of those that can lie beside the hand, counted from a kind on.
func (r *referee) truth(d Deal, from int) oracle.Hand {
	h := oracle.Hand{Place: d.Place, From: d.From, Win: models.Win{Hand: d.Hand, Tile: d.Win, SelfDraw: d.Place == d.From}}
	for i := 0; r.rules.ID() == "riichi" && i < models.Kinds; i++ {
		h.Win.DoraIndicators = models.Tiles{models.KindAt((from + i) % models.Kinds)}
		situated := r.table.State().Situate(h.Record()).Wins[0].Win
		if _, err := r.rules.Score(&situated); err == nil {
			break
		}
	}
	return h
}

// handPatience is how long the picture of a hand may take to be read.
const handPatience = 2 * time.Minute

// settle waits until the hand that was played is booked, or answers what is asked about it, and
// compares what was booked with the truth.
func (r *referee) settle(ctx context.Context, h oracle.Hand) error {
	before := r.table.State()
	situated := before.Situate(h.Record())
	want, err := r.rules.Score(&situated.Wins[0].Win)
	if err != nil {
		return err
	}
	limit, cancel := context.WithTimeout(ctx, handPatience)
	defer cancel()
	var needs []string
	looked := false
	for r.table.State().Position.Hands == before.Position.Hands {
		if limit.Err() != nil {
			return fmt.Errorf("the hand is neither booked nor asked about: %w", limit.Err())
		}
		if !r.table.Waits() {
			_ = Pause(limit, 20*time.Millisecond) // the loop sees the limit
			continue
		}
		open, err := r.answer(limit, h, &looked)
		if err != nil {
			return err
		}
		needs = append(needs, open...)
	}
	r.hands++
	slices.Sort(needs)
	needs = slices.Compact(needs)
	for _, need := range needs {
		r.asked[need]++
	}
	entry, _ := r.table.State().LastHand()
	r.compare(entry, want, needs)
	return nil
}

// answer answers the next question. Where the picture is in doubt the tiles are looked at, and
// typed as they are, once.
func (r *referee) answer(ctx context.Context, h oracle.Hand, looked *bool) (needs []string, err error) {
	shown, err := r.table.Request(ctx, "amend", []byte("{}"))
	if err != nil {
		return nil, err
	}
	var asked struct {
		Needs []string   `json:"needs"`
		Win   models.Win `json:"win"`
	}
	if err := json.Unmarshal(shown, &asked); err != nil {
		return nil, err
	}
	op, body, err := h.Answer(asked.Needs, asked.Win.Flags)
	if err != nil {
		return asked.Needs, err
	}
	doubted := slices.Contains(asked.Needs, "confirm") || slices.Contains(asked.Needs, "hand")
	switch {
	case doubted && !*looked:
		*looked, op = true, "amend"
		r.typed++
		body = map[string]any{"from": h.From, "win": map[string]any{"concealed": h.Win.Concealed, "melds": h.Win.Melds, "win": h.Win.Tile, "flowers": h.Win.Flowers}}
	case op == "confirm":
		r.taps++
	}
	text, err := json.Marshal(body)
	if err != nil {
		return asked.Needs, err
	}
	_, err = r.table.Request(ctx, op, text)
	return asked.Needs, err
}

// compare tells whether a booked hand is worth what it was worth.
func (r *referee) compare(entry ledger.Entry, want scoring.Result, needs []string) {
	got := entry.Current().Hand.Results[0]
	verdict := "right"
	if scoring.Same(&got, &want) {
		r.right++
	} else {
		r.wrong++
		verdict = fmt.Sprintf("WRONG: %v %v instead of %v %v", got.Fans, got.Payments, want.Fans, want.Payments)
	}
	question := "asked nothing"
	if len(needs) > 0 {
		question = "asked " + strings.Join(needs, ", ")
	}
	fmt.Fprintf(r.out, "hand %d: %s; %s\n", r.hands, question, verdict)
}

// report tells of all hands.
func (r *referee) report() {
	fmt.Fprintf(r.out, "%d hands: %d right, %d wrong; the tiles of %d were in doubt and typed; %d taps besides answers\nasked:", r.hands, r.right, r.wrong, r.typed, r.taps)
	for _, need := range slices.Sorted(maps.Keys(r.asked)) {
		fmt.Fprintf(r.out, " %s %d", need, r.asked[need])
	}
	fmt.Fprintln(r.out)
}
