package riichi

import (
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
)

// Settle gives what everybody gains or loses: the payments of the wins, the sticks laid
// in this hand, and at a draw the noten penalty (§8) or, where it is played, nagashi
// mangan in its place.
func (Course) Settle(m models.Match, p models.Position, o models.Outcome) models.Points {
	points := o.Paid
	for _, place := range o.Riichi {
		points[place.Index()] -= stick
	}
	options := optionsOf(m)
	switch o.Ending {
	case models.Won:
		sticksOf(&options, o, &points)
	case models.Drawn:
		points = points.Plus(drawOf(&options, p, o))
	}
	return points
}

// sticksOf gives the sticks laid in this hand to the first winner, or a winner's own
// stick back where the option says so.
func sticksOf(options *Options, o models.Outcome, points *models.Points) {
	for _, place := range o.Riichi {
		to := o.Winners[0]
		if options.RonSticks == "own-back" && o.WonBy(place) {
			to = place
		}
		points[to.Index()] += stick
	}
}

// drawOf gives what is paid when the wall is exhausted.
func drawOf(options *Options, p models.Position, o models.Outcome) (points models.Points) {
	nagashi := false
	for _, winner := range o.Nagashi {
		if pay, played := options.NagashiPayments(p.SeatOf(winner)); played {
			nagashi = true
			points = points.Plus(byPlace(p, pay))
		}
	}
	if nagashi {
		return points
	}
	var tenpai [4]bool
	for _, ready := range o.Ready {
		tenpai[p.SeatOf(ready.Place).Index()] = true
	}
	return byPlace(p, options.NotenPayments(tenpai))
}

// byPlace gives payments by seat to the places where the seats are.
func byPlace(p models.Position, pay scoring.Payments) (points models.Points) {
	for i, n := range pay {
		if at := p.PlaceOf(models.SeatAt(i)); at != 0 {
			points[at.Index()] = n
		}
	}
	return points
}

// Counters: the sticks go to the first winner, honba to everyone or to the first.
func (Course) Counters(m models.Match, p models.Position, o models.Outcome, winner models.Place) (honba, sticks int) {
	options := optionsOf(m)
	first := len(o.Winners) > 0 && o.Winners[0] == winner
	if first {
		sticks = p.Sticks
	}
	if first || options.RonHonba == "every" {
		honba = p.Honba
	}
	return honba, sticks
}

// Claims: the first in turn order alone, two, or all, or an aborted hand, by the options
// of the rule book.
func (Course) Claims(m models.Match, p models.Position, from models.Place, claimants []models.Place) (winners []models.Place, abort string) {
	options := optionsOf(m)
	var seats []models.Seat
	for _, place := range claimants {
		seats = append(seats, p.SeatOf(place))
	}
	for _, seat := range options.Winners(p.SeatOf(from), seats) {
		winners = append(winners, p.PlaceOf(seat))
	}
	if len(winners) == 0 {
		abort = "triple-ron"
	}
	return winners, abort
}

// Next gives the position after a hand.
func (Course) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	h := houseOf(m)
	stays := staysDealer(h, p, o)
	next := p
	if o.Ending == models.Won {
		next.Sticks = 0
		next.Honba = 0
	} else {
		next.Sticks += len(o.Riichi)
	}
	if stays || o.Ending != models.Won {
		next.Honba = p.Honba + 1
	}
	next.Over = over(h, m, p, o, stays)
	if next.Over == "" && stays {
		next.Over, next.May = yame(h, m, p, o)
	}
	if next.Over != "" || stays {
		return next
	}
	return next.PassDeal(m)
}

// staysDealer says whether the dealer deals again.
func staysDealer(h house, p models.Position, o models.Outcome) bool {
	switch o.Ending {
	case models.Won:
		return h.renchan != "none" && o.WonBy(p.Dealer)
	case models.Drawn:
		return h.renchan == "tenpai" && o.IsReady(p.Dealer)
	default:
		return true // an aborted hand is played again
	}
}

