package tracker

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision/play"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// Books know who plays and who deals.
type Books interface {
	// Table gives the match that is being played; false when none is.
	Table() (models.MatchState, bool)
}

// Rules is what following a hand needs of a rule book.
type Rules struct {
	Game *prior.Game
	// Book scores hands in which the game goes on after a win; nil elsewhere.
	Book scoring.Ruleset
	// Effects say what the rule book makes of an ending.
	Effects verdict.Effects
	// Counted tells that the number of tiles in the walls is known, so that the last one is.
	Counted bool
	// Wall says where the wall is broken by the dice; the zero value where that is not known.
	Wall models.WallRule
	// Possible says why the course of a hand cannot have happened by the rules of play; nil
	// when it can.
	Possible func(r *models.Record) error
	// Waits reports whether a hand that was shown lacks one tile, as far as its book asks.
	Waits func(s *verdict.SettledHand) bool
	// Reason says of the word for a drawn game, see [verdict.Verdict], whether a rule stopped the
	// hand, and which.
	Reason func(word string) (models.Ending, string)
}

// Config says by what a hand is followed.
type Config struct {
	Books Books
	// Rules gives those of a match. The error says which rule book cannot be followed.
	Rules func(m models.Match) (Rules, error)
	// MaxError is the probability of a wrong score below which a win counts as known.
	MaxError float64
	// Keep writes down and shows the course as far as it was seen, of which the first moves
	// are final, or that nothing has been seen of the hand that is on; nil keeps nothing.
	Keep func(ctx context.Context, r *models.Record, final int) error
	// Journal keeps what is seen over a restart; nil keeps nothing.
	Journal *Journal
	// Learned is what hands have taught about the table before the first that is followed.
	Learned prior.Learned
	Log     *slog.Logger
}

// Follow follows the hands of one table, one after the other. Its methods may be called
// from any goroutine.
type Follow struct {
	Config

	mu      sync.Mutex
	hand    hand
	blind   time.Duration // since when nothing can be seen, on the clock of the changes; 0 while it can
	news    chan struct{} // closed with the next change
	round   int           // counts the hands
	fault   string        // why nothing is followed, as it was logged last
	kept    *models.Record
	final   int           // moves of it that change no more
	learned prior.Learned // by the hands before
}

// hand is what was seen of the hand that is on.
type hand struct {
	changes []watch.Change
	found   finding
	shown   map[watch.Spot][]string // pictures that show the tiles, by their sums
	played  bool                    // something but indicators was seen
	whole   bool                    // from its beginning on, without a gap
	laid    [models.Places]bool
	won     [models.Places]bool // was told to have won, or said to
	said    [models.Places]bool // somebody else said so first
	opening opening             // who dealt, by what was seen
	doubted string              // by what its ending is in doubt, as it was logged last
	begun   time.Time           // when it began, as somebody said; zero for with the first change
	zero    time.Duration       // that moment on the clock of the changes
	start   prior.Start
	rules   Rules
	play    *play.Play // nil while nothing was seen
}

// Journal keeps what was seen of the hand that is on in a file, change by change, so that it
// survives the end of the program at any moment. A loss of power may cost the last seconds,
// which are found on the cloth again. A nil Journal keeps nothing.
//
// An entry of the file is its length (four bytes, the highest first) and its body, gob.
type Journal struct {
	file *os.File
	bad  bool // writing failed
}

// opening is what the rivers, the dice and the wall tell of who dealt.
type opening struct {
	first models.Place // whose discard was seen first
	count int          // of discards that were seen
	dice  [][2]int     // that were rolled for this hand
	wall  models.Place // in whose wall the first dora indicator was turned; 0 while it was not seen
}

// Dealer is somebody who may have dealt, and how many times likelier what was seen is then than with the dealer
// of the books.
type Dealer struct {
	At   models.Place // 0 for nobody
	Odds float64
}

// longBlind is how long nothing may be seen until a part of the hand is missing: a player
// takes three seconds for a turn, and fast ones two.
const longBlind = 3 * time.Second

// firstMove is the time after a shuffle or deal in which nobody has played a tile yet.
const firstMove = 10 * time.Second

// mostChanges bounds what is kept of one hand: the longest have some 120 moves, each told
// in up to four changes.
const mostChanges = 2000
