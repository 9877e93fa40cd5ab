package watch

import (
	"slices"
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
// beside a tile that stands apart; and that nothing is told where the drawn tile stands in the row, where
// the next one had been drawn before an arm left the place of the fourth, where the row was touched since the last
// discard, or where nobody would have seen a hole.
func TestARowTellsWhereTheFourthTileOfAKongCameFrom(t *testing.T) {
	const cloth, paper, end = 75, 205, 100.
	apart, inRow, hole := upright(end+14, paper), upright(end, paper), upright(-60, cloth)
	all := func(light float64) bar {
		return bar{place: 3, at: models.Point{X: -35, Y: -401}, long: 274, wide: 16, light: light}
	}
	closed := []bar{{place: 3, at: models.Point{X: -166, Y: -401}, long: 10, wide: 12, light: cloth}, {place: 3, at: models.Point{X: 105, Y: -401}, long: 10, wide: 12, light: paper}}
	for name, c := range map[string]struct {
		stands, drawn, laid []bar         // what of the row is otherwise, from the first, from the draw and from the fourth tile on
		waits               time.Duration // until the fourth is laid
		slow                bool          // the arm stays until another tile has been drawn
		closes              bool          // the row looks as before the draw when the arm leaves it
		upon                bool
		want                Row
	}{
		"the drawn tile":                       {drawn: []bar{apart}, want: RowUntouched},
		"the drawn tile, after a while":        {drawn: []bar{apart}, waits: 4 * time.Second, want: RowUntouched},
		"the drawn tile, upon the pung":        {drawn: []bar{apart}, upon: true, want: RowUntouched},
		"one of the row":                       {drawn: []bar{apart}, laid: []bar{apart, hole}, want: RowApart},
		"one of the row, upon the pung":        {drawn: []bar{apart}, laid: []bar{apart, hole}, upon: true, want: RowApart},
		"one of a row that is closed at once":  {drawn: []bar{apart}, laid: []bar{apart, hole}, closes: true, want: RowApart},
		"out of a row with the drawn tile":     {drawn: []bar{inRow}, laid: []bar{inRow, hole}},
		"the last of such a row":               {drawn: []bar{inRow}},
		"the drawn one, and the next is drawn": {drawn: []bar{apart}, laid: []bar{apart}, slow: true},
		"one for which the drawn was put in":   {drawn: closed, laid: closed},
		"one of a row that is not seen":        {stands: []bar{all(cloth)}},
		"one of a row as dark as the cloth":    {stands: []bar{all(cloth + 15)}, drawn: []bar{upright(end+14, cloth+15)}, laid: []bar{upright(end+14, cloth+15), hole}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			tb.sticks = c.stands
			tb.pass(2 * step)
			pung := onSide(3, 200, 375, 1)
			tb.put(tile(t, "5s"), onSide(3, 170, 380, 0))
			tb.put(tile(t, "5s"), pung)
			tb.put(tile(t, "5s"), onSide(3, 230, 380, 0))
			tb.put(tile(t, "9m"), river(2, 0))
			tb.pass(time.Second)
			tb.over(130, -250, 3*step)
			tb.sticks = slices.Concat(c.stands, c.drawn)
			tb.over(130, -390, step)
			tb.pass(750*time.Millisecond + c.waits)
			tb.over(-20, -380, 2*step)
			fourth := onSide(3, 200, 375-26.6, 1)
			if c.upon {
				fourth = pung
				fourth.Height = tb.ground.tile.Depth
			}
			tb.sticks = slices.Concat(c.stands, c.laid)
			tb.put(tile(t, "5s"), fourth)
			stays := 2 * step
			if c.slow {
				stays = 12 * step
			}
			told := tb.over(200, -320, stays)
			if c.closes {
				told = append(told, tb.over(end+20, -380, step)...)
				tb.sticks = c.stands
				told = append(told, tb.over(end+20, -380, step)...)
			}
			told = append(told, tb.pass(time.Second)...)
			var rows []Row
			for i := range told {
				if told[i].Kind == Added {
					rows = append(rows, told[i].Row)
				}
			}
			if len(rows) != 1 || rows[0] != c.want {
				t.Errorf("told %q, want %q", rows, c.want)
			}
		})
	}
}

// TestARowThatWasPushedIsNoTileThatStandsApart claims that a row that stands a little nearer to the middle is not taken for a tile that came and
// one that went.
func TestARowThatWasPushedIsNoTileThatStandsApart(t *testing.T) {
	tb := newTable(t)
	w, s := tb.watch, &tb.watch.standing[2]
	plane := tb.draw()
	was := pick(plane.Pix, s.pixels)
	for by := int32(1); by < 8; by++ {
		now := slices.Clone(was)
		for k, i := range s.pixels {
			if n, ok := slices.BinarySearch(s.pixels, i-by*int32(w.ground.width)); ok {
				now[k] = was[n]
			}
		}
		if pieces := w.differ(s.pixels, was, now); w.oneApart(s, was, now, pieces) {
			t.Errorf("pushed by %d pixels it is one tile that came, in %d pieces", by, len(pieces))
		}
	}
}
