// How the set-up asks the program, and shows what its camera sees.

import { toast } from "./ask.js";
import { h, reasonText } from "./draw.js";
import { logIn } from "./login.js";
import { word } from "./words.js";

/** Carries out a step; its data ({} for none), or null when it was refused and the person told why. */
export const call = (op, body = {}) => ask(`setup/${op}`, body);

/** The same for any request of the program, by its path behind api/. */
export async function ask(path, body = {}) {
  try {
    const answer = await fetch(`api/${path}`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
    const { data, error } = await answer.json();
    if (error?.code === "pin") return await logIn(error.named, error.fresh) ? ask(path, body) : null;
    if (error) {
      toast(reasonText(error.reasons), true);
      return null;
    }
    return data ?? {};
  } catch (err) {
    console.warn(err);
    toast(word("console.lost"), true);
    return null;
  }
}

/** A picture by its name as {bitmap, note}, or {error} with the reason in words. */
export async function picture(name) {
  try {
    const answer = await fetch(`api/setup/picture/${name}`);
    if (!answer.ok) {
      const { error } = await answer.json();
      return { error: reasonText(error?.reasons) };
    }
    const note = JSON.parse(answer.headers.get("Jantaku-Picture") || "null");
    return { bitmap: await createImageBitmap(await answer.blob()), note };
  } catch (err) {
    console.warn(err);
    return { error: word("console.lost") };
  }
}

const EVERY = 400; // ms between two pictures of the live view

/**
 * Shows what the camera sees, again and again. onPicture({bitmap, note}) hears of every picture and
 * may draw over it; error of what keeps it away.
 */
export function liveView(onPicture = () => {}) {
  const canvas = h("canvas", { width: 1280, height: 720, role: "img", "aria-label": word("setup.camera") });
  const why = h("p", {}, word("setup.no-picture"));
  const view = h("div.view", {}, canvas, why);
  let stopped = false, timer = 0;
  const next = async () => {
    const got = await picture("now");
    if (stopped) return got.bitmap?.close();
    why.hidden = !!got.bitmap;
    if (got.error) why.textContent = got.error;
    if (got.bitmap) {
      if (canvas.width !== got.bitmap.width || canvas.height !== got.bitmap.height) Object.assign(canvas, { width: got.bitmap.width, height: got.bitmap.height });
      canvas.getContext("2d").drawImage(got.bitmap, 0, 0);
      onPicture(got);
      got.bitmap.close();
    }
    timer = setTimeout(next, EVERY);
  };
  return { view, canvas, start: next, stop() { stopped = true; clearTimeout(timer); } };
}

/** A labelled field. */
export const field = (text, input) => h("label", {}, text, input);

/** A choice out of [value, words] pairs. */
export const select = (props, now, choices) =>
  h("select", props, choices.map(([value, text]) => h("option", { value, selected: String(value) === String(now ?? "") }, text)));

/** A choice with a tick. */
export const tick = (text, now, onchange) => h("label.check", {}, h("input", { type: "checkbox", checked: !!now, onchange }), text);
