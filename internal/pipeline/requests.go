package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"jantaku/models"
)

type response struct {
	data json.RawMessage
	err  error
}

// Request hands in what a person asks for and waits for the answer. It may be
// called from any goroutine. The error is shown to the person.
func (p *Pipeline) Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	by, reply := models.Author{}.Signed(ctx), make(chan response, 1)
	if err := p.turn(ctx, func(ctx context.Context) error { return p.reply(models.WithAuthor(ctx, by), op, body, reply) }); err != nil {
		return nil, err
	}
	select {
	case r := <-reply:
		return r.data, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// reply carries out a request and answers it. Its own error is for the books.
func (p *Pipeline) reply(ctx context.Context, op string, body json.RawMessage, reply chan<- response) error {
	data, failed, err := p.serve(ctx, op, body)
	if failed != nil {
		err = models.Refused("books-failed", nil, "the books cannot be written; the program stops")
	}
	reply <- response{data, err}
	return failed
}

// serve gives the answer to a request; failed is set when the books failed.
func (p *Pipeline) serve(ctx context.Context, op string, body json.RawMessage) (data json.RawMessage, failed, err error) {
	var s said
	if len(bytes.TrimSpace(body)) > 0 {
		if err := json.Unmarshal(body, &s); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", op, err)
		}
	}
	s.signed = models.Author{By: s.By, Why: s.Why}.Signed(ctx)
	switch op {
	case opCall, opPreview, opEnter, opAmend, opConfirm, opDismiss, opDraw:
		p.answer = Answer{}
		if failed := p.happens(ctx, Said{op, s}); failed != nil {
			return nil, failed, nil
		}
		if err = p.answer.Err; err == nil && p.answer.Data != nil {
			data, err = json.Marshal(p.answer.Data)
		}
		return data, nil, err
	case opLook:
		data, err = p.read(ctx, s)
		return data, nil, err
	case opDrawPreview:
		data, err = p.previewDraw(s)
		return data, nil, err
	}
	if p.parts.Referee == nil {
		return nil, nil, models.Refused("no-such-request", nil, "%q is nothing this program can do", op)
	}
	data, err = p.parts.Referee.Request(ctx, op, body)
	return data, p.happens(ctx, Corrected{op, err == nil}), err
}

// shownHand is what the eye reads at a place for somebody to check: thirteen tiles of a
// hand that did not win, where there are so many.
type shownHand struct {
	Place   models.Place    `json:"place"`
	Status  models.Status   `json:"status"`
	Hand    *models.Hand    `json:"hand,omitempty"`
	Doubts  []models.Doubt  `json:"doubts,omitempty"`
	Problem string          `json:"problem,omitempty"` // why nothing was read
	Reasons []models.Reason `json:"reasons,omitempty"` // the same for people
}

// read reads the hand that lies at a place and changes nothing.
func (p *Pipeline) read(ctx context.Context, s said) (json.RawMessage, error) {
	if s.Place == nil || *s.Place < 1 || *s.Place > models.Places {
		return nil, models.Refused("place", nil, "look: place is not 1 to 4")
	}
	sight, err := p.parts.Eye.Look(ctx, *s.Place)
	if err != nil {
		return nil, fmt.Errorf("look: %w", err)
	}
	r := sight.Reading
	shown := shownHand{Place: *s.Place, Status: r.Status, Doubts: r.Doubts}
	if r.Error != nil {
		shown.Problem, shown.Reasons = r.Error.Message, models.ReasonsOf(r.Error)
	}
	if r.Hand != nil {
		hand := *r.Hand
		if r.WinTile != models.NoTile {
			hand.Concealed = append(slices.Clone(hand.Concealed), r.WinTile)
		}
		shown.Hand = &hand
	}
	return json.Marshal(shown)
}

// drawPreview is what a drawn hand would give before it is recorded.
type drawPreview struct {
	Ready   []models.Ready  `json:"ready"` // with what the hands are worth
	Points  *models.Points  `json:"points,omitempty"`
	Problem string          `json:"problem,omitempty"` // why the hand cannot be recorded so
	Reasons []models.Reason `json:"reasons,omitempty"` // the same for people
}

// previewDraw says what the waiting hands of a drawn hand would be paid.
func (p *Pipeline) previewDraw(s said) (json.RawMessage, error) {
	h := p.parts.Books.Situate(p.parts.Books.Continue(models.HandRecord{Outcome: models.Outcome{Ending: models.Drawn, Ready: value(s.Ready), Lying: s.Lying}}))
	shown := drawPreview{Ready: h.Ready}
	if points, err := p.parts.Books.Preview(h); err != nil {
		shown.Problem, shown.Reasons = err.Error(), models.ReasonsOf(err)
	} else {
		shown.Points = &points
	}
	return json.Marshal(shown)
}
