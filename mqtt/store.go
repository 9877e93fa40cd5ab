package mqtt

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// StartBroker starts the embedded broker and waits until clients can connect.
// The error is ErrPortTaken when somebody else listens there.
func StartBroker(c BrokerConfig, log *slog.Logger) (*Broker, error) {
	if c.Host == "" {
		c.Host = "127.0.0.1"
	}
	if c.MaxStore == 0 {
		c.MaxStore = maxStore
	}
	c.Guests = c.Guests.orUsual()
	if len(c.Tables) == 0 {
		return nil, errors.New("mqtt: a broker to which nobody may publish")
	}
	l, err := net.Listen("tcp", net.JoinHostPort(c.Host, strconv.Itoa(c.Port)))
	if err != nil {
		return nil, fmt.Errorf("%w: %s:%d: %w; stop the other program or choose another port", ErrPortTaken, c.Host, c.Port, err)
	}
	b, err := newBroker(c, l, log)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	if err := b.start(); err != nil {
		if full := b.full(); full == nil {
			b.Close()
			return nil, err
		}
		if err := b.rebuild(); err != nil {
			b.Close()
			return nil, err
		}
	}
	b.front.start()
	return b, nil
}

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
