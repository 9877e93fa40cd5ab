// Package stepwise reads the field of a place of a calibrated table step by step. It reads the hands of sets with
// faces that bear no print, for which an arrangement knows no likelihood yet, and its last steps finish every
// arrangement. One file is one step, in this order:
//
//	lines.go     the strip of a field → rows of upright tiles
//	sideways.go  what no upright tile explains → tiles that lie sideways
//	unread.go    what must be a tile and was not read
//	raised.go    the turned tile of a pung → whether it lies upon a fourth
//	steps.go     all of it: Reader.ReadField
package stepwise
