package yuque_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/yuque"
)

// dealt draws a winning hand at random, nil when it needs a fifth copy of a tile.
func dealt(rng *rand.Rand) *models.Win {
	w := &models.Win{Seat: models.SeatAt(rng.IntN(4)), SelfDraw: rng.IntN(2) == 0}
	var hand models.Tiles
	for range 4 {
		set := scoring.Set(rng.IntN(scoring.NumSets))
		t := set.First()
		group := models.Tiles{t, t, t}
		kind := models.Pung
		if set.IsChow() {
			group, kind = models.Tiles{t, t + 1, t + 2}, models.Chow
		}
		if rng.IntN(3) > 0 {
			hand = append(hand, group...)
			continue
		}
		if kind == models.Pung && rng.IntN(2) == 0 {
			group, kind = append(group, t), []models.MeldKind{models.Kong, models.AddedKong, models.ConcealedKong}[rng.IntN(3)]
		}
		w.Melds = append(w.Melds, models.Meld{Kind: kind, Tiles: group})
	}
	pair := models.KindAt(rng.IntN(models.Kinds))
	hand = append(hand, pair, pair)
	at := rng.IntN(len(hand))
	w.Tile = hand[at]
	w.Concealed = slices.Delete(hand, at, at+1)
	if w.Validate() != nil {
		return nil
	}
	return w
}

// swapped gives the win with the number suits exchanged.
func swapped(w *models.Win, to [3]models.Suit) *models.Win {
	move := func(tiles models.Tiles) (moved models.Tiles) {
		for _, t := range tiles {
			if t.IsNumber() {
				t = models.NewTile(to[t.Suit()], t.Rank())
			}
			moved = append(moved, t)
		}
		return moved
	}
	other := *w
	other.Concealed, other.Tile, other.Melds = move(w.Concealed), move(models.Tiles{w.Tile})[0], nil
	for _, m := range w.Melds {
		other.Melds = append(other.Melds, models.Meld{Kind: m.Kind, Tiles: move(m.Tiles)})
	}
	return &other
}

func TestOrderOfTilesAndMeldsDoesNotMatter(t *testing.T) {
	main, short := mustNew(t), mustNew(t, "suo_fanke=12")
	rng := rand.New(rand.NewPCG(3, 5))
	tried := 0
	for range 3000 {
		w := dealt(rng)
		if w == nil {
			continue
		}
		tried++
		want := score(t, main, w)
		mixed := *w
		mixed.Concealed, mixed.Melds = slices.Clone(w.Concealed), slices.Clone(w.Melds)
		rng.Shuffle(len(mixed.Concealed), func(i, j int) {
			mixed.Concealed[i], mixed.Concealed[j] = mixed.Concealed[j], mixed.Concealed[i]
		})
		rng.Shuffle(len(mixed.Melds), func(i, j int) { mixed.Melds[i], mixed.Melds[j] = mixed.Melds[j], mixed.Melds[i] })
		if got := score(t, main, &mixed); fmt.Sprint(got.Fans) != fmt.Sprint(want.Fans) {
			t.Errorf("%s: %v, in another order %v", w.Text(), want.Fans, got.Fans)
		}
		// The suits are alike in this book but for the 番刻 of 清一色:索 in the main table.
		other := swapped(w, [3]models.Suit{models.Bamboos, models.Characters, models.Dots})
		if a, b := score(t, short, w), score(t, short, other); a.Fan != b.Fan {
			t.Errorf("%s: %d fan, in other suits %d", w.Text(), a.Fan, b.Fan)
		}
	}
	if tried < 1000 {
		t.Errorf("only %d hands", tried)
	}
}

func score(t testing.TB, rules *yuque.Rules, w *models.Win) scoring.Result {
	t.Helper()
	r, err := rules.Score(w)
	if err != nil {
		t.Fatalf("%s: %v", w.Text(), err)
	}
	if !r.Win {
		t.Fatalf("%s does not win", w.Text())
	}
	return r
}

func TestNoDrawnTileIsWorthLessThanTheSameDiscard(t *testing.T) {
	rules := mustNew(t)
	rng := rand.New(rand.NewPCG(8, 13))
	for range 2000 {
		w := dealt(rng)
		if w == nil {
			continue
		}
		drawn, discarded := *w, *w
		drawn.SelfDraw, discarded.SelfDraw = true, false
		if a, b := score(t, rules, &drawn), score(t, rules, &discarded); a.Fan < b.Fan {
			t.Errorf("%s: drawn %d, discarded %d", w.Text(), a.Fan, b.Fan)
		}
	}
}

