package main

import (
	"fmt"
	"math"
	"net/http/httptest"
	"testing"

	keys "github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
)

// TestTheUnitIsShownAndMoved claims that the central unit is drawn where an empty table shows it, and that a club moves its corners; rivers begin at its end.
func TestTheUnitIsShownAndMoved(t *testing.T) {
	sharedtest.ByNight(t)
	n := arrive(t, "en")
	n.overTheTable()
	n.waits("the unit", `!!document.querySelector(".over .unit")`)
	const unit, river = `document.querySelector(".over .unit").getBBox()`, `document.querySelector(".over .river.zone-1").getBBox()`
	measure := func(what string) (v float64) {
		n.do(chromedp.Evaluate(what, &v))
		return v
	}
	n.waits("unit to choose", `(() => {
		const o = [...document.querySelectorAll("#step option")].find((o) => o.text === "central unit"), one = o?.closest("select");
		if (!o) return false;
		one.value = o.value;
		one.dispatchEvent(new Event("change"));
		return document.querySelectorAll(".corner:not([hidden])").length === 4;
	})()`)
	was, begins := measure(unit+".width"), measure(river+".y")
	for range 2 { // its near left corner to the left and nearer
		n.do(chromedp.Evaluate(`document.querySelector(".corner:not([hidden])").focus()`, nil))
		n.press(kb.ArrowLeft, chromedp.KeyModifiers(keys.ModifierShift))
		n.press(kb.ArrowDown, chromedp.KeyModifiers(keys.ModifierShift))
	}
	n.waits("the river", fmt.Sprintf(`%s.width > %f + 30 && %s.y > %f + 20`, unit, was, river, begins))
	n.picture("setup-unit")
	n.presses("Usual zones again")
	n.waits("the unit as it is seen", fmt.Sprintf(`Math.abs(%s.width - %f) < 3 && Math.abs(%s.y - %f) < 3`, unit, was, river, begins))
}

// TestAZoneIsMoved claims that a club draws its zones with the mouse, with a finger and with the keyboard, that zones which
// cannot be are put back with a reason, and that the usual ones come back at a touch.
func TestAZoneIsMoved(t *testing.T) {
	sharedtest.ByNight(t)
	n := arrive(t, "en")
	n.overTheTable()
	chosen := func(name string) {
		n.waits(name, fmt.Sprintf(`(() => {
			const one = [...document.querySelectorAll("#step label")].find((l) => l.innerText.startsWith("Zone to change"))?.querySelector("select"), o = [...(one?.options || [])].find((o) => o.text === %q);
			if (!o) return false;
			one.value = o.value;
			one.dispatchEvent(new Event("change"));
			return document.querySelectorAll(".corner:not([hidden])").length === 4;
		})()`, name))
	}
	const third = `[...document.querySelectorAll(".corner:not([hidden])")][0]`
	type point struct{ X, Y float64 }
	middle := func() (p point) {
		n.do(chromedp.Evaluate(`(() => { const h = `+third+`; h.scrollIntoView({ block: "center" }); const b = h.getBoundingClientRect(); return { X: b.x + b.width / 2, Y: b.y + b.height / 2 }; })()`, &p))
		return p
	}
	moved := func(what string, from point, dx, dy float64) {
		t.Helper()
		n.waits(what, fmt.Sprintf(`(() => { const b = %s.getBoundingClientRect(); return Math.abs(b.x + b.width / 2 - %f) < 3 && Math.abs(b.y + b.height / 2 - %f) < 3; })()`, third, from.X+dx, from.Y+dy))
	}
	settled := func() { n.waits("an answer", `!document.querySelector(".glass:not([hidden])")`) }

	chosen("Place 1 · river")
	n.picture("setup-zone-desktop")
	from := middle()
	n.do(keys.DispatchMouseEvent(keys.MousePressed, from.X, from.Y).WithButton(keys.Left).WithClickCount(1),
		keys.DispatchMouseEvent(keys.MouseMoved, from.X+15, from.Y-6).WithButton(keys.Left),
		keys.DispatchMouseEvent(keys.MouseMoved, from.X+30, from.Y-12).WithButton(keys.Left))
	n.picture("setup-zone-glass")
	n.do(keys.DispatchMouseEvent(keys.MouseReleased, from.X+30, from.Y-12).WithButton(keys.Left).WithClickCount(1))
	settled()
	moved("the mouse", from, 30, -12)

	from = middle()
	n.do(chromedp.Evaluate(third+`.focus()`, nil))
	n.press(kb.ArrowRight, chromedp.KeyModifiers(keys.ModifierShift))
	n.press(kb.ArrowRight, chromedp.KeyModifiers(keys.ModifierShift))
	var scale float64
	n.do(chromedp.Evaluate(`(() => { const c = document.querySelector(".view canvas"); return c.getBoundingClientRect().width / c.width; })()`, &scale))
	moved("the keyboard", from, 40*scale, 0)
	n.do(chromedp.Evaluate(third+`.blur()`, nil))

	n.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	from = middle()
	n.picture("setup-zone-phone")
	touch := func(kind keys.TouchType, p ...*keys.TouchPoint) { n.do(keys.DispatchTouchEvent(kind, p)) }
	touch(keys.TouchStart, &keys.TouchPoint{X: from.X, Y: from.Y})
	touch(keys.TouchMove, &keys.TouchPoint{X: from.X + 4, Y: from.Y - 2})
	touch(keys.TouchMove, &keys.TouchPoint{X: from.X + 8, Y: from.Y - 4})
	touch(keys.TouchEnd)
	settled()
	moved("a finger", from, 8, -4)
	n.fits("zones on a telephone")
	n.do(chromedp.EmulateViewport(1366, 1000))

	from = middle()
	n.do(keys.DispatchMouseEvent(keys.MousePressed, from.X, from.Y).WithButton(keys.Left).WithClickCount(1),
		keys.DispatchMouseEvent(keys.MouseMoved, from.X-150, from.Y+200).WithButton(keys.Left),
		keys.DispatchMouseEvent(keys.MouseReleased, from.X-150, from.Y+200).WithButton(keys.Left).WithClickCount(1))
	n.waits("why not", `document.querySelector("#toast").innerText.includes("Zones may not overlap")`)
	n.picture("setup-zone-refused")
	moved("as it was", from, 0, 0)

	usual := middle()
	n.presses("Usual zones again")
	n.waits("the usual zones", fmt.Sprintf(`(() => { const b = %s.getBoundingClientRect(); return Math.hypot(b.x + b.width / 2 - %f, b.y + b.height / 2 - %f) > 1; })()`, third, usual.X, usual.Y))
	if back := middle(); math.Hypot(back.X-usual.X, back.Y-usual.Y) < 2 {
		t.Error("the zone is where it was dragged to")
	}
}

