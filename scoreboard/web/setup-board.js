// An adapter board or a keypad beside the table: write the firmware, see each input live, press each button once to name it.

import { toast } from "./ask.js";
import { h, reasonText } from "./draw.js";
import { hasWord, word } from "./words.js";
import { call, field, select } from "./setup-call.js";

const POLL = 150; // ms
const PLACES = [1, 2, 3, 4];
const STICKS = ["none", "amos", "tenpal", "other"]; // the last is said and cannot be chosen

/**
 * The part of the step that names buttons. where() gives {port, dialect}; quiet() ends the listening, as one alone can have the
 * port, and listen() begins it again. Its heard takes what a keypad says; contacts() gives what was named there, or null.
 */
export function boardPart({ where, quiet, listen }) {
  const write = h("button", { type: "button", onclick: () => begin(true) }, word("setup.flash"));
  const name = h("button", { type: "button", onclick: () => (where().dialect === "keys" ? askKeys() : begin(false)) }, word("setup.name-buttons"));
  const skip = h("button", { type: "button", hidden: true, onclick: () => keyNamed(null) }, word("setup.name-skip"));
  const says = h("p", { role: "status" });
  const pins = h("ul.pins", { "aria-label": word("setup.inputs") });
  const how = h("p", {}, "");
  const kind = select({ onchange: chooseSticks }, "none", STICKS.map((k) => [k, word(`setup.sticks-${k}`)]));
  const counts = h("table.sticks", {});
  const sticks = h("div.choices", { hidden: true }, field(word("setup.sticks"), kind), h("p", {}, word("setup.sticks-how")), counts);
  const part = h("section.board", {}, h("h3", {}, word("setup.board-part")), how, h("div.row", {}, write, name, skip), says, pins, sticks);
  let timer = 0, since = 0, turn = 0, named = null, contacts = null;

  function show() {
    const { dialect } = where();
    part.hidden = dialect !== "reference" && dialect !== "keys";
    write.hidden = pins.hidden = dialect !== "reference";
    how.textContent = word(dialect === "keys" ? "setup.keys-how" : "setup.board-how");
  }
  function say(text, good = false) {
    says.textContent = text;
    says.className = good ? "good" : "";
  }
  function stop() {
    clearTimeout(timer);
    turn++;
    named = null;
    skip.hidden = true;
    pins.replaceChildren();
    sticks.hidden = true;
    say("");
  }

  // ---- the adapter board

  async function begin(flash) {
    stop();
    quiet();
    const mine = turn;
    if (!await call("adapter", { port: where().port, flash }) || mine !== turn) return;
    since = 0;
    named = [];
    say(word(flash ? "setup.flashing" : "setup.board-asked", { n: 0 }));
    look(mine);
  }
  async function look(mine) {
    const got = await call("adapter-state", { since });
    if (mine !== turn || !got) return;
    since = got.next;
    if (!got.doing) {
      named = null;
      say(got.reasons.length ? reasonText(got.reasons) : word("setup.board-ended"));
      says.className = "problem";
      return;
    }
    if (got.doing === "flash") say(word("setup.flashing", { n: got.percent }));
    if (got.pins?.length && got.starts !== undefined) {
      pins.replaceChildren(...got.pins.map(pinRow));
      for (const { pin } of got.presses) await pressed(pin, mine);
      if (named && mine === turn) say(`${got.written ? word("setup.flashed") + " " : ""}${word("setup.press-place", { n: named.length + 1 })}`);
    }
    if (got.sticks && mine === turn) showSticks(got.sticks);
    if (mine === turn) timer = setTimeout(() => look(mine), POLL);
  }
  function showSticks(got) {
    sticks.hidden = false;
    if (document.activeElement !== kind && !kind.disabled) kind.value = got.kind;
    kind.querySelector('[value="other"]').disabled = true;
    counts.replaceChildren(...(got.kind === "none" ? [] : [h("tr", {}, h("th"), ...PLACES.map((n) => h("th", {}, word("place", { n })))),
      ...got.worths.map((worth, i) => h("tr", {}, h("th", {}, String(worth)), ...got.counts.map((drawer) => h("td", {}, drawer[i] > 40 ? "–" : drawer[i].toFixed(2)))))]));
  }
  async function chooseSticks() {
    const mine = turn;
    kind.disabled = true;
    say(word("setup.naming"));
    const done = await call("adapter-sticks", { kind: kind.value });
    kind.disabled = false;
    if (mine === turn) say(done ? word("setup.sticks-set") : "", !!done);
  }
  function pinRow({ pin, use, opens, place, closed }) {
    const event = (kind) => (hasWord(`event.${kind}`) ? word(`event.${kind}`) : word(`setup.pin-${kind}`));
    const at = named?.indexOf(pin) ?? -1;
    const text = at >= 0 ? word("place", { n: at + 1 }) : [event(use), opens && event(opens)].filter(Boolean).join(" / ") + (place && use !== "select" ? ` · ${word("place", { n: place })}` : "");
    return h(`li${closed ? ".closed" : ""}${at >= 0 ? ".named" : ""}`, { "data-pin": pin }, h("b", {}, pin), h("span", {}, text), closed ? h("em", {}, word("setup.pin-closed")) : null);
  }
  async function pressed(pin, mine) {
    if (!named || mine !== turn) return;
    if (named.includes(pin)) {
      toast(word("setup.press-again", { name: pin, n: named.indexOf(pin) + 1 }), true);
      return;
    }
    named.push(pin);
    if (named.length < PLACES.length) return;
    const all = named;
    named = null;
    say(word("setup.naming"));
    if (await call("adapter-name", { pins: all }) && mine === turn) say(`${word("setup.named")} ${list(all)}`, true);
  }
  const list = (all) => all.map((one, i) => `${i < 4 ? word("place", { n: i + 1 }) : word("event.shuffle")}: ${one}`).join(" · ");

  // ---- a keypad

  async function askKeys() {
    stop();
    await listen();
    named = [];
    say(word("setup.press-key", { n: 1 }));
  }
  function heard(bytes) {
    if (!named || where().dialect !== "keys") return;
    for (const key of bytes.match(/KEY_[A-Z0-9]+/g) || []) keyNamed(key);
  }
  function keyNamed(key) {
    if (!named) return;
    if (key && named.includes(key)) {
      toast(word("setup.press-again", { name: key, n: named.indexOf(key) + 1 }), true);
      return;
    }
    if (key) named.push(key);
    skip.hidden = named.length !== PLACES.length || !key;
    if (named.length < PLACES.length) return say(word("setup.press-key", { n: named.length + 1 }));
    if (key && named.length === PLACES.length) return say(word("setup.press-shuffle"));
    contacts = named.map((input, i) => (i < 4 ? { input, event: "win", place: i + 1 } : { input, event: "shuffle" }));
    say(`${word("setup.named-keys")} ${list(named)}`, true);
    named = null;
  }

  show();
  return { part, show, stop, heard, contacts: () => (where().dialect === "keys" ? contacts : null) };
}
