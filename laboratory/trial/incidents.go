package trial

import (
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/watch"
)

// Incidents are how often, per hand in which it can happen, people do what counts for nothing in the end.
type Incidents struct {
	// CallWithdrawn is a meld that is laid for a discard and taken up again, ChowOvertaken a chow that is laid with what somebody
	// else calls, RiichiBack a riichi that is taken back, Dropped a tile that falls beside a river, Exposed some tiles of a hand that
	// are shown, DealerError somebody else who discards before the dealer, BooksDealer another dealer in the books.
	CallWithdrawn, ChowOvertaken, RiichiBack, Dropped, Exposed, DealerError, BooksDealer float64
	// IndicatorMoved is that the first indicator is laid beside the wall and what lay under it in its place, where half of
	// them are not seen.
	IndicatorMoved float64
}

// incidents puts them among the moments of a hand.
func (w *teller) incidents(s *Stream) {
	s.Dealer = w.truth.Record.Dealer
	f := &w.faults.Incidents
	if w.happens(f.BooksDealer) {
		s.Dealer = w.other(s.Dealer)
	}
	for _, one := range []struct {
		often float64
		do    func()
	}{
		{f.CallWithdrawn, w.callWithdrawn}, {f.ChowOvertaken, w.chowOvertaken}, {f.RiichiBack, w.riichiBack}, {f.Dropped, w.dropped},
		{f.Exposed, w.exposed}, {f.DealerError, w.dealerError}, {f.IndicatorMoved, w.indicatorMoved},
	} {
		if w.happens(one.often) {
			one.do()
		}
	}
}

// other is another place than one.
func (w *teller) other(than models.Place) models.Place {
	return models.PlaceAt(than.Index() + 1 + w.rng.IntN(models.Places-1))
}

