package layout_test

import (
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
)

// TestAHandOfSixteenIsReadLikeOneOfThirteen claims that melds, winning tile, kongs and doubts are told by the size of the
// book's hand, and that a whole hand of the other size is none.
func TestAHandOfSixteenIsReadLikeOneOfThirteen(t *testing.T) {
	tests := []struct {
		name  string
		rows  []string
		want  string
		doubt string // empty where the hand is accepted
	}{
		{"all concealed", []string{"1m2m3m4m5m6m7p8p9p1s1s1s2s3s4s5z5z"}, "123456m789p111234s55z", ""},
		{"the winning tile apart", []string{"1m2m3m4m5m6m7p8p9p1s1s2s3s4s5z5z_1s"}, "123456m789p11234s55z +1s", ""},
		{"five melds", []string{"5z_5z 1m2m3m 4m5m6m 7p8p9p 1s1s1s 2s3s4s"}, "chow:123m: chow:456m: chow:789p: pung:111s: chow:234s: 5z +5z", ""},
		{"flowers in two rows", []string{"1f2f3f4f", "5f6f", "1m2m3m4m5m6m7p8p9p1s1s1s2s3s4s5z5z"}, "123456m789p111234s55z f:123456f", ""},
		{"a kong", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z5z_#2z2z#"}, "concealed-kong:2222z: 123456m789p111s55z", ""},
		{"four of a kind among eighteen tiles", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z5z2z2z2z2z"}, "kong:2222z: 123456m789p111s55z", ""},
		{"seven pairs and three of a kind", []string{"1m1m3m3m5m5m7p7p9p9p1s1s5z5z6z6z6z"}, "113355m7799p11s55666z", ""},
		{"a river beyond it", []string{"1m9p7z4s2z6p", "1m2m3m4m5m6m7p8p9p1s1s1s2s3s4s5z5z"}, "123456m789p111234s55z", ""},
		{"fourteen tiles", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "-", "tile-count"},
		{"the winning tile is missing", []string{"1m2m3m4m5m6m7p8p9p1s1s1s2s3s4s5z"}, "123456m789p111234s5z", "tile-count"},
		{"no hand", []string{"1m2m3m4m5m6m7p8p9p1s1s1s2s3s4s5z6z"}, "123456m789p111234s56z", "not-a-hand"},
		{"thirteen orphans and a set", []string{"1m9m1p9p1s9s1z2z3z4z5z6z7z7z 2m3m4m"}, "1234m199p19s12345677z", "not-a-hand"},
	}
	o := layout.DefaultOptions()
	o.Hand = models.Sixteen
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := layout.Read(lay(t, tt.rows...), o)
			if tt.doubt == "" && (text(r) != tt.want || r.Status != models.Accepted) {
				t.Errorf("Read = %s, %s %q, want %s", text(r), r.Status, codes(r), tt.want)
			}
			if tt.doubt != "" && (r.Status != models.Review || !strings.HasPrefix(codes(r), tt.doubt)) {
				t.Errorf("Read = %s, %s %q, want %s", text(r), r.Status, codes(r), tt.doubt)
			}
			if other := layout.Read(lay(t, tt.rows...), layout.DefaultOptions()); tt.doubt == "" && other.Status == models.Accepted {
				t.Errorf("by a book of thirteen it is %s", text(other))
			}
		})
	}
}

// TestWaysOfAHandOfSixteen claims that what the picture leaves open has the size of the book's hand.
func TestWaysOfAHandOfSixteen(t *testing.T) {
	o := layout.DefaultOptions()
	o.Hand = models.Sixteen
	r := layout.Read(lay(t, "4m5m6m7p8p6s7s8s5z5z_2z2z2z 1s1s1s_9p"), o)
	ways := layout.Ways(r, models.Sixteen)
	if got, want := waysText(ways), "pung pung +9p, +9p"; !strings.HasPrefix(got, want) {
		t.Errorf("ways %q, want %q", got, want)
	}
	for _, w := range ways {
		win := models.Win{Hand: w.Hand, Tile: w.Win}
		if err := win.ValidateOf(models.Sixteen); err != nil {
			t.Errorf("%+v: %v", w, err)
		}
	}
}
