package riichi

import (
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/find"
)

// The tiles that only this book names together.
const (
	dotsTwoToEight = scoring.DotMask &^ scoring.TerminalMask
	leftOut        = scoring.CharacterMask &^ scoring.TerminalMask       // by three players
	simples        = scoring.NumberMask &^ scoring.TerminalMask          // 中張牌
	green          = scoring.Mask(0b010101110)<<18 | scoring.Mask(1)<<32 // 2 3 4 6 8 of bamboos and 發
)

// declared says whether riichi (1) or double riichi (2) was declared.
func declared(least int) func(h *scoring.Hand) bool {
	return func(h *scoring.Hand) bool { return h.Win.Riichi >= least }
}

// dragon finds the triplet or quad of a dragon (役牌). Honours make no sequences, so
// three of them are one in every layout.
func dragon(t models.Tile) scoring.Pattern { return scoring.Pattern{Thrice: scoring.MaskOf(t)} }

// wind finds the triplet or quad of a wind that the circumstances name (役牌).
func wind(which func(w *models.Win) models.Tile) scoring.Pattern {
	return find.Tiles(func(h *scoring.Hand) bool {
		return h.Thrice.Has(which(h.Win))
	}).Among(scoring.WindMask)
}

// The winds that count for the winner (場風, 自風).
func roundWind(w *models.Win) models.Tile { return w.Round.Wind() }
func seatWind(w *models.Win) models.Tile  { return w.Seat.Wind() }

// valued gives for how many reasons a pair of the tile is worth fu: a dragon, the
// round wind, the seat wind (役牌).
func valued(h *scoring.Hand, t models.Tile) int {
	if !t.IsHonour() {
		return 0
	}
	n := 0
	for _, is := range [...]bool{t.IsDragon(), t == roundWind(h.Win), t == seatWind(h.Win)} {
		if is {
			n++
		}
	}
	return n
}

// pinfu: four sequences, a pair without fu and a two-sided wait (平和).
func pinfu(h *scoring.Hand) bool {
	return h.Sets[3].IsChow() && waitOf(h) == twoSided && valued(h, h.Pair) == 0
}

// pinfuByDiscard is pinfu where a self-draw cannot be one.
func pinfuByDiscard(h *scoring.Hand) bool { return !h.Win.SelfDraw && pinfu(h) }

// allPungs: four triplets or quads (対々和). Sequences stand before triplets.
func allPungs(h *scoring.Hand) bool { return h.Sets[0].IsPung() }

// fourWinds: triplets or quads of the four winds (大四喜).
func fourWinds(h *scoring.Hand) bool {
	return h.Sets[0] == scoring.PungOf(models.EastWind) && h.Sets[3] == scoring.PungOf(models.NorthWind)
}

// twoTwinChows: two pairs of identical sequences; four identical ones are such
// (二盃口).
func twoTwinChows(h *scoring.Hand) bool {
	return h.Sets[3].IsChow() && h.Sets[0] == h.Sets[1] && h.Sets[2] == h.Sets[3]
}

// concealedPungs finds the place of the winning tile with exactly n concealed
// triplets or quads (三暗刻, 四暗刻).
func concealedPungs(n int) scoring.Pattern {
	p := find.Completing(func(h *scoring.Hand) bool { return find.Concealed(h) == n })
	p.Pungs = n
	return p
}

// fourConcealedOnPair: four concealed triplets and the pair comes last (四暗刻単騎).
func fourConcealedOnPair(h *scoring.Hand) bool {
	return h.Completed == scoring.PairSpan && allPungs(h) && find.Concealed(h) == 4
}

// thirteenSided: the winning tile makes the pair (国士無双十三面).
func thirteenSided(h *scoring.Hand) bool { return h.Pair == h.WinTile }

// nineGates: 1112345678999 of one suit and one more tile of it, all in hand
// (九蓮宝燈).
func nineGates(h *scoring.Hand) bool {
	if h.Melds > 0 || !find.FullFlush(h.Families) || h.Kinds.Len() != 9 {
		return false
	}
	for i, n := range h.InHand {
		if n < 3 && h.Kinds&scoring.TerminalMask&(1<<i) != 0 {
			return false
		}
	}
	return true
}

// bigWheels: the pairs of 2 to 8 of dots in hand (大車輪).
func bigWheels(h *scoring.Hand) bool {
	for i, n := range h.InHand {
		if wheel := dotsTwoToEight&(1<<i) != 0; wheel != (n == 2) {
			return false
		}
	}
	return true
}

// blessing finds the win in the very first turn of somebody who does not deal: by
// another player's discard (人和) or by one's own draw (地和).
func blessing(selfDraw bool) scoring.Pattern {
	p := find.Tiles(func(h *scoring.Hand) bool { return h.Win.SelfDraw == selfDraw })
	p.Flags = models.Earthly
	return p
}

// next gives the kind that an indicator shows: 9 to 1, north to east, red to white.
func next(indicator models.Tile) models.Tile {
	t := indicator.Kind()
	switch {
	case t == models.NorthWind:
		return models.EastWind
	case t == models.Red:
		return models.White
	case t.IsNumber() && t.Rank() == 9:
		return t - 8
	default:
		return t + 1
	}
}

// nextOfThree is next without the characters 2 to 8, which three players leave out.
func nextOfThree(indicator models.Tile) models.Tile {
	if indicator == models.NewTile(models.Characters, 1) {
		return models.NewTile(models.Characters, 9)
	}
	return next(indicator)
}

// doraIndicators gives the indicators that lie open.
func doraIndicators(w *models.Win) models.Tiles { return w.DoraIndicators }

// uraIndicators gives the indicators below them, after riichi.
func uraIndicators(w *models.Win) models.Tiles {
	if w.Riichi == 0 {
		return nil
	}
	return w.UraIndicators
}

// first keeps only the first indicator, where quads turn none.
func first(indicators func(w *models.Win) models.Tiles) func(w *models.Win) models.Tiles {
	return func(w *models.Win) models.Tiles {
		all := indicators(w)
		return all[:min(1, len(all))]
	}
}

// shown counts the tiles that indicators show, norths set aside among them.
func shown(next func(models.Tile) models.Tile, indicators func(w *models.Win) models.Tiles) func(h *scoring.Hand) int {
	return func(h *scoring.Hand) int {
		n := 0
		for _, t := range indicators(h.Win) {
			dora := next(t)
			n += int(h.Counts[dora.Index()])
			if dora == models.NorthWind {
				n += h.Win.Norths
			}
		}
		return n
	}
}

// redFives counts the red fives of the hand.
func redFives(h *scoring.Hand) int { return h.Reds }

// setAside counts the norths set aside.
func setAside(h *scoring.Hand) int { return h.Win.Norths }

// greenWithHatsu is all green with the green dragon (緑一色 with 發).
func greenWithHatsu(h *scoring.Hand) bool {
	return h.Only(green) && h.HoldsAny(scoring.MaskOf(models.Green))
}
