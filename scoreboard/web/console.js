// The referee's console. What waits for the referee comes in the topic "review"; every
// change goes to the program as a request and comes back as a new review, so that the
// page never counts anything itself. Two taps correct a misread tile: the tile, then
// what it is.

import { asks, deskOf, follow, loadConfig, params } from "./feed.js";
import { fillWords, hasWord, loadWords, nameIn, partsNotice, tableDoubt, tableNotice, word } from "./words.js";
import { fanList, h, languageButtons, number, parseTiles, payments, playerName, reasonText, redraw, replayOf, SEATS, seatsChange, seatsMoved, signed, tile, tileName, toggleButton, total } from "./draw.js";
import { armed, ask, sitting, toast } from "./ask.js";
import { logIn } from "./login.js";
import { closeSheetOf, doraSheet, drawnPart, drawSheet, enterSheet, keysOf, kongSheet, missingSheet, penaltySheet, readyPart, readySheet, seatsSheet, sheet, sheetOf, substituteSheet, tileSheet } from "./sheets.js";
import { cropOf, photoOf } from "./photo.js";
import { askCorrection, positionSheet } from "./later.js";
import { moves, questions } from "./moves.js";
import { matchSheet } from "./agree.js";
import { drawLast, drawLists, versions } from "./history.js";
import { courseOn } from "./course.js";
import { setTile, setWinning, tilesOf } from "./edit.js";

const $ = (selector) => document.querySelector(selector);

const config = await loadConfig();
await loadWords();
fillWords();
languageButtons($("#languages"));
$("#name").textContent = params.get("table") || config.table;

let draft = null; // a hand in the books that is being corrected; null while the pending hand is shown
let reviewed = ""; // the review that is drawn
let behind = 0; // how many hands wait behind it
let waits = "", left = -Infinity, wakes = 0; // the hand that waits, when the one before went, and when its last buttons wake up
const REST = 700; // ms: a finger on its way to the button of the hand before lands within them

const table = follow(config, (what) => {
  if (what === "review") drawReview();
  if (what === "score" && !draft) drawHand();
  if (["state", "score", "course", "match"].includes(what)) drawLaid();
  if (what === "hand" || what === "score") $("#last").classList.toggle("moved", seatsMoved(table.hand, table.score));
  if (what === "hand" || what === "score") drawLast($("#last"), table.hand, config.requests && correct);
  if (what === "match" || what === "score") drawLists($("#lists"), table, config.requests && correct);
  if (what === "match" || what === "review" || what === "online") drawActs();
  if (what === "match" || what === "score" || what === "availability" || what === "online") drawCall();
  if (what === "score") drawScores();
  if (what === "online" && table.online) whoIsHere(); // a program that was started anew may have forgotten the session
  const { score } = table;
  $("#notice").textContent = !table.online ? word("notice.no-broker") : !table.alive ? word("notice.no-daemon")
    : tableNotice(table.state) || partsNotice(table.availability) ? tableNotice(table.state) || partsNotice(table.availability)
    : doubt() ? doubt()
    : table.state?.notice ? word(hasWord(`table.${table.state.notice}`) ? `table.${table.state.notice}` : table.state.notice)
    : score?.over_by ? `${word("match.over")} · ${word(`over.${score.over_by}`)}` : score?.may_end ? word(`may.${score.may_end}`) : "";
});
drawHand();
drawActs();
drawCall();
whoIsHere();

/** What the table contradicts, with the remedy. */
function doubt() {
  return tableDoubt(table.state, table.score, (place) => playerName(table.score?.players?.find((p) => p.place === place) || { place }));
}

/** The scores of everybody, East first. */
function drawScores() {
  const { score } = table;
  $("#scores").replaceChildren(...[...(score?.players || [])].sort((a, b) => SEATS.indexOf(a.seat) - SEATS.indexOf(b.seat)).map((p) =>
    h(`li${p.place === score.dealer ? ".dealer" : ""}`, {}, h("span.wind", {}, p.seat ? word(`wind.${p.seat}`) : ""), h("span.name", {}, playerName(p)),
      h("b", {}, number(p.score)), h(`small.${p.delta < 0 ? "loss" : "gain"}`, {}, p.delta ? signed(p.delta) : ""))));
}

let viewer = false; // may look on and has to log in before anything changes

/** Asks who is here. */
async function whoIsHere() {
  const { role } = await loadConfig().catch(() => config);
  viewer = !!config.requests && role === "viewer";
  drawViewing();
}

function drawViewing() {
  $("#viewing").hidden = !viewer;
  $("#viewing").replaceChildren(...(viewer ? [h("p", {}, word("console.viewing"), h("button.main", { onclick: () => logIn(config.named) }, word("console.log-in")))] : []));
}
document.addEventListener("login", () => { viewer = false; drawViewing(); });

// Who only looks on logs in before he types a hand, not after it.
for (const part of ["main", "#laid"]) $(part).addEventListener("click", async (e) => {
  const button = e.target.closest("button");
  if (!viewer || !button) return;
  e.stopPropagation();
  if (await logIn(config.named) && button.isConnected) button.click();
}, true);

/** Who sits where, or sat when the hand on the desk was played. */
const players = () => draft?.players || table.score?.players || [];
sitting(players);

