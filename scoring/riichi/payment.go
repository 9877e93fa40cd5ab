package riichi

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

const stick = 1000 // a riichi stick

// share is a part of a hand's basic points and who answers for it.
type share struct {
	basic  int
	liable models.Seat // NoSeat for nobody
}

// settle writes what the hand pays (§3, §6, §7): points without counters and sticks,
// what the winner receives with them, and the payments when the seats are known.
func (r *Rules) settle(w *models.Win, basic int, res *scoring.Result) {
	b := bill{options: &r.options, win: w, paid: true}
	var room [4]share
	shares := r.shares(room[:0], w, basic, res)
	for _, s := range shares {
		b.pay(s)
	}
	res.Points = b.points
	b.counters(shares)
	res.WinnerTotal = b.points + stick*w.Sticks
	if res.Paid = b.paid && (w.SelfDraw || w.Discarder != models.NoSeat); res.Paid {
		b.to[w.Seat.Index()] += res.WinnerTotal
		res.Payments = b.to
	}
}

// bill adds up the payments of a hand.
type bill struct {
	options *Options
	win     *models.Win
	to      scoring.Payments // what the losers pay, negative
	points  int
	paid    bool // every payer is known
}

// charge makes a seat pay; an unknown seat leaves the payments open.
func (b *bill) charge(seat models.Seat, points int) {
	b.points += points
	if seat == models.NoSeat {
		b.paid = false
		return
	}
	b.to[seat.Index()] -= points
}

// pay settles one share: on a self-draw by all or by the liable player alone, on a
// discard by the discarder, half by the liable player.
func (b *bill) pay(s share) {
	o, w := b.options, b.win
	ron := o.Ron(s.basic, w.Seat == models.East)
	switch {
	case s.liable != models.NoSeat && w.SelfDraw:
		b.charge(s.liable, ron)
	case s.liable != models.NoSeat: // the discarder himself then pays both halves
		b.charge(s.liable, ron/2)
		b.charge(w.Discarder, ron-ron/2)
	case !w.SelfDraw:
		b.charge(w.Discarder, ron)
	default:
		b.losers(func(loser models.Seat) {
			b.charge(loser, o.Tsumo(s.basic, w.Seat == models.East, loser == models.East))
		})
	}
}

// losers calls yield for every other seat.
func (b *bill) losers(yield func(loser models.Seat)) {
	for i := range b.options.Players {
		if seat := models.SeatAt(i); seat != b.win.Seat {
			yield(seat)
		}
	}
}

// counters adds the honba: on a self-draw everybody's share, or all of it by a
// player who is liable for the whole hand; on a discard the discarder's, or the
// liable player's where the option says so.
func (b *bill) counters(shares []share) {
	if b.win.Honba == 0 {
		return
	}
	total := b.win.Honba * b.options.honba()
	liable := shares[0].liable
	switch {
	case b.win.SelfDraw && liable != models.NoSeat && len(shares) == 1:
		b.charge(liable, total)
	case b.win.SelfDraw:
		b.losers(func(loser models.Seat) { b.charge(loser, total/(b.options.Players-1)) })
	case liable != models.NoSeat && b.options.PaoHonba == "liable":
		b.charge(liable, total)
	default:
		b.charge(b.win.Discarder, total)
	}
}

// honba gives the points of one counter.
func (o *Options) honba() int {
	switch {
	case o.HonbaValue > 0:
		return o.HonbaValue
	case o.Players == 3:
		return 200
	default:
		return 300
	}
}

// Ron gives what a discarder pays: 4 times the basic points to a non-dealer, 6 times
// to the dealer, rounded up to hundreds; 3 and 4 times with three players and fair-ron.
func (o *Options) Ron(basic int, dealer bool) int { return hundreds(o.ronFactor(dealer) * basic) }

func (o *Options) ronFactor(dealer bool) int {
	fair := o.Players == 3 && o.SanmaSettlement == "fair-ron"
	switch {
	case fair && dealer, !fair && !dealer:
		return 4
	case fair:
		return 3
	default:
		return 6
	}
}

