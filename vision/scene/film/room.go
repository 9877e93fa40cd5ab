package film

import (
	"math"

	"jantaku/models"
	"jantaku/vision/scene"
)

// footprint is the rectangle a body takes on the table and from where to where it is high.
type footprint struct {
	at           models.Point
	along        models.Point // unit vector of its width
	wide, deep   float64      // half
	bottom, high float64
}

func (d *director) footprint(b scene.Body) footprint {
	size := b.Size
	if b.Tile != models.NoTile {
		size = d.spec.Size
	}
	sin, cos := math.Sincos(b.Turn * math.Pi / 180)
	f := footprint{at: b.At, along: models.Point{X: cos, Y: -sin}, wide: size.Width / 2, deep: size.Height / 2, bottom: b.Z, high: b.Z + size.Depth}
	if b.Tilt == standing {
		f.deep, f.high = size.Depth/2, b.Z+size.Height
	}
	return f
}

// into is how deep two footprints are in each other, mm; 0 or less when they are apart.
func (f footprint) into(g footprint) float64 {
	if f.bottom >= g.high || g.bottom >= f.high {
		return 0
	}
	least := math.Inf(1)
	for _, q := range [2]footprint{f, g} {
		for _, axis := range [2]models.Point{q.along, {X: -q.along.Y, Y: q.along.X}} {
			reach := func(h footprint) float64 {
				return h.wide*math.Abs(h.along.X*axis.X+h.along.Y*axis.Y) + h.deep*math.Abs(-h.along.Y*axis.X+h.along.X*axis.Y)
			}
			apart := math.Abs((f.at.X-g.at.X)*axis.X + (f.at.Y-g.at.Y)*axis.Y)
			least = min(least, reach(f)+reach(g)-apart)
		}
	}
	return least
}
