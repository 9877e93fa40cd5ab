package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/raster"
)

// leastOff is how far, in tiles, the middles of the halves of a tile lie apart at least.
const leastOff = 0.3

// nearlyOne is how far, in tiles, the halves of a tile that lies sideways are seen apart at most: two thirds.
const nearlyOne = 0.8

// halves looks again at the tiles that touch no other and look as much like a face half a
// tile beside where they were read: half of a 4s is a 2s. It reads them whole, in rows, or
// gives those of which nothing says what the whole is.
func (r *Reader) halves(p *raster.Picture, rows []sight.Row) (found []models.Sighting, err error) {
	for _, c := range rows {
		pitch := pitchOf(c.Tiles)
		for i := range c.Tiles {
			t := &c.Tiles[i]
			if t.Turned || t.Tile == models.Back || touches(&c, i, sight.Loose*pitch) {
				continue
			}
			off, err := r.otherHalf(p, t)
			if err != nil {
				return nil, err
			}
			if off == 0 {
				continue
			}
			if from := nearestClear(c.Tiles, t); from != nil {
				x, _ := from.Frame.Locate(t.Frame.At(t.T + off/2))
				whole, err := r.standing(p, from.Frame, x)
				if err != nil {
					return nil, err
				}
				if whole.Sim >= sight.Levels.WellSeen && whole.Sim > t.Sim {
					*t = whole
					continue
				}
			}
			found = append(found, unreadAt(t.Quad))
		}
	}
	return found, nil
}

// turnedHalves reads neighbours that stand too near to each other for two tiles as the one that lies
// sideways there, where that is seen as well: halves of a 4p look like two 2p.
func (r *Reader) turnedHalves(p *raster.Picture, rows []sight.Row) error {
	for n := range rows {
		for i := 0; i+1 < len(rows[n].Tiles); i++ {
			tiles := rows[n].Tiles
			a, b := &tiles[i], &tiles[i+1]
			near := nearestClear(slices.Delete(slices.Clone(tiles), i, i+2), a)
			if a.Turned || b.Turned || near == nil || a.Apart(b) > nearlyOne*near.Frame.Along(near.T).Length() {
				continue
			}
			middle := a.Frame.At(a.T).Add(b.Frame.At(b.T)).Times(.5)
			whole, err := r.readTurnedNear(p, middle, near.Frame, exceptTile(exceptTile(rows, n, i+1), n, i))
			if err != nil {
				return err
			}
			if whole.Sim > max(a.Sim, b.Sim) {
				rows[n].Tiles = slices.Replace(slices.Clone(tiles), i, i+2, whole)
			}
		}
	}
	return nil
}

// otherHalf is how far beside a tile, in tiles, a face is seen nearly as well, so that both may be
// halves of one; 0 where there is none.
func (r *Reader) otherHalf(p *raster.Picture, t *sight.Reading) (float64, error) {
	for _, off := range []float64{-.6, -.5, -.4, .4, .5, .6} {
		half := sight.Reading{T: t.T + off, Frame: t.Frame}
		if err := r.ReadTile(p, &half); err != nil {
			return 0, err
		}
		if half.Sim >= sight.Levels.TurnedSim && half.Sim < t.Sim-sight.Levels.ClearMargin { // the tile was looked at closely, too
			if err := r.LookCloser(p, &half); err != nil {
				return 0, err
			}
			x, _ := t.Frame.Locate(half.Frame.At(half.T))
			if math.Abs(x-t.T) < leastOff { // found the tile itself
				continue
			}
		}
		if half.Sim >= max(sight.Levels.TurnedSim, t.Sim-sight.Levels.ClearMargin) {
			return off, nil
		}
	}
	return 0, nil
}

// touches reports whether a tile stands less than so far, pixels, from a neighbour.
func touches(c *sight.Row, k int, apart float64) bool {
	return slices.ContainsFunc(sight.Neighbours(k, len(c.Tiles)), func(o int) bool {
		return c.Tiles[k].Apart(&c.Tiles[o]) < apart
	})
}

// nearestClear is the clear tile of a row that lies nearest to another; nil if none does.
func nearestClear(tiles []sight.Reading, t *sight.Reading) *sight.Reading {
	if len(tiles) == 0 {
		return nil
	}
	from := slices.MinFunc(tiles, func(a, b sight.Reading) int { return cmp.Compare(farFrom(&a, t), farFrom(&b, t)) })
	if math.IsInf(farFrom(&from, t), 1) {
		return nil
	}
	return &from
}

// farFrom is how far a tile lies from another that is to be read like it; infinitely
// far if it is not clear or that tile itself.
func farFrom(a, t *sight.Reading) float64 {
	if a.Turned || a.Sim < sight.Levels.ClearSim || a.Quad == t.Quad {
		return math.Inf(1)
	}
	return a.Apart(t)
}
