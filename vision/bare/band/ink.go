package band

import (
	"math"
	"slices"

	"jantaku/vision/raster"
)

// inkMap is where a picture shows print on something white.
type inkMap struct {
	Width, Height int
	Scale         float64 // picture pixels per map pixel
	Ink           []byte  // 0 none to 255 black on white
}

const (
	// inkKernel closes strokes up to this many map pixels.
	inkKernel = 15
	// whiteLight and whiteness are how nearly equal the channels of the light on a tile and
	// of the tile are at least, brightness how bright it is, all compared with the lamp.
	whiteLight = 0.6
	whiteness  = 0.55
	brightness = 0.4
	// A tile shows bare white around its print; felt and wood with bright grain
	// do not. bareInk is the most ink of a bare pixel, bareShare how many of 255
	// pixels in a square of bareReach must be bare.
	bareInk   = 50
	bareShare = 80
	bareReach = 21
)

// findInk makes the ink map of a picture whose longer side is side pixels, of a smaller one
// as it is: what counts as print, white around it and a row is a matter of map pixels.
func findInk(p *raster.Picture, side int) (*inkMap, error) {
	l, err := p.OfSide(side)
	if err != nil {
		return nil, err
	}
	light, err := raster.CloseBGR(l.Pix, l.Width, l.Height, inkKernel, inkKernel)
	if err != nil {
		return nil, err
	}
	m := &inkMap{Width: l.Width, Height: l.Height, Scale: float64(p.Width()) / float64(l.Width)}
	m.Ink = make([]byte, l.Width*l.Height)
	bare := make([]byte, l.Width*l.Height)
	lamp := lampOf(light)
	for i := range m.Ink {
		lit, shown := light[3*i:][:3], l.Pix[3*i:][:3]
		if low, top := lamp.under(lit); low < whiteLight*top {
			continue
		}
		least := 255
		for c, v := range lit {
			least = min(least, int(shown[c])*255/max(int(v), 1))
		}
		m.Ink[i] = byte(255 - least)
		if low, top := lamp.under(shown); m.Ink[i] < bareInk && low >= whiteness*top && top >= brightness {
			bare[i] = 255
		}
	}
	near, err := raster.BlurGrey(bare, l.Width, l.Height, bareReach)
	if err != nil {
		return nil, err
	}
	for i, n := range near {
		if n < bareShare {
			m.Ink[i] = 0
		}
	}
	return m, nil
}

// lamp is the colour of the brightest parts of a picture: a white tile is yellow under a warm
// one.
type lamp [3]float64

// nearBright is from which share of the brightest on a pixel tells of the lamp. A camera that
// balances white leaves each channel of it balanced at least, of the brightest: what is no more
// coloured than that is so under white light.
const nearBright, balanced = 0.85, 0.8

// lampOf is the lamp of a picture of which the light is given.
func lampOf(light []byte) (l lamp) {
	least, n := nearBright*raster.BrightLevel(light), 0.
	for i := 0; i < len(light); i += 3 {
		if float64(max(light[i], light[i+1], light[i+2])) >= least {
			for c := range l {
				l[c] += float64(light[i+c])
			}
			n++
		}
	}
	top := slices.Max(l[:])
	for c := range l {
		l[c] = max(min(l[c]/balanced, top)/max(n, 1), 1)
	}
	return l
}

// under gives the darkest and the brightest channel of a pixel as shares of the lamp's.
func (l *lamp) under(pixel []byte) (low, top float64) {
	low = math.Inf(1)
	for c, v := range pixel {
		share := float64(v) / l[c]
		low, top = min(low, share), max(top, share)
	}
	return low, top
}
