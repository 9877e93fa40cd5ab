package watch

import (
	"slices"
	"time"

	"jantaku/models"
)

// coverTiles is how many tiles large a region is at least that is an arm where it reaches
// to the cloth's edge.
const coverTiles = 3

// arms notes over which cells arms reach: large changes that touch the edge of the cloth, on
// the side of whose they are.
func (w *Watch) arms(f *frame, regions []region) {
	for i := range regions {
		r := &regions[i]
		if !r.outside || float64(len(r.pixels)) < coverTiles*w.ground.tilePixels || f.now-r.rest >= w.tuning.Gate.Still {
			continue
		}
		var by [models.Places]float64
		edge := 0.0
		for _, px := range r.pixels {
			if w.ground.border[px] {
				by[w.ground.sides[px]]++
				edge++
			}
		}
		for p := range by {
			by[p] /= edge
		}
		for _, px := range r.pixels {
			c := &w.reach[w.gate.cell(px)]
			if n := len(*c); n > 0 && (*c)[n-1].at == f.now {
				continue
			}
			old := 0
			for old < len(*c) && f.now-(*c)[old].at > w.tuning.Gate.History {
				old++
			}
			*c = append(slices.Delete(*c, 0, old), reached{f.now, by})
		}
	}
}

// reachedBy are the sides from which arms came that were over some pixels after a moment and
// before another, as shares; all 0 where none was seen.
func (w *Watch) reachedBy(px []int32, after, before time.Duration) (by [models.Places]float64) {
	cells := map[int]bool{}
	sum := 0.0
	for _, i := range px {
		cell := w.gate.cell(i)
		if cells[cell] {
			continue
		}
		cells[cell] = true
		for _, r := range w.reach[cell] {
			if r.at <= after || r.at >= before {
				continue
			}
			for p, share := range r.by {
				by[p] += share
			}
			sum++
		}
	}
	for p := range by {
		by[p] /= max(sum, 1)
	}
	return by
}
