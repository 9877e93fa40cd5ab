package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	keys "github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jantaku/device"
	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/demo"
	"jantaku/laboratory/scene"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/vision/teach"
)

// newcomer is somebody who has a machine with nothing on it, a camera over a table, and a board.
type newcomer struct {
	tab
	page  string
	board *device.Simulator
	steps []string
	table *drawnTable

	patience time.Duration // of waits
	refused  int           // how often something was refused, in words
	opened   int           // how often a step was opened by its address
}

// drawnTable is a table under a camera that is reached over HTTP.
type drawnTable struct {
	t     *testing.T
	mu    sync.Mutex
	image []byte
}

// lay draws what lies there, before anybody looks.
func (d *drawnTable) lay(s scene.Spec) {
	d.t.Helper()
	img, _, err := scene.Render(s)
	if err != nil {
		d.t.Fatal(err)
	}
	image, err := scene.Encode(img, 92)
	if err != nil {
		d.t.Fatal(err)
	}
	d.shows(image)
}

func (d *drawnTable) shows(image []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.image = image
}

// ServeHTTP gives the picture.
func (d *drawnTable) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w.Header().Set("Content-Type", "image/jpeg")
	w.Write(d.image)
}

// layRows lays rows as they are asked for: straight but by hand, a hand's breadth apart.
func layRows(l teach.Layout, seed uint64) scene.Spec {
	s := scene.WholeTable()
	s.Seed = seed
	random := rand.New(rand.NewPCG(seed, 1))
	jolt := func(most float64) float64 { return most * (2*random.Float64() - 1) }
	const apart = 110 // mm
	for r, row := range l.Rows {
		y := apart * (float64(len(l.Rows)-1)/2 - float64(r))
		for i, tile := range row {
			at := models.Point{X: (float64(i)-float64(len(row)-1)/2)*(s.Size.Width+.3) + jolt(.1), Y: y + jolt(.5)}
			turn := jolt(.5)
			if l.Place == 3 {
				at, turn = models.Point{X: -at.X, Y: -at.Y}, turn+180
			}
			s.Tiles = append(s.Tiles, scene.Placed{Tile: tile, At: at, Turn: turn, Row: r, Index: i})
		}
	}
	return s
}

// arrive starts the program as somebody does who has just installed it, and opens its page.
func arrive(t *testing.T, lang string) *newcomer {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds; skipping with -short")
	}
	n := &newcomer{table: &drawnTable{t: t}, patience: sharedtest.Patience}
	n.table.lay(scene.WholeTable())
	var err error
	if n.board, err = device.NewSimulator(device.SimulatorOptions{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.board.Close() })
	web := fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t))
	t.Setenv("JANTAKU_WEB__LISTEN", web)
	t.Setenv("JANTAKU_MQTT__LISTEN", fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t)))
	t.Setenv("STATE_DIRECTORY", "")
	t.Chdir(t.TempDir())
	at, err := config.Find("")
	if err != nil || !at.Fresh {
		t.Fatalf("%+v, %v", at, err)
	}
	running, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- keepRunning(running, at, testLog()) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	n.tab, n.page = tab{t: t, ctx: newScreen(t, 1366, 1000)}, "http://"+web+"/"
	waitForPage(t, n.page+"healthz")
	n.do(chromedp.Navigate(n.page + "?lang=" + lang))
	return n
}

func waitForPage(t *testing.T, address string) {
	t.Helper()
	for end := time.Now().Add(sharedtest.Patience); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if answer, err := http.Get(address); err == nil {
			answer.Body.Close()
			return
		}
	}
	t.Fatal(address, "does not answer")
}

// step is one thing that the person does.
func (n *newcomer) step(what string) {
	n.t.Helper()
	n.steps = append(n.steps, what)
}

