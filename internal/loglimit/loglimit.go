// Package loglimit keeps a log bounded whatever strangers say: what a line holds is cut, and lines that
// strangers can cause as often as they like are counted after the first ones.
package loglimit

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
	"unicode/utf8"
)

// Limits of a log. A card of 32 GB takes a month of the most that passes.
const (
	// mostText is what one value of a line may have, in bytes: no error of the program is longer. A stack may.
	mostText  = 1000
	mostStack = 8000
	// window is how long lines of one message are counted, and burst how many of them are written meanwhile.
	window = 10 * time.Second
	burst  = 20
	// mostMessages bounds the messages that are counted apart; there are fewer in the program.
	mostMessages = 500
)

// The key of a value that may be longer, and that by which a line tells who caused it.
const (
	stackKey = "stack"
	fromKey  = "from"
)

// Handler cuts and counts, and hands on what is left. Make it with New.
type Handler struct {
	next  slog.Handler
	count *counts
}

// New limits what goes to another handler.
func New(next slog.Handler) *Handler {
	return &Handler{next, &counts{by: map[string]*tally{}, now: time.Now}}
}

// Enabled implements slog.Handler.
func (h *Handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

// WithAttrs implements slog.Handler.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &Handler{h.next.WithAttrs(attrs), h.count}
}

// WithGroup implements slog.Handler.
func (h *Handler) WithGroup(name string) slog.Handler {
	return &Handler{h.next.WithGroup(name), h.count}
}

// Handle implements slog.Handler.
func (h *Handler) Handle(ctx context.Context, r slog.Record) error {
	fromOutside := r.Level >= slog.LevelWarn
	r.Attrs(func(a slog.Attr) bool {
		fromOutside = fromOutside || a.Key == fromKey
		return !fromOutside
	})
	message := shorten(r.Message, mostText)
	if fromOutside {
		write, left := h.count.take(message)
		for of, n := range left {
			line := slog.NewRecord(r.Time, slog.LevelWarn, "lines left out", 0)
			line.AddAttrs(slog.String("of", of), slog.Int("lines", n))
			if err := h.next.Handle(ctx, line); err != nil {
				return err
			}
		}
		if !write {
			return nil
		}
	}
	cut := slog.NewRecord(r.Time, r.Level, message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		cut.AddAttrs(shortened(a))
		return true
	})
	return h.next.Handle(ctx, cut)
}

// shortened is a value as it may be written.
func shortened(a slog.Attr) slog.Attr {
	most := mostText
	if a.Key == stackKey {
		most = mostStack
	}
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, shorten(v.String(), most))
	case slog.KindAny:
		if text := fmt.Sprint(v.Any()); len(text) > most { // what is short stays what it is, for handlers that know it
			return slog.String(a.Key, shorten(text, most))
		}
	case slog.KindGroup:
		var all []slog.Attr
		for _, one := range v.Group() {
			all = append(all, shortened(one))
		}
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(all...)}
	}
	return a
}

// shorten cuts a text to a number of bytes, between two characters, and says how long it was.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	cut := text[:most]
	for len(cut) > most-utf8.UTFMax && !utf8.ValidString(cut[max(0, len(cut)-utf8.UTFMax):]) {
		cut = cut[:len(cut)-1]
	}
	return fmt.Sprintf("%s… (%d bytes)", cut, len(text))
}

// counts are the lines of each message within a window.
type counts struct {
	now func() time.Time

	mu    sync.Mutex
	by    map[string]*tally
	swept time.Time
}

// tally is how many lines of a message there were since its window began.
type tally struct {
	since time.Time
	lines int
}

// take counts a line and says whether it is written. left are messages whose window is over, with how many of their
// lines were not written.
func (c *counts) take(message string) (write bool, left map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if now.Sub(c.swept) >= window {
		c.swept = now
		for message, t := range c.by {
			if now.Sub(t.since) < window {
				continue
			}
			delete(c.by, message)
			if t.lines > burst {
				if left == nil {
					left = map[string]int{}
				}
				left[message] = t.lines - burst
			}
		}
	}
	t := c.by[message]
	if t == nil {
		if len(c.by) >= mostMessages {
			message = "" // all others together
			t = c.by[message]
		}
		if t == nil {
			t = &tally{since: now}
			c.by[message] = t
		}
	}
	t.lines++
	return t.lines <= burst, left
}
