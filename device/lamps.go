package device

import (
	"sync"
	"time"

	"jantaku/models"
)

// Lamp is how the lamp of a win button is.
type Lamp uint8

// A lamp is lit once the win is in the books or the referee is asked about it, and blinks as long as neither is so.
const (
	LampOff Lamp = iota
	LampOn
	LampBlinks
)

// Lamps are those of the four places, by Place.Index.
type Lamps [models.Places]Lamp

// lampBox takes the lamps from whoever knows what became of a win to the goroutine that reads the board.
type lampBox struct {
	mu    sync.Mutex
	lamps Lamps
	upTo  Position
	fresh bool
}

func (b *lampBox) put(lamps Lamps, upTo Position) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lamps, b.upTo, b.fresh = lamps, upTo, true
}

func (b *lampBox) take() (Lamps, Position, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fresh := b.fresh
	b.fresh = false
	return b.lamps, b.upTo, fresh
}

// lighter is a session whose board has lamps.
type lighter interface {
	// light takes how the lamps are to be after all events up to a position were dealt with.
	light(lamps Lamps, upTo Position)
}

// Times of bringing lamps to a board.
const (
	lampAgain = 400 * time.Millisecond // until they are told again to a board that has not answered
	lampTries = 8                      // then the board is one without lamps, until there is something new
)

// lampTeller brings the lamps to the board. A win that came in and was not dealt with yet blinks, whatever is told.
type lampTeller struct {
	lamps  Lamps
	told   bool // somebody tells lamps here
	open   []openWin
	number uint32 // of the question that the board has to answer
	tries  int    // left
	asked  time.Time
}

// openWin is a win that came in and was not dealt with yet.
type openWin struct {
	at    Position
	place models.Place
}

// mostOpenWins bounds what is remembered of them.
const mostOpenWins = 64

// hears notes a win that came in.
func (l *lampTeller) hears(e Event) {
	if at, ok := e.Position(); ok && e.Kind == WinPressed && e.Place >= 1 && e.Place <= models.Places && len(l.open) < mostOpenWins {
		l.open = append(l.open, openWin{at, e.Place})
	}
}

func (l *lampTeller) light(lamps Lamps, upTo Position) {
	l.lamps, l.told = lamps, true
	kept := l.open[:0]
	for _, win := range l.open {
		if win.at.Boot == upTo.Boot && win.at.Seq > upTo.Seq {
			kept = append(kept, win)
		}
	}
	l.open = kept
	l.again()
}

// again lets the board be told, because it may not know.
func (l *lampTeller) again() { l.tries, l.asked = lampTries, time.Time{} }

// due is the question to ask now, if any.
func (l *lampTeller) due(now time.Time) (frame, bool) {
	if !l.told || l.tries == 0 || now.Sub(l.asked) < lampAgain {
		return frame{}, false
	}
	l.tries--
	l.asked = now
	l.number++
	payload := []byte{setLamps}
	for i, lamp := range l.lamps {
		for _, win := range l.open {
			if win.place.Index() == i {
				lamp = LampBlinks
			}
		}
		payload = append(payload, byte(lamp))
	}
	return frame{frameSet, 0, l.number, payload}, true
}

// answered takes what a board says about a setting.
func (l *lampTeller) answered(f frame) {
	if f.number == l.number && len(f.payload) > 0 && f.payload[0] == setLamps {
		l.tries = 0
	}
}
