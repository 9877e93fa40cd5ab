package scene

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"jantaku/vision/artwork"
)

// Ground is what a table is covered with where tiles lie.
type Ground uint8

// The grounds. Felt is that of a mahjong table; the others are what people lay tiles on for a
// photograph.
const (
	Felt Ground = iota
	Wood
	Glass // over a floor of planks
	WhiteCloth
	CheckedCloth
	StripedCloth
	FloweredCloth
	Newsprint
	Marble
	Bamboo
	Carpet
)

// Grounds are all grounds but felt.
func Grounds() []Ground {
	return []Ground{Wood, Glass, WhiteCloth, CheckedCloth, StripedCloth, FloweredCloth, Newsprint, Marble, Bamboo, Carpet}
}

// String is the word for a ground.
func (g Ground) String() string {
	words := [...]string{"felt", "wood", "glass over a floor", "white cloth", "checked cloth", "striped cloth", "flowered cloth", "newsprint", "marble", "bamboo mat", "carpet"}
	if int(g) < len(words) {
		return words[g]
	}
	return fmt.Sprintf("Ground(%d)", uint8(g))
}

// at is the colour of a ground at a place, mm, without light.
func (g Ground) at(x, y float64, seed uint64) rgb {
	fine := float32(noise(x/1.3, y/1.3, seed))
	switch g {
	case Wood:
		grain := float32(noise(x/70, y/2.5, seed)*.6 + noise(x/25, y/.9, seed+1)*.4)
		return rgb{.55, .36, .2}.scale(.65 + .6*grain)
	case Glass: // planks far below, and what is mirrored
		floor := rgb{.42, .33, .26}.scale(.8 + .4*float32(noise(x/30, y/300, seed)))
		if math.Mod(math.Abs(x)+3, 90) < 6 || math.Mod(math.Abs(y)+400*lattice(int64(math.Floor(x/90)), 7, seed), 600) < 6 {
			floor = floor.scale(.45)
		}
		return floor.mix(rgb{.8, .85, .88}, .15+.35*float32(noise(x/160, y/160, seed+2)))
	case WhiteCloth:
		fold := float32(noise(x/90, y/60, seed)*.7 + noise(x/15, y/200, seed+1)*.3)
		return rgb{.92, .92, .9}.scale(.8 + .2*fold + .04*fine)
	case CheckedCloth:
		c := rgb{.9, .88, .84}
		if math.Mod(math.Abs(x+1000), 44) < 22 {
			c = c.mix(rgb{.7, .1, .12}, .55)
		}
		if math.Mod(math.Abs(y+1000), 44) < 22 {
			c = c.mix(rgb{.7, .1, .12}, .55)
		}
		return c.scale(.92 + .16*fine)
	case StripedCloth:
		c := rgb{.88, .88, .9}
		switch d := math.Mod(math.Abs(.8*x+.6*y)+1000, 36); {
		case d < 11:
			c = rgb{.16, .24, .5}
		case d > 20 && d < 23:
			c = rgb{.75, .2, .2}
		}
		return c.scale(.92 + .16*fine)
	case FloweredCloth:
		return flowered(x, y, seed).scale(.92 + .16*fine)
	case Newsprint: // lines of letters
		c := rgb{.85, .84, .8}
		line, at := math.Floor(y/4), math.Mod(math.Abs(y)+400, 4)
		if at > 1 && at < 3 && math.Mod(math.Abs(x)+500, 62) > 4 && lattice(int64(x/.9+1e5), int64(line), seed) > .45 {
			c = rgb{.15, .15, .16}
		}
		return c
	case Marble:
		vein := float32(math.Abs(noise(x/60, y/60, seed)+.5*noise(x/20, y/20, seed+1)-.75) * 4)
		return rgb{.8, .8, .78}.scale(.6 + .4*min(vein, 1))
	case Bamboo:
		c := rgb{.72, .6, .38}.scale(.85 + .3*float32(noise(x/50, y/1.1, seed)))
		if math.Mod(math.Abs(y)+100, 7) < 1.2 {
			c = c.scale(.4)
		}
		return c
	case Carpet:
		c := rgb{.4, .12, .12}
		if noise(x/26, y/26, seed) > .55 {
			c = rgb{.15, .18, .32}
		}
		if noise(x/18, y/18, seed+3) > .72 {
			c = rgb{.75, .62, .35}
		}
		return c.scale(.6 + .8*fine)
	}
	return rgb{.5, .5, .5}
}

// flowered is a light cloth with a flower in most squares of 60 mm.
func flowered(x, y float64, seed uint64) rgb {
	const side = 60
	i, j := math.Floor(x/side), math.Floor(y/side)
	if lattice(int64(i), int64(j), seed) < .2 {
		return rgb{.86, .88, .8}
	}
	u, v := x-(i+.5)*side, y-(j+.5)*side
	d, turn := math.Hypot(u, v), math.Atan2(v, u)
	petals := 17 + 7*math.Cos(5*turn+6*lattice(int64(i), int64(j), seed+1))
	switch {
	case d < 6:
		return rgb{.85, .7, .15}
	case d < petals:
		return rgb{.75, .2, .35}
	case d < petals+5 && math.Sin(3*turn) > .6:
		return rgb{.2, .45, .2}
	}
	return rgb{.86, .88, .8}
}

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
