package main

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/demo"
	"jantaku/scoring/books"
)

func TestADemoStartsBesideWhatListensAlready(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := taken.Addr().String()
	if got := freeOr(address); got != "127.0.0.1:0" {
		t.Errorf("while %s is taken: %s", address, got)
	}
	taken.Close()
	if got := freeOr(address); got != address {
		t.Errorf("when %s is free: %s", address, got)
	}
}

// TestTheDemoIsAskedAndBooksNothingWrong plays 30 drawn hands of every rule book at a table
// that tells only shuffle, dice and win buttons, with a referee who answers what is asked.
func TestTheDemoIsAskedAndBooksNothingWrong(t *testing.T) {
	sharedtest.ByNight(t)
	for _, rules := range books.Matches() {
		t.Run(rules, func(t *testing.T) {
			var out bytes.Buffer
			o := demoFlags{data: t.TempDir(), listen: "127.0.0.1:0", mqtt: "127.0.0.1:0",
				Options: demo.Options{Rules: rules, Pace: 240 * time.Millisecond, Hands: 30, Seed: 29, Referee: true, Out: &out}}
			if err := runDemo(t.Context(), o, testLog()); err != nil {
				t.Fatalf("%v\n%s", err, out.String())
			}
			t.Log(out.String())
			if !strings.Contains(out.String(), "30 hands: 30 right, 0 wrong") {
				t.Errorf("some hand is booked wrongly:\n%s", out.String())
			}
		})
	}
}

// TestAnEveningOfBattlesBalances plays 100 hands of Sichuan before the whole daemon, which is told every settlement as it
// happens. It claims that each is booked as it was paid and that all of them together add up to zero.
func TestAnEveningOfBattlesBalances(t *testing.T) {
	sharedtest.ByNight(t)
	var out bytes.Buffer
	o := demoFlags{data: t.TempDir(), listen: "127.0.0.1:0", mqtt: "127.0.0.1:0",
		Options: demo.Options{Rules: "sichuan", Pace: time.Millisecond, Hands: 100, Seed: 5241, Out: &out}}
	if err := runDemo(t.Context(), o, testLog()); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if !strings.Contains(out.String(), "100 hands: 100 right, 0 wrong; the books balance: true") {
		t.Errorf("an evening of Sichuan:\n%s", out.String())
	}
}

// TestADemoThatCannotPlayIsRefusedAtOnce claims that a film of three players, and a profile or a book that there is none of,
// are refused as a wrong use before anything is learned.
func TestADemoThatCannotPlayIsRefusedAtOnce(t *testing.T) {
	for _, args := range [][]string{{"--filmed", "--rules", "riichi", "--profile", "tenhou3"}, {"--profile", "none"}, {"--rules", "none"}} {
		began := time.Now()
		_, err := jantaku(t, append([]string{"demo"}, args...)...)
		if !errors.Is(err, usageerror.Err) || time.Since(began) > 10*time.Second {
			t.Errorf("%q after %v: %v", args, time.Since(began), err)
		}
	}
}
