package scoreboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"jantaku/access"
	"jantaku/internal/pagetest"
	"jantaku/internal/report"
	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/scoring/riichi"
)

// settles is after how long a live win has stopped moving; its animations take 1.6 s at most.
const settles = 3 * time.Second

// TestALiveWinIsShownLarge claims that a win that comes while the pages are looked at, with their animations as a hall
// sees them, is as large some seconds later as one that was there before, that nothing of it is cut or lies over
// anything, and that the display is read from afar. At night all hands are played in every language and size.
func TestALiveWinIsShownLarge(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	address := serve(t, scoreboard.Config{Broker: broker})
	hands, sizes := longHands[:2], [][2]int64{{1920, 1080}}
	if sharedtest.Night() {
		hands, sizes = allHands(), [][2]int64{{1920, 1080}, {1366, 768}, {768, 1024}, {390, 844}}
	}
	for _, lang := range languages() {
		for _, shown := range []struct{ path, panel, tile string }{
			{"/", "#last .won", "#last .won .tiles .tile"},
			{"/overlay", "#win", "#win .tiles .tile"},
		} {
			for _, size := range sizes {
				t.Run(fmt.Sprintf("%s %s %d", map[bool]string{true: "display", false: "overlay"}[shown.path == "/"], lang, size[0]), func(t *testing.T) {
					p := openPage(t, address+shown.path+"?hide=60&lang="+lang, int(size[0]), int(size[1]))
					teller.tell(longHands[0].messages(longNames)[:2])
					p.waitFor("body", "the scores", func(got string) bool { return strings.Contains(got, longNames[2]) })
					for n, hand := range hands {
						names := longNames
						names[0] = fmt.Sprint(n, size[0], lang, shown.path[1:], names[0]) // tells this hand from the one before
						teller.tell(hand.messages(names))
						p.until(shown.panel+" .headline", names[0])
						time.Sleep(settles)
						p.picture(fmt.Sprintf("live%s-%s-%s-%d", strings.ReplaceAll(shown.path, "/", "-"), lang, hand.name, size[0]))
						if wide := eval[float64](p, "document.querySelector('"+shown.tile+"').getBoundingClientRect().width"); wide < .017*float64(size[0]) {
							t.Errorf("%s: tiles %.0f pixels wide", hand.name, wide)
						}
						faults := pagetest.Misfits(t, p.ctx)
						if shown.path == "/" && size[0] > size[1] {
							faults = append(faults, eval[[]string](p, tooSmall)...)
						}
						for _, fault := range faults {
							t.Errorf("%s: %s", hand.name, fault)
						}
					}
				})
			}
		}
	}
}

// refusing is a set-up that takes no camera.
type refusing struct{ blankTable }

func (r refusing) Do(ctx context.Context, op string, body json.RawMessage) (any, error) {
	if op == "camera" {
		return nil, models.Refused("camera-lost", nil, "no such camera")
	}
	return r.blankTable.Do(ctx, op, body)
}

// TestTheSetUpSaysWhyItRefuses claims that a step that is refused says so in the words for it, over the page, and that
// the words go again.
func TestTheSetUpSaysWhyItRefuses(t *testing.T) {
	all, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	p := openPage(t, serve(t, scoreboard.Config{Setup: refusing{}, Fresh: true})+"/setup?lang=en#camera", 1280, 900)
	p.until("#step h2", "Camera")
	p.do(chromedp.Evaluate("document.querySelector('form button.main').click()", nil))
	p.until("#toast", all["en"]["part.camera-lost"])
	if !eval[bool](p, "document.querySelector('#toast').checkVisibility()") {
		t.Error("the words are not seen")
	}
	eventually(t, "the words are gone", func() bool { return !eval[bool](p, "document.querySelector('#toast').checkVisibility()") })
}

