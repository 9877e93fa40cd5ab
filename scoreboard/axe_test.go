package scoreboard_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/scoreboard"
)

// violations are what axe finds on a page now.
func (p *page) violations(script string) []string {
	p.t.Helper()
	return pagetest.Violations(p.t, p.ctx, script, reviewed)
}

// reviewed are the questions of axe that somebody has looked at, with what was seen.
var reviewed = map[string]string{
	"color-contrast":              "what is left lies on the photograph of a table, on what the stream shows, or over another element",
	"label-content-name-mismatch": "buttons that show a sign alone (×, +, ⌫, ?) have a name in words",
}

// TestNoPageKeepsAnybodyOut claims that axe finds no fault on any page in any language, with a
// hand in doubt, an open sheet, and a win on the screen.
func TestNoPageKeepsAnybodyOut(t *testing.T) {
	script := pagetest.Axe(t)
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
