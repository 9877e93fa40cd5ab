// The sheet of a new match: who plays, where, by which rules, and what the rule book
// lets a club decide. The last match fills the fields.

import { ask } from "./ask.js";
import { h } from "./draw.js";
import { show, sheet } from "./sheets.js";
import { hasWord, word, profileName } from "./words.js";

export async function matchSheet(last) {
  const wish = {
    rules: last?.rules || "lingque-29", profile: last?.profile || "", options: last?.options || {}, course: { ...last?.course }, length: last?.length || "",
    start: last?.start || 0, dealer: "1", names: [1, 2, 3, 4].map((n) => last?.players.find((p) => p.place === n)?.name || ""),
  };
  const players = () => wish.names.map((n) => n.trim()).filter(Boolean);
  let rules = {};
  const learn = async () => {
    rules = await ask("rules", { rules: wish.rules, profile: wish.profile, players: players() }) || {};
    draw();
  };
  const choose = (key) => async (e) => { // another book has other choices
    Object.assign(wish, { [key]: e.target.value, course: {}, options: {}, length: "", start: 0 }, key === "rules" && { profile: "" });
    await learn();
  };
  const send = async (e) => {
    e.preventDefault();
    const vacant = wish.names.findIndex((n) => !n.trim()) + 1; // with three players
    const { rules, profile, options, course, length, start, dealer } = wish;
    const body = { rules, profile, options, course, length, start, dealer, players: players(), ...(vacant && { vacant }) };
    if (await ask("match-new", body, "console.done")) sheet.close();
  };
  function draw() {
    const field = (key, input) => h("label", {}, word(key), input);
    // Words of one choice come before those that several share.
    const first = (...keys) => keys.find(hasWord);
    const said = (c, value) => { const key = first(`choice.${c.key}.${value}`, `choice.${value}`); return key ? word(key) : value; };
    const label = (c) => first(`choice.${c.key}.label`) || `choice.${c.key}`;
    const choices = (rules.choices || []).filter((c) => c.key !== "start").map((c) => {
      const now = c.key === "length" ? wish.length : wish.course[c.key] || "";
      const set = (e) => {
        if (c.key === "length") wish.length = e.target.value;
        else if (e.target.value) wish.course[c.key] = e.target.value;
        else delete wish.course[c.key];
      };
      return field(label(c), c.values
        ? h("select", { onchange: set }, c.values.map((v) => h("option", { value: v === c.default ? "" : v, selected: v === (now || c.default) }, said(c, v))))
        : h("input", { type: "text", value: now, placeholder: c.default, onchange: set }));
    });
    const setting = (c) => {
      const set = (e) => { e.target.value ? wish.options[c.key] = e.target.value : delete wish.options[c.key]; };
      return field(label(c), c.values
        ? h("select", { onchange: set }, c.values.map((v) => h("option", { value: v === c.default ? "" : v, selected: v === (wish.options[c.key] || c.default) }, said(c, v))))
        : h("input", { type: "number", min: 0, value: wish.options[c.key] || "", placeholder: c.default, inputMode: "numeric", onchange: set }));
    };
    show(h("form", { onsubmit: send }, h("h2", {}, word("console.start")),
      wish.names.map((n, i) => h("label", {}, word("console.player", { n: i + 1 }), h("input", { type: "text", maxLength: 40, required: i < 2, value: n, onchange: (e) => { wish.names[i] = e.target.value; } }))),
      field("console.first-dealer", h("select", { onchange: (e) => { wish.dealer = e.target.value; } },
        ["1", "2", "3", "4", "dice"].map((d) => h("option", { value: d, selected: d === wish.dealer }, d === "dice" ? word("console.dice") : word("place", { n: d }))))),
      field("console.rules", h("select", { onchange: choose("rules") }, (rules.books || [wish.rules]).map((r) => h("option", { value: r, selected: r === wish.rules }, hasWord(`rules.${r}`) ? word(`rules.${r}`) : r)))),
      rules.profiles?.length ? field("console.profile", h("select", { onchange: choose("profile"), required: !!rules.standard }, h("option", { value: "" }, rules.standard ? word("console.choose") : "–"), rules.profiles.map((p) => h("option", { value: p, selected: p === wish.profile }, profileName(p))))) : null,
      rules.rulings?.[wish.profile] ? h("ul.doubts", {}, rules.rulings[wish.profile].map((r) => h("li", {}, word(`ruling.${r}`)))) : null,
      field("console.start-points", h("input", { type: "number", value: wish.start || "", placeholder: rules.start || 0, inputMode: "numeric", onchange: (e) => { wish.start = Number(e.target.value); } })),
      h("details", { open: Object.keys(wish.course).length > 0 || !!wish.length }, h("summary", {}, word("console.choices")), h("div.choices", {}, choices, (rules.settings || []).map(setting),
        field("console.options", h("input", { type: "text", value: pairs(wish.options), placeholder: "key=value key=value", onchange: (e) => { wish.options = unpair(e.target.value); } })))),
      rules.sticks?.length ? h("details", {}, h("summary", {}, word("console.sticks-table")), h("table.sticks", {},
        h("tr", {}, ["console.stick-value", "console.stick-player", "console.stick-pool"].map((w) => h("th", {}, word(w)))),
        rules.sticks.map((s) => h("tr", {}, [s.value, s.per_player, s.pool].map((n) => h("td", {}, `${n}`)))))) : null,
      h("button.main", {}, word("console.start"))));
  }
  await learn(); // shown once it is known which books there are
}

const pairs = (options) => Object.entries(options).map(([key, value]) => `${key}=${value}`).join(" ");
const unpair = (text) => Object.fromEntries(text.trim().split(/\s+/).filter((p) => p.includes("=")).map((p) => [p.slice(0, p.indexOf("=")), p.slice(p.indexOf("=") + 1)]));
