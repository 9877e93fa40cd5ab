// The sheets that slide in over the console: another face for a tile, a typed hand, a
// drawn hand, a penalty, a new match.

import { ask } from "./ask.js";
import { meldOf, neighbours } from "./edit.js";
import { h, parseTiles, playerName, tile } from "./draw.js";
import { word } from "./words.js";

const sheet = document.querySelector("#sheet");
sheet.addEventListener("click", (e) => { if (e.target === sheet) sheet.close(); });

export const closeSheet = () => sheet.close();

function show(...parts) {
  sheet.replaceChildren(h("div", {}, parts));
  if (!sheet.open) sheet.showModal();
}

const ALL = ["m", "p", "s"].flatMap((s) => [..."123456789"].map((n) => n + s)).concat([..."1234567"].map((n) => n + "z"));
const REDS = ["0m", "0p", "0s"];

function keypad(pick, reds = true) {
  return h("div.all", {}, [...ALL, ...(reds ? REDS : [])].map((t) => h("button", { onclick: () => pick(t) }, tile(t))));
}

/**
 * What else a tile may be, the likeliest first. pick(face) hears the answer; winning(),
 * when it is given, that this is the winning tile; suppliers are those who may have
 * supplied the claimed tile of its meld.
 */
export function tileSheet(one, { pick, winning, suppliers }) {
  const then = (act) => (...args) => {
    sheet.close();
    act(...args);
  };
  const likely = one.alternatives.map(({ tile: t, confidence }) => ({ t, percent: `${Math.round(confidence * 100)} %` }));
  for (const t of neighbours(one.tile)) if (likely.length < 6 && !likely.some((l) => l.t === t)) likely.push({ t, percent: "" });
  show(
    h("div.now", {}, tile(one.tile), h("b", {}, word("console.change")), winning ? h("button", { onclick: then(winning) }, word("console.winning")) : null),
    h("div.candidates", {}, likely.map(({ t, percent }) => h("button", { onclick: () => then(pick)(t) }, tile(t), h("small", {}, percent)))),
    suppliers.length ? h("div", {}, h("h3", {}, word("console.supplier")), h("div.row", {}, suppliers.map((s) => h(`button${s.chosen ? ".chosen" : ""}`, { onclick: then(s.pick) }, s.name)))) : null,
    h("h3", {}, word("console.all")), keypad(then(pick)));
}

/**
 * All tiles of a hand by hand: the keypad adds a tile, a tap on one removes it, melds
 * are made of the tiles added last, and the last one of a full hand is the winning
 * tile. send({place, from, win}) gives null when the program refuses.
 */
export function enterSheet(players, { tiles, melds, place, from }, send) {
  tiles = [...tiles];
  melds = [...melds];
  const act = (key, enabled, does) => h("button", { disabled: !enabled, onclick: () => { does(); draw(); } }, word(key));
  const close = (size, kind) => {
    const m = meldOf(tiles, size);
    return act(kind, m && (kind === "console.concealed-kong" ? size === 4 : true), () => {
      tiles = tiles.slice(0, -size);
      melds.push(kind === "console.concealed-kong" ? { ...m, type: "concealed-kong" } : m);
    });
  };
  const who = (chosen, pick, extra) => h("div.row", {}, extra, players.map((p) => h(`button${p.place === chosen ? ".chosen" : ""}`, { onclick: () => { pick(p.place); draw(); } }, playerName(p))));
  const submit = async () => {
    const win = { concealed: tiles.slice(0, -1).join(""), melds, win: tiles.at(-1) };
    if (await send({ place, from, win })) sheet.close();
  };
  function draw() {
    const room = 14 - 3 * melds.length - tiles.length;
    const tap = (t, marked, does) => h(`button.tap${marked ? ".win" : ""}`, { onclick: () => { does(); draw(); } }, tile(t));
    show(h("h2", {}, word("console.enter"), h("small", {}, room === 0 ? "" : room > 0 ? `+${room}` : `−${-room}`)),
      h("div.edit", {}, h("span.group", {}, tiles.map((t, i) => tap(t, room === 0 && i === tiles.length - 1, () => tiles.splice(i, 1)))),
        melds.map((m, i) => h("span.group", {}, parseTiles(m.tiles).map((t) => tap(t, false, () => melds.splice(i, 1)))))),
      keypad((t) => { tiles.push(t); draw(); }),
      h("div.row", {}, act("⌫", tiles.length || melds.length, () => { tiles.length ? tiles.pop() : melds.pop(); }),
        close(3, "console.meld"), close(4, "console.kong"), close(4, "console.concealed-kong")),
      h("h3", {}, word("console.winner")), who(place, (p) => { from = from === place ? p : from === p ? 0 : from; place = p; }),
      h("h3", {}, word("console.from")), who(from === place ? 0 : from, (p) => { from = p; },
        h(`button${from === place ? ".chosen" : ""}`, { onclick: () => { from = place; draw(); } }, word("win.self-draw"))),
      h("button.main", { disabled: room !== 0 || !from, onclick: submit }, word("console.look")));
  }
  draw();
}

/** A hand that nobody won, with those who showed a waiting hand. */
export function drawSheet(players) {
  const ready = new Set();
  const draw = () => show(h("h2", {}, word("console.draw")), h("h3", {}, word("console.ready")),
    h("div.row", {}, players.map((p) => h(`button${ready.has(p.place) ? ".chosen" : ""}`, { onclick: () => { ready.has(p.place) ? ready.delete(p.place) : ready.add(p.place); draw(); } }, playerName(p)))),
    h("button.main", { onclick: async () => { if (await ask("draw", { ready: [...ready].map((place) => ({ place })) }, "console.done")) sheet.close(); } }, word("console.confirm-draw")));
  draw();
}

/** Points taken from a player, with the reason. */
export function penaltySheet(players) {
  let place = 0;
  const points = h("input", { type: "number", min: 1, value: 10, inputMode: "numeric" }), why = h("input", { type: "text", maxLength: 200 });
  const draw = () => show(h("h2", {}, word("console.penalty")),
    h("div.row", {}, players.map((p) => h(`button${p.place === place ? ".chosen" : ""}`, { onclick: () => { place = p.place; draw(); } }, playerName(p)))),
    h("label", {}, word("console.points"), points), h("label", {}, word("console.reason"), why),
    h("button.main", { disabled: !place, onclick: async () => {
      if (await ask("penalty", { place, kind: "free", points: Number(points.value), why: why.value }, "console.done")) sheet.close();
    } }, word("console.give")));
  draw();
}

const RULES = ["lingque-29", "lingque-26", "yuque-54", "mcr", "riichi"];

/** A new match: who plays, by which rules. The last one fills the fields. */
export function matchSheet(last) {
  const names = [1, 2, 3, 4].map((n) => h("input", { type: "text", maxLength: 40, required: true, value: last?.players.find((p) => p.place === n)?.name || "" }));
  const rules = h("select", {}, RULES.map((r) => h("option", { value: r, selected: r === last?.rules }, word(`rules.${r}`))));
  const start = h("input", { type: "number", value: last?.start ?? 0, inputMode: "numeric" });
  show(h("form", { onsubmit: async (e) => {
    e.preventDefault();
    if (await ask("match-new", { rules: rules.value, players: names.map((n) => n.value.trim()), start: Number(start.value) }, "console.done")) sheet.close();
  } }, h("h2", {}, word("console.start")), names.map((n, i) => h("label", {}, word("console.player", { n: i + 1 }), n)),
  h("label", {}, word("console.rules"), rules), h("label", {}, word("console.start-points"), start),
  h("button.main", {}, word("console.start"))));
}
