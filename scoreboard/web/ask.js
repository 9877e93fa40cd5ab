// Requests of the console to the program.

import { h, reasonText } from "./draw.js";
import { params } from "./feed.js";
import { logIn } from "./login.js";
import { word } from "./words.js";

/**
 * Asks for an operation. It gives the data of the answer ({} when there is none), and
 * null when it was refused; the person is told why. Who it is, is asked when the
 * program wants to know.
 */
export async function ask(op, body = {}, done = "") {
  const by = params.get("by") || undefined;
  try {
    const answer = await fetch(`api/request/${op}`, {
      method: "POST", body: JSON.stringify({ by, ...body }),
      headers: { "Content-Type": "application/json" },
    });
    const { data, error } = await answer.json();
    if (error?.code === "pin") return await logIn(error.named) ? ask(op, body, done) : null;
    if (error) {
      toast(reasonText(error.reasons, seated()), true);
      return null;
    }
    if (done) toast(word(done));
    return data ?? {};
  } catch (err) {
    console.warn(err);
    toast(word("console.lost"), true);
    return null;
  }
}

let seated = () => [];

/** Says who sits where, so that refusals can name the players; now() gives them. */
export function sitting(now) { seated = now; }

let timer = 0;

export function toast(text, bad = false) {
  const box = document.querySelector("#toast");
  clearTimeout(timer);
  box.textContent = text;
  box.className = bad ? "bad" : "";
  box.hidden = false;
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover(); // over an open sheet too
  timer = setTimeout(() => {
    box.hidePopover();
    box.hidden = true;
  }, bad ? 7000 : 2500);
}

/** What cannot be taken back by another tap asks for a second one. */
export function armed(act) {
  return ({ currentTarget: b }) => {
    if (b.classList.contains("armed")) return act();
    const said = b.textContent;
    b.classList.add("armed");
    b.textContent = word("console.really");
    setTimeout(() => {
      b.classList.remove("armed");
      b.textContent = said;
    }, 3000);
  };
}
