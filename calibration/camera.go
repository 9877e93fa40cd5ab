package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"

	"jantaku/models"
	"jantaku/models/atomicfile"
)

// CameraVersion is the version of the file format of [Camera].
const CameraVersion = 1

// ErrCamera reports a camera calibration that cannot be used.
var ErrCamera = errors.New("calibration: unusable camera calibration")

// Tile is the size of a club's tiles in millimetres.
type Tile struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Depth  float64 `json:"depth"`
}

// ParseTile reads a size such as 26x35x20.
func ParseTile(text string) (t Tile, err error) {
	var rest string
	if n, _ := fmt.Sscanf(text, "%fx%fx%f%s", &t.Width, &t.Height, &t.Depth, &rest); n != 3 {
		return Tile{}, fmt.Errorf("calibration: tile %q is not such as %v", text, UsualTile())
	}
	return t, nil
}

// String gives the size as [ParseTile] reads it.
func (t Tile) String() string { return fmt.Sprintf("%gx%gx%g", t.Width, t.Height, t.Depth) }

// UsualTile is a tile of most automatic tables.
func UsualTile() Tile { return Tile{Width: UsualWidth, Height: UsualHeight, Depth: UsualDepth} }

// Sides of the tiles of most automatic tables, mm: what is taken where nobody has said them.
const UsualWidth, UsualHeight, UsualDepth = 26.0, 35.0, 20.0

// Camera is what is known of one camera over one table.
type Camera struct {
	Version int `json:"version"`
	// Width and Height are of the pictures it was calibrated with, pixels.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Lens is nil while the lens was not calibrated.
	Lens *Lens `json:"lens,omitempty"`
	// Table maps pixels without distortion to millimetres on the cloth.
	Table Homography `json:"table"`
	// Side is the length of a side of the square cloth, mm.
	Side  float64 `json:"side"`
	Tile  Tile    `json:"tile"`
	Zones []Zone  `json:"zones"`
	// Unit is nil where nobody knows it.
	Unit *Unit `json:"unit,omitempty"`
	// Dice are nil where their rolls are not read.
	Dice *Dice `json:"dice,omitempty"`
}

// Dice are the two dice of a table and where they come to rest: a square of the cloth. It is no [Zone], as tiles may lie there.
type Dice struct {
	Edge   float64      `json:"edge"`   // mm
	At     models.Point `json:"at"`     // the middle of the square, mm
	Across float64      `json:"across"` // its sides, mm
}

// DiceAcross is how large the square is at most tables: a dome, or the middle plate, mm.
const DiceAcross = 120

// Validate tells what is wrong with the dice of a cloth whose sides are so long.
func (d Dice) Validate(side float64) error {
	if !(d.Edge >= 5 && d.Edge <= 40) {
		return fmt.Errorf("dice of %v mm, not 5 to 40", d.Edge)
	}
	if !(d.Across >= 3*d.Edge && d.Across <= 500) {
		return fmt.Errorf("dice of %v mm in a square of %v mm, not %v to 500", d.Edge, d.Across, 3*d.Edge)
	}
	if reach := (side - d.Across) / 2; !finite(d.At.X, d.At.Y) || math.Abs(d.At.X) > reach || math.Abs(d.At.Y) > reach {
		return fmt.Errorf("dice at (%v, %v) mm, off the cloth", d.At.X, d.At.Y)
	}
	return nil
}

// FromCorners makes a calibration from the four corners of the cloth as they are seen
// in a picture of width × height pixels, clicked in the order near left, near right,
// far right, far left as seen by place 1. cloth is the length of its sides in mm,
// lens may be nil. The error says what is wrong with the corners.
func FromCorners(width, height int, corners [4]models.Point, cloth float64, tile Tile, lens *Lens) (*Camera, error) {
	c := &Camera{Version: CameraVersion, Width: width, Height: height, Lens: lens, Side: cloth, Tile: tile, Zones: DefaultZones(cloth, models.Thirteen, tile)}
	if !(cloth > 0) {
		return nil, fmt.Errorf("%w: how long is a side of the cloth? %v mm is none", ErrCamera, cloth)
	}
	for i, p := range corners {
		q := corners[(i+1)%4]
		if math.Hypot(p.X-q.X, p.Y-q.Y) < 20 {
			return nil, fmt.Errorf("%w: corners %d and %d are the same point", ErrCamera, i+1, (i+1)%4+1)
		}
		// Near left, near right, far right: counter-clockwise for a picture's y down.
		if turn := side(p, q, corners[(i+2)%4]); turn >= 0 {
			return nil, fmt.Errorf("%w: corner %d is out of order; click near left, near right, far right, far left", ErrCamera, (i+1)%4+1)
		}
	}
	half := cloth / 2
	corner := []models.Point{{X: -half, Y: -half}, {X: half, Y: -half}, {X: half, Y: half}, {X: -half, Y: half}}
	seen := make([]models.Point, 4)
	for i, p := range corners {
		seen[i] = c.straight(p)
	}
	h, err := Fit(seen, corner)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCamera, err)
	}
	c.Table = h
	return c, c.Validate()
}

