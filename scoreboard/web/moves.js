// The course of a hand for the referee: what is doubted about it as questions, with pictures
// before and after and the two likeliest answers, and a form that corrects one move.

import { h, parseTiles, pictures, playerName, tile, tileName, toggleButton } from "./draw.js";
import { hasWord, word } from "./words.js";
import { asks } from "./feed.js";
import { keypad, keysOf, sheet, show } from "./sheets.js";

/** From this confidence on a move is not asked about. */
const SURE = 0.995;

const named = (players, place) => {
  const p = players.find((one) => one.place === place);
  return [p?.seat && word(`wind.${p.seat}`), playerName(p || { place })].filter(Boolean).join(" ");
};

/** A move in words, such as "South Bo discards"; its tiles stand beside it. */
const said = (m, players) => word(`move.${m.do}`, { who: named(players, m.place) });

/** The tiles that a move shows, the claimed one first. */
const tilesOf = (m) => [...(m.tile ? [m.tile] : []), ...parseTiles(m.with), ...parseTiles(m.tiles)];

/** One doubt as a question: text, pictures, answers as {parts, label, pick}. */
const question = (text, sums, answers) => h("div.question", {}, h("h3.problem", {}, text), pictures(sums),
  answers.length ? h("div.candidates", {}, answers.map(({ label, parts, pick }) => h("button.asked", { ariaLabel: label, onclick: pick }, parts.flat()))) : null);

/** What answers a question about the hand that waits, as a change of it; null where a button does not do. */
function changeOf(fact, is, win) {
  const flags = new Set(win?.flags || []);
  switch (fact) {
    case "tile": return { tile: is };
    case "from": return { from: Number(is) };
    case "flowers": return { win: { flowers: is.slice(1) || Number(is[0]) } };
    case "dora": return { win: { dora_indicators: is } };
    case "ura": return { win: { ura_indicators: is } };
    default:
      if (!hasWord(`flag.${fact}`) || !["yes", "no"].includes(is)) return null;
      is === "yes" ? flags.add(fact) : flags.delete(fact);
      return { win: { flags: [...flags] }, as_shown: [fact] };
  }
}

/** An answer in words and pictures. */
function partsOf(fact, is, players, place) {
  if (fact === "from") return Number(is) === place ? word("win.self-draw") : named(players, Number(is));
  if (["yes", "no"].includes(is)) return word(`move.${is}`);
  if (fact === "flowers") return `✿ ${is[0]}`;
  return parseTiles(is).map((t) => tile(t));
}

/**
 * The questions about the hand that waits. asks are those of the review, win is what is shown
 * of it and tiles are those of its photograph, of which crop(tile) shows one; change(body) hears the answer.
 */
export function questions(asks, { players, place, win, tiles, crop, change }) {
  return (asks || []).map(({ fact, answers, move, tile: index }) => {
    if (fact === "seen") return unread(tiles, index, answers, crop, change);
    const two = fact === "tile" && move.do === "discard" && answers.length > 1
      ? word("move.which", { who: named(players, move.place), a: tileName(answers[0].is), b: tileName(answers[1].is) }) : "";
    const text = two || needWord(fact);
    return question(text, move.photos, answers.filter((a) => changeOf(fact, a.is, win)).map(({ is, chance, with: besides = {} }) => {
      const facts = [[fact, is], ...Object.entries(besides)];
      return {
        label: facts.map(([, so]) => parseTiles(so).map(tileName).join(" ") || so).join(", "),
        parts: [partsOf(fact, is, players, place), ...Object.entries(besides).map(([other, so]) => h("span.besides", {}, besideParts(other, so, players, place))),
          h("small", {}, `${Math.min(99, Math.round(100 * chance))} %`)],
        pick: () => change(facts.reduce((all, [one, so]) => joined(all, changeOf(one, so, all.win ? { ...win, ...all.win } : win)), {})),
      };
    }));
  });
}

/** Which tile one of the photograph is: where it lies in its row, how it looks, and its likeliest faces. */
function unread(tiles, index, answers, crop, change) {
  const one = tiles.find((t) => t.index === index);
  if (!one) return null;
  const row = tiles.filter((t) => t.row === one.row), n = row.indexOf(one) + 1;
  const asked = question(word("move.seen", { row: one.row + 1, n, of: row.length }), [], answers.map(({ is, chance }) => ({
    label: tileName(is), parts: [tile(is), h("small", {}, `${Math.min(99, Math.round(100 * chance))} %`)],
    pick: () => change({ seen: [{ index, tile: is }] }),
  })));
  if (one.box) asked.querySelector("h3").after(crop(one) || "");
  return asked;
}

const needWord = (fact) => (hasWord(`need.${fact}`) ? word(`need.${fact}`) : `${word(`flag.${fact}`)}?`);

