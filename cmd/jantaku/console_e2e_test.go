package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/models"
)

// tab is the console of a running table without a camera, in a real Chromium.
type tab struct {
	t     *testing.T
	ctx   context.Context
	table *table.Table
}

// openConsole asks nothing besides the tiles: that is not what is claimed by most tests.
func openConsole(t *testing.T, lang string) tab { return openAsking(t, lang, config.NothingSpecial()) }

// openAsking opens the console of a club that agreed never to be asked about some facts.
func openAsking(t *testing.T, lang string, agreed []string) tab {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds; skipping with -short")
	}
	c := config.Default()
	c.Table.Assume = agreed
	c.Data, c.Web.Listen, c.MQTT.Listen = t.TempDir(), "127.0.0.1:0", "127.0.0.1:0"
	table := startDaemon(t, c)
	one := tab{t, newScreen(t, 1100, 1500), table}
	one.do(chromedp.Navigate(table.Page() + "console?by=Mei&lang=" + lang))
	return one
}

func (c tab) do(actions ...chromedp.Action) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, 2*time.Minute)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		c.t.Fatal(err)
	}
}

// tap clicks the button with a text, within a part of the page.
func (c tab) tap(part, text string) {
	c.t.Helper()
	c.do(chromedp.Poll(fmt.Sprintf(`(() => {
		const b = [...document.querySelectorAll(%q)].flatMap((e) => [...e.querySelectorAll("button, summary")]).find((b) => b.innerText.trim().startsWith(%q) && !b.disabled);
		b?.click();
		return !!b;
	})()`, part, text), nil, chromedp.WithPollingTimeout(sharedtest.Patience)))
}

// shows waits until a part of the page has a text.
func (c tab) shows(part, text string) {
	c.t.Helper()
	var seen string
	for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		c.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, part), &seen))
		if strings.Contains(seen, text) {
			return
		}
	}
	c.t.Fatalf("%s shows %q, want %q", part, seen, text)
}

// text is what a part of the page says now.
func (c tab) text(part string) (seen string) {
	c.t.Helper()
	c.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, part), &seen))
	return seen
}

// picture keeps a screenshot where JANTAKU_SCREENSHOTS names a folder.
func (c tab) picture(name string) { c.t.Helper(); c.keep(name, chromedp.CaptureScreenshot) }

// whole keeps one of the whole page, however long it is.
func (c tab) whole(name string) {
	c.t.Helper()
	c.keep(name, func(png *[]byte) chromedp.Action { return chromedp.FullScreenshot(png, 100) })
}

func (c tab) keep(name string, shot func(*[]byte) chromedp.Action) {
	c.t.Helper()
	dir := os.Getenv("JANTAKU_SCREENSHOTS")
	if dir == "" {
		return
	}
	var png []byte
	c.do(chromedp.Sleep(200*time.Millisecond), shot(&png))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		c.t.Fatal(err)
	}
}

func (c tab) request(op, body string) {
	c.t.Helper()
	if _, err := c.table.Pipeline.Request(c.t.Context(), op, []byte(body)); err != nil {
		c.t.Fatalf("%s: %v", op, err)
	}
}

// scores waits until so many hands are in the books with these scores, and until the console shows them: who says how
// a hand ended before that may mean the hand that was recorded just now, and is asked.
func (c tab) scores(hands int, want [4]int) {
	c.t.Helper()
	var p models.Position
	for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if p = c.table.Ledger.State().Position; p.Hands == hands && p.Scores == want && c.showsScores(want) {
			return
		}
	}
	c.t.Fatalf("%d hands, %v, want %d, %v", p.Hands, p.Scores, hands, want)
}

// showsScores reports whether the console shows these scores, of whomever.
func (c tab) showsScores(want [4]int) bool {
	var seen []int
	c.do(chromedp.Evaluate(`[...document.querySelectorAll("#scores b")].map((b) => Number(b.innerText.replace("−", "-").replace(/[^-\d]/g, "")))`, &seen))
	slices.Sort(seen)
	slices.Sort(want[:])
	return slices.Equal(seen, want[:])
}

