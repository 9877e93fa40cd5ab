// The display for the club's television.

import { follow, loadConfig, params } from "./feed.js";
import { fillWords, hasWord, language, loadWords, ordinal, partsNotice, setLanguage, tableNotice, word } from "./words.js";
import { cloth, courseOn, doraTiles, leftWords } from "./course.js";
import { announced, die, fanList, h, headline, number, payments, playerName, roundName, seatsChange, signed, svg, tile, total, winTiles } from "./draw.js";

const $ = (selector) => document.querySelector(selector);
const FRESH = 12_000; // how long a new hand is celebrated, milliseconds

const config = await loadConfig();
await loadWords();
fillWords();
for (const [lang, label] of [["zh", "中"], ["ja", "日"], ["en", "EN"]]) {
  $("#languages").append(h(`button${lang === language() ? ".on" : ""}`, { "aria-pressed": String(lang === language()), onclick: () => setLanguage(lang) }, label));
}

let shownHand = null; // "id seq" of the hand on the panel
let freshTimer = 0;
const sizes = new ResizeObserver(fit); // of the panel and the hand on it

const table = follow(config, (what, news) => {
  if (what === "score" || what === "match") drawSeats();
  if (what === "score" || what === "state") drawCentre();
  if (what === "course" || what === "score") drawCloth();
  if (what === "match" || what === "score") drawHands();
  if (what === "hand") drawLast(news);
  drawHeader();
});
$("#name").textContent = params.get("table") || config.table;
drawSeats();
drawCentre();
drawLast(false);

function drawHeader() {
  const rules = table.score?.rules || table.match?.rules;
  $("#rules").textContent = rules ? word(hasWord(`rules.${rules}`) ? `rules.${rules}` : rules) : "";
  $("#notice").textContent =
    !table.online ? word("notice.no-broker")
      : !table.alive ? word("notice.no-daemon")
        : (table.state?.reviewing || table.review?.hand) && !seatsChange(table.score) ? word("notice.reviewing")
          : partsNotice(table.availability) || seatsChange(table.score) || tableNotice(table.state);
}

