package table

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
	"syscall"
	"time"

	"jantaku/access"
	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/capture"
	"jantaku/internal/card"
	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/internal/drawers"
	"jantaku/internal/pipeline"
	"jantaku/internal/referee"
	"jantaku/internal/replay"
	"jantaku/internal/report"
	"jantaku/internal/tablestate"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/models/atomicfile"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/scoring"
	"jantaku/vision/layout"
)

// Start builds the parts in order: what stores and shows before what hears and
// sees. On an error everything built so far is closed again.
func Start(ctx context.Context, c config.Config, in Parts, log *slog.Logger) (_ *Table, err error) {
	t := &Table{Config: c, log: log, watching: watching{blind: in.Blind}, playing: playing{drawers: drawers.New(drawers.Usual())}}
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

// startRoom is what a start writes at least: the books' journal and the broker's streams, in bytes.
const startRoom = 4 << 20

// buildFolder makes the data folder and sees that it can be written: on a full disk what starts
// next would blame itself.
func (t *Table) buildFolder(context.Context, Parts) error {
	if err := os.MkdirAll(t.Config.Data, 0o750); err != nil {
		return err
	}
	probe, err := os.CreateTemp(t.Config.Data, probeName)
	if err == nil {
		_, err = probe.Write(make([]byte, startRoom))
		err = errors.Join(err, probe.Sync(), probe.Close(), os.Remove(probe.Name()))
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("the disk of %s is full: make room; the books are as they were: %w", t.Config.Data, err)
	}
	return err
}

// probeName is the pattern of the file by which a start sees that the data folder can be written.
const probeName = ".probe-*"

// buildSessions takes up who was logged in before, and which devices are paired.
func (t *Table) buildSessions(context.Context, Parts) error {
	t.sessions = access.OpenSessions(filepath.Join(t.Config.Data, "sessions.json"), t.log)
	trail, err := access.OpenTrail(filepath.Join(t.Config.Data, "asked.log"))
	if err != nil {
		return err
	}
	t.closes(trail.Close)
	t.trail = slog.New(slog.NewTextHandler(trail, nil))
	return os.MkdirAll(invitations(t.Config).Folder, 0o750)
}

func (t *Table) buildCertificate(context.Context, Parts) (err error) {
	t.certificate, err = t.Config.Certificate(t.log)
	return err
}

func (t *Table) buildLedger(ctx context.Context, _ Parts) (err error) {
	path := filepath.Join(t.Config.Data, config.LedgerName)
	t.Ledger, err = ledger.Open(ctx, path, ledger.WithShelf(cliinput.Shelf), ledger.WithLog(t.log),
		ledger.WithPhotoBudget(int64(t.Config.Photos)<<20), ledger.WithEvidenceBudget(int64(t.Config.Evidence)<<20))
	if err != nil {
		return err
	}
	t.closes(t.Ledger.Close)
	t.sweep() // nobody else writes there as long as the ledger is ours
	return nil
}

// sweep removes what a power cut has left of files that were being written, also by versions that
// named them otherwise.
func (t *Table) sweep() {
	folders := []string{t.Config.Data, t.Config.TLSFolder(), filepath.Join(t.Config.Data, "films"), filepath.Join(t.Config.Data, "setup")}
	courses, _ := filepath.Glob(filepath.Join(t.Config.Data, "setup", "tiles*")) // the pattern is good
	folders = append(folders, courses...)
	if err := atomicfile.Sweep(folders, probeName, "board.json.[0-9]*", "waiting.json.new"); err != nil {
		t.log.Warn("files that were not finished stay", "err", err)
	}
}

// buildMatch starts the configured match when none is being played.
func (t *Table) buildMatch(ctx context.Context, _ Parts) error {
	if state, playing := t.Ledger.Table(); playing {
		t.log.Info("match goes on", "match", state.Match.ID, "rules", state.Match.Rules, "hands", state.Position.Hands)
		return nil
	}
	if len(t.Config.Match.Players) == 0 {
		return nil
	}
	match, how, err := t.Config.Match.Plan().Seat()
	if err != nil {
		return err
	}
	match.Table = t.Config.Table.ID
	_, err = t.Ledger.StartMatch(ctx, models.Author{Source: "config", Why: how}, match)
	return err
}

// buildBroker starts the embedded broker unless another one is configured.
func (t *Table) buildBroker(context.Context, Parts) (err error) {
	if t.Config.MQTT.Broker != "" {
		t.ownBroker = t.Config.MQTT.Broker
		t.pages = mqtt.Credential{User: t.Config.MQTT.User, Password: t.Config.MQTT.Password}
		return nil
	}
	host, port, err := net.SplitHostPort(t.Config.MQTT.Listen)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return fmt.Errorf("port %q: %w", port, err)
	}
	m := &t.Config.MQTT
	own := mqtt.NewCredential() // the broker ends with this process, and nobody else needs it
	pages := access.Account{Name: "jantaku-pages", Role: access.Viewer, Password: mqtt.NewCredential().Password}
	c := mqtt.BrokerConfig{Host: host, Port: number, Store: filepath.Join(t.Config.Data, "broker"), Tables: []mqtt.Credential{own}, Prefixes: []string{m.Prefix}, MaxStore: int64(m.Store) << 20}
	if m.User != "" {
		c.Tables = append(c.Tables, mqtt.Credential{User: m.User, Password: m.Password})
	}
	if m.HomeAssistant != "" {
		c.Prefixes = append(c.Prefixes, m.HomeAssistant)
	}
	if m.Anonymous == config.AnonymousReads {
		c.Anonymous = access.Viewer
	}
	if c.Accounts, err = access.New(append([]access.Account{pages}, t.Config.People...), nil); err != nil {
		return err
	}
	c.Accounts.Remember(t.sessions)
	c.Certificate = t.certificate
	if t.Broker, err = mqtt.StartBroker(c, t.log); err != nil {
		return err
	}
	t.asker = m.User // who else may send requests signs them in the topic
	t.pages = mqtt.Credential{User: pages.Name, Password: pages.Password}
	m.Broker, m.User, m.Password = t.Broker.URL(), own.User, own.Password
	t.ownBroker = t.Broker.OwnURL()
	t.closes(t.Broker.Close)
	return nil
}

