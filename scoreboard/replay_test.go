package scoreboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/cliinput"
	"jantaku/internal/pagetest"
	"jantaku/internal/replay"
	"jantaku/internal/report"
	"jantaku/laboratory/players"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
	"jantaku/scoring/course"
	"jantaku/scoring/riichi"
)

// recordedHand puts a riichi hand with calls into books, with its course, and gives the books and its entry.
func recordedHand(t testing.TB) (*ledger.Ledger, ledger.Entry) {
	t.Helper()
	rules := riichiBook(t)
	manners, err := course.MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(context.Background(), filepath.Join(t.TempDir(), "club.ledger"), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	match := models.Match{ID: "m1", Rules: "riichi", Profile: "tenhou", Length: "open"}
	for _, name := range []string{"林小梅", "佐藤 健", "Anna", "周文"} {
		match.Players = append(match.Players, models.Player{ID: name, Name: name})
	}
	s, err := l.StartMatch(context.Background(), models.Author{Source: "test"}, match)
	if err != nil {
		t.Fatal(err)
	}
	table, err := players.New(rules, riichi.Course{}, s.Match, manners, 4)
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, ending, err := table.Play(l.State().Position)
		if err != nil {
			t.Fatal(err)
		}
		seen, calls := *r, 0
		seen.Deal, seen.Events = nil, nil
		for _, m := range r.Events {
			if m.Do != models.Draw {
				m.Confidence = .999
				seen.Events = append(seen.Events, m)
			}
			if m.Do == models.CalledPung || m.Do == models.CalledChow {
				calls++
			}
		}
		if calls == 0 || len(ending.Outcome.Winners) != 1 {
			continue
		}
		seen.Events[3].Confidence, seen.Events[3].Or = .8, models.NewTile(models.Dots, 9)
		h := models.HandRecord{ID: r.ID, Outcome: ending.Outcome, Course: &seen, Wins: []models.WinRecord{{Place: ending.Outcome.Winners[0], Win: ending.Wins[0]}}}
		if _, err := l.Append(context.Background(), models.Author{Source: "camera"}, h, ending.Results...); err != nil {
			t.Fatal(err)
		}
		e, _ := l.State().LastHand()
		return l, e
	}
}

// opensIn is how soon the page of a recorded hand shows its table.
const opensIn = 300 * time.Millisecond

// TestAHandIsPlayedAgain claims that the page of a recorded hand plays it to the end the books have, steps by keys and
// by its list, jumps to calls, shows doubts, keeps the move in its address, and says what a hand without moves is.
func TestAHandIsPlayedAgain(t *testing.T) {
	l, e := recordedHand(t)
	address := serve(t, scoreboard.Config{Replays: replay.Archive{Books: l}, Photos: l})
	p := openPage(t, address+"/replay?lang=en&speed=4&hand="+e.ID, 1920, 1080)
	p.until("#said", "dealt")
	opened := time.Duration(eval[float64](p, `performance.getEntriesByType("resource").find((r) => r.name.includes("/api/replay/")).responseEnd`) * float64(time.Millisecond))
	t.Logf("the hand was there after %v", opened)
	if opened > 10*opensIn { // ten times as much on a machine that is busy
		t.Errorf("the hand was there after %v", opened)
	}
	moves := eval[int](p, "document.querySelectorAll('#moves button').length")
	if discards := len(e.Record().Events); moves != discards+1 {
		t.Errorf("%d moves for %d events", moves, discards)
	}
	tiles := func() int { return eval[int](p, "document.querySelectorAll('#cloth .river image').length") }
	p.press("ArrowRight", 39)
	if got := tiles(); got != 1 {
		t.Errorf("%d tiles after one move", got)
	}
	p.do(chromedp.Evaluate("document.querySelectorAll('#moves button')[4].click()", nil))
	p.until("#shown", "9 of dots")
	if hash := eval[string](p, "location.hash"); hash != "#4" {
		t.Errorf("the address says %q", hash)
	}
	p.picture("replay-doubt")
	p.do(chromedp.Evaluate("document.querySelector('#key-call').click()", nil))
	if !eval[bool](p, "document.querySelector('#moves [aria-current]').matches('.call')") {
		t.Error("no call is shown after a jump to the next")
	}
	p.do(chromedp.Evaluate("document.querySelector('#key-play').click()", nil))
	eventually(t, "the end", func() bool { return eval[bool](p, "!document.querySelector('#result').hidden") })
	winner, _ := l.State().LastHand()
	name := l.State().Match.Players[l.State().HandView(winner).Wins[0].Player].Name
	p.until("#result .headline", name)
	p.picture("replay-end")
	p.do(chromedp.Navigate(address + "/replay?lang=ja&hand=" + e.ID + "#7"))
	eventually(t, "the linked move", func() bool {
		return eval[bool](p, "[...document.querySelectorAll('#moves button')].findIndex((b) => b.ariaCurrent === 'step') === 7")
	})
	for _, size := range [][2]int64{{1366, 768}, {768, 1024}, {390, 844}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		faults := pagetest.Misfits(t, p.ctx)
		p.picture(fmt.Sprint("replay-", size[0]))
		for _, fault := range faults {
			if !strings.Contains(fault, "#moves") && !strings.HasPrefix(fault, "cut") { // the list of moves scrolls
				t.Errorf("%d wide: %s", size[0], fault)
			}
		}
	}
	p.do(chromedp.Navigate(address + "/replay?lang=en&hand=nothing"))
	p.until(".none", "cannot be played again")
}

// TestBoardAndConsoleLeadToTheReplay claims that the last hand leads to its replay where its moves were recorded, and
// only there.
func TestBoardAndConsoleLeadToTheReplay(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	address := serve(t, scoreboard.Config{Broker: broker, Requests: &program{}})
	board, console := openPage(t, address+"/?lang=en", 1920, 1080), openPage(t, address+"/console?lang=en", 1280, 900)
	for _, watched := range []bool{false, true} {
		messages := longHands[0].messages([4]string{fmt.Sprint("Anna ", watched), "Bo", "Cy", "Di"})
		var hand map[string]any
		if err := json.Unmarshal(messages[2].Payload, &hand); err != nil {
			t.Fatal(err)
		}
		hand["watched"] = watched
		messages[2].Payload, _ = json.Marshal(hand) // it was JSON before
		teller.tell(messages)
		for _, p := range []*page{board, console} {
			p.until("#last .headline", fmt.Sprint("Anna ", watched))
			if link := eval[string](p, `document.querySelector("#last a")?.getAttribute("href") ?? ""`); strings.HasPrefix(link, "replay?hand=haneman") != watched {
				t.Errorf("watched %v: the link is %q", watched, link)
			}
		}
	}
}

// TestTheReportLeadsToTheReplay claims that the report of a match links to its hands where it is served beside the page
// that plays them, and not where it is a file by itself.
func TestTheReportLeadsToTheReplay(t *testing.T) {
	l, e := recordedHand(t)
	all, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	archive := report.NewArchive(l, all)
	page, err := archive.File(t.Context(), "m1.html", "en")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), `href="../replay?hand=`+e.ID) {
		t.Error("the report does not lead to the replay")
	}
	alone := archive.Words["en"]
	alone.Served = false
	var file strings.Builder
	if err := report.Match(&file, l.State(), alone); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(file.String(), "replay?hand=") {
		t.Error("a file by itself has a link to nowhere")
	}
}
