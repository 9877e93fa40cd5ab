// Package shape tells whether tiles have the shape of a winning hand, of whichever rule book.
package shape

import "jantaku/models"

// counts is how many tiles of each of the 34 kinds there are.
type counts [models.Kinds]int

func countOf(tiles []models.Tile) (c counts, ok bool) {
	for _, t := range tiles {
		i := t.Index()
		if i < 0 {
			return c, false
		}
		c[i]++
	}
	return c, true
}

// Complete reports whether the concealed tiles, the winning one among them, make a
// winning form beside the given number of melds, in any of the rule books whose hands
// have this size: sets and a pair, and of thirteen tiles before the win seven pairs,
// thirteen orphans, honours and knitted tiles, or a knitted straight; of sixteen seven
// pairs and three of a kind. Which forms count is for the rule book to say.
func Complete(concealed []models.Tile, melds int, hand models.HandSize) bool {
	if melds < 0 || melds > hand.Sets() || len(concealed) != hand.Concealed(melds)+1 {
		return false
	}
	c, ok := countOf(concealed)
	if !ok {
		return false
	}
	if setsAndPair(&c) {
		return true
	}
	if hand == models.Sixteen {
		return melds == 0 && pairsAndThree(c)
	}
	return melds <= 1 && knittedStraight(c) || melds == 0 && (sevenPairs(c) || orphans(c) || unconnected(c))
}

// setsAndPair reports whether the tiles are one pair and otherwise chows and pungs.
func setsAndPair(c *counts) bool {
	for i := range c {
		if c[i] < 2 {
			continue
		}
		c[i] -= 2
		ok := onlySets(c)
		c[i] += 2
		if ok {
			return true
		}
	}
	return false
}

// numbers is how many kinds are of number suits, ranks how many of each.
const (
	numbers = int(models.EastWind) - 1
	ranks   = numbers / int(models.Honours)
)

// onlySets takes the lowest tile as a pung or as the start of a chow, in turn.
func onlySets(c *counts) bool {
	i := 0
	for i < len(c) && c[i] == 0 {
		i++
	}
	if i == len(c) {
		return true
	}
	if c[i] >= models.SetTiles {
		c[i] -= models.SetTiles
		ok := onlySets(c)
		c[i] += models.SetTiles
		if ok {
			return true
		}
	}
	if i >= numbers || i%ranks > ranks-models.SetTiles || c[i+1] == 0 || c[i+2] == 0 {
		return false
	}
	c[i], c[i+1], c[i+2] = c[i]-1, c[i+1]-1, c[i+2]-1
	ok := onlySets(c)
	c[i], c[i+1], c[i+2] = c[i]+1, c[i+1]+1, c[i+2]+1
	return ok
}

// sevenPairs takes four of a kind for two pairs, as some rule books do.
func sevenPairs(c counts) bool {
	for _, n := range c {
		if n%2 != 0 {
			return false
		}
	}
	return true
}

// pairsAndThree takes pairs beside three of one kind.
func pairsAndThree(c counts) bool {
	threes := 0
	for _, n := range c {
		switch {
		case n == models.SetTiles:
			threes++
		case n%2 != 0:
			return false
		}
	}
	return threes == 1
}

// orphans reports thirteen orphans: every terminal and honour, one of them twice.
func orphans(c counts) bool {
	for i, n := range c {
		wanted := models.KindAt(i).IsTerminalOrHonour()
		if wanted && n == 0 || !wanted && n > 0 {
			return false
		}
	}
	return true
}

// knits are the six ways to give 1-4-7, 2-5-8 and 3-6-9 to the three suits: the
// first rank for characters, dots and bamboos.
var knits = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

func inKnit(knit [3]int, i int) bool { return i < numbers && i%ranks%models.SetTiles == knit[i/ranks] }

// unconnected reports fourteen different tiles out of a knitted straight and the
// seven honours.
func unconnected(c counts) bool {
	for _, knit := range knits {
		ok := true
		for i, n := range c {
			if n > 1 || n == 1 && i < numbers && !inKnit(knit, i) {
				ok = false
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

// knittedStraight reports the nine tiles of a knitted straight beside sets and a pair.
func knittedStraight(c counts) bool {
	for _, knit := range knits {
		rest, ok := c, true
		for i := range rest {
			if inKnit(knit, i) {
				rest[i]--
				ok = ok && rest[i] >= 0
			}
		}
		if ok && setsAndPair(&rest) {
			return true
		}
	}
	return false
}
