// Package trial tries what vision concludes on hands whose truth is known. It makes the
// changes of a table from records as an eye would tell them, with its faults, and compares
// what was concluded with the record.
package trial
