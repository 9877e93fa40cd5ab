package scoreboard_test

import (
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jantaku/scoreboard"
)

// The client's packets are cut from a stream that comes in pieces of every size, also
// within a length and within a character of several bytes.
func TestClientReadsPacketsInPiecesOfAnySize(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{})+"/words/en.json", 640, 360)
	const script = `(async () => {
		const { packet, readPublish, Splitter } = await import("/mqtt.js");
		const utf8 = new TextEncoder();
		const string = (s) => { const b = utf8.encode(s); return [b.length >> 8, b.length & 255, ...b]; };
		const texts = ["", "雀卓", "x".repeat(120), "東".repeat(50), "y".repeat(200), "z".repeat(16400)];
		const sent = texts.map((t, i) => i % 2 // QoS 1 and retained, or QoS 0
			? packet(0x33, [...string("a/手牌"), 0, i, ...utf8.encode(t)]) : packet(0x30, [...string("a/手牌"), ...utf8.encode(t)]));
		const stream = sent.flatMap((b) => [...b]);
		for (const size of [1, 3, 128, 1000, 100000]) {
			const splitter = new Splitter(), got = [];
			for (let at = 0; at < stream.length; at += size) got.push(...splitter.take(Uint8Array.from(stream.slice(at, at + size))).map(readPublish));
			if (got.length !== texts.length) return size + ": " + got.length + " packets";
			for (const [i, m] of got.entries()) {
				if (m.topic !== "a/手牌" || m.payload !== texts[i] || m.retain !== (i % 2 === 1) || m.id !== (i % 2 ? i : 0)) return size + ": packet " + i + " is " + JSON.stringify(m).slice(0, 80);
			}
		}
		try {
			new Splitter().take(Uint8Array.from([0x30, 255, 255, 255, 255, 1]));
			return "a length without end is accepted";
		} catch { return "as sent"; }
	})()`
	var got string
	p.do(chromedp.Evaluate(script, &got, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	if got != "as sent" {
		t.Error(got)
	}
}
