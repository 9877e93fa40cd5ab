// An MQTT 3.1.1 client that listens: CONNECT, SUBSCRIBE, PUBLISH from the broker at
// QoS 0 and 1, PING. It reconnects for ever, with a back-off of at most 30 s.
// Numbers in comments are sections of the OASIS standard mqtt-v3.1.1.

const CONNECT = 1, CONNACK = 2, PUBLISH = 3, PUBACK = 4, SUBSCRIBE = 8, SUBACK = 9, PINGREQ = 12;
const KEEP_ALIVE = 30; // seconds
const LONGEST_WAIT = 30_000; // milliseconds
// The embedded broker looks up what it retains a little before a subscription counts: of 3,000 topics that were published just then
// 36 were not heard at all. Asked once more it sends them; this is how long that may take it, in milliseconds, many times over.
const ASK_AGAIN = 1000;

const utf8 = new TextEncoder(), text = new TextDecoder();

/** The string with its length before it (1.5.3). */
function string(s) {
  const b = utf8.encode(s);
  return [b.length >> 8, b.length & 255, ...b];
}

/** A control packet: first byte, remaining length (2.2.3), body. */
export function packet(first, body) {
  const head = [first];
  for (let n = body.length; ;) {
    const digit = n & 127;
    n >>= 7;
    head.push(n ? digit | 128 : digit);
    if (!n) return Uint8Array.from([...head, ...body]);
  }
}

export function connectPacket(client) {
  return packet(CONNECT << 4, [...string("MQTT"), 4, 2 /* clean session */, 0, KEEP_ALIVE, ...string(client)]);
}

// QoS 0: within a connection nothing is lost, and after it the retained topics say everything.
// The embedded broker keeps a store for each subscription with QoS 1, a quarter of a megabyte a page.
export function subscribePacket(id, topics) {
  return packet(SUBSCRIBE << 4 | 2, [id >> 8, id & 255, ...topics.flatMap((t) => [...string(t), 0])]);
}

/**
 * Cuts a stream of bytes into packets. take(bytes) gives the packets that are
 * complete, as {kind, flags, body}, and keeps the rest.
 */
export class Splitter {
  #rest = new Uint8Array();

  take(bytes) {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const packets = [];
    let at = 0;
    for (; ;) {
      const end = this.#end(all, at);
      if (!end || end.end > all.length) break;
      packets.push({ kind: all[at] >> 4, flags: all[at] & 15, body: all.subarray(end.start, end.end) });
      at = end.end;
    }
    this.#rest = all.slice(at);
    return packets;
  }

  /** Where the body of the packet at `at` starts and ends; null when the length is not there yet. */
  #end(all, at) {
    let length = 0;
    for (let i = 1; i <= 4; i++) {
      if (at + i >= all.length) return null;
      length += (all[at + i] & 127) << (7 * (i - 1));
      if (!(all[at + i] & 128)) return { start: at + i + 1, end: at + i + 1 + length };
    }
    throw new Error("malformed packet length");
  }
}

/** Reads a PUBLISH (3.3): {topic, payload, retain, id} with id 0 at QoS 0. */
export function readPublish({ flags, body }) {
  const n = body[0] << 8 | body[1];
  let at = 2 + n, id = 0;
  if (flags & 6) {
    id = body[at] << 8 | body[at + 1];
    at += 2;
  }
  return { topic: text.decode(body.subarray(2, 2 + n)), payload: text.decode(body.subarray(at)), retain: !!(flags & 1), id };
}

/**
 * Listens to topics until stop() is called.
 * onMessage(topic, payload, retain) gets every message as text; onOnline(bool) hears
 * of the connection.
 */
export function listen({ url, topics, onMessage, onOnline }) {
  let socket = null, stopped = false, wait = 500, timer = 0;

  const later = () => {
    if (stopped) return;
    timer = setTimeout(open, wait / 2 + Math.random() * wait / 2);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };

  function open() {
    const splitter = new Splitter();
    let ping = 0, again = 0, heard = Date.now();
    const live = new Set(); // topics of which this connection has heard news
    const held = new Map(); // what it was told that they hold: payloads by topic
    const mine = socket = new WebSocket(url, "mqtt");
    mine.binaryType = "arraybuffer";
    mine.onopen = () => mine.send(connectPacket(""));
    mine.onclose = () => {
      clearInterval(ping);
      clearTimeout(again);
      onOnline(false);
      later();
    };
    mine.onmessage = ({ data }) => {
      heard = Date.now();
      try {
        splitter.take(new Uint8Array(data)).forEach(handle);
      } catch (err) {
        console.warn("mqtt:", err);
        mine.close();
      }
    };

    function handle(p) {
      if (p.kind === CONNACK) {
        if (p.body[1] !== 0) return mine.close();
        mine.send(subscribePacket(1, topics));
        ping = setInterval(() => {
          if (Date.now() - heard > KEEP_ALIVE * 1500) return mine.close(); // silent for too long
          mine.send(packet(PINGREQ << 4, []));
        }, KEEP_ALIVE * 500);
      } else if (p.kind === SUBACK) {
        if (again) return;
        again = setTimeout(() => mine.send(subscribePacket(2, topics)), ASK_AGAIN);
        wait = 500;
        onOnline(true);
      } else if (p.kind === PUBLISH) {
        const m = readPublish(p);
        if (m.id) mine.send(packet(PUBACK << 4, [m.id >> 8, m.id & 255]));
        // A broker may look up what it retains before, and send it after, what is published meanwhile.
        if (m.retain && (live.has(m.topic) || held.get(m.topic) === m.payload)) return;
        if (m.retain) held.set(m.topic, m.payload);
        else live.add(m.topic);
        onMessage(m.topic, m.payload, m.retain);
      }
    }
  }

  open();
  return function stop() {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
