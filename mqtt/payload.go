package mqtt

import (
	"encoding/json"
	"fmt"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// Version is the version of all payloads. Fields are only ever added under one
// version; readers ignore the fields they do not know.
const Version = 1

// Head stands at the start of every payload. Its names are those of CloudEvents.
type Head struct {
	Schema  string    `json:"schema"`  // "jantaku/hand" and so on
	Version int       `json:"version"` // see Version
	ID      string    `json:"id"`      // the same message has the same id when it comes twice
	Source  string    `json:"source"`  // <prefix>/<table>, or <prefix>/<node>
	Seq     int64     `json:"seq"`     // grows with every change of the ledger
	Time    time.Time `json:"time"`    // when it happened, UTC
}

// NewHead makes the head of a payload of a kind about the table.
func (a Address) NewHead(k Kind, id string, seq int64, at time.Time) Head {
	return Head{Schema: "jantaku/" + string(k), Version: Version, ID: id,
		Source: a.Prefix + "/" + a.Table, Seq: seq, Time: at.UTC()}
}

// Status says whether a daemon is there. The broker itself publishes the offline
// form when the daemon dies.
type Status struct {
	Head
	Status  string   `json:"status"`             // online or offline
	Program string   `json:"program,omitempty"`  // name and version
	Tables  []string `json:"tables"`             // the tables it serves
	WebPage string   `json:"web_page,omitempty"` // where its pages are, when known
}

// What a status says.
const (
	statusOnline  = "online"
	statusOffline = "offline"
)

// Availability says which parts of a table work. A display also watches the status
// of Node: a daemon that dies leaves this payload as it was.
type Availability struct {
	Head
	Status string          `json:"status"` // online: hands can be read and scored; degraded; offline
	Node   string          `json:"node"`
	Parts  map[string]Part `json:"parts"` // by name: device, camera, eye, course, ledger
}

// Part is one thing that can fail.
type Part struct {
	Online  bool   `json:"online"`
	Code    string `json:"code,omitempty"`    // a stable word for why it is not, where there is one
	Message string `json:"message,omitempty"` // what to do next, when it is not
}

// State is what the table itself is doing.
type State struct {
	Head
	Phase string `json:"phase"` // offline self-test idle open shuffling building raising dealing in-hand
	Dice  []int  `json:"dice"`  // as rolled, empty before
	// DiceBy is "eye" where the camera saw the dice and no board told them.
	DiceBy models.Source `json:"dice_by,omitempty"`
	Break  *WallBreak    `json:"break,omitempty"` // where the wall is broken, when the rules and the dice say
	// Reviewing says that a hand waits for the referee; what is shown as the last
	// hand is then an older one.
	Reviewing bool   `json:"reviewing"`
	Notice    string `json:"notice,omitempty"` // a stable word for what the table waits for: undeclared win-nowhere
	// Laid are places where a hand was laid down and nobody said yet that it won.
	Laid []models.Place `json:"laid,omitempty"`
	// Shown are places where a hand was laid down beside a win that waits, and may be paid
	// for waiting.
	Shown []models.Place `json:"shown,omitempty"`
	// Dealt is who dealt the hand that is on, as it was seen, where the books have another dealer.
	Dealt models.Place `json:"dealt,omitzero"`
	// Miscounted says that the board counts other tiles of the wall than the configuration has it (table.wall).
	Miscounted bool `json:"miscounted,omitempty"`
	// Battle is a hand that went on after a win, as it was seen, of which the referee is asked what nobody saw.
	Battle    *Battle     `json:"battle,omitempty"`
	Fault     *TableFault `json:"fault,omitempty"`     // what the table says is wrong with it
	Emergency bool        `json:"emergency,omitempty"` // stopped by hand
	// Sticks are the drawers that do not hold what the books say, at a table whose board measures them.
	Sticks []StickDifference `json:"sticks,omitempty"`
}

// Battle is a hand that went on after a win, as it was seen and not recorded yet.
type Battle struct {
	Hand string `json:"hand"` // of the course
	// Settled are the moments at which points changed hands, in their order, and Wins the hands of the
	// winners: what the request "settle" takes once what Needs names was said.
	Settled []models.Settlement `json:"settled"`
	Wins    []models.Win        `json:"wins"`
	// Needs are stable words for what nobody saw: "drawn" (was the tile of an added kong drawn in that turn?),
	// "shown" (a hand at the end), "passed", "course", "from", "tile"; none where it is only in doubt.
	Needs []string `json:"needs"`
	// Passed are the winners, by place, who let a tile pass that would have won at least as much ("passed" among Needs).
	Passed map[models.Place]models.Tile `json:"passed,omitempty"`
}

// StickDifference is a drawer that does not hold what the books say.
type StickDifference struct {
	Place  models.Place `json:"place"`
	Books  int          `json:"books"`  // points
	Drawer int          `json:"drawer"` // worth of its sticks
}

// TableFault is a fault of the table.
type TableFault struct {
	Code     int    `json:"code"`     // of the maker of the table or its board
	Severity string `json:"severity"` // notice warning stopped
}

// WallBreak is where the deal begins.
type WallBreak struct {
	Seat  models.Seat `json:"seat"`  // whose wall
	Stack int         `json:"stack"` // the break is after this stack, counted from the right of that seat
	Of    int         `json:"of"`    // stacks in that wall
	// Indicator is the stack whose upper tile is the first dora indicator, where the
	// rule book has dora.
	Indicator *models.Stack `json:"indicator,omitempty"`
}

// Player is a person at the table.
type Player struct {
	Place models.Place `json:"place"`          // chair, 1 to 4 counter-clockwise
	Seat  models.Seat  `json:"seat,omitzero"`  // wind in this hand
	Name  string       `json:"name,omitempty"` // may be empty
}

// PlayerAt is who sat at a place in a position.
func PlayerAt(s ledger.State, p models.Position, at models.Place) Player {
	one := Player{Place: at, Seat: p.SeatOf(at)}
	if n := p.At(at); n >= 0 && n < len(s.Match.Players) {
		one.Name = s.Match.Players[n].Name
	}
	return one
}

// Standing is a player with a score.
type Standing struct {
	Player
	Score int `json:"score"`
	Rank  int `json:"rank"`  // 1 is the leader; equal scores may share a rank
	Delta int `json:"delta"` // what the last hand gave or took
	// Result is the final result by the rule book's ranking (uma and oka, 约化分数), Uma what it
	// has of it for the rank alone (順位点, with oka), Points are ranking points such as MCR's
	// 4 2 1 0; all only once the match is over.
	Result *float64 `json:"result,omitempty"`
	Uma    *float64 `json:"uma,omitempty"`
	Points *float64 `json:"points,omitempty"`
}

// Score is everything a scoreboard shows between hands.
type Score struct {
	Head
	Match   string       `json:"match"` // id of the match
	Rules   string       `json:"rules"`
	Players []Standing   `json:"players"` // by place
	Dealer  models.Place `json:"dealer"`
	Round   models.Seat  `json:"round,omitzero"` // wind of the round
	Deal    int          `json:"deal"`           // dealers of this round so far, from 1: round E deal 2 is "East 2"
	Hand    int          `json:"hand"`           // number of the hand being played, from 1
	Honba   int          `json:"honba"`
	Sticks  int          `json:"sticks"`
	Over    bool         `json:"over"` // the match has ended
	// OverBy is the rule that ended it, such as length, bust or gap; empty when a person
	// did. MayEnd is a rule by which the dealer may end the match now or play on.
	OverBy string `json:"over_by,omitempty"`
	MayEnd string `json:"may_end,omitempty"`
	// Seating says how everybody changes seats before this hand (table, drawn, dice) until
	// somebody has said who sits where; Players are then where they would sit by the rule
	// book, or where they sat.
	Seating string `json:"seating,omitempty"`
}

// Round is the round of a tournament that is played at a table. Who directs the tournament tells it, and the table's
// displays show the time that is left.
type Round struct {
	Head
	Tournament string     `json:"tournament"` // its name
	Number     int        `json:"number"`     // of the round, from 1
	Of         int        `json:"of"`         // how many are played
	Started    time.Time  `json:"started"`
	Ends       *time.Time `json:"ends,omitempty"` // absent where a round has no limit
}

// Match is the match as a whole.
type Match struct {
	Head
	Match   string            `json:"match"`
	Rules   string            `json:"rules"` // id such as lingque-29
	Profile string            `json:"profile,omitempty"`
	Options map[string]string `json:"options,omitempty"` // of the rule book
	Course  map[string]string `json:"course,omitempty"`  // how the match goes on and ends
	Length  string            `json:"length,omitempty"`
	Status  string            `json:"status"` // running or finished
	Start   int               `json:"start"`  // points of every player before the first hand
	Players []Standing        `json:"players"`
	Hands   []Line            `json:"hands"` // newest last, at most 100; the ledger has all
	Fouls   []FoulEntry       `json:"penalties,omitempty"`
	CanUndo bool              `json:"can_undo"`
	CanRedo bool              `json:"can_redo"`
	Undoes  *ledger.Action    `json:"undoes,omitempty"` // what undo would take back
	Redoes  *ledger.Action    `json:"redoes,omitempty"` // what redo would bring back
}

// Line is one hand in the list.
type Line struct {
	Hand    string         `json:"hand"`   // id, as corrections name it
	Number  int            `json:"number"` // from 1
	Kind    string         `json:"kind"`   // win, draw or abort
	Status  HandStatus     `json:"status"`
	Winners []int          `json:"winners,omitempty"` // places
	Deltas  map[string]int `json:"deltas"`            // by place, "1" to "4"
	GoesOn  bool           `json:"goes_on,omitempty"` // not over: what is told so far are kongs and wins after which the others play on
	Watched bool           `json:"watched,omitempty"` // its course was recorded: /replay?hand=<hand> plays it again
}

// FoulEntry is a penalty in the list.
type FoulEntry struct {
	Entry  string       `json:"entry"` // id, to take it back
	Kind   string       `json:"kind"`
	Place  models.Place `json:"place"`
	Name   string       `json:"name,omitempty"`
	Points int          `json:"points"`
	Reason string       `json:"reason,omitempty"`
}

// HandStatus says what became of a hand.
type HandStatus string

// What can become of a hand. One that is taken back is no longer published; the
// event "undone" tells.
const (
	Pending   HandStatus = "pending"   // waits for the referee, counts for nothing
	Counted   HandStatus = "counted"   // in the ledger
	Corrected HandStatus = "corrected" // in the ledger, after somebody changed it
)

// Hand is one hand from its tiles to who pays whom.
type Hand struct {
	Head
	Match    string         `json:"match"`
	Hand     string         `json:"hand"`   // id of the hand, the same after a correction
	Number   int            `json:"number"` // from 1 within the match
	Kind     string         `json:"kind"`   // win, draw or abort
	Status   HandStatus     `json:"status"`
	Rules    string         `json:"rules"`
	Round    models.Seat    `json:"round,omitzero"`
	Wins     []Win          `json:"wins"`              // one, more where the rules let several win
	Payments []Payment      `json:"payments"`          // by place
	Ready    []int          `json:"ready,omitempty"`   // places that showed a waiting hand
	Shown    []models.Ready `json:"shown,omitempty"`   // those hands with their waits, and what they are worth where the rule book pays for them
	Doubts   []models.Doubt `json:"doubts,omitempty"`  // of a hand that is pending
	Reason   string         `json:"reason,omitempty"`  // of a draw or a correction
	By       string         `json:"by,omitempty"`      // who decided: pipeline, console and so on
	Watched  bool           `json:"watched,omitempty"` // its course was recorded: /replay?hand=<hand> plays it again
	GoesOn   bool           `json:"goes_on,omitempty"` // not over: what is told so far are kongs and wins after which the others play on (Sichuan)
	Steps    []Moment       `json:"steps,omitempty"`   // what changed hands when, where a hand goes on after a win (Sichuan)
}

// Win is one player's winning hand.
type Win struct {
	Winner    Player     `json:"winner"`
	Discarder *Player    `json:"discarder,omitempty"` // absent on a self-draw
	Win       models.Win `json:"win"`                 // the tiles, in the hand format
	Result    *Result    `json:"result,omitempty"`    // absent while it could not be scored
	Photo     string     `json:"photo,omitempty"`     // sum of the photograph: /photo/<sum> on the daemon's pages
}

// Moment is one of those of a hand at which points changed hands.
type Moment struct {
	Do      string                  `json:"do"`                // win, kong, added-kong, concealed-kong, or end: the wall was empty
	Place   models.Place            `json:"place,omitzero"`    // whose kong it was
	From    models.Place            `json:"from,omitzero"`     // who supplied the tile; absent where it was drawn
	Winners []int                   `json:"winners,omitempty"` // places, in turn order after the supplier
	Deltas  map[string]int          `json:"deltas"`            // by place, "1" to "4"
	States  map[string]models.State `json:"states,omitempty"`  // at the end, of those who had not won: ready, not-ready or pig
}

// Payment is what a hand does to one player.
type Payment struct {
	Player
	Delta int `json:"delta"` // points received, negative when paid
	Score int `json:"score"` // after the hand
}

// Result is the score of a win, in the fields of `jantaku score --jsonl`; only the
// numbers that the rule book uses are there.
type Result struct {
	// The fields stand here again and are not those of scoring: a message is a promise to programs
	// of others, with a schema and fractions that a book may have one day, and must not change with
	// a score by itself.

	Rules       string  `json:"rules"`
	Win         bool    `json:"win"`
	Valid       bool    `json:"valid"`
	Fans        []Fan   `json:"fans"`
	Fu          *int    `json:"fu,omitempty"`
	Fan         *int    `json:"fan,omitempty"`
	Han         *int    `json:"han,omitempty"`
	Yakuman     *int    `json:"yakuman,omitempty"`
	Limit       *string `json:"limit,omitempty"`
	BasePoints  *int    `json:"base_points,omitempty"`
	Points      *int    `json:"points,omitempty"`
	WinnerTotal *int    `json:"winner_total,omitempty"`
	Tai         *int    `json:"tai,omitempty"`
	Groups      []Group `json:"groups,omitempty"`
	Steps       []Step  `json:"steps,omitempty"`
}

// Fan is one counted line.
type Fan struct {
	ID   string `json:"id"`
	Name string `json:"name"` // as the rule book prints it
	// Names are what people call it; absent for a fan that no book has any more.
	Names models.Names `json:"names,omitzero"`
	Count int          `json:"count"`
	Value json.Number  `json:"value"` // all counts together; may be a fraction
}

// Group is a set or the pair that the fans were counted on.
type Group struct {
	Tiles  models.Tiles `json:"tiles"`
	Meld   string       `json:"meld,omitempty"`
	Winner bool         `json:"winner,omitempty"` // holds the winning tile
}

// Step is one line of the arithmetic.
type Step struct {
	Code    string       `json:"code"`
	Detail  string       `json:"detail"`
	Value   json.Number  `json:"value"`
	Names   models.Names `json:"names,omitzero"`   // of the code
	Details models.Names `json:"details,omitzero"` // Detail for people, where it names fans
}

// ResultOf takes over a score from anything that writes itself as a line of
// `jantaku score --jsonl`.
func ResultOf(score json.Marshaler) (*Result, error) {
	line, err := score.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("mqtt: result: %w", err)
	}
	r := &Result{}
	if err := json.Unmarshal(line, r); err != nil {
		return nil, fmt.Errorf("mqtt: result %.80s: %w", line, err)
	}
	words := books.Words(r.Rules)
	for i := range r.Fans {
		r.Fans[i].Names = words.Fans[r.Fans[i].ID]
	}
	return r, nil
}

