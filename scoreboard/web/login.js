// Says who one is: a PIN, or name and password. The session is a cookie that no script sees.

import { h, reasonText } from "./draw.js";
import { params } from "./feed.js";
import { loadWords, word } from "./words.js";

/** Begins a session for a name and a secret; why it was refused, or undefined. */
export async function logInAs(name, secret) {
  return (await (await fetch("api/login", { method: "POST", body: JSON.stringify({ name, secret }) })).json()).error;
}

/** Asks who somebody is until it is believed; false when the person does not want to. A fresh table knows
 * nobody but who has its code. */
export function logIn(named, fresh = false) {
  return new Promise((answer) => {
    const name = h("input", { type: "text", autocomplete: "username", autocapitalize: "none" });
    const secret = h("input", { type: "password", autocomplete: "current-password", required: true });
    const problem = h("p.problem", { hidden: true });
    const send = async (e) => {
      e.preventDefault();
      try {
        const error = await logInAs(name.value.trim(), secret.value);
        if (!error) return dialog.close("ok");
        problem.textContent = reasonText(error.reasons);
      } catch (err) {
        problem.textContent = word("console.lost", { message: err.message });
      }
      problem.hidden = false;
      secret.select();
    };
    const dialog = h("dialog", { onclose: () => { dialog.remove(); if (dialog.returnValue === "ok") document.dispatchEvent(new Event("login")); answer(dialog.returnValue === "ok"); } },
      h("form", { onsubmit: send },
        named ? h("label", {}, word("login.name"), name) : null,
        h("label", {}, word(fresh ? "login.code" : named ? "login.password" : "console.pin"), secret), problem,
        h("button.main", {}, word("console.confirm"))));
    document.body.append(dialog);
    dialog.showModal();
    secret.focus();
    if (named) name.focus();
  });
}

/** The page that stands before one that not everybody may see. */
async function guard() {
  await loadWords();
  const to = new URL(params.get("to") || "console", location.href);
  const { named } = await (await fetch("config.json")).json();
  if (await logIn(named) && to.origin === location.origin) location.replace(to);
}

if (document.body.classList.contains("login")) guard();
