// Replays games in kobalab's notation with kobalab's own board and prints what it found.
// Usage: node replay.js FILE, with @kobalab/majiang-core beside it or in NODE_PATH.
"use strict";
const fs = require("fs");
const Majiang = require("@kobalab/majiang-core");

const paipu = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const board = new Majiang.Board(paipu);
const found = { hands: 0, discards: 0, wins: 0, draws: 0, faults: [] };
const deeds = {
  qipai: (d) => board.qipai(d),
  zimo: (d) => board.zimo(d),
  gangzimo: (d) => board.zimo(d),
  dapai: (d) => { board.dapai(d); found.discards++; },
  fulou: (d) => board.fulou(d),
  gang: (d) => board.gang(d),
  kaigang: (d) => board.kaigang(d),
  hule: (d) => { held(d); board.hule(d); found.wins++; },
  pingju: (d) => { board.pingju(d); found.draws++; },
};

// held checks that the board, which has followed every tile, holds what the win shows.
function held(d) {
  const own = board.shoupai[d.l].clone();
  if (own._bingpai._) return; // unseen tiles are shown only now
  const shown = Majiang.Shoupai.fromString(d.shoupai);
  if (d.baojia != null) shown.dapai(shown._zimo, false);
  for (const s of ["m", "p", "s", "z"])
    if (String(own._bingpai[s]) != String(shown._bingpai[s])) throw new Error(`place holds ${own}, the win shows ${shown}`);
  if (String(own._fulou) != String(shown._fulou)) throw new Error(`melds ${own._fulou}, the win shows ${shown._fulou}`);
}

for (const [n, log] of paipu.log.entries()) {
  try {
    for (const event of log) for (const word of Object.keys(event)) deeds[word](event[word]);
    board.last();
    found.hands++;
  } catch (err) {
    found.faults.push(`hand ${n}: ${err.message || err}`);
  }
}
console.log(JSON.stringify(found));