/** A review that says nothing new leaves everything as it is, and one of the same hand leaves the
 * sheet open: somebody may be typing. */
function drawReview() {
  const news = JSON.stringify(table.review, (key, value) => (["id", "seq", "time"].includes(key) ? undefined : value));
  if (news === reviewed) return;
  reviewed = news;
  const hand = table.review?.hand?.hand ?? "", now = performance.now();
  if (hand !== waits) {
    if (closeSheetOf(waits)) toast(word("says.another-hand"), true);
    if (hand && (draft || sheet.open)) toast(word("console.another-waits", { who: playerName(table.review.hand.wins[0]?.winner) }));
    if (waits) left = now;
    if (hand && now - left < REST) wakes = now + REST;
    waits = hand;
  } else if ((table.review?.behind ?? 0) > behind) toast(word("console.waits-behind", { n: table.review.behind }));
  behind = table.review?.behind ?? 0;
  if (!draft) drawHand();
  drawLaid();
}

/** The buttons of a hand that came right after another one wake up a moment later: a tap that was
 * meant for the one before does nothing. */
function asleep(buttons) {
  const still = wakes - performance.now(), sleeping = still > 0 ? buttons.filter((b) => !b.disabled) : [];
  for (const b of sleeping) b.disabled = true;
  if (sleeping.length) setTimeout(() => { for (const b of sleeping) b.disabled = false; }, still);
  return buttons;
}

/** Hands that the camera saw laid down and nobody has called, or that may be waiting hands. */
function drawLaid() {
  const at = (place) => table.score?.players?.find((one) => one.place === place) || { place };
  const who = (p) => (p.name && p.seat ? `${word(`wind.${p.seat}`)} ${p.name}` : playerName(p));
  const show = (p) => readySheet(p, undefined, deskOf(rulesOf()).hand, (hand) => {
    const others = (onDesk()?.ready || []).filter((r) => r.place !== p.place).map(({ place, hand, gone }) => ({ place, hand, ...(gone !== undefined && { gone }) }));
    return hand && change({ ready: [...others, { place: p.place, hand }] });
  }, true);
  const moves = seatsChange(table.score), other = draft && table.review?.hand?.wins[0];
  redraw($("#laid"), [
    other ? h("p", {}, word("console.another-waits", { who: who(other.winner) }), h("button.main", { onclick: leave }, word("console.look-at-it"))) : null,
    ...(moves ? [h("p", {}, moves, config.requests ? h("span.row", {},
      table.score.seating === "table" ? h("button.main", { onclick: () => ask("seats", {}, "console.done") }, word("console.seats-so")) : null,
      h("button", { onclick: seats }, word("console.seats-other"))) : null)] : []),
    nobodyWon(), battle(),
    ...(table.state?.laid || []).map(at).map((p) => h("p", {}, word(paysReady() ? "console.laid-or-ready" : "console.laid", { who: who(p) }),
      config.requests ? h("button.main", { onclick: () => ask("call", { place: p.place }) }, word("console.read-win")) : null)),
    ...(table.state?.sticks || []).map((s) => h("p.problem", {}, word("console.drawer", { who: who(at(s.place)), books: s.books, drawer: s.drawer, by: signed(s.drawer - s.books) }))),
    table.state?.sticks ? h("p", {}, word("console.drawer-why")) : null,
    ...(table.state?.shown || []).map(at).map((p) => h("p", {}, word("console.laid-ready", { who: who(p) }),
      config.requests ? h("button.main", { onclick: () => show(p) }, word("console.read-ready")) : null)),
  ]);
}

/** The hand went in undeclared, or the camera sees that the wall is empty: one tap says that it was drawn and nobody shows. */
function nobodyWon() {
  const course = courseOn(table), empty = course?.status === "playing" && course.left === 0 && course.events > 0;
  const undeclared = table.state?.notice === "undeclared";
  if (!config.requests || table.review?.hand || !undeclared && !empty || table.match?.status !== "running") return null;
  const riichi = course?.sides.filter((s) => s.riichi).map((s) => s.place);
  return h("p.drawn", {}, word(undeclared ? "table.undeclared" : "console.wall-empty"), h("span.row", {},
    h("button.main", { onclick: () => ask("draw", { ready: [], ...(riichi && { riichi }), as_shown: ["riichi"] }, "console.done") }, word("console.nobody-shows")),
    h("button", { onclick: () => drawSheet(table.score.players, table.score.rules, riichi ? { riichi } : {}, (body) => ask("draw-preview", body), asOf("draw", "console.done")) }, word("console.somebody-shows"))));
}

const drawn = {}; // by course and number of a settlement, whether the tile of that added kong was drawn in its turn

