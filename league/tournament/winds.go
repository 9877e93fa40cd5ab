package tournament

import (
	"math"
	"math/rand/v2"
)

// seen counts how often each player sat in each wind.
func (t *Tournament) seen() map[string]*[4]int {
	sat := map[string]*[4]int{}
	for _, p := range t.Players {
		sat[p.ID] = new([4]int)
	}
	for _, r := range t.Played {
		for _, table := range r.Tables {
			for wind, id := range table.Seats {
				if sat[id] != nil {
					sat[id][wind]++
				}
			}
		}
	}
	return sat
}

// seated is the best order of the players of one table, East first, and how many players it leaves in some wind more
// than one round beside a quarter of their rounds. Of equal orders any is taken.
func seated(ids []string, sat map[string]*[4]int, random *rand.Rand) (best []string, uneven int) {
	least, equal := -1, 0
	orders(ids, func(order []string) {
		cost, apart := 0, 0
		for wind, id := range order {
			now := *sat[id]
			cost += 2*now[wind] + 1 // the squares grow by so much
			now[wind]++
			if beside(now) {
				apart++
			}
		}
		cost += 100 * apart
		switch {
		case least < 0 || cost < least:
			best, least, uneven, equal = append([]string(nil), order...), cost, apart, 1
		case cost == least:
			if equal++; random.IntN(equal) == 0 {
				best = append([]string(nil), order...)
			}
		}
	})
	return best, uneven
}

// beside reports whether some wind was sat in more than one round more or less often than in a quarter of the rounds.
func beside(sat [4]int) bool {
	rounds := sat[0] + sat[1] + sat[2] + sat[3]
	return 4*max(sat[0], sat[1], sat[2], sat[3]) > rounds+4 || 4*min(sat[0], sat[1], sat[2], sat[3]) < rounds-4
}

// even changes players between tables where no order of a table keeps everybody within one round of a quarter in every
// wind: each change is the one that costs the meetings least, and none has more pairs of one team or that met before.
// What is left is how many players that could not be done for.
func (m *meeting) even(sat map[string]*[4]int, random *rand.Rand) (left int) {
	ids := func(table int) (ids []string) {
		for _, player := range m.seats[m.start[table]:m.start[table+1]] {
			ids = append(ids, m.order[player])
		}
		return ids
	}
	uneven := make([]int, len(m.start)-1)
	for table := range uneven {
		_, uneven[table] = seated(ids(table), sat, random)
	}
	for changed := true; changed; {
		changed = false
		for a := range m.seats {
			if uneven[m.of[a]] == 0 {
				continue
			}
			best, least := -1, math.Inf(1)
			for b := range m.seats {
				if m.of[a] == m.of[b] {
					continue
				}
				cost := -m.gain(a, b)
				if cost >= least || m.barred(a, b) {
					continue
				}
				m.seats[a], m.seats[b] = m.seats[b], m.seats[a]
				_, first := seated(ids(m.of[a]), sat, random)
				_, second := seated(ids(m.of[b]), sat, random)
				m.seats[a], m.seats[b] = m.seats[b], m.seats[a]
				if first+second < uneven[m.of[a]]+uneven[m.of[b]] {
					best, least = b, cost
				}
			}
			if best >= 0 {
				m.seats[a], m.seats[best] = m.seats[best], m.seats[a]
				_, uneven[m.of[a]] = seated(ids(m.of[a]), sat, random)
				_, uneven[m.of[best]] = seated(ids(m.of[best]), sat, random)
				changed = true
			}
		}
	}
	for _, players := range uneven {
		left += players
	}
	return left
}

// orders calls do with every order of the ids, which it may not keep.
func orders(ids []string, do func([]string)) {
	order := append([]string(nil), ids...)
	var from func(int)
	from = func(n int) {
		if n == len(order) {
			do(order)
			return
		}
		for i := n; i < len(order); i++ {
			order[n], order[i] = order[i], order[n]
			from(n + 1)
			order[n], order[i] = order[i], order[n]
		}
	}
	from(0)
}
