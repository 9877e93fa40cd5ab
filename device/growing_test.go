package device

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestACableThatIsOutIsLoggedInGrowingSteps: it was a line every two seconds, for as long as it was out.
func TestACableThatIsOutIsLoggedInGrowingSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		l, err := NewLink(Options{Port: "/dev/null", Dialect: Lines, Baud: DefaultBaud, Log: slog.New(slog.NewTextHandler(&log, nil)),
			open: func(string, int) (Port, error) { return nil, errors.New("no such device") }})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 24*time.Hour)
		defer stop()
		out := make(chan Event, 100)
		if err := l.Run(ctx, out); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(log.String(), "table link interrupted"); n < 10 || n > 40 {
			t.Errorf("%d lines in a day:\n%s", n, log.String())
		}
		if len(out) != 1 {
			t.Errorf("%d events of one cable", len(out))
		}
	})
}
