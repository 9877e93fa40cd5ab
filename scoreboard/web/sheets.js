// The sheets that slide in over the console: another face for a tile, a typed hand, a
// drawn hand, a penalty, a new match.

import { ask } from "./ask.js";
import { meldOf, neighbours } from "./edit.js";
import { h, playerName, tile } from "./draw.js";
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
 * when it is given, that this is the winning tile.
 */
export function tileSheet(one, pick, winning) {
  const choose = (t) => {
    sheet.close();
    pick(t);
  };
  const likely = one.alternatives.map(({ tile: t, confidence }) => ({ t, percent: `${Math.round(confidence * 100)} %` }));
  for (const t of neighbours(one.tile)) if (likely.length < 6 && !likely.some((l) => l.t === t)) likely.push({ t, percent: "" });
  show(
    h("div.now", {}, tile(one.tile), h("b", {}, word("console.change")),
      winning ? h("button", { onclick: () => { sheet.close(); winning(); } }, word("console.winning")) : null),
    h("div.candidates", {}, likely.map(({ t, percent }) => h("button", { dataset: { tile: t }, onclick: () => choose(t) }, tile(t), h("small", {}, percent)))),
    h("h3", {}, word("console.all")), keypad(choose));
}

/** A hand without a picture: tiles in any order, melds from the tiles just tapped, the
 * last tile is the winning one. */
export function enterSheet(players) {
  let tiles = [], melds = [], place = players[0]?.place, from = 0;
  const draw = () => {
    const full = tiles.length === 14 - 3 * melds.length;
    const row = (chosen, pick, extra) => h("div.row", {}, extra, players.map((p) => h(`button${p.place === chosen ? ".chosen" : ""}`, { onclick: () => { pick(p.place); draw(); } }, playerName(p))));
    const meld = (size) => {
      const m = meldOf(tiles, size);
      return h("button", { disabled: !m, onclick: () => { tiles = tiles.slice(0, -size); melds.push(m); draw(); } }, word(size === 4 ? "console.kong" : "console.meld"));
    };
    const concealed = h("button", { disabled: !meldOf(tiles, 4), onclick: () => { melds.push({ ...meldOf(tiles, 4), type: "concealed-kong" }); tiles = tiles.slice(0, -4); draw(); } }, word("console.concealed-kong"));
    const back = h("button", { disabled: !tiles.length && !melds.length, onclick: () => { tiles.length ? tiles.pop() : melds.pop(); draw(); } }, "⌫");
    const send = async () => {
      const win = { concealed: tiles.slice(0, -1).join(""), melds, win: tiles.at(-1), flags: [] };
      if (await ask("enter", { place, from, win })) sheet.close();
    };
    show(h("h2", {}, word("console.enter")),
      h("div.edit", {}, h("span.group", {}, tiles.map((t, i) => h(`button.tap${full && i === tiles.length - 1 ? ".win" : ""}`, {}, tile(t)))),
        melds.map((m) => h("span.group", {}, m.tiles.match(/\d[mpsz]/g).map((t) => h("button.tap", {}, tile(t)))))),
      keypad((t) => { if (!full) tiles.push(t); draw(); }),
      h("div.row", {}, back, meld(3), meld(4), concealed),
      h("h3", {}, word("console.winner")), row(place, (p) => { if (from === place) from = p; place = p; }),
      h("h3", {}, word("console.from")), row(from === place ? 0 : from, (p) => { from = p; }, h(`button${from === place ? ".chosen" : ""}`, { onclick: () => { from = place; draw(); } }, word("win.self-draw"))),
      h("button.main", { disabled: !full || !from, onclick: send }, word("console.look")));
  };
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
