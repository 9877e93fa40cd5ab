package tournament

import (
	"math/rand/v2"
	"slices"

	"jantaku/models"
)

// Draw seats the next round and appends it. three says whether tables of three may be played. The rounds before need
// not be finished: the standings by which Swiss seats are then provisional, which is the director's to decide.
func (t *Tournament) Draw(three bool) (Round, error) {
	round := len(t.Played) + 1
	if round > t.Rounds {
		return Round{}, models.Refused("tournament-over", models.Data{"rounds": t.Rounds}, "all %d rounds were drawn", t.Rounds)
	}
	players := t.present(round)
	shape, ok := ShapeOf(len(players), three)
	if !ok {
		shape, players, ok = t.sitOut(players, three)
	}
	if !ok {
		return Round{}, models.Refused("tournament-players", models.Data{"players": len(players)}, "round %d: %d players do not fill tables", round, len(players))
	}
	var tables [][]string
	switch t.Seating {
	case Scripted:
		if err := t.scriptFits(len(players)); err != nil {
			return Round{}, err
		}
		for _, seats := range t.Script[round-1] {
			table := make([]string, len(seats))
			for i, number := range seats {
				table[i] = players[number-1]
			}
			tables = append(tables, table)
		}
	default:
		tables = t.seat(players, shape, round)
	}
	drawn := Round{Tables: make([]Table, len(tables))}
	for i, seats := range tables {
		drawn.Tables[i].Seats = seats
		if i < len(t.Tables) {
			drawn.Tables[i].Name = t.Tables[i]
		}
	}
	t.Played = append(t.Played, drawn)
	return drawn, nil
}

// sitOut leaves out substitutes, who come last, until the players fill their tables.
func (t *Tournament) sitOut(players []string, three bool) (Shape, []string, bool) {
	for len(players) > 0 && t.player(players[len(players)-1]).Substitute {
		players = players[:len(players)-1]
		if shape, ok := ShapeOf(len(players), three); ok {
			return shape, players, true
		}
	}
	return Shape{}, players, false
}

// windTries is how often the players are divided anew where the winds cannot be shared evenly.
const windTries = 20

// seat chooses who sits together, then who sits where. Both read what was played before, and may change the other.
func (t *Tournament) seat(players []string, shape Shape, round int) [][]string {
	random := rand.New(rand.NewPCG(t.Seed, uint64(round)))
	order := slices.Clone(players)
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var apart float64
	if t.Seating == Swiss && round > 1 {
		place := map[string]int{}
		for i, s := range t.Standings() {
			place[s.Player.ID] = i + 1
		}
		slices.SortStableFunc(order, func(a, b string) int { return position(place, a) - position(place, b) })
		apart = swissApart
	}
	sat := t.seen()
	for try := 0; ; try++ {
		m := newMeeting(order, t, shape, apart)
		m.search(random, try > 0)
		if left := m.even(sat, random); left == 0 || try == windTries {
			tables := m.tables()
			for i, ids := range tables {
				tables[i], _ = seated(ids, sat, random)
			}
			return tables
		}
	}
}

// position is the place in the standings; who is in none, such as a late player, sits below all.
func position(place map[string]int, id string) int {
	if at := place[id]; at > 0 {
		return at
	}
	return len(place) + 1
}
