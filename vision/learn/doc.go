// Package learn learns what the faces of a set of tiles look like: from photographs whose tiles are
// labelled ([Faces]), and from hands that were confirmed since ([Again]). One file is one step, and each uses
// those below it and none above:
//
//	learn.go       labelled photographs → calibration.Faces
//	belief.go      what tiles say → with what probability a row is not what its label says
//	readback.go    what was learned → how tiles compare with others, and what is learned of a lesson
//	twins.go       tiles with one label → whether they are a row
//	agree.go       rows of many photographs → where they agree
//	samples.go     the samples of a face → those that are kept; drawn faces, with which the first rows are looked for
//	mislabelled.go tiles of a lesson → whether their labels are right
//	relearn.go     confirmed hands → samples that are added to calibration.Faces
//	report.go      what was learned, for people
//	oneset.go      colours of paper and ink → whether two photographs show one set
//	row.go         a labelled row, its tiles and their means
//	places.go      a label without boxes → where its row may stand, of the rows in which faces were located
//	cloth.go       rows of a lesson on a calibrated table → where they are
package learn
