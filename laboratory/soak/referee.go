package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jantaku/internal/pipeline"
	"jantaku/internal/referee"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// players are those of all matches, as the configuration has them.
const players = "Ann, Ben, Cho, Dan"

// match tells what came of the hands so far, and ends the match for the next one.
func (s *Soak) match(ctx context.Context) error {
	l, err := ledger.OpenForReading(ctx, filepath.Join(s.data, s.Ledger), ledger.WithShelf(referee.Shelf))
	if err != nil {
		return err
	}
	here := s.compare(s.told[s.counted:], l.State())
	if err := l.Close(); err != nil {
		return err
	}
	s.counted, s.so = len(s.told), s.so.plus(here)
	fmt.Fprintf(s.Out, "so far %d faults; %s\n", s.struck(), s.text(s.so))
	return s.nextMatch(ctx)
}

// nextMatch has the referee end the match and begin another one.
func (s *Soak) nextMatch(ctx context.Context) error {
	for _, one := range []struct {
		op   string
		body any
		did  error // what is said when it was done, but the answer was lost to a fault
	}{
		{"match-finish", map[string]any{}, ledger.ErrFinished},
		{"match-new", map[string]any{"rules": books.Default, "length": "open", "course": map[string]string{"seats": "fixed"}, "players": strings.Split(players, ", ")}, ledger.ErrUnfinished},
	} {
		done := func() bool {
			err := s.ask(ctx, one.op, one.body)
			return err == nil || slices.ContainsFunc(models.ReasonsOf(err), func(r models.Reason) bool { return r.Code == models.ReasonsOf(one.did)[0].Code })
		}
		if err := s.until(ctx, done); err != nil {
			return fmt.Errorf("%s: %w", one.op, err)
		}
	}
	return nil
}

// answer notes hands that wait for the referee, who dismisses them.
func (s *Soak) answer(ctx context.Context) error {
	drawer := pipeline.FileDrawer{Path: filepath.Join(s.data, "waiting.json")}
	var failed error
	err := s.until(ctx, func() bool {
		kept, err := drawer.Load()
		waiting := kept.Waiting
		if failed = err; err != nil || len(waiting) == 0 {
			return true
		}
		for _, w := range waiting {
			for i := range s.told {
				if numberOf(w.ID) == fmt.Sprint(s.told[i].seq) && !s.told[i].asked {
					s.told[i].asked = true
					s.why[cause(w)]++
					s.Log.Info("asked", "hand", w.ID, "needs", w.Needs, "problem", w.Problem)
				}
			}
		}
		s.ask(ctx, "dismiss", map[string]any{"hand": waiting[0].ID, "by": "soak"})
		return false
	})
	return errors.Join(err, failed)
}

// cause is why a hand was asked about: what is needed, and what is wrong with what was seen.
func cause(w *pipeline.Pending) string {
	words := slices.Clone(w.Needs)
	for _, r := range w.Reasons {
		words = append(words, r.Code)
	}
	if r := w.Reading; r != nil && r.Error != nil {
		words = append(words, r.Error.Code)
	} else if r != nil {
		for _, d := range r.Doubts {
			words = append(words, d.Code)
		}
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), ", ")
}

// askLimit is how long a referee waits for an answer before asking again.
const askLimit = 10 * time.Second

// ask asks the daemon for something.
func (s *Soak) ask(ctx context.Context, op string, body any) error {
	return Ask(ctx, s.page, op, body, nil)
}

// Ask asks a daemon whose pages are at an address for something, as its console does, and reads what it answers
// into answer, if that is not nil. The error has the reasons of a refusal.
func Ask(ctx context.Context, page, op string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodPost, page+"/api/request/"+op, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var said struct {
		Data  json.RawMessage `json:"data"`
		Error *struct {
			Message string          `json:"message"`
			Reasons []models.Reason `json:"reasons"`
		} `json:"error"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&said); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	switch {
	case said.Error != nil:
		return models.Told(said.Error.Reasons, said.Error.Message)
	case answer == nil:
		return nil
	}
	return json.Unmarshal(said.Data, answer)
}
