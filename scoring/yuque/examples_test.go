package yuque_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/yuque"
)

// counted writes the fans of a result as the examples below do: "gang 1, fan-ke 2".
func counted(r scoring.Result) string {
	var all []string
	for _, f := range r.Fans {
		all = append(all, fmt.Sprint(f.ID, " ", f.Value))
	}
	return strings.Join(all, ", ")
}

func TestWorkedExamples(t *testing.T) {
	rules := mustNew(t)
	tests := []struct {
		name, hand string
		fan        int
		fans       string
	}{
		{"the book's own example", "[4444z] [123s] 11223s77z +3s self-draw seat=N kong-draw", 28,
			"gang 1, ling-shang-kai-hua 1, fan-pai-men-feng 1, fan-pai-zhong 1, san-tong-shun 17, hun-dai-yao 3, hun-yi-se-suo 2, fan-ke 2"},
		{"南家 counts 幺九三刻 beside 番牌", "111999m123s222z7z +7z self-draw seat=S", 18,
			"san-an-ke 5, fan-pai-men-feng 1, fan-pai-zhong 1, yao-jiu-san-ke 3, hun-dai-yao 2, fan-ke 6"},
		{"一色双龙会", "[123m] [123m] [789m] [789m] 5m +5m seat=E", 24, "er-ban-gao 13, shu-tong 4, qing-yi-se-wan 7"},
		{"连七对 is read as 123 123 44 567 567", "1122334455667m +7m seat=E", 26, "men-qian-qing 2, er-ban-gao 13, shu-tong 4, qing-yi-se-wan 7"},
		{"of two orders the cheaper counts", "456m456m456p56s88s +4s seat=E", 11, "men-qian-qing 2, san-se-tong-shun 7, yi-ban-gao 2"},
		{"without a common group the ratio is 1", "112233m456p456s7z +7z seat=E", 9,
			"fan-pai-zhong 1, men-qian-qing 2, yi-ban-gao 5, xi-xiang-feng 1"},
		{"番刻 is left out when the flush is worth more", "[1111m] [234m] [456m] [789m] 2m +2m seat=E", 14, "gang 1, qing-yi-se-wan 13"},
		{"番牌 is left out of 绿一色", "[234s] [222s] [333s] [666s] 6z +6z seat=E", 7, "hun-yi-se-suo 7"},
		{"双暗刻 halves 门前清", "222m666p67s345m99p +8s seat=E", 6, "shuang-an-ke 1, men-qian-qing 1, fan-ke 4"},
		{"三暗刻 leaves nothing of 门前清", "222m666p888s34m99p +5m seat=E", 11, "san-an-ke 5, fan-ke 6"},
		{"混幺九 after 混一色", "[111m] [999m] [111z] [222z] 7z +7z seat=W", 19, "hun-yi-se-wan 5, hun-yao-jiu 6, fan-ke 8"},
		{"镜同 after 双龙会 rounds 1.75 to 2", "234p567p234567m9s +9s seat=E", 11, "shuang-long-hui 7, men-qian-qing 2, jing-tong 2"},
		{"nothing at all is a win of 0 fan", "[123m] [678m] [456p] [345s] 9p +9p seat=E", 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := mustScore(t, rules, tt.hand)
			if got.Fan != tt.fan || counted(got) != tt.fans || got.Points != tt.fan*tt.fan || !got.Win || !got.Valid {
				t.Errorf("Score(%s) = %d %q, want %d %q", tt.hand, got.Fan, counted(got), tt.fan, tt.fans)
			}
		})
	}
}

func TestFanKeComesLastAndCountsTriplets(t *testing.T) {
	got := mustScore(t, mustNew(t), "222m666p888s34m99p +5m seat=E")
	if last := got.Fans[len(got.Fans)-1]; last.ID != "fan-ke" || last.Count != 3 || last.Value != 6 {
		t.Errorf("last fan is %+v", last)
	}
}

// open lays four sets open before the player, who won on the second tile of the pair.
func open(sets []string, pair string, seat int) string {
	return "[" + strings.Join(sets, "] [") + "] " + pair + " +" + pair + " seat=" + models.SeatAt(seat).String()
}

func pung(t models.Tile) string { return models.Tiles{t, t, t}.String() }