// over says whether the match ends with this hand; p has its scores already.
func over(h house, m models.Match, p models.Position, o models.Outcome, stays bool) string {
	if busted(h, m, p) {
		return "bust"
	}
	if !lastDeal(m, p) {
		return ""
	}
	reached, extra := p.Scores[leader(m, p)] >= h.goal, p.Round > rounds(m.Length)
	switch {
	case extra && reached:
		return "goal"
	case !stays && (!h.west || reached || extra && p.Deal == len(m.Players)):
		return "length"
	}
	return ""
}

// lastDeal says whether the hand was of the last dealer or of a round after that.
func lastDeal(m models.Match, p models.Position) bool {
	last := rounds(m.Length)
	return last > 0 && (p.Round > last || p.Round == last && p.Deal == len(m.Players))
}

// yame says whether the last dealer, who stays and leads, stops (over) or may stop (may).
func yame(h house, m models.Match, p models.Position, o models.Outcome) (over, may string) {
	first := leader(m, p)
	if !lastDeal(m, p) || p.Seats[p.Dealer.Index()] != first || p.Scores[first] < h.goal {
		return "", ""
	}
	how, word := "false", ""
	switch o.Ending {
	case models.Won:
		how, word = h.agari, "agari-yame"
	case models.Drawn:
		how, word = h.tenpai, "tenpai-yame"
	}
	switch how {
	case "true":
		return word, ""
	case "ask":
		return "", word
	}
	return "", ""
}

func busted(h house, m models.Match, p models.Position) bool {
	for n := range m.Players {
		if h.bust == "negative" && p.Scores[n] < 0 || h.bust == "zero" && p.Scores[n] <= 0 {
			return true
		}
	}
	return false
}

// leader is the number of the player who is first; of equals who dealt earlier.
func leader(m models.Match, p models.Position) (first int) {
	for n := range m.Players {
		if p.Scores[n] > p.Scores[first] {
			first = n
		}
	}
	return first
}

// rounds gives how many rounds a length has, 0 for no end.
func rounds(length string) int {
	switch length {
	case "open":
		return 0
	case "east":
		return 1
	case "full":
		return 4
	default:
		return 2
	}
}

// Ranking gives (score − return) / 1000 with uma and oka.
func (Course) Ranking(m models.Match) models.Ranking {
	h := houseOf(m)
	r := models.Ranking{Return: h.back, Unit: 1000, Uma: h.uma, Ties: h.ties}
	if h.floating {
		r.Floating = floatingUma
	}
	if h.back > m.Start {
		r.Oka = float64(len(m.Players)*(h.back-m.Start)) / 1000
	}
	if h.leftoversTop {
		r.LeftSticks = stick
	}
	return r
}

// Penalties are the kinds a referee can impose.
func (Course) Penalties(models.Match) []string { return []string{"chombo", "dead-hand"} }

// Refuse says why a hand cannot have ended so: four players who laid riichi have laid four sticks.
func (Course) Refuse(m models.Match, _ models.Position, o models.Outcome) error {
	if o.Ending == models.Aborted && o.Reason == "four-riichi" && len(o.Riichi) != len(m.Players) {
		return models.Refused("four-riichi-sticks", models.Data{"count": len(o.Riichi)}, "riichi: four players who laid riichi have laid four sticks, not %d", len(o.Riichi))
	}
	return nil
}

// Penalty gives what a fault costs. A chombo is a mangan self-draw paid the other way round, or
// points taken from the result at the end; the hand itself is played again: it is not
// recorded, and its sticks go back. A dead hand (アガリ放棄) costs nothing and does not win.
func (Course) Penalty(m models.Match, p models.Position, kind string, offender models.Place) (models.Penalty, error) {
	switch kind {
	case "dead-hand":
		return models.Penalty{Kind: kind, Place: offender, NoWin: true}, nil
	case "chombo":
	default:
		return models.Penalty{}, fmt.Errorf("riichi: there is no penalty %q", kind)
	}
	penalty := models.Penalty{Kind: kind, Place: offender, AtEnd: houseOf(m).chombo}
	if penalty.AtEnd > 0 {
		return penalty, nil
	}
	for i, n := range p.Seats {
		other := models.PlaceAt(i)
		if n == models.Empty || other == offender {
			continue
		}
		share := 2000
		if offender == p.Dealer || other == p.Dealer {
			share = 4000
		}
		penalty.Points[i] += share
		penalty.Points[offender.Index()] -= share
	}
	return penalty, nil
}
