// The referee's console. What waits for the referee comes in the topic "review"; every
// change goes to the program as a request and comes back as a new review, so that the
// page never counts anything itself. Two taps correct a misread tile: the tile, then
// what it is.

import { follow, loadConfig, params } from "./feed.js";
import { fillWords, hasWord, language, loadWords, setLanguage, tableNotice, word } from "./words.js";
import { fanList, h, headline, parseTiles, payments, playerName, signed, tile, total, winTiles } from "./draw.js";
import { ask } from "./ask.js";
import { closeSheet, drawSheet, enterSheet, matchSheet, penaltySheet, tileSheet } from "./sheets.js";
import { setTile, setWinning, tilesOf } from "./edit.js";

const $ = (selector) => document.querySelector(selector);

const config = await loadConfig();
await loadWords();
fillWords();
for (const [lang, label] of [["zh", "中"], ["ja", "日"], ["en", "EN"]]) {
  $("#languages").append(h(`button${lang === language() ? ".on" : ""}`, { onclick: () => setLanguage(lang) }, label));
}
$("#name").textContent = params.get("table") || config.table;

let draft = null; // a hand that counts and is being corrected; null while the pending hand is shown

const table = follow(config, (what) => {
  if (what === "review") closeSheet();
  if (what === "review" || what === "score") drawHand();
  if (what === "hand" || what === "score") drawLast();
  if (what === "match" || what === "score") drawLists();
  if (what === "match" || what === "review" || what === "online") drawActs();
  const { score } = table;
  $("#notice").textContent = !table.online ? word("notice.no-broker") : !table.alive ? word("notice.no-daemon")
    : tableNotice(table.state) ? tableNotice(table.state)
    : table.state?.notice ? word(hasWord(`table.${table.state.notice}`) ? `table.${table.state.notice}` : table.state.notice)
    : score?.over_by ? `${word("match.over")} · ${word(`over.${score.over_by}`)}` : score?.may_end ? word(`may.${score.may_end}`) : "";
});
drawHand();
drawActs();

const players = () => table.score?.players || [];

/** The hand on the desk: the pending one or the one being corrected, as
 * {place, from, win, result, payments, needs, candidates, problem, tiles}; from is 0 while unknown. */
function onDesk() {
  if (draft) return draft;
  const { review } = table, hand = review?.hand, first = hand?.wins?.[0];
  if (!first) return null;
  const needs = review.needs || [];
  return {
    place: first.winner.place, win: first.win, result: first.result, photo: first.photo, needs, payments: hand.payments,
    from: first.discarder?.place ?? (needs.includes("from") ? 0 : first.winner.place),
    riichi: review.riichi || [], candidates: review.candidates || [], problem: review.problem, doubts: hand.doubts || [], tiles: review.tiles || [],
  };
}

/** Sends a change of the hand on the desk; change has place, from, tile or win. */
async function change(change) {
  if (!draft) return ask("amend", change);
  Object.assign(draft, { place: change.place ?? draft.place, from: change.from ?? draft.from });
  if (change.win) draft.win = { ...draft.win, ...change.win };
  if (change.tile) draft.win = setWinning(draft.win, change.tile);
  const answer = await ask("preview", { place: draft.place, from: draft.from, win: draft.win });
  if (answer && draft) {
    const { result, problem, needs } = answer;
    const paid = Object.entries(result?.payments || {}).map(([seat, delta]) => ({ ...players().find((p) => p.seat === seat), seat, delta }));
    Object.assign(draft, { result, problem, needs: needs.filter((n) => n !== "confirm"), payments: paid });
  }
  drawHand();
  return answer;
}

function drawHand() {
  const desk = onDesk(), box = $("#hand");
  box.classList.toggle("alarm", !!desk);
  if (!desk) return box.replaceChildren(h("p.quiet", {}, word(config.requests ? "console.none" : "console.read-only")));
  const needs = (what) => desk.needs.includes(what);
  const other = desk.needs.filter((n) => !["hand", "from", "tile", "confirm", "also", "again", "refused"].includes(n));
  box.replaceChildren(...[
    h("h2", {}, word(draft ? "console.correct" : "console.pending"), draft ? h("small", {}, word("hand.number", { n: draft.number })) : null),
    desk.photo ? photo(desk.photo) : null,
    h("ul.doubts", {}, doubts(desk)),
    editTiles(desk),
    h("div.wrap", {}, h("button", { onclick: () => retype(desk) }, word("console.retype"))),
    needs("tile") ? tileCandidates(desk) : null,
    draft ? null : sameDiscard(needs("also") || needs("again")),
    choice("console.winner", desk.place, false, (place) => change({ place, ...(desk.from === desk.place && { from: place }) })),
    fromChoice(desk, needs("from")),
    desk.result ? h("div", {}, fanList(desk.result), total(desk.result)) : null,
    desk.payments?.length ? payments(desk.payments) : null,
    flags(desk, other),
    sticks(desk),
    steps(desk.result),
    h("div.row.final", {}, draft ? draftButtons() : pendingButtons(desk)),
  ].filter(Boolean));
}

