package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// errand is something that a referee does at the console.
type errand struct {
	name string
	// before is how many taps it took in the first console that a whole match was kept with; 0: it could not be
	// done there.
	before int
	enter  bool     // a hand of Bo's from Ann waits when it begins
	taps   []string // the elements that are tapped, as JavaScript; find(part, text, nth) gives a button by what it says
	done   string   // JavaScript that is true once the page shows what was done
	hands  int      // in the books after it
}

// errands are what referees do most, in an order in which each can follow the one before it.
func errands() []errand {
	const none = `document.querySelector("#hand").innerText.includes("Nothing to check")`
	face := func(part, tile string) string {
		return fmt.Sprintf(`document.querySelector('%s button img[src="tiles/%s.svg"]')?.closest("button")`, part, tile)
	}
	chosen := func(name string, row int) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#hand .row")][%d]?.querySelector(".chosen")?.innerText.includes(%q)`, row, name)
	}
	return []errand{
		{"confirm a hand", 1, true, []string{`find("#hand", "Confirm")`}, none, 1},
		{"another winner", 1, true, []string{`find("#hand .row", "Cui")`}, chosen("Cui", 0), 1},
		{"another who supplied the tile", 1, false, []string{`find("#hand .row", "Dai", 1)`}, chosen("Dai", 1), 1},
		{"a tile that was misread", 2, false, []string{face("#hand .edit", "7s"), face("#sheet .all", "9s")}, `document.querySelectorAll('#hand .edit img[src="tiles/9s.svg"]').length === 2`, 1},
		{"a circumstance", 1, false, []string{`find("#hand .flags", "last discard")`}, `find("#hand .flags", "last discard")?.matches(".chosen")`, 1},
		{"dismiss what is no hand", 2, false, []string{`find("#hand", "Dismiss")`, `find("#hand", "Tap again")`}, none, 1},
		{"a drawn hand", 2, false, []string{`find("#acts", "Drawn hand")`, `find("#sheet", "Record the draw")`}, `!document.querySelector("#sheet").open`, 2},
		{"points taken from a player", 3, false, []string{`find("#acts", "Penalty")`, `find("#sheet", "Ann")`, `find("#sheet", "Give penalty")`}, `!document.querySelector("#sheet").open`, 2},
		{"undo", 2, false, []string{`find("#acts", "Undo")`, `find("#acts", "Tap again")`}, `!document.querySelector("#lists").innerText.includes("Penalties")`, 2},
		{"another winning tile of a hand in the books", 4, false, []string{`find("#lists li", "Correct", 1)`, `document.querySelector("#hand button.tap.win")`, face("#sheet .all", "6s"), `find("#hand .final", "Correct")`}, none, 2},
		{"a hand in the books was drawn", 3, false, []string{`find("#lists li", "Correct", 1)`, `find("#hand", "It was drawn")`, `find("#sheet", "Record the draw")`}, none, 2},
		{"take a hand back", 2, false, []string{`find("#lists li", "Take back")`, `find("#lists li", "Tap again")`}, `document.querySelectorAll("#lists li").length === 1`, 1},
		{"two players sit otherwise", 0, false, []string{`find("#acts", "Seats")`, `find("#sheet .row", "Bo")`, `find("#sheet", "They sit")`}, `!document.querySelector("#sheet").open`, 1},
		{"end the match", 2, false, []string{`find("#acts", "End the match")`, `find("#acts", "Tap again")`}, `!!find("#acts", "New match")`, 1},
		{"the same match again", 2, false, []string{`find("#acts", "New match")`, `find("#sheet", "New match")`}, `!!find("#acts", "End the match")`, 0},
	}
}

// TestNoErrandTakesMoreTapsThanBefore claims that each of them is done at the daemon with the taps that are
// listed, and that none takes more than it did before.
func TestNoErrandTakesMoreTapsThanBefore(t *testing.T) {
	c := openConsole(t, "en")
	c.request("match-new", `{"rules":"lingque-29","players":["Ann","Bo","Cui","Dai"]}`)
	c.shows("#acts", "End the match")
	const find = `const find = (part, text, nth = 0) => [...new Set([...document.querySelectorAll(part)].flatMap((e) => [...e.querySelectorAll("button")]))].filter((b) => !b.disabled && b.checkVisibility() && b.innerText.includes(text))[nth];`
	waits := func(what, expression string) {
		t.Helper()
		for deadline := time.Now().Add(sharedtest.Patience); ; time.Sleep(50 * time.Millisecond) {
			var so bool
			c.do(chromedp.Evaluate(`(() => { `+find+` return !!(`+expression+`); })()`, &so))
			if so {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %s; the page shows %q %q", what, expression, c.text("#hand"), c.text("#sheet"))
			}
		}
	}
	for _, e := range errands() {
		if e.enter {
			c.request("enter", `{"place":2,"from":1,"win":{"concealed":"123m456p78s555z22p","melds":[],"win":"9s"}}`)
			c.shows("#hand", "Please check this hand")
		}
		for _, tap := range e.taps {
			waits(e.name, `(() => { const b = `+tap+`; b?.click(); return b; })()`)
		}
		waits(e.name+" is done", e.done)
		var p models.Position
		for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			if p = c.table.Ledger.State().Position; p.Hands == e.hands {
				break
			}
		}
		if p.Hands != e.hands {
			t.Errorf("%s: %d hands in the books, want %d", e.name, p.Hands, e.hands)
		}
		if e.before > 0 && len(e.taps) > e.before {
			t.Errorf("%s takes %d taps, before %d", e.name, len(e.taps), e.before)
		}
		t.Logf("%-45s %d before, %d now", e.name, e.before, len(e.taps))
	}
}
