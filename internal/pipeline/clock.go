package pipeline

import (
	"time"

	"jantaku/device"
	"jantaku/models"
)

// clock is how far the hand on the table has gone, as the events of the table say. Its
// zero value knows nothing.
type clock struct {
	// The deal began after the newest sign that it had not begun yet: after earliest for
	// certain, after latest unless such a sign went unheard.
	earliest, latest time.Time
	rolled           bool // that sign was dice, walls or a deal, after which nobody waits long
	dice             bool // dice fell since the walls went in or up, earliest with the last of them
	heard            bool // everything since that sign was heard
	left             int  // tiles that can still be drawn, as the table told it
	counted          bool // left is told
	all              bool // the deal has ended, as the table told: what is counted stands in the wall
}

const (
	// firstTurn is the longest time from the last sign that a hand is only being dealt until
	// everybody has had a turn: dealing and sorting by hand, and four slow decisions.
	firstTurn = 3 * time.Minute
	// betweenRolls is the longest time between the two rolls of a deal. Dice that fall later are
	// rolled by somebody while the hand is on, and say nothing about when it began.
	betweenRolls = time.Minute
	// fastestTurn is the shortest time that a turn takes over a whole wall: to draw, to look
	// and to discard. Fast players need four seconds. Who followed the hand knows better.
	fastestTurn = 2 * time.Second
	// usualTiles are those of a set of which the table has not told how many it has, and fewTiles those where three play, or
	// with number suits alone.
	usualTiles, fewTiles = 136, 108
)

// follow notes what an event says about the deal. standing tells that the table counts
// the tiles of the dead wall among those that are left, of which dead may not be drawn. at is when it happened.
func (c *clock) follow(e device.Event, dead int, at time.Time) {
	switch e.Kind {
	case device.ShuffleStarted, device.WallRaised, device.Dealt, device.DiceRolled:
		began := clock{earliest: at, latest: at, rolled: e.Kind != device.ShuffleStarted,
			dice: e.Kind == device.DiceRolled, heard: true, all: e.Kind == device.Dealt}
		if e.Replayed && c.latest.After(at) {
			began.latest = c.latest // the program was away since
		}
		if began.dice && c.dice && at.Sub(c.earliest) > betweenRolls {
			began.earliest, began.left, began.counted, began.heard, began.all = c.earliest, c.left, c.counted, c.heard, c.all
		}
		*c = began
	case device.WinPressed:
		c.dice = false // what falls now is for the next deal
	case device.LinkUp, device.LinkDown, device.Lost, device.Hello: // another deal may have begun unheard
		c.latest, c.counted, c.heard = at, false, false
	case device.StateIs:
		c.heard = c.heard || e.Status != nil // which tells the sticks that lie there
	case device.WallLeft:
		c.left, c.counted = max(0, e.Value-dead), true
	}
}

// excludes gives the circumstances that cannot hold for a win, and from what that is known.
// pressed tells that the players declared it at that time; otherwise the time is later than
// the win by an unknown while. turns is how many tiles are drawn at least until the wall is empty.
func (c *clock) excludes(at time.Time, pressed bool, turns int) (flags models.Flags, by models.Source) {
	if c.counted && c.left > 0 {
		return c.firstPast(at, pressed) | models.LastDraw | models.LastDiscard, models.Board
	}
	if !c.counted && !c.earliest.IsZero() && at.Sub(c.earliest) < time.Duration(turns)*fastestTurn {
		flags = models.LastDraw | models.LastDiscard
	}
	return flags | c.firstPast(at, pressed), models.Computed
}

// firstPast gives the circumstances of the first turn once it is over.
func (c *clock) firstPast(at time.Time, pressed bool) models.Flags {
	if pressed && c.rolled && at.Sub(c.latest) > firstTurn {
		return models.Heavenly | models.Earthly
	}
	return 0
}