// choose calls yield with every k of the sets.
func choose(sets []string, k int, yield func([]string)) {
	if k == 0 {
		yield(nil)
		return
	}
	for i := range sets {
		choose(sets[i+1:], k-1, func(rest []string) { yield(append([]string{sets[i]}, rest...)) })
	}
}

// allSets are the 55 sets and all kinds, with the pungs of those that are asked for.
func allSets(of func(models.Tile) bool) (sets, pungs, kinds []string) {
	for s := range scoring.Set(scoring.NumSets) {
		if s.IsChow() {
			first := s.First()
			sets = append(sets, models.Tiles{first, first + 1, first + 2}.String())
			continue
		}
		sets = append(sets, pung(s.First()))
		kinds = append(kinds, s.First().String())
		if of(s.First()) {
			pungs = append(pungs, pung(s.First()))
		}
	}
	return sets, pungs, kinds
}

// TestMinimaOfThe54thEdition walks all open hands of a type and finds the value that
// the book prints as what the type is worth at least.
func TestMinimaOfThe54thEdition(t *testing.T) {
	sets, winds, kinds := allSets(models.Tile.IsWind)
	_, dragons, _ := allSets(models.Tile.IsDragon)
	_, honours, _ := allSets(models.Tile.IsHonour)
	_, terminals, _ := allSets(models.Tile.IsTerminal)
	green := []string{"234s", "234s", "222s", "333s", "444s", "666s", "888s", "666z"}
	minima := map[string]int{}
	try := func(name string, sets []string, pair string, rules *yuque.Rules) {
		for seat := range 4 {
			win, err := models.ParseText(open(sets, pair, seat))
			if err != nil {
				return // a fifth copy
			}
			got, err := rules.Score(win)
			if err != nil {
				t.Fatal(err)
			}
			if least, ok := minima[name]; !ok || got.Fan < least {
				minima[name] = got.Fan
			}
		}
	}
	rules := mustNew(t)
	for _, pair := range kinds {
		try("大四喜", winds, pair, rules)
		for _, set := range sets {
			try("大三元", append(slices.Clone(dragons), set), pair, rules)
		}
		choose(terminals, 4, func(four []string) {
			if strings.ContainsAny(pair, "19") && !strings.Contains(pair, "z") {
				try("清幺九", four, pair, rules)
			}
		})
		choose(honours, 4, func(four []string) {
			if strings.Contains(pair, "z") {
				try("字一色", four, pair, rules)
			}
		})
		choose(green, 4, func(four []string) {
			if strings.Contains("2s 3s 4s 6s 8s 6z", pair) {
				try("绿一色", four, pair, rules)
			}
		})
		for _, suit := range []string{"m", "p", "s"} {
			for first := 1; first <= 7; first++ {
				chow := fmt.Sprintf("%d%d%d%s", first, first+1, first+2, suit)
				try("四同顺", []string{chow, chow, chow, chow}, pair, rules)
				if first == 7 {
					continue
				}
				var four []string
				for rank := first; rank < first+4; rank++ {
					four = append(four, strings.Repeat(fmt.Sprint(rank), 3)+suit)
				}
				try("四连刻", four, pair, rules)
			}
			if pair == "5"+suit {
				try("一色双龙会", []string{"123" + suit, "123" + suit, "789" + suit, "789" + suit}, pair, rules)
			}
		}
	}
	for i, wind := range winds {
		others := slices.Delete(slices.Clone(winds), i, i+1)
		for _, set := range sets {
			try("小四喜", append(slices.Clone(others), set), wind[:1]+"z", rules)
		}
	}
	for i, dragon := range dragons {
		others := slices.Delete(slices.Clone(dragons), i, i+1)
		choose(sets, 2, func(two []string) {
			try("小三元", append(slices.Clone(others), two...), dragon[:1]+"z", rules)
		})
	}
	want := map[string]int{"大四喜": 25, "大三元": 18, "绿一色": 7, "清幺九": 25, "小四喜": 21, "小三元": 15, "字一色": 23,
		"一色双龙会": 24, "四同顺": 35, "四连刻": 21}
	for name, least := range want {
		if minima[name] != least {
			t.Errorf("%s is worth at least %d, want %d", name, minima[name], least)
		}
	}
}

