// Package photo reads photographs from files, as the tools of the command line do: with learned
// faces and perhaps a calibration, as a hand or as a whole table. It knows labelled photographs,
// writes readings for people, and draws what the steps of a reading saw.
package photo
