package layout_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
)

func TestWays(t *testing.T) {
	tests := []struct {
		name string
		rows []string
		want string
	}{
		{"every tile may have come last", []string{"1m4m2m3m5m6m7p9p8p1s5z1s1s5z"}, "+1m +2m +3m +4m +5m +6m +7p +8p +9p +1s +5z"},
		{"a tile apart came last", []string{"1m4m2m3m5m6m7p9p8p1s5z1s5z_1s"}, "+1s"},
		{"sets at the end of a touching row may be melds", []string{"1s5z1s5z1s7p8p9p4m5m6m1m2m3m"},
			"+1m +2m +3m +4m +5m +6m +7p +8p +9p +1s +5z, chow +4m +5m +6m +7p +8p +9p +1s +5z, chow chow +7p +8p +9p +1s +5z, chow chow chow +1s +5z"},
		{"hardly where another one is turned", []string{"1s5z1s5z1s7p8p9p4m5m6m_1m'2m3m"}, "chow +4m +5m +6m +7p +8p +9p +1s +5z, chow chow +7p +8p +9p +1s +5z ×0.006, chow chow chow +1s +5z ×0.006"},
		{"a kong nobody marked may be concealed", []string{"4m5m6m7p8p9p1s1s5z5z2z2z2z2z_1s"}, "kong +1s, kong chow +1s ×0.006, kong chow chow +1s ×0.006, concealed-kong +1s, concealed-kong chow +1s ×0.006, concealed-kong chow chow +1s ×0.006"},
		{"sets apart may be concealed", []string{"4m5m6m7p8p5z5z_2z2z2z 1s1s1s_9p"}, "pung pung +9p, +9p, pung pung chow +9p ×0.004"},
		{"a row of sets may be melds", []string{"1m2m3m1s1s1s", "4m5m6m7p8p5z5z_9p"}, "+9p, chow pung +9p"},
		{"three tiles leave no way", []string{"1m2m3m"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := layout.Read(lay(t, tt.rows...), layout.DefaultOptions())
			got := waysText(layout.Ways(r, models.Thirteen))
			if got != tt.want {
				t.Errorf("ways %q, want %q", got, tt.want)
			}
			for _, w := range layout.Ways(r, models.Thirteen) {
				win := models.Win{Hand: w.Hand, Tile: w.Win}
				if err := win.Validate(); err != nil {
					t.Errorf("%+v: %v", w, err)
				}
			}
		})
	}
}

// waysText writes ways by their melds, with the winning tiles they leave open and their odds where these are not even.
func waysText(ways []layout.Way) string {
	var order []string
	wins, odds := map[string]models.Tiles{}, map[string]float64{}
	for _, w := range ways {
		key := ""
		for _, m := range w.Hand.Melds {
			key += m.Kind.String() + " "
		}
		if _, ok := wins[key]; !ok {
			order = append(order, key)
		}
		wins[key], odds[key] = append(wins[key], w.Win), w.Odds
	}
	var out []string
	for _, key := range order {
		tiles := wins[key]
		sort.Slice(tiles, func(i, j int) bool { return tiles[i] < tiles[j] })
		var words []string
		for _, t := range tiles {
			words = append(words, "+"+t.String())
		}
		if odds[key] != 1 {
			words = append(words, fmt.Sprintf("×%.3f", odds[key]))
		}
		out = append(out, key+strings.Join(words, " "))
	}
	return strings.Join(out, ", ")
}

// TestSetsALittleApartMayBeMelds: the gaps before the sets are hardly wider than one within them.
func TestSetsALittleApartMayBeMelds(t *testing.T) {
	rows := lay(t, "2p3p4p4p4p3m3m3m5p5p5p5p7p6p")
	for i, space := range map[int]float64{5: .24, 7: .16, 8: .25, 11: .26} { // tiles
		move(rows[0], i, len(rows[0]), 26*space, 0)
	}
	r := layout.Read(rows, layout.DefaultOptions())
	if len(r.Hand.Melds) != 0 {
		t.Fatalf("read %s, which takes no gap of these for one between melds", text(r))
	}
	if got, want := waysText(layout.Ways(r, models.Thirteen)), "pung pung chow +2p"; !strings.Contains(got, want) {
		t.Errorf("ways %q, without %q", got, want)
	}
}
