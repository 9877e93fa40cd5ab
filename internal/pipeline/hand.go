package pipeline

import (
	"maps"
	"slices"
	"strings"
	"time"

	"jantaku/models"
	"jantaku/scoring"
)

// State is how far a hand has come.
type State string

// The states of a hand.
const (
	Cleared State = "cleared" // no tiles are dealt, as far as anybody has told
	Dealt   State = "dealt"   // they are
	Laid    State = "laid"    // somebody laid a hand down, and nobody has called it
	Claimed State = "claimed" // somebody won: the tiles are looked at
	Seen    State = "seen"    // they were; who followed the hand is asked
	Known   State = "known"   // every source was heard, and nothing is missing: it goes into the books
	Asked   State = "asked"   // something is missing: the referee says it
	Booked  State = "booked"  // it is in the books
	Dropped State = "dropped" // nobody won
)

// Sight is a reading with the photograph it was read from.
type Sight struct {
	Reading models.Reading
	Photo   *models.Photo
	// Others are the ways to understand the tiles that the picture leaves open
	// besides that of the reading: sets that may be melds, kongs that may be
	// concealed.
	Others []Way
	// Known are facts that the picture tells, whatever they are, such as the flowers where it
	// shows the whole place of the winner. Likely are the two likeliest answers about such a fact that
	// it does not tell surely.
	Known  models.Facts
	Likely map[models.Fact][]models.Answer
}

// Way is one way to understand the tiles of a picture.
type Way struct {
	Hand models.Hand `json:"hand"` // without the winning tile
	Win  models.Tile `json:"win"`
}

// Pending is one win of a hand, from its claim until it is in the books or dropped: what the board shows while it
// waits for the referee, and what is kept over a restart.
type Pending struct {
	// State is how far it has come; one that was kept over a restart is Asked.
	State State `json:"-"`
	// Revision counts from 1 and grows with every change that a person makes: who looked at an older one is told
	// before the newer one is changed.
	Revision int
	Win      models.Win // situated; with Tile unknown its Concealed holds all tiles
	Claim
	Evidence
	Weighed
	// Behind is how many hands wait behind this one.
	Behind int

	// bare is the hand before anything was taken from its course, so that it can be taken
	// again when more is known; nil once a person has said something, and after a restart.
	bare *Pending
	held time.Time // until then it may be settled by what is still to be seen, and is not shown
}

// Claim is how a win was declared.
type Claim struct {
	ID string
	// Match is the one that was on when the hand was claimed; empty where none was.
	Match string `json:",omitempty"`
	Place models.Place
	Shot  models.Place // whose place the photograph shows
	From  models.Place // who supplied the winning tile; the winner on a self-draw; 0 unknown
	Tile  models.Tile  // the winning tile, NoTile while unknown
	// With is the hand that was won in the same deal before, on whose discard this one may
	// be won too; empty for none. Again says that the deal was over already.
	With  string
	Again bool
	Typed bool // by a person
	// Refused says why the table cannot have sent this win, empty when it can: the hand
	// is as it would be, and the referee accepts or dismisses it.
	Refused string
}

// Evidence is what picture, course, table and people tell of a hand.
type Evidence struct {
	Reading *models.Reading
	Photo   *models.Photo
	Known   models.Facts   // facts that somebody or something told; agreed ones are added when it is recorded
	Others  []Way          // see Sight; none once the referee has said what the hand is
	Riichi  []models.Place // sticks that were laid in its deal
	Staking []models.Place // of these, laid so shortly before that the tile won on may have declared riichi
	Course  *models.Record // move by move, where somebody followed the whole hand
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
}

// Weighed is what a hand is worth as far as it is known, and what is needed to record it. It follows from the rest, and is
// made anew with every change.
type Weighed struct {
	// Points are what recording the hand would give and take, by place; nil when unknown.
	Points *models.Points
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
}

// needSeats is needed while nobody has said who sits where after a change.
const needSeats = "seats"

// Candidate is a tile that may have come last, and what the hand is worth then.
type Candidate struct {
	Tile   models.Tile    `json:"tile"`
	Result scoring.Result `json:"result"`
	win    models.Win     // with the tile
}

// copy gives the hand to be changed by what a person says, while the other stays as it is.
func (hand *Pending) copy() *Pending {
	same := *hand
	same.Known = models.Facts{}
	maps.Copy(same.Known, hand.Known)
	return &same
}