function drawSeats() {
  const players = table.score?.players || [];
  for (const seat of document.querySelectorAll(".seat")) {
    const p = players.find((q) => q.place === Number(seat.dataset.place));
    seat.hidden = players.length > 0 && !p;
    const dealer = p && table.score.dealer === p.place;
    seat.classList.toggle("dealer", !!dealer);
    seat.classList.toggle("leader", p?.rank === 1 && players.some((q) => q.score !== p.score));
    const before = Number(seat.dataset.score);
    seat.replaceChildren(
      h("span.wind", {}, p?.seat ? word(`wind.${p.seat}`) : "·"),
      h("span.name", {}, p ? playerName(p) : ""),
      h("span.score", {}, p ? number(p.score) : "–"),
      h("span.foot", {}, h("span.rank", {}, p && table.score.hand > 1 ? word("rank", { n: p.rank }) : "",
        p?.result === undefined || p.result === p.score ? "" : h("b.result", {}, ` ${signed(p.result)}`), p?.points ? h("b.result", {}, ` · ${p.points}`) : ""),
        h(`span.delta${p?.delta > 0 ? ".gain" : p?.delta < 0 ? ".loss" : ""}`, {}, p?.delta && p.result === undefined ? signed(p.delta) : "")),
      dealer ? h("span.mark", {}, word("dealer")) : "");
    seat.style.setProperty("--length", p ? number(p.score).length : 1);
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
  $("#round").textContent = score?.over ? [word("match.over"), score.over_by && word(`over.${score.over_by}`)].filter(Boolean).join(" · ") : roundName(score);
  const phase = state?.phase ? `phase.${state.phase}` : "";
  $("#phase").textContent = state?.break ? breakWords(state.break) : hasWord(phase) ? word(phase) : "";
  $("#dice").replaceChildren(...(state?.dice || []).map(die));
  $("#counters").replaceChildren(...["honba", "sticks"].filter((k) => score?.[k])
    .map((k) => h("span", {}, `${word(k)} `, h("b", {}, score[k]))));
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

/** The hand that is being played, where the table is watched: it takes the middle. */
function drawCloth() {
  const course = courseOn(table);
  $("#table").classList.toggle("watched", !!course);
  $("#cloth").toggleAttribute("hidden", !course);
  $("#cloth").replaceChildren(...(course ? cloth(course) : []));
  $("#dora").replaceChildren(...(course ? doraTiles(course) : []));
  $("#left").textContent = course ? leftWords(course) : "";
  for (const seat of document.querySelectorAll(".seat")) seat.classList.toggle("turn", course?.status === "playing" && course.turn === Number(seat.dataset.place));
}

function drawLast(news) {
  const panel = $("#last"), hand = table.hand;
  const key = hand ? `${hand.hand} ${hand.seq}` : "";
  if (key === shownHand) return;
  shownHand = key;
  clearTimeout(freshTimer);
  panel.classList.remove("fresh");
  const won = hand ? h("div.won", {}, handParts(hand)) : welcome();
  panel.replaceChildren(won, h("div", { id: "course" }));
  sizes.disconnect();
  sizes.observe(panel);
  sizes.observe(won);
  drawCourse();
  // A correction is shown without fanfare, and so is what was played before the page came.
  if (news && hand?.kind === "win" && hand.status === "counted") celebrate(panel, hand);
}

/** Makes the hand on the panel smaller until all of it is seen, however long its list of fans is. */
function fit() {
  const panel = $("#last"), won = $("#last .won");
  for (let zoom = 1; won && zoom > 0.4; zoom -= 0.04) {
    won.style.zoom = zoom;
    if (panel.scrollHeight <= panel.clientHeight) break;
  }
}

function welcome() {
  return h("div.empty", {}, h("div.tiles", {}, ["5z", "6z", "7z"].map((t) => tile(t))), word("hand.none"));
}

function handParts(hand) {
  const label = h("div.label", {}, h("span", {}, word("hand.last", { n: hand.number })),
    hand.status === "corrected" ? h("span.corrected", {}, word("hand.corrected")) : null);
  if (hand.kind !== "win") {
    return [label, h("div.headline", {}, h("span.who", {}, word(`ending.${hand.kind}`)),
      hand.reason ? h("span.how", {}, hasWord(`reason.${hand.reason}`) ? word(`reason.${hand.reason}`) : hand.reason) : null),
    payments(hand.payments), announced(hand)].filter(Boolean);
  }
  return [label, ...hand.wins.flatMap((win) => winParts(win, hand)), announced(hand)].filter(Boolean);
}

function winParts(win, hand) {
  const tiles = winTiles(win.win);
  tiles.querySelectorAll(".tile").forEach((t, i) => t.style.setProperty("--i", i));
  const fans = win.result ? fanList(win.result) : h("p", {}, word("hand.unscored"));
  fans.classList.toggle("many", win.result?.fans.length > 7);
  return [headline(win), tiles,
    h(`div.detail${win.result?.fans.length > 7 ? ".many" : ""}`, {}, h("div", {}, fans, win.result ? total(win.result) : null), hand.wins.length === 1 ? payments(hand.payments) : null),
    hand.wins.length > 1 && win === hand.wins.at(-1) ? payments(hand.payments) : null].filter(Boolean);
}

function celebrate(panel, hand) {
  panel.classList.add("fresh");
  const seats = hand.wins.map((w) => $(`.seat[data-place="${w.winner.place}"]`));
  seats.forEach((s) => s?.classList.add("winner"));
  freshTimer = setTimeout(() => {
    panel.classList.remove("fresh");
    seats.forEach((s) => s?.classList.remove("winner"));
  }, FRESH);
}

function drawHands() {
  const { match, score } = table;
  const who = (place) => score?.players.find((p) => p.place === place);
  const hands = (match?.hands || []).slice(-13).map((hand) => {
    const winner = who(hand.winners?.[0]);
    return h("div.hand", {}, h("i", {}, `${hand.number}`),
      h("span.name", {}, winner ? playerName(winner) : word(`ending.${hand.kind}`)),
      winner ? h("b", {}, signed(hand.deltas[winner.place] ?? 0)) : null);
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
  const all = lines.flatMap((l) => l.points), low = Math.min(...all), high = Math.max(...all, low + 1);
  const x = (i) => (i / hands.length) * 400, y = (v) => 95 - ((v - low) / (high - low)) * 90;
  course.append(svg("svg", { viewBox: "0 0 400 100", preserveAspectRatio: "none" },
    svg("path", { class: "zero", d: `M0 ${y(match.start)}H400` }),
    ...lines.map((l) => svg("polyline", { class: "line", stroke: `var(--player-${l.place})`, points: l.points.map((v, i) => `${x(i)},${y(v)}`).join(" ") }))));
}
