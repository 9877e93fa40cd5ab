package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// weighReady asks who shows a waiting hand, where the rule book pays for them, and which of
// its waits are gone where its worth depends on that. It reports whether all is said.
func (p *Pipeline) weighReady(hand *Pending, rules scoring.Ruleset) bool {
	if _, pays := rules.(scoring.PaysReady); !pays {
		return true
	}
	if hand.Ready == nil && p.known(hand).Knows(models.FactReady) {
		hand.Ready = []models.Ready{}
	}
	if hand.Ready == nil {
		hand.Needs = append(hand.Needs, "ready")
		return false
	}
	hand.Ready = p.books.Situate(hand.record(hand.Win)).Ready
	if slices.ContainsFunc(hand.Ready, func(r models.Ready) bool { return r.Unsure }) {
		hand.Needs = append(hand.Needs, "gone")
		return false
	}
	return true
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

// look reads the hand that lies at a place and changes nothing.
func (p *Pipeline) look(ctx context.Context, at models.Place) (json.RawMessage, error) {
	sight, err := p.eye.Look(ctx, at)
	if err != nil {
		return nil, fmt.Errorf("look: %w", err)
	}
	r := sight.Reading
	shown := shownHand{Place: at, Status: r.Status, Doubts: r.Doubts}
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
	h := p.books.Situate(models.HandRecord{Outcome: models.Outcome{Ending: models.Drawn, Ready: value(s.Ready), Lying: s.Lying}})
	shown := drawPreview{Ready: h.Ready}
	if points, err := p.books.Preview(h); err != nil {
		shown.Problem, shown.Reasons = err.Error(), models.ReasonsOf(err)
	} else {
		shown.Points = &points
	}
	return json.Marshal(shown)
}
