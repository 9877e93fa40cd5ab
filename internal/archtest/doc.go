// Package archtest keeps the architecture: its test reads the sources and fails
// when a package imports what its place does not allow, lacks a package comment,
// lets a library out of the one package that may use it, or chooses more constants outside tuning structs.
package archtest
