package plane

import (
	"math"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Sheet is a field laid flat.
type Sheet struct {
	Field *Field
	Strip *raster.Strip
	Grid  *raster.Grid
}

// Lay lays a field flat.
func (f *Field) Lay(p *raster.Picture) (*Sheet, error) {
	s := f.Draw(p, raster.CoarseRes)
	g, err := s.Grid()
	return &Sheet{f, s, g}, err
}

// Laid is a tile where it lies in its field.
type Laid struct {
	At     models.Point // its middle as the owner sees it, mm
	Turned bool
	Sim    float64
	Light  raster.Shade
}

// Spans is how far a tile reaches along its row and across it, mm.
func (f *Field) Spans(turned bool) (along, across float64) {
	if turned {
		return f.Tile.Height, f.Tile.Width
	}
	return f.Tile.Width, f.Tile.Height
}

// Squeeze is by how much, of a tile's width, two tiles may seem to overlap.
const Squeeze = 0.2

// CrowdBy reports whether a tile lies upon another by more than some slack, in widths, each way.
func (f *Field) CrowdBy(a, b Laid, slack float64) bool {
	aw, ah := f.Spans(a.Turned)
	bw, bh := f.Spans(b.Turned)
	slack *= f.Tile.Width
	return math.Abs(a.At.X-b.At.X) < (aw+bw)/2-slack && math.Abs(a.At.Y-b.At.Y) < (ah+bh)/2-slack
}

// bounds are the pixels of the strip that a share of a tile covers.
func (s *Sheet) bounds(l Laid, share float64) (x, y, w, h int) {
	wide, high := s.Field.Pixel(raster.CoarseRes)
	along, across := s.Field.Spans(l.Turned)
	along, across = share*along, share*across
	return int((l.At.X - along/2 - s.Field.Left) / wide), int((s.Field.Far - l.At.Y - across/2) / high), int(along / wide), int(across / high)
}

// LightOf is the light in the middle part of a tile.
func (s *Sheet) LightOf(l Laid) raster.Shade {
	const part = 0.85
	return s.Strip.ShadeIn(s.bounds(l, part))
}

// BrightAt is how bright the light is at a point of the field, as a shade has it.
func (s *Sheet) BrightAt(at models.Point) float64 {
	wide, high := s.Field.Pixel(raster.CoarseRes)
	x, y := int((at.X-s.Field.Left)/wide), int((s.Field.Far-at.Y)/high)
	if x < 0 || y < 0 || x >= s.Strip.Width || y >= s.Strip.Height {
		return 0
	}
	px := s.Strip.Light[3*(y*s.Strip.Width+x):][:3]
	return float64(px[0]) + float64(px[1]) + float64(px[2])
}
