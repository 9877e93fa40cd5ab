// Package recorder keeps films of the hands that are followed: the pictures as the eye saw them,
// so that a hand which was asked about or corrected can be watched again. A film is an ID.mjpeg
// (JPEG after JPEG) and an ID.start.json in one folder of a limited size.
package recorder
