// Package reading tries how well hands and tables are read: labelled photographs by faces learned
// from others, drawn scenes and tables from easy to hard, and what a reading costs beside decoding
// its picture. It prints what it counts.
package reading