function photo(sum) {
  const picture = h("img.photo", { src: `photo/${sum}`, alt: word("console.photo"), onerror: () => picture.remove() });
  return picture;
}

/** What is doubted, in the reader's words where there are some. */
function doubts(desk) {
  const lines = (desk.doubts || []).map((d) => {
    if (!hasWord(`doubt.${d.code}`)) return d.message;
    const at = d.row >= 0 ? word("doubt.at", { row: d.row + 1, n: d.index + 1 }) : "";
    return at + word(`doubt.${d.code}`);
  });
  const told = (desk.doubts || []).some((d) => d.message === desk.problem);
  if (desk.problem && !told) lines.unshift(hasWord(`says.${desk.problem}`) ? word(`says.${desk.problem}`) : desk.problem);
  if (desk.needs.includes("refused")) lines.unshift(word("doubt.refused"));
  return [...new Set(lines)].map((line) => h("li", {}, line));
}

/** The tiles as buttons: a tap opens what else the tile may be. Tiles that make no hand
 * yet are shown as they were read; a tap opens them all. */
function editTiles(desk) {
  const tap = (one, onclick) => h(`button.tap${one.doubt ? ".doubt" : ""}${one.winning ? ".win" : ""}`, { onclick }, tile(one.tile));
  if (!desk.win.concealed && !desk.win.melds?.length) {
    const rows = Object.values(Object.groupBy(desk.tiles, (t) => t.row));
    return h("div.edit", {}, rows.map((row) => h("span.group", {}, row.map((one) => tap(one, () => retype(desk))))));
  }
  const open = (one) => tileSheet(one, {
    pick: (t) => change({ win: setTile(desk.win, one, t) }),
    winning: one.meld === undefined && !one.winning ? () => change({ tile: one.tile }) : null,
    suppliers: one.meld === undefined || desk.win.melds[one.meld].type === "concealed-kong" ? [] : suppliers(desk, one.meld),
  });
  return h("div.edit", {}, tilesOf(desk.win, desk.tiles).map((group) => h("span.group", {}, group.map((one) => tap(one, () => open(one))))));
}

/** Who may have supplied the claimed tile of a meld, as {name, chosen, pick}. */
function suppliers(desk, meld) {
  const { melds } = desk.win, sides = melds[meld].type === "chow" ? ["left"] : ["left", "across", "right"];
  return sides.map((from) => {
    const place = (desk.place - 1 + { right: 1, across: 2, left: 3 }[from]) % 4 + 1;
    return { name: playerName(players().find((p) => p.place === place) || { place }), chosen: melds[meld].from === from,
      pick: () => change({ win: { melds: melds.map((m, i) => (i === meld ? { ...m, from } : m)) } }) };
  });
}

/** All tiles anew, beginning with what is there. */
function retype(desk) {
  const { win } = desk;
  const tiles = win.concealed || win.melds?.length ? [...parseTiles(win.concealed), ...(win.win ? [win.win] : [])] : desk.tiles.map((t) => t.tile);
  enterSheet(players(), { tiles, melds: win.melds || [], place: desk.place, from: desk.from }, (body) => change({ ...body, win: { flags: win.flags || [], ...body.win } }));
}

/** Where the winning tile decides the score: each one with what it is worth. */
function tileCandidates(desk) {
  return h("div", {}, h("h3", {}, word("doubt.winning-tile")), h("div.candidates", {}, desk.candidates.map((c) =>
    h("button.asked", { onclick: () => change({ tile: c.tile }) }, tile(c.tile), h("small", {}, c.result ? String(c.result.points ?? "") : "–")))));
}

/** A row of the players; pick(place) hears the choice. */
function choice(title, chosen, asked, pick, extra = []) {
  return h("div", {}, h("h3", {}, word(title)), h("div.row", {}, extra, players().map((p) =>
    h(`button${p.place === chosen ? ".chosen" : ""}${asked ? ".asked" : ""}`, { onclick: () => pick(p.place) }, `${word(`wind.${p.seat}`)} ${playerName(p)}`))));
}

