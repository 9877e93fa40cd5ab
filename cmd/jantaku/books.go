package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"jantaku/internal/pipeline"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// tableBooks are the ledger as the pipeline sees it: it tells which errors are about one
// hand, and tells the publisher when something is new.
type tableBooks struct {
	*ledger.Ledger
	changed func()
}

// Recorded says whether a hand is in the books of the match, alone or as one of several
// winners, and even if it counts no more.
func (b tableBooks) Recorded(id string) bool {
	return slices.ContainsFunc(b.State().Entries, func(e ledger.Entry) bool {
		return slices.ContainsFunc(e.Versions, func(v ledger.Version) bool {
			return v.Hand != nil && (v.Hand.ID == id ||
				slices.ContainsFunc(v.Hand.Wins, func(w models.WinRecord) bool { return w.Win.ID == id }))
		})
	})
}

// Append records a hand.
func (b tableBooks) Append(ctx context.Context, a models.Author, h models.HandRecord, results ...scoring.Result) (models.MatchState, error) {
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

// drawer keeps the hands that wait for the referee in a file of the data folder.
type drawer struct{ path string }

// keptHand is a pending hand with its photograph.
type keptHand struct {
	*pipeline.Pending
	Picture []byte `json:"picture,omitempty"`
}

// Save replaces the file.
func (d drawer) Save(waiting []*pipeline.Pending) error {
	kept := make([]keptHand, len(waiting))
	for i, hand := range waiting {
		kept[i].Pending = hand
		if hand.Photo != nil {
			kept[i].Picture = hand.Photo.Data
		}
	}
	data, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	next, err := os.OpenFile(d.path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = next.Write(data)
	// On the disk before it takes the place of the old one: power may fail at any time.
	if err = errors.Join(err, next.Sync(), next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), d.path)
}

// Load reads the file; none is no hand.
func (d drawer) Load() ([]*pipeline.Pending, error) {
	data, err := os.ReadFile(d.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var kept []keptHand
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; move the file away to start without them", d.path, err)
	}
	var waiting []*pipeline.Pending
	for i, k := range kept {
		if k.Pending == nil {
			return nil, fmt.Errorf("%s: hand %d is none; move the file away to start without them", d.path, i+1)
		}
		if k.Photo != nil {
			k.Photo.Data = k.Picture
		}
		waiting = append(waiting, k.Pending)
	}
	return waiting, nil
}
