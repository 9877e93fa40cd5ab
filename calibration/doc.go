// Package calibration holds what a club teaches the program about its table: the
// lens of the camera, where the table lies in the picture, which part of the
// table is whose, and the faces of its tiles.
//
// It is plain data with checks, kept as JSON on disk, and the arithmetic that maps
// points between picture and table. It links no OpenCV: finding a chessboard or
// reading faces is for package vision.
//
// # Coordinates
//
// Picture points are pixels, x right, y down, origin at the centre of the top left
// pixel. Table points are millimetres, x toward East's right hand, y away from
// East, origin at the centre of the cloth: the player at place 1 sits at negative y,
// place 2 at positive x, and so on counter-clockwise. Heights are over the cloth.
package calibration
