package scoreboard_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/internal/sharedtest"
	"jantaku/scoreboard"
)

// serve starts the pages on a free port and gives their address.
func serve(t testing.TB, c scoreboard.Config) string {
	t.Helper()
	if c.Prefix == "" {
		c.Prefix, c.Table, c.Node = here.Prefix, here.Table, here.Node
	}
	if c.Broker == "" {
		c.Broker = "tcp://127.0.0.1:1" // nobody listens there
	}
	c.Log = slog.New(slog.DiscardHandler)
	s, err := scoreboard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return "http://" + l.Addr().String()
}

// page is a tab of a real Chromium.
type page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	requests []string // every address the page asked for
	faults   []string // exceptions and refusals that the console shows
}

// browser is the one Chromium that all tests of the package share.
var browser pagetest.Browser

// openPage opens an address in a tab of a size; what pages store is kept apart by their
// ports. The test is skipped with -short, and where no Chromium is installed.
func openPage(t testing.TB, address string, width, height int) *page {
	t.Helper()
	ctx := browser.Tab(t)
	p := &page{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, p.note)
	p.do(network.Enable(), runtime.Enable(), chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(address))
	return p
}

// note keeps what the browser tells of the page.
func (p *page) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *network.EventWebSocketCreated:
		p.requests = append(p.requests, e.URL)
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, e.ExceptionDetails.Error())
	}
}

func (p *page) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// eval gives what a JavaScript expression is worth.
func eval[T any](p *page, expression string) (v T) {
	p.t.Helper()
	p.do(chromedp.Evaluate(expression, &v))
	return v
}

// text gives what an element shows; the empty string when there is none.
func (p *page) text(selector string) string {
	p.t.Helper()
	return eval[string](p, "document.querySelector("+quote(selector)+")?.textContent ?? ''")
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `\'`) + "'" }

// until waits for an element to show a text.
func (p *page) until(selector, want string) {
	p.t.Helper()
	p.waitFor(selector, want, func(got string) bool { return strings.Contains(got, want) })
}

// untilEmpty waits for an element to show nothing.
func (p *page) untilEmpty(selector string) {
	p.t.Helper()
	p.waitFor(selector, "nothing", func(got string) bool { return got == "" })
}

func (p *page) waitFor(selector, want string, ok func(string) bool) {
	p.t.Helper()
	got := ""
	for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if got = p.text(selector); ok(got) {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.t.Fatalf("%s shows %q, want %q; faults %q", selector, got, want, p.faults)
}

// screenshot gives the page as PNG, transparent where nothing is painted.
func (p *page) screenshot() (png []byte) {
	p.t.Helper()
	p.do(chromedp.CaptureScreenshot(&png))
	return png
}
