package scoreboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/vision/camera"
	"jantaku/vision/watch"
)

// program stands for the pipeline: it keeps what it was asked and, as the pipeline
// does, answers an amendment with a new review.
type program struct {
	mu     sync.Mutex
	asked  []string
	review func(body string)
}

func (p *program) Request(_ context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, op+" "+string(body))
	if p.review != nil && op != "undo" {
		p.review(string(body))
	}
	return json.RawMessage(`{}`), nil
}

func (p *program) last() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.asked) == 0 {
		return ""
	}
	return p.asked[len(p.asked)-1]
}

// console opens the console with a hand of which a tile is in doubt.
func console(t *testing.T) (*page, *program, teller) {
	t.Helper()
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(readTape(t))
	asked := &program{}
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker, Requests: asked})+"/console?lang=en&by=Mei", 412, 915)
	p.until("#hand h2", "Please check this hand")
	return p, asked, teller
}

func (p *page) tap(selector string) {
	p.t.Helper()
	p.do(chromedp.WaitEnabled(selector, chromedp.ByQuery), chromedp.Click(selector, chromedp.ByQuery))
}

func TestMisreadTileIsCorrectedInTwoTaps(t *testing.T) {
	p, asked, teller := console(t)
	asked.review = func(string) {
		teller.tell([]recorded{{Topic: string(mqtt.KindReview), Payload: json.RawMessage(`{"needs":[]}`)}})
	}
	if n := eval[int](p, "document.querySelectorAll('#hand button.tap').length"); n != 14 {
		t.Fatalf("%d tiles on the desk, want 14", n)
	}
	p.tap("#hand button.tap.doubt")
	p.until("#sheet .candidates button", "27 %") // the nearest candidate stands first
	p.tap("#sheet .candidates button:first-child")
	const want = `amend {"by":"Mei","win":{"concealed":"1m2m3m4m5m6m1m8m9m1z1z2z2z"},"hand":"h8"}`
	eventually(t, "the correction is asked for", func() bool { return asked.last() == want })
	p.until("#hand", "Nothing to check")
	if eval[bool](p, "document.querySelector('#sheet').open") {
		t.Error("the sheet stays open")
	}
}

// Tiles that make no hand are shown as they were read, and can be put right.
func TestTilesThatMakeNoHandAreTypedAnew(t *testing.T) {
	p, asked, teller := console(t)
	teller.tell([]recorded{{Topic: string(mqtt.KindReview), Payload: json.RawMessage(`{"needs":["hand"],"problem":"the tiles make no hand","reasons":[{"code":"not-a-win"}],
		"hand":{"hand":"h9","number":8,"kind":"win","status":"pending","rules":"lingque-29","payments":[],
			"wins":[{"winner":{"place":3,"seat":"S","name":"Anna"},"discarder":{"place":1},"win":{"concealed":"","melds":[],"win":"","flags":[]}}]},
		"tiles":[{"index":0,"row":0,"tile":"7z"},{"index":1,"row":0,"tile":"1m"},{"index":2,"row":0,"tile":"1m"},{"index":3,"row":1,"tile":"?"}]}`)}})
	p.until("#hand .doubts", "The tiles make no winning hand")
	if n := eval[int](p, "document.querySelectorAll('#hand .edit .group').length"); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
	p.tap("#hand button.tap")
	p.until("#sheet h2 small", "+10")
	p.do(chromedp.Evaluate(`document.querySelector('#sheet .edit .group').children[3].click()`, nil)) // away with the unread one
	p.until("#sheet h2 small", "+11")
	p.do(chromedp.Evaluate(`for (let i = 0; i < 11; i++) document.querySelector('#sheet .all img[src="tiles/9s.svg"]').closest('button').click()`, nil))
	p.tap("#sheet button.main")
	const want = `amend {"by":"Mei","place":3,"from":1,"win":{"flags":[],"concealed":"7z1m1m9s9s9s9s9s9s9s9s9s9s","melds":[],"win":"9s"},"hand":"h9"}`
	eventually(t, "amended", func() bool { return asked.last() == want })
}

