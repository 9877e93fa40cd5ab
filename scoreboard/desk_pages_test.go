package scoreboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/internal/report"
	"jantaku/internal/sharedtest"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
)

// blank is what the set-up of a table says of which nothing is configured, as the program says it.
const blank = `{"failed":null,"file":"/var/lib/jantaku/jantaku.yaml","fresh":true,"lens":{"shots":0,"of":10,"done":false,"error":0,"cols":9,"rows":6,"square":25},
	"open":"v4l:/dev/video0","ports":["/dev/ttyUSB0"],"secrets":[],"sources":["v4l:/dev/video0"],"table":null,
	"tiles":{"left":3,"flowers":false,"red":false,"photos":[],"learning":false,"progress":0,"next":{"place":1,"rows":["1m5p9s2z","3m4m5m6m"]}},
	"values":{"camera.source":"","eye.calibration":"","eye.faces":"","eye.watch":"off","match.course":null,"match.first_dealer":"1","match.length":"","match.options":null,
	"match.players":null,"match.profile":"","match.rules":"lingque-29","match.start":0,"match.vacant":0,"mqtt.broker":"","mqtt.listen":"127.0.0.1:1883","mqtt.user":"",
	"table.baud":115200,"table.dialect":"lines","table.id":"table-1","table.port":"","table.win":"button","web.listen":"0.0.0.0:8080"},"wins":""}`

// examinedBlank is what its check-up finds.
const examinedBlank = `[{"part":"table","mark":"advice","code":"no-port"},{"part":"camera","mark":"fault","code":"camera-lost"},{"part":"tiles","mark":"advice","code":"no-faces"},
	{"part":"calibration","mark":"ok","code":"no-calibration"},{"part":"broker","mark":"ok","code":"own-broker","data":{"name":"tcp://127.0.0.1:1883"}},
	{"part":"books","mark":"ok","code":"books","data":{"count":0}},{"part":"disk","mark":"ok","code":"disk","data":{"count":64}},{"part":"clock","mark":"fault","code":"wrong-clock","data":{"name":"1970-01-01"}}]`

// blankTable is a set-up that nobody has touched, without a camera.
type blankTable struct{}

func (blankTable) Do(_ context.Context, op string, _ json.RawMessage) (any, error) {
	switch op {
	case "state":
		return json.RawMessage(blank), nil
	case "doctor":
		return json.RawMessage(examinedBlank), nil
	case "heard":
		return json.RawMessage(`{"next":0,"heard":[]}`), nil
	case "faces":
		return json.RawMessage(`[]`), nil
	}
	return struct{}{}, nil
}

func (blankTable) Picture(context.Context, string) ([]byte, any, error) {
	return nil, nil, models.Refused("camera-lost", nil, "no picture")
}

// played are books with two matches of long names, by two rule books.
type played struct{}

func (played) Matches(context.Context) (all []ledger.Digest, _ error) {
	for i, rules := range []string{"riichi", "mcr"} {
		d := ledger.Digest{Match: models.Match{ID: fmt.Sprint("m", i), Rules: rules}, Started: time.Unix(1790000000, 0), Hands: 16, Finished: true}
		for n, name := range longNames {
			player := models.Player{ID: name, Name: name}
			d.Match.Players = append(d.Match.Players, player)
			d.Totals = append(d.Totals, ledger.Total{Player: player, Score: 118000 - 50000*n, Rank: n + 1, Result: 98.7 - 51.3*float64(n)})
			d.Played = append(d.Played, ledger.Played{Hands: 16, Wins: n, BestGain: 48000})
		}
		all = append(all, d)
	}
	return all, nil
}

func (p played) MatchesBefore(ctx context.Context, _ string, limit int) ([]ledger.Digest, error) {
	all, err := p.Matches(ctx)
	return slices.Repeat(all, limit)[:limit], err // more than a page has
}

