// Makes this device a referee's by the code behind the # of its address, which is sent to nobody else.

import { h, reasonText } from "./draw.js";
import { loadWords, word } from "./words.js";

await loadWords();
const code = location.hash.slice(1), says = h("p", { role: "status" }, word("pair.going"));
document.body.append(h("main", {}, says));
history.replaceState(null, "", location.pathname + location.search); // it works once, and need not be seen
try {
  const { error } = await (await fetch("api/pair", { method: "POST", body: JSON.stringify({ code }) })).json();
  if (error) throw new Error(reasonText(error.reasons));
  location.replace(`console${location.search}`);
} catch (e) {
  says.textContent = e.message;
  says.className = "problem";
}
