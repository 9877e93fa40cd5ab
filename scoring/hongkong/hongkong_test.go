package hongkong_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/hongkong"
	"jantaku/scoring/scoringtest"
)

// mustNew gives a profile with options such as "minimum=0".
func mustNew(t testing.TB, profile string, set ...string) *hongkong.Rules {
	t.Helper()
	return scoringtest.New(t, hongkong.Profile, hongkong.New, profile, set...)
}

func score(t testing.TB, rules *hongkong.Rules, text string) scoring.Result {
	t.Helper()
	return scoringtest.Score(t, rules, text)
}

func TestTableProvesItself(t *testing.T) {
	for name, rules := range map[string]*hongkong.Rules{"hkma": mustNew(t, "hkma"), "popular-13": mustNew(t, "popular-13"),
		"without flowers": mustNew(t, "", "flowers=off"), "seven pairs": mustNew(t, "", "seven_pairs=4")} {
		t.Run(name, func(t *testing.T) { scoringtest.CheckTable(t, rules) })
	}
}

func TestExamplesOfTheSpec(t *testing.T) {
	scoringtest.CheckExamples(t, sharedtest.Path(t, "rules/hongkong/examples.jsonl"), 39, func(e scoringtest.Example) scoring.Ruleset {
		if e.WithFlowers != nil && !*e.WithFlowers {
			return mustNew(t, e.Profile, "flowers=off")
		}
		return mustNew(t, e.Profile)
	})
}

func TestWhatIsPaid(t *testing.T) {
	const selfDrawn, discard = "123456m234p789s5p +5p self-draw seat=S round=E", "[888s] [666p] 2233m444p +2m seat=E from=S" // 3 and 4 fans
	for claim, tt := range map[string]struct {
		set  []string
		hand string
		want scoring.Payments
	}{
		"half-spicy, self-drawn":         {[]string{"table=half-spicy"}, selfDrawn, scoring.Payments{-8, 24, -8, -8}},
		"half-spicy, discard, full":      {[]string{"table=half-spicy"}, discard, scoring.Payments{32, -32, 0, 0}},
		"half-spicy, discard, half":      {[]string{"table=half-spicy", "responsibility=half"}, discard, scoring.Payments{32, -16, -8, -8}},
		"full-spicy":                     {[]string{"table=full-spicy"}, discard, scoring.Payments{32, -32, 0, 0}},
		"laak: everybody pays":           {[]string{"table=laak"}, discard, scoring.Payments{64, -32, -16, -16}},
		"a unit":                         {[]string{"unit=5"}, selfDrawn, scoring.Payments{-80, 240, -80, -80}},
		"the third set of dragons":       {nil, "[555z<] [666z^] [777z>] 2344m +4m self-draw seat=E", scoring.Payments{768, -768, 0, 0}},
		"the fourth laid set":            {nil, "[111p>] [222p>] [333s>] [444s<] 9m +9m self-draw seat=E", scoring.Payments{144, 0, 0, -144}},
		"no liability where it is off":   {[]string{"liability=off"}, "[111p>] [222p>] [333s>] [444s<] 9m +9m self-draw seat=E", scoring.Payments{144, -48, -48, -48}},
		"no liability on a discard":      {nil, "[111p>] [222p>] [333s>] [444s<] 9m +9m seat=E from=S", scoring.Payments{64, -64, 0, 0}},
		"a concealed kong is not laid":   {nil, "(1111p) [222p>] [333s>] [444s<] 9m +9m self-draw seat=E", scoring.Payments{144, -48, -48, -48}},
		"seven flowers, drawn":           {nil, "147m258p369s1234z +1m self-draw seat=S flowers=1234567f", scoring.Payments{-16, 48, -16, -16}},
		"eight flowers are the limit":    {nil, "147m258p369s1234z +1m self-draw seat=S flowers=12345678f", scoring.Payments{-256, 768, -256, -256}},
		"seven flowers and a usual hand": {nil, "123456m234p789s5p +5p self-draw seat=S flowers=1234567f", scoring.Payments{-48, 144, -48, -48}},
	} {
		got := score(t, mustNew(t, "", tt.set...), tt.hand)
		if !got.Paid || got.Payments != tt.want {
			t.Errorf("%s: %v, want %v (%v)", claim, got.Payments, tt.want, scoringtest.Names(got))
		}
	}
}

func TestThePopularListDropsWhatItsHandsImply(t *testing.T) {
	rules := mustNew(t, "popular-13")
	for hand, want := range map[string]string{
		"19m19p19s1234567z +7z self-draw seat=E":                           "self-draw no-flowers thirteen-orphans",
		"[333z] 111222444z5m +5m seat=E round=E":                           "no-flowers half-flush big-four-winds",
		"1112345678999s +5s seat=E":                                        "no-flowers nine-gates",
		"(1111m) 333555m7779p +9p seat=E":                                  "no-flowers four-concealed-pungs",
		"[9999s] (1111p) 456m23p55s +4p self-draw seat=E double-kong-draw": "self-draw no-flowers double-kong-draw",
		"123456m234p789s5p +5p self-draw seat=E heavenly":                  "all-chows no-flowers heavenly",
		"[789s] 123456m23p55s +4p seat=E from=S last-discard":              "all-chows last-discard no-flowers",
	} {
		if got := strings.Join(scoringtest.Names(score(t, rules, hand)), " "); got != want {
			t.Errorf("%s: %s, want %s", hand, got, want)
		}
	}
	if got := score(t, mustNew(t, "popular-13", "value-half-flush=4"), "[333z] 111222444z5m +5m seat=E round=E"); got.Fan != 13 {
		t.Errorf("capped at %d", got.Fan)
	}
}

