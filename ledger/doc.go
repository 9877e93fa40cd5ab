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
//
// # Files
//
// Each file uses those below it and none above:
//
//	append.go claim.go correct.go    what is recorded: hands, further wins, corrections; photos.go, watched.go: what is kept beside
//	foresee.go export.go pantheon.go tenhou.go outbox.go backup.go replay.go beside.go    what is made of the books
//	later.go situate.go ready.go referee.go    what the hands after a corrected one become, and how a hand is scored where it stood
//	open.go read.go since.go journal.go    the file: opened, asked, read and written event by event
//	sums.go matches.go standings.go    results of players, in the same transactions
//	fold.go people.go agreement.go digest.go final.go state.go    events → the state of a match, and what it comes to
//	event.go payload.go    an event and what it carries
//	ledger.go store.go lock.go id.go course.go errors.go    what all of them use
package ledger
