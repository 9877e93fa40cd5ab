package riichi

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// NotenPayments gives what changes hands at an exhausted wall (§8): the players
// without a waiting hand pay those with one, in equal parts. Nobody pays when all or
// none wait. tenpai says who waits, by seat index.
func (o *Options) NotenPayments(tenpai [4]bool) (pay scoring.Payments) {
	waiting := 0
	for _, waits := range tenpai[:o.Players] {
		if waits {
			waiting++
		}
	}
	if waiting == 0 || waiting == o.Players {
		return pay
	}
	for i, waits := range tenpai[:o.Players] {
		if waits {
			pay[i] = o.noten() / waiting
		} else {
			pay[i] = -o.noten() / (o.Players - waiting)
		}
	}
	return pay
}

// noten gives what changes hands at a draw.
func (o *Options) noten() int {
	switch {
	case o.NotenPenalty > 0:
		return o.NotenPenalty
	case o.Players == 3:
		return 2000
	default:
		return 3000
	}
}

// NagashiPayments gives what a player receives whose discards were all terminals and
// honours and none was claimed: a self-drawn mangan without counters, in place of
// the payments for waiting hands (§8). It reports false where that is not played.
func (o *Options) NagashiPayments(seat models.Seat) (pay scoring.Payments, played bool) {
	if !o.NagashiMangan || seat == models.NoSeat || seat.Index() >= o.Players {
		return pay, false
	}
	b := bill{options: o, win: &models.Win{Seat: seat, SelfDraw: true}}
	b.pay(share{basic: mangan})
	b.to[seat.Index()] = b.points
	return b.to, true
}

// Aborts reports whether a hand is stopped for the reason, one of the words of the
// option abortive_draws, or "triple-ron".
func (o *Endings) Aborts(reason string) bool {
	if reason == "triple-ron" {
		return o.MultipleRon == "double"
	}
	return slices.Contains(o.AbortiveDraws, reason)
}

// Winners gives who of several claimants wins on one discard, in turn order after
// the discarder: the first alone, or up to two, or all. It gives nobody when three
// claims abort the hand.
func (o *Endings) Winners(discarder models.Seat, claims []models.Seat) []models.Seat {
	order := slices.Clone(claims)
	slices.SortFunc(order, func(a, b models.Seat) int { return turns(discarder, a) - turns(discarder, b) })
	switch {
	case o.MultipleRon == "head-bump":
		return order[:min(1, len(order))]
	case len(order) > 2 && o.Aborts("triple-ron"):
		return nil
	default:
		return order
	}
}

// turns counts the turns from one seat to another.
func turns(from, to models.Seat) int { return (to.Index() - from.Index() + 4) % 4 }
