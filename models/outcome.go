package models

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Ending says how a hand ended.
type Ending string

// The endings of a hand.
const (
	Won     Ending = "win"
	Drawn   Ending = "draw"  // the wall is exhausted
	Aborted Ending = "abort" // stopped by a rule, such as four winds discarded
)

// Ready is a player who showed a hand that waits for a tile.
type Ready struct {
	Place Place `json:"place"`
	// Points are what the waiting hand is worth where the rule book pays for it
	// (Yuque: the points of the hand, of which half are paid); 0 elsewhere. The books
	// compute them from Hand, as they do Fan and Waits; books of old have the points alone.
	Points int `json:"points,omitempty"`
	Fan    int `json:"fan,omitempty"`
	// Hand is what was shown: the tiles that did not win.
	Hand  *Hand  `json:"hand,omitempty"`
	Waits []Wait `json:"waits,omitempty"`
	// Fans are what it is counted with, in the book's order of announcing.
	Fans []Fan `json:"fans,omitempty"`
	// Gone are the waits of which every copy is visible from the seat, as somebody said;
	// nil while nobody did.
	Gone *Tiles `json:"gone,omitempty"`
	// Unsure says that the worth depends on which waits are gone, and nobody has said.
	Unsure bool `json:"unsure,omitempty"`
}

// Fan is one counted line of what a hand is worth.
type Fan struct {
	ID   string `json:"id"`
	Name string `json:"name"` // as the rule book prints it
	// Names are what people call it; nil until somebody looks at it.
	Names *Names `json:"names,omitempty"`
	Count int    `json:"count"`
	// Value is what the line adds, all its counts together, in the unit of the
	// rule book: fu in Lingque, fan in Yuque, points in MCR, han in riichi.
	Value int `json:"value"`
}

// Wait is a tile that completes a hand of thirteen.
type Wait struct {
	Tile Tile `json:"tile"`
	Left int  `json:"left"` // copies that are not visible from the own seat
	Fan  int  `json:"fan"`
}

// Outcome is how a hand ended, without the tiles: what the course of a match
// depends on. Places, not winds: a place is what the table knows, the wind of a
// place follows from the position and may change with a correction.
type Outcome struct {
	Ending Ending `json:"ending"`
	// Winners are all who won, in the order they did; those on one tile stand in turn order
	// after its supplier.
	Winners []Place `json:"winners,omitempty"`
	// From is the place that supplied the winning tile; 0 on a self-draw or draw, and where
	// Settled says it of each win.
	From Place `json:"from,omitempty"`
	// Settled are the moments at which points changed hands, in their order, where a hand goes
	// on after a win or pays for kongs (Sichuan). nil where its ending is the only one.
	Settled []Settlement `json:"settled,omitempty"`
	// Ready are the players who showed a waiting hand; nil while nobody has said who did.
	Ready []Ready `json:"ready,omitzero"`
	// Lying are the tiles that lie open besides the tile won on and the hands that won or
	// were shown: rivers, and melds of who shows nothing. nil where nobody saw them all.
	Lying *Tiles `json:"lying,omitempty"`
	// Riichi are the places that laid a stick during this hand.
	Riichi []Place `json:"riichi,omitempty"`
	// Nagashi are the places that win by their discards at a draw.
	Nagashi []Place `json:"nagashi,omitempty"`
	// Reason is a stable word for an abort, such as "nine-terminals".
	Reason string `json:"reason,omitempty"`
	// Fixed, when a referee decided them, are the points by place, instead of
	// what the rule book would pay.
	Fixed *Points `json:"fixed,omitempty"`
	// Paid are the points by place that follow from the scores of the wins; what
	// the course of the match adds (sticks, waiting hands) is not in them.
	Paid Points `json:"paid"`
}

// IsReady reports whether the place showed a waiting hand.
func (o Outcome) IsReady(place Place) bool {
	return slices.ContainsFunc(o.Ready, func(r Ready) bool { return r.Place == place })
}

// WonBy reports whether the place won the hand.
func (o Outcome) WonBy(place Place) bool { return slices.Contains(o.Winners, place) }

