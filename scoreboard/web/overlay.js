// The overlay for a stream: scores at the bottom, the win above them for some
// seconds. Parameters: table lang theme show hide bg delay scale x y team mock; see
// docs/mqtt.md. show=rivers,dora,riichi,left adds the hand that is being played, show=table the whole table.

import { follow, loadConfig, params } from "./feed.js";
import { courseOn, doraTiles, drawCloth, given, leftWords, riverRows } from "./course.js";
import { fillWords, loadWords, word } from "./words.js";
import { counters, ending, fanList, h, headline, indicators, moment, number, payments, playerName, portrait, roundName, seatsMoved, shortWin, signed, steps, still, total, winTiles } from "./draw.js";

const $ = (selector) => document.querySelector(selector);
const shown = new Set((params.get("show") || "scores,round,win").split(","));
const hideAfter = (Number(params.get("hide")) || 10) * 1000; // milliseconds
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

document.body.classList.toggle("light", params.get("theme") === "light");
const background = { transparent: "transparent", green: "#00b140", blue: "#0047bb", magenta: "#ff00ff" };
const within = (name, low, high, otherwise) => Math.min(high, Math.max(low, Number(params.get(name) ?? otherwise) || otherwise));
document.documentElement.style.setProperty("--scale", within("scale", 0.3, 1.6, 1));
document.documentElement.style.setProperty("--x", within("x", -100, 100, 0));
document.documentElement.style.setProperty("--y", within("y", -100, 100, 0));
for (const part of ["bar", "win", "course", "table"]) {
  const { style } = $(`#${part}`);
  style.setProperty("--part-scale", within(`${part}.scale`, 0.3, 3, 1));
  style.setProperty("--part-x", within(`${part}.x`, -100, 100, 0));
  style.setProperty("--part-y", within(`${part}.y`, -100, 100, 0));
}
/** The team of a player by his name, as {colour, name}: team=Anna:e03131 or team=Anna:e03131:Dragons, as often as there are players. */
const teams = new Map(params.getAll("team").flatMap((t) => {
  const [, player, colour, name] = t.match(/^(.+?):([0-9a-f]{3,8}|[a-z]+)(?::([^:]+))?$/i) || [];
  return player ? [[player, { colour: /^[0-9a-f]{3,8}$/i.test(colour) ? `#${colour}` : colour, name }]] : [];
}));
if (params.has("bg")) document.documentElement.style.background = background[params.get("bg")] ?? params.get("bg");

/** The server may start after the overlay: ask until it answers. */
async function patiently(ask) {
  for (let pause = 1000; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      return await ask();
    } catch {
      await wait(pause);
    }
  }
}

const config = await patiently(loadConfig);
await patiently(loadWords);
fillWords();

let told = ""; // "id seq" of the last win shown
let timer = 0;
let deltaTimer = 0;

const table = follow(config, (what, news) => {
  if (what === "score") drawBar(news);
  if (what === "hand") tellWin(news);
  if (what === "hand" || what === "score") $("#win").classList.toggle("moved", seatsMoved(table.hand, table.score));
  if (what === "course" || what === "score") drawCourse();
  if (what === "online") setTimeout(drawHint, 4000); // what is retained has come by then
  if (what === "score") drawHint();
});

/** A table that nobody ever heard of is most likely misspelt: the page says so. */
function drawHint() {
  const unknown = table.online && !table.score && !table.state && !table.availability;
  $("#hint").hidden = !unknown;
  $("#hint").textContent = unknown ? word("overlay.unknown-table", { name: table.name }) : "";
}

function drawBar(news) {
  const { score } = table;
  $("#bar").hidden = !score || !(shown.has("scores") || shown.has("round"));
  if (!score) return;
  const best = Math.max(...score.players.map((p) => p.score)), level = score.players.every((p) => p.score === best);
  const place = (p) => (level ? "" : [word("rank", { n: p.rank }), p.score === best ? "" : word("overlay.gap", { n: number(best - p.score) })].filter(Boolean).join(" · "));
  $("#players").replaceChildren(...(shown.has("scores") ? score.players : []).map((p) => {
    const team = teams.get(p.name), face = portrait(config.portraits, team?.name) || portrait(config.portraits, p.name);
    const one = h(`li${p.place === score.dealer ? ".dealer" : ""}${team ? ".team" : ""}${face ? ".pictured" : ""}`, { dataset: { name: p.name || "", place: p.place } }, face,
      h("span.wind", {}, p.seat ? word(`wind.${p.seat}`) : ""), h("span.name", {}, playerName(p)), h("span.score", {}, number(p.score)),
      h("span.place", {}, place(p)), h("span.given"),
      news && p.delta ? h(`span.delta.show.${p.delta > 0 ? "gain" : "loss"}`, {}, signed(p.delta)) : h("span.delta", {}));
    if (team) one.style.setProperty("--team", team.colour);
    return one;
  }));
  const lie = counters(score);
  $("#round").hidden = !shown.has("round");
  $("#round").replaceChildren(score.over ? word("match.over") : roundName(score), ...(lie.length ? [h("small", {}, lie)] : []));
  clearTimeout(deltaTimer);
  deltaTimer = setTimeout(() => document.querySelectorAll("#players .delta").forEach((d) => d.replaceChildren()), hideAfter);
}

