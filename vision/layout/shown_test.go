package layout_test

import (
	"testing"

	"jantaku/vision/layout"
)

// TestAHandThatDidNotWinIsReadToo claims that thirteen tiles that somebody shows are read as
// they lie, and that nothing is doubted but that the winning tile is not there.
func TestAHandThatDidNotWinIsReadToo(t *testing.T) {
	for row, want := range map[string]string{
		"2m3m4m5m6m4p5p6p9p9p6s7s8s":      "23456m45699p678s",
		"2m3m4m3p4p5p6z6z7z7z_1s'1s1s":    "pung:111s:left 234m345p6677z",
		"2m3m4m3p4p5p6z6z7z7z_#1s1s#":     "concealed-kong:1111s: 234m345p6677z",
		"2m3m4m3p4p5p6z6z7z7z_1s1s'1s^1s": "added-kong:1111s:across 234m345p6677z",
	} {
		r := layout.Read(lay(t, row), layout.DefaultOptions())
		if got := text(r); got != want || codes(r) != layout.DoubtCount {
			t.Errorf("%s is read as %s, doubts %s, want %s", row, got, codes(r), want)
		}
	}
}
