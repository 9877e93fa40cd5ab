// The display for the club's television.

import { follow, loadConfig, params } from "./feed.js";
import { fillWords, hasWord, language, loadWords, ordinal, partsNotice, tableDoubt, tableNotice, word } from "./words.js";
import { callWord, calls, courseOn, drawCloth, doraTiles, given, leftWords, spread } from "./course.js";
import { speak, winSaid } from "./voice.js";
import { hang } from "./kiosk.js";
import { timer } from "./timer.js";
import { announced, counters, die, ending, fanList, h, headline, indicators, languageButtons, moment, number, payments, playerName, portrait, replayOf, resultName, roundName, seatsChange, seatsMoved, shortWin, signed, steps, still, svg, tile, total, winTiles } from "./draw.js";

const $ = (selector) => document.querySelector(selector);
const FRESH = 12_000; // how long a new hand is celebrated, milliseconds

const config = await loadConfig();
await loadWords();
fillWords();
languageButtons($("#languages"));

let shownHand = null; // "id seq" of the hand on the panel
let freshTimer = 0;
let celebrated = -FRESH; // when the last celebration began
const sizes = new ResizeObserver(() => still($("#last"), fit)); // of the panel and the hand on it

const wake = params.has("kiosk") ? hang(Number(params.get("kiosk")) || 0, Number(params.get("scale"))) : () => {};

const showRound = timer($("#timer"));
const table = follow(config, (what, news) => {
  if (news) wake(what);
  if (what === "score" || what === "match") drawSeats();
  if (what === "score" || what === "state") drawCentre();
  if (what === "course" || what === "score" || what === "hand") drawTable(news);
  if (what === "match" || what === "score") drawHands();
  if (what === "hand" || what === "score" || what === "match") drawLast(news);
  if (what === "availability") drawCentre();
  if (what === "round") showRound(table.round);
  drawWaiting();
  drawHeader();
});
if (config.demo) {
  $("#demo").hidden = false;
  $("#demo").append(word("board.demo"), h("a", { href: `console?lang=${language()}` }, word("console.title")), h("a", { href: `overlay?lang=${language()}&show=scores,round,win,table&bg=%23223` }, word("overlay.title")));
}
$("#name").textContent = params.get("table") || config.table;
drawSeats();
drawCentre();
drawLast(false);
drawWaiting();

/** Before the first match there is nothing to draw but the name of the table. */
function drawWaiting() {
  const waiting = !table.score;
  document.body.classList.toggle("idle", waiting);
  $("#waiting").hidden = !waiting;
  if (waiting && !$("#waiting").firstChild) $("#waiting").append(h("div.tiles", {}, ["1z", "2z", "3z", "4z", "5z", "6z", "7z"].map((t) => tile(t))),
    h("strong", {}, table.name), h("span", {}, word("board.no-match")));
}

function drawHeader() {
  const rules = table.score?.rules || table.match?.rules;
  $("#rules").textContent = rules ? word(hasWord(`rules.${rules}`) ? `rules.${rules}` : rules) : "";
  $("#notice").textContent =
    !table.online ? word("notice.no-broker")
      : !table.alive ? word("notice.no-daemon")
        : (table.state?.reviewing || table.review?.hand) && !seatsChange(table.score) ? word("notice.reviewing")
          : partsNotice(table.availability) || seatsChange(table.score) || tableNotice(table.state) || tableDoubt(table.state, table.score, nameAt) || sticksNotice();
}

/** The name of who sits at a place. */
function nameAt(place) {
  return playerName(table.score?.players?.find((p) => p.place === place) || { place });
}

/** Players whose drawer does not hold what the books say. */
function sticksNotice() {
  return (table.state?.sticks || []).map((s) => word("notice.sticks", { who: nameAt(s.place), by: signed(s.drawer - s.books) })).join(" · ");
}