func TestValuesTheBookNames(t *testing.T) {
	rules := mustNew(t)
	tests := []struct {
		name, hand string
		fan        int
	}{
		{"起和", "[123m] [678m] [456p] [345s] 9p +9p seat=E", 0},
		{"门前清", "123m678m456p34s99p +5s seat=E", 2},
		{"番牌刻子", "[123m] [678m] [456p] [777z] 9p +9p seat=E", 3},
		{"三色同顺", "[123m] [123p] [123s] [567p] 8m +8m seat=E", 7},
		{"一气贯通", "[123m] [456m] [789m] [234s] 6s +6s seat=E", 8},
		{"混一色", "[123m] [234m] [678m] [333z] 2z +2z seat=E", 7},
		{"对对和", "[222m] [444p] [666s] [888m] 5p +5p seat=E", 8},
		{"清一色", "[123m] [234m] [567m] [789m] 4m +4m seat=N", 13},
		{"三连刻", "[555s] [666s] [777s] [234m] 9p +9p seat=E", 13},
		{"二般高", "[234m] [234m] [567p] [567p] 8s +8s seat=E", 13},
		{"四杠", "[1111m] [8888p] [6666m] [9999p] 6s +6s seat=E", 25},
		{"四暗刻", "22244p777s888m33z +4p self-draw seat=E", 18},
		{"九莲宝灯", "1112345678999m +6m seat=N", 30},
		{"天和", "123m678m456p34s99p +5s self-draw seat=E heavenly", 18},
		{"混幺九", "[111m] [999p] [111s] [333z] 9s +9s seat=E", 16},
		{"双同刻", "[234m] [555m] [456p] [555p] 7s +7s seat=E", 5},
		{"双同刻, both concealed", "234m555m46p555p77s +5p self-draw seat=E", 7},
		{"数同", "[123m] [567m] [234s] [456s] 4p +4p seat=E", 9},
		{"幺九三刻 with 番刻", "[111m] [999p] [234s] [333z] 5p +5p seat=E", 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mustScore(t, rules, tt.hand); got.Fan != tt.fan {
				t.Errorf("Score(%s) = %d %q, want %d", tt.hand, got.Fan, counted(got), tt.fan)
			}
		})
	}
}

func TestWaitingHandOfTheBook(t *testing.T) {
	rules := mustNew(t)
	hand := models.Hand{Concealed: tiles(t, "23456m456p678s99p")}
	got, err := rules.Tenpai(hand, models.East, nil)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got.Waits) != "[{1m 4 3} {4m 3 3} {7m 4 2}]" || got.Fan != 3 || got.Gain() != 4 || got.AllDead {
		t.Errorf("got %+v", got)
	}
	got, err = rules.Tenpai(hand, models.East, tiles(t, "1111444m7777m"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Fan != 2 || got.Gain() != 2 || !got.AllDead || !got.Ready() {
		t.Errorf("with every wait visible got %+v", got)
	}
	if _, err := rules.Tenpai(models.Hand{Concealed: tiles(t, "1m")}, models.East, nil); err == nil {
		t.Error("one tile is taken for a hand")
	}
	if _, err := rules.Tenpai(hand, models.NoSeat, nil); err == nil {
		t.Error("a hand without a seat is scored")
	}
}

func TestRobbedKongIsAPungAgain(t *testing.T) {
	kong, err := models.ParseMeld("[555z+5z<]")
	if err != nil {
		t.Fatal(err)
	}
	hand := models.Hand{Concealed: tiles(t, "23456m456p99p"), Melds: []models.Meld{kong}}
	robbed := mustNew(t).Robbed(hand, models.White)
	if m := robbed.Melds[0]; m.Kind != models.Pung || len(m.Tiles) != 3 || m.From != models.Left || hand.Melds[0].Kind != models.AddedKong {
		t.Errorf("got %v, the hand itself has %v", robbed.Melds, hand.Melds)
	}
	before, errBefore := mustNew(t).Tenpai(hand, models.East, nil)
	after, errAfter := mustNew(t).Tenpai(robbed, models.East, nil)
	if err := errors.Join(errBefore, errAfter); err != nil {
		t.Fatal(err)
	}
	if before.Fan != after.Fan+1 {
		t.Errorf("%d fan with the kong, %d without", before.Fan, after.Fan)
	}
}

func tiles(t *testing.T, text string) models.Tiles {
	t.Helper()
	all, err := models.ParseTiles(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