// Review is what the referee sees: the hand as it would be counted and what is
// doubted about it. Hand is nil when nothing waits.
type Review struct {
	Head
	Hand *Hand `json:"hand,omitempty"` // status pending; its one win has an empty winning tile while that is unknown
	// Revision grows with every change of the hand by a person; a request that names it is
	// refused when the hand was changed since.
	Revision int `json:"revision,omitempty"`
	// Behind is how many hands wait behind this one.
	Behind int `json:"behind,omitempty"`
	// Needs are what the referee must say, in stable words: hand, also (is it on the same
	// discard?), again (is it a hand of its own?), gone (which waits of a shown hand are gone?),
	// confirm, refused, and facts as docs/facts.md lists them.
	Needs []string `json:"needs,omitempty"`
	// Candidates are the scores by winning tile while it is unknown.
	Candidates []Candidate  `json:"candidates,omitempty"`
	Tiles      []ReviewTile `json:"tiles,omitempty"` // every tile of the picture, in reading order
	// With is the hand that was won in the same deal before, on whose discard this one may
	// be won too.
	With   string         `json:"with,omitempty"`
	Riichi []models.Place `json:"riichi,omitempty"` // places that laid a stick in this hand
	Ready  []models.Ready `json:"ready,omitzero"`   // waiting hands that the others showed; absent while nobody has said
	// Problem tells why there is no result yet, for people; empty when there is one.
	Problem string `json:"problem,omitempty"`
	// Reasons are the problem as stable words with their data, for who says it in another language.
	Reasons []models.Reason `json:"reasons,omitempty"`
	// Likely are the two likeliest answers to what is needed, by its word, where the hand was
	// followed.
	Likely map[models.Fact][]models.Answer `json:"likely,omitempty"`
	// Asks are the same as questions, each with the move that decides it, and one for each tile of the photograph that is in doubt.
	Asks []Ask `json:"asks,omitempty"`
}

