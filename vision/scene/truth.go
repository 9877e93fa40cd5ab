package scene

import (
	"math"

	"jantaku/models"
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
