package soak

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"jantaku/internal/pipeline"
)

// players are those of all matches, as the configuration has them.
const players = "Ann, Ben, Cho, Dan"

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

// numberOf is the number of the board's event in the id of a hand, board-<board>-<number>.
func numberOf(id string) string {
	_, number, _ := strings.Cut(strings.TrimPrefix(id, "board-"), "-")
	return number
}
