package ledger

import (
	"slices"

	"jantaku/models"
)

// Who plays may change within a match. Numbers of players are chairs that keep their score; the players of a match
// are those who play now, and each entry knows who played then. Results go to people by what they played.

// Agreement is what was agreed at the start, with the players of then.
func (s State) Agreement() models.Match { return *s.Entries[0].Current().Match }

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
