package models

import "encoding/json"

// Point is a place in a picture (pixels, x right, y down) or on the table
// (millimetres, x toward East's right hand, y away from East, origin at the centre
// of the cloth); the field that holds it says which.
type Point struct{ X, Y float64 }

// Inside reports whether the point lies inside of a polygon.
func (p Point) Inside(polygon []Point) bool {
	in := false
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			in = !in
		}
	}
	return in
}

// MarshalJSON writes the point as [x, y].
func (p Point) MarshalJSON() ([]byte, error) { return json.Marshal([2]float64{p.X, p.Y}) }

// UnmarshalJSON reads [x, y].
func (p *Point) UnmarshalJSON(b []byte) error {
	var xy [2]float64
	if err := json.Unmarshal(b, &xy); err != nil {
		return err
	}
	p.X, p.Y = xy[0], xy[1]
	return nil
}

// Candidate is a face that a tile might show.
type Candidate struct {
	Tile Tile `json:"tile"`
	// Confidence is the estimated probability, 0 to 1, that the face is this one.
	Confidence float64 `json:"confidence"`
}

// Sighting is one tile as the eye saw it.
type Sighting struct {
	Candidate
	// Quad are the corners of the tile's face in the picture, in pixels, clockwise
	// from the corner that is top left when the face is upright.
	Quad [4]Point `json:"box"`
	// Facing is how far the face is turned clockwise in the picture: 0, 90, 180 or 270 degrees.
	Facing int `json:"facing"`
	// Alternatives are the next likely faces, best first.
	Alternatives []Candidate `json:"alternatives,omitempty"`
	// Table are the corners of the tile in millimetres when the camera is
	// calibrated; nil otherwise.
	Table *[4]Point `json:"table,omitempty"`
	// Raised tells that the tile may lie upon another one, which it would hide.
	Raised bool `json:"raised,omitempty"`
	// Misfit tells that the tile looks like its face, and may yet lie otherwise: sideways, or
	// so that only a part of it was seen.
	Misfit bool `json:"misfit,omitempty"`
	// Beyond tells that the place lies beyond the border of the picture, where a tile may lie.
	Beyond bool `json:"beyond,omitempty"`
}

// Status says what may be done with a reading without asking anybody.
type Status string

// The statuses of a reading.
const (
	Accepted Status = "accepted" // may be published as it is
	Review   Status = "review"   // the operator decides, Doubts say about what
	Failed   Status = "failed"   // there is nothing to decide about
)

// Doubt is one question about a reading that only a person can answer.
type Doubt struct {
	// Code is a stable word such as "tile", "count", "face-down", "winning-tile".
	Code string `json:"code"`
	// Row and Index name the tile the doubt is about; -1 where it is about the whole.
	Row   int `json:"row"`
	Index int `json:"index"`
	// Message says in English what is doubted; displays translate by Code.
	Message string `json:"message"`
}

// Reading is what one picture, or several of one moment, says about a hand.
type Reading struct {
	File   string `json:"file,omitempty"`
	Status Status `json:"status"`
	// Rows are the tiles as they stand, rows top to bottom, tiles left to right.
	Rows [][]Sighting `json:"rows"`
	// Hand is the reconstruction; nil when there is none. Its concealed tiles are
	// 14 − 3 × melds while WinTile is NoTile, because the picture does not say
	// which tile came last.
	Hand *Hand `json:"hand,omitempty"`
	// WinTile is the winning tile when the picture tells it by its place.
	WinTile Tile `json:"win,omitzero"`
	// Confidence is the estimated probability that the whole hand is right.
	Confidence float64 `json:"confidence"`
	Doubts     []Doubt `json:"doubts,omitempty"`
	// Inferred says, for people, what was concluded rather than seen.
	Inferred []string `json:"inferred,omitempty"`
	// Millis is how long the reading took, in milliseconds.
	Millis float64 `json:"millis"`
	// Error says why a failed reading failed, and what to do.
	Error *ReadingError `json:"error,omitempty"`
}

// ReadingError is why a picture could not be read.
type ReadingError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error gives the message with the code before it.
func (e *ReadingError) Error() string { return e.Code + ": " + e.Message }

// Why says in one line, for people, why the reading is not accepted; empty when it is.
func (r *Reading) Why() string {
	switch {
	case r == nil:
		return "there is no picture of this hand"
	case r.Error != nil:
		return r.Error.Message
	case len(r.Doubts) > 0:
		return r.Doubts[0].Message
	case r.Status == Accepted:
		return ""
	}
	return "the hand could not be read"
}
