package scoreboard_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/scoring/books"
)

// display opens the board of a club with a broker and gives who tells it what happens.
func display(t *testing.T, lang string) (*page, teller) {
	t.Helper()
	broker, _ := startBroker(t, 0, t.TempDir())
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker})+"/?lang="+lang, 1920, 1080)
	p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
	return p, publishTo(t, broker, "", "")
}

func said(kind mqtt.Kind, format string, args ...any) []recorded {
	return []recorded{{Topic: string(kind), Payload: json.RawMessage(fmt.Sprintf(format, args...))}}
}

// TestTheDisplayWaitsCalmly claims that before a match there is the name of the table and nothing
// that looks like a fault: no dashes, no table that is not connected where none is configured. Once
// a match has begun nothing says that there is none.
func TestTheDisplayWaitsCalmly(t *testing.T) {
	p, teller := display(t, "en")
	teller.tell(said(mqtt.KindAvailability, `{"status":"online","parts":{"ledger":{"online":true},"camera":{"online":true}}}`))
	teller.tell(said(mqtt.KindState, `{"phase":"offline","dice":[],"reviewing":false}`))
	p.until("#waiting", "No match is being played")
	p.untilEmpty("#notice")
	p.picture("waiting")
	if seen := eval[string](p, "document.body.innerText"); strings.Contains(seen, "–") || strings.Contains(seen, "not connected") {
		t.Errorf("the page says %q", seen)
	}
	teller.tell(longHands[0].messages(longNames)[:2])
	p.until(".seat .name", longNames[0])
	p.until("#last", "The first hand is being played")
	if seen := eval[string](p, "document.querySelector('#phase').innerText"); seen != "" {
		t.Errorf("without a table's board the display says %q", seen)
	}
	teller.tell(said(mqtt.KindAvailability, `{"status":"degraded","parts":{"device":{"online":false}}}`))
	p.until("#phase", "table not connected")
}

