// The photograph of a hand with a frame around every tile that was seen. A tap on a frame
// says what lies there, a tap on a + that a tile was not seen.

import { h, tileName } from "./draw.js";
import { word } from "./words.js";

const THUMB = 44; // CSS pixels that the smallest frame is wide and high at least
const MARGIN = { beside: 0.7, above: 0.7 }; // of a tile's height, around all tiles
const NEIGHBOURS = { beside: 1, above: 0.25 }; // the same around one that is asked about
const GAP = 1.4; // widths between the middles of two neighbours where a tile may lie between them

/** How many quarter turns against the clock let most faces stand upright, as who laid the hand sees it. */
function turnsOf(boxes) {
  const votes = [0, 0, 0, 0];
  for (const [[x, y], [u, v]] of boxes) votes[(Math.round(Math.atan2(v - y, u - x) / (Math.PI / 2)) + 4) % 4]++;
  return votes.indexOf(Math.max(...votes));
}

/** A point of the picture after so many quarter turns around its corner. */
const turned = ([x, y], turns) => [[x, y], [y, -x], [-x, -y], [-y, x]][turns];

/** The edges of a tile, in pixels of the picture as it is turned. */
function edges(box, turns) {
  const corners = box.map((corner) => turned(corner, turns)), xs = corners.map(([x]) => x), ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The photograph at an address, cut to some tiles and so much of a tile's height around them, and turned so that the faces of most
 * of all stand upright; seen are those of the tiles that it shows, with their edges, and put lays an element upon such edges. */
function cut(address, tiles, around, all = tiles) {
  const picture = h("img", { src: address, alt: word("console.photo"), draggable: false });
  const inner = h("div.inner", {}, picture), figure = h("div.photo", {}, inner);
  picture.addEventListener("error", () => figure.remove());
  const boxed = (some) => some.filter((t) => t.box), turns = turnsOf(boxed(all).map((t) => t.box));
  const seen = boxed(tiles).map((t) => ({ ...t, ...edges(t.box, turns) }));
  if (!seen.length) return { figure, seen };
  figure.classList.add("framed");
  const high = Math.max(...seen.map((t) => Math.min(t.bottom - t.top, 2 * (t.right - t.left))));
  const beside = high * around.beside, above = high * around.above;
  const view = {
    left: Math.min(...seen.map((t) => t.left)) - beside, top: Math.min(...seen.map((t) => t.top)) - above,
    right: Math.max(...seen.map((t) => t.right)) + beside, bottom: Math.max(...seen.map((t) => t.bottom)) + above,
  };
  const width = view.right - view.left, height = view.bottom - view.top;
  inner.style.aspectRatio = `${width} / ${height}`;
  const put = (e, { left, top, right, bottom }) => {
    e.style.left = `${((left - view.left) / width) * 100}%`;
    e.style.top = `${((top - view.top) / height) * 100}%`;
    e.style.width = `${((right - left) / width) * 100}%`;
    e.style.height = `${((bottom - top) / height) * 100}%`;
    return e;
  };
  picture.style.rotate = `${-90 * turns}deg`; // around its top left corner, which stays where the pixels begin
  picture.addEventListener("load", () => put(picture, { left: 0, top: 0, right: picture.naturalWidth, bottom: picture.naturalHeight }));
  return { figure, inner, seen, width, put };
}

/** One of the tiles of the photograph at an address, which is asked about, with its neighbours. */
export function cropOf(address, tile, tiles) {
  const { figure, inner, seen: [one], put } = cut(address, [tile], NEIGHBOURS, tiles);
  figure.classList.add("crop");
  inner.append(put(h("span.frame.doubt"), one));
  return figure;
}

/**
 * The photograph at an address, cut to its tiles, which are those of a review, and turned so that their faces
 * stand upright: a hand lies along the width of the page wherever its player sits. open(tile) hears
 * which frame was tapped, add(tile, side) where one is missing; without add there is no +.
 */
export function photoOf(address, tiles, { open, add }) {
  const { figure, inner, seen, width, put } = cut(address, tiles, MARGIN);
  if (!seen.length) return figure;
  figure.append(h("p.help", {}, word("console.photo-help")));
  const smallest = Math.min(...seen.map((t) => Math.min(t.right - t.left, t.bottom - t.top)));
  inner.style.minWidth = `${Math.ceil((THUMB / smallest) * width)}px`;
  for (const t of seen) {
    const name = [tileName(t.tile), t.doubt ? word("console.doubtful") : ""].filter(Boolean).join(", ");
    inner.append(put(h(`button.frame${t.doubt ? ".doubt" : ""}`, { ariaLabel: name, title: name, onclick: () => open(t) }, h("span", {}, t.doubt ? "?" : "")), t));
  }
  keepPlace(figure, address, seen.find((t) => t.doubt));
  if (add) for (const spot of spots(seen)) {
    const plus = h("button.plus", { ariaLabel: word("console.missing-here"), title: word("console.missing-here"), onclick: () => add(spot.beside, spot.side) }, "+");
    inner.append(put(plus, { left: spot.x, right: spot.x, top: spot.y, bottom: spot.y }));
  }
  return figure;
}

let stands = { address: "", left: 0 }; // how far the newest photograph was pushed aside

/** A photograph that is wider than the page begins at the tile in doubt and stays where it was pushed. */
function keepPlace(figure, address, doubt) {
  figure.addEventListener("scroll", () => { stands = { address, left: figure.scrollLeft }; });
  requestAnimationFrame(() => {
    if (stands.address === address) figure.scrollLeft = stands.left;
    else if (doubt) figure.scrollLeft = figure.querySelector(".doubt").offsetLeft - figure.clientWidth / 2;
  });
}

/** Where a tile may be missing: at both ends of every row, and where two neighbours lie apart. */
function spots(seen) {
  const middle = (t) => (t.left + t.right) / 2, all = [];
  const at = (beside, side, x) => all.push({ beside, side, x, y: (beside.top + beside.bottom) / 2 });
  for (const row of Object.values(Object.groupBy(seen, (t) => t.row))) {
    const tiles = row.toSorted((a, b) => middle(a) - middle(b)), width = Math.min(...tiles.map((t) => t.right - t.left));
    // Sides are those of the order in which the program counts the row.
    const [left, right] = tiles[0].index > tiles.at(-1).index ? ["right", "left"] : ["left", "right"];
    at(tiles[0], left, tiles[0].left - width / 2);
    tiles.slice(1).forEach((t, i) => {
      if (middle(t) - middle(tiles[i]) > GAP * width && t.left - tiles[i].right > 0.3 * width) at(tiles[i], right, (tiles[i].right + t.left) / 2);
    });
    at(tiles.at(-1), right, tiles.at(-1).right + width / 2);
  }
  return all;
}
