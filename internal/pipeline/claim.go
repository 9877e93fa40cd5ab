package pipeline

import (
	"slices"
	"time"

	"jantaku/models"
)

// ended is the win, or the draw, that ended a deal.
type ended struct {
	id    string
	place models.Place // of the winner; 0 for a draw
	at    time.Time    // when its tiles were last known to lie there
}

// nextDeal is the time in which no table shuffles, deals and sees another win. It tells
// a second winner from the next hand where the table does not say when a deal begins.
const nextDeal = time.Minute

// ends notes that a hand was won. Another win in the same deal may be on the same
// discard, or a button was pressed twice: that is the referee's to say.
func (p *Pipeline) ends(hand *Pending) {
	hand.Riichi = p.sticks()
	first := p.ended
	if first == nil || !p.shuffles && time.Since(first.at) > nextDeal {
		p.ended = &ended{hand.ID, hand.Place, time.Now()}
		p.showOthers(hand.Place)
		return
	}
	if first.id == hand.ID {
		return // told again after an outage
	}
	waits := slices.IndexFunc(p.waiting, func(other *Pending) bool { return other.ID == first.id })
	if waits >= 0 && first.place == hand.Place { // photographed again
		was := p.waiting[waits]
		hand.ID, hand.With, hand.Again, hand.Riichi, hand.Ready = was.ID, was.With, was.Again, was.Riichi, was.Ready
		return
	}
	hand.Again = true
	if first.place != hand.Place && hand.From != hand.Place {
		hand.With = first.id
	}
}

// sticks are those laid in this deal, or in the one that ended without a word.
func (p *Pipeline) sticks() []models.Place {
	return slices.Clone(append(p.riichi[:len(p.riichi):len(p.riichi)], p.left...))
}

// weighClaim asks about a win in a deal that was over already.
func (p *Pipeline) weighClaim(hand *Pending) {
	if hand.With != "" {
		p.weighWith(hand)
	}
	if hand.With == "" && hand.Again {
		why := models.Refused("no-new-deal", nil, "the table told of no new deal since the last hand ended")
		if !p.shuffles { // it never does
			why = models.Refused("just-ended", nil, "another hand ended just before this one")
		}
		hand.doubt("again", why)
	}
}

// weighWith asks whether the hand is won on the discard of another. It is not when that
// other hand was no win after all, or when the tile came from somebody else.
func (p *Pipeline) weighWith(hand *Pending) {
	from, o, counts := p.books.Claim(hand.record(hand.Win))
	waits := slices.ContainsFunc(p.waiting, func(other *Pending) bool { return other.ID == hand.With })
	switch {
	case waits: // its turn comes first
		hand.doubt("also", models.Refused("also-won", nil, "somebody else has won in this deal"))
	case !counts || hand.From != 0 && hand.From != from:
		hand.With, hand.Again = "", true
	case o.Ending == models.Aborted:
		hand.From = from
		hand.doubt("also", models.Refused("claims-abort", nil, "with so many claims the hand is aborted"))
	case !o.WonBy(hand.Place):
		hand.From = from
		hand.doubt("also", models.Refused("comes-first", nil, "another player comes first in turn order and wins alone"))
	case hand.Followed && o.WonBy(hand.Place) && slices.Equal(hand.Winners, o.Winners):
		hand.From = from // who followed the hand saw them both win
	default:
		hand.From = from
		hand.doubt("also", models.Refused("also-won", nil, "somebody else has won in this deal"))
	}
}

// preview asks the books what the hand would give and take.
func (p *Pipeline) preview(hand *Pending) {
	if !hand.Result.Valid || hand.From == 0 {
		return
	}
	points, err := p.books.Preview(p.books.Situate(hand.record(hand.Win)), *hand.Result)
	if err != nil {
		hand.doubt("confirm", err)
		return
	}
	hand.Points = &points
}
