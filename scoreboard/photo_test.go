package scoreboard_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoreboard"
)

// darkroomAlbum shows a row of white tiles of 40 × 56 pixels on green cloth, 640 × 480, and as "side" the same
// turned by a quarter with the clock, as the player at the left lays it.
type darkroomAlbum struct{ album }

const albumLeft, albumTop, albumWide, albumHigh = 40, 200, 40, 56

func (darkroomAlbum) Photo(_ context.Context, sum string) (models.Photo, error) {
	picture := image.NewRGBA(image.Rect(0, 0, 640, 480))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(color.RGBA{20, 90, 60, 255}), image.Point{}, draw.Src)
	for i := range 13 {
		at := image.Rect(albumLeft+albumWide*i+1, albumTop, albumLeft+albumWide*(i+1)-1, albumTop+albumHigh)
		draw.Draw(picture, at, image.NewUniform(color.RGBA{250, 250, 240, 255}), image.Point{}, draw.Src)
	}
	draw.Draw(picture, image.Rect(albumLeft+4, albumTop+4, albumLeft+16, albumTop+16), image.Black, image.Point{}, draw.Src) // the first has a mark at its top left
	if sum == "side" {
		turned := image.NewRGBA(image.Rect(0, 0, 480, 640))
		for y := range 480 {
			for x := range 640 {
				turned.Set(479-y, x, picture.At(x, y))
			}
		}
		picture = turned
	}
	var b bytes.Buffer
	err := png.Encode(&b, picture)
	return models.Photo{Type: "image/png", Data: b.Bytes()}, err
}

// photographed is a hand of 13 seen tiles, of which the one at doubt may be another.
func photographed(t *testing.T, hand string, revision, doubt int) recorded {
	t.Helper()
	tiles, err := models.ParseTiles("123456789m1122z")
	if err != nil {
		t.Fatal(err)
	}
	review := map[string]any{"needs": []string{"hand"}, "revision": revision, "problem": "too few", "reasons": []models.Reason{{Code: "not-a-win"}},
		"hand": map[string]any{"hand": hand, "number": 8, "kind": "win", "status": "pending", "rules": "lingque-29", "payments": []any{},
			"wins": []any{map[string]any{"winner": map[string]any{"place": 4, "seat": "W", "name": "Anna"}, "photo": "abc",
				"win": map[string]any{"concealed": "", "melds": []any{}, "win": "", "flags": []any{}}}}}}
	var seen []mqtt.ReviewTile
	for i, tile := range tiles {
		x := float64(albumLeft + albumWide*i)
		one := mqtt.ReviewTile{Index: i, Tile: tile, Confidence: .99, Meld: -1, Doubt: i == doubt, Box: [4]models.Point{{X: x, Y: albumTop}, {X: x + albumWide, Y: albumTop}, {X: x + albumWide, Y: albumTop + albumHigh}, {X: x, Y: albumTop + albumHigh}}}
		if i == doubt {
			one.Alternatives = []models.Candidate{{Tile: models.NewTile(models.Characters, 1), Confidence: .27}}
		}
		seen = append(seen, one)
	}
	review["tiles"] = seen
	payload, err := json.Marshal(review)
	if err != nil {
		t.Fatal(err)
	}
	return recorded{Topic: string(mqtt.KindReview), Payload: payload}
}

// darkroom opens the console, as wide as a phone or a desk, with a photographed hand.
func darkroom(t *testing.T, lang string, width, height int) (*page, *program, teller) {
	t.Helper()
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	teller.tell([]recorded{photographed(t, "h8", 3, 6)})
	asked := &program{}
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker, Requests: asked, Photos: darkroomAlbum{}})+"/console?lang="+lang, width, height)
	eventually(t, "the photograph is shown", func() bool { return laidWidth(p) == 640 })
	return p, asked, teller
}

// laidWidth is how many pixels wide the photograph is that is shown where it belongs; 0 before, as it is for a moment after it was fetched.
func laidWidth(p *page) int {
	return eval[int](p, "(() => { const i = document.querySelector('.framed img'); return i?.style.width ? i.naturalWidth : 0; })()")
}

