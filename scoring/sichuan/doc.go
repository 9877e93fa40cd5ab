// Package sichuan is the rule book of Sichuan mahjong, blood battle to the end
// (四川麻将 血战到底): 《四川麻将（SBR）竞赛规则》 of the Mahjong International League, trial
// edition of 2025. Clauses are cited by its articles.
//
// A hand scores two to the power of its fans (番), at most of three. A hand of the table
// has several endings: the game goes on after a win until three have won or the wall is
// empty, and kongs are paid at once. What clubs play otherwise are options.
//
// The files read in this order: table.go is the book's table, options.go what clubs vary,
// total.go the arithmetic of a win, ready.go what a hand is worth that did not win,
// payment.go who pays for a win, settle.go the settlements of a whole hand, match.go who
// deals next.
package sichuan
