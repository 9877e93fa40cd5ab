// Which camera, and whether it is in focus.

import { h } from "./draw.js";
import { hasWord, word } from "./words.js";
import { call, field, liveView, select } from "./setup-call.js";

const OTHER = "\u0000"; // the choice of an address that is typed
const SHARP = 0.3; // from which on a picture is called sharp; 0.5 and more is in focus

export function cameraStep(state) {
  const now = state.values["camera.source"] || "";
  const known = ["", ...state.sources, "pi"];
  const typed = h("input", { type: "text", value: known.includes(now) ? "" : now, spellcheck: false, autocapitalize: "none" });
  const typedField = field(word("setup.source-other"), typed);
  const choice = select({ onchange: choose }, known.includes(now) ? now : OTHER,
    [["", word("setup.none-source")], ...state.sources.map((s) => [s, s]), ["pi", word("setup.source-pi")], [OTHER, word("setup.other")]]);
  const meter = h("meter", { min: 0, max: 0.7, low: 0.15, high: SHARP, optimum: 0.7, "aria-label": word("setup.sharpness") });
  const says = h("output", {}, ""), about = h("p", {}, "");
  const live = liveView(({ note }) => {
    meter.value = note.sharpness;
    const fault = note.fault && hasWord(`part.${note.fault}`) ? word(`part.${note.fault}`) : "";
    says.textContent = `${note.sharpness.toFixed(2)} · ${word(note.sharpness < SHARP ? "setup.soft" : "setup.sharp")}`;
    about.textContent = [word("setup.size", note), fault].filter(Boolean).join(" · ");
    about.className = fault ? "problem" : "";
  });
  const mains = select({}, 50, [[50, "50 Hz"], [60, "60 Hz"]]);
  const heldAt = h("output", {}, ""), tooDark = h("p.problem", { role: "alert", hidden: true }, ""), holding = h("button", { type: "button", onclick: hold }, word("setup.hold"));
  const holder = h("div.choices", {}, h("p", {}, word("setup.hold-how")), field(word("setup.mains"), mains), holding, tooDark, heldAt);
  const seen = h("div", { hidden: true }, live.view, h("div.focus", {}, h("span", {}, word("setup.sharpness")), meter, says), about, holder);
  let opened = state.open;

  const source = () => (choice.value === OTHER ? typed.value.trim() : choice.value);
  function choose() {
    typedField.hidden = choice.value !== OTHER;
    if (choice.value === OTHER) typed.focus();
    else look();
  }
  async function look() {
    const wanted = source();
    if (!await call("camera", { source: wanted })) return false;
    opened = wanted;
    if (wanted && seen.hidden) live.start();
    seen.hidden = !wanted;
    holder.hidden = !wanted.startsWith("/dev/");
    return true;
  }
  function tell(controls) {
    const all = Object.entries(controls || {});
    heldAt.textContent = all.length ? `${word("setup.held")}: ${all.map(([k, v]) => `${k} ${v}`).join(" · ")}` : "";
  }
  async function hold() {
    holding.disabled = true;
    const got = await call("hold", { mains: Number(mains.value) });
    holding.disabled = false;
    if (!got) return;
    tooDark.textContent = got.dark ? word("setup.held-dark", { n: Math.round(got.light) }) : "";
    tooDark.hidden = !got.dark;
    tell(got.controls);
  }
  tell(state.values["camera.controls"]);
  typed.addEventListener("change", look);
  typedField.hidden = choice.value !== OTHER;
  return {
    body: h("div.choices", {}, h("p", {}, word("setup.camera-how")), field(word("setup.source"), choice), typedField, seen),
    shown: () => { if (now) look(); },
    next: () => (source() === opened && (opened || state.values["camera.source"] === "") ? true : look()),
    leave: live.stop,
  };
}
