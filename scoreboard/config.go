package scoreboard

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"jantaku/access"
	"jantaku/models"
)

// Config says what the pages show and whom they ask.
type Config struct {
	Prefix  string // of the topics
	Table   string // shown when the page's address names no other
	Node    string // the daemon whose status the pages watch
	Program string // name and version
	Demo    bool   // table and players are drawn, which the display says

	Broker         string // URL of the broker, as the publisher has it: tcp:// or ssl://
	User, Password string // for the broker

	Requests Requests // nil: the console shows and cannot change
	Photos   Photos   // nil: no photographs
	Archive  Archive  // nil: no pages of matches and standings
	Replays  Replays  // nil: no hand is played again
	Shares   Shares   // nil: no pictures to share
	// Portraits is a folder with pictures of players and teams, each called as the player or the team is; it
	// need not be there.
	Portraits string
	Metrics   http.Handler // nil: no /metrics
	Ready     func() error // nil: ready when it answers; the error is told by /readyz
	Setup     Setup        // nil: the table is not set up from a browser
	// Fresh tells that nothing is configured yet: the set-up comes first, who sits at this machine
	// is an admin, and everybody else a viewer who is not known by Accounts.
	Fresh bool
	// Failed is why the table did not start with what its set-up saved last; nil when it did.
	Failed error
	// Accounts says who may more than look; nil: everybody is a referee.
	Accounts *access.Accounts
	// Sessions remembers who has logged in and which devices are paired; nil: until the server ends.
	Sessions *access.Sessions
	// Pairing makes a device a referee's by a code; nil: no device is paired.
	Pairing Pairing
	// Hall is where the hall of the league is, http://…; empty for none.
	Hall string
	// Hosts are names of this machine besides its addresses and those of local networks.
	Hosts []string
	Log   *slog.Logger
}

// Requests does what the console asks for. The pipeline implements it.
type Requests interface {
	// Request carries out an operation; body and answer are JSON. The error's text is
	// shown to the person who asked.
	Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error)
}

// Photos gives photographs of hands, and pictures of single moves. The ledger implements it.
type Photos interface {
	// Photo gives a photograph by its sum. The error wraps ledger.ErrNoPhoto when it
	// is not kept any more.
	Photo(ctx context.Context, sum string) (models.Photo, error)
	// Evidence gives a picture of one move by its sum, with the same error.
	Evidence(ctx context.Context, sum string) (models.Photo, error)
}

// Archive gives pages and files about all matches. Package internal/report does.
type Archive interface {
	// File gives one by its name, a page in a language (zh, ja or en). The error wraps fs.ErrNotExist
	// where there is none.
	File(ctx context.Context, name, lang string) ([]byte, error)
}

// Replays gives hands that were recorded move by move. Package internal/replay does.
type Replays interface {
	// Replay gives one by its entry in the books, as JSON. The error wraps fs.ErrNotExist where there is none.
	Replay(ctx context.Context, entry string) ([]byte, error)
}

// Pairing gives codes that pair a device, and takes them.
type Pairing interface {
	// Invite gives a new code for a device of somebody; the name is empty where several share a PIN.
	Invite(name string) (Invitation, error)
	// Accept uses a code up and gives for whom it was. The error is a refusal.
	Accept(code string) (name string, err error)
}

// Invitation is a code as it is shown.
type Invitation struct {
	URL string `json:"url"`
	QR  string `json:"qr"` // a data address of a PNG picture
}

// Setup sets the table up from the page for it. Package internal/setup does.
type Setup interface {
	// Do carries out one step; body is a JSON object, the answer becomes JSON. The error's reasons
	// are shown to the person.
	Do(ctx context.Context, op string, body json.RawMessage) (any, error)
	// Picture gives an encoded picture, and what is known about it, which becomes JSON.
	Picture(ctx context.Context, name string) (data []byte, note any, err error)
}

// Shares gives pictures of won hands and of matches, to be shared. Package internal/card does.
type Shares interface {
	// Picture gives a hand by its entry in the books as PNG, in a language (zh, ja or en). The error wraps
	// fs.ErrNotExist where there is none.
	Picture(ctx context.Context, entry, lang string) ([]byte, error)
	// Match gives a match by its id in the same way.
	Match(ctx context.Context, id, lang string) ([]byte, error)
}

// limits are how long a client may take. Each is the whole of its part, so that a byte now and then holds no
// connection; WebSockets have limits of their own.
type limits struct {
	header, // of a request
	body, // header and body
	answer, // a request may wait for a photograph
	idle time.Duration // between two requests
}

// patience is for telephones at the edge of a hall's network: the largest request has 64 kB.
var patience = limits{header: 10 * time.Second, body: 30 * time.Second, answer: 2 * time.Minute, idle: 2 * time.Minute}

// Server serves the pages.
type Server struct {
	config Config
	files  map[string]file
	bridge *bridge

	run    string // unlike that of any other server
	limits limits
}

// bridge leads WebSockets of pages to the broker's TCP port.
type bridge struct {
	address        string // host:port
	secure         bool
	prefix         string
	user, password string
	log            *slog.Logger
	upgrader       websocket.Upgrader
	open           sync.WaitGroup
	// own are the pages of this machine and of devices that are known, guests all others.
	own, guests access.Places
}

// file is a page or a part of one, kept in memory.
type file struct {
	body []byte
	kind string // media type
	etag string
}

var operation = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the reader may be gone; nobody else to tell
}

const maxRequest = 64 << 10

func refuse(w http.ResponseWriter, status int, code string, why error) {
	writeJSON(w, status, map[string]any{"status": "error", "error": map[string]any{"code": code, "message": why.Error(), "reasons": models.ReasonsOf(why)}})
}
