package proposal

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// windows lists the windows of a sheet that are lighter than the cloth around, look like a face more than those beside
// them and whose middle may be a tile's; apart from them those that look too little like one to be looked at.
func (p *Picture) windows(s *plane.Sheet, start float32, may func(models.Point) bool) (likely, maybe []Glance) {
	k, f := &UsualSweep, s.Field
	w := scan{p: p, sheet: s, may: may, bare: p.Tiles.Match.BlankTile(), rim: around(s.Strip)}
	spots := w.sparsely()
	n := slices.IndexFunc(spots, func(s faces.Spot) bool { return s.Sim < start })
	if n < 0 {
		n = len(spots)
	}
	slices.SortStableFunc(w.blank, func(a, b faces.Spot) int { return cmp.Compare(b.Sim, a.Sim) })
	looks := func(spots []faces.Spot, blank models.Tile) (out []Glance) {
		wide, high := f.Pixel(raster.CoarseRes)
		near := k.Apart * f.Tile.Width / raster.PoolCell
		for _, at := range faces.Peaks(spots, near/wide, near/high) {
			out = append(out, Glance{Field: f, At: f.MiddleOfWindow(int(at.X), int(at.Y)), Sims: []float64{float64(at.Sim)}, blank: blank})
		}
		return out
	}
	maybe = looks(spots[n:min(n+k.MostMaybe, len(spots))], models.NoTile)
	blanks := looks(w.blank, w.bare)
	maybe = append(maybe, blanks[:min(k.MostMaybe, len(blanks))]...)
	return looks(spots[:n], models.NoTile), maybe
}

// scan compares the windows of a sheet with the faces, each once.
type scan struct {
	p     *Picture
	sheet *plane.Sheet
	may   func(models.Point) bool
	rim   [len(rimOf)]int
	bare  models.Tile  // a face without print, if one was learned
	blank []faces.Spot // windows that may show it, in cells
	seen  []bool       // cells whose windows were looked at
}

// sparsely compares every second window each way, and where one of them looks at least a little like a face those
// beside it: a face a cell off still does. It gives those that do, in cells, the likeliest first.
func (w *scan) sparsely() []faces.Spot {
	var cells [][2]int
	for y := 0; y+raster.CoarseH <= w.sheet.Grid.Height; y += 2 {
		for x := 0; x+raster.CoarseW <= w.sheet.Grid.Width; x += 2 {
			cells = append(cells, [2]int{x, y})
		}
	}
	w.seen = make([]bool, w.sheet.Grid.Width*w.sheet.Grid.Height)
	spots := w.compare(cells)
	cells = cells[:0]
	for _, s := range spots {
		for y := int(s.Y) - 1; y <= int(s.Y)+1; y++ {
			for x := int(s.X) - 1; x <= int(s.X)+1; x++ {
				cells = append(cells, [2]int{x, y})
			}
		}
	}
	spots = append(spots, w.compare(cells)...)
	spots = slices.DeleteFunc(spots, func(s faces.Spot) bool { return s.Sim < UsualSweep.Maybe })
	slices.SortStableFunc(spots, func(a, b faces.Spot) int { return cmp.Compare(b.Sim, a.Sim) })
	return spots
}

// compare gives those of some windows that look a little like a face.
func (w *scan) compare(cells [][2]int) []faces.Spot {
	k, s, g := &UsualSweep, w.sheet, w.sheet.Grid
	var places, pale [][2]int
	var spots, paleSpots []faces.Spot
	for _, c := range cells {
		x, y := c[0], c[1]
		if min(x, y) < 0 || x+raster.CoarseW > g.Width || y+raster.CoarseH > g.Height || w.seen[y*g.Width+x] {
			continue
		}
		w.seen[y*g.Width+x] = true
		left, top := raster.PoolCell*x, raster.PoolCell*y
		around := w.lightAround(left, top, k.Lit*w.p.light)
		if around == 0 { // most are darker, and it is told at once
			continue
		}
		at := s.Field.OnTheTable(s.Field.MiddleOfWindow(x, y))
		least := 0.0
		if w.p.cloth != nil {
			least = w.p.cloth().leastAt(at)
		}
		if around < least || !w.may(at) {
			continue
		}
		spot := faces.Spot{X: float64(x), Y: float64(y)}
		ink, white := g.InkIn(x, y, raster.CoarseW, raster.CoarseH), around >= max(UsualPlace.White*w.p.light, least)
		switch {
		case white && ink >= k.Pale && ink < k.Veiled:
			pale, paleSpots = append(pale, c), append(paleSpots, spot)
		case ink >= k.Ink:
			places, spots = append(places, c), append(spots, spot)
		}
		if ink < k.Ink && white && w.bare != models.NoTile {
			spot.Sim = -float32(ink)
			w.blank = append(w.blank, spot)
		}
	}
	w.p.Windows += len(places) + len(pale)
	out := w.p.Tiles.Match.Likeliest(g, places, spots, k.Beside)
	for _, s := range w.p.Tiles.Match.LikeliestVeiled(g, pale, paleSpots) {
		if s.Sim >= k.Beside {
			out = append(out, s)
		}
	}
	return out
}

// rimOf are points of a window near the rim of its tile, as shares of its width and height: so far in
// from the middles of its sides, and from its corners, which are round.
var rimOf = func(side, corner float64) (at [8]models.Point) {
	for i, in := range []models.Point{{X: .5, Y: side}, {X: side, Y: .5}, {X: corner, Y: corner}, {X: corner, Y: 1 - corner}} {
		at[2*i], at[2*i+1] = in, models.Point{X: 1 - in.X, Y: 1 - in.Y}
	}
	return at
}(.04, .1)

// around are where the colours of the points of a window near its rim stand in the light of a strip, from that of its left upper pixel on.
func around(s *raster.Strip) (at [len(rimOf)]int) {
	for i, q := range rimOf {
		at[i] = raster.Channels * (int(q.Y*float64(s.Res.WindowH))*s.Width + int(q.X*float64(s.Res.WindowW)))
	}
	return at
}

// lightAround is how light it is at least all around the window at a pixel, 0 to 255, where it has no colour, as a white tile has none; nought where that is
// darker than some least. One point may be otherwise, in glare or beside a crooked tile.
func (w *scan) lightAround(x, y int, least float64) float64 {
	const pale = .5 // of the brightest channel, that the darkest has at least
	from := w.sheet.Strip.Light[raster.Channels*(y*w.sheet.Strip.Width+x):]
	darkest, second := byte(math.MaxUint8), byte(math.MaxUint8)
	for _, k := range w.rim {
		px := from[k:][:raster.Channels]
		dark := min(px[0], px[1], px[2])
		if float64(dark) < pale*float64(max(px[0], px[1], px[2])) {
			dark = 0
		}
		darkest, second = min(darkest, dark), min(second, max(darkest, dark))
		if float64(second) < least {
			return 0
		}
	}
	return float64(second)
}
