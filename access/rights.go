package access

import (
	"encoding"
	"fmt"
	"slices"
)

// Role is how far somebody is trusted; a higher one may what a lower one may.
type Role int

// The roles.
const (
	Nobody   Role = iota
	Viewer        // sees what a display shows
	Referee       // changes the books
	Director      // holds tournaments over many tables
	Admin         // changes the table: setup, calibration, configuration
	Table         // the daemon itself, and those of the other tables at the same broker
)

var roleNames = [...]string{"nobody", "viewer", "referee", "director", "admin", "table"}

func (r Role) String() string { return roleNames[r] }

var (
	_ encoding.TextMarshaler   = Role(0)
	_ encoding.TextUnmarshaler = (*Role)(nil)
)

// MarshalText writes it as UnmarshalText reads it.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the role of a person: viewer, referee, director or admin.
func (r *Role) UnmarshalText(text []byte) error {
	i := slices.Index(roleNames[:], string(text))
	if Role(i) < Viewer || Role(i) > Admin {
		return fmt.Errorf("role %q is not viewer, referee, director or admin", text)
	}
	*r = Role(i)
	return nil
}

// Right is one thing that can be asked for, and who may.
type Right struct {
	What  string // a route of HTTP, or an operation
	Role  Role   // the least that may
	About string
}

// Routes are what is served over HTTP, as patterns of net/http. What is not listed is not served.
func Routes() []Right {
	return []Right{
		{"GET /{$}", Viewer, "the display"},
		{"GET /club", Viewer, "all tables of the broker"},
		{"GET /overlay", Viewer, "the overlay of a stream"},
		{"GET /console", Viewer, "the referee's console; what it asks for needs the right to that"},
		{"GET /login", Viewer, "the page that asks who one is"},
		{"GET /pair", Viewer, "the page that pairs a device by a code"},
		{"GET /setup", Viewer, "the page of the set-up; what it asks for is an admin's"},
		{"GET /api/setup/picture/{name}", Admin, "what the camera sees, photographs of tiles"},
		{"POST /api/setup/{op}", Admin, "the steps of the set-up"},
		{"GET /standings", Viewer, "standings over all finished matches"},
		{"GET /player", Viewer, "what a player did, over all finished matches"},
		{"GET /matches", Referee, "the list of all matches"},
		{"GET /matches/{file}", Referee, "a match as a page to print, CSV or JSON, with who corrected what"},
		{"GET /replay", Viewer, "the page on which a hand is played again"},
		{"GET /api/replay/{hand}", Viewer, "a hand that was recorded move by move, without pictures"},
		{"GET /share/{file}", Viewer, "a won hand as a picture, and the QR code of that"},
		{"GET /share/match/{file}", Viewer, "a match as a picture, and the QR code of that"},
		{"GET /{name...}", Viewer, "scripts, styles and words of the pages"},
		{"GET /tiles/{name}", Viewer, "drawn tiles"},
		{"GET /portraits/{name}", Viewer, "the picture of a player or a team"},
		{"GET /photo/{sum}", Viewer, "a photograph of a hand, by its sum"},
		{"GET /evidence/{sum}", Referee, "a picture of one event of a hand, by its sum"},
		{"GET /config.json", Viewer, "where the pages are and what they show"},
		{"GET /mqtt", Viewer, "the topics that a viewer may read, over a WebSocket"},
		{"POST /api/request/{op}", Viewer, "requests; each operation has a role of its own"},
		{"POST /api/login", Viewer, "opens a session"},
		{"POST /api/logout", Viewer, "ends it"},
		{"POST /api/pair", Viewer, "makes a device a referee's, by a code that works once"},
		{"POST /api/invite", Admin, "gives such a code"},
		{"POST /api/unpair", Admin, "makes every paired device say again who it is"},
		{"GET /healthz", Viewer, "the program answers"},
		{"GET /readyz", Viewer, "what keeps hands from being taken"},
		{"GET /metrics", Viewer, "figures for Prometheus"},
	}
}

// HallRoutes are what the hall of a league serves. What is not listed is not served.
func HallRoutes() []Right {
	return []Right{
		{"GET /{$}", Viewer, "all tables at a glance"},
		{"GET /live", Viewer, "the same without a page around it"},
		{"GET /matches", Viewer, "matches of all tables"},
		{"GET /match", Viewer, "a match; who corrected what is for referees"},
		{"GET /hand", Viewer, "a hand with all its versions; who corrected it is for referees"},
		{"GET /player", Viewer, "what a player did"},
		{"GET /standings", Viewer, "standings of players"},
		{"GET /search", Viewer, "players, matches and wins"},
		{"GET /tournaments", Viewer, "all tournaments"},
		{"GET /tournament", Viewer, "seating, timer and standings of a tournament; who changed it is for referees"},
		{"GET /tournament.json", Viewer, "a tournament as one file"},
		{"GET /trouble", Referee, "what was refused, what is missing, what cannot be read"},
		{"GET /people", Director, "who was merged, split or lost the name, and who did it"},
		{"POST /tournaments", Director, "takes over a tournament from a file"},
		{"POST /tournament", Referee, "changes a tournament; each change has a role of its own"},
		{"POST /people", Director, "changes who is who; each change has a role of its own"},
		{"GET /enter", Viewer, "asks who one is"},
		{"POST /enter", Viewer, "opens a session"},
		{"GET /logout", Viewer, "ends it"},
		{"GET /replay", Viewer, "the page on which a hand is played again"},
		{"GET /api/replay/{hand}", Viewer, "a hand that was recorded move by move"},
		{"GET /config.json", Viewer, "where that page is"},
		{"GET /", Viewer, "scripts, styles, words and tiles of the pages"},
		{"GET /healthz", Viewer, "the program answers"},
		{"GET /readyz", Viewer, "the database answers"},
		{"GET /metrics", Viewer, "figures for Prometheus"},
	}
}

