// The sheets that slide in over the console: another face for a tile, a typed hand, the
// dora, a drawn hand, a penalty.

import { ask } from "./ask.js";
import { meldOf, neighbours } from "./edit.js";
import { h, parseTiles, playerName, tile } from "./draw.js";
import { hasWord, word } from "./words.js";

export const sheet = document.querySelector("#sheet");
sheet.addEventListener("click", (e) => { if (e.target === sheet) sheet.close(); });

export const closeSheet = () => sheet.close();

export function show(...parts) {
  sheet.replaceChildren(h("div", {}, parts.flat()));
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

/** The dora indicators and those under them; send(win) hears both. */
export function doraSheet(win, send) {
  const rows = { dora_indicators: parseTiles(win.dora_indicators), ura_indicators: parseTiles(win.ura_indicators) };
  let into = "dora_indicators";
  const draw = () => show(h("h2", {}, word("console.dora")),
    Object.entries(rows).map(([key, tiles]) => h("div", {}, h(`button${key === into ? ".chosen" : ""}`, { onclick: () => { into = key; draw(); } }, word(`console.${key}`)),
      h("div.edit", {}, h("span.group", {}, tiles.map((t, i) => h("button.tap", { onclick: () => { tiles.splice(i, 1); draw(); } }, tile(t))))))),
    keypad((t) => { if (rows[into].length < 5) rows[into].push(t); draw(); }, false),
    h("button.main", { onclick: () => {
      sheet.close();
      send(Object.fromEntries(Object.entries(rows).map(([key, tiles]) => [key, tiles.join("")])));
    } }, word("console.look")));
  draw();
}

/**
 * A hand that nobody won: why, who showed a waiting hand (with its points where the rule
 * book pays for them), who wins by the discards, who laid a stick. send(body) gives null
 * when the program refuses.
 */
export async function drawSheet(players, rules, was, send) {
  const riichi = rules.startsWith("riichi"), yuque = rules.startsWith("yuque");
  const { aborts, nagashi } = { aborts: [], ...(riichi && await ask("rules")) };
  const chosen = { ready: new Set(was.ready?.map((r) => r.place)), nagashi: new Set(was.nagashi), riichi: new Set(was.riichi) };
  const points = Object.fromEntries((was.ready || []).map((r) => [r.place, r.points || 0]));
  let reason = "", sticks = was.riichi !== undefined;
  const row = (key, touched = () => {}) => h("div.row", {}, players.map((p) => h(`button${chosen[key].has(p.place) ? ".chosen" : ""}`,
    { onclick: () => { chosen[key].has(p.place) ? chosen[key].delete(p.place) : chosen[key].add(p.place); touched(); draw(); } }, playerName(p))));
  const body = () => ({
    ready: reason ? [] : [...chosen.ready].map((place) => ({ place, ...(points[place] && { points: points[place] }) })),
    ...(chosen.nagashi.size && !reason && { nagashi: [...chosen.nagashi] }), ...(sticks && { riichi: [...chosen.riichi] }), ...(reason && { reason }),
  });
  const draw = () => show(...[h("h2", {}, word("console.draw")),
    reason ? null : h("h3", {}, word("console.ready")), reason ? null : row("ready"),
    yuque && chosen.ready.size ? h("div.row", {}, players.filter((p) => chosen.ready.has(p.place)).map((p) => h("label", {}, `${playerName(p)} · ${word("console.ready-points")}`,
      h("input", { type: "number", min: 0, value: points[p.place] || 0, inputMode: "numeric", onchange: (e) => { points[p.place] = Number(e.target.value); } })))) : null,
    nagashi && !reason ? h("h3", {}, word("console.nagashi")) : null, nagashi && !reason ? row("nagashi") : null,
    riichi ? h("h3", {}, word("console.sticks")) : null, riichi ? row("riichi", () => { sticks = true; }) : null,
    aborts?.length ? h("h3", {}, word("ending.abort")) : null,
    aborts?.length ? h("div.wrap", {}, aborts.map((a) => h(`button${a === reason ? ".chosen" : ""}`, { onclick: () => { reason = a === reason ? "" : a; draw(); } }, word(`abort.${a}`)))) : null,
    h("button.main", { onclick: async () => { if (await send(body())) sheet.close(); } }, word(reason ? "console.confirm-abort" : "console.confirm-draw"))].filter(Boolean));
  draw();
}

/** Points taken from a player, or a fault of the rule book's table, with the reason. */
export async function penaltySheet(players) {
  const faults = (await ask("rules"))?.penalties || [];
  let place = 0, kind = "free";
  const points = h("input", { type: "number", min: 1, value: 10, inputMode: "numeric" }), why = h("input", { type: "text", maxLength: 200 });
  const fault = (f) => h(`button${f === kind ? ".chosen" : ""}`, { onclick: () => { kind = f; draw(); } }, word(hasWord(`fault.${f}`) ? `fault.${f}` : f));
  const draw = () => show(...[h("h2", {}, word("console.penalty")),
    h("div.row", {}, players.map((p) => h(`button${p.place === place ? ".chosen" : ""}`, { onclick: () => { place = p.place; draw(); } }, playerName(p)))),
    faults.length ? h("div.wrap", {}, ["free", ...faults].map(fault)) : null,
    kind === "free" ? h("label", {}, word("console.points"), points) : null, h("label", {}, word("console.reason"), why),
    h("button.main", { disabled: !place, onclick: async () => {
      const amount = kind === "free" ? { points: Number(points.value) } : {};
      if (await ask("penalty", { place, kind, ...amount, why: why.value }, "console.done")) sheet.close();
    } }, word("console.give"))].filter(Boolean));
  draw();
}
