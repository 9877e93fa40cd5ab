package scoring_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
)

// wins says whether a hand wins in any shape, four equal tiles being two pairs.
func wins(sp *scoring.Splitter, w *models.Win) (won bool) {
	var h scoring.Hand
	h.Prepare(w)
	found := func() { won = true }
	sp.General(&h, found)
	sp.Knitted(&h, found)
	return won || h.Pairs(true) || h.Orphans() || h.Unconnected()
}

// onlyWaitByTrial tries every other tile of which the thirteen hold fewer than four.
func onlyWaitByTrial(sp *scoring.Splitter, w *models.Win) bool {
	for i := range models.Kinds {
		other := *w
		if other.Tile = models.KindAt(i); other.Tile != w.Tile && other.Validate() == nil && wins(sp, &other) {
			return false
		}
	}
	return true
}

// randomHand draws sets and a pair, after nine knitted tiles or alone, mostly of one
// suit so that waits are rich.
func randomHand(rng *rand.Rand) *models.Win {
	for {
		w, n := &models.Win{}, 4
		var tiles models.Tiles
		if rng.IntN(4) == 0 {
			n = 1
			for i, suit := range rng.Perm(3) {
				for rank := 1 + i; rank <= 9; rank += 3 {
					tiles = append(tiles, models.NewTile(models.Suit(suit), rank))
				}
			}
		}
		kind := func() models.Tile {
			if rng.IntN(4) > 0 {
				return models.NewTile(models.Bamboos, 1+rng.IntN(9))
			}
			return models.KindAt(rng.IntN(models.Kinds))
		}
		for range n {
			t := kind()
			set, meld := models.Tiles{t, t, t}, models.Pung
			if t.IsNumber() && t.Rank() <= 7 && rng.IntN(3) > 0 {
				set, meld = models.Tiles{t, t + 1, t + 2}, models.Chow
			}
			if rng.IntN(4) == 0 {
				w.Melds = append(w.Melds, models.Meld{Kind: meld, Tiles: set})
			} else {
				tiles = append(tiles, set...)
			}
		}
		t := kind()
		tiles = append(tiles, t, t)
		at := rng.IntN(len(tiles))
		w.Tile = tiles[at]
		w.Concealed = slices.Delete(tiles, at, at+1)
		if w.Validate() == nil {
			return w
		}
	}
}

func TestOnlyWaitAgreesWithTryingEveryTile(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260102, 1))
	sp := scoring.NewSplitter()
	only := 0
	for range 3000 {
		w := randomHand(rng)
		want := onlyWaitByTrial(sp, w)
		var h scoring.Hand
		h.Prepare(w)
		check := func() {
			if h.Shape == scoring.Knitted && h.Completions() == 0 {
				return // the winning tile is one of the nine: nobody asks
			}
			if got := sp.OnlyWait(&h, false); got != want {
				t.Errorf("%s: only wait %v, want %v", w.Text(), got, want)
			}
		}
		sp.General(&h, check)
		sp.Knitted(&h, check)
		if want {
			only++
		}
	}
	if only < 300 || only > 2700 {
		t.Errorf("%d of 3000 hands have one wait: the hands are no test", only)
	}
}

func TestAFifthTileIsADeadWait(t *testing.T) {
	sp := scoring.NewSplitter()
	for text, want := range map[string][2]bool{ // without and with dead waits
		"3333456m111p222z +6m":       {true, false}, // 333 456 3, a fifth 3 would do
		"[123m] [123m] 1122334m +4m": {true, false},
		"111123m456p789s5z +5z":      {true, true},
		"1112m456p789s111z +2m":      {false, false}, // 11 12+3
	} {
		w, err := models.ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		var h scoring.Hand
		h.Prepare(w)
		asked := false
		sp.General(&h, func() {
			asked = true
			if got := [2]bool{sp.OnlyWait(&h, false), sp.OnlyWait(&h, true)}; got != want {
				t.Errorf("%s: only wait %v, want %v", text, got, want)
			}
		})
		if !asked {
			t.Errorf("%s does not win", text)
		}
	}
}
