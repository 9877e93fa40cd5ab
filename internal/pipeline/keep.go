package pipeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"jantaku/device"
	"jantaku/models/atomicfile"
)

// FileDrawer keeps what waits for the referee in a file of the data folder, hands with their photographs; it
// implements [Drawer]. The file is the list of hands, or an object with that list where a whole hand waits, too.
type FileDrawer struct{ Path string }

// keptHand is a pending hand with its photograph.
type keptHand struct {
	*Pending
	Picture []byte `json:"picture,omitempty"`
}

// keptAll is the file where a whole hand waits.
type keptAll struct {
	Waiting []keptHand     `json:"waiting"`
	Battle  *device.Battle `json:"battle"`
	Match   string         `json:"match"`
	Hands   int            `json:"hands"`
}

// Save replaces the file.
func (d FileDrawer) Save(all Kept) error {
	kept := make([]keptHand, len(all.Waiting))
	for i, hand := range all.Waiting {
		kept[i].Pending = hand
		if hand.Photo != nil {
			kept[i].Picture = hand.Photo.Data
		}
	}
	file := any(kept)
	if all.Battle != nil {
		file = keptAll{kept, all.Battle, all.Match, all.Hands}
	}
	data, err := json.Marshal(file)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(d.Path, data, 0o600)
}

// Load reads the file; none is no hand.
func (d FileDrawer) Load() (Kept, error) {
	data, err := os.ReadFile(d.Path)
	if errors.Is(err, os.ErrNotExist) {
		return Kept{}, nil
	}
	var file keptAll
	if err == nil {
		if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
			err = json.Unmarshal(data, &file)
		} else {
			err = json.Unmarshal(data, &file.Waiting)
		}
	}
	if err != nil {
		return Kept{}, fmt.Errorf("%s: %w; move the file away to start without them", d.Path, err)
	}
	if b := file.Battle; b != nil && b.Record == nil {
		return Kept{}, fmt.Errorf("%s: a hand without its course; move the file away to start without it", d.Path)
	}
	kept := Kept{Battle: file.Battle, Match: file.Match, Hands: file.Hands}
	for i, k := range file.Waiting {
		if k.Pending == nil {
			return Kept{}, fmt.Errorf("%s: hand %d is none; move the file away to start without them", d.Path, i+1)
		}
		if k.Photo != nil {
			k.Photo.Data = k.Picture
		}
		kept.Waiting = append(kept.Waiting, k.Pending)
	}
	return kept, nil
}

// keeper keeps what a restart needs: the hands that wait, and then which events have been handled: a table tells again
// what was not handled before a restart. What cannot be kept, on a full disk, is tried again.
type keeper struct {
	drawer  Drawer // nil: a restart forgets the hands that wait
	handled func(device.Event) error
	log     *slog.Logger
	kept    Kept
	unsaved bool           // the drawer does not hold it
	unkept  []device.Event // handled, but a restart would not know it
}

// save puts the hands that wait into the drawer, if that does not hold them.
func (k *keeper) save() {
	if !k.unsaved || k.drawer == nil {
		k.unsaved = false
		return
	}
	if err := k.drawer.Save(k.kept); err != nil {
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
