package sichuan

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// MaxWinners is how many may win one hand: the fourth has nobody to win from.
const MaxWinners = models.Places - 1

// Settle adds up the settlements of one hand in the order they happened (art. 9.2, 10.1 to
// 10.3). Events may stop anywhere: then it is what has changed hands so far.
//
// The error is a *models.HandError with code CodeBadEvent or CodeBadSeat that names the
// settlement which cannot follow those before it.
func (r *Rules) Settle(dealer models.Place, events []models.Settlement) (scoring.Settled, error) {
	return r.options.settle(dealer, events)
}

func (o Options) settle(dealer models.Place, events []models.Settlement) (scoring.Settled, error) {
	if dealer < 1 || dealer > models.Places {
		return scoring.Settled{}, models.Refuse(models.CodeBadSeat, "dealer %d is not a place from 1 to 4", dealer)
	}
	h := hand{options: o, next: dealer}
	if o.is("dealer", "rotate") {
		h.next = models.PlaceAt(dealer.Index() + 1)
	}
	out := scoring.Settled{}
	for i, e := range events {
		before := h.deltas
		if bad := h.settle(e); bad != nil {
			return scoring.Settled{}, models.Refuse(bad.Code, "event %d: %s", i+1, bad.Message)
		}
		step := h.deltas
		for at := range step {
			step[at] -= before[at]
		}
		out.Steps = append(out.Steps, step)
	}
	out.Deltas, out.Fines, out.NextDealer = h.deltas, h.fines, h.next
	return out, nil
}

// hand is a hand while it is settled.
type hand struct {
	options Options
	deltas  models.Points
	fines   models.Points
	kongs   []kong
	won     []models.Place
	next    models.Place // who deals next
	ended   bool
}

// kong is a kong that was made, and what it brought.
type kong struct {
	place  models.Place
	from   models.Place // who fed an exposed one
	robbed bool
	income models.Points // what everybody got or paid for it; nothing once it went back
	closed bool          // its income went back, or on to a winner
}

// left are the players who have not won, in the order of the places.
func (h *hand) left() (places []models.Place) {
	for i := range models.Places {
		if at := models.PlaceAt(i); !slices.Contains(h.won, at) {
			places = append(places, at)
		}
	}
	return places
}

func (h *hand) plays(at models.Place) bool { return slices.Contains(h.left(), at) }

func (h *hand) settle(e models.Settlement) *models.HandError {
	switch {
	case h.ended:
		return models.Refuse(models.CodeBadEvent, "%s after the end of the hand", e.Do)
	case len(h.won) >= MaxWinners:
		return models.Refuse(models.CodeBadEvent, "%s after %d players have won: the hand is over", e.Do, len(h.won))
	}
	switch e.Do {
	case models.CalledKong, models.MadeAdded, models.MadeConcealed:
		return h.kong(e)
	case models.Wins:
		return h.wins(e.Wins)
	case models.HandsEnd, models.DrawnGame:
		return h.end(e.States)
	}
	return models.Refuse(models.CodeBadEvent, "%q is not one of win kong added-kong concealed-kong end", e.Do)
}

// kong pays a kong at once (art. 10.1 (1), (2)).
func (h *hand) kong(e models.Settlement) *models.HandError {
	switch {
	case !h.plays(e.Place):
		return models.Refuse(models.CodeBadEvent, "a kong of place %d, where nobody plays any more", e.Place)
	case e.Robbed && e.Do != models.MadeAdded:
		return models.Refuse(models.CodeBadEvent, "only an added kong can be robbed, not a %s", e.Do)
	}
	k := kong{place: e.Place, robbed: e.Robbed}
	each, drawn := 0, e.Drawn != nil && *e.Drawn
	switch {
	case e.Robbed: // it never was one
	case e.Do == models.CalledKong:
		if e.From == e.Place || !h.plays(e.From) {
			return models.Refuse(models.CodeBadEvent, "an exposed kong of place %d that place %d fed", e.Place, e.From)
		}
		k.from = e.From
		if h.options.is("exposed_kong", "feeder-and-one-each") {
			each = 1
		}
	case e.Do == models.MadeConcealed:
		each = 2
	case h.options.is("added_kong", "always") || drawn:
		each = 1
	case e.Drawn == nil:
		return models.Refuse(models.CodeBadEvent, "an added kong of place %d: drawn is missing, and it decides whether the kong is paid", e.Place)
	}
	for _, at := range h.left() {
		switch {
		case at == e.Place:
		case at == k.from:
			move(&k.income, at, e.Place, 2)
		default:
			move(&k.income, at, e.Place, each)
		}
	}
	h.deltas = h.deltas.Plus(k.income)
	h.kongs = append(h.kongs, k)
	return nil
}

