package table

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"jantaku/internal/capture"
	"jantaku/internal/recorder"
	"jantaku/internal/tracker"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/vision/watch"
)

// filming is an eye whose pictures are kept as films of the hands that it follows.
type filming struct {
	capture.Follower
	footage *recorder.Footage
	follow  *tracker.Follow
	ledger  *ledger.Ledger
	tiles   func() int // in the walls, as the table told; 0 when it did not
}

// films lets the eye of the table be filmed where the configuration wants it.
func (t *Table) films() error {
	if t.Config.Films == 0 {
		return nil
	}
	f, err := recorder.New(recorder.Config{Folder: filepath.Join(t.Config.Data, "films"), Budget: int64(t.Config.Films) << 20, Dull: t.dull, Log: t.log})
	if err != nil {
		return err
	}
	t.closes(f.Close)
	t.Lookout.Follower = filming{t.Lookout.Follower, f, t.Follow, t.Ledger, func() int { return t.Board.Table().Tiles }}
	return nil
}

// dull reports whether a hand was booked as it was seen, and never corrected.
func (t *Table) dull(id string) bool {
	for _, e := range slices.Backward(t.Ledger.State().Entries) {
		if r := e.Record(); r != nil && r.ID == id {
			return len(e.Versions) == 1 && e.Versions[0].Source == "camera"
		}
	}
	return false
}

// Follow looks at the next picture and keeps it.
func (f filming) Follow(ctx context.Context, at time.Duration, hand models.HandSize, picture []byte) ([]watch.Change, bool, error) {
	changes, anew, err := f.Follower.Follow(ctx, at, hand, picture)
	number, s := f.follow.On()
	m := f.ledger.State().Match
	tiles := f.tiles()
	start := func(times []float64) recorder.Start {
		return recorder.Start{ID: s.ID, Rules: m.Rules, Profile: m.Profile, Dealer: s.Dealer, Round: s.Round, Honba: s.Honba, Sticks: s.Sticks, Scores: s.Scores, Tiles: tiles, At: times}
	}
	f.footage.Frame(recorder.Hand{Number: number, ID: s.ID, Start: start}, at, picture)
	return changes, anew, err
}