// waits until an expression of the page is true.
func (n *newcomer) waits(what, expression string) {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.ctx, n.patience)
	defer cancel()
	if err := chromedp.Run(ctx, chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(n.patience))); err != nil {
		n.t.Fatalf("step %d, waiting for %s: %v; the page says %q %q", len(n.steps), what, err, n.text("#step"), n.text("#toast"))
	}
}

// title waits for a step of the set-up to be open.
func (n *newcomer) title(word string) {
	n.t.Helper()
	n.waits(word, fmt.Sprintf(`document.querySelector("#step h2")?.innerText.startsWith(%q)`, word))
}

// hand lets a player win at the table, in a picture and on the board.
func (n *newcomer) hand() {
	n.t.Helper()
	win, err := models.ParseText("123m456p777s555z2p +2p seat=S from=E")
	if err != nil {
		n.t.Fatal(err)
	}
	studio := demo.NewTableStudio(7)
	if err := studio.Lay(demo.Deal{Place: 2, From: 1, Hand: win.Hand, Win: win.Tile}); err != nil {
		n.t.Fatal(err)
	}
	seen, err := studio.Camera().Next(n.t.Context())
	if err != nil {
		n.t.Fatal(err)
	}
	n.table.shows(seen.Data)
	if err := n.board.PlayHand(n.t.Context(), device.Play{Rolls: [][2]int{{3, 4}, {2, 2}}, Roller: 1, Winner: 2, From: 1, Tile: win.Tile}); err != nil {
		n.t.Fatal(err)
	}
}

// recorded waits until a hand is in the books.
func (n *newcomer) recorded() {
	n.t.Helper()
	for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		books, err := ledger.OpenForReading(n.t.Context(), filepath.Join("data", config.LedgerName), ledger.WithShelf(cliinput.Shelf))
		if err != nil {
			continue
		}
		state := books.State()
		books.Close()
		if state.Position.Hands == 1 {
			return
		}
	}
	n.t.Fatalf("no hand is in the books; the console says %q", n.text("body"))
}

// mostSteps is how much is asked of somebody between an empty folder and the first hand.
const mostSteps = 15

func (n *newcomer) count() {
	n.t.Helper()
	if n.t.Logf("%d steps: %s", len(n.steps), strings.Join(n.steps, "; ")); len(n.steps) > mostSteps {
		n.t.Errorf("%d steps, at most %d", len(n.steps), mostSteps)
	}
}

// choose sets a choice of the page as its list does.
func (n *newcomer) choose(label, value string) {
	n.t.Helper()
	n.waits(label, fmt.Sprintf(`(() => {
		const one = [...document.querySelectorAll("#step label")].find((l) => l.innerText.startsWith(%q))?.querySelector("select");
		if (!one || ![...one.options].some((o) => o.value === %q)) return false;
		one.value = %q;
		one.dispatchEvent(new Event("change"));
		return true;
	})()`, label, value, value))
}

// types into the field with a label.
func (n *newcomer) types(label, text string) {
	n.t.Helper()
	n.waits(label, fmt.Sprintf(`(() => {
		const one = [...document.querySelectorAll("#step label")].find((l) => !l.hidden && l.innerText.startsWith(%q))?.querySelector("input");
		one?.focus();
		return !!one;
	})()`, label))
	n.do(keys.InsertText(text))
}

const nextButton = "#step .ends button.main"

