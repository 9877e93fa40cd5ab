// The sheets that slide in over the console: another face for a tile, a typed hand, the
// dora, a drawn hand, a penalty.

import { ask } from "./ask.js";
import { isFlower, meldOf, neighbours } from "./edit.js";
import { asks, deskOf } from "./feed.js";
import { focusIn, h, parseTiles, playerName, reasonText, redraw, signed, tile, tileName, toggleButton, winTiles } from "./draw.js";
import { hasWord, word } from "./words.js";

export const sheet = document.querySelector("#sheet");
sheet.addEventListener("click", (e) => { if (e.target === sheet) sheet.close(); });

let about = ""; // the hand that the open sheet changes; a sheet about none stays open whatever else happens
let focusAgain = () => {}; // puts the focus back on what opened the sheet
sheet.addEventListener("close", () => {
  about = "";
  if (!document.activeElement.closest("main")) focusAgain(); // what opened it was drawn anew meanwhile
});

/** Closes the sheet of a hand that does not wait any more; true when there was one. */
export function closeSheetOf(hand) {
  const mine = sheet.open && about !== "" && about === hand;
  if (mine) sheet.close();
  return mine;
}

/** Says which hand the sheet that was opened last changes. */
export function sheetOf(hand) { about = hand; }

const content = h("div");
const frame = h("form", { method: "dialog" }, h("button.close", { formNoValidate: true, ariaLabel: word("console.close"), title: word("console.close") }, "×"));

export function show(...parts) {
  frame.firstChild.ariaLabel = frame.firstChild.title = word("console.close");
  if (!sheet.contains(content)) sheet.replaceChildren(frame, content);
  redraw(content, parts.flat().flat());
  const title = content.querySelector("h2");
  if (title) title.id = "sheet-title";
  if (sheet.open) return;
  focusAgain = focusIn(document.querySelector("main"));
  sheet.showModal();
}

const SUITS = ["m", "p", "s"].map((s) => [..."123456789"].map((n) => n + s));
const HONOURS = [..."1234567"].map((n) => `${n}z`), FLOWERS = [..."12345678"].map((n) => `${n}f`);

/** Which keys a rule book needs for so many players: the suits, and what there is besides. Three leave out the characters 2 to 8. */
export const keysOf = (rules, players) => ({ reds: asks(rules, "dora"), honours: !deskOf(rules).suits, flowers: !rules || asks(rules, "flowers"), three: players === 3 });

/** A key for every tile. */
export function keypad(pick, { reds, honours = true, flowers, three }) {
  const suits = SUITS.map((row) => (three && row[0] === "1m" ? [row[0], row[8]] : reds ? [...row, `0${row[0][1]}`] : row));
  const rows = [...suits, ...(honours ? [HONOURS] : []), ...(flowers ? [FLOWERS] : [])];
  return h("div.all", {}, rows.map((row) => h("div.suit", { role: "group" }, row.map((t) => h("button", { ariaLabel: tileName(t), onclick: () => pick(t) }, tile(t))))));
}

/**
 * What else a tile may be, the likeliest first. pick(face) hears the answer; winning(),
 * when it is given, that this is the winning tile; remove(), when it is given, that there is
 * none; suppliers are those who may have supplied the claimed tile of its meld.
 */
export function tileSheet(one, { pick, winning, remove, suppliers = [], keys }) {
  const then = (act) => (...args) => {
    sheet.close();
    act(...args);
  };
  const likely = (one.alternatives || []).map(({ tile: t, confidence }) => ({ t, percent: confidence < 0.005 ? "" : `${Math.round(confidence * 100)} %` }));
  for (const t of neighbours(one.tile)) if (likely.length < 6 && !likely.some((l) => l.t === t)) likely.push({ t, percent: "" });
  show(
    h("div.now", {}, tile(one.tile), h("h2", {}, word("console.change")), winning ? h("button", { onclick: then(winning) }, word("console.winning")) : null,
      remove ? h("button", { onclick: then(remove) }, word("console.none-here")) : null),
    h("div.candidates", {}, likely.map(({ t, percent }) => h("button", { ariaLabel: `${tileName(t)} ${percent}`.trim(), onclick: () => then(pick)(t) }, tile(t), h("small", {}, percent)))),
    suppliers.length ? h("div", {}, h("h3", {}, word("console.supplier")), h("div.row", {}, suppliers.map((s) => toggleButton(s.chosen, "", { onclick: then(s.pick) }, s.name)))) : null,
    h("h3", {}, word("console.all")), keypad(then(pick), keys));
}

