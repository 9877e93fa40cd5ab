package learn

import (
	"context"
	"fmt"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
	"math"
)

// lay gives the rows of a photograph their first frames: from its boxes, or from what lies on the cloth.
func (p *photo) lay(as LabelledPhoto) error {
	if as.Boxes == nil {
		table, err := newCloth(as.Camera, as.Place)
		if err != nil {
			return err
		}
		frames, err := table.guess(p.picture, as.Rows)
		for r := range frames {
			p.rows[r].frame = frames[r]
		}
		return err
	}
	for r, row := range p.rows {
		if r >= len(as.Boxes) || len(as.Boxes[r]) != len(row.labels) || len(row.labels) == 0 {
			return fmt.Errorf("row %d has %d tiles and not as many boxes", r+1, len(row.labels))
		}
		for _, b := range as.Boxes[r] {
			if !(b[2] >= 2 && b[3] >= 2 && b[2] < 1e5 && b[3] < 1e5) {
				return fmt.Errorf("row %d: a box of %v×%v pixels", r+1, b[2], b[3])
			}
		}
		row.frame = straightFrame(p.picture, as.Boxes[r])
	}
	return nil
}

// frameFromBoxes fits a frame to labelled boxes, whose first tile leans so far along the row for each unit across it, and its last: boxes stand upright
// whichever way tiles lean.
func frameFromBoxes(boxes [][4]float64, first, last float64) raster.Frame {
	n := len(boxes)
	ts, pts := make([]float64, n), make([]models.Point, n)
	for i, b := range boxes {
		ts[i] = float64(i)
		pts[i] = models.Point{X: b[0] + b[2]/2, Y: b[1] + b[3]/2}
	}
	var f raster.Frame
	f.Centre = raster.FitCurve(ts, pts)
	if n == 1 {
		f.Centre[1] = models.Point{X: boxes[0][2]}
	}
	downs := make([]models.Point, n)
	for i, b := range boxes {
		along := f.Along(ts[i])
		way := leaning(along, first+(last-first)*ts[i]/float64(max(n-1, 1)))
		tall := (b[3] - math.Abs(along.Y)) / max(math.Abs(way.Y), .1)
		if math.Abs(along.Y) > math.Abs(along.X) {
			tall = (b[2] - math.Abs(along.X)) / max(math.Abs(way.X), .1)
		}
		downs[i] = way.Times(min(max(tall, .6*along.Length()), 2*along.Length()))
	}
	d := raster.FitLineAt(ts, downs)
	f.Down = [2]models.Point{d[0], d[1]}
	return f
}

// Tiles of a row that is seen aslant lean, and in perspective those at one end otherwise than those at the other. Laid flat as they lean, a row shows
// no print about the sides of its tiles: there each column is even from top to bottom. So are skewed lines of text straightened. Faces
// would not tell: those of one photograph all lean alike.

// uprightTuning are the numbers of straightening a row. Of the rows of twenty photographs of two sets none leans by more than .46 at an end.
type uprightTuning struct {
	step  float64 // of how far tiles lean along their row for each unit across it,
	steps int     // how many of those are tried either way, and
	fine  int     // how often it is halved then, about the best
	near  float64 // tiles either way of a side in which no print is
}

var uprights = uprightTuning{step: .1, steps: 5, fine: 3, near: .12}

// straightFrame is the frame of a row of labelled boxes as its tiles lean.
func straightFrame(p *raster.Picture, boxes [][4]float64) raster.Frame {
	best, first, last, least := frameFromBoxes(boxes, 0, 0), 0., 0., math.Inf(1)
	try := func(a, b float64) {
		f := frameFromBoxes(boxes, a, b)
		if off := uneven(p, &f, len(boxes)); off < least {
			best, first, last, least = f, a, b, off
		}
	}
	around := func(steps int, step float64) {
		a, b := first, last
		for i := -steps; i <= steps; i++ {
			for j := -steps; j <= steps; j++ {
				try(a+float64(i)*step, b+float64(j)*step)
			}
		}
	}
	step := uprights.step
	around(uprights.steps, step)
	for range uprights.fine {
		step /= 2
		around(1, step)
	}
	return best
}

// leaning is the direction down a tile that leans along its row, for each unit across it.
func leaning(along models.Point, lean float64) models.Point {
	return across(along).Add(along.Unit().Times(lean))
}

// across is the direction across a row, down in the picture.
func across(along models.Point) models.Point {
	a := along.Unit()
	if a.X < 0 {
		return models.Point{X: a.Y, Y: -a.X}
	}
	return models.Point{X: -a.Y, Y: a.X}
}

