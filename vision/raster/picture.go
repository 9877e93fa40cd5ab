package raster

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
	MaxPixels    = 50_000_000
	MinSide      = 64
	Channels     = 3 // of a pixel: blue, green, red
)

// Picture is a decoded photograph with smaller copies of it, each half the size
// of the one before, so that sampling never skips pixels.
type Picture struct {
	Levels []Level
}

// Level is one size of a picture: rows of blue, green, red.
type Level struct {
	Width, Height int
	Pix           []byte
}

// Width and Height are of the picture at full size, pixels.
func (p *Picture) Width() int  { return p.Levels[0].Width }
func (p *Picture) Height() int { return p.Levels[0].Height }

// Problem makes the error that a person sees when a picture cannot be read.
func Problem(code, format string, args ...any) *models.ReadingError {
	return &models.ReadingError{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Decode checks the header of an image file with Go's decoders and decodes it with
// OpenCV. The picture is good until the film is used again. Every failure is a
// *models.ReadingError: bad-image or too-large.
func Decode(file []byte, on *Film) (*Picture, error) {
	if _, _, err := SizeOf(file); err != nil {
		return nil, err
	}
	pix, width, height, err := on.decode(file)
	if err != nil {
		return nil, Problem("bad-image", "the picture is damaged: %v", err)
	}
	return &Picture{Levels: []Level{{width, height, pix}}}, nil
}

// SizeOf gives the size of the picture in a file, from its header; the errors are those of
// decode.
func SizeOf(file []byte) (width, height int, err error) {
	if len(file) > maxFileBytes {
		return 0, 0, Problem("too-large", "the file has %d bytes, at most %d are read", len(file), maxFileBytes)
	}
	header, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return 0, 0, Problem("bad-image", "the file is no JPEG or PNG picture: %v", err)
	}
	if header.Width < MinSide || header.Height < MinSide {
		return 0, 0, Problem("bad-image", "the picture is %d×%d pixels, at least %d each way are needed", header.Width, header.Height, MinSide)
	}
	if header.Width > MaxPixels/header.Height {
		return 0, 0, Problem("too-large", "the picture is %d×%d pixels, at most %d megapixels are read", header.Width, header.Height, MaxPixels/1_000_000)
	}
	return header.Width, header.Height, nil
}

// Shrink makes the smaller copies of a picture, down to about 160 pixels.
func (p *Picture) Shrink() error {
	for {
		last := p.Levels[len(p.Levels)-1]
		w, h := last.Width/2, last.Height/2
		if min(w, h) < 160 {
			return nil
		}
		half, err := resizeBGR(last.Pix, last.Width, last.Height, w, h)
		if err != nil {
			return Problem("bad-image", "the picture cannot be made smaller: %v", err)
		}
		p.Levels = append(p.Levels, Level{w, h, half})
	}
}

// OfSide is the picture with a longer side of so many pixels, or as it is where it has fewer.
func (p *Picture) OfSide(side int) (*Level, error) {
	l := &p.Levels[0]
	for i := range p.Levels {
		if p.Levels[i].Side() >= side {
			l = &p.Levels[i]
		}
	}
	if l.Side() <= side {
		return l, nil
	}
	w, h := max(l.Width*side/l.Side(), 1), max(l.Height*side/l.Side(), 1)
	pix, err := resizeBGR(l.Pix, l.Width, l.Height, w, h)
	if err != nil {
		return nil, Problem("bad-image", "the picture cannot be made smaller: %v", err)
	}
	return &Level{w, h, pix}, nil
}

// Part is a rectangle of a level whose corner lies in it, as much of it as there is.
func (l *Level) Part(left, top, width, height int) *Level {
	part := &Level{Width: min(width, l.Width-left), Height: min(height, l.Height-top)}
	for y := range part.Height {
		from := Channels * ((top+y)*l.Width + left)
		part.Pix = append(part.Pix, l.Pix[from:from+Channels*part.Width]...)
	}
	return part
}

// Side is the longer side.
func (l *Level) Side() int { return max(l.Width, l.Height) }

// A picture is too dark when its brightest parts are, overexposed when most of it
// has reached white; shares are of all pixels.
const (
	darkest   = 40
	burnt     = 252
	mostBurnt = 0.6
)

// Exposure names what is wrong with the light of a picture.
func (p *Picture) Exposure() error {
	pix := p.Levels[0].Some(ExposurePixels)
	if BrightLevel(pix) < darkest {
		return Problem("too-dark", "the picture is nearly black; is the lens covered, or the light off?")
	}
	white := 0
	for i := 0; i < len(pix); i += 3 {
		if min(pix[i], pix[i+1], pix[i+2]) >= burnt {
			white++
		}
	}
	if float64(white) > mostBurnt*float64(len(pix)/Channels) {
		return Problem("overexposed", "most of the picture is white; lower the exposure or the light")
	}
	return nil
}

// ExposurePixels is of how many pixels, spread over the picture, the light is judged.
const ExposurePixels = 10_000

// Some gives about n pixels, spread evenly.
func (l *Level) Some(n int) (pix []byte) {
	step := Channels * max(l.Width*l.Height/n, 1)
	pix = make([]byte, 0, 3*(len(l.Pix)/step+1))
	for i := 0; i+3 <= len(l.Pix); i += step {
		pix = append(pix, l.Pix[i:i+3]...)
	}
	return pix
}

// Shows reports whether a point lies in the picture.
func (p *Picture) Shows(q models.Point) bool {
	return q.X >= 0 && q.Y >= 0 && q.X < float64(p.Width()) && q.Y < float64(p.Height())
}

// shows reports whether a point lies on a pixel of the level.
func (l *Level) shows(q models.Point) bool {
	return q.X >= -.5 && q.Y >= -.5 && q.X < float64(l.Width)-.5 && q.Y < float64(l.Height)-.5
}

// holds reports whether a point lies two pixels inside the level, so that neither
// rounding nor the neighbours of a pixel lead outside.
func (l *Level) holds(q models.Point) bool {
	return q.X >= 2 && q.Y >= 2 && q.X < float64(l.Width-3) && q.Y < float64(l.Height-3)
}

// at samples one pixel bilinearly; outside the level it repeats the border.
func (l *Level) at(into []byte, q models.Point) {
	x, y := inParts(q.X, l.Width), inParts(q.Y, l.Height)
	x0, y0 := x/part, y/part
	x1, y1 := min(x0+1, l.Width-1), min(y0+1, l.Height-1)
	pixel := func(x, y int) []byte { return l.Pix[Channels*(y*l.Width+x):][:Channels] }
	a, b, c, d := pixel(x0, y0), pixel(x1, y0), pixel(x0, y1), pixel(x1, y1)
	fx, fy := x%part, y%part
	for i := range Channels {
		into[i] = byte(((int(a[i])*(part-fx)+int(b[i])*fx)*(part-fy) + (int(c[i])*(part-fx)+int(d[i])*fx)*fy + part*part/2) >> (2 * partBits))
	}
}

// inParts is a place among so many pixels, in parts of one: of what lies before the first, or nowhere as NaN does, the first.
func inParts(v float64, size int) int {
	if !(v > 0) {
		return 0
	}
	return int(min(v, float64(size-1)) * part)
}

// ColourAt is the colour of a pixel: blue, green, red, 0 to 255.
func (p *Picture) ColourAt(q models.Point) [Channels]float64 {
	var px [Channels]byte
	p.Levels[0].at(px[:], q)
	return [Channels]float64{float64(px[0]), float64(px[1]), float64(px[2])}
}

// BrightAt is how bright a pixel is, 0 to 255.
func (p *Picture) BrightAt(q models.Point) float64 {
	var px [3]byte
	p.Levels[0].at(px[:], q)
	return float64(px[0])/Channels + float64(px[1])/Channels + float64(px[2])/Channels
}

// LeastAt is the darkest channel of a pixel, 0 to 255.
func (p *Picture) LeastAt(q models.Point) float64 {
	var px [3]byte
	p.Levels[0].at(px[:], q)
	return float64(min(px[0], px[1], px[2]))
}
