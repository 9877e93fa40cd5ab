// Package cliinput reads what people type of a match: players and places, hands and how they ended, corrections. What
// cannot be is wrong use of a command.
package cliinput