func (t *Table) buildEye(_ context.Context, in Parts) (err error) {
	options := layout.DefaultOptions()
	options.MaxError, options.AddedBeside = t.Config.Eye.MaxError, t.Config.Eye.AddedBeside
	if in.Calibrated != nil {
		options.Zones = in.Calibrated.Zones
	}
	c := capture.Config{Source: in.Camera, Eye: in.Reader, Layout: options, Calibrated: in.Calibrated, Rules: t.handsPlayed, TurnedTile: t.Config.Eye.TurnedTile, Limits: in.Limits,
		Settle: t.Config.Camera.Settle, Burst: t.Config.Camera.Burst, Log: t.log}
	c.Rolling = func() bool { return t.Follow == nil || t.Follow.SetUp() }
	if t.Config.Eye.Watch.Is(config.WatchLaid) {
		c.Watched = in.Calibrated
	}
	if t.Config.Eye.Watch.Is(config.WatchCourse) && t.blind == nil {
		if c.Follower, err = FollowerOf(in); err != nil {
			return err
		}
	}
	t.Lookout, err = capture.New(c)
	return err
}

// handsPlayed tells what the rule book of the match says of hands.
func (t *Table) handsPlayed() capture.Rules {
	rules := t.Ledger.Rules()
	_, playing := t.Ledger.Table()
	played, ok := rules.(scoring.Played)
	return capture.Rules{Hand: scoring.HandSize(rules), AnyKong: playing && ok && played.Manners().AnyKong}
}