/** The hand that is being played: dora and tiles left, and a river for each player. */
function drawCourse() {
  const panel = $("#course"), course = courseOn(table);
  $("#table").hidden = !course || !shown.has("table");
  for (const one of document.querySelectorAll("#players li")) one.querySelector(".given").replaceChildren(...given(course, Number(one.dataset.place)));
  drawCloth($("#table svg"), shown.has("table") ? course : null, Object.fromEntries((table.score?.players || []).map((p) => [p.place, p])));
  $("#table .centre").replaceChildren(...(course && shown.has("table") ? [roundName(table.score), h("span.dora.tiles", {}, doraTiles(course)), leftWords(course)] : []));
  const facts = course && (shown.has("dora") || shown.has("left"));
  panel.hidden = !course || !(facts || shown.has("rivers") || shown.has("riichi"));
  if (panel.hidden) return panel.replaceChildren();
  const side = (s) => h(`li${s.place === course.turn ? ".turn" : ""}`, {},
    h("div.who", {}, h("span.wind", {}, s.seat ? word(`wind.${s.seat}`) : ""), h("span.name", {}, playerName(s)),
      shown.has("riichi") && s.riichi ? h("span.flag", {}, word(`riichi.${s.riichi}`)) : null),
    shown.has("rivers") ? riverRows(s) : null);
  panel.replaceChildren(...[
    facts ? h("div.facts", {}, shown.has("dora") && course.dora ? h("span.dora", {}, h("i", {}, word("course.dora")), h("span.tiles", {}, doraTiles(course))) : null,
      shown.has("left") ? h("span.left", {}, leftWords(course)) : null) : null,
    shown.has("rivers") || shown.has("riichi") ? h("ul.sides", {}, (shown.has("rivers") ? course.sides : course.sides.filter((s) => s.riichi)).map(side)) : null,
  ].filter(Boolean));
}

/** Shows a win that has just happened; not one that was retained, nor a correction. */
function tellWin(news) {
  const { hand } = table, panel = $("#win");
  const key = hand ? `${hand.hand} ${hand.seq}` : "";
  if (!hand || key !== told) hide();
  const changes = steps(hand || {}); // of a hand that goes on after a win, also where nobody won it: kongs were paid
  if (!news || !shown.has("win") || !hand || hand.kind !== "win" && !changes || hand.status !== "counted" || key === told) return;
  told = key;
  clearTimeout(timer);
  panel.className = "";
  const nobody = hand.kind === "win" ? [] : [h("div.headline", {}, h("span.who", {}, ending(hand))), payments(hand.payments)];
  panel.replaceChildren(...nobody, ...hand.wins.flatMap((win) => {
    if (hand.wins.length > 1) return [shortWin(win), ...(win === hand.wins.at(-1) ? [payments(hand.payments)] : [])];
    const fans = win.result ? fanList(win.result) : h("p", {}, word("hand.unscored"));
    const many = win.result?.fans.length > 6, called = moment(win.result);
    fans.classList.toggle("many", many);
    return [called ? h("div.moment", {}, called) : null, headline(win), winTiles(win.win), indicators(win.win),
      h(`div.detail${many ? ".many" : ""}`, {}, h("div", {}, fans, win.result ? total(win.result) : null), win === hand.wins[0] ? payments(hand.payments) : null)].filter(Boolean);
  }), ...(changes ? [changes] : []));
  panel.hidden = false;
  still(panel, () => fit(panel));
  timer = setTimeout(hide, hideAfter);
}

/** Makes a long hand smaller until all of it is between the top of the picture and the scores. */
function fit(panel) {
  for (let zoom = 1; zoom > 0.4; zoom -= 0.04) {
    panel.style.zoom = zoom;
    const { top, left, right } = panel.getBoundingClientRect();
    if (top >= 0 && left >= 0 && right <= innerWidth && panel.scrollWidth <= panel.clientWidth) break;
  }
}

addEventListener("resize", () => {
  const panel = $("#win");
  if (!panel.hidden) still(panel, () => fit(panel));
});

async function hide() {
  const panel = $("#win");
  if (panel.hidden) return;
  clearTimeout(timer);
  panel.classList.add("going");
  const leaving = told;
  await wait(600);
  if (leaving === told && panel.classList.contains("going")) panel.hidden = true;
}
