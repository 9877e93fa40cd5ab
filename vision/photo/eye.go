package photo

import (
	"context"
	"fmt"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/eye"
	"jantaku/vision/plane"
	"jantaku/vision/watch"
)

// Eye is one that has learned faces and, where its camera is calibrated, knows
// where on the table the hands lie.
type Eye struct {
	Reader *vision.Reader
	Table  *plane.Table // nil without a calibration
	Camera *calibration.Camera
	Zones  []calibration.Zone

	followers []*vision.Follower
}

// Open loads the faces and, unless its name is empty, the calibration.
func Open(faces, camera string) (*Eye, error) {
	learned, err := calibration.LoadFaces(faces)
	if err != nil {
		return nil, err
	}
	a, err := New(learned, camera)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", faces, err)
	}
	return a, nil
}

// New is Open with faces that are loaded.
func New(faces calibration.Faces, camera string) (a *Eye, err error) {
	a = &Eye{}
	if camera != "" {
		c, err := calibration.LoadCamera(camera)
		if err != nil {
			return nil, err
		}
		if a.Table, err = plane.NewTable(c); err != nil {
			return nil, fmt.Errorf("%s: %w", camera, err)
		}
		a.Camera, a.Zones = c, c.Zones
	}
	a.Reader, err = vision.NewReader(faces)
	return a, err
}

// Read finds and reads the tiles of an encoded picture. The place counts where the
// camera is calibrated.
func (a *Eye) Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error) {
	rows, _, err := a.Look(ctx, picture, place)
	return rows, err
}

// Look is Read, and says whose tiles they are; nobody's where the camera is not
// calibrated.
func (a *Eye) Look(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, models.Place, error) {
	if a.Table == nil {
		rows, _, err := a.Reader.Read(ctx, picture)
		return rows, 0, err
	}
	return a.Reader.ReadTable(ctx, picture, a.seen(), place)
}

// seen is the table as the camera sees it now, as far as somebody follows it.
func (a *Eye) seen() *plane.Table {
	if n := len(a.followers); n > 0 {
		return a.followers[n-1].Table()
	}
	return a.Table
}

// Follower gives who follows the table; nil where the camera is not calibrated.
func (a *Eye) Follower() (eye.Follower, error) {
	if a.Table == nil {
		return nil, nil
	}
	f, err := vision.NewFollower(a.Reader, a.Camera, watch.Usual())
	if err != nil {
		return nil, err
	}
	a.followers = append(a.followers, f)
	return f, nil
}

// Close frees the reader and what follows with it.
func (a *Eye) Close() error {
	for _, f := range a.followers {
		f.Close()
	}
	a.Reader.Close()
	return nil
}
