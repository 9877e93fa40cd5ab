// The rule book, its profile and what it lets a club decide, as choices with words.

import { ask } from "./ask.js";
import { h } from "./draw.js";
import { hasWord, word, profileName } from "./words.js";
import { call, field, select } from "./setup-call.js";

const said = (c, value) => [`choice.${c.key}.${value}`, `choice.${value}`].filter(hasWord).map((key) => word(key))[0] ?? value;

export async function rulesStep(state) {
  const v = state.values;
  const wish = { rules: v["match.rules"], profile: v["match.profile"] || "", options: { ...v["match.options"] }, course: { ...v["match.course"] }, length: v["match.length"] || "", start: v["match.start"] || 0 };
  const part = h("div.choices");
  let rules = {};

  async function learn() {
    rules = await ask("rules", { rules: wish.rules, profile: wish.profile }) || {};
    draw();
  }
  const choose = (key) => (e) => { // another book has other choices
    Object.assign(wish, { [key]: e.target.value, course: {}, options: {}, length: "", start: 0 }, key === "rules" && { profile: "" });
    return learn();
  };

  /** One thing to decide: a list where there is one, otherwise what is typed; the default is not written down. */
  const decide = (c, now, set) => field(word(`choice.${c.key}`), c.values
    ? select({ onchange: (e) => set(e.target.value) }, now && now !== c.default ? now : "", c.values.map((value) => [value === c.default ? "" : value, said(c, value)]))
    : h("input", { type: "text", value: now || "", placeholder: c.default, onchange: (e) => set(e.target.value.trim()) }));
  const into = (map, key) => (value) => { value ? map[key] = value : delete map[key]; };

  function draw() {
    const choices = (rules.choices || []).filter((c) => c.key !== "start").map((c) =>
      (c.key === "length" ? decide(c, wish.length, (value) => { wish.length = value; }) : decide(c, wish.course[c.key], into(wish.course, c.key))));
    part.replaceChildren(
      h("div.fields", {},
        field(word("setup.book"), select({ onchange: choose("rules") }, wish.rules, (rules.books || [wish.rules]).map((id) => [id, hasWord(`rules.${id}`) ? word(`rules.${id}`) : id]))),
        rules.profiles?.length ? field(word("console.profile"), select({ onchange: choose("profile") }, wish.profile, [["", "–"], ...rules.profiles.map((p) => [p, profileName(p)])])) : "",
        field(word("console.start-points"), h("input", { type: "number", value: wish.start || "", placeholder: rules.start || 0, inputMode: "numeric", onchange: (e) => { wish.start = Number(e.target.value); } }))),
      rules.rulings?.[wish.profile] ? h("ul.doubts", {}, rules.rulings[wish.profile].map((r) => h("li", {}, word(`ruling.${r}`)))) : "",
      h("div.fields", {}, choices, (rules.settings || []).map((c) => decide(c, wish.options[c.key], into(wish.options, c.key)))));
  }
  await learn();
  return {
    body: part,
    next: async () => !!await call("choose", { "match.rules": wish.rules, "match.profile": wish.profile, "match.options": wish.options, "match.course": wish.course, "match.length": wish.length, "match.start": wish.start }),
  };
}
