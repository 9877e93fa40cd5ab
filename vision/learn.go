package vision

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// LabelledPhoto is a photograph whose tiles are known.
type LabelledPhoto struct {
	Name  string // for messages
	Image []byte // the encoded picture
	// Rows are the tiles top to bottom, left to right as they stand.
	Rows [][]models.Tile
	// Boxes are x, y, width, height of each tile, good to a few pixels; nil where
	// the tiles have to be found first.
	Boxes [][][4]float64
	// Camera is the calibrated camera that took it, where there is one. Rows without boxes
	// are then looked for on the cloth, upright as Place sees them, with nothing beside them.
	Camera *calibration.Camera
	Place  models.Place
}

// sighted is one labelled tile: where it stands and what its window looks like.
type sighted struct {
	tile    models.Tile
	row     *labelledRow
	place   int // in its row as it is labelled, from 1
	t       float64
	flipped bool
	up      face // features as seen, not centred
	down    face // the same turned by 180°
	ratio   []byte
}

// labelledRow is a row of a photograph with its frame.
type labelledRow struct {
	name    string
	number  int  // in its photograph, from 1
	guessed bool // its place was found, not labelled
	onCloth bool // and that on a calibrated table: it is known to a twentieth of a tile
	picture *picture
	frame   frame
	tiles   []*sighted
}

// sampleMargin is drawn around a sample so that the light near its rim is known.
const sampleMargin = 10

// frameFromBoxes fits a frame to labelled boxes.
func frameFromBoxes(boxes [][4]float64) frame {
	n := len(boxes)
	pts := make([]vec, n)
	for i, b := range boxes {
		pts[i] = vec{X: b[0] + b[2]/2, Y: b[1] + b[3]/2}
	}
	var f frame
	f.centre = fitCurve(pts)
	if n == 1 {
		f.centre[1] = vec{X: boxes[0][2]}
	}
	heights := make([]vec, n)
	for i, b := range boxes {
		a := f.along(float64(i))
		w := length(a)
		c, s := math.Abs(a.X)/w, math.Abs(a.Y)/w
		h := (b[3] - w*s) / max(c, .1)
		if s > c {
			h = (b[2] - w*c) / s
		}
		heights[i] = vec{X: min(max(h, .6*w), 2*w)}
	}
	h := fitLine(heights)
	perp := func(a vec) vec {
		a = unit(a)
		if a.X < 0 {
			return vec{X: a.Y, Y: -a.X}
		}
		return vec{X: -a.Y, Y: a.X}
	}
	m := float64(n-1) / 2
	d := perp(f.along(m))
	f.down = [2]vec{mul(d, h[0].X), mul(d, h[1].X)}
	return f
}

// learner is the state of learning.
type learner struct {
	photos []*picture
	rows   []*labelledRow
	byTile map[models.Tile][]*sighted
	mean   []float32 // of all fine vectors, both ways up
	cmean  []float32
	fine   map[models.Tile][2][]float32 // average face, upright and turned, centred
	coarse map[models.Tile][2][]float32
}

// Learn learns the faces of a set of tiles from labelled photographs. Photographs
// that cannot be used are named in the report; progress, which may be nil, is
// told how far the work is, from 0 to 1.
func Learn(ctx context.Context, photos []LabelledPhoto, progress func(float64)) (calibration.Faces, Report, error) {
	l := &learner{byTile: map[models.Tile][]*sighted{}}
	var report Report
	for _, p := range photos {
		if err := ctx.Err(); err != nil {
			return calibration.Faces{}, report, err
		}
		if err := l.addPhoto(p); err != nil {
			report.Unused = append(report.Unused, fmt.Sprintf("%s: %v", p.Name, err))
		}
	}
	if len(l.rows) == 0 {
		return calibration.Faces{}, report, errors.New("vision: no labelled photograph could be used")
	}
	if err := l.learn(ctx, &report, progress); err != nil {
		return calibration.Faces{}, report, err
	}
	if err := l.checkLabels(&report); err != nil {
		return calibration.Faces{}, report, err
	}
	faces, err := l.faces(&report)
	return faces, report, err
}