// TestTheRefereeKeepsAMatchOnTheConsole starts a match with options, records a double
// ron, a drawn and an aborted hand and a penalty, corrects the first hand tile by tile,
// and does so again when the match is long over.
func TestTheRefereeKeepsAMatchOnTheConsole(t *testing.T) {
	c := openConsole(t, "en")
	c.tap("#acts", "New match")
	c.shows("#sheet", "Format and options")
	c.do(chromedp.Evaluate(`{
		const fields = [...document.querySelectorAll("#sheet input[type=text]")];
		["Ann", "Bo", "Cui", "Dai"].forEach((name, i) => { fields[i].value = name; fields[i].dispatchEvent(new Event("change")); });
		const [dealer, rules] = document.querySelectorAll("#sheet select");
		dealer.value = "2"; dealer.dispatchEvent(new Event("change"));
		rules.value = "riichi"; rules.dispatchEvent(new Event("change"));
	}`, nil))
	c.shows("#sheet", "Profile")
	c.do(chromedp.Evaluate(`{
		const profile = document.querySelectorAll("#sheet select")[2];
		profile.value = "ema2025"; profile.dispatchEvent(new Event("change"));
	}`, nil), chromedp.Sleep(300*time.Millisecond))
	c.tap("#sheet", "Format and options")
	c.do(chromedp.Evaluate(`{
		const field = (text) => [...document.querySelectorAll("#sheet label")].find((l) => l.innerText.startsWith(text)).querySelector("input, select");
		for (const [text, value] of [["Uma", "20/10/-10/-20"], ["Length", "east"], ["Agari-yame", "ask"]]) {
			field(text).value = value; field(text).dispatchEvent(new Event("change"));
		}
	}`, nil))
	c.picture("console-new-match")
	c.do(chromedp.Click("#sheet button.main"))
	c.shows("#acts", "End the match")
	state := c.table.Ledger.State
	if m := state().Match; m.Course["uma"] != "20/10/-10/-20" || m.Length != "east" || m.Course["agari-yame"] != "ask" || m.Profile != "ema2025" ||
		m.East != 2 || m.Players[0].Name != "Bo" || m.Start != 30000 {
		t.Fatalf("began with %+v", m)
	}

	const hand = `"win":{"concealed":"123m456p234s55p78s","melds":[],"win":"9s"}`
	c.request("enter", `{"place":4,"from":1,`+hand+`}`)
	c.shows("#hand", "Please check this hand")
	c.shows("#hand", "the dora indicators")
	c.tap("#hand", "Dora")
	c.shows("#sheet", "Ura-dora")
	c.do(chromedp.Click(`#sheet .all button img[src="tiles/5p.svg"]`))
	c.picture("console-dora")
	c.do(chromedp.Click("#sheet button.main"))
	c.shows("#hand .payments", "2\u202f000") // pinfu and a dora: 30 fu 2 han
	c.tap("#hand", "Confirm")
	c.shows("#last", "Dai")

	c.request("enter", `{"place":3,"from":1,"win":{"concealed":"456m789p234p22m78s","melds":[],"win":"9s"}}`)
	c.tap("#hand", "On the same discard as hand 1")
	c.shows("#hand", "Somebody else has won in this deal")
	c.picture("console-same-discard")
	c.tap("#hand", "Confirm")
	c.scores(1, [4]int{30000, 31000, 32000, 27000}) // Bo Cui Dai Ann

	c.tap("#acts", "Drawn hand")
	c.tap("#sheet", "Bo")
	c.picture("console-draw")
	c.tap("#sheet", "Record the draw")
	c.scores(2, [4]int{33000, 30000, 31000, 26000})
	c.tap("#acts", "Penalty")
	c.tap("#sheet", "chombo")
	c.tap("#sheet", "Ann")
	c.picture("console-penalty")
	c.tap("#sheet", "Give penalty")
	c.shows("#lists", "chombo")

	correctTheFirst := func(why string) {
		c.do(chromedp.Poll(`(() => { const b = [...document.querySelectorAll("#lists li button")].filter((b) => b.innerText === "Correct").at(-1); b?.click(); return !!b; })()`, nil))
		c.shows("#hand", "Versions")
		c.tap("#hand .row", "Dai")
		c.do(chromedp.Poll(`document.querySelector("#hand .row button.chosen")?.innerText === "Dai"`, nil))
		c.do(chromedp.Click(`#hand button.tap.win`), chromedp.WaitVisible(`#sheet .all`), chromedp.Click(`#sheet .all button img[src="tiles/6s.svg"]`),
			chromedp.Poll(`document.querySelector("#hand button.tap.win img").src.endsWith("tiles/6s.svg")`, nil),
			chromedp.SendKeys(`#hand input[maxlength="200"]`, why))
		c.picture("console-correct " + why)
		c.do(chromedp.Click("#hand .final button.main"))
	}
	correctTheFirst("misread")
	c.shows("#hand", "Nothing to check")
	e, _ := state().Hand(1)
	if v := e.Current(); v.By != "Mei" || v.Why != "misread" || v.Hand.Wins[1].Win.Tile != models.NewTile(models.Bamboos, 6) || len(v.Hand.Wins) != 2 {
		t.Fatalf("corrected to %+v", v)
	}

	c.do(chromedp.Poll(`(() => { const b = [...document.querySelectorAll("#lists li button")].filter((b) => b.innerText === "Correct")[0]; b?.click(); return !!b; })()`, nil))
	c.tap("#hand", "Fix the points")
	c.do(chromedp.Poll(`(() => {
		const fields = [...document.querySelectorAll("#hand details input[type=number]")];
		if (fields.length !== 4) return false;
		[100, -100, 0, 0].forEach((n, i) => { fields[i].value = n; fields[i].dispatchEvent(new Event("change")); });
		return true;
	})()`, nil), chromedp.Click("#hand details button"))
	c.shows("#hand", "Nothing to check")
	if e, _ := state().Hand(2); e.Current().Hand.Fixed == nil || e.Points.Sum() != 0 || e.Points == (models.Points{}) {
		t.Fatalf("fixed at %v", e.Points)
	}

	first := state().Match.ID
	c.request("match-finish", `{}`)
	c.request("match-new", `{"rules":"mcr","players":["Eve","Fay","Gus","Hal"]}`)
	c.shows("#acts", "End the match")
	c.tap("#lists", "Earlier matches")
	c.tap("#lists", "Open")
	c.shows("#lists", "Undo")
	c.picture("console-earlier")
	c.do(chromedp.Poll(`(() => { const b = [...document.querySelectorAll("#lists li button")].filter((b) => b.innerText === "Correct").at(-1); b?.click(); return !!b; })()`, nil))
	c.shows("#hand .versions", "misread")
	c.picture("console-versions")
	c.tap("#hand", "It was drawn")
	c.tap("#sheet", "Record the draw")
	c.shows("#sheet", "Hands played since: which is it?") // nobody waited: the second hand would be another one's deal
	c.tap("#sheet", "The ruling changed")
	c.shows("#hand", "Nothing to check")
	old, err := c.table.Ledger.Match(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := old.Hand(1); e.Current().Hand.Ending != models.Drawn || state().Match.Rules != "mcr" {
		t.Errorf("the first hand of the old match ended in %s", e.Current().Hand.Ending)
	}
}
