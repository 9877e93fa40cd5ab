package table

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sync/errgroup"

	"jantaku/device"
	"jantaku/internal/capture"
	"jantaku/internal/config"
	"jantaku/internal/pipeline"
	"jantaku/internal/tracker"
	"jantaku/models"
	"jantaku/models/atomicfile"
	"jantaku/vision/watch"
)

// hearing tells the pipeline what the lookout sees while nobody asks; it implements
// lookout.Hearer. The pipeline may be busy with a hand, which the lookout does not wait for.
type hearing struct {
	pipeline *pipeline.Pipeline
	follow   *tracker.Follow // nil unless hands are followed
	evidence *evidence       // nil for none
	alone    bool            // no board tells who won
	seen     chan sight
}

// sight is a hand that lies at a place, that was taken up again, or that has surely won; or,
// at none, what is known of a hand that has ended.
type sight struct {
	at        models.Place
	lies, won bool
	again     bool           // the same hand was seen to have a winner before
	course    *device.Course // what is known of a win
	ended     device.Ended
	dealt     tracker.Dealer
	dice      [2]int // that were rolled
}

// sightQueue is how many sights wait while a hand is being read: four hands laid down and
// taken up twice.
const sightQueue = 16

func newHearing(p *pipeline.Pipeline, f *tracker.Follow, e *evidence, alone bool) *hearing {
	return &hearing{p, f, e, alone, make(chan sight, sightQueue)}
}

// run tells what was seen until the context ends, which is no error.
func (h *hearing) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case s := <-h.seen:
			switch { // each ends with the context alone
			case s.dice != [2]int{}:
				_ = h.pipeline.Rolled(ctx, s.dice)
			case s.dealt.At != 0:
				_ = h.pipeline.Dealt(ctx, s.dealt.At, s.dealt.Odds)
			case s.won:
				_ = h.pipeline.Won(ctx, s.at, s.again, s.course)
			case s.at != 0:
				_ = h.pipeline.Lies(ctx, s.at, s.lies)
			default:
				_ = h.pipeline.Ended(ctx, s.ended)
			}
		}
	}
}

