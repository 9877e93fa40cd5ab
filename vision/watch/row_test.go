package watch

import (
	"testing"
	"time"

	"jantaku/models"
)

// upright is a tile of a standing hand of place 3 with its left edge at x, or the cloth in place of one.
func upright(x, light float64) bar {
	return bar{place: 3, at: models.Point{X: x + 13, Y: -401}, long: 26, wide: 12, light: light}
}

// over puts an arm from place 3's edge over a place on its side.
func (tb *table) over(x, far float64, d time.Duration) (told []Change) {
	tb.arm = []models.Point{{X: x - 25, Y: -440}, {X: x + 25, Y: -440}, {X: x + 25, Y: far}, {X: x - 25, Y: far}}
	for i, p := range tb.arm {
		tb.arm[i] = quarters(p, 2)
	}
	told = tb.pass(d)
	tb.arm = nil
	return told
}

// TestARowTellsWhereTheFourthTileOfAKongCameFrom draws a tile, which is set apart from the standing hand or put into it, and
// adds that tile or one out of the row to a pung. It claims that a row that was not touched is told, and one that has a hole
// beside a tile that stands apart; and that nothing is told where the drawn tile stands in the row, or where the
// next one had been drawn before an arm left the place of the fourth.
func TestARowTellsWhereTheFourthTileOfAKongCameFrom(t *testing.T) {
	const cloth, paper, end = 75, 205, 100.
	apart, inRow, hole := upright(end+14, paper), upright(end, paper), upright(-60, cloth)
	for name, c := range map[string]struct {
		drawn, laid []bar
		slow        bool // the arm stays until another tile has been drawn
		upon        bool
		want        Row
	}{
		"the drawn tile":                       {[]bar{apart}, nil, false, false, RowUntouched},
		"the drawn tile, upon the pung":        {[]bar{apart}, nil, false, true, RowUntouched},
		"one of the row":                       {[]bar{apart}, []bar{apart, hole}, false, false, RowApart},
		"one of the row, upon the pung":        {[]bar{apart}, []bar{apart, hole}, false, true, RowApart},
		"out of a row with the drawn tile":     {[]bar{inRow}, []bar{inRow, hole}, false, false, ""},
		"the last of such a row":               {[]bar{inRow}, nil, false, false, ""},
		"the drawn one, and the next is drawn": {[]bar{apart}, []bar{apart}, true, false, ""},
	} {
		tb := newTable(t)
		pung := onSide(3, 200, 375, 1)
		tb.put(tile(t, "5s"), onSide(3, 170, 380, 0))
		tb.put(tile(t, "5s"), pung)
		tb.put(tile(t, "5s"), onSide(3, 230, 380, 0))
		tb.pass(2 * time.Second)
		tb.over(130, -250, 3*step)
		tb.sticks = c.drawn
		tb.over(130, -390, step)
		tb.pass(time.Second)
		tb.over(-20, -380, 2*step)
		fourth := onSide(3, 200, 375-26.6, 1)
		if c.upon {
			fourth = pung
			fourth.Height = tb.ground.tile.Depth
		}
		tb.sticks = c.laid
		tb.put(tile(t, "5s"), fourth)
		stays := 2 * step
		if c.slow {
			stays = 12 * step
		}
		told := append(tb.over(200, -320, stays), tb.pass(1500*time.Millisecond)...)
		var rows []Row
		for i := range told {
			if told[i].Kind == Added {
				rows = append(rows, told[i].Row)
			}
		}
		if len(rows) != 1 || rows[0] != c.want {
			t.Errorf("%s: told %q, want %q", name, rows, c.want)
		}
	}
}
