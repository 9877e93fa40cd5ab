// Package teaching tries how a set of tiles is taught: with mistakes that people make while they set
// up, and what was learned where it should not have been.
package teaching
