package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
)

// kongPatterns are the ways in which rule books lay a concealed kong, with tiles face
// up among them.
var kongPatterns = []string{"XOOO", "OOOX", "XXXO", "OXXX", "XOOX", "OXXO"}

// laidKong is a hand with a concealed kong of 2z, each back seen where its bit is set.
func laidKong(pattern string, seen uint, before, after string) string {
	var kong strings.Builder
	for i, c := range pattern {
		switch {
		case c == 'O':
			kong.WriteString("2z")
		case seen&(1<<i) != 0:
			kong.WriteString("#")
		default:
			kong.WriteString("_")
		}
	}
	return before + kong.String() + after
}

// A concealed kong has four tiles and counts as three: a hand of which backs were missed
// has too few. Only where three lie open is it a pung without the fourth; that a back may
// lie there is for the eye to say.
func TestAKongWithoutItsBacksIsNoHand(t *testing.T) {
	hands := map[string][2]string{
		"apart, behind":                   {"4m5m6m7p8p9p1s1s1s5z5z_", ""},
		"touching the hand":               {"4m5m6m7p8p9p1s1s1s5z5z", ""},
		"apart, before":                   {"", "_4m5m6m7p8p9p1s1s1s5z5z"},
		"with the winning tile":           {"4m5m6m7p8p9p1s1s1s5z_", "_5z"},
		"beside a claimed meld":           {"7p8p9p1s1s1s5z5z_", "_4m'5m6m"},
		"beside a meld without a mark":    {"7p8p9p1s1s1s5z5z_", "_4m5m6m"},
		"beside others of its neighbours": {"1z1z1z3z3z3z4m4m4m5z5z_", ""},
		"of pairs":                        {"1m1m3m3m5m5m7p7p9p9p5z_", ""},
	}
	for name, around := range hands {
		for _, pattern := range kongPatterns {
			down := uint(0)
			for i, c := range pattern {
				if c == 'X' {
					down |= 1 << i
				}
			}
			for seen := uint(0); seen < down; seen++ {
				if seen&^down != 0 || strings.Count(pattern, "X") == 1 {
					continue
				}
				row := laidKong(pattern, seen, around[0], around[1])
				if r := layout.Read(lay(t, row), layout.DefaultOptions()); r.Status == models.Accepted {
					t.Errorf("%s, %s seen as %s: accepted %s", name, pattern, row, text(r))
				}
			}
		}
	}
}

// Two concealed kongs, of each of which backs may be missed.
func TestTwoKongsWithoutTheirBacksAreNoHand(t *testing.T) {
	for _, a := range kongPatterns {
		for _, b := range kongPatterns {
			for _, row := range []string{
				laidKong(a, 0, "4m5m6m7p8p9p5z5z_", "_") + laidKong(b, 15, "", ""),
				laidKong(a, 15, "4m5m6m7p8p9p5z5z_", "_") + laidKong(b, 0, "", ""),
				laidKong(a, 0, "4m5m6m7p8p9p5z5z_", "_") + laidKong(b, 0, "", ""),
			} {
				row = row[:strings.LastIndex(row, "_")] + strings.ReplaceAll(row[strings.LastIndex(row, "_"):], "2z", "3z")
				r := layout.Read(lay(t, row), layout.DefaultOptions())
				if r.Status == models.Accepted && !(strings.Contains(a, "OOO") || strings.Contains(b, "OOO")) {
					t.Errorf("%s and %s seen as %s: accepted %s", a, b, row, text(r))
				}
			}
		}
	}
}

func TestADoubtfulBackIsAskedAbout(t *testing.T) {
	for _, pattern := range kongPatterns {
		for _, sure := range []float64{.01, .3, .9, .99} {
			rows := lay(t, laidKong(pattern, 15, "4m5m6m7p8p9p1s1s1s5z5z_", ""))
			for i := range rows[0] {
				if rows[0][i].Tile == models.Back {
					rows[0][i].Confidence = sure
				}
			}
			r := layout.Read(rows, layout.DefaultOptions())
			if r.Status != models.Review || !strings.Contains(codes(r), layout.DoubtFaceDown) {
				t.Errorf("%s with backs of %v: %s with doubts %q, want review with %q", pattern, sure, r.Status, codes(r), layout.DoubtFaceDown)
			}
			if got, want := r.Confidence, sure+.001; got > want {
				t.Errorf("%s with backs of %v has confidence %v", pattern, sure, got)
			}
		}
	}
}

// One back between three of a kind on either side is the fourth of either.
func TestABackBetweenTwoTriplesIsAskedAbout(t *testing.T) {
	for _, row := range []string{"4m5m6m7p8p9p5z5z_2z2z2z#3z3z3z", "4m5m6m7p8p9p5z5z_3z3z3z#2z2z2z"} {
		if r := layout.Read(lay(t, row), layout.DefaultOptions()); r.Status != models.Review || !strings.HasPrefix(codes(r), layout.DoubtMeld) {
			t.Errorf("%s: %s with doubts %q, want review with %q", row, r.Status, codes(r), layout.DoubtMeld)
		}
	}
	row := "4m5m6m7p8p9p5z5z_2z2z2z##3z3z3z"
	if r := layout.Read(lay(t, row), layout.DefaultOptions()); r.Status != models.Accepted {
		t.Errorf("%s: %s with doubts %q", row, r.Status, fmt.Sprint(r.Doubts))
	}
}

// A hand is complete with a kong and with a pung: a fourth tile is no surer for it.
func TestAFourthTileIsNoSurerForTheHand(t *testing.T) {
	read := func(row string, index int) models.Reading {
		rows := lay(t, row)
		rows[0][index].Confidence = .99
		return layout.Read(rows, layout.DefaultOptions())
	}
	const before = "4m5m6m7p8p9p1s1s1s5z5z_" // eleven tiles
	if r := read(before+"2z'2z2z", 12); r.Status != models.Accepted {
		t.Errorf("a doubtful tile of a pung: %s with doubts %q", r.Status, fmt.Sprint(r.Doubts))
	}
	for k := range 4 {
		if r := read(before+"2z'2z2z2z", 11+k); r.Status != models.Review || r.Confidence > .99 {
			t.Errorf("tile %d of a kong is doubtful: %s with confidence %v", k+1, r.Status, r.Confidence)
		}
	}
}
