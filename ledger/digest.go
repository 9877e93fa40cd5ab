package ledger

import (
	"slices"
	"time"

	"jantaku/models"
)

// Digest is a match in a list: enough for standings and statistics over many.
type Digest struct {
	Match    models.Match `json:"match"`
	Started  time.Time    `json:"started"`
	Ended    time.Time    `json:"ended"` // of the last event
	Hands    int          `json:"hands"`
	Finished bool         `json:"finished"`
	Totals   []Total      `json:"totals"`
	// Played is what each player did, in the order of Match.Players.
	Played []Played `json:"played"`
	// Others are those who played and do not any more; what they did is not in Played.
	Others []PlayedBy `json:"others,omitempty"`
}

// Played counts what a player did in one match or in many.
type Played struct {
	Hands   int `json:"hands"`
	Wins    int `json:"wins"`
	Selfs   int `json:"self_draws"` // wins by self-draw
	DealIns int `json:"deal_ins"`   // tiles supplied to a winner
	Draws   int `json:"draws"`      // hands without a winner
	Ready   int `json:"ready"`      // of those with a waiting hand shown
	Riichi  int `json:"riichi"`
	Gained  int `json:"gained"` // points gained by wins
	Lost    int `json:"lost"`   // points lost by deal-ins, positive
	Penalty int `json:"penalties"`
	// Watched counts the hands whose course was recorded move by move, Called those of them in which the player claimed
	// a tile for a set.
	Watched  int `json:"watched,omitempty"`
	Called   int `json:"called,omitempty"`
	BestGain int `json:"best_gain"`
	// Best is the hand that gained most, as text, and where it is found.
	Best      string `json:"best,omitempty"`
	BestEntry string `json:"best_entry,omitempty"`
	BestMatch string `json:"best_match,omitempty"`
}

// Digest is the match in short.
func (s State) Digest() Digest {
	d := Digest{Match: s.Match, Started: s.Entries[0].Versions[0].Time, Ended: s.Time, Hands: s.Position.Hands,
		Finished: s.Finished, Totals: s.Totals, Played: make([]Played, len(s.Match.Players))}
	if !s.Finished {
		d.Totals = s.Standing()
	}
	for _, people := range s.played() {
		for _, p := range people {
			left := !slices.ContainsFunc(s.Match.Players, func(now models.Player) bool { return now.ID == p.Player.ID })
			if left && !slices.ContainsFunc(d.Others, func(o PlayedBy) bool { return o.Player.ID == p.Player.ID }) {
				d.Others = append(d.Others, PlayedBy{Player: p.Player})
			}
		}
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if !e.Counts() {
			continue
		}
		switch v := e.Current(); e.Kind {
		case HandPlayed:
			d.count(e, v.Hand)
		case PenaltyGiven:
			if n := e.Before.At(v.Penalty.Place); n != models.Empty {
				d.of(e, n).Penalty++
			}
		}
	}
	return d
}

// of is what somebody did who played as a number then.
func (d *Digest) of(e *Entry, n int) *Played {
	who := e.Players[n].ID
	for i, now := range d.Match.Players {
		if now.ID == who {
			return &d.Played[i]
		}
	}
	i := slices.IndexFunc(d.Others, func(o PlayedBy) bool { return o.Player.ID == who })
	if i < 0 { // left before a hand, with a penalty that cost nothing
		i = len(d.Others)
		d.Others = append(d.Others, PlayedBy{Player: e.Players[n]})
	}
	return &d.Others[i].Played
}

// count adds one hand to what its players did.
func (d *Digest) count(e *Entry, h *Hand) {
	for i, number := range e.Before.Seats {
		if number == models.Empty {
			continue
		}
		p, place := d.of(e, number), models.PlaceAt(i)
		p.Hands++
		if h.Ending != models.Won {
			p.Draws++
			if h.IsReady(place) {
				p.Ready++
			}
		}
	}
	if course := e.Record(); course != nil {
		for i, number := range e.Before.Seats {
			if number == models.Empty {
				continue
			}
			p := d.of(e, number)
			p.Watched++
			if course.Called(models.PlaceAt(i)) {
				p.Called++
			}
		}
	}
	for _, place := range h.Riichi {
		d.of(e, e.Before.At(place)).Riichi++
	}
	n := 0
	for step, one := range h.Settlements() {
		moved := e.moved(step)
		for i, w := range one.Wins {
			p, gain := d.of(e, e.Before.At(w.Place)), moved[w.Place.Index()]
			p.Wins++
			p.Gained += gain
			from := d.of(e, e.Before.At(w.From))
			switch {
			case w.From == w.Place:
				p.Selfs++
			case i == 0: // one tile, however many win on it
				from.Lost -= moved[w.From.Index()]
				fallthrough
			default:
				from.DealIns++
			}
			if gain > p.BestGain {
				p.BestGain, p.BestEntry, p.BestMatch, p.Best = gain, e.ID, d.Match.ID, ""
				if n < len(h.Wins) {
					p.Best = h.Wins[n].Win.Text()
				}
			}
			n++
		}
	}
}

// moved is what one settlement of a hand gave and took, by place: all of it where there is
// one.
func (e Entry) moved(step int) models.Points {
	switch {
	case step < len(e.Steps):
		return e.Steps[step]
	case step == 0:
		return e.Points
	}
	return models.Points{} // a referee fixed the points of the whole hand
}

// Gains are what each of a hand's wins brought its winner, in the order of its wins.
func (e Entry) Gains() (gains []int) {
	for step, one := range e.Current().Hand.Settlements() {
		moved := e.moved(step)
		for _, w := range one.Wins {
			gains = append(gains, moved[w.Place.Index()])
		}
	}
	return gains
}

// Person is somebody who played in a match, with what is his of it.
type Person struct {
	Share
	Played Played
}

// People are those who played in a match, by number and then in the order in which they played.
func (d Digest) People() (all []Person) {
	took := map[string]bool{} // what somebody did who played as two numbers is counted once
	for n, now := range d.Match.Players {
		i := slices.IndexFunc(d.Totals, func(t Total) bool { return t.Player.ID == now.ID })
		if i < 0 {
			continue
		}
		t := d.Totals[i]
		shares := t.Shares
		if shares == nil {
			shares = []Share{{Player: now, Score: t.Score, Rank: t.Rank, Result: t.Result, Points: t.Points, Penalty: t.Penalty}}
		}
		for _, share := range shares {
			p := Person{Share: share}
			switch o := slices.IndexFunc(d.Others, func(o PlayedBy) bool { return o.Player.ID == share.Player.ID }); {
			case share.Player.ID == now.ID && n < len(d.Played):
				p.Played = d.Played[n]
			case o >= 0 && !took[share.Player.ID]:
				p.Played = d.Others[o].Played
				took[share.Player.ID] = true
			}
			all = append(all, p)
		}
	}
	return all
}

// PlayedBy is what somebody did in a match who does not play any more.
type PlayedBy struct {
	Player models.Player `json:"player"`
	Played Played        `json:"played"`
}

// everybody are the counts of all who played.
func (d *Digest) everybody() (all []*Played) {
	for i := range d.Played {
		all = append(all, &d.Played[i])
	}
	for i := range d.Others {
		all = append(all, &d.Others[i].Played)
	}
	return all
}

// watched tells that hands whose course was recorded were counted.
func (d Digest) watched() bool {
	return slices.ContainsFunc(d.everybody(), func(p *Played) bool { return p.Watched > 0 })
}

func (d Digest) forgetWatched() {
	for _, p := range d.everybody() {
		p.Watched, p.Called = 0, 0
	}
}
