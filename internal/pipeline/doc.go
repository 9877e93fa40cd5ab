// Package pipeline is the life of a hand: what happens between the moment somebody
// wins at the table and the moment the books hold it. pipeline.go shows it whole.
//
// Everything happens in order in one goroutine, Run. What people ask for comes in
// through Request and waits its turn.
//
// What the tiles do not tell about a hand are facts (facts.go). Each has a source: the
// table, the clock (deal.go), the picture, somebody who followed the hand (course.go), a
// person, or what the club agreed. One without a source that would change the score, the
// payments or the course of the match is a question, never a silent default.
//
// Two kinds of failure are told apart here and nowhere else. When a hand fails, it
// becomes the pending hand, the referee is asked, and play goes on. When the books
// fail, Run returns the error and the program stops loudly.
package pipeline
