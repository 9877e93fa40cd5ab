package sichuan_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// The oracle knows nothing of package scoring: it counts tiles, takes sets away one after the
// other in every order, and reads SPEC sections 4 to 6 again.

// tally counts tiles of the three suits: 9 × suit + rank − 1.
type tally [27]int

func tallied(tiles models.Tiles) (c tally) {
	for _, t := range tiles {
		c[t.Index()]++
	}
	return c
}

// ways calls yield with how many pungs each way has to take the tiles apart into sets and,
// where pair is wanted, one pair of the kind given.
func ways(c tally, pungs int, yield func(pungs int)) {
	first := slices.IndexFunc(c[:], func(n int) bool { return n > 0 })
	if first < 0 {
		yield(pungs)
		return
	}
	if c[first] >= 3 {
		rest := c
		rest[first] -= 3
		ways(rest, pungs+1, yield)
	}
	if first%9 <= 6 && c[first+1] > 0 && c[first+2] > 0 {
		rest := c
		rest[first], rest[first+1], rest[first+2] = rest[first]-1, rest[first+1]-1, rest[first+2]-1
		ways(rest, pungs, yield)
	}
}

// worth is what the oracle says of a hand with its last tile: the fans of the best way; nil
// where there is none.
func worth(h models.Hand, last models.Tile, flags models.Flags) map[string]int {
	all := append(slices.Clone(h.Concealed), last)
	concealed := tallied(all)
	for _, m := range h.Melds {
		all = append(all, m.Tiles...)
	}
	total := tallied(all)
	suits := map[int]bool{}
	for i, n := range total {
		if n > 0 {
			suits[i/9] = true
		}
	}
	if len(suits) > 2 {
		return nil
	}
	common := map[string]int{}
	kongs := map[models.Tile]bool{}
	for _, m := range h.Melds {
		if len(m.Tiles) == 4 {
			kongs[m.Tiles[0]] = true
		}
	}
	for i, n := range total {
		if n >= 4 && !kongs[models.KindAt(i)] {
			common["root"]++
		}
	}
	if len(suits) == 1 {
		common["full-flush"] = 1
	}
	for flag, id := range map[models.Flags]string{models.KongDraw: "kong-draw", models.KongDiscard: "kong-discard", models.RobKong: "rob-kong", models.LastDraw: "last-tile", models.LastDiscard: "last-tile"} {
		if flags&flag != 0 {
			common[id] = 1
		}
	}
	var best map[string]int
	take := func(more map[string]int) {
		maps.Copy(more, common)
		maps.DeleteFunc(more, func(_ string, n int) bool { return n == 0 })
		if best == nil || fanOf(more) > fanOf(best) {
			best = more
		}
	}
	for i, n := range concealed {
		if n < 2 {
			continue
		}
		rest := concealed
		rest[i] -= 2
		ways(rest, len(h.Melds), func(pungs int) {
			found := map[string]int{"kong": len(kongs)}
			if pungs == 4 {
				found["all-pungs"] = 1
			}
			if len(h.Melds) == 4 {
				found["golden-hook"] = 1
			}
			take(found)
		})
	}
	if len(h.Melds) == 0 && !slices.ContainsFunc(concealed[:], func(n int) bool { return n%2 == 1 }) {
		take(map[string]int{"seven-pairs": 1})
	}
	return best
}

func fanOf(fans map[string]int) (sum int) {
	for id, n := range fans {
		if id == "full-flush" || id == "seven-pairs" {
			n *= 2
		}
		sum += n
	}
	return sum
}

// randomHand makes up a hand of two suits, often of one, that wins or nearly does: sets and
// melds, or pairs, and now and then a tile exchanged.
func randomHand(r *rand.Rand) (h models.Hand, last models.Tile) {
	first := r.IntN(3)
	suits := []int{first, (first + 1 + r.IntN(2)) % 3}
	if r.IntN(3) == 0 {
		suits = suits[:1]
	}
	kind := func(most int) models.Tile {
		return models.NewTile(models.Suit(suits[r.IntN(len(suits))]), 1+r.IntN(most))
	}
	if r.IntN(5) == 0 {
		for range 7 {
			t := kind(9)
			h.Concealed = append(h.Concealed, t, t)
		}
	} else {
		melds := r.IntN(5)
		for i := range 4 {
			t := kind(9)
			switch {
			case i < melds:
				m := models.Meld{Kind: models.Pung, Tiles: models.Tiles{t, t, t}}
				if r.IntN(2) == 0 {
					m.Kind, m.Tiles = []models.MeldKind{models.Kong, models.AddedKong, models.ConcealedKong}[r.IntN(3)], append(m.Tiles, t)
				}
				h.Melds = append(h.Melds, m)
			case r.IntN(3) == 0:
				h.Concealed = append(h.Concealed, t, t, t)
			default:
				t = kind(7)
				h.Concealed = append(h.Concealed, t, t+1, t+2)
			}
		}
		pair := kind(9)
		h.Concealed = append(h.Concealed, pair, pair)
	}
	if r.IntN(6) == 0 {
		h.Concealed[r.IntN(len(h.Concealed))] = models.KindAt(r.IntN(27))
	}
	at := r.IntN(len(h.Concealed))
	last = h.Concealed[at]
	h.Concealed = slices.Delete(h.Concealed, at, at+1)
	return h, last
}