function drawSeats() {
  const players = table.score?.players || [];
  $("#table").style.setProperty("--length", Math.max(6, ...players.map((p) => number(p.score).length)));
  for (const seat of document.querySelectorAll(".seat")) {
    const p = players.find((q) => q.place === Number(seat.dataset.place));
    seat.hidden = players.length > 0 && !p;
    const dealer = p && table.score.dealer === p.place;
    seat.classList.toggle("dealer", !!dealer);
    seat.classList.toggle("leader", p?.rank === 1 && players.some((q) => q.score !== p.score));
    const before = Number(seat.dataset.score);
    const face = portrait(config.portraits, p?.name);
    seat.classList.toggle("pictured", !!face);
    seat.replaceChildren(face || "",
      h("span.wind", {}, p?.seat ? word(`wind.${p.seat}`) : "·"),
      h("span.name", {}, p ? playerName(p) : ""),
      h("span.score", {}, p ? number(p.score) : "–"),
      h("span.foot", {}, h("span.rank", {}, p && table.score.hand > 1 ? word("rank", { n: p.rank }) : "",
        p?.result === undefined || p.result === p.score ? "" : h("b.result", {}, ` ${signed(p.result)}`), p?.points ? h("b.result", {}, ` · ${p.points}`) : ""),
        h(`span.delta${p?.delta > 0 ? ".gain" : p?.delta < 0 ? ".loss" : ""}`, {}, p?.delta && p.result === undefined ? signed(p.delta) : ""),
        h("span.given")),
      dealer ? h("span.mark", {}, word("dealer")) : "");
    if (p) {
      if (seat.dataset.score !== undefined && before !== p.score) count(seat.querySelector(".score"), before, p.score);
      seat.dataset.score = p.score;
    }
  }
}

