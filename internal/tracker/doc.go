// Package tracker follows the hand on the table move by move. It hears what changes there
// ([watch.Change]), keeps the course of the hand by the rules of play, and tells what it
// knows of a win as a board that knows would, with probabilities ([device.Course]).
//
// It keeps the changes of the hand that is on, and lets the course be made anew from
// them when it turns out who deals: while an earlier hand waits for the referee nobody
// knows.
//
// What is seen is kept in a [Journal]. After a restart, of the program or of its eye alone,
// the watch tells anew all that lies there: tiles that lay there are found again, and the
// hand goes on ([Follow.Resume]) unless more came or went meanwhile than one tile.
//
// A hand whose beginning nobody saw, or of which a part was not watched, is followed as
// well as it can be, but nothing about it counts as known: it is a proposal.
package tracker
