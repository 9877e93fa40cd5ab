// Players, network and access, saving with the addresses of the pages, and the check-up.

import { h, reasonText } from "./draw.js";
import { logInAs } from "./login.js";
import { language, word } from "./words.js";
import { ask, call, field, select } from "./setup-call.js";

const input = (type, value, more = {}) => h("input", { type, value, ...more });

export function playersStep(state) {
  const v = state.values, vacant = v["match.vacant"] || 0, named = [...(v["match.players"] || [])];
  const names = [1, 2, 3, 4].map((n) => input("text", (n === vacant ? "" : named.shift()) ?? "", { maxLength: 40, autocomplete: "off" }));
  const dealer = select({}, v["match.first_dealer"], ["1", "2", "3", "4", "dice"].map((d) => [d, d === "dice" ? word("console.dice") : word("place", { n: d })]));
  return {
    body: h("div.choices", {}, h("p", {}, word("setup.names-how")),
      h("div.fields", {}, names.map((e, i) => field(word("place", { n: i + 1 }), e)), field(word("console.first-dealer"), dealer))),
    next: async () => {
      const players = names.map((e) => e.value.trim());
      const empty = players.findIndex((n) => !n) + 1, all = players.filter(Boolean);
      return !!await call("choose", { "match.players": all, "match.first_dealer": dealer.value, "match.vacant": all.length === 3 ? empty : 0 });
    },
  };
}

/** Codes that make a telephone a referee's. */
function pairing(named) {
  const name = input("text", "", { autocapitalize: "none", autocomplete: "off" }), shown = h("div", { role: "status" });
  const pair = async () => {
    const got = await ask("invite", { name: name.value.trim() });
    if (got) shown.replaceChildren(h("ul.addresses", {}, h("li", {}, h("img", { src: got.qr, alt: `QR ${got.url}` }), h("b", {}, word("setup.pair-once")), h("span", {}, got.url))));
  };
  const unpair = async () => {
    const got = await ask("unpair");
    if (got) shown.replaceChildren(h("p", {}, word("setup.unpaired", { n: got.paired })));
  };
  return h("div.choices", {}, h("p", {}, word("setup.pair-how")), named ? field(word("setup.pair-name"), name) : null,
    h("div.fields", {}, h("button", { type: "button", onclick: pair }, word("setup.pair")), h("button", { type: "button", onclick: unpair }, word("setup.unpair"))), shown);
}

/** Who logs in by name as a referee: rows of a name and a password, one more at a tap. */
function refereeRows() {
  const rows = h("div.choices", {}), all = [];
  const more = () => {
    const name = input("text", "", { pattern: "[a-z0-9]([a-z0-9\\-]*[a-z0-9])?", autocapitalize: "none", autocomplete: "off" });
    const password = input("password", "", { minLength: 8, autocomplete: "new-password" });
    all.push({ name, password });
    rows.append(h("div.fields", {}, field(word("setup.referee"), name), field(word("setup.referee-password"), password)));
  };
  more();
  return { part: h("div.choices", {}, h("p", {}, word("setup.referee-how")), rows, h("button", { type: "button", onclick: more }, word("setup.referee-more"))),
    said: () => all.map((r) => ({ name: r.name.value.trim(), password: r.password.value })).filter((r) => r.name || r.password) };
}

