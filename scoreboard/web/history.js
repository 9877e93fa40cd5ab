// What is in the books: the last hand, the hands and penalties of a match, earlier
// matches. Whatever it shows can be corrected; correct is null where the page can only
// watch.

import { ending, h, headline, payments, playerName, replayOf, signed, steps, total, winTiles } from "./draw.js";
import { armed, ask } from "./ask.js";
import { askCorrection } from "./later.js";
import { word } from "./words.js";

export function drawLast(box, hand, correct) {
  if (!hand) return box.replaceChildren();
  box.replaceChildren(...[
    h("h2", {}, word("hand.last", { n: hand.number }), hand.status === "corrected" ? h("small.problem", {}, word("hand.corrected")) : null),
    ...hand.wins.flatMap((w) => [headline(w), winTiles(w.win), w.result ? total(w.result) : null]),
    hand.kind === "win" ? null : h("p", {}, ended(hand)),
    payments(hand.payments),
    steps(hand),
    hand.watched ? h("a.replay", { href: replayOf(hand.hand) }, word("replay.title")) : null,
    correct ? h("button", { onclick: () => correct(hand.hand) }, word("console.correct")) : null,
  ].filter(Boolean));
}

const ended = (hand) => (hand.reason && hand.kind === "abort" ? word(`abort.${hand.reason}`) : ending(hand));

/** The hands and penalties of the match that is played, and the way to earlier ones. */
export function drawLists(box, table, correct) {
  const { match } = table, players = table.score?.players || [];
  if (!match) return;
  const name = (place) => playerName(players.find((p) => p.place === place));
  const hands = match.hands.map((hand) => ({ ...hand, entry: hand.hand, name: hand.winners?.map(name).join(" · "), gain: hand.deltas[hand.winners?.[0]] }));
  box.replaceChildren(...lists(hands, match.penalties || [], "", correct), ...(correct ? [earlier(box, table, correct)] : []));
}

/** Hands, newest first, and penalties; match is the id of an earlier one. */
function lists(hands, penalties, match, correct) {
  const takeBack = (entry) => h("button", { onclick: armed(() => askCorrection("revoke", { entry, match }, "console.done")) }, word("console.take-back"));
  const buttons = (...all) => (correct ? h("span.buttons", {}, all) : h("i"));
  const played = hands.toReversed().map((hand) => h("li", {}, h("span", {}, hand.number),
    h("span", {}, hand.name || ended(hand), hand.corrected || hand.status === "corrected" ? h("small.problem", {}, " ✎") : null,
      hand.watched ? h("a.replay", { href: replayOf(hand.entry), ariaLabel: `${word("replay.title")} ${hand.number}` }, " ▶") : null),
    h("b.gain", {}, hand.name ? signed(hand.gain ?? 0) : ""),
    buttons(h("button", { onclick: () => correct(hand.entry, match) }, word("console.correct")), takeBack(hand.entry))));
  const fouls = penalties.map((p) => h("li", {}, h("span", {}, "!"), h("span", {}, `${p.name || ""} ${p.reason || word(p.kind === "free" ? "console.penalty" : `fault.${p.kind}`)}`),
    h("b.loss", {}, signed(p.points)), buttons(takeBack(p.entry))));
  return [
    fouls.length ? h("h2", {}, word("console.penalties")) : null, fouls.length ? h("ol.list", {}, fouls) : null,
    played.length ? h("h2", {}, word("console.hands")) : null, played.length ? h("ol.list", {}, played) : null,
  ].filter(Boolean);
}

/** Opens the list of earlier matches, each of which can be corrected too. */
function earlier(box, table, correct) {
  const open = async () => {
    const all = await ask("matches");
    if (!all) return;
    const rows = all.filter((m) => m.id !== table.match?.match).map((m) => h("li", {}, h("span"),
      h("span", {}, `${new Date(m.started).toLocaleString()} · ${word(`rules.${m.rules}`)}`, h("small", {}, ` ${m.totals.map((t) => `${t.player.name} ${t.score}`).join(" · ")}`)),
      h("b", {}, m.hands), h("button", { onclick: () => show(m.id) }, word("console.open"))));
    box.replaceChildren(back(), h("h2", {}, word("console.matches")), h("ol.list", {}, rows));
  };
  const show = async (match) => {
    const view = await ask("match", { match });
    if (!view) return;
    const name = (n) => view.players[n]?.name;
    const hands = view.hands.map((hand) => ({ ...hand, kind: hand.ending, name: hand.winners?.map(name).join(" · "), gain: hand.deltas[hand.winners?.[0]] }));
    const fouls = (view.penalties || []).filter((p) => !p.revoked).map((p) => ({ ...p, name: name(p.player), reason: p.why }));
    const again = (op) => h("button", { disabled: !view[`can_${op}`], onclick: armed(async () => { await askCorrection(op, { match }, "console.done"); show(match); }) }, word(`console.${op}`));
    box.replaceChildren(back(), h("h2", {}, word(`rules.${view.match.rules}`), h("small", {}, new Date(view.time).toLocaleString())),
      h("ol.list", {}, view.totals.map((t) => h("li", {}, h("span", {}, t.rank), h("span", {}, t.player.name), h("b", {}, t.score), h("span", {}, t.result)))),
      h("div.row", {}, again("undo"), again("redo")), ...lists(hands, fouls, match, correct));
  };
  const back = () => h("button", { onclick: () => drawLists(box, table, correct) }, word("console.back"));
  return h("button", { onclick: open }, word("console.matches"));
}

/** Every version a hand had: who, when, why, and what it was. */
export function versions(hand) {
  const name = (place) => playerName(hand.players.find((p) => p.place === place) || { place });
  const text = (v) => (v.ending !== "win" ? word(`ending.${v.ending}`) : [
    ...(v.winners || []).map((place, i) => `${name(place)} ${v.hands?.[i] || ""}`), v.from ? word("win.from", { name: name(v.from) }) : word("win.self-draw"),
  ].join(" · "));
  const source = (v) => word(`source.${v.source.replaceAll(" ", "-")}`);
  return h("details.versions", { open: hand.versions.length > 1 }, h("summary", {}, word("console.versions", { n: hand.versions.length })), h("ol", {}, hand.versions.toReversed().map((v) =>
    h(`li${v.undone ? ".undone" : ""}`, {}, h("b", {}, new Date(v.time).toLocaleString()), ` ${[source(v), v.by, v.why].filter(Boolean).join(" · ")}`,
      v.undone ? h("small.problem", {}, ` ${word("version.undone")}`) : null, v.rescored ? h("small", {}, ` ${word("version.rescored")}`) : null, h("div", {}, text(v))))));
}
