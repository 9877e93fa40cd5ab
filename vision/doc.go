// Package vision is the eye: it finds rows of mahjong tiles in a photograph and
// reads their faces by template matching with OpenCV.
//
// It holds the [Reader] and what a hand is as one arrangement; each step is a package:
//
//	raster     pictures, strips, frames, features: the only C, and all OpenCV but that of lens
//	faces      learned faces, and how much a window is like them
//	plane      a calibrated table → fields and sheets
//	outline    a place → whether it has the outline of a tile, as one face down has
//	proposal   a calibrated table → proposals of tiles, with the evidence for each
//	arrange    proposals → the likeliest arrangement and its runners-up
//	locate     any picture → the outlines of faces, by a small network
//	bare       a bare picture → the planes in which tiles may lie
//	layout     rows → a hand, or questions
//
// In this package one file is one step:
//
//	read.go        Reader
//	bare.go        a bare picture: what was read in the planes of the faces located in it
//	spread.go      which of its rows are the hand's
//	unread.go      what about a hand is explained by none of its tiles
//	stranger.go    whether its tiles are of the set that was taught
//	table.go       a calibrated table: Reader.ReadTable, Reader.Open
//	hand.go        the hand of a place as one arrangement
//	kongs.go       the tiles face down of its concealed kongs
//	raised.go      the turned tile of a pung → whether it lies upon a fourth
//	follow.go      picture after picture of a table → what changes on it, see package watch
//
// # Coordinates
//
// Picture points are pixels, x right, y down, and rows have frames of their own, see package raster,
// which calls OpenCV. What a camera delivers is read by a child process, see package vision/eye.
package vision
