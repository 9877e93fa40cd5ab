package main

import (
	"testing"
	"time"
)

// seated waits until somebody has said who sits where.
func (c tab) seated() {
	c.t.Helper()
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
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
