package trial

import (
	"fmt"
	"slices"
	"strings"

	"jantaku/models"
)

// Step is what came out of drawn scenes of one hardness, from 0 to 1.
type Step struct {
	Hardness float64
	// Scenes were read, and lay Tiles, of which Right stand in the readings too. In Hands of
	// them all that was claimed is so. Accepted were accepted, Wrong among them, and Readable were
	// read at all.
	Scenes, Tiles, Right             int
	Hands, Accepted, Wrong, Readable int
}

// Laid is what a scene shows: the tiles row by row, the hand, and the tile it was won with,
// NoTile where it is not known.
type Laid struct {
	Rows [][]models.Sighting
	Hand models.Hand
	Win  models.Tile
}

// Add counts one reading and tells whether the hand was read right.
func (t *Step) Add(s Laid, r *models.Reading) bool {
	t.Scenes++
	laid, seen := tilesIn(s.Rows), tilesIn(r.Rows)
	for tile, n := range laid {
		t.Tiles += n
		t.Right += min(n, seen[tile])
	}
	good := readRight(s, r)
	if good {
		t.Hands++
	}
	if r.Status != models.Failed {
		t.Readable++
	}
	if r.Status == models.Accepted {
		t.Accepted++
		if !good {
			t.Wrong++
		}
	}
	return good
}

// readRight reports whether all that a reading claims is so. Which tile came last may stay
// open: where it changes the score, that is asked.
func readRight(s Laid, r *models.Reading) bool {
	if r.Hand == nil {
		return false
	}
	hand, win := s.Hand, s.Win
	if r.WinTile == models.NoTile && win != models.NoTile {
		hand.Concealed, win = append(slices.Clone(hand.Concealed), win), models.NoTile
	}
	return r.Hand.Canonical(r.WinTile) == hand.Canonical(win)
}

// tilesIn counts the tiles of rows, each kind, red fives by themselves.
func tilesIn(rows [][]models.Sighting) map[models.Tile]int {
	counts := map[models.Tile]int{}
	for _, row := range rows {
		for _, s := range row {
			counts[s.Tile]++
		}
	}
	return counts
}

// PlotSteps draws accuracy by hardness as SVG; style names the set of tiles that were drawn.
func PlotSteps(steps []Step, style string) string {
	const left, top, width, height = 60.0, 30.0, 520.0, 260.0
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 350" font-family="sans-serif" font-size="13"><rect width="640" height="350" fill="white"/>`)
	total, wrong := 0, 0
	for _, s := range steps {
		total += s.Scenes
		wrong += s.Wrong
	}
	fmt.Fprintf(&b, `<text x="60" y="20">%d drawn scenes, style %s: %d wrong hands accepted</text>`, total, style, wrong)
	for p := 0; p <= 100; p += 20 {
		y := top + height*(1-float64(p)/100)
		fmt.Fprintf(&b, `<line x1="%.0f" x2="%.0f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="20" y="%.1f">%d %%</text>`, left, left+width, y, y, y+4, p)
	}
	for i, line := range []struct {
		name, colour string
		of           func(Step) float64
	}{
		{"tiles right", "#1a7f37", func(s Step) float64 { return Percent(s.Right, s.Tiles) }},
		{"hands right", "#0b57d0", func(s Step) float64 { return Percent(s.Hands, s.Scenes) }},
		{"accepted", "#b35900", func(s Step) float64 { return Percent(s.Accepted, s.Scenes) }},
	} {
		var points []string
		for _, s := range steps {
			points = append(points, fmt.Sprintf("%.1f,%.1f", left+width*s.Hardness, top+height*(1-line.of(s)/100)))
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2.5"/>`, strings.Join(points, " "), line.colour)
		fmt.Fprintf(&b, `<text x="%d" y="340" fill="%s">%s</text>`, 60+150*i, line.colour, line.name)
	}
	for _, s := range steps {
		fmt.Fprintf(&b, `<text x="%.0f" y="308" text-anchor="middle">%.2f</text>`, left+width*s.Hardness, s.Hardness)
	}
	b.WriteString(`<text x="560" y="340">hardness</text></svg>` + "\n")
	return b.String()
}

// Percent is n of so many in percent; 0 of none.
func Percent(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
