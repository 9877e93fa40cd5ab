package sichuan_test

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lines"
	"jantaku/scoring/scoringtest"
	"jantaku/scoring/sichuan"
)

// open gives the book with options as key=value.
func open(t testing.TB, set ...string) *sichuan.Rules {
	t.Helper()
	o, err := sichuan.Profile("")
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range set {
		key, value, _ := strings.Cut(pair, "=")
		if err := o.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	rules, err := sichuan.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func win(t testing.TB, text string) *models.Win {
	t.Helper()
	w, err := models.ParseText(text)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestTableProvesItself(t *testing.T) {
	for _, set := range [][]string{nil, {"heavenly=3-fan"}, {"heavenly=cap", "cap=5"}, {"golden_hook=pair-wait", "shot_and_rob=rob-only"}} {
		t.Run(strings.Join(set, ","), func(t *testing.T) { scoringtest.CheckTable(t, open(t, set...)) })
	}
}

func TestTheTableIsThatOfTheReference(t *testing.T) {
	var want struct {
		Fans []struct {
			ID, ZH string
			Value  int
		}
		Options []struct {
			Key     string
			Values  []string
			Default string
		}
	}
	data := scoringtest.RawLines(t, sharedtest.Path(t, "rules/sichuan/fans.json"))
	var all []byte
	for _, line := range data {
		all = append(all, line...)
	}
	if err := json.Unmarshal(all, &want); err != nil {
		t.Fatal(err)
	}
	rows := open(t).Rows()
	if len(rows) != len(want.Fans) {
		t.Fatalf("%d rows, not %d", len(rows), len(want.Fans))
	}
	for i, f := range want.Fans {
		if rows[i].ID != f.ID || rows[i].Name != f.ZH || rows[i].Values[0].Text != string(rune('0'+f.Value)) {
			t.Errorf("row %d is %+v, not %+v", i, rows[i], f)
		}
	}
	for _, option := range want.Options {
		for _, value := range option.Values {
			o, err := sichuan.Profile("")
			if err != nil {
				t.Fatal(err)
			}
			if got := o.Get(option.Key); got != option.Default {
				t.Errorf("%s is %q where nobody chose, not %q", option.Key, got, option.Default)
			}
			if err := o.Set(option.Key, value); err != nil && option.Key != "extra_fans" {
				t.Errorf("%s=%s: %v", option.Key, value, err)
			}
		}
	}
}

// example is a line of the reference.
type example struct {
	ID, Kind string
	Hand     json.RawMessage
	Want     map[string]any
}

// TestExamplesComeOutAsWorkedByHand asks what the commands answer, in the words of the lines.
func TestExamplesComeOutAsWorkedByHand(t *testing.T) {
	rules := open(t)
	tried := map[string]int{}
	for _, line := range scoringtest.RawLines(t, sharedtest.Path(t, "rules/sichuan/examples.jsonl")) {
		var e example
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		tried[e.Kind]++
		var said any
		switch e.Kind {
		case "score":
			said = lines.Score(rules, e.Hand)
		case "ready":
			said = lines.Waits(rules, e.Hand)
		case "settle":
			said = lines.Settle(rules, line)
		default:
			t.Fatalf("%s is a %s", e.ID, e.Kind)
		}
		if problem := differs(t, said, e.Want); problem != "" {
			t.Errorf("%s: %s", e.ID, problem)
		}
	}
	if want := map[string]int{"score": 27, "ready": 9, "settle": 15}; !maps.Equal(tried, want) {
		t.Errorf("tried %v of %v", tried, want)
	}
}

// differs says in what an answer is not what is wanted; empty where it is.
func differs(t *testing.T, said any, want map[string]any) string {
	t.Helper()
	data, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for key, value := range want {
		is := got[key]
		switch key {
		case "error":
			if refused, ok := is.(map[string]any); ok {
				is = refused["code"]
			}
		case "fans":
			counts := map[string]any{}
			list, _ := is.([]any)
			for _, f := range list {
				counts[f.(map[string]any)["id"].(string)] = f.(map[string]any)["count"]
			}
			is = counts
		}
		if !reflect.DeepEqual(is, value) {
			return key + " in " + string(data) + " is not as in the example"
		}
	}
	return ""
}

func TestOptionsChangeWhatTheySay(t *testing.T) {
	const flush = "[111p] [555p] 2346788p +5p void=s seat=W" // root 1, full flush 2
	tests := []struct {
		name, hand  string
		set         []string
		fan, points int
		pays        scoring.Payments
	}{
		{"three fans", flush + " from=E", nil, 3, 8, scoring.Payments{-8, 0, 8, 0}},
		{"a higher cap does not raise what is under it", flush + " from=E", []string{"cap=5"}, 3, 8, scoring.Payments{-8, 0, 8, 0}},
		{"eight fans under the cap", "[1111m] [333m+3m] (5555m) [7777m] 2m +2m void=s seat=E from=S", nil, 8, 8, scoring.Payments{8, -8, 0, 0}},
		{"cap 6", "[1111m] [333m+3m] (5555m) [7777m] 2m +2m void=s seat=E from=S", []string{"cap=6"}, 8, 64, scoring.Payments{64, -64, 0, 0}},
		{"no cap", "[1111m] [333m+3m] (5555m) [7777m] 2m +2m void=s seat=E from=S", []string{"cap=none"}, 8, 256, scoring.Payments{256, -256, 0, 0}},
		{"a plain win under a higher cap", "[999p] 123456m1237p +7p void=s seat=W from=N", []string{"cap=6"}, 0, 1, scoring.Payments{0, 0, 1, -1}},
		{"one point more from each", flush + " self-draw", nil, 3, 8, scoring.Payments{-9, -9, 27, -9}},
		{"one fan more, but for the cap", flush + " self-draw", []string{"self_draw=add-fan"}, 3, 8, scoring.Payments{-8, -8, 24, -8}},
		{"one fan more", "[999p] 123456m1237p +7p void=s seat=W self-draw", []string{"self_draw=add-fan"}, 0, 1, scoring.Payments{-2, -2, 6, -2}},
		{"nothing more", flush + " self-draw", []string{"self_draw=none"}, 3, 8, scoring.Payments{-8, -8, 24, -8}},
		{"who has won pays nothing", flush + " self-draw out=E,N", nil, 3, 8, scoring.Payments{0, -9, 9, 0}},
		{"a pair wait in hand", "2223334445558m +8m void=s seat=S from=E", []string{"golden_hook=pair-wait", "cap=none"}, 4, 16, scoring.Payments{-16, 16, 0, 0}},
		{"no pair wait", "22233344455m88m +8m void=s seat=S from=E", []string{"golden_hook=pair-wait"}, 3, 8, scoring.Payments{-8, 8, 0, 0}},
		{"a shot that is robbed", "12456m12377999p +3m kong-discard rob-kong void=s seat=S from=E", nil, 2, 4, scoring.Payments{-4, 4, 0, 0}},
		{"counted once", "12456m12377999p +3m kong-discard rob-kong void=s seat=S from=E", []string{"shot_and_rob=rob-only"}, 1, 2, scoring.Payments{-2, 2, 0, 0}},
		{"a shot alone", "12377999p12456m +3m kong-discard void=s seat=S from=E", []string{"shot_and_rob=rob-only"}, 1, 2, scoring.Payments{-2, 2, 0, 0}},
		{"the feeder of the kong", "[1111p^] [999p<] 123456m7p +7p self-draw kong-draw void=s seat=W", []string{"exposed_kong_draw=feeder-pays"}, 2, 4, scoring.Payments{-4, 0, 4, 0}},
		{"everybody where the kong was concealed", "(1111p) [999p<] 123456m7p +7p self-draw kong-draw void=s seat=W", []string{"exposed_kong_draw=feeder-pays"}, 2, 4, scoring.Payments{-5, -5, 15, -5}},
		{"everybody by the book", "[1111p^] [999p<] 123456m7p +7p self-draw kong-draw void=s seat=W", nil, 2, 4, scoring.Payments{-5, -5, 15, -5}},
		{"heavenly by the book", "12456m12377999p +3m self-draw seat=E heavenly void=s", nil, 0, 1, scoring.Payments{6, -2, -2, -2}},
		{"heavenly as three fans", "12456m12377999p +3m self-draw seat=E heavenly void=s", []string{"heavenly=3-fan", "cap=5"}, 3, 8, scoring.Payments{27, -9, -9, -9}},
		{"earthly as the cap", "12456m12377999p +3m seat=W from=E earthly void=s", []string{"heavenly=cap", "cap=5"}, 5, 32, scoring.Payments{-32, 0, 32, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := open(t, tt.set...).Score(win(t, tt.hand))
			if err != nil {
				t.Fatal(err)
			}
			if !got.Valid || got.Fan != tt.fan || got.Points != tt.points || !got.Paid || got.Payments != tt.pays {
				t.Errorf("valid %v, %d fan, %d points, paid %v; want %d, %d, %v", got.Valid, got.Fan, got.Points, got.Payments, tt.fan, tt.points, tt.pays)
			}
		})
	}
}

func TestAHandWithTheVoidSuitWinsNothingAndSaysWhy(t *testing.T) {
	for name, hand := range map[string]string{
		"in hand":  "[999p] 123456m1237p +7p void=m seat=S from=E",
		"in melds": "[999p] 1234567m123m +7m void=p seat=S from=E",
	} {
		rules, w := open(t), win(t, hand)
		got, err := rules.Score(w)
		if err != nil || !got.Win || got.Valid || got.Paid || got.Points != 0 {
			t.Errorf("%s: %+v, %v; want a win that is not valid", name, got, err)
		}
		why := models.ReasonsOf(got.WhyNot(rules, w))
		if len(why) != 1 || why[0].Code != "void-suit" || why[0].Data["suit"] != w.Void.String() {
			t.Errorf("%s: %v, not void-suit", name, why)
		}
		free, err := open(t, "void=free").Score(w)
		if err != nil || !free.Valid {
			t.Errorf("%s: with nothing declared: %+v, %v", name, free, err)
		}
	}
}

func TestWhatCannotBeIsRefusedByName(t *testing.T) {
	const hand = `"concealed":"123456m1237p","melds":[{"type":"pung","tiles":"999p"}],"win":"7p"`
	tests := []struct {
		name, line string
		want       models.Code
	}{
		{"two void suits", `{` + hand + `,"void":"mp"}`, models.CodeBadVoid},
		{"a list of void suits", `{` + hand + `,"void":["m","p"]}`, models.CodeBadVoid},
		{"honours as void suit", `{` + hand + `,"void":"z"}`, models.CodeBadVoid},
		{"a chow from a discard", `{"concealed":"456m12377p99p","melds":[{"type":"chow","tiles":"123m"}],"win":"9p"}`, models.CodeBadMeld},
		{"honours", `{"concealed":"123456m12399p11z","win":"1z"}`, models.CodeBadTile},
		{"a red five", `{"concealed":"123460m12399p11m","win":"1m"}`, models.CodeBadTile},
		{"flowers", `{` + hand + `,"flowers":1}`, models.CodeBadFlowers},
		{"riichi", `{` + hand + `,"riichi":1}`, models.CodeBadFlags},
		{"last of its kind", `{` + hand + `,"flags":["last-of-kind"]}`, models.CodeBadFlags},
		{"a shot that was drawn", `{` + hand + `,"self_draw":true,"flags":["kong-discard"]}`, models.CodeBadFlags},
		{"a robbed kong of a tile in hand", `{` + hand + `,"flags":["rob-kong"]}`, models.CodeBadFlags},
		{"the winner has won before", `{` + hand + `,"seat":"E","out":["E"]}`, models.CodeBadSeat},
		{"the discarder has won before", `{` + hand + `,"seat":"E","discarder":"S","out":["S"]}`, models.CodeBadSeat},
		{"a fourth winner", `{` + hand + `,"seat":"E","self_draw":true,"out":["S","W","N"]}`, models.CodeBadSeat},
		{"out twice", `{` + hand + `,"seat":"E","out":["S","S"]}`, models.CodeBadSeat},
	}
	for _, tt := range tests {
		w, err := models.ParseWin([]byte(tt.line))
		if err == nil {
			_, err = open(t).Score(w)
		}
		var bad *models.HandError
		if !errors.As(err, &bad) || bad.Code != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestOptionsThatContradictEachOtherAreRefused(t *testing.T) {
	for _, set := range [][2]string{{"heavenly", "cap"}, {"pig", "pays-cap"}} {
		o, err := sichuan.Profile("standard")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(o.Set("cap", "none"), o.Set(set[0], set[1])); err != nil {
			t.Fatal(err)
		}
		if _, err := sichuan.New(o); err == nil {
			t.Errorf("cap=none and %v: no error", set)
		}
	}
	if _, err := sichuan.Profile("village"); err == nil {
		t.Error("a profile nobody knows: no error")
	}
}
