package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"jantaku/internal/durable"
)

// FileDrawer keeps the hands that wait for the referee in a file of the data folder, with their
// photographs; it implements [Drawer].
type FileDrawer struct{ Path string }

// keptHand is a pending hand with its photograph.
type keptHand struct {
	*Pending
	Picture []byte `json:"picture,omitempty"`
}

// Save replaces the file.
func (d FileDrawer) Save(waiting []*Pending) error {
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
	return durable.WriteFile(d.Path, data, 0o600)
}

// Load reads the file; none is no hand.
func (d FileDrawer) Load() ([]*Pending, error) {
	data, err := os.ReadFile(d.Path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var kept []keptHand
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; move the file away to start without them", d.Path, err)
	}
	var waiting []*Pending
	for i, k := range kept {
		if k.Pending == nil {
			return nil, fmt.Errorf("%s: hand %d is none; move the file away to start without them", d.Path, i+1)
		}
		if k.Photo != nil {
			k.Photo.Data = k.Picture
		}
		waiting = append(waiting, k.Pending)
	}
	return waiting, nil
}
