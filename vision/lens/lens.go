// Package lens calibrates the lens of a camera from pictures of a chessboard.
package lens

import (
	"bytes"
	"fmt"
	"image"
	"math"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// Board is a printed chessboard: its inner corners, across and down, and the length of
// a square, mm.
type Board struct {
	Cols, Rows int
	Square     float64
}

// Report says how well a lens was calibrated.
type Report struct {
	Width, Height int      // of the pictures
	Used          int      // pictures that show the whole board
	Error         float64  // mean distance of the corners from where the lens would show them, pixels
	Unused        []string // the other pictures, each with its reason
}

// Limits of a lens calibration that can be believed.
const (
	leastViews = 5
	mostOff    = 1.5 // pixels
)

// Image is an encoded picture with a name for messages.
type Image struct {
	Name string
	Data []byte
}

// Calibrate calibrates a lens from pictures of a chessboard that was held before
// the camera near and far, in the middle and the corners, tilted each way. The error
// says what is missing. seen hears how many pictures were looked at, of how many; nil where nobody waits.
//
// Method: Zhang, A Flexible New Technique for Camera Calibration (2000), by OpenCV.
func Calibrate(images []Image, b Board, seen func(done, of int)) (calibration.Lens, Report, error) {
	var report Report
	var views [][]models.Point
	for i, img := range images {
		if seen != nil {
			seen(i, len(images))
		}
		corners, reason, err := report.corners(img, b)
		if err != nil {
			return calibration.Lens{}, report, err
		}
		if reason != "" {
			report.Unused = append(report.Unused, img.Name+": "+reason)
			continue
		}
		views = append(views, corners)
	}
	if report.Used = len(views); report.Used < leastViews {
		return calibration.Lens{}, report, fmt.Errorf("the whole board is seen in %d pictures, at least %d are needed; it has %d×%d inner corners", report.Used, leastViews, b.Cols, b.Rows)
	}
	k, d, off, err := fit(b.plane(), views, report.Width, report.Height)
	if err != nil {
		return calibration.Lens{}, report, err
	}
	report.Error = off
	lens := calibration.Lens{FX: k[0], FY: k[4], CX: k[2], CY: k[5], Radial: [3]float64{d[0], d[1], d[4]}, Tangential: [2]float64{d[2], d[3]}}
	if err := lens.Validate(report.Width, report.Height); err != nil {
		return lens, report, fmt.Errorf("the pictures do not tell the lens; hold the board tilted each way, near and far: %w", err)
	}
	if off > mostOff || math.IsNaN(off) {
		return lens, report, fmt.Errorf("the corners lie %.1f pixels off on average, at most %.1f is good; use a flat board and sharp pictures", off, mostOff)
	}
	return lens, report, nil
}

// corners finds the board in a picture, or gives the reason why it cannot be used.
// Pictures of different sizes are an error.
func (r *Report) corners(img Image, b Board) (_ []models.Point, reason string, err error) {
	header, _, err := image.DecodeConfig(bytes.NewReader(img.Data))
	if err != nil || header.Width < raster.MinSide || header.Height < raster.MinSide || header.Width > raster.MaxPixels/header.Height {
		return nil, "no JPEG or PNG picture that can be read", nil
	}
	if r.Width != 0 && (header.Width != r.Width || header.Height != r.Height) {
		return nil, "", fmt.Errorf("%s is %d×%d pixels, the pictures before %d×%d; take all with the mode that the camera will use", img.Name, header.Width, header.Height, r.Width, r.Height)
	}
	r.Width, r.Height = header.Width, header.Height
	corners, _, _, ok, err := chessboard(img.Data, b.Cols, b.Rows)
	switch {
	case err != nil:
		return nil, err.Error(), nil
	case !ok:
		return nil, fmt.Sprintf("no whole board with %d×%d inner corners", b.Cols, b.Rows), nil
	}
	return corners, "", nil
}

// plane are the corners of the board, row by row, mm.
func (b Board) plane() (points []models.Point) {
	for y := range b.Rows {
		for x := range b.Cols {
			points = append(points, models.Point{X: float64(x) * b.Square, Y: float64(y) * b.Square})
		}
	}
	return points
}
