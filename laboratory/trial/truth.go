package trial

import (
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
)

// Truth is a record played to its end: what everybody held, and how it ended.
type Truth struct {
	Record *models.Record
	// Verdict is how the hand ended, as play should conclude it.
	Verdict verdict.Verdict
	// Hands are the concealed tiles at the end, a drawn winning tile among them.
	Hands [models.Places]models.Tiles
	// Melds are the melds at the end, Seen what each place sees besides the own hand.
	Melds [models.Places][]models.Meld
	Seen  [models.Places]models.Tiles
	// Voids are the suits that were given up.
	Voids [models.Places]models.Void
	// Holds are the concealed tiles before each event.
	Holds [][models.Places]models.Tiles
}

// player of a record.
type seat struct {
	hand     models.Tiles
	melds    []models.Meld
	flowers  models.Tiles
	river    []models.Tile // not called
	fled     bool          // a discard was called
	riichi   int
	oneTurn  bool
	discards int
}

// replay walks through a record.
type replay struct {
	game     *prior.Game
	record   *models.Record
	seats    [models.Places]seat
	draws    int
	kongs    int
	calls    int
	replaced bool
	adding   bool
	last     models.Place
	tile     models.Tile
	dora     models.Tiles
	// Where the game goes on after a win: who gave up which suit and who has won, whether the last tile
	// came from somebody who had just made a kong, and what has changed hands.
	voids   [models.Places]models.Void
	out     []models.Seat
	shot    bool
	wins    []verdict.Won
	settled []models.Settlement
}

// Play walks through a record and tells its truth. The error says where the record is no hand, as where a tile is discarded
// that nobody holds, or that it was played by another book than the game: one that knows no riichi, say, calls every riichi
// wrong that was followed rightly. Where either names no book, both are one.
func Play(g *prior.Game, r *models.Record) (*Truth, error) {
	if g.Rules != "" && r.Rules != "" && g.Rules != r.Rules {
		return nil, fmt.Errorf("record %s was played by the rules of %s, not of %s", r.ID, r.Rules, g.Rules)
	}
	w := &replay{game: g, record: r, dora: slices.Clone(models.Tiles(r.Dora))}
	for i := range r.Deal {
		w.seats[i].hand = slices.Clone(r.Deal[i])
	}
	t := &Truth{Record: r}
	for i := range r.Events {
		var holds [models.Places]models.Tiles
		for j := range holds {
			holds[j] = slices.Clone(w.seats[j].hand)
		}
		t.Holds = append(t.Holds, holds)
		if err := w.event(t, &r.Events[i]); err != nil {
			return nil, fmt.Errorf("record %s, event %d: %w", r.ID, i, err)
		}
	}
	t.Voids = w.voids
	for i := range t.Hands {
		t.Hands[i], t.Melds[i], t.Seen[i] = w.seats[i].hand, w.seats[i].melds, w.seen(i)
	}
	return t, nil
}

// seen are the tiles that a place sees besides the own hand.
func (w *replay) seen(place int) (all models.Tiles) {
	for i := range w.seats {
		all = append(all, w.seats[i].river...)
		for _, m := range w.seats[i].melds {
			if i != place {
				all = append(all, m.Tiles...)
			}
		}
	}
	return append(all, w.dora...)
}

func (w *replay) event(t *Truth, m *models.Move) error {
	switch m.Do {
	case models.TurnedDora:
		w.dora = append(w.dora, m.Tile)
		return nil
	case models.Wins:
		t.Verdict = w.won(m)
		w.goesOn(&t.Verdict)
		return nil
	case models.DrawnGame:
		t.Verdict = w.drawn(m)
		if w.game.GoesOn {
			t.Verdict.Wins, t.Verdict.Settled = w.wins, append(w.settled, models.Settlement{Do: models.HandsEnd})
		}
		return nil
	case models.GaveUp:
		w.voids[m.Place.Index()] = m.Suit
		return nil
	}
	me := &w.seats[m.Place.Index()]
	switch m.Do {
	case models.Draw:
		w.draws++
		me.hand = append(me.hand, m.Tile)
		return nil
	case models.Discarded:
		return w.discard(me, m)
	case models.Exchanged:
		to := &w.seats[m.To.Index()]
		to.hand = append(to.hand, m.Tiles...)
		return me.remove(m.Tiles...)
	case models.LaidFlower:
		me.flowers = append(me.flowers, m.Tile)
		return me.remove(m.Tile)
	case models.MadeConcealed:
		w.kong(me)
		w.interrupt()
		w.settle(models.Settlement{Do: m.Do, Place: m.Place})
		me.melds = append(me.melds, models.Meld{Kind: models.ConcealedKong, Tiles: slices.Clone(m.Tiles)})
		return me.remove(m.Tiles...)
	case models.MadeAdded:
		return w.add(me, m)
	}
	return w.call(me, m)
}

