package pipeline

import (
	"jantaku/device"
)

// Lamps are those of the win buttons: lit for a win of the deal on the table that is in the books or about which the
// referee is asked, blinking for one that is still looked at. A win that was dropped has none.
func (l *Life) Lamps() (lamps device.Lamps) {
	for _, e := range l.deal.endings {
		if e.place != 0 {
			lamps[e.place.Index()] = l.lampOf(e.id)
		}
	}
	return lamps
}

func (l *Life) lampOf(id string) device.Lamp {
	if waiting := l.waitingAs(id); waiting != nil {
		if l.at.Now.Before(waiting.held) {
			return device.LampBlinks
		}
		return device.LampOn
	}
	if l.hand != nil && l.hand.ID == id {
		switch l.hand.State {
		case Claimed, Seen, Known:
			return device.LampBlinks
		case Booked:
			return device.LampOn
		}
	}
	if l.books.Recorded(id) {
		return device.LampOn
	}
	return device.LampOff
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