// TestRareHandsAreCalledOut claims that a limit, a yakuman and the rarest fans stand over the
// hand in the reader's language, that usual hands have nothing there, and that dora and ura
// are shown.
func TestRareHandsAreCalledOut(t *testing.T) {
	p, teller := display(t, "ja")
	for _, tt := range []struct {
		hand int
		want string
	}{{0, "跳満"}, {1, "役満"}, {5, ""}} {
		teller.tell(longHands[tt.hand].messages([4]string{fmt.Sprint("A", tt.hand), "B", "C", "D"}))
		p.until("#last .headline", fmt.Sprint("A", tt.hand))
		if got := p.text("#last .moment"); got != tt.want {
			t.Errorf("%s is called %q, want %q", longHands[tt.hand].name, got, tt.want)
		}
		p.picture(fmt.Sprint("moment-", tt.hand))
	}
	for rules, fan := range map[string]string{"hongkong": "double-kong-draw", "taiwan-16": "big-three-dragons"} { // limit and rare hands of books without a name for them
		one := longHands[0]
		one.name, one.rules, one.result = rules, rules, `{"rules":"`+rules+`","win":true,"valid":true,"fans":`+fans(1, 8, rules, fan)+`,"fan":8,"points":64}`
		teller.tell(one.messages([4]string{rules, "B", "C", "D"}))
		p.until("#last .headline", rules)
		if got, want := p.text("#last .moment"), books.Words(rules).Fans[fan].JA; got != want {
			t.Errorf("%s is called %q, want %q", fan, got, want)
		}
	}
	// What the book itself says of hands at the most that is paid, and below it. A fan that is the limit alone is called in its place.
	for n, tt := range []struct{ rules, cap, hand, want string }{
		{"sichuan", "", "[999p] 123456m1237p +7p seat=W from=E void=s", ""},
		{"sichuan", "", "[111p] [222p] [333p] [444p] 5p +5p seat=W from=E void=s", "上限"},
		{"hongkong", "", "[111p] [222p] [666p] [555z] 9p +9p seat=W from=E round=E", ""},
		{"hongkong", "", "[111p] [222p] [666p] 777p 9p +9p seat=W from=E round=E", "満糊"},
		{"hongkong", "", "19m19p19s1234567z +1z seat=W from=E round=E", books.Words("hongkong").Fans["thirteen-orphans"].JA},
		{"taiwan-16", "", "[111p] [222p] [666p] [777p] 888p 9p +9p seat=W from=E round=E", books.Words("taiwan-16").Fans["full-flush"].JA},
		{"taiwan-16", "16", "111p222p666p777p888p9p +9p self-draw seat=W round=E", "上限"},
	} {
		one, options := longHands[0], map[string]string{}
		if tt.cap != "" {
			options["cap"] = tt.cap
		}
		rules, err := books.Open(tt.rules, "", options)
		if err != nil {
			t.Fatal(err)
		}
		win, err := models.ParseTextOf(books.All()[tt.rules].Desk.Hand, tt.hand)
		if err != nil {
			t.Fatal(err)
		}
		result, err := rules.Score(win)
		if err != nil || !result.Valid {
			t.Fatal(tt.hand, result.Valid, err)
		}
		result.Fans = books.Words(tt.rules).Named(result.Fans)
		text, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		one.name, one.rules, one.result = tt.rules, tt.rules, string(text)
		who := fmt.Sprint("capped ", n)
		teller.tell(one.messages([4]string{who, "B", "C", "D"}))
		p.until("#last .headline", who)
		if got := p.text("#last .moment"); got != tt.want {
			t.Errorf("%s of %s is called %q, want %q: %s", tt.hand, tt.rules, got, tt.want, text)
		}
	}
	with := longHands[0]
	with.win = `{"concealed":"234567m23467p22s","melds":null,"win":"5p","riichi":1,"flags":[],"dora_indicators":"4s1z","ura_indicators":"9m"}`
	teller.tell(with.messages([4]string{"Dora", "B", "C", "D"}))
	p.until("#last .headline", "Dora")
	if got := eval[string](p, "[...document.querySelectorAll('#last .indicators img')].map((i) => i.getAttribute('src')).join()"); got != "tiles/4s.svg,tiles/1z.svg,tiles/9m.svg" {
		t.Errorf("the indicators are %s", got)
	}
}

// TestFansAreReadFromAfar claims that fans and payments are at least 40 pixels high on a large
// screen where the hand has few of them.
func TestFansAreReadFromAfar(t *testing.T) {
	p, teller := display(t, "en")
	few := longHands[0]
	few.result = `{"rules":"riichi","win":true,"valid":true,"fans":` + fans(3, 1, "riichi", "riichi", "pinfu", "tanyao") + `,"fu":30,"han":3,"base_points":960,"points":3900}`
	teller.tell(few.messages([4]string{"Anna", "Bo", "Cy", "Di"}))
	p.until("#last .headline", "Anna")
	p.picture("few")
	const letters = `[...document.querySelectorAll("#last .fans .name, #last .payments b")].map((e) => { // px, as drawn
		let size = parseFloat(getComputedStyle(e).fontSize);
		for (let up = e; up; up = up.parentElement) size *= Number(up.style?.zoom || 1);
		return Math.round(size);
	})`
	var got []float64
	for end := time.Now().Add(sharedtest.Patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) { // letters grow while there is room
		if got = eval[[]float64](p, letters); len(got) > 0 && slices.Min(got) >= 40 {
			return
		}
	}
	t.Errorf("letters of %v px, want 40 and more", got)
}

