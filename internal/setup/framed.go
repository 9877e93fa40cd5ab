package setup

import (
	"errors"
	"math"
	"path/filepath"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/lens"
)

// framed is where the table lies in the pictures.
type framed struct {
	file    string
	camera  *calibration.Camera // nil while it is not known
	changed bool                // in this set-up
}

// loadFramed takes up what an earlier set-up did not save, or what the table is calibrated to.
func loadFramed(dir, configured string) *framed {
	f := &framed{file: filepath.Join(dir, "camera.json")}
	if c, err := calibration.LoadCamera(f.file); err == nil {
		f.camera, f.changed = c, true
	} else if c, err := calibration.LoadCamera(configured); configured != "" && err == nil {
		f.camera = c
	}
	return f
}

// framedShown is what the page shows of it, in pixels of the picture.
type framedShown struct {
	Corners [4]models.Point  `json:"corners"` // near left, near right, far right, far left of place 1
	Side    float64          `json:"side"`    // of the cloth, mm
	Tile    calibration.Tile `json:"tile"`
	Width   int              `json:"width"`
	Height  int              `json:"height"`
	Zones   []zoneShown      `json:"zones"`
	// Unit is the central unit, or where one may be drawn.
	Unit unitShown `json:"unit"`
	// Pixels is how wide a tile near place 1 is seen, 0 where it is not.
	Pixels float64 `json:"pixels"`
	// Dice are nil where they are not read.
	Dice *diceShown `json:"dice"`
	// Flat tells that the height of tiles cannot be told from the corners alone.
	Flat bool `json:"flat"`
}

type zoneShown struct {
	Use    calibration.Use `json:"use"`
	Place  models.Place    `json:"place"`
	Border []models.Point  `json:"border"`
	// Corners are those that can be moved.
	Corners []models.Point `json:"corners"`
}

// unitShown is the central unit.
type unitShown struct {
	Known  bool           `json:"known"`
	Border []models.Point `json:"border"`
	// Corners are those that can be moved.
	Corners []models.Point `json:"corners"`
}

// showUnit gives the unit as it is seen; where it is not known, one as large as many are.
func showUnit(c *calibration.Camera) (shown unitShown, err error) {
	const usual = 80. // half a side, mm
	corners := []models.Point{{X: -usual, Y: -usual}, {X: usual, Y: -usual}, {X: usual, Y: usual}, {X: -usual, Y: usual}}
	if shown.Known = c.Unit != nil; shown.Known {
		corners = c.Unit.Corners
	}
	view, err := c.View(0)
	if err != nil {
		return shown, err
	}
	shown.Border = border(view, corners)
	for _, p := range corners {
		shown.Corners = append(shown.Corners, view.Picture(p))
	}
	return shown, nil
}

// diceShown is where dice come to rest.
type diceShown struct {
	Edge   float64        `json:"edge"`   // mm
	Across float64        `json:"across"` // mm
	At     models.Point   `json:"at"`     // the middle
	Border []models.Point `json:"border"`
}

// shown gives what the page shows; nil while nothing is known.
func (f *framed) shown() *framedShown {
	if f.camera == nil {
		return nil
	}
	shown, err := showFramed(f.camera)
	if err != nil {
		return nil
	}
	return shown
}

// sidesPerZone is into how many pieces a side of a zone is drawn: a lens bends it.
const sidesPerZone = 6

func showFramed(c *calibration.Camera) (*framedShown, error) {
	half := c.Side / 2
	shown := &framedShown{Side: c.Side, Tile: c.Tile, Width: c.Width, Height: c.Height, Zones: []zoneShown{}}
	for i, p := range []models.Point{{X: -half, Y: -half}, {X: half, Y: -half}, {X: half, Y: half}, {X: -half, Y: half}} {
		at, err := c.ToPicture(p)
		if err != nil {
			return nil, err
		}
		shown.Corners[i] = at
	}
	for _, z := range c.Zones {
		view, err := c.View(z.Height)
		if err != nil {
			return nil, err
		}
		zone := zoneShown{Use: z.Use, Place: z.Place, Border: border(view, z.Corners)}
		for _, p := range z.Corners {
			zone.Corners = append(zone.Corners, view.Picture(p))
		}
		shown.Zones = append(shown.Zones, zone)
	}
	var err error
	if shown.Unit, err = showUnit(c); err != nil {
		return nil, err
	}
	if d := c.Dice; d != nil {
		view, err := c.View(0)
		if err != nil {
			return nil, err
		}
		reach := d.Across / 2
		shown.Dice = &diceShown{d.Edge, d.Across, view.Picture(d.At), border(view, []models.Point{{X: d.At.X - reach, Y: d.At.Y - reach},
			{X: d.At.X + reach, Y: d.At.Y - reach}, {X: d.At.X + reach, Y: d.At.Y + reach}, {X: d.At.X - reach, Y: d.At.Y + reach}})}
	}
	_, err = c.Plane(c.Tile.Depth)
	shown.Flat = c.Lens == nil && err != nil
	shown.Pixels = tileWidth(c)
	return shown, nil
}

// border goes round corners on the table as it is seen.
func border(view calibration.View, corners []models.Point) (all []models.Point) {
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		for k := range sidesPerZone {
			t := float64(k) / sidesPerZone
			all = append(all, view.Picture(models.Point{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)}))
		}
	}
	return all
}

// tileWidth is how many pixels wide a tile of place 1 is seen; 0 where it is not.
func tileWidth(c *calibration.Camera) float64 {
	y := -.8 * c.Side / 2
	a, errA := c.ToPicture(models.Point{X: -c.Tile.Width / 2, Y: y})
	b, errB := c.ToPicture(models.Point{X: c.Tile.Width / 2, Y: y})
	if errors.Join(errA, errB) != nil {
		return 0
	}
	return math.Hypot(b.X-a.X, b.Y-a.Y)
}

// rim is how far beyond the cloth a zone may reach, mm: a meld that was pushed against the frame leans on it.
const rim = 60

func unsaved(file string, err error) error {
	return models.Refused("setup-unwritable", models.Data{"name": file}, "setup: %w", err)
}

// lensShots is how many pictures of the board calibrate a lens.
const lensShots = 10

// lensWork is the calibration of the lens.
type lensWork struct {
	board   lens.Board
	images  []lens.Image // that show the board
	lens    *calibration.Lens
	report  lens.Report
	dropped bool
}

type lensShown struct {
	Shots int     `json:"shots"` // pictures that show the board
	Of    int     `json:"of"`    // how many are needed
	Done  bool    `json:"done"`
	Error float64 `json:"error"` // mean distance of the corners from where the lens shows them, pixels
	Cols  int     `json:"cols"`
	Rows  int     `json:"rows"`
	// Square is the length of a square, mm.
	Square float64 `json:"square"`
}

func (l *lensWork) shown() lensShown {
	return lensShown{Shots: len(l.images), Of: lensShots, Done: l.lens != nil, Error: l.report.Error, Cols: l.board.Cols, Rows: l.board.Rows, Square: l.board.Square}
}

// sized gives the lens for pictures of a size; nil when it is not known.
func (l *lensWork) sized(width, height int) *calibration.Lens {
	if l.lens == nil || l.report.Width != width || l.report.Height != height {
		return nil
	}
	return l.lens
}
