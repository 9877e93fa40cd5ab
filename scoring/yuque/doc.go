// Package yuque is the rule book of Yuque mahjong (玉雀, 精算麻雀) by 莫莫柴: the 54th
// edition (2023/7/4).
//
// A hand scores the square of its fan. Fans are counted one after the other in order
// of priority, and each is worth the less, the fewer changes it would have taken to
// get it once those before it were there: its value is multiplied by a remaining
// ratio (剩余数) r. The triplets of the counted fans may score on top (番刻). Everybody
// whose hand waits for a tile scores half of what it would be worth. Points come from
// and go to the bank, so they do not sum to zero.
//
// Clauses are cited by the numbers of the fan table; names of rules are the book's.
// The files read in this order: table.go is the book's table, ratios.go its matrix of
// remaining ratios, words.go the notions that only this book knows, yuque.go the rule
// book with its options, total.go its arithmetic and search.go the choice among fans,
// explain.go the reasons, payment.go what is won and lost, tenpai.go the hands that wait, penalties.go
// penalties and sticks, match.go seats and rounds.
package yuque
