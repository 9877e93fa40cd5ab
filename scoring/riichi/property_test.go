package riichi_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
)

// randomWin makes a win of four sets and a pair, seven pairs or orphans, with melds,
// circumstances and indicators drawn by lot.
func randomWin(rng *rand.Rand) *models.Win {
	for {
		w := &models.Win{SelfDraw: rng.IntN(2) == 0, Seat: models.SeatAt(rng.IntN(4)), Round: models.SeatAt(rng.IntN(2)),
			Honba: rng.IntN(3), Sticks: rng.IntN(3)}
		var tiles models.Tiles
		switch rng.IntN(12) {
		case 0:
			for len(tiles) < 14 {
				t := models.KindAt(rng.IntN(models.Kinds))
				tiles = append(tiles, t, t)
			}
		case 1:
			for i := range models.Kinds {
				if t := models.KindAt(i); t.IsTerminalOrHonour() {
					tiles = append(tiles, t)
				}
			}
			tiles = append(tiles, tiles[rng.IntN(len(tiles))])
		default:
			tiles = randomSets(rng, w)
		}
		last := rng.IntN(len(tiles))
		w.Tile = tiles[last]
		w.Concealed = slices.Delete(tiles, last, last+1)
		if !w.SelfDraw {
			w.Discarder = models.SeatAt(w.Seat.Index() + 1 + rng.IntN(3))
		}
		randomCircumstances(rng, w)
		if w.Validate() == nil {
			return w
		}
	}
}

// randomSets draws melds into w and gives the rest of the fourteen tiles. Half of the
// hands keep to one suit and the honours, so that yaku occur.
func randomSets(rng *rand.Rand, w *models.Win) (tiles models.Tiles) {
	suit, narrow := models.Suit(rng.IntN(3)), rng.IntN(2) == 0
	kind := func() models.Tile {
		if narrow && rng.IntN(3) > 0 {
			return models.NewTile(suit, 1+rng.IntN(9))
		}
		return models.KindAt(rng.IntN(models.Kinds))
	}
	for range 4 {
		t := kind()
		set := models.Tiles{t, t, t}
		meld := models.Pung
		if t.IsNumber() && t.Rank() <= 7 && rng.IntN(2) == 0 {
			set, meld = models.Tiles{t, t + 1, t + 2}, models.Chow
		} else if rng.IntN(5) == 0 {
			set = append(set, t)
			meld = []models.MeldKind{models.Kong, models.AddedKong, models.ConcealedKong}[rng.IntN(3)]
		}
		if len(set) == 4 || rng.IntN(4) == 0 {
			w.Melds = append(w.Melds, models.Meld{Kind: meld, Tiles: set})
		} else {
			tiles = append(tiles, set...)
		}
	}
	t := kind()
	return append(tiles, t, t)
}

func randomCircumstances(rng *rand.Rand, w *models.Win) {
	closed := !slices.ContainsFunc(w.Melds, func(m models.Meld) bool { return m.Kind.IsOpen() })
	if closed && rng.IntN(2) == 0 {
		w.Riichi = 1 + rng.IntN(2)
		w.UraIndicators = models.Tiles{models.KindAt(rng.IntN(models.Kinds))}
	}
	w.DoraIndicators = models.Tiles{models.KindAt(rng.IntN(models.Kinds))}
	if rng.IntN(8) == 0 {
		w.Flags = []models.Flags{models.LastDraw, models.LastDiscard, models.RobKong, models.KongDraw, models.Heavenly, models.Earthly}[rng.IntN(6)]
	}
}

// each scores random hands that the book accepts.
func each(t *testing.T, rules *riichi.Rules, n int, yield func(w *models.Win, r scoring.Result)) {
	rng := rand.New(rand.NewPCG(1, 2))
	wins := 0
	for range n {
		w := randomWin(rng)
		got, err := rules.Score(w)
		if err != nil {
			continue
		}
		if got.Valid {
			wins++
		}
		yield(w, got)
	}
	if wins < n/4 {
		t.Errorf("only %d of %d random hands win", wins, n)
	}
}

func TestTheOrderOfTilesAndMeldsDoesNotMatter(t *testing.T) {
	rules := mustNew(t, "seed")
	rng := rand.New(rand.NewPCG(3, 4))
	each(t, rules, 3000, func(w *models.Win, want scoring.Result) {
		other := *w
		other.Concealed, other.Melds = slices.Clone(w.Concealed), slices.Clone(w.Melds)
		rng.Shuffle(len(other.Concealed), func(i, j int) {
			other.Concealed[i], other.Concealed[j] = other.Concealed[j], other.Concealed[i]
		})
		rng.Shuffle(len(other.Melds), func(i, j int) { other.Melds[i], other.Melds[j] = other.Melds[j], other.Melds[i] })
		if got, err := rules.Score(&other); err != nil || line(got) != line(want) || got.Payments != want.Payments {
			t.Errorf("%s: %s, %v; in another order %s: %s", w.Text(), line(want), err, other.Text(), line(got))
		}
	})
}

