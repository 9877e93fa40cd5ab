// Package mcr is the rule book of Chinese official mahjong (国标麻将, MCR): the 81
// fans of the trial rules of 1998 and, as changes to them, what the profiles of
// practice, of the online commentary and of the WMO editions settle otherwise.
//
// A hand scores the sum of its fans under five principles: 不重复, 不拆移, 套算一次,
// 不得相同 and 就高不就低. It wins with at least eight points without flowers.
// Clauses are cited as the number of the fan in the table of 1998.
//
// The files read in this order: table.go is the book's table, profiles.go what the
// profiles have otherwise, words.go the notions that only this book knows, total.go
// and forest.go its principles, explain.go the arithmetic in steps, payment.go who
// pays, match.go seats and rounds.
package mcr