// TestATableWithoutACameraIsSetUpOnATelephone is the short walk: without a camera nothing is measured or
// taught. Nothing may be wider than the telephone.
func TestATableWithoutACameraIsSetUpOnATelephone(t *testing.T) {
	n := arrive(t, "en")
	n.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	n.step("open the page")
	for _, s := range []struct{ title, step string }{{"Camera", ""}, {"Table", ""}, {"Tiles", "camera, table and tiles: none"}, {"Table's board", "serial port"},
		{"Rules", "rules"}, {"Players", "players"}, {"Network", "network and password"}, {"Finish", "save"}} {
		n.title(s.title)
		switch s.title {
		case "Table's board":
			n.choose("Serial port", "\x00")
			n.types("Name of the port", n.board.Port())
			n.do(chromedp.Click("#step h2"))
			n.waits("the board", `document.querySelectorAll(".heard b").length > 0`)
		case "Rules":
			n.choose("Rule book", "riichi")
			n.waits("what the book lets a club choose", `document.querySelector("#step").innerText.includes("Uma")`) // below which is Next
		case "Players":
			for i, name := range []string{"Ann", "Bo", "Cui", "Dai"} {
				n.types(fmt.Sprintf("Place %d", i+1), name)
			}
		case "Network":
			n.types("Admin's password", "correct horse")
		}
		n.fits(s.title)
		n.picture("setup-phone-" + s.title)
		if s.step != "" {
			n.step(s.step)
		}
		n.do(chromedp.Click(nextButton))
	}
	n.waits("the addresses", `document.querySelectorAll(".addresses img").length === 5`)
	n.fits("the addresses")
	n.picture("setup-phone-addresses")
	n.step("open the console")
	n.do(chromedp.Click(`.addresses a[href^="console"]`), chromedp.WaitVisible("#acts button"))
	n.step("a hand is drawn, nobody is ready")
	n.tap("#acts", "Drawn hand")
	n.tap("#sheet", "Record the draw")
	n.recorded()
	n.count()
}

// fits looks that nothing is wider than the screen.
func (n *newcomer) fits(what string) {
	n.t.Helper()
	var wide []string
	n.do(chromedp.Evaluate(`[...document.body.querySelectorAll("*")].filter((e) => e.getClientRects().length && e.getBoundingClientRect().right > innerWidth + 1)
		.map((e) => e.tagName + "." + e.className + " " + e.textContent.slice(0, 40))`, &wide))
	if len(wide) > 0 {
		n.t.Errorf("%s: wider than the screen: %q", what, wide)
	}
}

// TestATableIsSetUpWithTheMouse claims that from an empty folder to the first hand in the books a
// person needs no command line and at most 15 steps.
func TestATableIsSetUpWithTheMouse(t *testing.T) {
	sharedtest.ByNight(t)
	n := arrive(t, "ja")
	camera := httptest.NewServer(n.table)
	t.Cleanup(camera.Close)
	n.step("open the page")
	n.title("カメラ")
	n.choose("カメラ", "\x00")
	n.types("カメラのアドレス", camera.URL+"/table.jpg")
	n.do(chromedp.Click("#step h2")) // leaves the field
	n.waits("a picture", `document.querySelector("#step meter")?.value > 0.1`)
	n.picture("setup-camera-ja")
	n.step("camera and focus")
	n.do(chromedp.Click(nextButton))

	n.title("卓")
	n.outlines(scene.WholeTable(), scene.WholeTable().ClothCorners())
	n.picture("setup-table-ja")
	n.step("corners of the cloth")
	n.do(chromedp.Click(nextButton))

	n.title("牌")
	n.teach(func() { n.do(chromedp.Click("#step button.main[type=button]")) })
	n.picture("setup-tiles-ja")
	n.do(chromedp.Click(nextButton))

	n.title("卓の基板")
	n.choose("シリアルポート", "\x00")
	n.types("ポート名", n.board.Port())
	n.do(chromedp.Click("#step h2"))
	n.waits("the board", `document.querySelectorAll(".heard b").length > 0 && document.querySelectorAll(".heard code").length > 0`)
	n.picture("setup-line-ja")
	n.step("serial port")
	n.do(chromedp.Click(nextButton))

	n.title("ルール")
	n.choose("ルールブック", "lingque-29")
	n.picture("setup-rules-ja")
	n.step("rules")
	n.do(chromedp.Click(nextButton))

	n.finishes(closing{"対局者", "%d番席", "ネットワーク", "管理者のパスワード", "完了"}, "明", "Bo", "春", "大")
	n.do(chromedp.Click(`.addresses a[href^="console"]`))
	n.step("lay the hand, press the button of the winner")
	n.hand()
	n.waits("the hand", `document.querySelector("#hand .final button.main, #last .headline")`)
	n.picture("setup-hand-ja")
	n.retouch("二筒", "3p", "2p")
	n.step("nothing special: confirm")
	n.do(chromedp.Evaluate(`document.querySelector("#hand .final button.main")?.click()`, nil))
	n.recorded()
	n.count()
	n.saved(camera.URL)
}