/** A hand that went on after a win, as the camera saw it: a person says what nobody saw, and records it. */
function battle() {
  const seen = table.state?.battle;
  if (!config.requests || !seen || table.match?.status !== "running") return null;
  const who = (place) => playerName(players().find((p) => p.place === place) || { place });
  const key = (i) => `${seen.hand} ${i}`, asksDrawn = (s) => s.do === "added-kong" && !s.robbed && s.drawn === undefined && seen.needs.includes("drawn");
  const deed = (s) => (s.do === "win" ? s.wins.map((w) => `${who(w.place)} ${w.from === w.place ? word("win.self-draw") : word("win.from", { name: who(w.from) })}`).join(" · ")
    : s.do === "end" ? `${word("step.end")} ${Object.entries(s.states || {}).map(([place, { state }]) => `${who(Number(place))} ${word(`state.${state}`)}`).join(" · ")}`
      : `${who(s.place)} ${word(`step.${s.do}`)}${s.from ? ` ${word("step.from", { name: who(s.from) })}` : ""}`);
  const settled = seen.settled.map((s, i) => (asksDrawn(s) ? { ...s, drawn: drawn[key(i)] } : s));
  const unseen = seen.needs.filter((n) => n !== "drawn" && n !== "passed"), asked = seen.settled.filter(asksDrawn).length, open = unseen.length || seen.settled.some((s, i) => asksDrawn(s) && drawn[key(i)] === undefined);
  const record = (all) => ask("settle", { settled: all, wins: seen.wins }, "console.done");
  // What an added kong brings its owner: a point from each who has not won before. Where nothing else is open the answer records the hand.
  const brings = (i) => players().length - 1 - seen.settled.slice(0, i).reduce((n, s) => n + (s.do === "win" ? s.wins.length : 0), 0);
  const answered = (i) => (yes) => (asked === 1 && !unseen.length ? record(settled.map((s, k) => (k === i ? { ...s, drawn: yes } : s))) : (drawn[key(i)] = yes, drawLaid()));
  return h("div.battle", {}, h("p", {}, word(unseen.length ? "console.battle-unseen" : "console.battle")),
    h("ol.steps", {}, seen.settled.map((s, i) => h("li", {}, h("span", {}, deed(s)), asksDrawn(s) ? drawnPart(drawn[key(i)], answered(i), brings(i)) : null))),
    ...Object.entries(seen.passed || {}).map(([place, t]) => h("p.problem", {}, word("console.let-pass", { who: who(Number(place)), tile: tileName(t) }))),
    h("button.main", { disabled: open, onclick: () => record(settled) }, word("console.battle-record")));
}

/** Calls a hand: one button a place, which takes a photograph there and reads it as a win. */
function drawCall() {
  if (!config.requests) return $("#call").replaceChildren();
  const camera = table.availability?.parts?.camera, running = table.match?.status === "running";
  const none = !running || ["no-camera", "bad-faces"].includes(camera?.code); // a camera in trouble may be well again at the next look
  const why = !running ? word("console.no-match") : !camera || camera.online ? ""
    : word(camera.code && hasWord(`part.${camera.code}`) ? `part.${camera.code}` : "console.no-camera");
  const take = ({ place }) => async ({ currentTarget: button }) => {
    button.disabled = true; // until the hand was looked at: another tap would call it again
    await ask("call", { place }, "console.photographed");
    drawCall();
  };
  redraw($("#call"), h("h2", {}, word("console.call")), why ? h("p", { id: "no-call" }, why) : null,
    h("div.row.places", {}, (table.score?.players || []).map((p) =>
      h("button", { disabled: none, ...(why && { "aria-describedby": "no-call" }), onclick: take(p) }, p.seat ? h("b", {}, word(`wind.${p.seat}`)) : null, h("span", { dir: "auto" }, playerName(p))))));
}

/** Who sits where, as people say it. */
function seats() {
  seatsSheet(table.score.players, table.match?.hands || [], (body) => askCorrection("seats", body, "console.done"));
}

/** Who plays on for somebody. */
function substitute() {
  substituteSheet(table.score.players, table.match?.hands || [], (body) => askCorrection("substitute", body, "console.done"));
}

/** Asks for an operation that says how a hand ended, with the number of hands that were in the books when
 * somebody began to say so: one that another person recorded meanwhile may be the same. Said again, it is another. */
function asOf(op, done = "") {
  const now = () => (table.score?.hand ? table.score.hand - 1 : undefined);
  let hands = now();
  return async (body) => {
    const answer = await ask(op, { hands, ...body }, done);
    hands = now();
    return answer;
  };
}

/** Who deals which hand, and what lies on the table, as people say it. */
function position() {
  const { round, honba, sticks, dealer } = table.score;
  positionSheet(table.score.players, { round: "ESWN".indexOf(round) + 1 || "", honba, sticks, dealer }, table.match?.hands || []);
}

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
    riichi: review.riichi || [], ready: review.ready, candidates: review.candidates || [], problem: review.problem, reasons: review.reasons, doubts: hand.doubts || [], tiles: review.tiles || [],
  };
}

/** Asks about the hand that waits as it was shown: a request that meets another one, or one that
 * somebody changed since, is refused. */
const askPending = (op, body = {}, done = "", { hand, revision } = shownHand()) => ask(op, { ...body, hand, revision }, done);
const shownHand = () => ({ hand: table.review?.hand?.hand, revision: table.review?.revision });