// HallDeeds are the changes that the hall makes, at tournaments and at players. What is not listed is refused.
func HallDeeds() []Right {
	return []Right{
		{"penalty", Referee, "gives a penalty in a tournament"},
		{"result", Referee, "writes the results of a table by hand"},
		{"draw", Director, "seats the next round"},
		{"undraw", Director, "takes the draw of a round back that has not begun"},
		{"begin", Director, "begins a round: its tables start their matches, and the timer runs"},
		{"player", Director, "registers a player, or says until when one plays"},
		{"swap", Director, "has two players change seats"},
		{"merge", Director, "says that two players are one"},
		{"split", Director, "says that they are not"},
		{"remove", Admin, "removes the name of a player who asks for it"},
		{"restore", Admin, "gives the name back"},
	}
}

// Operations are the requests, over HTTP and MQTT alike. What is not listed is refused.
func Operations() []Right {
	return []Right{
		{"confirm", Referee, "records the hand that waits"},
		{"amend", Referee, "changes it"},
		{"dismiss", Referee, "drops it"},
		{"call", Referee, "has a hand read as if its button had been pressed"},
		{"enter", Referee, "a typed hand becomes the one that waits"},
		{"preview", Referee, "what a hand would be worth"},
		{"look", Referee, "reads a hand that lies open"},
		{"draw", Referee, "records a hand without a winner"},
		{"draw-preview", Referee, "what waiting hands would be paid"},
		{"undo", Referee, "takes back the last change"},
		{"redo", Referee, "brings it back"},
		{"correct", Referee, "gives a hand another version"},
		{"correct-preview", Referee, "what that would give"},
		{"foresee", Referee, "what a correction would make of the hands played since"},
		{"since", Referee, "events of the books, for an archive that missed some"},
		{"course", Referee, "corrects the course of a hand"},
		{"hand", Referee, "a hand with all its versions"},
		{"match", Referee, "a match in full"},
		{"matches", Referee, "the newest matches"},
		{"rules", Referee, "what a rule book offers"},
		{"penalty", Referee, "imposes a penalty"},
		{"revoke", Referee, "takes the effect from a hand or a penalty"},
		{"match-new", Referee, "starts a match"},
		{"match-correct", Referee, "corrects what was agreed"},
		{"match-finish", Referee, "ends it"},
		{"settle", Referee, "records a kong, a win or the end of a hand that goes on after a win (Sichuan)"},
		{"seats", Referee, "says who sits where"},
		{"position", Referee, "says who deals which hand, and what lies on the table"},
		{"substitute", Referee, "says who plays on for somebody"},
	}
}

// reading are the operations that change nothing.
var reading = [...]string{"preview", "look", "draw-preview", "correct-preview", "hand", "match", "matches", "rules", "since"}

// Changes reports whether an operation may change something.
func Changes(op string) bool { return !slices.Contains(reading[:], op) }

// TopicRight says who may read and who may write the topics of one kind, <prefix>/<table>/<kind>
// and below, at a broker.
type TopicRight struct {
	Kind        string
	Read, Write Role
	// Own says that a person reads and writes only topics that end in the person's own name,
	// <kind>/<operation>/<name>: so whoever answers knows who asked, at any broker with rules.
	Own   bool
	About string
}

// Topics are the rights at a broker. What is not listed is for tables alone.
func Topics() []TopicRight {
	return []TopicRight{
		{"status", Viewer, Table, false, "of a daemon, its last will"},
		{"availability", Viewer, Table, false, "what works"},
		{"state", Viewer, Table, false, "phase of the hand"},
		{"score", Viewer, Table, false, "players and scores"},
		{"match", Viewer, Table, false, "rules and hands of the match"},
		{"hand", Viewer, Table, false, "the last hand that counts"},
		{"review", Viewer, Table, false, "the hand that waits"},
		{"course", Viewer, Table, false, "rivers, melds and dora"},
		{"round", Viewer, Director, false, "round of a tournament that is played there, and until when"},
		{"event", Viewer, Table, false, "what happened, once"},
		{"journal", Table, Table, false, "an event as the books have it, with who corrected what"},
		{"request", Table, Referee, true, "somebody asks for something"},
		{"response", Referee, Table, true, "the answer"},
	}
}

// RouteRole gives who may have a route, by its pattern; false for one that is not in the table.
func RouteRole(pattern string) (Role, bool) { return roleOf(Routes(), pattern) }

// HallRouteRole gives who may have a route of the hall; false for one that is not in the table.
func HallRouteRole(pattern string) (Role, bool) { return roleOf(HallRoutes(), pattern) }

// HallDeedRole gives who may make a change at the hall; false for one that is not in the table.
func HallDeedRole(deed string) (Role, bool) { return roleOf(HallDeeds(), deed) }

// OperationRole gives who may ask for an operation; false for one that is not in the table.
func OperationRole(op string) (Role, bool) { return roleOf(Operations(), op) }

func roleOf(rights []Right, what string) (Role, bool) {
	i := slices.IndexFunc(rights, func(r Right) bool { return r.What == what })
	if i < 0 {
		return 0, false
	}
	return rights[i].Role, true
}

// Readable reports whether a role may read the topics of a kind whoever they are for.
func Readable(kind string, by Role) bool {
	return slices.ContainsFunc(Topics(), func(t TopicRight) bool { return t.Kind == kind && !t.Own && by >= t.Read })
}
