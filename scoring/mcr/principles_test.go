package mcr_test

import (
	"strconv"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/mcr"
	"jantaku/scoring/scoringtest"
)

func TestPrinciples(t *testing.T) {
	tests := []struct{ name, hand, want string }{
		// 不重复
		{"a fan that another implies is not counted", "[111z] [222z] 66p33444z +3z seat=N round=W",
			"big-four-winds half-flush"},
		{"three winds leave the fourth pung of terminals", "[111z] [222z] [333z] 999p5s +5s seat=N round=N",
			"big-three-winds all-pungs pung-of-terminals-or-honors one-voided-suit single-wait"},
		{"three winds keep the pung of the own wind", "[111z] [222z] [333z] 999p5s +5s seat=E round=N",
			"big-three-winds all-pungs seat-wind pung-of-terminals-or-honors one-voided-suit single-wait"},
		{"what is not counted implies nothing", "113355m2244p668s +8s self-draw",
			"seven-pairs no-honors self-drawn"},
		{"a terminal pung of nine gates is not counted once", "1112345678999s +2s",
			"nine-gates two-concealed-pungs short-straight pung-of-terminals-or-honors"},
		{"a fan of the whole hand leaves fans of two sets uncounted", "[111p] [111s] 11999m99p +9p", "all-terminals"},
		// 不拆移
		{"three sets of one fan are not taken apart", "[123m] [456m] 789m11z23p +1p",
			"pure-straight mixed-double-chow one-voided-suit"},
		{"all fans stand in one layout", "[123m] [123m] 1122334m +4m",
			"quadruple-chow full-flush lower-four all-chows single-wait"},
		// 套算一次
		{"a fourth set is tied to three tied sets once", "[123m] [123p] [123s] 89m11z +7m",
			"mixed-triple-chow outside-hand two-terminal-chows edge-wait"},
		{"four sets are tied three times at most", "[123m] [123p] [789m] 79p11z +8p",
			"outside-hand mixed-double-chow×2 two-terminal-chows one-voided-suit closed-wait"},
		// 就高不就低
		{"the dearer form", "2233445566778m +8m", "seven-shifted-pairs all-simples"},
		{"the dearer layout", "1223355778899m +1m", "pure-terminal-chows concealed-hand"},
		{"the dearer place of the winning tile", "33345m111p999s77z +3m",
			"three-concealed-pungs concealed-hand tile-hog pung-of-terminals-or-honors×2"},
		// 无番和
		{"a hand without a fan is one", "[456s] 23555m567p22z +1m", "chicken-hand"},
		{"flowers do not spoil it", "[456s] 23555m567p22z +1m flowers=3", "chicken-hand flower-tiles×3"},
	}
	rules := mustNew(t, "gb1998")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(scoringtest.Names(score(t, rules, tt.hand)), " "); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.hand, got, tt.want)
			}
		})
	}
}

func TestOptionsChangeWhatTheySay(t *testing.T) {
	tests := []struct {
		set, hand string
		was, is   int // points with the value of 1998 and with the other
	}{
		{"two_concealed_kongs=8", "(8888m) (5555p) 67m123s44z +5m", 8, 10},
		{"mixed_kong=5", "[3333s] (7777z) 78m77p222s +6m", 7, 9},
		{"mixed_kong=6", "[3333s] (7777z) 78m77p222s +6m", 7, 10},
		{"concealed_only_selfdraw=fully-concealed-hand", "1133m77p22s11226z +6z self-draw", 31, 34},
		{"green_half_flush=true", "[234s] 23466888s66z +6s", 89, 95},
		{"terminals_double_pung=true", "[111p] [111s] 11999m99p +9p", 64, 68},
		{"terminals_triple_pung=false", "[111m] [111s] [111p] 99s99m +9s", 80, 64},
		{"nine_gates_terminal_pung=none", "1112345678999s +2s", 92, 91},
		{"kong34_concealed=add-kongs", "(1111s) (2222s) [4444p] 33m78p +9p", 36, 40},
		{"knitted_wait=residual", "1233369m147s258p +3m", 18, 19},
		{"knitted_wait=single-only", "11347m258p369s55z +2m", 15, 14},
		{"lesser_plus_knitted=false", "147m258p369s1234z +6z", 24, 12},
		{"hog_sevenpairs_green_terminals=false", "2222334466888s +8s", 142, 138},
		{"ron_pung=concealed", "111m333p555s77m99p +7m", 26, 66},
		{"dead_wait_counts=true", "[123m] [123m] 1122334m +4m", 87, 86},
		{"seven_pairs_whole_hand=false", "1122334455667z +7z", 88, 24},
	}
	plain := mustNew(t, "gb1998")
	for _, tt := range tests {
		t.Run(tt.set, func(t *testing.T) {
			was, is := score(t, plain, tt.hand), score(t, mustNew(t, "gb1998", tt.set), tt.hand)
			if was.Points != tt.was || is.Points != tt.is {
				t.Errorf("%s: %d %v, with the option %d %v; want %d and %d", tt.hand,
					was.Points, scoringtest.Names(was), is.Points, scoringtest.Names(is), tt.was, tt.is)
			}
		})
	}
}

