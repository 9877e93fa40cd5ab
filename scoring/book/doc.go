// Package book is what every rule book is made with: sets of rows, a table and the changes that editions and options
// make in it, options with their values, the sheet on which a hand is compared with the table, and matches in
// rounds. A chapter beside it brings the table, the arithmetic and what is its own of a match.
package book
