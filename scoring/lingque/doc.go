// Package lingque is the rule book of Lingque mahjong (灵雀) by 莫莫柴: the 29th
// edition (乙巳年正月十五) and, as changes to it, the 26th (甲辰年冬月初四).
//
// A hand scores the sum of the fu (副) of its fans times a fan (翻) number made of
// the largest fans of two categories; it wins with at least ten points before
// flowers. Clauses are cited as category.place in the fan table.
//
// The files read in this order: table.go is the book's table, edition26.go what the
// earlier edition has otherwise, words.go the notions that only this book knows,
// total.go its arithmetic, payment.go who pays, match.go seats and rounds.
package lingque