// retouch makes one of two tiles of a name another one on the photograph, and that one right again: two
// taps each, through the program and the eye's own reading.
func (n *newcomer) retouch(name, wrong, right string) {
	n.t.Helper()
	named := fmt.Sprintf(`[...document.querySelectorAll("#hand .frame")].filter((f) => f.title.includes(%q))`, name)
	tap := func(frame, tile string, left int) {
		n.waits("the frame", fmt.Sprintf(`(() => { const one = %s; one?.click(); return !!one; })()`, frame))
		n.waits("the faces", fmt.Sprintf(`(() => { const one = document.querySelector('#sheet .all img[src="tiles/%s.svg"]')?.closest("button"); one?.click(); return !!one; })()`, tile))
		n.waits("the tile on the photograph", fmt.Sprintf(`%s.length === %d`, named, left))
	}
	n.waits("the photograph", named+".length === 2")
	n.do(chromedp.Evaluate(fmt.Sprintf(`window.touched = [...document.querySelectorAll("#hand .frame")].indexOf(%s[0])`, named), nil))
	tap(named+"[0]", wrong, 1)
	n.picture("setup-hand-wrong")
	tap(`document.querySelectorAll("#hand .frame")[window.touched]`, right, 2)
}

// teach lays what the page asks for until it knows the set.
func (n *newcomer) teach(photograph func()) {
	n.t.Helper()
	for shot := 1; ; shot++ {
		n.waits("what to lay", `document.querySelector(".rows img") || document.querySelector("#step p.good[role=status]")`)
		var taught bool
		n.do(chromedp.Evaluate(`!!document.querySelector("#step p.good[role=status]") && !document.querySelector(".rows img")`, &taught))
		if taught {
			return
		}
		var l teach.Layout
		var rows []string
		n.do(chromedp.Evaluate(`[...document.querySelectorAll(".rows .tiles")].map((r) => [...r.querySelectorAll("img")].map((i) => i.src.split("/").at(-1).replace(".svg", "")).join(""))`, &rows))
		for _, row := range rows {
			tiles, err := models.ParseTiles(row)
			if err != nil {
				n.t.Fatal(err)
			}
			l.Rows = append(l.Rows, tiles)
		}
		l.Place = 1
		var text string
		n.do(chromedp.Evaluate(`document.querySelectorAll("#step .choices .choices p")[1].innerText`, &text))
		if strings.Contains(text, "3") {
			l.Place = 3
		}
		n.table.lay(layRows(l, uint64(shot)))
		n.step(fmt.Sprintf("lay and photograph %d", shot))
		photograph()
		n.waits("the photograph", `document.querySelector("#step button[aria-busy=false]")`)
		n.waits("learning", `document.querySelector("#step progress").hidden`)
		if shot > 6 {
			n.t.Fatalf("after %d photographs the page says %q", shot, n.text("#step"))
		}
	}
}

// outlines drags the corners of the cloth to where a picture of some size has them.
func (n *newcomer) outlines(over scene.Spec, corners [4]models.Point) {
	n.t.Helper()
	n.waits("corners", `document.querySelectorAll(".corner:not([hidden])").length === 4`)
	for i, at := range corners {
		n.drag(i, at, over)
	}
	n.waits("the zones", `document.querySelectorAll(".over .river, .over .hand").length === 8`)
}

// closing are the words of the last pages: titles, and the labels of what is typed.
type closing struct{ players, place, network, password, finish string }

