package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
)

// A large club has fifty displays. Each is connected by itself; one of them is painted, as each has a machine of its
// own: eight that were drawn in software by one browser took nine seconds.
const (
	displaysConnected = 50
	displaysPainted   = 1
	handsPainted      = 15 // of a match of 16
)

// TestHandsArePainted measures how long it takes from a hand's entry in the books until a display has painted it,
// and claims that every display shows every hand.
func TestHandsArePainted(t *testing.T) {
	sharedtest.ByNight(t)
	c := openConsole(t, "en")
	c.request("match-new", `{"rules":"lingque-29","players":["Ann","Bo","Cui","Dai"]}`)
	var ready bool
	c.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}), // one machine cannot move the pictures of fifty
		chromedp.Navigate(c.table.Page()+"healthz"), chromedp.Evaluate(fmt.Sprintf(`
		window.painted = {}; // when, in ms since 1970, by the label of the hand
		document.body.replaceChildren(...Array.from({ length: %d }, () => {
			const frame = document.createElement("iframe");
			Object.assign(frame, { src: "/?lang=en", width: 200, height: 120 });
			frame.addEventListener("load", () => {
				const page = frame.contentWindow, shown = new Set();
				new page.MutationObserver(() => {
					const label = page.document.querySelector("#last .label")?.textContent;
					if (!label || shown.has(label)) return;
					shown.add(label);
					page.requestAnimationFrame(() => { // what follows a frame at once comes after it was painted
						const { port1, port2 } = new MessageChannel();
						port1.onmessage = () => (window.painted[label] ||= []).push(Date.now());
						port2.postMessage(0);
					});
				}).observe(page.document.querySelector("#last"), { childList: true, subtree: true });
			});
			return frame;
		}));
		import("/mqtt.js").then(({ listen }) => {
			for (let n = 0; n < %d; n++) listen({ url: location.href.replace("http", "ws").replace("healthz", "mqtt"), topics: ["jantaku/+/score", "jantaku/+/match", "jantaku/+/hand", "jantaku/+/course"],
				onMessage: () => {}, onOnline: (on) => { window.connected = (window.connected || 0) + (on ? 1 : 0); } });
		});`, displaysPainted, displaysConnected-displaysPainted), nil))
	for deadline := time.Now().Add(3 * time.Minute); !ready; time.Sleep(200 * time.Millisecond) {
		c.do(chromedp.Evaluate(`[...document.querySelectorAll("iframe")].every((f) => f.contentDocument?.querySelector("#round")?.textContent.includes("East")) && window.connected >= `+fmt.Sprint(displaysConnected-displaysPainted), &ready))
		if time.Now().After(deadline) {
			t.Fatal("the displays are not connected")
		}
	}
	var waits []time.Duration
	for n := range handsPainted {
		_, _ = c.table.Pipeline.Request(t.Context(), "seats", []byte(`{}`)) // refused where nobody changes seats before this hand
		c.request("enter", fmt.Sprintf(`{"place":%d,"from":%d,"win":{"concealed":"123m456p78s555z22p","melds":[],"win":"9s"}}`, n%4+1, (n+1)%4+1))
		c.request("confirm", `{}`)
		entry, _ := c.table.Ledger.State().LastHand()
		booked := entry.Current().Time
		var painted []int64
		for deadline := time.Now().Add(time.Minute); len(painted) < displaysPainted; time.Sleep(100 * time.Millisecond) {
			c.do(chromedp.Evaluate(fmt.Sprintf(`window.painted["Hand %d"] ?? []`, n+1), &painted))
			if time.Now().After(deadline) {
				t.Fatalf("hand %d is on %d of %d displays", n+1, len(painted), displaysPainted)
			}
		}
		for _, at := range painted {
			waits = append(waits, time.UnixMilli(at).Sub(booked))
		}
	}
	slices.Sort(waits)
	at := func(share float64) time.Duration {
		return waits[int(share*float64(len(waits)-1))].Round(time.Millisecond)
	}
	t.Logf("%d displays, %d hands, %d painted: from booked to painted %v in the middle, %v at the 99th percentile", displaysConnected, handsPainted, len(waits), at(.5), at(.99))
}
