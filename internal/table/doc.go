// Package table is the running daemon of one table: the parts of an evening, from what hears and sees to
// what keeps and shows, built in their order ([Start]) and run until it ends ([Table.Run]). What each part
// does stands in its own package; here stands how they are joined, and what hangs on several of them.
//
// The life of a hand, from left to right:
//
//	lookout ── sights ──▶ hearing ─┐                      ┌─▶ ledger ─▶ outbox ─▶ publisher ─▶ broker
//	   └ follow, evidence, films   ├─▶ pipeline ─▶ books ─┤
//	link ──── events of the board ─┤      ▲               └─▶ board ─▶ pages
//	console and broker ─ requests ─┘      └── story, drawer: what a restart takes up again
//
// The camera's lookout sees a hand laid down or followed to its end, the board's link hears a win button, a
// referee asks: [hearing] and the link put it before the pipeline, which reads, scores and asks about what
// it doubts (pipeline.Life has that as a page). What it books goes through [bookkeeper] into the ledger,
// from where the outbox publishes it; what is open meanwhile the board shows. Story and drawer outlive the
// process, so that a hand is booked once however often the daemon was killed.
package table
