package soak

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
)

func TestOnlyFaultsThatThereAreCanBeChosen(t *testing.T) {
	for asked, mosquitto := range map[string]bool{"broker killed": true, "store full": false, "daemon killed": false} {
		s := Soak{Only: []string{asked}, Mosquitto: mosquitto}
		if err := s.known(); err != nil {
			t.Errorf("%s: %v", asked, err)
		}
		s.Mosquitto = !mosquitto
		if err := s.known(); (err == nil) != (asked == "daemon killed") {
			t.Errorf("%s with the other broker: %v", asked, err)
		}
	}
	s := Soak{Only: []string{"earthquake"}, Out: io.Discard, Log: slog.New(slog.DiscardHandler)}
	if err := s.Run(t.Context()); err == nil || errors.Is(err, Err) || !strings.Contains(err.Error(), "daemon killed") {
		t.Errorf("a fault that there is not: %v", err)
	}
}
