// The check-up of the room: what costs tiles, with the place marked in the picture, and what helps.

import { h } from "./draw.js";
import { word } from "./words.js";
import { call } from "./setup-call.js";

const MARKS = { green: "ok", yellow: "advice", red: "fault" }; // the words of a grade: colours alone say nothing to some
const WHOLE = { pixels: 1, angle: 1, noise: 1, uneven: 1 }; // all else is a share

/** A part of a step that shows what the camera sees in live. */
export function roomPart(live) {
  const says = h("ul.room", { role: "status" }), marked = h("canvas", { hidden: true, role: "img", "aria-label": word("room.room") });
  const look = h("button", { type: "button", onclick: async () => {
    if (look.ariaBusy === "true") return;
    look.ariaBusy = "true";
    const got = await call("room");
    if (got) show(got);
    look.ariaBusy = "false";
  } }, word("room.room"));
  function show({ findings, enough }) {
    says.replaceChildren(...findings.map((f) => h(`li.${f.grade}`, {}, h("b", {}, word(`setup.mark-${MARKS[f.grade]}`)), h("span", {}, text(f)), f.grade === "green" ? null : h("em", {}, word(`room.${f.code}-helps`)))),
      ...(enough ? [] : [h("li", {}, word("room.few"))]));
    const quads = findings.flatMap((f) => f.marks || []);
    marked.hidden = !quads.length;
    Object.assign(marked, { width: live.canvas.width, height: live.canvas.height });
    const pen = marked.getContext("2d");
    pen.drawImage(live.canvas, 0, 0);
    pen.strokeStyle = "#ff5d5d";
    pen.lineWidth = Math.max(2, marked.width / 480);
    for (const quad of quads) {
      pen.beginPath();
      quad.forEach(([x, y]) => pen.lineTo(x, y));
      pen.closePath();
      pen.stroke();
    }
  }
  const text = ({ code, value, cost, place, tiles }) => {
    const n = WHOLE[code] ? (code === "uneven" || code === "noise" ? value.toFixed(1) : Math.round(value)) : Math.round(100 * value);
    const lost = 100 * cost < 10 ? (100 * cost).toFixed(1) : Math.round(100 * cost);
    return `${word(`room.${code}`, { n, place, tiles })} ${lost === "0.0" ? "" : word("room.cost", { cost: lost })}`.trim();
  };
  return h("section.board", {}, h("h3", {}, word("room.room")), h("p", {}, word("room.room-how")), look, says, marked);
}
