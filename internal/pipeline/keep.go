package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"jantaku/device"
	"jantaku/models/atomicfile"
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
	return atomicfile.WriteFile(d.Path, data, 0o600)
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

// keeper keeps what a restart needs: the hands that wait, and then which events have been handled: a table tells again
// what was not handled before a restart. What cannot be kept, on a full disk, is tried again.
type keeper struct {
	drawer  Drawer // nil: a restart forgets the hands that wait
	handled func(device.Event) error
	log     *slog.Logger
	waiting []*Pending
	unsaved bool           // the drawer does not hold them
	unkept  []device.Event // handled, but a restart would not know it
}

// save puts the hands that wait into the drawer, if that does not hold them.
func (k *keeper) save() {
	if !k.unsaved || k.drawer == nil {
		k.unsaved = false
		return
	}
	if err := k.drawer.Save(k.waiting); err != nil {
		k.log.Error("a hand that waits would be lost by a restart", "err", err)
		return
	}
	k.unsaved = false
}

// keep tells which events have been handled, once the drawer holds what they left waiting.
func (k *keeper) keep() {
	k.save()
	for !k.unsaved && len(k.unkept) > 0 && k.handled(k.unkept[0]) == nil {
		k.unkept = k.unkept[1:]
	}
}
