// Package vision is the eye: it finds rows of mahjong tiles in a photograph and
// reads their faces by template matching with OpenCV.
//
// Pictures, strips and features are package raster's, learned faces and likeness package faces'. Here one
// file is one step, in this order:
//
//	find.go        ink → hypotheses of rows
//	rows.go        similarities → tiles along the row, splitting and reading at once
//	search.go      a hypothesis → a candidate row with its frame
//	tiles.go       a tile of a row → the likeness of every face
//	closer.go      a tile that is not clear → its own perspective
//	closelook.go   a likely face → the window in which the tile looks most like it
//	ends.go        a row → where it begins and ends
//	collect.go     candidates → rows that do not overlap
//	around.go      the main row → the other rows of the hand, in its plane
//	hand.go        rows → those of the hand, top to bottom
//	turned.go      rows → the tiles that lie sideways among or beside theirs
//	lying.go       a place → how a tile that lies sideways is seen there
//	put.go         a tile that was found → its row, in place of what is seen worse
//	mend.go        what turned tiles say about the upright ones
//	shape.go       tiles of a hand → those that are rather parts of one
//	backs.go       open tiles of a concealed kong → those of it that lie face down
//	patch.go       a place beside a tile → how likely a tile lies face down there
//	twins.go       fives → whether they may be red or black
//	pale.go        a strip → what is as white as tiles, and stands by itself
//	leftover.go    what looks like tiles beside the rows and was not read → tiles, or questions
//	vanished.go    what was surely seen at first and is in no row any more → questions
//	halves.go      tiles apart that may be halves of others → whole ones, or questions
//	confidence.go  similarities → probabilities
//	field.go       a place of a calibrated table → one strip that holds all its rows
//	sheet.go       the strip, and where in the field tiles lie
//	lines.go       the strip → rows of upright tiles
//	sideways.go    what no upright tile explains → tiles that lie sideways
//	raised.go      the turned tile of a pung → whether it lies upon a fourth
//	unread.go      what must be a tile and was not read
//	table.go       all of it on a calibrated table: Reader.ReadTable
//	arranged.go    the hand of a place as one arrangement
//	stages.go      what each step saw, for people
//	place.go       a spot of a calibrated table → evidence of what lies there: Picture.ReadPlace
//	follow.go      picture after picture of a table → what changes on it, see package watch
//	sweep.go       zones of a calibrated table → all tiles in them: Picture.Sweep
//	lens.go        pictures of a chessboard → calibration.Lens
//	read.go        all of it: Reader.Read
//	learn.go       labelled photographs → calibration.Faces
//	samples.go     the samples of a face → those that are kept
//	mislabelled.go tiles of a lesson → whether their labels are right
//	relearn.go     confirmed hands → samples that are added to calibration.Faces
//	report.go      what was learned, for people
//	guess.go       rows of a lesson without boxes → where they are
//	cloth.go       the same on a calibrated table
//
// # Coordinates
//
// Picture points are pixels, x right, y down, and rows have frames of their own, see package raster,
// which calls OpenCV. What a camera delivers is read by a child process, see package vision/eye.
package vision