export function networkStep(state, config) {
  const v = state.values, set = (key) => (state.secrets.includes(key) ? word("setup.is-set") : "");
  const own = !v["mqtt.broker"], host = (v["web.listen"] || "").replace(/:\d+$/, ""), port = (v["web.listen"] || "").split(":").at(-1);
  const table = input("text", v["table.id"], { pattern: "[a-z0-9\\-]+", required: true, autocapitalize: "none" });
  const reach = select({}, ["127.0.0.1", "localhost", "[::1]"].includes(host) ? "127.0.0.1" : "0.0.0.0", [["0.0.0.0", word("setup.reach-all")], ["127.0.0.1", word("setup.reach-here")]]);
  const pin = input("password", "", { placeholder: set("web.pin"), autocomplete: "new-password" });
  const admin = input("text", "admin", { pattern: "[a-z0-9]([a-z0-9\\-]*[a-z0-9])?", autocapitalize: "none", autocomplete: "username" });
  const password = input("password", "", { placeholder: set("people"), minLength: 8, autocomplete: "new-password" });
  const broker = select({ onchange: () => { elsewhere.hidden = !broker.value; } }, own ? "" : "other", [["", word("setup.broker-own")], ["other", word("setup.broker-other")]]);
  const url = input("text", v["mqtt.broker"] || "", { spellcheck: false, autocapitalize: "none" });
  const user = input("text", v["mqtt.user"] || "", { autocomplete: "off" }), secret = input("password", "", { placeholder: set("mqtt.password"), autocomplete: "off" });
  const referees = refereeRows();
  const elsewhere = h("div.fields", { hidden: own }, field(word("setup.broker-url"), url), field(word("setup.user"), user), field(word("setup.password"), secret));
  return {
    body: h("div.choices", {},
      h("div.fields", {}, field(word("setup.table-id"), table), field(word("setup.reach"), reach), field(word("setup.pin"), pin)),
      h("p", {}, word("setup.admin-how")),
      h("div.fields", {}, field(word("setup.admin"), admin), field(word("setup.admin-password"), password)),
      referees.part,
      config.pairing && !state.fresh ? pairing(config.named) : null,
      field(word("setup.broker"), broker), elsewhere),
    next: async () => {
      saved.admin = { name: admin.value.trim(), password: password.value };
      saved.referees = referees.said();
      return !!await call("choose", {
        "table.id": table.value.trim(), "web.listen": `${reach.value}:${port}`, ...(pin.value && { "web.pin": pin.value }),
        "mqtt.broker": broker.value ? url.value.trim() : "", ...(broker.value ? { "mqtt.user": user.value.trim(), ...(secret.value && { "mqtt.password": secret.value }) } : own ? {} : { "mqtt.user": "", "mqtt.password": "" }),
      });
    },
  };
}

const saved = { admin: { name: "", password: "" }, referees: [] }; // of the step before; a password is sent once, with save

const WAIT = 300; // ms between two looks whether the table runs again

export function finishStep(state, config) {
  const part = h("div.choices", {}, h("p", {}, word("setup.save-how", { name: state.file })));
  let done = false, stopped = false;

  async function save() {
    const got = await call("save", saved);
    if (!got) return;
    done = true;
    const says = h("p", { role: "status" }, word("setup.starting"));
    part.replaceChildren(says);
    part.closest("form").querySelector(".ends")?.remove();
    const started = await runsAgain(config.run, () => stopped);
    if (!started) return;
    if (started.failed) {
      says.textContent = reasonText(started.failed);
      says.className = "problem";
      return;
    }
    if (saved.admin.password) await logInAs(saved.admin.name, saved.admin.password).catch(console.warn); // the pages ask otherwise
    document.querySelector("#notice").textContent = "";
    says.textContent = word("setup.running");
    says.className = "good";
    part.append(h("h3", {}, word("setup.addresses")), got.alone ? h("p", {}, word("setup.alone")) : "",
      h("ul.addresses", {}, got.addresses.map((a) => h("li", {}, h("img", { src: a.qr, alt: `QR ${a.url}` }), h("b", {}, word(`setup.page-${a.page}`)), h("a", { href: `${a.page === "display" ? "./" : a.page}?lang=${language()}` }, a.url)))));
    part.querySelector("a").focus();
  }
  return {
    body: part, nextWord: "setup.save",
    next: async () => { if (!done) await save(); return false; },
    leave: () => { stopped = true; },
  };
}

/** Waits until the program runs anew; what its config.json says then. */
async function runsAgain(run, stopped) {
  while (!stopped()) {
    await new Promise((wake) => setTimeout(wake, WAIT));
    try {
      const now = await (await fetch("config.json")).json();
      if (now.run !== run) return now;
    } catch { /* it is away for a moment */ }
  }
  return null;
}

export function doctorStep() {
  const list = h("ul.findings", {});
  async function examine() {
    const got = await call("doctor");
    if (!got) return;
    list.replaceChildren(...got.map((f) => h(`li.${f.mark}`, {}, h("b", {}, word(`setup.mark-${f.mark}`)), h("span", {}, word(`setup.part-${f.part}`)),
      h("span", {}, f.mark === "ok" ? word(`well.${f.code}`, f.data || {}) : reasonText([f])))));
  }
  return { body: h("div.choices", { role: "status" }, list), nextWord: "setup.examine", shown: examine, next: async () => { await examine(); return false; } };
}
