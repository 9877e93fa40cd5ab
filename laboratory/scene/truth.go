package scene

import (
	"fmt"
	"math"
	"math/rand/v2"

	"jantaku/models"
	"jantaku/vision/artwork"
)

// Truth is what a picture shows, to the pixel.
type Truth struct {
	// Rows are the tiles of the hand as they stand, each with its corners in pixels
	// and millimetres; confidences are 1.
	Rows [][]models.Sighting
	// Table are all tiles of the table that are not hidden under another, in no order.
	Table []Lying
}

// Lying is a tile as it lies on the table.
type Lying struct {
	models.Sighting
	// Pose is where its upper side lies: its true place, whatever the height.
	Pose models.Pose
	// What it is there for, see [Placed].
	Role       Role
	Owner      models.Place
	Set, Order int
}

// lying tells where and what for a tile lies.
func (r *renderer) lying(p Placed) Lying {
	return Lying{
		Sighting: r.sighting(p), Role: p.Role, Owner: p.Owner, Set: p.Set, Order: p.Order,
		Pose: models.Pose{At: p.At, Quarter: (int(math.Round(p.Turn/90))%4 + 4) % 4, Height: p.Z},
	}
}

// TruthOf tells what the picture of a spec will show, without drawing it.
func TruthOf(s Spec) Truth {
	r := renderer{Spec: s, eye: newEye(s.Camera, s.Width, s.Height)}
	return r.truth()
}

// truth projects the upper side of every tile of the hand.
func (r *renderer) truth() Truth {
	var t Truth
	for _, p := range r.Tiles {
		if !p.Under {
			t.Table = append(t.Table, r.lying(p))
		}
		if p.Row < 0 {
			continue
		}
		for len(t.Rows) <= p.Row {
			t.Rows = append(t.Rows, nil)
		}
		for len(t.Rows[p.Row]) <= p.Index {
			t.Rows[p.Row] = append(t.Rows[p.Row], models.Sighting{})
		}
		t.Rows[p.Row][p.Index] = r.sighting(p)
	}
	return t
}

// sighting is what a perfect eye would report of a tile. Its millimetres are those
// of a calibrated eye, which takes every tile to lie on the cloth: a tile that lies
// higher is seen displaced.
func (r *renderer) sighting(p Placed) models.Sighting {
	s := models.Sighting{Candidate: models.Candidate{Tile: p.Tile, Confidence: 1}, Table: new([4]models.Point), Raised: p.Upon}
	if p.Down {
		s.Tile = models.Back
	}
	corner, u, v := r.box(p)
	top := newPlane(corner, u, v)
	for i, c := range top.corners() {
		s.Quad[i] = r.eye.project(c)
		s.Table[i] = r.eye.onPlane(s.Quad[i], r.Size.Depth)
	}
	dx, dy := s.Quad[1].X-s.Quad[0].X, s.Quad[1].Y-s.Quad[0].Y
	s.Facing = (int(math.Round(math.Atan2(dy, dx)/(math.Pi/2)))*90 + 360) % 360
	return s
}

// number gives every tile of the hand its place in its row, in the order in which
// they were laid: left to right for the owner.
func (s *Spec) number() {
	next := map[int]int{}
	for i := range s.Tiles {
		if t := &s.Tiles[i]; t.Row >= 0 {
			t.Index = next[t.Row]
			next[t.Row]++
		}
	}
}

// rows counts the rows of the truth so far.
func (s *Spec) rows() int {
	n := 0
	for _, t := range s.Tiles {
		n = max(n, t.Row+1)
	}
	return n
}

// Photo is one labelled picture in the form of labels.json.
type Photo struct {
	File string `json:"file"`
	// Rows top to bottom, tiles left to right as they stand in the picture.
	Rows []models.Tiles `json:"rows"`
	// Boxes are x, y, width and height of every tile, pixels.
	Boxes  [][][4]float64 `json:"boxes"`
	Set    string         `json:"set,omitempty"`
	Layout string         `json:"layout,omitempty"`
	// Complete tells that the picture shows a complete winning hand.
	Complete bool `json:"complete,omitempty"`
	// Hand and Win are what was laid down.
	Hand *models.Hand `json:"hand,omitempty"`
	Win  models.Tile  `json:"win,omitzero"`
}

// Labels is a labels.json file.
type Labels struct {
	Photos []Photo `json:"photos"`
}

// Photo writes the truth as the labels of a picture file.
func (t Truth) Photo(file string) Photo {
	p := Photo{File: file}
	for _, row := range t.Rows {
		var tiles models.Tiles
		var boxes [][4]float64
		for _, s := range row {
			tiles = append(tiles, s.Tile)
			boxes = append(boxes, box4(s.Quad))
		}
		p.Rows = append(p.Rows, tiles)
		p.Boxes = append(p.Boxes, boxes)
	}
	return p
}