// tell lets a sight wait for its turn.
func (h *hearing) tell(ctx context.Context, s sight) error {
	select {
	case h.seen <- s:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Lies hears that a hand was laid down or taken up again.
func (h *hearing) Lies(ctx context.Context, at models.Place, lies bool) error {
	return h.tell(ctx, sight{at: at, lies: lies})
}

// Changes lets the hand be followed. Hands that are laid down are proposed; where no board
// tells who won, one that has surely won is read as if somebody had said so.
func (h *hearing) Changes(ctx context.Context, changes []watch.Change, anew bool) error {
	if h.follow == nil {
		return nil
	}
	heard := h.follow.Hear(ctx, changes, anew)
	h.evidence.note(&heard)
	var seen []sight
	for _, at := range heard.Taken {
		seen = append(seen, sight{at: at})
	}
	for _, at := range heard.Laid {
		seen = append(seen, sight{at: at, lies: true})
	}
	for i, at := range heard.Won {
		if h.alone {
			seen = append(seen, sight{at: at, won: true, again: heard.Again, course: heard.Courses[i]})
		}
	}
	if heard.Dealer.At != 0 {
		seen = append(seen, sight{dealt: heard.Dealer})
	}
	if heard.Ended.Drawn != nil || len(heard.Ended.Courses) > 0 {
		seen = append(seen, sight{ended: heard.Ended})
	}
	for _, s := range seen {
		if err := h.tell(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Rolled hears what two dice show that were rolled.
func (h *hearing) Rolled(ctx context.Context, dice [2]int) error {
	return h.tell(ctx, sight{dice: dice})
}

// FollowerOf is the eye of a table as one that follows it.
func FollowerOf(in Parts) (capture.Follower, error) {
	follower, ok := in.Reader.(capture.Follower)
	if in.Follower != nil {
		follower, ok = in.Follower, true
	}
	switch {
	case in.Camera == nil:
		return nil, nil
	case in.Calibrated == nil:
		return nil, errors.New("eye.watch needs a calibrated camera; name it in eye.calibration")
	case !ok:
		return nil, errors.New("eye.watch: this eye cannot follow a table")
	}
	return follower, nil
}

// followHands makes who follows the hands of the table.
func (t *Table) followHands(books tracker.Books) *tracker.Follow {
	journal, err := tracker.OpenJournal(filepath.Join(t.Config.Data, "following.journal"))
	if err != nil {
		t.log.Warn("a restart would forget the hand that is on", "err", err)
	}
	t.closes(journal.Close)
	return tracker.New(tracker.Config{Books: books, Rules: t.followedRules, MaxError: t.Config.Eye.MaxError, Keep: t.seen, Journal: journal, Log: t.log})
}

// resume goes on with the hand during which the program ended. What the broker retained of it
// may be of long ago, and is shown anew in any case.
func (t *Table) resume(ctx context.Context) {
	var told []string
	if last, ok := t.Ledger.Last(); ok && last.Course != nil {
		told = append(told, last.Course.ID)
	}
	kept, err := t.drawer().Load() // which the pipeline says, too
	if err != nil {
		t.log.Warn("hands that waited for the referee are not known", "err", err)
	}
	for _, hand := range kept.Waiting {
		if hand.Course != nil {
			told = append(told, hand.Course.ID)
		}
	}
	if kept.Battle != nil {
		told = append(told, kept.Battle.Record.ID)
	}
	if t.Follow == nil || !t.Follow.Resume(ctx, t.Lookout.Now(), told...) {
		t.showOpenCourse(ctx)
	}
}

// drawer keeps the hands that wait for the referee.
func (t *Table) drawer() pipeline.FileDrawer {
	return pipeline.FileDrawer{Path: filepath.Join(t.Config.Data, "waiting.json")}
}

// clearDrawer takes hands that nobody can read out of the way: a table that waits for them would never
// start again. The referee has to look whether a hand is missing.
func (t *Table) clearDrawer() {
	_, damaged := t.drawer().Load()
	if damaged == nil {
		return
	}
	aside, err := atomicfile.SetAside(t.drawer().Path)
	if err != nil { // the pipeline says that it cannot go on
		t.log.Error("hands that waited for the referee", "err", err)
		return
	}
	t.log.Error("hands that waited for the referee cannot be read: look whether the last ones are in the books, and type those that are missing", "kept", aside, "err", damaged)
}

// followedRules is what following a hand needs of the rule book of a match.
func (t *Table) followedRules(m models.Match) (tracker.Rules, error) {
	rules, err := tracker.RulesOf(m, t.Board.Table().Tiles)
	if err == nil && t.evidence != nil && t.evidence.camera != nil {
		rules.Game.Width = t.evidence.camera.Tile.Width
	}
	return rules, err
}

// seen keeps and shows the course of the hand that is being played, as far as it was seen:
// it survives a restart before anybody is told of it. final is how many events change no
// more. A nil record tells that no hand is being watched.
func (t *Table) seen(ctx context.Context, r *models.Record, final int) error {
	if r != nil {
		if err := t.Ledger.KeepCourse(ctx, r); err != nil {
			return fmt.Errorf("keep the course of the hand: %w", err)
		}
	}
	t.Board.ShowCourse(r, final)
	return nil
}

// showOpenCourse shows the course of the hand during which the program ended, or that
// none is watched: what the broker retained may be of long ago.
func (t *Table) showOpenCourse(ctx context.Context) {
	r, err := t.Ledger.OpenCourse(ctx)
	if err != nil {
		t.log.Warn("the hand that was on is watched from here on", "err", err)
	}
	t.Board.ShowCourse(r, 0)
}

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
