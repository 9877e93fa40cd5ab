package riichi

import (
	"jantaku/models"
	"jantaku/scoring"
)

// fuCode names a line of the fu list.
type fuCode uint8

const (
	fuBase fuCode = iota
	fuSevenPairs
	fuSet
	fuPair
	fuWait
	fuClosedRon
	fuSelfDraw
	fuOpen
)

var fuCodes = [...]string{"fu-base", "fu-seven-pairs", "fu-set", "fu-pair", "fu-wait", "fu-closed-ron", "fu-self-draw", "fu-open-hand"}

// fuItem is a line of the fu list: what counts, in which group, and how much.
type fuItem struct {
	code  fuCode
	group scoring.Span
	fu    uint8
}

// fuList is the itemised fu of one reading.
type fuList struct {
	items [8]fuItem // base, four sets, pair, wait, and how it was won
	n     int
	sum   int
}

func (l *fuList) add(code fuCode, group scoring.Span, fu int) {
	if fu == 0 {
		return
	}
	l.items[l.n] = fuItem{code, group, uint8(fu)}
	l.n++
	l.sum += fu
}

// rounded gives the sum rounded up to tens; seven pairs are 25 always.
func (l *fuList) rounded() int {
	if l.sum == 25 {
		return 25
	}
	return (l.sum + 9) / 10 * 10
}

// fu lists the fu of the reading (§2); thirteen orphans have none.
func (o *Fu) fu(h *scoring.Hand) (l fuList) {
	switch h.Shape {
	case scoring.SevenPairs:
		l.add(fuSevenPairs, scoring.WholeHand, 25)
		return l
	case scoring.Orphans:
		return l
	}
	l.add(fuBase, scoring.WholeHand, 20)
	for i, s := range h.Sets {
		if s.IsPung() {
			l.add(fuSet, 1<<i, setFu(h, s, 1<<i))
		}
	}
	l.add(fuPair, scoring.PairSpan, o.pairFu(h))
	if waitOf(h) >= middleWait {
		l.add(fuWait, h.Completed, 2)
	}
	plain := l.sum == 20
	switch {
	case !h.Win.SelfDraw && h.Concealed:
		l.add(fuClosedRon, scoring.WholeHand, 10)
	case !h.Win.SelfDraw && plain && o.OpenPinfu30:
		l.add(fuOpen, scoring.WholeHand, 10)
	case h.Win.SelfDraw && !(plain && h.Concealed && o.PinfuTsumo) && (o.RinshanTsumoFu || !h.Win.Flags.Has(models.KongDraw)):
		l.add(fuSelfDraw, scoring.WholeHand, 2)
	}
	return l
}

// setFu: 2, doubled for a terminal or honour, doubled when concealed, fourfold for a
// quad. A triplet that another player's tile completed is not concealed.
func setFu(h *scoring.Hand, s scoring.Set, at scoring.Span) int {
	fu := 2
	if s.Mask()&scoring.OrphanMask != 0 {
		fu *= 2
	}
	if h.Open&at == 0 && (h.Completed != at || h.Win.SelfDraw) {
		fu *= 2
	}
	if h.KongAt&at != 0 {
		fu *= 4
	}
	return fu
}

// pairFu: 2 for a dragon, the round wind or the seat wind; a wind that is both
// counts as the option says.
func (o *Fu) pairFu(h *scoring.Hand) int {
	switch valued(h, h.Pair) {
	case 0:
		return 0
	case 1:
		return 2
	default:
		return o.DoubleWindPairFu
	}
}