// overTheTable goes to the step of the table with a camera over a drawn one, and drags the corners of its cloth.
func (n *newcomer) overTheTable() scene.Spec {
	n.t.Helper()
	camera := httptest.NewServer(n.table)
	n.t.Cleanup(camera.Close)
	n.choose("Camera", "\x00")
	n.types("Address of the camera", camera.URL+"/table.jpg")
	n.do(chromedp.Click("#step h2"))
	n.waits("a picture", `document.querySelector("#step meter")?.value > 0.1`)
	n.do(chromedp.Click(nextButton))
	n.title("Table")
	over := scene.WholeTable()
	n.outlines(over, over.ClothCorners())
	return over
}

// TestTheMarkOfTheDiceIsDragged claims that a club says where its dice come to rest: their edge brings the mark, which the mouse drags, and the
// square that is read goes with it.
func TestTheMarkOfTheDiceIsDragged(t *testing.T) {
	sharedtest.ByNight(t)
	n := arrive(t, "en")
	over := n.overTheTable()
	n.types("dice, edge in mm", "12")
	n.do(chromedp.Click("#step h2"))
	n.waits("the mark of the dice", `document.querySelectorAll(".corner:not([hidden])").length === 5 && !!document.querySelector(".over .dice")`)
	square := func() (at models.Point) {
		n.do(chromedp.Evaluate(`(() => { const b = document.querySelector(".over .dice").getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, &at))
		return at
	}
	const right, down = 60, 40 // pixels of the picture
	was := square()
	n.drag(len(over.ClothCorners()), was.Add(models.Point{X: right, Y: down}), over)
	n.waits("the square", fmt.Sprintf(`(() => { const b = document.querySelector(".over .dice").getBBox(); return Math.hypot(b.x + b.width / 2 - %f, b.y + b.height / 2 - %f) < 6; })()`, was.X+right, was.Y+down))
	n.picture("setup-dice")
	n.do(chromedp.Click(nextButton))
	n.title("Tiles")
}
