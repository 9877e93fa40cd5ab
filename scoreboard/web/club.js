// The hall page: every table that the broker knows, a card each.

import { listen } from "./mqtt.js";
import { loadConfig } from "./feed.js";
import { fillWords, hasWord, language, loadWords, partsNotice, tableNotice, word } from "./words.js";
import { SEATS, counters, h, languageButtons, number, playerName, roundName, seatsChange, signed } from "./draw.js";

const $ = (selector) => document.querySelector(selector);
const KINDS = ["state", "score", "review", "availability"];

const config = await loadConfig();
await loadWords();
fillWords();
languageButtons($("#languages"));

const tables = new Map(); // by name: {state, score, review, availability}
const away = new Set(); // nodes whose last will has come
let online = false, drawn = 0; // drawn: the frame in which the next drawing is due

const url = new URL(config.mqtt, location.href);
url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
listen({
  url: url.href,
  topics: [...KINDS.map((kind) => `${config.prefix}/+/${kind}`), `${config.prefix}/+/status`],
  onMessage: take,
  onOnline: (now) => {
    online = now;
    draw();
  },
});
draw();

function take(topic, payload) {
  const [name, kind, ...rest] = topic.slice(config.prefix.length + 1).split("/");
  if (rest.length) return;
  let value = null;
  try {
    value = payload === "" ? null : JSON.parse(payload);
  } catch {
    return console.warn("not JSON on", topic);
  }
  if (kind === "status") {
    if (value?.status === "offline") away.add(name);
    else away.delete(name);
    return draw();
  }
  const table = tables.get(name) || {};
  table[kind] = value;
  tables.set(name, table);
  if (KINDS.every((k) => !table[k])) tables.delete(name); // taken off the broker
  draw();
}

/** Draws once for all that comes together. */
function draw() {
  cancelAnimationFrame(drawn);
  drawn = requestAnimationFrame(() => {
    $("#notice").textContent = online ? "" : word("notice.no-broker");
    const names = [...tables.keys()].sort(new Intl.Collator(language(), { numeric: true }).compare);
    $("#tables").replaceChildren(...(names.length || !online ? names.map(card) : [h("p.none", {}, word("club.none"))]));
  });
}

function card(name) {
  const table = tables.get(name), { score } = table;
  const alarm = trouble(table);
  const phase = table.state?.phase ? `phase.${table.state.phase}` : "";
  return h(`article${alarm ? ".alarm" : ""}`, { dataset: { table: name } },
    h("h2", {}, h("a", { href: `./?table=${encodeURIComponent(name)}` }, name),
      h("small", {}, score?.rules ? word(hasWord(`rules.${score.rules}`) ? `rules.${score.rules}` : score.rules) : "")),
    h("p.round", {}, h("strong", {}, score ? (score.over ? word("match.over") : roundName(score)) : word("club.no-match")),
      counters(score)),
    h("ul.players", {}, [...(score?.players || [])].sort((a, b) => SEATS.indexOf(a.seat) - SEATS.indexOf(b.seat)).map((p) =>
      h(`li${p.place === score.dealer ? ".dealer" : ""}${p.rank === 1 ? ".leader" : ""}`, {},
        h("span.wind", {}, p.seat ? word(`wind.${p.seat}`) : "·"), h("span.name", {}, playerName(p)),
        h(`span.delta${p.delta > 0 ? ".gain" : p.delta < 0 ? ".loss" : ""}`, {}, p.delta ? signed(p.delta) : ""),
        h("b.score", {}, number(p.score))))),
    h("p.state", { role: "status" }, alarm || (hasWord(phase) ? word(phase) : "")));
}

/** What somebody has to see to at a table, the most urgent thing; empty when nothing. */
function trouble({ state, score, review, availability }) {
  if (away.has(availability?.node)) return word("notice.no-daemon");
  if (state?.emergency || state?.fault) return tableNotice(state);
  if (score?.seating && !score.over) return seatsChange(score);
  if (state?.reviewing || review?.hand) return word("notice.reviewing");
  return partsNotice(availability);
}
