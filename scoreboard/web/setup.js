// The set-up: steps beside each other, each a form whose fields become keys of the configuration.
// Nothing of the table changes before the last step saves.

import { loadConfig } from "./feed.js";
import { fillWords, loadWords, word } from "./words.js";
import { h, languageButtons, reasonText } from "./draw.js";
import { call } from "./setup-call.js";
import { cameraStep } from "./setup-camera.js";
import { tableStep } from "./setup-table.js";
import { tilesStep } from "./setup-tiles.js";
import { lineStep } from "./setup-line.js";
import { rulesStep } from "./setup-rules.js";
import { doctorStep, finishStep, networkStep, playersStep } from "./setup-club.js";

const $ = (selector) => document.querySelector(selector);

// A step gives {body, next, leave}: what it shows, what its Next does (false: stay), what ends it.
const STEPS = [["camera", cameraStep], ["table", tableStep], ["tiles", tilesStep], ["line", lineStep], ["rules", rulesStep],
  ["players", playersStep], ["network", networkStep], ["finish", finishStep], ["doctor", doctorStep]];

const config = await loadConfig();
await loadWords();
fillWords();
document.title = `jantaku · ${word("setup.title")}`;
languageButtons($("#languages"));
$("#name").textContent = config.table;

let open = null, turn = 0; // the step that is open; counts the openings

/** Opens a step; the one before it ends. */
async function show(at) {
  open?.leave?.();
  open = null;
  const mine = ++turn;
  const [name, make] = STEPS[at];
  const state = await call("state");
  if (!state || mine !== turn) return;
  $("#notice").textContent = state.wins ? word("setup.wins", { name: state.wins }) : state.failed?.length ? reasonText(state.failed) : state.fresh ? word("setup.fresh") : "";
  const step = await make(state, config);
  if (mine !== turn) return step.leave?.();
  open = step;
  history.replaceState(null, "", `#${name}`);
  const go = async (e) => {
    e?.preventDefault();
    if (await step.next?.() === false) return;
    if (at + 1 < STEPS.length) await show(at + 1);
  };
  $("#steps").replaceChildren(...STEPS.map(([one], i) =>
    h("button", { type: "button", onclick: () => show(i), ...(i === at && { "aria-current": "step" }) }, h("small", {}, `${i + 1}`), word(`setup.${one}`))));
  $("#step").replaceChildren(h("form", { onsubmit: go, noValidate: false },
    h("h2", {}, word(`setup.${name}`), h("small", {}, word("setup.step", { n: at + 1, of: STEPS.length }))),
    step.body,
    step.alone ? null : h("div.ends", {},
      at ? h("button", { type: "button", onclick: () => show(at - 1) }, word("setup.back")) : h("span"),
      h("button.main", {}, step.nextWord ? word(step.nextWord) : word("setup.next")))));
  $("#step").focus({ preventScroll: true });
  scrollTo(0, 0);
  step.shown?.();
}

if (config.setup) {
  const wanted = STEPS.findIndex(([name]) => `#${name}` === location.hash);
  await show(Math.max(0, wanted));
} else {
  $("#step").replaceChildren(h("form", {}, h("p", {}, word("setup.unavailable"))));
}