// TestTheBooksFitATelephone claims that every number and every link of matches and standings lies on the screen of a
// telephone, and is called what its column is called.
func TestTheBooksFitATelephone(t *testing.T) {
	all, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, scoreboard.Config{Archive: report.NewArchive(played{}, all)})
	for _, path := range []string{"/matches?", "/standings?", "/player?id=" + url.QueryEscape(longNames[1]) + "&"} {
		for _, lang := range languages() {
			p := openPage(t, address+path+"lang="+lang, 390, 844)
			p.until("main", "16")
			p.picture("books-" + strings.Trim(path[:strings.Index(path, "?")], "/") + "-" + lang)
			off := eval[[]string](p, `[...document.querySelectorAll("td, tbody th, a")].flatMap((e) => {
				const { left, right, width } = e.getBoundingClientRect();
				return width === 0 || left < 0 || right > innerWidth + 1 ? [e.textContent + " " + left + "–" + right] : [];
			})`)
			if len(off) > 0 || eval[bool](p, "document.documentElement.scrollWidth > innerWidth") {
				t.Errorf("%s, %s: beside the screen: %q", path, lang, off)
			}
		}
	}
}

// TestTheConsoleTellsWhoMayOnlyLook claims that somebody who has not logged in is told so and asked before anything is
// typed, that the page shows the scores of all players, and that a button which does nothing yet says why.
func TestTheConsoleTellsWhoMayOnlyLook(t *testing.T) {
	accounts, err := access.New(nil, []access.Account{{Role: access.Referee, Password: "2580"}})
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, scoreboard.Config{Requests: &program{}, Accounts: accounts})
	p := openPage(t, address+"/console?lang=en&mock=38&still=1", 1280, 900)
	p.until("#viewing", "log in")
	p.until("#scores", "周文")
	if n := eval[int](p, "document.querySelectorAll('#scores li b').length"); n != 4 {
		t.Errorf("scores of %d players", n)
	}
	enter := "document.querySelectorAll('#acts .row')[1].children[0].click()"
	p.do(chromedp.Evaluate(enter, nil))
	eventually(t, "the login", func() bool { return eval[bool](p, "!!document.querySelector('dialog[open] input[type=password]')") })
	if eval[bool](p, "document.querySelector('#sheet').open") {
		t.Error("a hand is typed before the login")
	}
	p.picture("console-viewer")
	p.do(chromedp.SendKeys("dialog[open] input[type=password]", "2580\r"))
	eventually(t, "the sheet", func() bool {
		return eval[bool](p, "document.querySelector('#sheet').open && document.querySelector('#viewing').hidden")
	})
	p.do(chromedp.Navigate(address + "/console?lang=en&mock=38&still=1"))
	p.until("#scores", "周文")
	time.Sleep(300 * time.Millisecond)
	if !eval[bool](p, "document.querySelector('#viewing').hidden") {
		t.Error("who has logged in is told to log in")
	}
}

// TestAGreyButtonSaysWhy claims that who sees a button which does nothing is told what is missing.
func TestAGreyButtonSaysWhy(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker, Requests: &program{}})+"/console?lang=en", 1280, 900)
	messages := longHands[0].messages([4]string{"Anna", "Bo", "Cy", "Di"})
	var review map[string]any
	if err := json.Unmarshal(messages[3].Payload, &review); err != nil {
		t.Fatal(err)
	}
	review["needs"] = []string{"dora"}
	messages[3].Payload, _ = json.Marshal(review) // it was JSON before
	teller.tell(messages)
	p.until(".row.final .main", "Nothing special")
	if !eval[bool](p, "document.querySelector('.row.final .main').disabled") {
		t.Fatal("the button is not grey")
	}
	p.until(".blocked", "the dora indicators")
}

// press presses a key on the page.
func (p *page) press(key string, code int64) {
	p.t.Helper()
	for _, kind := range []input.KeyType{input.KeyRawDown, input.KeyChar, input.KeyUp} {
		e := input.DispatchKeyEvent(kind).WithKey(key).WithCode(key).WithWindowsVirtualKeyCode(code)
		if kind == input.KeyChar {
			e = e.WithText("\r")
		}
		p.do(e)
	}
}