/** Which tile lies where none was seen; pick(face) hears it. */
export function missingSheet(pick, keys) {
  show(h("h2", {}, word("console.which-missing")), keypad((t) => { sheet.close(); pick(t); }, keys));
}

/**
 * The editor of a hand: the keypad adds a tile, a tap on one removes it, melds are made of
 * the tiles added last. hand has tiles, melds and flowers and is changed; size is how many tiles it
 * has, kongs counted as three; last marks the last one as the winning tile.
 */
function editor(hand, { size, last, keys }, draw) {
  const room = roomIn(hand, size);
  const act = (key, enabled, does) => h("button", { disabled: !enabled, onclick: () => { does(); draw(); } }, word(key));
  const close = (n, kind) => {
    const m = meldOf(hand.tiles, n);
    return act(kind, m && (kind === "console.concealed-kong" ? n === 4 : true), () => {
      hand.tiles = hand.tiles.slice(0, -n);
      hand.melds.push(kind === "console.concealed-kong" ? { ...m, type: "concealed-kong" } : m);
    });
  };
  const tap = (t, marked, does) => h(`button.tap${marked ? ".win" : ""}`, { onclick: () => { does(); draw(); } }, tile(t));
  const add = (t) => {
    if (!isFlower(t)) hand.tiles.push(t);
    else if (!hand.flowers.includes(t)) hand.flowers.push(t);
    draw();
  };
  const back = act("⌫", hand.tiles.length || hand.melds.length, () => { hand.tiles.length ? hand.tiles.pop() : hand.melds.pop(); });
  back.ariaLabel = word("console.delete-tile");
  return [
    h("div.edit.typed", {}, h("span.group", {}, hand.tiles.map((t, i) => tap(t, last && room === 0 && i === hand.tiles.length - 1, () => hand.tiles.splice(i, 1)))),
      hand.melds.map((m, i) => h("span.group", {}, parseTiles(m.tiles).map((t) => tap(t, false, () => hand.melds.splice(i, 1))))),
      hand.flowers?.length ? h("span.group", {}, hand.flowers.map((t, i) => tap(t, false, () => hand.flowers.splice(i, 1)))) : null),
    keypad(add, keys),
    h("div.row", {}, back,
      close(3, "console.meld"), close(4, "console.kong"), close(4, "console.concealed-kong")),
  ];
}

const roomIn = (hand, size) => size - 3 * hand.melds.length - hand.tiles.length;
const roomText = (room) => h("small", {}, room === 0 ? "" : room > 0 ? `+${room}` : `−${-room}`);

/**
 * All tiles of a hand by hand; the last one of a full hand is the winning tile.
 * send({place, from, win}) gives null when the program refuses.
 */
export function enterSheet(players, { tiles, melds, flowers, place, from }, send, rules) {
  const keys = keysOf(rules, players.length), size = deskOf(rules).hand + 1;
  const isSet = typeof flowers === "string", hand = { tiles: tiles.filter((t) => !isFlower(t)), melds: [...melds], flowers: [...(isSet ? parseTiles(flowers) : []), ...tiles.filter(isFlower)] };
  const who = (chosen, pick, extra) => h("div.row", {}, extra, players.map((p) => toggleButton(p.place === chosen, "", { onclick: () => { pick(p.place); draw(); } }, playerName(p))));
  const submit = async () => {
    const win = { concealed: hand.tiles.slice(0, -1).join(""), melds: hand.melds, win: hand.tiles.at(-1), ...((isSet || hand.flowers.length > 0) && { flowers: hand.flowers.join("") }) };
    if (await send({ place, from, win })) sheet.close();
  };
  function draw() {
    const room = roomIn(hand, size);
    show(h("h2", {}, word("console.enter"), roomText(room)), editor(hand, { size, last: true, keys }, draw),
      h("h3", {}, word("console.winner")), who(place, (p) => { from = from === place ? p : from === p ? 0 : from; place = p; }),
      h("h3", {}, word("console.from")), who(from === place ? 0 : from, (p) => { from = p; },
        toggleButton(from === place, "", { onclick: () => { from = place; draw(); } }, word("win.self-draw"))),
      h("button.main", { disabled: room !== 0 || !from, onclick: submit }, word("console.look")));
  }
  draw();
}

/**
 * A waiting hand that a player shows, typed or read by the camera; was is {concealed, melds}
 * or undefined; size is how many tiles a hand has; with look the camera reads it at once. send(hand) hears it,
 * send(null) that the player shows none.
 */
