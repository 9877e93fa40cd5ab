// The page says what happens, where somebody wants it: ?voice=1. What is said is read below it too.

import { params } from "./feed.js";
import { language, word } from "./words.js";
import { moment, number, playerName } from "./draw.js";

const SPOKEN = { zh: "zh-CN", ja: "ja-JP", en: "en-GB" };
const READ = 6000; // ms that a caption stays

/** Whether the page speaks. A browser without voices shows the captions alone. */
export const speaks = params.get("voice") === "1";

let timer = 0;

/** Says a text and shows it in the caption. */
export function speak(text) {
  const caption = document.querySelector("#caption");
  if (!speaks || !text) return;
  caption.textContent = text;
  caption.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { caption.hidden = true; }, READ);
  if (!("speechSynthesis" in window)) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = SPOKEN[language()];
  speechSynthesis.speak(said);
}

/** A win as a referee announces it: who, on whose tile, what it is called, and what it is worth. */
export function winSaid({ winner, discarder, result }) {
  const worth = result?.winner_total ?? result?.points ?? result?.base_points;
  return [word("move.win", { who: playerName(winner) }), discarder ? word("win.from", { name: playerName(discarder) }) : word("win.self-draw"),
    moment(result), worth === undefined ? "" : word("voice.points", { n: number(worth).replaceAll("\u202f", "") })].filter(Boolean).join(language() === "en" ? ", " : "，");
}
