package learn

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/band"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// Where no boxes are given, a labelled row is looked for along lines of print: which tiles stand
// there, and in which order, is known, so that the question is only where. A line is laid flat,
// every place along it is compared with the faces of the label, and the places of all of them
// are found together (dynamic programming), each about a tile after the one before.

// alignTuning are the numbers of looking for a labelled row; each is from the photographs of
// three sets whose boxes are known.
type alignTuning struct {
	bands     int       // of print, the likeliest, that are tried for a row
	pitches   []float64 // of a tile, in those that fit the band's length
	aspects   []float64 // heights in widths by which the band's thickness gives a pitch, too
	beyond    float64   // tiles beyond both ends of the band that are looked at
	slack     int       // steps by which tiles that touch may stand nearer or farther
	squeeze   float64   // similarity that a tile costs that stands a whole tile off
	gap       int       // steps that a gap is wide at most
	gapCost   float64   // similarity that one costs
	offLine   int       // cells above and below the line where a tile may stand
	kept      int       // hypotheses that are moved until they fit
	kindApart float64   // tiles by which two hypotheses differ at least
	// A face is light and bears print. bright is how light, of the lightest of the picture, a place is at
	// least that costs nothing, dim the similarity that a black one costs; printed is the share of the
	// ink of the face that it bears at least, bare the similarity that an empty one costs.
	bright, dim, printed, bare float64
}

var aligning = alignTuning{
	bands: 14, pitches: []float64{.92, 1, 1.08}, aspects: []float64{1.02, 1.17, 1.34, 1.53, 1.75}, beyond: 1.2,
	slack: 2, squeeze: 4, gap: 8, gapCost: .12, offLine: 1, kept: 3, kindApart: .3,
	bright: .6, dim: .5, printed: .5, bare: .3,
}

// line is a line of a picture, laid flat, along which a row may stand.
type line struct {
	frame raster.Frame
	from  float64 // t of the first place
	steps int     // places along it
	grid  *raster.Grid
	light []float32 // how light every place along it is, of the lightest of the picture
}

// hypothesis says where the tiles of a labelled row may stand.
type hypothesis struct {
	frame raster.Frame
	ts    []float64 // of the tiles in it
	like  float64   // mean similarity of the tiles to the faces of their labels
}

// apart is how far the tiles of two hypotheses lie from each other at most, in tiles.
func (h *hypothesis) apart(o *hypothesis) (most float64) {
	for i, t := range h.ts {
		a, b := h.frame.At(t), o.frame.At(o.ts[i])
		most = max(most, a.Sub(b).Length()/max(h.frame.Along(t).Length(), 1))
	}
	return most
}

// lay draws a line of a picture, whose lightest parts are so bright, from t on, for so many tiles.
func lay(f raster.Frame, p *raster.Picture, lightest, from, tiles float64) (line, error) {
	steps := int(tiles*sight.CoarsePerTile) + 1
	s := f.Draw(p, raster.CoarseRes, from-.5+raster.InsetT, steps*raster.PoolCell+raster.CoarseRes.WindowW, band.ScanMargin)
	g, err := s.Grid()
	if err != nil {
		return line{}, err
	}
	return line{frame: f, from: from, steps: steps, grid: g, light: lightAlong(s, steps, lightest)}, nil
}

// lightAlong is how light the places along a strip are, of the lightest of the picture.
func lightAlong(s *raster.Strip, steps int, lightest float64) []float32 {
	columns := make([]float64, s.Width+1)
	top, bottom := s.Margin, s.Height-s.Margin
	for x := range s.Width {
		sum := 0
		for y := top; y < bottom; y++ {
			k := 3 * (y*s.Width + x)
			sum += int(max(s.Light[k], s.Light[k+1], s.Light[k+2]))
		}
		columns[x+1] = columns[x] + float64(sum)/float64(bottom-top)
	}
	out := make([]float32, steps)
	for i := range out {
		x := min(i*raster.PoolCell, s.Width-s.Res.WindowW)
		out[i] = float32((columns[x+s.Res.WindowW] - columns[x]) / float64(s.Res.WindowW) / lightest)
	}
	return out
}

// lightest is the brightness of the lightest parts of a picture.
func lightest(p *raster.Picture) float64 {
	return max(raster.BrightLevel(p.Levels[len(p.Levels)-1].Pix), 1)
}

