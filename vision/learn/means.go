package learn

import (
	"context"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
	"math"
)

// average looks at all tiles again and averages the samples of each face.
func (l *learner) average() error {
	if err := each(context.Background(), len(l.rows), func(i int) error { return l.rows[i].look() }); err != nil {
		return err
	}
	return l.averageSeen()
}

// averageSeen averages the samples of each face as they were last looked at, after turning those that
// stand upside down.
func (l *learner) averageSeen() error {
	l.mean, l.cmean = make([]float32, raster.FineLength), make([]float32, raster.CoarseLength)
	tiles := l.tiles()
	for _, tile := range tiles {
		samples := l.byTile[tile]
		k := .5 / float32(len(samples)) / float32(len(tiles))
		for _, s := range samples {
			faces.Accumulate(l.mean, s.up.Fine, k)
			faces.Accumulate(l.mean, s.down.Fine, k)
			faces.Accumulate(l.cmean, s.up.Coarse, k)
			faces.Accumulate(l.cmean, s.down.Coarse, k)
		}
	}
	fine, coarse := make([][2][]float32, len(tiles)), make([][2][]float32, len(tiles))
	if err := each(context.Background(), len(tiles), func(i int) error {
		alignWaysUp(l.byTile[tiles[i]], l.mean)
		fine[i], coarse[i] = l.averageOf(l.byTile[tiles[i]])
		return nil
	}); err != nil {
		return err
	}
	l.fine, l.coarse = map[models.Tile][2][]float32{}, map[models.Tile][2][]float32{}
	for i, tile := range tiles {
		l.fine[tile], l.coarse[tile] = fine[i], coarse[i]
	}
	return nil
}

// alignWaysUp decides which samples of a face stand upside down: beginning with
// one, the sample that is most like the average of those already turned goes
// next. Most tiles on a table are upright, so the majority is.
func alignWaysUp(samples []*sighted, mean []float32) {
	sum := make([]float32, len(mean))
	vecs := make([][2][]float32, len(samples))
	for i, s := range samples {
		vecs[i] = [2][]float32{faces.Centred(s.up.Fine, mean), faces.Centred(s.down.Fine, mean)}
		s.flipped = false
	}
	faces.Accumulate(sum, vecs[0][0], 1)
	done := make([]bool, len(samples))
	done[0] = true
	flips := 0
	for range len(samples) - 1 {
		best, at, way := float32(math.Inf(-1)), 0, 0
		for i := range samples {
			for w := 0; w < 2 && !done[i]; w++ {
				if k := faces.Inner(sum, vecs[i][w]); k > best {
					best, at, way = k, i, w
				}
			}
		}
		done[at], samples[at].flipped = true, way == 1
		flips += way
		faces.Accumulate(sum, vecs[at][way], 1)
	}
	if 2*flips > len(samples) {
		for _, s := range samples {
			s.flipped = !s.flipped
		}
	}
}

func (l *learner) averageOf(samples []*sighted) (fine, coarse [2][]float32) {
	for way := range 2 {
		fine[way], coarse[way] = make([]float32, raster.FineLength), make([]float32, raster.CoarseLength)
		for _, s := range samples {
			f := s.way(way == 1)
			faces.Accumulate(fine[way], f.Fine, 1/float32(len(samples)))
			faces.Accumulate(coarse[way], f.Coarse, 1/float32(len(samples)))
		}
		fine[way], coarse[way] = faces.Centred(fine[way], l.mean), faces.Centred(coarse[way], l.cmean)
	}
	return fine, coarse
}