// Settlements are the moments at which points changed hands: Settled, or the one ending.
func (o Outcome) Settlements() []Settlement {
	switch {
	case o.Settled != nil:
		return o.Settled
	case o.Ending != Won:
		return []Settlement{{Do: HandsEnd}}
	}
	won := Settlement{Do: Wins}
	for _, place := range o.Winners {
		won.Wins = append(won.Wins, SettledWin{Place: place, From: cmp.Or(o.From, place)})
	}
	return []Settlement{won}
}

// Supplier is who supplied the tile that a place won on; 0 where the place drew it, or did
// not win.
func (o Outcome) Supplier(winner Place) Place {
	for _, s := range o.Settlements() {
		for _, w := range s.Wins {
			if w.Place == winner && w.From != winner {
				return w.From
			}
		}
	}
	return 0
}

// WonBefore are the places that had won before another did, those on the same tile not
// among them.
func (o Outcome) WonBefore(winner Place) (places []Place) {
	for _, s := range o.Settlements() {
		for _, w := range s.Wins {
			if w.Place == winner {
				return places
			}
		}
		for _, w := range s.Wins {
			places = append(places, w.Place)
		}
	}
	return places
}

// Ends reports whether the hands were shown because the wall was empty.
func (o Outcome) Ends() bool {
	all := o.Settlements()
	return len(all) > 0 && all[len(all)-1].Do == HandsEnd
}

// Check refuses an outcome that cannot happen in the position.
func (o Outcome) Check(p Position) error {
	if o.Settled != nil {
		if err := o.checkSettled(); err != nil {
			return err
		}
	}
	switch {
	case o.Ending != Won && o.Ending != Drawn && o.Ending != Aborted:
		return fmt.Errorf("ending %q is not win, draw or abort", o.Ending)
	case o.Ending == Won && len(o.Winners) == 0:
		return Refused("no-winner", nil, "a won hand names no winner")
	case o.Ending != Won && (len(o.Winners) > 0 || o.From != 0):
		return fmt.Errorf("a hand that ended in %q names a winner or a discarder", o.Ending)
	case o.Ending == Won && o.From == 0 && len(o.Winners) > 1 && o.Settled == nil:
		return Refused("winners-of-self-draw", nil, "%d winners on one self-draw", len(o.Winners))
	case o.From != 0 && o.WonBy(o.From):
		return Refused("own-discard", Data{"place": o.From}, "place %d wins on its own discard", o.From)
	}
	places := slices.Concat(o.Winners, o.Riichi, o.Nagashi)
	for _, s := range o.Settlements() {
		for i := 1; i < len(s.Wins); i++ {
			if from := s.Wins[0].From; turns(from, s.Wins[i-1].Place) >= turns(from, s.Wins[i].Place) {
				return fmt.Errorf("winners %v do not stand in turn order after place %d", o.Winners, from)
			}
		}
		for _, w := range s.Wins {
			places = append(places, w.From)
		}
		for _, at := range []Place{s.Place, s.From} {
			if at != 0 {
				places = append(places, at)
			}
		}
		switch s.Do {
		case CalledKong:
			places = append(places, s.Place, s.From)
		case MadeAdded, MadeConcealed:
			places = append(places, s.Place)
		}
		for at := range s.States {
			places = append(places, at)
		}
	}
	for _, r := range o.Ready {
		places = append(places, r.Place)
	}
	for _, at := range places {
		if p.At(at) == Empty {
			return Refused("nobody-there", Data{"place": at}, "nobody sits at place %d", at)
		}
	}
	return nil
}

// checkSettled refuses winners that are not those of the settlements, and a supplier beside them.
func (o Outcome) checkSettled() error {
	var winners []Place
	for _, s := range o.Settled {
		for _, w := range s.Wins {
			winners = append(winners, w.Place)
		}
	}
	switch {
	case len(o.Settled) == 0:
		return errors.New("a hand in which nothing is settled")
	case !slices.Equal(winners, o.Winners):
		return fmt.Errorf("the winners %v are not those of the settlements, %v", o.Winners, winners)
	case o.From != 0:
		return fmt.Errorf("place %d supplied the tile of a hand whose wins say it themselves", o.From)
	}
	return nil
}

// turns counts the places from one to another in turn order.
func turns(from, to Place) int { return (to.Index() - from.Index() + Places) % Places }

// Photo is the photograph of a hand.
type Photo struct {
	// Type is the media type, such as "image/jpeg".
	Type string `json:"type"`
	// Sum is the SHA-256 of Data in hexadecimal.
	Sum  string `json:"sum,omitempty"`
	Data []byte `json:"-"`
}

