package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"jantaku/models"
)

// TestKongsOfSichuanAreSaidOnTheConsole claims that the three kongs are said with taps alone and paid at once (exposed 2
// from who gave the tile, concealed 2 from everybody, added 1 where the tile was drawn in that turn and none otherwise);
// that nothing is recorded before all is said; that the pages say that the hand goes on; and that what cannot have been is refused in words and changes nothing.
func TestKongsOfSichuanAreSaidOnTheConsole(t *testing.T) {
	c := openAsking(t, "en", nil)
	c.request("match-new", `{"rules":"sichuan","players":["Ann","Bo","Cui","Dai"]}`)
	kong := func(who, kind, more string, want models.Points) {
		t.Helper()
		c.tap("#acts", "Kong")
		c.shows("#sheet", "Record the kong")
		var closed bool
		if c.do(chromedp.Evaluate(`document.querySelector("#sheet button.main").disabled`, &closed)); !closed {
			t.Error("a kong can be recorded before anything is said")
		}
		c.tap("#sheet", who)
		c.tap("#sheet", kind)
		if more != "" {
			c.do(chromedp.Poll(`(() => { const all = [...document.querySelectorAll("#sheet button")].filter((b) => b.innerText.trim() === "`+more+`"); all.at(-1)?.click(); return !!all.length; })()`, nil))
		}
		c.picture("console-kong-" + strings.ReplaceAll(kind, " ", "-"))
		c.do(chromedp.Click("#sheet button.main:enabled"))
		c.do(chromedp.Poll(`!document.querySelector("#sheet").open`, nil))
		if got := models.Points(c.table.Ledger.State().Position.Scores); got != want {
			t.Fatalf("%s, %s %s: scores %v, want %v", who, kind, more, got, want)
		}
	}
	kong("Bo", "exposed kong", "Ann", models.Points{-2, 2, 0, 0})
	kong("Cui", "concealed kong", "", models.Points{-4, 0, 6, -2})
	kong("Dai", "added kong", "yes", models.Points{-5, -1, 5, 1})
	kong("Ann", "added kong", "no", models.Points{-5, -1, 5, 1})

	c.shows("main", "The hand goes on")
	c.do(chromedp.Navigate(c.table.Page() + "?lang=en"))
	c.shows("#last", "The hand goes on")
	if text := c.text("body"); strings.Contains(text, "Drawn hand") || strings.Contains(text, "Hand 2") {
		t.Errorf("a hand of which only kongs are told reads as drawn: %q", text)
	}
	c.picture("display-kongs")

	before := c.table.Ledger.State()
	win := `"win":{"concealed":"123456m1237p","melds":[{"type":"pung","tiles":"999p","from":"left"}],"win":"7p"`
	for name, body := range map[string]string{
		"a kong from oneself":             `{"settled":[{"do":"kong","place":2,"from":2}]}`,
		"a kong of nobody":                `{"settled":[{"do":"concealed-kong"}]}`,
		"a win without its hand":          `{"settled":[{"do":"win","wins":[{"place":2,"from":1}]}],"wins":[]}`,
		"two winners of whom one has won": `{"settled":[{"do":"win","wins":[{"place":2,"from":1},{"place":2,"from":1}]}],"wins":[{` + win[7:] + `},{` + win[7:] + `}]}`,
		"four winners":                    `{"settled":[{"do":"win","wins":[{"place":1,"from":1}]},{"do":"win","wins":[{"place":2,"from":2}]},{"do":"win","wins":[{"place":3,"from":3}]},{"do":"win","wins":[{"place":4,"from":4}]}],"wins":[{` + win[7:] + `},{` + win[7:] + `},{` + win[7:] + `},{` + win[7:] + `}]}`,
		"a win with the suit he gave up":  `{"settled":[{"do":"win","wins":[{"place":2,"from":1}]}],"wins":[{` + win[7:] + `,"void":"p"}]}`,
	} {
		_, err := c.table.Pipeline.Request(t.Context(), "settle", []byte(body))
		reasons := models.ReasonsOf(err)
		after := c.table.Ledger.State()
		if err == nil || len(reasons) == 0 || after.Seq != before.Seq || after.Position.Scores != before.Position.Scores {
			t.Errorf("%s: %v (reasons %v), scores %v after %v", name, err, reasons, after.Position.Scores, before.Position.Scores)
		}
	}
}