// linesFor lays the lines along which a row of n tiles may stand, from bands of print.
func linesFor(p *raster.Picture, bands []band.Band, n int) (lines []line, err error) {
	light := lightest(p)
	var sorted []int
	for k := range bands {
		sorted = append(sorted, k)
	}
	slices.SortStableFunc(sorted, func(i, k int) int { return cmp.Compare(band.Plausible(bands[k], n), band.Plausible(bands[i], n)) })
	for _, k := range sorted[:min(len(sorted), aligning.bands)] {
		b := bands[k]
		var pitches []float64
		try := func(pitch float64) {
			near := func(o float64) bool { return math.Abs(math.Log(o/pitch)) < .04 }
			if !slices.ContainsFunc(pitches, near) && pitch >= 6 {
				pitches = append(pitches, pitch)
			}
		}
		for _, share := range aligning.pitches {
			try(share * b.PitchOf(n))
		}
		for _, aspect := range aligning.aspects {
			try(b.Thickness / band.PrintHeight / aspect)
		}
		u := b.To.Sub(b.From).Unit()
		h := b.Thickness / band.PrintHeight
		for _, pitch := range pitches {
			long := b.Long()/pitch + 2*aligning.beyond - 1
			if long < float64(n-1) || long > 2.5*float64(n)+4 {
				continue
			}
			f := raster.Frame{Centre: [3]models.Point{b.From, u.Times(pitch), {}}, Down: [2]models.Point{{X: -u.Y * h, Y: u.X * h}, {}}}
			l, err := lay(f, p, light, .5-aligning.beyond, long)
			if err != nil {
				return nil, err
			}
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// aligner compares places with the faces of labels.
type aligner struct {
	bank  faces.Bank
	faces map[models.Tile][]int   // which vectors of the bank show a tile, either way up
	ink   map[models.Tile]float64 // how much print the face of a tile bears at least, as far as is known
	mem   raster.Vector
}

// newAligner makes an aligner of coarse vectors of tiles.
func newAligner(tiles []models.Tile, vectors []raster.Vector) *aligner {
	a := &aligner{bank: faces.NewBank(vectors, faces.Average(vectors)), faces: map[models.Tile][]int{}, ink: map[models.Tile]float64{}}
	for i, t := range tiles {
		ink := printIn(vectors[i])
		if a.faces[t] == nil || ink < a.ink[t] {
			a.ink[t] = ink
		}
		a.faces[t] = append(a.faces[t], i)
	}
	return a
}

// printIn is the mean ink of a window, 0 to 1.
func printIn(v raster.Vector) (sum float64) {
	for i := 0; i < len(v); i += raster.Planes {
		sum += raster.InkOf(v[i : i+raster.Planes])
	}
	return sum / float64(len(v)/raster.Planes)
}

// costs is the similarity that a place costs where it is dim or bears too little print for a tile.
func (a *aligner) costs(t models.Tile, light, ink float64) float32 {
	cost := aligning.dim * max(0, 1-light/aligning.bright)
	if want := aligning.printed * a.ink[t]; ink < want {
		cost += aligning.bare * (1 - ink/want)
	}
	return float32(cost)
}

// similar gives how like windows of a grid are to every face of the bank.
func (a *aligner) similar(g *raster.Grid, places [][2]int) []float32 {
	n := raster.Planes * raster.CoarseW * raster.CoarseH
	a.mem = raster.Grown(a.mem, n*len(places))
	for i, p := range places {
		g.Window(a.mem[i*n:(i+1)*n], p[0], p[1], raster.CoarseW, raster.CoarseH)
	}
	return a.bank.Compare(a.mem, len(places))
}

// best is how like the windows of one place, each of which has a row of similarities, are to a
// tile.
func (a *aligner) best(sims []float32, t models.Tile) float32 {
	if len(a.faces[t]) == 0 {
		return neutral
	}
	best := float32(-1)
	for from := 0; from < len(sims); from += a.bank.Faces {
		for _, k := range a.faces[t] {
			best = max(best, sims[from+k])
		}
	}
	return best
}

// along finds where on a line the tiles of a label stand.
func (a *aligner) along(p *raster.Picture, l *line, tiles []models.Tile) (hypothesis, bool) {
	each := 2*aligning.offLine + 1
	places := make([][2]int, 0, each*l.steps)
	for x := range l.steps {
		for dy := -aligning.offLine; dy <= aligning.offLine; dy++ {
			places = append(places, [2]int{x, band.ScanMargin/raster.PoolCell + dy})
		}
	}
	sims := a.similar(l.grid, places)
	shown, ink := make([]bool, l.steps), make([]float64, l.steps)
	for x := range shown {
		shown[x] = p.Shows(l.frame.At(l.from + float64(x)/sight.CoarsePerTile))
		ink[x] = l.grid.InkIn(x, band.ScanMargin/raster.PoolCell, raster.CoarseW, raster.CoarseH)
	}
	gains := map[models.Tile][]float32{}
	for _, t := range tiles {
		if gains[t] != nil {
			continue
		}
		g := make([]float32, l.steps)
		for x := range g {
			g[x] = -1
			if shown[x] {
				g[x] = a.best(sims[x*each*a.bank.Faces:(x+1)*each*a.bank.Faces], t) - a.costs(t, float64(l.light[x]), ink[x])
			}
		}
		gains[t] = g
	}
	places1, total := chainOf(tiles, gains, l.steps)
	if places1 == nil {
		return hypothesis{}, false
	}
	r := sight.Row{Frame: l.frame}
	for _, x := range places1 {
		r.Tiles = append(r.Tiles, sight.Reading{T: l.from + float64(x)/sight.CoarsePerTile})
	}
	sight.Regrid(&r)
	h := hypothesis{frame: r.Frame, like: total / float64(len(tiles))}
	for _, t := range r.Tiles {
		h.ts = append(h.ts, t.T)
	}
	return h, true
}

// chainOf finds the places of tiles in their order with the greatest sum of gains.
func chainOf(tiles []models.Tile, gains map[models.Tile][]float32, steps int) ([]int, float64) {
	const per = sight.CoarsePerTile
	low := math.Inf(-1)
	best, from := make([]float64, steps), make([][]int, len(tiles))
	for x := range best {
		best[x] = float64(gains[tiles[0]][x])
	}
	next := make([]float64, steps)
	for k := 1; k < len(tiles); k++ {
		from[k] = make([]int, steps)
		gain := gains[tiles[k]]
		for x := range next {
			next[x], from[k][x] = low, -1
			for d := per - aligning.slack; d <= per+aligning.gap && d <= x; d++ {
				cost := aligning.gapCost
				if d <= per+aligning.slack {
					off := float64(d-per) / per
					cost = min(aligning.squeeze*off*off, aligning.gapCost)
					if d < per {
						cost = aligning.squeeze * off * off
					}
				}
				if s := best[x-d] - cost; s > next[x] {
					next[x], from[k][x] = s, x-d
				}
			}
			next[x] += float64(gain[x])
		}
		best, next = next, best
	}
	at, total := -1, low
	for x, s := range best {
		if s > total {
			at, total = x, s
		}
	}
	if at < 0 || math.IsInf(total, -1) {
		return nil, 0
	}
	places := make([]int, len(tiles))
	for k := len(tiles) - 1; k >= 0; k-- {
		places[k] = at
		if k > 0 {
			at = from[k][at]
		}
	}
	return places, total
}

// fit is how like the tiles of a label are to their faces where a frame shows them, on average, in a
// picture whose lightest parts are so bright.
func (a *aligner) fit(p *raster.Picture, lightest float64, f *raster.Frame, ts []float64, tiles []models.Tile) float64 {
	first, last := ts[0], ts[len(ts)-1]
	s := f.Draw(p, raster.CoarseRes, first-.5+raster.InsetT, int((last-first)*float64(raster.CoarseRes.CellW)+.5)+raster.CoarseRes.WindowW+raster.PoolCell, band.ScanMargin)
	g, err := s.Grid()
	if err != nil {
		return math.Inf(-1)
	}
	places := make([][2]int, len(tiles))
	for i, t := range ts {
		places[i] = [2]int{int(math.Round((t - first) * sight.CoarsePerTile)), band.ScanMargin / raster.PoolCell}
	}
	sims := a.similar(g, places)
	steps := places[len(places)-1][0] + 1
	sum, light := 0.0, lightAlong(s, steps, lightest)
	for i, t := range tiles {
		x := places[i][0]
		ink := g.InkIn(x, places[i][1], raster.CoarseW, raster.CoarseH)
		sum += float64(a.best(sims[i*a.bank.Faces:(i+1)*a.bank.Faces], t) - a.costs(t, float64(light[x]), ink))
	}
	return sum / float64(len(tiles))
}

// moved moves a hypothesis until its tiles look most like their labels.
func (a *aligner) moved(p *raster.Picture, lightest float64, h hypothesis, tiles []models.Tile, rounds int, step float64) hypothesis {
	m := (h.ts[0] + h.ts[len(h.ts)-1]) / 2
	h.frame, h.like = band.Refine(h.frame, m, rounds, step, func(f *raster.Frame) float64 { return a.fit(p, lightest, f, h.ts, tiles) })
	return h
}

// hypotheses gives where a labelled row may stand, the likeliest first, and what every line was
// worth.
func (a *aligner) hypotheses(p *raster.Picture, lines []line, tiles []models.Tile) (kept []hypothesis, worth []float64) {
	var all []hypothesis
	worth = make([]float64, len(lines))
	for i := range lines {
		h, ok := a.along(p, &lines[i], tiles)
		if worth[i] = -1; ok {
			worth[i] = h.like
			all = append(all, h)
		}
	}
	slices.SortStableFunc(all, func(x, y hypothesis) int { return cmp.Compare(y.like, x.like) })
	for i := range all {
		if len(kept) == aligning.kept {
			break
		}
		if !slices.ContainsFunc(kept, func(k hypothesis) bool { return k.apart(&all[i]) < aligning.kindApart }) {
			kept = append(kept, all[i])
		}
	}
	light := lightest(p)
	for i := range kept {
		kept[i] = a.moved(p, light, kept[i], tiles, 2, .08)
	}
	slices.SortStableFunc(kept, func(x, y hypothesis) int { return cmp.Compare(y.like, x.like) })
	return kept, worth
}
