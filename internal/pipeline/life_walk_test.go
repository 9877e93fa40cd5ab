package pipeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// walk plays what happens at a table in any order, and answers what is commanded in any way that can be.
type walk struct {
	*scene
	random  *rand.Rand
	trail   []string // what happened
	seq     uint32
	dropped []string
}

// does takes an event and everything that follows from it.
func (w *walk) does(e Event) {
	w.Helper()
	w.trail = append(w.trail, fmt.Sprintf("%T %.160v", e, e))
	w.ids++
	for _, c := range w.life.On(e, Moment{w.now, fmt.Sprintf("h%d", w.ids)}) {
		w.obeys(c)
	}
}

func (w *walk) obeys(c Command) {
	w.Helper()
	switch c := c.(type) {
	case Look:
		looked := sees([]models.Status{models.Accepted, models.Accepted, models.Review}[w.random.IntN(3)])(w.scene).(Looked)
		if w.random.IntN(6) == 0 {
			looked = Looked{Sight: Sight{Reading: models.Reading{Status: models.Failed}}}
		}
		w.does(looked)
	case Follow:
		course := c.Told
		if course == nil && w.random.IntN(2) == 0 {
			course = &device.Course{Record: &models.Record{ID: fmt.Sprintf("c%d", w.random.IntN(3))}, Open: w.random.IntN(2) == 0}
		}
		w.does(Followed{course})
	case Begin:
		if w.random.IntN(4) == 0 {
			w.does(Drawn{&device.Drawn{Outcome: models.Outcome{Ending: models.Drawn}, Sure: 1, Record: &models.Record{ID: fmt.Sprintf("c%d", w.random.IntN(3))}}})
		}
		w.does(Begun{c.Event})
	case Book:
		w.records(c)
	case Ask:
		if c.Hand != nil && c.Hand != w.life.pending() {
			w.Fatalf("hand %s is asked about while another is to be: %v", c.Hand.ID, w.trail)
		}
	case Keep:
		var ids []string
		for _, hand := range c.Waiting {
			if slices.Contains(ids, hand.ID) {
				w.Fatalf("hand %s waits twice: %v", hand.ID, w.trail)
			}
			ids = append(ids, hand.ID)
		}
	}
}

// records writes a hand, or not.
func (w *walk) records(c Book) {
	w.Helper()
	if c.By == byItself && len(c.Results) > 0 && (len(w.life.hand.Needs) > 0 || !c.Results[0].Valid) {
		w.Fatalf("hand %s is booked while %v is open: %v", c.Record.ID, w.life.hand.Needs, w.trail)
	}
	if len(w.life.waiting) > 0 && len(c.Record.Wins) > 0 && w.life.waiting[0].ID != c.Record.ID {
		w.Fatalf("hand %s is booked before %s, which waits: %v", c.Record.ID, w.life.waiting[0].ID, w.trail)
	}
	if w.random.IntN(10) == 0 {
		w.does(Refused{c, models.Refused("bad-hand", nil, "no such hand")})
		return
	}
	if slices.Contains(w.books.in, c.Record.ID) {
		w.Fatalf("hand %s is booked twice: %v", c.Record.ID, w.trail)
	}
	w.books.in = append(w.books.in, c.Record.ID)
	w.does(Recorded{c})
}

// known reports whether a win was not lost: it is booked or dropped, or one of its place waits.
func (w *walk) known(id string, at models.Place) bool {
	return slices.Contains(w.books.in, id) || slices.Contains(w.dropped, id) ||
		slices.ContainsFunc(w.life.waiting, func(hand *Pending) bool { return hand.ID == id || hand.Place == at })
}

// next lets one thing happen.
func (w *walk) next() {
	w.Helper()
	place := func() models.Place { return models.PlaceAt(w.random.IntN(models.Places)) }
	w.now = w.now.Add(time.Duration(w.random.IntN(90)) * time.Second)
	switch w.random.IntN(14) {
	case 0, 1:
		w.seq++
		fallthrough
	case 2: // the same again, or the first time
		e := device.Event{Kind: device.WinPressed, Place: place(), From: place(), Tile: models.NewTile(models.Dots, 2), Boot: 1, Seq: w.seq, Time: w.now}
		if w.random.IntN(8) == 0 {
			e.Time = w.now.Add(-time.Hour)
		}
		before := w.known(w.life.idOf(e), 0)
		w.does(e)
		if e.Seq > 0 && !before && !w.known(w.life.idOf(e), e.Place) {
			w.Fatalf("the win of place %d is lost: %v", e.Place, w.trail)
		}
	case 3:
		w.does(device.Event{Kind: []device.Kind{device.ShuffleStarted, device.WallRaised, device.Dealt, device.DiceRolled, device.LinkDown}[w.random.IntN(5)], Time: w.now})
	case 4:
		w.does(device.Event{Kind: device.RiichiStick, Place: place(), Value: 1 - 2*w.random.IntN(2), Time: w.now})
	case 5:
		w.does(Lies{place(), w.random.IntN(3) > 0})
	case 6:
		w.does(Won{At: place(), Again: w.random.IntN(2) == 0})
	case 7:
		course := &device.Course{Record: &models.Record{ID: fmt.Sprintf("c%d", w.random.IntN(3))}}
		w.does(Learned{map[models.Place]*device.Course{place(): course, place(): course}})
	case 8:
		w.does(Due{})
	case 9:
		w.does(person(opCall, fmt.Sprintf(`{"place":%d}`, place()))(w.scene))
	case 10:
		w.does(person(opConfirm, `{"from":1}`)(w.scene))
	case 11:
		hand := w.life.pending()
		if hand != nil {
			w.dropped = append(w.dropped, hand.ID)
		}
		w.does(person(opDismiss, `{}`)(w.scene))
	case 12:
		w.does(person([]string{opAmend, opEnter, opPreview, opDraw}[w.random.IntN(4)], fmt.Sprintf(`{"from":%d}`, place()))(w.scene))
	case 13: // the program is killed and started again
		kept := Kept{Waiting: slices.Clone(w.life.waiting), Battle: w.life.table.Battle}
		w.life = &Life{weigher: w.life.weigher, club: w.life.club}
		restored := Restored{Kept: kept}
		if n := len(w.books.in); n > 0 {
			restored.Last = &models.HandRecord{ID: w.books.in[n-1], Wins: []models.WinRecord{{Place: 1, Reading: &models.Reading{}}}}
		}
		w.does(restored)
	}
}

// TestNoOrderOfEventsLosesOrDoublesAHand claims that whatever happens in whatever order, through kills too, no win
// that the table numbered is lost, none is booked twice or waits twice, none passes one that waits before it, and
// nothing about which something is open is booked by itself.
func TestNoOrderOfEventsLosesOrDoublesAHand(t *testing.T) {
	for seed := range uint64(150) {
		w := &walk{scene: newScene(t), random: rand.New(rand.NewPCG(seed, 50))}
		w.books.with = models.Outcome{Ending: models.Won, From: 1, Winners: []models.Place{2, 3}}
		for range 80 {
			waited := slices.Clone(w.life.waiting)
			w.next()
			for _, hand := range waited {
				if !w.known(hand.ID, 0) {
					w.Fatalf("hand %s, which waited, is gone: %v", hand.ID, w.trail)
				}
			}
		}
	}
}
