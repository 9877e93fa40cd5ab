package prior

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"jantaku/models"
)

// Figures are how often things happen at a table and in the eye, as probabilities. "Counted" are those
// that play fit counts; how often is said as Standard has it, with 95 % bounds where they are wide.
// Records are 350 real riichi hands and 300 of the program's players, 60 of each book; films are 40
// drawn hands of hardness 0.5, brisk, 5 of them with a heap; photographs show 157 rows of hands.
type Figures struct {
	Players
	Slips
	Endings
	AddedKongs
	Sticks
	Lying
	Eye
	Search
}

// Endings are how likely a hand that is laid down ends the deal in one of several ways, before its tiles are looked at.
type Endings struct {
	// BySelf and OnDiscard are how likely it was won on a tile of its own and on the last discard, where it may have
	// been. Assumed.
	BySelf, OnDiscard float64
	// AfterLast is how likely nobody has won where the last tile was discarded. Assumed.
	AfterLast float64
	// ShownBefore is how often another hand is seen before that of who has won on the last tile, where all show theirs: it was
	// laid down sooner, or read sooner. Assumed.
	ShownBefore float64
	// Misread is how likely the hand is what its tiles deny: each of its faces was read wrongly. Assumed.
	Misread float64
}

// Players are how often people do something at the table.
type Players struct {
	// Call is how often a discard is claimed for a meld; Pung and Kong are the shares among the calls, of which
	// the others are chows. Counted: 1,463 of 31,642; 696 and 2 of 1,463.
	Call, Pung, Kong float64
	// OwnKong is how often a turn begins with a concealed or added kong. Counted: 66 of 31,579.
	OwnKong float64
	// Riichi is how often a discard of a player who may declare it does, by how many this
	// player has discarded before; the last holds for all further ones. Counted: 308 of 14,343
	// discards, each of the eight within its bounds.
	Riichi [8]float64
	// Closed is how often a hand stays closed after a win until the end, where the game goes on. The book of the
	// league says so, clubs differ. Assumed.
	Closed float64
	// NineTerminals is how often a hand with nine kinds of terminals and honours that is laid down before
	// its owner's first discard, and before anybody called, ends the hand: all others of that moment are
	// mistakes. Counted in real records: 5 of 5, while no hand was won then.
	NineTerminals float64
	// LetPass is how often somebody who waits lets a discard pass that would complete the hand: it was
	// not worth enough, or was not noticed. Counted in records: 0 of 158 wins on a discard (at most .02).
	LetPass float64
	// NoneGivenUp is how often a player holds no tile of the suit given up when the first discard is made, so that it
	// is of another suit; NoneAfterExchange where three tiles were passed on before. Counted among the program's players: 10 of
	// 1,200; 287 of 1,199 where the three are of one suit, 382 of 1,198 where they are any.
	NoneGivenUp, NoneAfterExchange float64
	// Ready is how many times likelier a hand that waits is than one that does not and differs from it
	// in one tile for its neighbour in the suit, where all hands are shown at the end: people make
	// their hands ready, chance does not. Counted in records: 411 of 1,298 hands that did not win
	// waited, of which 1,608 of 2,143 such changes left none that waits; of the others 131 of 4,521 made
	// one: 12 (7.8 to 20 by book).
	Ready float64
	// Heaps is how many clubs lay their discards in a heap. Assumed; it shows within a few discards, of which
	// half lie sideways in a heap and hardly any in rows.
	Heaps float64
}

