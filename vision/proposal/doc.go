// Package proposal says what may lie on a calibrated table. A [Picture] is looked at anywhere: at one [Spot], or swept
// for everything in some zones, both ways. Each [Proposal] is a tile in a pose with the evidence of all that it may
// be; package arrange chooses those that together are likeliest.
//
// In this package one file is one step. The whole way of a picture is [Picture.Sweep], that of one place [Picture.ReadPlace]:
//
//	picture.go   a picture of which places can be read
//	sweep.go     some zones → everything that lies in them
//	scan.go      a sheet → the windows that look like a face
//	place.go     a spot → the evidence of what lies there; looks at a pose, and what they weigh
//	settle.go    a look → the pose in which its likeliest faces are seen best
//	blank.go     a look → whether it shows no print, or one that is lost in the light upon it
//	patches.go   what is as light and as large as a tile → what may be seen there, or a tile of no known face
//	backs.go     tiles that were found → those face down beside them
//	light.go     the hand of a place: what is as light as its tiles and explained by none
//	leftover.go  a bare picture: what stands out from its ground as a tile does
//	cloth.go     the light of the cloth below
//	stages.go    what the steps saw, as it is drawn for people
package proposal
