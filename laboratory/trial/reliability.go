package trial

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"jantaku/models"
)

// judged is one tile that was read: how sure the eye was, and whether it was right.
type judged struct {
	confidence float64
	right      bool
}

// Reliability compares what the eye claimed with what was true. The bins grow by
// tens of the claimed error, because almost every tile is claimed to be certain.
type Reliability []judged

// Add judges the tiles of a photograph. Where tiles are missing or added nobody can
// say which sighting is which, and the photograph is left out.
func (r *Reliability) Add(want [][]models.Tile, got [][]models.Sighting) {
	var truth []models.Tile
	for _, row := range want {
		truth = append(truth, row...)
	}
	var seen []models.Sighting
	for _, row := range got {
		seen = append(seen, row...)
	}
	unread := func(s models.Sighting) bool { return s.Tile == models.Unknown }
	if len(truth) != len(seen) || slices.ContainsFunc(seen, unread) {
		return
	}
	for i, s := range seen {
		*r = append(*r, judged{s.Confidence, s.Tile == truth[i]})
	}
}

// Judge adds one thing that was told with a confidence.
func (r *Reliability) Judge(confidence float64, right bool) {
	*r = append(*r, judged{confidence, right})
}

// String is a table of the claimed error and of what was wrong, a line for each bin.
func (r Reliability) String() string {
	var b strings.Builder
	for _, bin := range r.bins() {
		if bin.tiles > 0 {
			fmt.Fprintf(&b, "  %.4f to %.4f: %d wrong of %d, %.1f expected\n", bin.from, bin.to, bin.wrong, bin.tiles, bin.claimed*float64(bin.tiles))
		}
	}
	return b.String()
}

// bin is a range of claimed error probabilities.
type bin struct {
	from, to     float64 // of the claimed error
	tiles, wrong int
	claimed      float64 // mean claimed error
}

// binEdges separate the bins; the last holds certain errors too.
var binEdges = [...]float64{0, 1e-4, 1e-3, 1e-2, 1e-1, 1}

func (r Reliability) bins() []bin {
	out := make([]bin, len(binEdges)-1)
	for i := range out {
		b := &out[i]
		b.from, b.to = binEdges[i], binEdges[i+1]
		for _, j := range r {
			e := 1 - j.confidence
			if e < b.from || e >= b.to && b.to < 1 {
				continue
			}
			b.tiles++
			b.claimed += e
			if !j.right {
				b.wrong++
			}
		}
		b.claimed /= math.Max(float64(b.tiles), 1)
	}
	return out
}

// Plot draws the diagram as SVG: a column for each bin, as tall as the share of tiles that
// were wrong, and the claim as a line across it. Both axes are logarithmic.
func (r Reliability) Plot() string {
	const left, top, width, height, floor = 70.0, 40.0, 520.0, 240.0, 1e-5
	y := func(p float64) float64 {
		return top + height*math.Log10(math.Max(p, floor))/math.Log10(floor)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 350" font-family="sans-serif" font-size="13"><rect width="640" height="350" fill="white"/>`)
	fmt.Fprintf(&b, `<text x="70" y="20">%d tiles that were not learned: error claimed (line) and found (column)</text>`, len(r))
	for p := 1.0; p >= floor/1.01; p /= 10 {
		fmt.Fprintf(&b, `<line x1="%.0f" x2="%.0f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="12" y="%.1f">%g %%</text>`, left, left+width, y(p), y(p), y(p)+4, math.Round(p*1e7)/1e5)
	}
	bins := r.bins()
	step := width / float64(len(bins))
	for i, bin := range bins {
		x := left + step*float64(i)
		if bin.wrong > 0 {
			found := float64(bin.wrong) / float64(bin.tiles)
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#b35900" opacity="0.7"/>`, x+12, y(found), step-24, top+height-y(found))
		}
		if bin.tiles > 0 {
			fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#0b57d0" stroke-width="3"/>`, x+6, x+step-6, y(bin.claimed), y(bin.claimed))
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="300" text-anchor="middle">%g–%g %%</text>`, x+step/2, bin.from*100, bin.to*100)
		fmt.Fprintf(&b, `<text x="%.1f" y="318" text-anchor="middle">%d wrong of %d</text>`, x+step/2, bin.wrong, bin.tiles)
	}
	b.WriteString(`<text x="330" y="342" text-anchor="middle">claimed probability that the tile is wrong</text></svg>` + "\n")
	return b.String()
}
