package tournament

import "math/rand/v2"

// What a table costs: the search looks for the division with the least. A meeting is repeated at no price in standing,
// so that no pair meets twice while the search can avoid it.
const (
	again      = 1e6 // a pair that has met before, times how often
	sameTeam   = 1e4 // two of one team
	threeAgain = 1e3 // a table of three for somebody who sat at one before
	// swissApart weighs how far apart in the standings the players of a table are: the sum of the squared distances.
	swissApart = 1.0
)

// meeting is a division of players over tables, as one list of seats: tables of four first, then of three. order is
// that of the players, best first.
type meeting struct {
	seats []int // players at each seat
	start []int // first seat of each table, and the number of seats
	of    []int // table of each seat
	met   [][]int
	team  []int // number of the team, 0 for none
	three []int // how often at a table of three
	apart float64
	order []string
}

func newMeeting(order []string, t *Tournament, shape Shape, apart float64) *meeting {
	n := len(order)
	m := &meeting{apart: apart, order: order, seats: make([]int, n), of: make([]int, n), team: make([]int, n), three: make([]int, n), met: make([][]int, n)}
	index, teams := map[string]int{}, map[string]int{}
	for i, id := range order {
		index[id], m.seats[i], m.met[i] = i, i, make([]int, n)
		if team := t.player(id).Team; team != "" {
			if teams[team] == 0 {
				teams[team] = len(teams) + 1
			}
			m.team[i] = teams[team]
		}
	}
	for _, r := range t.Played {
		for _, table := range r.Tables {
			m.remember(table.Seats, index)
		}
	}
	for size, at := 4, 0; at < n; at += size {
		if len(m.start) >= shape.Fours {
			size = 3
		}
		for s := at; s < at+size; s++ {
			m.of[s] = len(m.start)
		}
		m.start = append(m.start, at)
	}
	m.start = append(m.start, n)
	return m
}

// remember counts who met whom at a table that was played.
func (m *meeting) remember(seats []string, index map[string]int) {
	for i, a := range seats {
		x, here := index[a]
		if here && len(seats) == 3 {
			m.three[x]++
		}
		for _, b := range seats[:i] {
			if y, too := index[b]; here && too {
				m.met[x][y]++
				m.met[y][x]++
			}
		}
	}
}

// pair is what it costs that two players, by their place in the order, sit together.
func (m *meeting) pair(a, b int) float64 {
	cost := again*float64(m.met[a][b]) + m.apart*float64((a-b)*(a-b))
	if m.team[a] != 0 && m.team[a] == m.team[b] {
		cost += sameTeam
	}
	return cost
}

// with is what it costs that a player sits at a table, in place of whoever sits at a seat of it.
func (m *meeting) with(player, table, seat int) (cost float64) {
	from, to := m.start[table], m.start[table+1]
	for s := from; s < to; s++ {
		if s != seat {
			cost += m.pair(player, m.seats[s])
		}
	}
	if to-from == 3 {
		cost += threeAgain * float64(m.three[player])
	}
	return cost
}

// gain is what is saved when two seats of different tables change their players.
func (m *meeting) gain(a, b int) float64 {
	x, y := m.seats[a], m.seats[b]
	return m.with(x, m.of[a], a) + m.with(y, m.of[b], b) - m.with(y, m.of[a], a) - m.with(x, m.of[b], b)
}

// barred reports whether more pairs that met before, or of one team, would sit together if two seats changed their players.
func (m *meeting) barred(a, b int) bool {
	bad := func(player, table, seat int) (pairs int) {
		for s := m.start[table]; s < m.start[table+1]; s++ {
			if other := m.seats[s]; s != seat {
				pairs += m.met[player][other]
				if m.team[player] != 0 && m.team[player] == m.team[other] {
					pairs++
				}
			}
		}
		return pairs
	}
	x, y := m.seats[a], m.seats[b]
	return bad(y, m.of[a], a)+bad(x, m.of[b], b) > bad(x, m.of[a], a)+bad(y, m.of[b], b)
}

// descend changes pairs of players as long as that saves something.
func (m *meeting) descend() {
	for better := true; better; {
		better = false
		for a := range m.seats {
			for b := a + 1; b < len(m.seats); b++ {
				if m.of[a] != m.of[b] && m.gain(a, b) > 1e-9 {
					m.seats[a], m.seats[b] = m.seats[b], m.seats[a]
					better = true
				}
			}
		}
	}
}

// cost is that of the whole division.
func (m *meeting) cost() (sum float64) {
	for s, player := range m.seats {
		sum += m.with(player, m.of[s], s) / 2
	}
	return sum
}

// tries is how often the search begins anew from a division that it has shaken.
const tries = 200

// search finds the division that costs least of many: each try shakes some seats of the best one and descends. It ends
// early where nothing more can be saved, because nobody meets again and standings do not count. anew begins from chance
// instead of the standings.
func (m *meeting) search(random *rand.Rand, anew bool) {
	if m.begin(); anew {
		random.Shuffle(len(m.seats), func(a, b int) { m.seats[a], m.seats[b] = m.seats[b], m.seats[a] })
	}
	m.descend()
	best, least := append([]int(nil), m.seats...), m.cost()
	for range tries {
		if least == 0 {
			break
		}
		copy(m.seats, best)
		for range 2 + random.IntN(max(2, len(m.seats)/4)) {
			a, b := random.IntN(len(m.seats)), random.IntN(len(m.seats))
			m.seats[a], m.seats[b] = m.seats[b], m.seats[a]
		}
		m.descend()
		if cost := m.cost(); cost < least {
			least = cost
			copy(best, m.seats)
		}
	}
	copy(m.seats, best)
}

// begin fills the tables from the top: each takes the best who is left, and then, one after another, the next who has
// met nobody there yet, or else who has met them least.
func (m *meeting) begin() {
	free := make([]int, len(m.seats))
	for i := range free {
		free[i] = i
	}
	for table := range len(m.start) - 1 {
		for s := m.start[table]; s < m.start[table+1]; s++ {
			next, least := 0, -1
			for i, player := range free {
				met := 0
				for at := m.start[table]; at < s; at++ {
					met += m.met[player][m.seats[at]]
				}
				if least < 0 || met < least {
					next, least = i, met
				}
				if met == 0 {
					break
				}
			}
			m.seats[s] = free[next]
			free = append(free[:next], free[next+1:]...)
		}
	}
}

// tables gives the division as ids.
func (m *meeting) tables() (tables [][]string) {
	for i, from := range m.start[:len(m.start)-1] {
		var ids []string
		for _, player := range m.seats[from:m.start[i+1]] {
			ids = append(ids, m.order[player])
		}
		tables = append(tables, ids)
	}
	return tables
}
