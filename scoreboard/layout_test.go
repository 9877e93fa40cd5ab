package scoreboard_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/scoring/books"
)

// languages are all three at night, and by day the one with the longest words.
func languages() []string {
	if sharedtest.Night() {
		return []string{"en", "zh", "ja"}
	}
	return []string{"en"}
}

// screens are the sizes that pages are looked at in, wide × high.
var screens = [][2]int64{{1920, 1080}, {1366, 768}, {1024, 768}, {768, 1024}, {390, 844}}

// longNames are as long as a name may sensibly be, in words and without a place to break.
var longNames = [4]string{"Bartholomäus Featherstonehaugh", "欧阳上官司马诸葛长孙夏侯", "Konstantinopoulou-Papadimitriou", "マクシミリアン・フォン・シュヴァルツ"}

// longHand is a won hand as a display gets it, and the scores after it.
type longHand struct {
	name, rules, win, result string
	deltas                   [4]int
	score                    int            // of everybody
	more                     int            // further winners of the same hand, as in Sichuan
	besides                  map[string]any // what else the payload of the hand has
}

func (l longHand) messages(names [4]string) []recorded {
	seats := [4]string{"E", "S", "W", "N"}
	var players, payments []map[string]any
	for i, delta := range l.deltas {
		players = append(players, map[string]any{"place": i + 1, "seat": seats[i], "name": names[i], "score": l.score + delta, "rank": i + 1, "delta": delta})
		payments = append(payments, map[string]any{"place": i + 1, "seat": seats[i], "name": names[i], "delta": delta, "score": l.score + delta})
	}
	say := func(kind mqtt.Kind, payload map[string]any) recorded {
		text, err := json.Marshal(payload)
		if err != nil {
			panic(err)
		}
		return recorded{Topic: string(kind), Payload: text}
	}
	win := map[string]any{"winner": players[0], "discarder": players[1], "win": json.RawMessage(l.win), "result": json.RawMessage(l.result)}
	hand := map[string]any{"hand": l.name + names[0], "seq": 7, "number": 12, "kind": "win", "status": "counted", "rules": l.rules, "round": "S", "wins": []any{win}, "payments": payments}
	for i := range l.more {
		hand["wins"] = append(hand["wins"].([]any), map[string]any{"winner": players[i+1], "win": json.RawMessage(l.win), "result": json.RawMessage(l.result)})
	}
	maps.Copy(hand, l.besides)
	return []recorded{
		say(mqtt.KindScore, map[string]any{"match": "m", "rules": l.rules, "players": players, "dealer": 1, "round": "S", "deal": 4, "hand": 13, "honba": 2, "sticks": 3, "over": false}),
		say(mqtt.KindMatch, map[string]any{"match": "m", "rules": l.rules, "status": "running", "start": l.score, "players": players, "hands": []any{}}),
		say(mqtt.KindHand, hand),
		say(mqtt.KindReview, map[string]any{"needs": []string{"confirm"}, "hand": hand}),
	}
}

