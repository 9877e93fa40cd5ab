package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// types enters tiles on the keypad of the open sheet, in the order of the notation.
func (c tab) types(tiles ...string) {
	c.t.Helper()
	for _, t := range tiles {
		c.do(chromedp.Click(fmt.Sprintf(`#sheet .all button img[src="tiles/%s.svg"]`, t)))
	}
}

// TestWhoIsReadyIsSaidOnTheConsole claims that the console asks who shows a waiting hand in
// Yuque, shows what each is worth, and that a plain hand is one tap. The numbers are those of
// TestAYuqueMatchIsKeptFromTheCommandLine.
func TestWhoIsReadyIsSaidOnTheConsole(t *testing.T) {
	c := openAsking(t, "en", nil)
	c.request("match-new", `{"rules":"yuque-54","players":["Ann","Bo","Cui","Dai"],"course":{"seats":"fixed"}}`)
	const hand = `{"place":2,"from":1,"win":{"concealed":"445566m456p4588s","melds":[],"win":"6s"}}`
	c.request("enter", hand)
	c.shows("#hand", "Waiting hands")
	c.picture("console-ready-asked")
	c.shows("#hand .final", "Nothing special")
	c.tap("#hand .final", "Nothing special · confirm")
	c.scores(1, [4]int{-60, 121, 0, 0})

	c.request("enter", hand)
	c.shows("#hand", "Waiting hands")
	c.tap("#hand .waiting", "Cui")
	c.shows("#sheet", "Waiting hand of Cui")
	c.types("2m", "3m", "4m", "5m", "6m", "4p", "5p", "6p", "6s", "7s", "8s", "9p", "9p")
	c.picture("console-ready-sheet")
	c.tap("#sheet", "Show what it is worth")
	c.shows("#hand .waiting", "Which of its waits")
	c.picture("console-ready-gone")
	c.tap("#hand .waiting", "None is gone")
	c.shows("#hand .waiting", "3 fan")
	c.picture("console-ready-weighed")
	c.tap("#hand .final", "Nothing special · confirm")
	c.scores(2, [4]int{-120, 242, 4, 0})

	c.tap("#acts", "Drawn hand")
	c.shows("#sheet", "Nobody")
	c.tap("#sheet", "Nobody")
	c.picture("console-ready-draw")
	c.tap("#sheet", "Record the draw")
	c.scores(3, [4]int{-120, 242, 4, 0})
}

// TestEverybodysFansAreAnnounced claims that the display shows what the others announce too
// (报番), from the winner counter-clockwise, and that the form of a new match shows the
// counting sticks of the book.
func TestEverybodysFansAreAnnounced(t *testing.T) {
	c := openConsole(t, "en")
	c.tap("#acts", "New match")
	c.shows("#sheet", "Format and options")
	c.do(chromedp.Evaluate(`{
		const rules = document.querySelectorAll("#sheet select")[1];
		rules.value = "yuque-54"; rules.dispatchEvent(new Event("change"));
	}`, nil))
	c.tap("#sheet", "Counting sticks")
	c.shows("#sheet .sticks", "2000")
	c.picture("console-sticks")
	c.request("match-new", `{"rules":"yuque-54","players":["Ann","Bo","Cui","Dai"],"course":{"seats":"fixed"}}`)
	c.request("enter", `{"place":2,"from":1,"ready":[{"place":1,"hand":{"concealed":"234m345p66z77z","melds":[{"type":"pung","tiles":"111s"}]}},{"place":3,"gone":"","hand":{"concealed":"23456m456p678s99p","melds":[]}}],"win":{"concealed":"445566m456p4588s","melds":[],"win":"6s"}}`)
	c.request("confirm", `{"as_shown":["earthly","last-discard","rob-kong"]}`)
	c.do(chromedp.Navigate(c.table.Page() + "?lang=en"))
	c.shows(".announced", "Cui\nConcealed Hand 2 · Mixed Double Chow 1 = 3 fan · 9")
	c.shows(".announced", "· 9\nAnn\nValue Tiles: Red 1 · Value Tiles: Green 1 · Pung Bonus 2 = 4 fan · 16") // Cui sits next after Bo
	c.picture("board-announced")
}
