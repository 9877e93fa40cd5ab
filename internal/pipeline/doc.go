// Package pipeline is the life of a hand: what happens between the deal and the moment the books hold it. life.go
// shows it whole, state by state: what happens comes in as an event, what is to be done goes out as commands
// (commands.go), and nothing in it waits.
//
// Around it stands pipeline.go: it brings the events in order, in one goroutine, Run, and does what is commanded: it
// lets the eye look, asks who follows the hand, writes into the books, shows what waits. What people ask for comes in
// through Request and waits its turn.
//
// What the tiles do not tell about a hand are facts (evidence.go). Each has a source: the table, the clock (clock.go),
// the picture, somebody who followed the hand, a person (said.go), or what the club agreed. One without a source that
// would change the score, the payments or the course of the match is a question (weigh.go), never a silent default.
//
// Two kinds of failure are told apart here and nowhere else. When a hand fails, it
// waits, the referee is asked, and play goes on. When the books
// fail, Run returns the error and the program stops loudly.
package pipeline
