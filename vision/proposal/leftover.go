package proposal

import (
	"iter"
	"math"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// Around a hand in a bare picture lies anything. What is as light as its tiles, as large as one, and ends where a tile would
// end may be one that was not read: with a face that was never learned, in glare, or cut off by the border of the picture.

// LeftoverTuning says what stands out from its ground as a tile does.
type LeftoverTuning struct {
	// Part is the share of a tile each way that is looked at, and Filled the share of that that is light: the rest is print
	// that is wider than the light is closed over it, and round corners.
	Part, Filled float64
	// Taken is how large a tile that was read is at most, as a share of its size each way.
	Taken float64
	// Around is how wide what is beside a tile is, in widths of one, and Dark the light there, of that on the tile, at most: on all sides
	// but one, where another tile may lie, as far as no tile was read there. Below it its flank is seen, as high as Below of a tile at most.
	// Known is the share of such a side that has to be in the picture and on no tile to tell.
	// Sides is how many sides are dark at least.
	Around, Dark, Below, Known float64
	Sides                      int
	// Shown is the share of a tile that the picture shows at least where its border cuts it off, and Cut the share of that which is light: it may be
	// print for the most part.
	Shown, Cut float64
	// White is the light of a tile at least, of that of the nearest one that was read, and Colour by which a channel's share of it differs at most.
	White, Colour float64
}

var usualLeftover = LeftoverTuning{Part: .84, Filled: .9, Taken: 1.12, Around: .22, Dark: .7, Below: .8, Known: .4, Sides: 2, Shown: .2, Cut: .6, White: .72, Colour: .04}

// leftovers is a field cell by cell.
type leftovers struct {
	field       *plane.Field
	wide, high  int        // cells
	mm          [2]float64 // size of a cell
	light, seen []int      // 1 where it is as light as the tiles, and where the picture shows it
	open, level []int      // 1 where the picture shows it and no tile was read, and how light it is there
}

// Leftovers are the places of a field that stand out from their ground as tiles do, and on which none lies of those that were
// read, the lightest first. Each is found when it is asked for.
func (p *Picture) Leftovers(f *plane.Field, read []Proposal) (iter.Seq[[4]models.Point], error) {
	var lit []Lit
	for i := range read {
		if c := &read[i]; c.Tile.HasFace() && !p.Tiles.Match.IsBlank(c.Tile) && c.Sim >= usualLight.Clear {
			lit = append(lit, c.light)
		}
	}
	if len(lit) == 0 {
		return func(func([4]models.Point) bool) {}, nil
	}
	m, err := p.leftoversOn(f, lit)
	if err != nil {
		return nil, err
	}
	for i := range read {
		m.take(read[i].Quad)
	}
	return func(yield func([4]models.Point) bool) {
		for quad, ok := m.clearest(); ok && yield(quad); quad, ok = m.clearest() {
			m.take(quad)
		}
	}, nil
}

// leftoversOn marks where a field is as light as the nearest tiles, and of their colour.
func (p *Picture) leftoversOn(f *plane.Field, lit []Lit) (*leftovers, error) {
	s, err := f.Lay(p.Raster)
	if err != nil {
		return nil, err
	}
	const cell, block = raster.PoolCell, raster.PoolCell * raster.PoolCell
	m := &leftovers{field: f, wide: s.Strip.Width / cell, high: s.Strip.Height / cell}
	for _, cells := range []*[]int{&m.light, &m.seen, &m.open, &m.level} {
		*cells = make([]int, m.wide*m.high)
	}
	pixelW, pixelH := f.Pixel(raster.CoarseRes)
	m.mm = [2]float64{cell * pixelW, cell * pixelH}
	for y0 := 0; y0 < m.high; y0 += block {
		for x0 := 0; x0 < m.wide; x0 += block {
			l, _ := nearest(lit, f.OnTheTable(m.at(float64(x0)+block/2, float64(y0)+block/2)))
			shade := raster.ShadeOf(l.Colour)
			for y := y0; y < min(y0+block, m.high); y++ {
				for x := x0; x < min(x0+block, m.wide); x++ {
					if at := m.at(float64(x)+.5, float64(y)+.5); !p.Raster.Shows(f.View.Picture(f.OnTheTable(at))) {
						continue
					}
					m.seen[y*m.wide+x], m.open[y*m.wide+x] = 1, 1
					px := s.Strip.Light[raster.Channels*cell*(y*s.Strip.Width+x):][:raster.Channels]
					own := raster.ShadeOf([raster.Channels]float64{float64(px[0]), float64(px[1]), float64(px[2])})
					m.level[y*m.wide+x] = int(min(px[0], px[1], px[2]))
					if float64(m.level[y*m.wide+x]) >= usualLeftover.White*l.Bright && own.SameColour(shade, usualLeftover.Colour) {
						m.light[y*m.wide+x] = 1
					}
				}
			}
		}
	}
	return m, nil
}

// at is a point of the field, in cells from its left upper corner.
func (m *leftovers) at(x, y float64) models.Point {
	return models.Point{X: m.field.Left + x*m.mm[0], Y: m.field.Far - y*m.mm[1]}
}

// take says that a tile lies somewhere: what is there is explained.
func (m *leftovers) take(quad [4]models.Point) {
	f := m.field
	mid := quad[0].Toward(quad[2], .5).Toward(quad[1].Toward(quad[3], .5), .5)
	var corners [4]models.Point
	left, right, top, bottom := m.wide, 0, m.high, 0
	for i, q := range quad {
		own := f.Own(f.View.Table(mid.Add(q.Sub(mid).Times(usualLeftover.Taken))))
		corners[i] = models.Point{X: (own.X - f.Left) / m.mm[0], Y: (f.Far - own.Y) / m.mm[1]}
		left, right = min(left, int(corners[i].X)), max(right, int(corners[i].X)+1)
		top, bottom = min(top, int(corners[i].Y)), max(bottom, int(corners[i].Y)+1)
	}
	for y := max(top, 0); y < min(bottom, m.high); y++ {
		for x := max(left, 0); x < min(right, m.wide); x++ {
			if raster.Inside(corners, models.Point{X: float64(x) + .5, Y: float64(y) + .5}) {
				m.light[y*m.wide+x], m.open[y*m.wide+x], m.level[y*m.wide+x] = 0, 0, 0
			}
		}
	}
}

// clearest is the place that stands out from its ground as a tile does and is lightest.
func (m *leftovers) clearest() (quad [4]models.Point, ok bool) {
	k, f := &usualLeftover, m.field
	light, seen := raster.Summed(m.light, m.wide, m.high), raster.Summed(m.seen, m.wide, m.high)
	open, level := raster.Summed(m.open, m.wide, m.high), raster.Summed(m.level, m.wide, m.high)
	dx, dy := int(math.Round(k.Around*f.Tile.Width/m.mm[0])), int(math.Round(k.Around*f.Tile.Width/m.mm[1]))
	below := int(math.Round(k.Below * f.Tile.Height / m.mm[1]))
	most := 0
	for _, turned := range []bool{false, true} {
		along, across := f.Spans(turned)
		w, h := int(math.Round(k.Part*along/m.mm[0])), int(math.Round(k.Part*across/m.mm[1]))
		for y := 2 * dy; y+h <= m.high; y++ {
			for x := 2 * dx; x+w+2*dx <= m.wide; x++ {
				n, all := light.In(x, y, w, h), seen.In(x, y, w, h)
				filled := k.Filled
				if all < w*h {
					filled = k.Cut
				}
				if n <= most || float64(all) < k.Shown*float64(w*h) || float64(n) < filled*float64(all) {
					continue
				}
				own := float64(level.In(x, y, w, h)) / float64(max(open.In(x, y, w, h), 1))
				taken, dark := 0, 0
				for _, side := range [][4]int{{x - 2*dx, y, dx, h}, {x + w + dx, y, dx, h}, {x, y - 2*dy, w, dy}, {x, y + h + below, w, dy}} {
					if side[1]+side[3] > m.high {
						continue
					}
					shown, free := seen.In(side[0], side[1], side[2], side[3]), open.In(side[0], side[1], side[2], side[3])
					switch {
					case float64(shown) < k.Known*float64(side[2]*side[3]):
					case float64(free) < k.Known*float64(shown):
						taken++
					case float64(level.In(side[0], side[1], side[2], side[3])) < k.Dark*own*float64(free):
						dark++
					}
				}
				if dark < k.Sides || dark+taken < len(quad)-1 {
					continue
				}
				most, ok = n, true
				middle := m.at(float64(x)+float64(w)/2, float64(y)+float64(h)/2)
				for i, c := range [4]models.Point{{X: -.5, Y: .5}, {X: .5, Y: .5}, {X: .5, Y: -.5}, {X: -.5, Y: -.5}} {
					quad[i] = f.View.Picture(f.OnTheTable(middle.Add(models.Point{X: c.X * along, Y: c.Y * across})))
				}
			}
		}
	}
	return quad, ok
}

// Look is a tile as it was looked at closely.
type Look struct {
	faces.Shown
	Frame raster.Frame // in which it is seen best, at 0
}

// LookAt looks closely at a tile whose corners are known more or less, from the left upper one as it lies upright or upside down.
func (p *Picture) LookAt(quad [4]models.Point) (l Look, err error) {
	f, err := p.Table.Facing(plane.Upright, 0)
	if err != nil {
		return l, err
	}
	var corners [4]models.Point
	for i, q := range quad {
		corners[i] = f.View.Table(q)
	}
	side := corners[1].Sub(corners[0]).Add(corners[2].Sub(corners[3]))
	at := Spot{At: corners[0].Toward(corners[2], .5).Toward(corners[1].Toward(corners[3], .5), .5), Ways: plane.Upright,
		MayMove: usualPatch.MayMove, Turn: math.Atan2(-side.Y, side.X)}
	for _, at.MayTurn = range []float64{0, UsualPlace.Fan * math.Pi / 180} { // more or less
		_, seen, err := p.evidence(at)
		if err != nil {
			return l, err
		}
		if len(seen) == 0 {
			continue
		}
		if c := p.candidate(seen, at); c.Sim > l.Sim {
			l = Look{p.Shown(&c, nil), c.Seen.shown()}
		}
		if l.Sim >= usualLight.Clear {
			break
		}
	}
	return l, nil
}