// wins pays one or more wins on one tile (art. 9.2, 10.2), and deals with the income of the
// kong before it (art. 10.1 (4)).
func (h *hand) wins(wins []models.SettledWin) *models.HandError {
	if len(wins) == 0 {
		return models.Refuse(models.CodeBadEvent, "a win of nobody")
	}
	from := wins[0].From
	for i, w := range wins {
		switch {
		case !h.plays(w.Place):
			return models.Refuse(models.CodeBadEvent, "a win of place %d, where nobody plays any more", w.Place)
		case !h.plays(w.From):
			return models.Refuse(models.CodeBadEvent, "place %d wins from place %d, where nobody plays any more", w.Place, w.From)
		case w.From != from:
			return models.Refuse(models.CodeBadEvent, "one tile comes from places %d and %d", from, w.From)
		case w.From == w.Place && len(wins) > 1:
			return models.Refuse(models.CodeBadEvent, "%d win on the tile that place %d drew", len(wins), w.From)
		case slices.ContainsFunc(wins[:i], func(o models.SettledWin) bool { return o.Place == w.Place }):
			return models.Refuse(models.CodeBadEvent, "place %d wins twice on one tile", w.Place)
		case w.Fan < 0 || w.Fan > uncapped:
			return models.Refuse(models.CodeBadEvent, "place %d wins with %d fan", w.Place, w.Fan)
		case w.KongDiscard && w.From == w.Place:
			return models.Refuse(models.CodeBadEvent, "place %d wins on its own discard after a kong", w.Place)
		case w.KongDraw && w.From != w.Place:
			return models.Refuse(models.CodeBadEvent, "place %d wins on the replacement of a kong, and from place %d", w.Place, w.From)
		case w.KongDraw && h.lastMade(w.Place) < 0:
			return models.Refuse(models.CodeBadEvent, "place %d wins on the replacement of a kong, and made none", w.Place)
		}
	}
	if bad := h.shot(wins); bad != nil {
		return bad
	}
	for _, w := range wins {
		if bad := h.pay(w); bad != nil {
			return bad
		}
	}
	if len(h.won) == 0 && !h.options.is("dealer", "rotate") {
		if h.next = wins[0].Place; len(wins) > 1 {
			h.next = from
		}
	}
	for _, w := range wins {
		h.won = append(h.won, w.Place)
	}
	return nil
}

// pay pays one win.
func (h *hand) pay(w models.SettledWin) *models.HandError {
	if w.From != w.Place {
		move(&h.deltas, w.From, w.Place, h.options.points(w.Fan))
		return nil
	}
	if w.KongDraw && h.options.is("exposed_kong_draw", "feeder-pays") {
		if feeder := h.kongs[h.lastMade(w.Place)].from; feeder != 0 {
			if !h.plays(feeder) {
				return models.Refuse(models.CodeBadEvent, "place %d won before and cannot pay for the kong it fed", feeder)
			}
			move(&h.deltas, feeder, w.Place, h.options.points(w.Fan))
			return nil
		}
	}
	for _, at := range h.left() {
		if at != w.Place {
			move(&h.deltas, at, w.Place, h.options.share(w.Fan))
		}
	}
	return nil
}

