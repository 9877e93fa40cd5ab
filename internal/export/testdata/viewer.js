// Shows a game in kobalab's own viewer, move by move, and says in #told what it found. The
// page gives window.PAIPU and a picture of each tile; see browser_test.go.
"use strict";
window.$ = window.jQuery = require("jquery");
const pai = require("@kobalab/majiang-ui/lib/pai");
const Paipu = require("@kobalab/majiang-ui/lib/paipu");

const told = (text) => { document.querySelector("#told").textContent = text; };
try {
  const silent = () => ({ play() {}, currentTime: 0 });
  const viewer = new Paipu($("#game"), window.PAIPU, pai($(".loaddata")), silent, "pref", () => {}, null);
  viewer.start(0, 0, 0);
  let moves = 0, lying = 0;
  for (const [hand, log] of window.PAIPU.log.entries()) {
    for (const move of log.keys()) { viewer.seek(hand, move); moves++; }
    lying += document.querySelectorAll("#game .board > .he .dapai .pai").length;
  }
  viewer.seek(0, window.PAIPU.log[0].length - 2);
  told(JSON.stringify({ moves, lying }));
} catch (err) {
  told(`fault ${err.stack || err}`);
}
