package players

// habits are how players of a rule book play, apart from what they aim at. Probabilities
// are 0 to 1. Those of riichi were set against 7,627 hands of a league (48.6 discards,
// 1.16 pungs, 0.77 chows and 0.10 kongs a hand, riichi in 66 % of the hands, 53.7 % won on
// discards, 32.7 % drawn, 11.3 % exhausted); of the other books nobody has counted hands. How often
// they call for a kong or a chow is the taste of the book, [scoring.Taste].
type habits struct {
	// riichi is how often a ready closed hand declares.
	riichi float64
	// calls is how often a player thinks about a discard at all, callGain how many tiles
	// nearer a call must bring the hand.
	calls, callGain float64
	// bold is how many tiles a hand may lack that plays on against riichi; stubborn is how
	// often a player plays on with one more.
	bold     int
	stubborn float64
	// nineTerminals is how often nine terminals and honours stop the hand.
	nineTerminals float64
}

func usual() habits {
	return habits{riichi: 0.66, calls: 0.9, callGain: 0.2, bold: 1, stubborn: 0.35, nineTerminals: 0.7}
}
