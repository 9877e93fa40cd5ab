// Package lines answers hands that come as JSON lines: with their score, or with the tiles that complete them. A line
// that is no hand is answered with the reason.
package lines
