package lens

import (
	"errors"
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"jantaku/models"
	"jantaku/vision/raster"
)

// errShape reports an argument that OpenCV would answer with an abort.
var errShape = errors.New("lens: board or pictures of the wrong shape")

// chessboard finds the inner corners of a chessboard, row by row. ok is false where
// the picture shows no whole board.
func chessboard(file []byte, cols, rows int) (corners []models.Point, width, height int, ok bool, err error) {
	if len(file) == 0 || cols < 3 || rows < 3 || cols > 50 || rows > 50 {
		return nil, 0, 0, false, fmt.Errorf("%w: board of %d×%d", errShape, cols, rows)
	}
	board, err := gocv.IMDecode(file, gocv.IMReadGrayScale)
	if err != nil {
		return nil, 0, 0, false, fmt.Errorf("decode image: %w", err)
	}
	defer board.Close()
	if board.Empty() {
		return nil, 0, 0, false, fmt.Errorf("%w: decoder gave no picture", errShape)
	}
	found := gocv.NewMat()
	defer found.Close()
	ok = gocv.FindChessboardCornersSB(board, image.Pt(cols, rows), &found, gocv.CalibCBExhaustive|gocv.CalibCBAccuracy)
	if !ok || found.Empty() || found.Total() != cols*rows {
		return nil, board.Cols(), board.Rows(), false, nil
	}
	points := gocv.NewPoint2fVectorFromMat(found)
	defer points.Close()
	for _, p := range points.ToPoints() {
		corners = append(corners, models.Point{X: float64(p.X), Y: float64(p.Y)})
	}
	return corners, board.Cols(), board.Rows(), true, nil
}

// fit fits a camera to views of points of a plane. It gives the camera
// matrix in rows, the five coefficients of distortion and the mean error in pixels.
func fit(plane []models.Point, views [][]models.Point, width, height int) (matrix, distortion []float64, off float64, err error) {
	if len(views) < 3 || len(plane) < 9 || width < raster.MinSide || height < raster.MinSide {
		return nil, nil, 0, errShape
	}
	var object [][]gocv.Point3f
	var seen [][]gocv.Point2f
	for _, view := range views {
		if len(view) != len(plane) {
			return nil, nil, 0, errShape
		}
		board, points := make([]gocv.Point3f, len(plane)), make([]gocv.Point2f, len(plane))
		for i, p := range plane {
			board[i], points[i] = gocv.NewPoint3f(float32(p.X), float32(p.Y), 0), gocv.NewPoint2f(float32(view[i].X), float32(view[i].Y))
		}
		object, seen = append(object, board), append(seen, points)
	}
	from, to := gocv.NewPoints3fVectorFromPoints(object), gocv.NewPoints2fVectorFromPoints(seen)
	defer from.Close()
	defer to.Close()
	k, d, turns, shifts := gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer k.Close()
	defer d.Close()
	defer turns.Close()
	defer shifts.Close()
	off = gocv.CalibrateCamera(from, to, image.Pt(width, height), &k, &d, &turns, &shifts, 0)
	if k.Empty() || k.Type() != gocv.MatTypeCV64F || k.Total() != 9 || d.Empty() || d.Type() != gocv.MatTypeCV64F || d.Total() < 5 {
		return nil, nil, 0, fmt.Errorf("%w: the lens could not be fitted", errShape)
	}
	for i := range 9 {
		matrix = append(matrix, k.GetDoubleAt(i/3, i%3))
	}
	for i := range 5 {
		if d.Rows() == 1 {
			distortion = append(distortion, d.GetDoubleAt(0, i))
		} else {
			distortion = append(distortion, d.GetDoubleAt(i, 0))
		}
	}
	return matrix, distortion, off, nil
}
