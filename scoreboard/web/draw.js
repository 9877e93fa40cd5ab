// What all pages draw: elements, tiles, numbers, a win.

import { deskOf } from "./feed.js";
import { hasWord, language, nameIn, setLanguage, word } from "./words.js";

export const SEATS = ["E", "S", "W", "N"];

/** An element: h("div.big", {title: "x"}, "text", child, null). */
export function h(kind, props, ...children) {
  const [tag, ...classes] = kind.split(".");
  const e = document.createElement(tag || "div");
  if (classes.length) e.className = classes.join(" ");
  if (classes.includes("name") || classes.includes("who")) e.dir = "auto"; // a name in Arabic letters is cut at its end, not at its beginning
  for (const [name, value] of Object.entries(props || {})) {
    if (name === "dataset") Object.assign(e.dataset, value);
    else if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name in e) e[name] = value;
    else e.setAttribute(name, value);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

/** The buttons of the languages, into their place on the page. */
export function languageButtons(box) {
  box.append(...[["zh", "中"], ["ja", "日"], ["en", "EN"]].map(([lang, label]) =>
    h(`button${lang === language() ? ".on" : ""}`, { "aria-pressed": String(lang === language()), onclick: () => setLanguage(lang) }, label)));
}

/** A button that is chosen or not, for the eye and for a screen reader; marks are more classes, as ".asked". */
export const toggleButton = (chosen, marks, props, ...children) =>
  h(`button${chosen ? ".chosen" : ""}${marks}`, { "aria-pressed": String(!!chosen), ...props }, ...children);

/**
 * Remembers what has the focus within a part of the page. The function it gives puts the focus on what says the
 * same there now, or else on what stands in that place.
 */
export function focusIn(box) {
  const all = () => [...box.querySelectorAll("button, input, select, summary, a[href]")];
  // A key and the tile that it typed say the same; they stand in different parts.
  const says = (e) => `${e.parentElement.className} ${e.ariaLabel || e.querySelector("img")?.alt || e.textContent}`;
  const before = all(), at = before.indexOf(document.activeElement), said = at < 0 ? "" : says(before[at]);
  const nth = before.slice(0, Math.max(at, 0)).filter((e) => says(e) === said).length;
  return () => {
    if (at < 0) return;
    const now = all(), same = now.filter((e) => says(e) === said);
    (same[Math.min(nth, same.length - 1)] || now[Math.min(at, now.length - 1)])?.focus({ preventScroll: true });
  };
}

/**
 * Draws a box anew. Who used the keyboard stays where he was: the button that says the same
 * has the focus again, or else the one that stands there now; parts that were open stay open.
 */
export function redraw(box, ...parts) {
  const focusAgain = focusIn(box);
  const open = new Set([...box.querySelectorAll("details[open] > summary")].map((s) => s.textContent));
  box.replaceChildren(...parts.flat().filter(Boolean));
  for (const s of box.querySelectorAll("details > summary")) if (open.has(s.textContent)) s.parentElement.open = true;
  focusAgain();
}

/**
 * What measure gives while no animation moves anything in a box: a layout is measured as it will stand, not as it
 * flies in. The animations go on where they were.
 */
export function still(box, measure) {
  const moving = box.getAnimations({ subtree: true }).map((one) => [one, one.effect]);
  for (const [one] of moving) one.effect = null;
  try {
    return measure();
  } finally {
    for (const [one, effect] of moving) one.effect = effect;
  }
}

/** "123m4z?" as ["1m","2m","3m","4z","?"]. */
export function parseTiles(notation = "") {
  const tiles = [];
  let digits = "";
  for (const c of notation) {
    if (c >= "0" && c <= "9") digits += c;
    else if ("mpszf".includes(c)) {
      tiles.push(...[...digits].map((d) => d + c));
      digits = "";
    } else if (c === "?" || c === "#") tiles.push(c);
  }
  return tiles;
}

const NUMERALS = "一二三四五六七八九";

/** What a tile is called in the reader's language, for those who cannot see it. */
export function tileName(t) {
  if (t === "?" || t === "#") return word(t === "?" ? "tile.unknown" : "tile.back");
  const [digit, suit] = t;
  if (!"mps".includes(suit)) return word(`tile.${t}`);
  const rank = digit === "0" ? 5 : Number(digit);
  const name = word(`tile.${suit}`, { n: language() === "en" ? rank : NUMERALS[rank - 1] });
  return digit === "0" ? word("tile.red", { name }) : name;
}

export function tile(t, extra = "") {
  const name = t === "?" ? "unknown" : t === "#" ? "back-1" : t;
  return h(`span.tile${extra}`, {}, h("img", { src: `tiles/${name}.svg`, alt: tileName(t), title: tileName(t), draggable: false }));
}

const order = (t) => "mpszf?#".indexOf(t.at(-1)) * 20 + (t[0] === "0" ? 9 : Number(t[0]) * 2);
export const sorted = (tiles) => [...tiles].sort((a, b) => order(a) - order(b));

/** A meld as it lies: the claimed tile sideways on the side of its supplier, a
 * concealed kong with two tiles face down. */
export function meld(m) {
  let tiles = parseTiles(m.tiles);
  if (m.type === "concealed-kong") {
    return h("span.meld", {}, tiles.map((t, i) => tile(i === 0 || i === 3 ? "#" : t)));
  }
  const turned = { left: 0, across: 1, right: tiles.length - 1 }[m.from] ?? -1;
  return h("span.meld", {}, tiles.map((t, i) => tile(t, i === turned ? ".turned" : "")));
}

/** All tiles of a win: concealed, melds, flowers, and the winning tile marked. */
export function winTiles(win) {
  const flowers = typeof win.flowers === "string" ? parseTiles(win.flowers) : [];
  const concealed = sorted(parseTiles(win.concealed));
  return h(`div.tiles${concealed.length > 13 ? ".long" : ""}`, {},
    h("span.concealed", {}, concealed.map((t) => tile(t))),
    win.win ? tile(win.win, ".winning") : null,
    (win.melds || []).map(meld),
    flowers.length ? h("span.meld.flowers", {}, flowers.map((t) => tile(t))) : null,
    typeof win.flowers === "number" && win.flowers > 0 ? h("span.flower-count", {}, `✿ ${win.flowers}`) : null);
}

export const signed = (n) => (n > 0 ? `+${number(n)}` : n < 0 ? `−${number(-n)}` : "0");
/** A number with its thousands apart by a space that is narrow and never breaks. */
export const number = (n) => (n ?? 0).toLocaleString("en").replaceAll(",", "\u202f").replace("-", "−");

/** The family of a rule book, which decides the units: lingque-29 is lingque. */
const family = (rules = "") => rules.split("-")[0];

/** A unit in the words of the rule book: unit.lingque.fan, or unit.fan. */
export function unit(rules, name) {
  const own = `unit.${family(rules)}.${name}`;
  return word(hasWord(own) ? own : `unit.${name}`);
}

/** The limit that a hand reaches, as its book calls it. */
const limitName = ({ rules, limit }) => word([`limit.${family(rules)}.${limit}`, `limit.${limit}`].find(hasWord));

/** A fan in the reader's language, with the book's own name small beside it where that is another. */
export function fanName(f) {
  const name = nameIn(f.names, f.name);
  return [name, f.count > 1 ? h("small", {}, ` ×${f.count}`) : null, name === f.name ? null : h("small.printed", {}, ` ${f.name}`)];
}

/** The list of fans with their values; Lingque counts fu and fan of each. */
export function fanList(result) {
  const name = deskOf(result.rules).unit;
  return h("ol.fans", {}, result.fans.map((f) =>
    h("li", {}, h("span.name", {}, fanName(f)),
      h("span.value", {}, `${f.value}`, h("small", {}, unit(result.rules, name)),
        f.fan ? [` ${f.fan}`, h("small", {}, unit(result.rules, "fan"))] : null))));
}

/** The numbers of the score in the order of the arithmetic, ending in the points. */
export function total(result) {
  const several = result.yakuman > 1; // then the limit says less
  const sum = result.winner_total ?? result.points ?? result.base_points;
  if (sum === undefined && result.tai !== undefined) // which are paid as they are, by base and unit of the club
    return h("div.total", {}, h("span.parts"), h("span.sum", {}, number(result.tai), h("small", {}, unit(result.rules, "tai"))));
  const parts = (result.yakuman ? several ? ["yakuman"] : [] : ["fu", "fan", "han", "tai"]).filter((p) => result[p])
    .map((p) => h("span.part", {}, `${number(result[p])}`, h("small", {}, unit(result.rules, p))));
  return h("div.total", {},
    h("span.parts", {}, parts, result.limit && !several ? h("span.limit", {}, limitName(result)) : null),
    sum === undefined ? null : h("span.sum", {}, number(sum), h("small", {}, unit(result.rules, "points"))));
}

export const seatName = (seat) => (seat ? word(`seat.${seat}`) : "");
export const playerName = (p) => p?.name || (p?.seat ? seatName(p.seat) : word("place", { n: p?.place ?? "" }));

/**
 * Why something was refused or is in doubt, from its reasons, the outer ones first. Each is in the
 * words for its code; where none has any, the page says so and not what the program calls it.
 */
export function reasonText(reasons, players = []) {
  const one = ({ code, data = {} }) => {
    const key = ["says", "doubt", "part"].map((kind) => `${kind}.${code}`).find(hasWord);
    if (!key) return "";
    const facts = (data.facts || []).map((f) => word(["need", "flag"].map((kind) => `${kind}.${f}`).find(hasWord) || "says.other"));
    return word(key, { ...data, who: data.place ? playerName(players.find((p) => p.place === data.place) || data) : "", facts: facts.join(" · "), tile: data.tile ? tileName(data.tile) : "" });
  };
  const said = [...new Set((reasons || []).map(one).filter(Boolean))];
  return said.length ? said.join(" · ") : word("says.other");
}

/**
 * Whether the players sit otherwise now than in a hand that is shown: a player has one wind on the screen, not two, and the
 * panel of the hand tells none.
 */
export const seatsMoved = (hand, score) => !!hand?.payments.some((p) => score?.players?.some((q) => q.place === p.place && q.seat !== p.seat));

/** How everybody is to change seats before the next hand; empty when nobody has to. */
export function seatsChange(score) {
  if (!score?.seating || score.over) return "";
  if (score.seating !== "table") return word(`seats.${score.seating}`);
  const players = [...score.players].sort((a, b) => SEATS.indexOf(a.seat) - SEATS.indexOf(b.seat));
  return word("seats.change", { who: players.map((p) => `${word(`wind.${p.seat}`)} ${playerName(p)}`).join(" · ") });
}

/** The picture that a club has of a player or a team, files by name being those of the configuration; null where it has none. */
export const portrait = (files, name) => (files?.[name] ? h("img.portrait", { src: `portraits/${encodeURIComponent(files[name])}`, alt: "", draggable: false }) : null);

/** Who won, on whose tile. */
export function headline(win) {
  return h("div.headline", {},
    h("span.winner", {}, h("span.wind", {}, word(`wind.${win.winner.seat}`)), h("span.who", {}, playerName(win.winner))),
    h("span.how", {}, win.discarder ? word("win.from", { name: playerName(win.discarder) }) : word("win.self-draw")),
    (win.win.flags || []).map((f) => h("span.flag", {}, word(`flag.${f}`))),
    win.win.riichi ? h("span.flag", {}, word(`riichi.${win.win.riichi}`)) : null);
}

/** The indicators that a riichi hand was counted with; null where there are none. */
export function indicators(win) {
  const rows = [["board.dora", win.dora_indicators], ["board.ura", win.ura_indicators]].filter(([, tiles]) => tiles?.length);
  return rows.length ? h("div.indicators", {}, rows.map(([name, tiles]) => h("span.group", {}, h("i", {}, word(name)), h("span.tiles", {}, parseTiles(tiles).map((t) => tile(t)))))) : null;
}

/** What is called out over a hand that is seldom seen: its limit, or its rarest fan; empty for others. */
export function moment(result) {
  if (!result) return "";
  const rare = result.fans.filter((f) => Number(f.value) / (f.count || 1) >= deskOf(result.rules).rare).sort((a, b) => b.value - a.value)[0];
  if (result.limit && !(rare?.value >= (result.fan ?? result.tai))) return limitName(result); // a fan that is the limit alone says more
  return rare ? nameIn(rare.names, rare.name) : "";
}

/** The name of a rule book's result once a match is over. */
export const resultName = (rules) => word(hasWord(`board.result.${family(rules)}`) ? `board.result.${family(rules)}` : "board.result");

/** Where a hand that was recorded move by move is played again. */
export const replayOf = (hand) => `replay?hand=${encodeURIComponent(hand)}&lang=${language()}`;

/** Who pays whom, East first. */
export function payments(list) {
  const bySeat = [...list].sort((a, b) => SEATS.indexOf(a.seat) - SEATS.indexOf(b.seat));
  return h("ul.payments", {}, bySeat.map((p) =>
    h(`li${p.delta > 0 ? ".gain" : p.delta < 0 ? ".loss" : ""}`, {},
      h("span.wind", {}, p.seat ? word(`wind.${p.seat}`) : ""), h("span.name", {}, playerName(p)),
      h("b", {}, signed(p.delta)))));
}

/** What everybody announces at the end of a hand besides the winner (报番): the fans of a waiting
 * hand in the order they are counted, its fan and points; from the winner, or from East,
 * counter-clockwise. */
export function announced(hand) {
  const first = hand.wins?.[0]?.winner.place ?? hand.payments.find((p) => p.seat === "E")?.place ?? 1;
  const shown = [...(hand.shown || [])].sort((a, b) => (a.place - first + 4) % 4 - (b.place - first + 4) % 4);
  if (!shown.length) return null;
  const worth = (r) => (r.fan ? [h("span", {}, ` ${(r.fans || []).map((f) => `${nameIn(f.names, f.name)} ${f.value}`).join(" · ")} = ${r.fan} `, h("small", {}, word("unit.fan")), ` · ${number(r.points || 0)}`)] : []);
  return h("ul.announced", {}, shown.map((r) => h("li", {}, h("b", {}, playerName(hand.payments.find((p) => p.place === r.place) || r)), worth(r), hand.kind === "win" ? null : waitsFor(r)))); // beside a win there is no room
}

/** The tiles of a hand that was shown, and those it waits for. */
const waitsFor = (r) => [r.hand ? winTiles(r.hand) : null,
  r.waits?.length ? h("span.waits", {}, h("i", {}, word("hand.waits")), h("span.tiles", {}, r.waits.map((w) => tile(w.tile)))) : null].filter(Boolean);

/** How a hand ended that nobody won, or that it is not over yet, where only kongs were paid so far. */
export const ending = (hand) => word(hand.goes_on ? "ending.goes-on" : `ending.${hand.kind}`);

/** What changed hands when, in a hand that goes on after a win: each win, kong and the end, with what everybody got or paid. */
export function steps(hand) {
  if (!hand.steps?.length) return null;
  const sides = [...hand.payments].sort((a, b) => SEATS.indexOf(a.seat) - SEATS.indexOf(b.seat));
  const name = (place) => playerName(hand.payments.find((q) => q.place === Number(place)) || { place });
  const who = (place) => h("span.name", { title: name(place) }, name(place));
  const deed = (s) => {
    if (s.do === "win") return [s.winners.map(who), s.from ? word("win.from", { name: name(s.from) }) : word("win.self-draw")];
    if (s.do === "end") return [word("step.end"), Object.entries(s.states || {}).map(([place, state]) => [who(place), word(`state.${state}`)])];
    return [who(s.place), word(`step.${s.do}`), s.from ? word("step.from", { name: name(s.from) }) : ""];
  };
  const points = (s, place) => {
    const n = s.deltas[place] || 0, nothing = !n && s.place === place && !Object.values(s.deltas).some(Boolean);
    return h(`td${n > 0 ? ".gain" : n < 0 ? ".loss" : ""}`, {}, n || nothing ? signed(n) : ""); // a kong may bring nothing, which is told too
  };
  return h("table.steps", {}, h("thead", {}, h("tr", {}, h("td"), sides.map((p) => h("th", { scope: "col", title: playerName(p) }, playerName(p))))),
    h("tbody", {}, hand.steps.map((s) => h("tr", {}, h("th", { scope: "row" }, h("span.deed", {}, deed(s).flat(3))), sides.map((p) => points(s, p.place))))));
}

/** One win of a hand that several have won: who, the tiles, the fans in one line, and what it is worth. */
export function shortWin(win) {
  return h("div.short", {}, headline(win),
    h("div.worth", {}, winTiles(win.win),
      win.result?.fans.length ? h("p.line", {}, win.result.fans.map((f) => `${nameIn(f.names, f.name)}${f.count > 1 ? ` ×${f.count}` : ""} ${f.value}`).join(" · ")) : null,
      win.result ? total(win.result) : h("p", {}, word("hand.unscored"))));
}

/** The counters and sticks that lie on the table, each as its language says it: 2本場, Honba 2. */
export const counters = (score) => ["honba", "sticks"].filter((kind) => score?.[kind]).map((kind) => {
  const own = `count.${kind}.${family(score.rules)}`;
  const [before, after] = word(hasWord(own) ? own : `count.${kind}`, { n: "\0" }).split("\0");
  return h("span", {}, before, h("b", {}, number(score[kind])), after);
});

/** What shows a move: pictures of its place, before and after where there are two. */
export function pictures(sums = []) {
  const captions = sums.length > 1 ? ["before", "after"] : ["after"];
  return sums.length ? h("div.evidence", {}, sums.map((sum, i) => {
    const figure = h("figure", {}, h("img", { src: `evidence/${sum}`, alt: word(`move.${captions[i]}`), onerror: () => figure.remove() }), h("figcaption", {}, word(`move.${captions[i]}`)));
    return figure;
  })) : null;
}

/** A die as a picture of its pips. */
export function die(n) {
  const pips = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] }[n] || [];
  return h("span.die", { title: String(n) }, [1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) =>
    h(`i${pips.includes(i) ? (n === 1 || n === 4 ? ".red" : ".pip") : ""}`)));
}

/** An SVG element. */
export function svg(kind, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

/** Round and deal as players say it: East 2; the number of the hand where the book has no winds. */
export function roundName(score) {
  if (!score) return "";
  if (!score.round || deskOf(score.rules).suits) return word("hand.number", { n: score.hand });
  return word("round.deal", { wind: word(`wind.${score.round}`), seat: seatName(score.round), n: score.deal, cn: NUMERALS[score.deal - 1] || score.deal });
}