/** Sends a change of the hand on the desk; change has place, from, tile, win, riichi or ready. */
async function change(change, shown = shownHand()) {
  if (!draft) return askPending("amend", change, "", shown);
  for (const key of ["place", "from", "riichi", "ready"]) if (key in change) draft[key] = change[key];
  if (change.win) draft.win = { ...draft.win, ...change.win };
  if (change.tile) draft.win = setWinning(draft.win, change.tile);
  Object.assign(draft, { ending: "win", changed: true });
  const answer = await ask("correct-preview", wanted());
  if (answer && draft) Object.assign(draft, { result: answer.result, problem: answer.problem, reasons: answer.reasons, payments: answer.payments || [], ready: answer.ready ?? draft.ready });
  drawHand();
  return answer;
}

/** The correction as the program takes it. */
function wanted() {
  const { match, entry, revision, of, place, from, win, riichi, ready } = draft;
  return { match, entry, revision, of, place, from, win, riichi, ready };
}

/** Puts a hand that is in the books on the desk; of is the place of the win that is meant. */
async function correct(entry, match = "", of = 0) {
  const hand = await ask("hand", { entry, match });
  if (!hand) return;
  const one = hand.wins.find((w) => w.place === of) || hand.wins[0];
  draft = {
    ...hand, match, of: one?.place, place: one?.place, from: hand.from || one?.place, win: one?.win, result: one?.result, photo: one?.photo,
    tiles: one?.tiles || [], needs: [], candidates: [], why: "",
  };
  drawHand();
  drawLaid();
  $("#hand").scrollIntoView({ behavior: "smooth" });
}

function drawHand() {
  const desk = onDesk(), box = $("#hand");
  box.classList.toggle("alarm", !!desk);
  if (draft && !draft.win) return redraw(box, drawnParts());
  if (!desk) return redraw(box, h("p.quiet", {}, word(config.requests ? "console.none" : "console.read-only")));
  const needs = (what) => desk.needs.includes(what);
  const other = desk.needs.filter((n) => !["hand", "from", "tile", "confirm", "also", "again", "refused", "ready", "gone", "seats", "barred"].includes(n));
  redraw(box, [
    draft?.course ? h("a.replay", { href: replayOf(draft.entry) }, word("replay.title")) : null,
    h("h2", {}, word(draft ? "console.correct" : "console.pending"), draft ? h("small", {}, word("hand.number", { n: draft.number })) : table.review.behind ? h("small", {}, word("console.waits-behind", { n: table.review.behind })) : null),
    draft?.wins.length > 1 ? choiceOfWin() : null,
    desk.photo ? photo(desk) : null,
    h("ul.doubts", {}, doubts(desk)),
    ...(draft ? moves(draft.course, { players: players(), rules: rulesOf(desk), fix }) : questions(table.review?.asks, { players: players(), place: desk.place, win: desk.win, tiles: desk.tiles, crop: (t) => desk.photo && cropOf(`photo/${desk.photo}`, t, desk.tiles), change })),
    editTiles(desk),
    h("div.wrap", {}, disputed(desk) ? h("button.asked", { onclick: () => change({ pictured: true }) }, word("console.pictured")) : null,
      h("button", { onclick: () => retype(desk) }, word("console.retype"))),
    needs("tile") ? tileCandidates(desk) : null,
    draft ? null : sameDiscard(needs("also") || needs("again")),
    choice("console.winner", desk.place, false, (place) => change({ place, ...(desk.from === desk.place && { from: place }) })),
    fromChoice(desk, needs("from")),
    desk.result ? h("div", {}, fanList(desk.result), total(desk.result)) : null,
    desk.payments?.length ? payments(desk.payments) : null,
    flags(desk, other),
    dora(desk, other.includes("dora") || other.includes("ura")),
    liable(desk, other.includes("suppliers") || other.includes("call-order")),
    sticks(desk, other.includes("riichi")),
    waiting(desk),
    needs("barred") ? h("div.wrap", {}, h("button.asked", { onclick: () => askPending("amend", { as_shown: ["barred"] }) }, word("console.may-win"))) : null,
    steps(desk.result),
    draft ? fixedPoints() : null,
    draft ? why() : null,
    draft ? versions(draft) : null,
    blocked(desk),
    h("div.row.final", {}, draft ? draftButtons() : pendingButtons(desk)),
  ]);
}

/** Why the button that ends the hand does nothing yet; null where it does. */
function blocked(desk) {
  const open = draft ? [] : desk.needs.filter((n) => !ASIDE.has(n)), hard = open.filter((n) => !PLAIN.has(n));
  const missing = [!desk.from && "from", ...(open.some((n) => PLAIN.has(n)) ? [] : hard)].filter(Boolean).map(needWord);
  if (missing.length) return h("p.problem.blocked", {}, word("console.open-first", { what: [...new Set(missing)].join(" · ") }));
  return desk.result && !desk.result.valid && !desk.problem ? h("p.problem.blocked", {}, word("console.not-valid")) : null;
}

const needWord = (need) => (hasWord(`need.${need}`) ? word(`need.${need}`) : word(`flag.${need}`));

/** What is asked with the tiles and is no circumstance. */
const ASIDE = new Set(["hand", "from", "tile", "confirm", "also", "again", "refused", "match"]);