func TestRefereeConfirmsAndSetsTheWinner(t *testing.T) {
	p, asked, _ := console(t)
	p.tap("#hand .final button.main")
	eventually(t, "confirmed", func() bool { return asked.last() == `confirm {"by":"Mei","hand":"h8"}` })
	for _, tap := range []struct{ name, expression, want string }{
		{"another winner", `[...document.querySelectorAll('#hand .row')][0].children[2].click()`, `amend {"by":"Mei","place":3,"hand":"h8"}`},
		{"a self-draw", `[...document.querySelectorAll('#hand .row')][1].children[0].click()`, `amend {"by":"Mei","from":4,"hand":"h8"}`},
		{"a circumstance", `document.querySelector('#hand .flags button').click()`, `amend {"by":"Mei","win":{"flags":["rob-kong"]},"hand":"h8"}`},
		{"a new photograph", `document.querySelectorAll('#hand .final button')[1].click()`, `call {"by":"Mei","place":4,"from":2}`},
	} {
		p.do(chromedp.Evaluate(tap.expression, nil))
		eventually(t, tap.name, func() bool { return asked.last() == tap.want })
	}
}

// One plain answer settles all open circumstances, and answers nothing that is not shown.
func TestNothingSpecialIsOneTap(t *testing.T) {
	p, asked, teller := console(t)
	review := func(needs string) recorded {
		return recorded{Topic: string(mqtt.KindReview), Payload: json.RawMessage(`{"needs":` + needs + `,"hand":{"hand":"h9","number":8,"kind":"win","status":"pending","rules":"lingque-29","payments":[],
			"wins":[{"winner":{"place":3,"seat":"S","name":"Anna"},"discarder":{"place":1},"result":{"valid":true,"win":true,"fans":[],"points":30},
				"win":{"concealed":"456p789s2p","melds":[{"type":"pung","tiles":"555z"},{"type":"pung","tiles":"777z"}],"win":"2p","flags":[]}}]}}`)}
	}
	teller.tell([]recorded{review(`["flowers","last-discard","rob-kong","confirm"]`)})
	p.until("#hand .final button.main", "Nothing special · confirm")
	p.tap("#hand .final button.main")
	eventually(t, "recorded", func() bool {
		return asked.last() == `confirm {"by":"Mei","as_shown":["flowers","last-discard","rob-kong"],"hand":"h9"}`
	})
	held := review(`["last-discard","confirm"]`)
	held.Payload = json.RawMessage(strings.Replace(string(held.Payload), `"flags":[]`, `"flags":["last-discard"]`, 1))
	teller.tell([]recorded{held})
	eventually(t, "what is set is not called nothing", func() bool {
		return eval[string](p, "document.querySelector('#hand .final button.main').textContent") == "As shown · confirm"
	})
	teller.tell([]recorded{review(`["suppliers","last-discard"]`)})
	eventually(t, "the suppliers are asked for", func() bool {
		return eval[string](p, "document.querySelector('#hand .final button.main').textContent") == "Nothing special"
	})
	p.tap("#hand .final button.main")
	eventually(t, "the suppliers stay open", func() bool { return asked.last() == `amend {"by":"Mei","as_shown":["last-discard"],"hand":"h9"}` })
	teller.tell([]recorded{review(`["suppliers"]`)})
	eventually(t, "nothing can be confirmed", func() bool {
		return eval[bool](p, "document.querySelector('#hand .final button.main').disabled")
	})
}

// TestATapForTheHandBeforeDoesNothing claims that the buttons of a hand that comes right after
// another one sleep for a moment, and that a hand that waits alone is there at once.
func TestATapForTheHandBeforeDoesNothing(t *testing.T) {
	p, asked, teller := console(t) // h8 waits
	review := func(hand string) recorded {
		return recorded{Topic: string(mqtt.KindReview), Payload: json.RawMessage(`{"needs":["confirm"],"hand":{"hand":"` + hand + `","number":8,"kind":"win","status":"pending","rules":"lingque-29","payments":[],
			"wins":[{"winner":{"place":3,"seat":"S","name":"Anna"},"discarder":{"place":1},"result":{"valid":true,"win":true,"fans":[],"points":30},
				"win":{"concealed":"456p789s2p","melds":[{"type":"pung","tiles":"555z"},{"type":"pung","tiles":"777z"}],"win":"2p","flags":[]}}]}}`)}
	}
	const button = "document.querySelector('#hand .final button.main')"
	p.do(chromedp.Evaluate(`window.taps = []; new MutationObserver(() => {
		const b = `+button+`;
		if (b && !window.taps.length && document.querySelector('#hand img[src="tiles/7z.svg"]')) { window.taps.push(b.disabled); b.click(); }
	}).observe(document.querySelector('#hand'), { childList: true })`, nil))
	teller.tell([]recorded{review("h9")})
	eventually(t, "the next hand is shown", func() bool { return eval[int](p, "window.taps.length") == 1 })
	if !eval[bool](p, "window.taps[0]") || asked.last() != "" {
		t.Errorf("a tap at the moment of the change asked %q", asked.last())
	}
	eventually(t, "it wakes up", func() bool { return !eval[bool](p, button+".disabled") })
	p.tap("#hand .final button.main")
	eventually(t, "confirmed", func() bool { return asked.last() == `confirm {"by":"Mei","hand":"h9"}` })
}

