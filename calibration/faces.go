package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"

	"jantaku/models"
	"jantaku/models/atomicfile"
)

// FacesVersion is the version of the file format of [Faces].
const FacesVersion = 1

// Limits of a faces file, so that a damaged one cannot exhaust the memory.
const (
	maxFaces    = 64
	maxSamples  = 64
	maxFileSize = 64 << 20
)

// ErrFaces reports a faces file that cannot be used.
var ErrFaces = errors.New("calibration: unusable tile faces")

// Faces are the learned tile faces of one set of tiles.
type Faces struct {
	Version int `json:"version"`
	// Width and Height are the size of every sample in pixels.
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Faces  []Face `json:"faces"`
	// Trust turns similarities into probabilities.
	Trust Trust `json:"trust"`
}

// Face is one face of the set with its samples, the most typical one first.
type Face struct {
	Tile    models.Tile `json:"tile"`
	Samples []Sample    `json:"samples"`
}

// Sample is the printed face of one photographed tile, upright, with the light of
// the place divided out: white is bare tile, everything darker is print.
type Sample struct {
	// PNG is the picture, Width×Height pixels; in JSON it is base64.
	PNG []byte `json:"png"`
	// Confirmed names the hand that the sample was learned from when somebody confirmed
	// it; empty for those of labelled photographs.
	Confirmed string `json:"confirmed,omitempty"`
}

// Trust turns similarities, 0 to 1, into the probability that a tile was read
// rightly: the product of two logistic curves. One asks whether the face is among
// the learned ones: its middle is the similarity Known. The other asks whether the
// best face is the right one: its middle is Lead, the lead over the second as a share of
// what the best face leaves unexplained, which is 1 less its similarity.
// The zero value means that nothing was fitted.
type Trust struct {
	Known      float64 `json:"known"`
	KnownSlope float64 `json:"known_slope"`
	Lead       float64 `json:"lead"`
	LeadSlope  float64 `json:"lead_slope"`
}

// Image decodes the sample.
func (s Sample) Image() (image.Image, error) { return png.Decode(bytes.NewReader(s.PNG)) }

// Validate checks everything that a reader of tiles relies on.
func (f Faces) Validate() error {
	switch {
	case f.Version != FacesVersion:
		return fmt.Errorf("%w: version %d, this program reads %d", ErrFaces, f.Version, FacesVersion)
	case f.Width < 8 || f.Height < 8 || f.Width > 256 || f.Height > 256:
		return fmt.Errorf("%w: samples of %d×%d pixels", ErrFaces, f.Width, f.Height)
	case len(f.Faces) == 0 || len(f.Faces) > maxFaces:
		return fmt.Errorf("%w: %d faces", ErrFaces, len(f.Faces))
	}
	seen := map[models.Tile]bool{}
	for _, face := range f.Faces {
		if !face.Tile.HasFace() || seen[face.Tile] {
			return fmt.Errorf("%w: face %v is no face or given twice", ErrFaces, face.Tile)
		}
		seen[face.Tile] = true
		if err := f.validateSamples(face); err != nil {
			return err
		}
	}
	return nil
}

func (f Faces) validateSamples(face Face) error {
	if len(face.Samples) == 0 || len(face.Samples) > maxSamples {
		return fmt.Errorf("%w: %d samples of %v", ErrFaces, len(face.Samples), face.Tile)
	}
	for i, s := range face.Samples {
		header, err := png.DecodeConfig(bytes.NewReader(s.PNG))
		if err != nil {
			return fmt.Errorf("%w: sample %d of %v: %w", ErrFaces, i, face.Tile, err)
		}
		if header.Width != f.Width || header.Height != f.Height {
			return fmt.Errorf("%w: sample %d of %v is %d×%d", ErrFaces, i, face.Tile, header.Width, header.Height)
		}
	}
	return nil
}

// LoadFaces reads and checks a faces file.
func LoadFaces(path string) (Faces, error) {
	var f Faces
	info, err := os.Stat(path)
	if err != nil {
		return f, fmt.Errorf("tile faces: %w", err)
	}
	if info.Size() > maxFileSize {
		return f, fmt.Errorf("%w: %s has %d bytes", ErrFaces, path, info.Size())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return f, fmt.Errorf("tile faces: %w", err)
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return Faces{}, fmt.Errorf("%w: %s: %w", ErrFaces, path, err)
	}
	return f, f.Validate()
}

// SaveFaces checks the faces and writes them, all or nothing.
func SaveFaces(path string, f Faces) error {
	if err := f.Validate(); err != nil {
		return err
	}
	data, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("tile faces: %w", err)
	}
	if err := atomicfile.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("tile faces: %w", err)
	}
	return nil
}
