// Package pipeline is the life of a hand: what happens between the moment somebody
// wins at the table and the moment the books hold it. pipeline.go shows it whole.
//
// Everything happens in order in one goroutine, Run. What people ask for comes in
// through Request and waits its turn.
//
// Two kinds of failure are told apart here and nowhere else. When a hand fails, it
// becomes the pending hand, the referee is asked, and play goes on. When the books
// fail, Run returns the error and the program stops loudly.
package pipeline