// TestEnterTypesATileAgain claims that who types a hand by keyboard may press Enter on a key as often as he has of its
// tile: the focus stays on the key.
func TestEnterTypesATileAgain(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{Requests: &program{}})+"/console?lang=en&mock=38&still=1", 1280, 900)
	p.until("#acts", "Enter")
	eventually(t, "a hand can be typed", func() bool { return !eval[bool](p, "document.querySelectorAll('#acts .row')[1].children[0].disabled") })
	p.do(chromedp.Evaluate("document.querySelectorAll('#acts .row')[1].children[0].click()", nil))
	eventually(t, "the sheet is open", func() bool { return eval[bool](p, "document.querySelector('#sheet').open") })
	p.do(chromedp.Evaluate("document.querySelectorAll('#sheet .suit')[1].children[4].focus()", nil))
	for want := 1; want <= 3; want++ {
		p.press("Enter", 13)
		if got := eval[int](p, "document.querySelectorAll('#sheet .typed .tap').length"); got != want {
			t.Errorf("%d tiles after Enter was pressed %d times", got, want)
		}
	}
}

// TestTheDemoSaysWhatItIs claims that the display of a demo explains itself in one line with the way to console and
// overlay, whole on every screen, and that the display of a club says nothing of the kind.
func TestTheDemoSaysWhatItIs(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{Demo: true})+"/?lang=en&mock=-2&still=1", 1920, 1080)
	p.until("#demo", "simulated")
	if links := eval[string](p, "[...document.querySelectorAll('#demo a')].map((a) => a.getAttribute('href').split('?')[0]).join()"); links != "console,overlay" {
		t.Errorf("it leads to %s", links)
	}
	for _, size := range [][2]int64{{1920, 1080}, {1366, 768}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.picture(fmt.Sprint("demo-", size[0]))
		if box := eval[[2]float64](p, "(({ left, right }) => [left, right])(document.querySelector('#demo').getBoundingClientRect())"); box[0] < 0 || box[1] > float64(size[0]) {
			t.Errorf("the line reaches from %.0f to %.0f of %d", box[0], box[1], size[0])
		}
	}
	club := openPage(t, serve(t, scoreboard.Config{})+"/?lang=en&mock=-2&still=1", 1920, 1080)
	club.until(".seat .name", "佐藤")
	if !eval[bool](club, "document.querySelector('#demo').hidden") {
		t.Error("a club's display calls itself a demo")
	}
}

// TestADrawnHandIsOneTap claims that a hand which went in undeclared, or whose wall the camera sees to be empty, is said
// to be drawn with one tap where nobody shows a hand, and that nothing is asked while tiles are left.
func TestADrawnHandIsOneTap(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	clerk := &program{}
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker, Requests: clerk})+"/console?lang=en", 390, 844)
	teller.tell(longHands[0].messages(longNames)[:2])
	teller.tell(said(mqtt.KindState, `{"phase":"in-hand","dice":[],"reviewing":false}`))
	course, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .5)
	course.Left = 5
	teller.course(course)
	p.until("#scores", longNames[1])
	if eval[bool](p, "!!document.querySelector('#laid .drawn')") {
		t.Error("it is asked while tiles are left")
	}
	course.Left = 0
	teller.course(course)
	p.until("#laid .drawn", "wall is empty")
	p.picture("drawn-one-tap")
	teller.tell(said(mqtt.KindState, `{"phase":"shuffling","dice":[],"reviewing":false,"notice":"undeclared"}`))
	p.until("#laid .drawn", "nobody declared")
	p.do(chromedp.Evaluate("document.querySelector('#laid .drawn .main').click()", nil))
	eventually(t, "the request", func() bool { return strings.HasPrefix(clerk.last(), "draw ") })
	var body struct {
		Ready, Riichi []any
		AsShown       []string `json:"as_shown"`
	}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(clerk.last(), "draw ")), &body); err != nil || body.Ready == nil || len(body.Ready) > 0 || len(body.AsShown) != 1 {
		t.Errorf("asked %s, %v", clerk.last(), err)
	}
}