// TestTheMatchEndsWithItsRanking claims that the display ends with everybody by rank, with the
// result of the rule book, what the rank gave and table points, also for three players, and
// that the course of the scores has an axis.
func TestTheMatchEndsWithItsRanking(t *testing.T) {
	p, teller := display(t, "en")
	const hands = `[{"hand":"a","number":1,"kind":"win","status":"counted","winners":[1],"deltas":{"1":8000,"2":-8000,"3":0}},{"hand":"b","number":2,"kind":"win","status":"counted","winners":[2],"deltas":{"1":-2000,"2":2000,"3":0}}]`
	three := `[{"place":1,"seat":"E","name":"Anna","score":41000,"rank":1,"delta":0,"result":26,"uma":15},{"place":2,"seat":"S","name":"Bo","score":29000,"rank":3,"delta":0,"result":-16.0,"uma":-15},{"place":3,"seat":"W","name":"Cy","score":35000,"rank":2,"delta":0,"result":0,"uma":0}]`
	teller.tell(said(mqtt.KindScore, `{"match":"m","rules":"riichi","players":%s,"dealer":1,"round":"E","deal":3,"hand":3,"honba":0,"sticks":0,"over":true,"over_by":"length"}`, three))
	teller.tell(said(mqtt.KindMatch, `{"match":"m","rules":"riichi","status":"finished","start":35000,"players":%s,"hands":%s,"can_undo":true,"can_redo":false}`, three, hands))
	p.until("#last .label", "Final ranking")
	p.until("#course .scale", "35\u202f000")
	p.picture("ranking")
	got := eval[[]string](p, `[...document.querySelectorAll(".ranking tr")].map((r) => [...r.children].map((c) => c.textContent).join("|"))`)
	want := []string{"|Player|Score|Place points|Result", "1|Anna|41\u202f000|+15|+26", "2|Cy|35\u202f000|0|0", "3|Bo|29\u202f000|−15|−16"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the ranking is %q, want %q", got, want)
	}
	if n := eval[int](p, "[...document.querySelectorAll('.seat')].filter((s) => s.checkVisibility()).length"); n != 3 {
		t.Errorf("%d seats for three players", n)
	}
	teller.tell(said(mqtt.KindScore, `{"match":"m","rules":"mcr","players":[{"place":1,"seat":"E","name":"Anna","score":120,"rank":1,"delta":0,"result":120,"points":4},{"place":2,"seat":"S","name":"Bo","score":-120,"rank":2,"delta":0,"result":-120}],"dealer":1,"round":"N","deal":4,"hand":17,"honba":0,"sticks":0,"over":true}`))
	p.until(".ranking", "Table points")
}

// TestAScreenByItselfIsDarkWhileTheTableSleeps claims that the display of a kiosk has no pointer and nothing to tap, is
// black when nothing has happened for its minutes, stays so when a part of the program fails, and wakes with the table.
func TestAScreenByItselfIsDarkWhileTheTableSleeps(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker})+"/?lang=en&kiosk=.02", 1280, 720) // minutes
	dark := func() bool {
		picture, err := png.Decode(bytes.NewReader(p.screenshot()))
		if err != nil {
			t.Fatal(err)
		}
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b > 0 {
					return false
				}
			}
		}
		return true
	}
	eventually(t, "the screen is dark", dark)
	if got := eval[string](p, "getComputedStyle(document.body).cursor"); got != "none" || eval[bool](p, "document.querySelector('#languages').checkVisibility()") {
		t.Errorf("the pointer is %s, and there may be something to tap", got)
	}
	teller.tell(said(mqtt.KindAvailability, `{"status":"degraded","parts":{"camera":{"online":false}}}`))
	p.until("#notice", "needs attention")
	if !dark() {
		t.Error("the screen wakes when a camera fails at night")
	}
	teller.tell(longHands[0].messages(longNames)[:2])
	eventually(t, "the screen wakes", func() bool { return !eval[bool](p, "document.body.matches('.dark')") })
	eventually(t, "and is dark again", dark)
}

