package mqtt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// fullShare is the share of the store from which on it is rebuilt. A broker whose store is full
// takes no message and lets nobody in; a fifth is room for what comes until that is noticed.
const fullShare = 0.8

// Tend sends away guests who stayed for too long and watches the store until the context ends,
// which is no error, and rebuilds it when it is full: everybody is disconnected and comes back, tables tell again what is retained, and what
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
		b.look()
		if err := b.drain(); err != nil {
			return err
		}
	}
}

// look has the doorman look after the guests.
func (b *Broker) look() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.server != nil {
		b.door.look(time.Now())
	}
}

// drain rebuilds a full store.
func (b *Broker) drain() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lock == nil || b.full() == nil {
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
	b.log.Error("the broker's store is full and is made anew; subscribers that were away lose what waited for them", "store", b.config.Store, "why", b.full())
	b.shut()
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