function fromChoice(desk, asked) {
  const self = h(`button${desk.from === desk.place ? ".chosen" : ""}${asked ? ".asked" : ""}`, { onclick: () => change({ from: desk.place }) }, word("win.self-draw"));
  const others = players().filter((p) => p.place !== desk.place).map((p) =>
    h(`button${p.place === desk.from ? ".chosen" : ""}${asked ? ".asked" : ""}`, { onclick: () => change({ from: p.place }) }, `${word(`wind.${p.seat}`)} ${playerName(p)}`));
  return h("div", {}, h("h3", {}, word("console.from")), h("div.row", {}, self, others));
}

/** Circumstances that each family of rule books knows. */
const LAST = ["kong-draw", "rob-kong", "last-draw", "last-discard"];
const FLAGS = { mcr: [...LAST, "last-of-kind"], riichi: [...LAST, "heavenly", "earthly", "ippatsu"], lingque: [...LAST, "heavenly", "earthly"], yuque: [...LAST, "heavenly", "earthly"] };

/** Whether the hand was won on the discard of the last one: then both are one hand. */
function sameDiscard(asked) {
  const { review, hand } = table;
  if (!review?.with && !asked && !hand?.wins?.[0]?.discarder) return null;
  const mark = asked ? ".asked" : "";
  return h("div.wrap", {},
    hand?.wins?.[0]?.discarder || review.with ? h(`button${review.with ? ".chosen" : mark}`, { onclick: () => change({ with: review.with || hand.hand }) }, word("console.same-discard", { n: hand?.number ?? "" })) : null,
    h(`button${review.with ? mark : ".chosen"}`, { onclick: () => change({ with: "" }) }, word("console.own-hand")));
}

/** Who laid a riichi stick in this hand. */
function sticks(desk) {
  if (!table.score?.rules?.startsWith("riichi")) return null;
  const laid = new Set(desk.riichi || []);
  const toggle = (place) => {
    laid.has(place) ? laid.delete(place) : laid.add(place);
    change({ riichi: [...laid] });
  };
  return h("div", {}, h("h3", {}, word("console.sticks")), h("div.row", {}, players().map((p) =>
    h(`button${laid.has(p.place) ? ".chosen" : ""}`, { onclick: () => toggle(p.place) }, playerName(p)))));
}

/** Circumstances that no picture shows; those the rule book asks for stand out. */
function flags(desk, asked) {
  const rules = table.score?.rules || "", now = new Set(desk.win.flags || []);
  const known = FLAGS[rules.split("-")[0]] || LAST;
  const toggle = (f) => {
    now.has(f) ? now.delete(f) : now.add(f);
    change({ win: { flags: [...now] } });
  };
  const flowers = typeof desk.win.flowers === "string" ? desk.win.flowers.replace(/\D/g, "").length : desk.win.flowers || 0;
  return h("div", {}, h("h3", {}, word("console.flags"), asked.length ? h("span.problem", {}, ` · ${asked.map((a) => word(hasWord(`need.${a}`) ? `need.${a}` : `flag.${a}`)).join(" · ")}`) : null),
    h("div.wrap.flags", {}, known.map((f) => h(`button${now.has(f) ? ".chosen" : ""}${asked.includes(f) ? ".asked" : ""}`, { onclick: () => toggle(f) }, word(`flag.${f}`))),
      rules.startsWith("riichi") ? [0, 1, 2].slice(1).map((n) => h(`button${desk.win.riichi === n ? ".chosen" : ""}`, { onclick: () => change({ win: { riichi: desk.win.riichi === n ? 0 : n } }) }, word(`riichi.${n}`))) : null,
      h("button", { onclick: () => change({ win: { flowers: (flowers + 1) % 9 } }) }, `✿ ${flowers}`)));
}

/** How the points came about, line by line. */
function steps(result) {
  if (!result?.steps?.length) return null;
  return h("details", {}, h("summary", {}, word("console.steps")), h("ol", {}, result.steps.map((s) => h("li", {}, s.detail))));
}

function pendingButtons(desk) {
  return [
    h("button", { onclick: armed("console.reject", () => ask("dismiss")) }, word("console.reject")),
    h("button", { onclick: () => ask("call", { place: desk.place, ...(desk.from && { from: desk.from }) }) }, word("console.retake")),
    h("button.main", { disabled: !desk.result?.valid || !desk.from, onclick: () => ask("confirm", {}, "console.done") }, word("console.confirm")),
  ];
}

