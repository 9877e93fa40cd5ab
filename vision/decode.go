package vision

import (
	"bytes"
	"encoding/binary"
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

// decode checks the header of an image file with Go's decoders and decodes it with
// OpenCV. The picture is good until the film is used again. Every failure is a
// *models.ReadingError: bad-image or too-large.
func decode(file []byte, on *film) (*picture, error) {
	if _, _, err := sizeOf(file); err != nil {
		return nil, err
	}
	pix, width, height, err := on.decode(file)
	if err != nil {
		return nil, problem("bad-image", "the picture is damaged: %v", err)
	}
	return &picture{levels: []level{{width, height, pix}}}, nil
}

// sizeOf gives the size of the picture in a file, from its header; the errors are those of
// decode.
func sizeOf(file []byte) (width, height int, err error) {
	if len(file) > maxFileBytes {
		return 0, 0, problem("too-large", "the file has %d bytes, at most %d are read", len(file), maxFileBytes)
	}
	header, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return 0, 0, problem("bad-image", "the file is no JPEG or PNG picture: %v", err)
	}
	if header.Width < minSide || header.Height < minSide {
		return 0, 0, problem("bad-image", "the picture is %d×%d pixels, at least %d each way are needed", header.Width, header.Height, minSide)
	}
	if header.Width > maxPixels/header.Height {
		return 0, 0, problem("too-large", "the picture is %d×%d pixels, at most %d megapixels are read", header.Width, header.Height, maxPixels/1_000_000)
	}
	return header.Width, header.Height, nil
}

// shrink makes the smaller copies of a picture, down to about 160 pixels.
func (p *picture) shrink() error {
	for {
		last := p.levels[len(p.levels)-1]
		w, h := last.width/2, last.height/2
		if min(w, h) < 160 {
			return nil
		}
		half, err := resizeBGR(last.pix, last.width, last.height, w, h)
		if err != nil {
			return problem("bad-image", "the picture cannot be made smaller: %v", err)
		}
		p.levels = append(p.levels, level{w, h, half})
	}
}

// ofSide is the picture with a longer side of so many pixels, or as it is where it has fewer.
func (p *picture) ofSide(side int) (*level, error) {
	l := &p.levels[0]
	for i := range p.levels {
		if p.levels[i].side() >= side {
			l = &p.levels[i]
		}
	}
	if l.side() <= side {
		return l, nil
	}
	w, h := max(l.width*side/l.side(), 1), max(l.height*side/l.side(), 1)
	pix, err := resizeBGR(l.pix, l.width, l.height, w, h)
	if err != nil {
		return nil, problem("bad-image", "the picture cannot be made smaller: %v", err)
	}
	return &level{w, h, pix}, nil
}

// side is the longer side.
func (l *level) side() int { return max(l.width, l.height) }

// A picture is too dark when its brightest parts are, overexposed when most of it
// has reached white; shares are of all pixels.
const (
	darkest   = 40
	burnt     = 252
	mostBurnt = 0.6
)

// exposure names what is wrong with the light of a picture.
func (p *picture) exposure() error {
	pix := p.levels[0].some(exposurePixels)
	if brightLevel(pix) < darkest {
		return problem("too-dark", "the picture is nearly black; is the lens covered, or the light off?")
	}
	white := 0
	for i := 0; i < len(pix); i += 3 {
		if min(pix[i], pix[i+1], pix[i+2]) >= burnt {
			white++
		}
	}
	if float64(white) > mostBurnt*float64(len(pix)/3) {
		return problem("overexposed", "most of the picture is white; lower the exposure or the light")
	}
	return nil
}

// exposurePixels is of how many pixels, spread over the picture, the light is judged.
const exposurePixels = 10_000

// some gives about n pixels, spread evenly.
func (l *level) some(n int) (pix []byte) {
	step := 3 * max(l.width*l.height/n, 1)
	pix = make([]byte, 0, 3*(len(l.pix)/step+1))
	for i := 0; i+3 <= len(l.pix); i += step {
		pix = append(pix, l.pix[i:i+3]...)
	}
	return pix
}

