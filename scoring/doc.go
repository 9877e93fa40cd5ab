// Package scoring turns a win into points by a rule book.
//
// A rule book is a [Ruleset]: a table of fans in the book's own order, the
// principles that choose among them, its arithmetic and its payments. The table is
// data: a row says what a fan is called, what it is worth, which clause defines it
// and where it stands in a hand; package scoring/find holds the words for "where".
// This package holds what all books share: splitting tiles into sets and a pair,
// trying the table on every split, and the shape of a result.
//
// Nothing here knows about cameras, tables, ledgers or languages.
package scoring