func TestRandomHandsAreWorthWhatTheOracleSays(t *testing.T) {
	rules, r := open(t), rand.New(rand.NewPCG(52, 1))
	circumstances := []models.Flags{0, 0, models.KongDiscard, models.RobKong, models.KongDiscard | models.RobKong, models.LastDiscard, models.LastDiscard | models.KongDiscard}
	tried, won := 0, 0
	for tried < sharedtest.Count(5000, 200_000) {
		h, last := randomHand(r)
		w := models.Win{Hand: h, Tile: last, Seat: models.East, SelfDraw: r.IntN(2) == 0, Void: models.VoidOf(models.Suit(r.IntN(4)))}
		if w.SelfDraw {
			w.Flags = []models.Flags{0, models.LastDraw, models.KongDraw, models.KongDraw | models.LastDraw}[r.IntN(4)]
		} else {
			w.Discarder, w.Flags = models.West, circumstances[r.IntN(len(circumstances))]
		}
		if w.Validate() != nil || w.Flags.Has(models.RobKong) && h.Holds(last) {
			continue
		}
		tried++
		got, err := rules.Score(&w)
		if err != nil {
			t.Fatalf("%s: %v", w.Text(), err)
		}
		want := worth(h, last, w.Flags)
		valid := want != nil && !w.Void.Has(last) && !h.HoldsAny(w.Void.Has)
		if got.Win != (want != nil) || got.Valid != valid {
			t.Fatalf("%s void=%s: win %v, valid %v; want %v", w.Text(), w.Void, got.Win, got.Valid, want)
		}
		if !valid {
			continue
		}
		won++
		counted := map[string]int{}
		for _, f := range got.Fans {
			counted[f.ID] = f.Count
		}
		if got.Fan != fanOf(want) || fanOf(counted) != got.Fan {
			t.Fatalf("%s: %d fan of %v, want %v", w.Text(), got.Fan, counted, want)
		}
	}
	if won < tried/4 {
		t.Errorf("only %d of %d hands win", won, tried)
	}
}

func TestRandomReadyHandsAreWorthWhatTheOracleSays(t *testing.T) {
	rules, r := open(t), rand.New(rand.NewPCG(52, 2))
	states := map[models.State]int{}
	for tried := 0; tried < sharedtest.Count(1500, 50_000); {
		h, _ := randomHand(r)
		void := models.VoidOf(models.Suit(r.IntN(4)))
		if h.Validate() != nil {
			continue
		}
		tried++
		got, err := rules.Inspect(h, void)
		if err != nil {
			t.Fatal(err)
		}
		state, best := models.NotReady, -1
		held := tallied(h.Concealed)
		for i := range 27 {
			if held[i] == 4 || void.Has(models.KindAt(i)) {
				continue
			}
			if fans := worth(h, models.KindAt(i), 0); fans != nil {
				state, best = models.IsReady, max(best, fanOf(fans))
			}
		}
		if h.HoldsAny(void.Has) {
			state = models.Pig
		}
		states[state]++
		if got.State != state || state == models.IsReady && got.Fan != best {
			t.Fatalf("%v %v void=%s: %s worth %d, want %s worth %d", h.Concealed, h.Melds, void, got.State, got.Fan, state, best)
		}
	}
	if len(states) < 3 {
		t.Errorf("only %v occur", states)
	}
}

// payer is one debt of the settlement oracle: who owes whom how much, and for which kong.
type payer struct{ from, to, points, kong int }

// settledByDebts adds up a hand by writing every debt down and striking out those of kongs.
func settledByDebts(dealer int, events []models.Settlement) (deltas [5]int, fines [5]int, next int) {
	var debts []payer
	in := map[int]bool{1: true, 2: true, 3: true, 4: true}
	owner := map[int]int{} // kong → its owner, in the order of the events
	points := func(fan int) int { return []int{1, 2, 4, 8}[min(fan, 3)] }
	first := true
	next = dealer
	for n, e := range events {
		charge := func(to, points, kong int) {
			for at := 1; at <= 4; at++ {
				if in[at] && at != to {
					debts = append(debts, payer{at, to, points, kong})
				}
			}
		}
		kong := n + 1
		switch e.Do {
		case models.CalledKong:
			debts = append(debts, payer{int(e.From), int(e.Place), 2, kong})
			owner[kong] = int(e.Place)
		case models.MadeConcealed:
			charge(int(e.Place), 2, kong)
			owner[kong] = int(e.Place)
		case models.MadeAdded:
			if e.Robbed {
				continue
			}
			if owner[kong] = int(e.Place); *e.Drawn {
				charge(int(e.Place), 1, kong)
			}
		case models.Wins:
			for _, w := range e.Wins {
				if w.From == w.Place {
					charge(int(w.Place), points(w.Fan)+1, 0)
				} else {
					debts = append(debts, payer{int(w.From), int(w.Place), points(w.Fan), 0})
				}
			}
			if e.Wins[0].KongDiscard {
				shot := 0
				for kong, at := range owner {
					if at == int(e.Wins[0].From) {
						shot = max(shot, kong)
					}
				}
				debts = slices.DeleteFunc(debts, func(d payer) bool { return d.kong == shot })
				delete(owner, shot)
			}
			if first {
				if next = int(e.Wins[0].Place); len(e.Wins) > 1 {
					next = int(e.Wins[0].From)
				}
			}
			first = false
			for _, w := range e.Wins {
				delete(in, int(w.Place))
			}
		case models.HandsEnd:
			for at, s := range e.States {
				if s.State == models.IsReady {
					continue
				}
				if s.State == models.Pig {
					fines[at] = 24
				}
				for to, other := range e.States {
					if other.State == models.IsReady {
						debts = append(debts, payer{int(at), int(to), points(*other.Fan), 0})
					}
				}
				debts = slices.DeleteFunc(debts, func(d payer) bool { return d.kong > 0 && owner[d.kong] == int(at) })
			}
		}
	}
	for _, d := range debts {
		deltas[d.from] -= d.points
		deltas[d.to] += d.points
	}
	return deltas, fines, next
}