// TestWhoShowsAWaitingHandIsSeenWithItsWaits claims that the hands which were shown at a draw stand on the display with
// their tiles and those they wait for, in each language and size without anything cut, and that nothing is undefined.
func TestWhoShowsAWaitingHandIsSeenWithItsWaits(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	address := serve(t, scoreboard.Config{Broker: broker})
	for _, lang := range languages() {
		p := openPage(t, address+"/?lang="+lang, 1920, 1080)
		for n, size := range screens {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			names := longNames
			names[0] = fmt.Sprint(n, lang, names[0])
			messages := longHands[0].messages(names)[:3]
			var drawn map[string]any
			if err := json.Unmarshal(messages[2].Payload, &drawn); err != nil {
				t.Fatal(err)
			}
			drawn["hand"], drawn["kind"], drawn["wins"] = fmt.Sprint("drawn", n), "draw", []any{}
			var ready []map[string]any
			for place := 1; place <= 4; place++ {
				ready = append(ready, map[string]any{"place": place, "hand": map[string]any{"concealed": "1112345678999m", "melds": nil},
					"waits": []map[string]any{{"tile": "1m", "left": 1, "fan": 0}, {"tile": "2m", "left": 3, "fan": 0}, {"tile": "5m", "left": 3, "fan": 0}}})
			}
			drawn["shown"] = ready
			messages[2].Payload, _ = json.Marshal(drawn) // it was JSON before
			teller.tell(messages)
			p.until("#last .announced", names[0])
			eventually(t, "the tiles", func() bool {
				return eval[int](p, "document.querySelectorAll('#last .announced .waits .tile').length") == 12
			})
			if got := eval[int](p, "document.querySelectorAll('#last .announced .tile').length"); got != 4*16 {
				t.Errorf("%d tiles of four hands with their waits", got)
			}
			faults := pagetest.Misfits(t, p.ctx)
			p.picture(fmt.Sprintf("shown-%s-%d", lang, size[0]))
			if strings.Contains(p.text("#last"), "undefined") {
				faults = append(faults, p.text("#last"))
			}
			for _, fault := range faults {
				t.Errorf("%s at %d×%d: %s", lang, size[0], size[1], fault)
			}
		}
	}
}

// TestAPlayerHasOneWindOnTheScreen claims that the panel of the last hand tells no winds once the deal has passed and the
// seats have others, and tells them where they are the same: on the display, the console and over a stream.
func TestAPlayerHasOneWindOnTheScreen(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	address, teller := serve(t, scoreboard.Config{Broker: broker}), publishTo(t, broker, "", "")
	teller.tell(longHands[0].messages([4]string{"Anna", "Bo", "Cy", "Di"}))
	pages := map[string]*page{"#last": openPage(t, address+"/?lang=en", 1920, 1080), "#last ": openPage(t, address+"/console?lang=en", 1366, 768), "#win": openPage(t, address+"/overlay?lang=en", 1920, 1080)}
	for panel, p := range pages {
		p.until(map[bool]string{true: "#players", false: "#last"}[panel == "#win"], "Anna") // what is retained is no news
	}
	for n, moved := range []bool{false, true} {
		messages := longHands[0].messages([4]string{fmt.Sprint("Anna ", n), "Bo", "Cy", "Di"})
		if moved {
			next := strings.NewReplacer(`"seat":"E"`, `"seat":"N"`, `"seat":"S"`, `"seat":"E"`, `"seat":"W"`, `"seat":"S"`, `"seat":"N"`, `"seat":"W"`)
			messages[0].Payload = json.RawMessage(next.Replace(string(messages[0].Payload)))
		}
		teller.tell(messages)
		for panel, p := range pages {
			p.until(panel+" .headline", fmt.Sprint("Anna ", n))
			eventually(t, fmt.Sprintf("moved %v: winds in %s", moved, panel), func() bool {
				return moved == eval[bool](p, "[...document.querySelectorAll("+quote(panel+" .wind")+")].every((w) => !w.checkVisibility())")
			})
		}
	}
}