func (w *replay) interrupt() {
	for i := range w.seats {
		w.seats[i].oneTurn = false
	}
}

func (w *replay) kong(me *seat) {
	w.kongs++
	w.calls++
	w.replaced = true
	me.oneTurn = false
}

func (w *replay) discard(me *seat, m *models.Move) error {
	if w.replaced {
		w.interrupt()
	}
	me.discards++
	me.oneTurn = false
	if m.Riichi {
		me.riichi, me.oneTurn = 1, true
		if me.discards == 1 && w.calls == 0 {
			me.riichi = 2
		}
	}
	me.river = append(me.river, m.Tile)
	w.shot = w.game.GoesOn && w.replaced
	w.last, w.tile, w.replaced, w.adding = m.Place, m.Tile, false, false
	return me.remove(m.Tile)
}

func (w *replay) add(me *seat, m *models.Move) error {
	w.shot = w.game.GoesOn && w.replaced
	w.kong(me)
	drawn := m.Drawn
	if n := len(me.hand); drawn == nil && n > 0 {
		is := me.hand[n-1] == m.Tile // a drawn tile stands last
		drawn = &is
	}
	w.settle(models.Settlement{Do: m.Do, Place: m.Place, Drawn: drawn})
	for i := range me.melds {
		if k := &me.melds[i]; k.Kind == models.Pung && k.First() == m.Tile.Kind() {
			k.Kind, k.Tiles = models.AddedKong, append(k.Tiles, m.Tile)
		}
	}
	w.adding, w.last, w.tile = true, m.Place, m.Tile
	return me.remove(m.Tile)
}

func (w *replay) call(me *seat, m *models.Move) error {
	w.calls++
	w.interrupt()
	from := &w.seats[m.From.Index()]
	from.fled = true
	from.river = from.river[:max(len(from.river)-1, 0)]
	kinds := map[models.Deed]models.MeldKind{models.CalledChow: models.Chow, models.CalledPung: models.Pung, models.CalledKong: models.Kong}
	side := models.Side((m.From.Index() - m.Place.Index() + models.Places) % models.Places)
	me.melds = append(me.melds, models.Meld{Kind: kinds[m.Do], Tiles: append(slices.Clone(m.With), m.Tile), From: side})
	if m.Do == models.CalledKong {
		w.kong(me)
		w.settle(models.Settlement{Do: m.Do, Place: m.Place, From: m.From})
	}
	return me.remove(m.With...)
}

func (s *seat) remove(tiles ...models.Tile) error {
	for _, t := range tiles {
		i := slices.Index(s.hand, t)
		if i < 0 {
			return fmt.Errorf("%v is not in hand %v", t, s.hand)
		}
		s.hand = slices.Delete(s.hand, i, i+1)
	}
	return nil
}

func (w *replay) left() int { return w.game.Live() - w.draws }

func (w *replay) sticks(won bool) (places []models.Place) {
	for i := range w.seats {
		last := won && w.last == models.PlaceAt(i) && w.seats[i].oneTurn && !w.adding
		if w.seats[i].riichi > 0 && !last {
			places = append(places, models.PlaceAt(i))
		}
	}
	return places
}

func (w *replay) won(m *models.Move) verdict.Verdict {
	v := verdict.Verdict{How: models.Wins, Left: w.left()}
	drawn := len(m.Wins) == 1 && m.Wins[0].From == m.Wins[0].Place
	v.Riichi = w.sticks(!drawn)
	for _, winning := range m.Wins {
		v.Wins = append(v.Wins, verdict.Won{Place: winning.Place, From: winning.From, Win: w.win(m, &winning)})
	}
	return v
}

func (w *replay) win(m *models.Move, winning *models.Winning) models.Win {
	r, me := w.record, &w.seats[winning.Place.Index()]
	win := models.Win{ID: r.ID, Tile: winning.Tile, SelfDraw: winning.From == winning.Place,
		Seat: winning.Place.SeatFor(r.Dealer), Round: r.Round, Honba: r.Honba, Sticks: r.Sticks, Riichi: me.riichi}
	win.Concealed, win.Melds = slices.Clone(me.hand), slices.Clone(me.melds)
	win.Flowers = models.FlowersOf(me.flowers...)
	if win.SelfDraw {
		if i := slices.Index(win.Concealed, winning.Tile); i >= 0 {
			win.Concealed = slices.Delete(win.Concealed, i, i+1)
		}
	} else {
		win.Discarder = winning.From.SeatFor(r.Dealer)
	}
	slices.Sort(win.Concealed)
	for i := range win.Melds {
		win.Melds[i].Tiles = slices.Clone(win.Melds[i].Tiles)
		slices.Sort(win.Melds[i].Tiles)
	}
	if w.game.Dora {
		win.DoraIndicators = w.dora
		if me.riichi > 0 {
			win.UraIndicators = m.Ura
		}
	}
	win.Flags = w.flags(winning, me)
	win.Void, win.Out = w.voids[winning.Place.Index()], slices.Clone(w.out)
	return win
}

