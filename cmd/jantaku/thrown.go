package main

import (
	"fmt"
	"slices"
	"time"

	"jantaku/models"
)

// thrown are dice that fell at the table before a match; zero when none did.
type thrown struct {
	dice [2]int
	by   models.Place // who pressed the button; 0 unknown
}

// freshDice is how long dice may lie when a match that asks for them is started. Older
// ones belong to the deal of the match before.
const freshDice = 2 * time.Minute

// thrown gives the dice that fell last at the table, if that was just now.
func (b *board) thrown() thrown {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.table.Dice); n > 0 && time.Since(b.table.Rolled) < freshDice {
		return thrown{b.table.Dice[n-1], b.table.Roller}
	}
	return thrown{}
}

// dealer gives the number among the places of the first dealer: the dice are counted round
// the table from who threw them, who is 1, or from the first place.
func (d thrown) dealer(places []models.Place) (number int, how string, err error) {
	from := max(0, slices.Index(places, d.by))
	number = (from + d.dice[0] + d.dice[1] - 1) % len(places)
	return number, fmt.Sprintf("first dealer by the dice of the table: %d %d from place %d", d.dice[0], d.dice[1], places[from]), nil
}