// randomSettlements makes up what changes hands in one hand.
func randomSettlements(r *rand.Rand) (events []models.Settlement) {
	in := []models.Place{1, 2, 3, 4}
	take := func() models.Place { return in[r.IntN(len(in))] }
	shooter := models.Place(0) // who made a kong just before
	fan := func() int { return r.IntN(6) }
	for len(in) > 1 {
		at, from := take(), take()
		switch {
		case r.IntN(3) == 0: // a kong
			e := models.Settlement{Do: []models.Deed{models.CalledKong, models.MadeAdded, models.MadeConcealed}[r.IntN(3)], Place: at}
			if e.Do == models.CalledKong {
				if e.From = from; at == from {
					continue
				}
			}
			if e.Do == models.MadeAdded {
				drawn := r.IntN(2) == 0
				e.Drawn = &drawn
			}
			events, shooter = append(events, e), at
		case r.IntN(8) == 0 && len(events) > 0:
			states := map[models.Place]models.HandState{}
			for _, at := range in {
				s := models.HandState{State: []models.State{models.IsReady, models.NotReady, models.Pig}[r.IntN(3)]}
				if s.State == models.IsReady {
					n := fan()
					s.Fan = &n
				}
				states[at] = s
			}
			return append(events, models.Settlement{Do: models.HandsEnd, States: states})
		default:
			e := models.Settlement{Do: models.Wins}
			if robbed := r.IntN(6) == 0; robbed && at != from {
				drawn := true
				events = append(events, models.Settlement{Do: models.MadeAdded, Place: from, Drawn: &drawn, Robbed: true})
			}
			for i := 1; i < models.Places && at != from; i++ {
				if next := models.PlaceAt(from.Index() + i); slices.Contains(in, next) && (next == at || r.IntN(3) == 0) {
					e.Wins = append(e.Wins, models.SettledWin{Place: next, From: from, Fan: fan(), KongDiscard: shooter == from})
				}
			}
			if at == from {
				e.Wins = append(e.Wins, models.SettledWin{Place: at, From: at, Fan: fan()})
			}
			for _, w := range e.Wins {
				in = slices.DeleteFunc(in, func(p models.Place) bool { return p == w.Place })
			}
			events, shooter = append(events, e), 0
		}
	}
	return events
}

func TestRandomSettlementsComeToWhatTheOracleSays(t *testing.T) {
	rules, r := open(t), rand.New(rand.NewPCG(52, 3))
	several := 0
	for range sharedtest.Count(1500, 100_000) {
		dealer, events := 1+r.IntN(4), randomSettlements(r)
		got, err := rules.Settle(models.Place(dealer), events)
		if err != nil {
			t.Fatalf("%+v: %v", events, err)
		}
		deltas, fines, next := settledByDebts(dealer, events)
		if got.Deltas != models.Points(deltas[1:]) || got.Fines != models.Points(fines[1:]) || int(got.NextDealer) != next {
			t.Fatalf("%+v: %+v; want %v, fines %v, next dealer %d", events, got, deltas[1:], fines[1:], next)
		}
		if got.Deltas.Sum() != 0 {
			t.Fatalf("%+v: %v do not sum to zero", events, got.Deltas)
		}
		if slices.ContainsFunc(events, func(e models.Settlement) bool { return len(e.Wins) > 1 }) {
			several++
		}
	}
	if several == 0 {
		t.Error("nobody shared a tile")
	}
}

func BenchmarkScore(b *testing.B) {
	rules, r := open(b), rand.New(rand.NewPCG(52, 4))
	var wins []*models.Win
	for len(wins) < 1000 {
		h, last := randomHand(r)
		if w := (&models.Win{Hand: h, Tile: last, Seat: models.East, Discarder: models.West}); w.Validate() == nil {
			wins = append(wins, w)
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := rules.Score(wins[i%len(wins)]); err != nil {
			b.Fatal(err)
		}
	}
}