/** A hand that nobody won, while it is corrected. */
function drawnParts() {
  const enter = () => enterSheet(players(), { tiles: [], melds: [], place: players()[0].place, from: 0 }, ({ place, from, win }) => change({ place, from, win: { flags: [], ...win } }), draft.rules);
  return [
    h("h2", {}, word("console.correct"), h("small", {}, word("hand.number", { n: draft.number }))),
    h("p", {}, [word(`ending.${draft.ending}`), draft.reason && word(`abort.${draft.reason}`)].filter(Boolean).join(" · ")),
    payments(draft.payments),
    ...moves(draft.course, { players: players(), rules: draft.rules, fix }),
    h("div.wrap", {}, h("button", { onclick: enter }, word("console.was-won")), h("button", { onclick: asDraw }, word("console.draw"))),
    fixedPoints(), why(), versions(draft), h("div.row.final", {}, draftButtons()),
  ];
}

/** Corrects one move of the course of the hand; what followed from it follows anew. */
async function fix(what) {
  const { match, entry, of, why } = draft;
  if (await askCorrection("course", { match, entry, fix: what, why }, "console.done") && draft) correct(entry, match, of);
}

/** Which of several wins is on the desk. */
const choiceOfWin = () => h("div.row", {}, draft.wins.map((w) =>
  toggleButton(w.place === draft.of, "", { onclick: () => correct(draft.entry, draft.match, w.place) }, playerName(players().find((p) => p.place === w.place)))));

/** The hand was drawn or aborted after all. */
async function asDraw() {
  const { match, entry, ready, nagashi, riichi } = draft;
  const ending = (body) => (body.reason ? "abort" : "draw");
  drawSheet(players(), draft.rules, { ready, nagashi, riichi }, (body) => ask("correct-preview", { match, entry, ...body, ending: ending(body) }), async (body) => {
    const done = await askCorrection("correct", { match, entry, revision: draft.revision, ...body, ending: ending(body), why: draft.why }, "console.done");
    if (done) leave();
    return done;
  });
}

/** The points as the referee fixes them, whatever the tiles are worth. */
function fixedPoints() {
  const at = (place) => draft.fixed?.[place - 1] ?? draft.payments.find((p) => p.place === place)?.delta ?? 0;
  const set = (place, n) => {
    draft.fixed ??= [1, 2, 3, 4].map(at);
    draft.fixed[place - 1] = n;
  };
  const send = async () => {
    const { match, entry, fixed } = draft;
    if (fixed && await askCorrection("correct", { match, entry, revision: draft.revision, fixed, why: draft.why }, "console.done")) leave();
  };
  return h("details", {}, h("summary", {}, word("console.fix-points")), h("div.row", {}, players().map((p) => h("label", {}, playerName(p),
    h("input", { type: "number", value: at(p.place), onchange: (e) => set(p.place, Number(e.target.value)) })))), h("button", { onclick: send }, word("console.fix-points")));
}

/** Why the hand is corrected goes into the books. */
const why = () => h("label", {}, word("console.reason"), h("input", { type: "text", maxLength: 200, value: draft.why, oninput: (e) => { draft.why = e.target.value; } }));

/** The photograph, on which the tiles are put right where they were seen. The program says what
 * they are a hand of; a hand in the books is changed as its tiles are, one for another. */
function photo(desk) {
  const keys = keysOf(rulesOf(desk), players().length), shown = shownHand();
  const sheetFor = (open) => {
    open();
    sheetOf(shown.hand ?? "");
  };
  const mend = (index, more) => change({ seen: [{ index, ...more }] }, shown);
  const pending = !draft && config.requests;
  const open = (t) => {
    if (pending) return sheetFor(() => tileSheet(t, { keys, pick: (face) => mend(t.index, { tile: face }), remove: () => mend(t.index, {}) }));
    const one = draft && tilesOf(desk.win, desk.tiles).flat().find((o) => o.tile === t.tile);
    if (one) openTile(desk, one);
  };
  const add = pending ? (beside, side) => sheetFor(() => missingSheet((face) => mend(beside.index, { tile: face, beside: side }), keys)) : null;
  return photoOf(`photo/${desk.photo}`, desk.tiles, { open, add });
}

/** What is doubted, in the reader's words where there are some. */
function doubts(desk) {
  const lines = (desk.doubts || []).map((d) => {
    if (!hasWord(`doubt.${d.code}`)) return reasonText([{ code: d.code }], players());
    const at = d.row >= 0 ? word("doubt.at", { row: d.row + 1, n: d.index + 1 }) : "";
    return at + word(`doubt.${d.code}`);
  });
  const told = (desk.doubts || []).some((d) => d.message === desk.problem);
  if (desk.problem && !told) lines.unshift(reasonText(desk.reasons, players()));
  if (desk.needs.includes("refused")) lines.unshift(word("doubt.refused"));
  return [...new Set(lines)].map((line) => h("li", {}, line));
}

/** Whether the photograph shows another hand than the course, which is the one on the desk. */
const disputed = (desk) => !draft && (desk.reasons || []).some((r) => r.code === "other-hand");

/** The tiles as buttons: a tap opens what else the tile may be. Tiles that make no hand
 * yet are shown as they were read; a tap opens them all. */
