package main

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
)

// dealer waits until a place is to deal after so many hands.
func (c tab) dealer(hands int, want uint8, round int) {
	c.t.Helper()
	p := c.table.Ledger.State().Position
	for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if p = c.table.Ledger.State().Position; p.Hands == hands && uint8(p.Dealer) == want && p.Round == round {
			return
		}
	}
	c.t.Fatalf("after %d hands place %d deals in round %d, want %d, %d, %d", p.Hands, p.Dealer, p.Round, hands, want, round)
}

// TestTheConsoleAsksWhatBecomesOfHandsPlayedSince claims that the hands played since are shown as
// they were and as they would be, that one tap says which it is, and that a referee sets the dealer.
func TestTheConsoleAsksWhatBecomesOfHandsPlayedSince(t *testing.T) {
	c := openConsole(t, "en")
	c.request("match-new", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`)
	takeBackFirst := func() {
		c.tap("#lists .list li:last-child", "Take back")
		c.tap("#lists .list li:last-child", "Tap again")
		c.shows("#sheet[open]", "Hands played since: which is it?")
		c.shows("#sheet[open]", "Hand 3")
	}
	for range 3 {
		c.request("draw", `{}`)
	}
	c.shows("#lists", "3")
	takeBackFirst()
	c.picture("console-later")
	c.tap("#sheet[open]", "The ruling changed")
	c.dealer(2, 4, 1)
	c.shows("#acts", "Undo: taking something back") // drawn anew: a button that is armed before would not be
	c.tap("#acts", "Undo")
	c.tap("#acts", "Tap again")
	c.dealer(3, 4, 1)
	c.shows("#acts", "Redo: taking hand 1 back")
	takeBackFirst()
	c.tap("#sheet[open]", "The books were wrong")
	c.dealer(2, 3, 1)
	c.do(chromedp.Poll(`!document.querySelector("#sheet").open`, nil))
	c.tap("#acts", "Position")
	c.shows("#sheet[open]", "Dealer")
	c.tap("#sheet[open]", "Bo")
	c.picture("console-position")
	c.tap("#sheet[open]", "It stands so")
	c.dealer(2, 2, 1)
}
