// The round of a tournament that is played here, and the time that is left of it.

import { word } from "./words.js";

const SOON = 5 * 60; // s before its end a round is marked
const GONE = 60 * 60; // s after its end nobody waits for it any more
const DAY = 12 * 60 * 60; // s that a round without a limit lasts at most

const two = (n) => String(n).padStart(2, "0");

/** Shows a round in an element, every second anew, until another one is given; null for none. */
export function timer(element) {
  let round = null;
  const draw = () => {
    const left = round?.ends ? Math.round((Date.parse(round.ends) - Date.now()) / 1000) : null;
    const gone = round?.ends ? Date.parse(round.ends) + GONE * 1000 : Date.parse(round?.started) + DAY * 1000;
    element.hidden = !round || Date.now() > gone;
    if (element.hidden) return;
    const s = Math.abs(left ?? 0), clock = `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
    const time = left === null ? [] : [left < 0 ? word("round.over", { time: clock }) : clock];
    element.textContent = [round.tournament, word("round.number", { n: round.number, of: round.of }), ...time].join(" · ");
    element.classList.toggle("soon", left !== null && left < SOON);
  };
  setInterval(draw, 1000);
  return (next) => {
    round = next;
    draw();
  };
}
