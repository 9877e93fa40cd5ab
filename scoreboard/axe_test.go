package scoreboard_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
	"jantaku/scoreboard"
)

// axe is the script of axe-core, which looks for what people with a screen reader, a keyboard
// or weak eyes cannot use.
func axe(t *testing.T) string {
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

// violations are what axe finds on a page now: what it is sure of, and what somebody must look at.
func (p *page) violations(script string) (all []string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(script, nil))
	// On a gradient axe cannot tell contrasts; where it is lightest they are least.
	p.do(chromedp.Evaluate(`document.body.style.background = document.body.matches(".overlay") ? "" : "#1a5044"`, nil))
	var found string
	p.do(chromedp.Evaluate(`axe.run(document, { resultTypes: ["violations", "incomplete"] }).then(({ violations, incomplete }) =>
		JSON.stringify([...violations.map((v) => ({ ...v, sure: true })), ...incomplete].map(({ id, sure, impact, nodes }) =>
			({ id, sure, impact, nodes: nodes.map((n) => n.target.join(" ") + ": " + n.any.concat(n.all, n.none).map((c) => c.message).join("; ")) }))))`,
		&found, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	var list []struct {
		ID, Impact string
		Sure       bool
		Nodes      []string
	}
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		p.t.Fatal(err)
	}
	for _, one := range list {
		if !one.Sure && reviewed[one.ID] != "" {
			continue
		}
		all = append(all, fmt.Sprintf("%s (%s, sure %v): %s", one.ID, one.Impact, one.Sure, strings.Join(one.Nodes[:min(len(one.Nodes), 4)], " | ")))
	}
	return all
}

// reviewed are the questions of axe that somebody has looked at, with what was seen.
var reviewed = map[string]string{
	"color-contrast":              "what is left lies on the photograph of a table, on what the stream shows, or over another element",
	"label-content-name-mismatch": "buttons that show a sign alone (×, +, ⌫, ?) have a name in words",
}

// TestNoPageKeepsAnybodyOut claims that axe finds no fault on any page in any language, with a
// hand in doubt, an open sheet, and a win on the screen.
func TestNoPageKeepsAnybodyOut(t *testing.T) {
	script := axe(t)
	address := serve(t, scoreboard.Config{Requests: &program{}})
	for _, lang := range languages() {
		for name, path := range map[string]string{"board": "/?mock=-2&still=1", "board before the match": "/?mock=1&still=1", "overlay": "/overlay?mock=99&still=1", "console": "/console?mock=999&still=1", "login": "/login?"} {
			p := openPage(t, address+path+"&lang="+lang, 1280, 900)
			eventually(t, name+" is drawn", func() bool { return eval[bool](p, "document.body.innerText.trim().length > 4") })
			for _, fault := range p.violations(script) {
				t.Errorf("%s, %s: %s", name, lang, fault)
			}
		}
		p, _, _ := darkroom(t, lang, 390, 844)
		for _, fault := range p.violations(script) {
			t.Errorf("console with a photograph, %s: %s", lang, fault)
		}
		for button := range 4 {
			p.do(chromedp.Evaluate(fmt.Sprintf("document.querySelectorAll('#acts .row')[1].children[%d].click()", button), nil))
			eventually(t, "a sheet is open", func() bool { return eval[bool](p, "document.querySelector('#sheet').open") })
			for _, fault := range p.violations(script) {
				t.Errorf("sheet %d, %s: %s", button, lang, fault)
			}
			p.do(chromedp.Evaluate("document.querySelector('#sheet').close()", nil))
		}
	}
}
