// Package watch tells what changes on a mahjong table that a calibrated camera sees,
// picture after picture: see [Change].
//
// It is pure Go. What lies at a spot is read elsewhere, from the picture at full size, once
// nothing moves there any more.
//
// # Coordinates
//
// The table lies in millimetres, x toward place 1's right hand, y away from place 1, origin
// at the centre of the cloth.
package watch
