package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// Parts are what a pipeline needs; none may be nil but Referee.
type Parts struct {
	Eye Eye
	// Understander may be nil: then tiles are typed and not put right on the photograph.
	Understander Understander
	// Follower may be nil: then nobody follows the hands.
	Follower Follower
	Books    Books
	Board    Board
	Referee  Referee
	Drawer   Drawer // may be nil: then a restart forgets the hands that wait
	Log      *slog.Logger
	// Asked are circumstances of a win that the clock does not exclude in this club.
	Asked models.Flags
	// Assumed are facts that the club agreed never to be asked about: they are as a hand
	// is shown unless somebody says otherwise.
	Assumed []models.Fact
	// Sure is the probability from which on what somebody knows who followed the whole hand
	// is not asked about.
	Sure float64
	// Standing tells that the table counts the dead wall among the tiles that are left.
	Standing bool
	// Handled is told every event after all that it means has been done and kept; may be nil. After
	// an error it is told again a little later.
	Handled func(device.Event) error
	// Lit is told how the lamps of the win buttons are to be, once all events of the board up to a position were dealt with. It
	// may be nil.
	Lit func(lamps device.Lamps, upTo device.Position)
	// Settled is told when the referee has said how a hand ended: the one that lies on the
	// table (over), or one that ended without a word before. It may be nil.
	Settled func(over bool)
	// Drawers are the places whose drawers say whether a stick was laid for riichi, and those of them where one was; nil for
	// none.
	Drawers func() (tells, laid [models.Places]bool)
}

// Eye reads the hand that lies at a place of the table. It gives a Reading even
// when there is nothing to read: the Reading then says why. Its error is for faults
// of the eye itself, such as a camera that is away.
type Eye interface {
	Look(ctx context.Context, at models.Place) (Sight, error)
}

// Understander makes a hand of tiles, in rows as they lie, that a person put right on the
// photograph of a place. It may be an Eye too; its Sight has no photograph.
type Understander interface {
	Understand(rows [][]models.Sighting, at models.Place) Sight
}

// Reader is what the life of a hand reads in the books.
type Reader interface {
	// Table gives the match that is being played; false when none is.
	Table() (models.MatchState, bool)
	// Rules are the rule book of the match, nil before the first one.
	Rules() scoring.Ruleset
	// Recorded says whether a hand is in the books, even if it counts no more.
	Recorded(id string) bool
	// Situate fills in what the position says about a hand: winds and counters.
	Situate(h models.HandRecord) models.HandRecord
	// Continue gives a win or the draw as what happened next in the hand that goes on, where by
	// the rule book one does after a win; any other as it is.
	Continue(h models.HandRecord) models.HandRecord
	// Barred are the places that may not win in this hand any more, by a penalty.
	Barred() []models.Place
	// Preview says what recording a hand would give and take, by place.
	Preview(h models.HandRecord, results ...scoring.Result) (models.Points, error)
	// Claim says, for a hand that is won With another on one discard, who supplied the
	// tile and how that hand then ends; false when that other hand does not count.
	Claim(h models.HandRecord) (from models.Place, o models.Outcome, ok bool)
}

// Follower follows the hand on the table, such as a camera that sees every discard and call.
type Follower interface {
	// Begins hears that tiles were shuffled, or dealt, at a time: another hand is on. It tells
	// what is known of the one before.
	Begins(ctx context.Context, shuffled bool, at time.Time) device.Ended
	// Course tells what is known of a win at a place; nil when nothing is. Again says that the
	// hand on the table has had a winner before. It takes some seconds at most.
	Course(ctx context.Context, at models.Place, again bool) *device.Course
	// Staked hears that the table tells of a riichi stick at a place that was laid, or taken back.
	Staked(ctx context.Context, at models.Place, lies bool)
	// Rolled hears what dice show that were rolled.
	Rolled(ctx context.Context, dice [2]int)
}

// Books keep the match. What Append has acknowledged is on the disk.
type Books interface {
	Reader
	// Last gives the hand that counts and was recorded last, with its course; false when there
	// is none.
	Last() (models.HandRecord, bool)
	// Seen gives the wins of at least the last n hands that the eye saw, of this match and of those
	// before, oldest first, even those that count no more.
	Seen(ctx context.Context, n int) ([]models.WinRecord, error)
	// Append records a hand. An error that wraps ErrHand is about this hand; any
	// other error is about the books themselves.
	Append(ctx context.Context, a models.Author, h models.HandRecord, results ...scoring.Result) (models.MatchState, error)
}

// ErrHand marks an error of Books that is about one hand and not about the books.
var ErrHand = errors.New("this hand cannot be recorded")

// Board shows what the books do not hold: what the table is doing and which hand
// waits for the referee. It does not wait for anybody.
type Board interface {
	ShowTable(t Table)
	ShowPending(p *Pending) // nil when none waits
}

// Drawer keeps what waits for the referee over a restart.
type Drawer interface {
	Save(Kept) error
	Load() (Kept, error)
}

// Kept is what waits for the referee: hands that were won, oldest first, or a whole hand that went on after a win.
type Kept struct {
	Waiting []*Pending
	// Battle is shown to the referee, who records it; nil for none. Match and Hands are of the books then, which match is
	// played and how many hands of it they have: with more, it is among them.
	Battle *device.Battle
	Match  string
	Hands  int
}

// Referee carries out what people ask for besides the pending hand: corrections of
// the books, penalties, matches. It is called in the order of the hands.
type Referee interface {
	Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error)
}
