package ledger

import (
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/models/playername"
)

// agreed checks what was agreed, where it was something else or nothing yet; it cleans the names of
// players that were not there before, and fills in what the rule book says where nobody did.
func (l *Ledger) agreed(m, was models.Match) (models.Match, error) {
	var err error
	if m.Players, err = cleaned(m.Players, was.Players); err != nil {
		return m, err
	}
	if err := m.Validate(); err != nil {
		return m, err
	}
	book, err := l.shelf(m)
	if err != nil {
		return m, err
	}
	if starting, ok := book.Course.(Starting); ok && m.Start == 0 {
		m.Start = starting.Start(m)
	}
	if naming, ok := book.Course.(Naming); ok && (was.Rules != m.Rules) {
		m = naming.Named(m)
	}
	if checking, ok := book.Course.(Checking); ok {
		return m, checking.Check(m)
	}
	return m, nil
}

// cleaned gives the players with names as the books keep them. Who played already keeps the name that older
// versions took.
func cleaned(players, before []models.Player) ([]models.Player, error) {
	players = slices.Clone(players)
	for i, p := range players {
		if slices.Contains(before, p) {
			continue
		}
		name, err := playername.Clean(p.Name)
		if err != nil {
			return nil, fmt.Errorf("player %d: %w", i+1, err)
		}
		if p.ID == p.Name {
			players[i].ID = name
		}
		players[i].Name = name
	}
	return players, nil
}