function editTiles(desk) {
  const tap = (one, onclick) => h(`button.tap${one.doubt ? ".doubt" : ""}${one.winning ? ".win" : ""}`,
    { onclick, ariaLabel: [tileName(one.tile), one.winning && word("console.winning-tile"), one.doubt && word("console.doubtful")].filter(Boolean).join(", ") }, tile(one.tile));
  if (!desk.win.concealed && !desk.win.melds?.length) {
    const rows = Object.values(Object.groupBy(desk.tiles, (t) => t.row));
    return h("div.edit", {}, rows.map((row) => h("span.group", {}, row.map((one) => tap(one, () => retype(desk))))));
  }
  return h("div.edit", {}, tilesOf(desk.win, desk.tiles).map((group) => h("span.group", {}, group.map((one) => tap(one, () => openTile(desk, one))))));
}

/** What else a tile of the hand may be. */
function openTile(desk, one) {
  const shown = shownHand();
  tileSheet(one, {
    keys: keysOf(rulesOf(desk), players().length),
    pick: (t) => change({ win: setTile(desk.win, one, t) }, shown),
    winning: one.meld === undefined && one.flower === undefined && !one.winning ? () => change({ tile: one.tile }, shown) : null,
    suppliers: one.meld === undefined || desk.win.melds[one.meld].type === "concealed-kong" ? [] : suppliers(desk, one.meld),
  });
  if (!draft) sheetOf(shown.hand ?? "");
}

const rulesOf = (desk) => desk?.rules || table.score?.rules || "";

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
  const { win } = desk, shown = shownHand();
  const tiles = win.concealed || win.melds?.length ? [...parseTiles(win.concealed), ...(win.win ? [win.win] : [])] : desk.tiles.map((t) => t.tile);
  enterSheet(players(), { tiles, melds: win.melds || [], flowers: win.flowers, place: desk.place, from: desk.from }, (body) => change({ ...body, win: { flags: win.flags || [], ...body.win } }, shown), rulesOf(desk));
  if (!draft) sheetOf(shown.hand ?? "");
}

/** How likely an answer is by what was seen of the whole hand, where it is one of the two likeliest. */
function chance(fact, is) {
  const answer = draft ? null : table.review?.likely?.[fact]?.find((a) => a.is === String(is));
  return answer ? h("small.chance", {}, ` ${Math.min(99, Math.round(100 * answer.chance))} %`) : null;
}

/** Where the winning tile decides the score: each one with what it is worth. */
function tileCandidates(desk) {
  return h("div", {}, h("h3", {}, word("doubt.winning-tile")), h("div.candidates", {}, desk.candidates.map((c) =>
    h("button.asked", { onclick: () => change({ tile: c.tile }) }, tile(c.tile), h("small", {}, c.result ? String(c.result.points ?? "") : "–"), chance("tile", c.tile)))));
}

/** A row of the players; pick(place) hears the choice. */
function choice(title, chosen, asked, pick, extra = []) {
  return h("div", {}, h("h3", {}, word(title)), h("div.row", {}, extra, players().map((p) =>
    toggleButton(p.place === chosen, asked ? ".asked" : "", { onclick: () => pick(p.place) }, `${word(`wind.${p.seat}`)} ${playerName(p)}`))));
}

function fromChoice(desk, asked) {
  const self = toggleButton(desk.from === desk.place, asked ? ".asked" : "", { onclick: () => change({ from: desk.place }) }, word("win.self-draw"), chance("from", desk.place));
  const others = players().filter((p) => p.place !== desk.place).map((p) =>
    toggleButton(p.place === desk.from, asked ? ".asked" : "", { onclick: () => change({ from: p.place }) }, `${word(`wind.${p.seat}`)} ${playerName(p)}`, chance("from", p.place)));
  return h("div", {}, h("h3", {}, word("console.from")), h("div.row", {}, self, others));
}

/** Circumstances that can hold by any book; the others by those that depend on them. */
const CIRCUMSTANCES = ["kong-draw", "rob-kong", "last-draw", "last-discard"];
const MORE = ["last-of-kind", "heavenly", "earthly", "human", "heavenly-ready", "earthly-ready", "ippatsu", "kong-discard", "double-kong-draw", "flower-draw"];
const circumstances = (rules) => [...CIRCUMSTANCES, ...MORE.filter((f) => asks(rules, f))];

/** Whether the hand was won on the discard of the last one: then both are one hand. */
function sameDiscard(asked) {
  const { review, hand } = table;
  if (!review?.with && !asked && !hand?.wins?.[0]?.discarder) return null;
  const mark = asked ? ".asked" : "";
  return h("div.wrap", {},
    hand?.wins?.[0]?.discarder || review.with ? toggleButton(review.with, review.with ? "" : mark, { onclick: () => change({ with: review.with || hand.hand }) }, word("console.same-discard", { n: hand?.number ?? "" })) : null,
    toggleButton(!review.with, review.with ? mark : "", { onclick: () => change({ with: "" }) }, word("console.own-hand")));
}

