package pipeline

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"jantaku/device"
	"jantaku/models"
)

// Pipeline leads hands from the table to the books: it brings what happens to their [Life], one thing after the other,
// and does what that commands. Make it with New.
type Pipeline struct {
	parts    Parts
	life     *Life
	album    album  // what the pictures of earlier hands showed
	keeper   keeper // what a restart goes on with
	turns    chan func(context.Context) error
	patience *time.Timer // fires when a hand that is held back is to be shown
	answer   Answer      // to the person who has just said something
	rejects  rejects
	lamps    device.Lamps    // as they were told last
	handled  device.Position // after the last event that was dealt with
}

// New makes a pipeline. Run starts it.
func New(parts Parts) *Pipeline {
	if parts.Handled == nil {
		parts.Handled = func(device.Event) error { return nil }
	}
	if parts.Settled == nil {
		parts.Settled = func(bool) {}
	}
	patience := time.NewTimer(time.Hour)
	patience.Stop()
	return &Pipeline{
		parts:    parts,
		life:     &Life{weigher: weigher{parts.Books, parts.Assumed}, club: club{parts.Asked, parts.Sure, parts.Standing, parts.Follower != nil}, layout: parts.Understander, drawers: parts.Drawers},
		keeper:   keeper{drawer: parts.Drawer, handled: parts.Handled, log: parts.Log},
		turns:    make(chan func(context.Context) error),
		patience: patience,
		rejects:  rejects{log: &rate.Sometimes{First: 5, Interval: 10 * time.Second}},
	}
}

