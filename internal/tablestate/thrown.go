package tablestate

import (
	"time"

	"jantaku/internal/referee"
)

// freshDice is how long dice may lie when a match that asks for them is started. Older
// ones belong to the deal of the match before.
const freshDice = 2 * time.Minute

// Thrown gives the dice that fell last at the table, if that was just now.
func (b *Board) Thrown() referee.Thrown {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.table.Dice); n > 0 && time.Since(b.table.Rolled) < freshDice {
		return referee.Thrown{Dice: b.table.Dice[n-1], By: b.table.Roller}
	}
	return referee.Thrown{}
}
