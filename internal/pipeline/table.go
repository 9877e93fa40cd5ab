package pipeline

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// event does what an event of the table means for the hand.
func (p *Pipeline) event(ctx context.Context, e device.Event) error {
	if e.State != device.Offline {
		p.table.Phase = e.State.String()
	}
	p.deal.follow(e, p.dead())
	switch e.Kind {
	case device.LinkUp, device.Hello:
		p.table.Online, p.table.Why = true, ""
		if e.Board != nil {
			p.table.Can = e.Board.Capabilities
		}
	case device.LinkDown:
		p.table.Online, p.table.Why = false, e.Text
	case device.StateIs:
		p.status(e.Status)
	case device.ShuffleDone:
		// The phase is all there is to show.
	case device.TileMode:
		p.table.Tiles = e.Value
	case device.DiceRolled:
		p.table.Dice, p.table.Rolled = append(p.table.Dice, e.Dice), e.Time
	case device.DicePressed:
		p.table.Roller = e.Place
	case device.RiichiStick:
		p.stick(e)
		if p.follower != nil && !e.Replayed {
			p.follower.Staked(ctx, e.Place, e.Value > 0)
		}
	case device.ShuffleStarted:
		if err := p.begins(ctx, e); err != nil {
			return err
		}
		p.closeHand()
	case device.WallRaised, device.Dealt:
		if err := p.begins(ctx, e); err != nil {
			return err
		}
		p.openHand(e)
	case device.WinPressed:
		p.openHand(e)
		p.declared = true
		if !e.Replayed {
			return p.pressed(ctx, e)
		}
		p.ended = &ended{handID(e), e.Place, e.Time}
	case device.Rejected:
		if !e.Replayed {
			return p.rejected(ctx, e)
		}
	case device.FaultRaised:
		p.table.Fault = e
	case device.FaultCleared:
		if p.table.Fault.Value == e.Value {
			p.table.Fault = device.Event{}
		}
	case device.Emergency:
		p.table.Halted = e.Value == 1
	default:
		p.log.Info("table", "event", e.Kind, "place", e.Place, "value", e.Value, "text", e.Text)
		return nil
	}
	p.lies(e)
	p.board.ShowTable(p.table)
	return nil
}

// dead is how many of the tiles that the table counts may not be drawn.
func (p *Pipeline) dead() int {
	if !p.standing {
		return 0
	}
	_, playing := p.books.Table()
	if played, ok := p.books.Rules().(scoring.Played); ok && playing {
		return played.Manners().Dead
	}
	return 0
}

// status takes the full state that a board told after an interruption.
func (p *Pipeline) status(s *device.Status) {
	if s == nil {
		return
	}
	if s.Tiles > 0 {
		p.table.Tiles = s.Tiles
	}
	for i, laid := range s.Sticks {
		if at := models.PlaceAt(i); laid && !slices.Contains(p.riichi, at) {
			p.riichi = append(p.riichi, at)
		}
	}
	p.table.Halted, p.table.Fault = s.Emergency, device.Event{}
	if s.Severity != device.NoSeverity {
		p.table.Fault = device.Event{Kind: device.FaultRaised, Value: s.Fault, Severity: s.Severity}
	}
}

// rejects count what the table cannot have meant since the log last told of it.
type rejects struct {
	log   *rate.Sometimes
	count int
}

// newRejects tells the first five, then one line in ten seconds.
func newRejects() rejects {
	return rejects{log: &rate.Sometimes{First: 5, Interval: 10 * time.Second}}
}

// rejected tells what the table cannot have meant. A win is never lost by that: the
// hand is looked at, and the referee says whether it counts.
func (p *Pipeline) rejected(ctx context.Context, e device.Event) error {
	p.rejects.count++ // a broken board says many things a second
	p.rejects.log.Do(func() {
		p.log.Warn("the table told what cannot be", "event", e.Was, "place", e.Place, "why", e.Text, "times", p.rejects.count)
		p.rejects.count = 0
	})
	switch {
	case e.Was != device.WinPressed || e.Repeated:
		return nil
	case e.Place < 1 || e.Place > models.Places:
		p.table.Notice = "win-nowhere"
		p.board.ShowTable(p.table)
		return nil
	}
	if e.From > models.Places {
		e.From = 0
	}
	if !e.Tile.IsKind() {
		e.Tile = models.NoTile
	}
	return p.pressed(ctx, e)
}

// pressed looks at a hand while it lies there.
func (p *Pipeline) pressed(ctx context.Context, e device.Event) error {
	id := handID(e)
	waits := slices.ContainsFunc(p.waiting, func(hand *Pending) bool { return hand.ID == id })
	if waits || p.books.Recorded(id) {
		p.ended = &ended{id, e.Place, e.Time}
		return nil // the program ended before it could note that the event is done
	}
	if age := time.Since(e.Time); !e.Time.IsZero() && age > lateAfter {
		p.late(e, age)
		return nil
	}
	return p.win(ctx, e)
}

// lateAfter is the age at which the tiles of a win may have been cleared away.
const lateAfter = 45 * time.Second

// late asks about a win that the board kept in its log while the program was away: a
// picture taken now would show other tiles.
func (p *Pipeline) late(e device.Event, age time.Duration) {
	hand := &Pending{ID: handID(e), Place: e.Place, From: e.From, Tile: e.Tile, Known: models.Facts{}, Reading: &models.Reading{Status: models.Failed,
		Error: &models.ReadingError{Code: "late", Message: fmt.Sprintf("the win button was pressed %v ago, while nobody looked; enter the hand or dismiss it", age.Round(time.Second))}}}
	p.ends(hand)
	p.told(hand, e)
	p.weigh(hand)
	p.ask(hand)
}

// answered notes that the referee has said how a hand ended: the one that the table
// asks about, or else the one that lies on it.
func (p *Pipeline) answered() {
	over := p.table.Notice == ""
	p.declared = p.declared || over
	p.table.Notice = ""
	p.settled(over)
	p.board.ShowTable(p.table)
}

// openHand notes that tiles are on the table.
func (p *Pipeline) openHand(e device.Event) {
	p.playing = true
	if e.Kind != device.WinPressed {
		p.table.Notice, p.ended, p.shuffles, p.left, p.table.Laid, p.table.Shown = "", nil, true, nil, nil, nil
	}
}

// closeHand ends the hand at the shuffle. A hand that nobody declared is asked
// about: whether it was drawn or somebody won is not the program's to guess.
func (p *Pipeline) closeHand() {
	p.ended, p.shuffles, p.left, p.table.Laid, p.table.Shown = nil, true, nil, nil, nil
	if p.playing && !p.declared {
		p.table.Notice, p.left = "undeclared", p.riichi
		p.log.Warn("the tiles went in and nobody declared the hand; asking the referee")
	}
	p.playing, p.declared, p.riichi, p.table.Dice = false, false, nil, nil
}

// stick notes who lies in riichi.
func (p *Pipeline) stick(e device.Event) {
	p.riichi = slices.DeleteFunc(p.riichi, func(at models.Place) bool { return at == e.Place })
	if e.Value > 0 {
		p.riichi = append(p.riichi, e.Place)
	}
}

// handID names a hand after the event that declared it, so that an event which
// comes again after a restart does not count again.
func handID(e device.Event) string {
	if e.Boot != 0 && e.Seq != 0 {
		return fmt.Sprintf("board-%08x-%d", e.Boot, e.Seq)
	}
	return newID()
}
