package vision

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// leastOff is how far, in tiles, the middles of the halves of a tile lie apart at least.
const leastOff = 0.3

// nearlyOne is how far, in tiles, the halves of a tile that lies sideways are seen apart at most: two thirds.
const nearlyOne = 0.8

// halves looks again at the tiles that touch no other and look as much like a face half a
// tile beside where they were read: half of a 4s is a 2s. It reads them whole, in rows, or
// gives those of which nothing says what the whole is.
func (r *bareReader) halves(p *raster.Picture, rows []row) (found []models.Sighting, err error) {
	for _, c := range rows {
		pitch := pitchOf(c.tiles)
		for i := range c.tiles {
			t := &c.tiles[i]
			if t.turned || t.tile == models.Back || c.touches(i, loose*pitch) {
				continue
			}
			off, err := r.otherHalf(p, t)
			if err != nil {
				return nil, err
			}
			if off == 0 {
				continue
			}
			if from := nearestClear(c.tiles, t); from != nil {
				x, _ := from.frame.Locate(t.frame.At(t.t + off/2))
				whole, err := r.standing(p, from.frame, x)
				if err != nil {
					return nil, err
				}
				if whole.sim >= wellSeen && whole.sim > t.sim {
					*t = whole
					continue
				}
			}
			found = append(found, unreadAt(t.quad))
		}
	}
	return found, nil
}

// turnedHalves reads neighbours that stand too near to each other for two tiles as the one that lies
// sideways there, where that is seen as well: halves of a 4p look like two 2p.
func (r *bareReader) turnedHalves(p *raster.Picture, rows []row) error {
	for n := range rows {
		for i := 0; i+1 < len(rows[n].tiles); i++ {
			tiles := rows[n].tiles
			a, b := &tiles[i], &tiles[i+1]
			near := nearestClear(slices.Delete(slices.Clone(tiles), i, i+2), a)
			if a.turned || b.turned || near == nil || a.apart(b) > nearlyOne*near.frame.Along(near.t).Length() {
				continue
			}
			middle := a.frame.At(a.t).Add(b.frame.At(b.t)).Times(.5)
			whole, err := r.readTurnedNear(p, middle, near.frame, exceptTile(exceptTile(rows, n, i+1), n, i))
			if err != nil {
				return err
			}
			if whole.sim > max(a.sim, b.sim) {
				rows[n].tiles = slices.Replace(slices.Clone(tiles), i, i+2, whole)
			}
		}
	}
	return nil
}

// otherHalf is how far beside a tile, in tiles, a face is seen nearly as well, so that both may be
// halves of one; 0 where there is none.
func (r *bareReader) otherHalf(p *raster.Picture, t *reading) (float64, error) {
	for _, off := range []float64{-.6, -.5, -.4, .4, .5, .6} {
		half := reading{t: t.t + off, frame: t.frame}
		if err := r.readTile(p, &half); err != nil {
			return 0, err
		}
		if half.sim >= turnedSim && half.sim < t.sim-clearMargin { // the tile was looked at closely, too
			if err := r.lookCloser(p, &half); err != nil {
				return 0, err
			}
			x, _ := t.frame.Locate(half.frame.At(half.t))
			if math.Abs(x-t.t) < leastOff { // found the tile itself
				continue
			}
		}
		if half.sim >= max(turnedSim, t.sim-clearMargin) {
			return off, nil
		}
	}
	return 0, nil
}
