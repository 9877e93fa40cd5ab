// The table's board: which port, and what is heard there, in words and in bytes.

import { h } from "./draw.js";
import { hasWord, word } from "./words.js";
import { call, field, select } from "./setup-call.js";
import { boardPart } from "./setup-board.js";

const OTHER = "\u0000";
const POLL = 500; // ms
const MOST = 200; // lines that are kept on the page
const BAUDS = [115200, 57600, 38400, 19200, 9600];

export function lineStep(state) {
  const v = state.values, now = v["table.port"] || "";
  const known = ["", ...state.ports];
  const typed = h("input", { type: "text", value: known.includes(now) ? "" : now, spellcheck: false, autocapitalize: "none" });
  const typedField = field(word("setup.port-other"), typed);
  const choice = select({ onchange: choose }, known.includes(now) ? now : OTHER, [["", word("setup.none-port")], ...state.ports.map((p) => [p, p]), [OTHER, word("setup.other")]]);
  const dialects = ["lines", "reference", "keys"].concat(["lines", "reference", "keys"].includes(v["table.dialect"]) ? [] : [v["table.dialect"]]);
  const dialect = select({ onchange: listen }, v["table.dialect"], dialects.map((d) => [d, word(`setup.dialect-${d}`)]));
  const baud = select({ onchange: listen }, v["table.baud"], [[0, word("setup.baud-auto")], ...[...new Set([...BAUDS, v["table.baud"]])].filter(Boolean).map((b) => [b, String(b)])]);
  const win = select({}, v["table.win"], ["button", "seen"].map((w) => [w, word(`setup.win-${w}`)]));
  const wall = select({}, v["table.wall"], ["drawable", "standing"].map((w) => [w, word(`setup.wall-${w}`)]));
  const watch = select({}, v["eye.watch"], ["off", "laid", "course"].map((w) => [w, word(`setup.watch-${w}`)]));
  const list = h("ol.heard", { tabIndex: 0, "aria-label": word("setup.line") });
  const empty = h("p", {}, word("setup.heard-none"));
  let stopped = false, timer = 0, since = 0;

  const port = () => (choice.value === OTHER ? typed.value.trim() : choice.value);
  const buttons = boardPart({ where: () => ({ port: port(), dialect: dialect.value }), quiet, listen: begin });
  const board = h("div.choices", {}, h("div.fields", {}, field(word("setup.dialect"), dialect), field(word("setup.baud"), baud), field(word("setup.wall"), wall)), buttons.part,
    h("p", {}, word("setup.line-how")), h("button", { type: "button", onclick: listen }, word("setup.listen")), empty, list);
  function choose() {
    typedField.hidden = choice.value !== OTHER;
    board.hidden = choice.value === "";
    if (port().startsWith("/dev/input/")) dialect.value = "keys";
    else if (dialect.value === "keys") dialect.value = "reference";
    if (choice.value === OTHER) typed.focus();
    else listen();
  }
  /** Ends the listening on the page; the program ends it when somebody else takes the port. */
  function quiet() {
    clearTimeout(timer);
    list.replaceChildren();
    empty.hidden = false;
  }
  function listen() {
    buttons.stop();
    buttons.show();
    return begin();
  }
  async function begin() {
    quiet();
    if (await call("listen", { port: port(), baud: Number(baud.value), dialect: dialect.value }) && port()) hear();
  }
  async function hear() {
    clearTimeout(timer);
    const got = await call("heard", { since });
    if (stopped || !got) return;
    since = got.next;
    const end = list.scrollTop + list.clientHeight >= list.scrollHeight - 30;
    for (const one of got.heard) {
      list.append(line(one));
      if (one.bytes) buttons.heard(one.bytes);
    }
    while (list.children.length > MOST) list.firstChild.remove();
    empty.hidden = list.children.length > 0;
    if (end) list.scrollTop = list.scrollHeight;
    timer = setTimeout(hear, POLL);
  }
  typed.addEventListener("change", listen);
  typedField.hidden = choice.value !== OTHER;
  board.hidden = choice.value === "";
  return {
    body: h("div.choices", {}, field(word("setup.port"), choice), typedField, board,
      h("div.fields", {}, field(word("setup.win"), win), field(word("setup.watch"), watch))),
    next: async () => !!await call("choose", { "table.port": port(), "table.baud": Number(baud.value), "table.dialect": dialect.value, "table.win": win.value, "table.wall": wall.value, "eye.watch": watch.value,
      ...(buttons.contacts() && { "table.contacts": buttons.contacts() }) }),
    leave: () => {
      stopped = true;
      buttons.stop();
      clearTimeout(timer);
      call("listen", { port: "" });
    },
  };
}

/** What was heard: an event in words, or the bytes as they came. */
function line({ time, event, bytes }) {
  const at = h("time", {}, new Date(time).toLocaleTimeString());
  if (!event) return h("li", {}, at, h("code", {}, bytes.replace(/^\S+ /, "")));
  const kind = event.kind === "rejected" && event.was ? event.was : event.kind;
  const say = hasWord(`event.${kind}`) ? word(`event.${kind}`) : kind;
  const parts = [
    event.place && word("place", { n: event.place }), event.dice && event.dice.join(" + "),
    event.value !== undefined && String(event.value), event.board && `${event.board.model} ${event.board.serial}`, event.state && hasWord(`phase.${event.state}`) && word(`phase.${event.state}`),
  ].filter(Boolean);
  return h("li", {}, at, h("span", {}, h("b", {}, event.kind === "rejected" ? `${word("event.rejected")}: ${say}` : say), parts.length ? ` · ${parts.join(" · ")}` : ""));
}
