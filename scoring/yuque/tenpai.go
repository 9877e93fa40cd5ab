package yuque

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

var _ scoring.PaysReady = (*Rules)(nil)

// Tenpai scores a hand of thirteen tiles that did not win. Every tile it waits for is
// scored as a win on a discard without any special circumstance. seen are the tiles
// outside the hand that are visible from its seat: rivers, exposed melds, concealed
// kongs, a discard somebody won on.
//
// The error is a *models.HandError when the hand cannot be.
func (r *Rules) Tenpai(hand models.Hand, seat models.Seat, seen models.Tiles) (Tenpai, error) {
	own := tilesOf(hand)
	t := Tenpai{Waits: []Wait{}}
	var refused error
	for i := range models.Kinds {
		tile := models.KindAt(i)
		if copies(own, tile) == models.Copies {
			if completes(hand, tile) {
				t.Empty = append(t.Empty, tile)
			}
			continue
		}
		win := &models.Win{Hand: hand, Tile: tile, Seat: seat}
		if refused = win.Validate(); refused != nil {
			break
		}
		result, err := r.Score(win)
		if refused = err; err != nil {
			break
		}
		if result.Valid {
			left := max(4-copies(own, tile)-copies(seen, tile), 0)
			t.Waits = append(t.Waits, Wait{Tile: tile, Left: left, Fan: result.Fan})
			t.counted = append(t.counted, result.Fans)
		}
	}
	if refused != nil {
		return Tenpai{}, refused
	}
	t.weigh()
	return t, nil
}

// weigh takes the highest fan among waits with a copy left, else the lowest of all.
func (t *Tenpai) weigh() {
	t.AllDead = t.Ready() && !slices.ContainsFunc(t.Waits, func(w Wait) bool { return w.Left > 0 })
	best := -1
	for i, w := range t.Waits {
		switch {
		case !t.AllDead && w.Left == 0:
		case best < 0, t.AllDead && w.Fan < t.Waits[best].Fan, !t.AllDead && w.Fan > t.Waits[best].Fan:
			best = i
		}
	}
	if best >= 0 {
		t.Fan, t.Fans = t.Waits[best].Fan, t.counted[best]
	}
}

// ReadyHand says what a hand that did not win is paid for at the end of a hand. The error
// is that of Tenpai.
func (r *Rules) ReadyHand(hand models.Hand, seat models.Seat, seen models.Tiles) (scoring.ReadyHand, error) {
	t, err := r.Tenpai(hand, seat, seen)
	if err != nil {
		return scoring.ReadyHand{}, err
	}
	return scoring.ReadyHand{Ready: t.Ready(), Waits: t.Waits, Fan: t.Fan, Points: t.Points(), Gain: t.Gain(), Fans: t.Fans}, nil
}

// Robbed implements scoring.PaysReady.
func (*Rules) Robbed(hand models.Hand, tile models.Tile) models.Hand { return Robbed(hand, tile) }

// Robbed gives the hand of a player whose kong was robbed: the kong is a pung again,
// without the tile that the winner took.
func Robbed(hand models.Hand, tile models.Tile) models.Hand {
	melds := append([]models.Meld(nil), hand.Melds...)
	for i, m := range melds {
		if m.Kind == models.AddedKong && m.First() == tile.Kind() {
			melds[i] = models.Meld{Kind: models.Pung, Tiles: m.Tiles[:3:3], From: m.From}
		}
	}
	hand.Melds = melds
	return hand
}

// tilesOf lists the tiles of hand and melds.
func tilesOf(hand models.Hand) models.Tiles {
	all := append(models.Tiles(nil), hand.Concealed...)
	for _, m := range hand.Melds {
		all = append(all, m.Tiles...)
	}
	return all
}

func copies(tiles models.Tiles, of models.Tile) (n int) {
	for _, t := range tiles {
		if t.Kind() == of {
			n++
		}
	}
	return n
}

// completes says whether a fifth copy of a tile would make sets and a pair of the
// tiles in hand. No splitter knows holdings of five, so the groups are tried.
func completes(hand models.Hand, tile models.Tile) bool {
	var counts [models.Kinds]int
	for _, t := range hand.Concealed {
		if i := t.Index(); i >= 0 {
			counts[i]++
		}
	}
	counts[tile.Index()]++
	for i := range counts {
		if counts[i] >= 2 {
			counts[i] -= 2
			if onlySets(counts) {
				return true
			}
			counts[i] += 2
		}
	}
	return false
}

// onlySets says whether the tiles are all sets. The lowest tile stands in a triplet or
// at the start of a chow.
func onlySets(counts [models.Kinds]int) bool {
	for i, n := range counts {
		if n == 0 {
			continue
		}
		if n >= 3 {
			with := counts
			with[i] -= 3
			if onlySets(with) {
				return true
			}
		}
		first := models.KindAt(i)
		if !first.IsNumber() || first.Rank() > 7 || counts[i+1] == 0 || counts[i+2] == 0 {
			return false
		}
		for _, t := range [3]int{i, i + 1, i + 2} {
			counts[t]--
		}
		return onlySets(counts)
	}
	return true
}
