package camera

import (
	"bytes"
	"image"
	_ "image/jpeg" // frames are JPEG
	_ "image/png"  // or PNG
	"math"
	"runtime/debug"
)

// Limits say when a picture is not worth reading; a limit of zero is none.
type Limits struct {
	// Width and Height are the size the camera was calibrated for, pixels.
	Width, Height int
	// Dark is the brightness (0 to 255) that a lit picture exceeds somewhere.
	Dark float64
	// White is the share of white pixels that is too much.
	White float64
	// Flat is the contrast (standard deviation of brightness, grey levels) of a
	// picture that shows nothing.
	Flat float64
	// Soft is the least sharpness, see Health.Sharpness.
	Soft float64
}

// DefaultLimits suit a table in a lit room.
func DefaultLimits() Limits {
	return Limits{Dark: 45, White: 0.5, Flat: 5, Soft: 0.12}
}

// Health is what can be said about a picture without reading it.
type Health struct {
	Width, Height int
	// Mean and Contrast are of the brightness, grey levels 0 to 255.
	Mean, Contrast float64
	// Bright is the brightness that one pixel in two hundred exceeds.
	Bright float64
	// White is the share of pixels at the upper end.
	White float64
	// Sharpness is how much of the contrast at strong edges falls within one or two
	// pixels: 0 for fog, below 0.15 out of focus, 0.5 and more in focus. It hardly depends on light.
	Sharpness float64
}

const (
	// maxPixels bounds the pictures that are decoded.
	maxPixels = 64 << 20
	// large is a picture, in pixels, whose memory goes back to the system as soon as it was inspected:
	// 12 megapixels are 18 MB, and a daemon that holds 13 MB else keeps two or three of them otherwise.
	large = 4_000_000
	// whiteFrom is the brightness from which a pixel counts as white.
	whiteFrom = 250
)

// Inspect decodes a frame and tells its health. The error is a *Fault that names
// what makes it unreadable; the health is given beside it as far as it is known.
func Inspect(f Frame, l Limits) (Health, error) {
	luma, err := f.luma()
	h := Health{Width: luma.w, Height: luma.h}
	if err != nil {
		return h, err
	}
	h.measure(luma)
	if h.Width*h.Height > large {
		debug.FreeOSMemory()
	}
	return h, h.judge(l)
}

// luma decodes the brightness of a frame. The size is given beside a *Fault as far as
// it is known; a picture larger than any camera's is not decoded.
func (f Frame) luma() (plane, error) {
	img, size, err := f.decode()
	if err != nil {
		return plane{w: size.X, h: size.Y}, err
	}
	return lumaOf(img), nil
}

// Picture decodes a frame. The error is a *Fault; a picture larger than any camera's is not decoded.
func (f Frame) Picture() (image.Image, error) {
	img, _, err := f.decode()
	return img, err
}

func (f Frame) decode() (img image.Image, size image.Point, err error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(f.Data))
	if err != nil {
		return nil, size, fault(Broken, err, "the picture from %s cannot be decoded", f.Source)
	}
	size = image.Pt(config.Width, config.Height)
	if config.Width <= 0 || config.Height <= 0 || config.Width*config.Height > maxPixels {
		return nil, size, fault(TooBig, nil, "a picture of %d×%d pixels is not one of a camera", config.Width, config.Height)
	}
	if img, _, err = image.Decode(bytes.NewReader(f.Data)); err != nil {
		return nil, size, fault(Broken, err, "the picture from %s cannot be decoded", f.Source)
	}
	return img, size, nil
}

// judge names the first thing that is wrong.
func (h Health) judge(l Limits) error {
	switch {
	case l.Width > 0 && h.Width != l.Width || l.Height > 0 && h.Height != l.Height:
		return fault(WrongSize, nil, "the picture is %d×%d pixels, the camera was calibrated for %d×%d; set its mode or calibrate again", h.Width, h.Height, l.Width, l.Height)
	case h.Bright < l.Dark:
		return fault(Black, nil, "the picture is black (brightness %.0f of 255); switch the light on and take the cap off", h.Bright)
	case l.White > 0 && h.White > l.White:
		return fault(Overexposed, nil, "%.0f %% of the picture is white; shorten the exposure or turn the lamp away", 100*h.White)
	case h.Contrast < l.Flat:
		return fault(Covered, nil, "the picture shows nothing (contrast %.1f); something is in front of the lens", h.Contrast)
	case h.Sharpness < l.Soft:
		return fault(Blurred, nil, "the picture is blurred (sharpness %.3f); clean the lens and focus it", h.Sharpness)
	}
	return nil
}