// shot gives the income of the kong that led to the wins back, or on to the winners. Of a
// chain of kongs it is the last, and a robbed one never was any.
func (h *hand) shot(wins []models.SettledWin) *models.HandError {
	from := wins[0].From
	shot := slices.ContainsFunc(wins, func(w models.SettledWin) bool { return w.KongDiscard })
	if !shot {
		return nil
	}
	last := h.lastKong(from)
	if last < 0 {
		return models.Refuse(models.CodeBadEvent, "a win on the discard after a kong of place %d, which made none that was not given back", from)
	}
	k := &h.kongs[last]
	switch h.options.Get("kong_discard") {
	case "refund":
		h.giveBack(k)
	case "transfer":
		for _, w := range wins {
			if w.KongDiscard {
				move(&h.deltas, from, w.Place, k.income[from.Index()])
			}
		}
		k.closed = true
	}
	return nil
}

// lastMade is the last kong of a place that was not robbed; -1 where there is none.
func (h *hand) lastMade(of models.Place) int {
	for i := len(h.kongs) - 1; i >= 0; i-- {
		if k := h.kongs[i]; k.place == of && !k.robbed {
			return i
		}
	}
	return -1
}

// lastKong is the last kong of a place that was not robbed and of which the income is still
// its own, -1 where there is none.
func (h *hand) lastKong(of models.Place) int {
	for i := len(h.kongs) - 1; i >= 0; i-- {
		if k := h.kongs[i]; k.place == of && !k.robbed && !k.closed {
			return i
		}
	}
	return -1
}

// giveBack returns the income of a kong to those who paid it, winners too.
func (h *hand) giveBack(k *kong) {
	for i, points := range k.income {
		h.deltas[i] -= points
	}
	k.closed = true
}

// end settles a drawn hand (art. 10.3): those who are not ready pay those who are and lose
// the income of their kongs.
func (h *hand) end(states map[models.Place]models.HandState) *models.HandError {
	left := h.left()
	for at := range states {
		if !slices.Contains(left, at) {
			return models.Refuse(models.CodeBadEvent, "a state of place %d, where nobody plays any more", at)
		}
	}
	for _, at := range left {
		s, told := states[at]
		switch {
		case !told:
			return models.Refuse(models.CodeBadEvent, "the state of place %d is missing", at)
		case s.State == models.IsReady && (s.Fan == nil || *s.Fan < 0 || *s.Fan > uncapped):
			return models.Refuse(models.CodeBadEvent, "place %d is ready: what its hand is worth is missing or cannot be", at)
		case s.State != models.IsReady && s.State != models.NotReady && s.State != models.Pig:
			return models.Refuse(models.CodeBadEvent, "place %d is %q, not one of ready not-ready pig", at, s.State)
		}
	}
	for _, payer := range left {
		state := states[payer].State
		if state == models.IsReady {
			continue
		}
		for _, at := range left {
			other := states[at]
			switch {
			case state == models.Pig && h.options.is("pig", "pays-cap"):
				if other.State != models.Pig {
					move(&h.deltas, payer, at, h.options.points(h.options.cap()))
				}
			case other.State == models.IsReady:
				move(&h.deltas, payer, at, h.options.points(*other.Fan))
			}
		}
		for i := range h.kongs {
			if h.kongs[i].place == payer && !h.kongs[i].closed {
				h.giveBack(&h.kongs[i])
			}
		}
		if state == models.Pig {
			h.fines[payer.Index()] = h.options.fine()
		}
	}
	h.ended = true
	return nil
}

// fine is what an active pig loses to nobody.
func (o Options) fine() int {
	switch o.Get("pig") {
	case "fine-48":
		return 48
	case "pays-cap":
		return 0
	}
	return 24
}

// move takes points from one place and gives them to another.
func move(points *models.Points, from, to models.Place, n int) {
	points[from.Index()] -= n
	points[to.Index()] += n
}
