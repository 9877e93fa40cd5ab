package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/raster"
)

// What on a strip is as white as the tiles of a row and as large as one, and whether it stands by
// itself.
const (
	leftWhite  = 0.72 // of the light of the nearest tile, that white has at least
	leftColour = 0.04 // by which a channel's share of it differs at most: light wood does
	darkAround = 0.65 // of the light of such a thing, that the table around it has at most
	leftShare  = 0.8  // of a window that is white
	leftBare   = 0.4  // and that bears no print: a gap between tiles is felt
	leftWide   = 3.6  // tiles over which such windows reach, in
	leftHigh   = 0.4  // heights of a tile from the uppermost
	knownSize  = 1.12 // of a tile that was read, each way, that is no window's
)

// paleness sums up which pixels of a strip are as white as tiles, and which of them bear no print.
type paleness struct{ white, bare raster.Areas }

// likeATile reports whether a part of a strip is as white all over as a tile with print.
func (k *paleness) likeATile(x, y, w, h int) bool {
	area := float64(w * h)
	return float64(k.white.In(x, y, w, h)) >= leftShare*area && float64(k.bare.In(x, y, w, h)) >= leftBare*area
}

// white marks the pixels of a strip whose light is that of the nearest tile and that lie
// on none that was read, and those of them that bear no print.
func white(s *raster.Strip, f *raster.Frame, rows []sight.Row) (white, bare []byte) {
	type taken struct {
		t     float64
		shade raster.Shade
		shown bool // in the strip
		poly  [4]models.Point
	}
	var tiles []taken
	for _, c := range rows {
		for _, t := range c.Tiles {
			var k taken
			var mid models.Point
			for i, q := range t.Quad {
				x, v := f.Locate(q)
				k.poly[i] = models.Point{X: x, Y: v}
				mid = mid.Add(k.poly[i].Times(.25))
			}
			for i := range k.poly {
				k.poly[i] = mid.Add(k.poly[i].Sub(mid).Times(knownSize))
			}
			k.t = mid.X
			k.shade, k.shown = shadeOn(s, mid)
			k.shown = k.shown && t.Tile != models.Back // which says nothing about white
			tiles = append(tiles, k)
		}
	}
	var shown []raster.Shade
	for _, k := range tiles {
		if k.shown {
			shown = append(shown, k.shade)
		}
	}
	usual := usualColour(shown)
	white, bare = make([]byte, s.Width*s.Height), make([]byte, s.Width*s.Height)
	for x := range s.Width {
		t, _ := s.Locate(x, 0)
		var tile raster.Shade
		nearest := math.Inf(1)
		var over []taken
		for _, k := range tiles {
			if d := math.Abs(k.t - t); k.shown && d < nearest {
				nearest, tile = d, raster.Shade{Bright: k.shade.Bright, Share: usual}
			}
			if math.Abs(k.t-t) < 1.5 {
				over = append(over, k)
			}
		}
		for y := range s.Height {
			k := 3 * (y*s.Width + x)
			if !whitens(tile, s.Light[k:k+3]) {
				continue
			}
			_, v := s.Locate(x, y)
			if !slices.ContainsFunc(over, func(k taken) bool { return raster.Inside(k.poly, models.Point{X: t, Y: v}) }) {
				white[k/3] = 1
				if whitens(tile, s.Pix[k:k+3]) {
					bare[k/3] = 1
				}
			}
		}
	}
	return white, bare
}

// usualColour is the colour that most of some tiles have: print as dense as that of an 8p tints
// the light on one.
func usualColour(shades []raster.Shade) (share [3]float64) {
	if len(shades) == 0 {
		return share
	}
	for c := range share {
		slices.SortFunc(shades, func(a, b raster.Shade) int { return cmp.Compare(a.Share[c], b.Share[c]) })
		share[c] = shades[len(shades)/2].Share[c]
	}
	return share
}

// lonely gives where the uppermost places at which a window fits begin, and their top, if
// they are those of a few tiles: a bright table or rim has more. Below, flanks of tiles fit
// too.
func lonely(s *raster.Strip, part []int, width int) (left, right, top int, ok bool) {
	top = part[0] / width
	for _, i := range part {
		top = min(top, i/width)
	}
	left, right = width, -1
	for _, i := range part {
		if float64(i/width-top) <= leftHigh*float64(s.Res.CellH) {
			left, right = min(left, i%width), max(right, i%width)
		}
	}
	return left, right, top, left > 0 && right+1 < width && float64(right-left) <= leftWide*float64(s.Res.CellW)
}

// standsOut reports whether what is white from left to right ends sharply on both sides and
// above: below, the flank of a tile shows.
func standsOut(s *raster.Strip, left, right, y int) bool {
	x := (left + right) / 2
	tile, ok := shadeAround(s, x, y)
	if !ok {
		return false
	}
	w, h := float64(s.Res.CellW), float64(s.Res.CellH)
	beside := int(.4 * w)
	for _, at := range []struct{ x, y, alongX, alongY int }{
		{left - beside, y - int(.5*h), 0, int(.1 * h)}, // farther below another row may begin
		{right + beside, y - int(.5*h), 0, int(.1 * h)},
		{x - int(.3*w), y - int(.9*h), int(.1 * w), 0},
	} {
		dark := 0
		for k := range 7 {
			if around, ok := shadeAround(s, at.x+k*at.alongX, at.y+k*at.alongY); ok && around.Bright < darkAround*tile.Bright {
				dark++
			}
		}
		if dark < 6 {
			return false
		}
	}
	return true
}

// shadeOn is the light in the middle of a tile, at (t, v), if the strip shows it.
func shadeOn(s *raster.Strip, at models.Point) (_ raster.Shade, shown bool) {
	x, y := s.Pixel(at.X, at.Y)
	return shadeAround(s, x, y)
}

// shadeAround is the light around a pixel, if the strip shows it.
func shadeAround(s *raster.Strip, x, y int) (_ raster.Shade, shown bool) {
	w, h := s.Res.CellW/2, s.Res.CellH/2
	if x < w/2 || y < h/2 || x+w/2 >= s.Width || y+h/2 >= s.Height {
		return raster.Shade{}, false
	}
	return s.ShadeIn(x-w/2, y-h/2, w, h), true
}

// whitens reports whether a pixel is as bright as a tile, and of its colour.
func whitens(a raster.Shade, pixel []byte) bool {
	b := raster.ShadeOf([3]float64{float64(pixel[0]), float64(pixel[1]), float64(pixel[2])})
	return b.Bright >= leftWhite*a.Bright && a.SameColour(b, leftColour)
}
