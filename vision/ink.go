package vision

// inkMap is where a picture shows print on something white.
type inkMap struct {
	width, height int
	scale         float64 // picture pixels per map pixel
	ink           []byte  // 0 none to 255 black on white
}

const (
	// inkKernel closes strokes up to this many map pixels.
	inkKernel = 15
	// whiteness is how nearly equal the channels of the light on a tile are at least,
	// brightness how bright it is compared with the brightest parts of the picture.
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
func findInk(p *picture, side int) (*inkMap, error) {
	l, err := p.ofSide(side)
	if err != nil {
		return nil, err
	}
	light, err := closeBGR(l.pix, l.width, l.height, inkKernel, inkKernel)
	if err != nil {
		return nil, err
	}
	m := &inkMap{width: l.width, height: l.height, scale: float64(p.width()) / float64(l.width)}
	m.ink = make([]byte, l.width*l.height)
	bare := make([]byte, l.width*l.height)
	bright := brightLevel(light)
	for i := range m.ink {
		b, g, r := int(light[3*i]), int(light[3*i+1]), int(light[3*i+2])
		least := min(int(l.pix[3*i])*255/max(b, 1), int(l.pix[3*i+1])*255/max(g, 1), int(l.pix[3*i+2])*255/max(r, 1))
		if float64(min(b, g, r)) < whiteLight*float64(max(b, g, r)) {
			continue
		}
		m.ink[i] = byte(255 - min(least, 255))
		b, g, r = int(l.pix[3*i]), int(l.pix[3*i+1]), int(l.pix[3*i+2])
		top, low := max(b, g, r), min(b, g, r)
		if m.ink[i] < bareInk && float64(low) >= whiteness*float64(top) && float64(top) >= brightness*bright {
			bare[i] = 255
		}
	}
	near, err := blurGrey(bare, l.width, l.height, bareReach)
	if err != nil {
		return nil, err
	}
	for i, n := range near {
		if n < bareShare {
			m.ink[i] = 0
		}
	}
	return m, nil
}

// brightLevel is the brightness that one in fifty pixels exceeds.
func brightLevel(pix []byte) float64 {
	var hist [256]int
	for i := 0; i < len(pix); i += 3 {
		hist[max(pix[i], pix[i+1], pix[i+2])]++
	}
	left := len(pix) / 3 / 50
	for v := 255; v > 0; v-- {
		if left -= hist[v]; left < 0 {
			return float64(v)
		}
	}
	return 0
}
