package table

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"jantaku/access"
	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/capture"
	"jantaku/internal/config"
	"jantaku/internal/drawers"
	"jantaku/internal/pipeline"
	"jantaku/internal/tablestate"
	"jantaku/internal/tracker"
	"jantaku/ledger"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/vision/camera"
)

// Table is the running daemon of one table: its parts in the order they were built. Those that are
// exported are there for who plays at the table, such as the demo.
type Table struct {
	Config config.Config
	log    *slog.Logger

	doors
	Ledger *ledger.Ledger
	outside
	Board *tablestate.Board
	watching
	playing
	web      *scoreboard.Server
	listener net.Listener

	closers []func() error
}

// doors are who may come in, and how.
type doors struct {
	sessions    *access.Sessions
	trail       *slog.Logger     // of what was asked for
	pages       mqtt.Credential  // as whom the pages read at the broker
	certificate *tls.Certificate // nil without TLS
	asker       string           // whose requests are those that name nobody
}

// outside is who is told.
type outside struct {
	Broker    *mqtt.Broker // nil with an external broker
	ownBroker string       // URL of the broker for this daemon
	Outbox    *mqtt.JournalOutbox
	Publisher *mqtt.Publisher
}

// watching is what sees the table.
type watching struct {
	Lookout  *capture.Lookout
	Follow   *tracker.Follow // nil unless hands are followed
	evidence *evidence       // the same
	blind    error           // why the camera is not used; nil while it is, or there is none
}

// playing is the hand that is on, and the machine that tells of it.
type playing struct {
	Pipeline *pipeline.Pipeline
	link     *device.Link     // nil without a board
	drawers  *drawers.Drawers // with the sticks that the board measures
	story    device.Story     // of the hand that is on; belongs to the pipeline once it runs
	moved    atomic.Int64     // when the pipeline last took something, Unix nanoseconds
	probed   probed
}

// Parts are the parts of a table that look outward, which whoever runs it brings: the demo has its own.
type Parts struct {
	Program    string // version of the program, for who asks over the broker
	Camera     camera.Source
	Reader     capture.Eye
	Follower   capture.Follower // nil for the reader, where that one can follow
	Limits     camera.Limits
	Calibrated *calibration.Camera // nil without a calibration
	SetUp      *SetUp              // nil where the table is not set up from a browser
	// Demo tells that table, tiles and players are drawn, which the display says.
	Demo bool
	// Blind is why a table that has a camera goes on without it: the eye's own files are damaged, or the camera
	// cannot be used.
	Blind error
}

// closes remembers what to close, last built first.
func (t *Table) closes(f func() error) { t.closers = append(t.closers, f) }

// Close closes what was built, last built first. A table that runs closes itself.
func (t *Table) Close() error {
	var errs []error
	for i := len(t.closers) - 1; i >= 0; i-- {
		errs = append(errs, t.closers[i]())
	}
	t.closers = nil
	return errors.Join(errs...)
}

// storePulse is how often the store of the broker is looked at.
const storePulse = 10 * time.Second

// eventQueue is how many events of the table wait while a hand is being read. A
// table says about ten things in a hand.
const eventQueue = 256

// Page is the address of the scoreboard.
func (t *Table) Page() string { return t.scheme() + t.listener.Addr().String() + "/" }

func (t *Table) scheme() string {
	if t.certificate != nil {
		return "https://"
	}
	return "http://"
}

// probed is what was found when it was looked last whether the books can be written.
type probed struct {
	mu   sync.Mutex
	at   time.Time
	part mqtt.Part
}

// SetUp is how a table may be set up from a browser while it runs.
type SetUp struct {
	At      config.Place
	Config  config.Config           // as it was read; the running table fills in its own broker
	Failed  error                   // why it did not start with what was saved before
	Restart func(undo func() error) // ends the table to start it anew
}