/** What an answer says of another fact: a circumstance by its name where it holds. */
function besideParts(fact, is, players, place) {
  if (!["yes", "no"].includes(is)) return partsOf(fact, is, players, place);
  return is === "yes" ? word(`flag.${fact}`) : `${word(`flag.${fact}`)}: ${word("move.no")}`;
}

/** Two changes of a hand as one. */
const joined = (a, b) => ({ ...a, ...b, ...((a.win || b.win) && { win: { ...a.win, ...b.win } }), ...((a.as_shown || b.as_shown) && { as_shown: [...(a.as_shown || []), ...(b.as_shown || [])] }) });

/**
 * The course of a hand in the books: first what is doubted, then every move, each of which can
 * be corrected. fix(what) hears a correction as the program takes it.
 */
export function moves(course, { players, rules, fix }) {
  if (!course?.events?.length) return [];
  const correct = (at, m, more) => fix({ at, move: { ...m, ...more, or: undefined, photos: undefined, confidence: undefined, revision: undefined } });
  const doubts = course.events.map((m, at) => ({ m, at })).filter(({ m }) => m.or && m.confidence > 0 && m.confidence < SURE);
  const rows = course.events.map((m, at) => h("li", {}, h(`button${m.confidence > 0 && m.confidence < SURE ? ".doubt" : ""}`, { onclick: () => moveSheet(m, { players, rules, correct: (more) => correct(at, m, more), remove: () => fix({ at }), insert: (move) => fix({ at, move, insert: true }) }) },
    h("span", {}, m.do === "win" ? m.wins.map((w) => `${word("move.win", { who: named(players, w.place) })}`).join(" · ") : said(m, players), m.riichi ? ` · ${word("riichi.1")}` : "", m.revision ? " ✎" : ""), tilesOf(m).map((t) => tile(t)))));
  return [
    ...doubts.map(({ m, at }) => question(word(m.do === "discard" ? "move.which" : "move.which-tile", { who: named(players, m.place), a: tileName(m.tile), b: tileName(m.or) }), m.photos,
      [m.tile, m.or].map((t) => ({ label: tileName(t), parts: [tile(t)], pick: () => correct(at, m, { tile: t }) })))),
    h("details.moves", {}, h("summary", {}, word("move.all", { n: course.events.length })), h("ol", {}, rows)),
  ];
}

const CALLS = ["chow", "pung", "kong"], ENDINGS = ["win", "draw-game"];

/** The tiles of a call or kong whose tile is another. */
function retiled(m, t) {
  const of = (n) => Array(n).fill(t).join("");
  switch (m.do) {
    case "pung": return { tile: t, with: of(2) };
    case "kong": return { tile: t, with: of(3) };
    case "concealed-kong": return { tiles: of(4) };
    case "chow": { // the claimed one stays where it was in its row
      const rank = (one) => Number(one[0]) || 5, by = rank(t) - rank(m.tile);
      return { tile: t, with: parseTiles(m.with).map((one) => `${rank(one) + by}${t[1]}`).join("") };
    }
    default: return { tile: t };
  }
}

/** Whether the tiles of a move can be those: a row ends at 1 and 9. */
const possible = (more) => parseTiles(more.with).every((t) => Number(t[0]) >= 1 && Number(t[0]) <= 9);

/** What a move was instead: another tile, another player, a riichi or none; nothing; or one before it. */
function moveSheet(m, { players, rules, correct, remove, insert }) {
  const then = (act) => (...args) => {
    sheet.close();
    act(...args);
  };
  const who = (title, chosen, pick) => [h("h3", {}, word(title)), h("div.row", {}, players.map((p) => toggleButton(p.place === chosen, "", { onclick: then(() => pick(p.place)) }, named(players, p.place))))];
  const missed = (place) => show(h("h2", {}, word("move.missed")), h("p", {}, word("move.discard", { who: named(players, place) })),
    keypad(then((t) => insert({ do: "discard", place, tile: t })), keysOf(rules, players.length)));
  const retile = (t) => {
    const more = retiled(m, t);
    if (possible(more)) correct(more);
  };
  show(
    h("h2", {}, m.do === "win" ? word("move.win", { who: "" }) : said(m, players)), pictures(m.photos),
    ENDINGS.includes(m.do) ? h("p", {}, word("move.ending")) : [
      m.place ? who("move.who", m.place, (place) => correct({ place })) : null,
      CALLS.includes(m.do) ? who("console.from", m.from, (from) => correct({ from })) : null,
      h("div.row", {},
        m.do === "discard" && asks(rules, "riichi") ? toggleButton(!!m.riichi, "", { onclick: then(() => correct({ riichi: !m.riichi })) }, word("riichi.1")) : null,
        h("button", { onclick: then(remove) }, word("move.never"))),
      h("h3", {}, word("console.all")), keypad(then(retile), keysOf(rules, players.length))],
    h("h3", {}, word("move.missed")), h("div.row", {}, players.map((p) => h("button", { onclick: () => missed(p.place) }, named(players, p.place)))));
}
