package learn

import (
	"context"
	"maps"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
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

// sought reports whether the rows of a photograph have to be looked for in the bare picture.
func (p *LabelledPhoto) sought() bool { return p.Boxes == nil && p.Camera == nil }

// sighted is one labelled tile: where it stands and what its window looks like.
type sighted struct {
	tile    models.Tile
	row     *labelledRow
	place   int // in its row as it is labelled, from 1
	t       float64
	own     *raster.Frame // where it stands at 0, in a row that is loose; nil where the frame of its row shows it
	out     bool          // it is not learned from
	unseen  bool          // no face was located there: others of its row say that it stands there
	flipped bool
	up      faces.Face // features as seen, not centred
	down    faces.Face // the same turned by 180°
	ratio   []byte
	shade   raster.Shade // the light on it
	burnt   bool         // its white is lighter than the photograph can tell
}

// labelledRow is a row of a photograph with its frame.
type labelledRow struct {
	name    string
	number  int // in its photograph, from 1
	labels  []models.Tile
	sought  bool // its place was found, not labelled
	picture *raster.Picture
	scale   float64 // pixels of the photograph for each of the picture
	frame   raster.Frame
	tiles   []*sighted // those with a face that are learned from
	all     []*sighted // those with a face

	// Where the row is looked for: the lines in which it may stand, its likeliest places in them, and where it was found.
	lines []line
	maybe []hypothesis
	found *hypothesis
}

// sampleMargin is drawn around a sample so that the light near its rim is known.
const sampleMargin = 10

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

// straightFrame is the frame of a row of labelled boxes as its tiles lean.
func straightFrame(p *raster.Picture, boxes [][4]float64) raster.Frame {
	return straightened(p, len(boxes), func(first, last float64) raster.Frame { return frameFromBoxes(boxes, first, last) })
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

// straightened is the frame of a row of n tiles as they lean; lay gives it for a lean of the first of them and of the last, along the row for each
// unit across it.
func straightened(p *raster.Picture, n int, lay func(first, last float64) raster.Frame) raster.Frame {
	best, first, last, least := lay(0, 0), 0., 0., math.Inf(1)
	try := func(a, b float64) {
		f := lay(a, b)
		if off := uneven(p, &f, n); off < least {
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

// takenIn are the rows of a photograph as they were taken in, whatever becomes of them.
type takenIn struct {
	rows  []*labelledRow
	photo int // of those that were given
}

// lesson is a labelled photograph whose rows are looked for.
type lesson struct {
	picture *raster.Picture
	rows    []*labelledRow
}

// learner is the state of learning.
type learner struct {
	all    []takenIn
	sought []*lesson // photographs whose rows are looked for
	rows   []*labelledRow
	byTile map[models.Tile][]*sighted
	mean   []float32 // of all fine vectors, both ways up
	cmean  []float32
	fine   map[models.Tile][2][]float32 // average face, upright and turned, centred
	coarse map[models.Tile][2][]float32
	// closely is every tile as it was looked at closely; nil before.
	closely map[*sighted]*closeLook
}

// stands gives the frame that shows a tile, and where in it.
func (s *sighted) stands() (*raster.Frame, float64) {
	if s.own != nil {
		return s.own, 0
	}
	return &s.row.frame, s.t
}

// way is a tile as it stands upright, or turned from that.
func (s *sighted) way(turned bool) *faces.Face {
	if s.flipped != turned {
		return &s.down
	}
	return &s.up
}

// quad are the corners of a tile in the photograph.
func (r *labelledRow) quad(f *raster.Frame, t float64) (corners [4]models.Point) {
	for i, q := range f.Quad(t, 0) {
		corners[i] = models.Point{X: (q.X+.5)*r.scale - .5, Y: (q.Y+.5)*r.scale - .5}
	}
	return corners
}

// saturated is from where a channel may be lighter than a picture can tell: noise and compression leave a few levels below white.
const saturated = 248

// mostBurnt is the share of a tile at most whose white may be lighter than a photograph can tell: thin print is thinner there, and pale
// print gone.
const mostBurnt = .3

// look draws the tile again from the row's frame and computes its features.
func (s *sighted) look() error {
	f, t := s.stands()
	cell := f.DrawTile(s.row.picture, raster.FineRes, t, sampleMargin)
	r, err := cell.Ratio()
	if err != nil {
		return err
	}
	s.shade = cell.ShadeAt(cell.Margin)
	s.burnt = cell.LightFrom(cell.Margin, saturated) > mostBurnt
	s.ratio = faces.Crop(r, cell.Width, sampleMargin-faces.StoredMargin, faces.StoredW, faces.StoredH)
	s.up, s.down = faces.Of(s.tile, s.ratio)
	return nil
}

// look looks at every tile of a row.
func (r *labelledRow) look() error {
	for _, s := range r.tiles {
		if err := s.look(); err != nil {
			return err
		}
	}
	return nil
}

// tiles are those that are learned, in order: sums of floats in another one are others, and the
// same photographs must teach the same faces.
func (l *learner) tiles() []models.Tile { return slices.Sorted(maps.Keys(l.byTile)) }

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

// average looks at all tiles again and averages the samples of each face.
func (l *learner) average() error {
	if err := each(context.Background(), len(l.rows), func(i int) error { return l.rows[i].look() }); err != nil {
		return err
	}
	return l.averageSeen()
}

func (l *learner) likeness(target [2][]float32, s *sighted, v []float32) float64 {
	if s.flipped {
		return float64(faces.Inner(target[1], v))
	}
	return float64(faces.Inner(target[0], v))
}

// elsewhere is how many tiles of the same face other photographs show.
func (l *learner) elsewhere(s *sighted) (n int) {
	for _, o := range l.byTile[s.tile] {
		if o.row.picture != s.row.picture {
			n++
		}
	}
	return n
}

// drop takes out a sample.
func (l *learner) drop(s *sighted) {
	another := func(o *sighted) bool { return o != s }
	s.out = true
	s.row.tiles, l.byTile[s.tile] = only(s.row.tiles, another), only(l.byTile[s.tile], another)
	if len(l.byTile[s.tile]) == 0 {
		delete(l.byTile, s.tile)
	}
}

// only are those of a list for which something holds.
func only[T any](list []T, holds func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(t T) bool { return !holds(t) })
}

// each does a work for 0 to n-1 on every processor.
func each(ctx context.Context, n int, work func(i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return work(i)
		})
	}
	return g.Wait()
}

// What was learned is read back: every tile is compared with what all other photographs show of
// its face and of the others. Rows that were looked for and are not believed, see [beliefTuning], are taken out and
// named, and so are tiles. What other rows of a photograph show is still learned, but for one of another set.

// readBackTuning are the numbers of reading back; each is from photographs of six sets, with the
// rows found rightly and with every kind of wrong label.
type readBackTuning struct {
	// byItself is how like its face a tile at least is that stands apart from others: of 60 in three sets those at their places are
	// 0.78 and more, and those 0.3 tiles beside them 0.30 to 0.55.
	byItself float64
	// likest are the tiles in other photographs, either way up, that a tile is looked at closely for: a photograph from
	// the side, or in other light, is like those that were taken alike, and less like the mean of all.
	likest int
	rounds int     // of moving it until it is likest one of them,
	step   float64 // tiles that the first of them moves it by
	judges int     // tiles that can judge a single one: the mean of fewer is no face
	alone  int     // tiles of a row at least whose face other photographs show, or other tiles of the row
	// next is how far beyond the ends of a row, in tiles, a face may be located that is a tile of it: a label leaves out one
	// tile, and what stands farther off is of another row.
	next float64
	// touching is how far apart, in tiles, the middles of two tiles are at most that hold each other in place.
	touching float64
}

var readingBack = readBackTuning{byItself: .65, likest: 6, rounds: 3, step: .06, alone: 2, judges: 3, next: 1.3, touching: 1.25}
