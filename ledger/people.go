package ledger

import (
	"fmt"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/models/playername"
)

// Who plays may change within a match. Numbers of players are chairs that keep their score; the players of a match
// are those who play now, and each entry knows who played then. Results go to people by what they played.

// Agreement is what was agreed at the start, with the players of then.
func (s State) Agreement() models.Match { return *s.Entries[0].Current().Match }

// SubstitutionOf is who plays on for a player from now on or, with after, from the hand after that entry on. The
// name is kept as [playername.Clean] has it. Refusals: those of a name, plays-already, nobody-there.
func SubstitutionOf(number int, name, after string) Correction {
	return Correction{PlayerChanged, func(_ *Ledger, s State) (Change, error) {
		if _, ok := s.Entry(after); after != "" && !ok {
			return Change{}, fmt.Errorf("%w: %s", ErrNoEntry, after)
		}
		name, err := playername.Clean(name)
		if err != nil {
			return Change{}, fmt.Errorf("substitute: %w", err)
		}
		if number < 0 || number >= len(s.Match.Players) {
			return Change{}, models.Refused("nobody-there", models.Data{"place": number + 1}, "substitute: there is no player %d", number+1)
		}
		return Change{Substitution: &Substitution{Player: number, In: models.Player{ID: name, Name: name}, After: after}}, nil
	}}
}

// substituted gives the players after a substitution. The error is a refusal where somebody would sit at two places.
func (s State) substituted(c Substitution) ([]models.Player, error) {
	in := c.In
	for _, renamed := range s.renamed {
		if now, ok := renamed[in.ID]; ok {
			in = now
		}
	}
	if c.Player >= len(s.Match.Players) {
		return nil, models.Refused("nobody-there", models.Data{"place": c.Player + 1}, "%w: there is no player %d", ErrBadHand, c.Player+1)
	}
	for _, p := range s.Match.Players {
		if p.ID == in.ID {
			return nil, models.Refused("plays-already", models.Data{"name": in.Name}, "%w: %s plays already", ErrBadHand, in.Name)
		}
	}
	players := slices.Clone(s.Match.Players)
	players[c.Player] = in
	return players, nil
}

// rename takes the players who play now with other names, and gives those of the agreement with the names, and who
// was renamed, where somebody plays for another. Without that the agreement is what is given.
func (s State) rename(given []models.Player) ([]models.Player, map[string]models.Player, error) {
	agreed := s.Agreement().Players
	if !slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Kind == PlayerChanged }) {
		return given, nil, nil
	}
	var renamed map[string]models.Player
	for n, p := range given {
		was := s.Match.Players[n]
		if p == was {
			continue
		}
		if slices.ContainsFunc(s.Match.Players, func(o models.Player) bool { return o.ID == p.ID }) && p.ID != was.ID {
			return nil, nil, models.Refused("order-substituted", nil, "match: the order of the players cannot change where one plays for another; take the substitution back first")
		}
		if renamed == nil {
			renamed = map[string]models.Player{}
		}
		renamed[was.ID] = p
	}
	agreed = slices.Clone(agreed)
	for n, p := range agreed {
		if now, ok := renamed[p.ID]; ok {
			agreed[n] = now
		}
	}
	return agreed, renamed, nil
}

// Then are the players of an entry, where others play now; nil where they are the same.
func (s State) Then(e Entry) []models.Player {
	if e.Players == nil || slices.Equal(e.Players, s.Match.Players) {
		return nil
	}
	return e.Players
}

// Share is what one of several people who played as one number gets of its total: the points of the hands and
// penalties that were his, and of all that no hand brought (points at the start, uma, oka, ranking points) the
// part of the hands that he played.
type Share struct {
	Player models.Player `json:"player"`
	Hands  int           `json:"hands"`
	Score  int           `json:"score"`
	// Rank is that of the total, for who played most hands of it, the later one of two; 0 for the others: a rank
	// cannot be divided.
	Rank    int     `json:"rank,omitempty"`
	Result  float64 `json:"result"`
	Points  float64 `json:"points,omitempty"`
	Penalty float64 `json:"penalty,omitempty"`
}

// Names are the names of those who played as the number of a total, in the order in which they played.
func (t Total) Names() string {
	if len(t.Shares) == 0 {
		return t.Player.Name
	}
	var names []string
	for _, share := range t.Shares {
		names = append(names, share.Player.Name)
	}
	return strings.Join(names, " / ")
}

// played are the people of each number, in the order in which they played, with their hands, the points of these
// and of penalties, and penalties at the end, in points.
func (s State) played() [models.Places][]Share {
	var all [models.Places][]Share
	of := func(n int, p models.Player) *Share {
		i := slices.IndexFunc(all[n], func(one Share) bool { return one.Player.ID == p.ID })
		if i < 0 {
			i = len(all[n])
			all[n] = append(all[n], Share{Player: p})
		}
		return &all[n][i]
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if !e.Counts() || e.Kind != HandPlayed && e.Kind != PenaltyGiven {
			continue
		}
		deltas := e.Deltas()
		for n, p := range e.Players {
			if e.Kind == HandPlayed {
				of(n, p).Hands++
			}
			if deltas[n] != 0 {
				of(n, p).Score += deltas[n]
			}
		}
		if p := e.Current().Penalty; e.Kind == PenaltyGiven && p.AtEnd != 0 && e.Before.At(p.Place) != models.Empty {
			n := e.Before.At(p.Place)
			of(n, e.Players[n]).Penalty += float64(p.AtEnd)
		}
	}
	return all
}

// shareOut divides a total among those who played as its number; nil where only the player of now did.
func (t Total) shareOut(people []Share, how models.Ranking) []Share {
	if len(people) == 0 || len(people) == 1 && people[0].Player.ID == t.Player.ID {
		return nil
	}
	hands, points, most := 0, 0, 0
	for i, p := range people {
		hands, points = hands+p.Hands, points+p.Score
		if p.Hands >= people[most].Hands {
			most = i
		}
	}
	people = slices.Clone(people)
	people[most].Rank = t.Rank
	rest := t
	rest.Score -= points
	left, result, ranking := rest.Score, t.Result, t.Points
	for i := range people {
		p := &people[i]
		part := 1 / float64(len(people))
		if hands > 0 {
			part = float64(p.Hands) / float64(hands)
		}
		own := float64(p.Score)/float64(how.Unit) - p.Penalty/float64(how.Unit)
		p.Penalty /= float64(how.Unit)
		share := int(float64(rest.Score) * part)
		p.Result = round1000(own + (t.Result-float64(points)/float64(how.Unit)+t.Penalty)*part)
		if how.Tanh != 0 {
			p.Result = round1000(t.Result * part)
		}
		p.Points = round1000(t.Points * part)
		if i == len(people)-1 { // what was rounded away: the parts add up to the total
			share, p.Result, p.Points = left, round1000(result), round1000(ranking)
		}
		p.Score += share
		left, result, ranking = left-share, result-p.Result, ranking-p.Points
	}
	return people
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
