package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/cliinput"
	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
)

// album is a folder of photographs that a camera of the form folder:… gives one after the other.
type album struct {
	t      *testing.T
	folder string
	n      int
}

// add puts a photograph behind the others.
func (a *album) add(file string) {
	a.t.Helper()
	image, err := os.ReadFile(file)
	if err != nil {
		a.t.Fatal(err)
	}
	a.n++
	if err := os.WriteFile(filepath.Join(a.folder, fmt.Sprintf("%03d.jpg", a.n)), image, 0o600); err != nil {
		a.t.Fatal(err)
	}
}

// opens a step anew, as a reader of a language.
func (n *newcomer) opens(lang, step string) {
	n.t.Helper()
	n.opened++
	n.do(chromedp.Navigate(fmt.Sprintf("%ssetup?lang=%s&n=%d#%s", n.page, lang, n.opened, step)), chromedp.WaitVisible("#step form h2"))
}

// refuses has the page of every language say what it says of a refusal, each time anew: provoke is done on that page.
// want are the words by language.
func (n *newcomer) refuses(what, step, where string, want map[string]string, provoke func()) {
	n.t.Helper()
	for _, lang := range []string{"zh", "ja", "en"} {
		n.opens(lang, step)
		if provoke != nil {
			provoke()
		}
		if want[lang] == "" {
			n.t.Fatalf("%s: no words in %s", what, lang)
		}
		n.waits(what, fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.getClientRects().length && e.textContent.includes(%q))`, where, want[lang]))
		n.picture(fmt.Sprintf("setup-refused-%s-%s", strings.ReplaceAll(what, " ", "-"), lang))
	}
	n.refused++
}

// sets a field of the step as its user does.
func (n *newcomer) sets(selector, value string) {
	n.t.Helper()
	n.waits(selector, fmt.Sprintf(`(() => {
		const one = document.querySelector(%q);
		if (!one) return false;
		one.value = %q;
		for (const e of ["input", "change"]) one.dispatchEvent(new Event(e));
		return true;
	})()`, selector, value))
}

// presses a button or a summary of the step with a word of the page.
func (n *newcomer) presses(word string) {
	n.t.Helper()
	n.waits(word, fmt.Sprintf(`(() => { const one = [...document.querySelectorAll("#step button, #step summary")].find((b) => b.innerText.trim() === %q && !b.disabled); one?.click(); return !!one; })()`, word))
}

// showing chooses photographs of a set until every kind was seen so often, where the set has it so often.
func showing(shots []shot, often int) (chosen []shot) {
	seen := map[models.Tile]int{}
	gain := func(s shot) (n int) {
		had := map[models.Tile]bool{}
		for _, row := range s.rows {
			for _, t := range row {
				if t.IsKind() && !had[t] && seen[t] < often {
					n++
				}
				had[t] = true
			}
		}
		return n
	}
	for left := slices.Clone(shots); len(left) > 0; {
		best := 0
		for i := range left {
			if gain(left[i]) > gain(left[best]) {
				best = i
			}
		}
		if gain(left[best]) == 0 {
			return chosen
		}
		for _, row := range left[best].rows {
			for _, t := range slices.Compact(slices.Sorted(slices.Values(row))) {
				seen[t]++
			}
		}
		chosen = append(chosen, left[best])
		left = slices.Delete(left, best, best+1)
	}
	return chosen
}

// written are the rows of a photograph as they are typed.
func (s shot) written() string {
	var lines []string
	for _, row := range s.rows {
		lines = append(lines, fmt.Sprint(models.Tiles(row)))
	}
	return strings.Join(lines, "\n")
}

// TestTheSetUpSaysWhatIsWrongWithPhotographs claims that with photographs of a real set, which stand for the camera, each thing
// that goes wrong on the way to its faces is said in words, in every language: cameras, corners, rows, photographs.
func TestTheSetUpSaysWhatIsWrongWithPhotographs(t *testing.T) {
	sharedtest.ByNight(t)
	const set = "hk-index"
	var err error
	complete, others := readShots(t)
	for _, shots := range [][]shot{complete, others} {
		for i := range shots { // the program runs in a folder of its own
			if shots[i].file, err = filepath.Abs(shots[i].file); err != nil {
				t.Fatal(err)
			}
		}
	}
	of := func(shots []shot, set string) []shot {
		return slices.DeleteFunc(slices.Clone(shots), func(s shot) bool { return s.set != set })
	}
	lessons := showing(slices.Concat(of(others, set), of(complete, set)), 5)
	all := map[string]map[string]string{}
	words, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	for lang, said := range words {
		for key, text := range said {
			if all[key] == nil {
				all[key] = map[string]string{}
			}
			all[key][lang] = strings.TrimSpace(text[:strings.IndexAny(text+"{", "{")])
			if all[key][lang] == "" {
				all[key][lang] = strings.TrimSpace(text[strings.LastIndex(text, "}")+1:])
			}
		}
	}

	n := arrive(t, "en")
	n.patience = 5 * time.Minute // learning, on a machine that does other things, too
	n.do(chromedp.EmulateViewport(1366, 1000))
	began := time.Now()
	album := &album{t: t, folder: t.TempDir()}
	camera := "folder:" + album.folder
	const toast = "#toast"
	source := func(name string) func() {
		return func() {
			n.sets("#step select", "\x00")
			n.sets("#step input[type=text]", name)
		}
	}
	n.step("open the page")
	n.refuses("no camera, tiles", "tiles", "#step p", all["says.setup-no-camera"], nil)
	n.refuses("a camera that is none", "camera", toast, all["says.not-a-source"], source("no such thing"))
	n.refuses("a folder that is none", "camera", toast, all["says.not-a-source"], source("folder:/nowhere"))
	n.refuses("a program as a camera", "camera", toast, all["says.setup-program"], source("exec:id"))
	n.refuses("an empty folder", "camera", toast, all["says.setup-folder-end"], source(camera))
	for _, s := range lessons[:2] {
		album.add(s.file)
	}
	n.opens("en", "camera")
	source(camera)()
	n.waits("a picture", `document.querySelector("#step meter")?.value > 0.1`)
	n.picture("setup-photos-camera")
	n.step("camera: the folder")
	n.do(chromedp.Click(nextButton))

	n.refuses("corners in the wrong order", "table", toast, all["says.setup-corners"], func() {
		n.waits("corners", `(() => { const one = document.querySelector("#step input[type=checkbox]"); if (one?.checked) one.click(); return document.querySelectorAll(".corner:not([hidden])").length === 4; })()`)
		n.do(chromedp.Evaluate(`{ const one = document.querySelector(".corner"); for (let i = 0; i < 40; i++) one.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true, cancelable: true })); }`, nil))
	})
	n.waits("one hand", `(() => { const one = document.querySelector("#step input[type=checkbox]"); if (!one.checked) one.click(); return one.checked; })()`)
	n.step("table: the camera sees one hand alone")
	n.do(chromedp.Click(nextButton))

	n.title("Tiles")
	n.refuses("next without faces", "tiles", toast, all["setup.no-faces"], func() { n.do(chromedp.Click(nextButton)) })
	n.refuses("saving without tiles", "finish", toast, all["says.setup-untaught"], func() { n.do(chromedp.Click(nextButton)) })
	own := func(lang, rows string) {
		n.waits("the part of one's own photographs", `(() => { const one = document.querySelector("details.own"); if (one) one.open = true; return !!one; })()`)
		n.waits("a picture", `document.querySelector("#step .view p")?.hidden`)
		n.sets("details.own textarea", rows)
		n.presses(words[lang]["setup.own-photograph"])
	}
	spoken := func() (lang string) {
		n.do(chromedp.Evaluate(`new URLSearchParams(location.search).get("lang")`, &lang))
		return lang
	}
	n.refuses("no rows", "tiles", toast, all["says.setup-no-rows"], func() { own(spoken(), "") })
	n.refuses("rows that are no tiles", "tiles", toast, all["says.setup-rows"], func() { own(spoken(), "123x") })
	n.refuses("too few photographs", "tiles", toast, all["says.setup-few-photos"], func() {
		n.waits("the part of one's own photographs", `(() => { const one = document.querySelector("details.own"); if (one) one.open = true; return !!one; })()`)
		n.presses(words[spoken()]["setup.enough"])
	})

	open := func() { n.opens("en", "tiles") }
	open()
	teach := func(rows string) {
		own("en", rows)
		n.waits("the photograph taken", `document.querySelector("details.own textarea").value === ""`)
	}
	teach(lessons[0].written())
	teach(lessons[1].written())
	album.add(lessons[1].file)
	n.refuses("the same photograph", "tiles", toast, all["says.setup-same-photo"], func() { own(spoken(), lessons[1].written()) })
	open()
	n.waits("the part of one's own photographs, open", `document.querySelector("details.own")?.open`)
	n.presses("Pass over this picture")
	n.refuses("the end of the folder", "tiles", "#step .view p", all["says.setup-folder-later"], nil)
	t.Logf("%d refusals, each in words in three languages; %d steps and %v with all of them", n.refused, len(n.steps), time.Since(began).Round(time.Second))
}

// mostAlone is how many more photographs somebody looks for of faces that are in doubt before he says that their labels are right.
const mostAlone = 6

// TestARealSetIsTaughtFromPhotographsByBrowserAlone claims that from an empty data folder to the first scored hand a browser is
// enough for somebody who has photographs of a real set: what is missing is named, and taken until nothing is.
func TestARealSetIsTaughtFromPhotographsByBrowserAlone(t *testing.T) {
	sharedtest.ByNight(t)
	teachPhotographs(t, "hk-index") // the one set of which untouched photographs show every kind twice
}

func teachPhotographs(t *testing.T, set string) {
	complete, others := readShots(t)
	rules, err := command.OpenBook("lingque-29", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var hand shot // that is won first, and never taught
	var win models.Win
	var left []shot
	for _, s := range slices.Concat(complete, others) {
		if s.file, err = filepath.Abs(s.file); err != nil { // the program runs in a folder of its own
			t.Fatal(err)
		}
		switch w, _, ok := s.wins(rules, models.South, models.East); {
		case s.set != set || s.augmented:
		case ok && hand.file == "" && len(s.rows) == 1 && len(w.Melds) == 0:
			hand, win = s, w
		default:
			left = append(left, s)
		}
	}
	if hand.file == "" {
		t.Skip("no photograph of the set shows a hand that may win by itself")
	}
	n := arrive(t, "en")
	n.patience = 3 * time.Minute
	n.do(chromedp.EmulateViewport(1366, 1000))
	began := time.Now()
	album := &album{t: t, folder: t.TempDir()}
	n.step("open the page")
	n.title("Camera")
	n.sets("#step select", "\x00")
	n.sets("#step input[type=text]", "folder:"+album.folder)
	n.waits("what is wrong with an empty folder", `document.querySelector("#toast").matches(":popover-open")`)
	photograph := func(s shot) string {
		album.add(s.file)
		return fmt.Sprintf("%03d.jpg", album.n)
	}
	first := take(&left, nil)
	photograph(first)
	n.do(chromedp.Click("#step h2"))
	n.sets("#step input[type=text]", "folder:"+album.folder)
	n.waits("a picture", `document.querySelector("#step meter")?.value > 0`)
	n.picture(set + "-camera")
	n.step("camera: the folder")
	n.do(chromedp.Click(nextButton))
	n.title("Table")
	n.waits("one hand", `(() => { const one = document.querySelector("#step input[type=checkbox]"); if (one && !one.checked) one.click(); return !!one?.checked; })()`)
	n.step("table: the camera sees one hand alone")
	n.do(chromedp.Click(nextButton))
	n.title("Tiles")
	n.waits("the part of one's own photographs", `(() => { const one = document.querySelector("details.own"); if (one) one.open = true; return !!one; })()`)
	n.step("open the part of one's own photographs")

	named := func(selector string) models.Tiles {
		n.t.Helper()
		tiles := models.Tiles{}
		var names []string
		n.do(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll(%q)].map((i) => i.src.split("/").at(-1).replace(".svg", ""))`, selector), &names))
		for _, name := range names {
			one, err := models.ParseTiles(name)
			if err != nil {
				n.t.Fatal(err)
			}
			tiles = append(tiles, one...)
		}
		return tiles
	}
	shots := 0
	teach := func(s shot, file string) {
		n.t.Helper()
		n.waits(file, fmt.Sprintf(`[...document.querySelectorAll("details.own p")].some((p) => p.textContent === %q)`, file))
		n.sets("details.own textarea", s.written())
		n.presses("Take this picture with these rows")
		n.waits("the photograph taken", `document.querySelector("details.own textarea").value === ""`)
		shots++
		n.waits("it stands there", fmt.Sprintf(`document.querySelectorAll(".photos figure").length === %d`, shots))
		n.step(fmt.Sprintf("photograph %d: type its rows", shots))
	}
	teach(first, "001.jpg")
	settled := func() { n.waits("learning", `document.querySelector("#step progress").hidden`) }
	for waited := false; ; { // as many as the page asks for
		s := take(&left, named(".lacking img"))
		if len(s.rows) == 0 && waited {
			break
		}
		if waited = len(s.rows) == 0; waited {
			settled() // of a photograph that is refused the next ones have to show the faces
			continue
		}
		if shots == 6 {
			n.whole(set + "-lacking")
		}
		teach(s, photograph(s))
	}
	settled()
	n.whole(set + "-shown")
	n.presses("No more photographs: learn from these")
	n.step("no more photographs")
	for more := 0; ; {
		settled()
		n.waits("what was learned", `document.querySelector("#step [role=status]") || document.querySelector(".choices > p.problem")`)
		open := named(".unsure > li > img, .unsure > li > .tile img")
		if len(open) == 0 {
			break
		}
		n.whole(fmt.Sprintf("%s-doubts-%d", set, more))
		if s := take(&left, open); len(s.rows) > 0 && more < mostAlone {
			more++
			teach(s, photograph(s))
			continue
		}
		n.waits("the word of who has looked", `(() => { const one = document.querySelector(".unsure li button:not(:disabled)"); one?.click(); return !!one; })()`)
		n.step("look at " + open[0].String() + ": its label is right")
		n.waits("its label believed", fmt.Sprintf(`document.querySelectorAll(".unsure > li").length < %d`, len(open)))
	}
	n.whole(set + "-taught")
	if !strings.Contains(n.text("#step [role=status]"), "The set is known") {
		n.t.Fatalf("after %d photographs: %q", shots, n.text("#step"))
	}
	n.do(chromedp.Click(nextButton))
	for _, title := range []string{"Table's board", "Rules"} {
		n.title(title)
		n.step(title + ": as it is")
		n.do(chromedp.Click(nextButton))
	}
	n.finishes(closing{"Players", "Place %d", "Network", "Admin's password", "Finish"}, "Ann", "Bo", "Cui", "Dai")
	n.do(chromedp.Click(`.addresses a[href^="console"]`), chromedp.WaitVisible("#call button"))
	photograph(hand)
	n.step("copy the hand's photograph, who won")
	time.Sleep(time.Second) // until it is settled
	n.waits("who won", `(() => { const one = [...document.querySelectorAll("#call button:not(:disabled)")].find((b) => b.innerText.includes("Bo")); one?.click(); return !!one; })()`)
	n.waits("the hand", `document.querySelector("#hand .final button")`)
	n.picture(set + "-hand")
	n.waits("who supplied the tile", `(() => { const one = [...document.querySelectorAll("#hand button")].filter((b) => b.innerText.includes("Ann")).at(-1); one?.click(); return !!one; })()`)
	n.step("who supplied the tile")
	n.waits("nothing special", `(() => { const one = document.querySelector("#hand .final button.main:not(:disabled)"); one?.click(); return document.querySelector("#last .headline") !== null; })()`)
	n.step("nothing special: confirm")
	n.recorded()
	n.picture(set + "-scored")
	t.Logf("%s: %d photographs taught, the first hand scored after %v on the machine: %q", set, shots, time.Since(began).Round(time.Second), n.text("#last"))
	t.Logf("%d steps: %s", len(n.steps), strings.Join(n.steps, "; "))
	books, err := ledger.OpenForReading(t.Context(), filepath.Join("data", config.LedgerName), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	defer books.Close()
	var tiles models.Tiles
	for _, e := range books.State().Entries {
		if e.Kind == ledger.HandPlayed {
			booked := e.Current().Hand.Wins[0].Win
			tiles = append(slices.Clone(booked.Concealed), booked.Tile)
			for _, m := range booked.Melds {
				tiles = append(tiles, m.Tiles...)
			}
		}
	}
	if want := slices.Sorted(slices.Values(append(slices.Clone(win.Concealed), win.Tile))); !slices.Equal(slices.Sorted(slices.Values(tiles)), want) {
		t.Errorf("%s was booked, and %s lay there", tiles, models.Tiles(want))
	}
}

// take gives the photograph that shows most of some faces, any without, and takes it out of those that are left; none where
// none shows any.
func take(left *[]shot, wanted models.Tiles) (best shot) {
	most, at := 0, -1
	for i, s := range *left {
		shows := map[models.Tile]bool{}
		for _, row := range s.rows {
			for _, t := range row {
				if wanted == nil && t.Suit() != models.NoSuit || slices.Contains(wanted, t) {
					shows[t] = true
				}
			}
		}
		if len(shows) > most {
			most, at = len(shows), i
		}
	}
	if at >= 0 {
		best = (*left)[at]
		*left = slices.Delete(*left, at, at+1)
	}
	return best
}
