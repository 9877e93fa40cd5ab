package scoring_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
)

// layouts lists the layouts of a hand as text, in order.
func layouts(sp *scoring.Splitter, w *models.Win) []string {
	var h scoring.Hand
	h.Prepare(w)
	var found []string
	sp.General(&h, func() { found = append(found, fmt.Sprint(h.Sets, h.Pair, h.Melded, h.Open, h.KongAt)) })
	slices.Sort(found)
	return found
}

// slowLayouts counts the layouts of concealed tiles by trying every pair and every
// set from the lowest tile up: the plain way, to compare with.
func slowLayouts(counts [models.Kinds]int) (found []string) {
	for pair := range counts {
		if counts[pair] < 2 {
			continue
		}
		counts[pair] -= 2
		var take func(from int, sets []scoring.Set)
		take = func(from int, sets []scoring.Set) {
			for from < len(counts) && counts[from] == 0 {
				from++
			}
			if from == len(counts) {
				slices.Sort(sets)
				found = append(found, fmt.Sprint(sets, models.KindAt(pair)))
				return
			}
			if counts[from] >= 3 {
				counts[from] -= 3
				take(from, append(slices.Clone(sets), scoring.PungOf(models.KindAt(from))))
				counts[from] += 3
			}
			if from < 27 && from%9 < 7 && counts[from+1] > 0 && counts[from+2] > 0 {
				for i := range 3 {
					counts[from+i]--
				}
				first := models.KindAt(from)
				take(from, append(slices.Clone(sets), scoring.ChowAt(first.Suit(), first.Rank())))
				for i := range 3 {
					counts[from+i]++
				}
			}
		}
		take(0, nil)
		counts[pair] += 2
	}
	slices.Sort(found)
	return slices.Compact(found) // a pung and a chow of one tile come in either order
}

func TestSplitterFindsEveryLayoutOnce(t *testing.T) {
	sp := scoring.NewSplitter()
	random := rand.New(rand.NewPCG(1, 2))
	several := 0
	for range 3000 {
		// Few kinds, so that hands with many layouts come up.
		var counts [models.Kinds]int
		var tiles models.Tiles
		base := random.IntN(34)
		for len(tiles) < 14 {
			set := []int{(base + random.IntN(8)) % 34}
			if first := set[0]; random.IntN(3) > 0 && first < 27 && first%9 < 7 {
				set = append(set, first+1, first+2)
			} else {
				set = append(set, first, first)
			}
			if len(tiles) == 12 {
				set = []int{set[0], set[0]}
			}
			for _, i := range set {
				counts[i]++
				tiles = append(tiles, models.KindAt(i))
			}
		}
		if slices.Max(counts[:]) > 4 {
			continue
		}
		win := &models.Win{Hand: models.Hand{Concealed: tiles[:13]}, Tile: tiles[13]}
		got, want := layouts(sp, win), slowLayouts(counts)
		for i := range got {
			got[i] = got[i][:len(got[i])-len(" 0 0 0")]
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v:\ngot  %v\nwant %v", tiles, got, want)
		}
		if len(want) > 1 {
			several++
		}
	}
	if several < 100 {
		t.Errorf("only %d hands had several layouts", several)
	}
}

func TestMeldsKeepTheirPlaceAmongTheSets(t *testing.T) {
	sp := scoring.NewSplitter()
	if _, err := models.ParseText("[789s] (1111m) [444z] 23m55p +1m"); err == nil {
		t.Fatal("five of a kind accepted")
	}
	win, err := models.ParseText("[789s] (1111m) [444z] 23p55s +1p")
	if err != nil {
		t.Fatal(err)
	}
	var h scoring.Hand
	h.Prepare(win)
	n := 0
	sp.General(&h, func() {
		n++
		for i, s := range h.Sets {
			bit := scoring.Span(1) << i
			melded, open, kong := h.Melded&bit != 0, h.Open&bit != 0, h.KongAt&bit != 0
			want := map[string][3]bool{"7s": {true, true, false}, "1m": {true, false, true}, "4z": {true, true, false}, "1p": {false, false, false}}[s.First().String()]
			if got := [3]bool{melded, open, kong}; got != want {
				t.Errorf("%v: melded, open, kong are %v, want %v", s.First(), got, want)
			}
		}
	})
	if n != 1 || h.Kongs != 1 || h.HiddenKongs != 1 || h.Concealed {
		t.Errorf("%d layouts, %d kongs, %d hidden, concealed %v", n, h.Kongs, h.HiddenKongs, h.Concealed)
	}
}

func TestSpecialShapes(t *testing.T) {
	tests := []struct {
		name, hand string
		shape      func(h *scoring.Hand) bool
		want       bool
	}{
		{"seven different pairs", "1122m3344p5566s7z +7z", func(h *scoring.Hand) bool { return h.Pairs(false) }, true},
		{"four equal tiles are no two pairs", "1111m3344p5566s7z +7z", func(h *scoring.Hand) bool { return h.Pairs(false) }, false},
		{"unless the book says so", "1111m3344p5566s7z +7z", func(h *scoring.Hand) bool { return h.Pairs(true) }, true},
		{"thirteen orphans", "19m19p19s1234567z +1z", (*scoring.Hand).Orphans, true},
		{"twelve orphans", "19m19p19s1234566z +1z", (*scoring.Hand).Orphans, false},
		{"knitted and honours", "147m258p369s1234z +5z", (*scoring.Hand).Unconnected, true},
		{"1-4-7 twice", "147m147p369s1234z +5z", (*scoring.Hand).Unconnected, false},
		{"a pair among the knitted", "147m258p369s1234z +4z", (*scoring.Hand).Unconnected, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			win, err := models.ParseText(tt.hand)
			if err != nil {
				t.Fatal(err)
			}
			var h scoring.Hand
			h.Prepare(win)
			if got := tt.shape(&h); got != tt.want {
				t.Errorf("%s: %v", tt.hand, got)
			}
		})
	}
}
