package riichi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
)

// mustParse reads a hand as a person types it.
func mustParse(t testing.TB, text string) *models.Win {
	t.Helper()
	win, err := models.ParseText(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return win
}

func mustScore(t testing.TB, rules *riichi.Rules, text string) scoring.Result {
	t.Helper()
	got, err := rules.Score(mustParse(t, text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return got
}

// line writes a result as "han fu limit points: ids".
func line(r scoring.Result) string {
	if !r.Valid {
		return fmt.Sprintf("win %v, no yaku", r.Win)
	}
	var ids []string
	for _, f := range r.Fans {
		id := f.ID
		if f.Count > 1 {
			id += fmt.Sprint("×", f.Count)
		}
		ids = append(ids, id)
	}
	fu := fmt.Sprint(r.Fu, " fu")
	if r.Parts&scoring.PartFu == 0 {
		fu = fmt.Sprint(r.Yakuman, " yakuman")
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%d han %s %s %d: %s", r.Han, fu, r.Limit, r.Points, strings.Join(ids, " "))), " ")
}

func TestPrinciples(t *testing.T) {
	rules := mustNew(t, "tenhou")
	for _, tt := range []struct{ claim, hand, want string }{
		{"a yakuman leaves only yakuman", "[555z] [666z] 23m55s777z +4m seat=S round=E dora=1m4s",
			"13 han 1 yakuman yakuman 32000: daisangen"},
		{"yakuman add up", "1122334455667z +7z seat=S round=E earthly self-draw",
			"26 han 2 yakuman yakuman 64000: chiihou tsuuiisou"},
		{"dora is no yaku", "[123p] 234678m4567s +4s seat=S round=E dora=3m3m",
			"win true, no yaku"},
		{"seven pairs are different pairs", "1111m335577p229s +9s seat=S round=E",
			"win false, no yaku"},
		{"two twin sequences beat seven pairs", "2233445566778p +8p seat=S round=E",
			"11 han 30 fu sanbaiman 24000: pinfu tanyao ryanpeikou chinitsu"},
		{"four identical sequences are two twins", "22223333444p99s +4p seat=S round=E",
			"4 han 30 fu 7700: pinfu ryanpeikou"},
		{"three identical sequences are one twin", "222333444p1299s +3s self-draw seat=S round=E",
			"3 han 40 fu 5200: menzen-tsumo sanankou"},
		{"the reading with pinfu is chosen over the one with a middle wait", "23345m567p44789s +4m seat=S round=E riichi",
			"2 han 30 fu 2000: riichi pinfu"},
		{"the middle wait is chosen where pinfu cannot be", "23345m111p67899s +4m seat=S round=E riichi",
			"1 han 40 fu 1300: riichi"},
		{"a middle wait is not pinfu", "46m345678p44789s +5m seat=S round=E riichi",
			"1 han 40 fu 1300: riichi"},
		{"after nine comes one, after north east, after red white", "[111m] [1111z] [555z] 123p9s +9s seat=S round=S dora=9m4z7z",
			"12 han 50 fu sanbaiman 24000: haku chanta dora×10"},
		{"an edge wait is not pinfu", "12m345678p44789s +3m seat=S round=E riichi",
			"1 han 40 fu 1300: riichi"},
		{"a low edge is no edge wait for the lower tile", "23m345678p44789s +1m seat=S round=E riichi",
			"2 han 30 fu 2000: riichi pinfu"},
		{"an edge wait at the high end", "89m345678p44789s +7m seat=S round=E riichi",
			"1 han 40 fu 1300: riichi"},
		{"a pair of the round wind is not pinfu", "23m345678p11z789s +4m seat=S round=E riichi",
			"1 han 40 fu 1300: riichi"},
		{"a pair of a guest wind is pinfu", "23m345678p33z789s +4m seat=S round=E riichi",
			"2 han 30 fu 2000: riichi pinfu"},
		{"a triplet completed by a discard is open", "2299m333555p888s +2m seat=S round=E",
			"4 han 50 fu mangan 8000: toitoi sanankou"},
		{"and concealed when drawn", "2299m333555p888s +2m self-draw seat=S round=E",
			"13 han 1 yakuman yakuman 32000: suuankou"},
		{"four concealed triplets on the pair need no draw", "2229m333555p888s +9m seat=S round=E",
			"13 han 1 yakuman yakuman 32000: suuankou-tanki"},
		{"an open hand without fu is 30 fu on a discard", "[234m] 344556p4555s +6s seat=S round=E",
			"1 han 30 fu 1000: tanyao"},
		{"a wind for both reasons counts twice", "[222z] 234m22345p55s +5s seat=S round=S",
			"2 han 30 fu 2000: round-wind seat-wind"},
		{"double riichi replaces riichi", "234m567p22z45678s +3s seat=E round=S double-riichi ippatsu",
			"3 han 40 fu 7700: double-riichi ippatsu"},
		{"on a replacement tile the last tile does not count", "(9999s) [2222p] 23467m88p +5m self-draw kong-draw last-draw seat=S round=E",
			"1 han 70 fu 2400: rinshan"},
		{"a robbed quad is no last discard", "[999s] 234678m46p11z +5p rob-kong last-discard seat=S round=E",
			"1 han 30 fu 1000: chankan"},
		{"a concealed quad keeps the hand closed", "(9999s) 234678m46p11z +5p self-draw seat=S round=E",
			"1 han 60 fu 2000: menzen-tsumo"},
		{"terminals and honours replace the outside hand", "[111m] [999p] 111z99s44z +4z seat=W round=S",
			"4 han 40 fu mangan 8000: toitoi honroutou"},
		{"little dragons add to the dragons", "[555z] 789m777p6677z +6z seat=S round=E",
			"4 han 40 fu mangan 8000: haku hatsu shousangen"},
		{"thirteen sides replace thirteen orphans", "19m19p19s1234567z +1m seat=S round=E",
			"13 han 1 yakuman yakuman 32000: kokushi-13"},
		{"orphans with a single wait", "119m19p19s123456z +7z seat=S round=E",
			"13 han 1 yakuman yakuman 32000: kokushi"},
		{"pure nine gates replace nine gates", "1112345678999m +5m self-draw seat=S round=E",
			"13 han 1 yakuman yakuman 32000: junsei-chuuren"},
		{"impure nine gates", "1112245678999m +3m seat=S round=E",
			"13 han 1 yakuman yakuman 32000: chuuren"},
		{"nine gates have no quad", "(1111m) 2345678999m +2m seat=S round=E",
			"6 han 80 fu haneman 12000: chinitsu"},
		{"thirteen han are a counted yakuman", "2233445566778p +8p self-draw seat=S round=E riichi dora=1p",
			"15 han 20 fu kazoe-yakuman 32000: riichi menzen-tsumo pinfu tanyao ryanpeikou chinitsu dora×2"},
		{"a yakuman comes before as many counted han", "(4444s) 7778866622s +8s self-draw seat=E round=E double-riichi ippatsu ura=6s",
			"13 han 1 yakuman yakuman 48000: suuankou"},
		{"five han are mangan whatever the fu", "34m234678p23455s +2m self-draw seat=S round=E",
			"5 han 20 fu mangan 8000: menzen-tsumo pinfu tanyao sanshoku-doujun"},
		{"more than 2000 basic points are mangan", "(9999s) (1111z) 23467m88p +5m self-draw seat=S round=S dora=7p",
			"3 han 90 fu mangan 8000: menzen-tsumo dora×2"},
		{"ura-dora count after riichi alone", "234m567p2245678s +3s seat=E round=S ura=4p self-draw",
			"3 han 20 fu 3900: menzen-tsumo pinfu tanyao"},
		{"red fives and every indicator count", "234m067p22z40678s +3s seat=E round=S riichi dora=1p4p4p",
			"5 han 40 fu mangan 12000: riichi dora×2 aka-dora×2"},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			if got := line(mustScore(t, rules, tt.hand)); got != tt.want {
				t.Errorf("%s:\ngot  %s\nwant %s", tt.hand, got, tt.want)
			}
		})
	}
}

// TestEveryOptionChangesTheScoreItIsAbout has a hand for every option that scoring
// knows: the result with one value and with another.
func TestEveryOptionChangesTheScoreItIsAbout(t *testing.T) {
	played := map[string]bool{ // options of draws and several winners, tried in draw_test.go
		"noten_penalty": true, "nagashi_mangan": true, "multiple_ron": true, "ron_honba": true, "ron_sticks": true, "abortive_draws": true,
	}
	for _, tt := range []struct{ options, hand, first, second string }{
		{"players=4|3", "999m123456p2399s +4s seat=S round=E riichi dora=1m",
			"1 han 40 fu 1300: riichi", "4 han 40 fu mangan 8000: riichi dora×3"},
		{"kuitan=true|false", "[234m] 344556p4555s +6s seat=S round=E",
			"1 han 30 fu 1000: tanyao", "win true, no yaku"},
		{"ippatsu=true|false", "234m567p22z45678s +3s seat=S round=S riichi ippatsu",
			"2 han 40 fu 2600: riichi ippatsu", "1 han 40 fu 1300: riichi"},
		{"ura=true|false", "234m567p22z45678s +3s seat=S round=S riichi ura=4p",
			"2 han 40 fu 2600: riichi ura-dora", "1 han 40 fu 1300: riichi"},
		{"kan_dora=true|false", "234m567p22z45678s +3s seat=S round=S riichi dora=1p4p",
			"2 han 40 fu 2600: riichi dora", "1 han 40 fu 1300: riichi"},
		{"kan_ura=true|false", "234m567p22z45678s +3s seat=S round=S riichi ura=1p4p",
			"2 han 40 fu 2600: riichi ura-dora", "1 han 40 fu 1300: riichi"},
		{"red_fives=true|false", "234m067p22z45678s +3s seat=S round=S riichi",
			"2 han 40 fu 2600: riichi aka-dora", "1 han 40 fu 1300: riichi"},
		{"pinfu_tsumo=true|false", "12388m567p34567s +2s self-draw seat=W round=E",
			"2 han 20 fu 1500: menzen-tsumo pinfu", "1 han 30 fu 1100: menzen-tsumo"},
		{"ryuuiisou_needs_hatsu=false|true", "[222s] [444s] 3366688s +8s seat=S round=E",
			"13 han 1 yakuman yakuman 32000: ryuuiisou", "8 han 30 fu baiman 16000: tanyao toitoi chinitsu"},
		{"renhou=off|mangan", "123m456p2355789s +4s earthly seat=W round=E",
			"1 han 30 fu 1000: pinfu", "5 han 30 fu mangan 8000: renhou"},
		{"renhou=yakuman|3", "123m456p2355789s +4s earthly seat=W round=E",
			"13 han 1 yakuman yakuman 32000: renhou", "4 han 30 fu 7700: pinfu renhou"},
		{"renhou=mangan|off", "2233445566778p +8p earthly seat=W round=E", // a better count without it wins
			"11 han 30 fu sanbaiman 24000: pinfu tanyao ryanpeikou chinitsu", "11 han 30 fu sanbaiman 24000: pinfu tanyao ryanpeikou chinitsu"},
		{"double_yakuman=none|kokushi-13", "19m19p19s1234567z +1m seat=S round=E",
			"13 han 1 yakuman yakuman 32000: kokushi-13", "26 han 2 yakuman yakuman 64000: kokushi-13"},
		{"local=none|daisharin", "2233445566778p +8p seat=S round=E",
			"11 han 30 fu sanbaiman 24000: pinfu tanyao ryanpeikou chinitsu", "13 han 1 yakuman yakuman 32000: daisharin"},
		{"local=none|daichisei", "1122334455667z +7z seat=S round=E",
			"13 han 1 yakuman yakuman 32000: tsuuiisou", "26 han 2 yakuman yakuman 64000: daichisei"},
		{"local=none|sanrenkou", "[222m] [333m] 44499s44m +4m seat=S round=E",
			"2 han 30 fu 2000: toitoi", "4 han 30 fu 7700: toitoi sanrenkou"},
		{"local=none|isshoku-sanjun", "222333444p1299s +3s self-draw seat=S round=E",
			"3 han 40 fu 5200: menzen-tsumo sanankou", "4 han 30 fu 7900: menzen-tsumo isshoku-sanjun"},
		{"double_wind_pair_fu=2|4", "(1111s) (7777z) 456m1122z +1z seat=S round=S",
			"1 han 100 fu 3200: chun", "1 han 110 fu 3600: chun"},
		{"rinshan_tsumo_fu=true|false", "(9999s) [2222p] 23467m88p +5m self-draw kong-draw seat=S round=E",
			"1 han 70 fu 2400: rinshan", "1 han 60 fu 2000: rinshan"},
		{"open_pinfu_30=true|false", "[234m] 344556p4555s +6s seat=S round=E",
			"1 han 30 fu 1000: tanyao", "1 han 20 fu 700: tanyao"},
		{"kiriage=false|true", "34m234678p23455s +2m seat=S round=E",
			"4 han 30 fu 7700: pinfu tanyao sanshoku-doujun", "4 han 30 fu mangan 8000: pinfu tanyao sanshoku-doujun"},
		{"kazoe=yakuman|sanbaiman", "2233445566778p +8p self-draw seat=S round=E riichi",
			"13 han 20 fu kazoe-yakuman 32000: riichi menzen-tsumo pinfu tanyao ryanpeikou chinitsu",
			"13 han 20 fu sanbaiman 24000: riichi menzen-tsumo pinfu tanyao ryanpeikou chinitsu"},
		{"multiple_yakuman=true|false", "1122334455667z +7z seat=S round=E earthly self-draw",
			"26 han 2 yakuman yakuman 64000: chiihou tsuuiisou", "13 han 1 yakuman yakuman 32000: chiihou tsuuiisou"},
		{"yakuman_cap=0|1", "1122334455667z +7z seat=S round=E earthly self-draw",
			"26 han 2 yakuman yakuman 64000: chiihou tsuuiisou", "26 han 2 yakuman yakuman 32000: chiihou tsuuiisou"},
	} {
		t.Run(tt.options, func(t *testing.T) {
			key, values, _ := strings.Cut(tt.options, "=")
			played[key] = true
			first, second, _ := strings.Cut(values, "|")
			for value, want := range map[string]string{first: tt.first, second: tt.second} {
				if got := line(mustScore(t, mustNew(t, "seed", key+"="+value), tt.hand)); got != want {
					t.Errorf("%s=%s %s:\ngot  %s\nwant %s", key, value, tt.hand, got, want)
				}
			}
		})
	}
	for _, key := range riichi.OptionNames() {
		if paid := []string{"pao", "pao_scope", "pao_honba", "sanma_settlement", "honba_value"}; !played[key] && !slices.Contains(paid, key) {
			t.Errorf("option %s is tried by no hand", key)
		}
	}
}

func TestWhatCannotBeIsRefusedWithACode(t *testing.T) {
	for _, tt := range []struct {
		claim, players, hand string
		code                 models.Code
	}{
		{"no seat", "4", "234m567p22z45678s +3s round=S", models.CodeBadSeat},
		{"no round", "4", "234m567p22z45678s +3s seat=S", models.CodeBadSeat},
		{"last of kind", "4", "234m567p22z45678s +3s seat=S round=S last-of-kind", models.CodeBadFlags},
		{"riichi with an open hand", "4", "[234m] 567p22z45678s +3s seat=S round=S riichi", models.CodeBadFlags},
		{"ippatsu without riichi", "4", "234m567p22z45678s +3s seat=S round=S ippatsu", models.CodeBadFlags},
		{"ippatsu after a quad", "4", "(1111m) 567p22z45678s +3s seat=S round=S riichi ippatsu self-draw kong-draw", models.CodeBadFlags},
		{"heavenly on a discard", "4", "234m567p22z45678s +3s seat=E round=S heavenly", models.CodeBadFlags},
		{"earthly for the dealer", "4", "234m567p22z45678s +3s seat=E round=S earthly", models.CodeBadFlags},
		{"heavenly with a meld", "4", "(1111m) 567p22z45678s +3s seat=E round=S heavenly self-draw", models.CodeBadFlags},
		{"earthly with riichi", "4", "234m567p22z45678s +3s seat=S round=S earthly riichi", models.CodeBadFlags},
		{"earthly on the last tile", "4", "234m567p22z45678s +3s seat=S round=S earthly last-discard", models.CodeBadFlags},
		{"a robbed tile that is held", "4", "234m567p22z33678s +3s seat=S round=S rob-kong", models.CodeBadFlags},
		{"five copies with the indicators", "4", "222m567p22z45678s +3s seat=S round=S dora=2m2m", models.CodeFiveOfAKind},
		{"five norths with those set aside", "3", "111m567p22z45678s +3s seat=S round=S norths=3 dora=4z4z", models.CodeFiveOfAKind},
		{"flowers", "4", "234m567p22z45678s +3s seat=S round=S flowers=1", models.CodeBadFlowers},
		{"norths with four players", "4", "234m567p22z45678s +3s seat=S round=S norths=1", models.CodeBadCounter},
		{"North with three players", "3", "111m567p22z45678s +3s seat=N round=S", models.CodeBadSeat},
		{"a discarder North of three", "3", "111m567p22z45678s +3s seat=S from=N round=S", models.CodeBadSeat},
		{"a middle character of three", "3", "234m567p22z45678s +3s seat=S round=S", models.CodeBadTile},
		{"an indicator that three leave out", "3", "111m567p22z45678s +3s seat=S round=S dora=5m", models.CodeBadTile},
		{"a chow of three", "3", "[567p] 111m22z45678s +3s seat=S round=S", models.CodeBadMeld},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			_, err := mustNew(t, "seed", "players="+tt.players).Score(mustParse(t, tt.hand))
			refusal, ok := err.(*models.HandError)
			if !ok || refusal.Code != tt.code || refusal.Message == "" {
				t.Errorf("%s: %v, want %s", tt.hand, err, tt.code)
			}
		})
	}
}

func TestWrongOptionsNameTheRightOnes(t *testing.T) {
	o := mustProfile(t, "seed")
	for set, hint := range map[string]string{
		"kiriage=on": "true or false", "kan=true": "kan_dora", "players=5": "[3 4]", "kazoe=off": "sanbaiman",
		"pao=kokushi": "daisangen,daisuushii", "renhou=14": "mangan", "yakuman_cap=-1": "0 to 12", "double_yakuman=toitoi": "kokushi-13",
	} {
		key, value, _ := strings.Cut(set, "=")
		if err := o.Set(key, value); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v does not name %s", set, err, hint)
		}
	}
	if _, err := riichi.Profile("tenho"); err == nil || !strings.Contains(err.Error(), "tenhou3") {
		t.Errorf("profile tenho: %v", err)
	}
	if _, err := riichi.New(riichi.Options{}); err == nil {
		t.Error("a rule book without options was made")
	}
	o.HonbaValue = 100
	if _, err := riichi.New(o); err == nil {
		t.Error("counters of 100 points do not divide among three losers")
	}
}