// Moved is the calibration of the same camera after it moved, so that what was seen at a pixel is seen where by maps
// that pixel to. The error is ErrDegenerate where that leaves no picture of the cloth.
func (c *Camera) Moved(by Homography) (*Camera, error) {
	const each = 8 // points along a side, enough for the lens to be straightened everywhere
	var seen, lie []models.Point
	for y := range each + 1 {
		for x := range each + 1 {
			at := models.Point{X: c.Side * (float64(x)/each - .5), Y: c.Side * (float64(y)/each - .5)}
			was, err := c.ToPicture(at)
			if err != nil {
				return nil, err
			}
			seen, lie = append(seen, c.straight(by.Apply(was))), append(lie, at)
		}
	}
	h, err := Fit(seen, lie)
	if err != nil {
		return nil, err
	}
	moved := *c
	moved.Table = h
	return &moved, nil
}

func (c *Camera) straight(p models.Point) models.Point {
	if c.Lens == nil {
		return p
	}
	return c.Lens.Undistort(p)
}

// ToTable gives the point of the cloth that is seen at a pixel, mm.
func (c *Camera) ToTable(p models.Point) models.Point { return c.Table.Apply(c.straight(p)) }

// ToPicture gives the pixel at which a point of the cloth is seen.
// The error is ErrDegenerate for an unusable calibration.
func (c *Camera) ToPicture(p models.Point) (models.Point, error) {
	back, err := c.Table.Inverse()
	if err != nil {
		return models.Point{}, err
	}
	q := back.Apply(p)
	if c.Lens != nil {
		q = c.Lens.Distort(q)
	}
	return q, nil
}

// Validate tells all faults of the calibration at once; every one is ErrCamera.
func (c *Camera) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if c.Version != CameraVersion {
		bad("version %d, this program reads %d", c.Version, CameraVersion)
	}
	if c.Width < 64 || c.Height < 64 || c.Width > 16384 || c.Height > 16384 {
		bad("pictures of %d×%d pixels", c.Width, c.Height)
	}
	if !(c.Side >= 300 && c.Side <= 2*tableReach) {
		bad("a cloth of %v mm is no table's", c.Side)
	}
	if t := c.Tile; !(t.Width >= 10 && t.Width < 60 && t.Height > t.Width && t.Height < 80 && t.Depth >= 5 && t.Depth < 60) {
		bad("tiles of %v×%v×%v mm", t.Width, t.Height, t.Depth)
	}
	if c.Lens != nil {
		if err := c.Lens.Validate(c.Width, c.Height); err != nil {
			errs = append(errs, err)
		}
	}
	if _, err := c.Table.Inverse(); err != nil {
		bad("the map from picture to table has no way back; click the corners again")
	}
	errs = append(errs, c.checkZones()...)
	if c.Unit != nil {
		if err := c.Unit.Validate(c.Side); err != nil {
			errs = append(errs, err)
		}
	}
	if c.Dice != nil {
		if err := c.Dice.Validate(c.Side); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return fmt.Errorf("%w: %w", ErrCamera, errors.Join(errs...))
	}
	return nil
}

func (c *Camera) checkZones() (errs []error) {
	if len(c.Zones) > 64 {
		return []error{fmt.Errorf("%d zones", len(c.Zones))}
	}
	for i, z := range c.Zones {
		if err := z.Validate(); err != nil {
			errs = append(errs, err)
			continue
		}
		for _, other := range c.Zones[:i] {
			if other.Validate() == nil && overlap(z, other) {
				errs = append(errs, fmt.Errorf("zone %s of place %d overlaps zone %s of place %d", z.Use, z.Place, other.Use, other.Place))
			}
		}
	}
	return errs
}

// maxCameraFile bounds a calibration file, bytes.
const maxCameraFile = 1 << 20

// LoadCamera reads a calibration file and validates it. Errors name the file.
func LoadCamera(path string) (*Camera, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("calibration: %w", err)
	}
	if info.Size() > maxCameraFile {
		return nil, fmt.Errorf("%w: %s is %d bytes long", ErrCamera, path, info.Size())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("calibration: %w", err)
	}
	c, err := ParseCamera(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// ParseCamera reads a calibration from JSON and validates it.
func ParseCamera(data []byte) (*Camera, error) {
	c := &Camera{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCamera, err)
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return c, nil
}

// Save writes the calibration, whole or not at all.
func (c *Camera) Save(path string) error {
	if err := c.Validate(); err != nil {
		return err
	}
	data, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return fmt.Errorf("calibration: %w", err)
	}
	if err := atomicfile.WriteFile(path, append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("calibration: save %s: %w", path, err)
	}
	return nil
}
