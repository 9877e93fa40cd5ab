package fit

import (
	"fmt"

	"jantaku/models"
)

// Record counts what people do in hand number n.
func (c *Counts) Record(n int, r *models.Record) {
	const from = "records"
	var discards [models.Places]int
	var open, declared [models.Places]bool
	thrown, turns, calls, kongs := 0, 0, map[models.Deed]int{}, 0
	for _, m := range r.Events {
		i := max(m.Place.Index(), 0)
		switch m.Do {
		case models.Draw:
			turns++
		case models.Discarded:
			thrown++
			if r.Rules == "riichi" && !open[i] && !declared[i] {
				c.add(n, fmt.Sprintf("Riichi[%d]", min(discards[i], len(c.standard.Riichi)-1)), from, one(m.Riichi), 1)
			}
			discards[i]++
			declared[i] = declared[i] || m.Riichi
		case models.CalledChow, models.CalledPung, models.CalledKong:
			calls[m.Do]++
			open[i] = true
		case models.MadeAdded, models.MadeConcealed:
			kongs++
		}
	}
	all := calls[models.CalledChow] + calls[models.CalledPung] + calls[models.CalledKong]
	c.add(n, "Call", from, float64(all), float64(thrown))
	c.add(n, "Pung", from, float64(calls[models.CalledPung]), float64(all))
	c.add(n, "Kong", from, float64(calls[models.CalledKong]), float64(all))
	c.add(n, "OwnKong", from, float64(kongs), float64(turns))
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