// Slips are how often people do at the table what is no move of the game.
type Slips struct {
	// TakeBack is how often a discard is taken back and another played. Assumed.
	TakeBack float64
	// Mistake is how often a hand is laid down that does not win; also of laid hands that are told as wins, and, after the last
	// tile, how much less often than one that waits a hand that does not is shown, where only those that wait are. Assumed.
	Mistake float64
	// KeepsSuit is how often a player keeps tiles of the suit given up to the end, against the rules, and has none of one of
	// the others. Assumed: one hand of a player in 2,000 keeps such a tile, of which one in five lacks another suit.
	KeepsSuit float64
	// WrongDealer is how often another than the dealer of the books deals and plays first, and how often somebody else discards
	// before the dealer and takes that back. Assumed: one hand in 500.
	WrongDealer float64
	// Misled is how often the dealer of the books, whom displays name, discards first where another dealt, and takes it back. Assumed.
	Misled float64
	// Withdrawn is how often, per discard, a meld is laid for it and taken up again. Assumed: one hand in 50.
	Withdrawn float64
	// Exposed is how often, per change, some tiles of a hand are shown that are no meld. Assumed: one hand in 50.
	Exposed float64
	// Pushed is how often a turn begins with a tile of its player's pung being pushed. Assumed.
	Pushed float64
	// Overdrawn is how likely it is that a tile is drawn from a wall that has none left. Assumed.
	Overdrawn float64
	// After is how often, once a hand has ended, tiles are moved about, change by change. Counted in
	// films, where nobody does: 0 of 303; assumed for people.
	After float64
	// GivenUp is how often, per turn, the tiles of a hand are swept away though nothing says why: it was given up, or the
	// eye did not see how it ended. Assumed: one hand in 1,000, of some 70 turns.
	GivenUp float64
	// Stray is how often, after a hand has been won, one of the discards is taken from its river.
	// Counted: 0 of 4 (at most .5).
	Stray float64
	// IndicatorMoved is how often a winner moves the indicator from what is turned up below it, and it is seen elsewhere. Assumed: of
	// six films of it by another renderer two did.
	IndicatorMoved float64
}

// AddedKongs are where the fourth tile of an added kong comes from.
type AddedKongs struct {
	// DrawnFirst is how often the tile that makes a pung a kong was drawn in that very turn where it is the first in which its
	// owner draws after the pung: who had three keeps the fourth until then. DrawnLater is how often in all later turns, in which
	// nobody has a reason to wait. Counted among the program's players in Sichuan: 38 of 145 (.19 to .34), 208 of 226 (.88 to .95).
	// They do not know that a kong of a tile that was held is not paid; who does, takes the discard for a kong, and DrawnFirst is
	// as DrawnLater. Both are weighed.
	DrawnFirst, DrawnLater float64
	// Tucked is how often a drawn tile is put into the row at once, and Restored how often a row out of which a tile was taken
	// looks as before as soon as that lies beside the pung, though the drawn tile was never seen to lengthen it: it was closed
	// to within some tenths of a millimetre meanwhile. Regrouped is how often the row of who drew the tile lost one elsewhere and
	// gained one that stands apart, all within that turn. Assumed.
	Tucked, Restored, Regrouped float64
	// Beside is how often what comes to lie before a player once the hand has ended, and is no tile of a kong, lies beside a pung as the
	// fourth tile would: a side has room for some fifty. Assumed.
	Beside float64
}

// Sticks are how riichi is declared: by a tile that lies sideways, and a stick.
type Sticks struct {
	// Crooked is how often a tile lies sideways though nothing is declared, and Straight how
	// often a riichi tile does not. Counted in films, which draw no such habit: 0 of 600 (at most
	// .006), 0 of 8 (at most .3); assumed for people: one discard in ten hands. What is believed below
	// a share that is true books sticks that nobody laid; what is believed above costs questions where
	// no stick is seen, and nothing where one is.
	Crooked, Straight float64
	// InView is how likely a club of which nothing is known lays its riichi sticks where the camera sees
	// them; others put them into a tray. Assumed. A table teaches it from hand to hand, see InView of the play,
	// and it is never believed more than all but LearnedInView.
	InView, LearnedInView float64
	// StickDelay is after how many seconds a riichi stick lies there on average, once the discard that
	// declares it does; StickMissed how often none is seen in a club that lays them in view, StickFirst
	// how often it is told before that discard. Counted in films, by play fit: .8 s; 0 of 13 (at most .23);
	// 0 of 13. Assumed for people, who are slower and forget.
	StickDelay, StickMissed, StickFirst float64
	// StickFalse is how often, per place and second, something is told as a stick that is none. Counted in
	// films: 0 of 1,817 (at most .002); assumed to be one in a thousand hands. StickTaken is how often a stick
	// is told to have left before the hand has ended, or is laid anew. Assumed.
	StickFalse, StickTaken float64
	// StickIdle is how often, per place and second, a stick is laid that declares nothing, such as change. Nobody has
	// counted any: about one hand in 1,500. With it a stick beside a tile that lies straight leaves open whether riichi was
	// declared (.5 with a first discard, .98 with a late one), so that it is asked about; beside a tile that lies sideways it
	// weighs nothing.
	StickIdle float64
	// RiichiBack is how often who has declared riichi takes the stick and the riichi back, TurnedBack how often the tile is turned
	// straight with it. Assumed.
	RiichiBack, TurnedBack float64
}

