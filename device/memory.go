package device

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Memory keeps in a file how far the log of a board has been read, for Options.Resume.
type Memory struct{ File string }

// Load gives the position saved last, and the zero position when none ever was. With
// any error the position is zero too: a damaged file means a board that is met anew.
func (m Memory) Load() (Position, error) {
	raw, err := os.ReadFile(m.File)
	if errors.Is(err, fs.ErrNotExist) {
		return Position{}, nil
	}
	if err != nil {
		return Position{}, fmt.Errorf("position of the board: %w", err)
	}
	var p Position
	if err := json.Unmarshal(raw, &p); err != nil {
		return Position{}, fmt.Errorf("position of the board in %s: %w", m.File, err)
	}
	return p, nil
}

// Save replaces the position. After a loss of power the file holds the old one or the
// new one, never half of either.
func (m Memory) Save(p Position) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("position of the board: %w", err)
		}
	}()
	f, err := os.CreateTemp(filepath.Dir(m.File), filepath.Base(m.File)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after the rename there is nothing left to remove
	err = json.NewEncoder(f).Encode(p)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), m.File)
}
