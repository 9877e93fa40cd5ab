// Package proposal says what may lie on a calibrated table. A [Picture] is looked at anywhere: at one [Spot], or swept
// for everything in some zones, both ways. Each [Proposal] is a tile in a pose with the evidence of all that it may
// be; package arrange chooses those that together are likeliest.
package proposal
