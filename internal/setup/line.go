package setup

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// mostHeard bounds what is kept of a line, in pieces and events.
const mostHeard = 300

// line listens to a table's board.
type line struct {
	job job // the listening
	log *slog.Logger

	mu    sync.Mutex
	heard []heard
	next  int // number of what comes next
	rest  []byte
}

// heard is an event, or bytes that passed.
type heard struct {
	N     int           `json:"n"`
	Time  time.Time     `json:"time"`
	Event *device.Event `json:"event,omitempty"`
	Bytes string        `json:"bytes,omitempty"` // as a recording has them: seconds, direction, quoted
}

// ports are the serial ports and keypads of this machine, by names that stay where there are such.
func ports() []string {
	keys := device.KeyPorts()
	if lasting := found("/dev/serial/by-id/*"); len(lasting) > 0 {
		return append(lasting, keys...)
	}
	return append(append(append(found("/dev/ttyUSB*"), found("/dev/ttyACM*")...), found("/dev/ttyAMA*")...), keys...)
}

// start listens to a port until another is listened to, or the set-up ends.
func (l *line) start(o device.Options) error {
	l.job.hold()
	defer l.job.release()
	o.Record, o.Log = (*wire)(l), slog.New(slog.DiscardHandler)
	link, err := device.NewLink(o)
	if err != nil {
		return models.Refused("setup-port", models.Data{"name": o.Port}, "setup: %w", err)
	}
	l.mu.Lock()
	l.heard, l.rest = nil, nil
	l.mu.Unlock()
	return l.job.begin(func(ctx context.Context) {
		events := make(chan device.Event)
		var hearing sync.WaitGroup
		defer hearing.Wait()
		defer close(events)
		hearing.Go(func() {
			for e := range events {
				l.add(heard{Time: e.Time, Event: &e})
			}
		})
		_ = link.Run(ctx, events) // ends with ctx, which is no error
	}, func(err error) { l.log.Error("listening to a board has ended", "port", o.Port, "err", err) })
}

func (l *line) add(h heard) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep(h)
}

func (l *line) keep(h heard) {
	h.N = l.next
	l.next++
	if l.heard = append(l.heard, h); len(l.heard) > mostHeard {
		l.heard = slices.Delete(l.heard, 0, len(l.heard)-mostHeard)
	}
}

// wire takes the recording of a line, piece by piece.
type wire line

// Write implements io.Writer.
func (w *wire) Write(p []byte) (int, error) {
	l := (*line)(w)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest = append(l.rest, p...)
	for {
		row, rest, whole := bytes.Cut(l.rest, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		if l.rest = rest; len(row) > 0 && row[0] != '#' {
			l.keep(heard{Time: time.Now(), Bytes: string(row)})
		}
	}
}