// Run takes one event or request after the other until the context ends or events
// is closed, which is no error. An error means that the books failed.
func (p *Pipeline) Run(ctx context.Context, events <-chan device.Event) error {
	p.parts.Board.ShowTable(p.life.table)
	if err := p.restore(ctx); err != nil {
		return err
	}
	if p.parts.Lit != nil {
		p.lamps = p.life.Lamps()
		p.parts.Lit(p.lamps, p.handled)
	}
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-events:
			if !ok {
				return nil
			}
			err = p.event(ctx, e)
		case turn := <-p.turns:
			err = turn(ctx)
			p.lights(device.Event{})
		case <-p.patience.C:
			err = p.happens(ctx, Due{})
			p.lights(device.Event{})
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// event takes what the table tells. Only what has been done and kept is not told again after a restart.
func (p *Pipeline) event(ctx context.Context, e device.Event) error {
	if e.Kind == device.Rejected && !e.Replayed {
		p.rejects.tell(p.parts.Log, e)
	}
	if err := p.happens(ctx, e); err != nil || ctx.Err() != nil {
		return err
	}
	p.keeper.unkept = append(p.keeper.unkept, e)
	p.keeper.keep()
	p.lights(e)
	return nil
}

// lights tells the lamps where they are otherwise than was told last, and in any case after a win button, whose lamp
// blinks until something is said about it.
func (p *Pipeline) lights(e device.Event) {
	at, numbered := e.Position()
	if numbered {
		p.handled = at
	}
	pressed := e.Kind == device.WinPressed || e.Kind == device.Rejected && e.Was == device.WinPressed
	lamps := p.life.Lamps()
	if p.parts.Lit == nil || lamps == p.lamps && !pressed {
		return
	}
	p.lamps = lamps
	p.parts.Lit(lamps, p.handled)
}

// turn waits until it is somebody's turn in Run; its error is the context's.
func (p *Pipeline) turn(ctx context.Context, does func(context.Context) error) error {
	select {
	case p.turns <- does:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Lies tells that somebody laid a hand down at a place, or took it up again, as a
// camera sees it while no button says who won. It only proposes: the referee calls the
// hand or lets it lie. It may be called from any goroutine and waits for its turn; its
// error is the context's.
func (p *Pipeline) Lies(ctx context.Context, at models.Place, lies bool) error {
	return p.turn(ctx, func(ctx context.Context) error { return p.happens(ctx, Lies{at, lies}) })
}

// Won tells that a hand lies at a place which has surely won, as somebody saw who followed
// it, at a table where nobody says so, and what is known of that win. Again says that the same
// hand was seen to have a winner before. It is read like one that was called. It may be called
// from any goroutine and waits for its turn; its error is the context's.
func (p *Pipeline) Won(ctx context.Context, at models.Place, again bool, c *device.Course) error {
	return p.turn(ctx, func(ctx context.Context) error { return p.happens(ctx, Won{at, again, c}) })
}

// Ended tells what is known by now of a hand that has ended, as who followed it saw it. A hand
// that waits because something was not known is weighed anew; one that nobody won is recorded.
// It may be called from any goroutine and waits for its turn; its error is the context's.
func (p *Pipeline) Ended(ctx context.Context, e device.Ended) error {
	return p.turn(ctx, func(ctx context.Context) error { return p.ended(ctx, e) })
}

// Rolled tells what two dice show that a camera saw rolled: as good as told by a table that tells of none. It may be called from any
// goroutine and waits for its turn; its error is the context's.
func (p *Pipeline) Rolled(ctx context.Context, dice [2]int) error {
	return p.turn(ctx, func(ctx context.Context) error {
		return p.event(ctx, device.Event{Kind: device.DiceRolled, Dice: dice, Time: time.Now(), By: models.Eye})
	})
}

// Dealt tells who may have dealt the hand that is on, as who follows it saw it where the books have another
// dealer, and how many times likelier what was seen is so. It only tells: a referee sets the position. It may be called from any goroutine and waits for its turn; its error
// is the context's.
func (p *Pipeline) Dealt(ctx context.Context, by models.Place, odds float64) error {
	return p.turn(ctx, func(ctx context.Context) error { return p.happens(ctx, DealtBy{by, odds}) })
}

// Alive returns nil once Run has come to take the next thing: whatever it was at has
// ended. It may be called from any goroutine; its error is the context's.
func (p *Pipeline) Alive(ctx context.Context) error {
	return p.turn(ctx, func(context.Context) error { p.keeper.keep(); return nil })
}

// ended takes what is known of a hand that has ended.
func (p *Pipeline) ended(ctx context.Context, e device.Ended) error {
	err := p.happens(ctx, Learned{e.Courses})
	if err == nil && e.Battle != nil {
		err = p.happens(ctx, Fought{e.Battle})
	}
	if err == nil && e.Drawn != nil {
		err = p.happens(ctx, Drawn{e.Drawn})
	}
	return err
}

// happens brings an event to the life of the hands and does what that leads to. Its error is for the books.
func (p *Pipeline) happens(ctx context.Context, e Event) error {
	for _, c := range p.life.On(e, Moment{time.Now(), uuid.Must(uuid.NewV7()).String()}) {
		if err := p.do(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// do does one thing. What it results in happens next, before anything else is done.
func (p *Pipeline) do(ctx context.Context, c Command) error {
	switch c := c.(type) {
	case Look:
		return p.happens(ctx, p.look(ctx, c))
	case Follow:
		course := c.Told
		if course == nil && p.parts.Follower != nil {
			course = p.parts.Follower.Course(ctx, c.At, c.Again)
		}
		return p.happens(ctx, Followed{course})
	case Begin:
		if p.parts.Follower != nil && !c.Event.Replayed {
			if err := p.ended(ctx, p.parts.Follower.Begins(ctx, c.Event.Kind == device.ShuffleStarted, c.At)); err != nil {
				return err
			}
		}
		return p.happens(ctx, Begun{c.Event})
	case Throw:
		if p.parts.Follower != nil {
			p.parts.Follower.Rolled(ctx, c.Dice)
		}
	case Stake:
		if p.parts.Follower != nil {
			p.parts.Follower.Staked(ctx, c.At, c.Lies)
		}
	case Book:
		return p.book(ctx, c)
	case Keep:
		p.keeper.kept, p.keeper.unsaved = c.Kept, true
		p.keeper.save()
	case Ask:
		p.parts.Board.ShowPending(c.Hand)
	case Wait:
		p.patience.Reset(c.For)
	case Show:
		p.parts.Board.ShowTable(c.Table)
	case Settle:
		p.parts.Settled(c.Over)
	case Answer:
		p.answer = c
	case Note:
		p.parts.Log.Log(ctx, c.Level, c.Text, c.Args...)
	}
	return nil
}

// look reads the hand that lies at a place, and knows a picture that shows an earlier one again.
func (p *Pipeline) look(ctx context.Context, c Look) Looked {
	sight, err := p.parts.Eye.Look(ctx, c.At)
	if err != nil {
		p.parts.Log.Warn("hand not seen", "place", c.At, "err", err)
		sight.Reading.Status = models.Failed
		sight.Reading.Error = asReadingError(err)
	}
	seen := glimpseOf(c.Hand, &sight.Reading, sight.Photo)
	repeats := p.album.shown(seen)
	p.album.keep(seen)
	return Looked{sight, repeats}
}

// book writes a hand into the books. Its error is about the books.
func (p *Pipeline) book(ctx context.Context, c Book) error {
	_, err := p.parts.Books.Append(ctx, c.By, c.Record, c.Results...)
	switch {
	case errors.Is(err, ErrHand):
		return p.happens(ctx, Refused{c, err})
	case err != nil:
		return fmt.Errorf("books: hand %s: %w", c.Record.ID, err)
	}
	return p.happens(ctx, Recorded{c})
}

// restore goes on with the hands that waited when the program ended, with the last one in the books, and with
// the pictures of earlier ones.
func (p *Pipeline) restore(ctx context.Context) error {
	var restored Restored
	if p.parts.Drawer != nil {
		kept, err := p.parts.Drawer.Load()
		if err != nil {
			return fmt.Errorf("hands that waited for the referee: %w", err)
		}
		restored.Kept = kept
	}
	if last, booked := p.parts.Books.Last(); booked {
		restored.Last = &last
	}
	seen, err := p.parts.Books.Seen(ctx, usualAlbum().Kept)
	if err != nil {
		p.parts.Log.Warn("the pictures of earlier hands are not known again", "err", err)
	}
	for _, win := range seen {
		p.album.keep(glimpseOf(win.Win.ID, win.Reading, win.Photo))
	}
	for _, hand := range restored.Waiting {
		p.album.keep(glimpseOf(hand.ID, hand.Reading, hand.Photo))
	}
	return p.happens(ctx, restored)
}

// rejects count what the table cannot have meant since the log last told of it: a broken board says many things
// a second.
type rejects struct {
	log   *rate.Sometimes // the first five, then one line in ten seconds
	count int
}

func (r *rejects) tell(log *slog.Logger, e device.Event) {
	r.count++
	r.log.Do(func() {
		log.Warn("the table told what cannot be", "event", e.Was, "place", e.Place, "why", e.Text, "times", r.count)
		r.count = 0
	})
}
