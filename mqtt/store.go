package mqtt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// fullShare is the share of the store from which on it is rebuilt. A broker whose store is full
// takes no message and lets nobody in; a fifth is room for what comes until that is noticed.
const fullShare = 0.8

// Tend watches the store until the context ends,
// which is no error, opens it anew when it could not be written, and rebuilds it when it is full: everybody is disconnected and comes back, tables tell again what is retained, and what
// waited for subscribers that are away is lost to them, which the ledger still has.
func (b *Broker) Tend(ctx context.Context, every time.Duration) error {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if err := b.drain(); err != nil {
			return err
		}
	}
}

// drain rebuilds a full store, and opens one anew that could not be written once there is room on the disk.
func (b *Broker) drain() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.lock == nil:
		return nil
	case b.full() != nil:
		return b.rebuild()
	case b.damaged.Load() && b.roomy():
		return b.reopen()
	}
	return nil
}

// startRoom is what a start of the broker writes at most, in bytes.
const startRoom = 8 << 20

// roomy reports whether the disk has room for a start.
func (b *Broker) roomy() bool {
	var disk unix.Statfs_t
	err := unix.Statfs(b.config.Store, &disk)
	return err == nil && disk.Bavail*uint64(disk.Bsize) >= startRoom
}

// reopen starts again on the store as it is, and on an empty one where that does not do.
func (b *Broker) reopen() error {
	b.log.Warn("the broker's store could not be written and is opened anew", "store", b.config.Store)
	b.shut()
	b.damaged.Store(false)
	if b.start() == nil {
		return nil
	}
	return b.rebuild()
}

// Used gives the bytes of messages in the store, and how many it may take.
func (b *Broker) Used() (used, most int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used(), b.config.MaxStore
}

func (b *Broker) used() int64 {
	if b.server == nil {
		return 0
	}
	info, err := b.server.Jsz(nil)
	if err != nil {
		return 0 // no store yet
	}
	return int64(info.Store)
}

// full says how full the store is; nil while there is room.
func (b *Broker) full() error {
	if used := b.used(); float64(used) >= fullShare*float64(b.config.MaxStore) {
		return fmt.Errorf("%d of %d kB are used", used>>10, b.config.MaxStore>>10)
	}
	return nil
}

// rebuild empties the store and starts again on the same port.
func (b *Broker) rebuild() error {
	b.log.Error("the broker's store is made anew; subscribers that were away lose what waited for them", "store", b.config.Store, "full", b.full())
	b.shut()
	b.damaged.Store(false)
	entries, err := os.ReadDir(b.config.Store)
	if err != nil {
		return fmt.Errorf("mqtt: broker's store: %w", err)
	}
	for _, e := range entries {
		if e.Name() == lockName {
			continue
		}
		if err := os.RemoveAll(filepath.Join(b.config.Store, e.Name())); err != nil {
			return fmt.Errorf("mqtt: empty the broker's store: %w", err)
		}
	}
	return b.start()
}
