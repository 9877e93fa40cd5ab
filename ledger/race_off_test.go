//go:build !race

package ledger

// UnderRace says that the race detector slows everything down tenfold.
const UnderRace = false
