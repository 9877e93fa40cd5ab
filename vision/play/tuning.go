package play

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Priors are how often things happen at a table and in the eye, as probabilities. Those of
// play are shares of 7,627 real hands: 48.6 discards a hand, 4.0 % of them called, 0.10 kongs
// a hand, riichi in 66 % of hands.
type Priors struct {
	// Call is how often a discard is claimed for a meld; Chow, Pung and Kong are the shares
	// among the calls.
	Call, Chow, Pung, Kong float64
	// OwnKong is how often a turn begins with a concealed or added kong.
	OwnKong float64
	// Riichi is how often a discard of a player who may declare it does, by how many this
	// player has discarded before; the last holds for all further ones. Counted in the 350
	// reference hands, 13,461 discards.
	Riichi [8]float64
	// TakeBack is how often a discard is taken back and another played.
	TakeBack float64
	// Mistake is how often a hand is laid down that does not win.
	Mistake float64
	// FalseWin is the share of laid hands, told as wins, that the book does not let win.
	FalseWin float64
	// NotReady is how much less often than one that waits a hand that does not is shown after
	// the last tile, where only those that wait are.
	NotReady float64
	// Crooked is how often a tile lies sideways though nothing is declared, and Straight how
	// often a riichi tile does not.
	Crooked, Straight float64
	// Elsewhere is how often a discard of a heap lies before another player than its own.
	Elsewhere float64
	// OtherArm is how much of what reached over a tile of a heap before it was seen is not the arm
	// of who laid it.
	OtherArm float64
	// Unturned is how often the claimed tile of a meld is not turned toward its supplier,
	// where that is the custom; Misturned how often toward somebody else.
	Unturned, Misturned float64

	// Missed is how often the eye does not tell of a discard, MissedMeld of a meld.
	Missed, MissedMeld float64
	// Doubled is how often a tile is told twice, False how often one is told that is none,
	// FalseGone that one left which lies there.
	Doubled, False, FalseGone float64
	// Late is how often a change is told after the one that followed it.
	Late float64
	// Blind is how often a discard is missed while the eye had warned of trouble.
	Blind float64
	// Overdrawn is how likely it is that a tile is drawn from a wall that has none left.
	Overdrawn float64
	// After is how often, once a hand has ended, tiles are moved about, change by change.
	After float64
	// Stray is how often, after a hand has been won, one of the discards is taken from its river.
	Stray float64
	// OutOfRow is how often three tiles of a laid hand that are no meld lie as one does, and how
	// often a meld lies as tiles of the hand do. Row is how many millimetres apart tiles of one
	// row lie at most: the drawn one is laid half a tile aside.
	OutOfRow, Row float64
	// Sorted is how often a hand that is laid down is sorted, Astray how often a tile of a
	// sorted hand stands elsewhere.
	Sorted, Astray float64
	// Known is how sure one reading may be at most: every face keeps at least
	// exp(-Known) of the likelihood of the best. 15 leaves 1.4e-5 to all other faces together;
	// of 10,591 drawn river tiles with a claimed error below 1 % none was wrong.
	Known float64
	// Apart is by how many millimetres more than the other gaps of a laid hand the gap
	// beside the drawn tile is wider where it tells something at all.
	Apart float64

	// Beam is how many histories are kept while a hand is played, Wide how many at its end.
	Beam, Wide int
	// Widest is how many are kept at its end while those that would be let go with one sight are
	// likelier together than Spread: in a hand with many flowers a gap may be anywhere. Of 14
	// filmed hands of MCR 9 are told without a question instead of 4, in 1.5 times the time. In a
	// heap, where anybody may have laid a tile, it takes 2.6 times the time and settles none.
	Widest int
	Spread float64
	// Depth is how much less likely than the best a history may be to be made at all (natural
	// logarithm), Tail how likely all histories together that are let go with one sight.
	Depth, Tail float64
}

// Standard are the priors of play at a real table, with an eye as good as it was measured
// on drawn tables. Those of the eye that were not measured (Doubled, False, FalseGone, Late)
// are assumed, and what they cost is measured with trial.Usual.
func Standard() Priors {
	return Priors{
		Call: .040, Chow: .39, Pung: .58, Kong: .03,
		OwnKong: .002, Riichi: [8]float64{.0007, .002, .003, .007, .018, .022, .037, .038}, TakeBack: .002, Mistake: .003, FalseWin: .003, NotReady: .003,
		Crooked: 1e-5, Straight: .005, Elsewhere: .1, OtherArm: .05, Unturned: .1, Misturned: .01,
		Missed: .01, MissedMeld: .01, Doubled: .005, False: .0005, FalseGone: .0005,
		Late: .005, Blind: .3, Overdrawn: .001, After: .3, Stray: .05,
		OutOfRow: .01, Row: 50,
		// With .9, one Yuque hand of 40 was told wrongly with a claimed error of 0.002: the order
		// of a hand is no evidence until both are fitted.
		Sorted: 0, Astray: .01,
		Known: 15, Apart: 4,
		Beam: 48, Wide: 600, Widest: 2400, Spread: 1e-5, Depth: 20, Tail: 1e-7,
	}
}

// Set changes one of the priors that are numbers, told as NAME=VALUE, to try another.
func (p *Priors) Set(text string) error {
	name, value, _ := strings.Cut(text, "=")
	number, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return fmt.Errorf("prior %q: not NAME=VALUE: %w", text, err)
	}
	field := reflect.ValueOf(p).Elem().FieldByName(name)
	if field.Kind() != reflect.Float64 {
		return fmt.Errorf("prior %q: there is no such number", name)
	}
	field.SetFloat(number)
	return nil
}

func exp(x float64) float64 { return math.Exp(x) }

// log is the natural logarithm, bounded so that nothing is impossible.
func log(p float64) float64 { return math.Log(max(p, 1e-12)) }