func TestWhatCannotBeIsRefused(t *testing.T) {
	rules := mustNew(t)
	tests := []struct {
		name, hand string
		code       models.Code
	}{
		{"no seat", "123m678m456p34s99p +5s", models.CodeBadSeat},
		{"red five", "123m678m406p34s99p +5s seat=E", models.CodeBadTile},
		{"flowers", "123m678m456p34s99p +5s seat=E flowers=1", models.CodeBadFlowers},
		{"riichi", "123m678m456p34s99p +5s seat=E riichi", models.CodeBadFlags},
		{"last of kind", "123m678m456p34s99p +5s seat=E last-of-kind", models.CodeBadFlags},
		{"ippatsu", "123m678m456p34s99p +5s seat=E ippatsu", models.CodeBadFlags},
		{"heavenly on a discard", "123m678m456p34s99p +5s seat=E heavenly", models.CodeBadFlags},
		{"heavenly and not the dealer", "123m678m456p34s99p +5s self-draw seat=S heavenly", models.CodeBadFlags},
		{"heavenly and the last tile", "123m678m456p34s99p +5s self-draw seat=E heavenly last-draw", models.CodeBadFlags},
		{"heavenly with a kong", "(1111m) 678m456p34s99p +5s self-draw seat=E heavenly", models.CodeBadFlags},
		{"earthly as the dealer", "123m678m456p34s99p +5s seat=E earthly", models.CodeBadFlags},
		{"earthly on a drawn tile", "123m678m456p34s99p +5s self-draw seat=S earthly", models.CodeBadFlags},
		{"earthly on another's discard", "123m678m456p34s99p +5s seat=S from=W earthly", models.CodeBadFlags},
		{"earthly with a meld", "[123m] 678m456p34s99p +5s seat=S earthly", models.CodeBadFlags},
		{"robbed kong after the last tile", "123m678m456p34s99p +5s seat=S rob-kong last-discard", models.CodeBadFlags},
		{"robbed tile also in hand", "123m678m456p35s44s +4s seat=S rob-kong", models.CodeBadFlags},
		{"robbed tile also in a meld", "[345s] 123m678m34s99p +5s seat=S rob-kong", models.CodeBadFlags},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			win, err := models.ParseText(tt.hand)
			if err != nil {
				t.Fatal(err)
			}
			_, err = rules.Score(win)
			bad, ok := err.(*models.HandError)
			if !ok || bad.Code != tt.code || bad.Message == "" {
				t.Errorf("got %v, want code %s", err, tt.code)
			}
		})
	}
}

func TestTilesWithoutSetsDoNotWin(t *testing.T) {
	rules := mustNew(t)
	for _, hand := range []string{"1133557799m113p +3p seat=E", "19m19p19s1234567z +1m seat=E", "147m258p369s1234z +5z seat=E"} {
		if got := mustScore(t, rules, hand); got.Win || got.Valid || got.Fan != 0 || got.Paid {
			t.Errorf("%s wins: %+v", hand, got)
		}
	}
}

func TestPaymentsOfAWin(t *testing.T) {
	standard, bonus := mustNew(t), mustNew(t, "self_draw=winner_bonus")
	const hand = "[123m] [678m] [456p] [777z] 9p +9p seat=S " // 3 fan
	tests := []struct {
		name  string
		rules *yuque.Rules
		how   string
		paid  bool
		want  scoring.Payments
	}{
		{"the discarder loses half", standard, "from=W", true, scoring.Payments{0, 9, -4, 0}},
		{"on a self-draw each loses a sixth", standard, "self-draw", true, scoring.Payments{-2, 9, -2, -2}},
		{"in the variant nobody loses on a self-draw", bonus, "self-draw", true, scoring.Payments{0, 10, 0, 0}},
		{"the variant leaves discards alone", bonus, "from=W", true, scoring.Payments{0, 9, -4, 0}},
		{"nobody pays when the discarder is not known", standard, "", false, scoring.Payments{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := mustScore(t, tt.rules, hand+tt.how)
			if got.Paid != tt.paid || got.Payments != tt.want {
				t.Errorf("got %v %v, want %v", got.Paid, got.Payments, tt.want)
			}
		})
	}
}

