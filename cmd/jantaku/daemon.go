package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sync/errgroup"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/access"
	"jantaku/internal/board"
	"jantaku/internal/config"
	"jantaku/internal/follow"
	"jantaku/internal/lookout"
	"jantaku/internal/pipeline"
	"jantaku/internal/referee"
	"jantaku/internal/typed"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/scoring"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
)

// table is the running daemon of one table: its parts in the order they were built.
type table struct {
	config config.Config
	log    *slog.Logger

	ledger      *ledger.Ledger
	broker      *mqtt.Broker     // nil with an external broker
	pages       mqtt.Credential  // as whom the pages read at the broker
	certificate *tls.Certificate // nil without TLS
	asker       string           // whose requests are those that name nobody
	outbox      *mqtt.JournalOutbox
	publisher   *mqtt.Publisher
	board       *board.Board
	lookout     *lookout.Lookout
	follow      *follow.Follow // nil unless hands are followed
	evidence    *evidence      // the same
	pipeline    *pipeline.Pipeline
	link        *device.Link // nil without a board
	story       device.Story // of the hand that is on; belongs to the pipeline once it runs
	moved       atomic.Int64 // when the pipeline last took something, Unix nanoseconds
	web         *scoreboard.Server
	listener    net.Listener

	closers []func() error
}

// input are the parts of a table that look outward; the demo has its own.
type input struct {
	camera     camera.Source
	reader     lookout.Eye
	follower   lookout.Follower // nil for the reader, where that one can follow
	limits     camera.Limits
	calibrated *calibration.Camera // nil without a calibration
	setup      *settingUp          // nil where the table is not set up from a browser
}

