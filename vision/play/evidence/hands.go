package evidence

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"jantaku/models"
)

// SetsAmong counts the melds that seem to lie among the tiles of a hand.
func (p *Seen) SetsAmong(tiles []int, place int) int {
	poses := make([]models.Pose, len(tiles))
	for i, slot := range tiles {
		poses[i] = models.Pose{At: p.Slots[slot].At, Quarter: place}
		if p.Slots[slot].Turned() {
			poses[i].Quarter++
		}
	}
	return SetsAmong(poses, place, p.RowGap())
}

// RowGap is how far apart the tiles of one row lie at most, mm.
func (p *Seen) RowGap() float64 { return p.Priors.Row * p.scale() }

// SetsAmong counts the melds that seem to lie among tiles before a place, told by its index:
// three or four tiles that lie farther from the others than tiles of one row, mm, or beside
// each other with one of them turned.
func SetsAmong(tiles []models.Pose, place int, apart float64) (n int) {
	row := slices.Clone(tiles)
	slices.SortStableFunc(row, func(a, b models.Pose) int { return cmp.Compare(Along(a.At, place), Along(b.At, place)) })
	turned, from := 0, 0
	for i := range row {
		if (row[i].Quarter+place)%2 != 0 {
			turned++
		}
		if i+1 < len(row) && Along(row[i+1].At, place)-Along(row[i].At, place) < apart {
			continue
		}
		switch size := i + 1 - from; {
		case turned > 0:
			n += turned
		case (size == models.SetTiles || size == models.KongTiles) && size < len(row):
			n++
		}
		turned, from = 0, i+1
	}
	return n
}

// Outside is the probability that the tiles show nine kinds of terminals and honours.
func (p *Seen) Outside(slots []int) float64 {
	mass := 0.0
	for tiles, prob := range p.Likely(slots) {
		var kinds [models.Kinds]bool
		n := 0
		for _, t := range tiles {
			if t.IsTerminalOrHonour() && !kinds[t.Index()] {
				kinds[t.Index()] = true
				n++
			}
		}
		if n >= 9 {
			mass += prob
		}
	}
	return mass
}

// completed are the ways of telling the tiles of a hand that the book lets win, best first,
// and the probability of all that were not listed.
type completed struct {
	Faces []models.Tiles
	Valid []Choice // value indexes faces
	Rest  float64
}

// Winning lists how the tiles of a hand may be told so that the book lets it win; where
// none does, the likeliest ways all the same.
func (p *Seen) Winning(slots []int, melds []models.Meld) *completed {
	c := &completed{}
	flowerless := 1.0 // the probability that no tile is a flower
	for _, s := range slots {
		flowerless *= 1 - FlowerMass(&p.Slots[s].Q)
	}
	tried, worst := 0.0, []Choice(nil)
	won, lost := 0, 0
	for faces, prob := range p.Likely(slots) {
		tried += prob
		ways := &c.Valid
		if p.Game.Complete != nil && !p.wins(faces, melds) {
			ways = &worst
			lost++
		} else {
			won++
		}
		*ways = append(*ways, Choice{len(c.Faces), math.Log(prob)})
		c.Faces = append(c.Faces, faces)
	}
	// Of what was not tried few hands win: as many as of what was; and with a flower among them those of which another tile was missed.
	few := (float64(won) + ChanceComplete) / float64(won+lost+1)
	c.Rest = few * (max(0, flowerless-tried) + p.Priors.Missed*(1-flowerless))
	if len(c.Valid) == 0 {
		for _, w := range worst {
			w.Logp += Log(p.Priors.Mistake)
			c.Valid = append(c.Valid, w)
		}
	}
	return c
}

// How often a hand that is nearly complete is complete, or ready, by chance, when one of
// its tiles is another.
const (
	ChanceComplete = .05
	ChanceReady    = .2
)

// Waits reports whether one tile more makes a hand that the book lets win.
func (p *Seen) Waits(tiles models.Tiles, melds []models.Meld) bool {
	for i := range models.Kinds {
		if p.wins(append(slices.Clone(tiles), models.KindAt(i)), melds) {
			return true
		}
	}
	return false
}

// KeyOf is a key of a map for tiles, or numbers of slots, of one kind of question and the sets beside them: each list after its length.
func KeyOf[T ~int | ~uint8](kind byte, tiles []T, melds []models.Meld) string {
	key := binary.AppendUvarint([]byte{kind}, uint64(len(tiles)))
	for _, t := range tiles {
		key = binary.AppendVarint(key, int64(t))
	}
	for _, m := range melds {
		key = append(key, byte(m.Kind), byte(m.From), byte(len(m.Tiles)))
		for _, t := range m.Tiles {
			key = append(key, byte(t))
		}
	}
	return string(key)
}

// wins asks the book about a hand with its winning tile, kongs counted as three.
func (p *Seen) wins(tiles models.Tiles, melds []models.Meld) bool {
	if len(tiles) != p.Game.Hand.Concealed(len(melds))+1 {
		return false
	}
	sorted := slices.Clone(tiles)
	slices.Sort(sorted)
	key := KeyOf(0, sorted, melds)
	won, known := p.won[key]
	if !known {
		w := models.Win{Hand: models.Hand{Concealed: sorted[:len(sorted)-1], Melds: melds}, Tile: sorted[len(sorted)-1]}
		won = w.ValidateOf(p.Game.Hand) == nil && p.Game.Complete(&w)
		p.won[key] = won
	}
	return won
}

// Apart finds the tile of a laid hand that lies by itself; -1 for none.
func (p *Seen) Apart(hand []int, place int) int {
	if w := p.winning[place]; w >= 0 {
		return slices.Index(hand, w)
	}
	if len(hand) < 2 {
		return -1
	}
	order := make([]int, len(hand))
	for i := range order {
		order[i] = i
	}
	at := func(i int) float64 { return Along(p.Slots[hand[i]].At, place) }
	slices.SortFunc(order, func(a, b int) int {
		if at(a) < at(b) {
			return -1
		}
		return 1
	})
	first := at(order[1]) - at(order[0])
	last := at(order[len(order)-1]) - at(order[len(order)-2])
	widest := 0.0
	for i := 2; i < len(order)-1; i++ {
		widest = max(widest, at(order[i])-at(order[i-1]))
	}
	switch need := p.Priors.Apart; {
	case len(hand) == 2:
		return -1
	case last > widest+need && last > first+need:
		return order[len(order)-1]
	case first > widest+need && first > last+need:
		return order[0]
	}
	return -1
}

// Orderly gives the faces of the tiles of a hand, from one end to the other, weighed by its order; see orderly.
func (p *Seen) Orderly(row []*Faces) []Faces { return orderly(row, p.customs, &p.Priors) }
