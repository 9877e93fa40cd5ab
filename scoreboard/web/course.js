// The hand that is being played, as it lies on the table: rivers in sixes, melds, riichi
// sticks, flowers. Only where somebody watches the table.

import { hasWord, language, word } from "./words.js";
import { h, meld, number, parseTiles, playerName, svg, tile, tileName } from "./draw.js";

/** The course that is on, or null: none is watched, or the tiles are gone. */
export const courseOn = (table) => (table.course?.sides?.length && table.course.status !== "none" ? table.course : null);

// Sizes in a picture of 212 × 212 with the middle of the table at 0 0.
const W = 10.4, H = W * 4 / 3; // a tile
const RIVER = 34.5; // from the middle to the first row
const ROW = 6;
const EDGE = 105, MELDS = 92; // where melds end, and how far from the middle they lie
const FLOWER = 0.7; // of a tile's size: they lie between the melds and the third row

function face(t, x, y, turned, kind = "") {
  const name = t === "?" ? "unknown" : t === "#" ? "back-1" : t;
  const width = turned ? H : W;
  const image = svg("image", { href: `tiles/${name}.svg`, width: W, height: H, class: `lying ${kind}`,
    transform: turned ? `translate(${x} ${y + W}) rotate(-90)` : `translate(${x} ${y})` });
  image.append(svg("title", {}, tileName(t)));
  return { image, width };
}

/** A river: rows of six from the middle outwards, the third as long as it gets. */
function river(side, newest) {
  const g = svg("g", { class: "river" });
  let x = 0;
  side.river.forEach((t, i) => {
    const row = Math.min(2, Math.floor(i / ROW));
    if (i % ROW === 0 && i <= 2 * ROW) x = -3 * W;
    const kinds = [t.by ? "called" : "", t.provisional ? "provisional" : "", i === newest ? "newest" : ""].join(" ");
    const y = RIVER + row * (H + 0.8);
    const { image, width } = face(t.tile || "?", x, y + (t.riichi ? H - W : 0), t.riichi, kinds);
    g.append(image);
    if (t.by) g.append(svg("circle", { cx: x + width / 2, cy: y + H / 2, r: 2, class: "taker", fill: `var(--player-${t.by})` })); // in the colour of who took it
    x += width;
  });
  return g;
}

/** Where a player sits as it is read from the middle of the table: wind and score, and a line in his colour. */
function edge(side, turn, { seat = side.seat, score } = {}) {
  return svg("g", { class: `edge${turn ? " turn" : ""}` },
    svg("rect", { x: -29, y: RIVER - 2.1, width: 58, height: 1.1, rx: 0.5, fill: `var(--player-${side.place})` }),
    svg("text", { x: 0, y: RIVER - (side.riichi ? 6.2 : 3.9) }, seat ? word(`wind.${seat}`) : "", score === undefined ? "" : ` ${number(score)}`, side.void ? ` ${voidWord(side)}` : ""));
}

/** The suit that a player gave up (Sichuan), with a question mark where nobody told it. */
const voidWord = (side) => word(`void.${side.void}`) + (side.void_likely ? "?" : "");

/** What a player gave away before he played, for a place at his name: three tiles and to whom, and a suit. */
export function given(course, place) {
  const side = course?.sides.find((s) => s.place === place), to = side?.passed && course.sides.find((s) => s.place === side.passed_to);
  if (!side) return [];
  return [
    side.passed ? h("span.passed.tiles", { title: word("course.passed", { name: to ? playerName(to) : "" }) }, parseTiles(side.passed).map((t) => tile(t)), h("i", {}, ` → ${to?.seat ? word(`wind.${to.seat}`) : ""}`)) : null,
    side.void ? h(`span.void${side.void_likely ? ".likely" : ""}`, { title: word(side.void_likely ? "course.void-likely" : "course.void") }, voidWord(side)) : null,
  ].filter(Boolean);
}

/**
 * Melds along the edge, the first at the right hand of who made it; flowers before them. The
 * corner at the left hand is where the melds of the next player begin.
 */
