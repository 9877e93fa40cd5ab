// Package scene draws pictures of a mahjong table with exact ground truth.
//
// It is the camera of the demo and the source of thousands of test pictures: tiles
// with drawn faces lie on felt, seen in perspective by a camera somewhere above
// the table, under light, shadow, glare, noise and blur. What lies where is known
// to the pixel, so that reading can be measured.
//
// It is pure Go and deterministic: the same [Spec] draws the same picture on every
// machine. It knows nothing of how pictures are read; the picture is the only way
// in which a hand travels from here to the reader.
//
// # Coordinates
//
// The table lies in millimetres, x toward East's right hand, y away from East,
// z up, origin at the centre of the cloth: the player at place 1 sits at negative
// y. Picture points are pixels, x right, y down, origin at the top left corner of
// the first pixel.
package scene

import (
	"errors"
	"fmt"
	"image/color"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// Size is the size of a tile in millimetres.
type Size struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Depth  float64 `json:"depth"`
}

// Role says what a tile on the table is for.
type Role uint8

// The roles of tiles. Clutter is what is none of the others.
const (
	InHand Role = iota
	InMeld
	IsFlower
	IsWinning
	Clutter
	InRiver
	InWall
	IsIndicator // the face-up tile of the wall that tells a dora
	IsHidden    // of a hand that its owner has not shown
)

// String is the word for the role.
func (r Role) String() string {
	words := [...]string{"hand", "meld", "flower", "winning", "clutter", "river", "wall", "indicator", "hidden"}
	if int(r) < len(words) {
		return words[r]
	}
	return fmt.Sprintf("Role(%d)", uint8(r))
}

// Placed is one tile on the table.
type Placed struct {
	Tile models.Tile
	// At is the centre on the cloth and Z the height of its underside, mm.
	At models.Point
	Z  float64
	// Turn is how far the face is turned clockwise seen from above, degrees; 0 is
	// upright for place 1.
	Turn float64
	// Down tells that the tile lies on its face.
	Down bool
	// Upon tells that it lies upon another tile, which it hides, and Under that it is that one.
	Upon, Under bool
	Role        Role
	// Owner is whose tile it is: who discarded, called or holds it; 0 for nobody's.
	Owner models.Place
	// Set counts the melds of its owner from 0, and Order the tiles of its meld, from the owner's
	// left, or of its river, in the order in which they were discarded.
	Set, Order int
	// Row and Index are its place among the rows of the truth; Row is -1 for what is not of the
	// hand to be read.
	Row, Index int
}

// Spot is a soft round patch of light or shade.
type Spot struct {
	At     models.Point `json:"at"`     // mm
	Radius float64      `json:"radius"` // mm
	Amount float64      `json:"amount"` // share of full light added or taken
}

// Light says how the table is lit.
type Light struct {
	// Level is the brightness of the cloth's middle, 1 is well lit.
	Level float64 `json:"level"`
	// Slope is how much brighter it gets per metre, to the right and away.
	Slope models.Point `json:"slope"`
	// Warmth shifts white towards red (positive) or blue, -0.3 to 0.3.
	Warmth float64 `json:"warmth"`
	// Lean is where shadows of tiles fall, mm per mm of height.
	Lean models.Point `json:"lean"`
	// Shade are shadows of hands and bodies, Glare lamps mirrored in the faces.
	Shade []Spot `json:"shade,omitempty"`
	Glare []Spot `json:"glare,omitempty"`
	// Lamps hang over the table; where the camera sees them in the faces follows from where both are.
	Lamps []Lamp `json:"lamps,omitempty"`
}

// Lamp is a lamp over the table that the faces of tiles mirror.
type Lamp struct {
	At     models.Point `json:"at"`     // over the table, mm
	Height float64      `json:"height"` // over the cloth, mm
	Radius float64      `json:"radius"` // mm
	// Strength is the light that its mirror image adds, 1 is that of white in full light, and Haze the share of
	// it that rough faces spread to three times the size.
	Strength float64 `json:"strength"`
	Haze     float64 `json:"haze"`
}

// Sensor says what the camera does to the picture.
type Sensor struct {
	Blur  float64 `json:"blur"`  // sigma, pixels
	Noise float64 `json:"noise"` // sigma, grey levels of 255
	JPEG  int     `json:"jpeg"`  // quality 1 to 100; 0 keeps the picture as it is
}

