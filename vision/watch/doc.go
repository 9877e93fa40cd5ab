// Package watch tells what changes on a mahjong table that a calibrated camera sees,
// picture after picture.
//
// It is pure Go and knows pictures only as planes of brightness, a quarter of the camera's
// size. What lies at a spot is read by a [Seer], from the picture at full size, once nothing
// moves there any more:
//
//	gate.go     planes → regions that changed, and whether they lie still
//	ground.go   where on the table a pixel is, and which pixels a tile covers
//	propose.go  a region → where tiles may lie in it
//	read.go     what the places of a region show
//	places.go   looks at a spot → what lies there; idle ones are looked at again, and what nobody can read
//	settle.go   what came, went and stayed → changes that are told
//	stick.go    riichi sticks
//	watch.go    a picture after the other through all of it
//	guard.go    pictures on which nothing can be believed
//	change.go   what is told
//	tuning.go   every figure, with its unit and where it comes from
//
// # Coordinates
//
// The table lies in millimetres, x toward place 1's right hand, y away from place 1, origin
// at the centre of the cloth. Pixels are those of the plane, x right, y down.
package watch