/** Runs a score from one number to another in a second. */
function count(e, from, to) {
  e.parentNode.querySelector(".delta").classList.add("fresh");
  const began = performance.now();
  const step = (now) => {
    const t = Math.min(1, (now - began) / 1200), eased = 1 - (1 - t) ** 3;
    e.textContent = number(Math.round(from + (to - from) * eased));
    if (t < 1 && e.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function drawCentre() {
  const { score, state } = table;
  $("#round").textContent = score?.over ? word("match.over") : roundName(score); // why is told beside the ranking
  const phase = state?.phase ? `phase.${state.phase}` : "";
  // A table that speaks to nobody because none is configured is not missed.
  const device = table.availability?.parts?.device, missing = state?.phase === "offline" && (!device || device.code === "no-board");
  $("#phase").textContent = state?.break ? breakWords(state.break) : hasWord(phase) && !missing ? word(phase) : "";
  $("#dice").replaceChildren(...(state?.dice || []).map(die));
  $("#counters").replaceChildren(...counters(score));
  drawWall(state?.break);
}

const breakWords = (b) => word("wall.break", { seat: word(`seat.${b.seat}`), n: b.stack, nth: ordinal(b.stack) });

/** The four walls as seen from above: the stacks that were counted, the break, an arrow
 * the way the tiles are dealt, and the dora indicator. */
function drawWall(at) {
  const players = table.score?.players || [];
  const of = at?.of || 17;
  const width = 130 / 18, walls = [];
  for (const place of [1, 2, 3, 4]) {
    if (players.length && !players.some((p) => p.place === place)) continue; // three play
    const g = svg("g", { transform: `rotate(${-90 * (place - 1)})` });
    const seat = players.find((p) => p.place === place)?.seat;
    const mine = at && seat === at.seat, dora = at?.indicator && at.indicator.seat === seat ? at.indicator.number : 0;
    for (let k = 1; k <= of; k++) { // counted from the right of who sits there
      const x = (of / 2 - k) * width - 6;
      g.append(svg("rect", { x, y: 79, width: width - 1, height: 11, rx: 1.4, class: "stack" }));
      g.append(svg("rect", { x, y: 79, width: width - 1, height: 6.5, rx: 1.4, class: k === dora ? "dora" : `back${mine && k <= at.stack ? " counted" : ""}` }));
    }
    if (mine) {
      const x = (of / 2 - at.stack) * width - 6.5;
      g.append(svg("path", { d: `M${x} 72V95`, class: "break" }), svg("path", { d: `M${x} 74h-13m4 -3.5l-4 3.5 4 3.5`, class: "break" }));
    }
    walls.push(g);
  }
  $("#wall").replaceChildren(...walls);
}

let before = null; // the course that was drawn last
let settled = ""; // the course whose hand is in the books

/**
 * The hand that is being played, where the table is watched: it fills the screen, until the hand is in the books and
 * the result takes its place beside it.
 */
function drawTable(news) {
  const { score, hand } = table, course = seated(courseOn(table), score?.players);
  if (course?.number && hand?.match === course.match && hand.number >= course.number && !hand.goes_on) settled = course.hand;
  const live = !!course && course.events > 0 && course.hand !== settled;
  document.body.classList.toggle("live", live);
  $("#table").classList.toggle("watched", !!course);
  $("#cloth").toggleAttribute("hidden", !course);
  $("#cloth").setAttribute("viewBox", live ? "-79.5 -79.5 159 159" : "-106 -106 212 212");
  drawCloth($("#cloth"), course, live ? Object.fromEntries((score?.players || []).map((p) => [p.place, p])) : {});
  for (const box of document.querySelectorAll(".spread")) {
    const side = course?.sides.find((s) => s.place === Number(box.dataset.place));
    box.classList.toggle("full", side?.melds?.length > 3);
    box.replaceChildren(...(live && side ? spread(side) : []));
  }
  $("#dora").replaceChildren(...(course ? doraTiles(course) : []));
  $("#left").textContent = course ? leftWords(course) : "";
  for (const seat of document.querySelectorAll(".seat")) {
    const place = Number(seat.dataset.place);
    seat.classList.toggle("turn", course?.status === "playing" && course.turn === place);
    seat.querySelector(".given")?.replaceChildren(...given(course, place));
  }
  if (news && live) for (const { place, call } of calls(before, course)) say(place, callWord(course.rules, call));
  before = course;
}

/** A course without the side at which nobody sits. */
const seated = (course, players) => (course && players?.length ? { ...course, sides: course.sides.filter((s) => players.some((p) => p.place === s.place)) } : course);

const CALLED = 1800; // ms that a call stays over the river of who called

/** Shows a call for a moment where its player sits. */
function say(place, text) {
  const call = h("b.call", { dataset: { place } }, text);
  $("#calls").append(call);
  setTimeout(() => call.remove(), CALLED);
  speak(text);
}

function drawLast(news) {
  const panel = $("#last"), hand = table.hand, final = table.score?.over && performance.now() > celebrated + FRESH;
  const key = final ? `over ${JSON.stringify(table.score.players)}` : hand ? `${hand.hand} ${hand.seq}` : whyEmpty();
  if (key === shownHand) return;
  shownHand = key;
  drawShare(hand, final);
  panel.classList.toggle("moved", seatsMoved(hand, table.score));
  clearTimeout(freshTimer);
  panel.classList.remove("fresh");
  const won = final ? h("div.won", {}, ranking()) : hand ? h("div.won", {}, handParts(hand)) : welcome();
  panel.replaceChildren(won, h("div", { id: "course" }));
  sizes.disconnect();
  sizes.observe(panel);
  sizes.observe(won);
  drawCourse();
  // A correction is shown without fanfare, and so is what was played before the page came.
  if (news && hand?.kind === "win" && hand.status === "counted") celebrate(panel, hand);
}

/** The way to the picture of the last win, for a telephone, and of a match that is over to that of the match; where there is none, to its page. */
function drawShare(hand, final) {
  const match = table.score?.match, ended = config.shares && final && match;
  const won = ended || config.shares && hand?.kind === "win" && hand.status !== "pending";
  $("#share").hidden = !won && !match;
  if ($("#share").hidden) return;
  const source = ended ? `share/match/${encodeURIComponent(match)}.qr.png?lang=${language()}` : won ? `share/${encodeURIComponent(hand.hand)}.qr.png?lang=${language()}` : `share/match.qr.png?match=${encodeURIComponent(match)}&lang=${language()}`;
  const img = $("#share img");
  if (img.getAttribute("src") !== source) img.src = source;
  $("#share figcaption").textContent = word(won ? "board.share" : "board.share-match");
}

/** How the match ended, by the rule book's ranking. */
function ranking() {
  const { players, rules } = table.score, by = [...players].sort((a, b) => a.rank - b.rank || b.score - a.score);
  const some = (key) => players.some((p) => p[key] !== undefined), own = some("result") && players.some((p) => p.result !== p.score);
  const tenth = (n) => (n === undefined ? "" : `${n < 0 ? "−" : n > 0 ? "+" : ""}${Math.abs(n).toLocaleString("en", { maximumFractionDigits: 3 }).replaceAll(",", "\u202f")}`);
  const columns = [["board.score", (p) => number(p.score)], ...(some("uma") ? [["board.uma", (p) => tenth(p.uma)]] : []), ...(own ? [[null, (p) => tenth(p.result)]] : []), ...(some("points") ? [["board.points", (p) => `${p.points ?? 0}`]] : [])];
  return [h("div.label", {}, h("span", {}, word("board.final")), table.score.over_by ? h("span", {}, word(`over.${table.score.over_by}`)) : null),
    h("table.ranking", {}, h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, word("board.name")), columns.map(([name]) => h("th", { scope: "col" }, name ? word(name) : resultName(rules))))),
      h("tbody", {}, by.map((p) => h(`tr${p.rank === 1 ? ".first" : ""}`, {}, h("td.rank", {}, p.rank), h("th.name", { scope: "row" }, playerName(p)), columns.map(([, of], i) => h(`td${i === columns.length - 1 ? ".main" : ""}`, {}, of(p)))))))];
}

