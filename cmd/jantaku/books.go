package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

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

// Recorded says whether a hand is in the books of the match.
func (b tableBooks) Recorded(id string) bool {
	_, ok := b.State().Entry(id)
	return ok
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
	next := d.path + ".new"
	if err := os.WriteFile(next, data, 0o600); err != nil {
		return err
	}
	return os.Rename(next, d.path)
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
	for _, k := range kept {
		if k.Photo != nil {
			k.Photo.Data = k.Picture
		}
		waiting = append(waiting, k.Pending)
	}
	return waiting, nil
}

// referee carries out what people ask of the books.
type referee struct {
	books tableBooks
	rules func(models.Match) (scoring.Ruleset, error)
}

// wish is the body of a request about the books; each operation uses its own part.
type wish struct {
	models.Author
	Entry   string            `json:"entry"`
	Kind    string            `json:"kind"`
	Place   models.Place      `json:"place"`
	From    models.Place      `json:"from"`
	Points  int               `json:"points"`
	Win     *models.Win       `json:"win"`
	Rules   string            `json:"rules"`
	Profile string            `json:"profile"`
	Options map[string]string `json:"options"`
	Length  string            `json:"length"`
	Players []string          `json:"players"`
	Start   int               `json:"start"`
}

// Request carries out one operation; see docs/mqtt.md for their bodies.
func (r referee) Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	var w wish
	if len(body) > 0 {
		if err := json.Unmarshal(body, &w); err != nil {
			return nil, fmt.Errorf("%s: %w", op, err)
		}
	}
	w.Source = "console"
	do, ok := map[string]func(context.Context, wish) (ledger.State, error){
		"undo":    func(ctx context.Context, w wish) (ledger.State, error) { return r.books.Undo(ctx, w.Author, "") },
		"redo":    func(ctx context.Context, w wish) (ledger.State, error) { return r.books.Redo(ctx, w.Author, "") },
		"penalty": r.penalty,
		"revoke": func(ctx context.Context, w wish) (ledger.State, error) {
			return r.books.Revoke(ctx, w.Author, "", w.Entry)
		},
		"correct":      r.correct,
		"match-new":    r.newMatch,
		"match-finish": func(ctx context.Context, w wish) (ledger.State, error) { return r.books.FinishMatch(ctx, w.Author, "") },
	}[op]
	if !ok {
		return nil, fmt.Errorf("%q is nothing this program can do", op)
	}
	state, err := do(ctx, w)
	if err != nil {
		return nil, err
	}
	r.books.changed()
	return json.Marshal(state.View())
}

// penalty imposes a penalty of the rule book's table, or points of one's own.
func (r referee) penalty(ctx context.Context, w wish) (ledger.State, error) {
	if w.Place < 1 || w.Place > models.Places {
		return ledger.State{}, errors.New("penalty: place is not 1 to 4")
	}
	p := models.Penalty{Kind: "free", Place: w.Place}
	p.Points[w.Place.Index()] = -w.Points
	if w.Kind != "" && w.Kind != "free" {
		var err error
		if p, err = r.books.State().PenaltyFor(w.Kind, w.Place); err != nil {
			return ledger.State{}, err
		}
	}
	return r.books.Penalize(ctx, w.Author, "", p)
}

// correct gives a hand that counts a new version. What the request does not say
// stays as it was.
func (r referee) correct(ctx context.Context, w wish) (ledger.State, error) {
	state := r.books.State()
	entry, ok := state.Entry(w.Entry)
	if !ok || entry.Current().Hand == nil {
		return ledger.State{}, fmt.Errorf("correct: %w: %q", ledger.ErrNoEntry, w.Entry)
	}
	hand := entry.Current().Hand.HandRecord
	if len(hand.Wins) == 1 {
		record := hand.Wins[0]
		if w.Place != 0 {
			record.Place = w.Place
		}
		if w.Win != nil {
			record.Win = *w.Win
		}
		if w.From != 0 {
			hand.From = w.From
		}
		if hand.From == record.Place || record.Win.SelfDraw {
			hand.From = 0
		}
		record.Win.SelfDraw = hand.From == 0
		hand.Winners, hand.Wins = []models.Place{record.Place}, []models.WinRecord{record}
	}
	return r.books.CorrectHand(ctx, w.Author, "", w.Entry, hand)
}

// newMatch starts a match, finishing none.
func (r referee) newMatch(ctx context.Context, w wish) (ledger.State, error) {
	m := models.Match{Rules: w.Rules, Profile: w.Profile, Options: w.Options, Length: w.Length, Start: w.Start}
	for _, name := range w.Players {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	if _, err := r.rules(m); err != nil {
		return ledger.State{}, fmt.Errorf("match-new: %w", err)
	}
	return r.books.StartMatch(ctx, w.Author, m)
}