export function readySheet(player, was, size, send, look = false) {
  const hand = { tiles: parseTiles(was?.concealed), melds: [...(was?.melds || [])] };
  const doubts = [];
  const read = async () => {
    const seen = await ask("look", { place: player.place });
    if (!seen) return;
    if (seen.hand) Object.assign(hand, { tiles: parseTiles(seen.hand.concealed), melds: [...(seen.hand.melds || [])] });
    doubts.splice(0, doubts.length, ...(seen.doubts || []).filter((d) => d.code !== "tile-count").map((d) => d.code), ...(seen.problem ? (seen.reasons || []).map((r) => r.code) : []));
    draw();
  };
  const done = (said) => {
    sheet.close();
    send(said);
  };
  function draw() {
    const room = roomIn(hand, size);
    show(h("h2", {}, word("console.shows", { name: playerName(player) }), roomText(room)),
      h("div.row", {}, h("button", { onclick: read }, word("console.read-ready")), h("button", { onclick: () => done(null) }, word("console.shows-nothing"))),
      h("ul.doubts", {}, doubts.map((d) => h("li", {}, reasonText([{ code: d }], [player])))),
      editor(hand, { size, last: false, keys: {} }, draw),
      h("button.main", { disabled: room !== 0, onclick: () => done({ concealed: hand.tiles.join(""), melds: hand.melds }) }, word("console.look")));
  }
  draw();
  if (look) read();
}

/**
 * Who shows a waiting hand, what it is worth, and which of its waits are gone. ready is
 * undefined while nobody has said; set(ready) hears what was said.
 */
export function readyPart(players, ready, size, set) {
  const said = (place, hand) => [...(ready || []).filter((r) => r.place !== place), ...(hand ? [hand] : [])].map(({ place, hand, gone }) => ({ place, hand, ...(gone !== undefined && { gone }) }));
  const one = (p) => {
    const r = ready?.find((one) => one.place === p.place);
    const open = () => readySheet(p, r?.hand, size, (hand) => set(said(p.place, hand && { place: p.place, hand })));
    return toggleButton(r, "", { onclick: open }, playerName(p));
  };
  const worth = (r) => {
    const gone = new Set(parseTiles(r.gone));
    const toggle = (t) => {
      gone.has(t) ? gone.delete(t) : gone.add(t);
      set(said(r.place, { ...r, gone: [...gone].join("") }));
    };
    const waits = (r.waits || []).map((w) => h(`button.tap${gone.has(w.tile) ? ".gone" : ""}`, { onclick: () => toggle(w.tile), title: word("console.gone") }, tile(w.tile), h("small", {}, `${w.fan}`)));
    return h("div.ready", {}, h("p", {}, `${playerName(players.find((p) => p.place === r.place) || r)} · ${r.fan ?? "–"} ${word("unit.fan")} · ${r.points ?? "–"}`),
      h("div.edit", {}, winTiles(r.hand)), h("div.edit", {}, h("span", {}, word("console.waits")), waits),
      r.unsure ? h("div.wrap", {}, h("span.problem", {}, word("need.gone")), h("button.asked", { onclick: () => set(said(r.place, { ...r, gone: "" })) }, word("console.none-gone"))) : null);
  };
  return h("div.waiting", {}, h("h3", {}, word("console.ready")),
    h("div.row", {}, toggleButton(ready && !ready.length, ready ? "" : ".asked", { onclick: () => set([]) }, word("console.nobody")), players.map(one)),
    (ready || []).filter((r) => r.hand).map(worth));
}

/** The dora indicators and those under them; send(win) hears both. */
export function doraSheet(win, send, { three }) {
  const rows = { dora_indicators: parseTiles(win.dora_indicators), ura_indicators: parseTiles(win.ura_indicators) };
  let into = "dora_indicators";
  const draw = () => show(h("h2", {}, word("console.dora")),
    Object.entries(rows).map(([key, tiles]) => h("div", {}, toggleButton(key === into, "", { onclick: () => { into = key; draw(); } }, word(`console.${key}`)),
      h("div.edit", {}, h("span.group", {}, tiles.map((t, i) => h("button.tap", { onclick: () => { tiles.splice(i, 1); draw(); } }, tile(t))))))),
    keypad((t) => { if (rows[into].length < 5) rows[into].push(t); draw(); }, { three }),
    h("button.main", { onclick: () => {
      sheet.close();
      send(Object.fromEntries(Object.entries(rows).map(([key, tiles]) => [key, tiles.join("")])));
    } }, word("console.look")));
  draw();
}

/**
 * A hand that nobody won: why, who showed a waiting hand, who wins by the discards, who laid
 * a stick. Where the rule book pays for waiting hands, weigh(body) says what they are worth.
 * send(body) gives null when the program refuses.
 */
