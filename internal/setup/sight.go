package setup

import (
	"context"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/lens"
	"jantaku/vision/photo"
	"jantaku/vision/teach"
)

// Sight is the work that needs OpenCV.
type Sight interface {
	// Lens calibrates a lens, as lens.Calibrate.
	Lens(images []lens.Image, b lens.Board) (calibration.Lens, lens.Report, error)
	// Learn learns the tiles of a course, as teach.Course.Learn.
	Learn(ctx context.Context, course *teach.Course, c *calibration.Camera, progress func(float64)) (calibration.Faces, learn.Report, error)
	// Survey reads all that lies on a table, as photo.Surveyor.Read.
	Survey(ctx context.Context, faces calibration.Faces, c *calibration.Camera, picture []byte) (models.TableReading, error)
}

// InProcess does it in this process.
type InProcess struct{}

func (InProcess) Lens(images []lens.Image, b lens.Board) (calibration.Lens, lens.Report, error) {
	return lens.Calibrate(images, b, nil)
}

func (InProcess) Learn(ctx context.Context, course *teach.Course, c *calibration.Camera, progress func(float64)) (calibration.Faces, learn.Report, error) {
	return course.Learn(ctx, c, progress)
}

func (InProcess) Survey(ctx context.Context, faces calibration.Faces, c *calibration.Camera, picture []byte) (models.TableReading, error) {
	const maxError = .005 // of what is told as read; tiles that are not count here, too
	s, err := photo.NewSurveyor(faces, c, maxError)
	if err != nil {
		return models.TableReading{}, err
	}
	defer s.Reader.Close()
	return s.Read(ctx, picture)
}
