// Package learn learns what the faces of a set of tiles look like: from photographs whose tiles are labelled ([Faces]), and from hands that
// were confirmed since ([Again]).
//
// A label says which tiles stand in a row and in what order, and never for sure where. So a row is taught in four steps:
//
//  1. Locate. Boxes say where the tiles are, or a calibrated camera does, on whose cloth nothing else lies. In any other picture a network
//     sees where faces are, and the number of tiles leaves a few places for each row. At first drawn faces choose among these; then, round by
//     round, what the other photographs show of its labels does, until all agree. A photograph never confirms itself.
//  2. Lay. The frame of a row, or of each tile that stands apart, is moved until its tiles look most like the means of their faces, which
//     become sharper with it.
//  3. Believe. Every tile is looked at closely where it stands, beside all tiles that other photographs show. All tiles of a row together
//     tell with what probability it stands there, in this order, complete and of this set. What is not believed is taken out and named.
//  4. Write. Tiles that the mean of their own face contradicts are told or taken out. Of what is left a few samples are kept, which show
//     all the ways in which the face can look.
//
// One file is one part of this:
//
//	learn.go       the four steps, one after the other
//	row.go         a photograph as it is taken in, its rows and tiles
//	places.go      1: located faces → the places where one row may stand
//	agree.go       1: the rows of all photographs → where they agree, first with drawn faces
//	cloth.go       1: the rows of a photograph of a calibrated table → where they are
//	lay.go         2: boxes, and the mean of each face → the frames of rows
//	closely.go     3: a tile → how it compares with others, looked at where it stands
//	belief.go      3: how its tiles compare → with what probability a row is not what its label says
//	readback.go    3: rows that are doubted → refused, and tiles with them
//	mislabelled.go 4: tiles of a face and their mean → labels that are doubtful or wrong
//	samples.go     4: the tiles of a face → the samples that are written
//	report.go      what was learned, for people
//	relearn.go     confirmed hands → samples that are added to calibration.Faces
package learn
