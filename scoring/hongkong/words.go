package hongkong

import (
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/find"
)

var (
	dragons = scoring.MaskOf(models.White) | scoring.MaskOf(models.Green) | scoring.MaskOf(models.Red)
	// allPungs: four pungs or kongs (對對糊).
	allPungs = scoring.Pattern{Pungs: 4}
)

func roundWind(h *scoring.Hand) scoring.Mask { return scoring.MaskOf(h.Win.Round.Wind()) }

// replacement: the tile replaces one of a kong (槓上自摸).
func replacement(h *scoring.Hand) bool {
	return h.Win.Flags.Any(models.KongDraw | models.DoubleKongDraw)
}

// seatFlowers counts the flowers with the number of the winner's seat (門風花).
func seatFlowers(h *scoring.Hand) (n int) {
	for _, t := range h.Win.Flowers.Tiles {
		if (t.Rank()-1)%models.Places == h.Win.Seat.Index() {
			n++
		}
	}
	return n
}

// flowerSets counts the series of which all four are there (一台花).
func flowerSets(h *scoring.Hand) int {
	var series [2]int
	for _, t := range h.Win.Flowers.Tiles {
		series[(t.Rank()-1)/models.Places]++
	}
	return series[0]/models.Places + series[1]/models.Places
}

// flowersAlone: so many flowers win by themselves, whatever the hand; with seven one may go on and win as usual.
func flowersAlone(n int) scoring.Pattern {
	return find.Tiles(func(h *scoring.Hand) bool { return h.Win.Flowers.Count == n })
}

func nothing(l scoring.Laid) bool { return l.Melds == 0 }
func kongs(l scoring.Laid) bool   { return l.Melds == l.HiddenKongs }

// concealedPungs: four pungs of one's own tiles (坎坎糊), with such melds beside.
func concealedPungs(laid func(scoring.Laid) bool) scoring.Pattern {
	p := find.ConcealedPungs(models.Places)
	p.Laid = laid
	return p
}

// nineGates: 1112345678999 of one suit and one more, nothing laid; with another's tile only where nine tiles
// were waited for (九子連環).
var nineGates = scoring.Pattern{Families: find.FullFlush, Laid: nothing, Tiles: func(h *scoring.Hand) (scoring.Span, int) {
	for rank := 1; rank <= 9; rank++ {
		t := models.NewTile(h.WinTile.Suit(), rank)
		least := uint8(1)
		if t.IsTerminal() {
			least = 3
		}
		if t == h.WinTile && !h.Win.SelfDraw {
			least++ // on top of the thirteen
		}
		if h.InHand[t.Index()] < least {
			return 0, 0
		}
	}
	return scoring.WholeHand, 1
}}
