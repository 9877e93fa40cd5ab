package setup

import (
	"context"
	"fmt"
	"image"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/centre"
	"jantaku/vision/lens"
)

// corners takes the corners of the cloth and tells where the zones lie then, about the central unit if an empty table is seen. With no corners, the
// camera is taken to see one hand alone.
func (s *Setup) corners(ctx context.Context, wish struct {
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
	seen := s.seen(ctx)
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
	old := s.table.camera
	if old != nil && old.Side == c.Side {
		c.Unit = old.Unit
	}
	if c.Unit == nil || !c.Unit.Drawn {
		if err := findUnit(c, seen); err != nil {
			return nil, models.Refused("setup-corners", nil, "setup: %w", err)
		}
	}
	if old != nil && old.Side == c.Side && len(old.Zones) > 0 && old.Drawn() {
		c.Zones = old.Zones // a club has drawn its own
	} else {
		c.Zones = c.UsualZones(s.hand())
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

// zone moves the corners of one zone, or of the central unit, to where they are seen in the picture. With no corners every place has its usual zones
// again, about the unit that is seen.
func (s *Setup) zone(ctx context.Context, wish struct {
	Unit    bool           `json:"unit"` // and no zone
	Zone    int            `json:"zone"` // from 0, as they are shown
	Corners []models.Point `json:"corners"`
}) (any, error) {
	seen := s.seen(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table.camera == nil {
		return nil, models.Refused("setup-room-corners", nil, "setup: where the table lies is not known")
	}
	c := *s.table.camera
	switch {
	case len(wish.Corners) == 0:
		if c.Unit != nil && c.Unit.Drawn {
			c.Unit = nil
		}
		if err := findUnit(&c, seen); err != nil {
			return nil, models.Refused("setup-zones", nil, "setup: %w", err)
		}
		c.Zones = c.UsualZones(s.hand())
	case wish.Unit:
		corners, err := onTable(&c, 0, wish.Corners)
		if err != nil {
			return nil, err
		}
		own := c.Drawn()
		if c.Unit = (&calibration.Unit{Corners: corners, Drawn: true}); !own {
			c.Zones = c.UsualZones(s.hand())
		}
	case wish.Zone < 0 || wish.Zone >= len(c.Zones):
		return nil, models.Refused("setup-zones", nil, "setup: there is no zone %d", wish.Zone)
	default:
		c.Zones = slices.Clone(c.Zones)
		z := &c.Zones[wish.Zone]
		var err error
		if z.Corners, err = onTable(&c, z.Height, wish.Corners); err != nil {
			return nil, err
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

// onTable gives where corners that are seen in the picture lie at a height over the cloth, mm.
func onTable(c *calibration.Camera, height float64, seen []models.Point) (corners []models.Point, err error) {
	view, err := c.View(height)
	if err != nil {
		return nil, models.Refused("setup-zones", nil, "setup: %w", err)
	}
	for _, p := range seen {
		at := view.Table(p)
		if far := c.Side/2 + rim; !(math.Abs(at.X) <= far && math.Abs(at.Y) <= far) { // not a number is neither
			return nil, models.Refused("setup-zone-outside", nil, "setup: a corner at (%.0f, %.0f) mm lies off the cloth", at.X, at.Y)
		}
		corners = append(corners, at)
	}
	return corners, nil
}

// hand is how many tiles a hand has by the rule book that is chosen.
func (s *Setup) hand() models.HandSize {
	if s.config.HandSize == nil {
		return models.Thirteen
	}
	return s.config.HandSize(text(s.chosen("match.rules")))
}

// seen is what the camera shows; nil where it shows nothing.
func (s *Setup) seen(ctx context.Context) image.Image {
	f, err := s.eye.frame(ctx)
	if err != nil {
		return nil // the page tells why
	}
	picture, err := f.Picture()
	if err != nil {
		return nil
	}
	return picture
}

// findUnit gives a camera the central unit of its table where a picture shows it without tiles. The error is that of the calibration.
func findUnit(c *calibration.Camera, picture image.Image) error {
	if picture == nil {
		return nil
	}
	unit, err := centre.Find(picture, c)
	if unit != nil {
		c.Unit = unit
	}
	return err
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
