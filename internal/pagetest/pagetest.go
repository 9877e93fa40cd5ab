// Package pagetest looks at pages in a real Chromium, for tests: what a person cannot read there, and what keeps out
// somebody who uses a screen reader, a keyboard or weak eyes.
package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
)

// Browser is the one Chromium that all tests of a package share; starting it costs more than all pages together. The
// zero value starts it for the first page.
type Browser struct {
	once  sync.Once
	ctx   context.Context
	close func()
}

func (b *Browser) start(program string) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator,
		chromedp.WithErrorf(func(string, ...any) {})) // it complains of events newer than itself
	b.ctx = ctx
	b.close = func() {
		_ = chromedp.Cancel(ctx) // waits for the process; it may be gone already
		cancel()
		stop()
	}
}

// Close ends the browser, if it was started.
func (b *Browser) Close() {
	if b.close != nil {
		b.close()
	}
}

// pageLimit is how long a page may be looked at.
const pageLimit = 5 * time.Minute

// Tab gives a new tab for the time of a test. The test is skipped with -short, and where no Chromium is installed.
func (b *Browser) Tab(t testing.TB) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds; skipping with -short")
	}
	program := sharedtest.Tool(t, "chromium", "chromium-browser", "google-chrome")
	b.once.Do(func() { b.start(program) })
	if err := chromedp.Run(b.ctx); err != nil { // the first run starts it
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(b.ctx)
	ctx, end := context.WithTimeout(ctx, pageLimit)
	t.Cleanup(func() {
		end()
		cancel()
	})
	return ctx
}

// Misfits gives what a person cannot read on the page of a tab as it is laid out now.
func Misfits(t testing.TB, tab context.Context) (faults []string) {
	t.Helper()
	awaited(t, tab, misfits, &faults)
	return faults
}

func awaited(t testing.TB, tab context.Context, script string, answer any) {
	t.Helper()
	if err := chromedp.Run(tab, chromedp.Evaluate(script, answer, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) })); err != nil {
		t.Fatal(err)
	}
}

// misfits is JavaScript that gives what a person cannot read on the page: text that is cut or
// leaves its box, text over other text, and numbers that break over lines. Names may end in
// an ellipsis where an end of them is seen. Lengths are in pixels.
const misfits = `(async () => {
	await Promise.all([...document.images].map((one) => one.decode().catch(() => {})));
	for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame); // it is laid out
	const faults = [], seen = [], slack = 1.5;
	const path = (e) => [e.closest(".seat, #last, #win, #bar, footer, header, #centre")?.className || e.closest("[id]")?.id, e.tagName.toLowerCase() + "." + e.className].join(" ");
	const say = (what, e, text) => faults.push(what + ": " + path(e) + " " + JSON.stringify(text));
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walker.nextNode());) {
		const e = node.parentElement, text = node.textContent.trim();
		if (!text || !e.checkVisibility() || e.closest("svg, footer, .unseen, option, .wide, .ends")) continue; // .wide scrolls, .ends stays over what scrolls
		const range = document.createRange();
		range.selectNodeContents(node);
		let rects = [...range.getClientRects()].filter((r) => r.width > 0);
		const own = getComputedStyle(e);
		if (own.textOverflow === "ellipsis" && own.overflowX !== "visible") {
			const box = e.getBoundingClientRect(), letter = parseFloat(own.fontSize);
			if (e.scrollWidth > e.clientWidth && box.width < 2.5 * letter) say("too short", e, text);
			rects = rects.map((r) => new DOMRect(Math.max(r.x, box.x), r.y, Math.min(r.right, box.right) - Math.max(r.x, box.x), r.height));
		}
		if (/^[+−]?[\d\s\u2009\u202f]+$/.test(text) && new Set(rects.map((r) => Math.round(r.top))).size > 1) say("broken", e, text);
		for (let up = e; up && up !== document.body; up = up.parentElement) {
			const style = getComputedStyle(up), card = up.matches(".seat, #last, #win, #bar, #hand, #side > div, dialog");
			if (!card && (style.overflowX === "visible" || up === e && style.textOverflow === "ellipsis")) continue;
			const box = up.getBoundingClientRect();
			if (rects.some((r) => r.left < box.left - slack || r.right > box.right + slack || (r.top < box.top - slack || r.bottom > box.bottom + slack) && !e.matches(".mark"))) say("cut", e, text);
		}
			if (rects.some((r) => r.left < -slack || r.right > innerWidth + slack)) say("off the screen", e, text);
		if (getComputedStyle(document.body).overflowY === "hidden" && rects.some((r) => r.bottom > innerHeight + slack || r.top < -slack)) say("below or above the screen", e, text);
		for (const r of rects) {
			const tight = { left: r.left, right: r.right, top: r.top + r.height * 0.2, bottom: r.bottom - r.height * 0.2 }; // letters are lower than lines
			for (const other of seen) {
				if (other.e === e || e.closest(".final") !== other.e.closest(".final") || other.e.contains(e) || e.contains(other.e)) continue;
				const wide = Math.min(tight.right, other.right) - Math.max(tight.left, other.left), high = Math.min(tight.bottom, other.bottom) - Math.max(tight.top, other.top);
				if (wide > slack && high > slack) say("over " + JSON.stringify(other.text), e, text);
			}
			seen.push({ ...tight, e, text });
		}
	}
	return faults;
})()`

// Axe is the script of axe-core. The test is skipped where that is not installed.
func Axe(t testing.TB) string {
	t.Helper()
	node := sharedtest.Tool(t, "node", "nodejs")
	path, err := exec.Command(node, "-p", `require.resolve("axe-core/axe.min.js")`).Output()
	if err != nil {
		t.Skip("npm install axe-core and set NODE_PATH to look at the pages with it; skipping")
	}
	script, err := os.ReadFile(strings.TrimSpace(string(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// Violations are what axe finds on the page of a tab now: what it is sure of, and what somebody must look at, but for the
// questions in reviewed, which have what was seen.
func Violations(t testing.TB, tab context.Context, axe string, reviewed map[string]string) (all []string) {
	t.Helper()
	if err := chromedp.Run(tab, chromedp.Evaluate(axe, nil),
		// On a gradient axe cannot tell contrasts; where it is lightest they are least. What is printed is on white.
		chromedp.Evaluate(`document.body.style.background = document.body.matches(".overlay") || getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)" ? "" : "#1a5044"`, nil)); err != nil {
		t.Fatal(err)
	}
	var found string
	awaited(t, tab, `axe.run(document, { resultTypes: ["violations", "incomplete"] }).then(({ violations, incomplete }) =>
		JSON.stringify([...violations.map((v) => ({ ...v, sure: true })), ...incomplete].map(({ id, sure, impact, nodes }) =>
			({ id, sure, impact, nodes: nodes.map((n) => n.target.join(" ") + ": " + n.any.concat(n.all, n.none).map((c) => c.message).join("; ")) }))))`, &found)
	var list []struct {
		ID, Impact string
		Sure       bool
		Nodes      []string
	}
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		if !one.Sure && reviewed[one.ID] != "" {
			continue
		}
		all = append(all, fmt.Sprintf("%s (%s, sure %v): %s", one.ID, one.Impact, one.Sure, strings.Join(one.Nodes[:min(len(one.Nodes), 4)], " | ")))
	}
	return all
}
