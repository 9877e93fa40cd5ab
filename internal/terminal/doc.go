// Package terminal writes what the commands say to people: matches, standings, fan tables, scored hands and waits.
package terminal