/** Whether a circumstance can hold of a hand at all, whatever the rule book makes of it. */
function mayHold(flag, { win, place, from }) {
  const drawn = from === place, claimed = from && !drawn, melds = win.melds || [];
  const dealer = players().find((p) => p.place === place)?.seat === "E";
  switch (flag) {
    case "kong-draw": case "double-kong-draw": return !claimed && (win.norths > 0 || melds.some((m) => m.type.endsWith("kong")));
    case "last-draw": case "flower-draw": return !claimed;
    case "human": return !drawn && !melds.length && !dealer;
    case "heavenly-ready": case "earthly-ready": return melds.every((m) => m.type === "concealed-kong");
    case "kong-discard": return !drawn;
    case "heavenly": return !claimed && !melds.length && dealer;
    case "earthly": return !melds.length && !dealer;
    case "rob-kong": case "last-discard": return !drawn;
    case "ippatsu": return win.riichi > 0;
    case "riichi": return melds.every((m) => m.type === "concealed-kong");
    default: return true;
  }
}

/** Who laid a riichi stick in this hand. */
function sticks(desk, asked) {
  if (!asks(rulesOf(desk), "riichi")) return null;
  const laid = new Set(desk.riichi || []);
  const toggle = (place) => {
    laid.has(place) ? laid.delete(place) : laid.add(place);
    change({ riichi: [...laid] });
  };
  return h("div", {}, h("h3", {}, word("console.sticks")), h("div.row", {}, players().map((p) =>
    toggleButton(laid.has(p.place), asked ? ".asked" : "", { onclick: () => toggle(p.place) }, playerName(p)))));
}

/** Who answers for the last of the deciding sets (包): whoever fed it, or nobody. */
function liable(desk, asked) {
  if (!asks(rulesOf(desk), "liable") || draft || !asked && !desk.win.liable) return null;
  return h("div", {}, h("h3", {}, word("console.liable")), h("div.row", {},
    h("button.asked", { onclick: () => askPending("amend", { as_shown: ["suppliers", "call-order", "liable"] }) }, word("console.nobody")),
    players().filter((p) => p.place !== desk.place).map((p) =>
      toggleButton(desk.win.liable === p.seat, desk.win.liable === p.seat ? "" : ".asked", { onclick: () => change({ win: { liable: p.seat } }) }, `${word(`wind.${p.seat}`)} ${playerName(p)}`))));
}

/** The dora indicators, with those under them. */
function dora(desk, asked) {
  if (!asks(rulesOf(desk), "dora")) return null;
  const shown = ["dora_indicators", "ura_indicators"].map((key) => h("span.group", {}, parseTiles(desk.win[key]).map((t) => tile(t))));
  return h("div", {}, h("h3", {}, word("need.dora")), h("div.edit.indicators", {}, shown,
    h(`button${asked ? ".asked" : ""}`, { onclick: () => {
      const now = shownHand();
      doraSheet(desk.win, (win) => change({ win }, now), keysOf(rulesOf(desk), players().length));
      if (!draft) sheetOf(now.hand ?? "");
    } }, word("console.dora"))));
}

/** Whether waiting hands are paid, so that they are asked for at a win too. */
const paysReady = (desk) => deskOf(rulesOf(desk)).pays_ready;

/** Who else showed a waiting hand, where the rule book pays for it at a win too. */
const waiting = (desk) => (paysReady(desk) ? readyPart(players().filter((p) => p.place !== desk.place), desk.ready, deskOf(rulesOf(desk)).hand, (ready) => change({ ready })) : null);

/** Circumstances that no picture shows; those the rule book asks for stand out. */
function flags(desk, asked) {
  const rules = rulesOf(desk), now = new Set(desk.win.flags || []);
  const known = circumstances(rules).filter((f) => now.has(f) || asked.includes(f) || mayHold(f, desk));
  const toggle = (f) => {
    now.has(f) ? now.delete(f) : now.add(f);
    change({ win: { flags: [...now] } });
  };
  const flowers = typeof desk.win.flowers === "string" ? desk.win.flowers.replace(/\D/g, "").length : desk.win.flowers || 0;
  return h("div", {}, h("h3", {}, word("console.flags"), asked.length ? h("span.problem", {}, ` · ${asked.map((a) => (hasWord(`need.${a}`) ? word(`need.${a}`) : `${word(`flag.${a}`)}?`)).join(" · ")}`) : null),
    h("div.wrap.flags", {}, known.map((f) => toggleButton(now.has(f), asked.includes(f) ? ".asked" : "", { onclick: () => toggle(f) }, word(`flag.${f}`), chance(f, "yes"))),
      asks(rules, "riichi") ? [1, 2].filter((n) => desk.win.riichi === n || mayHold("riichi", desk)).map((n) => toggleButton(desk.win.riichi === n, asked.includes(n === 1 ? "riichi" : "double-riichi") ? ".asked" : "", { onclick: () => change({ win: { riichi: desk.win.riichi === n ? 0 : n } }) }, word(`riichi.${n}`))) : null,
      asks(rules, "norths") && players().length === 3 ? h(`button${asked.includes("norths") ? ".asked" : desk.win.norths ? ".chosen" : ""}`,
        { onclick: () => change({ win: { norths: ((desk.win.norths || 0) + 1) % 5 } }), title: word("need.norths") }, word("console.norths", { n: desk.win.norths || 0 })) : null,
      !asks(rules, "flowers") ? null : h(`button${asked.includes("flowers") ? ".asked" : ""}`, { ariaLabel: `${word("console.flowers")} ${flowers}`, onclick: () => change({ win: { flowers: (flowers + 1) % 9 } }) }, `✿ ${flowers}`)));
}

