package hongkong_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// group is a set or pair of the oracle: its lowest kind, how many tiles of it, and whether it is a meld.
type group struct {
	first        int
	chow         bool
	size         int
	laid, hidden bool // laid beside the hand; a concealed kong
	completed    bool // by the winning tile
}

// honour and terminal speak of kinds 0 to 33.
func honour(k int) bool   { return k >= 27 }
func terminal(k int) bool { return k < 27 && (k%9 == 0 || k%9 == 8) }

// count is the list of the association counted over one reading in the plainest way; limit says that it holds a limit hand.
func count(w *models.Win, groups []group) (fan int, limit bool) {
	var chows, pungs, kongs, hidden, laid, dragonPungs, windPungs int
	var dragonPair, windPair, anyHonour, anyNumber, anyTerminal, anySimple bool
	suits := map[int]bool{}
	for _, g := range groups {
		for i := range 3 {
			k := g.first
			if g.chow {
				k += i
			}
			anyHonour, anyNumber = anyHonour || honour(k), anyNumber || !honour(k)
			anyTerminal, anySimple = anyTerminal || terminal(k), anySimple || !honour(k) && !terminal(k)
			if !honour(k) {
				suits[k/9] = true
			}
		}
		dragon, wind := g.first >= 31, honour(g.first) && g.first < 31
		if g.laid {
			laid++
		}
		if g.size == 4 {
			kongs++
		}
		switch {
		case g.size == 2:
			dragonPair, windPair = dragon, wind
		case g.chow:
			chows++
		default:
			pungs++
			if !g.laid && (w.SelfDraw || !g.completed) {
				hidden++
			}
			if dragon {
				dragonPungs++
			}
			if wind {
				windPungs++
			}
			if g.first-27 == w.Seat.Index() {
				fan++
			}
			if g.first-27 == w.Round.Index() {
				fan++
			}
		}
	}
	add := func(n int, holds bool) {
		if holds {
			fan += n
		}
	}
	add(1, chows == 4)
	add(1, w.SelfDraw)
	add(1, anyHonour && anyTerminal && !anySimple)
	fan += dragonPungs
	add(1, w.Flags.Has(models.RobKong))
	add(1, w.Flags.Has(models.LastDraw))
	add(1, w.Flags.Has(models.KongDraw))
	add(1, w.Flowers.Count == 0)
	seasons, plants := 0, 0
	for _, t := range w.Flowers.Tiles {
		add(1, t.Rank() == w.Seat.Index()+1 || t.Rank() == w.Seat.Index()+5)
		if t.Rank() <= 4 {
			seasons++
		} else {
			plants++
		}
	}
	add(1, seasons == 4)
	add(1, plants == 4)
	add(3, len(suits) == 1 && anyHonour)
	add(7, len(suits) == 1 && !anyHonour)
	add(3, pungs == 4)
	add(3, dragonPungs == 2 && dragonPair)
	add(5, dragonPungs == 3)
	limit = windPungs == 3 && windPair || windPungs == 4 || !anyNumber || !anyHonour && !anySimple || hidden == 4 && kongs == 0 || kongs == 4 ||
		w.Flowers.Count == 8 || w.Flags.Any(models.Heavenly|models.Earthly|models.DoubleKongDraw)
	if laid == 0 && len(suits) == 1 && !anyHonour {
		limit = limit || gates(w)
	}
	return fan, limit
}

// gates is nine gates by the tiles in their order.
func gates(w *models.Win) bool {
	ranks := func(tiles models.Tiles) string {
		var b []byte
		for _, t := range tiles {
			b = append(b, byte('0'+t.Rank()))
		}
		slices.Sort(b)
		return string(b)
	}
	if ranks(w.Concealed) == "1112345678999" {
		return true
	}
	all := ranks(append(slices.Clone(w.Concealed), w.Tile))
	for r := 1; r <= 9 && w.SelfDraw; r++ {
		if i := strings.IndexByte(all, byte('0'+r)); i >= 0 && all[:i]+all[i+1:] == "1112345678999" {
			return true
		}
	}
	return false
}

// readings calls yield for every way to make sets and a pair of the tiles in hand.
func readings(left [34]int, paired bool, groups []group, yield func([]group)) {
	k := slices.IndexFunc(left[:], func(n int) bool { return n > 0 })
	if k < 0 {
		if paired {
			yield(groups)
		}
		return
	}
	try := func(g group, kinds ...int) {
		next := left
		for _, kind := range kinds {
			next[kind]--
		}
		readings(next, paired || g.size == 2, append(groups[:len(groups):len(groups)], g), yield)
	}
	if left[k] >= 2 && !paired {
		try(group{first: k, size: 2}, k, k)
	}
	if left[k] >= 3 {
		try(group{first: k, size: 3}, k, k, k)
	}
	if k < 27 && k%9 < 7 && left[k+1] > 0 && left[k+2] > 0 {
		try(group{first: k, chow: true, size: 3}, k, k+1, k+2)
	}
}

