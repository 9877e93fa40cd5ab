// Package camera gets pictures of the table from wherever they come: a folder of
// photographs, an MJPEG or snapshot URL, any program that writes MJPEG to its
// standard output (rpicam-vid on a Raspberry Pi, ffmpeg for V4L2 devices, RTSP
// streams and video files), or a function such as the demo's renderer.
//
// All of them are a [Source]. Pictures stay encoded: what a frame holds is what
// the camera sent. Streams are read in the background so that the next frame is a
// fresh one; a stream that ends, stalls or cannot be reached is tried again with
// growing pauses, and said to be lost meanwhile.
//
// [Inspect] recognises pictures that cannot be read for a reason a person can do
// something about: black, overexposed, covered, blurred, broken, of another size.
// [Burst] takes several frames after a trigger and puts the sharpest first.
//
// It is pure Go and needs no OpenCV.
package camera
