package loglimit

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestAFloodIsCutAndCounted: login names of 64 kB once filled a log at 22 MB/s.
func TestAFloodIsCutAndCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		log := slog.New(New(slog.NewTextHandler(&out, nil)))
		long := strings.Repeat("雀", 20_000)
		const floods = 100_000
		for range floods {
			log.Warn("login refused", "name", long, "from", "10.0.0.1:1", "err", errors.New(long))
		}
		log.Info("hand recorded", "hand", 7)
		log.Error("the disk is full")
		if n := out.Len(); n > 100_000 {
			t.Errorf("%d bytes of log", n)
		}
		if text := out.String(); !strings.Contains(text, "(60000 bytes)") || !strings.Contains(text, "hand recorded") || !strings.Contains(text, "the disk is full") || strings.Contains(text, `\x`) {
			t.Errorf("%.3000s", text)
		}
		time.Sleep(window)
		out.Reset()
		log.Warn("something else")
		if want := fmt.Sprintf("lines=%d", floods-burst); !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "login refused") {
			t.Errorf("%s lacks %s", out.String(), want)
		}
		out.Reset()
		log.Warn("login refused", "from", "10.0.0.1:1")
		if !strings.Contains(out.String(), "login refused") {
			t.Error("nothing more is ever said about logins")
		}
	})
}

func TestMessagesThatAreMadeUpDoNotFillTheMemory(t *testing.T) {
	h := New(slog.DiscardHandler)
	h.next = slog.NewTextHandler(&strings.Builder{}, nil)
	log := slog.New(h)
	for i := range 10_000 {
		log.Warn(fmt.Sprint("message ", i))
	}
	if n := len(h.count.by); n > mostMessages+1 {
		t.Errorf("%d messages are counted", n)
	}
}

func TestWhatTheProgramSaysItselfStaysWhole(t *testing.T) {
	var out strings.Builder
	log := slog.New(New(slog.NewTextHandler(&out, nil))).With("part", "eye").WithGroup("g")
	for i := range 1000 {
		log.Info("hand recorded", "hand", i)
	}
	if n := strings.Count(out.String(), "part=eye g.hand="); n != 1000 {
		t.Errorf("%d of 1000 lines", n)
	}
}
