package table

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sync/errgroup"

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

	sessions    *access.Sessions
	trail       *slog.Logger // of what was asked for
	Ledger      *ledger.Ledger
	Broker      *mqtt.Broker     // nil with an external broker
	ownBroker   string           // URL of the broker for this daemon
	pages       mqtt.Credential  // as whom the pages read at the broker
	certificate *tls.Certificate // nil without TLS
	asker       string           // whose requests are those that name nobody
	Outbox      *mqtt.JournalOutbox
	Publisher   *mqtt.Publisher
	Board       *tablestate.Board
	Lookout     *capture.Lookout
	Follow      *tracker.Follow // nil unless hands are followed
	evidence    *evidence       // the same
	Pipeline    *pipeline.Pipeline
	link        *device.Link     // nil without a board
	drawers     *drawers.Drawers // with the sticks that the board measures
	story       device.Story     // of the hand that is on; belongs to the pipeline once it runs
	blind       error            // why the camera is not used; nil while it is, or there is none
	moved       atomic.Int64     // when the pipeline last took something, Unix nanoseconds
	probed      probed
	web         *scoreboard.Server
	listener    net.Listener

	closers []func() error
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

// Start builds the parts in order: what stores and shows before what hears and
// sees. On an error everything built so far is closed again.
func Start(ctx context.Context, c config.Config, in Parts, log *slog.Logger) (_ *Table, err error) {
	t := &Table{Config: c, log: log, blind: in.Blind, drawers: drawers.New(drawers.Usual())}
	t.moved.Store(time.Now().UnixNano())
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	for _, step := range []struct {
		name  string
		build func(context.Context, Parts) error
	}{
		{"data folder", t.buildFolder},
		{"sessions", t.buildSessions},
		{"certificate", t.buildCertificate},
		{"ledger", t.buildLedger},
		{"match", t.buildMatch},
		{"broker", t.buildBroker},
		{"eye", t.buildEye},
		{"pipeline and publisher", t.buildFlow},
		{"pages", t.buildPages},
		{"link to the table", t.buildLink},
	} {
		if err := step.build(ctx, in); err != nil {
			return nil, fmt.Errorf("start %s: %w", step.name, err)
		}
	}
	return t, nil
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

// Run runs the parts until the context ends or one of them fails.
func (t *Table) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	events := make(chan device.Event, eventQueue)
	t.resume(ctx)
	group.Go(func() error { return t.Publisher.Run(ctx) })
	if t.Broker != nil {
		group.Go(func() error { return t.Broker.Tend(ctx, storePulse) })
	}
	group.Go(func() error { return t.web.Serve(ctx, t.listener) })
	group.Go(func() error { return t.Pipeline.Run(ctx, events) })
	if t.link != nil {
		heard := make(chan device.Event)
		group.Go(func() error { return t.link.Run(ctx, heard) })
		group.Go(func() error { return t.overhear(ctx, heard, events) })
		group.Go(func() error { return t.compareSticks(ctx, events) })
	}
	if t.evidence != nil {
		group.Go(func() error { return t.evidence.run(ctx) })
	}
	hear := newHearing(t.Pipeline, t.Follow, t.evidence, t.link == nil || t.Config.Table.Win == config.WinSeen)
	group.Go(func() error { return hear.run(ctx) })
	group.Go(func() error { return t.Lookout.Run(ctx, hear) })
	group.Go(func() error { return t.watchdog(ctx) })
	t.log.Info("ready", "page", t.Page(), "broker", t.Config.MQTT.Broker, "table", t.Config.Table.ID)
	if _, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil {
		t.log.Warn("systemd not notified", "err", err)
	}
	err := group.Wait()
	if !errors.Is(context.Cause(ctx), ErrSaved) { // with another configuration it goes on at once
		if _, err := daemon.SdNotify(false, daemon.SdNotifyStopping); err != nil {
			t.log.Warn("systemd not notified", "err", err)
		}
	}
	return errors.Join(err, t.Close())
}

// Page is the address of the scoreboard.
func (t *Table) Page() string { return t.scheme() + t.listener.Addr().String() + "/" }

func (t *Table) scheme() string {
	if t.certificate != nil {
		return "https://"
	}
	return "http://"
}
