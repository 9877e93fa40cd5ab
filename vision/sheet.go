package vision

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// sheet is a field laid flat.
type sheet struct {
	field *field
	strip *raster.Strip
	grid  *raster.Grid
}

// lay lays a field flat.
func (f *field) lay(p *raster.Picture) (*sheet, error) {
	s := f.draw(p, raster.CoarseRes)
	g, err := s.Grid()
	return &sheet{f, s, g}, err
}

// laid is a tile where it lies in its field.
type laid struct {
	at     models.Point // its middle as the owner sees it, mm
	turned bool
	sim    float64
	light  raster.Shade
}

// spans is how far a tile reaches along its row and across it, mm.
func (f *field) spans(turned bool) (along, across float64) {
	if turned {
		return f.tile.Height, f.tile.Width
	}
	return f.tile.Width, f.tile.Height
}

// squeeze is by how much, of a tile's width, two tiles may seem to overlap.
const squeeze = 0.2

// crowd reports whether a tile lies so much upon another that only one is there.
func (f *field) crowd(a, b laid) bool { return f.crowdBy(a, b, squeeze) }

// crowdBy reports whether a tile lies upon another by more than some slack, in widths, each way.
func (f *field) crowdBy(a, b laid, slack float64) bool {
	aw, ah := f.spans(a.turned)
	bw, bh := f.spans(b.turned)
	slack *= f.tile.Width
	return math.Abs(a.at.X-b.at.X) < (aw+bw)/2-slack && math.Abs(a.at.Y-b.at.Y) < (ah+bh)/2-slack
}

// crowdsAny reports whether a tile crowds one of others.
func (f *field) crowdsAny(a laid, others []laid) bool {
	return slices.ContainsFunc(others, func(o laid) bool { return f.crowd(a, o) })
}

// bounds are the pixels of the strip that a share of a tile covers.
func (s *sheet) bounds(l laid, share float64) (x, y, w, h int) {
	wide, high := s.field.pixel(raster.CoarseRes)
	along, across := s.field.spans(l.turned)
	along, across = share*along, share*across
	return int((l.at.X - along/2 - s.field.left) / wide), int((s.field.far - l.at.Y - across/2) / high), int(along / wide), int(across / high)
}

// lightOf is the light in the middle part of a tile.
func (s *sheet) lightOf(l laid) raster.Shade {
	const part = 0.85
	return s.strip.ShadeIn(s.bounds(l, part))
}

// brightAt is how bright the light is at a point of the field, as a shade has it.
func (s *sheet) brightAt(at models.Point) float64 {
	wide, high := s.field.pixel(raster.CoarseRes)
	x, y := int((at.X-s.field.left)/wide), int((s.field.far-at.Y)/high)
	if x < 0 || y < 0 || x >= s.strip.Width || y >= s.strip.Height {
		return 0
	}
	px := s.strip.Light[3*(y*s.strip.Width+x):][:3]
	return float64(px[0]) + float64(px[1]) + float64(px[2])
}

// hide takes what a tile covers out of the search for others.
func (s *sheet) hide(l laid) {
	const part = 0.8 // a neighbour's window may reach in
	x, y, w, h := s.bounds(l, part)
	for j := max(y, 0); j < min(y+h, s.strip.Height); j++ {
		for i := max(x, 0); i < min(x+w, s.strip.Width); i++ {
			clear(s.strip.Light[3*(j*s.strip.Width+i):][:3])
		}
	}
}
