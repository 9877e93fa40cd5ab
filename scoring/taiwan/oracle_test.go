package taiwan_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// The oracle counts the card of SML as a person would with tiles in hand: it lays them out in every way, tries the winning tile
// in every group that holds it, and adds. It shares nothing with the book but the hand format.

// set is three or four tiles by their numbers 0 to 33, lowest first.
type set struct {
	tiles      []int
	laid, conc bool // a meld; made of one's own tiles
	byWinning  bool // the winning tile completed it
	isPair     bool
}

func (s set) pung() bool { return !s.isPair && s.tiles[0] == s.tiles[1] }

// layouts gives every way to make sets and one pair of sorted tiles.
func layouts(tiles []int, sets []set, paired bool, yield func([]set)) {
	if len(tiles) == 0 {
		if paired {
			yield(sets)
		}
		return
	}
	first := tiles[0]
	without := func(take ...int) ([]int, bool) {
		rest := slices.Clone(tiles)
		for _, t := range take {
			i := slices.Index(rest, t)
			if i < 0 {
				return nil, false
			}
			rest = slices.Delete(rest, i, i+1)
		}
		return rest, true
	}
	try := func(s set, then bool) {
		if rest, ok := without(s.tiles...); ok {
			layouts(rest, append(slices.Clone(sets), s), then, yield)
		}
	}
	if !paired {
		try(set{tiles: []int{first, first}, conc: true, isPair: true}, true)
	}
	try(set{tiles: []int{first, first, first}, conc: true}, paired)
	if first < 27 && first%9 < 7 {
		try(set{tiles: []int{first, first + 1, first + 2}, conc: true}, paired)
	}
}

// wins reports whether tiles make sets and a pair in any way.
func wins(tiles []int) (won bool) {
	sorted := slices.Clone(tiles)
	slices.Sort(sorted)
	layouts(sorted, nil, false, func([]set) { won = true })
	return won
}

// oracle is the most tai that a hand is worth; -1 where its tiles make no hand.
func oracle(w *models.Win) int {
	var held []int
	for _, t := range w.Concealed {
		held = append(held, t.Index())
	}
	before := slices.Clone(held)
	last := w.Tile.Index()
	held = append(held, last)
	slices.Sort(held)
	var melds []set
	open := false
	for _, m := range w.Melds {
		s := set{laid: true, conc: m.Kind == models.ConcealedKong}
		for _, t := range m.Tiles {
			s.tiles = append(s.tiles, t.Index())
		}
		slices.Sort(s.tiles)
		open = open || !s.conc
		melds = append(melds, s)
	}
	own := map[int]int{} // of each kind, before the win
	for _, t := range before {
		own[t]++
	}
	for _, m := range melds {
		for _, t := range m.tiles {
			own[t]++
		}
	}
	waits := 0
	for kind := range 34 {
		if own[kind] < 4 && wins(append(slices.Clone(before), kind)) {
			waits++
		}
	}
	best := -1
	layouts(held, nil, false, func(sets []set) {
		for i := range sets {
			if slices.Contains(sets[i].tiles, last) {
				all := append(slices.Clone(melds), slices.Clone(sets)...)
				all[len(melds)+i].byWinning = true
				best = max(best, tai(w, all, last, waits, !open))
			}
		}
	})
	return best
}

// tai adds what one layout is worth.
func tai(w *models.Win, sets []set, last, waits int, concealed bool) (sum int) {
	var pungs, conc, laid, winds, dragons, suits, honours, sequences int
	var windPair, dragonPair, round, seat, anyHidden bool
	narrow, twoSided := false, false
	seen := map[int]bool{}
	for _, s := range sets {
		first := s.tiles[0]
		for _, t := range s.tiles {
			if t >= 27 {
				honours++
			} else {
				seen[t/9] = true
			}
		}
		if s.laid {
			laid++
			anyHidden = anyHidden || s.conc
		}
		if s.byWinning {
			switch {
			case s.isPair, !s.pung() && last == first+1, !s.pung() && first%9 == 0 && last == first+2, !s.pung() && first%9 == 6 && last == first:
				narrow = true
			case !s.pung():
				twoSided = true
			}
		}
		switch {
		case s.isPair:
			windPair, dragonPair = first >= 27 && first < 31, first >= 31
		case !s.pung():
			sequences++
		default:
			pungs++
			if s.conc && (w.SelfDraw || !s.byWinning) {
				conc++
			}
			switch {
			case first >= 31:
				dragons++
			case first >= 27:
				winds++
				round = round || first-27 == w.Round.Index()
				seat = seat || first-27 == w.Seat.Index()
			}
		}
	}
	suits = len(seen)
	is := func(f models.Flags) bool { return w.Flags.Has(f) }
	add := func(n int, when bool) bool {
		if when {
			sum += n
		}
		return when
	}
	heavenly, earthly, human := is(models.Heavenly), is(models.Earthly), is(models.Human)
	add(24, heavenly)
	add(16, earthly)
	add(16, human)
	first := heavenly || earthly || human
	early := add(16, is(models.HeavenlyReady) && !first)
	add(8, is(models.EarthlyReady) && !first && !early)
	big := add(16, winds == 4)
	add(16, suits == 0)
	add(8, suits == 1 && honours == 0)
	add(4, suits == 1 && honours > 0)
	add([]int{0, 0, 0, 2, 5, 8}[conc], true)
	add(8, dragons == 3)
	little := add(8, winds == 3 && windPair)
	add(4, pungs == 5)
	three := add(4, dragons == 2 && dragonPair)
	add(1, concealed && w.SelfDraw && !heavenly && !earthly)
	exposed := laid == 5 && !anyHidden
	add(2, exposed && !w.SelfDraw)
	add(2, sequences == 5 && !concealed && !w.SelfDraw && twoSided)
	add(1, w.SelfDraw)
	add(1, is(models.LastDraw))
	add(1, is(models.KongDraw) && !heavenly)
	add(1, round && !big && !little)
	add(1, seat && !big && !little)
	if dragons < 3 && !three {
		sum += dragons
	}
	add(1, narrow && waits == 1 && !exposed && !heavenly)
	add(1, concealed && !first)
	add(1, is(models.RobKong))
	for _, t := range w.Flowers.Tiles {
		add(1, (t.Rank()-1)%4 == w.Seat.Index())
	}
	for series := range 2 {
		n := 0
		for _, t := range w.Flowers.Tiles {
			if (t.Rank()-1)/4 == series {
				n++
			}
		}
		add(1, n == 4)
	}
	return sum
}

// TestRandomHandsAreCountedAsThePlainestWayCountsThem claims that the book and the oracle agree on the tai of random hands.
func TestRandomHandsAreCountedAsThePlainestWayCountsThem(t *testing.T) {
	rules := mustNew(t, "")
	r := rand.New(rand.NewPCG(53, 16))
	counted := 0
	for range sharedtest.Count(1500, 100000) {
		w := deal(r)
		got, err := rules.Score(w)
		if err != nil {
			continue // such as heavenly of another than the dealer
		}
		counted++
		if want := oracle(w); got.Tai != want {
			t.Fatalf("%+v: %d tai, the oracle counts %d (%v)", w, got.Tai, want, got.Fans)
		}
	}
	if counted < 500 {
		t.Errorf("only %d hands were counted", counted)
	}
}
