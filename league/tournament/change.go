package tournament

import (
	"slices"

	"jantaku/models"
	"jantaku/models/playername"
)

// Register adds a player, or changes one who takes part: name, team, and from which round until which. A player who
// played is never taken out: Until says when it was the last time.
func (t *Tournament) Register(p Player) error {
	name, err := playername.Clean(p.Name)
	if err != nil {
		return err
	}
	p.Name = name
	if i := slices.IndexFunc(t.Players, func(o Player) bool { return o.ID == p.ID }); i >= 0 {
		t.Players[i] = p
		return nil
	}
	if p.From == 0 && len(t.Played) > 0 {
		p.From = len(t.Played) + 1 // late
	}
	t.Players = append(t.Players, p)
	return nil
}

// Undraw takes the newest round back, as long as no table has a result.
func (t *Tournament) Undraw() error {
	n := len(t.Played)
	if n == 0 {
		return models.Refused("tournament-not-drawn", nil, "no round was drawn")
	}
	if slices.ContainsFunc(t.Played[n-1].Tables, func(table Table) bool { return len(table.Results) > 0 }) {
		return models.Refused("tournament-played", models.Data{"round": n}, "round %d has results; a round that is played is corrected, not taken back", n)
	}
	t.Played = t.Played[:n-1]
	return nil
}

// Swap exchanges the seats of two players in a round, counted from 1; a player who does not sit in it takes the seat of
// the other, such as a substitute.
func (t *Tournament) Swap(round int, a, b string) error {
	if round < 1 || round > len(t.Played) {
		return models.Refused("tournament-not-drawn", nil, "round %d was not drawn", round)
	}
	found := 0
	for i := range t.Played[round-1].Tables {
		seats := t.Played[round-1].Tables[i].Seats
		for s, id := range seats {
			switch id {
			case a:
				seats[s] = b
				found++
			case b:
				seats[s] = a
				found++
			}
		}
	}
	if found == 0 || a == b {
		return models.Refused("tournament-stranger", models.Data{"player": a}, "round %d: neither of the two sits in it", round)
	}
	return nil
}

// Write sets the results of a table by hand, by seat; none gives the table back to its books. Ranks follow from the
// results, and equals share.
func (t *Tournament) Write(round, table int, results []Result, by string) error {
	if round < 1 || round > len(t.Played) || table < 1 || table > len(t.Played[round-1].Tables) {
		return models.Refused("tournament-not-drawn", nil, "round %d has no table %d", round, table)
	}
	at := &t.Played[round-1].Tables[table-1]
	if len(results) == 0 {
		at.By, at.Results, at.Match, at.Open = "", nil, "", false
		return nil
	}
	if len(results) != len(at.Seats) {
		return models.Refused("tournament-results", models.Data{"results": len(results), "seats": len(at.Seats)}, "%d results of %d players", len(results), len(at.Seats))
	}
	for i := range results {
		results[i].Rank = 1
		for _, other := range results {
			if other.Result > results[i].Result {
				results[i].Rank++
			}
		}
	}
	at.Results, at.By, at.Open = results, by, false
	return nil
}