// worth is what the plainest count gives: the greatest over all readings and places of the winning tile.
func worth(w *models.Win) (best int, limit bool) {
	var melds []group
	for _, m := range w.Melds {
		g := group{first: m.Tiles[0].Index(), chow: m.Kind == models.Chow, size: len(m.Tiles), laid: true}
		for _, t := range m.Tiles {
			g.first = min(g.first, t.Index())
		}
		melds = append(melds, g)
	}
	var hand [34]int
	for _, t := range append(slices.Clone(w.Concealed), w.Tile) {
		hand[t.Index()]++
	}
	readings(hand, false, melds, func(groups []group) {
		for i, g := range groups {
			last := w.Tile.Index()
			if g.laid || !(last == g.first || g.chow && (last == g.first+1 || last == g.first+2)) {
				continue
			}
			one := slices.Clone(groups)
			one[i].completed = true
			fan, isLimit := count(w, one)
			best, limit = max(best, fan), limit || isLimit
		}
	})
	return best, limit
}

// deal makes a random winning hand that favours few suits, honours and melds of all kinds.
func deal(r *rand.Rand) *models.Win {
	for {
		w := &models.Win{Seat: models.SeatAt(r.IntN(4)), Round: models.SeatAt(r.IntN(4)), SelfDraw: r.IntN(2) == 0}
		lowest, span := 0, 34
		switch r.IntN(4) {
		case 0:
			lowest, span = 9*r.IntN(3), 9
		case 1:
			lowest, span = 18, 16
		case 2:
			lowest, span = 27, 7
		}
		chows := r.IntN(5)
		for i := range 4 {
			k := lowest + r.IntN(span)
			var tiles models.Tiles
			kind := models.Chow
			if i < chows && k < 27 && k%9 < 7 {
				tiles = models.Tiles{models.KindAt(k), models.KindAt(k + 1), models.KindAt(k + 2)}
			} else {
				kind = models.Pung
				tiles = models.Tiles{models.KindAt(k), models.KindAt(k), models.KindAt(k)}
			}
			switch r.IntN(4) {
			case 0:
				if kind == models.Pung && r.IntN(2) == 0 {
					kind = []models.MeldKind{models.Kong, models.AddedKong, models.ConcealedKong}[r.IntN(3)]
					tiles = append(tiles, tiles[0])
				}
				w.Melds = append(w.Melds, models.Meld{Kind: kind, Tiles: tiles})
			default:
				w.Concealed = append(w.Concealed, tiles...)
			}
		}
		pair := models.KindAt(lowest + r.IntN(span))
		w.Concealed = append(w.Concealed, pair, pair)
		at := r.IntN(len(w.Concealed))
		w.Tile = w.Concealed[at]
		w.Concealed = slices.Delete(w.Concealed, at, at+1)
		for rank := 1; rank <= 8; rank++ {
			if r.IntN(4) == 0 {
				w.Flowers.Tiles = append(w.Flowers.Tiles, models.NewTile(models.Flowers, rank))
			}
		}
		w.Flowers.Count = len(w.Flowers.Tiles)
		flag := []models.Flags{0, 0, 0, models.KongDraw, models.LastDraw, models.LastDiscard, models.DoubleKongDraw, models.RobKong}[r.IntN(8)]
		w.Flags = flag
		if !w.SelfDraw {
			w.Discarder = models.SeatAt(w.Seat.Index() + 1 + r.IntN(3))
		}
		if w.Validate() == nil {
			return w
		}
	}
}

func TestRandomHandsAreCountedAsThePlainestWayCountsThem(t *testing.T) {
	n := sharedtest.Count(20000, 2000000)
	rules := mustNew(t, "")
	r := rand.New(rand.NewPCG(20261127, 53))
	scored := 0
	for range n {
		w := deal(r)
		got, err := rules.Score(w)
		if err != nil {
			continue // such as a robbed kong of which the hand holds a tile
		}
		scored++
		fan, limit := worth(w)
		want := min(fan, 10)
		if limit {
			want = 10
		}
		sum := 0
		for _, f := range got.Fans {
			sum += f.Value
		}
		if !got.Win || got.Fan != want || !limit && sum != fan || limit && (len(got.Fans) != 1 || sum != 10) || got.Valid != (want >= 3) {
			t.Fatalf("%+v: %d %v, want %d (limit %v)", w, got.Fan, fmt.Sprint(got.Fans), fan, limit)
		}
	}
	if scored < n*3/4 {
		t.Errorf("%d of %d scored", scored, n)
	}
}