// uneven is how uneven a row of n tiles is from top to bottom about their sides, where a frame has them.
func uneven(p *raster.Picture, f *raster.Frame, n int) (sum float64) {
	const around = 1 // tiles beyond the ends
	res, channels := raster.FineRes, raster.Channels
	s := f.Draw(p, res, -around, (n-1+2*around)*res.CellW, 0)
	for i := range n + 1 {
		t := float64(i) - .5
		if !p.Shows(f.At(t)) {
			continue
		}
		first, _ := s.Pixel(t-uprights.near, 0)
		last, _ := s.Pixel(t+uprights.near, 0)
		variance := 0.
		for i := channels * first; i < channels*(last+1); i++ {
			sum, squares := 0, 0
			for k := i; k < len(s.Pix); k += channels * s.Width {
				v := int(s.Pix[k])
				sum, squares = sum+v, squares+v*v
			}
			mean := float64(sum) / float64(s.Height)
			variance += float64(squares)/float64(s.Height) - mean*mean
		}
		sum += math.Sqrt(max(variance, 0)) // no side tells more than all others because a dark cloth is beside it
	}
	return sum
}

// learnRounds is how often all rows are fitted to the average faces.
const learnRounds = 3

// settle fits the rows to the average faces.
func (l *learner) settle(ctx context.Context, progress func(float64)) error {
	for round := range learnRounds {
		if err := l.round(ctx, round); err != nil {
			return err
		}
		progress(float64(round+1) / learnRounds)
	}
	return nil
}

// round looks at every tile, averages the faces, and moves the frames of the rows
// so that their tiles look more like the averages.
func (l *learner) round(ctx context.Context, round int) error {
	if err := l.average(); err != nil {
		return err
	}
	step := .08
	if round > 0 {
		step = .04
	}
	if err := each(ctx, len(l.rows), func(i int) error {
		row, n := l.rows[i], len(l.rows[i].tiles)
		if n == 0 {
			return nil
		}
		if row.found != nil && row.found.own != nil {
			for _, s := range row.tiles {
				own, _ := raster.Climb{Moves: tileMoves, Rounds: 2, Step: step}.Refine(*s.own, 0, func(f *raster.Frame) float64 {
					if row.found.strays(s.place-1, f) {
						return math.Inf(-1)
					}
					return l.likeAlone(s, f)
				})
				s.own = &own
			}
			return nil
		}
		middle := (row.tiles[0].t + row.tiles[n-1].t) / 2
		row.frame, _ = raster.Climb{Moves: locate.RowMoves, Rounds: 2, Step: step}.Refine(row.frame, middle, func(f *raster.Frame) float64 { return l.fit(row, f) })
		return nil
	}); err != nil {
		return err
	}
	return l.average()
}

// likeAlone is how much a tile, seen in a frame of its own, looks like the average.
func (l *learner) likeAlone(s *sighted, f *raster.Frame) float64 {
	g, err := f.DrawTile(s.row.picture, raster.CoarseRes, 0, 0).Grid()
	if err != nil {
		return math.Inf(-1)
	}
	return l.likeness(s, g, 0, 0)
}

// fit is how much the tiles of a row, seen in a frame, look like the averages.
func (l *learner) fit(row *labelledRow, f *raster.Frame) (sum float64) {
	first, last := row.tiles[0].t, row.tiles[len(row.tiles)-1].t
	s := f.Draw(row.picture, raster.CoarseRes, first-.5+raster.InsetT, int(math.Round(last-first)*float64(raster.CoarseRes.CellW))+raster.CoarseRes.WindowW, placeMargin)
	g, err := s.Grid()
	if err != nil {
		return math.Inf(-1)
	}
	for _, tile := range row.tiles {
		sum += l.likeness(tile, g, int(math.Round((tile.t-first)*raster.CoarsePerTile)), placeMargin/raster.PoolCell)
	}
	return sum
}

// likeness is how like the mean of its face a tile is, seen at a place of a grid.
func (l *learner) likeness(s *sighted, g *raster.Grid, x, y int) float64 {
	v, way := make(raster.Vector, raster.CoarseLength), 0
	if s.flipped {
		way = 1
	}
	g.Window(v, x, y, raster.CoarseW, raster.CoarseH)
	return float64(faces.Inner(l.coarse[s.tile][way], faces.Centred(v, l.cmean)))
}

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
	fine, coarse := make([]bothWays, len(tiles)), make([]bothWays, len(tiles))
	if err := each(context.Background(), len(tiles), func(i int) error {
		alignWaysUp(l.byTile[tiles[i]], l.mean)
		fine[i], coarse[i] = l.averageOf(l.byTile[tiles[i]])
		return nil
	}); err != nil {
		return err
	}
	l.fine, l.coarse = map[models.Tile]bothWays{}, map[models.Tile]bothWays{}
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
	vecs := make([]bothWays, len(samples))
	for i, s := range samples {
		vecs[i] = bothWays{faces.Centred(s.up.Fine, mean), faces.Centred(s.down.Fine, mean)}
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

func (l *learner) averageOf(samples []*sighted) (fine, coarse bothWays) {
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
