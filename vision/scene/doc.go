// Package scene draws pictures of a mahjong table with exact ground truth.
//
// It is the camera of the demo and the source of thousands of test pictures: tiles
// with drawn faces lie on felt, seen in perspective by a camera somewhere above
// the table, under light, shadow, glare, noise and blur. What lies where is known
// to the pixel, so that reading can be measured.
//
// It is pure Go and deterministic: the same [Spec] draws the same picture on every
// machine. It knows nothing of how pictures are read; the picture is the only way
// in which a hand travels from here to the reader.
//
// # Coordinates
//
// The table lies in millimetres, x toward East's right hand, y away from East,
// z up, origin at the centre of the cloth: the player at place 1 sits at negative
// y. Picture points are pixels, x right, y down, origin at the top left corner of
// the first pixel.
package scene