// Lying is how tiles lie that somebody laid, in heaps, melds, hands and flowers.
type Lying struct {
	// Elsewhere is how often a discard of a heap lies before another player than its own. Counted: 5
	// of 34 (.06 to .3).
	Elsewhere float64
	// OtherArm is how much of what reached over a tile of a heap before it was seen is not the arm
	// of who laid it. Counted: 0 of 8 (at most .3).
	OtherArm float64
	// BeforeWall is how often a discard lies right before the wall and beside an indicator, as one of a fourth row may: of 70 discards of a
	// hand one does, in a few clubs. Assumed.
	BeforeWall float64
	// Unturned is how often the claimed tile of a meld is not turned toward its supplier,
	// where that is the custom; Misturned how often toward somebody else. Counted: 12 of 38 (.2 to
	// .5), among films in which nobody ever turns one; 0 of 38 (at most .09).
	Unturned, Misturned float64
	// ThreeShown is how often a concealed kong lies with three faces up, as a pung does. Assumed, and rather low
	// for the books of Yuque (XOOO, OOOX among its ways) and Lingque (one to three down); films draw none so.
	ThreeShown float64
	// FlowerApart is how often a flower lies away from those of its owner. Counted: 0 of 15 (at most
	// .2), drawn as the books tell players to lay them; clubs are assumed to do nearly so.
	FlowerApart float64
	// OutOfRow is how often three tiles of a laid hand that are no meld lie as one does, and how
	// often a meld lies as tiles of the hand do. Row is how many millimetres apart usual tiles of one
	// row lie at most: the drawn one is laid half a tile aside. Counted: of 388 tiles the next was 40.5
	// mm away at most; 10 of 64 melds and hands lay otherwise (.09 to .26), which OutOfRow is too
	// sure of: it stands for two habits, of which each needs a figure of its own.
	OutOfRow, Row float64
	// Sorted is how often a hand that is laid down is sorted, Astray how often a tile of a
	// Sorted hand stands elsewhere. Counted: 79 of 157 rows (.43 to .58), of which .12 stands elsewhere;
	// together they make the rows that were left out 3.4 nats likelier each than no order does. Of 224
	// hands told with faults 82 are told without a question instead of 62; of 96 that were claimed
	// to be wrong with less than .01 none was, of 61 with .01 to .1 four (2.2 expected).
	Sorted, Astray float64
	// Apart is by how many millimetres more than the other gaps of a laid hand the gap
	// beside the drawn tile is wider where it tells something at all.
	Apart float64
}

// Eye is how often the eye tells what is not so, or does not tell what is.
type Eye struct {
	// Missed is how often the eye does not tell of a discard, of one of the faces of a meld or a hand of which it tells, or that
	// a discard left its river that was called; MissedMeld of a meld. Counted: 0 of 643 (at most .006), 1 of 574 (at most .01),
	// 0 of 643, 0 of 38 (at most .09). Real tables are harder than drawn ones: Missed stays higher.
	Missed, MissedMeld float64
	// BacksUnseen is how often the eye does not tell of all backs of a concealed kong. Counted: 3 of 4 in films
	// of backs hardly lighter than the cloth; elsewhere they are seen, so it is assumed lower.
	BacksUnseen float64
	// MissedFlower is how often the eye tells nothing of a flower, not even at the end, nor that something lies
	// there, over all hands. Counted in 290 films: 0 of 945 (at most .003); with the faces of melds, which lie beside them and
	// are read alike, 0 of 3,120 (at most .001); of discards that lay there to the end 3 of 13,920. Real tables are harder than
	// drawn ones: it is that bound. FlowerAlone of it are missed whatever else was seen, as those discards were, of films in which
	// hardly anything else was; the others where other tiles are, see Overlooked.
	MissedFlower, FlowerAlone float64
	// Overlooked are tiles that were not seen or not read, Expected those that Missed and Unread let be expected: how often an eye
	// overlooks something follows a gamma distribution of this shape and rate, since a lamp or an arm hides several tiles of one
	// hand, and none of most. A hand adds its own, see [Learned], so that one more tile was overlooked Overlooked/Expected times as
	// often as over all hands. How alike evenings are is assumed, and that
	// light and people change in one: each hand counts Fades of the next.
	Overlooked, Expected, Fades float64
	// FlowersHidden is how likely it is that the camera sees none of the flowers of a place, because of a rack or since they are laid where nobody
	// looks for them, before anything is known of the place. Assumed. Flowerless is by how much likelier that is of each place, as
	// a logarithm; hands change it, see [Learned].
	FlowersHidden float64
	Flowerless    [models.Places]float64
	// FlowerGap is how often two flowers in a row lie apart by the place of one though none lies between them. Assumed; films lay
	// them side by side. Such a place is GapLeast to GapMost widths of a tile from one flower to the next but one.
	FlowerGap, GapLeast, GapMost float64
	// Doubled is how often a tile is told twice, False how often one is told that is none,
	// FalseGone that one left which lies there. Counted: 0 of 643, 0 of 933 (at most .004), 0 of 643
	// (at most .006).
	Doubled, False, FalseGone float64
	// Unread is how often of a tile is told that something lies there and not what, UnreadFalse how often,
	// per change, that is told where no tile lies. Counted in films before it was told: of 255 flowers one
	// was not read, of 4,653 other tiles three; since it has to look like a tile's paper, in eleven films of
	// which 18 false ones had been told, 0 of some 900 changes (at most .004). Unread is assumed higher, as
	// Missed is.
	Unread, UnreadFalse float64
	// Late is how often a change is told after the one that followed it. Counted: 0 of 643 (at most .006).
	Late float64
	// ClearFalse is how often the eye saw a place as before though a tile lay there already. Assumed.
	ClearFalse float64
	// Blind is how often a discard is missed while the eye had warned of trouble. Assumed.
	Blind float64
	// Known is how sure one reading may be at most: every face keeps at least
	// math.Exp(-Known) of the likelihood of the best. 15 leaves 1.4e-5 to all other faces together;
	// of 10,591 drawn river tiles with a claimed error below 1 % none was wrong.
	Known float64
}