// TestTilesArePutRightOnThePhotographInTwoTaps claims that a wrong face, a tile too many and a
// missing one are two taps each, that frames lie on their tiles and are wide enough for a thumb,
// and that the request names the hand and the revision that was looked at.
func TestTilesArePutRightOnThePhotographInTwoTaps(t *testing.T) {
	for _, size := range [][2]int{{390, 844}, {1366, 768}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			p, asked, _ := darkroom(t, "en", size[0], size[1])
			p.picture(fmt.Sprint("photo-", size[0]))
			small := eval[[]string](p, `[...document.querySelectorAll(".photo button")].flatMap((b) => {
				const { width, height } = b.getBoundingClientRect();
				return Math.min(width, height) < 43.9 ? [b.ariaLabel + " " + width + "×" + height] : [];
			})`)
			if len(small) > 0 {
				t.Errorf("too small for a thumb: %q", small)
			}
			// The frame of the seventh tile, in pixels of the picture.
			at := eval[[]float64](p, `(() => {
				const picture = document.querySelector(".framed img"), box = picture.getBoundingClientRect(), k = picture.naturalWidth / box.width;
				const frame = document.querySelectorAll(".frame")[6].getBoundingClientRect();
				return [(frame.left - box.left) * k, (frame.top - box.top) * k, frame.width * k, frame.height * k];
			})()`)
			for i, want := range []float64{albumLeft + 6*albumWide, albumTop, albumWide, albumHigh} {
				if at[i] < want-1 || at[i] > want+1 {
					t.Errorf("the frame is at %v, want %v", at, []int{albumLeft + 6*albumWide, albumTop, albumWide, albumHigh})
					break
				}
			}
			for _, tt := range []struct{ name, first, second, want string }{
				{"another face", ".frame.doubt", "#sheet .candidates button", `"seen":[{"index":6,"tile":"1m"}]`},
				{"none there", ".frame:nth-of-type(3)", "#sheet .now button:last-child", `"seen":[{"index":2}]`},
				{"one missing at the end", ".plus:last-of-type", `#sheet .all button[aria-label="South"]`, `"seen":[{"index":12,"tile":"2z","beside":"right"}]`},
				{"a flower", ".frame:nth-of-type(1)", `#sheet .all button[aria-label="Plum"]`, `"seen":[{"index":0,"tile":"5f"}]`},
			} {
				p.do(chromedp.Evaluate("document.querySelector("+quote(tt.first)+").click()", nil))
				p.tap(tt.second)
				eventually(t, tt.name, func() bool { return asked.last() == `amend {`+tt.want+`,"hand":"h8","revision":3}` })
			}
			if len(p.faults) > 0 {
				t.Errorf("faults %q", p.faults)
			}
		})
	}
}

// TestAHandOfASideLiesAlongTheWidth claims that the photograph of a player at the side is turned to how he
// sees it, with the frames and what is added where the tiles are.
func TestAHandOfASideLiesAlongTheWidth(t *testing.T) {
	p, asked, teller := darkroom(t, "en", 390, 844)
	side := photographed(t, "h9", 4, 6)
	var review map[string]any
	if err := json.Unmarshal(side.Payload, &review); err != nil {
		t.Fatal(err)
	}
	for _, one := range review["tiles"].([]any) {
		for _, corner := range one.(map[string]any)["box"].([]any) {
			xy := corner.([]any)
			xy[0], xy[1] = 480-xy[1].(float64), xy[0]
		}
	}
	side.Payload, _ = json.Marshal(review)
	side.Payload = bytes.ReplaceAll(side.Payload, []byte(`"photo":"abc"`), []byte(`"photo":"side"`))
	teller.tell([]recorded{side})
	eventually(t, "the other photograph is shown", func() bool { return laidWidth(p) == 480 })
	p.do(chromedp.Evaluate("document.querySelector('.photo').scrollIntoView()", nil))
	p.picture("photo-side")
	// Where the middle of each frame is in the picture before it was turned.
	at := eval[[][]float64](p, `(() => {
		const box = document.querySelector(".framed img").getBoundingClientRect(), k = 480 / box.height;
		return [...document.querySelectorAll(".frame")].map((f) => {
			const { left, top, width, height } = f.getBoundingClientRect();
			return [(box.bottom - top - height / 2) * k, (left + width / 2 - box.left) * k];
		});
	})()`)
	for i, got := range at {
		want := [2]float64{480 - albumTop - albumHigh/2, float64(albumLeft + albumWide*i + albumWide/2)}
		if max(got[0]-want[0], want[0]-got[0], got[1]-want[1], want[1]-got[1]) > 1.5 {
			t.Errorf("the frame of tile %d is at %.1f, want %v", i, got, want)
		}
	}
	p.do(chromedp.Evaluate("document.querySelectorAll('.plus')[1].click()", nil)) // at the right end
	p.tap(`#sheet .all button[aria-label="South"]`)
	eventually(t, "one is missing", func() bool {
		return asked.last() == `amend {"seen":[{"index":12,"tile":"2z","beside":"right"}],"hand":"h9","revision":4}`
	})
}

