// Package riichi is the rule book of Japanese riichi mahjong (立直麻雀): the yaku
// and yakuman of the published standards with fu, limits, dora, liability and the
// payments of three and four players.
//
// There is no single book. What the clubs and leagues play differently is an
// option, and a preset or profile names the options of one of them; the default is
// the article of 2017 that the project started from ("seed"). Clauses are cited as
// han.place, 13 standing for yakuman and 0 for dora.
//
// The files read in this order: table.go is the book's table, words.go the notions
// that only this book knows, options.go what may be played otherwise and presets.go
// who plays what, riichi.go the rule book as a value, fu.go and total.go its
// arithmetic and explain.go that arithmetic for people, payment.go who pays for a
// win, draw.go what happens at a draw and with several claims, match.go seats and
// rounds and settle.go what a hand changes in a match, names.go the names of the
// yaku in other languages.
package riichi
