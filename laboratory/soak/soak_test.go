package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"
)

// endingDaemon makes the test's own program a daemon that ends at its start.
const endingDaemon = "JANTAKU_TEST_ENDING_DAEMON"

func TestMain(m *testing.M) {
	if os.Getenv(endingDaemon) != "" {
		fmt.Fprint(os.Stderr, "time=2026-01-01T00:00:00Z level=INFO msg=hello\njantaku: start pages: the code is too short\n")
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestOnlyFaultsThatThereAreCanBeChosen(t *testing.T) {
	for asked, mosquitto := range map[string]bool{"broker killed": true, "store full": false, "daemon killed": false} {
		s := Soak{Settings: Settings{Trouble: Trouble{Only: []string{asked}, Mosquitto: mosquitto}}}
		if err := s.known(); err != nil {
			t.Errorf("%s: %v", asked, err)
		}
		s.Mosquitto = !mosquitto
		if err := s.known(); (err == nil) != (asked == "daemon killed") {
			t.Errorf("%s with the other broker: %v", asked, err)
		}
	}
	s := Soak{Settings: Settings{Trouble: Trouble{Only: []string{"earthquake"}}, Out: io.Discard, Log: slog.New(slog.DiscardHandler)}}
	if err := s.Run(t.Context()); err == nil || errors.Is(err, Err) || !strings.Contains(err.Error(), "daemon killed") {
		t.Errorf("a fault that there is not: %v", err)
	}
}

// A daemon that never starts is not waited for in silence: the soak ends with what it said last.
func TestADaemonThatDoesNotStartIsNamed(t *testing.T) {
	t.Setenv(endingDaemon, "1")
	s := Soak{Settings: Settings{Log: slog.New(slog.DiscardHandler)}, process: process{words: map[string]int{}, away: time.Millisecond}, room: room{folder: t.TempDir()}}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	err := s.until(ctx, func() bool { return false })
	s.kill()
	if !errors.Is(err, errEnds) || !strings.Contains(err.Error(), "the code is too short") {
		t.Errorf("the soak ends with: %v", err)
	}
	if n := s.words["jantaku: start pages: the code is too short"]; n != mostEnds || s.ends != mostEnds {
		t.Errorf("of %d ends the report has %v", s.ends, s.words)
	}
}

func TestTheLastWordsAreTheLastLineOrThatOfAPanic(t *testing.T) {
	for said, want := range map[string]string{
		"": "", "half": "", "one\n": "one", "one\ntwo\n\n": "two", "one\ntwo\nthr": "two",
		"time=2026-01-01T00:00:00Z level=ERROR msg=x\n":                         "level=ERROR msg=x",
		"a\npanic: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n": "panic: index out of range",
	} {
		var w lastWords
		for _, piece := range strings.SplitAfter(said, "a") { // lines come in pieces
			if _, err := w.Write([]byte(piece)); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.String(); got != want {
			t.Errorf("%q: the last words are %q, want %q", said, got, want)
		}
	}
}