// TestTheConsoleIsUsedWithoutAMouse claims that a hand is corrected and confirmed by keyboard
// alone: what had the focus has it after every change, a sheet takes it and gives it back, and
// Escape closes a sheet.
func TestTheConsoleIsUsedWithoutAMouse(t *testing.T) {
	p, asked, teller := darkroom(t, "en", 1366, 768)
	focused := func() string {
		return eval[string](p, "document.activeElement.ariaLabel || document.activeElement.textContent")
	}
	press := func(keys string) { p.do(chromedp.KeyEvent(keys)) }
	p.do(chromedp.Evaluate("document.querySelectorAll('.frame')[6].focus()", nil))
	press("\r")
	p.until("#sheet h2", "Change tile")
	press("\t") // from the button that closes to what can be done
	if got := focused(); got == "" || eval[bool](p, "!document.querySelector('#sheet').contains(document.activeElement)") {
		t.Errorf("%q has the focus beside the sheet", got)
	}
	press("\u001b")
	eventually(t, "closed", func() bool { return !eval[bool](p, "document.querySelector('#sheet').open") })
	if got := focused(); !strings.HasPrefix(got, "7 of characters") {
		t.Errorf("after the sheet %q has the focus", got)
	}
	press("\r")
	p.until("#sheet h2", "Change tile")
	teller.tell([]recorded{photographed(t, "h8", 4, 5)}) // somebody else corrects the same hand
	eventually(t, "drawn again", func() bool { return eval[bool](p, "document.querySelectorAll('.frame')[5].matches('.doubt')") })
	press("\u001b")
	eventually(t, "closed again", func() bool { return !eval[bool](p, "document.querySelector('#sheet').open") })
	eventually(t, "a tile has the focus after the change", func() bool {
		return strings.HasPrefix(focused(), "8 of characters") || strings.HasPrefix(focused(), "7 of characters")
	})
	p.do(chromedp.Evaluate("[...document.querySelectorAll('#hand .row')][0].children[1].focus()", nil))
	press("\r")
	eventually(t, "another winner", func() bool { return asked.last() == `amend {"place":2,"from":2,"hand":"h8","revision":4}` })
}

// TestANewHandIsAnnouncedWhileOneCorrects claims that a sheet which is about no hand stays open
// when another hand comes in doubt, and that the new hand is said over it.
func TestANewHandIsAnnouncedWhileOneCorrects(t *testing.T) {
	p, _, teller := darkroom(t, "en", 390, 844)
	p.do(chromedp.Evaluate("[...document.querySelectorAll('#acts button')].find((b) => b.textContent === 'Penalty').click()", nil))
	p.until("#sheet h2", "Penalty")
	teller.tell([]recorded{photographed(t, "h9", 1, 2)})
	p.until("#toast", "A new hand waits: Anna")
	if !eval[bool](p, "document.querySelector('#sheet').open && document.querySelector('#toast').matches(':popover-open')") {
		t.Error("the sheet is closed, or the message is behind it")
	}
}

// TestAHandBehindIsAnnounced claims that a hand which has to wait behind the one that is looked at is said too, over
// an open sheet.
func TestAHandBehindIsAnnounced(t *testing.T) {
	p, _, teller := darkroom(t, "en", 390, 844)
	p.do(chromedp.Evaluate("document.querySelectorAll('.frame')[6].click()", nil))
	p.until("#sheet h2", "Change tile")
	same := photographed(t, "h8", 3, 6)
	same.Payload = bytes.Replace(same.Payload, []byte(`"revision":3`), []byte(`"revision":3,"behind":1`), 1)
	teller.tell([]recorded{same})
	p.until("#toast", "Waiting behind it: 1")
	if !eval[bool](p, "document.querySelector('#sheet').open && document.querySelector('#toast').matches(':popover-open')") {
		t.Error("the sheet is closed, or the message is behind it")
	}
}

