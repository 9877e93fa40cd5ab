// Package drawers compares the score sticks in the drawers of a table with the books. It tells and corrects
// nothing: a player may not have paid yet, may have paid another one, or the hand in the books may be wrong.
package drawers

import (
	"slices"
	"sync"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// Tuning says how long sticks are given to lie still.
type Tuning struct {
	Still  time.Duration // all drawers must be as they are for so long; a payment of several sticks takes some seconds
	Unpaid time.Duration // after the hand was booked, when nothing has moved at all
	Laid   time.Duration // that a drawer must hold a thousand less until a stick was laid for riichi: longer than one changes hands
}

// Usual suits people: most have paid a hand half a minute after it was shown.
func Usual() Tuning {
	return Tuning{Still: 8 * time.Second, Unpaid: 90 * time.Second, Laid: 2 * time.Second}
}

// deposit is the worth of a riichi stick, which lies on the table until the hand is booked.
const deposit = 1000

// Books are what the books say at one moment.
type Books struct {
	Match  string              // a word that no other match has
	Hands  int                 // that were booked
	Scores [models.Places]int  // points by Place.Index
	Seated [models.Places]bool // somebody sits there
}

// Difference is a drawer that does not hold what the books say.
type Difference struct {
	Place  models.Place
	Books  int // points
	Drawer int // points
}

// Drawers follow the four drawers of one table. They may be used from several goroutines.
type Drawers struct {
	tuning Tuning

	mu      sync.Mutex
	points  [models.Places]int
	since   [models.Places]time.Time // when they became so
	laid    [models.Places]bool      // a stick, as was told
	known   [models.Places]bool
	unclear map[int]bool // codes of compartments between two counts
	moved   time.Time    // when a drawer changed last
	playing bool         // riichi sticks may lie on the table

	match  string // of the books that the drawers were compared with
	agreed bool   // in this match they have held what the books say: sticks are what is played for
	hands  int
	scores [models.Places]int
	booked time.Time // when a hand was booked or corrected last, as it was noticed
	before time.Time // when the books were still as before that
	looked time.Time // when they were compared last
}

// New makes the drawers of a table of which nothing is known yet.
func New(t Tuning) *Drawers { return &Drawers{tuning: t, unclear: map[int]bool{}} }

// unclearCode reports whether a fault of the board leaves a drawer unknown: a compartment between two counts, 1000 + 10 × place +
// compartment, a converter that does not answer, 1100 + its address, the converters' bus or the supply of the sticks.
func unclearCode(code int) bool {
	place, compartment := (code-1000)/10, code%10
	converter := code-1100 >= device.ConverterAddress(1) && code-1100 < device.ConverterAddress(1)+models.Places
	return converter || code == device.FaultBus || code == device.FaultSupply ||
		code > 1000 && place >= 1 && place <= models.Places && compartment >= 1 && compartment <= device.DrawerCompartments
}

// Hear takes what the board tells.
func (d *Drawers) Hear(e device.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch e.Kind {
	case device.LinkDown, device.Lost:
		d.laid = [models.Places]bool{}
		d.known = [models.Places]bool{} // until the board tells the full state
	case device.Hello:
		d.known, d.unclear = [models.Places]bool{}, map[int]bool{}
	case device.StickPoints:
		d.put(e.Place.Index(), e.Value, e.Time)
	case device.StateIs:
		if e.Status != nil && e.Status.Points != [models.Places]int{} {
			for i, points := range e.Status.Points {
				d.put(i, points, e.Time)
			}
		}
	case device.FaultRaised, device.FaultCleared:
		if unclearCode(e.Value) {
			d.unclear[e.Value] = e.Kind == device.FaultRaised
			d.moved = e.Time
		}
	case device.ShuffleStarted, device.WallRaised, device.Dealt, device.DiceRolled:
		d.playing = true
	}
}

func (d *Drawers) put(i, points int, at time.Time) {
	if !d.known[i] || d.points[i] != points {
		d.moved, d.since[i] = at, at
	}
	d.points[i], d.known[i] = points, true
}

// Riichi tells the sticks that were laid for riichi since it was asked last, or taken back: during a hand a drawer holds a thousand
// less than the books say, for a while, and every other one what they say or a thousand less.
func (d *Drawers) Riichi(b Books, now time.Time) (events []device.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, known := range d.tell(b, now) {
		if laid := d.points[i] != b.Scores[i]; known && laid != d.laid[i] {
			d.laid[i] = laid
			events = append(events, device.Event{Kind: device.RiichiStick, Place: models.PlaceAt(i), Value: map[bool]int{true: 1, false: -1}[laid], Time: d.since[i], By: models.Computed})
		}
	}
	return events
}

// Tells are the places of which the drawers say whether a stick was laid for riichi, and those of them where one was, though Riichi
// has perhaps not told it yet.
func (d *Drawers) Tells(b Books, now time.Time) (tells, laid [models.Places]bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	tells = d.tell(b, now)
	for i, known := range tells {
		laid[i] = known && d.points[i] != b.Scores[i]
	}
	return tells, laid
}

func (d *Drawers) tell(b Books, now time.Time) (tells [models.Places]bool) {
	if !d.playing || !d.agreed || b.Match != d.match || b.Hands != d.hands || b.Match == "" {
		d.laid = [models.Places]bool{}
		return tells
	}
	for _, wrong := range d.unclear {
		if wrong {
			return tells
		}
	}
	for i, seated := range b.Seated { // one that holds more was lent a stick, or paid
		if seated && (!d.known[i] || d.points[i] != b.Scores[i] && d.points[i] != b.Scores[i]-deposit) {
			return tells
		}
	}
	for i, seated := range b.Seated {
		tells[i] = seated && now.Sub(d.since[i]) >= d.tuning.Laid
	}
	return tells
}

// Compare tells the drawers that do not hold what the books say, once they can be compared: all four are
// clear and have lain still, somebody has moved a stick since the hand was booked (or has had the time to), and in this match
// they have held what the books say before. sure is false where they cannot; what was told before then holds.
func (d *Drawers) Compare(b Books, now time.Time) (all []Difference, sure bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if b.Match != d.match {
		d.match, d.agreed, d.hands, d.scores = b.Match, false, b.Hands, b.Scores
	}
	if b.Hands > d.hands {
		d.playing = false
	}
	if b.Hands != d.hands || b.Scores != d.scores {
		d.hands, d.scores, d.booked, d.before = b.Hands, b.Scores, now, d.looked
	}
	d.looked = now
	if b.Match == "" {
		return nil, true
	}
	for _, wrong := range d.unclear {
		if wrong {
			return nil, false
		}
	}
	deposits := 0
	for i, seated := range b.Seated {
		switch {
		case !seated:
			continue
		case !d.known[i]:
			return nil, false
		case d.playing && d.points[i] == b.Scores[i]-deposit:
			deposits++
		case d.points[i] != b.Scores[i]:
			all = append(all, Difference{models.PlaceAt(i), b.Scores[i], d.points[i]})
		}
	}
	if len(all) == 0 {
		d.agreed = d.agreed || deposits == 0
		return nil, true
	}
	paid := d.moved.After(d.before)
	switch {
	case !d.agreed:
		return nil, true
	case now.Sub(d.moved) < d.tuning.Still, now.Sub(d.booked) < d.tuning.Still:
		return nil, false
	case !paid && now.Sub(d.booked) < d.tuning.Unpaid:
		return nil, false
	}
	return slices.Clip(all), true
}
