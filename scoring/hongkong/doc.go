// Package hongkong is the rule book of Hong Kong mahjong (香港麻雀, 清章), with two profiles: hkma, the list of the
// Hong Kong Mahjong Association (《香港麻雀總例》, 2025), and popular-13, a list that is popular with a cap of 13.
//
// The association's text could not be read when this was written: its values come through two independent
// programs that agree on every one of them. popular-13 is a reading of several lists; every value of either
// profile may be set (value-half-flush=4).
//
// A hand scores the sum of its fans (番), in hkma the cap alone where one of them is a limit hand; it wins with at
// least three. Rows are cited by their number in the list.
//
// The files read in this order: table.go is the list, popular.go what the other profile has otherwise, words.go the
// notions that only this book knows, hongkong.go its arithmetic, payment.go who pays, match.go seats and rounds.
package hongkong