// fans are n fans of one worth in turn, as a result has them, by their ids in a rule book.
func fans(n, value int, rules string, ids ...string) string {
	var all []mqtt.Fan
	for i := range n {
		id := ids[i%len(ids)]
		all = append(all, mqtt.Fan{ID: id, Count: 1, Value: json.Number(fmt.Sprint(value))})
		words := books.Words(rules)
		all[i].Names = words.Fans[id]
		all[i].Name = words.Printed(words.Fans[id])
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// allHands are those of longHands, and at night those of the other books.
func allHands() []longHand {
	if !sharedtest.Night() {
		return longHands
	}
	return slices.Concat(longHands, otherHands)
}

// otherHands are hands of the other books: three who won one after another in Sichuan with kongs between, a Taiwan hand
// of seventeen tiles, and a Yuque hand beside which all others showed theirs.
var otherHands = []longHand{
	{name: "sichuan", rules: "sichuan", win: `{"concealed":"2m","melds":[{"type":"pung","tiles":"555m","from":"right"},{"type":"kong","tiles":"6666s","from":"left"},{"type":"concealed-kong","tiles":"7777m"},{"type":"pung","tiles":"222s","from":"across"}],"win":"2m","flags":["kong-draw"]}`,
		result: `{"rules":"sichuan","win":true,"valid":true,"fans":` + fans(6, 1, "sichuan", "golden-hook", "kong-discard", "seven-pairs") + `,"fan":6,"base_points":32,"points":32}`,
		deltas: [4]int{96, -32, -32, -32}, score: 1000, more: 2, besides: map[string]any{"steps": []map[string]any{
			{"do": "kong", "place": 1, "from": 2, "deltas": map[string]int{"1": 2, "2": -2}},
			{"do": "win", "winners": []int{1}, "deltas": map[string]int{"1": 96, "2": -32, "3": -32, "4": -32}},
			{"do": "concealed-kong", "place": 3, "deltas": map[string]int{"3": 4, "2": -2, "4": -2}},
			{"do": "win", "from": 4, "winners": []int{2}, "deltas": map[string]int{"2": 32, "4": -32}},
			{"do": "win", "winners": []int{3}, "deltas": map[string]int{"3": 32, "4": -32}},
			{"do": "end", "deltas": map[string]int{"4": -8, "3": 8}, "states": map[string]string{"4": "pig"}},
		}}},
	{name: "hongkong", rules: "hongkong", win: `{"concealed":"1z","melds":[{"type":"pung","tiles":"555z","from":"right"},{"type":"kong","tiles":"6666z","from":"left"},{"type":"concealed-kong","tiles":"7777z"},{"type":"pung","tiles":"222z","from":"across"}],"win":"1z","flowers":8,"flags":["last-discard"]}`,
		result: `{"rules":"hongkong","win":true,"valid":true,"fans":` + fans(9, 3, "hongkong", "four-concealed-pungs", "little-three-dragons", "double-kong-draw") + `,"fan":13,"base_points":256,"points":1024}`,
		deltas: [4]int{1024, -512, -256, -256}, score: 2000},
	{name: "taiwan", rules: "taiwan-16", win: `{"concealed":"1z","melds":[{"type":"pung","tiles":"555z","from":"right"},{"type":"kong","tiles":"6666z","from":"left"},{"type":"concealed-kong","tiles":"7777z"},{"type":"pung","tiles":"222z","from":"across"},{"type":"pung","tiles":"333z","from":"across"}],"win":"1z","flowers":8,"flags":["last-discard"]}`,
		result: `{"rules":"taiwan-16","win":true,"valid":true,"fans":` + fans(12, 8, "taiwan-16", "seven-robs-one", "three-concealed-pungs", "five-concealed-pungs") + `,"tai":96,"base_points":960,"points":2880}`,
		deltas: [4]int{2880, -960, -960, -960}, score: 10000},
	{name: "yuque shown", rules: "yuque-54", win: longHands[4].win, result: longHands[4].result, deltas: longHands[4].deltas, score: 3000,
		besides: map[string]any{"shown": []map[string]any{shownHand(2), shownHand(3), shownHand(4)}}},
}

// shownHand is a hand of Yuque that waits, with what it is worth.
func shownHand(place int) map[string]any {
	return map[string]any{"place": place, "fan": 24, "points": 480, "hand": map[string]any{"concealed": "1112345678999m", "melds": nil},
		"fans": json.RawMessage(fans(4, 6, "yuque-54", "hun-dai-yao", "yao-jiu-san-ke")), "waits": []map[string]any{{"tile": "1m", "left": 1, "fan": 20}, {"tile": "5m", "left": 3, "fan": 24}}}
}

var longHands = []longHand{
	{"haneman", "riichi", `{"concealed":"234567m23467p22s","melds":null,"win":"5p","riichi":2,"flags":["ippatsu"]}`,
		`{"rules":"riichi","win":true,"valid":true,"fans":` + fans(6, 1, "riichi", "double-riichi", "menzen-tsumo", "sanshoku-doujun") + `,"fu":40,"han":7,"limit":"haneman","base_points":3000,"points":18000}`, [4]int{18900, -18900, 0, 0}, 30000, 0, nil},
	{"yakuman", "riichi", `{"concealed":"1z","melds":[{"type":"pung","tiles":"555z","from":"right"},{"type":"kong","tiles":"6666z","from":"left"},{"type":"concealed-kong","tiles":"7777z"},{"type":"pung","tiles":"222z","from":"across"}],"win":"1z","flags":["last-discard"]}`,
		`{"rules":"riichi","win":true,"valid":true,"fans":` + fans(2, 13, "riichi", "daisangen", "suuankou-tanki") + `,"yakuman":2,"limit":"yakuman","base_points":16000,"points":96000}`, [4]int{96600, -96600, 0, 0}, 100000, 0, nil},
	{"lingque", "lingque-29", `{"concealed":"1237895p","melds":[{"type":"chow","tiles":"123s","from":"left"},{"type":"chow","tiles":"789s","from":"left"}],"win":"5p","flags":[]}`,
		`{"rules":"lingque-29","win":true,"valid":true,"fans":` + fans(9, 24, "lingque-29", "kong-draw", "three-suit-two-pairs", "all-terminals-and-honors") + `,"fu":128,"fan":14,"base_points":1792,"points":1792}`, [4]int{15376, -5376, -5000, -5000}, 11000, 0, nil},
	{"lingque 26", "lingque-26", `{"concealed":"1237895p","melds":[{"type":"chow","tiles":"123s","from":"left"},{"type":"chow","tiles":"789s","from":"left"}],"win":"5p","flags":["last-discard"]}`,
		`{"rules":"lingque-26","win":true,"valid":true,"fans":` + fans(12, 16, "lingque-26", "kong-draw", "three-suit-two-pairs", "all-terminals-and-honors") + `,"fu":192,"fan":18,"base_points":3456,"points":3456}`, [4]int{15376, -5376, -5000, -5000}, 11000, 0, nil},
	{"yuque", "yuque-54", `{"concealed":"11122233344455s","melds":null,"win":"5s","flags":["rob-kong"]}`,
		`{"rules":"yuque-54","win":true,"valid":true,"fans":` + fans(10, 12, "yuque-54", "hun-dai-yao", "yao-jiu-san-ke", "ling-shang-kai-hua") + `,"fan":64,"points":1280}`, [4]int{1290, -430, -430, -430}, 3000, 0, nil},
	{"mcr", "mcr-2006", `{"concealed":"22334455667788s","melds":null,"win":"2s","flowers":8,"flags":["last-discard"]}`,
		`{"rules":"mcr-2006","win":true,"valid":true,"fans":` + fans(14, 24, "mcr", "greater-honors-and-knitted-tiles", "seven-pairs", "pung-of-terminals-or-honors", "three-suited-terminal-chows") + `,"base_points":336,"points":336}`, [4]int{360, -344, -8, -8}, 1000, 0, nil},
}

// TestNothingOnTheDisplayIsCut claims that names, fans and payments can be read on every screen in
// every language, however long they are.
func TestNothingOnTheDisplayIsCut(t *testing.T) {
	readable(t, "/", "#last .headline", 5)
}

// TestNothingOnTheOverlayIsCut claims the same of the overlay.
func TestNothingOnTheOverlayIsCut(t *testing.T) {
	readable(t, "/overlay", "#win .headline", 5)
}

// TestNothingOnTheConsoleIsCut claims the same of the console, with the hand to be confirmed.
func TestNothingOnTheConsoleIsCut(t *testing.T) {
	readable(t, "/console", "#hand .row button:nth-child(1)", 3)
}

// readable shows the long hands on a page, of which headline is where the winner stands, in all
// languages and sizes, and looks for what cannot be read.
// By day one of apart sizes is looked at for each hand, in every language another.
func readable(t *testing.T, path, headline string, apart int) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	address := serve(t, scoreboard.Config{Broker: broker, Requests: &program{}, Portraits: gallery(t, longNames[1]+".png", longNames[2]+".jpg")})
	for turn, lang := range []string{"en", "zh", "ja"} {
		if !sharedtest.Night() && path == "/console" && lang != "en" {
			continue
		}
		t.Run(lang, func(t *testing.T) {
			p := openPage(t, address+path+"?hide=60&lang="+lang, 1920, 1080)
			p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
			teller.tell(longHands[0].messages(longNames))
			p.waitFor("body", "the scores", func(got string) bool { return strings.Contains(got, longNames[2]) })
			for n, hand := range allHands() {
				names := longNames
				names[0] = fmt.Sprint(n, names[0]) // tells this hand from the one before
				teller.tell(hand.messages(names))
				p.until(headline, names[0])
				for i, size := range screens {
					if !sharedtest.Night() && (n+i+turn)%apart != 0 {
						continue
					}
					p.do(chromedp.EmulateViewport(size[0], size[1]))
					faults := pagetest.Misfits(t, p.ctx)
					p.picture(fmt.Sprintf("cut%s-%s-%s-%d", strings.ReplaceAll(path, "/", "-"), lang, hand.name, size[0]))
					for _, fault := range faults {
						t.Errorf("%s %s at %d×%d: %s", lang, hand.name, size[0], size[1], fault)
					}
				}
			}
		})
	}
}

// TestTheConsoleIsMadeForAThumb claims that no key of the console is smaller than 44 pixels either
// way, on a phone and on a desk, and that a screen reader hears which choice is made.
func TestTheConsoleIsMadeForAThumb(t *testing.T) {
	address := serve(t, scoreboard.Config{Requests: &program{}})
	for _, size := range [][2]int{{390, 844}, {1366, 768}} {
		p := openPage(t, address+"/console?lang=en&mock=999&still=1", size[0], size[1])
		p.until("#hand h2", "Please check")
		small := eval[[]string](p, `[...document.querySelectorAll("button")].filter((b) => b.checkVisibility()).flatMap((b) => {
			const { width, height } = b.getBoundingClientRect();
			return Math.min(width, height) < 44 ? [b.textContent + " " + width + "×" + height] : [];
		})`)
		if len(small) > 0 {
			t.Errorf("%d wide: %q", size[0], small)
		}
		chosen := eval[[]string](p, `[...document.querySelectorAll("#hand [aria-pressed=true]")].map((b) => b.textContent)`)
		if len(chosen) < 2 || eval[bool](p, `[...document.querySelectorAll("#hand button")].some((b) => b.matches(".chosen") && b.ariaPressed !== "true")`) {
			t.Errorf("%d wide: heard as chosen: %q", size[0], chosen)
		}
	}
}
