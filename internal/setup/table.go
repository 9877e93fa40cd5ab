package setup

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

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
	if d := c.Dice; d != nil {
		view, err := c.View(0)
		if err != nil {
			return nil, err
		}
		reach := d.Across / 2
		shown.Dice = &diceShown{d.Edge, d.Across, view.Picture(d.At), border(view, []models.Point{{X: d.At.X - reach, Y: d.At.Y - reach},
			{X: d.At.X + reach, Y: d.At.Y - reach}, {X: d.At.X + reach, Y: d.At.Y + reach}, {X: d.At.X - reach, Y: d.At.Y + reach}})}
	}
	_, err := c.Plane(c.Tile.Depth)
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

// corners takes the corners of the cloth and tells where the zones lie then. With none, the
// camera is taken to see one hand alone.
func (s *Setup) corners(_ context.Context, wish struct {
	Corners *[4]models.Point `json:"corners"`
	Width   int              `json:"width"` // of the picture, pixels
	Height  int              `json:"height"`
	Side    float64          `json:"side"`
	Tile    calibration.Tile `json:"tile"`
	Dice    *struct {        // nil where they are not read
		Edge   float64       `json:"edge"`   // mm
		Across float64       `json:"across"` // mm; 0 for the usual
		At     *models.Point `json:"at"`     // pixels; nil for the middle of the cloth
	} `json:"dice"`
}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if wish.Corners == nil {
		s.table.camera, s.table.changed = nil, true
		s.values["eye.calibration"] = ""
		return nil, nil
	}
	lens := s.lens.sized(wish.Width, wish.Height)
	if lens == nil && s.table.camera != nil && s.table.camera.Width == wish.Width && s.table.camera.Height == wish.Height && !s.lens.dropped {
		lens = s.table.camera.Lens
	}
	c, err := calibration.FromCorners(wish.Width, wish.Height, *wish.Corners, wish.Side, wish.Tile, lens)
	if err != nil {
		return nil, models.Refused("setup-corners", nil, "setup: %w", err)
	}
	if old := s.table.camera; old != nil && old.Side == c.Side && len(old.Zones) > 0 {
		c.Zones = old.Zones // a club may have drawn its own
	}
	if d := wish.Dice; d != nil {
		c.Dice = &calibration.Dice{Edge: d.Edge, Across: d.Across}
		if d.Across == 0 {
			c.Dice.Across = max(calibration.DiceAcross, 3*d.Edge)
		}
		if d.At != nil {
			c.Dice.At = c.ToTable(*d.At)
		}
		if err := c.Dice.Validate(c.Side); err != nil {
			return nil, models.Refused("setup-dice", nil, "setup: %w", err)
		}
	}
	shown, err := showFramed(c)
	if err != nil {
		return nil, models.Refused("setup-corners", nil, "setup: %w", err)
	}
	if err := c.Save(s.table.file); err != nil {
		return nil, unsaved(s.table.file, err)
	}
	s.table.camera, s.table.changed = c, true
	return shown, nil
}

// zone moves the corners of one zone to where they are seen in the picture. With no corners every place has its usual zones again.
func (s *Setup) zone(_ context.Context, wish struct {
	Zone    int            `json:"zone"` // from 0, as they are shown
	Corners []models.Point `json:"corners"`
}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table.camera == nil {
		return nil, models.Refused("setup-room-corners", nil, "setup: where the table lies is not known")
	}
	c := *s.table.camera
	switch {
	case len(wish.Corners) == 0:
		hand := models.Thirteen
		if s.config.HandSize != nil {
			hand = s.config.HandSize(text(s.chosen("match.rules")))
		}
		c.Zones = calibration.DefaultZones(c.Side, hand, c.Tile)
	case wish.Zone < 0 || wish.Zone >= len(c.Zones):
		return nil, models.Refused("setup-zones", nil, "setup: there is no zone %d", wish.Zone)
	default:
		c.Zones = slices.Clone(c.Zones)
		z := &c.Zones[wish.Zone]
		view, err := c.View(z.Height)
		if err != nil {
			return nil, models.Refused("setup-zones", nil, "setup: %w", err)
		}
		z.Corners = nil
		for _, p := range wish.Corners {
			at := view.Table(p)
			if far := c.Side/2 + rim; !(math.Abs(at.X) <= far && math.Abs(at.Y) <= far) { // not a number is neither
				return nil, models.Refused("setup-zone-outside", nil, "setup: a corner of zone %d at (%.0f, %.0f) mm lies off the cloth", wish.Zone, at.X, at.Y)
			}
			z.Corners = append(z.Corners, at)
		}
	}
	if err := c.Validate(); err != nil {
		return nil, models.Refused("setup-zones", nil, "setup: %w", err)
	}
	shown, err := showFramed(&c)
	if err != nil {
		return nil, models.Refused("setup-zones", nil, "setup: %w", err)
	}
	if err := c.Save(s.table.file); err != nil {
		return nil, unsaved(s.table.file, err)
	}
	s.table.camera, s.table.changed = &c, true
	return shown, nil
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

// boardShot takes one picture of the board; the last one calibrates the lens.
func (s *Setup) boardShot(ctx context.Context, wish struct {
	Cols   int     `json:"cols"`
	Rows   int     `json:"rows"`
	Square float64 `json:"square"`
}) (any, error) {
	b := lens.Board{Cols: wish.Cols, Rows: wish.Rows, Square: wish.Square}
	if b.Cols < 3 || b.Rows < 3 || b.Cols > 50 || b.Rows > 50 || !(b.Square > 0 && b.Square < 1000) {
		return nil, models.Refused("setup-board", nil, "setup: a board of %d×%d corners and squares of %v mm is none", b.Cols, b.Rows, b.Square)
	}
	f, _, err := s.eye.sharp(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lens
	if l.board != b || l.lens != nil { // another board, or another time
		l.board, l.images, l.lens = b, nil, nil
	}
	image := lens.Image{Name: fmt.Sprintf("board-%d", len(l.images)+1), Data: f.Data}
	if _, report, err := s.config.Sight.Lens([]lens.Image{image}, b); report.Used == 0 {
		return nil, models.Refused("setup-no-board", models.Data{"count": fmt.Sprintf("%d×%d", b.Cols, b.Rows)}, "setup: %w", err)
	}
	s.eye.used()
	l.images = append(l.images, image)
	if len(l.images) < lensShots {
		return l.shown(), nil
	}
	lens, report, err := s.config.Sight.Lens(l.images, b)
	if err != nil {
		l.images = nil
		return nil, models.Refused("setup-lens", nil, "setup: %w", err)
	}
	l.lens, l.report, l.dropped = &lens, report, false
	return l.shown(), nil
}

// dropLens forgets the lens.
func (s *Setup) dropLens(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lens = &lensWork{board: s.lens.board, dropped: true}
	return s.lens.shown(), nil
}
