// Corrections of what was played before: the hands played since are shown as they were and as they
// would be, and the person says which of the two it is; and where the match stands, set by hand.

import { ask } from "./ask.js";
import { h, reasonText, signed, toggleButton } from "./draw.js";
import { sheet, show } from "./sheets.js";
import { word } from "./words.js";

/**
 * Asks for an operation that corrects something. Where hands that were played since would not be as
 * they were, they are shown first. It gives what ask gives, and null where the person leaves it.
 */
export async function askCorrection(op, body = {}, done = "") {
  const foresight = await ask("foresee", { op, ...body });
  if (!foresight) return null;
  if (!foresight.later?.length) return ask(op, body, done);
  const later = await laterSheet(foresight);
  return later ? ask(op, { ...body, later }, done) : null;
}

/** Shows the hands played since, and gives "stand" or "replay", or "" for neither. */
function laterSheet({ later, ask: open, players, stand, was, replay, reasons }) {
  return new Promise((answer) => {
    const done = (how) => {
      sheet.removeEventListener("close", left);
      if (sheet.open) sheet.close();
      answer(how);
    };
    const left = () => done("");
    const name = (n) => (n < 0 ? "–" : players[n]?.name);
    const row = (label, at) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, `${at.round}-${at.deal}`), h("td", {}, name(at.seats[at.dealer - 1])),
      h("td", {}, at.honba), h("td", {}, at.sticks),
      h("td", {}, at.seats.map((n, i) => (n < 0 ? "" : `${name(n)} ${signed(at.points[i])}`)).filter(Boolean).join(" · ")));
    const differs = (a, b) => JSON.stringify(a) !== JSON.stringify(b);
    const hand = (one) => h("tbody", {}, h("tr", {}, h("th", { colSpan: 6, scope: "rowgroup" }, word("hand.number", { n: one.number }))), row(word("later.was"), one.was),
      differs(one.stand, one.was) ? row(word("later.becomes"), one.stand) : null,
      open && one.replay ? row(word("later.replay"), one.replay) : null);
    const ends = (at) => (at?.over && at.over !== was.over ? h("p.problem", {}, `${word("match.over")} · ${word(`over.${at.over}`)}`) : null);
    show(h("h2", {}, word(open ? "later.title" : "later.title-plain")),
      h("div.later", {}, h("table", {}, h("thead", {}, h("tr", {}, ["", "later.round", "later.dealer", "later.honba", "later.sticks", "later.payments"].map((key) => h("th", { scope: "col" }, key && word(key))))), later.map(hand))),
      stand.short > was.short ? h("p.problem", {}, word("later.short", { n: stand.short - was.short })) : null,
      h("button.main", { onclick: () => done("stand") }, word(open ? "later.stand-so" : "console.confirm")), ends(stand),
      open ? h("button", { disabled: !replay, onclick: () => done("replay") }, word("later.replay-so")) : null, ends(replay),
      open && !replay ? h("p.problem", {}, reasonText(reasons)) : null);
    sheet.addEventListener("close", left);
  });
}

/** Where the match stands, as a referee says: who deals which hand, and what lies on the table. */
export function positionSheet(players, position, hands) {
  let after = "", dealer = 0;
  const field = (key, min, now) => {
    const input = h("input", { type: "number", min, inputMode: "numeric", placeholder: now });
    return { key, input, part: h("label", {}, word(`later.${key}`), input) };
  };
  const fields = [field("round", 1, position.round), field("honba", 0, position.honba), field("sticks", 0, position.sticks)];
  const why = h("input", { type: "text", maxLength: 200 });
  const send = async () => {
    const said = Object.fromEntries(fields.filter((f) => f.input.value !== "").map((f) => [f.key, Number(f.input.value)]));
    const done = await askCorrection("position", { position: { ...said, ...(dealer && { dealer }) }, why: why.value, ...(after && { after }) }, "console.done");
    if (done && sheet.open) sheet.close();
  };
  const draw = () => show(h("h2", {}, word("console.position")), h("h3", {}, word("later.dealer")),
    h("div.row", {}, players.map((p) => toggleButton(p.place === (dealer || position.dealer), "", { onclick: () => { dealer = p.place; draw(); } }, p.name))),
    fields.map((f) => f.part),
    h("label", {}, word("console.seats-after"), h("select", { onchange: (e) => { after = e.target.value; } },
      h("option", { value: "" }, word("console.seats-now")),
      hands.toReversed().map((one) => h("option", { value: one.hand, selected: one.hand === after }, word("console.seats-since", { n: one.number }))),
      h("option", { value: "start", selected: after === "start" }, word("console.seats-start")))),
    h("label", {}, word("console.reason"), why),
    h("button.main", { onclick: send }, word("console.position-so")));
  draw();
}
