// A hand that was recorded move by move, played again: ?hand= is its entry in the books, #23 the move that is shown,
// ?speed= how fast it plays. Keys: space, arrows, home, end.

import { loadConfig, params } from "./feed.js";
import { fillWords, hasWord, language, loadWords, word } from "./words.js";
import { callWord, doraTiles, drawCloth, leftWords } from "./course.js";
import { counters, ending, fanList, h, headline, indicators, languageButtons, moment, parseTiles, payments, pictures, playerName, roundName, tile, tileName, toggleButton, total, winTiles } from "./draw.js";

const $ = (selector) => document.querySelector(selector);
const PACE = 1000; // ms between two moves at speed 1
const SPEEDS = [0.5, 1, 2, 4];
const SURE = 0.995; // a move below is in doubt
const CALLS = new Set(["chow", "pung", "kong", "added-kong", "concealed-kong"]);

const [answer] = await Promise.all([fetch(`api/replay/${encodeURIComponent(params.get("hand") || "")}`), loadConfig(), loadWords()]);
fillWords();
document.title = `jantaku · ${word("replay.title")}`;
languageButtons($("#languages"));

const replay = answer.ok ? await answer.json() : null;

let tables = []; // how the table lies after every step
let steps = [], at = 0, playing = 0, speed = SPEEDS.includes(Number(params.get("speed"))) ? Number(params.get("speed")) : 1;
let asSeen = false;

/** Draws everything anew for the hand as it stands, or as it was seen first. */
function begin() {
  steps = asSeen ? replay.seen : replay.steps;
  tables = [];
  for (const step of steps) {
    const sides = new Map((tables.at(-1)?.sides || []).map((side) => [side.place, side]));
    for (const side of step.sides || []) sides.set(side.place, side);
    tables.push({ hand: replay.hand.hand, status: step.status, turn: step.turn, left: step.left, dora: step.dora, sides: [...sides.values()] });
  }
  $("#about").replaceChildren([...new Set([word("hand.number", { n: replay.hand.number }), roundName(replay.score)]), hasWord(`rules.${replay.hand.rules}`) ? word(`rules.${replay.hand.rules}`) : replay.hand.rules].join(" · "), " ", ...counters(replay.score));
  drawMoves();
  const wanted = Number(location.hash.slice(1));
  show(wanted >= 0 && wanted < steps.length ? wanted : 0, false);
}

const player = (place) => replay.score.players.find((p) => p.place === place) || { place };
const named = (place) => { const p = player(place); return [p.seat && word(`wind.${p.seat}`), playerName(p)].filter(Boolean).join(" "); };

/** A move in words. */
function said({ move }) {
  if (!move) return word("replay.deal");
  if (move.do === "win") return move.wins.map((w) => word("move.win", { who: named(w.place) })).join(" · ");
  if (move.do === "draw-game") return hasWord(`reason.${move.reason}`) ? word(`reason.${move.reason}`) : word("move.draw-game");
  return [word(`move.${move.do}`, { who: named(move.place) }), move.riichi && word("riichi.1"), move.from && word("win.from", { name: named(move.from) })].filter(Boolean).join(" · ");
}

const tilesOf = (move) => (move ? [...(move.tile ? [move.tile] : []), ...parseTiles(move.with), ...parseTiles(move.tiles)] : []);
const inDoubt = (move) => move?.confidence > 0 && move.confidence < SURE;
const clock = (seconds) => (seconds === undefined ? "" : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`);

/** The moves as a list, each a button: for the keyboard and for who hears the page. */
function drawMoves() {
  $("#moves").replaceChildren(...steps.map((step, i) => h("li", {}, h(`button${inDoubt(step.move) ? ".doubt" : ""}${CALLS.has(step.move?.do) || step.move?.riichi ? ".call" : ""}`,
    { onclick: () => { pause(); show(i); }, ariaLabel: [said(step), ...tilesOf(step.move).map(tileName), inDoubt(step.move) && word("console.doubtful")].filter(Boolean).join(", ") },
    h("span", {}, said(step)), tilesOf(step.move).map((t) => tile(t)), step.move?.t === undefined ? null : h("small", {}, clock(step.move.t))))));
}

/** Shows the table after a step. */
function show(n, link = true) {
  at = Math.max(0, Math.min(steps.length - 1, n));
  const step = steps[at], table = tables[at], { move } = step, over = at === steps.length - 1;
  drawCloth($("#cloth"), table, Object.fromEntries(replay.score.players.map((p) => [p.place, p])));
  $("#centre").replaceChildren(h("strong", {}, roundName(replay.score)), h("span.tiles", {}, doraTiles(table)), h("span", {}, leftWords(table)));
  const call = !move || over ? "" : move.riichi ? "riichi" : CALLS.has(move.do) ? (move.do.endsWith("kong") ? "kong" : move.do) : "";
  $("#called").textContent = call && playing ? callWord(replay.hand.rules, call) : "";
  $("#said").textContent = `${said(step)} ${tilesOf(move).map(tileName).join(language() === "en" ? ", " : "、")}`;
  $("#shown").replaceChildren(...[
    inDoubt(move) ? h("p.doubt", {}, move.or ? word(move.do === "discard" ? "move.which" : "move.which-tile", { who: named(move.place), a: tileName(move.tile), b: tileName(move.or) }) : word("console.doubtful")) : null,
    move?.photos?.length ? pictures(move.photos) : null,
    over && replay.broken ? h("p.doubt", {}, word("replay.broken", { n: replay.broken })) : null,
  ].filter(Boolean));
  $("#result").hidden = !over;
  $("#result").replaceChildren(...(over ? result() : []));
  const buttons = [...document.querySelectorAll("#moves button")];
  for (const [i, b] of buttons.entries()) i === at ? b.setAttribute("aria-current", "step") : b.removeAttribute("aria-current");
  const list = $("#moves"), b = buttons[at];
  if (b) list.scrollTop += b.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  if (link) history.replaceState(null, "", `${location.search}#${at}`);
  drawKeys();
}

