// Package artwork draws the faces of two sets of tiles that nobody ever printed: the strokes of a
// brush, the dots and the bamboos.
package artwork