// startTable builds the parts in order: what stores and shows before what hears and
// sees. On an error everything built so far is closed again.
func startTable(ctx context.Context, c config.Config, in input, log *slog.Logger) (_ *table, err error) {
	t := &table{config: c, log: log}
	t.moved.Store(time.Now().UnixNano())
	defer func() {
		if err != nil {
			err = errors.Join(err, t.close())
		}
	}()
	for _, step := range []struct {
		name  string
		build func(context.Context, input) error
	}{
		{"data folder", t.buildFolder},
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
func (t *table) closes(f func() error) { t.closers = append(t.closers, f) }

func (t *table) close() error {
	var errs []error
	for i := len(t.closers) - 1; i >= 0; i-- {
		errs = append(errs, t.closers[i]())
	}
	t.closers = nil
	return errors.Join(errs...)
}

// startRoom is what a start writes at least: the books' journal and the broker's streams, in bytes.
const startRoom = 4 << 20

// buildFolder makes the data folder and sees that it can be written: on a full disk what starts
// next would blame itself.
func (t *table) buildFolder(context.Context, input) error {
	if err := os.MkdirAll(t.config.Data, 0o750); err != nil {
		return err
	}
	probe, err := os.CreateTemp(t.config.Data, ".probe-*")
	if err == nil {
		_, err = probe.Write(make([]byte, startRoom))
		err = errors.Join(err, probe.Sync(), probe.Close(), os.Remove(probe.Name()))
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("the disk of %s is full: make room; the books are as they were: %w", t.config.Data, err)
	}
	return err
}

func (t *table) buildCertificate(context.Context, input) (err error) {
	t.certificate, err = t.config.Certificate()
	return err
}

func (t *table) buildLedger(ctx context.Context, _ input) (err error) {
	path := filepath.Join(t.config.Data, ledgerName)
	t.ledger, err = ledger.Open(ctx, path, ledger.WithShelf(typed.Shelf), ledger.WithLog(t.log),
		ledger.WithPhotoBudget(int64(t.config.Photos)<<20), ledger.WithEvidenceBudget(int64(t.config.Evidence)<<20))
	if err != nil {
		return err
	}
	t.closes(t.ledger.Close)
	return nil
}

// buildMatch starts the configured match when none is being played.
func (t *table) buildMatch(ctx context.Context, _ input) error {
	if state, playing := t.ledger.Table(); playing {
		t.log.Info("match goes on", "match", state.Match.ID, "rules", state.Match.Rules, "hands", state.Position.Hands)
		return nil
	}
	if len(t.config.Match.Players) == 0 {
		return nil
	}
	match, how, err := t.config.Match.Plan().Seat()
	if err != nil {
		return err
	}
	match.Table = t.config.Table.ID
	_, err = t.ledger.StartMatch(ctx, models.Author{Source: "config", Why: how}, match)
	return err
}

// buildBroker starts the embedded broker unless another one is configured.
func (t *table) buildBroker(context.Context, input) (err error) {
	if t.config.MQTT.Broker != "" {
		t.pages = mqtt.Credential{User: t.config.MQTT.User, Password: t.config.MQTT.Password}
		return nil
	}
	host, port, err := net.SplitHostPort(t.config.MQTT.Listen)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return fmt.Errorf("port %q: %w", port, err)
	}
	m := &t.config.MQTT
	own := mqtt.NewCredential() // the broker ends with this process, and nobody else needs it
	pages := access.Account{Name: "jantaku-pages", Role: access.Viewer, Password: mqtt.NewCredential().Password}
	c := mqtt.BrokerConfig{Host: host, Port: number, Store: filepath.Join(t.config.Data, "broker"), Tables: []mqtt.Credential{own}, Prefixes: []string{m.Prefix}}
	if m.User != "" {
		c.Tables = append(c.Tables, mqtt.Credential{User: m.User, Password: m.Password})
	}
	if m.HomeAssistant != "" {
		c.Prefixes = append(c.Prefixes, m.HomeAssistant)
	}
	if m.Anonymous == config.AnonymousReads {
		c.Anonymous = access.Viewer
	}
	if c.Accounts, err = access.New(append([]access.Account{pages}, t.config.People...), nil); err != nil {
		return err
	}
	c.Certificate = t.certificate
	if t.broker, err = mqtt.StartBroker(c, t.log); err != nil {
		return err
	}
	t.asker = m.User // who else may send requests signs them in the topic
	t.pages = mqtt.Credential{User: pages.Name, Password: pages.Password}
	m.Broker, m.User, m.Password = t.broker.URL(), own.User, own.Password
	t.closes(t.broker.Close)
	return nil
}

func (t *table) buildEye(_ context.Context, in input) (err error) {
	options := layout.DefaultOptions()
	options.MaxError, options.AddedBeside = t.config.Eye.MaxError, t.config.Eye.AddedBeside
	if in.calibrated != nil {
		options.Zones = in.calibrated.Zones
	}
	c := lookout.Config{Source: in.camera, Eye: in.reader, Layout: options, AnyKong: t.anyKong, TurnedTile: t.config.Eye.TurnedTile, Limits: in.limits,
		Settle: t.config.Camera.Settle, Burst: t.config.Camera.Burst, Log: t.log}
	if t.config.Eye.Watch.Is(config.WatchLaid) {
		c.Watched = in.calibrated
	}
	if t.config.Eye.Watch.Is(config.WatchCourse) {
		if c.Follower, err = followerOf(in); err != nil {
			return err
		}
	}
	t.lookout, err = lookout.New(c)
	return err
}

// anyKong tells whether by the rules of the match any tiles of a concealed kong may lie
// face down.
func (t *table) anyKong() bool {
	state, playing := t.ledger.Table()
	if !playing {
		return false
	}
	book, err := typed.Shelf(state.Match)
	lays, ok := book.Rules.(interface{ AnyKong() bool })
	return err == nil && ok && lays.AnyKong()
}

// buildFlow makes the pipeline and the publisher, which speak to each other: hands
// and the table's state go out, requests come in.
func (t *table) buildFlow(_ context.Context, in input) (err error) {
	m := t.config.MQTT
	address := mqtt.Address{Prefix: m.Prefix, Table: t.config.Table.ID, Node: m.Node}
	t.outbox = mqtt.NewJournalOutbox(t.ledger, address)
	rules := func(m models.Match) (scoring.Ruleset, error) {
		book, err := typed.Shelf(m)
		return book.Rules, err
	}
	known := tableBooks{t.ledger, t.outbox.Changed}
	t.board = &board.Board{Address: address, State: t.ledger.State, Kept: t.ledger.Photo, Sight: t.sight, Followed: t.followed, Linked: t.config.Table.Port != "", Watched: t.watched(), Log: t.log}
	parts := pipeline.Parts{Eye: t.lookout, Understander: t.lookout, Books: known, Board: t.board, Referee: referee.Referee{Books: t.ledger, Changed: known.changed, Table: t.config.Table.ID, Dice: t.board.Thrown}, Rules: rules, Log: t.log, Asked: t.config.Table.Asked(),
		Assumed: t.config.Table.Assumed(), Sure: 1 - t.config.Eye.MaxError, Standing: t.config.Table.Wall == config.WallStanding,
		Handled: t.remember, Settled: t.settled, Drawer: t.drawer()}
	if t.lookout.Follower != nil {
		t.follow = t.followHands(known)
		t.evidence = newEvidence(t, in.calibrated)
		parts.Follower = t.follow
		if err := t.films(); err != nil {
			return err
		}
	}
	t.pipeline = pipeline.New(parts)
	t.publisher, err = mqtt.NewPublisher(mqtt.Config{Address: address, Broker: m.Broker, User: m.User, Password: m.Password,
		Program: "jantaku " + version, HomeAssistant: m.HomeAssistant, WebPage: t.scheme() + t.config.Web.Listen, Asker: t.asker, TLS: t.brokerTLS()}, t.outbox, t.guard(), t.log)
	if err != nil {
		return err
	}
	t.board.Retain, t.board.Tell = t.publisher.Retain, t.publisher.Tell
	return nil
}

func (t *table) buildPages(_ context.Context, in input) (err error) {
	m := t.config.MQTT
	accounts, err := in.setup.accounts(t.config, t.log)
	if err != nil {
		return err
	}
	set, err := t.buildSetup(in)
	if err != nil {
		return err
	}
	archive, err := newArchive(t.ledger)
	if err != nil {
		return err
	}
	t.web, err = scoreboard.New(scoreboard.Config{Setup: set, Fresh: in.setup.isFresh(), Failed: in.setup.failure(), Prefix: m.Prefix, Table: t.config.Table.ID, Node: m.Node, Program: "jantaku " + version,
		Broker: m.Broker, BrokerTLS: t.brokerTLS(), User: t.pages.User, Password: t.pages.Password, Requests: t.guard(), Photos: album{t.board, t.ledger}, Archive: archive, Portraits: filepath.Join(t.config.Data, "portraits"), Ready: t.ready, Accounts: accounts, Hosts: t.config.Web.Hosts, Metrics: t.metrics(), Log: t.log})
	if err != nil {
		return err
	}
	if t.listener, err = net.Listen("tcp", t.config.Web.Listen); err != nil {
		return fmt.Errorf("%w; set web.listen to another port, or stop what listens there", err)
	}
	if t.certificate != nil {
		t.listener = tls.NewListener(t.listener, access.ServerTLS(*t.certificate))
	}
	t.closes(func() error {
		if err := t.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	return nil
}

func (t *table) buildLink(context.Context, input) (err error) {
	if t.config.Table.Port == "" {
		t.log.Warn("table.port is empty; hands are called on the console")
		return nil
	}
	options := t.config.Table.Link()
	options.Log = t.log
	if t.story, err = t.memory().Load(); err != nil {
		t.log.Warn("the table is read from its next event on", "err", err)
	}
	options.Resume, options.Story = t.story.Position, t.story.Events
	t.link, err = device.NewLink(options)
	return err
}

// guard stands before the pipeline, which does what it is asked for.
func (t *table) guard() access.Guard { return access.Guard{Next: t.pipeline, Log: t.log} }

// memory keeps how far the log of the table's board has been read, and the hand that is on.
func (t *table) memory() device.Memory {
	return device.Memory{File: filepath.Join(t.config.Data, "board.json")}
}

// remember notes that an event has been handled. A hand bears the number of its
// event, so one that comes again after a crash in between does not count again.
func (t *table) remember(e device.Event) {
	if !t.story.Add(e) {
		return
	}
	t.saveStory()
}

// settled notes that nobody asks any more about the hand that is on (over), or the one
// before it.
func (t *table) settled(over bool) {
	t.story.Answer(over)
	t.saveStory()
}

func (t *table) saveStory() {
	if err := t.memory().Save(t.story); err != nil {
		t.log.Warn("the hand that is on would be forgotten by a restart", "err", err)
	}
}

// storePulse is how often the store of the broker is looked at.
const storePulse = 10 * time.Second

// eventQueue is how many events of the table wait while a hand is being read. A
// table says about ten things in a hand.
const eventQueue = 256

// run runs the parts until the context ends or one of them fails.
func (t *table) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	events := make(chan device.Event, eventQueue)
	t.resume(ctx)
	group.Go(func() error { return t.publisher.Run(ctx) })
	if t.broker != nil {
		group.Go(func() error { return t.broker.Tend(ctx, storePulse) })
	}
	group.Go(func() error { return t.web.Serve(ctx, t.listener) })
	group.Go(func() error { return t.pipeline.Run(ctx, events) })
	if t.link != nil {
		group.Go(func() error { return t.link.Run(ctx, events) })
	}
	if t.evidence != nil {
		group.Go(func() error { return t.evidence.run(ctx) })
	}
	hear := newHearing(t.pipeline, t.follow, t.evidence, t.link == nil || t.config.Table.Win == config.WinSeen)
	group.Go(func() error { return hear.run(ctx) })
	group.Go(func() error { return t.lookout.Run(ctx, hear) })
	group.Go(func() error { return t.watchdog(ctx) })
	t.log.Info("ready", "page", t.page(), "broker", t.config.MQTT.Broker, "table", t.config.Table.ID)
	if _, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil {
		t.log.Warn("systemd not notified", "err", err)
	}
	err := group.Wait()
	if !errors.Is(context.Cause(ctx), errSaved) { // with another configuration it goes on at once
		if _, err := daemon.SdNotify(false, daemon.SdNotifyStopping); err != nil {
			t.log.Warn("systemd not notified", "err", err)
		}
	}
	return errors.Join(err, t.close())
}

// page is the address of the scoreboard.
func (t *table) page() string { return t.scheme() + t.listener.Addr().String() + "/" }

func (t *table) scheme() string {
	if t.certificate != nil {
		return "https://"
	}
	return "http://"
}

// brokerTLS is how the embedded broker is reached; nil without TLS, and for a broker elsewhere.
func (t *table) brokerTLS() *tls.Config {
	if t.broker == nil {
		return nil
	}
	return t.broker.ClientTLS()
}