function draftButtons() {
  const leave = () => {
    draft = null;
    drawHand();
    drawActs();
  };
  const send = async () => {
    const { entry, place, from, win } = draft;
    if (await ask("correct", { entry, place, from, win }, "console.done")) leave();
  };
  return [h("button", { onclick: leave }, word("console.cancel")), h("button.main", { disabled: !draft.result?.valid, onclick: send }, word("console.correct"))];
}

/** What cannot be taken back by another tap asks for a second one. */
function armed(key, act) {
  return ({ currentTarget: b }) => {
    if (b.classList.contains("armed")) return act();
    b.classList.add("armed");
    b.textContent = word("console.really");
    setTimeout(() => {
      b.classList.remove("armed");
      b.textContent = word(key);
    }, 3000);
  };
}

function drawActs() {
  const { match } = table, running = match?.status === "running";
  if (!config.requests) return $("#acts").replaceChildren();
  $("#acts").replaceChildren(
    h("div.row", {},
      h("button", { disabled: !match?.can_undo, onclick: armed("console.undo", () => ask("undo", {}, "console.done")) }, word("console.undo")),
      h("button", { disabled: !match?.can_redo, onclick: () => ask("redo", {}, "console.done") }, word("console.redo"))),
    h("div.row", {},
      h("button", { disabled: !running, onclick: () => enterSheet(players(), { tiles: [], melds: [], place: players()[0]?.place, from: 0 }, (body) => ask("enter", body)) }, word("console.enter")),
      h("button", { disabled: !running, onclick: () => drawSheet(players()) }, word("console.draw")),
      h("button", { disabled: !running, onclick: () => penaltySheet(players()) }, word("console.penalty"))),
    h("div.row", {}, running
      ? h("button", { onclick: armed("console.finish", () => ask("match-finish", {}, "console.done")) }, word("console.finish"))
      : h("button.main", { disabled: !table.online, onclick: () => matchSheet(table.match) }, word("console.start"))));
}

function drawLast() {
  const { hand } = table;
  if (!hand) return $("#last").replaceChildren();
  const first = hand.wins[0];
  const correct = () => {
    draft = {
      entry: hand.hand, number: hand.number, place: first.winner.place, from: first.discarder?.place ?? first.winner.place, win: first.win,
      result: first.result, photo: first.photo, payments: hand.payments, needs: [], candidates: [], tiles: [],
    };
    drawHand();
    $("#hand").scrollIntoView({ behavior: "smooth" });
  };
  $("#last").replaceChildren(...[
    h("h2", {}, word("hand.last", { n: hand.number }), hand.status === "corrected" ? h("small.problem", {}, word("hand.corrected")) : null),
    ...hand.wins.flatMap((w) => [headline(w), winTiles(w.win), w.result ? total(w.result) : null]),
    hand.kind === "win" ? null : h("p", {}, word(`ending.${hand.kind}`)),
    payments(hand.payments),
    first && config.requests && hand.wins.length === 1 ? h("button", { onclick: correct }, word("console.correct")) : null,
  ].filter(Boolean));
}

function drawLists() {
  const { match } = table, who = (place) => players().find((p) => p.place === place);
  if (!match) return;
  const hands = match.hands.toReversed().map((hand) => {
    const winner = who(hand.winners?.[0]);
    return h("li", {}, h("span", {}, hand.number), h("span", {}, winner ? playerName(winner) : word(`ending.${hand.kind}`)),
      winner ? h("b.gain", {}, signed(hand.deltas[winner.place] ?? 0)) : h("b"),
      config.requests ? h("button", { onclick: armed("console.take-back", () => ask("revoke", { entry: hand.hand }, "console.done")) }, word("console.take-back")) : h("i"));
  });
  const fouls = (match.penalties || []).map((p) => h("li", {}, h("span", {}, "!"), h("span", {}, `${p.name || ""} ${p.reason || p.kind}`),
    h("b.loss", {}, signed(p.points)),
    config.requests ? h("button", { onclick: armed("console.take-back", () => ask("revoke", { entry: p.entry }, "console.done")) }, word("console.take-back")) : h("i")));
  $("#lists").replaceChildren(...[
    fouls.length ? h("h2", {}, word("console.penalties")) : null, fouls.length ? h("ol.list", {}, fouls) : null,
    hands.length ? h("h2", {}, word("console.hands")) : null, hands.length ? h("ol.list", {}, hands) : null,
  ].filter(Boolean));
}