// TestAChangeOfTheSameHandLeavesTheSheetOpen claims that what somebody else says closes nothing.
func TestAChangeOfTheSameHandLeavesTheSheetOpen(t *testing.T) {
	p, _, teller := console(t)
	p.tap("#hand button.tap")
	p.until("#sheet h2", "")
	open := func() bool { return eval[bool](p, "document.querySelector('#sheet').open") }
	for i, hand := range []string{"h8", "h8", "h9"} {
		teller.tell([]recorded{{Topic: string(mqtt.KindReview), Payload: json.RawMessage(fmt.Sprintf(`{"needs":["confirm"],"riichi":[%d],"hand":{"hand":%q,"number":8,"kind":"win","status":"pending","rules":"lingque-29","payments":[],
			"wins":[{"winner":{"place":3,"seat":"S","name":"Anna"},"discarder":{"place":1},"win":{"concealed":"456p789s2p","melds":[{"type":"pung","tiles":"555z"},{"type":"pung","tiles":"777z"}],"win":"2p","flags":[]}}]}}`, i+1, hand))}})
		eventually(t, "the change is drawn", func() bool { return eval[bool](p, `!!document.querySelector('#hand img[src="tiles/7z.svg"]')`) })
		if hand == "h8" && !open() {
			t.Fatal("a change of the same hand closes the sheet")
		}
	}
	eventually(t, "the sheet of a hand that is gone is closed", func() bool { return !open() })
}

// TestTheLikeliestAnswersAreShown claims that who followed the hand says how likely they are.
func TestTheLikeliestAnswersAreShown(t *testing.T) {
	p, _, teller := console(t)
	teller.tell([]recorded{{Topic: string(mqtt.KindReview), Payload: json.RawMessage(`{"needs":["from"],"likely":{"from":[{"is":"1","chance":0.62},{"is":"2","chance":0.31}]},
		"hand":{"hand":"h9","number":8,"kind":"win","status":"pending","rules":"lingque-29","payments":[],"wins":[{"winner":{"place":3,"seat":"S","name":"Anna"},
			"win":{"concealed":"456p789s2p","melds":[{"type":"pung","tiles":"555z"},{"type":"pung","tiles":"777z"}],"win":"2p","flags":[]}}]}}`)}})
	eventually(t, "two answers", func() bool {
		return eval[string](p, "[...document.querySelectorAll('#hand .chance')].map((e) => e.textContent.trim()).sort().join()") == "31 %,62 %"
	})
}

// TestOneTapSaysAllThatOneMoveLeftOpen claims so of a discard that nobody saw: who, which tile and
// whether it was the last are one question and one request.
func TestOneTapSaysAllThatOneMoveLeftOpen(t *testing.T) {
	p, asked, teller := console(t)
	teller.tell([]recorded{{Topic: string(mqtt.KindReview), Payload: json.RawMessage(`{"needs":["from","tile","last-discard"],"asks":[{"fact":"from","move":{"do":"discard","place":2},
		"answers":[{"is":"1","chance":0.62,"with":{"tile":"2p","last-discard":"no"}},{"is":"2","chance":0.31,"with":{"tile":"5p","last-discard":"yes"}}]}],
		"hand":{"hand":"h9","number":8,"kind":"win","status":"pending","rules":"lingque-29","payments":[],"wins":[{"winner":{"place":3,"seat":"S","name":"Anna"},
			"win":{"concealed":"456p789s2p","melds":[{"type":"pung","tiles":"555z"},{"type":"pung","tiles":"777z"}],"win":"2p","flags":[]}}]}}`)}})
	eventually(t, "one question", func() bool {
		return eval[int](p, "document.querySelectorAll('#hand .question').length") == 1 && eval[int](p, "document.querySelectorAll('#hand .question button').length") == 2
	})
	p.tap("#hand .question button:nth-child(2)")
	eventually(t, "all of it is said", func() bool {
		op, body, _ := strings.Cut(asked.last(), " ")
		var said struct {
			From    int
			Tile    string
			Win     struct{ Flags []string }
			AsShown []string `json:"as_shown"`
		}
		return op == "amend" && json.Unmarshal([]byte(body), &said) == nil && said.From == 2 && said.Tile == "5p" &&
			slices.Equal(said.Win.Flags, []string{"last-discard"}) && slices.Equal(said.AsShown, []string{"last-discard"})
	})
	if len(p.faults) > 0 {
		t.Errorf("faults %q", p.faults)
	}
}

