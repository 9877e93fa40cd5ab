package riichi

import (
	"math/bits"

	"jantaku/models"
	"jantaku/scoring"
)

// wait is how the winning tile completed its group.
type wait uint8

const (
	twoSided   wait = iota // 両面
	twoPairs               // 双碰
	middleWait             // 嵌張
	edgeWait               // 辺張
	pairWait               // 単騎
)

// waitOf gives the wait in the place of the winning tile that is read, which is one
// of the sets or the pair.
func waitOf(h *scoring.Hand) wait {
	switch h.Completed {
	case 0:
		return twoSided // nothing is known about it
	case scoring.PairSpan:
		return pairWait
	}
	completed := h.Sets[bits.TrailingZeros8(uint8(h.Completed))]
	if completed.IsPung() {
		return twoPairs
	}
	return chowWait(completed.First(), h.WinTile)
}

// chowWait gives the wait for a tile of the chow that starts at first.
func chowWait(first, win models.Tile) wait {
	switch place := win - first; {
	case place == 1:
		return middleWait
	case place == 2 && first.Rank() == 1, place == 0 && first.Rank() == 7:
		return edgeWait
	default:
		return twoSided
	}
}
