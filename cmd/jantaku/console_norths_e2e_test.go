package main

import "testing"

// TestNorthsAreSaidOnTheConsole claims that with three players the console asks how many
// norths were set aside and counts them: tenhou's rules for three, South (place 2) draws.
func TestNorthsAreSaidOnTheConsole(t *testing.T) {
	c := openAsking(t, "en", nil)
	c.request("match-new", `{"rules":"riichi","profile":"tenhou3","players":["Ann","Bo","Cui"]}`)
	c.request("enter", `{"place":2,"from":2,"win":{"concealed":"456p234s55p678s78s","melds":[],"win":"9s","dora_indicators":"1p","ura_indicators":"2p","riichi":1}}`)
	c.shows("#hand", "norths set aside")
	before := c.text("#hand .total .sum")
	c.tap("#hand .flags", "Norths 0")
	c.shows("#hand .flags", "Norths 1")
	c.tap("#hand .flags", "Norths 1")
	c.shows("#hand .flags", "Norths 2")
	c.shows("#hand .fans", "抜きドラ")
	c.picture("console-norths")
	if after := c.text("#hand .total .sum"); after == before {
		t.Errorf("two norths are worth nothing: %q", after)
	}
}
