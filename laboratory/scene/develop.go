package scene

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
)

// develop turns light into a picture as the sensor gives it: blurred by the lens,
// with noise, clipped to eight bits.
func (r *renderer) develop() *image.RGBA {
	light := r.out
	if r.Sensor.Blur > 0.05 {
		light = blur(light, r.Width, r.Height, r.Sensor.Blur)
	}
	img := image.NewRGBA(image.Rect(0, 0, r.Width, r.Height))
	for i, c := range light {
		n := float32(0)
		if r.Sensor.Noise > 0 {
			n = float32(r.random.NormFloat64() * r.Sensor.Noise)
		}
		img.Pix[4*i] = grey(c.r, n)
		img.Pix[4*i+1] = grey(c.g, n*0.8)
		img.Pix[4*i+2] = grey(c.b, n*1.2)
		img.Pix[4*i+3] = 255
	}
	return img
}

func grey(v, noise float32) uint8 {
	return uint8(max(0, min(v*255+noise+0.5, 255)))
}

// blur is a Gaussian blur with the standard deviation in pixels. Both passes go through the picture as it lies in memory.
func blur(in []rgb, w, h int, sigma float64) []rgb {
	kernel := gaussian(sigma)
	half := len(kernel) / 2
	across, out := make([]rgb, len(in)), make([]rgb, len(in))
	for y := range h {
		from, to := in[y*w:][:w], across[y*w:][:w]
		for x := range to {
			var c rgb
			if x < half || x+half >= w {
				for k, weight := range kernel {
					c = c.plus(from[max(0, min(x+k-half, w-1))].scale(weight))
				}
			} else {
				for k, p := range from[x-half:][:len(kernel)] {
					c = c.plus(p.scale(kernel[k]))
				}
			}
			to[x] = c
		}
	}
	for y := range h {
		to := out[y*w:][:w]
		for k, weight := range kernel {
			from := across[max(0, min(y+k-half, h-1))*w:][:w]
			for x, p := range from {
				to[x] = to[x].plus(p.scale(weight))
			}
		}
	}
	return out
}

// Encode writes a picture as JPEG of the quality given, 1 to 100.
func Encode(img image.Image, quality int) ([]byte, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// throughJPEG gives the picture the artefacts of compression.
func throughJPEG(img *image.RGBA, quality int) (*image.RGBA, error) {
	data, err := Encode(img, quality)
	if err != nil {
		return nil, err
	}
	decoded, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for y := 0; y < img.Rect.Dy(); y++ {
		for x := 0; x < img.Rect.Dx(); x++ {
			img.Set(x, y, decoded.At(x, y))
		}
	}
	return img, nil
}

// gaussian gives the weights of a blur, none for a lens that has none.
func gaussian(sigma float64) []float32 {
	if sigma <= 0.05 {
		return []float32{1}
	}
	half := int(math.Ceil(2.5 * sigma))
	kernel, sum := make([]float32, 2*half+1), float32(0)
	for i := range kernel {
		d := float64(i-half) / sigma
		kernel[i] = float32(math.Exp(-d * d / 2))
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	return kernel
}

// blurrer keeps the room that blurring needs.
type blurrer struct{ lines, out []rgb }

// develop blurs a part of the frame as the lens does, turns it into the planes and gives the
// pixels that changed there: those around it, too. Two parts may share pixels at their
// edges, which are then developed twice from the same light.
func (c *Canvas) develop(r image.Rectangle) image.Rectangle {
	half := len(c.kernel) / 2
	r = r.Inset(-half)
	r = image.Rect(r.Min.X&^1, r.Min.Y&^1, (r.Max.X+1)&^1, (r.Max.Y+1)&^1).Intersect(c.bounds())
	out := c.blurred(r)
	w := r.Dx()
	for y := range r.Dy() {
		to := c.Luma[(r.Min.Y+y)*c.stride+r.Min.X:]
		for x := range w {
			k := &out[y*w+x]
			*k = rgb{min(k.r, 1) * 255, min(k.g, 1) * 255, min(k.b, 1) * 255}
			to[x] = 0.299*k.r + 0.587*k.g + 0.114*k.b
		}
	}
	for y := 0; y < r.Dy(); y += 2 {
		at := (r.Min.Y+y)/2*c.stride/2 + r.Min.X/2
		for x := 0; x < w; x += 2 {
			i, right, below := y*w+x, min(x+1, w-1)-x, (min(y+1, r.Dy()-1)-y)*w
			k := out[i].plus(out[i+right]).plus(out[i+below]).plus(out[i+below+right]).scale(0.25)
			c.Cb[at+x/2] = 128 - 0.168736*k.r - 0.331264*k.g + 0.5*k.b
			c.Cr[at+x/2] = 128 + 0.5*k.r - 0.418688*k.g - 0.081312*k.b
		}
	}
	c.pad(r)
	return r
}

// blurred gives a part of the frame through the lens, row by row.
func (c *Canvas) blurred(r image.Rectangle) []rgb {
	half, w := len(c.kernel)/2, r.Dx()
	high := image.Rect(r.Min.X, r.Min.Y-half, r.Max.X, r.Max.Y+half).Intersect(c.bounds())
	c.lens.lines = sized(c.lens.lines, w*high.Dy())
	for y := range high.Dy() {
		from := c.frame[(high.Min.Y+y)*c.spec.Width:][:c.spec.Width]
		for x := range w {
			var k rgb
			for i, weight := range c.kernel {
				p := &from[max(0, min(r.Min.X+x+i-half, c.spec.Width-1))]
				k.r, k.g, k.b = k.r+weight*p.r, k.g+weight*p.g, k.b+weight*p.b
			}
			c.lens.lines[y*w+x] = k
		}
	}
	c.lens.out = sized(c.lens.out, w*r.Dy())
	for y := range r.Dy() {
		out := c.lens.out[y*w:][:w]
		clear(out)
		for i, weight := range c.kernel {
			line := max(0, min(r.Min.Y+y+i-half-high.Min.Y, high.Dy()-1))
			for x, p := range c.lens.lines[line*w:][:w] {
				k := &out[x]
				k.r, k.g, k.b = k.r+weight*p.r, k.g+weight*p.g, k.b+weight*p.b
			}
		}
	}
	return c.lens.out
}

func sized(room []rgb, n int) []rgb {
	if cap(room) < n {
		return make([]rgb, n)
	}
	return room[:n]
}

// pad repeats the last column and row of the planes where a part touches them.
func (c *Canvas) pad(r image.Rectangle) {
	extend := func(plane []float32, stride, w, h int, touchesRight, touchesBottom bool) {
		rows := len(plane) / stride
		if touchesRight {
			for y := range h {
				for x := w; x < stride; x++ {
					plane[y*stride+x] = plane[y*stride+w-1]
				}
			}
		}
		if touchesBottom {
			for y := h; y < rows; y++ {
				copy(plane[y*stride:(y+1)*stride], plane[(h-1)*stride:])
			}
		}
	}
	w, h := c.spec.Width, c.spec.Height
	right, bottom := r.Max.X == w, r.Max.Y == h
	extend(c.Luma, c.stride, w, h, right, bottom)
	extend(c.Cb, c.stride/2, (w+1)/2, (h+1)/2, right, bottom)
	extend(c.Cr, c.stride/2, (w+1)/2, (h+1)/2, right, bottom)
}