// WinRecord is one win of a hand and what it was read from.
type WinRecord struct {
	Place Place `json:"place"`
	Win   Win   `json:"win"`
	// Reading is what the eye saw, before anybody corrected it; nil when the hand
	// was typed.
	Reading *Reading `json:"reading,omitempty"`
	Photo   *Photo   `json:"photo,omitempty"`
	// Facts says how what the tiles do not tell was known when the hand was recorded;
	// nil in books of old.
	Facts Facts `json:"facts,omitempty"`
}

// HandRecord is a hand that was played, as it goes into the books.
type HandRecord struct {
	// ID is chosen by who records the hand. A hand recorded twice with one ID
	// counts once.
	ID string `json:"id"`
	Outcome
	// Wins has one record per winner, in the order of Outcome.Winners.
	Wins []WinRecord `json:"wins,omitempty"`
	// With is the ID of a hand in the books on whose discard this one is won too; the
	// books make one hand of both. Empty for a hand of its own.
	With string `json:"-"`
	// Course is the hand move by move as it was seen; nil where nobody watched, and in a
	// version that leaves it as it was.
	Course *Record `json:"course,omitempty"`
}

// HasWin reports whether a place won the hand with the same tiles from the same place, 0 for a
// self-draw: what two people type who saw one hand. Circumstances may be said otherwise.
func (h HandRecord) HasWin(place, from Place, win *Win) bool {
	if from == place {
		from = 0
	}
	sorted := func(tiles Tiles) Tiles { return slices.Sorted(slices.Values(tiles)) }
	return h.From == from && slices.ContainsFunc(h.Wins, func(w WinRecord) bool {
		return w.Place == place && w.Win.Tile.Kind() == win.Tile.Kind() && slices.Equal(sorted(w.Win.Concealed), sorted(win.Concealed)) &&
			slices.EqualFunc(w.Win.Melds, win.Melds, func(a, b Meld) bool { return a.Kind == b.Kind && slices.Equal(sorted(a.Tiles), sorted(b.Tiles)) })
	})
}

// Penalty is what a referee imposed.
type Penalty struct {
	// Kind is a word of the rule book's penalty table, or "free".
	Kind  string `json:"kind"`
	Place Place  `json:"place"`
	// Points are signed points by place, added to the scores at once.
	Points Points `json:"points"`
	// AtEnd is taken from the offender's final result instead, after ranks are
	// decided: tournament chombo. Positive takes away.
	AtEnd int `json:"at_end,omitempty"`
	// NoWin says that the offender may not win in this hand any more (停和陪打).
	NoWin bool `json:"no_win,omitempty"`
}

// Author says who wrote something into the books, and why.
type Author struct {
	// Source is the part of the program, such as "pipeline" or "console".
	Source string `json:"source"`
	// By is the person, Why the reason; both empty where there is none.
	By  string `json:"by,omitempty"`
	Why string `json:"why,omitempty"`
}

// Ended gives the record with the ending that a hand has by now, nil where the record has
// it already: who won on which tile from whom, or how the hand was drawn.
func (r *Record) Ended(h HandRecord) *Record {
	if h.Settled != nil {
		return nil // several endings, which the record has where they happened
	}
	end := Move{Do: DrawnGame, Reason: h.Reason}
	if h.Ending == Won {
		end = Move{Do: Wins}
		for _, w := range h.Wins {
			from := h.From
			if w.Win.SelfDraw {
				from = w.Place
			}
			end.Wins = append(end.Wins, Winning{Place: w.Place, From: from, Tile: w.Win.Tile})
		}
	}
	last := len(r.Events) - 1
	known := last >= 0 && (r.Events[last].Do == Wins || r.Events[last].Do == DrawnGame)
	if known {
		was := r.Events[last]
		same := func(a, b Winning) bool { return a.Place == b.Place && a.From == b.From && a.Tile == b.Tile }
		if was.Do == end.Do && (end.Do == DrawnGame || slices.EqualFunc(was.Wins, end.Wins, same)) {
			return nil
		}
		end.T, end.Ura, end.Photos, end.Revision = was.T, was.Ura, was.Photos, was.Revision+1
		last--
	}
	end.Confidence = 1
	ended := *r
	ended.Events = append(slices.Clone(r.Events[:last+1]), end)
	return &ended
}
