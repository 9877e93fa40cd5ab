package tournament

import "jantaku/models"

// Shape is how the players of a round are divided: tables of four, and of three where their number is no multiple of four.
type Shape struct{ Fours, Threes int }

// ShapeOf divides players over tables, with as few tables of three as there can be. It is false for 1, 2 and 5, and
// for every other number than a multiple of four where three do not play.
func ShapeOf(players int, three bool) (Shape, bool) {
	threes := (4 - players%4) % 4
	fours := (players - 3*threes) / 4
	if players < 3 || fours < 0 || threes > 0 && !three {
		return Shape{}, false
	}
	return Shape{fours, threes}, true
}

// Fits says before the start why so many players cannot play so many rounds, with the numbers that would do; nil when they can.
func (t *Tournament) Fits(three bool) error {
	n := len(t.present(1))
	if _, ok := ShapeOf(n, three); !ok {
		fewer, more := n, n
		for fewer > 0 {
			if _, ok := ShapeOf(fewer, three); ok {
				break
			}
			fewer--
		}
		for {
			if _, ok := ShapeOf(more, three); ok {
				break
			}
			more++
		}
		return models.Refused("tournament-players", models.Data{"players": n, "fewer": fewer, "more": more, "substitutes": more - n},
			"%d players do not fill tables: %d or %d would, or %d substitutes", n, fewer, more, more-n)
	}
	if met := (n - 1) / 3; t.Once && t.Rounds > met {
		return models.Refused("tournament-meetings", models.Data{"players": n, "rounds": met, "needed": 3*t.Rounds + 1},
			"%d players meet nobody twice in at most %d rounds; %d rounds take %d players", n, met, t.Rounds, 3*t.Rounds+1)
	}
	if t.Seating == Scripted {
		return t.scriptFits(n)
	}
	return nil
}

// scriptFits checks that a prescribed seating has a place for everybody in every round.
func (t *Tournament) scriptFits(n int) error {
	if len(t.Script) < t.Rounds {
		return models.Refused("tournament-script-rounds", models.Data{"script": len(t.Script), "rounds": t.Rounds},
			"the prescribed seating has %d rounds, not %d", len(t.Script), t.Rounds)
	}
	for r, tables := range t.Script {
		seen := make([]bool, n+1)
		sit := 0
		for i, seats := range tables {
			for _, number := range seats {
				if number < 1 || number > n || seen[number] {
					return models.Refused("tournament-script", models.Data{"round": r + 1, "table": i + 1, "number": number, "players": n},
						"the prescribed seating, round %d, table %d: number %d is not one of 1 to %d that sits once", r+1, i+1, number, n)
				}
				seen[number] = true
				sit++
			}
			if len(seats) != 3 && len(seats) != 4 {
				return models.Refused("tournament-script-table", models.Data{"round": r + 1, "table": i + 1, "seats": len(seats)},
					"the prescribed seating, round %d, table %d has %d seats, not 3 or 4", r+1, i+1, len(seats))
			}
		}
		if sit != n {
			return models.Refused("tournament-script-seats", models.Data{"round": r + 1, "seats": sit, "players": n},
				"the prescribed seating, round %d, seats %d of %d players", r+1, sit, n)
		}
	}
	return nil
}