// shows reports whether a point lies in the picture.
func (p *picture) shows(q models.Point) bool {
	return q.X >= 0 && q.Y >= 0 && q.X < float64(p.width()) && q.Y < float64(p.height())
}

// part is the precision of places between pixels: 1/64, so that the three channels
// of a pixel can be weighted side by side in one number.
const (
	partBits = 6
	part     = 1 << partBits
)

// sample writes n pixels that lie step apart, beginning at from, stride bytes apart.
// It samples bilinearly; outside the level it repeats the border.
func (l *level) sample(into []byte, stride, n int, from, step models.Point) {
	const (
		bits = 20 // of the fraction that is carried along
		half = part * part / 2 * (1 | 1<<apart | 1<<(2*apart))
	)
	to := from.Add(step.Times(float64(n - 1)))
	if !l.holds(from) || !l.holds(to) {
		for i := range n {
			l.at(into[i*stride:], from.Add(step.Times(float64(i))))
		}
		return
	}
	fixed := func(v float64) int { return int(v * (1 << bits)) }
	x, y, dx, dy := fixed(from.X), fixed(from.Y), fixed(step.X), fixed(step.Y)
	for i := range n {
		k := 3 * (y>>bits*l.width + x>>bits)
		top, low := l.pix[k:][:7], l.pix[k+3*l.width:][:7]
		fx, fy := uint64(x>>(bits-partBits)%part), uint64(y>>(bits-partBits)%part)
		v := channels(top)*((part-fx)*(part-fy)) + channels(top[3:])*(fx*(part-fy)) +
			channels(low)*((part-fx)*fy) + channels(low[3:])*(fx*fy) + half
		px := into[i*stride:][:3]
		px[0], px[1], px[2] = byte(v>>(2*partBits)), byte(v>>(2*partBits+apart)), byte(v>>(2*partBits+2*apart))
		x, y = x+dx, y+dy
	}
}

// apart is how many bits the channels lie apart that are weighted side by side.
const apart = 21

// channels spreads the first three of four bytes.
func channels(p []byte) uint64 {
	v := uint64(binary.LittleEndian.Uint32(p))
	return v&0xff | v&0xff00<<(apart-8) | v&0xff0000<<(2*apart-16)
}

// holds reports whether a point lies two pixels inside the level, so that neither
// rounding nor the neighbours of a pixel lead outside.
func (l *level) holds(q models.Point) bool {
	return q.X >= 2 && q.Y >= 2 && q.X < float64(l.width-3) && q.Y < float64(l.height-3)
}

// at samples one pixel bilinearly; outside the level it repeats the border.
func (l *level) at(into []byte, q models.Point) {
	x := int(min(max(q.X, 0), float64(l.width-1)) * part)
	y := int(min(max(q.Y, 0), float64(l.height-1)) * part)
	x0, y0 := min(x/part, l.width-2), min(y/part, l.height-2)
	top := l.pix[3*(y0*l.width+x0):][:6]
	low := l.pix[3*((y0+1)*l.width+x0):][:6]
	fx, fy := x-x0*part, y-y0*part
	for c := range 3 {
		into[c] = byte(((int(top[c])*(part-fx)+int(top[c+3])*fx)*(part-fy) + (int(low[c])*(part-fx)+int(low[c+3])*fx)*fy + part*part/2) >> (2 * partBits))
	}
}

// brightAt is how bright a pixel is, 0 to 255.
func (p *picture) brightAt(q models.Point) float64 {
	var px [3]byte
	p.levels[0].at(px[:], q)
	return float64(px[0])/3 + float64(px[1])/3 + float64(px[2])/3
}

// leastAt is the darkest channel of a pixel, 0 to 255.
func (p *picture) leastAt(q models.Point) float64 {
	var px [3]byte
	p.levels[0].at(px[:], q)
	return float64(min(px[0], px[1], px[2]))
}