// box4 is the upright box around a quadrilateral, to a tenth of a pixel.
func box4(q [4]models.Point) [4]float64 {
	lo, hi := q[0], q[0]
	for _, p := range q {
		lo = models.Point{X: math.Min(lo.X, p.X), Y: math.Min(lo.Y, p.Y)}
		hi = models.Point{X: math.Max(hi.X, p.X), Y: math.Max(hi.Y, p.Y)}
	}
	tenth := func(v float64) float64 { return math.Round(v*10) / 10 }
	return [4]float64{tenth(lo.X), tenth(lo.Y), tenth(hi.X - lo.X), tenth(hi.Y - lo.Y)}
}

// RandomLessons are lessons under views of the given hardness, another for every
// picture, without shadow and glare: a camera at the hand, as in Random.
func RandomLessons(seed uint64, style artwork.Style, hardness float64, times int) ([]Spec, error) {
	return lessonsSeen(seed, times, func(r *rand.Rand, seed uint64) Spec {
		return randomView(r, seed, style, hardness, 290)
	})
}

// RandomLessonsOver are lessons under the camera of RandomOver, which hangs over the
// whole table.
func RandomLessonsOver(seed uint64, style artwork.Style, hardness float64, times int) ([]Spec, error) {
	return lessonsSeen(seed, times, func(r *rand.Rand, seed uint64) Spec {
		view := randomView(r, seed, style, hardness, 290)
		view.Camera.hangOver(r, hardness)
		return view
	})
}

// RandomView is a picture of a camera at the place of the hand, such as a phone, without tiles.
func RandomView(seed uint64, style artwork.Style, hardness float64) Spec {
	s := randomView(rand.New(rand.NewPCG(seed, 5)), seed, style, hardness, 290)
	s.Light.Shade, s.Light.Glare = nil, nil
	return s
}

// WithRow lays one row of tiles, face up, on a table as a player at a place would who was asked to:
// left to right and upright for that place.
func (s Spec) WithRow(place models.Place, tiles []models.Tile) Spec {
	l := Neat()
	l.Place = place
	d := dealer{Laying: l, size: s.Size, random: rand.New(rand.NewPCG(s.Seed, 7))}
	s.Tiles = nil
	s.place(d, [][]group{{d.row(tiles, InHand)}})
	return s
}

// lessonsSeen are lessons, each under a view of its own.
func lessonsSeen(seed uint64, times int, see func(r *rand.Rand, seed uint64) Spec) ([]Spec, error) {
	basic := Basic()
	basic.Seed = seed
	lessons, err := Lessons(basic, times)
	for i := range lessons {
		view := see(rand.New(rand.NewPCG(seed+uint64(i), 5)), lessons[i].Seed)
		view.Tiles = lessons[i].Tiles
		view.Light.Shade, view.Light.Glare = nil, nil
		lessons[i] = view
	}
	return lessons, err
}

// Lessons makes the pictures from which a reader learns the faces of a set: the
// camera, light and table of the spec given, every face (and the back) at least
// times times, at different places of the row and both ways up.
func Lessons(s Spec, times int) ([]Spec, error) {
	const perRow = 13
	r := rand.New(rand.NewPCG(s.Seed, 3))
	var faces []models.Tile
	for range times {
		round := make([]models.Tile, 0, 46)
		for t := models.Tile(1); t.HasFace(); t++ {
			round = append(round, t)
		}
		round = append(round, models.Back)
		r.Shuffle(len(round), func(i, j int) { round[i], round[j] = round[j], round[i] })
		faces = append(faces, round...)
	}
	for len(faces)%perRow != 0 { // fill the last row
		faces = append(faces, faces[r.IntN(len(faces))])
	}
	var lessons []Spec
	for i := 0; i < len(faces); i += perRow {
		lesson := s
		lesson.Tiles = nil
		lesson.Seed = s.Seed + uint64(len(lessons)) + 1
		l := Neat()
		l.UpsideDown = 0.3
		l.Baseline = 270 + 40*r.Float64()
		d := dealer{Laying: l, size: s.Size, random: rand.New(rand.NewPCG(lesson.Seed, 7))}
		row := d.row(faces[i:i+perRow], InHand)
		for j := range row {
			if row[j].tile == models.Back {
				row[j].tile, row[j].down = models.White, true
			}
		}
		lesson.place(d, [][]group{{row}})
		lessons = append(lessons, lesson)
	}
	if len(lessons) == 0 {
		return nil, fmt.Errorf("scene: no picture shows every face %d times", times)
	}
	return lessons, nil
}
