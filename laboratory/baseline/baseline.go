// Package baseline is what reading is measured against: decoding a picture, and the
// simplest reader there could be, which compares every face with every place of the
// picture at one size and one way up.
package baseline

import (
	"errors"
	"fmt"

	"gocv.io/x/gocv"

	"jantaku/calibration"
)

// OneCore keeps OpenCV to one thread for the rest of the program.
func OneCore() { gocv.SetNumThreads(1) }

// errNotAPicture reports bytes that are no picture, or one smaller than a face.
var errNotAPicture = errors.New("naive: no picture that a face fits into")

// Decode decodes a picture with OpenCV and tells its size in pixels.
func Decode(picture []byte) (width, height int, err error) {
	m, err := decoded(picture)
	if err != nil {
		return 0, 0, err
	}
	defer m.Close()
	return m.Cols(), m.Rows(), nil
}

func decoded(picture []byte) (gocv.Mat, error) {
	if len(picture) == 0 {
		return gocv.Mat{}, errNotAPicture
	}
	m, err := gocv.IMDecode(picture, gocv.IMReadColor)
	if err != nil {
		return gocv.Mat{}, fmt.Errorf("naive: decode: %w", err)
	}
	if m.Empty() {
		m.Close()
		return gocv.Mat{}, errNotAPicture
	}
	return m, nil
}

// Matcher compares faces with a picture, place by place.
type Matcher struct{ faces []gocv.Mat }

// NewMatcher takes the most typical sample of every face. It is closed after use.
func NewMatcher(faces calibration.Faces) (*Matcher, error) {
	if err := faces.Validate(); err != nil {
		return nil, err
	}
	m := &Matcher{}
	for _, f := range faces.Faces {
		face, err := decoded(f.Samples[0].PNG)
		if err != nil {
			m.Close()
			return nil, fmt.Errorf("face %v: %w", f.Tile, err)
		}
		m.faces = append(m.faces, face)
	}
	return m, nil
}

// Match decodes a picture and compares every face with every place of it.
func (m *Matcher) Match(picture []byte) error {
	frame, err := decoded(picture)
	if err != nil {
		return err
	}
	defer frame.Close()
	likeness, mask := gocv.NewMat(), gocv.NewMat()
	defer likeness.Close()
	defer mask.Close()
	for _, face := range m.faces {
		if face.Cols() > frame.Cols() || face.Rows() > frame.Rows() {
			return errNotAPicture
		}
		if err := gocv.MatchTemplate(frame, face, &likeness, gocv.TmCcoeffNormed, mask); err != nil {
			return fmt.Errorf("naive: match: %w", err)
		}
	}
	return nil
}

// Close frees the faces.
func (m *Matcher) Close() {
	for _, face := range m.faces {
		face.Close()
	}
	m.faces = nil
}
