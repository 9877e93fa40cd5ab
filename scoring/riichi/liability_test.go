package riichi_test

import (
	"fmt"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
)

// TestWhoPays has the cases of liability, counters and three players that the
// published examples leave out. Payments are E S W N.
func TestWhoPays(t *testing.T) {
	for _, tt := range []struct{ claim, profile, options, hand, want string }{
		{"a liable player who discards pays all", "majsoul", "",
			"[555z>] [666z>] [777z<] 1112m +2m seat=S round=E from=E honba=1", "[-32300 32300 0 0]"},
		{"half each, the counters by the liable player at Mahjong Soul", "majsoul", "",
			"[555z>] [666z>] [777z<] 1112m +2m seat=S round=E from=W honba=1", "[-16300 32300 -16000 0]"},
		{"half each, the counters by the discarder", "ema2025", "",
			"[555z>] [666z>] [777z<] 1112m +2m seat=S round=E from=W honba=1", "[-16000 32300 -16300 0]"},
		{"half each, the counters by the liable player", "tenhou", "",
			"[555z>] [666z>] [777z<] 1112m +2m seat=S round=E from=W honba=1", "[-16300 32300 -16000 0]"},
		{"the order of the calls decides", "majsoul", "",
			"[777z<] [555z>] [666z>] 1112m +2m self-draw seat=S round=E", "[0 32000 -32000 0]"},
		{"a concealed quad counts as visible and feeds nobody", "majsoul", "",
			"[555z>] [666z>] (7777z) 1112m +2m self-draw seat=S round=E", "[-16000 32000 -8000 -8000]"},
		{"an added quad is the call it was", "majsoul", "",
			"[555z>] (6666z) [777z+7z<] 1112m +2m self-draw seat=S round=E", "[-32000 32000 0 0]"},
		{"the win may name who is liable", "majsoul", "",
			"[555z] [666z] [777z] 1112m +2m self-draw seat=S round=E liable=N", "[0 32000 0 -32000]"},
		{"nobody is liable when it is not known who fed", "majsoul", "",
			"[555z] [666z] [777z] 1112m +2m self-draw seat=S round=E", "[-16000 32000 -8000 -8000]"},
		{"nobody is liable without the option", "majsoul", "pao=none",
			"[555z>] [666z>] [777z<] 1112m +2m self-draw seat=S round=E", "[-16000 32000 -8000 -8000]"},
		{"three visible winds are not four", "majsoul", "",
			"[111z>] [222z>] [333z<] 4445m +5m self-draw seat=S round=E", "[-6000 12000 -3000 -3000]"},
		{"the fourth quad by a claim", "tenhou", "",
			"(2222m) [2222p>] (3333z) [6666s<] 7z +7z self-draw seat=S round=E", "[-32000 32000 0 0]"},
		{"the fourth quad by the winner's own tile", "tenhou", "",
			"(2222m) [2222p>] (3333z) [666s+6s<] 7z +7z self-draw seat=S round=E", "[-16000 32000 -8000 -8000]"},
		{"no liability for quads where it is not played", "majsoul", "",
			"(2222m) [2222p>] (3333z) [6666s<] 7z +7z self-draw seat=S round=E", "[-16000 32000 -8000 -8000]"},
		{"a capped hand charges the liable player no more than it is worth", "majsoul", "yakuman_cap=1",
			"[555z>] [666z>] [777z<] 1112z +2z self-draw seat=S round=E", "[-32000 32000 0 0]"},
		{"two liabilities of a capped hand", "majsoul", "pao=daisangen,suukantsu yakuman_cap=1",
			"[5555z>] [6666z>] [7777z<] [1111m>] 2m +2m self-draw seat=S round=E honba=1", "[-32300 32300 0 0]"},
		{"two liabilities", "majsoul", "pao=daisangen,suukantsu",
			"[5555z>] [6666z>] [7777z<] [1111m>] 2m +2m self-draw seat=S round=E honba=1", "[-32100 64300 -32100 -100]"},
		{"beside another yakuman all pay the counters", "majsoul", "",
			"[555z>] [666z>] [777z<] 1112z +2z self-draw seat=S round=E honba=1", "[-48100 64300 -8100 -8100]"},
		{"after a fed quad, where that is not played", "tenhou", "",
			"(9999s) [2222p<] 23467m88p +5m self-draw kong-draw seat=S round=E", "[-1200 2400 -600 -600]"},
		{"after a fed quad another tile", "jpml-a", "",
			"(9999s) [5555z<] 23467m88p +5m self-draw seat=S round=E", "[-1200 2400 -600 -600]"},
		{"after an added quad its replacement tile", "jpml-a", "",
			"(9999s) [222p+2p<] 23467m88p +5m self-draw kong-draw seat=S round=E", "[-1200 2400 -600 -600]"},
		{"after a fed quad its replacement tile", "jpml-a", "",
			"(9999s) [2222p<] 23467m88p +5m self-draw kong-draw seat=S round=E", "[-2300 2300 0 0]"},
		{"a fed quad before a concealed one is past", "jpml-a", "",
			"[2222p<] (9999s) 23467m88p +5m self-draw kong-draw seat=S round=E", "[-1200 2400 -600 -600]"},
		{"the left of East is West with three players", "tenhou3", "",
			"[555z<] [666z<] [777z<] 111p2s +2s self-draw seat=E round=E", "[48000 0 -48000 0]"},
		{"the right of West is East with three players", "tenhou3", "",
			"[555z>] [666z>] [777z>] 111p2s +2s from=S seat=W round=E honba=1", "[-16200 -16000 32200 0]"},
		{"nobody sits across South with three players", "tenhou3", "",
			"[555z^] [666z^] [777z^] 111p2s +2s self-draw seat=S round=E", "[-16000 24000 -8000 0]"},
		{"sticks come from the table", "seed", "",
			"234m567p33z45678s +3s seat=S round=E riichi from=W honba=1 sticks=2", "[0 4300 -2300 0]"},
		{"norths are dora, and again when shown", "majsoul3", "",
			"123456789p2399s +4s seat=W round=E from=E norths=2 dora=3z", "[-12000 0 12000 0]"},
		{"the replacement of a north is one after a quad", "majsoul3", "",
			"123456789p2399s +4s self-draw kong-draw seat=W round=E norths=1", "[-6000 -3000 9000 0]"},
		{"and is not where nobody says so", "majsoul3", "",
			"123456789p2399s +4s self-draw seat=W round=E norths=1", "[-4000 -2000 6000 0]"},
		{"a counter has the value of the option", "seed", "honba_value=1500",
			"234m567p33z45678s +3s seat=S round=E riichi self-draw honba=2", "[-2300 5700 -1700 -1700]"},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			got := mustScore(t, mustNew(t, tt.profile, strings.Fields(tt.options)...), tt.hand)
			if paid := fmt.Sprint(got.Payments); !got.Paid || paid != tt.want {
				t.Errorf("%s: %s, want %s\n%s", tt.hand, paid, tt.want, line(got))
			}
		})
	}
}