// Tsumo gives what one loser pays on a self-draw: twice the basic points from or to
// the dealer, once otherwise. With three players and north-bisection half of the
// missing player's share is added.
func (o *Options) Tsumo(basic int, dealerWins, dealerPays bool) int {
	owed := hundreds(basic)
	missing := owed
	if dealerWins || dealerPays {
		owed = hundreds(2 * basic)
	}
	if dealerWins {
		missing = owed
	}
	if o.bisects() {
		owed += hundreds(missing / 2)
	}
	return owed
}

// bisects says whether the two losers of three players share the missing one's part.
func (o *Options) bisects() bool { return o.Players == 3 && o.SanmaSettlement == "north-bisection" }

// hundreds rounds up to hundreds.
func hundreds(points int) int { return (points + 99) / 100 * 100 }

// shares divides the basic points among those who are liable for a yakuman and
// the rest (§7), and adds the parts to a list.
func (r *Rules) shares(list []share, w *models.Win, basic int, res *scoring.Result) []share {
	if len(r.options.Pao) == 0 || len(w.Melds) == 0 {
		return append(list, share{basic: basic})
	}
	if res.Yakuman == 0 {
		return append(list, share{basic, r.liableForRinshan(w)})
	}
	rest := basic
	for _, f := range res.Fans {
		seat := r.liableFor(w, f.ID)
		if seat == models.NoSeat {
			continue
		}
		if r.options.PaoScope == "whole-hand" {
			return append(list, share{basic, seat})
		}
		if part := min(rest, f.Value/yakumanHan*yakumanUnit); part > 0 {
			list = append(list, share{part, seat})
			rest -= part
		}
	}
	if rest > 0 {
		list = append(list, share{basic: rest})
	}
	return list
}

// deciding are the sets whose last one makes its feeder liable, and how many of them.
var deciding = map[string]struct {
	sets int
	is   func(m models.Meld) bool
}{
	"daisangen":  {3, func(m models.Meld) bool { return m.First().IsDragon() }},
	"daisuushii": {4, func(m models.Meld) bool { return m.First().IsWind() }},
	"suukantsu":  {4, func(m models.Meld) bool { return m.Kind.IsKong() }},
}

// liableFor gives who is liable for a yakuman: whoever the win names, or whoever fed
// the call that made the last deciding set visible. Melds stand in the order of
// the calls.
func (r *Rules) liableFor(w *models.Win, id string) models.Seat {
	d, ok := deciding[id]
	if !ok || !slices.Contains(r.options.Pao, id) {
		return models.NoSeat
	}
	seen := 0
	for _, m := range w.Melds {
		if !d.is(m) {
			continue
		}
		if seen++; seen < d.sets {
			continue
		}
		if w.Liable != models.NoSeat {
			return w.Liable
		}
		if id == "suukantsu" && m.Kind != models.Kong {
			return models.NoSeat // the fourth tile was the winner's own
		}
		return r.feeder(w, m)
	}
	return models.NoSeat
}

// liableForRinshan gives who fed the open quad on whose replacement tile the hand
// won, where the option makes him liable.
func (r *Rules) liableForRinshan(w *models.Win) models.Seat {
	last := w.Melds[len(w.Melds)-1]
	switch {
	case !w.Flags.Has(models.KongDraw) || last.Kind != models.Kong || !slices.Contains(r.options.Pao, "rinshan"):
		return models.NoSeat
	case w.Liable != models.NoSeat:
		return w.Liable
	default:
		return r.feeder(w, last)
	}
}

// feeder gives the seat that supplied a meld. Three players sit so that North is
// empty, and the neighbour across it is meant by that side.
func (r *Rules) feeder(w *models.Win, m models.Meld) models.Seat {
	seat := w.Seat.From(m.From)
	if seat != models.North || r.options.Players == 4 {
		return seat
	}
	switch m.From {
	case models.Left:
		return models.West
	case models.Right:
		return models.East
	default:
		return models.NoSeat
	}
}