func TestUnknownNamesAreRefusedWithTheRightOnes(t *testing.T) {
	o, err := mcr.Profile("gb1998")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{o.Set("mixed-kong", "5"), o.Set("mixed_kong", "7")} {
		if err == nil || !strings.Contains(err.Error(), "mixed_kong") {
			t.Errorf("error %v does not name mixed_kong", err)
		}
	}
	if _, err := mcr.Profile("wmo"); err == nil || !strings.Contains(err.Error(), "wmo2014") {
		t.Errorf("error %v does not name wmo2014", err)
	}
	if o, err := mcr.Profile(""); err != nil || o.Get("mixed_kong") != "sum" { // the seed has no 明暗杠
		t.Errorf("the default profile has mixed_kong=%s, %v", o.Get("mixed_kong"), err)
	}
}

func TestWhatCannotBeIsRefusedWithACode(t *testing.T) {
	rules := mustNew(t, "gb-mil")
	for hand, code := range map[string]models.Code{
		"123m40567p789s11z +0s":                           models.CodeBadTile,
		"123m456p789s1155z +5z seat=E self-draw heavenly": models.CodeBadFlags,
		"123m456p789s1155z +5z riichi":                    models.CodeBadFlags,
		"123m456p789s1155z +5z rob-kong":                  models.CodeBadFlags,
		"123m456p78s11555z +9s rob-kong last-discard":     models.CodeBadFlags,
		"123m456p789s1155z +5z last-of-kind":              models.CodeBadFlags,
		"123m456p789s1122z +2z seat=E":                    models.CodeBadSeat,
		"123m456p789s1122z +2z round=E":                   models.CodeBadSeat,
	} {
		win, err := models.ParseText(hand)
		if err != nil {
			t.Errorf("%s: %v", hand, err)
			continue
		}
		_, err = rules.Score(win)
		if bad, ok := err.(*models.HandError); !ok || bad.Code != code {
			t.Errorf("%s: got %v, want %s", hand, err, code)
		}
	}
}

func TestExplainAddsUpToThePoints(t *testing.T) {
	rules := mustNew(t, "gb-mil")
	for _, tt := range []struct{ hand, want string }{
		{"[123m] [456p] 789m34s88s +5s flowers=7", "base-points: 2 + 1 = 3; flowers: 3 + 7 = 10; below-minimum: 3 < 8 = 8"},
		{"123456789m11p23s +4s", "base-points: 16 + 2 + 2 = 20"},
		{"[222m] [222p] 444m444p5s +5s", "base-points: 6 + 2 × 2 + 2 + 2 + 1 = 15"},
	} {
		win, err := models.ParseText(tt.hand)
		if err != nil {
			t.Fatal(err)
		}
		result, err := rules.Score(win)
		if err != nil {
			t.Fatal(err)
		}
		result.Detail(rules, win)
		var steps []string
		for _, s := range result.Steps {
			steps = append(steps, s.Code+": "+s.Detail+" = "+strconv.Itoa(s.Value))
		}
		if got := strings.Join(steps, "; "); got != tt.want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", tt.hand, scoringtest.Names(result), got, tt.want)
		}
	}
}

func TestGroupsOfTheKnittedStraight(t *testing.T) {
	rules := mustNew(t, "gb-mil")
	win, err := models.ParseText("[555m] 36m147p258s11z +9m")
	if err != nil {
		t.Fatal(err)
	}
	result, err := rules.Score(win)
	if err != nil {
		t.Fatal(err)
	}
	result.Detail(rules, win)
	var got []string
	for _, g := range result.Groups {
		got = append(got, g.Tiles.String())
	}
	if want := "555m 369m147p258s 11z"; strings.Join(got, " ") != want {
		t.Errorf("groups %v, want %s", got, want)
	}
}

func TestWhoSitsWhereIsUnknown(t *testing.T) {
	for _, w := range []models.Win{{SelfDraw: true}, {Seat: models.East}} {
		if pay, ok := mcr.Pay(&w, 8); ok || pay != (scoring.Payments{}) {
			t.Errorf("%+v: %v", w, pay)
		}
	}
}