/** How the points came about, line by line. */
function steps(result) {
  if (!result?.steps?.length) return null;
  return h("details", {}, h("summary", {}, word("console.steps")), h("ol", {}, result.steps.map((s) => {
    const sum = nameIn(s.details, s.detail);
    return h("li", {}, h("b", {}, nameIn(s.names, s.code)), sum === String(s.value) ? "" : ` ${sum} =`, ` ${number(s.value)}`);
  })));
}

/** Whether what is asked about is set in the hand that is shown. */
function isSet({ win, riichi, ready }, fact) {
  const some = (value) => (typeof value === "number" ? value : value?.length) > 0;
  switch (fact) {
    case "riichi": return some(win.riichi) || some(riichi);
    case "double-riichi": return win.riichi === 2;
    case "ready": return some(ready);
    case "melds": case "flowers": case "norths": return some(win[fact]);
    default: return !!win.flags?.includes(fact);
  }
}

function pendingButtons(desk) {
  const open = desk.needs.filter((n) => !ASIDE.has(n));
  const plain = open.filter((n) => PLAIN.has(n)), settled = plain.length === open.length && desk.result?.valid && desk.from;
  const holds = plain.some((n) => isSet(desk, n));
  return asleep([
    h("button", { onclick: armed(() => askPending("dismiss")) }, word("console.reject")),
    h("button", { onclick: () => ask("call", { place: desk.place, ...(desk.from && { from: desk.from }) }) }, word("console.retake")),
    open.length ? h("button.main", { disabled: !plain.length, onclick: () => askPending(settled ? "confirm" : "amend", { as_shown: plain }, settled ? "console.done" : "") }, word(!settled ? (holds ? "console.as-shown" : "console.no-circumstance") : holds ? "console.as-shown-confirm" : plain.length === 1 && plain[0] === "ready" ? "console.confirm-nobody" : "console.nothing-special"))
      : h("button.main", { disabled: !desk.result?.valid || !desk.from, onclick: () => askPending("confirm", {}, "console.done") }, word("console.confirm")),
  ]);
}

/** What one tap answers for: it is as the hand is shown, "nothing special" where nothing of it is set. */
const PLAIN = new Set([...CIRCUMSTANCES, ...MORE, "flowers", "riichi", "double-riichi", "norths", "ready", "melds"]);

function leave() {
  draft = null;
  drawHand();
  drawLaid();
  drawActs();
}

function draftButtons() {
  const send = async () => {
    if (await askCorrection("correct", { ...wanted(), why: draft.why }, "console.done")) leave();
  };
  return [
    h("button", { onclick: leave }, word("console.cancel")),
    draft.win ? h("button", { onclick: asDraw }, word("console.was-drawn")) : null,
    h("button.main", { disabled: !draft.changed || !draft.result?.valid, onclick: send }, word("console.correct")),
  ].filter(Boolean);
}

/** Undo or redo, with what that would take back or bring back. */
function named(act, did) {
  if (!did) return word(`console.${act}`);
  const key = did.hand && did.kind !== "hand" ? `did.${did.kind}-hand` : `did.${did.kind}`;
  return word(`console.${act}-what`, { what: word(hasWord(key) ? key : `did.${did.kind}`, { n: did.hand }) });
}

function drawActs() {
  const { match } = table, running = match?.status === "running";
  if (!config.requests) return $("#acts").replaceChildren();
  redraw($("#acts"),
    h("div.row", {},
      h("button", { disabled: !match?.can_undo, onclick: armed(() => askCorrection("undo", {}, "console.done")) }, named("undo", match?.undoes)),
      h("button", { disabled: !match?.can_redo, onclick: () => askCorrection("redo", {}, "console.done") }, named("redo", match?.redoes))),
    h("div.row", {},
      h("button", { disabled: !running, onclick: () => enterSheet(players(), { tiles: [], melds: [], place: players()[0]?.place, from: 0 }, asOf("enter"), table.score?.rules) }, word("console.enter")),
      h("button", { disabled: !running, onclick: () => drawSheet(table.score.players, table.score.rules, {}, (body) => ask("draw-preview", body), asOf("draw", "console.done")) }, word("console.draw")),
      deskOf(table.score?.rules).goes_on ? h("button", { disabled: !running, onclick: () => kongSheet(players(), (kong) => ask("settle", { settled: [kong] }, "console.done")) }, word("console.kong-made")) : null,
      h("button", { disabled: !match, onclick: () => penaltySheet(table.score.players) }, word("console.penalty")),
      h("button", { disabled: !running, onclick: seats }, word("console.seats")),
      h("button", { disabled: !match, onclick: substitute }, word("console.substitute")),
      h("button", { disabled: !match, onclick: position }, word("console.position"))),
    h("div.row", {}, running
      ? h("button", { onclick: armed(() => ask("match-finish", {}, "console.done")) }, word("console.finish"))
      : h("button.main", { disabled: !table.online, onclick: () => matchSheet(table.match) }, word("console.start"))));
}