// Ask is a question about a hand that was followed.
type Ask struct {
	Fact    models.Fact     `json:"fact"`
	Answers []models.Answer `json:"answers"` // the likeliest first
	// Move is what was seen; its photos are at /evidence/<sum> for referees, before and after.
	Move models.Move `json:"move"`
	// Tile is the one of the review's tiles that is asked about, by its index, where the fact is seen: answers are its
	// likeliest faces, and an amendment of what was seen says which it is. Absent where the question is about a move.
	Tile *int `json:"tile,omitempty"`
}

// Candidate is a tile that may have come last, and what the hand is worth then.
type Candidate struct {
	Tile   models.Tile `json:"tile"`
	Result *Result     `json:"result"`
}

// ReviewTile is one tile that can be corrected by its index.
type ReviewTile struct {
	Index      int         `json:"index"` // what a correction names, from 0
	Row        int         `json:"row"`
	Tile       models.Tile `json:"tile"`
	Confidence float64     `json:"confidence"`
	// Alternatives are the next likely faces, best first.
	Alternatives []models.Candidate `json:"alternatives,omitempty"`
	Meld         int                `json:"meld"` // number of the meld from 0, -1 for the concealed tiles
	Doubt        bool               `json:"doubt,omitempty"`
	// Box are the corners of the tile in the photograph, in pixels, clockwise from the one that
	// is top left when the face is upright; absent where no picture shows it.
	Box       [4]models.Point `json:"box,omitzero"`
	Corrected bool            `json:"corrected,omitempty"`
}

// ReviewTilesOf lists the tiles of a picture so that each can be corrected.
func ReviewTilesOf(r *models.Reading) []ReviewTile {
	if r == nil {
		return nil
	}
	doubted := map[[2]int]bool{}
	for _, d := range r.Doubts {
		doubted[[2]int{d.Row, d.Index}] = true
	}
	var tiles []ReviewTile
	for i, row := range r.Rows {
		for j, s := range row {
			tiles = append(tiles, ReviewTile{Index: len(tiles), Row: i, Tile: s.Tile, Confidence: s.Confidence,
				Alternatives: s.Alternatives, Meld: -1, Box: s.Quad, Doubt: doubted[[2]int{i, j}]})
		}
	}
	return tiles
}

// Event is something that happened once.
type Event struct {
	Head
	Type   string          `json:"type"` // the last word of the topic
	Match  string          `json:"match,omitempty"`
	By     string          `json:"by,omitempty"`     // the person who did it
	Reason string          `json:"reason,omitempty"` // why, where somebody said
	Data   json.RawMessage `json:"data,omitempty"`   // the hand as on the topic hand, for hand and corrected; the player, for laid
}