func TestAHandThatWasLaidDownIsCalledWithOneTap(t *testing.T) {
	p, asked, teller := console(t)
	teller.tell([]recorded{{Topic: string(mqtt.KindState), Payload: json.RawMessage(`{"phase":"in-hand","dice":[],"reviewing":false,"laid":[2,4]}`)}})
	p.until("#laid", "has laid a hand down")
	if n := eval[int](p, "document.querySelectorAll('#laid button').length"); n != 2 {
		t.Fatalf("%d proposals, want 2", n)
	}
	p.tap("#laid button")
	eventually(t, "called", func() bool { return asked.last() == `call {"by":"Mei","place":2}` })
	teller.tell([]recorded{{Topic: string(mqtt.KindState), Payload: json.RawMessage(`{"phase":"in-hand","dice":[],"reviewing":true}`)}})
	eventually(t, "taken back", func() bool { return eval[int](p, "document.querySelectorAll('#laid button').length") == 0 })
}

func TestWhatCannotBeTakenBackNeedsASecondTap(t *testing.T) {
	p, asked, _ := console(t)
	p.tap("#acts button")
	p.until("#acts button.armed", "Tap again")
	if got := asked.last(); got != "" {
		t.Fatalf("one tap asked %s", got)
	}
	p.tap("#acts button")
	eventually(t, "undone", func() bool { return asked.last() == `undo {"by":"Mei"}` })
}

func TestPenaltyAndDrawAndTypedHand(t *testing.T) {
	p, asked, _ := console(t)
	click := func(expression string) { p.do(chromedp.Evaluate(expression, nil)) }
	act := func(n int) string {
		return "[...document.querySelectorAll('#acts .row')][1].children[" + string(rune('0'+n)) + "].click()"
	}
	click(act(2))
	p.until("#sheet h2", "Penalty")
	click(`document.querySelector('#sheet .row').children[2].click()`)
	click(`document.querySelector('#sheet input[type=number]').value = 30; document.querySelector('#sheet button.main').click()`)
	eventually(t, "penalty", func() bool {
		return asked.last() == `penalty {"by":"Mei","place":3,"kind":"free","points":30,"no_win":false,"why":""}`
	})

	click(act(1))
	p.until("#sheet h2", "Drawn hand") // by this book nobody is paid for waiting, so that nobody is asked for
	click(`document.querySelector('#sheet button.main').click()`)
	eventually(t, "draw", func() bool { return asked.last() == `draw {"by":"Mei","hands":7,"ready":[]}` })

	click(act(0))
	p.until("#sheet h2", "Enter a hand")
	key := func(tile string) {
		click(`document.querySelector('#sheet .all img[src="tiles/` + tile + `.svg"]').closest('button').click()`)
	}
	for _, tile := range []string{"7z", "7z", "7z"} {
		key(tile)
	}
	click(`[...document.querySelectorAll('#sheet .row')][0].children[1].click()`) // what was tapped becomes a meld
	for _, tile := range []string{"1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5s", "5s"} {
		key(tile)
	}
	click(`[...document.querySelectorAll('#sheet .row')][2].children[0].click()`)
	click(`document.querySelector('#sheet button.main').click()`)
	eventually(t, "typed hand", func() bool {
		return asked.last() == `enter {"by":"Mei","hands":7,"place":1,"from":1,"win":{"concealed":"1m2m3m4p5p6p7s8s9s5s","melds":[{"type":"pung","tiles":"7z7z7z"}],"win":"5s"}}`
	})
	if len(p.faults) > 0 {
		t.Errorf("faults %q", p.faults)
	}
}

func TestPinIsAskedOnTheConsole(t *testing.T) {
	asked := &program{}
	p := openPage(t, serve(t, scoreboard.Config{Requests: asked, Accounts: withPin(t)})+"/console?lang=en&mock=999&still=1", 412, 915)
	p.until("#hand h2", "Please check")
	p.tap("#hand .final button.main")
	p.until("dialog[open] label", "PIN")
	p.do(chromedp.SendKeys("dialog[open] input", "4711\r", chromedp.ByQuery))
	eventually(t, "confirmed", func() bool { return strings.HasPrefix(asked.last(), "confirm") })
}

