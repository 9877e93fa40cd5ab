package taiwan

import "jantaku/models"

// tiles is how many there are of each kind.
type tiles [models.Kinds]uint8

// paired is the number of the suit, 3 for the honours, that holds the pair if the tiles are sets and a pair: two tiles more than
// sets of three, where all others hold sets alone. It is -1 where that cannot be.
func (t *tiles) paired() int { return pairedBy(t.over()) }

// over is how many tiles of each suit are left over by sets of three, 0 to 2.
func (t *tiles) over() (n [4]uint8) {
	for s := range n {
		for _, c := range t[9*s : min(9*s+9, models.Kinds)] {
			n[s] += c
		}
		n[s] %= 3
	}
	return n
}

func pairedBy(over [4]uint8) int {
	suit := -1
	for s, n := range over {
		switch n {
		case 1:
			return -1
		case 2:
			if suit >= 0 {
				return -1
			}
			suit = s
		}
	}
	return suit
}

// complete reports whether the tiles are sets and a pair, in the suit.
func (t *tiles) complete(suit int) bool {
	for kind := 9 * suit; kind < min(9*suit+9, models.Kinds); kind++ {
		if t[kind] < 2 {
			continue
		}
		t[kind] -= 2
		made := t.made()
		t[kind] += 2
		if made {
			return true
		}
	}
	return false
}

// made reports whether the tiles are sets. The lowest tile of a suit that is in no pung begins a chow, and so on upwards; three
// chows alike are three pungs.
func (t *tiles) made() bool {
	for i := honours; i < models.Kinds; i++ {
		if t[i]%3 != 0 {
			return false
		}
	}
	for s := range 3 {
		suit := t[9*s : 9*s+9]
		var one, two uint8 // chows that began at the rank before, and at the one before that
		for _, n := range suit[:7] {
			if n < one+two {
				return false
			}
			one, two = (n-one-two)%3, one
		}
		if suit[7] < one+two || (suit[7]-one-two)%3 != 0 || suit[8] < one || (suit[8]-one)%3 != 0 {
			return false
		}
	}
	return true
}

// honours is the index of the first of them, dragons that of the first dragon.
const honours, dragons = 27, 31