// some chooses one of the moments that fit, by their events; -1 where none does.
func (w *teller) some(fits func(at int, m *models.Move) bool) int {
	var all []int
	for i := range w.moments {
		if m := &w.moments[i]; m.event >= 0 && len(m.changes) > 0 && fits(i, &w.truth.Record.Events[m.event]) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return all[w.rng.IntN(len(all))]
}

// passes reports whether a moment is a discard that nobody calls or wins on.
func (w *teller) passes(at int, m *models.Move) bool {
	return m.Do == models.Discarded && w.moments[at].deed == models.Discarded && !m.Riichi && at+1 < len(w.moments) && w.moments[at+1].deed == models.Discarded
}

// laysFor are the tiles of a hand that somebody lays for a discard: two that make a set with it, or else any.
func (w *teller) laysFor(place models.Place, at int, tile models.Tile) []lying {
	hand := w.truth.Holds[w.moments[at].event][place.Index()]
	var own models.Tiles
	for _, t := range hand {
		if len(own) < 2 && t.Kind() == tile.Kind() {
			own = append(own, t)
		}
	}
	for _, t := range hand {
		if d := int(t.Kind()) - int(tile.Kind()); len(own) < 2 && t.IsNumber() && t.Suit() == tile.Suit() && d != 0 && d >= -2 && d <= 2 {
			own = append(own, t)
		}
	}
	if len(own) < 2 {
		return nil
	}
	melds := slices.Clone(w.melds[place.Index()])
	set := w.set(place, models.Tiles{tile, own[0], own[1]}, func(i int) bool { return i == 0 })
	w.melds[place.Index()] = melds
	return set
}

// puts inserts moments after one.
func (w *teller) puts(at int, all ...moment) { w.moments = slices.Insert(w.moments, at+1, all...) }

func incident(changes ...watch.Change) moment {
	return moment{deed: "incident", event: -1, changes: changes}
}

func allGone(set []lying) (all []watch.Change) {
	for _, l := range set {
		all = append(all, gone(l))
	}
	return all
}

func (w *teller) callWithdrawn() {
	at := w.some(w.passes)
	if at < 0 {
		return
	}
	place := w.other(w.truth.Record.Events[w.moments[at].event].Place)
	c := w.moments[at].changes[0]
	set := w.laysFor(place, at, w.truth.Record.Events[w.moments[at].event].Tile)
	if set == nil || w.declared(place, w.moments[at].event) {
		return
	}
	w.spot++
	again := c
	again.Spot = w.spot
	w.puts(at, incident(append([]watch.Change{{Kind: watch.Gone, Spot: c.Spot, Area: c.Area, Evidence: c.Evidence}}, told(set...)...)...),
		incident(again), incident(allGone(set)...))
	if w.rng.IntN(2) == 0 { // the eye tells late that they are gone
		w.moments[at+3], w.moments[at+4] = w.moments[at+4], w.moments[at+3]
	}
}

func (w *teller) chowOvertaken() {
	at := w.some(func(_ int, m *models.Move) bool {
		return m.Do == models.CalledPung && models.PlaceAt(m.From.Index()+1) != m.Place && !w.declared(models.PlaceAt(m.From.Index()+1), 0)
	})
	if at < 0 {
		return
	}
	m := &w.truth.Record.Events[w.moments[at].event]
	next := models.PlaceAt(m.From.Index() + 1)
	set := w.laysFor(next, at, m.Tile)
	if set == nil || w.declared(next, w.moments[at].event) {
		return
	}
	call := &w.moments[at]
	first := call.changes[0] // the discard leaves for the chow
	call.changes = call.changes[1:]
	w.puts(at, incident(allGone(set)...))
	w.puts(at-1, incident(append([]watch.Change{first}, told(set...)...)...))
}

// declared reports whether a place declares riichi before an event; 0 asks of the whole hand.
func (w *teller) declared(place models.Place, event int) bool {
	events := w.truth.Record.Events
	if event > 0 {
		events = events[:event]
	}
	return slices.ContainsFunc(events, func(m models.Move) bool { return m.Place == place && m.Riichi })
}

func (w *teller) riichiBack() {
	at := w.some(func(at int, m *models.Move) bool {
		return w.game.Riichi && w.passes(at, m) && !w.declared(m.Place, w.moments[at].event) && len(w.melds[m.Place.Index()]) == 0
	})
	if at < 0 {
		return
	}
	place := w.truth.Record.Events[w.moments[at].event].Place
	straight := w.moments[at].changes[0]
	if (straight.Quarter+place.Index())%2 != 0 {
		return
	}
	w.moments[at].changes[0].Quarter = (straight.Quarter + 1) % 4
	turned := straight
	turned.Kind = watch.Turned
	zone := watch.Area{Use: watch.StickZone, Place: place}
	w.puts(at, incident(watch.Change{Kind: watch.StickLaid, Area: zone, Stick: .999}), incident(watch.Change{Kind: watch.StickGone, Area: zone}))
	if w.rng.IntN(4) > 0 {
		w.puts(at+2, incident(turned))
	}
}

func (w *teller) dropped() {
	at := w.some(func(at int, m *models.Move) bool { return w.passes(at, m) })
	if at < 0 {
		return
	}
	place := models.PlaceAt(w.rng.IntN(models.Places))
	hand := w.truth.Holds[w.moments[at].event][place.Index()]
	if len(hand) == 0 {
		return
	}
	l := w.lay(place, calibration.RiverZone, hand[w.rng.IntN(len(hand))], pose(place, 120+40*w.rng.Float64(), riverAt+60*w.rng.Float64(), w.rng.IntN(4)))
	w.puts(at, incident(added(l)), incident(gone(l)))
}

func (w *teller) exposed() {
	at := w.some(w.passes)
	if at < 0 {
		return
	}
	place := models.PlaceAt(w.rng.IntN(models.Places))
	hand := slices.Clone(w.truth.Holds[w.moments[at].event][place.Index()])
	models.SortTiles(hand)
	n := 3 + w.rng.IntN(3)
	if len(hand) < n {
		return
	}
	first := w.rng.IntN(len(hand) - n + 1)
	var shown []lying
	for j, t := range hand[first : first+n] {
		shown = append(shown, w.lay(place, calibration.MeldZone, t, pose(place, -200+float64(first+j)*(tileWide+1), handAt, 0)))
	}
	w.puts(at, incident(told(shown...)...), incident(allGone(shown)...))
}

func (w *teller) dealerError() {
	first := slices.IndexFunc(w.moments, func(m moment) bool { return m.deed == models.Discarded })
	place := w.other(w.truth.Record.Dealer)
	if first < 0 || len(w.truth.Holds[0][place.Index()]) == 0 {
		return
	}
	l := w.lay(place, calibration.RiverZone, w.truth.Holds[0][place.Index()][0], pose(place, -70, riverAt, 0))
	w.puts(first-1, incident(added(l)), incident(gone(l)))
}

func (w *teller) indicatorMoved() {
	won := slices.IndexFunc(w.moments, func(m moment) bool { return m.deed == models.Wins })
	if won < 0 || len(w.dora) == 0 || !w.game.Dora {
		return
	}
	ura := won + slices.IndexFunc(w.moments[won:], func(m moment) bool { return m.deed == models.TurnedDora })
	if ura < won {
		return
	}
	upper := w.dora[0]
	w.spot++
	moved := upper
	moved.spot = w.spot
	moved.At.X += 40
	if c := &w.moments[ura].changes[0]; w.rng.IntN(2) == 0 {
		c.At = upper.At
		w.puts(ura-1, incident(added(moved)))
		w.puts(ura+1, incident(gone(upper)))
	} else { // what lies between two stacks is not seen
		w.moments[ura] = incident(added(moved))
		w.puts(ura, incident(gone(upper)))
	}
}