// wins gives the hand once for every tile that may have come last.
func (hand *Pending) wins() []models.Win {
	all := hand.Win.Concealed
	if hand.Win.Tile != models.NoTile {
		return []models.Win{hand.Win}
	}
	if hand.Win.LacksOne() && hand.Tile != models.NoTile {
		win := hand.Win
		win.Tile = hand.Tile
		return []models.Win{win}
	}
	var wins []models.Win
	var tried models.Tiles
	for i, t := range all {
		if slices.Contains(tried, t) || hand.Tile != models.NoTile && t.Kind() != hand.Tile.Kind() {
			continue
		}
		tried = append(tried, t)
		win := hand.Win
		win.Tile = t
		win.Concealed = slices.Delete(slices.Clone(all), i, i+1)
		wins = append(wins, win)
	}
	return wins
}

// record makes the hand as it goes into the books.
func (hand *Pending) record(win models.Win) models.HandRecord {
	win.ID = hand.ID
	win.SelfDraw = hand.From == hand.Place
	r := models.HandRecord{ID: hand.ID, With: hand.With, Course: hand.Course,
		Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{hand.Place}, Riichi: hand.Riichi, Ready: hand.Ready, Lying: hand.Lying}}
	if !win.SelfDraw {
		r.From = hand.From
	}
	if win.Riichi == 0 && slices.Contains(hand.Riichi, hand.Place) {
		win.Riichi = 1
	}
	r.Wins = []models.WinRecord{{Place: hand.Place, Win: win, Reading: hand.Reading, Photo: hand.Photo}}
	return r
}

// reopen puts the winning tile back among the others, so that another one can be
// named.
func (hand *Pending) reopen() {
	if hand.Win.Tile != models.NoTile {
		hand.Win.Concealed = append(append(models.Tiles(nil), hand.Win.Concealed...), hand.Win.Tile)
		hand.Win.Tile = models.NoTile
	}
}

// possible gives the hand as it is, or when nobody said who supplied the tile, as drawn and
// as supplied by everybody else.
func (hand *Pending) possible() (list []*Pending) {
	if hand.From != 0 {
		return []*Pending{hand}
	}
	for i := range models.Places {
		as := *hand
		as.From = models.PlaceAt(i)
		list = append(list, &as)
	}
	return list
}

// settle takes the one answer that is left.
func (hand *Pending) settle(rules scoring.Ruleset) {
	last := hand.Candidates[len(hand.Candidates)-1]
	hand.Result = &last.Result
	if why := last.Result.WhyNot(rules, &last.win); why != nil {
		hand.doubt("hand", why)
	}
}

// doubt adds what is needed and why.
func (hand *Pending) doubt(need string, why error) {
	if !slices.Contains(hand.Needs, need) {
		hand.Needs = append(hand.Needs, need)
	}
	if hand.Problem == "" {
		hand.Problem, hand.Reasons = why.Error(), models.ReasonsOf(why)
	}
}

// problem is why the hand is not recorded, as an error.
func (hand *Pending) problem() error { return models.Told(hand.Reasons, hand.Problem) }

// open are the facts that a hand is still asked about.
func (hand *Pending) open() (facts []string) {
	for _, need := range hand.Needs {
		switch need {
		case "confirm", "refused", "also", "again", "hand", "match", "from", "tile":
			continue // said by confirming, or refused for themselves
		}
		facts = append(facts, need)
	}
	return facts
}

// unsaid is what a person who confirms the hand has to say first; nil for nothing.
func (hand *Pending) unsaid() error {
	switch {
	case slices.Contains(hand.Needs, needSeats):
		return models.Refused("unseated", nil, "everybody changes seats before this hand; say who sits where")
	case hand.From == 0:
		return models.Refused("from-unsaid", nil, "say who supplied the winning tile, or that it was drawn")
	case hand.Result == nil && len(hand.Candidates) > 1:
		return models.Refused("tile-unsaid", nil, "say which tile came last: the score depends on it")
	case hand.Result == nil || !hand.Result.Valid:
		return hand.problem()
	case len(hand.open()) > 0:
		return models.Refused("open", models.Data{"facts": hand.open()}, "say first, or confirm as_shown: %s; the score depends on it", strings.Join(hand.open(), ", "))
	}
	return nil
}
