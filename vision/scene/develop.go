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

// blur is a Gaussian blur with the standard deviation in pixels.
func blur(in []rgb, w, h int, sigma float64) []rgb {
	half := int(math.Ceil(2.5 * sigma))
	kernel := make([]float32, 2*half+1)
	sum := float32(0)
	for i := range kernel {
		d := float64(i-half) / sigma
		kernel[i] = float32(math.Exp(-d * d / 2))
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	pass := func(in []rgb, step, n int, lineStart func(int) int, lines int) []rgb {
		out := make([]rgb, len(in))
		for l := 0; l < lines; l++ {
			base := lineStart(l)
			for i := 0; i < n; i++ {
				var c rgb
				for k, weight := range kernel {
					j := max(0, min(i+k-half, n-1))
					c = c.plus(in[base+j*step].scale(weight))
				}
				out[base+i*step] = c
			}
		}
		return out
	}
	out := pass(in, 1, w, func(l int) int { return l * w }, h)
	return pass(out, w, h, func(l int) int { return l }, w)
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