// settle notes that points change hands, where that happens before the end.
func (w *replay) settle(s models.Settlement) {
	if w.game.GoesOn {
		w.settled = append(w.settled, s)
	}
}

// goesOn takes those who have won out of a game that goes on; a kong that was robbed is a pung again.
func (w *replay) goesOn(v *verdict.Verdict) {
	if !w.game.GoesOn {
		return
	}
	moment := models.Settlement{Do: models.Wins}
	for _, won := range v.Wins {
		flags := won.Win.Flags
		moment.Wins = append(moment.Wins, models.SettledWin{Place: won.Place, From: won.From,
			KongDiscard: flags.Has(models.KongDiscard), KongDraw: flags.Has(models.KongDraw)})
		w.out = append(w.out, won.Win.Seat)
	}
	if v.Wins[0].Win.Flags.Has(models.RobKong) {
		w.settled[len(w.settled)-1].Robbed = true
		w.kongs--
		for i, m := range w.seats[w.last.Index()].melds {
			if m.Kind == models.AddedKong && m.First() == w.tile.Kind() {
				w.seats[w.last.Index()].melds[i] = models.Meld{Kind: models.Pung, Tiles: m.Tiles[:3:3], From: m.From}
			}
		}
	}
	w.replaced, w.shot, w.adding = false, false, false
	w.wins, w.settled = append(w.wins, v.Wins...), append(w.settled, moment)
	v.Wins, v.Settled = w.wins, w.settled
}

func (w *replay) flags(winning *models.Winning, me *seat) (f models.Flags) {
	g, drawn := w.game, winning.From == winning.Place
	discards := 0
	for i := range w.seats {
		discards += w.seats[i].discards
	}
	dealer := winning.Place == w.record.Dealer
	for flag, holds := range map[models.Flags]bool{
		models.Ippatsu:     g.Ippatsu && me.riichi > 0 && me.oneTurn,
		models.KongDraw:    drawn && w.replaced,
		models.RobKong:     w.adding && !drawn,
		models.KongDiscard: !drawn && w.shot,
		models.LastDraw:    drawn && w.left() == 0 && !(g.DeadReplaces && w.replaced),
		models.LastDiscard: !drawn && !w.adding && w.left() == 0,
		models.LastOfKind:  g.LastOfKind && !w.adding && w.shows(winning, me) == 3,
	} {
		if holds {
			f |= flag
		}
	}
	if w.calls > 0 {
		return f
	}
	switch {
	case drawn && dealer && discards == 0 && g.Heaven:
		return models.Heavenly
	case g.Earthly == prior.FirstDiscard && !drawn && !dealer && discards == 1,
		g.Earthly == prior.FirstTurn && !dealer && me.discards == 0:
		return models.Earthly
	}
	return f
}

// shows counts the other copies of the winning tile that lie open; none when the winner
// holds one of them.
func (w *replay) shows(winning *models.Winning, me *seat) (n int) {
	kind := winning.Tile.Kind()
	same := func(t models.Tile) bool { return t.Kind() == kind }
	held := 0
	for _, t := range me.hand {
		if same(t) {
			held++
		}
	}
	if winning.From == winning.Place {
		held--
	}
	if held > 0 {
		return 0
	}
	for i := range w.seats {
		for _, t := range w.seats[i].river {
			if same(t) {
				n++
			}
		}
		for _, m := range w.seats[i].melds {
			for _, t := range m.Tiles {
				if same(t) && m.Kind != models.ConcealedKong {
					n++
				}
			}
		}
	}
	if winning.From != winning.Place {
		n-- // the discard itself
	}
	return n
}

func (w *replay) drawn(m *models.Move) verdict.Verdict {
	v := verdict.Verdict{How: models.DrawnGame, Reason: m.Reason, Left: w.left(), Riichi: w.sticks(false)}
	switch ours := map[string]string{"nine-terminals": prior.NineTerminals, "four-winds": prior.FourWinds, "four-kongs": prior.FourKongs,
		"four-riichi": prior.FourRiichi, "triple-ron": prior.TripleRon}; {
	case v.Reason == prior.NagashiMangan, v.Reason == "nagashi": // an exhausted wall: who wins by the discards is said apart
		v.Reason = prior.Exhausted
	case ours[v.Reason] != "":
		v.Reason = ours[v.Reason]
	}
	if v.Reason != prior.Exhausted || !w.game.Nagashi {
		return v
	}
	for i := range w.seats {
		s := &w.seats[i]
		inner := slices.ContainsFunc(s.river, func(t models.Tile) bool { return !t.IsTerminalOrHonour() })
		if !s.fled && !inner && len(s.river) > 0 {
			v.Nagashi = append(v.Nagashi, models.PlaceAt(i))
		}
	}
	return v
}
