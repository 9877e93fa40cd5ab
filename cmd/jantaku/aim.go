package main

import (
	"context"
	"fmt"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/eye"
	"jantaku/vision/watch"
)

// aimed is an eye that has learned faces and, where its camera is calibrated, knows
// where on the table the hands lie.
type aimed struct {
	reader *vision.Reader
	table  *vision.Table // nil without a calibration
	camera *calibration.Camera
	zones  []calibration.Zone

	followers []*vision.Follower
}

// openAimed loads the faces and, unless its name is empty, the calibration.
func openAimed(faces, camera string) (*aimed, error) {
	learned, err := calibration.LoadFaces(faces)
	if err != nil {
		return nil, err
	}
	a, err := aim(learned, camera)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", faces, err)
	}
	return a, nil
}

// aim is openAimed with faces that are loaded.
func aim(faces calibration.Faces, camera string) (a *aimed, err error) {
	a = &aimed{}
	if camera != "" {
		c, err := calibration.LoadCamera(camera)
		if err != nil {
			return nil, err
		}
		if a.table, err = vision.NewTable(c); err != nil {
			return nil, fmt.Errorf("%s: %w", camera, err)
		}
		a.camera, a.zones = c, c.Zones
	}
	a.reader, err = vision.NewReader(faces)
	return a, err
}

// Read finds and reads the tiles of an encoded picture. The place counts where the
// camera is calibrated.
func (a *aimed) Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error) {
	rows, _, err := a.look(ctx, picture, place)
	return rows, err
}

// look is Read, and says whose tiles they are; nobody's where the camera is not
// calibrated.
func (a *aimed) look(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, models.Place, error) {
	if a.table == nil {
		rows, _, err := a.reader.Read(ctx, picture)
		return rows, 0, err
	}
	return a.reader.ReadTable(ctx, picture, a.table, place)
}

// follower gives who follows the table; nil where the camera is not calibrated.
func (a *aimed) follower() (eye.Follower, error) {
	if a.table == nil {
		return nil, nil
	}
	f, err := vision.NewFollower(a.reader, a.camera, watch.Usual())
	if err != nil {
		return nil, err
	}
	a.followers = append(a.followers, f)
	return f, nil
}

// Close frees the reader and what follows with it.
func (a *aimed) Close() error {
	for _, f := range a.followers {
		f.Close()
	}
	a.reader.Close()
	return nil
}
