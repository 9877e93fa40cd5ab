package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"jantaku/internal/pipeline"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// bookkeeper is the ledger as the pipeline sees it: it tells which errors are about one
// hand, and tells the publisher when something is new.
type bookkeeper struct {
	*ledger.Ledger
	changed func()
}

// Recorded says whether a hand is in the books of the match, alone or as one of several
// winners, and even if it counts no more.
func (b bookkeeper) Recorded(id string) bool {
	return slices.ContainsFunc(b.State().Entries, func(e ledger.Entry) bool {
		return slices.ContainsFunc(e.Versions, func(v ledger.Version) bool {
			return v.Hand != nil && (v.Hand.ID == id ||
				slices.ContainsFunc(v.Hand.Wins, func(w models.WinRecord) bool { return w.Win.ID == id }))
		})
	})
}

// Append records a hand.
func (b bookkeeper) Append(ctx context.Context, a models.Author, h models.HandRecord, results ...scoring.Result) (models.MatchState, error) {
	state, err := b.Ledger.Append(ctx, a, h, results...)
	if err == nil {
		b.changed()
		return state, nil
	}
	var refused *models.HandError // of a rule book, about a hand that a second winner moves
	about := errors.As(err, &refused)
	for _, one := range []error{ledger.ErrNoMatch, ledger.ErrFinished, ledger.ErrNotScored, ledger.ErrHandID, ledger.ErrBadHand,
		ledger.ErrStale, ledger.ErrNoEntry, ledger.ErrNoRules} {
		about = about || errors.Is(err, one)
	}
	if about {
		return state, fmt.Errorf("%w: %w", pipeline.ErrHand, err)
	}
	return state, err
}
