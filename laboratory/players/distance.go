package players

import (
	"math/bits"

	"jantaku/models"
	"jantaku/scoring"
)

// counts are how many tiles of each kind are held, by Tile.Index.
type counts [models.Kinds]uint8

// countsOf counts tiles; those without a kind are left out.
func countsOf(tiles models.Tiles) (c counts) {
	for _, t := range tiles {
		if i := t.Index(); i >= 0 {
			c[i]++
		}
	}
	return c
}

// never is a distance that no number of tiles covers.
const never = 99

// lacking says how many tiles lack to so many sets and pairs: [sets][pairs].
type lacking [mostSets + 1][2]uint8

// mostSets is how many sets the longest hand has.
const mostSets = int(models.Sixteen / models.SetTiles)

// measure knows how far tiles are from sets and a pair. It remembers what it has
// computed, so it is for one goroutine.
type measure struct {
	suits map[uint64]*lacking
	whole int // sets of a whole hand
}

// newMeasure is for hands of so many tiles before the win.
func newMeasure(hand models.HandSize) *measure {
	return &measure{suits: map[uint64]*lacking{}, whole: hand.Sets()}
}

// general gives how many tiles lack to so many sets and a pair of allowed kinds, pungs
// alone where only these are wanted.
func (m *measure) general(c *counts, sets int, allowed scoring.Mask, pungs bool) int {
	total := lackingNothing()
	for suit := range 4 {
		first := suit * 9
		last := min(first+9, models.Kinds)
		kinds := uint64(allowed>>first) & (1<<(last-first) - 1)
		if kinds == 0 {
			continue
		}
		total = join(&total, m.suit(c[first:last], kinds, pungs || suit == 3))
	}
	return int(total[sets][1])
}

func lackingNothing() (l lacking) {
	for s := range l {
		l[s] = [2]uint8{never, never}
	}
	l[0][0] = 0
	return l
}

// join gives what lacks to sets and pairs of two families of tiles.
func join(a, b *lacking) lacking {
	sum := lackingNothing()
	for sa := range a {
		for pa, costA := range a[sa] {
			if costA >= never {
				continue
			}
			for sb := range len(b) - sa {
				for pb := range 2 - pa {
					at := &sum[sa+sb][pa+pb]
					*at = min(*at, costA+b[sb][pb])
				}
			}
		}
	}
	return sum
}

// suit looks up what lacks in one suit.
func (m *measure) suit(held []uint8, kinds uint64, pungs bool) *lacking {
	key := kinds<<32 | uint64(len(held))<<28
	if pungs {
		key |= 1 << 27
	}
	code := uint64(0)
	for _, n := range held {
		code = code*5 + uint64(n)
	}
	key |= code
	known, ok := m.suits[key]
	if !ok {
		l := lackingIn(held, kinds, pungs)
		known = &l
		m.suits[key] = known
	}
	return known
}

// lackingIn walks the ranks of a suit and keeps, for chows begun one and two ranks
// before, how few tiles lack to the sets and pairs so far.
func lackingIn(held []uint8, kinds uint64, pungs bool) (best lacking) {
	type state [5][5]lacking // chows begun two ranks and one rank before
	empty := func() (s state) {
		for a := range s {
			for b := range s[a] {
				s[a][b] = lackingNothing()
				s[a][b][0][0] = never
			}
		}
		return s
	}
	now := empty()
	now[0][0][0][0] = 0
	for rank, have := range held {
		next := empty()
		chows := 4
		if pungs || rank+2 >= len(held) || kinds>>rank&7 != 7 {
			chows = 0
		}
		same := 0
		if kinds>>rank&1 == 1 {
			same = 1
		}
		for a := range now {
			for b := range now[a] {
				for sets := range now[a][b] {
					for pair, cost := range now[a][b][sets] {
						if cost >= never {
							continue
						}
						for c := 0; c <= chows && sets+c <= mostSets; c++ {
							for pung := 0; pung <= same && sets+c+pung <= mostSets; pung++ {
								for two := 0; two <= same && pair+two <= 1; two++ {
									need := a + b + c + 3*pung + 2*two
									if need > models.Copies {
										continue
									}
									at := &next[b][c][sets+c+pung][pair+two]
									*at = min(*at, cost+uint8(max(0, need-int(have))))
								}
							}
						}
					}
				}
			}
		}
		now = next
	}
	return now[0][0]
}

// pairs gives how many tiles lack to seven different pairs.
func pairs(c *counts) int {
	two, kinds := 0, 0
	for _, n := range c {
		if n > 0 {
			kinds++
		}
		if n > 1 {
			two++
		}
	}
	return 7 - two + max(0, 7-kinds)
}

// orphans gives how many tiles lack to the thirteen terminals and honours and a second
// one of them.
func orphans(c *counts) int {
	kinds, double := 0, 0
	for mask := scoring.OrphanMask; mask != 0; mask &= mask - 1 {
		n := c[bits.TrailingZeros64(uint64(mask))]
		kinds += int(min(n, 1))
		if n > 1 {
			double = 1
		}
	}
	return 14 - kinds - double
}

// knits are the six ways in which three suits share 147, 258 and 369: the first rank, from
// 0, in each suit.
var knits = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// unconnected gives how many tiles lack to fourteen different ones of a knit and honours.
func unconnected(c *counts) int {
	honours := 0
	for i := 27; i < models.Kinds; i++ {
		honours += int(min(c[i], 1))
	}
	best := never
	for _, knit := range knits {
		have := honours
		for suit, rank := range knit {
			for i := rank; i < 9; i += 3 {
				have += int(min(c[suit*9+i], 1))
			}
		}
		best = min(best, 14-have)
	}
	return best
}
