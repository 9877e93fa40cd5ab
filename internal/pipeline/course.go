package pipeline

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// Follower follows the hand on the table, such as a camera that sees every discard and call.
type Follower interface {
	// Begins hears that tiles were shuffled, or dealt, at a time: another hand is on. It tells
	// what is known of the one before.
	Begins(ctx context.Context, shuffled bool, at time.Time) device.Ended
	// Course tells what is known of a win at a place; nil when nothing is. Again says that the
	// hand on the table has had a winner before. It takes some seconds at most.
	Course(ctx context.Context, at models.Place, again bool) *device.Course
	// Staked hears that the table tells of a riichi stick at a place that was laid, or taken back.
	Staked(ctx context.Context, at models.Place, lies bool)
}

// likely is the probability from which on a course contradicts another witness.
const likely = .5

// begins tells who follows the table that another hand is on, and takes in what is known of
// the one before.
func (p *Pipeline) begins(ctx context.Context, e device.Event) error {
	if p.follower == nil || e.Replayed {
		return nil
	}
	at := e.Time
	if at.IsZero() {
		at = time.Now()
	}
	return p.learn(ctx, p.follower.Begins(ctx, e.Kind == device.ShuffleStarted, at))
}

// follow asks who follows the table about a win, unless the hands before it are open: who
// deals depends on them, and so does what was seen.
func (p *Pipeline) follow(ctx context.Context, hand *Pending, e device.Event) *device.Course {
	if p.follower == nil {
		return e.Course
	}
	again := hand.Again || hand.With != ""
	if len(p.waiting) > 0 && !(again && p.ended != nil && p.waiting[0].ID == p.ended.id) {
		return nil
	}
	c := e.Course
	if c == nil {
		c = p.follower.Course(ctx, e.Place, again)
	}
	if c != nil && c.Record != nil && c.Record.ID == p.spent && hand.With == "" {
		p.log.Warn("what was followed is the hand before; the next one was not seen to begin", "place", e.Place)
		return nil
	}
	return c
}

// followed takes over what somebody knows who followed the whole hand: one more witness
// beside the table and the picture. What is less sure than asked is a proposal: it is
// shown, and asked about. Where two witnesses contradict each other, neither is believed; where
// the picture shows another hand, that of the course is shown beside it.
func (p *Pipeline) followed(hand *Pending, c *device.Course) {
	if c == nil {
		return
	}
	hand.Likely, hand.Course = c.Likely, c.Record
	if c.Whole >= p.sure {
		by := hand.contradicted(c)
		if by == "" {
			hand.is(c)
			return
		}
		p.log.Info("the course and another witness contradict each other", "place", hand.Place, "by", by)
		if by == picture { // otherwise the fact is asked
			hand.is(c) // proposed; who looks at the picture says which it is
			hand.Followed, hand.Disputed = false, by
			return
		}
	}
	if hand.Win.Tile == models.NoTile && len(hand.Win.Concealed) == 0 && c.Whole >= likely {
		hand.proposed(c)
	}
	facts := slices.Sorted(maps.Keys(c.Sure))
	slices.SortStableFunc(facts, func(a, b models.Fact) int { // the others are about the melds that lie there then
		switch {
		case a == models.FactMelds && b != a:
			return -1
		case b == models.FactMelds && a != b:
			return 1
		}
		return 0
	})
	for _, fact := range facts {
		chance, agrees := c.Sure[fact], hand.agrees(fact, c)
		if hand.Known[fact] == models.Computed && !agrees && chance >= p.sure { // see contradicted
			delete(hand.Known, fact)
		}
		switch known := hand.Known.Knows(fact) || hand.shows(fact); {
		case known && (agrees || chance < likely):
			if agrees && chance >= p.sure && !hand.Known.Knows(fact) {
				hand.Known[fact] = models.Course
			}
			continue
		case known:
			delete(hand.Known, fact)
			hand.Unsettled = append(hand.Unsettled, fact)
		case chance >= p.sure:
			hand.Known[fact] = models.Course
		case agrees && (fact == models.FactMelds || slices.Contains(p.assumed, fact)):
			continue // the picture shows it so, or it is as agreed
		case fact == models.FactMelds && chance < likely:
			continue
		default:
			hand.Unsettled = append(hand.Unsettled, fact)
		}
		hand.hears(fact, c)
	}
}

// proposed takes the tiles of a course that is not sure of all, where no picture shows any.
func (hand *Pending) proposed(c *device.Course) {
	hand.Win.Hand = c.Win.Hand
	hand.Win.Concealed = append(slices.Clone(c.Win.Concealed), c.Win.Tile)
}

// shows reports whether the picture shows something of a fact, though perhaps not all: it
// is a witness, too.
func (hand *Pending) shows(fact models.Fact) bool {
	return fact == models.FactFlowers && hand.Reading != nil && hand.Reading.Hand != nil && hand.Reading.Hand.Flowers.Count > 0
}

