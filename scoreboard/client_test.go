package scoreboard_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
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

// What a broker retained and sends after something newer does not take its place, as long as the connection lasts: after
// it, what is retained is the newest there is.
func TestClientKeepsNewsThatWasHeardBeforeWhatWasRetained(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{})+"/words/en.json", 640, 360)
	const script = `(async () => {
		const { listen, packet } = await import("/mqtt.js");
		const sockets = [];
		window.WebSocket = class {
			constructor() { sockets.push(this); }
			send() {}
			close() { this.onclose(); }
			says(bytes) { this.onmessage({ data: Uint8Array.from(bytes).buffer }); }
			publish(topic, payload, retain) { this.says(packet(0x30 | retain, [0, 1, ...new TextEncoder().encode(topic + payload)])); }
		};
		const got = [];
		const stop = listen({ url: "ws://broker", topics: ["#"], onMessage: (topic, payload) => got.push(topic + payload), onOnline: () => {} });
		const greet = (socket) => { socket.onopen(); socket.says(packet(0x20, [0, 0])); socket.says(packet(0x90, [0, 1, 0])); };
		greet(sockets[0]);
		sockets[0].publish("a", "3", 0);
		sockets[0].publish("a", "2", 1); // looked up before 3 was published
		sockets[0].publish("b", "1", 1);
		sockets[0].publish("b", "2", 0);
		sockets[0].close();
		while (sockets.length < 2) await new Promise((done) => setTimeout(done, 20));
		greet(sockets[1]);
		sockets[1].publish("a", "4", 1);
		stop();
		return got.join(" ");
	})()`
	var got string
	p.do(chromedp.Evaluate(script, &got, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	if want := "a3 b1 b2 a4"; got != want {
		t.Errorf("heard %s, want %s", got, want)
	}
}

// What was published while a page subscribed, and neither came as news nor was retained yet, comes when the page asks once more;
// what it has heard before is not told again.
func TestClientHearsWhatWasPublishedWhileItSubscribed(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{})+"/words/en.json", 640, 360)
	const script = `(async () => {
		const { listen, packet } = await import("/mqtt.js");
		const SUBSCRIBE = 0x82, CONNACK = [0x20, [0, 0]], SUBACK = [0x90, [0, 1, 0]];
		let subscribed = 0;
		window.WebSocket = class {
			constructor() { setTimeout(() => { this.onopen(); this.says(CONNACK); }); }
			says([first, body]) { this.onmessage({ data: packet(first, body).buffer }); }
			retained(topic, payload) { this.says([0x31, [0, 1, ...new TextEncoder().encode(topic + payload)]]); }
			send(bytes) {
				if (bytes[0] !== SUBSCRIBE) return;
				subscribed++;
				this.retained("a", "1");
				if (subscribed > 1) this.retained("b", "1"); // published meanwhile
				this.says(SUBACK);
			}
			close() {}
		};
		const got = [];
		let online = 0;
		const heard = new Promise((done) => listen({ url: "ws://broker", topics: ["#"], onOnline: () => online++,
			onMessage: (topic, payload) => { got.push(topic + payload); if (topic === "b") done(); } }));
		await Promise.race([heard, new Promise((late) => setTimeout(late, 20_000))]);
		return got.join(" ") + ", online " + online;
	})()`
	var got string
	p.do(chromedp.Evaluate(script, &got, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	if want := "a1 b1, online 1"; got != want {
		t.Errorf("heard %s, want %s", got, want)
	}
}

// Whatever a broker sends is cut into the same packets however it comes, or refused as malformed, and whatever stands
// for tiles is drawn as tiles that there are: the parsers of the pages end, and throw nothing else.
func TestThePagesParsersEndOnAnything(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{})+"/words/en.json", 640, 360)
	const script = `(async (seed, rounds) => {
		const { packet, readPublish, Splitter } = await import("/mqtt.js");
		const { parseTiles } = await import("/draw.js");
		const random = (n) => { // mulberry32
			seed = seed + 0x6D2B79F5 | 0;
			let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
			t ^= t + Math.imul(t ^ t >>> 7, 61 | t);
			return ((t ^ t >>> 14) >>> 0) % n;
		};
		const bytes = (n) => Array.from({ length: n }, () => random(4) ? random(256) : [0, 127, 128, 255][random(4)]);
		const read = (stream, size) => { // size() bytes at a time
			const splitter = new Splitter(), got = [];
			try {
				for (let at = 0, n; at < stream.length; at += n) {
					n = size();
					got.push(...splitter.take(Uint8Array.from(stream.slice(at, at + n))).map(readPublish));
				}
			} catch (err) {
				if (err.message !== "malformed packet length") throw err;
				return "malformed";
			}
			return JSON.stringify(got);
		};
		const kinds = { malformed: 0, packets: 0, tiles: 0 };
		for (let i = 0; i < rounds; i++) {
			let stream = [];
			for (let n = random(4); n >= 0; n--) stream.push(...(random(3) ? packet(0x30 | random(16), bytes(random(300))) : bytes(random(12))));
			for (let n = random(3); n > 0 && stream.length; n--) stream[random(stream.length)] = random(256);
			const whole = read(stream, () => stream.length), cut = read(stream, () => 1 + random(40));
			if (whole !== cut) return "whole " + whole + ", in pieces " + cut + ": " + stream;
			kinds[whole === "malformed" ? "malformed" : "packets"]++;

			const signs = "0123456789mpszf?#<>^[]() \u{1F000}a-", notation = Array.from({ length: random(60) }, () => [...signs][random(36)]).join("");
			for (const tile of parseTiles(notation)) {
				if (!/^([0-9][mpszf]|[?#])$/.test(tile)) return notation + " has a tile " + tile;
				kinds.tiles++;
			}
		}
		return Object.values(kinds).every((n) => n > rounds / 50) ? "read" : "little was tried: " + JSON.stringify(kinds);
	})`
	seed := rand.Uint32()
	var got string
	p.do(chromedp.Evaluate(fmt.Sprintf("%s(%d, %d)", script, seed, sharedtest.Count(2_000, 200_000)), &got, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	if got != "read" {
		t.Errorf("seed %d: %s", seed, got)
	}
}

// Faults of the drawers are told by name, those of other boards by their code.
func TestFaultsOfDrawersAreNamed(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{})+"/words/en.json", 640, 360)
	const script = `(async () => {
		const { loadWords, tableNotice } = await import("/words.js");
		history.replaceState(null, "", "/?lang=en"); // words are looked for beside the page
		await loadWords();
		return [17, 1011, 1046, 1171, 1172, 1175, 1176, 1180, 1181].map((code) => tableNotice({ fault: { code, severity: "notice" } })).join("\n");
	})()`
	const want = `The table reports fault 17
Drawer of place 1, compartment 1: no whole number of sticks of one kind
The table reports fault 1046
The table reports fault 1171
The converter 0x48 in the drawer of place 1 does not answer
The converter 0x4b in the drawer of place 4 does not answer
The table reports fault 1176
The wires to the converters in the drawers are held: see firmware/README.md
The converters do not see the supply of the sticks`
	var got string
	p.do(chromedp.Evaluate(script, &got, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	if got != want {
		t.Errorf("told as\n%s", got)
	}
}
