package device

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"jantaku/models/atomicfile"
)

// Story is what has to be known to go on after the program has ended: how far the log
// of the board has been read, and what the table told of the hand that is on.
type Story struct {
	Position
	Events []Event `json:"events,omitempty"`
}

// longestStory is how many events a story keeps; a table that never shuffles would
// make it grow for ever.
const longestStory = 256

// Add goes on with an event that has been dealt with, and says whether the story is
// another one now.
func (s *Story) Add(e Event) bool {
	position, moved := e.Position()
	if moved {
		s.Position = position
	}
	if e.Replayed || !e.Kind.FromTable() || e.Kind == Hello {
		return moved
	}
	if e.Kind == ShuffleStarted {
		s.forget(!e.Undeclared)
	}
	s.Events = append(s.Events, e)
	s.Events = s.Events[max(0, len(s.Events)-longestStory):]
	return true
}

// forget drops the hands before the last shuffle, and that shuffle's hand too when all
// is to be forgotten.
func (s *Story) forget(all bool) {
	last := len(s.Events)
	for i, e := range s.Events {
		if e.Kind == ShuffleStarted && !all {
			last = i
		}
	}
	s.Events = append([]Event(nil), s.Events[last:]...)
}

// Answer notes that somebody has said how a hand ended, so that it need not be told again:
// the one that is on (over), or the one before it that nobody had declared.
func (s *Story) Answer(over bool) { s.forget(over) }

// Memory keeps a story in a file.
type Memory struct{ File string }

// Load gives the story saved last, and the zero story when none ever was. With any
// error it is zero too: a damaged file means a board that is met anew.
func (m Memory) Load() (Story, error) {
	raw, err := os.ReadFile(m.File)
	if errors.Is(err, fs.ErrNotExist) {
		return Story{}, nil
	}
	if err != nil {
		return Story{}, fmt.Errorf("story of the table: %w", err)
	}
	var s Story
	if err := json.Unmarshal(raw, &s); err != nil {
		return Story{}, fmt.Errorf("story of the table in %s: %w", m.File, err)
	}
	return s, nil
}

// Save replaces the story. After a loss of power the file holds the old one or the
// new one, never half of either.
func (m Memory) Save(s Story) error {
	data, err := json.Marshal(s)
	if err == nil {
		err = atomicfile.WriteFile(m.File, data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("story of the table: %w", err)
	}
	return nil
}
