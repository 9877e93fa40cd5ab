package faces

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// Samples are stored with a rim of two pixels for the edges of the window.
const (
	StoredMargin     = 2
	StoredW, StoredH = raster.WindowW + 2*StoredMargin, raster.WindowH + 2*StoredMargin
)

// Crop cuts w×h pixels that lie from left and top on out of a picture.
func Crop(pix []byte, width, from, w, h int) []byte {
	out := make([]byte, 0, 3*w*h)
	for y := from; y < from+h; y++ {
		out = append(out, pix[3*(y*width+from):3*(y*width+from+w)]...)
	}
	return out
}

// Of computes the features of a stored sample, both ways up.
func Of(tile models.Tile, ratio []byte) (up, down Face) {
	make1 := func(r []byte, flipped bool) Face {
		f := Face{Tile: tile, Flipped: flipped, Fine: make(raster.Vector, raster.FineLength), Coarse: make(raster.Vector, raster.CoarseLength)}
		raster.Features(r, StoredW, StoredH).Window(f.Fine, StoredMargin/raster.PoolCell, StoredMargin/raster.PoolCell, raster.FineW, raster.FineH)
		half := halve(r, StoredW, StoredH)
		raster.Features(pad(half, StoredW/2, StoredH/2), StoredW/2+2, StoredH/2+2).Window(f.Coarse, 1, 1, raster.CoarseW, raster.CoarseH)
		return f
	}
	return make1(ratio, false), make1(turned(ratio), true)
}

// halve averages 2×2 pixels.
func halve(pix []byte, w, h int) []byte {
	out := make([]byte, 3*(w/2)*(h/2))
	for y := 0; y < h/2; y++ {
		for x := 0; x < w/2; x++ {
			for c := 0; c < 3; c++ {
				at := func(dx, dy int) int { return int(pix[3*((2*y+dy)*w+2*x+dx)+c]) }
				out[3*(y*(w/2)+x)+c] = byte((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4)
			}
		}
	}
	return out
}

// pad repeats the rim once to every side.
func pad(pix []byte, w, h int) []byte {
	out := make([]byte, 0, 3*(w+2)*(h+2))
	for y := -1; y <= h; y++ {
		for x := -1; x <= w; x++ {
			i := 3 * (min(max(y, 0), h-1)*w + min(max(x, 0), w-1))
			out = append(out, pix[i:i+3]...)
		}
	}
	return out
}

// turned is the picture turned by 180°.
func turned(pix []byte) []byte {
	out := make([]byte, len(pix))
	for i := 0; i < len(pix); i += 3 {
		copy(out[len(pix)-3-i:], pix[i:i+3])
	}
	return out
}

// EncodeSample is a sample as it is stored, turned the right way up.
func EncodeSample(tile models.Tile, pix []byte, flipped bool) ([]byte, error) {
	if flipped {
		pix = turned(pix)
	}
	img := image.NewRGBA(image.Rect(0, 0, StoredW, StoredH))
	for y := range StoredH {
		for x := range StoredW {
			i := 3 * (y*StoredW + x)
			img.SetRGBA(x, y, color.RGBA{pix[i+2], pix[i+1], pix[i], 255})
		}
	}
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return nil, fmt.Errorf("sample of %v: %w", tile, err)
	}
	return buf.Bytes(), nil
}

// Load computes the features of learned faces: every sample both ways up, as it was taught and as it may be seen, and
// the average of each face as it was taught.
func Load(f calibration.Faces) (all, means []Face, err error) {
	for _, learned := range f.Faces {
		var ups, downs []Face
		for i, s := range learned.Samples {
			pix, err := DecodeSample(s)
			if err != nil {
				return nil, nil, fmt.Errorf("sample %d of %v: %w", i, learned.Tile, err)
			}
			up, down := Of(learned.Tile, pix)
			all = append(all, up, down, up.worse(pix, &usualWorse), down.worse(pix, &usualWorse), up.darker(pix, &usualWorse), down.darker(pix, &usualWorse))
			ups, downs = append(ups, up), append(downs, down)
		}
		means = append(means, meanFace(ups), meanFace(downs))
	}
	return all, means, nil
}

// meanFace is the average of samples of one tile, one way up.
func meanFace(samples []Face) Face {
	var fine, coarse []raster.Vector
	for _, s := range samples {
		fine, coarse = append(fine, s.Fine), append(coarse, s.Coarse)
	}
	return Face{Tile: samples[0].Tile, Flipped: samples[0].Flipped, Fine: Average(fine), Coarse: Average(coarse)}
}

// DecodeSample is the picture of a stored sample: what share of the light its print leaves, blue, green, red.
func DecodeSample(s calibration.Sample) ([]byte, error) {
	img, err := s.Image()
	if err != nil {
		return nil, err
	}
	b := img.Bounds()
	if b.Dx() != StoredW || b.Dy() != StoredH {
		return nil, fmt.Errorf("is %d×%d pixels, must be %d×%d", b.Dx(), b.Dy(), StoredW, StoredH)
	}
	pix := make([]byte, 0, 3*StoredW*StoredH)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			pix = append(pix, byte(bl>>8), byte(g>>8), byte(r>>8))
		}
	}
	return pix, nil
}
