// The words of the pages in the reader's language. Names of fans and of the steps of the
// arithmetic come in every language with the payload.

import { params } from "./feed.js";

const LANGUAGES = ["zh", "ja", "en"];

export function language() {
  const wanted = [params.get("lang"), localStorage.getItem("lang"), ...navigator.languages];
  return wanted.map((l) => l?.slice(0, 2)).find((l) => LANGUAGES.includes(l)) || "en";
}

let words = {};

export async function loadWords() {
  const lang = language();
  document.documentElement.lang = { zh: "zh-Hans", ja: "ja", en: "en" }[lang];
  words = await (await fetch(`words/${lang}.json`)).json();
}

/** The word for a key, with {name} replaced; the key itself when there is none. */
export function word(key, values = {}) {
  const found = words[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The name of something in the reader's language, from its {zh, ja, en}; without those as it is printed. */
export const nameIn = (names, printed) => names?.[language()] || printed;

/** Whether there is a word for a key. */
export const hasWord = (key) => key in words;

/** 12th in English; other languages say the number alone. */
export function ordinal(n) {
  const ending = Math.floor(n / 10) === 1 ? "th" : { 1: "st", 2: "nd", 3: "rd" }[n % 10] || "th";
  return `${n}${ending}`;
}

/** What a table says is wrong with it, if anything. */
export function tableNotice(state) {
  if (state?.emergency) return word("notice.emergency");
  return state?.fault ? drawerFault(state.fault.code) || word(`notice.fault-${state.fault.severity}`, { code: state.fault.code }) : "";
}

/** What the board of this project says about the drawers, by name (docs/serial.md); empty for other faults. */
function drawerFault(code) {
  if (code === 1180) return word("notice.fault-bus");
  if (code === 1181) return word("notice.fault-supply");
  const converter = code - 1100 - 0x48, place = Math.floor((code - 1000) / 10), n = code % 10;
  if (converter >= 0 && converter < 4) return word("notice.fault-converter", { address: `0x${(code - 1100).toString(16)}`, place: converter + 1 });
  return place >= 1 && place <= 4 && n >= 1 && n <= 5 ? word("notice.fault-compartment", { place, n }) : "";
}

/** What the table contradicts: the books' dealer, or what it is said to count in the wall; empty for nothing. */
export function tableDoubt(state, score, name) {
  return [state?.dealt && state.dealt !== score?.dealer && word("table.dealt", { who: name(state.dealt), dealer: name(score?.dealer) }),
    state?.miscounted && word("table.miscounted")].filter(Boolean).join(" · ");
}

/** What a part that does not work needs, in the words for its code where there are some; empty while all work. */
export function partsNotice(availability) {
  const status = availability?.status;
  if (!status || status === "online") return "";
  const known = Object.values(availability.parts || {}).find((p) => !p.online && p.code && hasWord(`part.${p.code}`));
  return word(known ? `part.${known.code}` : `notice.${status}`);
}

/** Fills the elements that name their word: <b data-word="round">. */
export function fillWords(root = document) {
  for (const e of root.querySelectorAll("[data-word]")) e.textContent = word(e.dataset.word);
  for (const e of root.querySelectorAll("a[data-spoken]")) e.search = `?lang=${language()}`; // a page that the server writes
  for (const e of root.querySelectorAll("[data-title]")) e.title = word(e.dataset.title);
  for (const e of root.querySelectorAll("[data-label]")) e.ariaLabel = word(e.dataset.label);
}

export function setLanguage(lang) {
  localStorage.setItem("lang", lang);
  const url = new URL(location);
  url.searchParams.delete("lang");
  location.replace(url);
}

/** What a profile of a rule book is called; one without a name has its id. */
export const profileName = (id) => (hasWord(`profile.${id}`) ? word(`profile.${id}`) : id);
