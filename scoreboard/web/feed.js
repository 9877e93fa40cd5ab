// What a page knows about its table, and where it comes from: the broker, or a
// recorded match with ?mock=1.

import { listen } from "./mqtt.js";

export const params = new URLSearchParams(location.search);

export async function loadConfig() {
  const answer = await fetch("config.json");
  if (!answer.ok) throw new Error(`config.json: ${answer.status}`);
  const config = await answer.json();
  books = config.books;
  return config;
}

let books = {};
const NO_BOOK = { unit: "points", hand: 13, facts: [] };

/** What a rule book asks of whoever enters a hand: {unit, rare, hand, facts, pays_ready}; see scoring.Desk. */
export const deskOf = (rules) => books?.[rules] || NO_BOOK;

/** Whether a rule book depends on a fact, by one or another of its options. */
export const asks = (rules, fact) => deskOf(rules).facts.includes(fact);

/**
 * Follows a table. onChange(what, news) is called after each message, where what is
 * the last word of the topic and news says whether it just happened: false for what
 * the broker had retained. table.state, .score, .match, .hand, .review,
 * .course, .round and .availability hold the newest payload or null; table.online says whether the
 * broker can be heard, table.alive whether the daemon lives.
 */
export function follow(config, onChange) {
  const name = params.get("table") || config.table;
  const base = `${config.prefix}/${name}/`;
  const status = `${config.prefix}/${config.node}/status`;
  const table = { name, online: false, alive: true, state: null, score: null, match: null, hand: null, review: null, availability: null, course: null, round: null };
  const delay = Math.max(0, Number(params.get("delay")) || 0) * 1000;

  const take = (topic, payload, retain) => {
    let value = null;
    try {
      value = payload === "" ? null : JSON.parse(payload);
    } catch {
      return console.warn("not JSON on", topic);
    }
    if (topic === status) {
      table.alive = value?.status !== "offline";
      return onChange("status", !retain);
    }
    if (!topic.startsWith(base)) return;
    const [what, ...rest] = topic.slice(base.length).split("/");
    if (what === "event") return onChange(`event/${rest.join("/")}`, true, value);
    table[what] = value;
    onChange(what, !retain);
  };
  const onMessage = (topic, payload, retain) => {
    // A stream that is late shows no course before its time either, though it is retained.
    if (delay && (!retain || topic === `${base}course`)) setTimeout(() => take(topic, payload, retain), delay);
    else take(topic, payload, retain);
  };
  const onOnline = (online) => {
    table.online = online;
    onChange("online", online);
  };

  if (params.has("mock")) {
    replay(base, onMessage, onOnline);
    return table;
  }
  const url = new URL(config.mqtt, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  listen({
    url: url.href, onMessage, onOnline,
    topics: [...["state", "score", "match", "hand", "review", "availability", "course", "round", "event/#"].map((t) => base + t), status],
  });
  return table;
}

/**
 * Plays mock.json: a list of {after, topic, payload} with after in seconds. mock=N
 * starts with the first N messages at once, as if the broker had retained them, or
 * with all but the last -N; then the rest follows, for ever, unless still=1.
 */
async function replay(base, onMessage, onOnline) {
  const tape = await (await fetch("mock.json")).json();
  const skip = Number(params.get("mock")) || 0;
  const say = ({ topic, payload }, retain) => onMessage(base + topic, payload === null ? "" : JSON.stringify(payload), retain);
  onOnline(true);
  tape.slice(0, skip).forEach((m) => say(m, true));
  if (params.has("still")) return;
  for (let at = skip; ; at = 0) {
    for (const m of tape.slice(at)) {
      await new Promise((done) => setTimeout(done, m.after * 1000));
      say(m, false);
    }
  }
}
