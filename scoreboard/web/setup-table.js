// Where the table lies in the picture: four corners and the dice to drag, with a magnifier, and the lens.

import { h, svg } from "./draw.js";
import { word } from "./words.js";
import { call, field, liveView, tick } from "./setup-call.js";
import { toast } from "./ask.js";

const ZOOM = 4; // of the magnifier
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LARGE = 20; // pixels of the picture that an arrow with Shift moves; 1 without
const LEAST_TILE = 24; // pixels that a tile must be wide to be read well
const GUESS = [[0.22, 0.88], [0.78, 0.88], [0.7, 0.12], [0.3, 0.12]]; // of the picture, where nothing is known

export function tableStep(state) {
  const table = state.table;
  const number = (value, min, max) => h("input", { type: "number", value, min, max, step: "any", inputMode: "decimal", required: true, onchange: () => measure() });
  const side = number(table?.side || 800, 300, 2000);
  const tile = { width: number(table?.tile.width || 26, 10, 60), height: number(table?.tile.height || 35, 10, 80), depth: number(table?.tile.depth || 20, 5, 60) };
  const edge = h("input", { type: "number", value: table?.dice?.edge || "", min: 5, max: 40, step: "any", inputMode: "decimal", onchange: () => measure() });
  const DICE = 4; // behind the corners: the middle of where dice come to rest, where they are read
  let corners = null, size = null, shownTable = table, oneHand = !table && !state.fresh && !!state.values["camera.source"];

  const over = svg("svg", { "aria-hidden": "true", class: "over" });
  const glass = h("canvas.glass", { width: 272, height: 272, hidden: true });
  const handle = (name, text) => h("button.corner", { type: "button", hidden: true, "aria-label": name, title: name }, text);
  const handles = [...[1, 2, 3, 4].map((n) => handle(word(`setup.corner-${n}`), `${n}`)), handle(word("setup.dice-at"), "⚄")];
  const about = h("p", { role: "status" }, "");
  const live = liveView(({ bitmap }) => {
    if (size?.width !== bitmap.width || size?.height !== bitmap.height) {
      size = { width: bitmap.width, height: bitmap.height };
      const known = table && table.width === size.width && table.height === size.height;
      corners = known ? [...table.corners] : GUESS.map(([x, y]) => [Math.round(x * size.width), Math.round(y * size.height)]);
      if (known && table.dice) corners[DICE] = table.dice.at;
      over.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
      drawCorners();
      if (!oneHand) measure();
    }
    if (!glass.hidden) magnify();
  });
  live.view.append(over, ...handles, glass);

  let under = null; // gives the point that the magnifier shows
  handles.forEach((handle, i) => draggable(handle, () => corners?.[i], (to) => { corners[i] = to; }, measure));

  /** Lets a handle be dragged, or moved with the arrow keys: at() is its point, moved(point) hears of each step, done() of the last. */
  function draggable(handle, at, moved, done) {
    let waits = 0;
    const move = (x, y) => {
      moved([Math.max(0, Math.min(size.width - 1, x)), Math.max(0, Math.min(size.height - 1, y))]);
      drawCorners();
      magnify();
    };
    handle.addEventListener("pointerdown", (e) => {
      if (!size) return;
      handle.setPointerCapture(e.pointerId);
      lookAt(at);
    });
    handle.addEventListener("pointermove", (e) => {
      if (!handle.hasPointerCapture(e.pointerId)) return;
      const box = live.canvas.getBoundingClientRect();
      move((e.clientX - box.x) / box.width * size.width - 0.5, (e.clientY - box.y) / box.height * size.height - 0.5);
    });
    handle.addEventListener("pointerup", () => { lookAt(null); done(); });
    handle.addEventListener("keydown", (e) => {
      const way = STEPS[e.key], point = at();
      if (!way || !size || !point) return;
      e.preventDefault();
      const far = e.shiftKey ? LARGE : 1;
      lookAt(at);
      move(point[0] + way[0] * far, point[1] + way[1] * far);
      clearTimeout(waits);
      waits = setTimeout(done, 150);
    });
    handle.addEventListener("blur", () => { if (under === at) lookAt(null); });
  }

  function lookAt(at) {
    under = at;
    glass.hidden = !at;
    if (at) magnify();
  }

  /** Shows what lies around the corner, beside the finger. */
  function magnify() {
    if (!under) return;
    const [x, y] = under(), pen = glass.getContext("2d"), half = glass.width / 2 / ZOOM;
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, glass.width, glass.height);
    pen.drawImage(live.canvas, x + 0.5 - half, y + 0.5 - half, 2 * half, 2 * half, 0, 0, glass.width, glass.height);
    pen.strokeStyle = "#e9c46a";
    pen.lineWidth = 2;
    pen.strokeRect(glass.width / 2, -9, 0, glass.height + 18);
    pen.strokeRect(-9, glass.height / 2, glass.width + 18, 0);
    const left = x < size.width / 2, high = y < size.height / 2; // never under the finger
    Object.assign(glass.style, { left: left ? "auto" : ".5rem", right: left ? ".5rem" : "auto", top: high ? "auto" : ".5rem", bottom: high ? ".5rem" : "auto" });
  }

  function put(handle, point) {
    handle.hidden = oneHand || !size || !point;
    if (!handle.hidden) Object.assign(handle.style, { left: `${(point[0] + 0.5) / size.width * 100}%`, top: `${(point[1] + 0.5) / size.height * 100}%` });
  }

  function drawCorners() {
    const hidden = oneHand || !size;
    handles.forEach((handle, i) => put(handle, zone < 0 && corners?.[i])); // one kind of handles at a time
    zoneHandles.forEach((handle, i) => put(handle, moved?.[i]));
    const line = (points, kind) => svg("polygon", { points: points.map(([x, y]) => `${x},${y}`).join(" "), class: kind });
    over.replaceChildren(...(hidden ? [] : [line(corners.slice(0, DICE), "cloth"), ...(shownTable?.dice ? [line(shownTable.dice.border, "zone-0 dice")] : []),
      ...choices().flatMap((z, i) => (i === zone || z.border.length ? [line(i === zone ? moved : z.border, `zone-${z.place || 0} ${z.use}${i === zone ? " chosen" : ""}`)] : []))]));
  }

  // ---- a zone that a club changes, or the central unit, which is the last choice

  const choices = () => (shownTable ? [...shownTable.zones, { ...shownTable.unit, use: "unit", border: shownTable.unit.known ? shownTable.unit.border : [] }] : []);
  let zone = -1, moved = null, zoneHandles = []; // which one, its corners, and their handles
  const zoneName = (z) => [z.place && word("place", { n: z.place }), word(`zone.${z.use}`)].filter(Boolean).join(" · ");
  const zoneChoice = h("select", { onchange: () => chooseZone(Number(zoneChoice.value)) });
  const usual = h("button", { type: "button", onclick: () => changeZones({}) }, word("setup.zones-usual"));

  function chooseZone(i) {
    zoneHandles.forEach((e) => e.remove());
    const z = choices()[i];
    zone = z ? i : -1;
    moved = z ? [...z.corners] : null;
    zoneHandles = (moved || []).map((_, n) => {
      const one = handle(`${zoneName(z)} ${n + 1}`, `${n + 1}`);
      draggable(one, () => moved?.[n], (to) => { moved[n] = to; }, () => changeZones(z.use === "unit" ? { unit: true, corners: moved } : { zone, corners: moved }));
      return one;
    });
    live.view.append(...zoneHandles);
    drawZones();
    drawCorners();
  }
  function drawZones() {
    zoneChoice.replaceChildren(h("option", { value: -1 }, word("setup.zone-none")), ...choices().map((z, i) => h("option", { value: i }, zoneName(z))));
    zoneChoice.value = String(zone);
  }
  /** Has zones changed; where they cannot be so they are drawn as they were. */
  async function changeZones(wish) {
    const got = await call("zone", wish);
    if (got) shownTable = got;
    tell(shownTable);
    keepZone();
  }
  /** Draws the zones as they are known now; the one that is being changed stays chosen. */
  function keepZone() {
    const z = choices()[zone];
    if (z?.corners.length !== zoneHandles.length) return chooseZone(-1);
    moved = [...z.corners];
    drawCorners();
  }

  /** Says in words what is known of the table. */
  function tell(got) {
    about.textContent = got ? [word("setup.tile-pixels", { n: Math.round(got.pixels) }), got.pixels < LEAST_TILE && word("setup.tile-small"), got.flat && word("setup.flat"), !got.unit.known && word("setup.no-unit")].filter(Boolean).join(" ") : "";
  }

  let asked = 0;

  /** Asks where the zones are; true when the corners can be. */
  async function measure() {
    if (!corners || oneHand) return true;
    const mine = ++asked;
    const dice = edge.value ? { edge: Number(edge.value), across: table?.dice?.across || 0, at: corners[DICE] } : null;
    const body = { corners: corners.slice(0, DICE), dice, ...size, side: Number(side.value), tile: Object.fromEntries(Object.entries(tile).map(([k, e]) => [k, Number(e.value)])) };
    const got = await call("corners", body);
    if (mine !== asked) return !!got;
    shownTable = got;
    if (got) corners[DICE] = got.dice?.at;
    tell(got);
    if (zone < 0) chooseZone(-1);
    else keepZone();
    return !!got;
  }

  const how = h("p", { hidden: oneHand }, word("setup.corners-how"));
  const whole = h("div.choices", { hidden: oneHand },
    h("div.fields", {}, field(word("setup.side"), side), field(word("setup.tile-width"), tile.width), field(word("setup.tile-height"), tile.height), field(word("setup.tile-depth"), tile.depth), field(word("setup.dice-edge"), edge)),
    about, h("p", {}, word("setup.zones-how")), h("div.fields", {}, field(word("setup.zone"), zoneChoice), usual), lensPart(state.lens, measure));
  const single = tick(word("setup.one-hand"), oneHand, (e) => {
    oneHand = e.target.checked;
    whole.hidden = how.hidden = oneHand;
    drawCorners();
    measure();
  });
  if (!state.open) return { body: h("p", {}, word("says.setup-no-camera")) };
  return {
    body: h("div.choices", {}, single, how, live.view, whole),
    shown: live.start,
    next: async () => (oneHand ? !!await call("corners", {}) : !corners ? (toast(word("setup.no-picture"), true), false) : measure()),
    leave: live.stop,
  };
}