// TestKeysStayWhereTheyAre claims that the keys of a sheet are not moved by what is typed, are
// at least 44 pixels wide and high, and are named in the reader's language.
func TestKeysStayWhereTheyAre(t *testing.T) {
	for lang, want := range map[string]string{"en": "9 of bamboos", "zh": "九索", "ja": "九索"} {
		p, _, _ := darkroom(t, lang, 390, 844)
		p.do(chromedp.Evaluate("document.querySelectorAll('#acts .row')[1].children[0].click()", nil))
		p.until("#sheet h2 small", "+14")
		p.picture("keys-" + lang)
		got := eval[[]string](p, `(() => {
			const keys = () => [...document.querySelectorAll("#sheet .suit button")], at = () => keys().map((b) => { const r = b.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(Math.round).join(); });
			const before = at(), faults = keys().filter((b) => Math.min(b.offsetWidth, b.offsetHeight) < 44).map((b) => "small: " + b.ariaLabel);
			if (keys().length !== 42) faults.push(keys().length + " keys");
			if (!keys().some((b) => b.ariaLabel === `+"`"+want+"`"+`)) faults.push("no key is called `+want+`");
			for (let i = 0; i < 14; i++) { keys()[26].click(); if (at().join(";") !== before.join(";")) faults.push("moved by tile " + i); }
			return faults;
		})()`)
		if len(got) > 0 {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// TestUndoSaysWhatItTakesBack claims that the button names the deed in the reader's language.
func TestUndoSaysWhatItTakesBack(t *testing.T) {
	p, _, teller := darkroom(t, "en", 390, 844)
	for undoes, want := range map[string]string{`{"kind":"hand","hand":7}`: "Undo: hand 7", `{"kind":"corrected","hand":3}`: "Undo: the correction of hand 3",
		`{"kind":"corrected"}`: "Undo: the correction", `{"kind":"penalty"}`: "Undo: the penalty", `{"kind":"match-finished"}`: "Undo: the end of the match"} {
		teller.tell([]recorded{{Topic: string(mqtt.KindMatch), Payload: json.RawMessage(`{"match":"m1","rules":"lingque-29","status":"running","start":1000,"players":[],"hands":[],"can_undo":true,"can_redo":false,"undoes":` + undoes + `}`)}})
		p.until("#acts button", want)
	}
}

// TestATileThatNobodyCouldReadIsAskedWithOneTap claims that the question says where the tile lies, shows it with its neighbours, and sends the face
// that was tapped for it and no other.
func TestATileThatNobodyCouldReadIsAskedWithOneTap(t *testing.T) {
	for _, c := range []struct {
		lang, says string
		width      int
	}{{"en", "tile 7 of 13", 1366}, {"ja", "13枚のうち7枚目", 390}, {"zh", "第7张", 390}} {
		t.Run(c.lang, func(t *testing.T) {
			p, asked, teller := darkroom(t, c.lang, c.width, 844)
			told := photographed(t, "h8", 4, 6)
			told.Payload = json.RawMessage(strings.Replace(string(told.Payload), "{", `{"asks":[{"fact":"seen","tile":6,"move":{"do":"win","place":4},
				"answers":[{"is":"7m","chance":0.62},{"is":"1m","chance":0.27},{"is":"9m","chance":0.04}]}],`, 1))
			teller.tell([]recorded{told})
			p.until("#hand .question h3", c.says)
			eventually(t, "the tile is shown", func() bool {
				return eval[bool](p, `(() => {
					const f = document.querySelector(".crop .frame")?.getBoundingClientRect(), c = document.querySelector(".crop")?.getBoundingClientRect();
					return !!f && f.width > 30 && f.left > c.left && f.right < c.right && document.querySelector(".crop img").naturalWidth > 0;
				})()`)
			})
			p.do(chromedp.Evaluate(`document.querySelector("#hand .question").scrollIntoView({ block: "center" })`, nil))
			p.picture("asked-" + c.lang)
			p.tap("#hand .question .candidates button:nth-child(2)")
			eventually(t, "the tile is said", func() bool {
				op, body, _ := strings.Cut(asked.last(), " ")
				var said struct {
					Hand     string
					Revision int
					Seen     []struct {
						Index int
						Tile  string
					}
				}
				return op == "amend" && json.Unmarshal([]byte(body), &said) == nil && said.Hand == "h8" && said.Revision == 4 && len(said.Seen) == 1 &&
					said.Seen[0].Index == 6 && said.Seen[0].Tile == "1m"
			})
			if len(p.faults) > 0 {
				t.Errorf("faults %q", p.faults)
			}
		})
	}
}
