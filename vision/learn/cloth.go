package learn

import (
	"cmp"
	"fmt"
	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
	"math"
	"slices"
)

// Under a calibrated camera the rows of a lesson need no boxes: how large a tile is and how
// far its flanks are seen is known. A row is where so many tiles side by side would be light,
// and the cloth around them is not.
const (
	besideRow = 0.3  // of a tile's width that is looked at around a row
	insideRow = 0.02 // of a tile, left and right, that need not be light: tiles are round there
	leastRise = 0.15 // of white, by which such a row is lighter than the cloth around it
	mostFalls = 0.06 // pixels by which a row falls at most for each to the right
	mostPitch = 1.04 // tiles from one to the next that touches it
)

// cloth is the whole cloth of a calibrated table as it is seen from a place, with nothing on
// it but the rows of a lesson.
type cloth struct {
	*plane.Field
	width, height int              // of the camera's pictures
	ground        calibration.View // on which the tiles lie
}

func newCloth(c *calibration.Camera, place models.Place) (*cloth, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	view, err := c.View(c.Tile.Depth)
	if err != nil {
		return nil, err
	}
	ground, err := c.View(0)
	if err != nil {
		return nil, err
	}
	half := c.Side / 2
	all := plane.Extent{Left: -half, Right: half, Near: -half, Far: half}
	f := &plane.Field{View: view, Place: place, Tile: c.Tile, Extent: all, Zones: all}
	return &cloth{f, c.Width, c.Height, ground}, nil
}

// foot is how far from a pixel of a strip, which shows the face of a tile, its foot is seen.
func (c *cloth) foot(s *raster.Strip, x, y float64) (right, down float64) {
	wide, high := c.Pixel(s.Res)
	at := models.Point{X: c.Left + x*wide, Y: c.Far - y*high}
	on := at.Turned(c.Place.Index())
	off := c.View.Table(c.ground.Picture(on)).Turned(models.Places - c.Place.Index()).Sub(at)
	return off.X / wide, -off.Y / high
}

// guess finds the rows of a lesson, the longest first, and gives their frames from the far
// side to the near one.
func (c *cloth) guess(p *raster.Picture, rows [][]models.Tile) ([]raster.Frame, error) {
	if p.Width() != c.width || p.Height() != c.height {
		return nil, fmt.Errorf("the picture is %d×%d pixels, the camera was calibrated for %d×%d", p.Width(), p.Height(), c.width, c.height)
	}
	s, err := c.Lay(p)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { // backs may be dark: what has none is surer
		return cmp.Or(cmp.Compare(len(rows[b]), len(rows[a])), cmp.Compare(faceUp(rows[b]), faceUp(rows[a])))
	})
	light := whiteness(s.Strip)
	found := make([]lightRow, len(rows))
	for _, i := range order {
		if faceUp(rows[i]) == 0 {
			return nil, fmt.Errorf("row %d has no tile face up", i+1)
		}
		found[i] = c.lightestRow(s.Strip, light, rows[i])
		if found[i].rise < leastRise*255 {
			return nil, &rowNotFound{i + 1, len(rows[i]), "lay the row straight on the cloth, with nothing beside it, or give its boxes"}
		}
		found[i].darken(light, s.Strip)
	}
	slices.SortStableFunc(found, func(a, b lightRow) int { return cmp.Compare(a.middle(), b.middle()) })
	frames := make([]raster.Frame, len(found))
	wide, high := c.Pixel(raster.CoarseRes)
	for i, l := range found {
		if len(l.tiles) != len(rows[i]) {
			return nil, fmt.Errorf("%d tiles lie where row %d of %d should; write the rows from the far side to the near one", len(l.tiles), i+1, len(rows[i]))
		}
		f := c.Frame(c.Left+l.x*wide, c.Far-l.y*high, -l.falls*high/wide, 0, float64(len(l.tiles)-1))
		frames[i] = f.Shifted(0, l.pitch/float64(raster.CoarseRes.CellW))
	}
	return frames, nil
}

// faceUp counts the tiles that lie face up.
func faceUp(tiles []models.Tile) (n int) {
	for _, t := range tiles {
		if t.HasFace() {
			n++
		}
	}
	return n
}

// whiteness is the least channel of the light of each pixel: cloth is dark or coloured.
func whiteness(s *raster.Strip) []byte {
	out := make([]byte, s.Width*s.Height)
	for i := range out {
		out[i] = min(s.Light[3*i], s.Light[3*i+1], s.Light[3*i+2])
	}
	return out
}

