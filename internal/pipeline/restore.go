package pipeline

import (
	"context"
	"time"

	"github.com/google/uuid"

	"jantaku/device"
)

// restore knows again, after the program was started, which hand ended the deal that is on: it
// may lie on the table still, and is not to be proposed and booked another time. It is the
// newest of those that wait or, when none does, the last in the books that the eye has read.
// Whether it is of this deal the table tells with what it told before. The pictures of earlier
// hands are known again too.
func (p *Pipeline) restore(ctx context.Context) {
	last, booked := p.books.Last()
	if booked && last.Course != nil {
		p.spent = last.Course.ID
	}
	switch n := len(p.waiting); {
	case n > 0:
		hand := p.waiting[n-1]
		p.ended = &ended{hand.ID, hand.Place, saidAt(hand.ID)}
	case booked && len(last.Wins) > 0 && last.Wins[0].Reading != nil:
		p.ended = &ended{last.ID, last.Wins[0].Place, saidAt(last.ID)}
	}
	p.before, p.declared = p.ended, p.ended != nil
	seen, err := p.books.Seen(ctx, usualAlbum().Kept)
	if err != nil {
		p.log.Warn("the pictures of earlier hands are not known again", "err", err)
	}
	for _, win := range seen {
		p.album.keep(glimpseOf(win.Win.ID, win.Reading, win.Photo))
	}
	for _, hand := range p.waiting {
		p.album.keep(glimpseOf(hand.ID, hand.Reading, hand.Photo))
	}
}

// lies notes, while the table tells again what it told before the program was started, that the
// hand that ended the deal came after it.
func (p *Pipeline) lies(e device.Event) {
	switch {
	case p.before == nil:
	case !e.Replayed:
		switch e.Kind {
		case device.ShuffleStarted, device.WallRaised, device.Dealt:
			p.before, p.declared = nil, false // another deal
		}
	case !e.Time.After(p.before.at):
		p.ended, p.declared = p.before, true
	}
}

// saidAt is when a hand was seen that no board has told; the zero time for one that a board
// has, which it tells again by itself.
func saidAt(id string) time.Time {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return time.Time{}
	}
	return time.Unix(u.Time().UnixTime())
}
