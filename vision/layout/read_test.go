package layout_test

import (
	"math"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
	"jantaku/vision/layout/shape"
)

// text writes a reading's hand as a player would, "?" where the winning tile is
// not told.
func text(r models.Reading) string {
	if r.Hand == nil {
		return "-"
	}
	var words []string
	for _, m := range r.Hand.Melds {
		words = append(words, m.Kind.String()+":"+m.Tiles.String()+":"+m.From.String())
	}
	tiles := append(models.Tiles(nil), r.Hand.Concealed...)
	models.SortTiles(tiles)
	words = append(words, tiles.String())
	if r.WinTile != models.NoTile {
		words = append(words, "+"+r.WinTile.String())
	}
	if r.Hand.Flowers.Count > 0 {
		words = append(words, "f:"+r.Hand.Flowers.Tiles.String())
	}
	return strings.Join(words, " ")
}

func codes(r models.Reading) string {
	var words []string
	for _, d := range r.Doubts {
		words = append(words, d.Code)
	}
	return strings.Join(words, " ")
}

func TestReadUnderstands(t *testing.T) {
	tests := []struct {
		name string
		rows []string
		want string
	}{
		{"a row without marks is all concealed", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "123456m789p111s55z"},
		{"flowers lie anywhere in the row", []string{"3f1m2m3m4m5m6m7p8p1f9p1s1s1s5z5z"}, "123456m789p111s55z f:31f"},
		{"flowers have a row of their own", []string{"3f1f", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "123456m789p111s55z f:31f"},
		{"a single tile apart is the winning tile", []string{"1m2m3m4m5m6m7p8p9p1s1s5z5z_1s"}, "123456m789p11s55z +1s"},
		{"a single tile in its own row is the winning tile", []string{"1s", "1m2m3m4m5m6m7p8p9p1s1s5z5z"}, "123456m789p11s55z +1s"},
		{"a turned tile in the hand is the winning tile", []string{"1m2m3m4m5m6m7p8p9p1s1s5z5z1s'"}, "123456m789p11s55z +1s"},
		{"turned left is from the left", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z'2z2z"}, "pung:222z:left 456m789p111s55z"},
		{"turned in the middle is from across", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z2z'2z"}, "pung:222z:across 456m789p111s55z"},
		{"turned right is from the right", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z2z2z'"}, "pung:222z:right 456m789p111s55z"},
		{"a chow is from the left", []string{"4m5m6m7p8p9p1s1s1s5z5z_3m'1m2m"}, "chow:312m:left 456m789p111s55z"},
		{"a chow is from the left wherever it is turned", []string{"4m5m6m7p8p9p1s1s1s5z5z_1m3m'2m"}, "chow:132m:left 456m789p111s55z"},
		{"a tile alone may touch a meld", []string{"4m5m6m7p8p9p1s1s1s5z_5z3m'1m2m"}, "chow:312m:left 456m789p111s5z +5z"},
		{"melds may touch each other", []string{"7p8p9p1s1s1s5z5z_2z'2z2z3m'1m2m"}, "pung:222z:left chow:312m:left 789p111s55z"},
		{"touching melds are cut by their faces", []string{"7p8p9p1s1s1s5z5z_2z2z2z'3z'3z3z3z"}, "pung:222z:right kong:3333z:left 789p111s55z"},
		{"four with one turned is a kong", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z2z'2z2z"}, "kong:2222z:across 456m789p111s55z"},
		{"a sideways tile beside a turned one was added", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z2z'2z^2z"}, "added-kong:2222z:across 456m789p111s55z"},
		{"outer two face down is a concealed kong", []string{"4m5m6m7p8p9p1s1s1s5z5z_#2z2z#"}, "concealed-kong:2222z: 456m789p111s55z"},
		{"inner two face down", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z##2z"}, "concealed-kong:2222z: 456m789p111s55z"},
		{"left one face down", []string{"4m5m6m7p8p9p1s1s1s5z5z_#2z2z2z"}, "concealed-kong:2222z: 456m789p111s55z"},
		{"right one face down", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z2z2z#"}, "concealed-kong:2222z: 456m789p111s55z"},
		{"left three face down", []string{"4m5m6m7p8p9p1s1s1s5z5z_###2z"}, "concealed-kong:2222z: 456m789p111s55z"},
		{"right three face down", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z###"}, "concealed-kong:2222z: 456m789p111s55z"},
		{"a concealed kong may touch the hand", []string{"4m5m6m7p8p9p1s1s1s5z5z#2z2z#"}, "concealed-kong:2222z: 456m789p111s55z"},
		{"groups apart that are sets are melds of unknown supplier", []string{"4m5m6m7p8p9p5z5z 2z2z2z 1s1s1s"}, "pung:222z: pung:111s: 456m789p55z"},
		{"groups apart with the winning tile apart", []string{"4m5m6m7p8p5z5z_2z2z2z 1s1s1s_9p"}, "pung:222z: pung:111s: 456m78p55z +9p"},
		{"gaps that part no sets mean nothing", []string{"4m5m 6m7p8p9p5z5z 2z2z2z1s1s1s"}, "456m789p111s22255z"},
		{"fifteen tiles with one four are a kong", []string{"4m5m6m7p8p9p1s1s1s5z5z2z2z2z2z"}, "kong:2222z: 456m789p111s55z"},
		{"of two fours the kong is the one without which the rest is a hand", []string{"1m1m1m1m2m3m5p5p5p1s1s2z2z2z2z"}, "kong:2222z: 111123m555p11s"},
		{"four in hand are no kong when the count is right", []string{"1m1m1m1m2m3m7p8p9p1s1s1s5z5z"}, "111123m789p111s55z"},
		{"a wall in the background is no part of the hand", []string{"#################", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "123456m789p111s55z"},
		{"a river beyond a whole hand is no part of it", []string{"1m9p7z4s2z6p", "3p8s1z", "3f1f", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "123456m789p111s55z f:31f"},
		{"what lies beyond a hand with melds is no part of it", []string{"6z6z9s", "4m5m6m7p8p9p5z5z_2z'2z2z_3m'1m2m"}, "pung:222z:left chow:312m:left 456m789p55z"},
		{"two rows are one hand", []string{"1m2m3m4m5m6m", "7p8p9p1s1s1s5z5z"}, "123456m789p111s55z"},
		{"red fives are read as they are", []string{"1m2m3m4m0m6m7p8p9p1s1s1s5z5z"}, "123406m789p111s55z"},
		{"seven pairs", []string{"1m1m3m3m5m5m7p7p9p9p1s1s5z5z"}, "113355m7799p11s55z"},
		{"thirteen orphans", []string{"1m9m1p9p1s9s1z2z3z4z5z6z7z7z"}, "19m19p19s12345677z"},
		{"honours and knitted tiles", []string{"1m4m7m2p5p8p3s6s9s1z2z3z4z5z"}, "147m258p369s12345z"},
		{"a knitted straight", []string{"1m4m7m2p5p8p3s6s9s1z1z1z4z4z"}, "147m258p369s11144z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := layout.Read(lay(t, tt.rows...), layout.DefaultOptions())
			if got := text(r); got != tt.want || r.Status != models.Accepted {
				t.Errorf("Read = %s, %s %q, want %s", got, r.Status, codes(r), tt.want)
			}
		})
	}
}

func TestReadDoubts(t *testing.T) {
	tests := []struct {
		name string
		rows []string
		want string
	}{
		{"tiles that make no hand", []string{"1m2m3m4m5m6m7p8p9p1s1s2s5z5z"}, "not-a-hand"},
		{"thirteen tiles", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z"}, "tile-count"},
		{"fifteen tiles without a four", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z5z5z"}, "tile-count"},
		{"four of a kind that are not together are no kong", []string{"4p4p9p9p8s8s8s 9p 9p 8p8p8p 6p6p6p"}, "tile-count"},
		{"two tiles beyond a whole hand", []string{"6z9s", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "tile-count"},
		{"a flower among what lies beyond a whole hand", []string{"6z9s3f4m", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "tile-count"},
		{"three tiles nearer to the owner than a whole hand", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z5z", "6z9s4m"}, "tile-count"},
		{"three tiles beyond what is no hand", []string{"6z9s4m", "1m2m3m4m5m6m7p8p9p1s1s1s5z6z"}, "tile-count"},
		{"five of a kind", []string{"1m1m1m1m1m2m3m7p8p9p1s1s5z5z"}, "five-of-a-kind"},
		{"a flower twice", []string{"3f3f1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "bad-flowers"},
		{"a tile that was not read", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z?"}, "unread not-a-hand"},
		{"a tile face down in the hand", []string{"1m2m3m4m5m6m7p8p9p1s1s1s5z#"}, "face-down not-a-hand"},
		{"a turned tile between the hand and a meld that touches it", []string{"5z5z1s1s1s'2z'2z2z_3m'3m3m_4m'4m4m"}, "winning-tile"},
		{"three of a kind with a turned one, beside a fourth in the hand", []string{"4p4p4p6p7p8p6s6s7s8s9s9s9s9s'"}, "winning-tile tile-count"},
		{"two turned tiles in the hand", []string{"1m2m3m4m5m6m7p8p9p1s1s1s'5z'5z"}, "winning-tile"},
		{"a claimed group that is no set", []string{"4m5m6m7p8p9p1s1s1s5z5z_2z'2z3z"}, "bad-meld not-a-hand"},
		{"a tile alone behind a meld that it touches", []string{"4m5m6m7p8p9p1s1s1s5z_2z'2z2z5z"}, "winning-tile"},
		{"a meld without a turned tile beside one with", []string{"4m5m6m7p8p9p5z5z_2z2z2z'_1s1s1s"}, "bad-meld"},
		{"four face down", []string{"4m5m6m7p8p9p1s1s1s5z5z_####"}, "face-down not-a-hand"},
		{"a pattern that no rule book lays", []string{"4m5m6m7p8p9p1s1s1s5z5z_##2z2z"}, "bad-meld"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := layout.Read(lay(t, tt.rows...), layout.DefaultOptions())
			if got := codes(r); !strings.HasPrefix(got, tt.want) || r.Status != models.Review {
				t.Errorf("Read = %s with doubts %q, want review with %q", r.Status, got, tt.want)
			}
		})
	}
}

func TestAnyTilesOfAConcealedKongMayLieDownWhereTheBookSaysSo(t *testing.T) {
	for _, kong := range []string{"##2z2z", "2z#2z2z", "2z#2z#", "2z##2z", "##2z#"} {
		o := layout.DefaultOptions()
		o.AnyKong = true
		if r := layout.Read(lay(t, "4m5m6m7p8p9p1s1s1s5z5z_"+kong), o); r.Status != models.Accepted || r.Hand.Melds[0].Kind != models.ConcealedKong {
			t.Errorf("%s: %s, %v, doubts %q", kong, r.Status, r.Hand, codes(r))
		}
	}
	o := layout.DefaultOptions()
	o.AnyKong = true
	if r := layout.Read(lay(t, "4m5m6m7p8p9p1s1s1s5z5z_####"), o); r.Status != models.Review {
		t.Error("four tiles face down are taken for a kong of something")
	}
}

func TestReadWeighsFaces(t *testing.T) {
	const hand = "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"
	t.Run("an uncertain tile is doubted by name", func(t *testing.T) {
		rows := lay(t, hand)
		weaken(rows, 0, 8, 0.6, "6p", 0.39) // 6p 7p 8p is a hand as well
		r := layout.Read(rows, layout.DefaultOptions())
		if r.Status != models.Review || len(r.Doubts) != 1 || r.Doubts[0].Code != layout.DoubtTile || r.Doubts[0].Index != 8 {
			t.Errorf("status %s, doubts %+v", r.Status, r.Doubts)
		}
	})
	t.Run("a tile that may lie otherwise is asked about as such", func(t *testing.T) {
		rows := lay(t, hand)
		rows[0][8].Misfit, rows[0][8].Confidence = true, .5
		r := layout.Read(rows, layout.DefaultOptions())
		if r.Status != models.Review || len(r.Doubts) != 1 || r.Doubts[0].Code != layout.DoubtPosture || r.Doubts[0].Index != 8 {
			t.Errorf("status %s, doubts %+v", r.Status, r.Doubts)
		}
	})
	t.Run("a close candidate that completes the hand is proposed, not accepted", func(t *testing.T) {
		rows := lay(t, strings.Replace(hand, "9p", "5p", 1))
		weaken(rows, 0, 8, 0.5, "9p", 0.45)
		r := layout.Read(rows, layout.DefaultOptions())
		if r.Rows[0][8].Tile.String() != "9p" || r.Status != models.Review || len(r.Inferred) != 1 {
			t.Errorf("tile %v, status %s, inferred %q", r.Rows[0][8].Tile, r.Status, r.Inferred)
		}
		if rows[0][8].Tile.String() != "5p" {
			t.Error("the caller's rows were changed")
		}
	})
	t.Run("a far candidate that completes the hand is not taken", func(t *testing.T) {
		rows := lay(t, strings.Replace(hand, "9p", "5p", 1))
		weaken(rows, 0, 8, 0.95, "9p", 0.04)
		r := layout.Read(rows, layout.DefaultOptions())
		if r.Rows[0][8].Tile.String() != "5p" || r.Status != models.Review || codes(r) != "not-a-hand tile" {
			t.Errorf("tile %v, status %s, doubts %q", r.Rows[0][8].Tile, r.Status, codes(r))
		}
	})
	t.Run("a fifth copy gives way to the next face", func(t *testing.T) {
		rows := lay(t, "1m1m1m1m1m3m7p8p9p1s1s1s5z5z")
		weaken(rows, 0, 4, 0.7, "2m", 0.29)
		r := layout.Read(rows, layout.DefaultOptions())
		if r.Rows[0][4].Tile.String() != "2m" {
			t.Errorf("tile %v, doubts %q", r.Rows[0][4].Tile, codes(r))
		}
	})
	t.Run("a pair read alike is doubted although both hands are complete", func(t *testing.T) {
		rows := lay(t, strings.Replace(hand, "5z5z", "9s9s", 1))
		weaken(rows, 0, 12, 0.97, "6s", 0.03)
		weaken(rows, 0, 13, 0.97, "6s", 0.03)
		if r := layout.Read(rows, layout.DefaultOptions()); r.Status != models.Review {
			t.Errorf("status %s, confidence %v", r.Status, r.Confidence)
		}
	})
	t.Run("a pair that may be one of a face that nobody named is doubted, a tile of a chow is not", func(t *testing.T) {
		for _, tt := range []struct {
			tiles []int
			want  models.Status
		}{{[]int{12, 13}, models.Review}, {[]int{1, 4}, models.Accepted}} {
			rows := lay(t, hand)
			for _, i := range tt.tiles {
				rows[0][i].Confidence = .97
			}
			if r := layout.Read(rows, layout.DefaultOptions()); r.Status != tt.want {
				t.Errorf("tiles %v: status %s, confidence %v", tt.tiles, r.Status, r.Confidence)
			}
		}
	})
	t.Run("a hand beside which something was not read is asked about, and is not changed", func(t *testing.T) {
		rows := append(lay(t, hand), []models.Sighting{{Candidate: models.Candidate{Tile: models.Unknown}}})
		r := layout.Read(rows, layout.DefaultOptions())
		if whole := layout.Read(lay(t, hand), layout.DefaultOptions()); text(r) != text(whole) || len(r.Rows) != len(whole.Rows) {
			t.Errorf("read %s in %d rows", text(r), len(r.Rows))
		}
		if r.Status != models.Review || codes(r) != layout.DoubtUnread {
			t.Errorf("status %s, doubts %q", r.Status, codes(r))
		}
	})
	t.Run("a hand that may go on beyond the border of the picture is asked about", func(t *testing.T) {
		rows := append(lay(t, hand), []models.Sighting{{Candidate: models.Candidate{Tile: models.Unknown}, Beyond: true}})
		if r := layout.Read(rows, layout.DefaultOptions()); r.Status != models.Review || codes(r) != layout.DoubtBorder {
			t.Errorf("status %s, doubts %q", r.Status, codes(r))
		}
	})
	t.Run("tiles that are no hand are accepted only when asked for as tiles", func(t *testing.T) {
		o := layout.DefaultOptions()
		o.AnyTiles = true
		if r := layout.Read(lay(t, "1m4m3m4m5m6m7p8p9p1s1s1s5z"), o); r.Status != models.Accepted {
			t.Errorf("status %s, doubts %q", r.Status, codes(r))
		}
	})
}

func TestAMeldNearTheWinningTileIsNotTakenIntoTheHandUnasked(t *testing.T) {
	tests := []struct {
		name string
		hand float64 // from the winning tile to the rest of the hand, tiles
		meld float64 // from the winning tile to the meld
		want models.Status
	}{
		{"all of them touch: the turned tile came last", 0, 0, models.Accepted},
		{"the meld hardly stands off: the turned tile came last", 0, 0.1, models.Accepted},
		{"a winning tile apart, and a meld near it", 1, 0.22, models.Review},
		{"a winning tile apart, and a meld almost as far as any", 1, 0.29, models.Review},
		{"a winning tile apart, and a meld apart from it", 1, 0.5, models.Accepted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows := lay(t, "1p2p3p3p7z7z7z3p7s7s7s'_7p'5p6p")
			move(rows[0], 7, len(rows[0]), 26*tt.hand, 0)
			move(rows[0], 8, len(rows[0]), 26*tt.meld, 0)
			if r := layout.Read(rows, layout.DefaultOptions()); r.Status != tt.want {
				t.Errorf("%s %q, %s", r.Status, codes(r), text(r))
			}
		})
	}
}

func TestOnlyWhatIsSurelyNoFlowerLiesBeyondAHand(t *testing.T) {
	for _, sure := range []bool{true, false} {
		rows := lay(t, "6z9s4m", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z")
		if !sure {
			weaken(rows, 0, 1, 0.8, "3f", 0.19)
		}
		if r := layout.Read(rows, layout.DefaultOptions()); (r.Status == models.Accepted) != sure {
			t.Errorf("sure: %t, %s %q", sure, r.Status, codes(r))
		}
	}
}

func TestWhatTouchesAWholeHandIsNotBeyondIt(t *testing.T) {
	rows := lay(t, "6z9s4m", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z")
	move(rows[0], 0, len(rows[0]), 0, 40)
	if r := layout.Read(rows, layout.DefaultOptions()); r.Status != models.Review {
		t.Errorf("%s %s", r.Status, text(r))
	}
}

func TestNothingLiesBeyondAHandThatCannotBe(t *testing.T) {
	for name, hand := range map[string]string{
		"a tile five times":   "1m2m3m4m5m6m1s1s1s1s1s2s3s4s",
		"a flower two times":  "3f3f_1m2m3m4m5m6m7p8p9p1s1s1s5z5z",
		"one that is no hand": "1m2m3m4m5m6m7p8p1p1s1s1s5z5z",
	} {
		t.Run(name, func(t *testing.T) {
			r := layout.Read(lay(t, "6z9s4m", hand), layout.DefaultOptions())
			if r.Status != models.Review || !strings.Contains(codes(r), "tile-count") {
				t.Errorf("%s %q, read %s", r.Status, codes(r), text(r))
			}
		})
	}
}

func TestOfAnEqualPairApartTheRightOneCameLast(t *testing.T) {
	for row, tile := range []string{"0p", "5p"} {
		rows := lay(t, "1m2m3m'4m5m6m'_0p", "7p8p9p'1s1s1s'_5p")
		move(rows[row], 6, 7, 60, 0)
		if r := layout.Read(rows, layout.DefaultOptions()); r.WinTile.String() != tile {
			t.Errorf("%s lies right: %v came last, %s %q", tile, r.WinTile, text(r), codes(r))
		}
	}
}

func TestTilesAloneAreDoubtedWhereOneMayBeMissing(t *testing.T) {
	o := layout.DefaultOptions()
	o.AnyTiles = true
	r := layout.Read(lay(t, "1m4m3m4m5m6m_8p9p1s1s1s5z"), o)
	if r.Status != models.Review || codes(r) != "gap" {
		t.Errorf("status %s, doubts %q", r.Status, codes(r))
	}
}

// TestSetsApartAreMeldsThoughATileIsSeenBesideItsPlace moves a tile of the hand as far as a repeated
// pattern can mislead the eye, so that the hand itself seems to have a gap.
func TestSetsApartAreMeldsThoughATileIsSeenBesideItsPlace(t *testing.T) {
	for _, off := range []float64{-.3, -.15, .15, .3} {
		rows := lay(t, "9s9s9s2z2z__1z1z1z_5p4p3p_6m7m5m")
		move(rows[0], 1, 2, off*26, 0)
		got := layout.Read(rows, layout.DefaultOptions())
		if want := "pung:111z: chow:543p: chow:675m: 999s22z"; text(got) != want {
			t.Errorf("moved by %v: read %s, want %s", off, text(got), want)
		}
	}
}

func TestSetsThatAreSeenNearerThanTheyLieAreMelds(t *testing.T) {
	rows := lay(t, "6m6m6m6s6s_2s1s3s_7s7s7s_3z3z3z")
	for i, t := range []int{5, 8, 11} { // gaps of .75, .28 and .25 tiles
		move(rows[0], t, len(rows[0]), -26*[]float64{.25, .72, .75}[i], 0)
	}
	got := layout.Read(rows, layout.DefaultOptions())
	if want := "chow:213s: pung:777s: pung:333z: 666m66s"; text(got) != want {
		t.Errorf("read %s, want %s", text(got), want)
	}
}

func TestALooseRowIsNoRowOfMelds(t *testing.T) {
	for _, tt := range []struct {
		row, want string
		spaces    []float64 // tiles
	}{
		{"9p8p7p2p2p4p5p6p3p3p3p4p4p4p", "22333444456789p", []float64{.31, .22, .41, .38, .22, .22, .28, .06, .16, .11, .12, .24, .08}},
		{"4f1z1z1z7z7z7z9p9p9p1s1s1s9m9m", "99m999p111s111777z f:4f", []float64{.23, .13, .11, .21, .17, .11, .14, 0, .03, 0, .02, 0, 0, 0}},
	} {
		rows := lay(t, tt.row)
		for i, space := range tt.spaces {
			move(rows[0], i+1, len(rows[0]), 26*space, 0)
		}
		if got := layout.Read(rows, layout.DefaultOptions()); text(got) != tt.want {
			t.Errorf("read %s, want %s", text(got), tt.want)
		}
	}
}

// TestATileOfAnotherRowIsAskedAbout lists the first tile of the hand with the melds above it, as where
// rows touch, which made a claimed chow's tile the winning one.
func TestATileOfAnotherRowIsAskedAbout(t *testing.T) {
	rows := lay(t, "8m'7m9m9p6z'6z6z_3s'4s5s", "9p9p4s4s")
	if move(rows[0], 3, 4, 0, 35); !strings.Contains(codes(layout.Read(rows, layout.DefaultOptions())), layout.DoubtPosture) {
		t.Error("a tile a row lower is not asked about")
	}
	rows = lay(t, "1m2m3m4m5m6m7p8p9p1s1s1s5z5z")
	if move(rows[0], 3, 4, 0, 17); codes(layout.Read(rows, layout.DefaultOptions())) != "" {
		t.Error("a tile half a height off its crooked row is asked about")
	}
}

// TestASetInARowOfItsOwnIsAskedAboutWhereClaimedTilesLieSideways: its claimed tile may be a circle that
// seems to stand.
func TestASetInARowOfItsOwnIsAskedAboutWhereClaimedTilesLieSideways(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string
		want string
	}{
		{"a chow by itself beside a claimed pung", []string{"1p2p3p", "5p5p5p1s1s3s3s3s_7z7z7z'"}, layout.DoubtMeld},
		{"nothing that tells how this player lays melds", []string{"1p2p3p", "5p5p5p1s1s3s3s3s7z7z7z"}, ""},
		{"the whole hand beside its melds", []string{"7z7z7z'", "5p5p5p1s1s3s3s3s1p2p3p"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := layout.Read(lay(t, tt.rows...), layout.DefaultOptions()); codes(got) != tt.want {
				t.Errorf("doubts %q, want %q", codes(got), tt.want)
			}
		})
	}
}

// TestAnUnlikelyFaceThatCompletesTheHandTooCountsAsIfItWereNotNamed: the eye may be misled
// altogether, and what it says of other faces means little then.
func TestAnUnlikelyFaceThatCompletesTheHandTooCountsAsIfItWereNotNamed(t *testing.T) {
	read := func(named bool) models.Reading {
		rows := lay(t, "6p6p8p8p8p3s4s5s5s5s2z2z2z_2s'")
		rows[0][13].Confidence = .98365
		if named {
			weaken(rows, 0, 13, .98365, "5s", 3e-8)
		}
		return layout.Read(rows, layout.DefaultOptions())
	}
	named, unnamed := read(true), read(false)
	if codes(named) != layout.DoubtTile || codes(unnamed) != layout.DoubtTile {
		t.Errorf("doubts %q where 5s was named, %q where it was not; want %q", codes(named), codes(unnamed), layout.DoubtTile)
	}
}

func TestReadFailsWithoutTiles(t *testing.T) {
	for _, rows := range [][][]models.Sighting{nil, {}, {{}, {}}} {
		r := layout.Read(rows, layout.DefaultOptions())
		if r.Status != models.Failed || r.Error == nil || r.Error.Code != "no-tiles" {
			t.Errorf("Read(%v) = %s, %v", rows, r.Status, r.Error)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("\x01\x02\x03\x1c\x1d\x2f\x2e0123456789"), 0)
	f.Fuzz(func(t *testing.T, b []byte, view int) {
		var rows [][]models.Sighting
		for len(b) >= 6 {
			s := models.Sighting{Candidate: models.Candidate{Tile: models.Tile(b[0] % 50), Confidence: float64(b[1]) / 250}}
			s.Facing = int(b[2]) * 45
			x, y, w := float64(b[3])*10, float64(b[4]), float64(b[5]>>3)
			s.Quad = [4]models.Point{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + w}, {X: x, Y: y + w}}
			if b[5] == 7 {
				s.Quad[0].X = math.NaN()
			}
			if b[5]&1 == 1 {
				s.Alternatives = []models.Candidate{{Tile: models.Tile(b[4] % 50), Confidence: float64(b[2]) / 200}}
			}
			if len(rows) == 0 || b[2]&8 != 0 {
				rows = append(rows, nil)
			}
			rows[len(rows)-1] = append(rows[len(rows)-1], s)
			b = b[6:]
		}
		o := layout.DefaultOptions()
		o.View = view
		r := layout.Read(rows, o)
		checkReading(t, r)
	})
}

// checkReading holds for every reading of anything.
func checkReading(t *testing.T, r models.Reading) {
	t.Helper()
	if !(r.Confidence >= 0 && r.Confidence <= 1) {
		t.Errorf("confidence %v is no probability", r.Confidence)
	}
	if r.Status != models.Accepted {
		if r.Status == models.Review && len(r.Doubts) == 0 {
			t.Error("review without a doubt")
		}
		return
	}
	if r.Hand == nil || len(r.Doubts) > 0 {
		t.Fatalf("accepted without a hand or with doubts %q", codes(r))
	}
	concealed := append(models.Tiles(nil), r.Hand.Concealed...)
	if r.WinTile != models.NoTile {
		concealed = append(concealed, r.WinTile)
	}
	if !shape.Complete(concealed, len(r.Hand.Melds), models.Thirteen) {
		t.Errorf("accepted %s, which is no complete hand", text(r))
	}
	w := models.Win{Hand: *r.Hand}
	w.Concealed, w.Tile = concealed[:len(concealed)-1], concealed[len(concealed)-1]
	if err := w.Validate(); err != nil {
		t.Errorf("accepted %s: %v", text(r), err)
	}
}

// TestASetThatItsRowHasNoRoomForIsAskedAbout: two tiles of one touching row are each seen by a sixth of their width beside their
// places, away from each other, as a soak of drawn hands found.
func TestASetThatItsRowHasNoRoomForIsAskedAbout(t *testing.T) {
	middles := []float64{262, 317, 378, 431, 490, 555, 604, 663, 722, 789, 839, 916, 966, 1018} // as they were read, pixels
	const wide, high = 58.4, 70
	rows := lay(t, "5m5m5m6m7m7p7p7p8p8p8p6s7s8s")
	place := func(apart float64) {
		for i, x := range middles {
			if i >= 11 {
				x += apart
			}
			rows[0][i].Quad = [4]models.Point{{X: x - wide/2}, {X: x + wide/2}, {X: x + wide/2, Y: high}, {X: x - wide/2, Y: high}}
		}
	}
	place(0)
	if r := layout.Read(rows, layout.DefaultOptions()); r.Status != models.Review || !strings.Contains(codes(r), layout.DoubtMeld) {
		t.Errorf("%s %s with doubts %q", r.Status, text(r), codes(r))
	}
	place(wide / 2) // a meld that does stand apart
	if r := layout.Read(rows, layout.DefaultOptions()); r.Status != models.Accepted || len(r.Hand.Melds) != 1 {
		t.Errorf("apart: %s %s with doubts %q", r.Status, text(r), codes(r))
	}
}
