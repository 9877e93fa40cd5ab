package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

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

// Sight is a reading with the photograph it was read from.
type Sight struct {
	Reading models.Reading
	Photo   *models.Photo
	// Others are the ways to understand the tiles that the picture leaves open
	// besides that of the reading: sets that may be melds, kongs that may be
	// concealed.
	Others []Way
	// Known are facts that the picture tells, whatever they are, such as the flowers where it
	// shows the whole place of the winner.
	Known models.Facts
}

// Way is one way to understand the tiles of a picture.
type Way struct {
	Hand models.Hand `json:"hand"` // without the winning tile
	Win  models.Tile `json:"win"`
}

// Books keep the match. What Append has acknowledged is on the disk.
type Books interface {
	// Table gives the match that is being played; false when none is.
	Table() (models.MatchState, bool)
	// Rules are the rule book of the match, nil before the first one.
	Rules() scoring.Ruleset
	// Recorded says whether a hand is in the books, even if it counts no more.
	Recorded(id string) bool
	// Situate fills in what the position says about a hand: winds and counters.
	Situate(h models.HandRecord) models.HandRecord
	// Barred are the places that may not win in this hand any more, by a penalty.
	Barred() []models.Place
	// Last gives the hand that counts and was recorded last, with its course; false when there
	// is none.
	Last() (models.HandRecord, bool)
	// Seen gives the wins of at least the last n hands that the eye saw, of this match and of those
	// before, oldest first, even those that count no more.
	Seen(ctx context.Context, n int) ([]models.WinRecord, error)
	// Preview says what recording a hand would give and take, by place.
	Preview(h models.HandRecord, results ...scoring.Result) (models.Points, error)
	// Claim says, for a hand that is won With another on one discard, who supplied the
	// tile and how that hand then ends; false when that other hand does not count.
	Claim(h models.HandRecord) (from models.Place, o models.Outcome, ok bool)
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

// Drawer keeps the hands that wait for the referee over a restart.
type Drawer interface {
	Save(waiting []*Pending) error
	Load() ([]*Pending, error)
}

// Referee carries out what people ask for besides the pending hand: corrections of
// the books, penalties, matches. It is called in the order of the hands.
type Referee interface {
	Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error)
}

// Table is what the automatic table is doing.
type Table struct {
	Phase  string // word of device.State
	Online bool   // the link to the table stands
	Why    string // it does not, in English
	Dice   [][2]int
	Rolled time.Time           // when the last of Dice fell
	Roller models.Place        // who pressed for it; 0 when the table did not say
	Tiles  int                 // in a set; 0 while the table has not said
	Can    device.Capabilities // of the table, as far as its board has said
	Fault  device.Event        // the FaultRaised that stands; its zero value when none does
	Halted bool                // stopped by hand
	Notice string              // what the table waits for, for people; empty when for nothing
	Laid   []models.Place      // where a hand was laid down that nobody has called; never changed in place
	Shown  []models.Place      // where one was laid down beside a win, and may be paid for waiting; never changed in place
}

// Pending is a hand that waits for the referee.
type Pending struct {
	ID string
	// Revision counts from 1 and grows with every change that a person makes: who looked at an older one is told
	// before the newer one is changed.
	Revision int
	Place    models.Place
	Shot     models.Place // whose place the photograph shows
	From     models.Place // who supplied the winning tile; the winner on a self-draw; 0 unknown
	Tile     models.Tile  // the winning tile, NoTile while unknown
	Win      models.Win   // situated; with Tile unknown its Concealed holds all tiles
	Reading  *models.Reading
	Photo    *models.Photo
	Known    models.Facts   // facts that somebody or something told; agreed ones are added when it is recorded
	Others   []Way          // see Sight; none once the referee has said what the hand is
	Riichi   []models.Place // sticks that were laid in its deal
	Course   *models.Record // move by move, where somebody followed the whole hand
	// Ready are the waiting hands that the others showed, where the rule book pays for them;
	// nil while nobody has said who shows one. Lying are the tiles that lie open besides.
	Ready []models.Ready
	Lying *models.Tiles
	// Unsettled are facts that somebody proposed who followed the hand and is not sure, or
	// on which witnesses contradict each other; what the hand has of them counts for nothing.
	Unsettled []models.Fact
	// Likely are the two likeliest answers about facts that are not certain.
	Likely map[models.Fact][]models.Answer
	// Followed tells that whoever followed the hand is as sure of all of it as the club asks,
	// and that neither table nor picture shows anything else.
	Followed bool
	Winners  []models.Place // all who won on the tile, where Followed
	// Disputed is the witness who surely shows another hand than the course, which is the one that
	// is proposed; empty for none.
	Disputed string
	// Repeats is an earlier hand that the photograph shows again, so that it is no picture of this
	// one; empty for none.
	Repeats string
	// With is the hand that was won in the same deal before, on whose discard this one may
	// be won too; empty for none. Again says that the deal was over already.
	With  string
	Again bool
	// Points are what recording the hand would give and take, by place; nil when unknown.
	Points *models.Points
	// Refused says why the table cannot have sent this win, empty when it can: the hand
	// is as it would be, and the referee accepts or dismisses it.
	Refused string
	// Needs are what the referee must say, in stable words: "hand", "seats" (who sits where
	// after a change?), "also" (is it on the same discard?), "again" (is it a hand of its own?),
	// "gone" (which waits of a hand that is shown are gone?), facts, and "refused" and "confirm"
	// when nothing but a glance is needed.
	Needs []string
	// Candidates are the scores by winning tile while it is unknown.
	Candidates []Candidate
	// Result is the preview; nil when there is none, and Problem says why in English, Reasons
	// for people.
	Result  *scoring.Result
	Problem string
	Reasons []models.Reason
	// Behind is how many hands wait behind this one.
	Behind int

	// bare is the hand before anything was taken from its course, so that it can be taken
	// again when more is known; nil once a person has said something, and after a restart.
	bare *Pending
	held time.Time // until then it may be settled by what is still to be seen, and is not shown
}

// Candidate is a tile that may have come last, and what the hand is worth then.
type Candidate struct {
	Tile   models.Tile    `json:"tile"`
	Result scoring.Result `json:"result"`
	win    models.Win     // with the tile
}
