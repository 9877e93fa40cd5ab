package setup

import (
	"context"
	"image"

	"jantaku/calibration"
	"jantaku/internal/checkup"
	"jantaku/models"
)

// findingShown is what the page shows of a finding; its words are those of the code.
type findingShown struct {
	Code  checkup.Code      `json:"code"`
	Value float64           `json:"value"`
	Cost  float64           `json:"cost"` // share of tiles
	Grade checkup.Grade     `json:"grade"`
	Place models.Place      `json:"place,omitempty"` // whose river a lamp costs
	Tiles int               `json:"tiles,omitempty"` // how many there
	Marks [][4]models.Point `json:"marks"`           // pixels
}

// room looks at two pictures of a table that lies still and says what of room and camera costs tiles. Lamps are looked for
// with the faces that were taught here, or that the table reads with.
func (s *Setup) room(ctx context.Context, _ struct{}) (any, error) {
	s.mu.Lock()
	c := s.table.camera
	s.mu.Unlock()
	if c == nil {
		return nil, models.Refused("setup-room-corners", nil, "setup: where the table lies is not known")
	}
	r := checkup.Room{Camera: c}
	var picture []byte
	for range 2 {
		f, err := s.eye.frame(ctx)
		if err != nil {
			return nil, err
		}
		var img image.Image
		if img, err = f.Picture(); err != nil {
			return nil, faulty(err)
		}
		if r.Pictures = append(r.Pictures, img); picture == nil {
			picture = f.Data
		}
	}
	faces, known := s.tiles.taught()
	if !known {
		var err error
		faces, err = calibration.LoadFaces(text(s.config.Values["eye.faces"]))
		known = err == nil
	}
	if known {
		reading, err := s.config.Sight.Survey(ctx, faces, c, picture)
		if err != nil {
			return nil, err
		}
		r.Tiles = checkup.TilesOf(reading.Zones)
		if r.Ink, err = checkup.InkOf(faces); err != nil {
			return nil, err
		}
	}
	findings, err := checkup.Look(r)
	if err != nil {
		return nil, models.Refused("setup-room-size", nil, "setup: %w", err)
	}
	shown := []findingShown{}
	for _, f := range findings {
		shown = append(shown, findingShown{f.Code, f.Value, f.Cost, f.Grade, f.Place, f.Tiles, f.Marks})
	}
	return map[string]any{"findings": shown, "tiles": len(r.Tiles), "enough": checkup.Enough(r.Tiles)}, nil
}
