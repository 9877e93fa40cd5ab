// Teaching the club's tiles: which rows to lay, a photograph of each, and what was learned.

import { toast } from "./ask.js";
import { h, parseTiles, reasonText, tile, tileName } from "./draw.js";
import { hasWord, word } from "./words.js";
import { call, liveView, picture, tick } from "./setup-call.js";
import { roomPart } from "./setup-room.js";

const POLL = 400; // ms between two looks at how far the learning is

/** A field for rows of tiles, one a line, with the tiles that are typed below it. */
function rowsField(rows = []) {
  const text = h("textarea", { rows: 2, spellcheck: false, autocapitalize: "none", value: rows.join("\n"), placeholder: "1m2m3m4m5m6m7m8m9m", oninput: draw });
  const seen = h("div.rows");
  const lines = () => text.value.split("\n").map((line) => line.replaceAll(" ", "")).filter(Boolean);
  function draw() {
    seen.replaceChildren(...lines().map((line) => h("div.tiles", {}, parseTiles(line).map((t) => tile(t)))));
  }
  draw();
  return { field: h("label", {}, word("setup.own-rows"), text, seen), rows: lines, clear() { text.value = ""; draw(); } };
}

export function tilesStep(state) {
  if (!state.open) return { body: h("p", {}, word("says.setup-no-camera")) };
  const file = h("p", {}, ""); // which photograph of a folder is shown
  const live = liveView(({ note }) => { file.textContent = note?.file || ""; });
  const task = h("div.choices"), lacks = h("div.lacking"), shots = h("div.photos"), faces = h("ul.faces");
  let stopped = false, warned = false, timer = 0, drawn = "", drawnFaces = -1; // the learning whose faces are drawn
  const photos = new Map(); // by file: the canvas with the photograph
  let now = state.tiles;
  const deck = { flowers: now.flowers, red: now.red };

  const after = (op, body) => async () => { if (await call(op, body)) await refresh(); };
  async function choose() {
    if (await call("deck", deck)) await refresh();
  }
  // Pressed twice, a second photograph would be taken for the rows that are laid next.
  const photograph = h("button.main", { type: "button", "aria-busy": "false", onclick: async () => {
    if (photograph.ariaBusy === "true") return;
    photograph.ariaBusy = "true";
    if (await call("photograph", now.next || {})) await refresh();
    photograph.ariaBusy = "false";
  } });
  const own = rowsField(), ownButton = h("button", { type: "button", onclick: async () => {
    if (await call("own", { rows: own.rows() })) { own.clear(); await refresh(); }
  } }, word("setup.own-photograph"));
  const skip = h("button", { type: "button", hidden: true, onclick: after("skip") }, word("setup.skip"));
  const enough = h("button", { type: "button", onclick: after("enough") }, word("setup.enough"));
  const others = h("details.own", {}, h("summary", {}, word("setup.own")), h("div.choices", {}, h("p", {}, word("setup.own-how")), file, own.field, h("div.wrap", {}, ownButton, skip, enough), lacks));
  const photographed = state.tiles.folder; // by somebody, who says what each shows
  others.open = photographed;
  const bar = h("progress", { max: 1, "aria-label": word("setup.learning") });

  async function refresh() {
    clearTimeout(timer);
    const got = await call("state");
    if (stopped || !got) return;
    now = got.tiles;
    draw();
    if (now.learning) timer = setTimeout(refresh, POLL);
    else if (drawnFaces !== (now.learned?.number ?? 0)) {
      drawnFaces = now.learned?.number ?? 0;
      drawFaces(await call("faces"));
    }
  }

  function draw() {
    photograph.textContent = word("setup.photograph", { n: now.left });
    const laid = now.next && !(photographed && now.photos.some((p) => p.own)); // who has photographs is not asked to lay rows
    photograph.hidden = !laid;
    skip.hidden = !now.folder;
    bar.value = now.progress;
    bar.hidden = !now.learning;
    const key = JSON.stringify([now.next, now.why, now.photos, now.refused, now.learned, now.failed, now.learning, now.lacking]);
    if (key === drawn) return; // only the bar moved
    drawn = key;
    const { next, learned } = now;
    task.replaceChildren(
      next && !laid ? "" : next ? h("div.choices", {}, h("p", {}, word("setup.lay")), h("p", {}, word(state.table ? "setup.lay-place" : "setup.lay-camera", { n: next.place })),
        h("div.rows", {}, next.rows.map((row) => h("div.tiles", {}, parseTiles(row).map((t) => tile(t))))),
        (now.why || []).map((r) => h("p.problem", {}, refusal(r)))) : h("p.good", {}, word("setup.all-laid")),
      now.failed ? h("p.problem", {}, reasonText(now.failed)) : "",
      learned && !now.failed && (learned.taught || !next && !learned.learnt) ? h(`p${learned.taught ? ".good" : ".problem"}`, { role: "status" },
        word(learned.taught ? "setup.taught" : learned.doubts.length ? "setup.in-doubt" : "setup.not-taught", { n: learned.read_back, of: learned.shown })) : "",
      learned && learned.learnt && !learned.taught && !next && learned.missing.length ? h("p.problem", {}, word("setup.lacking"), h("span.tiles", {}, learned.missing.map((t) => tile(t)))) : "",
      learned && !learned.learnt && !next ? h("ul.unsure", {}, Object.entries(Object.groupBy(learned.doubts, (d) => d.tile)).map(doubt)) : "");
    lacks.replaceChildren(...(now.lacking?.length ? [h("p", {}, word("setup.to-show")), h("ul.faces", {}, now.lacking.map(({ tile: t, has, of }) =>
      h("li", { title: tileName(t) }, tile(t), h("span", {}, word("setup.to-show-of", { n: has, of })))))] : []));
    shots.replaceChildren(...(now.refused || []).map((p) => shot(p, 0)), ...now.photos.map((p, i) => shot(p, i + 1)));
  }

  const refusal = (r) => word(hasWord(`teach.${r.code}`) ? `teach.${r.code}` : "teach.unreadable", r.data);

  /** A face of which nothing tells whether its labels are right: where it is seen, why, and the word of who has looked. */
  function doubt([t, all]) {
    const why = ({ photo, row, place, like }) => word(like ? "setup.doubt-like" : "setup.doubt-alone",
      { n: now.photos.findIndex((p) => p.file === photo) + 1, row, place, like: like && tileName(like) });
    return h("li", {}, tile(t), h("div", {}, h("b", {}, tileName(t)),
      all.map((d) => h("div.doubt", {}, crop(d), h("span", {}, why(d)))),
      h("button", { type: "button", disabled: now.learning, onclick: after("believe", { tiles: t, number: now.learned.number }) }, word("setup.believe"))));
  }

  /** What lies where a tile was found, upright as it stands in the photograph. */
  function crop({ photo, quad }) {
    const canvas = h("canvas", { width: 96, height: 128, "aria-hidden": "true" });
    const [x, y] = [0, 1].map((k) => quad.map((p) => p[k])), left = Math.min(...x), top = Math.min(...y);
    const size = Math.max(...x) - left, tall = Math.max(...y) - top, scale = Math.min(canvas.width / size, canvas.height / tall) * .8;
    if (!(size > 0)) return null;
    picture(photo).then(({ bitmap }) => {
      if (!bitmap) return;
      const wide = canvas.width / scale, high = canvas.height / scale;
      canvas.getContext("2d").drawImage(bitmap, left + size / 2 - wide / 2, top + tall / 2 - high / 2, wide, high, 0, 0, canvas.width, canvas.height);
      bitmap.close();
    });
    return canvas;
  }

  /** A photograph; n is 0 for one whose rows are to be laid again. */
  function shot(p, n) {
    const mine = p.own && rowsField(p.rows);
    const canvas = photos.get(p.file) || h("canvas", { width: 640, height: 360, role: "img", "aria-label": n ? word("setup.photo", { n }) : word("setup.refused") });
    const key = JSON.stringify(p.found);
    if (canvas.dataset.found !== key) {
      canvas.dataset.found = key;
      paint(canvas, p);
    }
    photos.set(p.file, canvas);
    return h(`figure${n ? "" : ".refused"}`, {}, canvas, h("figcaption", {}, n ? word("setup.photo", { n }) : word("setup.refused")),
      n || mine ? null : h("div.rows", {}, p.rows.map((row) => h("div.tiles", {}, parseTiles(row).map((t) => tile(t))))),
      (p.unused || []).map((r) => h("p.problem", {}, refusal(r))),
      mine && h("details", { open: !!p.unused?.length }, h("summary", {}, word("setup.own-shows")), mine.field,
        h("button", { type: "button", onclick: async () => { if (await call("own", { file: p.file, rows: mine.rows() })) await refresh(); } }, word("setup.own-change"))),
      !n ? null : h("button", { type: "button", onclick: after("photo-drop", { file: p.file }) }, word(mine ? "setup.own-drop" : "setup.again")));
  }

  /** A photograph with the tiles that were found in it. */
  async function paint(canvas, p) {
    const { bitmap } = await picture(p.file);
    if (!bitmap) return;
    const scale = canvas.width / bitmap.width, pen = canvas.getContext("2d");
    canvas.height = Math.round(bitmap.height * scale);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    pen.strokeStyle = "#8fdca6";
    for (const quad of p.found) {
      pen.beginPath();
      quad.forEach(([x, y]) => pen.lineTo(x * scale, y * scale));
      pen.closePath();
      pen.stroke();
    }
  }

  /** Every face with its samples; those that are missing or weak say so. */
  function drawFaces(list) {
    if (!list || stopped) return;
    const learned = now.learned, have = new Map((Array.isArray(list) ? list : []).map((f) => [f.tile, f.samples]));
    const missing = (learned?.missing || []).filter((t) => !have.has(t));
    faces.replaceChildren(...[...have.keys(), ...missing].map((t) => {
      const samples = have.get(t) || [], weak = learned?.weak.includes(t);
      return h(`li${samples.length && !weak ? "" : ".problem"}`, { title: tileName(t) }, tile(t),
        h("span", {}, samples.length ? word("setup.samples", { n: learned?.samples[t] ?? samples.length }) : word("setup.missing"), weak ? ` · ${word("setup.weak")}` : ""),
        h("span.samples", {}, samples.slice(0, 4).map((src) => h("img", { src, alt: "" }))));
    }));
  }

  return {
    body: h("div.choices", {},
      h("div.fields", {}, tick(word("setup.flowers"), deck.flowers, (e) => { deck.flowers = e.target.checked; choose(); }), tick(word("setup.red"), deck.red, (e) => { deck.red = e.target.checked; choose(); })),
      photographed ? h("div.beside", {}, live.view, others) : null, task, photograph, bar, photographed ? [] : [live.view, others], shots, // what to do is seen without scrolling
      h("div.wrap", {}, h("button", { type: "button", onclick: after("learn") }, word("setup.learn")), h("button", { type: "button", onclick: after("tiles-drop") }, word("setup.tiles-drop"))),
      faces, state.table ? roomPart(live) : null),
    shown: () => { live.start(); choose(); },
    // Who goes on without faces is told once what that means.
    next: () => {
      if (now.learned?.taught || state.values["eye.faces"] || warned) return true;
      warned = true;
      toast(word(now.learning ? "setup.still-learning" : "setup.no-faces"), true);
      return false;
    },
    leave: () => {
      stopped = true;
      clearTimeout(timer);
      live.stop();
    },
  };
}
