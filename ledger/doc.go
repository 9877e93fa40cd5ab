// Package ledger keeps the book of a table: an append-only journal of matches,
// hands, penalties and corrections, from which everything shown can be built again.
//
// # How it keeps its promise
//
// The journal is one SQLite file (WAL, synchronous=FULL). An event, its photograph
// and its message to the outside world are written in one transaction; what Append
// has acknowledged survives a power cut, and what it has not is not there at all.
// Events are never changed or removed: triggers refuse it, and every row carries
// the SHA-256 of itself and of the row before it, so that a damaged or altered
// event is noticed when it is read.
//
// The state of a match is a fold over its events ([Fold]). A correction is an event
// that gives an earlier entry a new version; the later hands are then replayed, and
// those whose seats have changed by it are scored again, with the new scores kept in
// the same event. So folding needs no rule book's table, and a book that is revised
// next year changes no match of this year.
//
// # What it knows about mahjong
//
// Only places, payments and whose turn it is to deal. What a hand is worth comes from
// scoring.Result; how the deal passes, where players move and when a match is over
// comes from a [Course], which each rule book writes in its match.go.
package ledger