function melds(side) {
  const g = svg("g", { class: "melds" });
  let right = EDGE;
  for (const m of side.melds || []) {
    const tiles = parseTiles(m.tiles);
    const turned = m.type === "concealed-kong" ? -1 : { left: 0, across: 1, right: tiles.length - 1 }[m.from] ?? -1;
    const shown = m.type === "concealed-kong" ? tiles.map((t, i) => (i === 0 || i === 3 ? "#" : t)) : tiles;
    let x = right - shown.reduce((sum, _, i) => sum + (i === turned ? H : W), 0);
    right = x - 2;
    shown.forEach((t, i) => {
      const { image, width } = face(t, x, MELDS + (i === turned ? H - W : 0), i === turned);
      g.append(image);
      x += width;
    });
  }
  const flowers = parseTiles(side.flowers || "");
  if (flowers.length) {
    const left = MELDS - 1 - flowers.length * W * FLOWER, top = MELDS - 1 - H * FLOWER;
    g.append(svg("g", { transform: `translate(${left} ${top}) scale(${FLOWER})` }, ...flowers.map((t, i) => face(t, i * W, 0).image)));
  }
  return g;
}

const stick = () => svg("g", { class: "stick" }, svg("rect", { x: -16, y: RIVER - 5.2, width: 32, height: 2.6, rx: 1 }), svg("circle", { cx: 0, cy: RIVER - 3.9, r: 0.8 }));

/**
 * Draws into an SVG element what lies on the table, place 1 below, turned so that everybody's tiles face him. Only
 * sides on which something changed are drawn anew; players are those of the books, by place, where there are some.
 */
export function drawCloth(cloth, course, players = {}) {
  if (!course) return cloth.replaceChildren();
  const last = newest(course);
  for (const side of course.sides) {
    const turn = course.status === "playing" && course.turn === side.place, glows = last.place === side.place;
    const { seat, score } = players[side.place] || {}, key = JSON.stringify([course.hand, side, turn, glows, seat, score, language()]);
    const before = cloth.querySelector(`:scope > [data-place="${side.place}"]`);
    if (before?.dataset.key === key) continue;
    const g = svg("g", { transform: `rotate(${-90 * (side.place - 1)})`, "data-place": side.place, "data-key": key, "data-tiles": side.river.length },
      edge(side, turn, players[side.place]), river(side, glows ? side.river.length - 1 : -1), melds(side), side.riichi ? stick() : "");
    if (before && side.river.length === Number(before.dataset.tiles) + 1) [...g.querySelectorAll(".river image")].at(-1)?.classList.add("landed");
    if (before) before.replaceWith(g);
    else cloth.append(g);
  }
}

/** The melds and flowers of one side as they lie, for a place beside the table. */
export const spread = (side) => [...(side.melds || []).map(meld),
  side.flowers ? h("span.meld.flowers", {}, parseTiles(side.flowers).map((t) => tile(t))) : null].filter(Boolean);

/** What was called between two courses of one hand, as [{place, call}]: chow, pung, kong or riichi. */
export function calls(before, now) {
  if (!before || !now || before.hand !== now.hand) return [];
  return now.sides.flatMap((side) => {
    const was = before.sides.find((one) => one.place === side.place) || {}, melds = side.melds || [], old = was.melds || [];
    const made = melds.find((m, i) => m.type !== old[i]?.type);
    return [...(made ? [{ place: side.place, call: made.type.endsWith("kong") ? "kong" : made.type }] : []), ...(side.riichi && !was.riichi ? [{ place: side.place, call: "riichi" }] : [])];
  });
}

/** A call as it is said by the rule book. */
export const callWord = (rules = "", call) => word(hasWord(`call.${rules.split("-")[0]}.${call}`) ? `call.${rules.split("-")[0]}.${call}` : `call.${call}`);

/** Whose discard came last: that of who plays before the next, unless it was called. */
function newest(course) {
  if (course.status !== "playing" || !course.turn) return {};
  const place = (course.turn + 2) % 4 + 1;
  const side = course.sides.find((s) => s.place === place);
  return side?.river.length && !side.river.at(-1).by ? { place } : {};
}

/** The dora indicators and the tiles left, for people. */
export const doraTiles = (course) => parseTiles(course.dora || "").map((t) => tile(t));
export const leftWords = (course) => word("course.left", { n: course.left });

/** One river as rows of tiles, for the overlay. */
export function riverRows(side) {
  const rows = [];
  side.river.forEach((t, i) => {
    const row = Math.min(2, Math.floor(i / ROW));
    (rows[row] ||= []).push(tile(t.tile || "?", `${t.riichi ? ".turned" : ""}${t.by ? ".called" : ""}${t.provisional ? ".provisional" : ""}`));
  });
  return h("div.river", {}, rows.map((row) => h("div.row", {}, row)));
}