func (played) Match(context.Context, string) (ledger.State, error) {
	return ledger.State{}, ledger.ErrNoMatch
}

func (played) EachMatch(context.Context, func(ledger.Digest) bool, func(ledger.State) error) error {
	return nil
}

func (p played) Standings(ctx context.Context, within ledger.Span) ([]ledger.Row, error) {
	all, err := p.Matches(ctx)
	return ledger.Standings(all, func(d ledger.Digest) bool {
		return within == ledger.Span{} || !d.Started.Before(within.From) && d.Started.Before(within.To)
	}), err
}

func (p played) ResultsOf(ctx context.Context, id string) ([]ledger.Result, error) {
	all, err := p.Matches(ctx)
	return slices.DeleteFunc(ledger.Results(all), func(r ledger.Result) bool { return r.Player.ID != id }), err
}

func (p played) Began(ctx context.Context, since time.Time) (time.Time, bool, error) {
	all, err := p.Matches(ctx)
	if err != nil || all[0].Started.Before(since) {
		return time.Time{}, false, err
	}
	return all[0].Started, true, nil
}

// deskPages serves the pages that are used at a desk: the set-up, matches, standings and the hall. It gives their
// addresses, of which each has a language to come.
func deskPages(t *testing.T) (paths []string) {
	t.Helper()
	all, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	archive := report.NewArchive(played{}, all)
	broker, _ := hall(t)
	address := serve(t, scoreboard.Config{Broker: broker, Requests: &program{}, Setup: blankTable{}, Fresh: true, Archive: archive})
	paths = []string{address + "/standings?lang=%s"}
	for _, step := range []string{"network", "doctor", "camera", "table", "tiles", "line", "rules", "players", "finish"} {
		paths = append(paths, address+"/setup?lang=%s#"+step)
	}
	if !sharedtest.Night() {
		return paths[:3]
	}
	return append(paths, address+"/matches?lang=%s", address+"/club?lang=%s")
}

// drawn opens one of them and waits until it is drawn.
func drawn(t *testing.T, path, lang string, size [2]int64) *page {
	t.Helper()
	p := openPage(t, fmt.Sprintf(path, lang), int(size[0]), int(size[1]))
	eventually(t, path+" is drawn", func() bool {
		return eval[bool](p, "document.querySelector('main').innerText.trim().length > 4") // Chinese says much in few letters
	})
	return p
}

// TestNothingIsCutOnTheDesk claims that set-up, matches, standings and hall are read whole in every language and
// size: at night all of them, by day a few steps on a telephone.
func TestNothingIsCutOnTheDesk(t *testing.T) {
	for _, path := range deskPages(t) {
		for _, lang := range languages() {
			p := drawn(t, path, lang, screens[len(screens)-1])
			for i, size := range screens {
				if !sharedtest.Night() && i < len(screens)-1 {
					continue
				}
				p.do(chromedp.EmulateViewport(size[0], size[1]))
				faults := pagetest.Misfits(t, p.ctx)
				p.picture(fmt.Sprintf("desk-%s-%s-%d", strings.NewReplacer("?lang=%s", "", "#", "-").Replace(path[strings.LastIndex(path, "/")+1:]), lang, size[0]))
				for _, fault := range faults {
					t.Errorf("%s %s at %d×%d: %s", path[strings.LastIndex(path, "/"):], lang, size[0], size[1], fault)
				}
			}
		}
	}
}

// TestTheDeskKeepsNobodyOut claims that axe finds no fault on them.
func TestTheDeskKeepsNobodyOut(t *testing.T) {
	script := pagetest.Axe(t)
	for _, path := range deskPages(t) {
		for _, lang := range languages() {
			for _, fault := range drawn(t, path, lang, [2]int64{1280, 900}).violations(script) {
				t.Errorf("%s, %s: %s", path[strings.LastIndex(path, "/"):], lang, fault)
			}
		}
	}
}