// buildFlow makes the pipeline and the publisher, which speak to each other: hands
// and the table's state go out, requests come in.
func (t *Table) buildFlow(_ context.Context, in Parts) (err error) {
	m := t.Config.MQTT
	address := mqtt.Address{Prefix: m.Prefix, Table: t.Config.Table.ID, Node: m.Node}
	t.Outbox = mqtt.NewJournalOutbox(t.Ledger, address)
	t.clearDrawer()
	known := bookkeeper{t.Ledger, t.Outbox.Changed}
	t.Board = &tablestate.Board{Address: address, State: t.Ledger.State, Kept: t.Ledger.Photo, Sight: t.sight, Books: t.writable, Followed: t.followed, Stays: t.stays, Linked: t.Config.Table.Port != "", Watched: t.watched() || t.blind != nil, Log: t.log}
	parts := pipeline.Parts{Eye: t.Lookout, Understander: t.Lookout, Books: known, Board: t.Board, Referee: referee.Referee{Books: t.Ledger, Changed: known.changed, Table: t.Config.Table.ID, Dice: t.Board.Thrown}, Log: t.log, Asked: t.Config.Table.Asked(),
		Assumed: t.Config.Table.Assumed(), Sure: 1 - t.Config.Eye.MaxError, Standing: t.Config.Table.Wall == config.WallStanding,
		Handled: t.remember, Settled: t.settled, Drawers: t.drawersTell, Lit: t.light, Drawer: t.drawer()}
	if t.Lookout.Follower != nil {
		t.Follow = t.followHands(known)
		t.evidence = newEvidence(t, in.Calibrated)
		parts.Follower = t.Follow
		if err := t.films(); err != nil {
			return err
		}
	}
	t.Pipeline = pipeline.New(parts)
	used, err := mqtt.OpenUsed(filepath.Join(t.Config.Data, "requests.used"))
	if err != nil {
		return err
	}
	t.Publisher, err = mqtt.NewPublisher(mqtt.Config{Used: used, Address: address, Broker: t.ownBroker, User: m.User, Password: m.Password,
		Program: "jantaku " + in.Program, HomeAssistant: m.HomeAssistant, WebPage: t.scheme() + t.Config.Web.Listen, Asker: t.asker}, t.Outbox, t.guard(), t.log)
	if err != nil {
		return err
	}
	t.Board.Retain, t.Board.Tell = t.Publisher.Retain, t.Publisher.Tell
	return nil
}

// shares draws pictures of hands; nil where the machine has no font for them, which only leaves them out.
func (t *Table) shares(words map[string]map[string]string) scoreboard.Shares {
	cards, err := card.NewArchive(t.Ledger, words)
	if err != nil {
		t.log.Info("hands are not drawn as pictures to share", "err", err)
		return nil
	}
	t.closers = append(t.closers, cards.Close)
	return cards
}

func (t *Table) buildPages(_ context.Context, in Parts) (err error) {
	m := t.Config.MQTT
	accounts, err := in.SetUp.accounts(t.Config, t.log)
	if err != nil {
		return err
	}
	accounts.Remember(t.sessions)
	set, err := t.buildSetup(in)
	if err != nil {
		return err
	}
	words, err := scoreboard.Words()
	if err != nil {
		return err
	}
	t.web, err = scoreboard.New(scoreboard.Config{Setup: set, Fresh: in.SetUp.isFresh(), Failed: in.SetUp.failure(), Prefix: m.Prefix, Table: t.Config.Table.ID, Node: m.Node, Program: "jantaku " + in.Program, Demo: in.Demo,
		Broker: t.ownBroker, User: t.pages.User, Password: t.pages.Password, Requests: t.guard(), Photos: album{t.Board, t.Ledger}, Archive: report.NewArchive(t.Ledger, words), Replays: replay.Archive{Books: t.Ledger}, Shares: t.shares(words), Portraits: filepath.Join(t.Config.Data, "portraits"), Ready: t.ready, Accounts: accounts, Sessions: t.sessions, Pairing: pairing{t.Config}, Hosts: t.Config.Web.Hosts, Hall: t.Config.Web.Hall, Metrics: t.metrics(), Log: t.log})
	if err != nil {
		return err
	}
	if t.listener, err = net.Listen("tcp", t.Config.Web.Listen); err != nil {
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

func (t *Table) buildLink(context.Context, Parts) (err error) {
	if t.Config.Table.Port == "" {
		t.log.Warn("table.port is empty; hands are called on the console")
		return nil
	}
	options := t.Config.Table.Link()
	options.Log = t.log
	if t.story, err = t.memory().Load(); err != nil {
		t.log.Warn("the table is read from its next event on", "err", err)
	}
	options.Resume, options.Story = t.story.Position, t.story.Events
	t.link, err = device.NewLink(options)
	return err
}

// light brings the lamps of the win buttons to the board, where there is one.
func (t *Table) light(lamps device.Lamps, upTo device.Position) {
	if t.link != nil {
		t.link.Light(lamps, upTo)
	}
}

// guard stands before the pipeline, which does what it is asked for.
func (t *Table) guard() access.Guard {
	return access.Guard{Next: t.Pipeline, Log: t.log, Trail: t.trail}
}

func newEvidence(t *Table, seen *calibration.Camera) *evidence {
	return &evidence{t.Lookout, seen, t.Ledger, t.Follow, t.log, make(chan happened, evidenceQueue)}
}