/** The lens: a chessboard, photographed some ten times. */
function lensPart(lens, measure) {
  const part = h("details", {}), cols = h("input", { type: "number", value: lens.cols, min: 3, max: 50 }), rows = h("input", { type: "number", value: lens.rows, min: 3, max: 50 });
  const square = h("input", { type: "number", value: lens.square, min: 1, max: 500, step: "any" });
  const draw = (now) => part.replaceChildren(h("summary", {}, word("setup.lens")), h("div.choices", {}, h("p", {}, word("setup.lens-how")),
    h("div.fields", {}, field(word("setup.board-cols"), cols), field(word("setup.board-rows"), rows), field(word("setup.board-square"), square)),
    now.done ? h("p.good", {}, word("setup.lens-done", { n: now.error.toFixed(2) })) : null,
    now.done ? h("button", { type: "button", onclick: async () => { const got = await call("lens-drop"); if (got) { draw(got); measure(); } } }, word("setup.lens-drop"))
      : h("button", { type: "button", onclick: async () => {
        const got = await call("board", { cols: Number(cols.value), rows: Number(rows.value), square: Number(square.value) });
        if (!got) return;
        draw(got);
        if (got.done) measure();
      } }, word("setup.board-shot", { n: now.shots, of: now.of }))));
  draw(lens);
  return part;
}
