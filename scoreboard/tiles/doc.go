// Package tiles draws mahjong tiles as SVG: the 34 faces, red fives, the eight
// flowers, two backs and a tile that was not read.
//
// A drawing is 60 × 80 units, readable from about 30 pixels of width on. Dots,
// bamboos, backs and blossoms are shapes; characters are text in whatever Chinese
// serif the machine has, with bold as the fallback of the fallback.
package tiles
