// Package setup sets a table up from a browser: it shows what the camera sees and how sharp it
// is, takes the corners of the cloth, calibrates the lens, says which tiles to lay and learns
// them, listens to the table's board, and writes the configuration that a person would have
// written, with the comments that stand in it.
//
// It knows no HTTP and no page: [Setup.Do] carries out one operation, body and answer JSON, and
// [Setup.Picture] gives pictures. Who may is for the caller to see to. What cannot be done is a
// refusal with a code, which the page says in its reader's language.
//
// Nothing of the running table changes before the operation save; what is taken until then lies
// in the folder setup of the data folder, in the form that jantaku calibrate takes, so that
// one may go on from the command line, or after a restart.
package setup
