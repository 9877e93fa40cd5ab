package mcr_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/mcr"
	"jantaku/scoring/scoringtest"
)

// randomWin draws a win: mostly four sets and a pair, at times another form.
func randomWin(rng *rand.Rand) *models.Win {
	for {
		w := &models.Win{SelfDraw: rng.IntN(2) == 0, Seat: models.SeatAt(rng.IntN(4)), Round: models.SeatAt(rng.IntN(4))}
		w.Flowers.Count = rng.IntN(3)
		var tiles models.Tiles
		switch rng.IntN(12) {
		case 0:
			for len(tiles) < 14 {
				t := models.KindAt(rng.IntN(models.Kinds))
				tiles = append(tiles, t, t)
			}
		case 1:
			suits := rng.Perm(3)
			for i := range 9 {
				tiles = append(tiles, models.NewTile(models.Suit(suits[i/3]), i/3+1+i%3*3))
			}
			tiles = append(tiles, randomSets(rng, w, 1)...)
		default:
			tiles = randomSets(rng, w, 4)
		}
		last := rng.IntN(len(tiles))
		w.Tile = tiles[last]
		w.Concealed = slices.Delete(tiles, last, last+1)
		if !w.SelfDraw {
			w.Discarder = w.Seat.Next()
		}
		if w.Validate() == nil {
			return w
		}
	}
}

// randomSets draws sets, some of them melds of w, and a pair, and gives what stands
// in hand. Half of the hands keep to one suit, so that fans occur.
func randomSets(rng *rand.Rand, w *models.Win, n int) (tiles models.Tiles) {
	suit, narrow, open := models.Suit(rng.IntN(3)), rng.IntN(2) == 0, rng.IntN(3)
	kind := func() models.Tile {
		if narrow {
			return models.NewTile(suit, 1+rng.IntN(9))
		}
		return models.KindAt(rng.IntN(models.Kinds))
	}
	for range n {
		t := kind()
		set, meld := models.Tiles{t, t, t}, models.Pung
		if t.IsNumber() && t.Rank() <= 7 && rng.IntN(4) > 0 {
			set, meld = models.Tiles{t, t + 1, t + 2}, models.Chow
		} else if rng.IntN(5) == 0 {
			set, meld = append(set, t), models.Kong+models.MeldKind(rng.IntN(3))
		}
		if len(set) == 4 || rng.IntN(3) < open {
			w.Melds = append(w.Melds, models.Meld{Kind: meld, Tiles: set})
		} else {
			tiles = append(tiles, set...)
		}
	}
	t := kind()
	return append(tiles, t, t)
}

// changed gives a copy of a win with every tile replaced.
func changed(w *models.Win, by func(models.Tile) models.Tile) *models.Win {
	c := *w
	all := func(from models.Tiles) (to models.Tiles) {
		for _, t := range from {
			to = append(to, by(t))
		}
		return to
	}
	c.Concealed, c.Tile, c.Melds = all(w.Concealed), by(w.Tile), nil
	for _, m := range w.Melds {
		m.Tiles = all(m.Tiles)
		c.Melds = append(c.Melds, m)
	}
	return &c
}

func TestWhatDoesNotMatterDoesNotMatter(t *testing.T) {
	seed := uint64(20260101)
	rng := rand.New(rand.NewPCG(seed, 1))
	rules := mustNew(t, "gb-mil")
	hands := sharedtest.Count(4000, 100_000)
	for range hands {
		w := randomWin(rng)
		want, err := rules.Score(w)
		if err != nil {
			t.Fatalf("%s: %v", w.Text(), err)
		}
		if !want.Win {
			t.Fatalf("%s does not win", w.Text())
		}
		order := changed(w, func(t models.Tile) models.Tile { return t })
		rng.Shuffle(len(order.Concealed), func(i, j int) {
			order.Concealed[i], order.Concealed[j] = order.Concealed[j], order.Concealed[i]
		})
		rng.Shuffle(len(order.Melds), func(i, j int) { order.Melds[i], order.Melds[j] = order.Melds[j], order.Melds[i] })
		got, err := rules.Score(order)
		if err != nil || got.Points != want.Points || !slices.Equal(scoringtest.Names(got), scoringtest.Names(want)) {
			t.Errorf("the order of %s: %v, not %v (%v)", w.Text(), scoringtest.Names(got), scoringtest.Names(want), err)
		}
		suits := rng.Perm(3)
		mirrored := rng.IntN(2) == 0
		swapped := changed(w, func(t models.Tile) models.Tile {
			switch {
			case !t.IsNumber():
				return t
			case mirrored:
				return models.NewTile(models.Suit(suits[t.Suit()]), 10-t.Rank())
			default:
				return models.NewTile(models.Suit(suits[t.Suit()]), t.Rank())
			}
		})
		got, err = rules.Score(swapped)
		if err != nil || !faced(got) && !faced(want) && got.Points != want.Points {
			t.Errorf("the suits or ends of %s: %v, not %v (%v)", w.Text(), scoringtest.Names(got), scoringtest.Names(want), err)
		}
	}
}

// FuzzScore feeds whatever can be read as a hand to every profile: no panic, and what
// wins scores at least a point.
func FuzzScore(f *testing.F) {
	for _, seed := range []string{
		"[555m] 36m147p258s11z +9m", "1112345678999s +2s", "19m19p19s1234567z +1m self-draw",
		"(1111s) (2222s) [4444p] 33m78p +9p seat=E round=S from=W flowers=3", "147m258p369s1234z +6z last-draw self-draw",
	} {
		f.Add(seed)
	}
	var books []*mcr.Rules
	for _, profile := range mcr.Profiles() {
		books = append(books, mustNew(f, profile))
	}
	f.Fuzz(func(t *testing.T, text string) {
		win, err := models.ParseText(text)
		if err != nil {
			if win, err = models.ParseWin([]byte(text)); err != nil {
				return
			}
		}
		for _, rules := range books {
			result, err := rules.Score(win)
			if err != nil {
				if _, ok := err.(*models.HandError); !ok {
					t.Errorf("%s: the refusal has no code: %v", text, err)
				}
				continue
			}
			if result.Win && result.BasePoints < 1 || result.Valid && result.BasePoints < mcr.MinPoints {
				t.Errorf("%s scores %d", text, result.BasePoints)
			}
			result.Detail(rules, win)
		}
	})
}

// faced says whether a fan was counted that asks for the faces of single tiles.
func faced(r scoring.Result) bool {
	return slices.ContainsFunc(r.Fans, func(f scoring.Fan) bool { return f.ID == "all-green" || f.ID == "reversible-tiles" })
}