// Search is how many histories are kept.
type Search struct {
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
func Standard() Figures {
	return Figures{
		Players: Players{
			Call: .046, Pung: .477, Kong: .003, OwnKong: .002,
			Riichi: [8]float64{.0007, .002, .003, .007, .018, .022, .037, .038},
			Closed: .5, NineTerminals: .5, LetPass: .01, NoneGivenUp: .008, NoneAfterExchange: .24, Ready: 12, Heaps: .02,
		},
		Slips: Slips{
			TakeBack: .002, Mistake: .003, KeepsSuit: .0001, WrongDealer: .002, Misled: .1, Withdrawn: .0004, Exposed: .0002, Pushed: .0005, Overdrawn: .001,
			After: .3, GivenUp: 1.5e-5, Stray: .05, IndicatorMoved: .3,
		},
		Endings:    Endings{BySelf: .33, OnDiscard: .2, AfterLast: .5, ShownBefore: .05, Misread: 1e-3},
		AddedKongs: AddedKongs{DrawnFirst: .26, DrawnLater: .92, Tucked: .2, Restored: .004, Regrouped: .001, Beside: .02},
		Sticks: Sticks{
			Crooked: .002, Straight: .005, InView: .8, LearnedInView: .001, StickDelay: 3, StickMissed: .01, StickFirst: .02,
			StickFalse: 1e-6, StickTaken: .02, StickIdle: 1e-6, RiichiBack: .005, TurnedBack: .75,
		},
		Lying: Lying{
			Elsewhere: .15, OtherArm: .05, BeforeWall: .005, Unturned: .3, Misturned: .01, ThreeShown: .05, FlowerApart: .01, OutOfRow: .01,
			Row: 50, Sorted: .54, Astray: .12, Apart: 4,
		},
		Eye: Eye{
			Missed: .01, MissedMeld: .01, BacksUnseen: .3, MissedFlower: .001, FlowerAlone: .0002, FlowersHidden: .0003, Overlooked: .1, Expected: .1, Fades: .8, FlowerGap: .02, GapLeast: 1.6, GapMost: 2.5, Doubled: .005,
			False: .0005, FalseGone: .0005, Unread: .004, UnreadFalse: .002, Late: .005, ClearFalse: .001, Blind: .3, Known: 15,
		},
		Search: Search{
			Beam: 48, Wide: 600, Widest: 2400, Spread: 1e-5, Depth: 20, Tail: 1e-7,
		},
	}
}

// SetNumber changes a number among the fields of a struct, told as NAME=VALUE.
func SetNumber(of any, text string) error {
	name, value, _ := strings.Cut(text, "=")
	number, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return fmt.Errorf("%q is not NAME=VALUE: %w", text, err)
	}
	field := reflect.ValueOf(of).Elem().FieldByName(name)
	if field.Kind() != reflect.Float64 {
		return fmt.Errorf("%q: there is no such number", name)
	}
	field.SetFloat(number)
	return nil
}