// What the referee must say is asked in words, not in codes.
func TestEveryNeedHasItsWords(t *testing.T) {
	words := englishWords(t)
	for _, need := range []string{"match", "hand", "from", "tile", "melds", "confirm", "also", "again", "kong-draw", "suppliers", "dora",
		"flowers", "riichi", "double-riichi", "ura", "norths", "call-order", "ready", "gone", "liable"} {
		if words["need."+need] == "" {
			t.Errorf("no words for the need %q", need)
		}
	}
}

// Why hands are not seen is told in words that say what to do.
func TestEveryTroubleOfTheCameraHasItsWords(t *testing.T) {
	words := englishWords(t)
	for _, code := range []string{camera.Lost, camera.Broken, camera.Black, camera.Overexposed, camera.Covered, camera.Blurred, camera.WrongSize,
		"eye-crashed", "bad-faces", "no-course", string(watch.CameraMoved), string(watch.LensCovered), string(watch.TooDark), string(watch.Unexplained)} {
		if words["part."+code] == "" {
			t.Errorf("no words for %q", code)
		}
	}
}

// A rule book without words shows its id to the club, and its circumstances their codes.
func TestEveryRuleBookHasItsWords(t *testing.T) {
	words := englishWords(t)
	for _, id := range books.IDs() {
		if words["rules."+id] == "" {
			t.Errorf("no words for the rule book %q", id)
		}
		book, err := books.Open(id, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, use := range book.(scoring.Informed).Facts() {
			if use.Fact.Flag() != 0 && words["flag."+string(use.Fact)] == "" {
				t.Errorf("%s: no words for the circumstance %q", id, use.Fact)
			}
		}
	}
}

func englishWords(t *testing.T) map[string]string {
	t.Helper()
	_, _, body := sharedtest.Get(t, serve(t, scoreboard.Config{})+"/words/en.json")
	words := map[string]string{}
	if err := json.Unmarshal([]byte(body), &words); err != nil {
		t.Fatal(err)
	}
	return words
}

// A word that is missing in one language shows its key to the club.
func TestEveryLanguageHasTheSameWords(t *testing.T) {
	address := serve(t, scoreboard.Config{})
	keys := map[string][]string{}
	for _, lang := range []string{"en", "zh", "ja"} {
		_, _, body := sharedtest.Get(t, address+"/words/"+lang+".json")
		words := map[string]string{}
		if err := json.Unmarshal([]byte(body), &words); err != nil {
			t.Fatal(err)
		}
		for key, text := range words {
			if text == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
			keys[lang] = append(keys[lang], key)
		}
		slices.Sort(keys[lang])
	}
	for _, lang := range []string{"zh", "ja"} {
		if !slices.Equal(keys["en"], keys[lang]) {
			for _, key := range keys["en"] {
				if !slices.Contains(keys[lang], key) {
					t.Errorf("%s lacks %s", lang, key)
				}
			}
			for _, key := range keys[lang] {
				if !slices.Contains(keys["en"], key) {
					t.Errorf("en lacks %s", key)
				}
			}
		}
	}
}

// TestAHandIsCalledAtAnyPlace claims that the console has a button for each place, named by who
// sits there, and that it says why it cannot take a photograph.
func TestAHandIsCalledAtAnyPlace(t *testing.T) {
	p, asked, teller := console(t)
	const buttons = "[...document.querySelectorAll('#call button')]"
	camera := func(part string) {
		teller.tell([]recorded{{Topic: string(mqtt.KindAvailability), Payload: json.RawMessage(`{"status":"degraded","parts":{"camera":` + part + `}}`)}})
	}
	names := eval[[]string](p, buttons+".map((b) => b.textContent)")
	if want := []string{"N佐藤 健", "E林小梅", "S周文", "WAnna"}; !slices.Equal(names, want) {
		t.Errorf("places %q, want %q", names, want)
	}
	p.tap("#call button:nth-child(3)")
	eventually(t, "called", func() bool { return asked.last() == `call {"by":"Mei","place":3}` })
	for _, tc := range []struct {
		part, why string
		disabled  bool
	}{
		{`{"online":false,"code":"black"}`, "the picture is black", false}, // the next look may find it well
		{`{"online":false,"code":"no-camera"}`, "There is no picture from a camera", true},
		{`{"online":false,"code":"bad-faces"}`, "teach them again at /setup", true},
	} {
		camera(tc.part)
		p.until("#call p", tc.why)
		if got := eval[bool](p, buttons+".every((b) => b.disabled)"); got != tc.disabled {
			t.Errorf("%s: disabled %v, want %v", tc.part, got, tc.disabled)
		}
	}
	camera(`{"online":true}`)
	eventually(t, "the camera is back", func() bool { return eval[bool](p, buttons+".every((b) => !b.disabled)") })
}