// agrees reports whether the course says of a fact what is held true already.
func (hand *Pending) agrees(fact models.Fact, c *device.Course) bool {
	switch fact {
	case models.FactFrom:
		return hand.From == c.From
	case models.FactTile:
		return hand.Tile.Kind() == c.Win.Tile.Kind()
	case models.FactMelds:
		return sameMelds(hand.Win.Melds, c.Win.Melds)
	case models.FactRiichi:
		return samePlaces(hand.Riichi, c.Sticks)
	case models.FactFlowers:
		return hand.Win.Flowers.Count == c.Win.Flowers.Count
	}
	as := hand.Win
	c.Tell(fact, &as)
	return reflect.DeepEqual(as, hand.Win)
}

// hears takes over what the course says of a fact that is known by it, proposed, or
// disputed.
func (hand *Pending) hears(fact models.Fact, c *device.Course) {
	known := hand.Known[fact] == models.Course
	switch fact {
	case models.FactFrom:
		hand.From = 0
		if known {
			hand.From = c.From
		}
	case models.FactTile:
		hand.completed(c, known)
	case models.FactMelds:
		if known && !hand.arranged(c) {
			delete(hand.Known, fact)
			hand.Unsettled = append(hand.Unsettled, fact)
		}
	case models.FactRiichi, models.FactDouble:
		if known {
			hand.Riichi = slices.Clone(c.Sticks)
			c.Tell(fact, &hand.Win)
		}
	case models.FactSuppliers, models.FactOrder:
		if known && !sameMelds(hand.Win.Melds, c.Win.Melds) { // of those that lie there
			delete(hand.Known, fact)
			hand.Unsettled = append(hand.Unsettled, fact)
		}
		c.Tell(fact, &hand.Win)
	default:
		c.Tell(fact, &hand.Win)
	}
}

// completed takes over which tile came last, or opens the question.
func (hand *Pending) completed(c *device.Course, known bool) {
	apart := len(hand.Win.Concealed) == 13-3*len(hand.Win.Melds) // the winning tile is not among them
	has := func(kind models.Tile) bool {
		return slices.ContainsFunc(hand.Win.Concealed, func(t models.Tile) bool { return t.Kind() == kind.Kind() })
	}
	switch {
	case known && (apart && hand.Tile == models.NoTile || has(c.Win.Tile)):
		hand.Tile = c.Win.Tile
		return
	case known: // it is not in the hand that lies there
		delete(hand.Known, models.FactTile)
	}
	if apart && hand.Tile != models.NoTile {
		hand.Win.Concealed = append(slices.Clone(hand.Win.Concealed), hand.Tile)
	}
	hand.Tile = models.NoTile
}

// arranged takes the way to understand the picture that has the melds of the course; false
// where there is none.
func (hand *Pending) arranged(c *device.Course) bool {
	if sameMelds(hand.Win.Melds, c.Win.Melds) {
		return true
	}
	i := slices.IndexFunc(hand.Others, func(w Way) bool { return sameMelds(w.Hand.Melds, c.Win.Melds) })
	if i < 0 {
		return false
	}
	way := hand.Others[i]
	hand.Win.Hand = way.Hand
	if way.Win != models.NoTile {
		hand.Win.Concealed = append(slices.Clone(way.Hand.Concealed), way.Win)
	}
	return true
}

// sameMelds compares sets without their order and suppliers.
func sameMelds(a, b []models.Meld) bool {
	bare := func(melds []models.Meld) string {
		var h models.Hand
		for _, m := range melds {
			h.Melds = append(h.Melds, models.Meld{Kind: m.Kind, Tiles: m.Tiles})
		}
		return h.Canonical(models.NoTile)
	}
	return bare(a) == bare(b)
}

func samePlaces(a, b []models.Place) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// untold is a win without what was only proposed about a fact, or disputed.
func (hand *Pending) untold(fact models.Fact, w models.Win) models.Win {
	if slices.Contains(hand.Unsettled, fact) {
		nothing := device.Course{}
		if fact == models.FactSuppliers {
			nothing.Win.Melds = slices.Clone(w.Melds)
			for i := range nothing.Win.Melds {
				if nothing.Win.Melds[i].Kind != models.Chow {
					nothing.Win.Melds[i].From = models.NoSide
				}
			}
		}
		if fact != models.FactFlowers && fact != models.FactOrder {
			nothing.Tell(fact, &w)
		}
	}
	return w
}

// weighMelds asks which sets are melds where those who saw the hand contradict each other.
func (p *Pipeline) weighMelds(hand *Pending) {
	if slices.Contains(hand.Unsettled, models.FactMelds) && !hand.Known.Knows(models.FactMelds) {
		hand.doubt(string(models.FactMelds), models.Refused("other-melds", nil, "who followed the hand saw other melds than the picture shows"))
	}
}
