package fit

import (
	"math"

	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// row is a hand that was laid, with how many times as likely it is in a sorted hand, by Astray.
type row [len(astray)]float64

// astray are the figures that are tried for how often a tile of a sorted hand stands elsewhere.
var astray = [...]float64{.001, .003, .01, .02, .03, .05, .08, .12, .2}

// Row counts how the tiles of hand number n were laid, from one end to the other.
func (c *Counts) Row(n int, tiles models.Tiles) {
	var r row
	for i, often := range astray {
		r[i] = evidence.Order(tiles, often)
	}
	c.rows[half(n)] = append(c.rows[half(n)], r)
}

// sorted fits how many hands are sorted and how many of their tiles stand elsewhere together:
// each hand is either.
func (c *Counts) sorted() {
	fitted, rest := c.rows[0], c.rows[1]
	if len(fitted) == 0 || c.figures["Sorted"] != nil {
		return
	}
	const steps = 200 // shares that are tried
	most, share, at := math.Inf(-1), 0.0, 0
	for i := range astray {
		for s := 0; s < steps; s++ {
			p := float64(s) / steps
			if l := likely(fitted, p, i); l > most {
				most, share, at = l, p, i
			}
		}
	}
	standard := nearest(c.standard.Astray)
	gain := math.NaN()
	if len(rest) > 0 {
		gain = (likely(rest, share, at) - likely(rest, c.standard.Sorted, standard)) / float64(len(rest))
	}
	const from = "rows of photographs"
	for h, rows := range c.rows {
		seen := 0.0
		for i := range rows {
			w := share * rows[i][at]
			seen += w / (w + 1 - share)
		}
		c.add(h, "Sorted", from, seen, float64(len(rows)))
	}
	f := c.figures["Sorted"]
	f.Fitted, f.Gain = share, gain
	c.figures["Astray"] = &Figure{Name: "Astray", From: "with Sorted", Fitted: astray[at], Gain: gain}
}

// likely is the log-likelihood of rows against all of them unsorted.
func likely(rows []row, share float64, at int) (sum float64) {
	for i := range rows {
		sum += math.Log(share*rows[i][at] + 1 - share)
	}
	return sum
}

func nearest(often float64) (at int) {
	for i := range astray {
		if math.Abs(astray[i]-often) < math.Abs(astray[at]-often) {
			at = i
		}
	}
	return at
}
