package taiwan_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/scoringtest"
	"jantaku/scoring/taiwan"
)

// mustNew gives a profile with options such as "minimum=3".
func mustNew(t testing.TB, profile string, set ...string) *taiwan.Rules {
	t.Helper()
	return scoringtest.New(t, taiwan.Profile, taiwan.New, profile, set...)
}

func score(t testing.TB, rules *taiwan.Rules, text string) scoring.Result {
	t.Helper()
	return scoringtest.Score(t, rules, text)
}

func TestTableProvesItself(t *testing.T) {
	for name, rules := range map[string]*taiwan.Rules{"sml": mustNew(t, ""), "star31": mustNew(t, "star31"),
		"all options": mustNew(t, "", "half_exposed=1", "last_discard=1", "eight_pairs_half=8")} {
		t.Run(name, func(t *testing.T) { scoringtest.CheckTable(t, rules) })
	}
}

func TestExamplesOfTheSpec(t *testing.T) {
	rules := mustNew(t, "")
	scoringtest.CheckExamples(t, sharedtest.Path(t, "rules/taiwan-16/examples.jsonl"), 36, func(scoringtest.Example) scoring.Ruleset { return rules })
}

func TestWhatClubsVary(t *testing.T) {
	const chows, strict = "[789s] 23m456789m123p55s +1m seat=S round=E from=N", "[789s] 23m456789m123p55z +1m seat=S round=E from=N"
	for claim, tt := range map[string]struct {
		set  []string
		hand string
		want string
		pays scoring.Payments
	}{
		"the dealer's streak":                   {nil, chows + " flowers=1f dealer=N streak=2", "all-chows", scoring.Payments{0, 12, 0, -12}},
		"a base of 100 and 20 a tai":            {[]string{"base=100", "unit=20"}, chows + " dealer=N", "all-chows", scoring.Payments{0, 160, 0, -160}},
		"strict all-chows has no honours":       {[]string{"all_chows=strict"}, strict, "", scoring.Payments{0, 5, 0, -5}},
		"nor is it otherwise":                   {[]string{"all_chows=strict"}, chows, "all-chows", scoring.Payments{0, 7, 0, -7}},
		"unrestricted all-chows":                {[]string{"all_chows=unrestricted"}, "[789s] 13m456789m123p55s +2m seat=S round=E from=N", "all-chows single-wait", scoring.Payments{0, 8, 0, -8}},
		"half exposed":                          {[]string{"half_exposed=1"}, "[123m] [456m] [999p] [123p] [789s] 5s +5s self-draw seat=S round=E", "half-exposed self-draw", scoring.Payments{-8, 22, -7, -7}},
		"eight flowers win by themselves":       {nil, "147m258p369s1234567z +1m self-draw seat=S round=E flowers=12345678f", "eight-flowers", scoring.Payments{-14, 40, -13, -13}},
		"the eighth is taken from who drew it":  {nil, "147m258p369s1234567z +1m seat=S round=E from=N flowers=12345678f", "seven-robs-one", scoring.Payments{0, 13, 0, -13}},
		"or they are played on with":            {nil, chows + " flowers=12345678f", "all-chows seat-flower×2 flower-set×2", scoring.Payments{0, 11, 0, -11}},
		"or added":                              {[]string{"eight_flowers=add"}, chows + " flowers=12345678f", "eight-flowers all-chows", scoring.Payments{0, 15, 0, -15}},
		"eight pairs and a half":                {[]string{"eight_pairs_half=8"}, "1155m2288p3399s77z44p +4p self-draw seat=S round=E", "eight-pairs-half fully-concealed self-draw concealed", scoring.Payments{-17, 49, -16, -16}},
		"a cap":                                 {[]string{"cap=16"}, "[111z] [555z] [333z] [444z] [666z] 2z +2z seat=S round=E from=N", "all-honors little-four-winds all-pungs all-exposed dragon-pung×2", scoring.Payments{0, 21, 0, -21}},
		"a value of one's own":                  {[]string{"value-all-chows=3"}, chows, "all-chows", scoring.Payments{0, 8, 0, -8}},
		"too little":                            {[]string{"minimum=3"}, chows, "all-chows", scoring.Payments{}},
		"a wait of which one holds all is none": {nil, "[789s] [555m] 2345m123p456s +2m seat=S round=E from=N", "single-wait", scoring.Payments{0, 6, 0, -6}},
		"two waits for a pair are not single":   {nil, "[789s] [999m] 2345m123p456s +2m seat=S round=E from=N", "", scoring.Payments{0, 5, 0, -5}},
	} {
		got := score(t, mustNew(t, "", tt.set...), tt.hand)
		if names := strings.Join(scoringtest.Names(got), " "); tt.want != "" && names != tt.want {
			t.Errorf("%s: %s, want %s", claim, names, tt.want)
		}
		if tt.pays != (scoring.Payments{}) && got.Payments != tt.pays {
			t.Errorf("%s: %v, want %v (%v)", claim, got.Payments, tt.pays, scoringtest.Names(got))
		}
		if claim == "too little" && (got.Valid || got.Paid) {
			t.Errorf("%s: wins", claim)
		}
	}
}