// Table says what the tiles lie on.
type Table struct {
	Felt color.RGBA `json:"felt"`
	Rim  color.RGBA `json:"rim"`
	// Weave is how strong the texture of the felt is, 0 to 1.
	Weave float64 `json:"weave"`
	// Centre draws the unit with the dice in the middle.
	Centre bool `json:"centre"`
	// Ground is drawn in place of felt.
	Ground Ground `json:"ground,omitempty"`
}

// Spec is everything a picture depends on.
type Spec struct {
	Seed          uint64
	Width, Height int // pixels
	Style         artwork.Style
	Back          color.RGBA
	Size          Size
	Tiles         []Placed
	Camera        Camera
	Light         Light
	Sensor        Sensor
	Table         Table
}

// The two back colours of automatic tables that use two sets in turn.
var (
	BackGreen  = color.RGBA{30, 130, 84, 255}
	BackOrange = color.RGBA{226, 120, 36, 255}
)

// Basic is a well-lit full HD picture from above place 1, without tiles.
func Basic() Spec {
	return Spec{
		Width: 1280, Height: 720, Style: artwork.StyleA, Back: BackOrange,
		Size:   Size{Width: calibration.UsualWidth, Height: calibration.UsualHeight, Depth: calibration.UsualDepth},
		Camera: Camera{Elevation: 62, Distance: 620, Target: models.Point{Y: -250}, FieldOfView: 52},
		Light:  Light{Level: 0.95, Lean: models.Point{X: 0.25, Y: 0.35}},
		Sensor: Sensor{Blur: 0.5, Noise: 2, JPEG: 90},
		Table:  Table{Felt: color.RGBA{24, 92, 66, 255}, Rim: color.RGBA{74, 46, 30, 255}, Weave: 0.4, Centre: true},
	}
}

// ClothSide is the length of a side of the cloth that a camera is calibrated by, mm.
const ClothSide = 800

// WholeTable is a well-lit picture from a camera that is fixed over the whole table,
// without tiles.
func WholeTable() Spec {
	s := Basic()
	s.Width, s.Height = 1920, 1080
	s.Camera = Camera{Elevation: 78, Distance: 1300, FieldOfView: 60}
	s.Sensor = Sensor{Blur: .5, Noise: 2}
	return s
}

// ClothCorners are the corners of the cloth, from place 1's left on counter-clockwise, as
// somebody clicks them in the picture: pixels that count from their centres.
func (s Spec) ClothCorners() (corners [4]models.Point) {
	const half = ClothSide / 2
	for i, p := range [...]models.Point{{X: -half, Y: -half}, {X: half, Y: -half}, {X: half, Y: half}, {X: -half, Y: half}} {
		q := Project(s, p.X, p.Y, 0)
		corners[i] = models.Point{X: q.X - .5, Y: q.Y - .5}
	}
	return corners
}

// Validate tells all faults of a spec at once.
func (s Spec) Validate() error {
	var errs []error
	if s.Width < 16 || s.Height < 16 || s.Width > 8192 || s.Height > 8192 {
		errs = append(errs, fmt.Errorf("scene: a picture of %d×%d pixels cannot be drawn", s.Width, s.Height))
	}
	if !slices.Contains(artwork.Styles(), s.Style) {
		errs = append(errs, fmt.Errorf("scene: there is no style %q", s.Style))
	}
	if s.Size.Width <= 0 || s.Size.Height <= 0 || s.Size.Depth <= 0 {
		errs = append(errs, fmt.Errorf("scene: tiles of %v mm cannot be drawn", s.Size))
	}
	if c := s.Camera; c.Elevation < 10 || c.Elevation > 90 || c.Distance < 100 || c.FieldOfView < 5 || c.FieldOfView > 130 {
		errs = append(errs, fmt.Errorf("scene: camera at %v° and %v mm with %v° of view sees no table", c.Elevation, c.Distance, c.FieldOfView))
	}
	for i, t := range s.Tiles {
		if !t.Tile.HasFace() {
			errs = append(errs, fmt.Errorf("scene: tile %d has no face to draw", i))
		}
	}
	return errors.Join(errs...)
}

// Calibration is that of a camera whose owner clicked the corners of the drawn cloth.
func (s Spec) Calibration() (*calibration.Camera, error) {
	return calibration.FromCorners(s.Width, s.Height, s.ClothCorners(), ClothSide, calibration.Tile(s.Size), nil)
}