/** Makes the fans and payments on the panel as large as there is room for, side by side or one below the other,
 * and all of it smaller until it is seen, however long the list of fans is. */
function fit() {
  const panel = $("#last"), won = $("#last .won"), details = [...panel.querySelectorAll(".detail, .ranking")];
  const fits = (zoom, detail, below) => {
    won.style.zoom = zoom;
    for (const d of details) {
      d.style.zoom = detail;
      d.classList.toggle("below", below);
    }
    const named = (e) => e.scrollWidth <= e.clientWidth || e.clientWidth > 3 * parseFloat(getComputedStyle(e).fontSize);
    return panel.scrollHeight <= panel.clientHeight && won.scrollWidth <= won.clientWidth + 1 && [...panel.querySelectorAll(".payments .name")].every(named);
  };
  if (!won) return;
  const both = [false, true];
  for (let zoom = 1; zoom > 0.4; zoom -= 0.02) {
    if (!both.some((below) => fits(zoom, 1, below))) continue;
    for (const larger of [1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1]) if (both.some((below) => fits(zoom, larger, below))) return;
  }
}

/** The word for why there is no hand to show. */
function whyEmpty() {
  return table.match?.status === "finished" || !table.score ? "board.no-match" : "hand.none";
}

function welcome() {
  return h("div.empty", {}, h("div.tiles", {}, ["5z", "6z", "7z"].map((t) => tile(t))), word(whyEmpty()));
}

function handParts(hand) {
  const label = h("div.label", {}, h("span", {}, word("hand.last", { n: hand.number })),
    hand.status === "corrected" ? h("span.corrected", {}, word("hand.corrected")) : null,
    hand.watched ? h("a.replay", { href: replayOf(hand.hand) }, word("replay.title")) : null);
  if (hand.kind !== "win") {
    return [label, h("div.headline", {}, h("span.who", {}, ending(hand)),
      hand.reason ? h("span.how", {}, hasWord(`reason.${hand.reason}`) ? word(`reason.${hand.reason}`) : hand.reason) : null),
    payments(hand.payments), steps(hand), announced(hand)].filter(Boolean);
  }
  return [label, ...hand.wins.flatMap((win) => winParts(win, hand)), steps(hand), announced(hand)].filter(Boolean);
}