// learnRounds is how often all rows are fitted to the average faces.
const learnRounds = 3

// learn fits the rows; where rows had to be guessed, it finds them again with what
// was learned and fits once more.
func (l *learner) learn(ctx context.Context, report *Report, progress func(float64)) error {
	passes := 1
	for _, r := range l.rows {
		switch {
		case r.guessed && r.onCloth:
			passes = max(passes, 2)
		case r.guessed:
			passes = 3
		}
	}
	for pass := range passes {
		if pass > 0 {
			if err := l.findAgain(ctx, report); err != nil {
				return err
			}
		}
		if len(l.rows) == 0 {
			return errors.New("vision: none of the labelled rows was found")
		}
		for round := range learnRounds {
			if err := l.round(ctx, round, func(done float64) {
				if progress != nil {
					progress((float64(pass*learnRounds+round) + done) / float64(passes*learnRounds))
				}
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *learner) addPhoto(p LabelledPhoto) error {
	film := newFilm()
	defer film.close()
	pic, err := decode(p.Image, film)
	if err != nil {
		return err
	}
	pic.levels[0].pix = slices.Clone(pic.levels[0].pix) // kept for longer than the film
	if err := pic.shrink(); err != nil {
		return err
	}
	frames, err := framesOf(pic, p)
	if err != nil {
		return err
	}
	for r, tiles := range p.Rows {
		row := &labelledRow{name: p.Name, number: r + 1, guessed: p.Boxes == nil, onCloth: p.Camera != nil, picture: pic, frame: frames[r]}
		for i, t := range tiles {
			if !t.HasFace() {
				continue
			}
			s := &sighted{tile: t, row: row, place: i + 1, t: float64(i)}
			row.tiles = append(row.tiles, s)
			l.byTile[t] = append(l.byTile[t], s)
		}
		if len(row.tiles) > 0 {
			l.rows = append(l.rows, row)
		}
	}
	return nil
}

// framesOf gives the first frames of the rows of a photograph: from its boxes, from what
// lies on the cloth, or from the bands of print that suit the labels.
func framesOf(pic *picture, p LabelledPhoto) ([]frame, error) {
	switch {
	case p.Boxes == nil && p.Camera != nil:
		table, err := newCloth(p.Camera, p.Place)
		if err != nil {
			return nil, err
		}
		return table.guess(pic, p.Rows)
	case p.Boxes == nil:
		return guessRows(pic, p.Rows)
	}
	frames := make([]frame, len(p.Rows))
	for r, tiles := range p.Rows {
		if r >= len(p.Boxes) || len(p.Boxes[r]) != len(tiles) || len(tiles) == 0 {
			return nil, fmt.Errorf("row %d has %d tiles and not as many boxes", r+1, len(tiles))
		}
		for _, b := range p.Boxes[r] {
			if !(b[2] >= 2 && b[3] >= 2 && b[2] < 1e5 && b[3] < 1e5) {
				return nil, fmt.Errorf("row %d: a box of %v×%v pixels", r+1, b[2], b[3])
			}
		}
		frames[r] = frameFromBoxes(p.Boxes[r])
	}
	return frames, nil
}

// round looks at every tile, averages the faces, and moves the frames of the rows
// so that their tiles look more like the averages.
func (l *learner) round(ctx context.Context, round int, progress func(float64)) error {
	if err := l.average(); err != nil {
		return err
	}
	for i, row := range l.rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		step := .08
		if round > 0 {
			step = .04
		}
		m := (row.tiles[0].t + row.tiles[len(row.tiles)-1].t) / 2
		row.frame, _ = refine(row.frame, m, 2, step, func(f *frame) float64 { return l.fit(row, f) })
		progress(float64(i+1) / float64(len(l.rows)))
	}
	return l.average()
}

// fit is how much the tiles of a row, seen in a frame, look like the averages.
func (l *learner) fit(row *labelledRow, f *frame) float64 {
	first, last := row.tiles[0].t, row.tiles[len(row.tiles)-1].t
	const margin = 4
	s := f.draw(row.picture, coarseRes, first-.5+insetT, int(math.Round(last-first)*float64(coarseRes.cellW))+coarseRes.windowW, margin)
	g, err := s.grid()
	if err != nil {
		return math.Inf(-1)
	}
	sum := 0.0
	v := make(vector, coarseLength)
	for _, tile := range row.tiles {
		g.window(v, int(math.Round((tile.t-first)*coarsePerTile)), margin/poolCell, coarseW, coarseH)
		sum += l.likeness(l.coarse[tile.tile], tile, centred(v, l.cmean))
	}
	return sum
}

func (l *learner) likeness(target [2][]float32, s *sighted, v []float32) float64 {
	if s.flipped {
		return float64(inner(target[1], v))
	}
	return float64(inner(target[0], v))
}

// average looks at all tiles again and averages the samples of each face, after
// turning those that stand upside down.
func (l *learner) average() error {
	for _, row := range l.rows {
		for _, s := range row.tiles {
			if err := s.look(); err != nil {
				return err
			}
		}
	}
	l.mean, l.cmean = make([]float32, fineLength), make([]float32, coarseLength)
	tiles := l.tiles()
	for _, tile := range tiles {
		samples := l.byTile[tile]
		k := .5 / float32(len(samples)) / float32(len(tiles))
		for _, s := range samples {
			accumulate(l.mean, s.up.fine, k)
			accumulate(l.mean, s.down.fine, k)
			accumulate(l.cmean, s.up.coarse, k)
			accumulate(l.cmean, s.down.coarse, k)
		}
	}
	l.fine, l.coarse = map[models.Tile][2][]float32{}, map[models.Tile][2][]float32{}
	for _, tile := range tiles {
		alignWaysUp(l.byTile[tile], l.mean)
		l.fine[tile], l.coarse[tile] = l.averageOf(l.byTile[tile])
	}
	return nil
}

// tiles are those that are learned, in order: sums of floats in another one are others, and the
// same photographs must teach the same faces.
func (l *learner) tiles() []models.Tile { return slices.Sorted(maps.Keys(l.byTile)) }

func (l *learner) averageOf(samples []*sighted) (fine, coarse [2][]float32) {
	for way := range 2 {
		fine[way], coarse[way] = make([]float32, fineLength), make([]float32, coarseLength)
		for _, s := range samples {
			f := &s.up
			if s.flipped != (way == 1) {
				f = &s.down
			}
			accumulate(fine[way], f.fine, 1/float32(len(samples)))
			accumulate(coarse[way], f.coarse, 1/float32(len(samples)))
		}
		fine[way], coarse[way] = centred(fine[way], l.mean), centred(coarse[way], l.cmean)
	}
	return fine, coarse
}

// alignWaysUp decides which samples of a face stand upside down: beginning with
// one, the sample that is most like the average of those already turned goes
// next. Most tiles on a table are upright, so the majority is.
func alignWaysUp(samples []*sighted, mean []float32) {
	sum := make([]float32, len(mean))
	vecs := make([][2][]float32, len(samples))
	for i, s := range samples {
		vecs[i] = [2][]float32{centred(s.up.fine, mean), centred(s.down.fine, mean)}
		s.flipped = false
	}
	accumulate(sum, vecs[0][0], 1)
	done := make([]bool, len(samples))
	done[0] = true
	flips := 0
	for range len(samples) - 1 {
		best, at, way := float32(math.Inf(-1)), 0, 0
		for i := range samples {
			for w := 0; w < 2 && !done[i]; w++ {
				if k := inner(sum, vecs[i][w]); k > best {
					best, at, way = k, i, w
				}
			}
		}
		done[at], samples[at].flipped = true, way == 1
		flips += way
		accumulate(sum, vecs[at][way], 1)
	}
	if 2*flips > len(samples) {
		for _, s := range samples {
			s.flipped = !s.flipped
		}
	}
}
