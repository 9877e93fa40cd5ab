// Package tournament is a tournament or a league as a value: who plays, who sits where in which round, what came of
// it, and how the standings follow. It knows no database, no broker and no clock: [Tournament] is one JSON document,
// which is also how a tournament is exported and imported, and everything in it may be corrected while it runs.
//
// Seating is made one round at a time ([Tournament.Draw]), so that late players, players who leave and corrections of
// results count at once; where the method does not look at results, the rounds to come can be drawn ahead. What a
// match is worth is said by the rule book of the table ([jantaku/ledger.Total]); nothing is scored here.
package tournament
