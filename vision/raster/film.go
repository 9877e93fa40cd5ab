package raster

import (
	"errors"
	"fmt"
	"image"

	"gocv.io/x/gocv"
)

// errMatrix reports an argument that OpenCV would answer with an abort, errMemory that there was not enough.
var (
	errMatrix = errors.New("raster: matrix of the wrong shape")
	errMemory = errors.New("raster: out of memory")
)

// Film is the memory that pictures are decoded into, each over the one before.
type Film struct {
	mat   gocv.Mat
	small small
}

// NewFilm is memory for pictures; close it after use.
func NewFilm() *Film { return &Film{mat: gocv.NewMat()} }

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

// small is a small picture, row by row: its brightness, and how far blue and red are from that,
// 128 where they are not (Y, Cb and Cr of JPEG).
type small struct {
	Width, Height int
	Pix           []byte
	Tint          [2][]byte
}

// Quarter decodes an image file at a quarter of its size, of which the next one takes the memory.
func (f *Film) Quarter(file []byte) (small, error) {
	if len(file) == 0 {
		return small{}, fmt.Errorf("%w: no bytes", errMatrix)
	}
	if err := gocv.IMDecodeIntoMat(file, gocv.IMReadReducedColor4, &f.mat); err != nil {
		return small{}, fmt.Errorf("decode image: %w", err)
	}
	if f.mat.Empty() || f.mat.Type() != gocv.MatTypeCV8UC3 || !f.mat.IsContinuous() {
		return small{}, fmt.Errorf("%w: decoder gave no picture", errMatrix)
	}
	pix, err := f.mat.DataPtrUint8()
	if err != nil {
		return small{}, fmt.Errorf("decode image: %w", err)
	}
	f.small.part(pix, f.mat.Cols(), f.mat.Rows())
	return f.small, nil
}

// part parts rows of blue, green, red as JPEG does (ITU-T T.871), in 256ths.
func (s *small) part(pix []byte, width, height int) {
	if n := width * height; s.Width != width || s.Height != height {
		*s = small{width, height, make([]byte, n), [2][]byte{make([]byte, n), make([]byte, n)}}
	}
	for i := range s.Pix {
		p := pix[Channels*i:][:Channels]
		blue, green, red := int(p[0]), int(p[1]), int(p[2])
		s.Pix[i] = byte((29*blue + 150*green + 77*red + 128) >> 8)
		s.Tint[0][i] = byte((127*blue - 84*green - 43*red + 128<<8 + 128) >> 8)
		s.Tint[1][i] = byte((127*red - 106*green - 21*blue + 128<<8 + 128) >> 8)
	}
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

func matBGR(pix []byte, width, height int) (gocv.Mat, error) {
	if width < 1 || height < 1 || len(pix) != Channels*width*height {
		return gocv.Mat{}, fmt.Errorf("%w: %d bytes for %d×%d", errMatrix, len(pix), width, height)
	}
	return gocv.NewMatFromBytes(height, width, gocv.MatTypeCV8UC3, pix)
}
