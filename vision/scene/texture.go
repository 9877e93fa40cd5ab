package scene

import (
	"image"
	"image/color"

	"jantaku/vision/scene/artwork"
)

func toRGB(c color.RGBA) rgb {
	return rgb{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
}

// texture is a picture that is sampled at places between 0 and 1.
type texture struct {
	w, h int
	px   []rgb
}

// pyramid is a face in halving resolutions, the finest first.
type pyramid []texture

// face gives the face of a tile in all resolutions.
func (st *Studio) face(of printed) pyramid {
	st.mu.Lock()
	defer st.mu.Unlock()
	if p, ok := st.faces[of]; ok {
		return p
	}
	if st.faces == nil {
		st.faces = map[printed]pyramid{}
	}
	img := artwork.Face(of.style, of.tile)
	if prints := st.Prints[of.tile]; len(prints) > 0 {
		img = prints[of.copy]
	}
	p := newPyramid(img)
	st.faces[of] = p
	return p
}

func newPyramid(img *image.RGBA) pyramid {
	b := img.Bounds()
	level := texture{w: b.Dx(), h: b.Dy(), px: make([]rgb, b.Dx()*b.Dy())}
	for y := 0; y < level.h; y++ {
		for x := 0; x < level.w; x++ {
			level.px[y*level.w+x] = toRGB(img.RGBAAt(b.Min.X+x, b.Min.Y+y))
		}
	}
	p := pyramid{level}
	for level.w >= 16 {
		level = level.half()
		p = append(p, level)
	}
	return p
}

// half averages two by two pixels.
func (t texture) half() texture {
	out := texture{w: t.w / 2, h: t.h / 2}
	out.px = make([]rgb, out.w*out.h)
	for y := 0; y < out.h; y++ {
		for x := 0; x < out.w; x++ {
			i := 2*y*t.w + 2*x
			out.px[y*out.w+x] = t.px[i].plus(t.px[i+1]).plus(t.px[i+t.w]).plus(t.px[i+t.w+1]).scale(0.25)
		}
	}
	return out
}

// level picks the resolution for a face seen that many pixels wide: the coarsest
// that still has a sample for every half pixel.
func (p pyramid) level(pixels float64) *texture {
	best := &p[0]
	for i := range p {
		if float64(p[i].w) >= 1.5*pixels {
			best = &p[i]
		}
	}
	return best
}

// at samples between the four nearest pixels.
func (t *texture) at(u, v float64) rgb {
	x, y := u*float64(t.w)-0.5, v*float64(t.h)-0.5
	x, y = max(0, min(x, float64(t.w-1))), max(0, min(y, float64(t.h-1)))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, t.w-1), min(y0+1, t.h-1)
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	top := t.px[y0*t.w+x0].mix(t.px[y0*t.w+x1], fx)
	low := t.px[y1*t.w+x0].mix(t.px[y1*t.w+x1], fx)
	return top.mix(low, fy)
}
