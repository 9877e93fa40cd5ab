// The hand that is being played, as it lies on the table: rivers in sixes, melds, riichi
// sticks, flowers. Only where somebody watches the table.

import { word } from "./words.js";
import { h, parseTiles, svg, tile, tileName } from "./draw.js";

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

/** A river: rows of six from the middle outwards, the fourth row as long as it gets. */
function river(side, newest) {
  const g = svg("g", { class: "river" });
  let x = 0;
  side.river.forEach((t, i) => {
    const row = Math.min(3, Math.floor(i / ROW));
    if (i % ROW === 0 && i <= 3 * ROW) x = -3 * W;
    const kinds = [t.by ? "called" : "", t.provisional ? "provisional" : "", i === newest ? "newest" : ""].join(" ");
    const { image, width } = face(t.tile || "?", x, RIVER + row * (H + 0.8) + (t.riichi ? H - W : 0), t.riichi, kinds);
    g.append(image);
    x += width;
  });
  return g;
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

const stick = () => svg("g", { class: "stick" }, svg("rect", { x: -16, y: RIVER - 4.6, width: 32, height: 2.6, rx: 1 }), svg("circle", { cx: 0, cy: RIVER - 3.3, r: 0.8 }));

/** What lies on the table, place 1 below, turned so that everybody's tiles face him. */
export function cloth(course) {
  const last = newest(course);
  return course.sides.map((side) => svg("g", { transform: `rotate(${-90 * (side.place - 1)})` },
    river(side, last.place === side.place ? side.river.length - 1 : -1), melds(side), side.riichi ? stick() : ""));
}

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
    const row = Math.min(3, Math.floor(i / ROW));
    (rows[row] ||= []).push(tile(t.tile || "?", `${t.riichi ? ".turned" : ""}${t.by ? ".called" : ""}${t.provisional ? ".provisional" : ""}`));
  });
  return h("div.river", {}, rows.map((row) => h("div.row", {}, row)));
}