// plane is a picture's brightness.
type plane struct {
	w, h, stride int
	px           []uint8
}

// lumaOf gives the brightness of a picture, without copying where it can.
func lumaOf(img image.Image) plane {
	b := img.Bounds()
	switch p := img.(type) {
	case *image.YCbCr:
		return plane{b.Dx(), b.Dy(), p.YStride, p.Y[p.YOffset(b.Min.X, b.Min.Y):]}
	case *image.Gray:
		return plane{b.Dx(), b.Dy(), p.Stride, p.Pix[p.PixOffset(b.Min.X, b.Min.Y):]}
	}
	out := plane{b.Dx(), b.Dy(), b.Dx(), make([]uint8, b.Dx()*b.Dy())}
	for y := 0; y < out.h; y++ {
		for x := 0; x < out.w; x++ {
			r, g, bl, _ := img.At(b.Min.X+x, b.Min.Y+y).RGBA()
			out.px[y*out.w+x] = uint8((299*r + 587*g + 114*bl) / 1000 >> 8)
		}
	}
	return out
}

// measure fills in the figures.
func (h *Health) measure(p plane) {
	var histogram [256]int
	step := max(1, p.w*p.h/400_000) // enough pixels for a histogram
	n, sum, square := 0, 0.0, 0.0
	for y := 0; y < p.h; y++ {
		for x := y % step; x < p.w; x += step {
			v := p.px[y*p.stride+x]
			histogram[v]++
			n++
			sum += float64(v)
			square += float64(v) * float64(v)
		}
	}
	if n == 0 {
		return
	}
	h.Mean = sum / float64(n)
	h.Contrast = math.Sqrt(math.Max(0, square/float64(n)-h.Mean*h.Mean))
	for v := whiteFrom; v < 256; v++ {
		h.White += float64(histogram[v]) / float64(n)
	}
	left := n / 200
	for v := 255; v >= 0; v-- {
		if left -= histogram[v]; left < 0 {
			h.Bright = float64(v)
			break
		}
	}
	h.Sharpness = sharpness(p)
}

// sharpness looks along every second row at the strongest edges: the step across two
// pixels as a part of the rise across sixteen. An edge in focus takes one or two
// pixels, so the part is near 1; a blurred one takes many. The mean over the
// strongest hundredth of the places is taken, 0 where there is no strong edge.
func sharpness(p plane) float64 {
	const span = 16
	if p.w <= span || p.h < 1 {
		return 0
	}
	var rises [256]float64 // sum of steps by rise
	var counts [256]int
	total := 0
	for y := 0; y < p.h; y += 2 {
		row := p.px[y*p.stride : y*p.stride+p.w]
		for x := 0; x+span < p.w; x += 4 {
			lo, hi, most := row[x], row[x], 0
			for i := 1; i <= span; i++ {
				lo, hi = min(lo, row[x+i]), max(hi, row[x+i])
				if i >= 2 {
					most = max(most, int(max(row[x+i], row[x+i-2])-min(row[x+i], row[x+i-2])))
				}
			}
			rises[hi-lo] += float64(most)
			counts[hi-lo]++
			total++
		}
	}
	const faint = 24 // grey levels; less is no edge but a slope or noise
	sum, rise, n := 0.0, 0.0, 0
	for r := 255; r >= faint && n < total/100+1; r-- {
		sum += rises[r]
		rise += float64(r) * float64(counts[r])
		n += counts[r]
	}
	if rise == 0 {
		return 0
	}
	// A straight ramp over the span gives two parts in sixteen; that is no edge.
	const ramp = 2.0 / span
	return math.Max(0, (sum/rise-ramp)/(1-ramp))
}
