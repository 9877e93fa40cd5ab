// Package bare reads the hand in a picture of which nothing is known but the faces of the set: bands of print are
// hypotheses of rows, the clearest row is the hand's, and what else belongs to the hand lies around it. One file is
// one step, in this order:
//
//	search.go    a band → a candidate row with its frame
//	rows.go      similarities → tiles along the row, splitting and reading at once
//	ends.go      a row → where it begins and ends
//	collect.go   candidates → rows that do not overlap
//	around.go    the main row → the other rows of the hand, in its plane
//	hand.go      rows → those of the hand
//	turned.go    rows → the tiles that lie sideways among or beside theirs
//	mend.go      what turned tiles say about the upright ones
//	pale.go      a strip → what is as white as tiles, and stands by itself
//	leftover.go  what looks like tiles beside the rows and was not read → tiles, or questions
//	halves.go    tiles apart that may be halves of others → whole ones, or questions
//	vanished.go  what was surely seen at first and is in no row any more → questions
//	shape.go     tiles of a hand → those that are rather parts of one
//	hands.go     all of it: Reader.Read
package bare
