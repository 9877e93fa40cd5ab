// Package bare estimates the planes in which tiles may lie in a picture of which nothing is known but the faces of the set. In
// such a plane the picture is read as one of a calibrated table is.
//
//	row.go    a located row → one that lies as its print says
//	plane.go  located faces → the planes through such rows, and the fields of the hands in them
package bare