// finishes types who plays and a password, and saves. The addresses are shown then.
func (n *newcomer) finishes(words closing, names ...string) {
	n.t.Helper()
	n.title(words.players)
	for i, name := range names {
		n.types(fmt.Sprintf(words.place, i+1), name)
	}
	n.step("players")
	n.do(chromedp.Click(nextButton))
	n.title(words.network)
	n.types(words.password, "correct horse")
	n.picture("setup-network")
	n.step("network and password")
	n.do(chromedp.Click(nextButton))
	n.title(words.finish)
	n.step("save")
	n.do(chromedp.Click(nextButton))
	n.waits("the addresses", `document.querySelectorAll(".addresses img").length === 5`)
	n.picture("setup-finish")
	n.step("open the console")
}

// drag pulls a corner to where it is seen.
func (n *newcomer) drag(i int, to models.Point, over scene.Spec) {
	n.t.Helper()
	var box struct{ X, Y, W, H, HX, HY float64 }
	n.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const b = document.querySelector(".view canvas").getBoundingClientRect(), h = document.querySelectorAll(".corner")[%d].getBoundingClientRect();
		return { X: b.x, Y: b.y, W: b.width, H: b.height, HX: h.x + h.width / 2, HY: h.y + h.height / 2 };
	})()`, i), &box))
	x, y := box.X+(to.X+.5)/float64(over.Width)*box.W, box.Y+(to.Y+.5)/float64(over.Height)*box.H
	n.do(keys.DispatchMouseEvent(keys.MousePressed, box.HX, box.HY).WithButton(keys.Left).WithClickCount(1),
		keys.DispatchMouseEvent(keys.MouseMoved, (x+box.HX)/2, (y+box.HY)/2).WithButton(keys.Left),
		keys.DispatchMouseEvent(keys.MouseMoved, math.Round(x*4)/4, math.Round(y*4)/4).WithButton(keys.Left))
	if i == 1 {
		n.picture("setup-glass")
	}
	n.do(keys.DispatchMouseEvent(keys.MouseReleased, x, y).WithButton(keys.Left).WithClickCount(1))
	var there models.Point
	n.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const at = document.querySelectorAll(".corner")[%d].style; return [parseFloat(at.left), parseFloat(at.top)]; })()`, i), &there))
	const near = 2 // pixels of the picture, of which the page shows two thirds
	if dx, dy := there.X/100*float64(over.Width)-to.X-.5, there.Y/100*float64(over.Height)-to.Y-.5; math.Hypot(dx, dy) > near {
		n.t.Errorf("corner %d is %.1f, %.1f pixels from where it was dragged", i+1, dx, dy)
	}
}