func TestOptionsThatDoNotExistListTheRightOnes(t *testing.T) {
	if _, err := yuque.Profile("club"); err == nil || !strings.Contains(err.Error(), "standard") {
		t.Errorf("profile: %v", err)
	}
	options, err := yuque.Profile("standard")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range [][2]string{{"suo_fanke", "11"}, {"self_draw", ""}, {"red", "true"}} {
		if err := options.Set(set[0], set[1]); err == nil || !strings.Contains(err.Error(), "suo_fanke=12") {
			t.Errorf("%v: %v", set, err)
		}
	}
	if _, err := yuque.New(yuque.Options{}); err == nil {
		t.Error("suo_fanke 0 is accepted")
	}
}

func TestExplainShowsEveryRatioAndTheSum(t *testing.T) {
	rules := mustNew(t)
	const hand = "[4444z] [123s] 11223s77z +3s self-draw seat=N kong-draw"
	win, err := models.ParseText(hand)
	if err != nil {
		t.Fatal(err)
	}
	got := score(t, rules, win)
	got.Detail(rules, win)
	want := []scoring.Step{
		{Code: "hun-dai-yao", Detail: "5 × 3/5 (三同顺)", Value: 3},
		{Code: "hun-yi-se-suo", Detail: "7 × 3/5 (三同顺) = 4.2 ≈ 4, 4 − 2", Value: 2},
		{Code: "fan-ke", Detail: "2 × 1", Value: 2},
		{Code: "fan", Detail: "1 + 1 + 1 + 1 + 17 + 3 + 2 + 2", Value: 28},
		{Code: "points", Detail: "28 × 28", Value: 784},
		{Code: "left-out", Detail: "一般高 (三同顺)"},
	}
	for i, step := range got.Steps { // what they are called is tested with all books
		got.Steps[i] = scoring.Step{Code: step.Code, Detail: step.Detail, Value: step.Value}
	}
	if !reflect.DeepEqual(got.Steps, want) {
		t.Errorf("got %+v\nwant %+v", got.Steps, want)
	}
	if len(got.Groups) != 5 {
		t.Errorf("groups %v", got.Groups)
	}
}

func TestExplainSaysWhyTheFanKeIsLeftOut(t *testing.T) {
	rules := mustNew(t)
	win, err := models.ParseText("[1111m] [234m] [456m] [789m] 2m +2m seat=E")
	if err != nil {
		t.Fatal(err)
	}
	got := score(t, rules, win)
	steps := rules.Explain(win, &got)
	want := scoring.Step{Code: "without-fan-ke", Detail: "max(14, 13)", Value: 14}
	if !reflect.DeepEqual(steps[len(steps)-1], want) {
		t.Errorf("got %+v, want %+v", steps[len(steps)-1], want)
	}
	if again := score(t, rules, win); again.Fan != got.Fan {
		t.Errorf("after Explain the hand scores %d, before %d", again.Fan, got.Fan)
	}
}

func TestExplainAddsUp(t *testing.T) {
	rules := mustNew(t)
	rng := rand.New(rand.NewPCG(21, 34))
	for range 500 {
		w := dealt(rng)
		if w == nil {
			continue
		}
		r := score(t, rules, w)
		sum := 0
		for _, f := range r.Fans {
			sum += f.Value
		}
		var fan, points scoring.Step
		for _, step := range rules.Explain(w, &r) {
			switch step.Code {
			case "fan":
				fan = step
			case "points":
				points = step
			}
		}
		if sum != r.Fan || fan.Value != r.Fan || points.Value != r.Points {
			t.Errorf("%s: lines add up to %d, result %d, steps %+v %+v", w.Text(), sum, r.Fan, fan, points)
		}
	}
}

func FuzzScore(f *testing.F) {
	rules := mustNew(f)
	for _, row := range rules.Rows() {
		f.Add(row.Example)
	}
	f.Add("[4444z] [123s] 11223s77z +3s self-draw seat=N kong-draw")
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func(string) (*models.Win, error){
			models.ParseText, func(s string) (*models.Win, error) { return models.ParseWin([]byte(s)) },
		} {
			win, err := parse(text)
			if err != nil {
				continue
			}
			got, err := rules.Score(win)
			if err != nil {
				continue
			}
			sum := 0
			for _, fan := range got.Fans {
				sum += fan.Value
			}
			if sum != got.Fan || got.Points != got.Fan*got.Fan || got.Win != got.Valid {
				t.Errorf("%q: %+v", text, got)
			}
			rules.Explain(win, &got)
			if _, err := rules.Tenpai(win.Hand, win.Seat, nil); err != nil {
				t.Logf("%q: %v", text, err)
			}
		}
	})
}