function winParts(win, hand) {
  if (hand.wins.length > 1) return [shortWin(win), win === hand.wins.at(-1) ? payments(hand.payments) : null].filter(Boolean);
  const tiles = winTiles(win.win);
  tiles.querySelectorAll(".tile").forEach((t, i) => t.style.setProperty("--i", i));
  const fans = win.result ? fanList(win.result) : h("p", {}, word("hand.unscored"));
  fans.classList.toggle("many", win.result?.fans.length > 7);
  const called = moment(win.result);
  return [called ? h("div.moment", {}, called) : null, headline(win), tiles, indicators(win.win),
    h(`div.detail${win.result?.fans.length > 7 ? ".many" : ""}`, {}, h("div", {}, fans, win.result ? total(win.result) : null), payments(hand.payments))].filter(Boolean);
}

function celebrate(panel, hand) {
  celebrated = performance.now();
  speak(hand.wins.map(winSaid).join(" "));
  panel.classList.add("fresh");
  const seats = hand.wins.map((w) => $(`.seat[data-place="${w.winner.place}"]`));
  seats.forEach((s) => s?.classList.add("winner"));
  freshTimer = setTimeout(() => {
    panel.classList.remove("fresh");
    seats.forEach((s) => s?.classList.remove("winner"));
    drawLast(false); // the ranking, where that was the last hand
  }, FRESH);
}

function drawHands() {
  const { match, score } = table;
  const who = (place) => score?.players.find((p) => p.place === place);
  const hands = (match?.hands || []).slice(-13).map((hand) => {
    const winners = (hand.winners || []).map(who).filter(Boolean);
    return h("div.hand", {}, h("i", {}, `${hand.number}`),
      h("span.name", {}, winners.length ? winners.map(playerName).join(" · ") : ending(hand)),
      winners.length === 1 ? h("b", {}, signed(hand.deltas[winners[0].place] ?? 0)) : null); // several have no sum
  });
  const penalties = (match?.penalties || []).slice(-2).map((p) =>
    h("div.hand.penalty", { title: p.reason || "" }, h("i", {}, word("penalty")), h("span.name", {}, p.name || ""), h("b", {}, signed(p.points))));
  $("#hands").replaceChildren(...penalties, ...hands);
  drawCourse();
}

/** How the scores went, hand by hand, one line per player. */
function drawCourse() {
  const { match, score } = table, hands = match?.hands || [];
  const course = $("#course");
  if (!course) return;
  course.replaceChildren();
  if (hands.length < 2 || !score) return;
  const lines = score.players.map((p) => {
    const points = [p.score]; // backwards from now
    for (const hand of hands.toReversed()) points.unshift(points[0] - (hand.deltas[p.place] ?? 0));
    return { place: p.place, points };
  });
  const all = [...lines.flatMap((l) => l.points), match.start], low = Math.min(...all), high = Math.max(...all, low + 1);
  const x = (i) => (i / hands.length) * 400, y = (v) => 95 - ((v - low) / (high - low)) * 90;
  const mark = (v) => {
    const label = h("i", {}, number(v));
    label.style.top = `${y(v)}%`;
    return label;
  };
  const step = Math.max(1, Math.ceil(hands.length / 12)), numbers = hands.map((hand, i) => ({ n: hand.number, at: ((i + 1) / hands.length) * 100 })).filter((_, i) => (hands.length - 1 - i) % step === 0);
  const levels = [high, low, match.start].filter((v, i, list) => list.slice(0, i).every((w) => Math.abs(y(w) - y(v)) > 18));
  course.append(h("div.scale", { ariaHidden: "true" }, levels.map(mark)), h("div.numbers", { ariaHidden: "true" }, numbers.map(({ n, at }) => {
    const label = h("i", {}, n);
    label.style.left = `${at}%`;
    return label;
  })), svg("svg", { viewBox: "0 0 400 100", preserveAspectRatio: "none", role: "img", "aria-label": word("board.course") },
    ...levels.map((v) => svg("path", { class: v === match.start ? "zero" : "zero level", d: `M0 ${y(v)}H400` })),
    ...lines.map((l) => svg("polyline", { class: "line", stroke: `var(--player-${l.place})`, points: l.points.map((v, i) => `${x(i)},${y(v)}`).join(" ") }))));
}
