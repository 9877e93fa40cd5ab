// Package play makes the course of a hand out of what changed on the table: who discarded
// what, who called it, who declared riichi, which kongs, flowers and indicators there were,
// who won and how. It knows no pixels.
//
// # How
//
// [Play] hears changes ([watch.Change]) one after the other and keeps a beam of histories.
// A history explains every change by the rules of play: a discard by the player whose turn
// it is, a call, a tile taken back; or a discard of a player out of turn, between which and
// the last one others played unseen. What is unlikely (a discard nobody saw, a tile told
// twice, a meld told after its owner's discard) costs log-probability and nothing else:
// no change is illegal in all histories, so the beam never ends. A tile that arrives later
// fills a gap that was left for it.
//
// Faces are not decided while the beam runs: each tile keeps the likelihood of every face,
// and histories are compared by how well the tiles of a meld go with each other and with
// the discard that was claimed. At the end of a hand everything is decoded anew with a wider
// beam, the copies of each kind are counted, and a hand that was laid down must be one that
// the rule book lets win. The result is a list of complete alternatives with probabilities,
// see [Ending], of which every fact has its probability and its runner-up.
//
// All likelihoods are natural logarithms relative to "the tiles are what they are by
// themselves, without a relation to each other".
package play