// TestANorthAsksForItsReplacement: a self-draw beside a north that was set aside may be its replacement.
func TestANorthAsksForItsReplacement(t *testing.T) {
	rules := mustNew(t, "majsoul3")
	for hand, want := range map[string]bool{
		"123456789p2399s +4s self-draw seat=W round=E norths=1":      true,
		"123456789p2399s +4s self-draw seat=W round=E":               false,
		"123456789p2399s +4s seat=W round=E from=E norths=1":         false,
		"123456p2399s (1111z) +4s self-draw seat=W round=E norths=0": true,
	} {
		w, err := models.ParseText(hand)
		if err != nil {
			t.Fatal(err)
		}
		result, err := rules.Score(w)
		if err != nil {
			t.Fatal(hand, err)
		}
		if got := scoring.Matters(rules, models.FactOf(models.KongDraw), w, &result); got != want {
			t.Errorf("%s: whether the tile replaced another one is asked: %v, want %v", hand, got, want)
		}
	}
}

func TestWithoutTheDiscarderTheTotalIsKnownAndThePaymentsAreNot(t *testing.T) {
	got := mustScore(t, mustNew(t, "seed"), "234m567p33z45678s +3s seat=S round=E riichi honba=1 sticks=2")
	if got.Paid || got.Points != 2000 || got.WinnerTotal != 4300 {
		t.Errorf("paid %v, %d points, %d in total", got.Paid, got.Points, got.WinnerTotal)
	}
}