func TestWhatCannotBeIsRefused(t *testing.T) {
	for hand, code := range map[string]string{
		"123456m234p789s5p +5p seat=S flowers=2":                                         "needs-flowers",
		"123456m234p789s5p +5p seat=S ippatsu":                                           "bad-flags",
		"123456m234p789s5p +5p self-draw seat=S flower-draw":                             "bad-flags",
		"[9999s] 123456m23p55s +4p self-draw seat=E double-kong-draw":                    "bad-flags",
		"[222z] 123456m234p5s +5s":                                                       "bad-seat",
		"[999s] 123456m23p55s +4p self-draw seat=E heavenly":                             "bad-flags",
		"0m23456m234p789s5p +5p seat=S":                                                  "bad-tile",
		"123456m234p789s5p +5p seat=S from=E earthly rob-kong":                           "bad-flags",
		"123456m234p789s5p +5p self-draw seat=E heavenly flower-draw flowers=1f round=E": "",
	} {
		win, err := models.ParseText(hand)
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
	for key, value := range map[string]string{"unit": "0", "value-x": "3", "cap": "11", "minimum": "9", "seats": "1"} {
		o, err := hongkong.Profile("")
		if err == nil {
			if err = o.Set(key, value); err == nil {
				_, err = hongkong.New(o)
			}
		}
		if err == nil {
			t.Errorf("%s=%s is taken", key, value)
		}
	}
	o, _ := hongkong.Profile("")
	for _, s := range [][2]string{{"table", "half-spicy"}, {"responsibility", "half"}, {"minimum", "0"}} {
		if err := o.Set(s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := hongkong.New(o); err == nil {
		t.Error("half of one point is paid")
	}
}

func TestWhoDealsNext(t *testing.T) {
	course := hongkong.Course{}
	won := models.Outcome{Ending: models.Won, Winners: []models.Place{1}, From: 2}
	for _, tt := range []struct {
		claim  string
		match  models.Match
		ending models.Outcome
		dealer models.Place
	}{
		{"the association's deal passes", models.Match{}, won, 2},
		{"a winning dealer stays at most tables", models.Match{Profile: hongkong.Popular13}, won, 1},
		{"and after a drawn hand", models.Match{Course: map[string]string{"dealer": "stay"}}, models.Outcome{Ending: models.Drawn}, 1},
		{"not after another's win", models.Match{Course: map[string]string{"dealer": "stay"}}, models.Outcome{Ending: models.Won, Winners: []models.Place{3}, From: 2}, 2},
	} {
		tt.match.Players = make([]models.Player, models.Places)
		if got := course.Next(tt.match, course.Begin(tt.match), tt.ending); got.Dealer != tt.dealer {
			t.Errorf("%s: place %d deals", tt.claim, got.Dealer)
		}
	}
	all, _ := course.Claims(models.Match{Course: map[string]string{"winners": "all"}}, models.Position{}, 1, []models.Place{2, 3})
	first, _ := course.Claims(models.Match{}, models.Position{}, 1, []models.Place{2, 3})
	if len(all) != 2 || len(first) != 1 || first[0] != 2 {
		t.Errorf("%v and %v win", all, first)
	}
}

// TestEightFlowersAndAWinOnADiscard claims that a club settles what becomes of a player who goes on with eight flowers: no
// source says it.
func TestEightFlowersAndAWinOnADiscard(t *testing.T) {
	const hand = "[123m] [456p] [999m] 23m 55m +1m seat=S round=E from=N flowers=12345678f"
	for option, want := range map[string]string{"limit": "eight-flowers×1 10", "ordinary": "seat-flower×2 flower-set×2 4", "refuse": string(models.CodeBadFlowers)} {
		win, err := models.ParseText(hand)
		if err != nil {
			t.Fatal(err)
		}
		rules := mustNew(t, "", "eight_flowers_discard="+option)
		said := ""
		got, err := rules.Score(win)
		for _, f := range got.Fans {
			said += fmt.Sprintf("%s×%d ", f.ID, f.Count)
		}
		said += fmt.Sprint(got.Fan)
		var refused *models.HandError
		if errors.As(err, &refused) {
			said = string(refused.Code)
		}
		if said != want {
			t.Errorf("%s: %s, want %s", option, said, want)
		}
		win.SelfDraw, win.Discarder = true, models.NoSeat
		if got, err := rules.Score(win); err != nil || len(got.Fans) != 1 || got.Fans[0].ID != "eight-flowers" {
			t.Errorf("%s: drawn, they count %v, %v", option, got.Fans, err)
		}
	}
}
