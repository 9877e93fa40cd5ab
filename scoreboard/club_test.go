package scoreboard_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/mqtt"
	"jantaku/scoreboard"
)

// hallTable tells what a table of a hall has told, over a broker that others use too.
func (p teller) hallTable(name, node, score, availability string) {
	p.t.Helper()
	for kind, payload := range map[string]string{"score": score, "availability": availability, "state": `{"phase":"in-hand","dice":[],"reviewing":false}`} {
		if payload == "" {
			continue
		}
		if err := p.Retain(mqtt.Message{Topic: here.Prefix + "/" + name + "/" + kind, Payload: json.RawMessage(payload)}); err != nil {
			p.t.Fatal(err)
		}
	}
	if err := p.Retain(mqtt.Message{Topic: here.Prefix + "/" + node + "/status", Payload: json.RawMessage(`{"status":"online"}`)}); err != nil {
		p.t.Fatal(err)
	}
}

// hall is a broker to which four tables have told what they do, three of them while they play; the fourth
// has lost its camera.
func hall(t *testing.T) (broker string, teller teller) {
	t.Helper()
	broker, _ = startBroker(t, 0, t.TempDir())
	teller = publishTo(t, broker, "", "")
	for n, rules := range []string{"riichi", "lingque-29", "mcr"} {
		var players []map[string]any
		for i, seat := range []string{"E", "S", "W", "N"} {
			players = append(players, map[string]any{"place": i + 1, "seat": seat, "name": longNames[i], "score": 125000 - 1000*i, "rank": i + 1, "delta": 48000 - 32000*i})
		}
		score, err := json.Marshal(map[string]any{"rules": rules, "players": players, "dealer": 1, "round": "S", "deal": 3, "hand": 9, "honba": n, "sticks": 2 * n, "over": false})
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("table-%d", []int{10, 2, 3}[n])
		teller.hallTable(name, "node-"+name, string(score), `{"status":"online","node":"node-`+name+`","parts":{}}`)
	}
	teller.hallTable("table-11", "node-11", "", `{"status":"degraded","node":"node-11","parts":{"camera":{"online":false,"code":"camera-lost"}}}`)
	return broker, teller
}

// TestTheHallShowsEveryTable claims that each table of the broker has a card with its round, scores
// and state, that a daemon which died shows on its card, and that nothing is cut on any screen.
func TestTheHallShowsEveryTable(t *testing.T) {
	broker, teller := hall(t)
	address := serve(t, scoreboard.Config{Broker: broker}) + "/club?lang="
	p := openPage(t, address+"zh", 1366, 768)
	for _, lang := range []string{"zh", "ja", "en"} {
		p.do(chromedp.Navigate(address + lang))
		p.until("[data-table=table-11]", map[string]string{"zh": "相机", "ja": "カメラ", "en": "camera"}[lang])
		p.until("[data-table=table-10]", "125\u202f000")
		if got := eval[string](p, `[...document.querySelectorAll("article h2 a")].map((a) => a.textContent).join()`); got != "table-2,table-3,table-10,table-11" {
			t.Errorf("%s: cards of %s", lang, got)
		}
		if got, want := p.text("[data-table=table-3] .round"), map[string]string{"zh": "南三局", "ja": "南三局", "en": "South 3"}[lang]; !strings.HasPrefix(got, want) {
			t.Errorf("%s: the round is %q, want %s", lang, got, want)
		}
		if got, want := p.text("[data-table=table-3] .round"), map[string]string{"zh": "2本场", "ja": "2本場", "en": "Honba 2"}[lang]; !strings.Contains(got, want) {
			t.Errorf("%s: the counters are %q, want %s among them", lang, got, want)
		}
		for _, size := range [][2]int64{{1366, 768}, {390, 844}} {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			faults := pagetest.Misfits(t, p.ctx)
			for _, fault := range faults {
				t.Errorf("%s at %d×%d: %s", lang, size[0], size[1], fault)
			}
			if dir := os.Getenv("JANTAKU_SCREENSHOTS"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("club-%s-%d.png", lang, size[0])), p.screenshot(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		if lang == "en" {
			if err := teller.Retain(mqtt.Message{Topic: here.Prefix + "/node-table-2/status", Payload: json.RawMessage(`{"status":"offline"}`)}); err != nil {
				t.Fatal(err)
			}
			p.until("[data-table=table-2].alarm .state", "away")
		}
	}
}

// The display shows the round of a tournament and its time as who directs it tells them, in each language.
func TestTheDisplayShowsTheTimeOfARound(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	told := func(started time.Time, ends *time.Time) {
		m, err := mqtt.NewMessage(here.Topic(mqtt.KindRound), mqtt.Round{Head: here.NewHead(mqtt.KindRound, "r", 1, time.Now()), Tournament: "Autumn Cup", Number: 2, Of: 8, Started: started, Ends: ends}, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := teller.Retain(m); err != nil {
			t.Fatal(err)
		}
	}
	tell := func(ends time.Duration) {
		at := time.Now().Add(ends)
		told(time.Now(), &at)
	}
	tell(90 * time.Minute)
	web := serve(t, scoreboard.Config{Broker: broker})
	p := openPage(t, web+"/?lang=en", 1280, 720)
	p.until("#timer:not(.soon)", "Autumn Cup · Round 2 of 8 · 1:2")
	for _, size := range [][2]int64{{1280, 720}, {390, 844}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, fault := range pagetest.Misfits(t, p.ctx) {
			t.Errorf("%d pixels: %s", size[0], fault)
		}
	}
	tell(4 * time.Minute)
	p.until("#timer.soon", "0:03:")
	tell(-time.Minute)
	p.until("#timer.soon", "time is over +0:01:0")
	tell(-2 * time.Hour)
	gone := func() bool { return eval[bool](p, "document.querySelector('#timer').hidden") }
	eventually(t, "a time that is long over is gone", gone)
	told(time.Now().Add(-4*time.Hour), nil)
	eventually(t, "a round without a limit is shown", func() bool { return !gone() })
	told(time.Now().Add(-24*time.Hour), nil)
	eventually(t, "a round of yesterday is gone", gone)
}