export async function drawSheet(players, rules, was, weigh, send) {
  const riichi = asks(rules, "riichi"), { pays_ready: weighed, hand: size } = deskOf(rules), named = !weighed && asks(rules, "ready");
  const { aborts, nagashi } = { aborts: [], ...(asks(rules, "reason") && await ask("rules")) };
  const chosen = { ready: new Set(was.ready?.map((r) => r.place)), nagashi: new Set(was.nagashi), riichi: new Set(was.riichi) };
  let noten = false, reason = "", sticks = was.riichi !== undefined, shown = weighed ? was.ready : undefined;
  const row = (key, touched = () => {}) => h("div.row", {}, players.map((p) => toggleButton(chosen[key].has(p.place), "",
    { onclick: () => { chosen[key].has(p.place) ? chosen[key].delete(p.place) : chosen[key].add(p.place); touched(); draw(); } }, playerName(p))));
  const body = () => ({
    ...(!weighed && { ready: reason ? [] : [...chosen.ready].map((place) => ({ place })) }), ...(weighed && shown && { ready: shown }),
    ...(chosen.nagashi.size && !reason && { nagashi: [...chosen.nagashi] }), ...(sticks && { riichi: [...chosen.riichi] }), ...(reason && { reason }),
    ...(riichi && { as_shown: noten ? ["riichi", "ready"] : ["riichi"] }),
  });
  const show1 = async (ready) => {
    shown = ready;
    if (ready.length) shown = (await weigh(body()))?.ready || ready;
    draw();
  };
  const draw = () => show(...[h("h2", {}, word("console.draw")),
    named && !reason ? h("h3", {}, word("console.ready")) : null, named && !reason ? row("ready") : null,
    weighed ? readyPart(players, shown, size, show1) : null,
    nagashi && !reason ? h("h3", {}, word("console.nagashi")) : null, nagashi && !reason ? row("nagashi") : null,
    riichi ? h("h3", {}, word("console.sticks")) : null, riichi ? row("riichi", () => { sticks = true; }) : null,
    aborts?.length ? h("h3", {}, word("ending.abort")) : null,
    aborts?.length ? h("div.wrap", {}, aborts.map((a) => toggleButton(a === reason, "", { onclick: () => { reason = a === reason ? "" : a; draw(); } }, word(`abort.${a}`)))) : null,
    h("button.main", { disabled: weighed && (!shown || shown.some((r) => r.unsure)), onclick: async () => {
      if (await send(body())) return sheet.close();
      noten = riichi && !reason; // who laid riichi and was not named is asked about
      draw();
    } }, word(reason ? "console.confirm-abort" : noten ? "console.riichi-noten" : "console.confirm-draw"))].filter(Boolean));
  draw();
}

/**
 * Who sits at which place: from now on, or from after an earlier hand on. hands are those that
 * can be named, as {entry, number}.
 */
export function seatsSheet(players, hands, send) {
  const names = players.map((p) => p.name);
  const sits = Object.fromEntries(players.map((p) => [p.place, p.name]));
  let after = "";
  const pick = (place, name) => { // the two change places
    const other = Object.keys(sits).find((at) => sits[at] === name);
    [sits[place], sits[other]] = [name, sits[place]];
  };
  const body = () => ({ players: [1, 2, 3, 4].map((n) => sits[n] ?? ""), ...(after && { after }) });
  const draw = () => show(h("h2", {}, word("console.seats")),
    players.map((p) => h("div", {}, h("h3", {}, `${word("place", { n: p.place })} · ${word(`wind.${p.seat}`)}`), h("div.row", {}, names.map((name) =>
      toggleButton(sits[p.place] === name, "", { onclick: () => { pick(p.place, name); draw(); } }, name))))),
    h("label", {}, word("console.seats-after"), h("select", { onchange: (e) => { after = e.target.value; } },
      h("option", { value: "" }, word("console.seats-now")),
      hands.toReversed().map((one) => h("option", { value: one.hand }, word("console.seats-since", { n: one.number }))),
      h("option", { value: "start" }, word("console.seats-start")))),
    h("button.main", { onclick: async () => { if (await send(body())) sheet.close(); } }, word("console.seats-so")));
  draw();
}

/** From when on something holds: a label with the hands that can be named; choose(after) hears it. */
function sinceWhen(hands, after, choose) {
  return h("label", {}, word("console.seats-after"), h("select", { onchange: (e) => choose(e.target.value) },
    h("option", { value: "" }, word("console.substitute-next")),
    hands.toReversed().map((one) => h("option", { value: one.hand, selected: one.hand === after }, word("console.seats-since", { n: one.number })))));
}