/** How the hand ended, as the books have it. */
function result() {
  const { hand } = replay, photos = hand.wins.map((w) => w.photo).filter(Boolean);
  return [
    hand.status === "corrected" ? h("p.doubt", {}, word("hand.corrected")) : null,
    ...hand.wins.flatMap((win) => [moment(win.result) ? h("div.moment", {}, moment(win.result)) : null, headline(win), winTiles(win.win), indicators(win.win), win.result ? fanList(win.result) : null, win.result ? total(win.result) : null]),
    hand.kind === "win" ? null : h("div.headline", {}, h("span.who", {}, ending(hand)), hand.reason ? h("span.how", {}, hasWord(`reason.${hand.reason}`) ? word(`reason.${hand.reason}`) : hand.reason) : null),
    payments(hand.payments),
    photos.length ? h("details.photos", {}, h("summary", {}, word("replay.photo")), photos.map((sum) => h("img", { src: `photo/${sum}`, alt: word("replay.photo"), loading: "lazy" }))) : null,
  ].filter(Boolean);
}

/** The keys below the table; they keep the focus. */
function drawKeys() {
  const box = $("#keys"), jump = (way) => {
    for (let i = at + way; i >= 0 && i < steps.length; i += way) if (CALLS.has(steps[i].move?.do) || steps[i].move?.riichi || i === steps.length - 1) return i;
    return way > 0 ? steps.length - 1 : 0;
  };
  if (!box.firstChild) {
    const key = (name, sign, act) => h("button", { id: `key-${name}`, ariaLabel: word(`replay.${name}`), title: word(`replay.${name}`), onclick: act }, sign);
    box.append(key("first", "|◀", () => { pause(); show(0); }), key("back", "◀", () => { pause(); show(at - 1); }),
      h("button.main", { id: "key-play", onclick: () => (playing ? pause() : play()) }),
      key("next", "▶", () => { pause(); show(at + 1); }), key("last", "▶|", () => { pause(); show(steps.length - 1); }),
      key("call-back", "⇤", () => { pause(); show(jump(-1)); }), key("call", "⇥", () => { pause(); show(jump(1)); }),
      h("select", { id: "key-speed", ariaLabel: word("replay.speed"), onchange: (e) => { speed = Number(e.target.value); if (playing) play(); } }, SPEEDS.map((s) => h("option", { value: s, selected: s === speed }, `${s}×`))),
      replay.seen ? toggleButton(asSeen, "", { id: "key-seen", onclick: () => { asSeen = !asSeen; pause(); begin(); } }, word("replay.as-seen")) : "",
      h("input", { id: "key-at", type: "range", min: 0, ariaLabel: word("replay.move"), oninput: (e) => { pause(); show(Number(e.target.value)); } }));
  }
  $("#key-play").textContent = word(playing ? "replay.pause" : "replay.play");
  $("#key-seen")?.setAttribute("aria-pressed", String(asSeen));
  Object.assign($("#key-at"), { max: steps.length - 1, value: at });
  for (const [name, off] of [["first", at === 0], ["back", at === 0], ["call-back", at === 0], ["next", at === steps.length - 1], ["last", at === steps.length - 1], ["call", at === steps.length - 1]]) $(`#key-${name}`).disabled = off;
}

function play() {
  clearInterval(playing);
  if (at === steps.length - 1) at = 0;
  playing = setInterval(() => {
    if (at >= steps.length - 2) pause();
    show(at + 1);
  }, PACE / speed);
  show(at);
}

function pause() {
  clearInterval(playing);
  playing = 0;
  if (replay) drawKeys();
}

document.addEventListener("keydown", (e) => {
  if (!replay || e.altKey || e.ctrlKey || e.metaKey || e.target.matches("select, input")) return;
  const act = { ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), Home: () => show(0), End: () => show(steps.length - 1) }[e.key];
  if (act) pause();
  else if (e.key === " " && !e.target.matches("button")) return e.preventDefault(), playing ? pause() : play();
  if (!act) return;
  e.preventDefault();
  act();
});
addEventListener("hashchange", () => { if (replay) { pause(); show(Number(location.hash.slice(1)) || 0, false); } });

if (replay) begin(), performance.mark("shown");
else $("main").replaceChildren(h("p.none", {}, word("replay.none")));
