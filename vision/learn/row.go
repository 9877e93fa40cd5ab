package learn

import (
	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
	"maps"
	"slices"
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

// bare reports whether the rows of a photograph have to be looked for in the bare picture.
func (p *LabelledPhoto) bare() bool { return p.Boxes == nil && p.Camera == nil }

// photo is a labelled photograph as it was taken in.
type photo struct {
	name    string
	given   int  // its place among those that were given
	sought  bool // where its rows are was found, not labelled,
	bare    bool // in the bare picture
	picture *raster.Picture
	scale   float64        // pixels of the photograph for each of the picture
	rows    []*labelledRow // with tiles face up
}

// labelledRow is a row of a photograph with its frame.
type labelledRow struct {
	*photo
	number int // in its photograph, from 1
	labels []models.Tile
	frame  raster.Frame
	tiles  []*sighted // those with a face that are learned from
	all    []*sighted // those with a face

	// Where the row is looked for: the lines in which it may stand, its likeliest places in them, and where it was found.
	lines []line
	maybe []hypothesis
	found *hypothesis
}

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

// bothWays is a tile or the mean of a face as it is seen upright and turned, centred.
type bothWays [2][]float32

// enoughSide is the longer side of a picture, in pixels, that shows a row well enough to learn
// from: more is memory only.
const enoughSide = 1920

// takeIn takes a photograph in, with the first frames of its rows or the places where they may stand.
func takeIn(p LabelledPhoto, given int) (*photo, error) {
	film := raster.NewFilm()
	defer film.Close()
	pic, err := raster.Decode(p.Image, film)
	if err != nil {
		return nil, err
	}
	width := pic.Width()
	if p.bare() {
		if err := pic.Shrink(); err != nil {
			return nil, err
		}
		enough, err := pic.OfSide(enoughSide)
		if err != nil {
			return nil, err
		}
		pic = &raster.Picture{Levels: []raster.Level{*enough}}
	}
	pic.Levels[0].Pix = slices.Clone(pic.Levels[0].Pix) // kept for longer than the film
	if err := pic.Shrink(); err != nil {
		return nil, err
	}
	photo := &photo{name: p.Name, given: given, sought: p.Boxes == nil, bare: p.bare(), picture: pic, scale: float64(width) / float64(pic.Width())}
	for r, tiles := range p.Rows {
		row := &labelledRow{photo: photo, number: r + 1, labels: tiles}
		for i, t := range tiles {
			if t.HasFace() {
				row.tiles = append(row.tiles, &sighted{tile: t, row: row, place: i + 1, t: float64(i)})
			}
		}
		row.all = slices.Clone(row.tiles)
		photo.rows = append(photo.rows, row)
	}
	if !photo.bare {
		err = photo.lay(p)
	}
	photo.rows = only(photo.rows, func(r *labelledRow) bool { return len(r.tiles) > 0 })
	if photo.bare {
		err = photo.seekFirst()
	}
	return photo, err
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

// sampleMargin is drawn around a sample so that the light near its rim is known.
const sampleMargin = 10

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

// elsewhere are the tiles of the same face that other photographs show.
func (l *learner) elsewhere(s *sighted) []*sighted {
	return only(l.byTile[s.tile], func(o *sighted) bool { return o.row.photo != s.row.photo })
}

// drop takes out a sample.
func (l *learner) drop(s *sighted) {
	s.out = true
	s.row.tiles, l.byTile[s.tile] = but(s.row.tiles, s), but(l.byTile[s.tile], s)
	if len(l.byTile[s.tile]) == 0 {
		delete(l.byTile, s.tile)
	}
}

// but are some tiles without one.
func but(tiles []*sighted, s *sighted) []*sighted {
	return only(tiles, func(o *sighted) bool { return o != s })
}

// take takes some rows out, or in again.
func (l *learner) take(rows []*labelledRow, out bool) {
	l.rows = only(l.rows, func(r *labelledRow) bool { return !slices.Contains(rows, r) })
	if !out {
		l.rows = append(l.rows, rows...)
	}
	for _, r := range rows {
		for _, s := range r.tiles {
			s.out = out
		}
	}
	l.byTile = map[models.Tile][]*sighted{}
	for _, r := range l.rows {
		for _, s := range r.tiles {
			l.byTile[s.tile] = append(l.byTile[s.tile], s)
		}
	}
}

// only are those of a list for which something holds.
func only[T any](list []T, holds func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(t T) bool { return !holds(t) })
}
