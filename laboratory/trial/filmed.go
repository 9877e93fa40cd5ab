package trial

import (
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"

	"jantaku/laboratory/scene/film"
	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// Filmed is what an eye reported of a filmed hand whose truth is known: it was watched once, and
// its changes can be weighed again and again.
type Filmed struct {
	Truth []byte // the record, JSON
	Start prior.Start
	Wall  int  // tiles in the walls
	Heap  bool // discards lie in no rivers
	// Changes are those of the eye, in order.
	Changes []watch.Change
	// Lay are the film's events with where and when their tiles came to lie.
	Lay []film.Event
}

// Record is what truly happened.
func (t *Filmed) Record() (*models.Record, error) { return models.ParseRecord(t.Truth) }

// Keeper writes hands one after the other.
type Keeper struct{ out *gob.Encoder }

// NewKeeper writes to w, which the caller closes.
func NewKeeper(w io.Writer) *Keeper { return &Keeper{gob.NewEncoder(w)} }

// Keep writes what was reported of the hand of a record.
func (k *Keeper) Keep(t *Filmed, r *models.Record) error {
	truth, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("record %s: %w", r.ID, err)
	}
	t.Truth = truth
	if err := k.out.Encode(t); err != nil {
		return fmt.Errorf("changes of %s: %w", r.ID, err)
	}
	return nil
}

// EachFilmed reads what a Keeper wrote, hand by hand, until the end or an error of each.
func EachFilmed(r io.Reader, each func(t *Filmed) error) error {
	in := gob.NewDecoder(r)
	for {
		t := &Filmed{}
		switch err := in.Decode(t); {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("changes: %w", err)
		}
		if err := each(t); err != nil {
			return err
		}
	}
}