// saved looks at the file that was written.
func (n *newcomer) saved(camera string) {
	n.t.Helper()
	text, err := os.ReadFile("jantaku.yaml")
	if err != nil {
		n.t.Fatal(err)
	}
	for _, want := range []string{"# Serial port of the table's adapter board.", "  source: " + camera, "  faces: data/faces.json", "  calibration: data/camera.json", "role: admin", "argon2id"} {
		if !strings.Contains(string(text), want) {
			n.t.Errorf("the configuration has no %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "correct horse") {
		n.t.Error("the password stands in the configuration")
	}
}

// press types keys as a keyboard does.
func (n *newcomer) press(text string, options ...chromedp.KeyOption) {
	n.t.Helper()
	n.do(chromedp.KeyEvent(text, options...))
}

// tabTo goes on with the tabulator until what has the focus matches.
func (n *newcomer) tabTo(selector string) {
	n.t.Helper()
	n.waits(selector, fmt.Sprintf(`!!document.querySelector(%q)`, selector))
	for range 80 {
		var there bool
		n.do(chromedp.Evaluate(fmt.Sprintf(`document.activeElement?.matches(%q) ?? false`, selector), &there))
		if there {
			return
		}
		n.press(kb.Tab)
	}
	n.t.Fatalf("step %d: %s is not reached with the tabulator", len(n.steps), selector)
}

// enter goes to something and presses it.
func (n *newcomer) enter(selector string) {
	n.t.Helper()
	n.tabTo(selector)
	n.press(kb.Enter)
}

// arrows move a corner to where it is seen.
func (n *newcomer) arrows(i int, to models.Point, over scene.Spec) {
	n.t.Helper()
	n.tabTo(fmt.Sprintf(".corner:nth-of-type(%d)", i+1))
	var left, top float64
	n.do(chromedp.Evaluate(`parseFloat(document.activeElement.style.left)`, &left), chromedp.Evaluate(`parseFloat(document.activeElement.style.top)`, &top))
	const large = 20 // pixels that an arrow with Shift goes
	for _, way := range []struct {
		far        float64
		less, more string
	}{{to.X + .5 - left/100*float64(over.Width), kb.ArrowLeft, kb.ArrowRight}, {to.Y + .5 - top/100*float64(over.Height), kb.ArrowUp, kb.ArrowDown}} {
		key, far := way.more, int(math.Round(math.Abs(way.far)))
		if way.far < 0 {
			key = way.less
		}
		n.press(strings.Repeat(key, far/large), chromedp.KeyModifiers(keys.ModifierShift))
		n.press(strings.Repeat(key, far%large))
	}
}

// TestATableIsSetUpWithTheKeyboard does the same without a mouse.
func TestATableIsSetUpWithTheKeyboard(t *testing.T) {
	sharedtest.ByNight(t)
	n := arrive(t, "zh")
	camera := httptest.NewServer(n.table)
	t.Cleanup(camera.Close)
	n.step("open the page")
	n.title("相机")
	n.tabTo("#step select")
	n.press(kb.End) // another one, whose address is typed
	n.tabTo("#step input[type=text]")
	n.press(camera.URL + "/table.jpg" + kb.Tab)
	n.waits("a picture", `document.querySelector("#step meter")?.value > 0.1`)
	n.step("camera and focus")
	n.enter(nextButton)

	n.title("牌桌")
	n.waits("corners", `document.querySelectorAll(".corner:not([hidden])").length === 4`)
	over := scene.WholeTable()
	for i, at := range over.ClothCorners() {
		n.arrows(i, at, over)
	}
	n.waits("the zones", `document.querySelectorAll(".over .river, .over .hand").length === 8`)
	n.picture("setup-table-zh")
	n.step("corners of the cloth")
	n.enter(nextButton)

	n.title("牌面")
	n.teach(func() { n.enter("#step button.main[type=button]") })
	n.picture("setup-tiles-zh")
	n.enter(nextButton)

	n.title("牌桌接线板")
	n.tabTo("#step select")
	n.press(kb.End)
	n.tabTo("#step input[type=text]")
	n.press(n.board.Port() + kb.Tab)
	n.waits("the board", `document.querySelectorAll(".heard b").length > 0`)
	n.step("serial port")
	n.enter(nextButton)

	n.title("规则")
	n.step("rules")
	n.enter(nextButton)

	n.title("选手")
	n.tabTo("#step input[type=text]")
	n.press(strings.Join([]string{"Ann", "Bo", "Cui", "Dai"}, kb.Tab))
	n.step("players")
	n.enter(nextButton)

	n.title("网络")
	n.tabTo("#step input[minlength]")
	n.press("correct horse")
	n.picture("setup-network-zh")
	n.step("network and password")
	n.enter(nextButton)

	n.title("完成")
	n.step("save")
	n.enter(nextButton)
	n.waits("the addresses", `document.querySelectorAll(".addresses img").length === 5`)
	n.picture("setup-finish-zh")
	n.step("open the console")
	n.enter(`.addresses a[href^="console"]`)
	n.step("lay the hand, press the button of the winner")
	n.hand()
	n.waits("the hand", `document.querySelector("#hand .final button.main")`)
	n.step("nothing special: confirm")
	n.enter("#hand .final button.main")
	n.recorded()
	n.count()
	n.saved(camera.URL)
}