// lightRow is a row of tiles in a strip: the middle of its first one, pixels, and by how much
// it falls for every pixel to the right.
type lightRow struct {
	tiles       []models.Tile
	x, y, falls float64
	pitch       float64 // pixels from one tile to the next: a little more than they are wide
	rise        float64 // how much lighter it is than the cloth around it, 0 to 255
}

func (l lightRow) middle() float64 {
	return l.y + l.falls*l.pitch*float64(len(l.tiles)-1)/2
}

// lightestRow finds where a row of tiles is lighter by most than the cloth around it.
func (c *cloth) lightestRow(s *raster.Strip, light []byte, tiles []models.Tile) (best lightRow) {
	sums := raster.Summed(light, s.Width, s.Height)
	try := func(l lightRow) {
		if l.rise = c.rise(sums, s, l); l.rise > best.rise {
			best = l
		}
	}
	const coarse, fine = 2, .5 // pixels from one place that is tried to the next
	w, steps := float64(s.Res.CellW), float64(len(tiles)-1)
	for falls := -mostFalls; falls <= mostFalls; falls += mostFalls / 2 {
		for y := 0.0; y < float64(s.Height); y += coarse {
			for x := 0.0; x < float64(s.Width); x += coarse {
				try(lightRow{tiles: tiles, x: x, y: y, falls: falls, pitch: w})
			}
		}
	}
	found := best
	for pitch := w; pitch <= mostPitch*w; pitch += .005 * w {
		for falls := -mostFalls / 2; falls <= mostFalls/2; falls += mostFalls / 16 {
			for y := -1.5 * coarse; y <= 1.5*coarse; y += fine {
				for x := -1.5 * coarse; x <= 1.5*coarse; x += fine {
					l := found // about its middle
					l.x, l.y = l.x+x-(pitch-w)*steps/2, l.y+y-falls*pitch*steps/2
					l.pitch, l.falls = pitch, l.falls+falls
					try(l)
				}
			}
		}
	}
	return best
}

// rise is by how much the darkest tile of a row is lighter than the cloth around the row, 0
// where that does not lie in the strip. Between the two its flanks may be seen.
func (c *cloth) rise(sums raster.Areas, s *raster.Strip, l lightRow) float64 {
	w, h := float64(s.Res.CellW), float64(s.Res.CellH)
	last := float64(len(l.tiles) - 1)
	endX, endY := l.x+l.pitch*last, l.y+l.falls*l.pitch*last
	shown := func(left, top, right, bottom float64) bool {
		return left >= 0 && top >= 0 && right < float64(s.Width) && bottom < float64(s.Height)
	}
	if !shown(l.x-w/2, min(l.y, endY)-h/2, endX+w/2, max(l.y, endY)+h/2) {
		return 0
	}
	darkest := math.Inf(1)
	for k, t := range l.tiles {
		x, y := l.x+l.pitch*float64(k)-w/2, l.y+l.falls*l.pitch*float64(k)-h/2
		if t.HasFace() { // a back may be as dark as the cloth
			half := (.5 - insideRow) * w // all of a tile is light
			darkest = min(darkest, sums.Mean(x+insideRow*w, y, half, h), sums.Mean(x+.5*w, y, half, h))
		}
		if darkest < leastRise*255 {
			return 0
		}
	}
	around := besideRow * w
	footLeft, footDown := c.foot(s, l.x, l.y)
	footRight, _ := c.foot(s, endX, endY)
	left, right := l.x-w/2+min(footLeft, 0)-around, endX+w/2+max(footRight, 0)
	up, down := h/2+max(-footDown, 0)+around, h/2+max(footDown, 0) // from the middle of the row
	if !shown(left, min(l.y, endY)-up, right+around, max(l.y, endY)+down+around) {
		return 0
	}
	over, under := 0.0, 0.0
	for k := range l.tiles {
		x, y := l.x+l.pitch*float64(k)-w/2, l.y+l.falls*l.pitch*float64(k)
		over += sums.Mean(x, y-up, w, around) / (last + 1)
		under += sums.Mean(x, y+down, w, around) / (last + 1)
	}
	return darkest - max(over, under, sums.Mean(left, l.y-h/2, around, h), sums.Mean(right, endY-h/2, around, h))
}

// darken takes a row that was found out of the search for others.
func (l lightRow) darken(light []byte, s *raster.Strip) {
	h := s.Res.CellH
	for x := range int(l.pitch * float64(len(l.tiles))) {
		left, top := int(l.x)-s.Res.CellW/2+x, int(l.y+l.falls*float64(x-s.Res.CellW/2))-h/2
		for y := range h {
			light[(top+y)*s.Width+left] = 0
		}
	}
}
