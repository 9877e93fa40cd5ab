package scoreboard_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jantaku/internal/replay"
	"jantaku/internal/sharedtest"
	"jantaku/scoreboard"
	"jantaku/scoring/riichi"
)

// watched is for how long frames are counted.
const watched = 8 * time.Second

// dearest is what a move may cost the page's thread, ms of processor: one frame of 60 a second. Measured on a loaded
// machine of two cores: 6 to 10 ms, drawn by the processor alone.
const dearest = 1000.0 / 60

// busy gives the seconds of processor that the page's thread has taken.
func (p *page) busy() float64 {
	p.t.Helper()
	var metrics []*performance.Metric
	p.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		metrics, err = performance.GetMetrics().Do(ctx)
		return err
	}))
	for _, m := range metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	p.t.Fatal("the browser does not say how busy it is")
	return 0
}

// dropped gives how many of 60 frames a second the page shows and leaves out in a while.
func (p *page) dropped() (shown, left int) {
	p.t.Helper()
	var counted [2]int
	p.do(chromedp.Evaluate(fmt.Sprintf(`new Promise((done) => {
		let shown = 0, left = 0, before = 0, end = performance.now() + %d;
		requestAnimationFrame(function frame(now) {
			if (before) { shown++; left += Math.max(0, Math.round((now - before) / (1000 / 60)) - 1); }
			before = now;
			now < end ? requestAnimationFrame(frame) : done([shown, left]);
		});
	})`, watched.Milliseconds()), &counted, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	return counted[0], counted[1]
}

// TestTheLiveViewIsSmooth claims that a move of a hand which is played costs the page's thread less than a frame
// of processor, and tells how many frames it leaves out beside a page that shows nothing, on this machine as it is.
func TestTheLiveViewIsSmooth(t *testing.T) {
	sharedtest.ByNight(t)
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	address := serve(t, scoreboard.Config{Broker: broker})
	for round := range 2 {
		empty := openPage(t, address+"/pair", 1920, 1080)
		shown, left := empty.dropped()
		live := openPage(t, address+"/?lang=en", 1920, 1080)
		live.do(performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks))
		part, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .3)
		part.Match, part.Number = "m1", 8
		teller.course(part)
		eventually(t, "the table", func() bool { return eval[bool](live, "document.body.matches('.live')") })
		began := live.busy()
		stillShown, stillLeft := live.dropped()
		still := live.busy() - began // what frames and their counting cost when nothing moves
		began = live.busy()
		moves, stop := 0, make(chan int)
		go func() {
			told := part.Events
			for share := .3; share < .95; share += .05 { // several moves twice a second, faster than anybody plays
				next, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, share)
				next.Match, next.Number = "m1", 8
				teller.course(next)
				told = next.Events
				time.Sleep(watched / 16)
			}
			stop <- told - part.Events
		}()
		liveShown, liveLeft := live.dropped()
		moves = <-stop
		cost := 1000 * (live.busy() - began - still) / float64(moves)
		t.Logf("round %d: frames shown and left out in %v: empty page %d, %d; live view while nothing moves %d, %d; with %d moves %d, %d; %.1f ms of processor a move",
			round, watched, shown, left, stillShown, stillLeft, moves, liveShown, liveLeft, cost)
		if cost > dearest {
			t.Errorf("a move costs %.1f ms of processor", cost)
		}
	}
}

// TestAReplayOpensAtOnce claims that the table of a recorded hand stands on its page within four times what a page with
// nothing on it takes, or within 300 ms, in pairs on this machine as it is.
func TestAReplayOpensAtOnce(t *testing.T) {
	sharedtest.ByNight(t)
	l, e := recordedHand(t)
	address := serve(t, scoreboard.Config{Replays: replay.Archive{Books: l}, Photos: l})
	p := openPage(t, address+"/pair", 1920, 1080)
	const pairs = 20
	var opened, plain []float64
	for range pairs {
		p.do(chromedp.Navigate(address + "/pair"))
		plain = append(plain, eval[float64](p, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`))
		p.do(chromedp.Navigate(address + "/replay?lang=en&hand=" + url.QueryEscape(e.ID)))
		p.until("#said", "dealt")
		opened = append(opened, eval[float64](p, `performance.getEntriesByName("shown")[0].startTime`))
	}
	slices.Sort(opened)
	slices.Sort(plain)
	o, n := opened[pairs/2], plain[pairs/2]
	t.Logf("the table of a replay stands after %.0f ms (%.0f to %.0f), a page with nothing on it after %.0f ms: %.1f times", o, opened[0], opened[pairs-1], n, o/n)
	if o > opensIn.Seconds()*1000 && o > 4*n {
		t.Errorf("the table of a replay stands after %.0f ms, %.1f times an empty page", o, o/n)
	}
}
