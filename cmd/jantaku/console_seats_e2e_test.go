package main

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
)

// seated waits until somebody has said who sits where.
func (c tab) seated() {
	c.t.Helper()
	for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if c.table.Ledger.State().Position.Seating == "" {
			return
		}
	}
	c.t.Fatal("nobody has said who sits where")
}

// TestSeatsAreSaidOnTheConsole claims that display and console tell everybody to change seats,
// and that one tap says that they sit so; another arrangement is two taps a player.
func TestSeatsAreSaidOnTheConsole(t *testing.T) {
	c := openConsole(t, "en")
	c.request("match-new", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`)
	for range 4 {
		c.request("draw", `{}`)
	}
	c.shows("#laid", "Change seats: E Bo · S Ann · W Dai · N Cui")
	c.picture("console-seats")
	c.tap("#laid", "They sit so")
	c.seated()
	for range 4 {
		c.request("draw", `{}`)
	}
	c.shows("#laid", "Change seats")
	c.tap("#laid", "They sit otherwise")
	c.tap("#sheet", "Bo")
	c.picture("console-seats-sheet")
	c.tap("#sheet", "They sit so")
	c.seated()
	if p := c.table.Ledger.State().Position; p.Hands != 8 || p.Seats[0] != 1 {
		t.Errorf("they sit %+v", p)
	}
}

// TestASubstituteIsSaidOnTheConsole: who plays on is named at the chair, and the hand before stays with who played it.
func TestASubstituteIsSaidOnTheConsole(t *testing.T) {
	c := openConsole(t, "zh")
	c.request("match-new", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`)
	c.request("draw", `{}`)
	c.tap("#acts", "换人")
	c.tap("#sheet", "Bo")
	c.do(chromedp.SendKeys("#sheet input", "小林", chromedp.ByQuery))
	c.picture("console-substitute")
	c.tap("#sheet", "由此人接着打")
	c.shows("#scores", "小林")
	s := c.table.Ledger.State()
	hand, _ := s.Hand(1)
	if s.Match.Players[1].Name != "小林" || hand.Players[1].Name != "Bo" {
		t.Errorf("%v play, hand 1 was played by %v", s.Match.Players, hand.Players)
	}
}
