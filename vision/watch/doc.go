// Package watch tells what changes on a mahjong table that a calibrated camera sees,
// picture after picture.
//
// It is pure Go and knows pictures only as planes of brightness, a quarter of the camera's
// size. What lies at a spot is read by a [Seer], from the picture at full size, once nothing
// moves there any more:
//
//	watch.go    a picture after the other through all of it, from the first one on; later looks at what lies there
//	read.go     what the places of a region show: what lay there before, and tiles that came
//	stick.go    riichi sticks
//	settle.go   what came, went and stayed → changes that are told; hands; what nobody can read
//	row.go      what a standing hand tells of where a fourth tile came from
//	guard.go    pictures on which nothing can be believed, and how far the camera has moved
//	backs.go    tiles that lie face down, and what is too dark for a face
//	state.go    what is remembered: planes, whose arm was over a spot, tiles on the table and what their looks say
//	gate.go     planes → regions that changed, and whether they lie still
//	tuning.go   every figure, with its unit and where it comes from
//	propose.go  a region → where tiles may lie in it
//	ground.go   where on the table a pixel is, and which pixels a tile covers
//	change.go   what is told
//
// Each file uses those below it and none above.
//
// # Coordinates
//
// The table lies in millimetres, x toward place 1's right hand, y away from place 1, origin
// at the centre of the cloth. Pixels are those of the plane, x right, y down.
package watch