func TestWhatCannotBeIsRefused(t *testing.T) {
	for hand, code := range map[string]string{
		"123m456p789s5z +5z seat=S round=E":                                         "tile-count",
		"[789s] 23m456789m123p55s +1m seat=S round=E flowers=2":                     "needs-flowers",
		"[789s] 23m456789m123p55s +1m round=E":                                      "bad-seat",
		"[789s] 23m456789m123p55s +1m seat=S round=E from=N human":                  "bad-flags",
		"23m456789m123p55s789s +1m self-draw seat=S round=E heavenly":               "bad-flags",
		"23m456789m123p55s789s +1m self-draw seat=N round=E dealer=N heavenly":      "",
		"[789s] 23m456789m123p55s +1m seat=S round=E double-kong-draw":              "bad-flags",
		"[123m] [456m] [789m] [123p] [456p] [789p] +1m seat=S round=E":              "tile-count",
		"[789s] 23m456789m123p55s +1m seat=S round=E streak=-1":                     "bad-counter",
		"[1111m] [2222m] [3333m] [4444m] [5555m] 6m +6m self-draw seat=E round=E":   "",
		"[1111m] [2222m] [3333m] [4444m] [5555m] 6m +6m self-draw seat=E round=E x": "bad-flags",
	} {
		win, err := models.ParseTextOf(taiwan.HandSize, hand)
		if err == nil {
			_, err = mustNew(t, "").Score(win)
		}
		got := ""
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), ":")
		}
		if got != code {
			t.Errorf("%s: %v, want %q", hand, err, code)
		}
	}
}

// deal makes a random winning hand, with the melds, flowers and flags that can be.
func deal(r *rand.Rand) *models.Win {
	for {
		w := &models.Win{Seat: models.SeatAt(r.IntN(4)), Round: models.SeatAt(r.IntN(4)), Dealer: models.SeatAt(r.IntN(4)), Streak: r.IntN(4), SelfDraw: r.IntN(2) == 0}
		lowest, span := 0, 34
		switch r.IntN(3) {
		case 0:
			lowest, span = 18, 16
		case 1:
			lowest, span = 24, 10
		}
		chows := r.IntN(6)
		for i := range 5 {
			k := lowest + r.IntN(span)
			kind, tiles := models.Pung, models.Tiles{models.KindAt(k), models.KindAt(k), models.KindAt(k)}
			if i < chows && k < 27 && k%9 < 7 {
				kind, tiles = models.Chow, models.Tiles{models.KindAt(k), models.KindAt(k + 1), models.KindAt(k + 2)}
			}
			switch {
			case r.IntN(3) > 0:
				w.Concealed = append(w.Concealed, tiles...)
				continue
			case kind == models.Pung && r.IntN(3) == 0:
				kind = []models.MeldKind{models.Kong, models.AddedKong, models.ConcealedKong}[r.IntN(3)]
				tiles = append(tiles, tiles[0])
			}
			w.Melds = append(w.Melds, models.Meld{Kind: kind, Tiles: tiles})
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
		w.Flags = []models.Flags{0, 0, models.KongDraw, models.LastDraw, models.RobKong, models.HeavenlyReady, models.EarthlyReady, models.Heavenly, models.Earthly, models.Human}[r.IntN(10)]
		if !w.SelfDraw {
			w.Discarder = models.SeatAt(w.Seat.Index() + 1 + r.IntN(3))
		}
		if w.ValidateOf(taiwan.HandSize) == nil {
			return w
		}
	}
}

func TestEveryHandMadeOfSetsWinsAndIsPaidToZero(t *testing.T) {
	rules := mustNew(t, "")
	r := rand.New(rand.NewPCG(20261127, 16))
	for range sharedtest.Count(5000, 200000) {
		w := deal(r)
		got, err := rules.Score(w)
		if err != nil {
			continue // such as heavenly of another than the dealer
		}
		sum, tai := 0, 0
		for _, points := range got.Payments {
			sum += points
		}
		for _, f := range got.Fans {
			tai += f.Value
		}
		if !got.Win || !got.Valid || !got.Paid || sum != 0 || tai != got.Tai || len(rules.Groups(w)) != 6 {
			t.Fatalf("%+v: %+v", w, got)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	rules := mustNew(b, "")
	r := rand.New(rand.NewPCG(1, 2))
	wins := make([]*models.Win, 500)
	for i := range wins {
		wins[i] = deal(r)
	}
	for i := 0; b.Loop(); i++ {
		_, _ = rules.Score(wins[i%len(wins)]) // what is refused costs little
	}
}
