package raster

import (
	"errors"
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"jantaku/models"
)

// errMatrix reports an argument that OpenCV would answer with an abort.
var errMatrix = errors.New("raster: matrix of the wrong shape")

// Film is the memory that pictures are decoded into, each over the one before.
type Film struct{ mat gocv.Mat }

// NewFilm is memory for pictures; close it after use.
func NewFilm() *Film { return &Film{gocv.NewMat()} }

// Close frees the memory, and with it the last picture.
func (f *Film) Close() { f.mat.Close() }

// decode decodes an image file whose header has been checked already. It gives the
// pixels as rows of blue, green, red, which the next picture overwrites.
func (f *Film) decode(file []byte) (pix []byte, width, height int, err error) {
	if len(file) == 0 {
		return nil, 0, 0, fmt.Errorf("%w: no bytes", errMatrix)
	}
	if err := gocv.IMDecodeIntoMat(file, gocv.IMReadColor, &f.mat); err != nil {
		return nil, 0, 0, fmt.Errorf("decode image: %w", err)
	}
	if f.mat.Empty() || f.mat.Type() != gocv.MatTypeCV8UC3 || !f.mat.IsContinuous() {
		return nil, 0, 0, fmt.Errorf("%w: decoder gave no picture", errMatrix)
	}
	if pix, err = f.mat.DataPtrUint8(); err != nil {
		return nil, 0, 0, fmt.Errorf("decode image: %w", err)
	}
	return pix, f.mat.Cols(), f.mat.Rows(), nil
}

// grey is a small picture of brightness alone, row by row.
type grey struct {
	Width, Height int
	Pix           []byte
}

// Quarter decodes the brightness of an image file at a quarter of its size, of which the
// next one takes the memory.
func (f *Film) Quarter(file []byte) (grey, error) {
	if len(file) == 0 {
		return grey{}, fmt.Errorf("%w: no bytes", errMatrix)
	}
	if err := gocv.IMDecodeIntoMat(file, gocv.IMReadReducedGrayscale4, &f.mat); err != nil {
		return grey{}, fmt.Errorf("decode image: %w", err)
	}
	if f.mat.Empty() || f.mat.Type() != gocv.MatTypeCV8U || !f.mat.IsContinuous() {
		return grey{}, fmt.Errorf("%w: decoder gave no picture", errMatrix)
	}
	pix, err := f.mat.DataPtrUint8()
	if err != nil {
		return grey{}, fmt.Errorf("decode image: %w", err)
	}
	return grey{Width: f.mat.Cols(), Height: f.mat.Rows(), Pix: pix}, nil
}

// resizeBGR averages a picture down to a smaller one.
func resizeBGR(pix []byte, width, height, toWidth, toHeight int) ([]byte, error) {
	src, err := matBGR(pix, width, height)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if toWidth < 1 || toHeight < 1 || toWidth > width || toHeight > height {
		return nil, fmt.Errorf("%w: resize to %d×%d", errMatrix, toWidth, toHeight)
	}
	dst := gocv.NewMat()
	defer dst.Close()
	if err := gocv.Resize(src, &dst, image.Pt(toWidth, toHeight), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("resize: %w", err)
	}
	return dst.ToBytes(), nil
}

// closeBGR closes each channel with a rectangle: dark strokes thinner than the
// rectangle vanish, which leaves the light they were printed on.
func closeBGR(pix []byte, width, height, kw, kh int) ([]byte, error) {
	src, err := matBGR(pix, width, height)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return morph(src, gocv.MorphClose, kw, kh)
}

// morph applies a rectangle of kw×kh.
func morph(src gocv.Mat, op gocv.MorphType, kw, kh int) ([]byte, error) {
	if kw < 1 || kh < 1 {
		return nil, fmt.Errorf("%w: kernel %d×%d", errMatrix, kw, kh)
	}
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(kw, kh))
	defer kernel.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	if err := gocv.MorphologyEx(src, &dst, op, kernel); err != nil {
		return nil, fmt.Errorf("morphology: %w", err)
	}
	return dst.ToBytes(), nil
}

func matBGR(pix []byte, width, height int) (gocv.Mat, error) {
	if width < 1 || height < 1 || len(pix) != Channels*width*height {
		return gocv.Mat{}, fmt.Errorf("%w: %d bytes for %d×%d", errMatrix, len(pix), width, height)
	}
	return gocv.NewMatFromBytes(height, width, gocv.MatTypeCV8UC3, pix)
}

// CloseGrey closes a picture with a kernel given as a picture of zeros and ones.
func CloseGrey(pix []byte, width, height int, kernel []byte, kw, kh int) ([]byte, error) {
	if width < 1 || height < 1 || len(pix) != width*height || kw < 1 || kh < 1 || len(kernel) != kw*kh {
		return nil, errMatrix
	}
	src, err := gocv.NewMatFromBytes(height, width, gocv.MatTypeCV8U, pix)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	k, err := gocv.NewMatFromBytes(kh, kw, gocv.MatTypeCV8U, kernel)
	if err != nil {
		return nil, err
	}
	defer k.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	if err := gocv.MorphologyEx(src, &dst, gocv.MorphClose, k); err != nil {
		return nil, err
	}
	return dst.ToBytes(), nil
}

// blurGrey averages over squares of size×size.
func blurGrey(pix []byte, width, height, size int) ([]byte, error) {
	if width < 1 || height < 1 || len(pix) != width*height || size < 1 {
		return nil, errMatrix
	}
	src, err := gocv.NewMatFromBytes(height, width, gocv.MatTypeCV8U, pix)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	if err := gocv.Blur(src, &dst, image.Pt(size, size)); err != nil {
		return nil, err
	}
	return dst.ToBytes(), nil
}

// Chessboard finds the inner corners of a chessboard, row by row. ok is false where
// the picture shows no whole board.
func Chessboard(file []byte, cols, rows int) (corners []models.Point, width, height int, ok bool, err error) {
	if len(file) == 0 || cols < 3 || rows < 3 || cols > 50 || rows > 50 {
		return nil, 0, 0, false, fmt.Errorf("%w: chessboard of %d×%d", errMatrix, cols, rows)
	}
	board, err := gocv.IMDecode(file, gocv.IMReadGrayScale)
	if err != nil {
		return nil, 0, 0, false, fmt.Errorf("decode image: %w", err)
	}
	defer board.Close()
	if board.Empty() {
		return nil, 0, 0, false, fmt.Errorf("%w: decoder gave no picture", errMatrix)
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

// CalibrateLens fits a camera to views of points of a plane. It gives the camera
// matrix in rows, the five coefficients of distortion and the mean error in pixels.
func CalibrateLens(plane []models.Point, views [][]models.Point, width, height int) (matrix, distortion []float64, off float64, err error) {
	if len(views) < 3 || len(plane) < 9 || width < MinSide || height < MinSide {
		return nil, nil, 0, errMatrix
	}
	var object [][]gocv.Point3f
	var seen [][]gocv.Point2f
	for _, view := range views {
		if len(view) != len(plane) {
			return nil, nil, 0, errMatrix
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
		return nil, nil, 0, fmt.Errorf("%w: the lens could not be fitted", errMatrix)
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
