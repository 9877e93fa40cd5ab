package scoring

// Never is the worth of a plan that a book does not reward.
const Never = -99

// Taste is what people aim at who play by a rule book, and how often they call, for players that play by themselves. What
// a plan is worth is counted in tiles: how many farther away it may be than the nearest hand of any kind. The values
// are not from theory; they were set so that hands end as they do among people, see the tests of the players.
type Taste struct {
	Plain, PlainOpen     float64 // any hand, without calls and with them
	HalfFlush, FullFlush float64
	AllPungs, Pairs      float64
	Orphans, Unconnected float64
	Types                float64 // a group each of three suits, winds and dragons
	Straight, Mixed      float64 // 123 456 789 of one suit, and of three
	Triple, Shifted      float64 // three chows of three suits, alike and in steps
	Knitted, Simple      float64
	Value                float64 // a pung of a dragon or of a wind that counts
	RoundWind            bool    // the wind of the round counts

	// Calls are 0 to 1: how often of the times that a discard is thought about a chow is, how often a kong that costs
	// nothing is made, and one of a discard thought of.
	Chows, Kong, OpenKong float64
}

// Relished is a rule book that says what people who play by it aim at.
type Relished interface {
	Taste() Taste
}

// TasteOf is what players of a rule book aim at; of one that does not say it, what players of Lingque do.
func TasteOf(rules Ruleset) Taste {
	if book, ok := rules.(Relished); ok {
		return book.Taste()
	}
	return PlainTaste()
}

// PlainTaste is that of a book of which nobody has said anything: concealed hands, flushes and sets that belong
// together.
func PlainTaste() Taste {
	return Taste{Plain: -0.6, PlainOpen: -2, HalfFlush: 0.5, FullFlush: 1, AllPungs: 0.5, Pairs: 0.8, Orphans: 1, Unconnected: 0.6,
		Types: 0.5, Straight: 0.5, Mixed: 0.5, Triple: 0.5, Shifted: 0, Knitted: Never, Simple: Never, Value: -1.5,
		Chows: 0.9, Kong: 0.9, OpenKong: 0.3}
}
