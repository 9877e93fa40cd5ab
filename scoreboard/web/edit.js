// Changing tiles of a hand in the hand format. Nothing here knows how to score.

import { parseTiles, sorted } from "./draw.js";

/**
 * The tiles of a win in groups, each as {tile, doubt, alternatives} with what finds it
 * again: index among the sorted concealed tiles, or meld and index, or winning. seen
 * are the tiles of the picture; a tile is doubted, and has alternatives, as those of
 * the same face in the picture.
 */
export function tilesOf(win, seen = []) {
  const dress = (one) => {
    const same = seen.filter((s) => s.tile === one.tile);
    const by = {};
    for (const s of same) for (const a of s.alternatives || []) by[a.tile] = Math.max(by[a.tile] || 0, a.confidence);
    const alternatives = Object.entries(by).sort((a, b) => b[1] - a[1]).map(([t, confidence]) => ({ tile: t, confidence }));
    return { ...one, doubt: same.some((s) => s.doubt), alternatives };
  };
  const groups = [sorted(parseTiles(win.concealed)).map((tile, index) => dress({ tile, index }))];
  if (win.win) groups.push([dress({ tile: win.win, winning: true })]);
  if (typeof win.flowers === "string" && win.flowers) groups.push(parseTiles(win.flowers).map((tile, flower) => dress({ tile, flower })));
  (win.melds || []).forEach((m, meld) => groups.push(parseTiles(m.tiles).map((tile, index) => dress({ tile, meld, index }))));
  return groups;
}

/** Puts another face on a tile; gives the fields of the win that change. A pung or a
 * kong changes as a whole, because its tiles are equal. */
export function setTile(win, at, face) {
  if (at.winning) return { win: face };
  const flowers = typeof win.flowers === "string" ? parseTiles(win.flowers) : [];
  if (at.flower !== undefined) {
    flowers.splice(at.flower, 1, ...(isFlower(face) ? [face] : []));
    return { flowers: flowers.join(""), ...(!isFlower(face) && { concealed: win.concealed + face }) };
  }
  if (at.meld === undefined) {
    const tiles = sorted(parseTiles(win.concealed));
    tiles.splice(at.index, 1, ...(isFlower(face) ? [] : [face]));
    return { concealed: tiles.join(""), ...(isFlower(face) && { flowers: [...flowers, face].join("") }) };
  }
  const melds = win.melds.map((m, i) => {
    if (i !== at.meld) return m;
    const tiles = parseTiles(m.tiles);
    return { ...m, tiles: tiles.map((t, j) => (m.type !== "chow" || j === at.index ? face : t)).join("") };
  });
  return { melds };
}

export const isFlower = (face) => face[1] === "f";

/** Makes one of the concealed tiles the winning one; the old one goes back. */
export function setWinning(win, face) {
  const tiles = parseTiles(win.concealed);
  const at = tiles.indexOf(face);
  if (at < 0) return win;
  tiles.splice(at, 1, ...(win.win ? [win.win] : []));
  return { ...win, concealed: tiles.join(""), win: face };
}

/** Faces that are easily taken for a tile, when the picture names none. */
export function neighbours(face) {
  const rank = Number(face[0]) || 5, suit = face[1];
  if (suit === "f") return ["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"].filter((t) => t !== face);
  if (suit === "z") return ["1z", "2z", "3z", "4z", "5z", "6z", "7z"].filter((t) => t !== face);
  if (!"mps".includes(suit)) return [];
  return [rank - 1, rank + 1, rank - 2, rank + 2].filter((r) => r >= 1 && r <= 9).map((r) => `${r}${suit}`);
}

/** What the last tiles of a list are as a meld, or null: three or four equal ones, or a chow. */
export function meldOf(tiles, size) {
  const last = sorted(tiles.slice(-size)), [a] = last;
  if (last.length < size) return null;
  if (last.every((t) => t === a)) return { type: size === 4 ? "kong" : "pung", tiles: last.join("") };
  const chow = size === 3 && "mps".includes(a[1]) && last.every((t, i) => t[1] === a[1] && Number(t[0]) === Number(a[0]) + i);
  return chow ? { type: "chow", tiles: last.join("") } : null;
}
