package ledger

import (
	"context"
	"errors"
	"fmt"

	"jantaku/models/atomicfile"
)

// probePatience is how long a probe waits for a change that is being recorded, milliseconds.
const probePatience = 1000

// Probe says why nothing could be recorded in the books at a path just now: ErrLocked when another program
// holds them, ErrFull when the disk has no room for a hand. Nothing is changed.
func Probe(ctx context.Context, path string) (err error) {
	if free, err := atomicfile.Room(path); err == nil && free < handRoom {
		return fmt.Errorf("%w: %d kB are free", ErrFull, free>>10)
	}
	db, err := connect(ctx, path, "rw", fmt.Sprintf("busy_timeout(%d)", probePatience))
	if err != nil {
		return fmt.Errorf("ledger: look whether it can be written: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil) // immediate: it locks
	if err != nil {
		return fmt.Errorf("ledger: look whether it can be written: %w", named(err))
	}
	return tx.Rollback()
}

// handRoom is what a hand with its photographs takes at most, in bytes.
const handRoom = 4 << 20
