package pipeline

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// Ended tells what is known by now of a hand that has ended, as who followed it saw it. A hand
// that waits because something was not known is weighed anew; one that nobody won is recorded.
// It may be called from any goroutine and waits for its turn; its error is the context's.
func (p *Pipeline) Ended(ctx context.Context, e device.Ended) error {
	select {
	case p.ending <- e:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// toBeSeen is how long a hand is not asked about that may be settled by what is still to be
// seen: indicators below the dora are turned and waiting hands shown within some seconds.
const toBeSeen = 10 * time.Second

// hold lets a hand that was won at a time wait without a word while its course may still say
// all. Somebody who has it read on the console waits for nothing.
func (p *Pipeline) hold(hand *Pending, c *device.Course, at time.Time) {
	if c != nil && c.Open && !at.IsZero() && hand.bare != nil && len(p.waiting) == 0 {
		hand.held = time.Now().Add(toBeSeen)
	}
}

// idle is a timer that does not run.
func idle() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// learn takes in what is known by now of the hand that has ended.
func (p *Pipeline) learn(ctx context.Context, e device.Ended) error {
	for _, was := range slices.Clone(p.waiting) {
		c := e.Courses[was.Place]
		if c == nil || c.Record == nil || was.Course == nil || was.Course.ID != c.Record.ID || was.bare == nil {
			continue
		}
		hand := was.bare.copy()
		hand.bare, hand.held = was.bare, was.held
		p.followed(hand, c)
		if !c.Open {
			hand.held = time.Time{}
		}
		p.weigh(hand)
		p.waiting[slices.Index(p.waiting, was)] = hand
		if hand != p.pending() {
			continue
		}
		if len(hand.Needs) > 0 {
			p.ask(hand)
			continue
		}
		if err := p.record(ctx, hand, models.Author{Source: "camera"}); err != nil {
			return err
		}
	}
	if e.Drawn != nil {
		return p.drawn(ctx, e.Drawn)
	}
	return nil
}

// drawn records a hand that nobody won, as who followed it saw it, where nothing about it is in
// doubt; otherwise the referee is asked when the tiles go in.
func (p *Pipeline) drawn(ctx context.Context, d *device.Drawn) error {
	state, playing := p.books.Table()
	asked := p.table.Notice == "undeclared"
	switch {
	case !playing || len(p.waiting) > 0 || state.Position.Seating != "":
		return nil
	case d.Record != nil && d.Record.ID == p.spent:
		return nil
	case !asked && (p.ended != nil || p.declared || p.shuffles && !p.playing):
		return nil // it was won, or somebody has said how it ended
	case d.Sure < p.sure:
		p.log.Info("a hand without a winner is asked about", "sure", d.Sure, "reason", d.Outcome.Reason)
		return nil
	case len(p.sticks()) > 0 && !samePlaces(p.sticks(), d.Outcome.Riichi):
		p.log.Info("the table tells of other riichi sticks than were seen", "table", p.sticks(), "seen", d.Outcome.Riichi)
		return nil
	}
	h := models.HandRecord{ID: newID(), Outcome: d.Outcome, Course: d.Record}
	_, err := p.books.Append(ctx, models.Author{Source: "camera"}, p.books.Situate(h))
	if errors.Is(err, ErrHand) {
		p.log.Warn("a hand without a winner cannot be recorded as it was seen", "err", err)
		return nil
	}
	if err != nil {
		return err
	}
	p.log.Info("a hand without a winner is recorded", "reason", d.Outcome.Reason, "sure", d.Sure)
	if d.Record != nil {
		p.spent = d.Record.ID
	}
	p.drew(h.ID)
	return nil
}

// drew notes that a hand without a winner is in the books.
func (p *Pipeline) drew(id string) {
	if p.left = nil; p.table.Notice == "" {
		p.ended = &ended{id: id, at: time.Now()}
	}
	p.table.Laid, p.table.Shown = nil, nil // tiles that were shown
	p.answered()
}

// surelySeen is the probability from which on a tile in a picture contradicts a course that has
// none such.
const surelySeen = .99

// picture is the word for what a picture shows as a witness.
const picture = "picture"

// contradicted names what is known of the hand otherwise than a course has it: by the table, or
// by the picture. A picture of which a part is covered, or that shows beside the hand what else
// lies on the table, contradicts nothing by that; nor does the clock, which knows how long a hand
// takes at most tables: the course counted every tile of this one.
func (hand *Pending) contradicted(c *device.Course) string {
	for fact := range c.Sure {
		if by := hand.Known[fact]; by != "" && by != models.Eye && by != models.Agreed && by != models.Computed && !hand.agrees(fact, c) {
			return string(fact)
		}
	}
	if hand.From != 0 && hand.From != c.From {
		return string(models.FactFrom)
	}
	if r := hand.Reading; r != nil && !shows(r, c) {
		return picture
	}
	return ""
}

// shows reports whether a picture may show the hand of a course: an accepted reading is no other
// hand, and otherwise every tile of the hand has a place among those that the picture shows, and
// each that it surely shows besides lies by the hand: an indicator, or a discard.
func shows(r *models.Reading, c *device.Course) bool {
	left := handOf(c)
	take := func(from map[models.Tile]int, t models.Tile) bool {
		if t == models.Unknown || t == models.Back {
			return true
		}
		from[t]--
		return from[t] >= 0
	}
	if r.Status == models.Accepted && r.Hand != nil {
		tiles := slices.Concat(r.Hand.Concealed, r.Hand.Flowers.Tiles)
		for _, m := range r.Hand.Melds {
			tiles = append(tiles, m.Tiles...)
		}
		if r.WinTile != models.NoTile {
			tiles = append(tiles, r.WinTile)
		}
		return !slices.ContainsFunc(tiles, func(t models.Tile) bool { return !take(left, t) }) && r.Hand.Flowers.Count == c.Win.Flowers.Count
	}
	places := -sizeOf(c)
	var others []models.Tile
	for _, row := range r.Rows {
		places += len(row)
		for _, s := range row {
			if s.Confidence >= surelySeen && !take(left, s.Tile) {
				others = append(others, s.Tile)
			}
		}
	}
	open := besides(c)
	return len(others) <= max(0, places) && !slices.ContainsFunc(others, func(t models.Tile) bool { return !take(open, t) })
}

// sizeOf is how many tiles lie there of the hand of a course.
func sizeOf(c *device.Course) int {
	n := len(c.Win.Concealed) + 1 + c.Win.Flowers.Count
	for _, m := range c.Win.Melds {
		n += len(m.Tiles)
	}
	return n
}

// handOf counts the tiles of the hand of a course, with the one won on. Flowers that nobody
// knows may be any.
func handOf(c *device.Course) map[models.Tile]int {
	left := map[models.Tile]int{}
	for _, t := range slices.Concat(c.Win.Concealed, c.Win.Flowers.Tiles) {
		left[t]++
	}
	left[c.Win.Tile]++
	for _, m := range c.Win.Melds {
		for _, t := range m.Tiles {
			left[t]++
		}
	}
	if c.Win.Flowers.Count > len(c.Win.Flowers.Tiles) {
		for f := models.Tile(1); int(f) < models.Outcomes; f++ {
			if f.IsFlower() {
				left[f]++
			}
		}
	}
	return left
}

// besides counts what lies open on the table beside hands and melds, as a course has it.
func besides(c *device.Course) map[models.Tile]int {
	open := map[models.Tile]int{}
	for _, t := range slices.Concat(c.Win.DoraIndicators, c.Win.UraIndicators) {
		open[t]++
	}
	if c.Record == nil {
		return open
	}
	for _, m := range c.Record.Events {
		if m.Do == models.Discarded {
			open[m.Tile]++
		}
	}
	return open
}

// is takes all of a win from a course that knows the whole hand.
func (hand *Pending) is(c *device.Course) {
	was := hand.Win
	hand.Win = c.Win
	hand.Win.Norths = max(was.Norths, c.Win.Norths)
	hand.Win.Flags = was.Flags
	for one := range models.AllFlags.Each() {
		if _, told := c.Sure[models.FactOf(one)]; told {
			hand.Win.Flags = hand.Win.Flags&^one | c.Win.Flags&one
		}
	}
	hand.From, hand.Tile, hand.Riichi, hand.Winners = c.From, c.Win.Tile, slices.Clone(c.Sticks), c.Winners
	hand.Others, hand.Unsettled, hand.Followed = nil, nil, true
	for fact := range maps.Keys(c.Sure) {
		if by := hand.Known[fact]; by == "" || by == models.Computed {
			hand.Known[fact] = models.Course
		}
	}
	for _, fact := range []models.Fact{models.FactTile, models.FactFrom, models.FactMelds} {
		if !hand.Known.Knows(fact) {
			hand.Known[fact] = models.Course
		}
	}
	if c.Ready != nil {
		hand.Ready, hand.Lying = c.Ready, c.Lying
		hand.Known[models.FactReady], hand.Known[models.FactGone] = models.Course, models.Course
	}
}