// TestAHandThatWentOnIsShownWithWhatNobodySaw claims that a hand of Sichuan which the camera saw is recorded as it was
// seen, by the answer whether the tile of its added kong was drawn in that turn, beside which stands what that brings, and not before; and
// that one of which more was not seen is not recorded so.
func TestAHandThatWentOnIsShownWithWhatNobodySaw(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	clerk := &program{}
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker, Requests: clerk})+"/console?lang=en", 390, 844)
	teller.tell(longHands[0].messages(longNames)[:2])
	battle := func(needs string, more ...string) {
		teller.tell(said(mqtt.KindState, `{"phase":"in-hand","dice":[],"reviewing":false,"battle":{"hand":"h","needs":%s,"wins":[],`+strings.Join(more, "")+`
			"settled":[{"do":"added-kong","place":2},{"do":"win","wins":[{"place":3,"from":1,"fan":1}]},{"do":"concealed-kong","place":4}]}}`, needs))
	}
	const record = "#laid .battle .main"
	battle(`["drawn","shown"]`)
	p.until("#laid .battle", "was not seen")
	battle(`["drawn","passed"]`, `"passed":{"3":"6s"},`)
	p.until("#laid .battle", "let 6 of bamboos pass in the same turn")
	battle(`["drawn"]`)
	p.until("#laid .battle", "look at it and record it")
	if !eval[bool](p, "document.querySelector('"+record+"').disabled") {
		t.Error("it may be recorded before anybody has said whether the tile was drawn")
	}
	p.picture("battle")
	p.until("#laid .battle [role=group]", "(+3)")
	answer := func() {
		p.do(chromedp.Evaluate("document.querySelectorAll('#laid .battle [role=group] button')[1].click()", nil))
	}
	battle(`["drawn","shown"]`)
	p.until("#laid .battle", "was not seen")
	if answer(); strings.HasPrefix(clerk.last(), "settle ") {
		t.Error("it is recorded though hands were not seen")
	}
	battle(`["drawn"]`)
	p.until("#laid .battle", "look at it and record it")
	answer()
	eventually(t, "the request", func() bool { return strings.HasPrefix(clerk.last(), "settle ") })
	var body struct {
		Settled []models.Settlement
		Wins    []models.Win
	}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(clerk.last(), "settle ")), &body); err != nil || len(body.Settled) != 3 || body.Settled[0].Drawn == nil || *body.Settled[0].Drawn {
		t.Errorf("asked %s, %v", clerk.last(), err)
	}
}

// TestTheDisplaySpeaksWhereItIsAskedTo claims that a display with ?voice=1 says wins and calls in the language of the page
// with a caption, and that another one is silent.
func TestTheDisplaySpeaksWhereItIsAskedTo(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	address := serve(t, scoreboard.Config{Broker: broker})
	const listen = `window.said = []; speechSynthesis.speak = (u) => said.push(u.lang + " " + u.text)`
	loud, silent := openPage(t, address+"/?lang=ja&voice=1", 1920, 1080), openPage(t, address+"/?lang=ja", 1920, 1080)
	teller.tell(longHands[0].messages(longNames)[:2])
	for _, p := range []*page{loud, silent} {
		p.until(".seat .name", longNames[0])
		p.do(chromedp.Evaluate(listen, nil))
	}
	teller.tell(longHands[0].messages([4]string{"明", "波", "春", "大"}))
	eventually(t, "the win is said", func() bool { return eval[int](loud, "said.length") == 1 })
	for _, want := range []string{"ja-JP", "明", "波", "跳満", "18000"} {
		if got := eval[string](loud, "said[0]"); !strings.Contains(got, want) {
			t.Errorf("said %q, without %s", got, want)
		}
	}
	loud.until("#caption", "跳満")
	loud.picture("voice")
	silent.until("#last .headline", "明")
	if n := eval[int](silent, "said.length"); n > 0 || !eval[bool](silent, "document.querySelector('#caption').hidden") {
		t.Errorf("a display that was not asked to speak said %d things", n)
	}
}