/** Who plays on for somebody, from the next hand on or from after an earlier one. */
export function substituteSheet(players, hands, send) {
  let place = 0, after = "";
  const name = h("input", { type: "text", maxLength: 64, autocomplete: "off" });
  const draw = () => show(h("h2", {}, word("console.substitute")), h("p", {}, word("console.substitute-how")),
    h("div.row", {}, players.map((p) => toggleButton(p.place === place, "", { onclick: () => { place = p.place; draw(); } }, playerName(p)))),
    h("label", {}, word("console.substitute-in"), name), sinceWhen(hands, after, (to) => { after = to; }),
    h("button.main", { disabled: !place, onclick: async () => {
      if (await send({ place, name: name.value, ...(after && { after }) })) sheet.close();
    } }, word("console.substitute-so")));
  draw();
}

/** Points taken from a player, or a fault of the rule book's table, with the reason. */
/** Whether the tile of an added kong was drawn in that turn, and what it brings its owner then; pick(bool) hears it. */
export const drawnPart = (drawn, pick, brings) => h("div.row", { role: "group", ariaLabel: word("console.kong-drawn") }, h("span", {}, word("console.kong-drawn")),
  [true, false].map((yes) => toggleButton(drawn === yes, "", { onclick: () => pick(yes) }, `${word(yes ? "move.yes" : "move.no")}${brings === undefined ? "" : ` (${signed(yes ? brings : 0)})`}`)));

/** A kong, where it is paid at once: whose, which kind, who fed it, whether its tile was drawn in that turn. send(kong) gives null when the program refuses. */
export function kongSheet(players, send) {
  const kong = { do: "kong" };
  const pick = (key, value, text) => toggleButton(kong[key] === value, "", { onclick: () => { kong[key] = value; draw(); } }, text);
  const people = (key, list) => h("div.row", {}, list.map((p) => pick(key, p.place, playerName(p))));
  const said = () => ({ do: kong.do, place: kong.place, ...(kong.do === "kong" && { from: kong.from }), ...(kong.do === "added-kong" && { drawn: kong.drawn }) });
  const draw = () => {
    const whole = kong.place && (kong.do !== "kong" || kong.from && kong.from !== kong.place) && (kong.do !== "added-kong" || kong.drawn !== undefined);
    show(...[h("h2", {}, word("console.kong-made")), people("place", players),
      h("div.wrap", {}, ["kong", "added-kong", "concealed-kong"].map((kind) => pick("do", kind, word(`step.${kind}`)))),
      kong.do === "kong" ? h("div", {}, h("h3", {}, word("console.kong-from")), people("from", players.filter((p) => p.place !== kong.place))) : null,
      kong.do === "added-kong" ? drawnPart(kong.drawn, (yes) => { kong.drawn = yes; draw(); }) : null,
      h("button.main", { disabled: !whole, onclick: async () => { if (await send(said())) sheet.close(); } }, word("console.kong-record"))].filter(Boolean));
  };
  draw();
}

export async function penaltySheet(players) {
  const faults = (await ask("rules"))?.penalties || [];
  let place = 0, kind = "free", noWin = false;
  const points = h("input", { type: "number", min: 0, value: 10, inputMode: "numeric" }), why = h("input", { type: "text", maxLength: 200 });
  const fault = (f) => toggleButton(f === kind, "", { onclick: () => { kind = f; draw(); } }, word(hasWord(`fault.${f}`) ? `fault.${f}` : f));
  const draw = () => show(...[h("h2", {}, word("console.penalty")),
    h("div.row", {}, players.map((p) => toggleButton(p.place === place, "", { onclick: () => { place = p.place; draw(); } }, playerName(p)))),
    faults.length ? h("div.wrap", {}, ["free", ...faults].map(fault)) : null,
    kind === "free" ? h("label", {}, word("console.points"), points) : null,
    kind === "free" ? h("div.wrap", {}, toggleButton(noWin, "", { onclick: () => { noWin = !noWin; draw(); } }, word("console.no-win"))) : null,
    h("label", {}, word("console.reason"), why),
    h("button.main", { disabled: !place, onclick: async () => {
      const amount = kind === "free" ? { points: Number(points.value), no_win: noWin } : {};
      if (await ask("penalty", { place, kind, ...amount, why: why.value }, "console.done")) sheet.close();
    } }, word("console.give"))].filter(Boolean));
  draw();
}
