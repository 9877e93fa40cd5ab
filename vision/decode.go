package vision

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // the header is read by Go before OpenCV sees the file
	_ "image/png"

	"jantaku/models"
)

// Limits of what is decoded. A Raspberry Pi camera delivers 12 megapixels.
const (
	maxFileBytes = 64 << 20
	maxPixels    = 50_000_000
	minSide      = 64
)

// picture is a decoded photograph with smaller copies of it, each half the size
// of the one before, so that sampling never skips pixels.
type picture struct {
	levels []level
}

// level is one size of a picture: rows of blue, green, red.
type level struct {
	width, height int
	pix           []byte
}

func (p *picture) width() int  { return p.levels[0].width }
func (p *picture) height() int { return p.levels[0].height }

// problem makes the error that a person sees when a picture cannot be read.
func problem(code, format string, args ...any) *models.ReadingError {
	return &models.ReadingError{Code: code, Message: fmt.Sprintf(format, args...)}
}

// decode checks the header of an image file with Go's decoders, decodes it with
// OpenCV and builds the smaller copies. Every failure is a *models.ReadingError:
// bad-image or too-large.
func decode(file []byte) (*picture, error) {
	if len(file) > maxFileBytes {
		return nil, problem("too-large", "the file has %d bytes, at most %d are read", len(file), maxFileBytes)
	}
	header, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, problem("bad-image", "the file is no JPEG or PNG picture: %v", err)
	}
	if header.Width < minSide || header.Height < minSide {
		return nil, problem("bad-image", "the picture is %d×%d pixels, at least %d each way are needed", header.Width, header.Height, minSide)
	}
	if header.Width > maxPixels/header.Height {
		return nil, problem("too-large", "the picture is %d×%d pixels, at most %d megapixels are read", header.Width, header.Height, maxPixels/1_000_000)
	}
	pix, width, height, err := decodeBGR(file)
	if err != nil {
		return nil, problem("bad-image", "the picture is damaged: %v", err)
	}
	return newPicture(pix, width, height)
}

// newPicture builds the pyramid over the pixels, down to about 160 pixels.
func newPicture(pix []byte, width, height int) (*picture, error) {
	p := &picture{levels: []level{{width, height, pix}}}
	for {
		last := p.levels[len(p.levels)-1]
		w, h := last.width/2, last.height/2
		if min(w, h) < 160 {
			return p, nil
		}
		half, err := resizeBGR(last.pix, last.width, last.height, w, h)
		if err != nil {
			return nil, problem("bad-image", "the picture cannot be made smaller: %v", err)
		}
		p.levels = append(p.levels, level{w, h, half})
	}
}

// A picture is too dark when its brightest parts are, overexposed when most of it
// has reached white; shares are of all pixels.
const (
	darkest   = 40
	burnt     = 252
	mostBurnt = 0.6
)

// exposure names what is wrong with the light of a picture.
func (p *picture) exposure() error {
	l := &p.levels[len(p.levels)-1]
	if brightLevel(l.pix) < darkest {
		return problem("too-dark", "the picture is nearly black; is the lens covered, or the light off?")
	}
	white := 0
	for i := 0; i < len(l.pix); i += 3 {
		if min(l.pix[i], l.pix[i+1], l.pix[i+2]) >= burnt {
			white++
		}
	}
	if float64(white) > mostBurnt*float64(len(l.pix)/3) {
		return problem("overexposed", "most of the picture is white; lower the exposure or the light")
	}
	return nil
}

// shows reports whether a point lies in the picture.
func (p *picture) shows(q vec) bool {
	return q.X >= 0 && q.Y >= 0 && q.X < float64(p.width()) && q.Y < float64(p.height())
}

// at samples a level bilinearly at a point of the full picture; outside it
// repeats the border.
func (l *level) at(x, y float64) (b, g, r float64) {
	x = min(max(x, 0), float64(l.width-1))
	y = min(max(y, 0), float64(l.height-1))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, l.width-1), min(y0+1, l.height-1)
	fx, fy := x-float64(x0), y-float64(y0)
	p00, p10 := 3*(y0*l.width+x0), 3*(y0*l.width+x1)
	p01, p11 := 3*(y1*l.width+x0), 3*(y1*l.width+x1)
	mix := func(c int) float64 {
		top := float64(l.pix[p00+c])*(1-fx) + float64(l.pix[p10+c])*fx
		low := float64(l.pix[p01+c])*(1-fx) + float64(l.pix[p11+c])*fx
		return top*(1-fy) + low*fy
	}
	return mix(0), mix(1), mix(2)
}