func TestTheNumberSuitsAreAlikeButForGreen(t *testing.T) {
	rules := mustNew(t, "seed")
	each(t, rules, 3000, func(w *models.Win, want scoring.Result) {
		other := rotated(w)
		got, err := rules.Score(other)
		if err != nil {
			t.Fatal(err)
		}
		green := slices.Contains(names(got), "ryuuiisou") || slices.Contains(names(want), "ryuuiisou")
		if !green && line(got) != line(want) {
			t.Errorf("%s: %s; in other suits %s", w.Text(), line(want), line(got))
		}
	})
}

// rotated makes characters of dots, dots of bamboos and bamboos of characters.
func rotated(w *models.Win) *models.Win {
	turn := func(tiles models.Tiles) models.Tiles {
		turned := slices.Clone(tiles)
		for i, t := range tiles {
			if t.IsNumber() {
				turned[i] = models.NewTile((t.Suit()+2)%3, t.Rank())
			}
		}
		return turned
	}
	other := *w
	other.Concealed, other.Tile = turn(w.Concealed), turn(models.Tiles{w.Tile})[0]
	other.DoraIndicators, other.UraIndicators = turn(w.DoraIndicators), turn(w.UraIndicators)
	other.Melds = slices.Clone(w.Melds)
	for i, m := range w.Melds {
		other.Melds[i].Tiles = turn(m.Tiles)
	}
	return &other
}

func TestPaymentsAddUpToTheSticks(t *testing.T) {
	for _, profile := range riichi.Profiles() {
		each(t, mustNew(t, profile, "players=4"), 500, func(w *models.Win, r scoring.Result) {
			checkSums(t, w, r)
		})
	}
}

// checkSums checks what must hold of every result.
func checkSums(t *testing.T, w *models.Win, r scoring.Result) {
	t.Helper()
	sum, han := 0, 0
	for _, p := range r.Payments {
		sum += p
	}
	for _, f := range r.Fans {
		han += f.Value
	}
	switch {
	case !r.Valid && (r.Paid || len(r.Fans) > 0 || r.WinnerTotal != 0):
		t.Errorf("%s does not win and yet counts %v", w.Text(), names(r))
	case r.Valid && r.Yakuman == 0 && r.Han != han:
		t.Errorf("%s: %d han of fans worth %d", w.Text(), r.Han, han)
	case r.Paid && (sum != 1000*w.Sticks || r.Payments[w.Seat.Index()] != r.WinnerTotal):
		t.Errorf("%s: payments %v, total %d, %d sticks", w.Text(), r.Payments, r.WinnerTotal, w.Sticks)
	}
}

// books are the rule books that fuzzing tries.
func books(t testing.TB) []*riichi.Rules {
	return []*riichi.Rules{mustNew(t, "seed"), mustNew(t, "jpml-a-2022"), mustNew(t, "majsoul3", "renhou=mangan")}
}

func FuzzScoreText(f *testing.F) {
	rules := books(f)
	for _, row := range rules[0].Rows() {
		f.Add(row.Example)
	}
	f.Add("[555z>] [666z>] [777z<] 111p2s +2s seat=E round=E from=W liable=S norths=2 dora=3z honba=9")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := models.ParseText(text)
		if err != nil {
			return
		}
		for _, r := range rules {
			scoreAndCheck(t, r, w)
		}
	})
}

func FuzzScoreJSON(f *testing.F) {
	rules := books(f)
	f.Add([]byte(`{"concealed":"12388m567p34567s","melds":[],"win":"2s","self_draw":true,"seat":"W","round":"E","flags":[],"honba":1}`))
	f.Add([]byte(`{"concealed":"7z","melds":[{"type":"pung","tiles":"111z","from":"left"},{"type":"concealed-kong","tiles":"2222z"},{"type":"added-kong","tiles":"3333z"},{"type":"kong","tiles":"4444z"}],"win":"7z","seat":"S","round":"E","discarder":"E"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := models.ParseWin(text)
		if err != nil {
			return
		}
		for _, r := range rules {
			scoreAndCheck(t, r, w)
		}
	})
}

func scoreAndCheck(t *testing.T, rules *riichi.Rules, w *models.Win) {
	got, err := rules.Score(w)
	if err != nil {
		return
	}
	checkSums(t, w, got)
	got.Detail(rules, w)
}

func TestTheChosenReadingIsTheBest(t *testing.T) {
	rules := mustNew(t, "seed")
	several := 0
	each(t, rules, 12000, func(w *models.Win, r scoring.Result) {
		all := rules.Readings(w)
		if !r.Valid || r.Yakuman > 0 || len(all) == 0 {
			return
		}
		best := all[0]
		for _, reading := range all[1:] {
			if slices.Compare(reading[:], best[:]) > 0 {
				best = reading
			}
			if reading != all[0] {
				several++
			}
		}
		if best[1] != r.Han || best[2] != r.Fu {
			t.Errorf("%s: %d han %d fu, where %v is the best of %v", w.Text(), r.Han, r.Fu, best, all)
		}
	})
	if several < 100 {
		t.Errorf("only %d readings differ: the hands try nothing", several)
	}
}
