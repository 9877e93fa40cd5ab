// Package teach leads a club through teaching a set of tiles: which rows to lay, in what order, and
// what to lay again until every face is known.
//
// A [Course] is a folder: labels.json, in the form that jantaku calibrate tiles reads, and the
// photographs beside it. Everything is written as it happens, so that a course that was interrupted
// goes on where it stopped. The labels come from the order in which the rows are laid; where the tiles
// stand nobody has to say.
package teach