// TestThreePlayersHaveThreeSides claims that the place at which nobody sits has no wall and no river, and that a name in
// Arabic letters is cut at its end.
func TestThreePlayersHaveThreeSides(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker})+"/?lang=en", 1920, 1080)
	const arabic = "عبد الرحمن بن محمد بن عبد العزيز المنصوري القحطاني"
	teller.tell(said(mqtt.KindScore, `{"match":"m1","rules":"riichi","players":[{"place":1,"seat":"E","name":%q,"score":35000,"rank":1,"delta":0},{"place":2,"seat":"S","name":"Bo","score":35000,"rank":1,"delta":0},{"place":3,"seat":"W","name":"Cy","score":35000,"rank":1,"delta":0}],"dealer":1,"round":"E","deal":1,"hand":1,"honba":0,"sticks":0,"over":false}`, arabic))
	p.until(".seat .name", "عبد")
	eventually(t, "three walls", func() bool { return eval[int](p, "document.querySelectorAll('#wall > g').length") == 3 })
	if dir := eval[string](p, "getComputedStyle(document.querySelector('.seat[data-place=\"1\"] .name')).direction"); dir != "rtl" {
		t.Errorf("an Arabic name runs %s", dir)
	}
	course, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .5)
	course.Match = "m1"
	teller.course(course)
	eventually(t, "three rivers", func() bool { return eval[int](p, "document.querySelectorAll('#cloth > g').length") == 3 })
}

// TestOnlyTilesThatThereAreAreTyped claims that the typing sheet has no characters from 2 to 8 with three players, and no
// honours in Sichuan, and every tile with four players of riichi.
func TestOnlyTilesThatThereAreAreTyped(t *testing.T) {
	for _, tt := range []struct {
		rules   string
		players int
		want    string
	}{{"riichi", 3, "2 10 10 7"}, {"riichi", 4, "10 10 10 7"}, {"sichuan", 4, "9 9 9"}} {
		broker, _ := startBroker(t, 0, t.TempDir())
		teller := publishTo(t, broker, "", "")
		var players []string
		for i := range tt.players {
			players = append(players, fmt.Sprintf(`{"place":%d,"seat":"%c","name":"P%d","score":0,"rank":1,"delta":0}`, i+1, "ESWN"[i], i))
		}
		all := "[" + strings.Join(players, ",") + "]"
		teller.tell(said(mqtt.KindScore, `{"match":"m","rules":%q,"players":%s,"dealer":1,"round":"E","deal":1,"hand":1,"honba":0,"sticks":0,"over":false}`, tt.rules, all))
		teller.tell(said(mqtt.KindMatch, `{"match":"m","rules":%q,"status":"running","start":0,"players":%s,"hands":[],"can_undo":false,"can_redo":false}`, tt.rules, all))
		p := openPage(t, serve(t, scoreboard.Config{Broker: broker, Requests: &program{}})+"/console?lang=en", 1280, 900)
		p.until("#acts", "Enter")
		eventually(t, "a hand can be typed", func() bool { return !eval[bool](p, "document.querySelectorAll('#acts .row')[1].children[0].disabled") })
		p.do(chromedp.Evaluate("document.querySelectorAll('#acts .row')[1].children[0].click()", nil))
		eventually(t, "the sheet is open", func() bool { return eval[bool](p, "document.querySelector('#sheet').open") })
		p.picture(fmt.Sprintf("typing-%s-%d", tt.rules, tt.players))
		if got := eval[string](p, "[...document.querySelectorAll('#sheet .suit')].map((row) => row.children.length).join(' ')"); got != tt.want {
			t.Errorf("%s, %d players: rows of %s keys, want %s", tt.rules, tt.players, got, tt.want)
		}
	}
}
